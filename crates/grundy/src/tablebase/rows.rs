//! What a tablebase holds of many positions, in columns. Nothing is compared with the moves: `verify_table` does that.

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::question::Question;
use crate::report::{Language, Report};
use crate::tablebase::lookup::OpenTable;
use crate::text::Text;
use crate::words::say;
use grundy_answer::{Progress, Standing, Watch};
use grundy_run::{Position, Side};
use grundy_solve::Wdl;
use grundy_solve::tablebase::{Solution, TableAnswers, TableKind};
use serde::Serialize;
use std::sync::Arc;

/// Rows of a tablebase, each as the player to move sees it.
#[derive(Serialize)]
pub struct TableRows {
    /// The file.
    pub file: String,
    /// How many rows there are.
    pub rows: usize,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// How sure all this is.
    pub standing: Standing,
    /// The numbers of the positions in the file.
    #[serde(skip)]
    pub numbers: Vec<u64>,
    /// 1 where the player to move wins, 0 where it is drawn, -1 where he loses.
    #[serde(skip)]
    pub results: Vec<i8>,
    /// What the file holds beside the result: plies (-1 where play has no end), margins or Grundy values.
    #[serde(skip)]
    pub held: Option<(&'static str, Vec<i64>)>,
}

impl TableRows {
    fn of(table: &Arc<OpenTable>) -> TableRows {
        let held = match table.game.kind {
            TableKind::Outcome => None,
            kind => Some((kind.name(), Vec::new())),
        };
        TableRows {
            file: table.file.name(),
            rows: 0,
            columns: ["number", "result"].into_iter().chain(held.as_ref().map(|(name, _)| *name)).collect(),
            standing: TableAnswers::new(table.clone()).standing(),
            numbers: Vec::new(),
            results: Vec::new(),
            held,
        }
    }

    fn push(&mut self, number: u64, solution: Solution) {
        self.rows += 1;
        self.numbers.push(number);
        self.results.push(match solution.result() {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        });
        if let Some((_, held)) = &mut self.held {
            held.push(match solution {
                Solution::Outcome(_) => 0,
                Solution::Plies(_, plies) => plies.map_or(-1, i64::from),
                Solution::Margin(margin) => margin,
                Solution::Grundy(value) => i64::try_from(value).unwrap_or(i64::MAX),
            });
        }
    }
}

/// A position that is looked up. Where nobody says who is about to move it is who the stones tell, else the first player, or the other
/// where the file holds the position of him alone.
pub enum LookedUp {
    /// As text, at the parameters of the tablebase where it names none.
    Text(Text),
    /// A position of one component, and who is about to move where that was said.
    Position(Arc<Question>, Option<Side>),
}

/// What a tablebase holds of these positions, in their order. A position that is not in it is a problem that names it.
pub fn look_up_rows(table: &Arc<OpenTable>, asked: &[LookedUp], budget: &Budget) -> Result<TableRows, Problem> {
    let mut rows = TableRows::of(table);
    for (at, one) in asked.iter().enumerate() {
        if at % 1024 == 0 {
            go_on(budget, at, asked.len() as u64)?;
        }
        let read;
        let (question, said) = match one {
            LookedUp::Position(question, mover) => {
                table.answers(question)?;
                (&**question, *mover)
            }
            LookedUp::Text(text) => {
                read = table.game.question(text)?;
                (&read, None)
            }
        };
        let none = || {
            let cause = format!("{} is not a position of this tablebase", question.position);
            Problem::bad_input("tablebase", cause).remedy(format!("it begins with {}", table.file.header().position))
        };
        let [part] = &question.position.parts[..] else { return Err(none()) };
        let turn = question.mover(None)?;
        let other = (said.is_none() && turn.reason.is_none()).then_some(turn.side.other());
        let mut found = None;
        for mover in [Some(said.unwrap_or(turn.side)), other].into_iter().flatten() {
            if found.is_none() {
                let number = table.game.number_of(part, mover).ok_or_else(none)?;
                found = Solution::of(table.game.kind, table.file.code(number)?).map(|solution| (number, solution));
            }
        }
        let (number, solution) = found.ok_or_else(none)?;
        rows.push(number, solution);
    }
    Ok(rows)
}

/// All that a tablebase holds, in the order of numbers; symmetric positions once.
pub fn all_rows(table: &Arc<OpenTable>, budget: &Budget) -> Result<TableRows, Problem> {
    let mut rows = TableRows::of(table);
    for block in 0..table.file.blocks() {
        go_on(budget, rows.rows, table.file.header().positions)?;
        for (number, code) in table.file.block(block)? {
            if let Some(solution) = Solution::of(table.game.kind, code) {
                rows.push(number, solution);
            }
        }
    }
    Ok(rows)
}

/// The position of a number of a tablebase, and who is about to move.
pub fn numbered_position(table: &OpenTable, number: u64) -> Result<(Question, Side), Problem> {
    if table.file.code(number)? == 0 {
        let cause = format!("{} has no position of the number {number}", table.file.name());
        return Err(Problem::bad_input("tablebase", cause));
    }
    let (words, mover) = table.game.position(number);
    let position = Position { parts: vec![table.game.component(words)] };
    Ok((table.game.start.at(position), mover))
}

fn go_on(budget: &Budget, done: usize, total: u64) -> Result<(), Problem> {
    let progress = Progress { what: "rows", done: done as u64, total: Some(total), bytes: 0 };
    match budget.tick(progress) {
        Some(stop) => Err(Problem::bad_input("limit", stop.to_string()).of_kind(ProblemKind::Limit)),
        None => Ok(()),
    }
}

impl Report for TableRows {
    fn words(&self, language: Language) -> String {
        format!("{}\n", say!(language, "{}: {} rows of {} columns", self.file, self.rows, self.columns.len()))
    }
}
