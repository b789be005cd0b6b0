//! A relation is the graph of the length of best play: the winner hurries, the loser delays.
//!
//! Normal play (Steinhaus 1925; Smith 1966, "remoteness"): a position without moves has 0 plies; one with an option
//! of an even number has one more than the least even number among its options; any other has one more than the
//! largest number. So it is even exactly for P-positions. The solution is unique by induction over the measure.

use super::refutation::smallest;
use super::{Moves, Refutation, Verdict, Why};
use crate::arith::Arith;
use crate::{Comparison, OutOfBudget, Rel, Var};

/// Whether `claim`, over the position's variables and `plies`, is the graph of the length of best play on the domain,
/// given that [`super::measure`] and [`super::closed`] hold.
///
/// Panics if there are repeated steps or splits.
pub fn plies(arith: &Arith, moves: &Moves, plies: Var, claim: &Rel) -> Verdict {
    assert!(moves.repeats.is_empty() && moves.splits.is_empty(), "moves to one position only");
    Verdict::of(fails(arith, moves, plies, claim))
}

fn fails(arith: &Arith, moves: &Moves, plies: Var, claim: &Rel) -> Result<Option<Refutation>, OutOfBudget> {
    moves.assert_apart(Some(plies));
    moves.assert_claim(claim, Some(plies));
    let domain = moves.positions(arith)?;
    let kept = [&moves.position[..], &[plies]].concat();
    let claim = arith.widen(claim, &kept)?;
    let each: Vec<Rel> =
        moves.moves.iter().map(|step| step.leads_into(arith, &claim, &kept)).collect::<Result<_, _>>()?;
    let options = arith.widen(&arith.or(&each.iter().collect::<Vec<_>>())?, &kept)?;
    let alive = arith.widen(&moves.alive(arith)?, &moves.position)?;
    let even = arith.modulo(&[(plies, 1)], 0, 2, &[0])?;
    let even_options = arith.and(&[&options, &even])?;
    // The least even and the largest number among the options.
    let other = Var::inner(3);
    let beside = |rel: &Rel| arith.rename(rel, &[(plies, other)]);
    let less = arith.and_exists(&[&beside(&even_options)?, &arith.less(other, plies)?], &[other])?;
    let more = arith.and_exists(&[&beside(&options)?, &arith.less(plies, other)?], &[other])?;
    let wins = arith.exists(&even_options, &[plies])?;
    let best = arith.combine(&[&wins, &even_options, &less, &options, &more], |truth| match truth {
        [true, even, less, ..] => *even && !*less,
        [false, _, _, some, more] => *some && !*more,
        _ => false,
    })?;
    let one_more = arith.linear(&[(plies, 1), (other, -1)], Comparison::Eq, 1)?;
    let played = arith.and_exists(&[&beside(&best)?, &one_more], &[other])?;
    let zero = arith.constant(plies, 0)?;
    let rels = [&domain, &claim, &alive, &played, &zero];
    let bad = |truth: &[bool]| truth[0] && truth[1] != (if truth[2] { truth[3] } else { truth[4] });
    if let Some(shortest) = arith.find(&rels, bad)? {
        let at = smallest(arith, &rels, bad, &moves.position, shortest);
        let claimed = arith.find_common(&[&arith.only(&at)?, &claim])?.is_some();
        return Ok(Some(Refutation { at, why: if claimed { Why::OtherPlies } else { Why::PliesMissing } }));
    }
    let valued = arith.exists(&claim, &[plies])?;
    let rels = [&domain, &valued];
    let bad = |truth: &[bool]| truth[0] && !truth[1];
    let Some(shortest) = arith.find(&rels, bad)? else { return Ok(None) };
    Ok(Some(Refutation { at: smallest(arith, &rels, bad, &moves.position, shortest), why: Why::NoValue }))
}
