//! Stored values: one byte each, or two once a value passes 255.
//!
//! Invariant: `Wide` only after a value above 255 appeared; no value is above 65,535.

/// The values of heaps 0, 1, 2, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// One byte each.
    Narrow(Vec<u8>),
    /// Two bytes each.
    Wide(Vec<u16>),
}

/// The largest value that can be stored.
pub const MAX_VALUE: u32 = u16::MAX as u32;

impl Values {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap of `n`.
    ///
    /// # Panics
    /// When `n` is not below [`Values::len`].
    pub fn at(&self, n: usize) -> u32 {
        match self {
            Values::Narrow(values) => values[n].into(),
            Values::Wide(values) => values[n].into(),
        }
    }

    /// All values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + '_ {
        (0..self.len()).map(|n| self.at(n))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        match self {
            Values::Narrow(values) => values.len() as u64,
            Values::Wide(values) => 2 * values.len() as u64,
        }
    }

    /// How many values in the range are 0.
    pub(crate) fn zeros(&self, range: std::ops::Range<usize>) -> u64 {
        if range.is_empty() {
            return 0;
        }
        let count = match self {
            // Short strips are counted in bytes, many at once.
            Values::Narrow(values) => {
                let strip = |strip: &[u8]| strip.iter().map(|value| (*value == 0) as u8).sum::<u8>() as usize;
                values[range].chunks(255).map(strip).sum()
            }
            Values::Wide(values) => values[range].iter().filter(|value| **value == 0).count(),
        };
        count as u64
    }

    /// Whether the `count` values from `one` on equal those from `other` on, each plus `saltus`.
    pub(crate) fn same(&self, one: usize, other: usize, count: usize, saltus: u32) -> bool {
        match self {
            Values::Narrow(v) if saltus == 0 => v[one..one + count] == v[other..other + count],
            Values::Wide(v) if saltus == 0 => v[one..one + count] == v[other..other + count],
            _ => (0..count).all(|i| self.at(one + i) == self.at(other + i) + saltus),
        }
    }

    /// The last `n` below `end` for which `g(n + period) != g(n) + saltus`.
    pub(crate) fn last_exception(&self, end: usize, period: usize, saltus: u32) -> Option<usize> {
        const STRIP: usize = 4096;
        let mut end = end;
        while end > 0 {
            let start = end.saturating_sub(STRIP);
            if !self.same(start + period, start, end - start, saltus) {
                return (start..end).rev().find(|n| self.at(n + period) != self.at(*n) + saltus);
            }
            end = start;
        }
        None
    }
}
