//! Any rule: tails that repeat for ever, and moves that leave three heaps or more.
//!
//! `X_j(m)` is the set of values of `m` beans lying as exactly `j` heaps. The options of `n` are the union of `X_j(n - k)`
//! over the bits `j` of `d_k`. For the tail these unions only grow with `n` in each class mod the tail's length, so each
//! `X_j(m)` is added to them once.

use crate::rule::{Digit, HeapRule, Kinship, MAX_HEAPS};
use crate::values::MAX_VALUE;

/// The values so far and the unions of the tail.
pub(crate) struct General {
    /// The digits, with at least one before the tail: the value of the heap itself is never needed.
    head: Vec<Digit>,
    tail: Vec<Digit>,
    kinship: Kinship,
    values: Vec<u16>,
    /// `sets[j - 2][m]`: `X_j(m)`, kept where three heaps or more can be left.
    sets: Vec<Vec<Bits>>,
    /// One union per class of `n` mod the tail's length, and a number below which it has every value.
    unions: Vec<(Bits, u32)>,
    /// The next `m` to add to the unions.
    next: usize,
}

impl General {
    pub fn new(rule: &HeapRule) -> General {
        let (mut head, mut tail) = (rule.head().to_vec(), rule.tail().to_vec());
        if head.is_empty() {
            head.push(rule.digit(0));
            let turn = 1.min(tail.len());
            tail.rotate_left(turn);
        }
        let unions = vec![(Bits::default(), 0); tail.len()];
        let sets = vec![Vec::new(); MAX_HEAPS];
        General { head, tail, kinship: rule.kinship(), values: Vec::new(), sets, unions, next: 0 }
    }

    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Adds the value of the next heap; `false` when it cannot be stored.
    pub fn push(&mut self) -> bool {
        let n = self.values.len();
        let mut seen = Bits::default();
        for k in 0..self.head.len().min(n + 1) {
            self.add(n - k, self.head[k], &mut seen);
        }
        let length = self.tail.len();
        let mut least = 0;
        if length > 0 {
            self.feed_unions(n);
            let (union, full) = &mut self.unions[n % length];
            while union.has(*full) {
                *full += 1;
            }
            least = *full;
        }
        let has = |value: u32| seen.has(value) || (length > 0 && self.unions[n % length].0.has(value));
        let Some(value) = (least..=MAX_VALUE).find(|value| !has(*value)) else { return false };
        self.values.push(value as u16);
        true
    }

    /// Adds to `seen` the union of `X_j(m)` over the bits of the digit.
    fn add(&mut self, m: usize, digit: Digit, seen: &mut Bits) {
        for heaps in 0..=MAX_HEAPS {
            if digit >> heaps & 1 == 0 {
                continue;
            }
            match heaps {
                0 if m == 0 => seen.put(0),
                1 if m > 0 => seen.put(self.values[m].into()),
                0 | 1 => {}
                2 => self.pairs(m, seen),
                _ => {
                    self.fill_sets(heaps, m);
                    seen.join(&self.sets[heaps - 2][m], 0);
                }
            }
        }
    }

    fn feed_unions(&mut self, n: usize) {
        let (head, length) = (self.head.len(), self.tail.len());
        while self.next + head <= n {
            let m = self.next;
            for class in 0..length {
                // The least heap of the class that may take down to m by a digit of the tail.
                let ahead = (class + length - (m + head) % length) % length;
                let mut union = std::mem::take(&mut self.unions[class].0);
                self.add(m, self.tail[ahead], &mut union);
                self.unions[class].0 = union;
            }
            self.next += 1;
        }
    }

    fn pairs(&self, m: usize, seen: &mut Bits) {
        for i in 1..=m / 2 {
            if 2 * i == m && self.kinship == Kinship::Unequal {
                continue;
            }
            seen.put((self.values[i] ^ self.values[m - i]).into());
        }
    }

    /// Makes `X_j(m')` for all `m' <= m`.
    fn fill_sets(&mut self, heaps: usize, m: usize) {
        if self.kinship == Kinship::Unequal {
            while self.sets[heaps - 2].len() <= m {
                let total = self.sets[heaps - 2].len();
                let set = self.unequal(heaps, total);
                self.sets[heaps - 2].push(set);
            }
            return;
        }
        for j in 2..=heaps {
            while self.sets[j - 2].len() <= m {
                let total = self.sets[j - 2].len();
                let mut set = Bits::default();
                if j == 2 {
                    self.pairs(total, &mut set);
                } else {
                    for i in 1..total {
                        set.join(&self.sets[j - 3][total - i], self.values[i].into());
                    }
                }
                self.sets[j - 2].push(set);
            }
        }
    }

    fn unequal(&self, heaps: usize, total: usize) -> Bits {
        let mut set = Bits::default();
        let split = HeapRule::new(vec![1 << heaps], Vec::new(), Kinship::Unequal).expect("a split");
        for parts in split.options(total as u64) {
            set.put(parts.iter().fold(0, |sum, part| sum ^ self.values[*part as usize] as u32));
        }
        set
    }
}

/// A set of values.
#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn has(&self, value: u32) -> bool {
        self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    fn put(&mut self, value: u32) {
        let at = value as usize / 64;
        if at >= self.0.len() {
            self.0.resize((at + 1).next_power_of_two(), 0);
        }
        self.0[at] |= 1 << (value % 64);
    }

    /// Adds `v ^ shift` for every member `v` of `other`.
    fn join(&mut self, other: &Bits, shift: u32) {
        let high = shift as usize / 64;
        let needed = other.0.len().max((high + 1).next_power_of_two());
        if self.0.len() < needed {
            self.0.resize(needed, 0);
        }
        for (at, word) in other.0.iter().enumerate() {
            self.0[at ^ high] |= exchange(*word, shift % 64);
        }
    }
}

/// Moves bit `b` of the word to bit `b ^ shift`.
fn exchange(mut word: u64, shift: u32) -> u64 {
    const KEPT: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (power, kept) in KEPT.iter().enumerate() {
        if shift >> power & 1 == 1 {
            word = (word & kept) << (1 << power) | word >> (1 << power) & kept;
        }
    }
    word
}
