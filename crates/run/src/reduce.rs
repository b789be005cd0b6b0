//! The normal form of a position: taken apart where a split holds, each part as its least image. Which splits and
//! symmetries hold is proved by `rule` or checked by `solve`; this file applies them.

use crate::bits::{Flood, MOST_WORDS, Moved, Order, Words};
use crate::game::Game;
use crate::layout::Packed;
use crate::split::Adjacency;
use crate::state::State;
use crate::symmetry::{Blocks, Image};
use std::sync::Arc;

/// Normal forms of the positions of one game.
pub struct Reducer {
    game: Arc<Game>,
    split: Option<Adjacency>,
    images: Vec<Image>,
    sorted: Vec<Blocks>,
    /// The same on packed words, where they are few.
    bits: Option<Bits>,
}

struct Bits {
    words: usize,
    flood: Option<Flood>,
    images: Vec<Moved>,
    sorted: Vec<Order>,
}

impl Reducer {
    /// By the parts of a split, the least of these images and the identity, and these blocks sorted.
    pub fn new(game: &Arc<Game>, split: Option<&Adjacency>, images: &[Image], sorted: &[Blocks]) -> Reducer {
        let bits = Bits::new(game, split, images, sorted);
        Reducer { game: game.clone(), split: split.cloned(), images: images.to_vec(), sorted: sorted.to_vec(), bits }
    }

    /// Whether every position is its own normal form.
    pub fn is_identity(&self) -> bool {
        self.split.is_none() && self.images.is_empty() && self.sorted.is_empty()
    }

    /// Calls `visit` with the image of a position by each map; sorted cells have none.
    pub fn each_image(&self, packed: &[u64], mut visit: impl FnMut(&[u64])) {
        match &self.bits {
            Some(bits) => {
                let mut here = [0; MOST_WORDS];
                here[..bits.words].copy_from_slice(packed);
                bits.images.iter().for_each(|image| visit(&image.apply(&here)[..bits.words]));
            }
            None => {
                let state = self.game.unpack(packed);
                let image = |image| self.game.pack(&self.game.image(image, &state));
                self.images.iter().for_each(|map| visit(&image(map).expect("an image of a position is a position")));
            }
        }
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
            self.sorted.iter().for_each(|blocks| blocks.sorted(&mut state));
            self.game.pack(&state).expect("an image of a position is a position")
        };
        let images = self.images.iter().map(|image| sorted(self.game.image(image, &state)));
        let least = images.min();
        let here = sorted(state);
        least.map_or(here.clone(), |least| least.min(here))
    }
}

impl Bits {
    fn new(game: &Game, split: Option<&Adjacency>, images: &[Image], sorted: &[Blocks]) -> Option<Bits> {
        let words = game.layout.words();
        if words > MOST_WORDS {
            return None;
        }
        let flood = match split {
            Some(split) => Some(Flood::new(game, split)?),
            None => None,
        };
        let images = images.iter().map(|image| Moved::new(game, image)).collect::<Option<_>>()?;
        Some(Bits { words, flood, images, sorted: sorted.iter().map(|blocks| Order::new(game, blocks)).collect() })
    }

    fn reduce(&self, packed: &[u64], out: &mut Vec<u64>) {
        match (packed, &self.flood) {
            _ if !self.sorted.is_empty() => {}
            (&[one], None) => return self.least(&[one], out),
            (&[one, two], None) => return self.least(&[one, two], out),
            (&[one], Some(flood)) => return flood.each_in_word(one, |part| self.least(&[part], out)),
            _ => {}
        }
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

    /// Appends the least image of a position of exactly so many words.
    #[inline]
    fn least<const N: usize>(&self, packed: &[u64; N], out: &mut Vec<u64>) {
        let least = self.images.iter().fold(*packed, |least, image| least.min(image.image(packed)));
        out.extend_from_slice(&least);
    }

    fn ordered(&self, mut words: Words) -> Words {
        self.sorted.iter().for_each(|order| order.sort(&mut words));
        words
    }
}
