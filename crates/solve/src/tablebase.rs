//! Every position of a game solved and handed over one by one: all positions by number, or all that play leads to.
//! Numbers and codes are those of docs/tablebase.md.

mod answers;
mod code;
mod levels;
mod numbering;
mod pieces;
mod reached;
mod stratum;
mod whole;

pub use answers::{TableAnswers, TableSource};
pub use code::{Solution, TableKind};
pub use numbering::{Digits, Exchange, Movers, Numbering};
pub use pieces::{InMemory, Piece, Pieces};
pub use reached::{Reached, StratumCount, Unbuilt, build_reached};
pub use whole::{Whole, build_whole};
