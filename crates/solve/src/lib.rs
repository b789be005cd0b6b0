//! Who wins, by which moves, how soon, by how much. Nothing here parses, prints or opens files; every long computation
//! runs under a watch and, told to stop, says what it knows.
#![forbid(unsafe_code)]

mod answer;
mod grundy;
mod loopy;
mod nodes;
mod parts;
mod retrograde;
mod search;
mod solve;
mod work;

pub use answer::{Answer, Class, Grundy, Refusal, Winner, WinningMove};
pub use solve::{Question, solve};

/// At most this many winning moves are listed; all are counted.
pub const MOST_LISTED: usize = 10_000;
