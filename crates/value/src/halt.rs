//! Why an operation on values gave no value: it was stopped, or a stated bound would be passed.

use grundy_answer::Stop;
use std::fmt;

/// No value was computed. What is already in the arena stays correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The watch said stop.
    Stopped(Stop),
    /// A form nests deeper than [`crate::HEIGHT_LIMIT`] levels that are not number + ups + nimber.
    TooDeep,
    /// A number, a multiple or an option list would be larger than the bound named.
    TooLarge(&'static str),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Stopped(stop) => write!(f, "{stop}"),
            Halt::TooDeep => write!(f, "the canonical form nests deeper than {} levels", crate::HEIGHT_LIMIT),
            Halt::TooLarge(what) => write!(f, "too large: {what}"),
        }
    }
}

impl std::error::Error for Halt {}
