//! Everything a user can do, tried on the real binary and the real library; one program, so that it is linked once.

mod boundaries;
mod check;
mod diagnostics;
mod draw;
mod explain;
mod export;
mod fmt;
mod games;
mod golden;
mod known;
mod laws;
mod library;
mod matrix;
mod misere;
mod moves;
mod native;
mod play;
mod program;
mod prove;
mod refused;
mod sequence;
mod solve;
mod table;
mod tree;
mod value;
