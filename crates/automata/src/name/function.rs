//! Functions given by their graphs: nim-sums, sums, eventually (arithmetically) periodic functions of one number.

use super::Named;
use super::number::period;
use crate::{Comparison, Digits, OutOfBudget, Periodic, Rel, Var};

pub(super) fn name(named: &Named, value: Var) -> Option<String> {
    let fields: Vec<Var> = named.rel.vars().iter().copied().filter(|&var| var != value).collect();
    match fields[..] {
        [] => None,
        [n] => of_one(named, n, value),
        _ => of_many(named, &fields, value),
    }
}

fn of_many(named: &Named, fields: &[Var], value: Var) -> Option<String> {
    let arith = named.arith;
    let names: Vec<String> = fields.iter().map(|&var| named.of(var)).collect();
    let all: Vec<Var> = fields.iter().copied().chain([value]).collect();
    if arith.digits() == Digits::Base2 && named.is(arith.xor(&all)) {
        return Some(names.join(" xor "));
    }
    for divisor in 1..=4 {
        for modulus in 2..=8 {
            let terms: Vec<(Var, i64)> = fields.iter().map(|&var| (var, 1)).collect();
            let (quotient, sum) = (Var::inner(9), names.join(" + "));
            // v = floor(sum / divisor) mod modulus
            let built = || -> Result<Rel, OutOfBudget> {
                let quotients = arith.quotient(&terms, 0, divisor, quotient)?;
                let same = arith.modulo(&[(quotient, 1), (value, -1)], 0, modulus, &[0])?;
                let below = arith.linear(&[(value, 1)], Comparison::Le, i64::from(modulus) - 1)?;
                arith.and_exists(&[&quotients, &same, &below], &[quotient])
            };
            if named.is(built()) {
                return Some(match divisor {
                    1 => format!("({sum}) mod {modulus}"),
                    _ => format!("floor(({sum}) / {divisor}) mod {modulus}"),
                });
            }
        }
    }
    let sum: Vec<(Var, i64)> = fields.iter().map(|&var| (var, 1)).chain([(value, -1)]).collect();
    named.is(arith.linear(&sum, Comparison::Eq, 0)).then(|| names.join(" + "))
}

/// How many values are looked at.
const SEEN: usize = 400;

fn of_one(named: &Named, n: Var, value: Var) -> Option<String> {
    let (arith, name) = (named.arith, named.of(n));
    let tuple = |at: u128, v: u128| if n < value { [at, v] } else { [v, at] };
    // Grundy values do not exceed the number of moves; a function that grows faster has no name here.
    let value_of = |at: usize| (0..=2 * at as u128 + 64).find(|&v| named.rel.accepts(&tuple(at as u128, v)));
    let seen: Vec<u64> = (0..SEEN).map(|at| value_of(at).map(|v| v as u64)).collect::<Option<_>>()?;
    if let Some((preperiod, period)) = period(&seen) {
        let periodic = Periodic { values: seen[..preperiod + period].to_vec(), period };
        if named.is(arith.eventually_function(n, value, &periodic)) {
            let list = |values: &[u64]| values.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            let cycle = &seen[preperiod..preperiod + period];
            return Some(match preperiod {
                0 if period == 1 => seen[0].to_string(),
                0 if cycle.iter().enumerate().all(|(i, &v)| v == i as u64) => format!("{name} mod {period}"),
                0 => format!("period {period}: {}", list(cycle)),
                _ => format!(
                    "period {period} from {name} = {preperiod} on: {}; before that {}",
                    list(cycle),
                    list(&seen[..preperiod])
                ),
            });
        }
    }
    arithmetic(named, n, value, &seen)
}

/// g(n + p) = g(n) + s from some point on.
fn arithmetic(named: &Named, n: Var, value: Var, seen: &[u64]) -> Option<String> {
    let (arith, name) = (named.arith, named.of(n));
    let candidates = (1..=24usize).filter_map(|p| {
        let saltus = seen[seen.len() - 1].checked_sub(seen[seen.len() - 1 - p]).filter(|&saltus| saltus > 0)?;
        let last = (0..seen.len() - p).rev().find(|&n| seen[n] + saltus != seen[n + p]);
        let start = last.map_or(0, |n| n + 1);
        (start + 3 * p <= seen.len()).then_some((p, saltus, start))
    });
    let (p, saltus, start) = candidates.min_by_key(|&(p, _, start)| start + p)?;
    let built = || -> Result<Rel, OutOfBudget> {
        let mut parts = Vec::new();
        for (at, &v) in seen[..start].iter().enumerate() {
            parts.push(arith.and(&[&arith.constant(n, at as u128)?, &arith.constant(value, v.into())?])?);
        }
        let from = arith.linear(&[(n, -1)], Comparison::Le, -(start as i64))?;
        for (at, &v) in seen.iter().enumerate().skip(start).take(p) {
            // saltus (n - at) = p (value - g(at)) for n = at mod p
            let (s, p64) = (saltus as i64, p as i64);
            let constant = s * at as i64 - p64 * v as i64;
            let line = arith.linear(&[(n, s), (value, -p64)], Comparison::Eq, constant)?;
            let residue = arith.modulo(&[(n, 1)], 0, p as u32, &[(at % p) as u32])?;
            parts.push(arith.and(&[&line, &residue, &from])?);
        }
        arith.or(&parts.iter().collect::<Vec<_>>())
    };
    if !named.is(built()) {
        return None;
    }
    let list = |values: &[u64]| values.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    Some(match (p, saltus, start) {
        (1, 1, 0) if seen[0] == 0 => name,
        (1, s, 0) if seen[0] == 0 => format!("{s} {name}"),
        (p, 1, 0) if seen[..p].iter().all(|&v| v == 0) => format!("floor({name} / {p})"),
        _ => format!(
            "g({name} + {p}) = g({name}) + {saltus} from {name} = {start} on, beginning {}",
            list(&seen[..start + p])
        ),
    })
}
