//! Bimatrix games: two players, two payoff matrices, Nash equilibria.
//!
//! A pair of mixes is an equilibrium when every choice used is a best reply to the other's mix; that definition, and
//! nothing else, is what [`Bimatrix::refute`] checks.
//! Source: Nash, *Non-cooperative games*, Ann. Math. 54 (1951).

pub mod extreme;
pub mod lemke;

use crate::matrix::{Matrix, Side};
use crate::number::{self, Rational};
use dashu_base::Signed;
use dashu_int::IBig;

/// Two matrices of the same shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bimatrix {
    row: Matrix,
    column: Matrix,
}

/// A pair of mixes that are best replies to each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Equilibrium {
    /// The row player's probabilities.
    pub row: Vec<Rational>,
    /// The column player's probabilities.
    pub column: Vec<Rational>,
    /// What each player gets.
    pub payoffs: [Rational; 2],
}

/// Why a pair of mixes is no equilibrium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// Not a mix of this player's choices.
    NoMix(Side),
    /// This player gains by changing to this choice.
    Deviation(Side, usize),
    /// The payoffs named are not those of the mixes.
    Payoffs,
}

impl Bimatrix {
    /// `None` when the shapes differ.
    pub fn new(row: Matrix, column: Matrix) -> Option<Bimatrix> {
        let same = row.rows() == column.rows() && row.columns() == column.columns();
        same.then_some(Bimatrix { row, column })
    }

    /// One player's payoffs; rows and columns are those of the game for both.
    pub fn payoffs(&self, side: Side) -> &Matrix {
        match side {
            Side::Row => &self.row,
            Side::Column => &self.column,
        }
    }

    /// The sum of the payoffs where it is the same in every cell: then the game is zero-sum in all but name.
    pub fn constant_sum(&self) -> Option<Rational> {
        let mut sums = self.row.cells().iter().zip(self.column.cells()).map(|(left, right)| left + right);
        let first = sums.next()?;
        sums.all(|sum| sum == first).then_some(first)
    }

    /// All equilibria in pure choices, in reading order.
    pub fn pure_equilibria(&self) -> Vec<(usize, usize)> {
        let (m, n) = (self.row.rows(), self.row.columns());
        let best: Vec<_> = (0..n).map(|column| self.row.column(column).max().expect("never empty")).collect();
        let stable = |row: usize, column: usize| {
            self.row.at(row, column) == best[column]
                && Some(self.column.at(row, column)) == self.column.row(row).iter().max()
        };
        (0..m).flat_map(|row| (0..n).map(move |column| (row, column))).filter(|&(r, c)| stable(r, c)).collect()
    }

    /// The pair with its payoffs.
    pub fn equilibrium(&self, row: Vec<Rational>, column: Vec<Rational>) -> Equilibrium {
        let total = |values: Vec<Rational>| values.iter().zip(&row).fold(Rational::ZERO, |sum, (v, w)| sum + v * w);
        let payoffs = [self.row.against(Side::Row, &column), self.column.against(Side::Row, &column)].map(total);
        Equilibrium { row, column, payoffs }
    }

    /// The pure choices that are best for `side` against the other's mix, and what they yield.
    pub fn best_replies(&self, side: Side, mix: &[Rational]) -> (Rational, Vec<usize>) {
        let payoffs = self.payoffs(side).against(side, mix);
        let best = payoffs.iter().max().expect("never empty").clone();
        let choices = (0..payoffs.len()).filter(|&choice| payoffs[choice] == best).collect();
        (best, choices)
    }

    /// `None` when the pair is an equilibrium, else the first objection. Works from the definition.
    pub fn refute(&self, claim: &Equilibrium) -> Option<Objection> {
        for (side, mix) in [(Side::Row, &claim.row), (Side::Column, &claim.column)] {
            let total = mix.iter().fold(Rational::ZERO, |sum, weight| sum + weight);
            if mix.len() != self.row.choices(side) || mix.iter().any(Signed::is_negative) || !total.is_one() {
                return Some(Objection::NoMix(side));
            }
        }
        if self.equilibrium(claim.row.clone(), claim.column.clone()).payoffs != claim.payoffs {
            return Some(Objection::Payoffs);
        }
        for (side, mix) in [(Side::Row, &claim.column), (Side::Column, &claim.row)] {
            let replies = self.payoffs(side).against(side, mix);
            if let Some(better) = replies.iter().position(|reply| *reply > claim.payoffs[side as usize]) {
                return Some(Objection::Deviation(side, better));
            }
        }
        None
    }

    /// One player's payoffs as positive integers, by a positive affine change that keeps all best replies.
    fn positive(&self, side: Side) -> Vec<IBig> {
        let matrix = self.payoffs(side);
        let scale = number::common_denominator(matrix.cells());
        let cells: Vec<IBig> = matrix.cells().iter().map(|cell| number::scaled(cell, &scale)).collect();
        let least = cells.iter().min().expect("never empty").clone();
        cells.into_iter().map(|cell| cell - &least + IBig::ONE).collect()
    }
}

/// A non-negative integer vector, not zero, divided by its sum.
fn mix(weights: Vec<IBig>) -> Vec<Rational> {
    let total = weights.iter().fold(IBig::ZERO, |sum, weight| sum + weight);
    weights.into_iter().map(|weight| Rational::from_parts_signed(weight, total.clone())).collect()
}
