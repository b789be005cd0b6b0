//! The moves from one heap.
//!
//! Invariant: parts are positive and ascending; for one `k` and one number of heaps they come in lexicographic order,
//! so nothing comes twice. The iterator holds a constant amount of memory.

use crate::rule::{HeapRule, Kinship, MAX_HEAPS};
use std::ops::Deref;

/// The heaps one move leaves, smallest first; empty when nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    sizes: [u64; MAX_HEAPS],
    count: usize,
}

impl Parts {
    /// These heaps, ascending and at most [`MAX_HEAPS`].
    pub(crate) fn of(heaps: &[u64]) -> Parts {
        let mut sizes = [0; MAX_HEAPS];
        sizes[..heaps.len()].copy_from_slice(heaps);
        Parts { sizes, count: heaps.len() }
    }
}

impl Deref for Parts {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.sizes[..self.count]
    }
}

/// The moves from a heap of a fixed size. See [`HeapRule::options`].
#[derive(Clone, Debug)]
pub struct Options<'a> {
    rule: &'a HeapRule,
    n: u64,
    k: u64,
    heaps: usize,
    last: Option<Parts>,
}

impl<'a> Options<'a> {
    pub(crate) fn new(rule: &'a HeapRule, n: u64) -> Options<'a> {
        Options { rule, n, k: 0, heaps: 0, last: None }
    }

    fn gap(&self) -> u64 {
        (self.rule.kinship() == Kinship::Unequal) as u64
    }
}

impl Iterator for Options<'_> {
    type Item = Parts;

    fn next(&mut self) -> Option<Parts> {
        let end = self.rule.largest_take().map_or(self.n, |take| take.min(self.n));
        while self.k <= end {
            let digit = self.rule.digit(self.k);
            while self.heaps <= MAX_HEAPS && digit >> self.heaps != 0 {
                if digit >> self.heaps & 1 == 1 {
                    let next = match self.last {
                        None => first(self.n - self.k, self.heaps, self.gap()),
                        Some(parts) => following(parts, self.gap()),
                    };
                    self.last = next;
                    if next.is_some() {
                        return next;
                    }
                }
                self.heaps += 1;
            }
            self.heaps = 0;
            self.k += 1;
        }
        None
    }
}

/// The lexicographically first way to part `rest` into `count` positive ascending parts with the gap.
fn first(rest: u64, count: usize, gap: u64) -> Option<Parts> {
    let mut parts = Parts { sizes: [0; MAX_HEAPS], count };
    if count == 0 {
        return (rest == 0).then_some(parts);
    }
    fill(&mut parts, 0, 1, rest, gap).then_some(parts)
}

/// The next way to part the same sum.
fn following(mut parts: Parts, gap: u64) -> Option<Parts> {
    let mut rest = *parts.last()?;
    for at in (0..parts.count - 1).rev() {
        rest += parts.sizes[at];
        let size = parts.sizes[at] + 1;
        if fill(&mut parts, at, size, rest, gap) {
            return Some(parts);
        }
    }
    None
}

/// Lays `rest` out from part `at` on, beginning with `size`, each as small as may be and the last taking what is left.
fn fill(parts: &mut Parts, at: usize, size: u64, mut rest: u64, gap: u64) -> bool {
    let mut size = size;
    let last = parts.count - 1;
    let before = parts.sizes;
    for place in at..last {
        if rest < size {
            parts.sizes = before;
            return false;
        }
        parts.sizes[place] = size;
        rest -= size;
        size += gap;
    }
    if rest < size {
        parts.sizes = before;
        return false;
    }
    parts.sizes[last] = rest;
    true
}

#[cfg(test)]
mod tests {
    use crate::Code;

    fn options(code: &str, n: u64) -> Vec<Vec<u64>> {
        code.parse::<Code>().unwrap().rule().options(n).map(|parts| parts.to_vec()).collect()
    }

    #[test]
    fn taking_one_or_two_neighbours_from_a_row() {
        assert_eq!(options("0.77", 1), [[]; 1]);
        assert_eq!(options("0.77", 5), [vec![4], vec![1, 3], vec![2, 2], vec![3], vec![1, 2]]);
    }

    #[test]
    fn unequal_parts() {
        assert_eq!(options("4.0u", 6), [[1, 5], [2, 4]]);
        assert_eq!(options("4.0u", 2), [[0u64; 0]; 0]);
        assert_eq!(options("0x8.0u", 9), [[1, 2, 6], [1, 3, 5], [2, 3, 4]]);
    }

    #[test]
    fn three_parts_are_the_partitions() {
        assert_eq!(options("0x0.8", 7), [[1, 1, 4], [1, 2, 3], [2, 2, 2]]);
        // Partitions of 30 into 4 parts: 206 (OEIS A026810).
        assert_eq!(options("(16).0", 30).len(), 206);
    }

    #[test]
    fn endless_tails_stop_at_the_heap() {
        assert_eq!(options("4.3...", 3), [vec![1, 2], vec![2], vec![1], vec![]]);
        assert_eq!(options("AllBut{2}", 3), [vec![2], vec![]]);
        assert_eq!(options("0.77", 0), [[0u64; 0]; 0]);
    }
}
