//! A question that has no answer, or not yet: what is known all the same.

use crate::problem::Problem;
use crate::report::{Ended, Language, Report};
use grundy_answer::Standing;
use grundy_solve::{Done, Refusal};
use serde::Serialize;

/// Why there is no answer, and what is known.
#[derive(Debug, Serialize)]
pub struct Unsolved {
    /// Why.
    pub stopped: String,
    /// Positions looked at, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// What is proved all the same, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// How sure that is.
    pub standing: Standing,
}

impl Unsolved {
    /// What a refusal leaves; a refusal because of the input is a problem.
    pub fn of(refusal: Refusal, seconds: f64) -> Result<Unsolved, Problem> {
        let unknown = |why: &str| Standing::Assumed(format!("nothing is known: {why}"));
        match refusal {
            Refusal::Wrong(diagnostic) => Err(Problem::of_position(&diagnostic)),
            Refusal::Unfit(reason) => Err(Problem::bad_input("E23", reason).remedy("ask about the parts one by one")),
            Refusal::OutOfReach(reason) => {
                let standing = unknown(&reason);
                Ok(Unsolved { stopped: reason, positions: None, seconds, known: None, standing })
            }
            Refusal::Stopped(stop, Done { positions, known }) => {
                let standing = match &known {
                    Some(known) => Standing::Proved(format!("{known}; no more, as {stop}")),
                    None => unknown(&stop.to_string()),
                };
                Ok(Unsolved { stopped: stop.to_string(), positions: Some(positions), seconds, known, standing })
            }
        }
    }
}

impl Report for Unsolved {
    fn words(&self, _: Language) -> String {
        let after = self.positions.map(|positions| format!(" after {positions} positions")).unwrap_or_default();
        let known = self.known.as_ref().map(|known| format!("known so far: {known}\n")).unwrap_or_default();
        format!("no answer: {}{after}\n{known}", self.stopped)
    }

    fn ended(&self) -> Ended {
        Ended::Limit
    }
}
