//! Every octal code of two digits, each with the same budget.

use super::{Args, report};
use crate::reply::{Outcome, Reply};
use crate::terminal::{Limits, Terminal};
use grundy_answer::{Progress, Stop, Watch};
use grundy_heap::Code;
use grundy_misere::Growth;
use serde_json::json;
use std::fmt::Write;

/// One row for each code. The whole survey stops at the limits; each code at its own.
pub fn run(args: &Args) -> Outcome {
    let whole = args.limits.watch();
    let to = args.to.unwrap_or(1000);
    let mut text = String::from("code   order  losing  to heap  result\n");
    let mut rows = Vec::new();
    for digits in 0..64 {
        let code: Code = format!("0.{}{}", digits / 8, digits % 8).parse().expect("an octal code");
        let own = Limits { time: Some(args.each), ..args.limits.clone() }.watch();
        let both = Both { whole: &whole, own };
        let mut growth = Growth::new(code.rule(), args.copies);
        let halt = growth.grow(to, &both).err();
        let solution = growth.solution();
        let standing = report::standing(&code, solution, halt, &both)?;
        let result = match (solution.period, halt) {
            (Some(period), _) => format!("complete, period {} from {}", period.period, period.preperiod),
            (None, Some(halt)) => halt.to_string(),
            (None, None) => "partial".to_string(),
        };
        let (order, losing) = (solution.quotient.order(), solution.quotient.losing_order());
        let _ = writeln!(
            text,
            "{:<5} {order:>6} {losing:>7} {:>8}  {result}; {}",
            code.text(),
            solution.reach(),
            standing.kind()
        );
        rows.push(json!({
            "code": code.text(), "order": order, "p_order": losing, "to": solution.reach(),
            "complete": solution.period.is_some(), "result": result,
            "period": solution.period.map(|period| period.period),
            "preperiod": solution.period.map(|period| period.preperiod),
            "standing": { "kind": standing.kind(), "reason": standing.reason() },
        }));
    }
    let _ = writeln!(text, "{:.1} s", whole.seconds());
    Ok(Reply::fine(text, json!({ "codes": rows, "seconds": whole.seconds() })))
}

/// Whichever limit comes first.
struct Both<'a> {
    whole: &'a Terminal,
    own: Terminal,
}

impl Watch for Both<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        self.whole.tick(progress).or_else(|| self.own.tick(progress))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.whole)
    }
}
