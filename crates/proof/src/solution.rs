//! Certificates of solved positions: strategies and values listed position by position, and their checker.
//!
//! A certificate lists statements "in this position this player gets at least so much", or "this component has this
//! Grundy value", in an order in which each follows from earlier ones by one turn of the rules. The checker makes
//! the moves itself by `run`, and takes nothing but the statements from the certificate. The format is specified in
//! `docs/certificates.md`.

mod books;
mod canonical;
mod collect;
mod forms;
mod games;
mod header;
mod heaps;
mod key;
mod labels;
mod lines;
mod loopy;
mod measure;
mod steps;
mod strategy;
mod trail;
mod turn;
mod values;
mod verify;
mod walk;
mod worth;
mod writer;

pub use header::{Claim as SolvedClaim, Header, PlayedBy, Proves};
pub use measure::{Bound, Measure};
pub use verify::{Checking, Confirmed, Opened, Unproved, open};
pub use walk::{Known, NotWritten, Oracle};
pub use writer::{canonical, loopy, write};

/// The first line of every certificate of a solved position.
pub const FIRST_LINE: &str = "grundy solution 1";
