//! Claims and patterns of rule files, decided for all sizes by finite automata.
//!
//! [`claims`] proves or refutes the `claim` lines of a game; [`pattern()`] finds the P-positions or the Grundy function
//! without a claim. Both translate the rules with `proof`, decide the sentences of `automata`, and hand back a
//! certificate that the checker of `proof` accepts on its own. What is outside arithmetic is checked to a bound by
//! `solve`, and says so.
#![forbid(unsafe_code)]

mod answered;
mod builder;
mod claims;
mod compared;
mod notions;
mod observed;
mod parameters;
mod pattern;
mod period;
mod recursive;
mod relations;
mod solved;
mod strategy;
mod subject;
mod undefined;

pub use answered::{answered, laws};
pub use builder::Builder;
pub use claims::{Counterexample, Decided, DecidedClaims, Effort, Verdict, claims};
pub use observed::{Observed, observe};
pub use pattern::{Found, Kind, NotFound, Pattern, pattern};
pub use period::period_certificate;
pub use relations::{certificate_table, relations};
pub use strategy::{Strategy, Wins, pairing, strategy};
pub use subject::Subject;

/// How many automaton states any step may have, unless asked otherwise.
pub const BUDGET: usize = 20_000;
