//! Saddle points: cells least in their row and greatest in their column. All have the same payoff, the value.

use crate::matrix::{Matrix, Side};
use crate::number::Rational;

/// All saddle points as (row, column), in reading order.
pub fn points(matrix: &Matrix) -> Vec<(usize, usize)> {
    let (floors, ceilings) = (guarantees(matrix, Side::Row), guarantees(matrix, Side::Column));
    let cells = (0..matrix.rows()).flat_map(|row| (0..matrix.columns()).map(move |column| (row, column)));
    cells
        .filter(|&(row, column)| {
            let cell = matrix.at(row, column);
            *cell == floors[row] && *cell == ceilings[column]
        })
        .collect()
}

/// What each pure choice guarantees: the least cell of each row, or the greatest of each column.
pub fn guarantees(matrix: &Matrix, side: Side) -> Vec<Rational> {
    match side {
        Side::Row => (0..matrix.rows()).map(|row| matrix.row(row).iter().min().expect("never empty").clone()).collect(),
        Side::Column => {
            (0..matrix.columns()).map(|column| matrix.column(column).max().expect("never empty").clone()).collect()
        }
    }
}

/// The pure max-min and the pure min-max; the value lies between, and is both where a saddle point exists.
pub fn bracket(matrix: &Matrix) -> (Rational, Rational) {
    let lower = guarantees(matrix, Side::Row).into_iter().max().expect("never empty");
    let upper = guarantees(matrix, Side::Column).into_iter().min().expect("never empty");
    (lower, upper)
}
