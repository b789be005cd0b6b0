//! The tests of this crate, one program, so that it is linked once.

mod check;
mod pairing;
mod periods;
mod refused;
