//! Periods of rules with finitely many digits.
//!
//! Let `k` be the largest take, `t` the most heaps left by a move, and let `g(n + p) = g(n)` hold for
//! `n0 <= n < t n0 + (t - 1) p + k`, with `n0 >= 1`. Then it holds for all `n >= n0`. For `t = 2` this is the theorem of Guy
//! and Smith (1956); for `t = 1` the window of `k` values repeats.
//!
//! Proof by induction on `n >= t n0 + (t - 1) p + k`. A move from `n + p` leaves `n + p - j >= t (n0 + p)` beans in at most
//! `t` heaps, so the largest has at least `n0 + p` and may be made smaller by `p` without changing its value: an option of
//! `n` of the same value. A move from `n` leaves a heap of at least `n0`, which may be made larger by `p`. So `n` and
//! `n + p` have options of the same values. (Heaps that must differ in size spoil the first step.)

use crate::period::{Period, Search};
use crate::rule::HeapRule;
use crate::values::Values;
use grundy_answer::{Standing, message};

/// Matches shorter than this and than the period itself are taken for chance.
const CHANCE: usize = 2048;

/// Looks for the least period that the theorem covers with the values there are.
pub(crate) fn search(rule: &HeapRule, values: &Values) -> Search {
    let count = values.len();
    let take = rule.largest_take().expect("finitely many digits") as usize;
    let heaps = rule.most_heaps().max(1);
    let window = 32.min(count / 4);
    let mut promising: Option<usize> = None;
    for period in 1..count / 2 {
        if !values.same(count - window, count - window - period, window, 0) {
            continue;
        }
        let last_exception = values.last_exception(count - period, period, 0);
        let start = last_exception.map_or(0, |n| n + 1).max(1);
        let needed = heaps * start + heaps * period + take;
        if needed <= count {
            return Search::Proved(period_of(rule, values, period, last_exception));
        }
        let matched = count - period - start;
        if matched >= period.min(CHANCE).max(window) && needed <= 8 * count {
            promising = Some(promising.map_or(needed, |other| other.min(needed)));
        }
    }
    promising.map_or(Search::Nothing, Search::Promising)
}

fn period_of(rule: &HeapRule, values: &Values, period: usize, last_exception: Option<usize>) -> Period {
    let take = rule.largest_take().expect("finitely many digits") as usize;
    let heaps = rule.most_heaps().max(1);
    let start = last_exception.map_or(0, |n| n + 1).max(1);
    let end = heaps * start + (heaps - 1) * period + take;
    debug_assert!(values.last_exception(end, period, 0).is_none_or(|n| n < start));
    let reason = match heaps {
        1 => message!("a window of {} values repeats, and each value is determined by the {} before it", take, take),
        2 => message!(
            "Guy and Smith's theorem: {} for {}",
            format!("g(n + {period}) = g(n)"),
            format!("{start} <= n < {end} = 2*{start} + {period} + {take}")
        ),
        _ => message!(
            "Guy and Smith's theorem for {} heaps: {} for {}",
            heaps,
            format!("g(n + {period}) = g(n)"),
            format!("{start} <= n < {end} = {heaps}*{start} + {}*{period} + {take}", heaps - 1)
        ),
    };
    let facts = vec![
        format!("the largest take is {take}, and the most heaps a move leaves are {heaps}"),
        format!("g(n + {period}) = g(n) for {start} <= n < {end}, compared one by one"),
    ];
    Period {
        period: period as u64,
        saltus: 0,
        last_exception: last_exception.map(|n| n as u64),
        standing: Standing::Proved(reason),
        facts,
    }
}
