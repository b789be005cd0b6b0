//! What a period says about heaps that nobody will compute.

use crate::period::Period;
use crate::values::Values;
use grundy_answer::{Standing, message};

/// The value of a heap of `n`, and how sure it is; `None` when neither the values nor the period reach it.
pub(crate) fn value_at(values: &Values, period: Option<&Period>, n: u64) -> Option<(u128, Standing)> {
    if n < values.len() as u64 {
        return Some((values.at(n as usize).into(), computed()));
    }
    let (small, more) = period?.reduce(n);
    (small < values.len() as u64)
        .then(|| (values.at(small as usize) as u128 + more, period.expect("there").standing.clone()))
}

/// How many of the heaps `1..=n` have value 0, and how sure that is.
pub(crate) fn count_zeros(values: &Values, period: Option<&Period>, n: u64) -> Option<(u64, Standing)> {
    let zeros = |from: u64, to: u64| values.zeros(from as usize..to as usize);
    let there = values.len() as u64;
    if n < there {
        return Some((zeros(1, n + 1), computed()));
    }
    let period = period?;
    let (pre, length) = (period.preperiod().max(1), period.period);
    if pre + length > there {
        return None;
    }
    if period.saltus > 0 {
        // After one period every value is at least the saltus.
        return Some((zeros(1, pre + length), period.standing.clone()));
    }
    let (turns, rest) = ((n + 1 - pre) / length, (n + 1 - pre) % length);
    let count = zeros(1, pre) + turns * zeros(pre, pre + length) + zeros(pre, pre + rest);
    Some((count, period.standing.clone()))
}

fn computed() -> Standing {
    Standing::Proved(message!("computed from the moves"))
}
