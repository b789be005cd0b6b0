//! The values of the lines of a text.

use super::{LibraryPositions, ShortValue, ValueSession};
use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::report::{Ended, Language, Report};
use serde::Serialize;

/// The values of lines.
#[derive(Serialize)]
pub struct ValueLines {
    /// One answer for each line that is neither empty nor a remark.
    pub answers: Vec<LineAnswer>,
}

/// The answer to one line.
#[derive(Serialize)]
#[serde(untagged)]
pub enum LineAnswer {
    /// Its value.
    Value(ShortValue),
    /// What is wrong with it, and where.
    Wrong(Problem),
}

impl ValueLines {
    pub(super) fn of(text: &str, positions: &LibraryPositions, budget: &Budget) -> ValueLines {
        let mut session = ValueSession::new(positions);
        let mut answers = Vec::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            answers.push(match session.short(line, budget) {
                Ok(value) => LineAnswer::Value(value),
                Err(mistake) => {
                    let place = format!("line {}, column {}", number + 1, mistake.column);
                    LineAnswer::Wrong(Problem { remedy: None, ..mistake.problem.at(place) })
                }
            });
        }
        ValueLines { answers }
    }
}

impl Report for ValueLines {
    fn words(&self, language: Language) -> String {
        let line = |answer: &LineAnswer| match answer {
            LineAnswer::Value(value) => format!("{}\n", value.words(language)),
            LineAnswer::Wrong(problem) => format!("{problem}\n"),
        };
        self.answers.iter().map(line).collect()
    }

    /// As the last line with a mistake.
    fn ended(&self) -> Ended {
        let wrong = self.answers.iter().rev().find_map(|answer| match answer {
            LineAnswer::Wrong(problem) => Some(problem.kind),
            LineAnswer::Value(_) => None,
        });
        match wrong {
            None => Ended::Fine,
            Some(ProblemKind::BadInput) => Ended::BadInput,
            Some(ProblemKind::Refuted) => Ended::Refuted,
            Some(ProblemKind::Limit) => Ended::Limit,
        }
    }
}
