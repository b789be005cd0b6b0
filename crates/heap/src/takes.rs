//! Rules that only take: every move leaves at most one heap, and takes are bounded.
//!
//! The heaps of value 0 are found first, then those of value 1 among the rest, and so on: at level `v` a free heap has
//! value `v` unless one of its options has it (it has options of all smaller values, or it would have been taken at an
//! earlier level). A level is one walk over bits, 64 heaps to a word: within a word eight heaps are decided by one
//! look into a table, and the heaps that join the level then bar all heaps one take above them in the words that follow.

use crate::lane::{self, Level};
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
    /// For each set of open heaps among eight, which of them join a level.
    joins: Box<[u8; 256]>,
    /// For each such set, the heaps of the same word one take above one that joins.
    within: Box<[u64; 256]>,
    /// `beyond[64 * c + s]`: chunk `c` of the heaps in later words that are one take above heap `s` of a word; empty where
    /// the takes lie so far apart that they are marked one by one.
    beyond: Vec<Chunk>,
    width: Level,
}

/// The bits of some consecutive words.
pub(crate) type Chunk = [u64; CHUNK];
const CHUNK: usize = 8;

impl Takes {
    /// The takes, if the rule is of this kind.
    pub fn of(rule: &HeapRule) -> Option<Takes> {
        if !rule.tail().is_empty() || rule.most_heaps() > 1 {
            return None;
        }
        // A code may have millions of digits of which few say anything.
        let (mut ends, mut singles) = (Vec::new(), Vec::new());
        for (k, &digit) in rule.head().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            ends.extend((digit & 1 != 0).then_some(k));
            singles.extend((digit & 2 != 0).then_some(k));
        }
        let low = singles.iter().filter(|k| **k < 64).fold(0u64, |low, k| low | 1 << k);
        let mut joins = Box::new([0u8; 256]);
        let mut within = Box::new([0u64; 256]);
        for open in 0..256usize {
            for bit in (0..8).filter(|bit| open >> bit & 1 == 1) {
                if within[open] >> bit & 1 == 0 {
                    joins[open] |= 1 << bit;
                    within[open] |= low << bit;
                }
            }
        }
        let words = singles.last().map_or(0, |k| k.div_ceil(64));
        let mut beyond = Vec::new();
        if words <= 8 * singles.len() {
            beyond = vec![[0; CHUNK]; 64 * words.div_ceil(CHUNK)];
            for bit in 0..64 {
                for place in singles.iter().filter_map(|k| (k + bit).checked_sub(64)) {
                    let word = place / 64;
                    beyond[64 * (word / CHUNK) + bit][word % CHUNK] |= 1 << (place % 64);
                }
            }
        }
        Some(Takes { ends, singles, joins, within, beyond, width: Level::detect() })
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
            self.level(&mut free, level == 0, watch, |at, joined| {
                each_bit(joined, |bit| match u8::try_from(level) {
                    Ok(level) => values[64 * at + bit] = level,
                    Err(_) => wide.push((64 * at + bit, level as u16)),
                })
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
        self.level(&mut free, play == Play::Normal, watch, |at, joined| losing[at] = joined)?;
        if count % 64 != 0 {
            *losing.last_mut().expect("a word") &= (1 << (count % 64)) - 1;
        }
        Ok(losing)
    }

    /// Removes from `free`, and tells `each` word by word, the heaps of the least value that free heaps can have. `ground`
    /// says that this value is that of the empty heap.
    fn level(
        &self,
        free: &mut [u64],
        ground: bool,
        watch: &dyn Watch,
        mut each: impl FnMut(usize, u64),
    ) -> Result<(), Stop> {
        let length = free.len();
        let mut barred = vec![0u64; length + 1 + self.beyond.len() / 64 * CHUNK];
        if ground {
            for k in self.ends.iter().filter(|k| **k / 64 < length) {
                barred[k / 64] |= 1 << (k % 64);
            }
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
            let mut joined = 0;
            let mut open = free[at] & !barred[at];
            if at == 0 {
                // The empty heap is no part of what a move leaves.
                joined = open & 1;
                open &= !1;
            }
            for shift in (0..64).step_by(8) {
                let eight = (open >> shift & 0xFF) as usize;
                joined |= (self.joins[eight] as u64) << shift;
                open &= !(self.within[eight] << shift);
            }
            free[at] &= !joined;
            each(at, joined);
            let moving = if at == 0 { joined & !1 } else { joined };
            if self.beyond.is_empty() {
                for k in &self.singles {
                    let word = at + k / 64;
                    for (word, bits) in [(word, moving << (k % 64)), (word + 1, moving >> 1 >> (63 - k % 64))] {
                        if let Some(word) = barred.get_mut(word) {
                            *word |= bits;
                        }
                    }
                }
            } else {
                lane::spread(self.width, &self.beyond, moving, &mut barred[at + 1..]);
            }
        }
        Ok(())
    }
}

/// Bars what lies beyond the word whose heaps are given.
#[inline(always)]
pub(crate) fn spread_body(beyond: &[Chunk], moving: u64, barred: &mut [u64]) {
    for (beyond, barred) in beyond.chunks_exact(64).zip(barred.chunks_exact_mut(CHUNK)) {
        let mut all = [0u64; CHUNK];
        each_bit(moving, |bit| all.iter_mut().zip(&beyond[bit]).for_each(|(all, bits)| *all |= bits));
        barred.iter_mut().zip(all).for_each(|(barred, all)| *barred |= all);
    }
}

#[inline(always)]
fn each_bit(mut word: u64, mut each: impl FnMut(usize)) {
    while word != 0 {
        each(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}
