//! Sets of tuples that only depend on residues.

use super::{Named, set};
use crate::arith::Arith;
use crate::{Digits, OutOfBudget, Rel, Var};

/// Moduli up to here are tried, as long as there are at most `TUPLES` residue tuples.
const MODULUS: u32 = 16;
const TUPLES: u32 = 4096;

pub(super) fn name(named: &Named) -> Option<String> {
    let vars = named.rel.vars();
    let arity = vars.len() as u32;
    let moduli = (1..=MODULUS).take_while(|&m| m.checked_pow(arity).is_some_and(|count| count <= TUPLES));
    let modulus = moduli.into_iter().find(|&m| named.is(residues(named.arith, named.rel, m)))? as usize;
    if modulus == 1 {
        return Some(if named.rel.is_empty() { "never" } else { "always" }.to_string());
    }
    let tuples: Vec<Vec<usize>> = (0..modulus.pow(arity))
        .map(|index| (0..arity).map(|j| index / modulus.pow(j) % modulus).collect::<Vec<usize>>())
        .filter(|tuple| named.rel.accepts(&tuple.iter().map(|&n| n as u128).collect::<Vec<_>>()))
        .collect();
    let names: Vec<String> = vars.iter().map(|&var| named.of(var)).collect();
    product(&tuples, &names, modulus).or_else(|| total(&tuples, &names, modulus)).or_else(|| {
        let residue = |name: &String| format!("{name} mod {modulus}");
        let left = names.iter().map(residue).collect::<Vec<_>>().join(", ");
        let tuple =
            |tuple: &Vec<usize>| format!("({})", tuple.iter().map(usize::to_string).collect::<Vec<_>>().join(", "));
        let right = tuples.iter().map(tuple).collect::<Vec<_>>().join(", ");
        (tuples.len() <= 12).then(|| format!("({left}) in {{{right}}}"))
    })
}

/// The tuples whose residues are those of a tuple of the relation below the modulus.
fn residues(arith: &Arith, rel: &Rel, modulus: u32) -> Result<Rel, OutOfBudget> {
    let arity = rel.vars().len();
    let digits = arith.digits();
    let step = |state: &Vec<(u32, u32)>, column: u32| {
        let read = |(j, &(high, low)): (usize, &(u32, u32))| {
            let digit = column >> j & 1;
            match digits {
                Digits::Base2 => ((2 * high + digit) % modulus, 0),
                Digits::Zeckendorf => ((high + low + digit) % modulus, high),
            }
        };
        Some(state.iter().enumerate().map(read).collect())
    };
    let accept = |state: &Vec<(u32, u32)>| {
        let tuple: Vec<u128> = state.iter().map(|&(high, low)| ((high + low) % modulus).into()).collect();
        rel.accepts(&tuple)
    };
    arith.explored(rel.vars().to_vec(), vec![(0, 0); arity], step, accept)
}

/// Each number by itself has its residue in a set.
fn product(tuples: &[Vec<usize>], names: &[String], modulus: usize) -> Option<String> {
    let each: Vec<Vec<usize>> = (0..names.len())
        .map(|j| (0..modulus).filter(|&r| tuples.iter().any(|tuple| tuple[j] == r)).collect())
        .collect();
    if each.iter().map(Vec::len).product::<usize>() != tuples.len() {
        return None;
    }
    let all = if names.len() == 2 { "both" } else { "all" };
    if each.iter().all(|set| *set == each[0]) {
        return Some(match (modulus, &each[0][..]) {
            (2, [0]) => format!("{all} even"),
            (2, [1]) => format!("{all} odd"),
            (_, [one]) => format!("{} mod {modulus} = {one}", names.join(", ")),
            (_, many) => format!("{} mod {modulus} in {}", names.join(", "), set(many)),
        });
    }
    let one = |(name, residues): (&String, &Vec<usize>)| match (modulus, &residues[..]) {
        (2, [0]) => format!("{name} even"),
        (2, [1]) => format!("{name} odd"),
        (_, [one]) => format!("{name} mod {modulus} = {one}"),
        (_, many) => format!("{name} mod {modulus} in {}", set(many)),
    };
    let told = names.iter().zip(&each).filter(|(_, set)| set.len() < modulus);
    Some(told.map(one).collect::<Vec<_>>().join(" and "))
}

/// Only the residue of the total matters.
fn total(tuples: &[Vec<usize>], names: &[String], modulus: usize) -> Option<String> {
    let of = |tuple: &Vec<usize>| tuple.iter().sum::<usize>() % modulus;
    let residues: Vec<usize> = (0..modulus).filter(|&r| tuples.iter().any(|tuple| of(tuple) == r)).collect();
    let each = modulus.pow(names.len() as u32 - 1);
    let sum = names.join(" + ");
    match &residues[..] {
        _ if residues.len() * each != tuples.len() => None,
        [one] => Some(format!("({sum}) mod {modulus} = {one}")),
        many => Some(format!("({sum}) mod {modulus} in {}", set(many))),
    }
}

/// The variables a relation depends on.
pub(super) fn used(arith: &Arith, rel: &Rel) -> Result<Vec<Var>, OutOfBudget> {
    let mut used = Vec::new();
    for &var in rel.vars() {
        let without = arith.exists(rel, &[var])?;
        if arith.widen(&without, rel.vars())? != *rel {
            used.push(var);
        }
    }
    Ok(used)
}
