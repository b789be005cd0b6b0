//! Patterns learned from small tables and proved for all sizes, without a hint; and those that are not found.

use crate::games::*;
use grundy_automata::sentence::*;
use grundy_automata::{Arith, Comparison, Digits, Learning, NoClosure, Rel, Var, learn};

const LEARNING: Learning = Learning { look_ahead: 1, most: 400 };

/// Wrong guesses are given up here.
const CAP: usize = 20_000;

/// Found with so many digits: states of the proved relation.
#[derive(Debug)]
struct Found {
    digits: usize,
    rel: Rel,
}

/// The states that each longer table asked for, when nothing was found.
type NotFound = Vec<NoClosure>;

/// Tables of growing length, each guess filtered on the longest table and then given to `proof`.
fn discover(
    arith: &Arith,
    vars: &[Var],
    most: usize,
    mut value: impl FnMut(&[u64]) -> u32,
    proof: impl Fn(&Rel) -> Verdict,
) -> Result<Found, NotFound> {
    let longest = arith.table(vars, most, &mut value).unwrap();
    let mut failures = Vec::new();
    for digits in 2..=most {
        let table = arith.table(vars, digits, &mut value).unwrap();
        match learn(&table, LEARNING) {
            Err(failure) => failures.push(failure),
            Ok(machine) => {
                failures.push(NoClosure { states: machine.states(), digits });
                if machine.disagreement(&longest).is_some() {
                    continue;
                }
                let rel = arith.learned(&machine, |value| value == 1).unwrap();
                if proof(&rel).is_proved() {
                    return Ok(Found { digits, rel });
                }
            }
        }
    }
    Err(failures)
}

fn wide(tuple: &[u64]) -> Vec<u128> {
    tuple.iter().map(|&n| n.into()).collect()
}

fn discover_p(arith: &Arith, game: &Game, convention: Convention, most: usize) -> Result<Found, NotFound> {
    assert!(measure(arith, &game.moves, &game.weights).is_proved());
    assert!(closed(arith, &game.moves).is_proved());
    let mut solver = match convention {
        Convention::Normal => game.solver(),
        Convention::Misere => game.misere_solver(),
    };
    let small = arith.with_budget(CAP);
    discover(
        arith,
        &game.moves.position,
        most,
        |tuple| solver.is_p(&wide(tuple)).into(),
        |p| outcome(&small, &game.moves, &OutcomeClaim { p: p.clone(), repeats: vec![] }, convention),
    )
}

fn discover_grundy(arith: &Arith, game: &Game, most: usize) -> Result<Found, NotFound> {
    let mut solver = game.solver();
    let vars = [&game.moves.position[..], &[V]].concat();
    let small = arith.with_budget(CAP);
    discover(
        arith,
        &vars,
        most,
        |tuple| {
            let (value, position) = tuple.split_last().unwrap();
            (solver.grundy(&wide(position)) == u128::from(*value)).into()
        },
        |g| grundy(&small, &game.moves, V, g),
    )
}

/// Found and proved with so many states.
fn states(found: Result<Found, NotFound>) -> usize {
    found.unwrap().rel.states()
}

#[test]
fn subtraction_games() {
    let arith = base2();
    let found = discover_p(&arith, &subtraction(&arith, &[1, 3, 4]), Convention::Normal, 8).unwrap();
    assert_eq!((found.rel.states(), found.digits), (7, 6));
    assert_eq!(states(discover_p(&arith, &subtraction(&arith, &[2, 5, 8, 13]), Convention::Normal, 10)), 21);
    assert_eq!(states(discover_p(&arith, &subtraction(&arith, &[4, 7, 19, 23]), Convention::Normal, 14)), 117);
    assert_eq!(states(discover_grundy(&arith, &subtraction(&arith, &[1, 3, 4]), 7)), 13);
}

#[test]
fn nim_and_its_variants() {
    let arith = base2();
    for piles in [2, 3] {
        assert_eq!(states(discover_p(&arith, &nim(&arith, piles), Convention::Normal, 4)), 2);
        assert_eq!(states(discover_p(&arith, &nim(&arith, piles), Convention::Misere, 5)), 5);
        let found = discover_p(&arith, &nim_without_zero(&arith, piles), Convention::Normal, 5).unwrap().rel;
        // A pile of n + 1 is a pile of n in Nim, and one of 0 cannot be moved either.
        let nim_sum = arith.xor(&(0..piles).map(y).collect::<Vec<_>>()).unwrap();
        let less: Vec<Rel> = (0..piles)
            .map(|i| {
                let one_less = arith.linear(&[(x(i), 1), (y(i), -1)], Comparison::Eq, 1).unwrap();
                let both_zero = arith.linear(&[(x(i), 1), (y(i), 1)], Comparison::Eq, 0).unwrap();
                arith.or(&[&one_less, &both_zero]).unwrap()
            })
            .collect();
        let rels: Vec<&Rel> = less.iter().chain([&nim_sum]).collect();
        assert_eq!(found, arith.and_exists(&rels, &(0..piles).map(y).collect::<Vec<_>>()).unwrap());
    }
    assert_eq!(states(discover_grundy(&arith, &nim(&arith, 2), 4)), 2);
    assert_eq!(states(discover_p(&arith, &nim2_with_pass(&arith), Convention::Normal, 5)), 8);
}

#[test]
fn mark_in_three_ways() {
    let arith = base2();
    let game = mark(&arith);
    assert_eq!(states(discover_p(&arith, &game, Convention::Normal, 7)), 3);
    assert_eq!(states(discover_p(&arith, &game, Convention::Misere, 7)), 3);
    assert_eq!(states(discover_grundy(&arith, &game, 7)), 10);
}

#[test]
fn odd_even() {
    let arith = base2();
    assert_eq!(states(discover_grundy(&arith, &crate::games::odd_even(&arith), 6)), 6);
}

#[test]
fn chess_pieces_in_a_corner() {
    use Piece::*;
    let arith = base2();
    let cases: [(&'static [Piece], usize); 6] = [
        (&[Rook], 2),
        (&[Step, DiagonalStep], 2),
        (&[Rook, DiagonalStep], 8),
        (&[Diagonal, Step], 10),
        (&[Rook, Slant], 2),
        (&[Step, Slant], 11),
    ];
    for (pieces, expected) in cases {
        let game = corner(&arith, pieces);
        game.check_moves(&arith, 6);
        assert_eq!(states(discover_p(&arith, &game, Convention::Normal, 7)), expected);
    }
    assert_eq!(states(discover_grundy(&arith, &corner(&arith, &[Step, DiagonalStep]), 5)), 13);
    assert_eq!(states(discover_grundy(&arith, &corner(&arith, &[Rook, DiagonalStep]), 6)), 23);
}

#[test]
fn knights_and_small_takes() {
    let arith = base2();
    let knight4 = vectors(&arith, 2, &[&[(0, 1), (1, 2)], &[(0, 2), (1, 1)], &[(0, 2), (1, -1)], &[(0, -1), (1, 2)]]);
    let found = discover_p(&arith, &knight4, Convention::Normal, 6).unwrap().rel;
    assert_eq!(found.states(), 4);
    // Both numbers mod 4 are 0 or 1 (Winning Ways, ch. 3: the white knight).
    let residue = |i| arith.modulo(&[(x(i), 1)], 0, 4, &[0, 1]).unwrap();
    assert_eq!(found, arith.and(&[&residue(0), &residue(1)]).unwrap());
    let knight2 = vectors(&arith, 2, &[&[(0, 1), (1, 2)], &[(0, 2), (1, 1)]]);
    assert_eq!(states(discover_p(&arith, &knight2, Convention::Normal, 7)), 9);
    let takes = vectors(&arith, 2, &[&[(0, 1)], &[(1, 1)], &[(0, 2)], &[(1, 2)], &[(0, 1), (1, 1)], &[(0, 2), (1, 2)]]);
    assert_eq!(states(discover_p(&arith, &takes, Convention::Normal, 6)), 3);
}

#[test]
fn chomp_and_limits() {
    let arith = base2();
    let chomp = chomp2(&arith);
    // Outside the domain the table says "no", as the claim is cut there.
    let mut solver = chomp.solver();
    let domain = chomp.moves.domain.clone().unwrap();
    let found = discover(
        &arith,
        &chomp.moves.position,
        6,
        |tuple| (domain.accepts(&wide(tuple)) && solver.is_p(&wide(tuple))).into(),
        |p| outcome(&arith, &chomp.moves, &OutcomeClaim { p: p.clone(), repeats: vec![] }, Convention::Normal),
    );
    assert_eq!(found.unwrap().rel, arith.linear(&[(x(0), 1), (x(1), -1)], Comparison::Eq, 1).unwrap());
    assert_eq!(states(discover_p(&arith, &limited(&arith, 1), Convention::Normal, 6)), 3);
}

#[test]
fn wythoff_and_fibonacci_nim_in_zeckendorf() {
    let arith = zeckendorf();
    let found = discover_p(&arith, &corner(&arith, &[Piece::Rook, Piece::Diagonal]), Convention::Normal, 8).unwrap();
    assert_eq!((found.rel.states(), found.digits), (8, 7));
    // floor(n phi), floor(n phi^2) = floor(n phi) + n (Wythoff 1907), far beyond the table.
    for n in [1u128, 2, 3, 1000, 123_456_789] {
        let low = (n + (5 * n * n).isqrt()) / 2;
        assert!(found.rel.accepts(&[low, low + n]) && found.rel.accepts(&[low + n, low]));
        assert!(!found.rel.accepts(&[low, low + n + 1]));
    }
    let found = discover_p(&arith, &limited(&arith, 2), Convention::Normal, 8).unwrap();
    assert_eq!(found.rel.states(), 5);
    // The second player wins exactly if the least Fibonacci number in n exceeds the limit (Whinihan 1963).
    for (n, least) in [(100u128, 3u128), (88, 1), (1_134_903_170, 1_134_903_170)] {
        assert!(found.rel.accepts(&[n, least - 1]) && !found.rel.accepts(&[n, least]));
    }
}

#[test]
fn euclid_with_repeated_steps() {
    let arith = zeckendorf();
    let game = crate::games::euclid(&arith);
    assert!(measure(&arith, &game.moves, &[1, 1]).is_proved());
    let vars = [x(0), x(1)];
    let mut solver = game.solver();
    // Repeating "take b from a" reaches a P-position.
    let mut reaches = |from: usize, p: &[u64]| {
        let by = p[1 - from];
        let mut to = wide(p);
        by > 0
            && (1..=p[from] / by).any(|k| {
                to[from] = u128::from(p[from] - k * by);
                solver.is_p(&to)
            })
    };
    let table = |digits, value: &mut dyn FnMut(&[u64]) -> bool| {
        let table = arith.table(&vars, digits, |tuple| value(tuple).into()).unwrap();
        learn(&table, LEARNING).map(|machine| arith.learned(&machine, |value| value == 1).unwrap())
    };
    let first = table(8, &mut |p| reaches(0, p)).unwrap();
    let second = table(8, &mut |p| reaches(1, p)).unwrap();
    let p = table(8, &mut |p| solver.is_p(&wide(p))).unwrap();
    assert_eq!((p.states(), first.states(), second.states()), (22, 14, 14));
    let claim = OutcomeClaim { p: p.clone(), repeats: vec![first.clone(), second.clone()] };
    assert_eq!(outcome(&arith, &game.moves, &claim, Convention::Normal), Verdict::Proved);
    // Neither part of the claim may be changed alone.
    let wrong = OutcomeClaim { p: p.clone(), repeats: vec![second, first] };
    assert!(matches!(outcome(&arith, &game.moves, &wrong, Convention::Normal), Verdict::Refuted(_)));
    // Cole and Davie 1969: with 0 < b <= a the first player wins exactly if a = b or a > phi b.
    for (a, b) in [(5u128, 3u128), (8, 5), (13, 8), (34, 21), (1_000_000, 618_034), (1_000_000, 618_033), (7, 7)] {
        let first_wins = a == b || 2 * a > b && (2 * a - b).pow(2) > 5 * b * b;
        assert_eq!(!p.accepts(&[a, b]), first_wins, "{a} {b}");
    }
}

/// Guesses grow with the table, so nothing is claimed.
fn not_found(found: Result<Found, NotFound>) {
    let failures = found.expect_err("not found");
    let states: Vec<usize> = failures.iter().map(|failure| failure.states).collect();
    assert!(states.windows(2).all(|pair| pair[0] <= pair[1]) && states.last() > Some(&30), "{states:?}");
}

#[test]
fn honest_failures() {
    let arith = base2();
    not_found(discover_p(&arith, &corner(&arith, &[Piece::Rook, Piece::Diagonal]), Convention::Normal, 7));
    not_found(discover_p(&arith, &mats(&arith), Convention::Normal, 7));
    not_found(discover_grundy(&arith, &half(&arith), 9));
    let arith = zeckendorf();
    mats(&arith).check_moves(&arith, 6);
    not_found(discover_p(&arith, &mats(&arith), Convention::Normal, 8));
    assert_eq!(arith.digits(), Digits::Zeckendorf);
}
