//! The tests of this crate, one program, so that it is linked once.

mod measure;
mod parts;
mod points;
mod twins;
