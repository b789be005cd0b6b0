//! Small games made by chance: in the manner of the library, written by type over every construct of the language, and
//! near misses, sound games with one thing disturbed. What is proved of any of them must hold at every position, and
//! every engine must agree with the definitions on it.

mod bodies;
mod defaults;
mod expr;
mod more;
mod moves;
mod near;
mod nothing;
mod numbers;
mod pieces;
mod plain;
mod reaching;
mod schema;
mod turns;
mod wide;
mod written;

use crate::dice::Dice;

/// A game and positions of it that are small enough to be solved from the definitions.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The rules.
    pub text: String,
    /// Positions, as expressions.
    pub positions: Vec<String>,
}

/// A game of any kind.
pub fn any(dice: &mut Dice) -> Sample {
    match dice.below(10) {
        0 => plain::any(dice),
        1..=5 => near::any(dice),
        _ => written::any(dice),
    }
}
