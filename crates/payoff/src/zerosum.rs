//! Zero-sum matrix games: the row player receives the payoff, the column player pays it.
//!
//! The value and the mixes come from von Neumann's linear program on the matrix shifted to be positive: the column
//! player maximises the sum of `y >= 0` with `B y <= 1`; the value of `B` is one over that sum.
//! Source: von Neumann, *Zur Theorie der Gesellschaftsspiele*, Math. Ann. 100 (1928); Gale, Kuhn and Tucker (1951).

pub mod certificate;
pub mod extreme;
pub mod saddle;

use crate::linear::Fractions;
use crate::linear::program::{self, End, Program, Start};
use crate::matrix::{Matrix, Side};
use crate::number::{self, Rational};
use certificate::Certificate;
use dashu_int::IBig;
use grundy_answer::{Standing, Stop, Watch, message};

/// The value, an optimal mix of each side, and how they were found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Value and mixes; [`Certificate::check`] confirms them from the matrix alone.
    pub certificate: Certificate,
    /// The rows and columns of the square part that determines the mixes (Shapley and Snow 1950).
    pub kernel: (Vec<usize>, Vec<usize>),
    /// How many exact pivots were needed after the guess in doubles.
    pub repairs: usize,
    /// Always proved: by the certificate, checked on the way out.
    pub standing: Standing,
}

/// What is known when a computation was stopped.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Why it stopped.
    pub stop: Stop,
    /// The row player can force at least this with one row.
    pub lower: Rational,
    /// The column player can hold it to this with one column.
    pub upper: Rational,
}

/// Solves the game exactly, from a basis guessed in doubles.
pub fn solve(matrix: &Matrix, watch: &dyn Watch) -> Result<Solution, Unfinished> {
    solve_from(matrix, Start::Guess, watch)
}

/// Solves the game exactly from the start asked for; the answer's value does not depend on it.
pub fn solve_from(matrix: &Matrix, start: Start, watch: &dyn Watch) -> Result<Solution, Unfinished> {
    let scale = number::common_denominator(matrix.cells());
    let mut cells: Vec<IBig> = matrix.cells().iter().map(|cell| number::scaled(cell, &scale)).collect();
    let least = cells.iter().min().expect("never empty").clone();
    let most = cells.iter().max().expect("never empty").clone();
    let shift = (&most - &least).max(IBig::ONE) - least;
    cells.iter_mut().for_each(|cell| *cell += &shift);
    let (m, n) = (matrix.rows(), matrix.columns());
    let program = Program { matrix: cells, right: vec![IBig::ONE; m], cost: vec![IBig::ONE; n] };
    let optimum = match program::solve(&program, start, watch) {
        Ok(End::Optimal(optimum)) => optimum,
        Ok(End::Unbounded) => unreachable!("a positive matrix bounds every column"),
        Err(stop) => {
            let (lower, upper) = saddle::bracket(matrix);
            return Err(Unfinished { stop, lower, upper });
        }
    };
    let total: IBig = optimum.primal.above.iter().fold(IBig::ZERO, |sum, part| sum + part);
    let shifted = Rational::from_parts_signed(optimum.primal.below.clone(), total);
    let value = (shifted - Rational::from(shift)) / Rational::from(scale);
    let certificate = Certificate { value, row: mix(&optimum.dual), column: mix(&optimum.primal) };
    certificate.check(matrix).expect("an optimal basis gives optimal mixes");
    Ok(Solution {
        certificate,
        kernel: (optimum.basis.rows, optimum.basis.columns),
        repairs: optimum.repairs,
        standing: Standing::Proved(message!(
            "the row mix gains at least the value against every column and the column mix loses at most the value against every row, checked in exact arithmetic"
        )),
    })
}

/// A non-negative vector divided by its sum.
fn mix(weights: &Fractions) -> Vec<Rational> {
    let total = weights.above.iter().fold(IBig::ZERO, |sum, part| sum + part);
    weights.above.iter().map(|part| Rational::from_parts_signed(part.clone(), total.clone())).collect()
}

/// The pure choices of `side` that are best against the other player's `mix`, and what they yield (to the row player).
pub fn best_replies(matrix: &Matrix, side: Side, mix: &[Rational]) -> (Rational, Vec<usize>) {
    let payoffs = matrix.against(side, mix);
    let best = match side {
        Side::Row => payoffs.iter().max(),
        Side::Column => payoffs.iter().min(),
    };
    let best = best.expect("never empty").clone();
    let choices = (0..payoffs.len()).filter(|&choice| payoffs[choice] == best).collect();
    (best, choices)
}
