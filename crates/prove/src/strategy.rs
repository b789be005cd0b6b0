//! Who wins without a search: by a pairing of the board, by two equal halves, or by stealing the other's strategy.
//!
//! What is found here is small and checked again where it is used: a pairing by the checker of `proof`, halves by
//! comparing them, a theft by looking at one or two plies. A theft says who wins, not how.

mod pairing;
mod stealing;
mod twins;

pub use pairing::pairing;
pub use stealing::{extra_stone, stolen};
pub use twins::twins;

use grundy_answer::{Message, Standing, Watch};
use grundy_proof::Pairing;
use grundy_rule::Convention;
use grundy_run::{Component, Stored};

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wins {
    /// Who starts.
    First,
    /// Who does not.
    Second,
}

/// A strategy, or the proof that there is one.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Who has it.
    pub wins: Wins,
    /// The first move, where it is given.
    pub first: Option<String>,
    /// In words, a line each.
    pub words: Vec<Message>,
    /// How sure it is.
    pub standing: Standing,
    /// The pairing, where it is one.
    pub pairing: Option<Pairing>,
}

impl Strategy {
    /// Whether it says what to play, and not only who wins.
    pub fn names_moves(&self) -> bool {
        self.wins == Wins::Second || self.first.is_some()
    }
}

/// The strategy of a position that can be seen without a search, if one can.
pub fn strategy(start: &Component, watch: &dyn Watch) -> Option<Strategy> {
    let game = &start.game;
    let facts = game.facts();
    if Convention::of(&game.rules) == Convention::Normal && facts.acyclic.is_proved() {
        if let [Stored::Set(_)] = game.unpack(&start.packed).fields[..]
            && let Ok(board) = grundy_proof::Board::of(start)
            && let Some(found) = pairing(&board)
        {
            return Some(found);
        }
        if facts.impartial.is_proved() {
            return twins(start).or_else(|| stolen(start, watch));
        }
    }
    extra_stone(start, &facts, watch)
}
