//! Loopy values: finite graphs of positions in which play may go round (*Winning Ways* ch. 11; Siegel, *CGT* ch. VI).
//!
//! A game is known by its two sides: the onside, where infinite play counts as a win for Left, and the offside, where it counts for
//! Right. When both are the same stopper (a game that alone cannot be played for ever alternately), that is its canonical form.

mod graph;
mod komaster;
mod notation;
mod order;
mod sided;
mod simplify;
mod stops;
mod trajectory;

pub(crate) use graph::LIMIT;
pub use graph::{Ending, Graph};
pub use komaster::{KoFight, KoKind, KoRefusal, KoThermograph};
pub use sided::{Named, Sided};
pub use trajectory::{Rational, Trajectory};
