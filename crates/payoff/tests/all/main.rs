//! The tests of this crate, one program, so that it is linked once.

mod bimatrix;
mod plain;
mod tree;
mod zerosum;
