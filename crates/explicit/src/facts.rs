//! What is proved of the `split` and `symmetry` lines of a game at its parameters, and what is found there without them, as
//! facts with their reasons.

use crate::automorphism::Automorphisms;
use crate::found::Found;
use crate::reductions::{Held, Players};
use crate::symbol::Beyond;
use grundy_rule::{Fact, Rules};
use grundy_run::{Game, Shape, value_text};

/// The facts about the claims of one game at given parameters.
#[derive(Clone, Debug)]
pub struct ClaimFacts {
    /// The game is the sum of the parts of its first `split`.
    pub split_sound: Fact,
    /// Every map of the `symmetry` lines is a symmetry.
    pub symmetry_sound: Fact,
    /// Some relation of elements takes positions apart.
    pub split_found: Fact,
    /// Some reordering of cells is a symmetry.
    pub symmetry_found: Fact,
}

impl ClaimFacts {
    /// Of rules, at the parameters of `game`, which is made of them; nothing is known where there is no such game.
    pub fn of(rules: &Rules, game: Option<&Game>) -> ClaimFacts {
        let unclaimed = |word: &str| Fact::Unknown(format!("there is no `{word}`"));
        let unwritten = |beyond: Beyond| format!("the moves cannot be written out: {}", beyond.0);
        let (at, held, found) = match game {
            None => {
                let why = || "it is decided at given parameters, and there is no start position".to_string();
                (String::new(), Err(why()), Err(why()))
            }
            Some(game) if game.shapes.iter().all(|shape| matches!(shape, Shape::One(_))) => {
                let found = Err("there are no cells that could be parted or reordered".to_string());
                (at(game), Held::of(game).map_err(unwritten), found)
            }
            Some(game) => {
                let found = Found::of(game, Players::Different).map_err(unwritten);
                (at(game), Held::of(game).map_err(unwritten), found)
            }
        };
        let fact = |claimed: bool, word: &str, holds: fn(&Held) -> bool, yes: &str, no: &str| match &held {
            _ if !claimed => unclaimed(word),
            Err(why) => Fact::Unknown(why.clone()),
            Ok(held) if holds(held) => Fact::Proved(format!("{at}{yes}")),
            Ok(_) => Fact::Unknown(format!("{at}{no}")),
        };
        let [split_found, symmetry_found] = match &found {
            Err(why) => [Fact::Unknown(why.clone()), Fact::Unknown(why.clone())],
            Ok(found) => {
                [split_fact(found, &at), symmetry_fact(found, held.as_ref().is_ok_and(|held| held.exchange), &at)]
            }
        };
        ClaimFacts {
            split_found,
            symmetry_found,
            split_sound: fact(
                !rules.splits.is_empty(),
                "split",
                |held| held.splits.first() == Some(&true),
                "every move needs connected elements and touches only those and their neighbours",
                "some move is not seen to keep to one part",
            ),
            symmetry_sound: fact(
                !rules.symmetries.is_empty(),
                "symmetry",
                |held| held.symmetries.iter().all(|holds| *holds),
                "the maps carry all moves and endings onto each other",
                "some map is not seen to carry all moves and endings onto each other",
            ),
        }
    }
}

fn split_fact(found: &Found, at: &str) -> Fact {
    match &found.split {
        None => Fact::Unknown(format!("{at}no relation of elements is seen to take positions apart")),
        Some(split) => {
            let pairs = split.neighbours.iter().map(Vec::len).sum::<usize>() / 2;
            Fact::Proved(format!("{at}every position is the sum of the parts that {pairs} pairs of elements make"))
        }
    }
}

fn symmetry_fact(found: &Found, exchange: bool, at: &str) -> Fact {
    let Automorphisms { maps, exchanging, order } = &found.symmetries;
    let both = if exchange || exchanging.is_some() { ", with the players in their places or exchanged" } else { "" };
    match order {
        None if maps.is_empty() => Fact::Unknown(format!("{at}too large to look for symmetries")),
        None => Fact::Proved(format!("{at}{} maps and their products are symmetries; there may be more", maps.len())),
        Some(1) if both.is_empty() => Fact::Unknown(format!("{at}no reordering of cells is seen to be a symmetry")),
        Some(1) => {
            Fact::Proved(format!("{at}exchanging the players is a symmetry, and no reordering of cells is seen to be"))
        }
        Some(order) => Fact::Proved(format!("{at}{order} reorderings of cells are symmetries{both}")),
    }
}

/// `at R = 4, C = 5: `, or nothing for a game without parameters.
fn at(game: &Game) -> String {
    let values = game.rules.params.iter().zip(&game.params);
    let values: Vec<String> =
        values.map(|(param, value)| format!("{} = {}", param.name, value_text(value, None))).collect();
    if values.is_empty() { String::new() } else { format!("at {}: ", values.join(", ")) }
}
