//! When a partial quotient is the complete one (Guy and Smith 1956 for normal play; Plambeck 2005 and Plambeck and
//! Siegel 2008, section 5, for misère play).
//!
//! Theorem. Let every move remove `c` beans and leave the rest as at most `t(c)` heaps of any sizes. Let the quotient of
//! the heaps up to `M` be known with pretending function F, and let F(i + p) = F(i) whenever n0 <= i and i + p <= M,
//! with n0, p >= 1. If M + 1 >= t(c) (n0 + p) + c for every c (t(c) taken as 1 where it is 0), then F, continued with
//! period p, gives the outcome of every sum of heaps of all sizes, and the quotient is complete.
//!
//! Proof. Let n > M, by induction with F known below n. A move from n removes c and leaves parts of which the largest is
//! at least (n - c) / t >= n0 + p; taking p from it gives a move from n - p to a sum with the same value, since the part
//! left is at least n0. A move from n - p leaves a largest part of at least (n - p - c) / t >= n0; adding p to it gives
//! a move from n with the same value. No move leaves nothing, since n - p > c. So the options of n and of n - p have the
//! same set of values, and with F(n) = F(n - p) the heap n adds nothing to the transition algebra, on which alone the
//! correctness of F depends (see [`check`](crate::check)).

use crate::ruleset::Take;

/// The pretending function repeats: F(n + period) = F(n) for all n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which on the values repeat, at least 1.
    pub preperiod: u32,
    /// The length of the repetition.
    pub period: u32,
}

impl Period {
    /// How far the values must be known (`M` of the theorem) for this period to hold for ever.
    pub fn needed(self, takes: &[Take]) -> u64 {
        let whole = u64::from(self.preperiod) + u64::from(self.period);
        let needed = takes.iter().map(|take| u64::from(take.parts.max(1)) * whole + u64::from(take.removed));
        needed.max().unwrap_or(whole).max(whole) - 1
    }

    /// The heap not above `M` with the same value as `heap`.
    pub fn reduce(self, heap: u64) -> u64 {
        let preperiod = u64::from(self.preperiod);
        if heap < preperiod { heap } else { preperiod + (heap - preperiod) % u64::from(self.period) }
    }
}

/// Follows a growing sequence and knows, for every period, where it was last broken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Periods {
    values: Vec<u32>,
    /// At `p - 1`: one more than the last `i` with value(i + p) different from value(i); values count from 1.
    broken: Vec<u32>,
}

impl Periods {
    /// The next value.
    pub fn push(&mut self, value: u32) {
        let last = self.values.len();
        for (p, broken) in (1..).zip(&mut self.broken) {
            if self.values[last - p] != value {
                *broken = (last - p) as u32 + 2;
            }
        }
        self.values.push(value);
        self.broken.push(1);
    }

    /// The shortest period that the theorem proves from the values so far.
    pub fn proved(&self, takes: &[Take]) -> Option<Period> {
        let candidates = (1..).zip(&self.broken).map(|(period, broken)| Period { preperiod: *broken, period });
        candidates.into_iter().find(|candidate| candidate.needed(takes) <= self.values.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant() {
        let period = Period { preperiod: 3, period: 2 };
        let octal = [Take { removed: 1, parts: 2 }, Take { removed: 2, parts: 2 }];
        assert_eq!(period.needed(&octal), 2 * 3 + 2 * 2 + 2 - 1);
        assert_eq!(period.needed(&[Take { removed: 4, parts: 1 }]), 3 + 2 + 4 - 1);
        assert_eq!((period.reduce(2), period.reduce(3), period.reduce(6)), (2, 3, 4));
    }

    /// In 0.0001 only heap 4 has a move. To heap 7 its values repeat with period 4 from the first heap on; heap 8 breaks
    /// that, and 8 is what the theorem asks for: with one heap less it would be false.
    #[test]
    fn the_constant_cannot_be_smaller() {
        let takes = [Take { removed: 4, parts: 0 }];
        let wrong = Period { preperiod: 1, period: 4 };
        let (mut periods, mut proved) = (Periods::default(), Vec::new());
        for heap in 1..=20 {
            periods.push((heap == 4) as u32);
            proved.extend(periods.proved(&takes));
        }
        assert_eq!(wrong.needed(&takes), 8);
        assert!(!proved.contains(&wrong));
        assert_eq!(proved[0], Period { preperiod: 5, period: 1 });
    }

    #[test]
    fn the_last_break_is_found() {
        let mut periods = Periods::default();
        for value in [7, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2] {
            periods.push(value);
        }
        let takes = [Take { removed: 1, parts: 2 }];
        assert_eq!(periods.proved(&takes), Some(Period { preperiod: 2, period: 2 }));
        periods.push(5);
        assert_eq!(periods.proved(&takes), None);
    }
}
