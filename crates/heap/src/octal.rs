//! Rules with finitely many digits that leave at most two heaps: octal games, and splits into unequal parts.
//!
//! Everything about one heap size is found by asking whether some move has a given value.

use crate::lane::{Lane, Level, Marks};
use crate::rule::{Digit, HeapRule, Kinship};

/// The moves of such a rule, by what they leave.
#[derive(Clone, Debug)]
pub(crate) struct Octal {
    /// Takes that may empty the heap.
    pub ends: Vec<usize>,
    /// Takes that may leave one heap.
    pub singles: Vec<usize>,
    /// Takes that may leave two heaps.
    pub splits: Vec<usize>,
    /// Whether the two heaps may be equal.
    pub kinship: Kinship,
}

impl Octal {
    /// The moves, if the rule is of this kind.
    pub fn of(rule: &HeapRule) -> Option<Octal> {
        if !rule.tail().is_empty() || rule.most_heaps() > 2 {
            return None;
        }
        let with = |bit: Digit| (0..).zip(rule.head()).filter(|(_, d)| **d & bit != 0).map(|(k, _)| k).collect();
        Some(Octal { ends: with(1), singles: with(2), splits: with(4), kinship: rule.kinship() })
    }

    /// The largest take.
    pub fn largest(&self) -> usize {
        [&self.ends, &self.singles, &self.splits].into_iter().flatten().copied().max().unwrap_or(0)
    }

    /// Whether some move from `n` has value `sought`, given the values of all smaller heaps. Adds to `looked` how many splits
    /// were looked at.
    pub fn reaches<T: Lane>(&self, level: Level, values: &[T], n: usize, sought: T, looked: &mut usize) -> bool {
        let zero = sought == T::default();
        if zero && self.ends.contains(&n) {
            return true;
        }
        if self.singles.iter().any(|k| *k < n && values[n - k] == sought) {
            return true;
        }
        self.splits.iter().any(|k| {
            let Some(rest) = n.checked_sub(*k).filter(|rest| *rest >= 2) else { return false };
            let halves = (rest - 1) / 2;
            (zero && rest % 2 == 0 && self.kinship == Kinship::Free)
                || T::exists(level, &values[1..=halves], &values[rest - halves..rest], sought, looked)
        })
    }

    /// Marks the values of all moves from `n`.
    pub fn mark<T: Lane>(&self, level: Level, values: &[T], n: usize, marks: &mut Marks) {
        marks[0] |= self.ends.contains(&n);
        for k in self.singles.iter().filter(|k| **k < n) {
            marks[Into::<u16>::into(values[n - k]) as usize] = true;
        }
        for rest in self.splits.iter().filter_map(|k| n.checked_sub(*k)).filter(|rest| *rest >= 2) {
            let halves = (rest - 1) / 2;
            marks[0] |= rest % 2 == 0 && self.kinship == Kinship::Free;
            T::mark(level, &values[1..=halves], &values[rest - halves..rest], marks);
        }
    }
}
