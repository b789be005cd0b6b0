//! Who wins on one heap, under either convention, for rules that never split.
//!
//! The outcome of `n` is found from those of smaller heaps only, so the window theorem of [`crate::recurrence`] proves periods
//! here too: past the largest take every heap has a move or none has.

use crate::far;
use crate::period::{Period, Search};
use crate::recurrence;
use crate::rule::HeapRule;
use crate::sequence::Reach;
use crate::table::Halt;
use crate::takes::{Play, Takes};
use crate::values::Values;
use grundy_answer::{Message, Standing, Watch};

/// The outcomes of one heap: 0 where the player to move loses, 1 where he wins.
pub struct Outcomes {
    values: Values,
    period: Option<Period>,
    halt: Option<Halt>,
}

impl Outcomes {
    /// Computes outcomes until a period is proved, as far as `reach` says; `None` when the rule splits heaps or has a tail.
    pub fn explore(rule: &HeapRule, play: Play, reach: Reach, watch: &dyn Watch) -> Option<Outcomes> {
        let takes = Takes::of(rule)?;
        let (limit, mut count) = match reach {
            Reach::Default => (1 << 24, 256),
            Reach::To(limit) => (limit.max(2), 256.min(limit.max(2))),
            Reach::All(count) => (count, count),
        };
        let mut values = Values::Narrow(Vec::new());
        loop {
            match takes.losing(count, play, watch) {
                Ok(losing) => {
                    values = Values::Narrow(winning(&losing, count));
                }
                Err(stop) => return Some(Outcomes { values, period: None, halt: Some(Halt::Stopped(stop)) }),
            }
            if let Search::Proved(period) = recurrence::search(rule, &values) {
                return Some(Outcomes { values, period: Some(period), halt: None });
            }
            if count >= limit {
                return Some(Outcomes { values, period: None, halt: None });
            }
            count = (4 * count).min(limit);
        }
    }

    /// Outcomes found elsewhere, 0 lost and 1 won, of which nothing is known beyond them.
    pub fn listed(outcomes: Vec<u8>, halt: Option<Halt>) -> Outcomes {
        Outcomes { values: Values::Narrow(outcomes), period: None, halt }
    }

    /// Outcomes found elsewhere that are proved to repeat with `period` from `from` on, and at least one period of them.
    /// The least period and the last exception are found from there.
    ///
    /// # Panics
    /// When fewer than `from + 2 * period` outcomes are given.
    pub fn repeating(outcomes: Vec<u8>, from: u64, period: u64, reason: Message, facts: Vec<String>) -> Outcomes {
        let (start, whole) = (from as usize, period as usize);
        let values = Values::Narrow(outcomes);
        let divides = |p: &usize| whole % p == 0 && values.same(start + p, start, whole, 0);
        let least = (1..=whole).find(divides).expect("the whole period repeats");
        let last_exception = values.last_exception(start, least, 0).map(|n| n as u64);
        let period =
            Period { period: least as u64, saltus: 0, last_exception, standing: Standing::Proved(reason), facts };
        Outcomes { values, period: Some(period), halt: None }
    }

    /// The outcomes computed: 0 lost, 1 won by the player to move.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The period, proved.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Why the computation ended early.
    pub fn halt(&self) -> Option<Halt> {
        self.halt
    }

    /// Whether the player to move wins a heap of `n`, and how sure that is.
    pub fn wins_at(&self, n: u64) -> Option<(bool, Standing)> {
        far::value_at(&self.values, self.period.as_ref(), n).map(|(value, standing)| (value == 1, standing))
    }

    /// How many of the heaps `1..=n` the player to move loses.
    pub fn count_losing(&self, n: u64) -> Option<(u64, Standing)> {
        far::count_zeros(&self.values, self.period.as_ref(), n)
    }
}

/// One byte for each of the first `count` bits: 0 where it is set.
fn winning(losing: &[u64], count: usize) -> Vec<u8> {
    let bytes: [[u8; 8]; 256] = std::array::from_fn(|bits| std::array::from_fn(|bit| (bits >> bit & 1 == 0) as u8));
    let mut winning = vec![0; 64 * losing.len()];
    for (eight, bits) in winning.chunks_exact_mut(8).zip(losing.iter().flat_map(|word| word.to_le_bytes())) {
        eight.copy_from_slice(&bytes[bits as usize]);
    }
    winning.truncate(count);
    winning
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;
    use proptest::prelude::*;

    /// Straight from the rules: without a move the player to move wins in misère play and loses in normal play.
    fn textbook(rule: &HeapRule, play: Play, count: u64) -> Vec<u32> {
        let mut wins: Vec<bool> = Vec::new();
        for n in 0..count {
            let options: Vec<bool> =
                rule.options(n).map(|parts| wins[parts.first().map_or(0, |part| *part as usize)]).collect();
            let stuck = options.is_empty() && play == Play::Misere;
            wins.push(stuck || options.contains(&false));
        }
        wins.into_iter().map(u32::from).collect()
    }

    #[test]
    fn the_least_period_of_what_repeats() {
        let outcomes: Vec<u8> = [1, 1, 0, 1].into_iter().chain([0, 1].into_iter().cycle().take(30)).collect();
        let found = Outcomes::repeating(outcomes, 5, 6, Message::default(), Vec::new());
        let period = found.period().unwrap();
        assert_eq!((period.period, period.last_exception), (2, Some(0)));
        assert!(found.wins_at(1001).unwrap().0);
    }

    proptest! {
        #[test]
        fn outcomes_are_those_of_the_rules(mut head in prop::collection::vec(0u16..4, 2..12), misere: bool) {
            head[0] = 0;
            let play = if misere { Play::Misere } else { Play::Normal };
            let rule = HeapRule::new(head, vec![], crate::Kinship::Free).unwrap();
            let found = Outcomes::explore(&rule, play, Reach::Default, &Unwatched).unwrap();
            let wanted = textbook(&rule, play, 600);
            for n in 0..600u64 {
                let (wins, standing) = found.wins_at(n).unwrap();
                prop_assert_eq!(wins as u32, wanted[n as usize], "{} at {}", rule, n);
                prop_assert_eq!(standing.kind(), "proved");
            }
            let losing = wanted[1..].iter().filter(|wins| **wins == 0).count();
            prop_assert_eq!(found.count_losing(599).unwrap().0, losing as u64);
        }
    }
}
