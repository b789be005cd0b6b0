//! How a position lies in machine words.
//!
//! Fields follow one another from bit 0 of word 0 upwards, without gaps; a number of `b` bits may straddle two words.
//! An array whose values need at most two bits lies in planes, bit 0 of every cell before bit 1 of every cell: the
//! two planes of a `player?` array are the cells of each player. Where that takes no more words, a number, a set or a
//! plane that would straddle begins with the next word instead: on 33 to 64 cells each player has a word of his own.
//!
//! ```text
//!   state n: 0..9, board: player?[grid(2, 2)], free: set of 0..4
//!
//!   bit   0      4         8          12              17
//!         | n    | Left's  | Right's  | 0 1 2 3 4 |
//!           4 bits 1 bit per cell      1 bit per element
//! ```
//!
//! A value lies there as its number in its set (`none` is 0 where allowed), so equal positions are equal words.
//! `rank` is the same in mixed radix, without the waste of whole bits, where the product of all set sizes fits 127 bits.

use crate::shape::Shape;
use crate::state::{State, Stored, is_one};
use smallvec::SmallVec;

/// A position of one component in machine words.
pub type Packed = SmallVec<[u64; 2]>;

/// Where one field lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldBits {
    /// Its first bit.
    pub offset: usize,
    /// Bits per value.
    pub width: u32,
    /// How many values.
    pub count: usize,
    /// Bit `b` of value `i` is at `b * across + i * along` after the first bit.
    along: usize,
    across: usize,
    set: bool,
}

/// Where the fields lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// One per field.
    pub places: Vec<FieldBits>,
    /// Where the last field ends: no field has this bit or a later one. Gaps between fields count.
    pub bits: usize,
    /// Per word the bits that belong to a field; at least one word, so that every position is a key.
    used: SmallVec<[u64; 2]>,
}

impl FieldBits {
    /// Whether bits of equal weight lie together.
    pub fn is_planes(&self) -> bool {
        self.across != 1
    }

    /// Where bit `bit` of value `index` lies.
    pub fn bit(&self, index: usize, bit: usize) -> usize {
        self.offset + index * self.along + bit * self.across
    }

    /// Whether the values are the elements of a set, present or not.
    pub(crate) fn is_set(&self) -> bool {
        self.set
    }

    /// Makes all values 0.
    pub(crate) fn clear(&self, words: &mut [u64]) {
        self.each_run(|word, bits| words[word] &= !bits);
    }

    /// Calls `visit` with every word it lies in and its bits there.
    fn each_run(&self, mut visit: impl FnMut(usize, u64)) {
        let (runs, length) = match self.is_planes() {
            true => (self.width as usize, self.count),
            false => (1, self.width as usize * self.count),
        };
        for run in 0..runs {
            let mut bit = self.offset + run * self.across;
            let end = bit + length;
            while bit < end {
                let here = (64 - bit % 64).min(end - bit);
                visit(bit / 64, (u64::MAX >> (64 - here)) << (bit % 64));
                bit += here;
            }
        }
    }

    /// Word `word` of a set.
    pub(crate) fn take_word(&self, words: &[u64], word: usize) -> u64 {
        take(words, self.offset + word * 64, (self.count - word * 64).min(64) as u32)
    }

    /// Adds word `word` of a set that is empty there.
    pub(crate) fn put_word(&self, words: &mut [u64], word: usize, bits: u64) {
        put(words, self.offset + word * 64, (self.count - word * 64).min(64) as u32, bits);
    }

    /// Adds a value where there is 0.
    pub fn put(&self, words: &mut [u64], index: usize, value: u64) {
        if !self.is_planes() {
            return put(words, self.offset + index * self.along, self.width, value);
        }
        for bit in 0..self.width as usize {
            put(words, self.offset + bit * self.across + index, 1, value >> bit & 1);
        }
    }

    /// Puts a value where another stands.
    pub(crate) fn replace(&self, words: &mut [u64], index: usize, value: u64) {
        let mut rest = value ^ self.take(words, index);
        while rest != 0 {
            let bit = self.bit(index, rest.trailing_zeros() as usize);
            words[bit / 64] ^= 1 << (bit % 64);
            rest &= rest - 1;
        }
    }

    /// A value as its number in its set.
    #[inline(always)]
    pub fn take(&self, words: &[u64], index: usize) -> u64 {
        if !self.is_planes() {
            return take(words, self.offset + index * self.along, self.width);
        }
        // Planes hold values of two bits.
        let bit = |bit: usize| words[bit / 64] >> (bit % 64) & 1;
        bit(self.offset + index) | bit(self.offset + self.across + index) << 1
    }
}

impl Layout {
    /// The layout of fields of these shapes.
    pub fn new(shapes: &[Shape]) -> Layout {
        let tight = Layout::laid(shapes, |bit, _| bit);
        let within_words = |bit: usize, length: usize| match length {
            1..=64 if bit % 64 + length > 64 => bit.next_multiple_of(64),
            _ => bit,
        };
        let gapped = Layout::laid(shapes, within_words);
        if gapped.words() == tight.words() { gapped } else { tight }
    }

    /// Field after field, each piece of so many bits from where `start` says, given the first bit that is free.
    fn laid(shapes: &[Shape], start: impl Fn(usize, usize) -> usize) -> Layout {
        let mut end = 0;
        let mut places = Vec::with_capacity(shapes.len());
        for shape in shapes {
            let (width, count) = match shape {
                Shape::One(values) => (values.bits(), 1),
                Shape::Array(universe, values) => (values.bits(), universe.len()),
                Shape::Set(universe) => (1, universe.len()),
            };
            let set = matches!(shape, Shape::Set(_));
            let length = width as usize * count;
            if matches!(shape, Shape::Array(..)) && width == 2 && count > 1 {
                let offset = start(end, count);
                let second = start(offset + count, count);
                places.push(FieldBits { offset, width, count, along: 1, across: second - offset, set });
                end = second + count;
            } else {
                let offset = if matches!(shape, Shape::Array(..)) { end } else { start(end, length) };
                places.push(FieldBits { offset, width, count, along: width as usize, across: 1, set });
                end = offset + length;
            }
        }
        let mut used: SmallVec<[u64; 2]> = smallvec::smallvec![0; end.div_ceil(64).max(1)];
        places.iter().for_each(|place| place.each_run(|word, bits| used[word] |= bits));
        Layout { places, bits: end, used }
    }

    /// The same with more values after what lies there, each within one word.
    pub(crate) fn extended(&self, more: &[Shape]) -> Layout {
        let mut layout = self.clone();
        for shape in more {
            let Shape::One(values) = shape else { unreachable!("single values are added") };
            let width = values.bits();
            let end = layout.bits;
            let offset = if end % 64 + width as usize > 64 { end.next_multiple_of(64) } else { end };
            let place = FieldBits { offset, width, count: 1, along: width as usize, across: 1, set: false };
            layout.places.push(place);
            layout.bits = offset + width as usize;
            layout.used.resize(layout.bits.div_ceil(64).max(layout.used.len()), 0);
            place.each_run(|word, bits| layout.used[word] |= bits);
        }
        layout
    }

    /// Words in all; at least one, so that every position is a key.
    pub fn words(&self) -> usize {
        self.used.len()
    }

    /// Per word the bits that belong to a field: no position has others.
    pub fn used(&self) -> &[u64] {
        &self.used
    }

    /// Packs a state; `None` if some value lies outside its set.
    pub fn pack(&self, shapes: &[Shape], state: &State) -> Option<Packed> {
        let mut words: Packed = smallvec::smallvec![0; self.words()];
        for ((shape, stored), place) in shapes.iter().zip(&state.fields).zip(&self.places) {
            match (shape, stored) {
                (Shape::One(values), Stored::One(value)) => place.put(&mut words, 0, values.rank(value)?),
                (Shape::Array(_, values), Stored::Array(cells)) => {
                    for (index, cell) in cells.iter().enumerate() {
                        place.put(&mut words, index, values.rank(cell)?);
                    }
                }
                (Shape::Set(universe), Stored::Set(bits)) => {
                    for (word, &present) in bits.iter().enumerate() {
                        let width = (universe.len() - word * 64).min(64) as u32;
                        put(&mut words, place.offset + word * 64, width, present);
                    }
                }
                _ => return None,
            }
        }
        Some(words)
    }

    /// Whether the words are those of a state: in every place the number of a value, and nothing elsewhere.
    pub fn holds(&self, shapes: &[Shape], words: &[u64]) -> bool {
        words.len() == self.words()
            && words.iter().zip(&self.used).all(|(word, used)| word & !used == 0)
            && shapes.iter().zip(&self.places).all(|(shape, place)| {
                let (Shape::One(values) | Shape::Array(_, values)) = shape else { return true };
                match (values.len(), place.width) {
                    (most, width) if most == 1 << width => true,
                    // No value has both bits: plane by plane, 64 values at a time.
                    (3, 2) if place.is_planes() => (0..place.count).step_by(64).all(|from| {
                        let plane = |bit| take(words, place.bit(from, bit), (place.count - from).min(64) as u32);
                        plane(0) & plane(1) == 0
                    }),
                    (most, _) => (0..place.count).all(|i| u128::from(place.take(words, i)) < most),
                }
            })
    }

    /// Undoes `pack`.
    pub fn unpack(&self, shapes: &[Shape], words: &[u64]) -> State {
        let fields = shapes
            .iter()
            .zip(&self.places)
            .map(|(shape, place)| match shape {
                Shape::One(values) => Stored::One(values.value(place.take(words, 0))),
                Shape::Array(universe, values) => {
                    Stored::Array((0..universe.len()).map(|i| values.value(place.take(words, i))).collect())
                }
                Shape::Set(universe) => Stored::Set(
                    (0..universe.len().div_ceil(64))
                        .map(|word| take(words, place.offset + word * 64, (universe.len() - word * 64).min(64) as u32))
                        .collect(),
                ),
            })
            .collect();
        State { fields }
    }
}

/// How many positions fields of these shapes have, if that fits 127 bits.
pub fn count(shapes: &[Shape]) -> Option<u128> {
    let mut product: u128 = 1;
    for shape in shapes {
        let (radix, count) = match shape {
            Shape::One(values) => (values.len(), 1),
            Shape::Array(universe, values) => (values.len(), universe.len()),
            Shape::Set(universe) => (2, universe.len()),
        };
        for _ in 0..count {
            product = product.checked_mul(radix).filter(|product| *product <= u128::MAX / 2)?;
        }
    }
    Some(product)
}

/// The number of a state below `count`; `None` if some value lies outside its set.
pub fn rank(shapes: &[Shape], state: &State) -> Option<u128> {
    let mut rank: u128 = 0;
    for (shape, stored) in shapes.iter().zip(&state.fields) {
        match (shape, stored) {
            (Shape::One(values), Stored::One(value)) => rank = rank * values.len() + u128::from(values.rank(value)?),
            (Shape::Array(_, values), Stored::Array(cells)) => {
                for cell in cells {
                    rank = rank * values.len() + u128::from(values.rank(cell)?);
                }
            }
            (Shape::Set(universe), Stored::Set(bits)) => {
                for index in 0..universe.len() {
                    rank = rank * 2 + u128::from(is_one(bits, index));
                }
            }
            _ => return None,
        }
    }
    Some(rank)
}

/// The state numbered `rank`, which is below `count`.
pub fn unrank(shapes: &[Shape], mut rank: u128) -> State {
    let mut digit = |radix: u128| {
        let digit = rank % radix;
        rank /= radix;
        digit as u64
    };
    let mut fields: Vec<Stored> = shapes
        .iter()
        .rev()
        .map(|shape| match shape {
            Shape::One(values) => Stored::One(values.value(digit(values.len()))),
            Shape::Array(universe, values) => {
                let mut cells: Vec<_> = (0..universe.len()).map(|_| values.value(digit(values.len()))).collect();
                cells.reverse();
                Stored::Array(cells)
            }
            Shape::Set(universe) => {
                let mut bits = vec![0u64; universe.len().div_ceil(64)];
                for index in (0..universe.len()).rev() {
                    bits[index / 64] |= digit(2) << (index % 64);
                }
                Stored::Set(bits)
            }
        })
        .collect();
    fields.reverse();
    State { fields }
}

fn put(words: &mut [u64], offset: usize, width: u32, value: u64) {
    if width == 0 {
        return;
    }
    let (word, shift) = (offset / 64, offset % 64);
    words[word] |= value << shift;
    if shift + width as usize > 64 {
        words[word + 1] |= value >> (64 - shift);
    }
}

fn take(words: &[u64], offset: usize, width: u32) -> u64 {
    if width == 0 {
        return 0;
    }
    let (word, shift) = (offset / 64, offset % 64);
    let mut value = words[word] >> shift;
    if shift + width as usize > 64 {
        value |= words[word + 1] << (64 - shift);
    }
    if width == 64 { value } else { value & ((1 << width) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Values;
    use crate::universe::Universe;
    use std::sync::Arc;

    /// By the definition: every value's number is below the size of its set.
    #[test]
    fn words_hold_numbers_of_values() {
        let range = |low, high| Universe::Range { low, high };
        for (cells, high) in [(70, 1), (5, 1), (64, 2), (9, 4)] {
            let shapes = [Shape::Array(Arc::new(range(1, cells)), Values { none: true, universe: range(0, high) })];
            let layout = Layout::new(&shapes);
            let (place, most) = (layout.places[0], high as u64 + 2);
            for bit in 0..64 * layout.words() {
                for other in [bit, (bit + cells as usize) % (64 * layout.words()), (bit + 1) % (64 * layout.words())] {
                    let mut words = vec![0; layout.words()];
                    words[bit / 64] |= 1 << (bit % 64);
                    words[other / 64] |= 1 << (other % 64);
                    let used = words.iter().zip(&layout.used).all(|(word, used)| word & !used == 0);
                    let below = (0..place.count).all(|value| place.take(&words, value) < most);
                    assert_eq!(layout.holds(&shapes, &words), used && below, "{cells} {high} {bit} {other}");
                }
            }
        }
    }

    #[test]
    fn packing_and_ranking_are_undone() {
        let range = |low, high| Universe::Range { low, high };
        let shapes = [
            Shape::One(Values { none: false, universe: range(-3, 6) }),
            Shape::Array(Arc::new(range(0, 30)), Values { none: true, universe: range(0, 4) }),
            Shape::Set(Arc::new(range(0, 20))),
            Shape::One(Values { none: false, universe: range(5, 5) }),
            Shape::Array(Arc::new(range(0, 8)), Values { none: true, universe: range(0, 1) }),
        ];
        let layout = Layout::new(&shapes);
        // The second plane of nine bits begins with the third word.
        assert_eq!(layout.bits, 128 + 9);
        let count = count(&shapes).unwrap();
        let mut seen = 1u128;
        for _ in 0..500 {
            seen = seen.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).wrapping_add(12345);
            let state = unrank(&shapes, seen % count);
            assert_eq!(rank(&shapes, &state), Some(seen % count));
            let packed = layout.pack(&shapes, &state).unwrap();
            assert_eq!(layout.unpack(&shapes, &packed), state);
            assert!(layout.holds(&shapes, &packed));
        }
        assert!(layout.holds(&shapes, &[9, 0, 0]) && !layout.holds(&shapes, &[10, 0, 0]), "ten values from -3 to 6");
        assert!(!layout.holds(&shapes, &[7 << 4, 0, 0]), "six values with none");
        assert!(!layout.holds(&shapes, &[0, 1 << 54, 1]), "three values with none, in two planes");
        assert!(!layout.holds(&shapes, &[0, 1 << 63, 0]), "the second plane begins with a word");
        assert!(layout.holds(&shapes, &[0, 0, 1 << 8]) && !layout.holds(&shapes, &[0, 0, 1 << 9]), "9 bits of it");
        assert!(!layout.holds(&shapes, &[0]));
    }

    /// Pieces keep to words only where that costs none.
    #[test]
    fn planes_begin_with_words() {
        let range = |high| Universe::Range { low: 0, high };
        let board = |cells: i64| Shape::Array(Arc::new(range(cells - 1)), Values { none: true, universe: range(1) });
        let planes = |shapes: &[Shape]| {
            let layout = Layout::new(shapes);
            let place = *layout.places.last().unwrap();
            (place.bit(0, 0), place.bit(0, 1), layout.words())
        };
        assert_eq!(planes(&[board(32)]), (0, 32, 1));
        assert_eq!(planes(&[board(42)]), (0, 64, 2));
        assert_eq!(planes(&[board(70)]), (0, 70, 3));
        assert_eq!(planes(&[Shape::Set(Arc::new(range(19))), board(42)]), (20, 64, 2));
        assert_eq!(planes(&[Shape::Set(Arc::new(range(39))), board(42)]), (40, 82, 2));
        assert_eq!(planes(&[Shape::Set(Arc::new(range(49))), board(42)]), (64, 128, 3));
    }
}
