//! `grundy draw thermograph EXPR`: the walls and the mast of a value.

use super::output::{Account, Output};
use crate::command::value;
use crate::reply::{Failure, Outcome};
use grundy_answer::Standing;
use grundy_draw::{Corner, Exact, Picture, Thermograph};
use grundy_value::{Answer, Arena, Calculator, Dyadic, Wall};
use serde_json::json;

/// Of which value.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw thermograph '{2||1|0}' -o t.svg
  grundy draw thermograph '{4|{2|-2}} + {1|-1}' -o t.png
  grundy draw thermograph 'Domineering(R=3, C=4)' -o d.svg")]
pub struct Args {
    /// An expression of the calculator (see `grundy value --help`).
    #[arg(allow_hyphen_values = true)]
    expr: String,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Outcome {
    args.output.format()?;
    let (arena, watch) = (Arena::new(), args.output.watch());
    let values = arena.values(&watch);
    let halted = |halt: grundy_value::Halt| Failure::bad_input("value", halt.to_string());
    let answer = Calculator::new(value::positions()).evaluate(values, &args.expr);
    let graph = match answer.map_err(|fault| value::failure(&fault, &args.expr))? {
        Answer::Game(game) => values.thermograph(game).map_err(halted)?,
        Answer::Thermograph(graph) => *graph,
        other => {
            let cause = format!("`{}` is {}, which has no thermograph", args.expr, other.kind());
            return Err(Failure::bad_input("value", cause).remedy("give a short game, such as {2||1|0}"));
        }
    };
    let mut account =
        Account { text: format!("mean {}, temperature {}", graph.mean, graph.temperature), ..Account::default() };
    let standing = Standing::Proved("exact arithmetic on canonical forms".to_string());
    account.json.insert("mean".into(), json!(graph.mean.to_string()));
    account.json.insert("temperature".into(), json!(graph.temperature.to_string()));
    account.json.insert("standing".into(), json!({ "kind": standing.kind(), "reason": standing.reason() }));
    let foot = Corner { value: exact(&graph.mean), temperature: exact(&graph.temperature) };
    let picture = Picture::Thermograph(Thermograph {
        title: args.output.title.clone().unwrap_or_else(|| args.expr.clone()),
        standing: Some(standing),
        left: corners(&graph.left, &foot),
        right: corners(&graph.right, &foot),
    });
    args.output.finish(&picture, account, &watch)
}

/// The corners of a wall up to the foot of the mast.
fn corners(wall: &Wall, foot: &Corner) -> Vec<Corner> {
    let corners = wall.corners().iter().map(|(t, value)| Corner { value: exact(value), temperature: exact(t) });
    let mut corners: Vec<Corner> = corners.filter(|corner| corner.temperature.at < foot.temperature.at).collect();
    corners.push(foot.clone());
    corners
}

fn exact(number: &Dyadic) -> Exact {
    let at = match number.small() {
        Some((numerator, exponent)) => numerator as f64 / 2f64.powi(exponent as i32),
        None => number.to_string().parse().unwrap_or(f64::NAN),
    };
    Exact { at, text: number.to_string() }
}
