//! Many positions of one game, an answer each. Positions of one game share their tables.

use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::{Problem, ProblemKind};
use crate::report::{Ended, Language, Report, Styled};
use crate::solve::{Session, SolveAnswer, Want};
use crate::subject::Ruleset;
use crate::text::Text;
use crate::words::solve::short;
use grundy_solve::Play;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

/// The answers of all cases, in their order.
#[derive(Serialize)]
pub struct CasesAnswer {
    /// One for each case.
    pub cases: Vec<Case>,
}

/// One case: as it was written, and its answer.
pub struct Case {
    /// As written.
    pub asked: String,
    /// What is known of it.
    pub answer: Result<SolveAnswer, Problem>,
}

/// Answers every case. A case that is wrong has a problem for its answer, and the others go on.
pub fn solve_cases(
    ruleset: &Ruleset,
    cases: &[Text],
    (want, play): (&Want, Play),
    engine: Engine,
    budget: &Budget,
) -> CasesAnswer {
    let mut last: Option<Session> = None;
    let each = ruleset.questions(cases, engine).into_iter().zip(cases);
    let cases = each.map(|(question, text)| {
        let answer = question.and_then(|question| {
            let session = match last.take() {
                Some(session) => session.turn_to(question)?,
                None => Session::open(question, play, budget)?,
            };
            last.insert(session).solve(want)
        });
        Case { asked: text.text.trim().to_string(), answer }
    });
    CasesAnswer { cases: cases.collect() }
}

impl Report for CasesAnswer {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        let mut text = Styled::default();
        for case in &self.cases {
            let _ = write!(text, "{}: ", case.asked);
            match &case.answer {
                Ok(SolveAnswer::Solved(solved)) => {
                    text.extend(&short(solved, language));
                    text.push_str("\n");
                }
                Ok(other) => text.extend(&other.styled(language)),
                Err(problem) => {
                    let _ = writeln!(text, "{problem}");
                }
            }
        }
        text
    }

    fn ended(&self) -> Ended {
        let ended = |case: &Case| match &case.answer {
            Ok(answer) => answer.ended(),
            Err(problem) if problem.kind == ProblemKind::Limit => Ended::Limit,
            Err(_) => Ended::BadInput,
        };
        let any = |wanted| self.cases.iter().any(|case| ended(case) == wanted);
        match () {
            () if any(Ended::BadInput) => Ended::BadInput,
            () if any(Ended::Limit) => Ended::Limit,
            () => Ended::Fine,
        }
    }
}

impl Serialize for Case {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("asked", &self.asked)?;
        match &self.answer {
            Ok(answer) => map.serialize_entry("answer", answer)?,
            Err(problem) => map.serialize_entry("problem", problem)?,
        }
        map.end()
    }
}
