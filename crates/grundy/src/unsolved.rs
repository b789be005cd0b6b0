//! A question that has no answer, or not yet: what is known all the same.

use crate::problem::Problem;
use crate::report::{Ended, Language, Report};
use crate::words::say;
use grundy_answer::{Message, Standing, message};
use grundy_solve::{Done, Refusal};
use serde::Serialize;

/// Why there is no answer, and what is known.
#[derive(Debug, Serialize)]
pub struct Unsolved {
    /// Why.
    pub stopped: Message,
    /// Positions looked at, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// What is proved all the same, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Message>,
    /// How sure that is.
    pub standing: Standing,
}

impl Unsolved {
    /// What a refusal leaves; a refusal because of the input is a problem.
    pub fn of(refusal: Refusal, seconds: f64) -> Result<Unsolved, Problem> {
        let unknown = |why: &Message| Standing::Assumed(message!("nothing is known: {}", why));
        match refusal {
            Refusal::Wrong(diagnostic) => Err(Problem::of_position(&diagnostic)),
            Refusal::Unfit(reason) => Err(Problem::bad_input("E23", reason).remedy("ask about the parts one by one")),
            Refusal::OutOfReach(reason) => {
                let reason = Message::from(reason);
                let standing = unknown(&reason);
                Ok(Unsolved { stopped: reason, positions: None, seconds, known: None, standing })
            }
            Refusal::Stopped(stop, Done { positions, known }) => {
                let stopped = stop.message();
                let standing = match &known {
                    Some(known) => Standing::Proved(message!("{}; no more, as {}", known, stopped)),
                    None => unknown(&stopped),
                };
                Ok(Unsolved { stopped, positions: Some(positions), seconds, known, standing })
            }
        }
    }
}

impl Report for Unsolved {
    fn words(&self, language: Language) -> String {
        let mut text = match self.positions {
            Some(positions) => say!(language, "no answer: {} after {} positions", self.stopped, positions),
            None => say!(language, "no answer: {}", self.stopped),
        };
        text.push('\n');
        if let Some(known) = &self.known {
            text.push_str(&say!(language, "known so far: {}", known));
            text.push('\n');
        }
        text
    }

    fn ended(&self) -> Ended {
        Ended::Limit
    }
}
