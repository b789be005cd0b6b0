//! Values of two-player games: nimbers, dyadic numbers, short partizan games in canonical form, thermographs.
//!
//! Values live in an [`Arena`], are named by [`Game`] handles and computed by [`Values`], the arena with a watch. A solver makes values
//! bottom up from option lists, from as many threads as it likes:
//!
//! ```
//! use grundy_answer::Unwatched;
//! use grundy_value::{Arena, Game};
//!
//! let arena = Arena::new();
//! let values = arena.values(&Unwatched);
//! let switch = values.game(vec![Game::ONE], vec![Game::integer(-1)])?;
//! assert_eq!(values.sum(switch, switch)?, Game::ZERO);
//! assert_eq!(values.text(switch)?, "+-1");
//! # Ok::<(), grundy_value::Halt>(())
//! ```
//!
//! [`Calculator`] reads expressions; [`Positions`] is how it is given games described elsewhere.
#![forbid(unsafe_code)]

mod advice;
mod arena;
mod atomic;
mod calculator;
mod canonical;
mod company;
mod compound;
mod dyadic;
mod form;
mod game;
mod halt;
mod lattice;
mod loopy;
mod measure;
mod memo;
mod named;
mod nimber;
mod notation;
mod nus;
mod order;
mod ordinal;
mod orthodox;
mod product;
mod reduced;
mod sensible;
mod side;
mod slab;
mod sum;
mod temper;
mod thermograph;
mod transfinite;
mod uptimal;
mod wall;

pub use advice::{Advice, Merit};
pub use arena::{Arena, HEIGHT_LIMIT, Options, Values};
pub use calculator::{
    Answer, Calculator, Fault, Function, Grid, NoPositions, Piece, Plot, Positions, functions, statements,
};
pub use company::{Choice, Company};
pub use compound::Together;
pub use dyadic::{BITS_LIMIT, Dyadic, End};
pub use form::CanonicalForm;
pub use game::Game;
pub use halt::Halt;
pub use lattice::{LAST_DAY, Order};
pub use loopy::{Ending, Graph, KoFight, KoKind, KoRefusal, KoThermograph, Named, Rational, Sided, Trajectory};
pub use measure::{Ends, Parity};
pub use nimber::Nimber;
pub use notation::Notation;
pub use nus::Nus;
pub use order::{Outcome, Relation};
pub use ordinal::Ordinal;
pub use side::Side;
pub use thermograph::Thermograph;
pub use transfinite::alpha;
pub use uptimal::Uptimal;
pub use wall::Wall;
