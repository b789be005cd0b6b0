//! Games with payoffs: zero-sum matrix games, bimatrix games, and extensive games of perfect information.
//!
//! All arithmetic that an answer rests on is exact ([`number::Rational`]); floating point only guesses a basis,
//! which exact arithmetic then confirms or repairs. Nothing here opens a file or reads a clock.
#![forbid(unsafe_code)]

pub mod bimatrix;
pub mod dominance;
pub mod fault;
pub mod heatmap;
pub mod latex;
pub mod linear;
pub mod matrix;
pub mod number;
pub mod table;
pub mod tree;
pub mod zerosum;
