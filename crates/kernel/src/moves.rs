//! Who makes the moves of a game for the checker. The plain checker interprets the rules. Another maker may be faster; then
//! more is trusted, and the verdict says so.

use crate::parts;
use grundy_run::{Ending, Faulty, Flow, Game, Led, Side, Stuck, Turn};
use std::sync::Arc;

/// A line of the rules by which a certificate takes several positions for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// A position is the sum of its parts by this `split` line, counted from 0.
    Split(usize),
    /// A position is worth what its images by this `symmetry` line are worth, counted from 0.
    Symmetry(usize),
}

/// The moves and endings of one game, as `Game::each_move`, `Game::ending` and `Game::forever` define them.
pub trait Moves: Send + Sync {
    /// Calls `visit` with every move of `mover` in the order of the language, the points it gains and who moves then.
    fn each(&self, packed: &[u64], mover: Side, visit: &mut dyn FnMut(Led<'_>, i64, Turn) -> Flow) -> Faulty<()>;

    /// Writes the words that the moves of `mover` lead to, in a game of one word, if every one leads to one position, passes
    /// the turn and gains nothing, and says how many they are; nothing if some move does not, or if that is not known.
    fn words_led_to(&self, _word: u64, _mover: Side, _into: &mut Vec<u64>) -> Option<usize> {
        None
    }

    /// The first verdict that holds.
    fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Faulty<Option<Ending>>;

    /// How play for ever through this position ends.
    fn forever(&self, packed: &[u64], mover: Side) -> Faulty<Ending>;

    /// Whether a likeness holds at every position of the game. Images by a symmetry that is not known to hold are compared
    /// position by position; a split that is not known to hold is refused.
    fn knows(&self, likeness: Likeness) -> bool;
}

/// Makes the moves of a game.
pub type Maker<'a> = dyn Fn(&Arc<Game>) -> Box<dyn Moves> + Sync + 'a;

/// Interpretation of the rules.
pub struct Interpreted(pub Arc<Game>);

/// The maker that interprets.
pub fn interpreted(game: &Arc<Game>) -> Box<dyn Moves> {
    Box::new(Interpreted(game.clone()))
}

impl Moves for Interpreted {
    fn each(&self, packed: &[u64], mover: Side, visit: &mut dyn FnMut(Led<'_>, i64, Turn) -> Flow) -> Faulty<()> {
        self.0.each_led(packed, mover, &mut |_, led, gain, turn| visit(led, gain, turn))
    }

    fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Faulty<Option<Ending>> {
        self.0.ending(packed, mover, stuck)
    }

    fn forever(&self, packed: &[u64], mover: Side) -> Faulty<Ending> {
        self.0.forever(packed, mover)
    }

    fn knows(&self, likeness: Likeness) -> bool {
        match likeness {
            Likeness::Split(line) => parts::is_sum_of_parts(&self.0, line),
            Likeness::Symmetry(_) => false,
        }
    }
}
