//! A relation is the graph of the Grundy function.
//!
//! With H(x, w) = "some option of x has value w": G(x, v) <-> not H(x, v) and H(x, w) for all w < v. By induction
//! over the measure this forces at most one value; that there is one is checked too. The value of a sum is the
//! nim-sum of its parts, so splits need base 2.

use super::refutation::smallest;
use super::{Moves, Refutation, SplitRel, Verdict, Why};
use crate::arith::Arith;
use crate::sentence::moves::others;
use crate::{OutOfBudget, Rel, Var};

/// Whether `claim`, over the position's variables and `value`, is the graph of the Grundy function on the domain,
/// given that [`super::measure`] and [`super::closed`] hold.
///
/// Panics if there are repeated steps, or splits in another system than base 2.
pub fn grundy(arith: &Arith, moves: &Moves, value: Var, claim: &Rel) -> Verdict {
    assert!(moves.repeats.is_empty(), "repeated steps are decided for outcomes only");
    Verdict::of(fails(arith, moves, value, claim))
}

fn fails(arith: &Arith, moves: &Moves, value: Var, claim: &Rel) -> Result<Option<Refutation>, OutOfBudget> {
    moves.assert_apart(Some(value));
    moves.assert_claim(claim, Some(value));
    let domain = moves.positions(arith)?;
    let kept = [&moves.position[..], &[value]].concat();
    let claim = arith.widen(claim, &kept)?;
    let mut values: Vec<Rel> = Vec::new();
    for step in &moves.moves {
        values.push(step.leads_into(arith, &claim, &kept)?);
    }
    for split in &moves.splits {
        values.push(sum(arith, moves, split, value, &claim)?);
    }
    let options = arith.widen(&arith.or(&values.iter().collect::<Vec<_>>())?, &kept)?;
    // Some smaller value is missing among the options.
    let smaller = Var::inner(3);
    let missing = arith.rename(&arith.not(&options)?, &[(value, smaller)])?;
    let gap = arith.and_exists(&[&missing, &arith.less(smaller, value)?], &[smaller])?;
    let rels = [&domain, &claim, &options, &gap];
    let bad = |truth: &[bool]| truth[0] && truth[1] == (truth[2] || truth[3]);
    if let Some(shortest) = arith.find(&rels, bad)? {
        let at = smallest(arith, &rels, bad, &moves.position, shortest);
        let here = arith.only(&at)?;
        let holds = |rel: &Rel| arith.find_common(&[&here, rel]).map(|found| found.is_some());
        let why = match (holds(&claim)?, holds(&options)?) {
            (false, _) => Why::ValueMissing,
            (true, true) => Why::OptionHasValue,
            (true, false) => Why::SmallerMissing,
        };
        return Ok(Some(Refutation { at, why }));
    }
    let valued = arith.exists(&claim, &[value])?;
    let rels = [&domain, &valued];
    let bad = |truth: &[bool]| truth[0] && !truth[1];
    let Some(shortest) = arith.find(&rels, bad)? else { return Ok(None) };
    Ok(Some(Refutation { at: smallest(arith, &rels, bad, &moves.position, shortest), why: Why::NoValue }))
}

/// The positions and values such that the split leads to a sum of that value.
fn sum(arith: &Arith, moves: &Moves, split: &SplitRel, value: Var, claim: &Rel) -> Result<Rel, OutOfBudget> {
    let kept = [&moves.position[..], &[value]].concat();
    let of_part = |part: &Vec<Var>, value_of_part: Var| {
        let to = moves.position.iter().copied().zip(part.iter().copied());
        arith.rename(claim, &to.chain([(value, value_of_part)]).collect::<Vec<_>>())
    };
    let Some((first, rest)) = split.parts.split_first() else {
        let zero = arith.constant(value, 0)?;
        return arith.and_exists(&[&split.rel, &zero], &others(&[&split.rel], &moves.position));
    };
    // The value of the parts so far is in `value`; each further part adds its own.
    let (so_far, own) = (Var::inner(4), Var::inner(5));
    let mut total = of_part(first, value)?;
    for part in rest {
        let before = arith.rename(&total, &[(value, so_far)])?;
        let nim_sum = arith.xor(&[so_far, own, value])?;
        total = arith.and_exists(&[&before, &of_part(part, own)?, &nim_sum], &[so_far, own])?;
    }
    let rels = [&split.rel, &total];
    arith.and_exists(&rels, &others(&rels, &kept))
}
