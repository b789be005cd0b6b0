//! One equilibrium by complementary pivoting.
//!
//! Labels: rows are 0..m, columns m..m+n. A pair of vertices of the two best-reply polytopes is an equilibrium when it
//! has every label. The path drops one label and follows edges until that label is picked up again; the
//! lexicographic ratio test makes every polytope behave as if it were simple, so the path cannot cycle.
//! Source: Lemke and Howson, *Equilibrium points of bimatrix games*, J. SIAM 12 (1964); von Stengel, *Computing
//! equilibria for two-person games*, Handbook of Game Theory 3 (2002), sec. 2.6.

use super::{Bimatrix, Equilibrium, mix};
use crate::linear::tableau::Tableau;
use crate::matrix::Side;
use dashu_int::IBig;
use grundy_answer::{Progress, Stop, Watch};

/// The equilibrium at the end of the path that drops `label` (taken modulo the number of labels), and the number of
/// pivots on the way.
pub fn equilibrium(game: &Bimatrix, label: usize, watch: &dyn Watch) -> Result<(Equilibrium, usize), Stop> {
    let (m, n) = (game.row.rows(), game.row.columns());
    let label = label % (m + n);
    let (a, b) = (game.positive(Side::Row), game.positive(Side::Column));
    // Columns of both tableaux are labels, then the right-hand side.
    let one = |row: usize| (0..m + n).map(move |label| IBig::from(u8::from(label == row)));
    let mut replies = [
        Polytope::new(
            (0..n).map(|j| {
                let mut row: Vec<IBig> = one(m + j).chain([IBig::ONE]).collect();
                (0..m).for_each(|i| row[i] = b[i * n + j].clone());
                row
            }),
            m..m + n,
            m + n,
        ),
        Polytope::new(
            (0..m).map(|i| {
                let mut row: Vec<IBig> = one(i).chain([IBig::ONE]).collect();
                (0..n).for_each(|j| row[m + j] = a[i * n + j].clone());
                row
            }),
            0..m,
            m + n,
        ),
    ];
    let mut enters = label;
    let mut side = usize::from(label >= m);
    for pivots in 1.. {
        let progress = Progress { what: "pivots", done: pivots as u64, total: None, bytes: 0 };
        if let Some(stop) = watch.tick(progress) {
            return Err(stop);
        }
        enters = replies[side].enter(enters);
        side = 1 - side;
        if enters == label {
            let row = (0..m).map(|label| replies[0].value(label)).collect();
            let column = (m..m + n).map(|label| replies[1].value(label)).collect();
            return Ok((game.equilibrium(mix(row), mix(column)), pivots));
        }
    }
    unreachable!("the path ends")
}

/// A best-reply polytope at one of its vertices.
struct Polytope {
    tableau: Tableau,
    basic: Vec<usize>,
    slacks: std::ops::Range<usize>,
    right: usize,
}

impl Polytope {
    fn new(rows: impl Iterator<Item = Vec<IBig>>, slacks: std::ops::Range<usize>, right: usize) -> Polytope {
        Polytope { tableau: Tableau::new(rows, right + 1), basic: slacks.clone().collect(), slacks, right }
    }

    /// Brings a label's variable into the basis; gives the label of the variable that leaves.
    fn enter(&mut self, label: usize) -> usize {
        let order = std::iter::once(self.right).chain(self.slacks.clone());
        let row = self.tableau.least_ratio(self.basic.len(), label, order).expect("the polytope is bounded");
        self.tableau.pivot(row, label);
        std::mem::replace(&mut self.basic[row], label)
    }

    /// The variable's value times a common denominator.
    fn value(&self, label: usize) -> IBig {
        let row = self.basic.iter().position(|&basic| basic == label);
        row.map_or(IBig::ZERO, |row| self.tableau.at(row, self.right).clone())
    }
}
