//! What the crate decides, against the definitions.

mod digits;
mod heap;
mod search;
