//! Sequences of moves counted by length: how move generators are compared.

use crate::budget::Budget;
use crate::problem::Problem;
use crate::question::Question;
use crate::report::{Ended, Language, Report};
use grundy_answer::{Progress, Stop, Watch};
use grundy_run::{Flow, Game, Options, Position, Side, Stuck};
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;

/// Sequences of more moves are not counted.
pub const MOST_DEPTH: usize = 1_000;

/// Sequences of moves by length.
#[derive(Serialize)]
pub struct PerftAnswer {
    /// The position as one line.
    pub position: String,
    /// One row per length.
    pub depths: Vec<DepthCount>,
    /// Finished plays in all.
    pub finished: u64,
    /// Why counting stopped early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// The sequences of one length.
#[derive(Clone, Default, Serialize)]
pub struct DepthCount {
    /// The length.
    pub depth: usize,
    /// How many there are.
    pub nodes: u64,
    /// How many of them end the game.
    pub finished: u64,
}

/// Counts sequences of up to `depth` moves, and those after which the game is over.
pub fn perft(question: &Question, depth: usize, budget: &Budget) -> Result<PerftAnswer, Problem> {
    if depth > MOST_DEPTH {
        let cause = format!("the depth is at most {MOST_DEPTH}");
        return Err(Problem::bad_input("usage", cause).remedy("ask for less"));
    }
    let rows = (0..=depth).map(|depth| DepthCount { depth, ..DepthCount::default() }).collect();
    let mut counter = Counter { watch: budget, rows, visited: 0, stop: None, options: Vec::new() };
    let counted = match &question.position.parts[..] {
        [only] if only.game.stays_inside() && !only.game.makes_sums() => {
            counter.options.resize_with(depth + 1, Options::default);
            counter.visit_one(&only.game, &only.packed, Side::Left, 0)
        }
        _ => counter.visit(&question.position, Side::Left, 0),
    };
    counted.map_err(|diagnostic| Problem::of_position(&diagnostic))?;
    Ok(PerftAnswer {
        position: question.position.to_string(),
        finished: counter.rows.iter().map(|row| row.finished).sum(),
        depths: counter.rows,
        stopped: counter.stop,
    })
}

impl Report for PerftAnswer {
    fn words(&self, _: Language) -> String {
        let mut text = String::from("depth        nodes     finished\n");
        for row in &self.depths {
            let _ = writeln!(text, "{:5} {:12} {:12}", row.depth, row.nodes, row.finished);
        }
        let _ = writeln!(text, "finished plays in all: {}", self.finished);
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "stopped early, the counts are incomplete: {stop}");
        }
        text
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}

struct Counter<'a> {
    watch: &'a dyn Watch,
    rows: Vec<DepthCount>,
    visited: u64,
    stop: Option<Stop>,
    /// What the moves lead to, per depth.
    options: Vec<Options>,
}

impl Counter<'_> {
    /// Counts a node; whether to go on.
    fn enter(&mut self, depth: usize) -> Flow {
        self.visited += 1;
        if self.visited.is_multiple_of(256) {
            let progress = Progress { what: "nodes", done: self.visited, total: None, bytes: 0 };
            self.stop = self.stop.or(self.watch.tick(progress));
        }
        if self.stop.is_some() {
            return Flow::Stop;
        }
        self.rows[depth].nodes += 1;
        Flow::On
    }

    /// One component of a game whose moves lead to one component of it.
    fn visit_one(&mut self, game: &Arc<Game>, packed: &[u64], mover: Side, depth: usize) -> grundy_run::Faulty<()> {
        if self.enter(depth) == Flow::Stop {
            return Ok(());
        }
        if game.ended(packed, mover, Stuck::No)?.is_some() {
            self.rows[depth].finished += 1;
            return Ok(());
        }
        let mut options = std::mem::take(&mut self.options[depth]);
        game.options(packed, mover, &mut options)?;
        if options.is_empty() {
            self.rows[depth].finished += 1;
        } else if depth + 1 < self.rows.len() {
            for i in 0..options.len() {
                let turn = options.turn(i).next(mover);
                self.visit_one(game, options.key(i), turn, depth + 1)?;
            }
        }
        self.options[depth] = options;
        Ok(())
    }

    fn visit(&mut self, position: &Position, mover: Side, depth: usize) -> grundy_run::Faulty<()> {
        if self.enter(depth) == Flow::Stop {
            return Ok(());
        }
        let deepest = depth + 1 == self.rows.len();
        let mut next = Vec::new();
        let mut any = false;
        position.each_step(mover, &mut |number, _, to| {
            any = true;
            if deepest {
                return Flow::Stop;
            }
            next.push((position.after(number, &to.parts), to.turn.next(mover)));
            Flow::On
        })?;
        for (position, mover) in next {
            self.visit(&position, mover, depth + 1)?;
        }
        self.rows[depth].finished += u64::from(!any);
        Ok(())
    }
}
