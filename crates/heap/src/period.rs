//! Periods, each with the theorem that makes it hold for all heaps and the finite facts that were checked.
//!
//! A sequence is arithmetically periodic when `g(n + period) = g(n) + saltus` for all `n` after the last exception; with
//! saltus 0 it is periodic.

use crate::recurrence;
use crate::rule::{HeapRule, Kinship};
use crate::shift;
use crate::spread;
use crate::triple;
use crate::values::Values;
use grundy_answer::{Standing, message};

/// A law of the values for all large heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least number with the property.
    pub period: u64,
    /// What is added after one period.
    pub saltus: u64,
    /// The last `n` with `g(n + period) != g(n) + saltus`, if there is one.
    pub last_exception: Option<u64>,
    /// Why it holds, and for how far.
    pub standing: Standing,
    /// The finite facts that the theorem needed, each checked.
    pub facts: Vec<String>,
}

/// What the values so far say about the period.
#[derive(Clone, Debug)]
pub enum Search {
    /// A theorem covers it.
    Proved(Period),
    /// A period shows; the theorem needs this many values.
    Promising(usize),
    /// Nothing yet.
    Nothing,
}

impl Period {
    /// The first heap from which the law holds: the last exception plus one.
    pub fn preperiod(&self) -> u64 {
        self.last_exception.map_or(0, |n| n + 1)
    }

    /// The heap before one full period has passed that stands for `n`, and what to add to its value.
    pub fn reduce(&self, n: u64) -> (u64, u128) {
        let pre = self.preperiod();
        if n < pre {
            return (n, 0);
        }
        let (turns, rest) = ((n - pre) / self.period, (n - pre) % self.period);
        (pre + rest, turns as u128 * self.saltus as u128)
    }
}

/// Looks for a period that a theorem covers.
pub fn search(rule: &HeapRule, values: &Values) -> Search {
    if rule.tail().is_empty() && (rule.most_heaps() < 2 || rule.kinship() == Kinship::Free) {
        let found = recurrence::search(rule, values);
        return match triple::search(rule, values) {
            Some(period) if !matches!(found, Search::Proved(_)) => Search::Proved(period),
            _ => found,
        };
    }
    let proved = shift::search(rule, values).or_else(|| spread::search(rule, values));
    proved.map_or(Search::Nothing, Search::Proved)
}

/// The least period and its saltus that fit the last half of the values at least three times over: seen, not proved.
pub fn observe(values: &Values) -> Option<Period> {
    let count = values.len();
    for period in 1..=count / 6 {
        let (last, before) = (values.at(count - 1), values.at(count - 1 - period));
        let Some(saltus) = last.checked_sub(before) else { continue };
        let tail = 3 * period.max(8);
        if tail + period > count || !values.same(count - tail, count - tail - period, tail, saltus) {
            continue;
        }
        let last_exception = values.last_exception(count - period, period, saltus);
        if last_exception.map_or(0, |n| n + 1) > count / 2 {
            continue;
        }
        let standing =
            Standing::Checked(message!("seen in all heaps below {}; no theorem here covers this rule", count));
        let last_exception = last_exception.map(|n| n as u64);
        return Some(Period {
            period: period as u64,
            saltus: saltus.into(),
            last_exception,
            standing,
            facts: Vec::new(),
        });
    }
    None
}
