//! The checker of solved positions: small enough to be read whole, and the only thing beside the language front (`rule`) and
//! the interpreter (`run`) that has to be right for a certificate to be believed.
//!
//! A certificate lists statements "in this position this player gets at least this much", or "this component has this
//! value", in an order in which each follows from earlier ones by one turn of the rules. [`verify`] reads the rules and
//! the position itself, makes every move by interpretation, and takes nothing but the statements from the certificate. The
//! format is specified in `docs/certificates-format.md`, why acceptance means truth in `docs/trust.md`.
#![forbid(unsafe_code)]

mod entries;
mod games;
mod header;
mod key;
mod lines;
mod measure;
mod moves;
mod parts;
mod section;
mod strategy;
mod values;
mod verify;

pub use entries::Entries;
pub use games::{Games, Part, Parts, Step};
pub use header::{Claim, Header, Needs, PlayedBy, Proves, side_word};
pub use key::{Stepped, add_step};
pub use lines::{Lines, number};
pub use measure::{Bound, Measure};
pub use moves::{Interpreted, Likeness, Maker, Moves, interpreted};
pub use section::{Event, Headings, Listing, Section, tick};
pub use strategy::{SAMPLED, Shared};
pub use verify::{Malformed, Opened, Unproved, Verified, open, verify};

/// The first line of every certificate of a solved position.
pub const FIRST_LINE: &str = "grundy solution 2";
