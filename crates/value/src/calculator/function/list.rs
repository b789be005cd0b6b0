//! Functions of lists.

use super::Call;
use super::table::What;
use crate::calculator::answer::Answer;
use crate::calculator::fault::Fault;
use crate::{Dyadic, Game, Halt, Side, Values};

pub(super) fn apply(what: What, call: &Call<'_>) -> Result<Answer, Fault> {
    let values = call.values;
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    if what == What::Text {
        return call.arguments[0].text(values).map(Answer::Text).map_err(halt);
    }
    // Several arguments are a list too.
    let all: Vec<Answer> = match (&call.arguments[..], what) {
        ([Answer::List(all)], _) | ([Answer::List(all), _], What::Join) => all.clone(),
        (several, What::Extreme(_) | What::SumOf) => several.to_vec(),
        ([other, ..], _) => {
            return Err(call.fault("kind", format!("a list is expected here, this is {}", other.kind())));
        }
        ([], _) => Vec::new(),
    };
    Ok(match what {
        What::Count => Answer::Game(values.number(&Dyadic::from(all.len() as i64)).map_err(halt)?),
        What::Reverse => Answer::List(all.into_iter().rev().collect()),
        What::SumOf => {
            let mut total = Answer::Game(Game::ZERO);
            for one in &all {
                total = values.binary("+", &total, one, &call.span)?;
            }
            total
        }
        What::Extreme(side) => {
            let mut best: Option<Dyadic> = None;
            for one in &all {
                let number = match one {
                    Answer::Game(game) => values.as_number(*game),
                    _ => None,
                };
                let number = number.ok_or_else(|| call.fault("kind", "all elements must be numbers"))?;
                let is_better = |best: &Dyadic| if side == Side::Left { number > *best } else { number < *best };
                if best.as_ref().is_none_or(is_better) {
                    best = Some(number);
                }
            }
            let best = best.ok_or_else(|| call.fault("arguments", "the list is empty"))?;
            Answer::Game(values.number(&best).map_err(halt)?)
        }
        What::Unique => {
            let mut kept: Vec<Answer> = Vec::new();
            for one in all {
                let mut is_new = true;
                for other in &kept {
                    is_new = is_new && !values.same(&one, other, &call.span)?;
                }
                if is_new {
                    kept.push(one);
                }
            }
            Answer::List(kept)
        }
        What::Join => {
            let between = match call.arguments.get(1) {
                Some(Answer::Text(between)) => between.as_str(),
                None => "",
                Some(other) => {
                    return Err(call.fault("kind", format!("a text is expected here, this is {}", other.kind())));
                }
            };
            let texts: Result<Vec<String>, Halt> = all.iter().map(|one| one.text(values)).collect();
            Answer::Text(texts.map_err(halt)?.join(between))
        }
        _ => sorted(values, all, call)?,
    })
}

fn sorted(values: Values<'_>, all: Vec<Answer>, call: &Call<'_>) -> Result<Answer, Fault> {
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    let games = |all: &[Answer]| -> Option<Vec<Game>> {
        all.iter().map(|one| if let Answer::Game(game) = one { Some(*game) } else { None }).collect()
    };
    if let Some(mut games) = games(&all) {
        sort(values, &mut games).map_err(halt)?;
        return Ok(Answer::List(games.into_iter().map(Answer::Game).collect()));
    }
    let mut keyed = Vec::new();
    for one in all {
        keyed.push((one.text(values).map_err(halt)?, one));
    }
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(Answer::List(keyed.into_iter().map(|(_, one)| one).collect()))
}

/// Sorts games so that none comes after a larger one; among those that may come next, by right stop, left stop and form.
pub(super) fn sort(values: Values<'_>, games: &mut Vec<Game>) -> Result<(), Halt> {
    let mut keyed = Vec::new();
    for &game in games.iter() {
        let stops = [Side::Right, Side::Left].map(|side| values.as_number(values.stop(game, side)));
        let text = values.text(game)?;
        keyed.push((stops, text.len(), text, game));
    }
    keyed.sort();
    // The sum of the stops grows with the game, so that this order is one of the game's wherever stops differ; ties are put right.
    let mut sorted: Vec<Game> = Vec::new();
    for (.., game) in keyed {
        let mut at = sorted.len();
        for (place, &other) in sorted.iter().enumerate() {
            if values.at_most(game, other)? && game != other {
                at = place;
                break;
            }
        }
        sorted.insert(at, game);
    }
    *games = sorted;
    Ok(())
}
