//! Misère play of impartial games: whoever makes the last move loses.
//!
//! Two theories, for any finite closed set of positions given by option lists ([`Ruleset`]: heap codes as they are,
//! [`Positions`] written out, [`Closure`] from a move generator):
//!
//! - canonical forms and genus ([`Forms`], [`Genus`]): equality in all company, exact and soon large;
//! - indistinguishability quotients ([`Growth`], [`Solution`], [`Quotient`]): equality in company of the game's own
//!   positions, a finite commutative monoid from which the outcome and all winning moves of every sum are read.
//!
//! A quotient is found by computing the set of all P-positions exactly, as a recognisable set of vectors (`diagram`,
//! `losing`), and reading off its syntactic monoid. [`check`] decides from the quotient and the moves alone whether it is
//! right, sharing nothing with the finder; [`compare`] holds it against direct search.
#![forbid(unsafe_code)]

mod canonical;
mod check;
mod closure;
mod diagram;
mod genus;
mod growth;
mod hash;
mod losing;
mod period;
mod quotient;
mod ruleset;
mod save;
mod search;
mod solution;
mod tame;

pub use canonical::{Forms, MisereForm, ZERO};
pub use check::{Checked, Failure, Refuted, check};
pub use closure::{Closure, Unclosed};
pub use genus::{Genus, Species};
pub use growth::Growth;
pub use losing::Halt;
pub use period::Period;
pub use quotient::{Element, IDENTITY, MisereOutcome, NotGenerated, Quotient};
pub use ruleset::{NotClosed, Positions, Ruleset, Take};
pub use save::Damaged;
pub use search::{Bounds, Compared, Leaves, Search, compare, losing_heaps};
pub use solution::{Move, Solution};
pub use tame::Tame;
