//! Laws that fit a table of numbers.
//!
//! [`guess()`] fits every candidate of a small grammar to the first part of a table, tests it on the rest, which has at least
//! [`TESTED`] times as many entries, and gives the shortest one that passes, beside the shortest one that does not. A
//! guess is never more than checked: nothing is said beyond the table, and no type of this crate can say more.
#![forbid(unsafe_code)]

mod expression;
mod fit;
mod guess;
mod law;
mod lost;
mod number;
mod product;
mod samples;
mod terms;

pub use expression::{Expression, Feature, Join};
pub use guess::{Failure, Guess, Known, guess};
pub use law::{Exception, Law};
pub use number::nim_product;
pub use samples::{Samples, Shown};

/// A law is tested on at least this many times the entries it was fitted to.
pub const TESTED: usize = 10;
