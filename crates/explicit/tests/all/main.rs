//! The tests of this crate, one program, so that it is linked once.

mod found;
mod library;
mod undefined;
