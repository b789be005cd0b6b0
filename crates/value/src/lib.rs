//! Values of two-player games: nimbers, dyadic numbers, short partizan games in canonical form, thermographs.
//!
//! Values live in an [`Arena`], are named by [`Game`] handles and computed by [`Values`], the arena with a watch.
#![forbid(unsafe_code)]

mod arena;
mod atomic;
mod calculator;
mod canonical;
mod compound;
mod dyadic;
mod game;
mod halt;
mod loopy;
mod measure;
mod memo;
mod named;
mod nimber;
mod notation;
mod nus;
mod order;
mod reduced;
mod side;
mod slab;
mod sum;
mod temper;
mod thermograph;
mod wall;

pub use arena::{Arena, HEIGHT_LIMIT, Options, Values};
pub use calculator::{Answer, Calculator, Fault, Function, NoPositions, Positions, functions};
pub use compound::Together;
pub use dyadic::{BITS_LIMIT, Dyadic, End};
pub use game::Game;
pub use halt::Halt;
pub use loopy::{Ending, Graph, Named, Sided};
pub use nimber::Nimber;
pub use notation::Notation;
pub use nus::Nus;
pub use order::{Outcome, Relation};
pub use side::Side;
pub use thermograph::Thermograph;
pub use wall::Wall;
