//! Dominated choices. A choice is strictly dominated when some mix of the player's other choices pays more against
//! everything, weakly when it pays at least as much against everything and more against something.
//!
//! Strict domination by a mix is the question whether the zero-sum game of the differences has a positive value; weak
//! domination is a linear program in the cone of mixes that never pay less. Both are solved exactly.
//! Source: Gale, Kuhn and Tucker (1950); Myerson, *Game Theory* (1991), sec. 1.8.

use crate::linear::program::{self, End, Program, Start};
use crate::matrix::{Matrix, Side};
use crate::number::{self, Rational};
use crate::zerosum;
use dashu_base::Signed;
use dashu_int::IBig;
use grundy_answer::{Stop, Watch};

/// How much better the dominating choice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Better against everything.
    Strict,
    /// Never worse, and better against something.
    Weak,
}

impl Strength {
    /// `strictly` or `weakly`.
    pub fn adverb(self) -> &'static str {
        match self {
            Strength::Strict => "strictly",
            Strength::Weak => "weakly",
        }
    }
}

/// Which dominators are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Single choices only: `m^2 n` comparisons.
    Pure,
    /// Mixes too: an exact linear program for every choice.
    Mixed,
}

/// A dominated choice and the reason: the weights of the dominating choices, which sum to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominated {
    /// Whose choice.
    pub side: Side,
    /// Which.
    pub choice: usize,
    /// How.
    pub strength: Strength,
    /// By what: one choice of weight 1, or several.
    pub by: Vec<(usize, Rational)>,
}

/// The payoffs of both players, each from the view of its owner: own choices are rows, more is better.
#[derive(Clone, Debug)]
pub struct Views {
    row: Matrix,
    column: Matrix,
}

impl Views {
    /// Of a zero-sum game.
    pub fn zero_sum(matrix: &Matrix) -> Views {
        Views { row: matrix.clone(), column: matrix.negated().transposed() }
    }

    /// Of a bimatrix game.
    pub fn bimatrix(row: &Matrix, column: &Matrix) -> Views {
        Views { row: row.clone(), column: column.transposed() }
    }

    /// One player's view.
    pub fn of(&self, side: Side) -> &Matrix {
        match side {
            Side::Row => &self.row,
            Side::Column => &self.column,
        }
    }
}

/// All dominated choices of both players, rows first.
pub fn all(views: &Views, reach: Reach, watch: &dyn Watch) -> Result<Vec<Dominated>, Stop> {
    let mut found = Vec::new();
    for side in [Side::Row, Side::Column] {
        for choice in 0..views.of(side).rows() {
            found.extend(one(views.of(side), side, choice, reach, watch)?);
        }
    }
    Ok(found)
}

/// An iterated elimination; numbers are those of the whole game.
#[derive(Clone, Debug)]
pub struct Elimination {
    /// What was removed, in order; each is dominated in what was left before it.
    pub steps: Vec<Dominated>,
    /// The rows that are left.
    pub rows: Vec<usize>,
    /// The columns that are left.
    pub columns: Vec<usize>,
}

/// Removes dominated choices one after another, strictly dominated ones first, until none is left; `weakest` says
/// whether weak domination counts.
pub fn iterated(views: &Views, weakest: Strength, reach: Reach, watch: &dyn Watch) -> Result<Elimination, Stop> {
    let mut left = [(0..views.row.rows()).collect::<Vec<_>>(), (0..views.column.rows()).collect::<Vec<_>>()];
    let mut steps = Vec::new();
    while let Some(step) = next_step(views, &left, weakest, reach, watch)? {
        left[step.side as usize].retain(|&choice| choice != step.choice);
        steps.push(step);
    }
    let [rows, columns] = left;
    Ok(Elimination { steps, rows, columns })
}

fn next_step(
    views: &Views,
    left: &[Vec<usize>; 2],
    weakest: Strength,
    reach: Reach,
    watch: &dyn Watch,
) -> Result<Option<Dominated>, Stop> {
    let mut weak = None;
    for side in [Side::Row, Side::Column] {
        let (own, other) = (&left[side as usize], &left[side.other() as usize]);
        let part = views.of(side).part(own, other);
        for choice in 0..own.len() {
            let Some(mut found) = one(&part, side, choice, reach, watch)? else { continue };
            found.choice = own[choice];
            found.by.iter_mut().for_each(|(by, _)| *by = own[*by]);
            if found.strength == Strength::Strict {
                return Ok(Some(found));
            }
            weak.get_or_insert(found);
        }
    }
    Ok(weak.filter(|_| weakest == Strength::Weak))
}

/// The best reason why one choice is dominated: strict before weak, one choice before a mix.
fn one(view: &Matrix, side: Side, choice: usize, reach: Reach, watch: &dyn Watch) -> Result<Option<Dominated>, Stop> {
    let found = |strength, by| Ok(Some(Dominated { side, choice, strength, by }));
    let mut weak = None;
    for other in (0..view.rows()).filter(|&other| other != choice) {
        let mut pairs = view.row(other).iter().zip(view.row(choice));
        if pairs.clone().all(|(by, own)| by > own) {
            return found(Strength::Strict, vec![(other, Rational::ONE)]);
        }
        if weak.is_none() && pairs.clone().all(|(by, own)| by >= own) && pairs.any(|(by, own)| by > own) {
            weak = Some(vec![(other, Rational::ONE)]);
        }
    }
    if reach == Reach::Mixed && view.rows() > 2 {
        if let Some(mix) = by_mix(view, choice, watch)? {
            if let Some(mix) = strictly_by_mix(view, choice, watch)? {
                return found(Strength::Strict, mix);
            }
            weak.get_or_insert(mix);
        }
    }
    match weak {
        Some(by) => found(Strength::Weak, by),
        None => Ok(None),
    }
}

fn others(view: &Matrix, choice: usize) -> Vec<usize> {
    (0..view.rows()).filter(|&other| other != choice).collect()
}

fn named(others: &[usize], weights: Vec<Rational>) -> Vec<(usize, Rational)> {
    others.iter().copied().zip(weights).filter(|(_, weight)| !weight.is_zero()).collect()
}

/// A mix of the other choices that dominates at least weakly: maximise its total advantage, with no disadvantage.
fn by_mix(view: &Matrix, choice: usize, watch: &dyn Watch) -> Result<Option<Vec<(usize, Rational)>>, Stop> {
    let others = others(view, choice);
    let scale = number::common_denominator(view.cells());
    let loss = |other: usize, reply| {
        number::scaled(view.at(choice, reply), &scale) - number::scaled(view.at(other, reply), &scale)
    };
    let replies = view.columns();
    let mut matrix: Vec<IBig> = (0..replies)
        .flat_map(|reply| others.iter().map(move |&other| (other, reply)))
        .map(|(o, r)| loss(o, r))
        .collect();
    matrix.extend(others.iter().map(|_| IBig::ONE));
    let mut right = vec![IBig::ZERO; replies];
    right.push(IBig::ONE);
    let cost = others.iter().map(|&other| (0..replies).fold(IBig::ZERO, |sum, reply| sum - loss(other, reply)));
    let program = Program { matrix, right, cost: cost.collect() };
    let End::Optimal(optimum) = program::solve(&program, Start::Guess, watch)? else {
        unreachable!("the weights sum to at most 1")
    };
    let gain = program.cost.iter().zip(&optimum.primal.above).fold(IBig::ZERO, |sum, (cost, part)| sum + cost * part);
    if gain.is_zero() || gain.is_negative() {
        return Ok(None);
    }
    let total = optimum.primal.above.iter().fold(IBig::ZERO, |sum, part| sum + part);
    let weights = optimum.primal.above.into_iter().map(|part| Rational::from_parts_signed(part, total.clone()));
    Ok(Some(named(&others, weights.collect())))
}

/// A mix of the other choices that is better against everything.
fn strictly_by_mix(view: &Matrix, choice: usize, watch: &dyn Watch) -> Result<Option<Vec<(usize, Rational)>>, Stop> {
    let others = others(view, choice);
    let rows = others.iter().map(|&other| {
        view.row(other).iter().zip(view.row(choice)).map(|(by, own)| by - own).collect::<Vec<Rational>>()
    });
    let differences = Matrix::new(rows.collect()).expect("a rectangle");
    let solution = zerosum::solve(&differences, watch).map_err(|unfinished| unfinished.stop)?.certificate;
    let strict = !solution.value.is_zero() && solution.value.is_positive();
    Ok(strict.then(|| named(&others, solution.row)))
}
