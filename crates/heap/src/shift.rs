//! Arithmetic periods of rules that never split, where from `h` on it depends on the remainder of a take modulo `q` whether it is
//! allowed: all-but subtraction games (`q = 1`) and games of residues.
//!
//! Call heaps up to `n - h` *old*. For `n > h` the options of `n` are the old heaps of certain residues modulo `q`, which depend on
//! `n` modulo `q` alone, perhaps the empty heap, again by `n` modulo `q`, and some of the last `h - 1` heaps. For every residue `c`
//! let `W(c)` be the values that a heap of residue `c` gets from old heaps and the empty one, and `u(c)` the least value not
//! in `W(c)`. Let `u` be the least of all `u(c)`. The value of `n`, counted from `u`, depends only on the *state*: `n` modulo `q`, the numbers
//! `u(c)`, the values of `W(c)` above `u(c)`, and the last `h - 1` values, all counted from `u` (below `u` they do not matter). The
//! state of `n` and the value of `n` give the state of `n + 1`, and nothing in this depends on `u` itself. So if the states of `n` and `n + p`
//! are equal while `u` grew by `s`, then `g(m + p) = g(m) + s` for all `m >= n`. (*Winning Ways* ch. 4 and Siegel, *CGT* IV.2
//! treat all-but subtraction games.)

use crate::period::Period;
use crate::rule::HeapRule;
use crate::values::Values;
use grundy_answer::{Standing, message};
use std::collections::{BTreeSet, HashMap};

/// States kept while looking for the first that comes again.
const STATES: usize = 1 << 16;

/// The most residues.
const RESIDUES: usize = 64;

/// What heaps of one residue get from old heaps: all values below `least`, and those in `above`.
#[derive(Clone, Default)]
struct Given {
    least: u32,
    above: BTreeSet<u32>,
}

impl Given {
    fn add(&mut self, value: u32) {
        self.above.extend(Some(value).filter(|value| *value >= self.least));
        while self.above.remove(&self.least) {
            self.least += 1;
        }
    }
}

/// The arithmetic period, if the rule is of this kind and a state comes again within the values.
pub(crate) fn search(rule: &HeapRule, values: &Values) -> Option<Period> {
    let (listed, residues) = (rule.head().len(), rule.tail().len());
    let head = listed.max(1);
    if !(1..=RESIDUES).contains(&residues) || rule.most_heaps() > 1 {
        return None;
    }
    // What a heap of residue `c` may do by taking all but `m` beans, of which at least `head`.
    let digit = |c: usize, m: usize| rule.tail()[(c + residues * (m + listed) - m - listed) % residues];
    let mut given = vec![Given::default(); residues];
    (0..residues).filter(|c| digit(*c, 0) & 1 != 0).for_each(|c| given[c].add(0));
    let mut known: HashMap<Vec<i64>, (usize, u32)> = HashMap::new();
    for n in head + 1..values.len().min(STATES) {
        let old = n - head;
        (0..residues).filter(|c| digit(*c, old) & 2 != 0).for_each(|c| given[c].add(values.at(old)));
        let least = given.iter().map(|given| given.least).min().unwrap_or(0);
        let from = |value: u32| value as i64 - least as i64;
        let mut state: Vec<i64> = vec![(n % residues) as i64];
        state.extend((old + 1..n).map(|m| from(values.at(m)).max(-1)));
        for given in &given {
            state.extend([-2, from(given.least)]);
            state.extend(given.above.iter().map(|value| from(*value)));
        }
        if let Some((first, low)) = known.insert(state, (n, least)) {
            return Some(period_of(rule, values, first, n - first, least - low));
        }
    }
    None
}

fn period_of(rule: &HeapRule, values: &Values, first: usize, period: usize, saltus: u32) -> Period {
    let whole = period;
    // A divisor that fits one whole period after the state fits for ever.
    let (period, saltus) = (1..=period)
        .filter(|p| period % p == 0 && saltus as usize % (period / p) == 0)
        .map(|p| (p, saltus / (period / p) as u32))
        .find(|(p, s)| first + period + p <= values.len() && values.same(first + p, first, period, *s))
        .unwrap_or((period, saltus));
    let last_exception = values.last_exception(first, period, saltus).map(|n| n as u64);
    let higher = saltus as usize * (whole / period);
    let kind = match rule.tail() {
        [3] => message!("only finitely many takes are forbidden"),
        tail => {
            message!("from {} on a take is allowed by its remainder modulo {}", rule.head().len(), tail.len())
        }
    };
    let reason = message!(
        "{}: the state before heap {} (the open values and the last ones, counted from the least open value) comes again {} heaps later, {} higher",
        kind,
        first,
        whole,
        higher
    );
    let facts = vec![format!("the states before heaps {first} and {} are equal up to {higher}", first + whole)];
    Period { period: period as u64, saltus: saltus.into(), last_exception, standing: Standing::Proved(reason), facts }
}

#[cfg(test)]
mod tests {
    use crate::rule::{HeapRule, Kinship};
    use crate::{Reach, Sequence};
    use grundy_answer::Unwatched;
    use proptest::prelude::*;

    /// The mex rule, from the digits.
    fn textbook(rule: &HeapRule, count: usize) -> Vec<u128> {
        let digit = |k: usize| match rule.head().get(k) {
            Some(digit) => *digit,
            None if rule.tail().is_empty() => 0,
            None => rule.tail()[(k - rule.head().len()) % rule.tail().len()],
        };
        let mut values: Vec<u128> = Vec::new();
        for n in 0..count {
            let mut seen = vec![false; n + 2];
            for k in 1..=n {
                if if k == n { digit(k) & 1 } else { digit(k) & 2 } != 0 {
                    seen[values[n - k] as usize] = true;
                }
            }
            values.push(seen.iter().position(|seen| !seen).expect("a mex") as u128);
        }
        values
    }

    proptest! {
        #[test]
        fn laws_by_residue_hold_further_out(
            mut head in prop::collection::vec(0u16..4, 1..5),
            tail in prop::collection::vec(0u16..4, 1..6),
        ) {
            head[0] = 0;
            let Ok(rule) = HeapRule::new(head, tail, Kinship::Free) else { return Ok(()) };
            let sequence = Sequence::explore(&rule, Reach::To(300), &Unwatched);
            let wanted = textbook(&rule, 900);
            if let Some(period) = sequence.period().filter(|period| period.standing.kind() == "proved") {
                for (n, wanted) in (0..).zip(wanted) {
                    let found = sequence.value_at(n).map(|found| found.0);
                    prop_assert_eq!(found, Some(wanted), "{} at {}: {:?}", rule, n, period);
                }
            }
        }
    }
}
