//! The tests of this crate, one program, so that it is linked once.

mod bounds;
mod calculator;
mod definitions;
mod known;
mod komaster;
mod language;
mod laws;
mod loopy;
mod nimbers;
mod ordinals;
mod play;
mod textbook;
