//! The tests of this crate, one program, so that it is linked once.

mod brute;
mod known;
