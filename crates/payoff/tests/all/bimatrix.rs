//! Bimatrix games: published equilibria, and all of them by trying everything.

use crate::plain::{Dice, gauss, mix, ratio, vertices};
use grundy_answer::Unwatched;
use grundy_payoff::bimatrix::{Bimatrix, Equilibrium, Objection, extreme, lemke};
use grundy_payoff::matrix::{Matrix, Side};
use grundy_payoff::number::Rational;
use grundy_payoff::table::{Game, Table};

fn game(text: &str) -> Bimatrix {
    let Game::Bimatrix(game) = Table::parse(text).expect("reads").game else { panic!("two payoffs a cell") };
    game
}

#[track_caller]
fn check(text: &str, components: usize, expected: &[(&str, &str)]) {
    let game = game(text);
    let found = extreme::equilibria(&game, &Unwatched).expect("not stopped");
    let mut pairs: Vec<_> = expected.iter().map(|(row, column)| (mix(row), mix(column))).collect();
    pairs.sort_by(|left, right| right.cmp(left));
    let mixes: Vec<_> = found.equilibria.iter().map(|found| (found.row.clone(), found.column.clone())).collect();
    assert_eq!(mixes, pairs, "{text}");
    assert_eq!(found.components, components, "{text}");
}

#[test]
fn published_equilibria() {
    // Prisoner's dilemma: Luce and Raiffa, Games and Decisions (1957), sec. 5.4.
    check("(-1,-1) (-3,0); (0,-3) (-2,-2)", 1, &[("0 1", "0 1")]);
    // Battle of the sexes: Luce and Raiffa, sec. 5.3.
    check("(2,1) (0,0); (0,0) (1,2)", 3, &[("1 0", "1 0"), ("0 1", "0 1"), ("2/3 1/3", "1/3 2/3")]);
    // Chicken.
    check("(0,0) (-1,1); (1,-1) (-5,-5)", 3, &[("1 0", "0 1"), ("0 1", "1 0"), ("4/5 1/5", "4/5 1/5")]);
    // von Stengel, Equilibrium computation (Algorithmic Game Theory, 2007, ch. 3), game (3.3).
    check(
        "(3,3) (3,2); (2,2) (5,6); (0,3) (6,1)",
        3,
        &[("1 0 0", "1 0"), ("4/5 1/5 0", "2/3 1/3"), ("0 1/3 2/3", "1/3 2/3")],
    );
    // The degenerate game of the same chapter, (3.7): a segment of equilibria and one alone.
    check(
        "(3,3) (3,3); (2,2) (5,6); (0,3) (6,1)",
        2,
        &[("1 0 0", "1 0"), ("1 0 0", "2/3 1/3"), ("0 1/3 2/3", "1/3 2/3")],
    );
    // Everything is an equilibrium.
    check("(0,0) (0,0); (0,0) (0,0)", 1, &[("1 0", "1 0"), ("1 0", "0 1"), ("0 1", "1 0"), ("0 1", "0 1")]);
}

/// The pairs of vertices of the best-reply polyhedra that no deviation improves, from the definitions. A vertex is a
/// mix where `choices` independent planes meet, so the polyhedra carry the opponent's payoff as one more unknown.
fn tried(game: &Bimatrix) -> Vec<Equilibrium> {
    let corners = |side: Side| {
        let payoffs = game.payoffs(side.other());
        let (own, other) = (payoffs.choices(side), payoffs.choices(side.other()));
        let at = |choice: usize, reply: usize| match side {
            Side::Row => payoffs.at(choice, reply),
            Side::Column => payoffs.at(reply, choice),
        };
        // With payoffs at least 1, `u >= 1 > 0`; unknowns (mix, u) scaled so that all sum to 1.
        let least = payoffs.cells().iter().min().expect("never empty") - Rational::ONE;
        let mut planes: Vec<Vec<Rational>> =
            (0..own).map(|place| (0..=own).map(|at| ratio(i64::from(at == place), 1)).collect()).collect();
        for reply in 0..other {
            planes.push((0..own).map(|choice| &least - at(choice, reply)).chain([Rational::ONE]).collect());
        }
        let points = vertices(&planes, own + 1).into_iter();
        let points = points.filter(|point| point[..own].iter().any(|weight| !weight.is_zero()));
        points
            .map(|point| {
                let total = point[..own].iter().fold(Rational::ZERO, |sum, weight| sum + weight);
                point[..own].iter().map(|weight| weight / &total).collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
    };
    let (rows, columns) = (corners(Side::Row), corners(Side::Column));
    let mut found = Vec::new();
    for row in &rows {
        for column in &columns {
            let claim = game.equilibrium(row.clone(), column.clone());
            let stable = |side: Side, other: &[Rational]| {
                game.payoffs(side).against(side, other).iter().all(|reply| *reply <= claim.payoffs[side as usize])
            };
            if stable(Side::Row, column) && stable(Side::Column, row) {
                found.push(claim);
            }
        }
    }
    found.sort_by(|left, right| (&right.row, &right.column).cmp(&(&left.row, &left.column)));
    found.dedup();
    found
}

fn generated(dice: &mut Dice, most: i64) -> Bimatrix {
    let (m, n) = (1 + dice.roll(4) as usize, 1 + dice.roll(3) as usize);
    let mut matrix = || {
        let rows: Vec<Vec<i64>> = (0..m).map(|_| (0..n).map(|_| dice.range(0, most)).collect()).collect();
        Matrix::from_integers(&rows).expect("a rectangle")
    };
    let row = matrix();
    Bimatrix::new(row, matrix()).expect("the same shape")
}

#[test]
fn extreme_equilibria_agree_with_trying_everything() {
    let mut dice = Dice(11);
    for round in 0..250 {
        let game = generated(&mut dice, [1, 2, 5, 1000][round % 4]);
        let found = extreme::equilibria(&game, &Unwatched).expect("not stopped").equilibria;
        assert_eq!(found, tried(&game), "{game:?}");
        assert!(!found.is_empty(), "Nash's theorem");
    }
}

/// Every pair of equal supports with its indifference equations: complete for games without ties.
#[test]
fn generic_games_agree_with_support_enumeration() {
    let mut dice = Dice(12);
    for _ in 0..150 {
        let game = generated(&mut dice, 100_000);
        let (m, n) = (game.payoffs(Side::Row).rows(), game.payoffs(Side::Row).columns());
        let mut supported = Vec::new();
        for rows in 1u32..1 << m {
            for columns in (1u32..1 << n).filter(|columns| columns.count_ones() == rows.count_ones()) {
                let list = |set: u32, of: usize| (0..of).filter(|at| set >> at & 1 == 1).collect::<Vec<_>>();
                let (r, c) = (list(rows, m), list(columns, n));
                // Unknown: the weights of the support, then the payoff they make the opponent's support earn.
                let solve = |own: &[usize], other: &[usize], side: Side| {
                    let payoffs = game.payoffs(side.other());
                    let mut system: Vec<Vec<Rational>> = other
                        .iter()
                        .map(|&reply| {
                            let cell = |&choice: &usize| match side {
                                Side::Row => payoffs.at(choice, reply).clone(),
                                Side::Column => payoffs.at(reply, choice).clone(),
                            };
                            own.iter().map(cell).chain([ratio(-1, 1), Rational::ZERO]).collect()
                        })
                        .collect();
                    let sum = own.iter().map(|_| Rational::ONE).chain([Rational::ZERO, Rational::ONE]).collect();
                    system.push(sum);
                    let mut all = vec![Rational::ZERO; if side == Side::Row { m } else { n }];
                    for (&choice, weight) in own.iter().zip(gauss(system, own.len() + 1)?) {
                        all[choice] = weight;
                    }
                    all.iter().all(|weight| *weight >= Rational::ZERO).then_some(all)
                };
                let (Some(x), Some(y)) = (solve(&r, &c, Side::Row), solve(&c, &r, Side::Column)) else { continue };
                let claim = game.equilibrium(x, y);
                if game.refute(&claim).is_none() {
                    supported.push(claim);
                }
            }
        }
        supported.sort_by(|left, right| (&right.row, &right.column).cmp(&(&left.row, &left.column)));
        supported.dedup();
        let found = extreme::equilibria(&game, &Unwatched).expect("not stopped").equilibria;
        assert_eq!(found, supported);
        assert_eq!(found.len() % 2, 1, "a game without ties has an odd number of equilibria (Wilson 1971)");
    }
}

#[test]
fn every_path_ends_at_an_extreme_equilibrium() {
    let mut dice = Dice(13);
    for round in 0..200 {
        let game = generated(&mut dice, [1, 2, 1000][round % 3]);
        let all = extreme::equilibria(&game, &Unwatched).expect("not stopped").equilibria;
        let labels = game.payoffs(Side::Row).rows() + game.payoffs(Side::Row).columns();
        for label in 0..labels {
            let (found, _) = lemke::equilibrium(&game, label, &Unwatched).expect("not stopped");
            assert_eq!(game.refute(&found), None);
            assert!(all.contains(&found), "{game:?} from label {label}");
        }
        let pure = game.pure_equilibria();
        for (row, column) in &pure {
            let weights = |of: usize, at: usize| (0..of).map(|other| ratio(i64::from(other == at), 1)).collect();
            let (m, n) = (game.payoffs(Side::Row).rows(), game.payoffs(Side::Row).columns());
            assert!(all.contains(&game.equilibrium(weights(m, *row), weights(n, *column))));
        }
        let one = |mix: &[Rational]| mix.iter().any(Rational::is_one);
        assert_eq!(all.iter().filter(|found| one(&found.row) && one(&found.column)).count(), pure.len());
    }
}

#[test]
fn a_false_equilibrium_is_refuted() {
    let game = game("(-1,-1) (-3,0); (0,-3) (-2,-2)");
    let claim = game.equilibrium(mix("1 0"), mix("1 0"));
    assert_eq!(game.refute(&claim), Some(Objection::Deviation(Side::Row, 1)));
    let mut claim = game.equilibrium(mix("0 1"), mix("0 1"));
    claim.payoffs[0] = ratio(7, 1);
    assert_eq!(game.refute(&claim), Some(Objection::Payoffs));
}
