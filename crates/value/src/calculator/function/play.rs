//! Functions that advise play: in sums, beside an environment, and among the options of a game as it is written.

use super::Call;
use super::short::choices;
use super::table::What;
use crate::calculator::answer::Answer;
use crate::calculator::fault::Fault;
use crate::{Dyadic, Game, Halt, Merit, Values};
use std::cmp::Ordering;

/// What one of these functions advises.
pub(super) fn apply(what: What, call: &Call<'_>) -> Result<Answer, Fault> {
    let values = call.values;
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    let list = |games: Vec<Game>| Answer::List(games.into_iter().map(Answer::Game).collect());
    let numbers = |both: [Dyadic; 2]| -> Result<Answer, Fault> {
        let both: Result<Vec<Game>, Halt> = both.iter().map(|number| values.number(number)).collect();
        both.map(list).map_err(halt)
    };
    match what {
        What::Best(side) => match values.advice(&call.games()?, side).map_err(halt)? {
            Some(advice) => {
                let (at, option) = advice.choice;
                let option = values.text(option).map_err(halt)?;
                let merit = match advice.merit {
                    Merit::Dominates => "no other move is better in value".to_string(),
                    Merit::Stop(stop) => format!("reaches the stop {stop}"),
                    Merit::Between { low, high, loss } => {
                        format!("the stop lies between {low} and {high}, the move loses at most {loss}")
                    }
                };
                Ok(Answer::Text(format!("{}: {option}; {merit}", at + 1)))
            }
            None => Ok(Answer::Text("no move".to_string())),
        },
        What::StopBounds(side) => numbers(values.stop_bounds(&call.games()?, side).map_err(halt)?),
        What::OrthodoxOptions(side) => {
            let t = temperature(call, 1)?;
            values.orthodox_options(call.game(0)?, side, &t).map(list).map_err(halt)
        }
        What::Enriched => numbers(values.enriched(call.game(0)?, &temperature(call, 1)?).map_err(halt)?),
        What::Sentestrat(side) => {
            let (t, last) = (temperature(call, 0)?, call.count(1)? as usize);
            let parts = call.games()?.split_off(2);
            if last > parts.len() {
                return Err(call.fault("arguments", "there is no such summand"));
            }
            let choice = values.sentestrat(&parts, side, last.checked_sub(1), &t).map_err(halt)?;
            choices(values, choice.as_slice()).map_err(halt)
        }
        What::Sensible(side) => {
            let (left, right) = (games(values, call, 0)?, games(values, call, 1)?);
            values.sensible_options(&left, &right, side).map(list).map_err(halt)
        }
        What::SensibleLines(side) => {
            let (left, right) = (games(values, call, 0)?, games(values, call, 1)?);
            let lines = values.sensible_lines(&left, &right, side).map_err(halt)?;
            Ok(Answer::List(lines.into_iter().map(list).collect()))
        }
        _ => Err(call.fault("kind", "no advice of this kind")),
    }
}

/// A temperature, at least 0.
fn temperature(call: &Call<'_>, at: usize) -> Result<Dyadic, Fault> {
    let t = call.number(at)?;
    if t.sign() == Ordering::Less {
        return Err(call.fault("arguments", "temperatures of environments are at least 0"));
    }
    Ok(t)
}

/// A list of short games, or one alone.
fn games(values: Values<'_>, call: &Call<'_>, at: usize) -> Result<Vec<Game>, Fault> {
    let one = |answer: &Answer| {
        let one = Call { values, arguments: vec![answer.clone()], span: call.span.clone() };
        one.game(0)
    };
    match &call.arguments[at] {
        Answer::List(all) => all.iter().map(one).collect(),
        other => Ok(vec![one(other)?]),
    }
}
