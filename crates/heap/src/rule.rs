//! The rule of a heap game (Guy and Smith 1956; *Winning Ways* ch. 4).
//!
//! Digit `d_k` says what a move that removes `k` beans may leave: bit `j` is set when the rest may lie as exactly `j`
//! non-empty heaps. The digits are a head followed by a tail that repeats for ever.
//!
//! Invariant: the form is normal, so equal games have equal rules. The tail is not all zero, is not itself a
//! repetition, and the head does not end with the digit that the tail would put there; without a tail the head does
//! not end with zero. `d_0` never leaves fewer than two heaps, so every move makes every heap smaller.

use crate::options::Options;
use std::fmt;

/// The most heaps a move may leave.
pub const MAX_HEAPS: usize = 15;

/// The largest `k` whose digit may be written out (repeating tails go on for ever).
pub const MAX_TAKE: usize = 1 << 24;

/// Bit `j`: exactly `j` non-empty heaps may be left.
pub type Digit = u16;

/// Whether heaps left by one move may be of equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kinship {
    /// Any sizes.
    Free,
    /// All heaps left by one move differ in size.
    Unequal,
}

/// What may be done to one heap. See the module's comment for the meaning of its digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapRule {
    head: Vec<Digit>,
    tail: Vec<Digit>,
    kinship: Kinship,
    /// The most heaps any move leaves: codes of millions of digits are asked for it often.
    most_heaps: usize,
}

/// Why digits are not a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// `d_0` leaves no heap or one heap, so a move could change nothing.
    Pass,
    /// More digits than [`MAX_TAKE`].
    TooLong,
}

impl HeapRule {
    /// The rule whose digits are `head` and then `tail` again and again (an empty tail is a tail of zeros).
    pub fn new(head: Vec<Digit>, tail: Vec<Digit>, kinship: Kinship) -> Result<HeapRule, RuleError> {
        if head.len() + tail.len() > MAX_TAKE + 1 {
            return Err(RuleError::TooLong);
        }
        let all = head.iter().chain(&tail).fold(0, |all, digit| all | digit);
        let most_heaps = (Digit::BITS - all.leading_zeros()).saturating_sub(1) as usize;
        let mut rule = HeapRule { head, tail, kinship, most_heaps };
        rule.normalise();
        if rule.digit(0) & 3 != 0 { Err(RuleError::Pass) } else { Ok(rule) }
    }

    /// The game of taking `k` beans for any `k` in `takes`.
    ///
    /// # Panics
    /// When a take is 0 or above [`MAX_TAKE`].
    pub fn subtraction(takes: impl IntoIterator<Item = usize>) -> HeapRule {
        let mut head = Vec::new();
        for take in takes {
            assert!((1..=MAX_TAKE).contains(&take), "a take lies in 1..={MAX_TAKE}");
            if head.len() <= take {
                head.resize(take + 1, 0);
            }
            head[take] = 3;
        }
        HeapRule::new(head, Vec::new(), Kinship::Free).expect("no take is 0")
    }

    /// What removing `k` beans may leave.
    pub fn digit(&self, k: u64) -> Digit {
        match usize::try_from(k).ok().and_then(|k| self.head.get(k)) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[((k - self.head.len() as u64) % self.tail.len() as u64) as usize],
        }
    }

    /// The digits before the repeating tail, from `d_0`.
    pub fn head(&self) -> &[Digit] {
        &self.head
    }

    /// The digits that repeat for ever after the head; empty when only finitely many digits are not zero.
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// Whether heaps left by one move may be equal.
    pub fn kinship(&self) -> Kinship {
        self.kinship
    }

    /// The largest number of beans a move can remove; `None` when there is no largest.
    pub fn largest_take(&self) -> Option<u64> {
        self.tail.is_empty().then(|| self.head.len().saturating_sub(1) as u64)
    }

    /// The most heaps any move leaves.
    pub fn most_heaps(&self) -> usize {
        self.most_heaps
    }

    /// The takes, where every move is "take `k` from a finite set, whatever the heap".
    pub fn takes(&self) -> Option<Vec<u64>> {
        if !self.tail.is_empty() || self.head.iter().any(|digit| ![0, 3].contains(digit)) {
            return None;
        }
        Some((0..).zip(&self.head).filter(|(_, digit)| **digit == 3).map(|(k, _)| k).collect())
    }

    /// The forbidden takes, where every move is "take any positive number outside a finite set".
    pub fn all_but(&self) -> Option<Vec<u64>> {
        if self.tail != [3] || self.head.iter().any(|digit| ![0, 3].contains(digit)) {
            return None;
        }
        Some((0..).zip(&self.head).skip(1).filter(|(_, digit)| **digit == 0).map(|(k, _)| k).collect())
    }

    /// Every move from a heap of `n`, as the heaps it leaves; no move is given twice for the same `k`.
    pub fn options(&self, n: u64) -> Options<'_> {
        Options::new(self, n)
    }

    fn normalise(&mut self) {
        if self.most_heaps() < 2 {
            self.kinship = Kinship::Free;
        }
        if self.tail.iter().all(|digit| *digit == 0) {
            self.tail.clear();
        } else {
            let length = self.tail.len();
            let repeats = |p: &usize| length % p == 0 && (*p..length).all(|i| self.tail[i] == self.tail[i - p]);
            let primitive = (1..=length).find(repeats).expect("the whole tail repeats itself");
            self.tail.truncate(primitive);
        }
        while let Some(last) = self.head.last() {
            match self.tail.last() {
                None if *last == 0 => {}
                Some(end) if last == end => self.tail.rotate_right(1),
                _ => break,
            }
            self.head.pop();
        }
    }
}

/// The shortest code of the rule; [`crate::Code`] reads it back to an equal rule.
impl fmt::Display for HeapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |set: Vec<u64>| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        if let Some(takes) = self.takes().filter(|takes| !takes.is_empty()) {
            return write!(f, "S{{{}}}", list(takes));
        }
        if let Some(forbidden) = self.all_but() {
            return write!(f, "AllBut{{{}}}", list(forbidden));
        }
        self.write_digits(f)
    }
}

impl HeapRule {
    fn write_digits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.head.iter().chain(&self.tail).copied();
        let hexadecimal = all.clone().any(|digit| (8..16).contains(&digit));
        if hexadecimal {
            f.write_str("0x")?;
        }
        let write = |f: &mut fmt::Formatter<'_>, digit: Digit| match digit {
            0..16 => write!(f, "{digit:x}"),
            wide => write!(f, "({wide})"),
        };
        write(f, self.digit(0))?;
        f.write_str(".")?;
        // The digit before the point belongs to no tail as written.
        let (head, tail) = match self.head.split_first() {
            Some((_, head)) => (head, self.tail.clone()),
            None => {
                let mut tail = self.tail.clone();
                if !tail.is_empty() {
                    tail.rotate_left(1);
                }
                (&[][..], tail)
            }
        };
        for digit in head {
            write(f, *digit)?;
        }
        match tail[..] {
            [] if head.is_empty() => f.write_str("0")?,
            [] => {}
            [digit] => {
                write(f, digit)?;
                f.write_str("...")?;
            }
            _ => {
                f.write_str("[")?;
                for digit in &tail {
                    write(f, *digit)?;
                }
                f.write_str("]...")?;
            }
        }
        if self.kinship == Kinship::Unequal { f.write_str("u") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(head: &[Digit], tail: &[Digit]) -> HeapRule {
        HeapRule::new(head.to_vec(), tail.to_vec(), Kinship::Free).unwrap()
    }

    #[test]
    fn equal_games_have_equal_rules() {
        assert_eq!(rule(&[0, 3, 3, 0, 0], &[0]), HeapRule::subtraction([2, 1]));
        assert_eq!(rule(&[0, 1, 2, 1, 2], &[1, 2, 1, 2]), rule(&[0], &[1, 2]));
        assert_eq!(rule(&[0, 2, 1], &[2, 1]), rule(&[0, 2], &[1, 2]));
        assert_eq!(rule(&[0, 2, 1], &[2, 1]).head(), [0]);
    }

    #[test]
    fn a_pass_is_refused() {
        assert_eq!(HeapRule::new(vec![2, 3], vec![], Kinship::Free), Err(RuleError::Pass));
        assert_eq!(HeapRule::new(vec![], vec![3], Kinship::Free), Err(RuleError::Pass));
    }
}
