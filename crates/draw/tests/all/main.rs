//! The tests of this crate, one program, so that it is linked once.

mod browser;
mod layout;
mod pictures;
mod samples;
