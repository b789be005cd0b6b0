//! The tests of this crate, one program, so that it is linked once.

mod claims;
mod discover;
mod games;
mod mutation;
mod names;
mod operations;
