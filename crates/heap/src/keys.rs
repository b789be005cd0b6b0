//! Common positions as the kernel of the sparse-space method sees them.
//!
//! Among the values of one kind (see [`crate::mask`]) the lowest digit of the mask follows from the other digits. A value
//! without that digit is its *key*. Keys keep the order of the values of a kind, because digits below that one do not decide
//! the kind; and they keep nim-sums, because dropping a digit does.
//!
//! A *band* is [`BAND`] consecutive keys. For each band there is a row of bytes, one for each of the latest positions: the
//! key within the band, or [`ABSENT`] where the position is rare or its key lies in another band. So a rare position of band
//! `m` sums with the row of band `c ^ m` to the keys of band `c`, and what does not belong there has its highest bit set.

use crate::lane::Lane;
use crate::mask::Mask;

/// Keys of one band.
pub(crate) const BAND: usize = 128;

/// The byte of a position that has no key in the band.
const ABSENT: u8 = 0x80;

/// Positions dropped from the rows at a time, at least.
const SLACK: usize = 1 << 16;

/// What makes a key of a value: the number of the digit that is dropped.
#[derive(Clone, Copy)]
pub(crate) struct Fold(u32);

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Common,
    Rare,
}

impl Fold {
    /// For a mask with some digit.
    pub fn of(mask: &Mask) -> Fold {
        Fold(mask.mask.trailing_zeros())
    }

    pub fn key(self, value: u32) -> u32 {
        let low = (1 << self.0) - 1;
        value & low | value >> 1 & !low
    }

    /// The largest key of the values up to `top`, of either kind.
    pub fn last(self, top: u32) -> u32 {
        self.key(top | ((1 << self.0) - 1))
    }

    /// The value of a kind for a heap of `n` that has this key.
    pub fn value(self, mask: &Mask, n: usize, kind: Kind, key: u32) -> u32 {
        let low = (1 << self.0) - 1;
        let value = key & low | (key & !low) << 1;
        if mask.rare(n, value) == (kind == Kind::Rare) { value } else { value | 1 << self.0 }
    }
}

/// The rows of all bands.
pub(crate) struct Keys {
    fold: Fold,
    rows: Vec<Vec<u8>>,
    /// The first position in the rows.
    base: usize,
}

impl Keys {
    /// The rows after `values`, all below `bound`, a power of two.
    pub fn new<T: Lane>(mask: &Mask, bound: u32, values: &[T]) -> Keys {
        let bands = (bound as usize / 2).div_ceil(BAND);
        let mut keys = Keys { fold: Fold::of(mask), rows: vec![Vec::new(); bands], base: 0 };
        keys.extend(mask, values);
        keys
    }

    /// Adds the positions of `values` that are not there yet.
    pub fn extend<T: Lane>(&mut self, mask: &Mask, values: &[T]) {
        let end = self.base + self.rows[0].len();
        for (n, value) in values.iter().enumerate().skip(end) {
            let value = (*value).into();
            let key = self.fold.key(value) as usize;
            let band = if mask.rare(n, value) { usize::MAX } else { key / BAND };
            for (at, row) in self.rows.iter_mut().enumerate() {
                row.push(if at == band { (key % BAND) as u8 } else { ABSENT });
            }
        }
    }

    /// Holds all positions of `values` from `start` on: drops those before, or, where a rare position that was met late
    /// reaches back further than any before it, makes the rows anew.
    pub fn hold_from<T: Lane>(&mut self, mask: &Mask, values: &[T], start: usize) {
        if start < self.base {
            self.rows.iter_mut().for_each(Vec::clear);
            self.base = start;
            self.extend(mask, values);
        } else if start > self.base + SLACK.max(self.rows[0].len() / 2) {
            self.rows.iter_mut().for_each(|row| drop(row.drain(..start - self.base)));
            self.base = start;
        }
    }

    /// The row of a band, and the place of position `n` in it.
    pub fn row(&self, band: usize, n: usize) -> (&[u8], usize) {
        (&self.rows[band], n - self.base)
    }

    pub fn bands(&self) -> usize {
        self.rows.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Twist;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_number_the_values_of_a_kind_in_order(digits in 1u32..512, n in 0usize..4, twisted: bool, take in 0usize..2) {
            let twist = if twisted { Twist::Alternating } else { Twist::Straight };
            let mask = Mask { mask: digits, twist, take };
            let fold = Fold::of(&mask);
            for kind in [Kind::Common, Kind::Rare] {
                let of_kind = (0u32..1024).filter(|value| mask.rare(n, *value) == (kind == Kind::Rare));
                for (key, value) in (0..).zip(of_kind) {
                    prop_assert_eq!((fold.key(value), fold.value(&mask, n, kind, key)), (key, value));
                    prop_assert!(fold.last(value) >= key);
                }
            }
        }
    }
}
