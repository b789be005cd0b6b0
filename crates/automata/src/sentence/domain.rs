//! Moves from the domain stay in the domain.

use super::measure::part;
use super::moves::others;
use super::{Moves, Refutation, Verdict, Why};
use crate::arith::Arith;
use crate::{OutOfBudget, Rel, Var};

/// Whether every move from a position of the domain leads into it; each part of a split too.
pub fn closed(arith: &Arith, moves: &Moves) -> Verdict {
    Verdict::of(leaves(arith, moves))
}

fn leaves(arith: &Arith, moves: &Moves) -> Result<Option<Refutation>, OutOfBudget> {
    moves.assert_apart(None);
    if moves.domain.is_none() {
        return Ok(None);
    }
    let domain = moves.positions(arith)?;
    let check = |step: usize, rel: &Rel, renamed: &[(Var, Var)]| -> Result<_, OutOfBudget> {
        let after = arith.rename(&domain, renamed)?;
        debug_assert!(others(&[&after], &[]).len() == moves.position.len());
        let found = arith.find(&[rel, &domain, &after], |truth| truth[0] && truth[1] && !truth[2])?;
        Ok(found.map(|to| Refutation { at: part(&to, &moves.position), why: Why::LeavesDomain { step, to } }))
    };
    let steps = moves.moves.iter().chain(&moves.repeats);
    let one = steps.map(|step| (&step.rel, step.changed.clone()));
    let zip = |part: &Vec<Var>| moves.position.iter().copied().zip(part.iter().copied()).collect::<Vec<_>>();
    let several = moves.splits.iter().flat_map(|split| split.parts.iter().map(move |part| (&split.rel, zip(part))));
    for (step, (rel, renamed)) in one.chain(several).enumerate() {
        if let Some(refutation) = check(step, rel, &renamed)? {
            return Ok(Some(refutation));
        }
    }
    Ok(None)
}
