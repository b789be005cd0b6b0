//! Arithmetic periods of rules that may take any number of beans, or split after taking one of finitely many numbers.
//!
//! Let `p` be a power of two such that `g(1), ..., g(p)` are the numbers `1, ..., p` in some order. Write the heap
//! `n = p q + r` with `1 <= r <= p` and `g(r) = p c(r) + l(r)` with `0 <= l(r) < p`. Suppose
//!
//! 1. for `1 <= r <= p`, every number below `g(r)` is the value of a smaller heap or of a split `(a, b)` with `g(b) < p`;
//! 2. whenever `l(r) = l(a) xor l(b)` for `1 <= a, b, r <= p` and `k` is a take of a split, the number
//!    `r - a - b - k + p (c(a) + c(b) - c(r))` is none of `0, 2p, 4p, ...`.
//!
//! Then `g(p q + r) = p q + g(r)` for all `q >= 0`. Proof by induction: all smaller heaps are options, so heaps before the
//! block have the values `0, ..., p q`, and (1), with `a` moved up by `p q`, gives the numbers below `p q + g(r)` in the
//! block. No smaller heap has that number. If a split into `p A + a` and `p B + b` had it, then `l(r) = l(a) xor l(b)` and,
//! with `Q = q + c(r)`, `Q' = A + c(a)`, `Q'' = B + c(b)`, `Q = Q' xor Q'' = Q' + Q'' - 2 (Q' and Q'')`; comparing beans,
//! `p q + r = p A + a + p B + b + k`, makes the number in (2) equal to `2p (Q' and Q'')`.

use crate::period::Period;
use crate::rule::{HeapRule, Kinship};
use crate::values::Values;
use grundy_answer::{Standing, message};

/// Powers of two up to this are tried.
const LARGEST: usize = 1024;

/// The arithmetic period, if the rule is of this kind and the values so far satisfy both conditions.
pub(crate) fn search(rule: &HeapRule, values: &Values) -> Option<Period> {
    let head = rule.head();
    let any_take = rule.tail() == [3] && head.iter().skip(1).all(|digit| digit & 3 == 3);
    if !any_take || rule.most_heaps() > 2 || rule.kinship() == Kinship::Unequal {
        return None;
    }
    let splits: Vec<usize> = (0..head.len()).filter(|k| head[*k] & 4 != 0).collect();
    let mut period = 1;
    while period <= LARGEST && period < values.len() {
        if is_block(values, period) && reached(values, &splits, period) && avoided(values, &splits, period) {
            return Some(period_of(values, period));
        }
        period *= 2;
    }
    None
}

fn is_block(values: &Values, period: usize) -> bool {
    let mut block: Vec<u32> = (1..=period).map(|r| values.at(r)).collect();
    block.sort_unstable();
    block.iter().zip(1..).all(|(value, place)| *value == place)
}

/// Condition 1.
fn reached(values: &Values, splits: &[usize], period: usize) -> bool {
    (1..=period).all(|r| {
        let by_take = |x: u32| (0..r).any(|i| values.at(i) == x);
        let by_split = |x: u32| {
            splits.iter().filter(|k| **k < r).any(|k| {
                let rest = r - k;
                (1..rest).any(|b| values.at(b) < period as u32 && values.at(rest - b) ^ values.at(b) == x)
            })
        };
        (0..values.at(r)).all(|x| by_take(x) || by_split(x))
    })
}

/// Condition 2.
fn avoided(values: &Values, splits: &[usize], period: usize) -> bool {
    let p = period as i64;
    let low = |r: usize| values.at(r) as i64 % p;
    let high = |r: usize| values.at(r) as i64 / p;
    let mut of_low = vec![0; period];
    (1..=period).for_each(|r| of_low[low(r) as usize] = r);
    (1..=period).all(|a| {
        (a..=period).all(|b| {
            let r = of_low[(low(a) ^ low(b)) as usize];
            splits.iter().all(|k| {
                let number = r as i64 - (a + b + k) as i64 + p * (high(a) + high(b) - high(r));
                number < 0 || number % (2 * p) != 0
            })
        })
    })
}

fn period_of(values: &Values, period: usize) -> Period {
    let last_exception = (values.at(period) != period as u32).then_some(0);
    let reason = message!(
        "any number may be taken: g(1), ..., g({}) are 1, ..., {} in some order, every smaller number is reached in the block by a move that can be repeated higher up, and no split of residues gives the value itself",
        period,
        period
    );
    let facts = vec![
        format!("g(1..{period}) is a permutation of 1..{period}, and {period} is a power of two"),
        format!("all splits of residues mod {period} were checked"),
    ];
    Period { period: period as u64, saltus: period as u64, last_exception, standing: Standing::Proved(reason), facts }
}
