//! The tests of this crate, one program, so that it is linked once.

mod boards;
mod forever;
mod heaps;
mod limits;
mod lines;
mod misere;
mod nimbers;
mod placing;
mod textbook;
mod values;
