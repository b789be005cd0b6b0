//! Planar Sprouts (Conway and Paterson 1967) on the library's trait for impartial games that fall apart.
//!
//! Spots are drawn on paper. A move draws a curve from a spot to a spot, or back to the same, that meets no other curve, and puts a new
//! spot on it; no spot may have more than three curves. Nothing here searches: [`Sprouts`] says what the moves are, and the
//! library's `Sums` does the rest.
#![forbid(unsafe_code)]

mod canonical;
mod moves;
mod notation;
mod position;
mod simplify;

pub use notation::{MOST, read, text};
pub use position::{Land, start};

use grundy::Impartial;
use std::convert::Infallible;

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sprouts;

impl Impartial for Sprouts {
    type Part = Land;
    type Failure = Infallible;

    fn moves(&mut self, land: &Land, lead: &mut dyn FnMut(Vec<Land>)) -> Result<(), Infallible> {
        moves::moves(land, lead);
        Ok(())
    }

    fn most_moves(&self, land: &Land) -> Option<u32> {
        Some(land.lives() - 1)
    }
}
