//! What people look for in a sequence of values.

use crate::mask::{Mask, Twist};
use crate::octal::Octal;
use crate::rule::HeapRule;
use crate::values::Values;

/// Counts over the values computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// `(value, how often, the first heap with it)`, for every value that appears, ascending.
    pub histogram: Vec<(u32, u64, u64)>,
    /// `(heap, value)` whenever a value is larger than all before it.
    pub records: Vec<(u64, u32)>,
    /// The best division into rare and common, for rules that leave at most two heaps.
    pub space: Option<Space>,
}

/// A division of the values into a sparse space and the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The parity mask.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub twisted: bool,
    /// How many heaps have a rare value.
    pub rare: u64,
    /// The last of them.
    pub last_rare: Option<u64>,
}

impl Statistics {
    /// Of all values there are.
    pub fn of(rule: &HeapRule, values: &Values) -> Statistics {
        let mut counts: Vec<(u64, u64)> = Vec::new();
        let mut records = Vec::new();
        for (n, value) in (0..).zip(values.iter()) {
            if value as usize >= counts.len() {
                counts.resize(value as usize + 1, (0, 0));
                records.push((n, value));
            }
            let (count, first) = &mut counts[value as usize];
            if *count == 0 {
                *first = n;
            }
            *count += 1;
        }
        let histogram = (0..)
            .zip(counts)
            .filter(|(_, (count, _))| *count > 0)
            .map(|(value, (count, first))| (value, count, first))
            .collect();
        let space = Octal::of(rule).filter(|octal| !octal.splits.is_empty()).map(|octal| {
            let (mask, rare) = match values {
                Values::Narrow(values) => Mask::best(values, 0, &octal.splits),
                Values::Wide(values) => Mask::best(values, 0, &octal.splits),
            };
            let last_rare = (0..values.len()).rev().find(|n| mask.rare(*n, values.at(*n))).map(|n| n as u64);
            Space { mask: mask.mask, twisted: mask.twist == Twist::Alternating, rare: rare as u64, last_rare }
        });
        Statistics { histogram, records, space }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_by_hand() {
        let rule = crate::HeapRule::subtraction([1, 3, 4]);
        let values = Values::Narrow(vec![0, 1, 0, 1, 2, 3, 2, 0]);
        let found = Statistics::of(&rule, &values);
        assert_eq!(found.histogram, [(0, 3, 0), (1, 2, 1), (2, 2, 4), (3, 1, 5)]);
        assert_eq!(found.records, [(0, 0), (1, 1), (4, 2), (5, 3)]);
        assert_eq!(found.space, None);
    }
}
