//! The walls and the mast of a value.

use super::{PictureAnswer, PictureFacts};
use crate::budget::Budget;
use crate::problem::Problem;
use crate::value::{LibraryPositions, value_problem};
use grundy_answer::{Standing, message};
use grundy_draw::{Corner, Exact, Picture, Thermograph};
use grundy_value::{Answer, Arena, Calculator, Dyadic, Wall};

/// The thermograph of an expression of the calculator.
pub fn thermograph_picture(
    expr: &str,
    positions: &LibraryPositions,
    title: Option<&str>,
    budget: &Budget,
) -> Result<PictureAnswer, Problem> {
    let arena = Arena::new();
    let values = arena.values(budget);
    let halted = |halt: grundy_value::Halt| Problem::bad_input("value", halt.to_string());
    let answer = Calculator::new(positions).evaluate(values, expr);
    let graph = match answer.map_err(|fault| value_problem(&fault, expr))? {
        Answer::Game(game) => values.thermograph(game).map_err(halted)?,
        Answer::Thermograph(graph) => *graph,
        other => {
            let cause = format!("`{expr}` is {}, which has no thermograph", other.kind());
            return Err(Problem::bad_input("value", cause).remedy("give a short game, such as {2||1|0}"));
        }
    };
    let standing = Standing::Proved(message!("exact arithmetic on canonical forms"));
    let foot = Corner { value: exact(&graph.mean), temperature: exact(&graph.temperature) };
    Ok(PictureAnswer {
        words: message!("mean {}, temperature {}", graph.mean.to_string(), graph.temperature.to_string()),
        facts: PictureFacts::Thermograph {
            mean: graph.mean.to_string(),
            temperature: graph.temperature.to_string(),
            standing: standing.clone(),
        },
        picture: Picture::Thermograph(Thermograph {
            title: title.unwrap_or(expr).to_string(),
            standing: Some(standing),
            left: corners(&graph.left, &foot),
            right: corners(&graph.right, &foot),
        }),
        stopped: None,
    })
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
