//! Every octal code of two digits, each with the same budget.

use super::{Args, report};
use crate::reply::{Exit, Outcome, Reply};
use crate::terminal::{self, Within};
use grundy_answer::{Progress, Watch};
use grundy_heap::Code;
use grundy_misere::Growth;
use serde_json::json;
use std::fmt::Write;

/// One row for each code. The whole survey stops at the limits; each code at its own.
pub fn run(args: &Args) -> Outcome {
    let whole = terminal::watch();
    let to = args.to.unwrap_or(1000);
    let mut text = String::from("code   order  losing  to heap  result\n");
    let mut rows = Vec::new();
    for digits in 0..64 {
        let progress = Progress { what: "codes", done: digits, total: Some(64), bytes: 0 };
        if whole.tick(progress).is_some() {
            break;
        }
        let code: Code = format!("0.{}{}", digits / 8, digits % 8).parse().expect("an octal code");
        let own = Within::new(&whole, args.each);
        let mut growth = Growth::new(code.rule(), args.copies);
        let halt = growth.grow(to, &own).err();
        let solution = growth.solution();
        let standing = report::standing(&code, solution, halt, &whole)?;
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
    let looked = rows.len();
    let mut json = json!({ "codes": rows, "seconds": whole.seconds() });
    if let Some(stop) = whole.told() {
        let _ = writeln!(text, "{stop}: {looked} of 64 codes were looked at");
        json["stopped"] = json!(stop.to_string());
    }
    Ok(Reply { text, json, exit: if whole.told().is_some() { Exit::Limit } else { Exit::Fine } })
}
