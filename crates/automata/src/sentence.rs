//! The sentences that make a claim about given moves a theorem for all sizes.
//!
//! A position is a tuple of naturals. If some linear form with weights >= 0 falls with every move
//! ([`measure`]), plays end and induction over it is allowed; then "x is in P exactly if no move leads into P"
//! ([`outcome`]) has one solution, the set of P-positions, and "v is the least number that no option has"
//! ([`grundy`], [`grundy_values`]) one solution, the Grundy function (Sprague 1935, Grundy 1939); so has the length of
//! best play ([`plies`]). Each sentence is
//! decided on automata; a false one comes with a position where it fails.

mod domain;
mod grundy;
mod measure;
mod moves;
mod outcome;
mod plies;
mod refutation;
mod values;

pub use domain::closed;
pub use grundy::grundy;
pub use measure::{measure, weigh};
pub use moves::{MoveRel, Moves, SplitRel};
pub use outcome::{Convention, OutcomeClaim, outcome};
pub use plies::plies;
pub use refutation::{Refutation, Verdict, Why};
pub use values::grundy_values;
