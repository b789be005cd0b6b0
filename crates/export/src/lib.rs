//! Functions to take away: what is known of a game, as a standalone text in C++, Python or Rust.
//!
//! The best that is known is written: a closed form that is proved, a table with its proved period, a proved automaton,
//! or else the recursion of the rules themselves, remembered. All of them become one small program ([`Program`]), which
//! three printers write. What the text may be relied on for stands in its head.
#![forbid(unsafe_code)]

mod automaton;
mod cases;
mod cut;
mod ends;
mod export;
mod formula;
mod period;
mod print;
mod program;
mod translate;

pub use cases::{Case, cases};
pub use export::{Asked, Exported, Method, Parameters, Whole, export};
pub use print::{Lang, print};
pub use program::*;
pub use translate::Untranslated;
