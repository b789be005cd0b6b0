//! Rare and common values (Berlekamp; *Winning Ways* ch. 4, "sparse spaces").
//!
//! A character of nim-values and positions: position `i` is *rare* when `<g(i), mask> + twist * (i + take)` is even,
//! and common otherwise, where `<,>` counts common binary digits and `take` is the number of beans a split removes.
//! If all splits have takes of one parity (any takes when there is no twist), then two positions of one kind sum to a
//! rare value and two of different kinds to a common value of the heap they come from. So a common value is an option
//! only through a rare position, and few rare positions make every value cheap.

use crate::lane::Lane;

/// Whether the kind of a value depends on the parity of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Twist {
    Straight,
    /// The character also counts `i + take`.
    Alternating,
}

/// A choice of rare and common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    pub mask: u32,
    pub twist: Twist,
    /// The parity of the takes of all splits, where the twist counts.
    pub take: usize,
}

impl Mask {
    /// Whether value `value` is of the rare kind for a heap of `n`.
    pub fn rare(&self, n: usize, value: u32) -> bool {
        let turn = match self.twist {
            Twist::Straight => 0,
            Twist::Alternating => (n + self.take) as u32 & 1,
        };
        ((value & self.mask).count_ones() + turn) % 2 == 0
    }

    /// The choice with the fewest rare positions among `values[from..]`, and how many those are.
    ///
    /// The counts for all masks at once are a Walsh-Hadamard transform of the histogram. Ties go to the smaller mask.
    pub fn best<T: Lane>(values: &[T], from: usize, splits: &[usize]) -> (Mask, usize) {
        let top = values.iter().map(|value| Into::<u32>::into(*value)).max().unwrap_or(0);
        let size = (top as usize + 1).next_power_of_two();
        let mut even = vec![0i64; size];
        let mut odd = vec![0i64; size];
        for (n, value) in values.iter().enumerate().skip(from) {
            let counts = if n % 2 == 0 { &mut even } else { &mut odd };
            counts[Into::<u32>::into(*value) as usize] += 1;
        }
        walsh_hadamard(&mut even);
        walsh_hadamard(&mut odd);
        let total = values.len().saturating_sub(from) as i64;
        let take = splits.first().map_or(0, |k| k % 2);
        let mut best = (Mask { mask: 0, twist: Twist::Straight, take }, total);
        let mut offer = |mask: usize, twist: Twist, balance: i64| {
            let rare = (total + balance) / 2;
            if rare < best.1 {
                best = (Mask { mask: mask as u32, twist, take }, rare);
            }
        };
        for mask in 1..size {
            offer(mask, Twist::Straight, even[mask] + odd[mask]);
        }
        if splits.iter().all(|k| k % 2 == take) {
            let sign = if take == 0 { 1 } else { -1 };
            for mask in 1..size {
                offer(mask, Twist::Alternating, sign * (even[mask] - odd[mask]));
            }
        }
        (best.0, best.1 as usize)
    }
}

/// Replaces `f` (of length a power of two) by `F(m) = sum over v of (-1)^<v,m> f(v)`.
fn walsh_hadamard(f: &mut [i64]) {
    let mut half = 1;
    while half < f.len() {
        for block in f.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_transform_counts_rare_positions(
            values in prop::collection::vec(0u8..32, 1..200),
            take in 0usize..4,
        ) {
            let (best, rare) = Mask::best(&values, 0, &[take]);
            let count = |mask: Mask| (0..values.len()).filter(|n| mask.rare(*n, values[*n].into())).count();
            prop_assert_eq!(count(best), rare);
            for mask in 1..32 {
                for twist in [Twist::Straight, Twist::Alternating] {
                    let other = count(Mask { mask, twist, take: take % 2 });
                    prop_assert!(other >= rare);
                }
            }
        }
    }
}
