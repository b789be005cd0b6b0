//! A rectangle of exact payoffs, never empty. Rows belong to the first player, columns to the second.

use crate::number::Rational;

/// An `m` by `n` rectangle, `m` and `n` at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    columns: usize,
    cells: Vec<Rational>,
}

/// Which player: the one who chooses rows or the one who chooses columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Chooses a row; in a zero-sum game receives the payoff.
    Row,
    /// Chooses a column; in a zero-sum game pays it.
    Column,
}

impl Side {
    /// The other player.
    pub fn other(self) -> Side {
        match self {
            Side::Row => Side::Column,
            Side::Column => Side::Row,
        }
    }

    /// `row` or `column`.
    pub fn word(self) -> &'static str {
        match self {
            Side::Row => "row",
            Side::Column => "column",
        }
    }
}

impl Matrix {
    /// From rows of equal positive length; `None` when they are not.
    pub fn new(rows: Vec<Vec<Rational>>) -> Option<Matrix> {
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return None;
        }
        Some(Matrix { columns, cells: rows.into_iter().flatten().collect() })
    }

    /// From integers; `None` when the rows are not of equal positive length.
    pub fn from_integers<R: AsRef<[i64]>>(rows: &[R]) -> Option<Matrix> {
        Matrix::new(rows.iter().map(|row| row.as_ref().iter().map(|&cell| cell.into()).collect()).collect())
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many choices a player has.
    pub fn choices(&self, side: Side) -> usize {
        match side {
            Side::Row => self.rows(),
            Side::Column => self.columns,
        }
    }

    /// The payoff at a row and a column.
    pub fn at(&self, row: usize, column: usize) -> &Rational {
        &self.cells[row * self.columns + column]
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[Rational] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// One column.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &Rational> {
        self.cells.iter().skip(column).step_by(self.columns)
    }

    /// All payoffs, row after row.
    pub fn cells(&self) -> &[Rational] {
        &self.cells
    }

    /// The same game seen by the column player: rows and columns exchanged.
    pub fn transposed(&self) -> Matrix {
        let cells = (0..self.columns).flat_map(|column| self.column(column).cloned().collect::<Vec<_>>());
        Matrix { columns: self.rows(), cells: cells.collect() }
    }

    /// Every payoff negated.
    pub fn negated(&self) -> Matrix {
        Matrix { columns: self.columns, cells: self.cells.iter().map(|cell| -cell).collect() }
    }

    /// The rows and columns named, in that order. Both lists must be non-empty and in range.
    pub fn part(&self, rows: &[usize], columns: &[usize]) -> Matrix {
        let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| self.at(row, column).clone()));
        Matrix { columns: columns.len(), cells: cells.collect() }
    }

    /// What each choice of `side` is paid (by the matrix) against a mix of the other player.
    pub fn against(&self, side: Side, mix: &[Rational]) -> Vec<Rational> {
        let sum = |pair: &mut dyn Iterator<Item = (&Rational, &Rational)>| {
            pair.fold(Rational::ZERO, |sum, (cell, weight)| if weight.is_zero() { sum } else { sum + cell * weight })
        };
        match side {
            Side::Row => (0..self.rows()).map(|row| sum(&mut self.row(row).iter().zip(mix))).collect(),
            Side::Column => (0..self.columns).map(|column| sum(&mut self.column(column).zip(mix))).collect(),
        }
    }
}
