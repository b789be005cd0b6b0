//! The normal form of a position: taken apart where a split holds, each part as its least image. Which splits and
//! symmetries hold is proved by `rule` or checked by `solve`; this file applies them.

use crate::bits::{Flood, MOST_WORDS, Moved, Words, sort};
use crate::game::Game;
use crate::layout::{Packed, Place};
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
    /// The same on packed words, where they are few.
    bits: Option<Bits>,
}

struct Bits {
    words: usize,
    flood: Option<Flood>,
    images: Vec<Moved>,
    sorted: Vec<Place>,
}

impl Reducer {
    /// By the parts of a split, the least of these images and the identity, and the sorted cells of these fields.
    pub fn new(game: &Arc<Game>, split: Option<&Adjacency>, images: &[Image], sorted: &[usize]) -> Reducer {
        let bits = Bits::new(game, split, images, sorted);
        Reducer { game: game.clone(), split: split.cloned(), images: images.to_vec(), sorted: sorted.to_vec(), bits }
    }

    /// Whether every position is its own normal form.
    pub fn is_identity(&self) -> bool {
        self.split.is_none() && self.images.is_empty() && self.sorted.is_empty()
    }

    /// Whether a normal form may stand for other positions than itself.
    pub fn has_images(&self) -> bool {
        !self.images.is_empty() || !self.sorted.is_empty()
    }

    /// Whether a position is its own image by some map that is not the identity: then others are met together with theirs.
    pub fn fixes(&self, packed: &[u64]) -> bool {
        let state = self.game.unpack(packed);
        let same = |image: &Image| self.game.pack(&self.game.image(image, &state)).is_some_and(|to| to[..] == *packed);
        !self.sorted.is_empty() || self.images.iter().any(same)
    }

    /// Appends the words of each part in its least image, in the order of the parts' first elements. A position whose
    /// split field is empty has no parts.
    pub fn reduce(&self, packed: &[u64], out: &mut Vec<u64>) {
        match &self.bits {
            _ if self.is_identity() => out.extend_from_slice(packed),
            Some(bits) => bits.reduce(packed, out),
            None => self.reduce_by_fields(packed, out),
        }
    }

    /// The same by the definition, field by field.
    pub fn reduce_by_fields(&self, packed: &[u64], out: &mut Vec<u64>) {
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

impl Bits {
    fn new(game: &Game, split: Option<&Adjacency>, images: &[Image], sorted: &[usize]) -> Option<Bits> {
        let words = game.layout.words();
        if words > MOST_WORDS {
            return None;
        }
        let flood = match split {
            Some(split) => Some(Flood::new(game, split)?),
            None => None,
        };
        let images = images.iter().map(|image| Moved::new(game, image)).collect::<Option<_>>()?;
        Some(Bits { words, flood, images, sorted: sorted.iter().map(|&field| game.layout.places[field]).collect() })
    }

    fn reduce(&self, packed: &[u64], out: &mut Vec<u64>) {
        let mut here = [0; MOST_WORDS];
        here[..self.words].copy_from_slice(packed);
        let mut least = |part: &Words| {
            let mut least = self.ordered(*part);
            for image in &self.images {
                let other = self.ordered(image.apply(part));
                if other[..self.words] < least[..self.words] {
                    least = other;
                }
            }
            out.extend_from_slice(&least[..self.words]);
        };
        match &self.flood {
            Some(flood) => flood.each(&here, least),
            None => least(&here),
        }
    }

    fn ordered(&self, mut words: Words) -> Words {
        self.sorted.iter().for_each(|place| sort(&mut words, place));
        words
    }
}
