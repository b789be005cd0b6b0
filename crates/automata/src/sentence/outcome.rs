//! A set is the set of P-positions.
//!
//! Normal play: P(x) <-> no move leads from x into P. Misère play: P(x) <-> x has a move and none leads into P.
//! One equivalence holds both halves of the usual proof, and by induction over the measure its solution is
//! unique. A step that may be repeated has a second claim E(x): "repeating it from x reaches P", with
//! E(x) <-> one step leads into P or E; it is unique for the same reason.

use super::refutation::smallest;
use super::{MoveRel, Moves, Refutation, Verdict, Why};
use crate::arith::Arith;
use crate::{OutOfBudget, Rel, Word};

/// Who wins when there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// What is claimed.
#[derive(Clone, Debug)]
pub struct OutcomeClaim {
    /// The P-positions.
    pub p: Rel,
    /// For each repeated step, the positions from which repeating it reaches a P-position.
    pub repeats: Vec<Rel>,
}

/// Whether the claim is right on the domain, given that [`super::measure`] and [`super::closed`] hold.
///
/// Panics if there are splits (only Grundy values decide these) or if claims about repeats are missing.
pub fn outcome(arith: &Arith, moves: &Moves, claim: &OutcomeClaim, convention: Convention) -> Verdict {
    assert!(moves.splits.is_empty(), "moves to sums need Grundy values");
    assert_eq!(moves.repeats.len(), claim.repeats.len(), "one claim for each repeated step");
    Verdict::of(fails(arith, moves, claim, convention))
}

fn fails(
    arith: &Arith,
    moves: &Moves,
    claim: &OutcomeClaim,
    convention: Convention,
) -> Result<Option<Refutation>, OutOfBudget> {
    moves.assert_apart(None);
    std::iter::once(&claim.p).chain(&claim.repeats).for_each(|claim| moves.assert_claim(claim, None));
    let domain = moves.positions(arith)?;
    let mut leads: Vec<Rel> = Vec::new();
    for step in &moves.moves {
        leads.push(step.leads_into(arith, &claim.p, &moves.position)?);
    }
    leads.extend(claim.repeats.iter().cloned());
    let reach = arith.or(&leads.iter().collect::<Vec<_>>())?;
    let alive = match convention {
        Convention::Normal => domain.clone(),
        Convention::Misere => moves.alive(arith)?,
    };
    // The claim about repeats first: the other sentence leans on it.
    for (index, (step, reaches)) in moves.repeats.iter().zip(&claim.repeats).enumerate() {
        let goal = arith.or(&[&claim.p, reaches])?;
        let once = step.leads_into(arith, &goal, &moves.position)?;
        let rels = [&domain, reaches, &once];
        let bad = |truth: &[bool]| truth[0] && truth[1] != truth[2];
        if let Some(shortest) = arith.find(&rels, bad)? {
            let at = smallest(arith, &rels, bad, &moves.position, shortest);
            return Ok(Some(Refutation { at, why: Why::RepeatDiffers(index) }));
        }
    }
    let rels = [&domain, &claim.p, &alive, &reach];
    let bad = |truth: &[bool]| truth[0] && truth[1] != (truth[2] && !truth[3]);
    let Some(shortest) = arith.find(&rels, bad)? else { return Ok(None) };
    let at = smallest(arith, &rels, bad, &moves.position, shortest);
    let why = explain(arith, moves, claim, &alive, &at)?;
    Ok(Some(Refutation { at, why }))
}

fn explain(arith: &Arith, moves: &Moves, claim: &OutcomeClaim, alive: &Rel, at: &Word) -> Result<Why, OutOfBudget> {
    let here = arith.only(at)?;
    if arith.find_common(&[&here, &claim.p])?.is_none() {
        return Ok(Why::NoMoveToClaimed);
    }
    if arith.find_common(&[&here, alive])?.is_none() {
        return Ok(Why::MisereEnd);
    }
    let into = |step: &MoveRel, goal: &Rel| -> Result<Option<Word>, OutOfBudget> {
        let after = arith.rename(goal, &step.changed)?;
        arith.find_common(&[&here, &step.rel, &after])
    };
    let repeats = moves.repeats.iter().zip(&claim.repeats);
    for (number, step) in moves.moves.iter().enumerate() {
        if let Some(to) = into(step, &claim.p)? {
            return Ok(Why::MovesToClaimed { step: number, to });
        }
    }
    for (number, (step, reaches)) in repeats.enumerate() {
        if let Some(to) = into(step, &arith.or(&[&claim.p, reaches])?)? {
            return Ok(Why::MovesToClaimed { step: moves.moves.len() + number, to });
        }
    }
    unreachable!("a claimed position that fails has a move to a claimed one or no move")
}
