//! The tests of this crate, one program, so that it is linked once.

mod forged;
mod key;
mod meaning;
mod solution;
mod textbook;
