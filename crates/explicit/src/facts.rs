//! What is proved of the `split` and `symmetry` lines of a game at its parameters, as facts with their reasons.

use crate::reductions::Held;
use grundy_rule::{Fact, Rules};
use grundy_run::{Game, value_text};

/// The facts about the claims of one game at given parameters.
#[derive(Clone, Debug)]
pub struct ClaimFacts {
    /// The game is the sum of the parts of its first `split`.
    pub split_sound: Fact,
    /// Every map of the `symmetry` lines is a symmetry.
    pub symmetry_sound: Fact,
}

impl ClaimFacts {
    /// Of rules, at the parameters of `game`, which is made of them; nothing is known where there is no such game.
    pub fn of(rules: &Rules, game: Option<&Game>) -> ClaimFacts {
        let unclaimed = |word: &str| Fact::Unknown(format!("there is no `{word}`"));
        if rules.splits.is_empty() && rules.symmetries.is_empty() {
            return ClaimFacts { split_sound: unclaimed("split"), symmetry_sound: unclaimed("symmetry") };
        }
        let (at, held) = match game {
            None => {
                (String::new(), Err("it is decided at given parameters, and there is no start position".to_string()))
            }
            Some(game) => {
                let held = Held::of(game);
                (at(game), held.map_err(|beyond| format!("the moves cannot be written out: {}", beyond.0)))
            }
        };
        let fact = |claimed: bool, word: &str, holds: fn(&Held) -> bool, yes: &str, no: &str| match &held {
            _ if !claimed => unclaimed(word),
            Err(why) => Fact::Unknown(why.clone()),
            Ok(held) if holds(held) => Fact::Proved(format!("{at}{yes}")),
            Ok(_) => Fact::Unknown(format!("{at}{no}")),
        };
        ClaimFacts {
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

/// `at R = 4, C = 5: `, or nothing for a game without parameters.
fn at(game: &Game) -> String {
    let values = game.rules.params.iter().zip(&game.params);
    let values: Vec<String> =
        values.map(|(param, value)| format!("{} = {}", param.name, value_text(value, None))).collect();
    if values.is_empty() { String::new() } else { format!("at {}: ", values.join(", ")) }
}
