//! Arithmetic periods of rules that take any number of beans but for finitely many exceptions, and never split.
//!
//! Let all takes from `h` on be allowed. For `n > h` the options of `n` are all heaps up to `n - h` and some of the last
//! `h - 1`. Let `u` be the least value that no heap up to `n - h` has. The value of `n` depends only on the *state*: the
//! values above `u` among those heaps, and the last `h - 1` values, all counted from `u` (below `u` they do not matter). The
//! state of `n` and the value of `n` give the state of `n + 1`, and nothing in this depends on `u` itself. So if the states
//! of `n` and `n + p` are equal while `u` grew by `s`, then `g(m + p) = g(m) + s` for all `m >= n`. (*Winning Ways* ch. 4 and
//! Siegel, *CGT* IV.2 treat all-but subtraction games.)

use crate::period::Period;
use crate::rule::HeapRule;
use crate::values::Values;
use grundy_answer::Standing;
use std::collections::{BTreeSet, HashMap};

/// States kept while looking for the first that comes again.
const STATES: usize = 1 << 16;

/// The arithmetic period, if the rule is of this kind and a state comes again within the values.
pub(crate) fn search(rule: &HeapRule, values: &Values) -> Option<Period> {
    if rule.tail() != [3] || rule.most_heaps() > 1 {
        return None;
    }
    let head = rule.head().len();
    let mut known: HashMap<Vec<i64>, (usize, u32)> = HashMap::new();
    // The values of heaps up to n - head: all below `least`, and those in `above`.
    let mut above = BTreeSet::new();
    let mut least = 0;
    for n in head..values.len().min(STATES) {
        above.extend(Some(values.at(n - head)).filter(|value| *value >= least));
        while above.remove(&least) {
            least += 1;
        }
        if n == head {
            continue;
        }
        let recent = (n + 1 - head..n).map(|m| (values.at(m) as i64 - least as i64).max(-1));
        let state: Vec<i64> = recent.chain([-2]).chain(above.iter().map(|v| (v - least) as i64)).collect();
        if let Some((first, low)) = known.insert(state, (n, least)) {
            return (least > low).then(|| period_of(values, first, n - first, least - low));
        }
    }
    None
}

fn period_of(values: &Values, first: usize, period: usize, saltus: u32) -> Period {
    // A divisor that fits one whole period after the state fits for ever.
    let (period, saltus) = (1..=period)
        .filter(|p| period % p == 0 && saltus as usize % (period / p) == 0)
        .map(|p| (p, saltus / (period / p) as u32))
        .find(|(p, s)| first + period + p <= values.len() && values.same(first + p, first, period, *s))
        .unwrap_or((period, saltus));
    let last_exception = values.last_exception(first, period, saltus).map(|n| n as u64);
    let reason = format!(
        "only finitely many takes are forbidden: the state before heap {first} (the open values and the last ones, counted \
         from the least open value) comes again {period} heaps later, {saltus} higher"
    );
    let facts = vec![format!("the states before heaps {first} and {} are equal up to {saltus}", first + period)];
    Period { period: period as u64, saltus: saltus.into(), last_exception, standing: Standing::Proved(reason), facts }
}
