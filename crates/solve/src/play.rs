//! A game being played, and who answers.

pub(crate) mod opponent;
pub(crate) mod playing;
