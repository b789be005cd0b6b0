//! Moves and endings of a game as native code, by Cranelift. Parameters are constants, sets and boards are words, and
//! what is the same for many elements is done for all of them at once. Interpretation is the meaning: what differs
//! from it is wrong, and what is not compiled falls back to it, game by game, with the reason.
#![allow(unsafe_code)]

mod ahead;
mod body;
mod cells;
mod cond;
mod ending;
mod engine;
mod lanes;
mod loops;
mod maker;
mod moves;
mod number;
mod reach;
mod set;
mod sink;
mod swap;
mod table;
mod word;

pub use engine::Native;
