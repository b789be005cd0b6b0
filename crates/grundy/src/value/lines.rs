//! The answers to the statements of a text.

use super::{Detail, ValueAnswer, ValueSession};
use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::report::{Ended, Language, Report};
use grundy_value::statements;
use serde::Serialize;

/// The answers to statements.
#[derive(Serialize)]
pub struct ValueLines {
    /// One answer for each statement, remarks left out.
    pub answers: Vec<LineAnswer>,
}

/// The answer to one statement.
#[derive(Serialize)]
#[serde(untagged)]
pub enum LineAnswer {
    /// What it comes to.
    Value(Box<ValueAnswer>),
    /// What is wrong with it, and where.
    Wrong(Problem),
}

impl ValueLines {
    /// The answers to the statements of a text, in one calculation. A statement with a mistake is told, and the others are answered.
    pub fn of(text: &str, session: &mut ValueSession<'_>, detail: Detail, budget: &Budget) -> ValueLines {
        let mut answers = Vec::new();
        for piece in statements(text) {
            answers.push(match session.answer(piece.text, detail, budget) {
                Ok(value) => LineAnswer::Value(Box::new(value)),
                Err(mistake) => {
                    let lines_before = piece.text.chars().take(mistake.column - 1).filter(|&c| c == '\n').count();
                    // On a later line of the statement the column counts from that line's start.
                    let column = match lines_before {
                        0 => piece.column + mistake.column,
                        _ => {
                            let before: String = piece.text.chars().take(mistake.column - 1).collect();
                            before.rsplit('\n').next().map_or(1, |last| last.chars().count() + 1)
                        }
                    };
                    let place = format!("line {}, column {column}", piece.line + lines_before);
                    LineAnswer::Wrong(Problem { remedy: None, ..mistake.problem.at(place) })
                }
            });
        }
        ValueLines { answers }
    }

    /// The only answer, in full, where there is one statement.
    pub fn single(mut self) -> Result<Result<ValueAnswer, Problem>, ValueLines> {
        match self.answers.pop() {
            Some(LineAnswer::Value(value)) if self.answers.is_empty() => Ok(Ok(*value)),
            Some(LineAnswer::Wrong(problem)) if self.answers.is_empty() => Ok(Err(problem)),
            last => {
                self.answers.extend(last);
                Err(self)
            }
        }
    }
}

impl Report for ValueLines {
    fn words(&self, language: Language) -> String {
        let line = |answer: &LineAnswer| match answer {
            LineAnswer::Value(value) => value.line_of(language),
            LineAnswer::Wrong(problem) => format!("{problem}\n"),
        };
        self.answers.iter().map(line).collect()
    }

    /// As the last statement with a mistake, or that met a limit.
    fn ended(&self) -> Ended {
        let wrong = self.answers.iter().rev().find_map(|answer| match answer {
            LineAnswer::Wrong(problem) => Some(problem.kind),
            LineAnswer::Value(value) => (value.ended() == Ended::Limit).then_some(ProblemKind::Limit),
        });
        match wrong {
            None => Ended::Fine,
            Some(ProblemKind::BadInput) => Ended::BadInput,
            Some(ProblemKind::Refuted) => Ended::Refuted,
            Some(ProblemKind::Limit) => Ended::Limit,
        }
    }
}
