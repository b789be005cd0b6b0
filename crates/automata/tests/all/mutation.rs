//! Every single change of an accept bit or of a transition of proved automata: all that change the set are refuted.

use crate::games::*;
use grundy_automata::sentence::*;
use grundy_automata::{Arith, Comparison, Learning, Rel, learn};

#[derive(Debug, Default, PartialEq)]
struct Count {
    unchanged: usize,
    padding: usize,
    refuted: usize,
}

/// Every mutant of `rel` that is another set is refuted by `proof`.
fn mutate(arith: &Arith, rel: &Rel, count: &mut Count, proof: impl Fn(&Rel) -> Verdict) {
    assert_eq!(proof(rel), Verdict::Proved);
    let width = 1 << rel.vars().len();
    let states = rel.states();
    let next: Vec<u32> = (0..states).flat_map(|s| (0..width).map(move |c| rel.after(s, c) as u32)).collect();
    let accept: Vec<bool> = (0..states).map(|s| rel.accepting(s)).collect();
    let mut check = |next: &[u32], accept: &[bool]| match arith.automaton(rel.vars(), next, accept).unwrap() {
        None => count.padding += 1,
        Some(mutant) if mutant == *rel => count.unchanged += 1,
        Some(mutant) => {
            assert!(matches!(proof(&mutant), Verdict::Refuted(_)), "{mutant:?}");
            count.refuted += 1;
        }
    };
    for state in 0..states {
        let mut flipped = accept.clone();
        flipped[state] ^= true;
        check(&next, &flipped);
    }
    for edge in 0..next.len() {
        for after in (0..states as u32).filter(|&after| after != next[edge]) {
            let mut turned = next.clone();
            turned[edge] = after;
            check(&turned, &accept);
        }
    }
}

#[test]
fn every_set_changing_mutant_is_refuted() {
    let arith = base2();
    let mut count = Count::default();
    let p = |game: &Game, rel: &Rel, convention, count: &mut Count| {
        mutate(&arith, rel, count, |p| {
            outcome(&arith, &game.moves, &OutcomeClaim { p: p.clone(), repeats: vec![] }, convention)
        });
    };
    let sub = subtraction(&arith, &[1, 3, 4]);
    p(&sub, &arith.modulo(&[(x(0), 1)], 0, 7, &[0, 2]).unwrap(), Convention::Normal, &mut count);
    for piles in [2, 3] {
        let vars: Vec<_> = (0..piles).map(x).collect();
        p(&nim(&arith, piles), &arith.xor(&vars).unwrap(), Convention::Normal, &mut count);
    }
    let xor = arith.xor(&[x(0), x(1)]).unwrap();
    let small = [0, 1].map(|i| arith.linear(&[(x(i), 1)], Comparison::Le, 1).unwrap());
    let misere = arith.combine(&[&xor, &small[0], &small[1]], |t| t[0] != (t[1] && t[2])).unwrap();
    p(&nim(&arith, 2), &misere, Convention::Misere, &mut count);
    let staircase = staircase(&arith, 3);
    let steps = arith.widen(&arith.xor(&[x(0), x(2)]).unwrap(), &[x(1)]).unwrap();
    p(&staircase, &steps, Convention::Normal, &mut count);
    let g = arith.xor(&[x(0), x(1), V]).unwrap();
    mutate(&arith, &g, &mut count, |g| grundy(&arith, &nim(&arith, 2).moves, V, g));
    let long = subtraction(&arith, &[2, 5, 8, 13]);
    p(&long, &learned(&arith, &long, 10), Convention::Normal, &mut count);
    let rook = corner(&arith, &[Piece::Rook, Piece::DiagonalStep]);
    p(&rook, &learned(&arith, &rook, 7), Convention::Normal, &mut count);
    // In a minimal automaton no single change leaves the set as it was.
    assert!(count.unchanged == 0 && count.refuted > 1_000, "{count:?}");
}

#[test]
fn mutants_of_wythoffs_pairs() {
    let arith = zeckendorf();
    let queen = corner(&arith, &[Piece::Rook, Piece::Diagonal]);
    let mut count = Count::default();
    mutate(&arith, &learned(&arith, &queen, 7), &mut count, |p| {
        outcome(&arith, &queen.moves, &OutcomeClaim { p: p.clone(), repeats: vec![] }, Convention::Normal)
    });
    assert!(count.refuted > 100, "{count:?}");
}

fn learned(arith: &Arith, game: &Game, digits: usize) -> Rel {
    let mut solver = game.solver();
    let value = |t: &[u64]| u32::from(solver.is_p(&t.iter().map(|&n| n.into()).collect::<Vec<u128>>()));
    let table = arith.table(&game.moves.position, digits, value).unwrap();
    arith.learned(&learn(&table, Learning::default()).unwrap(), |value| value == 1).unwrap()
}
