//! Exact linear algebra and linear programming: what the games are solved with.

pub mod cone;
mod exact;
mod field;
mod guess;
mod lift;
pub mod program;
pub mod tableau;

pub use lift::Fractions;
