//! Looks positions up: an open tablebase answers questions as `solve` does.

use crate::budget::Budget;
use crate::cases::{Case, CasesAnswer};
use crate::engine::Engine;
use crate::moves::{MovesAnswer, legal_moves, value_moves};
use crate::problem::{Problem, ProblemKind};
use crate::question::Question;
use crate::solve::{SolveAnswer, Solved, Want};
use crate::tablebase::game::TableGame;
use crate::tablebase::header::TableHeader;
use crate::text::Text;
use grundy_run::{Component, Side};
use grundy_solve::tablebase::{Solution, TableAnswers, TableKind, TableSource};
use grundy_solve::{Question as Asked, Refusal};
use std::sync::{Arc, Mutex};

/// A tablebase that a door has opened.
pub trait TableFile: Send + Sync {
    /// What it is called.
    fn name(&self) -> String;

    /// What it says of itself.
    fn header(&self) -> &TableHeader;

    /// How many bytes it has.
    fn bytes(&self) -> u64;

    /// How many blocks it has.
    fn blocks(&self) -> u64;

    /// The numbers and codes of a block. A damaged block is a problem that names it.
    fn block(&self, block: u64) -> Result<Vec<(u64, u32)>, Problem>;

    /// The code of a number; 0 if it is not there.
    fn code(&self, number: u64) -> Result<u32, Problem>;
}

/// An open tablebase with its game.
pub struct OpenTable {
    /// The game that its header describes.
    pub game: TableGame,
    /// The file.
    pub file: Arc<dyn TableFile>,
    /// Why it could not be asked, the last time it could not.
    trouble: Mutex<Option<Problem>>,
}

impl OpenTable {
    /// The game of a file.
    pub fn open(file: Arc<dyn TableFile>) -> Result<Arc<OpenTable>, Problem> {
        let name = file.name();
        let game = TableGame::of(file.header(), Engine::Interpreted).map_err(|problem| problem.at(name))?;
        Ok(Arc::new(OpenTable { game, file, trouble: Mutex::new(None) }))
    }

    /// Answers from it, for questions about positions of these texts of rules; others are refused.
    pub fn answers(self: &Arc<OpenTable>, question: &Question) -> Result<TableAnswers, Problem> {
        let rules = &self.file.header().rules;
        let of = |part: &Component| {
            let text = &question.texts[part.game.key.0].text;
            *text == rules.text && self.game.number_of(part, Side::Left).is_some()
        };
        if !question.position.parts.iter().all(of) {
            let cause = format!("{} is a tablebase of other rules or parameters", self.file.name());
            let remedy = format!("it is about {} (rules {})", self.file.header().position, rules.sha256);
            return Err(Problem::bad_input("tablebase", cause).remedy(remedy));
        }
        Ok(TableAnswers::new(self.clone()))
    }

    /// The problem behind a refusal, if the file is it.
    pub fn trouble(&self) -> Option<Problem> {
        self.trouble.lock().ok().and_then(|mut trouble| trouble.take())
    }

    /// A refusal as a problem.
    pub(crate) fn problem(&self, refusal: Refusal) -> Problem {
        if let Some(problem) = self.trouble() {
            return problem;
        }
        match refusal {
            Refusal::Wrong(diagnostic) => Problem::of_position(&diagnostic),
            Refusal::Unfit(why) => Problem::bad_input("E23", why),
            Refusal::OutOfReach(why) if why.contains("contradicts itself") => {
                let remedy = "`grundy tablebase verify` finds all such positions";
                Problem::bad_input("contradiction", why).remedy(remedy).of_kind(ProblemKind::Refuted)
            }
            Refusal::OutOfReach(why) => Problem::bad_input("tablebase", why),
            Refusal::Stopped(stop, _) => Problem::bad_input("limit", stop.to_string()).of_kind(ProblemKind::Limit),
        }
    }
}

impl TableSource for OpenTable {
    fn kind(&self) -> TableKind {
        self.game.kind
    }

    fn name(&self) -> String {
        self.file.name()
    }

    fn solution(&self, part: &Component, mover: Side) -> Result<Option<Solution>, String> {
        let Some(number) = self.game.number_of(part, mover) else { return Ok(None) };
        match self.file.code(number) {
            Ok(code) => Ok(Solution::of(self.game.kind, code)),
            Err(problem) => {
                let why = problem.message.clone();
                if let Ok(mut trouble) = self.trouble.lock() {
                    *trouble = Some(problem);
                }
                Err(why)
            }
        }
    }
}

/// What a tablebase says of a position; of the position that play begins with, if none is named.
pub fn query_table(
    table: &Arc<OpenTable>,
    position: Option<&Text>,
    first: Option<&str>,
    budget: &Budget,
) -> Result<Solved, Problem> {
    let question = match position {
        Some(text) => table.game.question(text)?,
        None => table.game.start.clone(),
    };
    let first = first.map(|name| question.player(name)).transpose()?;
    answer(table, &TableAnswers::new(table.clone()), question, &Want { first, ..Want::default() }, budget)
}

/// The same for every text.
pub fn query_table_cases(table: &Arc<OpenTable>, cases: &[Text], first: Option<&str>, budget: &Budget) -> CasesAnswer {
    let answer = |text: &Text| {
        let solved = query_table(table, Some(text), first, budget);
        solved.map(|solved| SolveAnswer::Solved(Box::new(solved)))
    };
    let case = |text: &Text| Case { asked: text.text.trim().to_string(), answer: answer(text) };
    CasesAnswer { cases: cases.iter().map(case).collect() }
}

/// What a tablebase says of a position of its game, as `solve` would.
pub fn solve_by_table(
    table: &Arc<OpenTable>,
    question: Question,
    want: &Want,
    budget: &Budget,
) -> Result<Solved, Problem> {
    answer(table, &table.answers(&question)?, question, want, budget)
}

/// Every legal move of a player, with what a tablebase says that it is worth.
pub fn moves_by_table(
    table: &Arc<OpenTable>,
    question: &Question,
    mover: Side,
    budget: &Budget,
) -> Result<MovesAnswer, Problem> {
    let answers = table.answers(question)?;
    let mut answer = legal_moves(question, mover, budget)?;
    let mut refused = None;
    let valued = value_moves(&mut answer, question, mover, &mut |position, mover| {
        answers.evaluate(position, mover).map_err(|refusal| refused = Some(refusal)).ok()
    });
    if let Some(refusal) = refused {
        return Err(table.problem(refusal));
    }
    if valued {
        answer.standing = Some(answers.standing());
    }
    Ok(answer)
}

/// The answer of a question by a tablebase.
fn answer(
    table: &OpenTable,
    answers: &TableAnswers,
    question: Question,
    want: &Want,
    budget: &Budget,
) -> Result<Solved, Problem> {
    let turn = question.mover(None)?;
    let turn = (want.first.is_none() && turn.reason.is_some()).then_some(turn);
    let seen = turn.as_ref().map(|turn| turn.side).filter(|side| *side == Side::Right);
    let asked = Asked { first: want.first.or(seen), plies: want.plies, ..Asked::default() };
    let answer = answers.solve(&question.position, asked, budget).map_err(|refusal| table.problem(refusal))?;
    Ok(Solved::by_table(question, answer, turn, budget))
}
