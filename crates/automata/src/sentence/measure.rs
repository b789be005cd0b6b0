//! Plays end: a linear form with weights >= 0 falls with every move.
//!
//! Values of the form are naturals, so a form that falls bounds the length of every play. A split must lower
//! it for each part.

use super::{Moves, Refutation, Verdict, Why};
use crate::arith::Arith;
use crate::{Comparison, OutOfBudget, Rel, Var, Word};

/// Whether every move lowers `weights . position` (one weight for each field, in order).
///
/// Panics if there are not as many weights as fields.
pub fn measure(arith: &Arith, moves: &Moves, weights: &[u32]) -> Verdict {
    Verdict::of(stays(arith, moves, weights))
}

/// The first weights, in the order all 1, then by largest weight and total, that prove the measure; each
/// weight at most `most`. `None` if none of them do.
pub fn weigh(arith: &Arith, moves: &Moves, most: u32) -> Result<Option<Vec<u32>>, OutOfBudget> {
    let fields = moves.position.len();
    let mut candidates: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..fields {
        candidates = candidates
            .iter()
            .flat_map(|start| (0..=most).map(move |weight| [&start[..], &[weight]].concat()))
            .take(MAX_CANDIDATES)
            .collect();
    }
    candidates.insert(0, vec![1; fields]);
    candidates.sort_by_key(|weights| {
        let ones = weights.iter().all(|&weight| weight == 1);
        (!ones, weights.iter().copied().max(), weights.iter().sum::<u32>())
    });
    for weights in candidates {
        if stays(arith, moves, &weights)?.is_none() {
            return Ok(Some(weights));
        }
    }
    Ok(None)
}

/// A bound on how many weight vectors are tried.
const MAX_CANDIDATES: usize = 4096;

fn stays(arith: &Arith, moves: &Moves, weights: &[u32]) -> Result<Option<Refutation>, OutOfBudget> {
    assert_eq!(weights.len(), moves.position.len(), "one weight for each field");
    moves.assert_apart(None);
    let domain = moves.positions(arith)?;
    let weight = |var: Var| {
        let at = moves.position.iter().position(|&other| other == var).expect("changed fields are fields");
        i64::from(weights[at])
    };
    let mut step = 0;
    let mut check = |rel: &Rel, terms: &[(Var, i64)]| -> Result<Option<Refutation>, OutOfBudget> {
        // terms = before - after
        let not_lower = arith.linear(terms, Comparison::Le, 0)?;
        let found = arith.find_common(&[rel, &not_lower, &domain])?;
        step += 1;
        Ok(found.map(|to| Refutation { at: part(&to, &moves.position), why: Why::MeasureStays { step: step - 1, to } }))
    };
    for one in moves.moves.iter().chain(&moves.repeats) {
        let terms: Vec<(Var, i64)> = one
            .changed
            .iter()
            .flat_map(|&(before, after)| [(before, weight(before)), (after, -weight(before))])
            .collect();
        if let Some(refutation) = check(&one.rel, &terms)? {
            return Ok(Some(refutation));
        }
    }
    for split in &moves.splits {
        for part in &split.parts {
            let before = moves.position.iter().map(|&var| (var, weight(var)));
            let after = moves.position.iter().zip(part).map(|(&var, &after)| (after, -weight(var)));
            if let Some(refutation) = check(&split.rel, &before.chain(after).collect::<Vec<_>>())? {
                return Ok(Some(refutation));
            }
        }
    }
    Ok(None)
}

/// The values of `vars` in `word`, others dropped.
pub(crate) fn part(word: &Word, vars: &[Var]) -> Word {
    let places: Vec<usize> = (0..word.vars.len()).filter(|&j| vars.contains(&word.vars[j])).collect();
    let pick = |column: &u32| places.iter().enumerate().fold(0, |to, (j, at)| to | (column >> at & 1) << j);
    let columns = word.columns.iter().map(pick).skip_while(|&column| column == 0).collect();
    Word { digits: word.digits, vars: places.iter().map(|&at| word.vars[at]).collect(), columns }
}
