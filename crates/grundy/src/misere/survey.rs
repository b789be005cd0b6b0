//! The misère quotients of every octal code of two digits, each with the same limits.

use super::check;
use crate::budget::Budget;
use crate::problem::Problem;
use crate::report::{Ended, Language, Report};
use grundy_answer::{Progress, Standing, Stop, Watch};
use grundy_heap::Code;
use grundy_misere::Growth;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// How many octal codes have two digits.
const CODES: u64 = 64;

/// The largest heap of each quotient when no bound is given.
const DEFAULT_HEAP: u32 = 1000;

/// The quotients that were looked at.
#[derive(Serialize)]
pub struct QuotientSurvey {
    /// One row for each code.
    pub codes: Vec<QuotientRow>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// Why not all codes were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// One code.
#[derive(Serialize)]
pub struct QuotientRow {
    /// The code.
    pub code: String,
    /// The order of its quotient.
    pub order: u32,
    /// How many elements are lost.
    pub p_order: u32,
    /// The largest heap.
    pub to: u32,
    /// Whether the quotient is proved to be that of all heaps.
    pub complete: bool,
    /// The period, or why there is none.
    pub result: String,
    /// The period of a complete quotient.
    pub period: Option<u32>,
    /// The first heap from which it holds.
    pub preperiod: Option<u32>,
    /// How sure it is.
    pub standing: Standing,
}

/// The quotients of all codes, to heap `to`, each given up after `copies` copies that repeat nothing and after `each`. The whole
/// survey stops at the limits of the budget.
pub fn survey_quotients(
    to: Option<u32>,
    copies: u32,
    each: Duration,
    budget: &Budget,
) -> Result<QuotientSurvey, Problem> {
    let to = to.unwrap_or(DEFAULT_HEAP);
    let mut codes = Vec::new();
    for digits in 0..CODES {
        let progress = Progress { what: "codes", done: digits, total: Some(CODES), bytes: 0 };
        if budget.tick(progress).is_some() {
            break;
        }
        let code: Code = format!("0.{}{}", digits / 8, digits % 8).parse().expect("an octal code");
        let own = budget.within(each);
        let mut growth = Growth::new(code.rule(), copies);
        let halt = growth.grow(to, &own).err();
        let solution = growth.solution();
        let standing = check::standing(&code, solution, halt, budget)?;
        let result = match (solution.period, halt) {
            (Some(period), _) => format!("complete, period {} from {}", period.period, period.preperiod),
            (None, Some(halt)) => halt.to_string(),
            (None, None) => "partial".to_string(),
        };
        codes.push(QuotientRow {
            code: code.text().to_string(),
            order: solution.quotient.order(),
            p_order: solution.quotient.losing_order(),
            to: solution.reach(),
            complete: solution.period.is_some(),
            result,
            period: solution.period.map(|period| period.period),
            preperiod: solution.period.map(|period| period.preperiod),
            standing,
        });
    }
    Ok(QuotientSurvey { codes, seconds: budget.seconds(), stopped: budget.told() })
}

impl Report for QuotientSurvey {
    fn words(&self, _: Language) -> String {
        let mut text = String::from("code   order  losing  to heap  result\n");
        for row in &self.codes {
            let QuotientRow { code, order, p_order, to, result, standing, .. } = row;
            let _ = writeln!(text, "{code:<5} {order:>6} {p_order:>7} {to:>8}  {result}; {}", standing.kind());
        }
        let _ = writeln!(text, "{:.1} s", self.seconds);
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "{stop}: {} of {CODES} codes were looked at", self.codes.len());
        }
        text
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}
