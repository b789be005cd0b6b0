//! The tests of this crate, one program, so that it is linked once.

mod agree;
mod mutants;
mod strategy;
mod translation;
