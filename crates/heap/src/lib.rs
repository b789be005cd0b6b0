//! Heap games: a move removes some beans from one heap and leaves the rest as a number of heaps.
//!
//! A [`Code`] is the text people write (`S{1,3,4}`, `0.77`, `4.3...`), a [`HeapRule`] what it means. Everything
//! that computes takes the rule, so that rules found elsewhere get the same answers as codes.

mod code;
mod far;
mod general;
mod keys;
mod lane;
mod mask;
mod number;
mod octal;
mod options;
mod outcomes;
mod period;
mod plain;
mod recurrence;
mod rule;
pub mod save;
mod sequence;
mod shift;
mod sparse;
mod spread;
mod statistics;
mod strip;
pub mod survey;
mod table;
mod takes;
mod triple;
mod values;

pub use code::{Code, CodeError};
pub use number::{NumberError, parse_number};
pub use options::{Options, Parts};
pub use outcomes::Outcomes;
pub use period::{Period, Search, observe, search};
pub use rule::{Digit, HeapRule, Kinship, MAX_HEAPS, MAX_TAKE, RuleError};
pub use sequence::{Moves, Reach, Sequence};
pub use statistics::{Space, Statistics};
pub use table::{Halt, Method, Table};
pub use takes::Play;
pub use values::{MAX_VALUE, Values};
