//! Arithmetic periods of rules with finitely many digits that may leave three heaps (hexadecimal codes and wider).
//!
//! Let `s` be a power of two and `g(n) = s h(n) + l(n)` with `0 <= l(n) < s`. Let `g(n + p) = g(n) + s` for all computed `n`
//! from `n0` on; such heaps are *regular*, those below `n0` *early*. The *defect* `d(n) = p h(n) - n` and `l(n)` do not
//! change when a regular heap grows by `p`. Call a heap below `n0 + p` *low* if its value is below `s`. Suppose, for
//! each class of a regular heap `n`:
//!
//! 1. whenever `k` may be taken leaving `j` heaps `m_1, ..., m_j` (any early heaps or classes) and
//!    `l(m_1) xor ... xor l(m_j) = l(n)`, the number `d(m_1) + ... + d(m_j) - k - d(n)` is none of `0, 2p, 4p, ...`;
//! 2. for each `x < s` and each `w >= 0` (`w >= 1` if `x >= l(n)`) there is either a take `k` that may leave three heaps, of
//!    low regular classes, with `l`-values summing to `x` and `d(m_1) + d(m_2) + d(m_3) - k - d(n) = p D` where
//!    `D >= -w` and `D + w` is even; or a take `k` that may leave one regular heap and at most two low ones with
//!    `l`-values summing to `x` and the same number equal to `-p w`.
//!
//! Then `g(n + p) = g(n) + s` for all `n >= n0`. Proof by induction on `n` past the computed heaps; let `s h + l` be the
//! number the claim gives. *It is no option*: `n = m_1 + ... + m_j + k` makes the number in (1) equal to
//! `p (h(m_1) + ... + h(m_j) - h)`. Were `s h + l` the value of the option, then `h` would be the nim-sum of the `h(m_i)`,
//! and a sum exceeds a nim-sum by an even number that is not negative. *Every smaller number `s (h - w) + x` is an option*:
//! in the second case because all of `n`, the regular part and `h` grow together and low heaps have `h = 0`. In the
//! first, heights `q_1, q_2, q_3` are wanted with sum `h + D` and nim-sum `h - w`: let the binary digits of
//! `(D + w) / 2` be those where at least two of them have a one, and those of `h - w` where an odd number has; each digit can
//! be chosen on its own, and then the sum is `h - w + (D + w)`. The classes are low, so every height is that of a heap.
//!
//! With at most two heaps digits cannot be chosen so, and finite octal games are never arithmetically periodic (Austin 1976;
//! Horrocks and Nowakowski 2003). Howse and Nowakowski 2004 have another theorem for hexadecimal games; this one asks for
//! fewer values, since the heights are chosen and not computed.

use crate::period::Period;
use crate::rule::{HeapRule, Kinship};
use crate::values::Values;
use grundy_answer::{Standing, message};
use std::collections::{BTreeSet, HashMap};

/// Periods, saltuses and beginnings up to these are tried.
const LONGEST: usize = 128;
const HIGHEST: u32 = 256;
const LATEST: usize = 400;

/// Sums of defects are kept for at most so many heaps, and so many in number.
const PARTS: usize = 6;
const SUMS: usize = 1 << 20;

/// What a heap adds to a split: its low part and its defect.
type Share = (u32, i64);

/// The arithmetic period, if the rule is of this kind and the values so far satisfy both conditions.
pub(crate) fn search(rule: &HeapRule, values: &Values) -> Option<Period> {
    let parts = rule.most_heaps();
    if !rule.tail().is_empty() || rule.kinship() == Kinship::Unequal || !(3..=PARTS).contains(&parts) {
        return None;
    }
    let count = values.len();
    for period in 1..=LONGEST.min(count / 4) {
        let Some(saltus) = values.at(count - 1).checked_sub(values.at(count - 1 - period)) else { continue };
        if !saltus.is_power_of_two() || saltus > HIGHEST {
            continue;
        }
        let last_exception = values.last_exception(count - period, period, saltus);
        let begin = last_exception.map_or(1, |n| n + 1).max(1);
        // Low heaps beside a regular one are below begin + period.
        let needed = 3 * (begin + period) + rule.head().len();
        if begin > LATEST || needed > count {
            continue;
        }
        let claim = Claim { rule, values, period, saltus, begin };
        if claim.avoided() && claim.reached() {
            return Some(claim.period_of(last_exception));
        }
    }
    None
}

struct Claim<'a> {
    rule: &'a HeapRule,
    values: &'a Values,
    period: usize,
    saltus: u32,
    begin: usize,
}

impl Claim<'_> {
    fn share(&self, n: usize) -> Share {
        let value = self.values.at(n);
        (value % self.saltus, self.period as i64 * (value / self.saltus) as i64 - n as i64)
    }

    fn is_low(&self, n: usize) -> bool {
        self.values.at(n) < self.saltus
    }

    fn classes(&self) -> std::ops::Range<usize> {
        self.begin..self.begin + self.period
    }

    /// The takes that may leave exactly so many heaps.
    fn takes(&self, heaps: usize) -> impl Iterator<Item = i64> + '_ {
        (0..).zip(self.rule.head()).filter(move |(_, digit)| **digit >> heaps & 1 == 1).map(|(k, _)| k)
    }

    /// Condition 1.
    fn avoided(&self) -> bool {
        let one: BTreeSet<Share> = (1..self.classes().end).map(|n| self.share(n)).collect();
        let mut sums = BTreeSet::from([(0, 0)]);
        let regular: BTreeSet<Share> = self.classes().map(|n| self.share(n)).collect();
        let step = 2 * self.period as i64;
        (1..=self.rule.most_heaps()).all(|heaps| {
            sums = added(&sums, &one);
            sums.len() <= SUMS
                && self.takes(heaps).all(|k| {
                    regular.iter().all(|(low, defect)| {
                        let same = sums.range((*low, i64::MIN)..=(*low, i64::MAX));
                        same.map(|(_, sum)| sum - k - defect).all(|number| number < 0 || number % step != 0)
                    })
                })
        })
    }

    /// Condition 2.
    fn reached(&self) -> bool {
        let (p, step) = (self.period as i64, 2 * self.period as i64);
        let low: BTreeSet<Share> = self.classes().filter(|n| self.is_low(*n)).map(|n| self.share(n)).collect();
        let triples = added(&added(&low, &low), &low);
        // The largest of each remainder mod 2p is enough.
        let mut best: HashMap<(u32, i64), i64> = HashMap::new();
        for k in self.takes(3) {
            for (x, sum) in &triples {
                let number = sum - k;
                let most = best.entry((*x, number.rem_euclid(step))).or_insert(number);
                *most = number.max(*most);
            }
        }
        let regular: BTreeSet<Share> = self.classes().map(|n| self.share(n)).collect();
        let beside: BTreeSet<Share> =
            (1..self.classes().end).filter(|n| self.is_low(*n)).map(|n| self.share(n)).collect();
        let mut single: BTreeSet<Share> = BTreeSet::new();
        let mut sums = regular.clone();
        for heaps in 1..=3 {
            for k in self.takes(heaps) {
                single.extend(sums.iter().map(|(x, sum)| (*x, sum - k)));
            }
            sums = added(&sums, &beside);
        }
        regular.iter().all(|(own, defect)| {
            (0..self.saltus).all(|x| {
                let least = i64::from(x >= *own);
                [least, least + 1].into_iter().all(|from| {
                    // All w = from, from + 2, from + 4, ...: three heaps reach all but finitely many.
                    let turn = (defect - from * p).rem_euclid(step);
                    let Some(most) = best.get(&(x, turn)) else { return false };
                    let enough = -((most - defect) / p);
                    (from..enough).step_by(2).all(|w| single.contains(&(x, defect - w * p)))
                })
            })
        })
    }

    fn period_of(&self, last_exception: Option<usize>) -> Period {
        let Claim { period, saltus, begin, .. } = self;
        let reason = message!(
            "three heaps may be left: nim-sums of heights in three heaps of low value give every smaller number, and no split of early heaps and residues mod {} gives the value itself",
            period
        );
        let facts = vec![
            format!("g(n + {period}) = g(n) + {saltus} for {begin} <= n < {}", self.values.len() - period),
            format!("all splits of the heaps below {} were checked by their defects", begin + period),
        ];
        Period {
            period: *period as u64,
            saltus: (*saltus).into(),
            last_exception: last_exception.map(|n| n as u64),
            standing: Standing::Proved(reason),
            facts,
        }
    }
}

/// All sums of one share from each.
fn added(ones: &BTreeSet<Share>, others: &BTreeSet<Share>) -> BTreeSet<Share> {
    if ones.len().saturating_mul(others.len()) > 64 * SUMS {
        // Too many to look at: more than the bound, which the caller takes for a refusal.
        return (0..=SUMS as i64).map(|sum| (0, sum)).collect();
    }
    ones.iter().flat_map(|(x, a)| others.iter().map(move |(y, b)| (x ^ y, a + b))).collect()
}
