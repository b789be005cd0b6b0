//! A rectangle of integers over one positive denominator, changed by pivots without fractions.
//!
//! Invariant: every entry is a minor of the first tableau, so the division in a pivot leaves no remainder.
//! Source: Edmonds, *Systems of distinct representatives and linear algebra* (1967); Bareiss, Math. Comp. 22 (1968).

use dashu_base::Signed;
use dashu_int::IBig;
use std::cmp::Ordering;

/// Equations as rows; multiplying a row by -1 does not change its meaning.
#[derive(Clone, Debug)]
pub struct Tableau {
    width: usize,
    entries: Vec<IBig>,
    denominator: IBig,
}

impl Tableau {
    /// Rows of equal length `width`, over the denominator 1.
    pub fn new(rows: impl IntoIterator<Item = Vec<IBig>>, width: usize) -> Tableau {
        let entries: Vec<IBig> = rows.into_iter().flatten().collect();
        debug_assert_eq!(entries.len() % width.max(1), 0);
        Tableau { width, entries, denominator: IBig::ONE }
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.entries.len() / self.width.max(1)
    }

    /// The entry times the denominator.
    pub fn at(&self, row: usize, column: usize) -> &IBig {
        &self.entries[row * self.width + column]
    }

    /// The denominator of all entries; positive.
    pub fn denominator(&self) -> &IBig {
        &self.denominator
    }

    /// Makes `column` a unit column with its one in `row`. The entry there must not be zero.
    pub fn pivot(&mut self, row: usize, column: usize) {
        if self.at(row, column).is_negative() {
            for entry in &mut self.entries[row * self.width..(row + 1) * self.width] {
                *entry = -std::mem::take(entry);
            }
        }
        let pivot_row = self.entries[row * self.width..(row + 1) * self.width].to_vec();
        let pivot = pivot_row[column].clone();
        for (place, line) in self.entries.chunks_mut(self.width).enumerate() {
            if place == row {
                continue;
            }
            let factor = line[column].clone();
            for (entry, pivot_entry) in line.iter_mut().zip(&pivot_row) {
                if factor.is_zero() || pivot_entry.is_zero() {
                    if !entry.is_zero() {
                        *entry = &*entry * &pivot / &self.denominator;
                    }
                } else {
                    *entry = (&*entry * &pivot - &factor * pivot_entry) / &self.denominator;
                }
            }
        }
        self.denominator = pivot;
    }

    /// Among the first `height` rows with a positive entry in `column`, the one that is lexicographically least in
    /// the columns `order` when divided by that entry. `None` when there is no positive entry.
    pub fn least_ratio(
        &self,
        height: usize,
        column: usize,
        order: impl Iterator<Item = usize> + Clone,
    ) -> Option<usize> {
        let positive = |entry: &IBig| !entry.is_zero() && entry.is_positive();
        (0..height).filter(|&row| positive(self.at(row, column))).min_by(|&left, &right| {
            let (by_left, by_right) = (self.at(left, column), self.at(right, column));
            let compare = |at| (self.at(left, at) * by_right).cmp(&(self.at(right, at) * by_left));
            order.clone().map(compare).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        })
    }

    /// Pivots in the columns before `until`, leftmost first, until no row is left. Gives the pivot column of each
    /// of the first rows; rows are exchanged so that these come in order.
    pub fn eliminate(&mut self, until: usize) -> Vec<usize> {
        let mut pivots = Vec::new();
        for column in 0..until {
            let done = pivots.len();
            let Some(row) = (done..self.height()).find(|&row| !self.at(row, column).is_zero()) else { continue };
            for other in 0..self.width {
                self.entries.swap(row * self.width + other, done * self.width + other);
            }
            self.pivot(done, column);
            pivots.push(column);
        }
        pivots
    }
}

/// Integer vectors that span the solutions of `rows z = 0`, one for every free column.
pub fn null_space(rows: Vec<Vec<IBig>>, width: usize) -> Vec<Vec<IBig>> {
    let mut tableau = Tableau::new(rows, width);
    let pivots = tableau.eliminate(width);
    let free = (0..width).filter(|column| !pivots.contains(column));
    free.map(|column| {
        let mut vector = vec![IBig::ZERO; width];
        vector[column] = tableau.denominator.clone();
        for (row, &pivot) in pivots.iter().enumerate() {
            vector[pivot] = -tableau.at(row, column);
        }
        vector
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_null_space_is_annihilated_and_large_enough() {
        let rows = [[1, 2, 3, 4], [2, 4, 6, 8], [0, 1, 1, -5]];
        let rows: Vec<Vec<IBig>> =
            rows.iter().map(|row| row.iter().map(|&entry| IBig::from(entry)).collect()).collect();
        let vectors = null_space(rows.clone(), 4);
        assert_eq!(vectors.len(), 2, "rank 2 in dimension 4");
        for vector in vectors {
            for row in &rows {
                let sum = row.iter().zip(&vector).fold(IBig::ZERO, |sum, (left, right)| sum + left * right);
                assert!(sum.is_zero());
            }
        }
        assert_eq!(null_space(Vec::new(), 2).len(), 2);
    }
}
