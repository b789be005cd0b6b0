//! Sets of one number: finite, periodic, by the zeros or ones of the digits, Fibonacci and Wythoff sequences.

use super::{Named, set};
use crate::{Comparison, Digits, OutOfBudget, Periodic, Rel, Var};

pub(super) fn name(named: &Named) -> Option<String> {
    periodic(named).or_else(|| match named.rel.digits() {
        Digits::Base2 => binary(named),
        Digits::Zeckendorf => golden(named),
    })
}

/// Lists longer than this are no names.
const LISTED: usize = 64;

fn periodic(named: &Named) -> Option<String> {
    let n = named.rel.vars()[0];
    let name = named.of(n);
    // A set with pre-period q and period p needs at least about log q + p states in base 2.
    let seen: Vec<u64> = (0..1024).map(|n| named.rel.accepts(&[n]).into()).collect();
    let (preperiod, period) = period(&seen)?;
    let values = Periodic { values: seen[..preperiod + period].to_vec(), period };
    if !named.is(named.arith.eventually(n, &values, |value| value == 1)) {
        return None;
    }
    let small: Vec<usize> = (0..preperiod).filter(|&n| seen[n] == 1).collect();
    let mut residues: Vec<usize> =
        (preperiod..preperiod + period).filter(|&n| seen[n] == 1).map(|n| n % period).collect();
    residues.sort_unstable();
    if small.len() > LISTED || residues.len() > LISTED {
        return None;
    }
    let tail = match (period, &residues[..]) {
        (_, []) => None,
        (1, _) => Some(String::new()),
        (2, [0]) => Some(format!("{name} even")),
        (2, _) => Some(format!("{name} odd")),
        (_, [one]) => Some(format!("{name} mod {period} = {one}")),
        (_, many) => Some(format!("{name} mod {period} in {}", set(many))),
    };
    Some(match (tail, preperiod) {
        (None, _) if small.is_empty() => "never".to_string(),
        (None, _) if small.len() == 1 => format!("{name} = {}", small[0]),
        (None, _) => format!("{name} in {}", set(&small)),
        (Some(tail), 0) if tail.is_empty() => "always".to_string(),
        (Some(tail), 0) => tail,
        (Some(tail), _) => {
            let from =
                if tail.is_empty() { format!("{name} >= {preperiod}") } else { format!("{tail} from {preperiod} on") };
            match &small[..] {
                [] => from,
                [one] => format!("{name} = {one} or {from}"),
                many => format!("{name} in {} or {from}", set(many)),
            }
        }
    })
}

/// The least pre-period plus period that fits values seen at least three times over.
pub(super) fn period(seen: &[u64]) -> Option<(usize, usize)> {
    let fits = |period: usize| {
        let last = (0..seen.len() - period).rev().find(|&n| seen[n] != seen[n + period]);
        let preperiod = last.map_or(0, |n| n + 1);
        (preperiod + 3 * period <= seen.len()).then_some((preperiod, period))
    };
    (1..=seen.len() / 3).filter_map(fits).min_by_key(|&(preperiod, period)| (preperiod + period, period))
}

fn binary(named: &Named) -> Option<String> {
    let arith = named.arith;
    let n = named.rel.vars()[0];
    let name = named.of(n);
    let zero = arith.constant(n, 0);
    // State: nothing but zeros so far, or the parity of zeros since the last one.
    let zeros = |odd: bool| {
        let step = |&(some, parity): &(bool, bool), digit: u32| {
            Some(if digit == 1 { (true, false) } else { (some, some && !parity) })
        };
        arith.explored(vec![n], (false, false), step, move |&(some, parity)| some && parity == odd)
    };
    let ones = |odd: bool| {
        arith.explored(vec![n], false, |&parity, digit| Some(parity ^ (digit == 1)), move |&parity| parity == odd)
    };
    let powers = |all: bool| -> Result<Rel, OutOfBudget> {
        let step = |&count: &u32, digit: u32| match (count, digit, all) {
            (0, digit, _) => Some(digit),
            (_, 0, false) => Some(1),
            (_, 1, true) => Some(1),
            _ => None,
        };
        arith.explored(vec![n], 0, step, |&count| count == 1)
    };
    // The set and the set with 0 added or removed, and the same for n + 1 in place of n.
    let with_zero = |built: Result<Rel, OutOfBudget>| arith.or(&[&built?, zero.as_ref().map_err(|out| *out)?]);
    let shifted = |built: Result<Rel, OutOfBudget>| arith.substitute(&built?, n, &[(n, 1)], 1);
    for odd in [true, false] {
        let parity = if odd { "odd" } else { "even" };
        if named.is(zeros(odd)) {
            return Some(if odd { format!("v2({name}) odd") } else { format!("{name} > 0 and v2({name}) even") });
        }
        if named.is(with_zero(zeros(odd))) {
            return Some(format!("{name} = 0 or v2({name}) {parity}"));
        }
        if named.is(shifted(zeros(odd))) {
            return Some(format!("v2({name} + 1) {parity}"));
        }
        if named.is(ones(odd)) {
            return Some(format!("{name} has an {parity} number of binary ones"));
        }
    }
    for (all, text) in [(false, "a power of 2"), (true, "a power of 2, minus 1, not 0")] {
        if named.is(powers(all)) {
            return Some(format!("{name} is {text}"));
        }
        if named.is(with_zero(powers(all))) {
            return Some(if all { format!("{name} + 1 is a power of 2") } else { format!("{name} is 0 or {text}") });
        }
    }
    None
}

fn golden(named: &Named) -> Option<String> {
    let arith = named.arith;
    let n = named.rel.vars()[0];
    let name = named.of(n);
    let index = Var::inner(9);
    let positive = |built: Result<Rel, OutOfBudget>| {
        let some = arith.linear(&[(index, -1)], Comparison::Le, -1)?;
        arith.and_exists(&[&built?, &some], &[index])
    };
    let zero = arith.constant(n, 0);
    let with_zero = |built: Result<Rel, OutOfBudget>| arith.or(&[&built?, zero.as_ref().map_err(|out| *out)?]);
    let single = || {
        let step = |&count: &u32, digit: u32| (count + digit <= 1).then_some(count + digit);
        arith.explored(vec![n], 0, step, |&count| count == 1)
    };
    let sequences = [("floor(k phi)", true), ("floor(k phi^2)", false)];
    for (text, low) in sequences {
        let built = || positive(if low { arith.golden_floor(index, n) } else { arith.golden_square_floor(index, n) });
        if named.is(built()) {
            return Some(format!("{name} = {text} for some k >= 1"));
        }
        if named.is(with_zero(built())) {
            return Some(format!("{name} = {text} for some k >= 0"));
        }
    }
    if named.is(single()) {
        return Some(format!("{name} is a Fibonacci number, not 0"));
    }
    named.is(with_zero(single())).then(|| format!("{name} is a Fibonacci number"))
}
