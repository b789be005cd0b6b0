//! Given claims: the true ones proved for all sizes, the false ones refuted with the position that shows it.

use crate::games::*;
use grundy_automata::sentence::*;
use grundy_automata::{Arith, Comparison, Digits, OutOfBudget, Periodic, Rel, Var};

fn plain(p: &Rel) -> OutcomeClaim {
    OutcomeClaim { p: p.clone(), repeats: vec![] }
}

fn normal(arith: &Arith, game: &Game, p: &Rel) -> Verdict {
    assert_eq!(measure(arith, &game.moves, &game.weights), Verdict::Proved);
    assert_eq!(closed(arith, &game.moves), Verdict::Proved);
    outcome(arith, &game.moves, &plain(p), Convention::Normal)
}

fn misere(arith: &Arith, game: &Game, p: &Rel) -> Verdict {
    assert_eq!(measure(arith, &game.moves, &game.weights), Verdict::Proved);
    outcome(arith, &game.moves, &plain(p), Convention::Misere)
}

fn proved(verdict: Verdict) {
    assert_eq!(verdict, Verdict::Proved);
}

/// The position where the claim fails, and why.
fn refuted(verdict: Verdict) -> (Vec<u128>, Why) {
    match verdict {
        Verdict::Refuted(refutation) => (refutation.at.values().unwrap(), refutation.why),
        other => panic!("not refuted: {other:?}"),
    }
}

fn piles(count: usize) -> Vec<Var> {
    (0..count).map(x).collect()
}

#[test]
fn subtraction_134() {
    let arith = base2();
    let game = subtraction(&arith, &[1, 3, 4]);
    game.check_moves(&arith, 20);
    let p = arith.modulo(&[(x(0), 1)], 0, 7, &[0, 2]).unwrap();
    assert_eq!(p.states(), 7);
    proved(normal(&arith, &game, &p));
    let values = Periodic { values: vec![0, 1, 0, 1, 2, 3, 2], period: 7 };
    let g = arith.eventually_function(x(0), V, &values).unwrap();
    assert_eq!(g.states(), 13);
    proved(grundy(&arith, &game.moves, V, &g));
    let sets: Vec<Rel> = (0..4).map(|v| arith.eventually(x(0), &values, |w| v == w).unwrap()).collect();
    proved(grundy_values(&arith, &game.moves, &sets));
}

#[test]
fn subtraction_134_false_claims() {
    let arith = base2();
    let game = subtraction(&arith, &[1, 3, 4]);
    let p = arith.modulo(&[(x(0), 1)], 0, 7, &[0, 1]).unwrap();
    let (at, why) = refuted(normal(&arith, &game, &p));
    assert_eq!(at, [1]);
    assert!(matches!(why, Why::MovesToClaimed { step: 0, to } if to.value(y(0)) == Some(0)));
    let right = arith.modulo(&[(x(0), 1)], 0, 7, &[0, 2]).unwrap();
    let hundred = arith.constant(x(0), 100).unwrap();
    let flipped = arith.combine(&[&right, &hundred], |truth| truth[0] != truth[1]).unwrap();
    assert_eq!(refuted(normal(&arith, &game, &flipped)).0, [100]);
}

#[test]
fn long_subtraction_set() {
    let set: Vec<i64> = (1..=40).collect();
    let arith = base2();
    let game = subtraction(&arith, set.leak());
    let p = arith.modulo(&[(x(0), 1)], 0, 41, &[0]).unwrap();
    assert_eq!(p.states(), 41);
    proved(normal(&arith, &game, &p));
}

#[test]
fn nim_of_several_piles() {
    let arith = base2();
    nim(&arith, 2).check_moves(&arith, 6);
    for count in [2, 3, 4, 6, 8, 10] {
        let p = arith.xor(&piles(count)).unwrap();
        assert_eq!(p.states(), 2);
        proved(normal(&arith, &nim(&arith, count), &p));
    }
    let full = nim_in_full(&arith, 4);
    proved(normal(&arith, &full, &arith.xor(&piles(4)).unwrap()));
    let g = arith.xor(&[x(0), x(1), x(2), V]).unwrap();
    proved(grundy(&arith, &nim(&arith, 3).moves, V, &g));
}

#[test]
fn nim_by_parity_is_refuted() {
    let arith = base2();
    let even = arith.modulo(&[(x(0), 1), (x(1), 1)], 0, 2, &[0]).unwrap();
    let (at, why) = refuted(normal(&arith, &nim(&arith, 2), &even));
    // (2, 0) and (0, 2) are the positions of least total where it fails: from either one move leads to (0, 0).
    assert_eq!(at, [0, 2]);
    assert!(matches!(why, Why::MovesToClaimed { step: 1, .. }));
}

#[test]
fn misere_nim() {
    let arith = base2();
    for count in [3, 5] {
        let game = nim(&arith, count);
        let xor = arith.xor(&piles(count)).unwrap();
        // All piles at most 1: an odd number of ones; otherwise nim-sum 0 (Bouton 1901).
        let small: Vec<Rel> = (0..count).map(|i| arith.linear(&[(x(i), 1)], Comparison::Le, 1).unwrap()).collect();
        let rels: Vec<&Rel> = small.iter().chain([&xor]).collect();
        let p = arith
            .combine(&rels, |truth| if truth[..count].iter().all(|&t| t) { !truth[count] } else { truth[count] })
            .unwrap();
        assert_eq!(p.states(), 5);
        proved(misere(&arith, &game, &p));
        let (at, why) = refuted(misere(&arith, &game, &xor));
        assert_eq!((at, why), (vec![0; count], Why::MisereEnd));
    }
}

#[test]
fn moore_nim() {
    let arith = base2();
    let game = moore2(&arith, 4);
    moore2(&arith, 3).check_moves(&arith, 3);
    let p = arith.bitwise(&piles(4), |column| column.count_ones() % 3 == 0).unwrap();
    assert_eq!(p.states(), 2);
    proved(normal(&arith, &game, &p));
    let (at, _) = refuted(normal(&arith, &game, &arith.xor(&piles(4)).unwrap()));
    assert_eq!(at.iter().sum::<u128>(), 2);
}

#[test]
fn odd_even_nim() {
    let arith = base2();
    let game = odd_even(&arith);
    game.check_moves(&arith, 16);
    // g(0) = 0, g(2k) = k - 1, g(2k - 1) = k (Ferguson, Game Theory, part I, exercises of chapter 4).
    let zero = arith.and(&[&arith.constant(x(0), 0).unwrap(), &arith.constant(V, 0).unwrap()]).unwrap();
    let even = arith.linear(&[(x(0), 1), (V, -2)], Comparison::Eq, 2).unwrap();
    let odd = arith.linear(&[(x(0), 1), (V, -2)], Comparison::Eq, -1).unwrap();
    let g = arith.or(&[&zero, &even, &odd]).unwrap();
    assert_eq!(g.states(), 6);
    proved(grundy(&arith, &game.moves, V, &g));
}

#[test]
fn lasker_nim() {
    let arith = base2();
    let (n, a, b) = (x(0), Var(101), Var(102));
    let sum = arith.linear(&[(n, 1), (a, -1), (b, -1)], Comparison::Eq, 0).unwrap();
    let positive = |var| arith.linear(&[(var, -1)], Comparison::Le, -1).unwrap();
    let rel = arith.and(&[&sum, &positive(a), &positive(b)]).unwrap();
    let split = SplitRel { parts: vec![vec![a], vec![b]], rel };
    let moves = Moves { position: vec![n], moves: vec![lower(&arith, 0)], splits: vec![split], ..Moves::default() };
    proved(measure(&arith, &moves, &[1]));
    // 4k + 3 and 4k + 4 exchange places, others keep their number (Winning Ways, ch. 4).
    let class = |residue, shift| {
        let linear = arith.linear(&[(n, 1), (V, -1)], Comparison::Eq, shift).unwrap();
        let residue = arith.modulo(&[(n, 1)], 0, 4, &[residue]).unwrap();
        let positive = positive(n);
        arith.and(&[&linear, &residue, &positive]).unwrap()
    };
    let zero = arith.and(&[&arith.constant(n, 0).unwrap(), &arith.constant(V, 0).unwrap()]).unwrap();
    let g = arith.or(&[&zero, &class(0, 1), &class(1, 0), &class(2, 0), &class(3, -1)]).unwrap();
    assert_eq!(g.states(), 12);
    proved(grundy(&arith, &moves, V, &g));
}

/// The values of an octal game with their period, the pre-period as short as the values allow.
fn octal_period(code: &[u8], period: usize, computed: usize) -> Periodic {
    let values = octal_values(code, computed);
    let last = (0..computed - period).rev().find(|&n| values[n] != values[n + period]);
    let preperiod = last.map_or(0, |n| n + 1);
    Periodic { values: values[..preperiod + period].to_vec(), period }
}

fn octal_by_values(arith: &Arith, moves: &Moves, values: &Periodic) -> Verdict {
    let most = values.values.iter().copied().max().unwrap();
    let sets: Vec<Rel> = (0..=most).map(|v| arith.eventually(x(0), values, |w| v == w).unwrap()).collect();
    grundy_values(arith, moves, &sets)
}

const KAYLES: [u8; 2] = [7, 7];

#[test]
fn kayles() {
    let arith = base2();
    let moves = octal(&arith, &KAYLES);
    proved(measure(&arith, &moves, &[1]));
    let values = octal_period(&KAYLES, 12, 200);
    assert_eq!(values.values.len(), 71 + 12); // period 12, last exception 70 (Guy and Smith 1956)
    let g = arith.eventually_function(x(0), V, &values).unwrap();
    assert_eq!(g.states(), 49);
    proved(grundy(&arith, &moves, V, &g));
    proved(octal_by_values(&arith, &moves, &values));
}

#[test]
fn kayles_with_one_value_altered() {
    let arith = base2();
    let moves = octal(&arith, &KAYLES);
    for n in [11usize, 57, 70] {
        let mut values = octal_period(&KAYLES, 12, 200);
        values.values[n] ^= 1;
        let g = arith.eventually_function(x(0), V, &values).unwrap();
        assert_eq!(refuted(grundy(&arith, &moves, V, &g)).0[0], n as u128);
        assert_eq!(refuted(octal_by_values(&arith, &moves, &values)).0, [n as u128]);
    }
}

#[test]
fn dawsons_kayles() {
    let arith = base2();
    let code = [0, 7];
    let values = octal_period(&code, 34, 400);
    proved(octal_by_values(&arith, &octal(&arith, &code), &values));
}

#[test]
fn octal_45() {
    let arith = base2();
    let code = [4, 5];
    let values = octal_period(&code, 20, 2000);
    assert_eq!(values.values.len(), 498 + 20); // Guy and Smith 1956
    proved(octal_by_values(&arith, &octal(&arith, &code), &values));
}

#[test]
fn a_long_octal_period_is_given_up_not_refuted() {
    let arith = Arith::new(Digits::Base2, 20_000);
    let code = [1, 5, 6];
    let values = octal_period(&code, 349, 8000);
    assert_eq!(values.values.len(), 3479 + 349); // Gangolli and Plambeck 1989
    let moves = octal(&arith, &code);
    let g = arith.eventually_function(x(0), V, &values).unwrap_err();
    assert_eq!(g, OutOfBudget::States(20_000));
    assert!(matches!(octal_by_values(&arith, &moves, &values), Verdict::Undecided(OutOfBudget::States(_))));
}

#[test]
fn mark_game() {
    let arith = base2();
    let game = mark(&arith);
    game.check_moves(&arith, 20);
    // n = 0 or an odd number of zeros at the end (Fraenkel 2012): n = 2m with m odd, or n = 4m with m such.
    let p = arith.or(&[&arith.constant(x(0), 0).unwrap(), &odd_trailing_zeros(&arith)]).unwrap();
    assert_eq!(p.states(), 3);
    proved(normal(&arith, &game, &p));
}

/// The numbers with an odd number of zeros at the end: their lowest one is a power of two with an odd exponent.
fn odd_trailing_zeros(arith: &Arith) -> Rel {
    let (power, below) = (Var(300), Var(301));
    let mask = arith.linear(&[(power, 1), (below, -1)], Comparison::Eq, 1).unwrap();
    let zeros = arith.bitwise(&[x(0), below], |column| column != 3).unwrap();
    let one = arith.bitwise(&[x(0), power], |column| column != 2).unwrap();
    let powers = powers_of_two(arith, power);
    let odd = arith.modulo(&[(power, 1)], 0, 3, &[2]).unwrap(); // 2^i mod 3 = 2 exactly for odd i
    arith.and_exists(&[&powers, &mask, &zeros, &one, &odd], &[below, power]).unwrap()
}

/// p & (p - 1) = 0 and p > 0.
fn powers_of_two(arith: &Arith, power: Var) -> Rel {
    let before = Var(310);
    let minus = arith.linear(&[(power, 1), (before, -1)], Comparison::Eq, 1).unwrap();
    let disjoint = arith.bitwise(&[power, before], |column| column != 3).unwrap();
    arith.and_exists(&[&minus, &disjoint], &[before]).unwrap()
}

#[test]
fn staircase_nim() {
    let arith = base2();
    let game = staircase(&arith, 3);
    game.check_moves(&arith, 3);
    let xor = arith.widen(&arith.xor(&[x(0), x(2)]).unwrap(), &piles(3)).unwrap();
    proved(normal(&arith, &game, &xor));
    // Unit weights do not fall: a coin that moves down is still there.
    assert!(matches!(refuted(measure(&arith, &game.moves, &[1, 1, 1])).1, Why::MeasureStays { step: 1, .. }));
    assert_eq!(weigh(&arith, &game.moves, 3).unwrap(), Some(vec![1, 2, 3]));
    assert_eq!(weigh(&arith, &game.moves, 2).unwrap(), None);
}

#[test]
fn chomp_on_two_rows_keeps_its_domain() {
    let arith = base2();
    let game = chomp2(&arith);
    // P exactly if the upper row is one shorter (Gale 1974).
    let p = arith.linear(&[(x(0), 1), (x(1), -1)], Comparison::Eq, 1).unwrap();
    proved(normal(&arith, &game, &p));
    let mut open = game.moves.clone();
    open.domain = Some(arith.linear(&[(x(1), 1)], Comparison::Le, 3).unwrap());
    proved(closed(&arith, &open));
    open.domain = Some(arith.linear(&[(x(1), -1)], Comparison::Le, -3).unwrap());
    let (at, why) = refuted(closed(&arith, &open));
    assert!(at[1] >= 3 && matches!(why, Why::LeavesDomain { .. }));
}

#[test]
fn a_false_claim_about_wythoff_in_zeckendorf() {
    let arith = zeckendorf();
    let game = corner(&arith, &[Piece::Rook, Piece::Diagonal]);
    game.check_moves(&arith, 8);
    let (at, why) = refuted(normal(&arith, &game, &arith.equal(x(0), x(1)).unwrap()));
    assert_eq!(at, [1, 1]); // the diagonal leads from (1, 1) to (0, 0)
    assert!(matches!(why, Why::MovesToClaimed { step: 2, .. }));
}

#[test]
#[should_panic(expected = "moves know no value")]
fn a_move_may_not_use_the_variable_of_the_value() {
    let arith = base2();
    let mut game = subtraction(&arith, &[1, 2]);
    // "Take V, 1 or 2" would tie the number taken to the value claimed.
    let taken = arith.linear(&[(x(0), 1), (y(0), -1), (V, -1)], Comparison::Eq, 0).unwrap();
    game.moves.moves = vec![MoveRel { changed: vec![(x(0), y(0))], rel: taken }];
    grundy(&arith, &game.moves, V, &arith.equal(x(0), V).unwrap());
}

#[test]
fn a_missing_value_is_found() {
    let arith = base2();
    let game = subtraction(&arith, &[1, 2]);
    let values = Periodic { values: vec![0, 1, 2], period: 3 };
    let sets: Vec<Rel> = (0..2).map(|v| arith.eventually(x(0), &values, |w| v == w).unwrap()).collect();
    assert_eq!(refuted(grundy_values(&arith, &game.moves, &sets)), (vec![2], Why::NoValue));
    let g = arith.eventually_function(x(0), V, &values).unwrap();
    let hole = arith.and(&[&g, &arith.linear(&[(V, 1)], Comparison::Le, 1).unwrap()]).unwrap();
    let (at, why) = refuted(grundy(&arith, &game.moves, V, &hole));
    assert_eq!((at, why), (vec![2, 2], Why::ValueMissing));
}

/// Plies of best play from the definition.
fn plies_of(game: &Game, position: &[u128]) -> u128 {
    let options: Vec<u128> = (game.options)(position).iter().map(|option| plies_of(game, option)).collect();
    let least = options.iter().filter(|n| *n % 2 == 0).min();
    least.or(options.iter().max()).map_or(0, |n| n + 1)
}

#[test]
fn lengths_of_best_play() {
    let arith = base2();
    // Nim of one pile: 0 plies from 0, else 1. Taking 1 or 2: the loser delays by taking 1, so 3k lasts 2k plies.
    let one = nim(&arith, 1);
    let flat = arith.eventually_function(x(0), V, &Periodic { values: vec![0, 1], period: 1 }).unwrap();
    proved(plies(&arith, &one.moves, V, &flat));
    let game = subtraction(&arith, &[1, 2]);
    let line = |residue: i64, extra: i64| {
        // n = 3k + residue, plies = 2k + extra: 3 plies - 2n = 3 extra - 2 residue
        let line = arith.linear(&[(V, 3), (x(0), -2)], Comparison::Eq, 3 * extra - 2 * residue).unwrap();
        arith.and(&[&line, &arith.modulo(&[(x(0), 1)], 0, 3, &[residue as u32]).unwrap()]).unwrap()
    };
    let claim = arith.or(&[&line(0, 0), &line(1, 1), &line(2, 1)]).unwrap();
    for n in 0..16 {
        assert!(claim.accepts(&[n, plies_of(&game, &[n])]), "{n}");
    }
    proved(plies(&arith, &game.moves, V, &claim));
    let wrong = arith.or(&[&line(0, 0), &line(1, 1), &line(2, 2)]).unwrap();
    // At 2, one ply is missing and two are claimed: the smaller number is named.
    assert_eq!(refuted(plies(&arith, &game.moves, V, &wrong)), (vec![2, 1], Why::PliesMissing));
    let both = arith.or(&[&claim, &wrong]).unwrap();
    assert_eq!(refuted(plies(&arith, &game.moves, V, &both)), (vec![2, 2], Why::OtherPlies));
    let hole = arith.or(&[&line(0, 0), &line(1, 1)]).unwrap();
    assert_eq!(refuted(plies(&arith, &game.moves, V, &hole)), (vec![2, 1], Why::PliesMissing));
}
