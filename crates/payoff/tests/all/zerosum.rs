//! Zero-sum games: published values, generated matrices, and vertices by trying everything.

use crate::plain::{Dice, mix, ratio, vertices};
use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_payoff::dominance::{self, Reach, Strength, Views};
use grundy_payoff::linear::program::Start;
use grundy_payoff::matrix::{Matrix, Side};
use grundy_payoff::number::{Rational, parse};
use grundy_payoff::table::{Game, Table};
use grundy_payoff::zerosum::certificate::Refutation;
use grundy_payoff::zerosum::{self, extreme, saddle};

fn matrix(text: &str) -> Matrix {
    let Game::ZeroSum(matrix) = Table::parse(text).expect("reads").game else { panic!("one payoff a cell") };
    matrix
}

/// (matrix, value, row mix, column mix); a mix that is not unique is left out.
const PUBLISHED: &[(&str, &str, &str, &str)] = &[
    // Rock, paper, scissors.
    ("0 -1 1; 1 0 -1; -1 1 0", "0", "1/3 1/3 1/3", "1/3 1/3 1/3"),
    // Odd or even: Ferguson, Game Theory, part II, sec. 1.1.
    ("-2 3; 3 -4", "1/12", "7/12 5/12", "7/12 5/12"),
    // Mendelsohn's number game: Ferguson, part II, sec. 2.6.
    ("0 -1 2 2; 1 0 -1 2; -2 1 0 -1; -2 -2 1 0", "0", "1/4 1/2 1/4 0", "1/4 1/2 1/4 0"),
    // A diagonal game: value 1 / (1 + 1/2 + 1/3), Ferguson, part II, sec. 3.3.
    ("1 0 0; 0 2 0; 0 0 3", "6/11", "6/11 3/11 2/11", "6/11 3/11 2/11"),
    // Colonel Blotto with 4 regiments against 3, two posts: Dresher, Games of Strategy (1961), value 14/9.
    ("4 2 1 0; 1 3 0 -1; -2 2 2 -2; -1 0 3 1; 0 1 2 4", "14/9", "4/9 0 1/9 0 4/9", ""),
    // Saddle point.
    ("4 1 -3; 3 2 5; 0 1 6", "2", "0 1 0", "0 1 0"),
    // Two-finger Morra: fair; the mixes form an interval.
    ("0 2 -3 0; -2 0 0 3; 3 0 0 -4; 0 -3 4 0", "0", "", ""),
    ("5", "5", "1", "1"),
    ("-1/2 1/3", "-1/2", "1", "1 0"),
];

#[test]
fn published_values() {
    for (text, value, row, column) in PUBLISHED {
        let matrix = matrix(text);
        for start in [Start::Guess, Start::Slack] {
            let found = zerosum::solve_from(&matrix, start, &Unwatched).expect("solved").certificate;
            assert_eq!(found.value, parse(value).expect("a number"), "{text}");
            if !row.is_empty() {
                assert_eq!(found.row, mix(row), "{text}");
            }
            if !column.is_empty() {
                assert_eq!(found.column, mix(column), "{text}");
            }
        }
    }
}

/// By hand: a mix (0, p, 1 - p, 0) gains -2p + 3(1 - p) against the first column and 3p - 4(1 - p) against the last,
/// so 4/7 <= p <= 3/5; using another row loses to (0, 4/7, 3/7, 0) or (0, 3/5, 2/5, 0).
#[test]
fn morra_has_two_extreme_optimal_mixes() {
    let matrix = matrix("0 2 -3 0; -2 0 0 3; 3 0 0 -4; 0 -3 4 0");
    let solution = zerosum::solve(&matrix, &Unwatched).expect("solved");
    for side in [Side::Row, Side::Column] {
        let corners = extreme::mixes(&matrix, &solution, side, &Unwatched).expect("not stopped");
        assert_eq!(corners, vec![mix("0 3/5 2/5 0"), mix("0 4/7 3/7 0")]);
    }
}

/// The definition, on plain fractions: the worst a mix can meet.
fn guarantee(matrix: &Matrix, side: Side, weights: &[Rational]) -> Rational {
    let replies = matrix.choices(side.other());
    let payoff = |reply: usize| {
        let cell = |own: usize| match side {
            Side::Row => matrix.at(own, reply),
            Side::Column => matrix.at(reply, own),
        };
        weights.iter().enumerate().fold(Rational::ZERO, |sum, (own, weight)| sum + weight * cell(own))
    };
    let payoffs = (0..replies).map(payoff);
    match side {
        Side::Row => payoffs.min(),
        Side::Column => payoffs.max(),
    }
    .expect("never empty")
}

fn generated(dice: &mut Dice, most: u64) -> Matrix {
    let (m, n) = (1 + dice.roll(most) as usize, 1 + dice.roll(most) as usize);
    let kind = dice.roll(5);
    let mut cell = || match kind {
        0 => ratio(dice.range(0, 1), 1),
        1 => ratio(dice.range(-2, 2), 1),
        2 => ratio(dice.range(-100, 100), 1),
        3 => ratio(dice.range(-9, 9), dice.range(1, 9)),
        _ => ratio(dice.range(-9, 9), 1) * Rational::from(10u8).pow(dice.roll(40) as isize),
    };
    Matrix::new((0..m).map(|_| (0..n).map(|_| cell()).collect()).collect()).expect("a rectangle")
}

#[test]
fn a_thousand_generated_matrices_have_equal_guarantees() {
    let mut dice = Dice(1);
    let mut repaired = 0;
    for _ in 0..1000 {
        let matrix = generated(&mut dice, 12);
        let solution = zerosum::solve(&matrix, &Unwatched).expect("solved");
        repaired += usize::from(solution.repairs > 0);
        let found = solution.certificate;
        for weights in [&found.row, &found.column] {
            assert_eq!(weights.iter().fold(Rational::ZERO, |sum, weight| sum + weight), Rational::ONE);
            assert!(weights.iter().all(|weight| *weight >= Rational::ZERO));
        }
        assert_eq!(guarantee(&matrix, Side::Row, &found.row), found.value, "max-min");
        assert_eq!(guarantee(&matrix, Side::Column, &found.column), found.value, "min-max");
    }
    assert!(repaired > 20, "wrong guesses are tested: {repaired}");
}

#[test]
fn exact_pivots_alone_and_the_game_turned_round_give_the_same_value() {
    let mut dice = Dice(2);
    for _ in 0..150 {
        let matrix = generated(&mut dice, 8);
        let value = zerosum::solve(&matrix, &Unwatched).expect("solved").certificate.value;
        let slow = zerosum::solve_from(&matrix, Start::Slack, &Unwatched).expect("solved");
        assert_eq!(slow.certificate.value, value);
        let turned = zerosum::solve(&matrix.negated().transposed(), &Unwatched).expect("solved");
        assert_eq!(turned.certificate.value, -value);
    }
}

#[test]
fn extreme_mixes_agree_with_trying_all_sets_of_planes() {
    let mut dice = Dice(3);
    for round in 0..300 {
        let (m, n) = (1 + dice.roll(4) as usize, 1 + dice.roll(4) as usize);
        let most = if round % 3 == 0 { 1 } else { 3 };
        let rows: Vec<Vec<i64>> = (0..m).map(|_| (0..n).map(|_| dice.range(0, most)).collect()).collect();
        let matrix = Matrix::from_integers(&rows).expect("a rectangle");
        let solution = zerosum::solve(&matrix, &Unwatched).expect("solved");
        let value = &solution.certificate.value;
        for side in [Side::Row, Side::Column] {
            let (own, other) = (matrix.choices(side), matrix.choices(side.other()));
            let mut planes: Vec<Vec<Rational>> =
                (0..own).map(|place| (0..own).map(|at| ratio(i64::from(at == place), 1)).collect()).collect();
            for reply in 0..other {
                planes.push(match side {
                    Side::Row => (0..own).map(|choice| matrix.at(choice, reply) - value).collect(),
                    Side::Column => (0..own).map(|choice| value - matrix.at(reply, choice)).collect(),
                });
            }
            let corners = extreme::mixes(&matrix, &solution, side, &Unwatched).expect("not stopped");
            assert_eq!(corners, vertices(&planes, own), "{rows:?} {side:?}");
        }
    }
}

#[test]
fn a_corrupted_certificate_is_refused() {
    let matrix = matrix("0 -1 1; 1 0 -1; -1 1 0");
    let good = zerosum::solve(&matrix, &Unwatched).expect("solved").certificate;
    assert_eq!(good.check(&matrix), Ok(()));
    let spoilt = |change: &dyn Fn(&mut zerosum::certificate::Certificate)| {
        let mut bad = good.clone();
        change(&mut bad);
        bad.check(&matrix).expect_err("refused")
    };
    assert_eq!(spoilt(&|bad| bad.value = ratio(1, 100)), Refutation::Fails(Side::Row, 0));
    assert_eq!(spoilt(&|bad| bad.value = ratio(-1, 100)), Refutation::Fails(Side::Column, 0));
    assert_eq!(spoilt(&|bad| bad.row = mix("1/2 1/4 1/4")), Refutation::Fails(Side::Row, 1));
    assert_eq!(spoilt(&|bad| bad.column = mix("1/2 1/2 1/2")), Refutation::Total(Side::Column));
    assert_eq!(spoilt(&|bad| bad.row = mix("3/2 -1/2 0")), Refutation::Negative(Side::Row, 1));
    assert_eq!(spoilt(&|bad| bad.row = mix("1")), Refutation::Length(Side::Row));
}

#[test]
fn saddle_points_by_the_definition() {
    let mut dice = Dice(4);
    for _ in 0..200 {
        let matrix = generated(&mut dice, 4);
        let mut plain = Vec::new();
        for row in 0..matrix.rows() {
            for column in 0..matrix.columns() {
                let cell = matrix.at(row, column);
                let least = (0..matrix.columns()).all(|other| matrix.at(row, other) >= cell);
                let most = (0..matrix.rows()).all(|other| matrix.at(other, column) <= cell);
                if least && most {
                    plain.push((row, column));
                }
            }
        }
        assert_eq!(saddle::points(&matrix), plain);
    }
}

#[test]
fn domination_by_a_row_and_by_a_mix() {
    // The third row lies below the mean of the first two, but below neither: Ferguson, part II, sec. 2.2.
    let views = Views::zero_sum(&matrix("4 0; 0 4; 1 1"));
    let found = dominance::all(&views, Reach::Mixed, &Unwatched).expect("not stopped");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].side, found[0].choice, found[0].strength), (Side::Row, 2, Strength::Strict));
    assert_eq!(found[0].by.len(), 2);
    assert!(dominance::all(&views, Reach::Pure, &Unwatched).expect("not stopped").is_empty());
    let weak =
        dominance::all(&Views::zero_sum(&matrix("4 0; 0 4; 2 2")), Reach::Mixed, &Unwatched).expect("not stopped");
    assert!(weak.is_empty(), "equal to a mix is not dominated");
}

/// The reasons are checked from the definition, and undominated choices by another method: a choice is undominated by
/// pure choices when every other one is somewhere worse (or everywhere equal), and never-dominated ones are best
/// replies to some mix with all weights positive, here looked for on a grid.
#[test]
fn reasons_of_domination_hold() {
    let mut dice = Dice(5);
    for _ in 0..200 {
        let matrix = generated(&mut dice, 4);
        let views = Views::zero_sum(&matrix);
        let found = dominance::all(&views, Reach::Mixed, &Unwatched).expect("not stopped");
        for reason in &found {
            let view = views.of(reason.side);
            let advantage: Vec<Rational> = (0..view.columns())
                .map(|reply| {
                    let by = reason.by.iter().fold(Rational::ZERO, |sum, (own, w)| sum + view.at(*own, reply) * w);
                    by - view.at(reason.choice, reply)
                })
                .collect();
            assert!(reason.by.iter().all(|(own, weight)| *own != reason.choice && *weight > Rational::ZERO));
            assert!(advantage.iter().all(|gain| *gain >= Rational::ZERO));
            assert!(advantage.iter().any(|gain| *gain > Rational::ZERO));
            if reason.strength == Strength::Strict {
                assert!(advantage.iter().all(|gain| *gain > Rational::ZERO));
            }
        }
        let dominated = |side, choice| found.iter().any(|reason| reason.side == side && reason.choice == choice);
        let view = views.of(Side::Row);
        for _ in 0..30 {
            let weights: Vec<i64> = (0..view.columns()).map(|_| dice.range(1, 20)).collect();
            let payoff = |row: usize| {
                (0..view.columns()).fold(Rational::ZERO, |sum, c| sum + view.at(row, c) * ratio(weights[c], 1))
            };
            let best = (0..view.rows()).map(payoff).max().expect("never empty");
            (0..view.rows()).filter(|&row| payoff(row) == best).for_each(|row| assert!(!dominated(Side::Row, row)));
        }
    }
}

struct Impatient;

impl Watch for Impatient {
    fn tick(&self, _: Progress) -> Option<Stop> {
        Some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

#[test]
fn a_stopped_solve_says_what_it_knows() {
    let unfinished = zerosum::solve(&matrix("-2 3; 3 -4"), &Impatient).expect_err("stopped");
    assert_eq!((unfinished.stop, unfinished.lower, unfinished.upper), (Stop::Time, ratio(-2, 1), ratio(3, 1)));
}

/// The floating guess cannot see the small cells: they are lost beside 10^40. Value and mixes by hand: the 2 by 2
/// formula (ad - bc) / (a + d - b - c).
#[test]
fn cells_of_very_different_size() {
    let game = matrix("1e40 0; 0 1e-40");
    let found = zerosum::solve(&game, &Unwatched).expect("solved").certificate;
    let (a, d) = (parse("1e40").expect("a number"), parse("1e-40").expect("a number"));
    assert_eq!(found.value, &a * &d / (&a + &d));
    assert_eq!(found.row, vec![&d / (&a + &d), &a / (&a + &d)]);
}

/// Twenty by twenty with cells from 1 to 10^40: no guess in doubles helps, and the repair gives way to exact simplex.
#[test]
fn a_hopeless_guess_is_given_up() {
    let mut dice = Dice(6);
    let cell = |dice: &mut Dice| ratio(dice.range(-9, 9), 1) * Rational::from(10u8).pow(dice.roll(41) as isize);
    let rows = (0..20).map(|_| (0..20).map(|_| cell(&mut dice)).collect()).collect();
    let matrix = Matrix::new(rows).expect("a square");
    let solution = zerosum::solve(&matrix, &Unwatched).expect("solved");
    assert!(solution.repairs >= 20, "{}", solution.repairs);
    assert_eq!(guarantee(&matrix, Side::Row, &solution.certificate.row), solution.certificate.value);
    assert_eq!(guarantee(&matrix, Side::Column, &solution.certificate.column), solution.certificate.value);
}
