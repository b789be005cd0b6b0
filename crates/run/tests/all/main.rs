//! The tests of this crate, one program, so that it is linked once.

mod engine;
mod layout;
mod perft;
mod reduce;
