//! What every answer carries (its [`Standing`], a [`Message`] that can be said in any language) and what every
//! long computation is given (a [`Watch`]).
//!
//! This crate knows nothing of games; it exists so that the crates which compute speak of certainty and
//! of effort in one vocabulary, and so that none of them needs a clock or a terminal.
#![forbid(unsafe_code)]

mod message;
mod standing;
mod watch;

pub use message::{Message, Piece};
pub use standing::Standing;
pub use watch::{Allowance, Progress, Stop, Unwatched, Watch};
