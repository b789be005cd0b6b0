//! Rules that only take: every move leaves at most one heap, and takes are bounded.
//!
//! The heaps of value 0 are found first, then those of value 1 among the rest, and so on: at level `v` a free heap has
//! value `v` unless one of its options has it (it has options of all smaller values, or it would have been taken at an
//! earlier level). A level is one walk over bits, 64 heaps to a word; a heap that joins it marks all heaps one take
//! above by OR-ing the shifted set of takes.

use crate::rule::HeapRule;
use crate::values::Values;
use grundy_answer::{Progress, Stop, Watch};

/// What the last player to move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The last move wins.
    Normal,
    /// The last move loses.
    Misere,
}

/// The takes of such a rule.
#[derive(Clone, Debug)]
pub(crate) struct Takes {
    /// Takes that may empty the heap.
    ends: Vec<usize>,
    /// Takes that may leave a heap.
    singles: Vec<usize>,
    /// `shifted[s]`: the set of `singles` as bits, moved up by `s` bits.
    shifted: Vec<Vec<u64>>,
}

impl Takes {
    /// The takes, if the rule is of this kind.
    pub fn of(rule: &HeapRule) -> Option<Takes> {
        if !rule.tail().is_empty() || rule.most_heaps() > 1 {
            return None;
        }
        let with = |bit| -> Vec<usize> {
            (0..).zip(rule.head()).filter(|(_, digit)| **digit & bit != 0).map(|(k, _)| k).collect()
        };
        let singles = with(2);
        let words = singles.last().map_or(0, |k| k.div_ceil(64) + 1);
        // Far takes are marked one by one: there the set has more words than members.
        let shifted = if words > 2 * singles.len() + 2 {
            Vec::new()
        } else {
            (0..64)
                .map(|shift| {
                    let mut bits = vec![0u64; words];
                    for k in &singles {
                        bits[(k + shift) / 64] |= 1 << ((k + shift) % 64);
                    }
                    bits
                })
                .collect()
        };
        Some(Takes { ends: with(1), singles, shifted })
    }

    /// The values of heaps `0..count`, or why it was stopped.
    pub fn values(&self, count: usize, watch: &dyn Watch) -> Result<Values, Stop> {
        let mut free = vec![u64::MAX; count.div_ceil(64)];
        if count % 64 != 0 {
            *free.last_mut().expect("a word") = (1 << (count % 64)) - 1;
        }
        let mut wide = Vec::new();
        let mut values = vec![0u8; count];
        let mut level = 0u32;
        let mut done = 0;
        while done < count {
            let before: u64 = free.iter().map(|word| word.count_ones() as u64).sum();
            self.level(&mut free, level == 0, watch, |n| match u8::try_from(level) {
                Ok(level) => values[n] = level,
                Err(_) => wide.push((n, level as u16)),
            })?;
            done += (before - free.iter().map(|word| word.count_ones() as u64).sum::<u64>()) as usize;
            level += 1;
        }
        if wide.is_empty() {
            return Ok(Values::Narrow(values));
        }
        let mut values: Vec<u16> = values.into_iter().map(u16::from).collect();
        wide.into_iter().for_each(|(n, value)| values[n] = value);
        Ok(Values::Wide(values))
    }

    /// Which of the heaps `0..count` the player to move loses, as bits.
    pub fn losing(&self, count: usize, play: Play, watch: &dyn Watch) -> Result<Vec<u64>, Stop> {
        let mut free = vec![u64::MAX; count.div_ceil(64)];
        if play == Play::Misere {
            // Without a move the player to move wins.
            let stuck = |n: &usize| !self.ends.contains(n) && !self.singles.iter().any(|k| k < n);
            let reach = self.singles.first().map_or(count, |k| (k + 1).min(count));
            (0..reach).filter(stuck).for_each(|n| free[n / 64] &= !(1 << (n % 64)));
        }
        let mut losing = vec![0u64; count.div_ceil(64)];
        self.level(&mut free, play == Play::Normal, watch, |n| losing[n / 64] |= 1 << (n % 64))?;
        if count % 64 != 0 {
            *losing.last_mut().expect("a word") &= (1 << (count % 64)) - 1;
        }
        Ok(losing)
    }

    /// Removes from `free`, and tells `each`, the heaps of the least value that free heaps can have. `ground` says that
    /// this value is that of the empty heap.
    fn level(
        &self,
        free: &mut [u64],
        ground: bool,
        watch: &dyn Watch,
        mut each: impl FnMut(usize),
    ) -> Result<(), Stop> {
        let length = free.len();
        let mut barred = vec![0u64; length + self.shifted.first().map_or(0, Vec::len) + 1];
        let mut bar = |n: usize| {
            if let Some(word) = barred.get_mut(n / 64) {
                *word |= 1 << (n % 64);
            }
        };
        if ground {
            self.ends.iter().for_each(|k| bar(*k));
        }
        for at in 0..length {
            if at % 4096 == 0 {
                let bytes = 8 * 3 * length as u64;
                let progress =
                    Progress { what: "values", done: 64 * at as u64, total: Some(64 * length as u64), bytes };
                if let Some(stop) = watch.tick(progress) {
                    return Err(stop);
                }
            }
            let mut passed = 0u64;
            loop {
                let open = free[at] & !barred[at] & !passed;
                if open == 0 {
                    break;
                }
                let bit = open.trailing_zeros() as usize;
                passed |= (2u64 << bit).wrapping_sub(1);
                free[at] &= !(1 << bit);
                let n = 64 * at + bit;
                each(n);
                if n == 0 {
                    continue;
                }
                match self.shifted.get(bit) {
                    Some(bits) => barred[at..].iter_mut().zip(bits).for_each(|(word, bits)| *word |= bits),
                    None => {
                        for k in &self.singles {
                            match barred.get_mut((n + k) / 64) {
                                Some(word) => *word |= 1 << ((n + k) % 64),
                                None => break,
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
