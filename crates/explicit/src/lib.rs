//! A game at given parameters with every move written out as bits, and what holds of it by meaning: which maps of
//! positions are symmetries, which relations take a position apart. Nothing here reads how the rules were spelt.
#![forbid(unsafe_code)]

mod automorphism;
mod blocks;
mod body;
mod canonical;
mod condition;
mod eval;
mod facts;
mod fields;
mod found;
mod game;
mod graph;
mod reductions;
mod rewrite;
mod speaking;
mod split;
mod symbol;
mod symmetry;

pub use automorphism::Automorphisms;
pub use condition::{Bits, Condition};
pub use facts::ClaimFacts;
pub use found::Found;
pub use game::{Explicit, ExplicitMove, Says, Wrong};
pub use reductions::{Held, Players, Reductions};
pub use rewrite::Rewrite;
pub use symbol::{Beyond, Count};
pub use symmetry::Symmetries;
