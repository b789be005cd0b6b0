//! Symmetries and splits on packed words: a symmetry moves bits, a split floods them. Both are tables of shifts.

use crate::game::Game;
use crate::layout::FieldBits;
use crate::shape::{Shape, Values};
use crate::split::Adjacency;
use crate::symmetry::{Blocks, Image};
use crate::value::Value;
use smallvec::SmallVec;

/// Positions of more words are treated field by field.
pub const MOST_WORDS: usize = 8;
/// More shifts than this for each word of a row that is looked up are slower than looking bytes up.
const MOST_SHIFTS: usize = 2;

/// A position in the making.
pub type Words = [u64; MOST_WORDS];

/// Where every bit goes; some are turned over.
pub struct Moved {
    words: usize,
    how: How,
    turned: Words,
}

enum How {
    /// Bits of `mask` in word `from` go to word `to`, rotated left.
    Shifts(Vec<Shift>),
    /// What each byte contributes: `rows[(byte * 256 + value) * words ..]`.
    Bytes(Vec<u64>),
}

struct Shift {
    from: usize,
    to: usize,
    mask: u64,
    left: u32,
}

impl Moved {
    /// The image of packed positions; `None` if it is no movement of bits.
    pub fn new(game: &Game, image: &Image) -> Option<Moved> {
        let words = game.layout.words();
        if words > MOST_WORDS {
            return None;
        }
        let mut turned = [0; MOST_WORDS];
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (field, (shape, place)) in game.shapes.iter().zip(&game.layout.places).enumerate() {
            let cells = image.cells[field].as_deref();
            let swaps = match shape {
                Shape::One(values) | Shape::Array(_, values) if image.swaps && holds_players(values) => {
                    let plain = matches!(values.universe.element(0), Value::Player(_));
                    if !plain || values.universe.len() != 2 {
                        return None;
                    }
                    true
                }
                _ => false,
            };
            for cell in 0..place.count {
                let source = cells.map_or(cell, |cells| cells[cell] as usize);
                for bit in 0..place.width as usize {
                    let (to, from) = match (swaps, place.width) {
                        (true, 2) => (place.bit(cell, bit), place.bit(source, 1 - bit)),
                        _ => (place.bit(cell, bit), place.bit(source, bit)),
                    };
                    if swaps && place.width == 1 {
                        turned[to / 64] |= 1 << (to % 64);
                    }
                    pairs.push((from, to));
                }
            }
        }
        let mut shifts: Vec<Shift> = Vec::new();
        for &(from, to) in &pairs {
            let (word, left) = ((from / 64, to / 64), ((to % 64 + 64 - from % 64) % 64) as u32);
            match shifts.iter_mut().find(|shift| (shift.from, shift.to) == word && shift.left == left) {
                Some(shift) => shift.mask |= 1 << (from % 64),
                None => shifts.push(Shift { from: word.0, to: word.1, mask: 1 << (from % 64), left }),
            }
        }
        let bytes = pairs.iter().map(|(from, _)| from / 8 + 1).max().unwrap_or(0);
        if shifts.len() <= MOST_SHIFTS * bytes * words {
            return Some(Moved { words, how: How::Shifts(shifts), turned });
        }
        let mut rows = vec![0u64; bytes * 256 * words];
        for &(from, to) in &pairs {
            for value in (0..256).filter(|value| value >> (from % 8) & 1 == 1) {
                rows[(from / 8 * 256 + value) * words + to / 64] |= 1 << (to % 64);
            }
        }
        Some(Moved { words, how: How::Bytes(rows), turned })
    }

    /// Replaces a position by its image.
    pub fn turn(&self, packed: &mut [u64]) {
        if let [first, second] = &mut *packed {
            [*first, *second] = self.image(&[*first, *second]);
            return;
        }
        let mut words = [0; MOST_WORDS];
        words[..self.words].copy_from_slice(packed);
        packed.copy_from_slice(&self.apply(&words)[..self.words]);
    }

    /// The image of a position of exactly so many words.
    #[inline(always)]
    pub fn image<const N: usize>(&self, packed: &[u64; N]) -> [u64; N] {
        let mut image: [u64; N] = std::array::from_fn(|word| self.turned[word]);
        match &self.how {
            How::Shifts(shifts) => {
                for shift in shifts {
                    image[shift.to] ^= (packed[shift.from] & shift.mask).rotate_left(shift.left);
                }
            }
            How::Bytes(rows) => {
                for (byte, row) in rows.chunks_exact(256 * N).enumerate() {
                    let value = (packed[byte / 8] >> (byte % 8 * 8) & 255) as usize;
                    for (image, part) in image.iter_mut().zip(&row[value * N..][..N]) {
                        *image ^= part;
                    }
                }
            }
        }
        image
    }

    /// The image of a position.
    pub fn apply(&self, packed: &Words) -> Words {
        let mut image = self.turned;
        match &self.how {
            How::Shifts(shifts) => {
                for shift in shifts {
                    image[shift.to] ^= (packed[shift.from] & shift.mask).rotate_left(shift.left);
                }
            }
            How::Bytes(rows) => {
                for (byte, row) in rows.chunks_exact(256 * self.words).enumerate() {
                    let value = (packed[byte / 8] >> (byte % 8 * 8) & 255) as usize;
                    for (image, part) in image.iter_mut().zip(&row[value * self.words..][..self.words]) {
                        *image ^= part;
                    }
                }
            }
        }
        image
    }
}

fn holds_players(values: &Values) -> bool {
    !values.universe.is_empty() && values.universe.element(0).exchanged() != values.universe.element(0)
}

/// How blocks of cells are put in increasing order.
pub enum Order {
    /// Each cell of a field is a block.
    Field(FieldBits),
    /// For each block its cells.
    Blocks(Vec<Vec<(FieldBits, usize)>>),
}

impl Order {
    /// Of some blocks.
    pub fn new(game: &Game, blocks: &Blocks) -> Order {
        match blocks.field(&game.shapes) {
            Some(field) => Order::Field(game.layout.places[field]),
            None => {
                let cell = |&(field, index): &(usize, usize)| (game.layout.places[field], index);
                Order::Blocks(blocks.0.iter().map(|block| block.iter().map(cell).collect()).collect())
            }
        }
    }

    /// Puts them in order; elements of a set that are present come before those that are not.
    pub fn sort(&self, words: &mut Words) {
        match self {
            Order::Field(place) => sort_cells(words, place),
            Order::Blocks(blocks) => sort_blocks(words, blocks),
        }
    }
}

fn sort_cells(words: &mut Words, place: &FieldBits) {
    let mut cells: SmallVec<[u64; 32]> = (0..place.count).map(|cell| place.take(words, cell)).collect();
    cells.sort_unstable();
    if place.is_set() {
        cells.reverse();
    }
    place.clear(words);
    for (cell, &value) in cells.iter().enumerate() {
        place.put(words, cell, value);
    }
}

fn sort_blocks(words: &mut Words, blocks: &[Vec<(FieldBits, usize)>]) {
    let key = |block: &Vec<(FieldBits, usize)>| -> SmallVec<[u64; 4]> {
        block.iter().map(|(place, cell)| place.take(&words[..], *cell) ^ u64::from(place.is_set())).collect()
    };
    let mut keys: SmallVec<[SmallVec<[u64; 4]>; 8]> = blocks.iter().map(key).collect();
    if keys.is_sorted() {
        return;
    }
    keys.sort_unstable();
    for (block, key) in blocks.iter().zip(keys) {
        for ((place, cell), value) in block.iter().zip(key) {
            place.replace(&mut words[..], *cell, value ^ u64::from(place.is_set()));
        }
    }
}

/// The parts of a set field that neighbours connect.
pub struct Flood {
    place: FieldBits,
    words: usize,
    /// How the elements of a mask reach their neighbours: masks and shifts up (or down if negative).
    steps: Vec<(i32, Words)>,
    /// For each element its neighbours, if there are many different shifts.
    neighbours: Vec<Words>,
}

impl Flood {
    /// `None` if the field is too large.
    pub fn new(game: &Game, adjacency: &Adjacency) -> Option<Flood> {
        let place = game.layout.places[adjacency.field];
        let words = place.count.div_ceil(64);
        if words > MOST_WORDS || game.layout.words() > MOST_WORDS {
            return None;
        }
        let mut steps: Vec<(i32, Words)> = Vec::new();
        let mut neighbours = vec![[0; MOST_WORDS]; place.count];
        for (from, list) in adjacency.neighbours.iter().enumerate() {
            for &to in list {
                neighbours[from][to as usize / 64] |= 1 << (to % 64);
                let by = to as i32 - from as i32;
                let at = steps.iter().position(|(shift, _)| *shift == by).unwrap_or_else(|| {
                    steps.push((by, [0; MOST_WORDS]));
                    steps.len() - 1
                });
                steps[at].1[from / 64] |= 1 << (from % 64);
            }
        }
        if steps.len() > 12 || words > 1 {
            steps.clear();
        }
        Some(Flood { place, words, steps, neighbours })
    }

    /// Calls `visit` with the position of each part, in the order of their first elements.
    pub fn each(&self, packed: &Words, mut visit: impl FnMut(&Words)) {
        let mut left = self.set(packed);
        let mut rest = *packed;
        self.place.clear(&mut rest);
        while let Some(first) = left.iter().position(|word| *word != 0) {
            let mut part = [0; MOST_WORDS];
            part[first] = left[first] & left[first].wrapping_neg();
            match self.steps.is_empty() {
                false => self.flood(left[0], &mut part[0]),
                true => self.walk(&left, &mut part),
            }
            let mut position = rest;
            for (word, &bits) in part[..self.words].iter().enumerate() {
                self.place.put_word(&mut position, word, bits);
            }
            left.iter_mut().zip(&part).for_each(|(left, part)| *left &= !part);
            visit(&position);
        }
    }

    /// The same in a game of one word.
    #[inline]
    pub fn each_in_word(&self, packed: u64, mut visit: impl FnMut(u64)) {
        let mut left = self.place.take_word(&[packed], 0);
        if left == 0 {
            return;
        }
        let rest = packed & !(left << self.place.offset);
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            match self.steps.is_empty() {
                false => self.flood(left, &mut part),
                true => part = self.walk_in_word(left, part),
            }
            left &= !part;
            visit(rest | part << self.place.offset);
        }
    }

    fn set(&self, packed: &Words) -> Words {
        let mut set = [0; MOST_WORDS];
        for (word, bits) in set[..self.words].iter_mut().enumerate() {
            *bits = self.place.take_word(packed, word);
        }
        set
    }

    fn flood(&self, all: u64, part: &mut u64) {
        loop {
            let mut grown = *part;
            for (by, mask) in &self.steps {
                let bits = *part & mask[0];
                grown |= if *by >= 0 { bits << by } else { bits >> -by };
            }
            grown &= all;
            if grown == *part {
                return;
            }
            *part = grown;
        }
    }

    fn walk_in_word(&self, all: u64, mut part: u64) -> u64 {
        let mut edge = part;
        while edge != 0 {
            let found = self.neighbours[edge.trailing_zeros() as usize][0] & all & !part;
            part |= found;
            edge = edge & (edge - 1) | found;
        }
        part
    }

    fn walk(&self, all: &Words, part: &mut Words) {
        let mut edge = *part;
        while let Some(word) = edge.iter().position(|word| *word != 0) {
            let here = word * 64 + edge[word].trailing_zeros() as usize;
            edge[word] &= edge[word] - 1;
            for (word, next) in self.neighbours[here][..self.words].iter().enumerate() {
                let found = next & all[word] & !part[word];
                part[word] |= found;
                edge[word] |= found;
            }
        }
    }
}
