//! The normal form of a position: taken apart where a split holds, each part as its least image. Which splits and
//! symmetries hold is proved by `rule` or checked by `solve`; this file applies them.

use crate::game::Game;
use crate::layout::Packed;
use crate::split::Adjacency;
use crate::state::State;
use crate::symmetry::{Image, sorted_cells};
use std::sync::Arc;

/// Normal forms of the positions of one game.
pub struct Reducer {
    game: Arc<Game>,
    split: Option<Adjacency>,
    images: Vec<Image>,
    sorted: Vec<usize>,
}

impl Reducer {
    /// By the parts of a split, the least of these images and the identity, and the sorted cells of these fields.
    pub fn new(game: &Arc<Game>, split: Option<&Adjacency>, images: &[Image], sorted: &[usize]) -> Reducer {
        Reducer { game: game.clone(), split: split.cloned(), images: images.to_vec(), sorted: sorted.to_vec() }
    }

    /// Whether every position is its own normal form.
    pub fn is_identity(&self) -> bool {
        self.split.is_none() && self.images.is_empty() && self.sorted.is_empty()
    }

    /// Appends the words of each part in its least image, in the order of the parts' first elements.
    pub fn reduce(&self, packed: &[u64], out: &mut Vec<u64>) {
        if self.is_identity() {
            out.extend_from_slice(packed);
            return;
        }
        let state = self.game.unpack(packed);
        let parts = match &self.split {
            Some(split) => split.parts(&state),
            None => vec![state],
        };
        for part in parts {
            out.extend_from_slice(&self.least(part));
        }
    }

    fn least(&self, state: State) -> Packed {
        let sorted = |mut state: State| {
            for &field in &self.sorted {
                sorted_cells(&mut state, field, &self.game.shapes[field]);
            }
            self.game.pack(&state).expect("an image of a position is a position")
        };
        let images = self.images.iter().map(|image| sorted(self.game.image(image, &state)));
        let least = images.min();
        let here = sorted(state);
        least.map_or(here.clone(), |least| least.min(here))
    }
}
