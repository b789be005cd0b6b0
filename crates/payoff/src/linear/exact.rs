//! An optimal basis by the simplex method on an integer tableau: slower than a good guess, but never misled.
//!
//! The lexicographic ratio test keeps the method from turning in circles whatever column enters, so the column of the
//! greatest gain can be taken. Source: Dantzig, Orden and Wolfe (1955); the tableau is that of [`super::tableau`].

use super::program::{Basis, Program};
use super::tableau::Tableau;
use dashu_base::Signed;
use dashu_int::IBig;
use grundy_answer::{Progress, Stop, Watch};

/// An optimal basis, or the one at which the gain was seen to have no bound.
pub fn basis(program: &Program, watch: &dyn Watch) -> Result<Basis, Stop> {
    let (m, n) = (program.right.len(), program.cost.len());
    let slack = |row: usize| (0..m).map(move |other| IBig::from(u8::from(other == row)));
    let rows = (0..m).map(|row| {
        let entries = program.matrix[row * n..(row + 1) * n].iter().cloned();
        entries.chain(slack(row)).chain([program.right[row].clone()]).collect()
    });
    let costs = program.cost.iter().map(|cost| -cost).chain((0..=m).map(|_| IBig::ZERO)).collect();
    let mut tableau = Tableau::new(rows.chain([costs]), n + m + 1);
    let mut basic: Vec<usize> = (n..n + m).collect();
    for pivots in 0.. {
        let progress = Progress { what: "exact pivots", done: pivots, total: None, bytes: 0 };
        if let Some(stop) = watch.tick(progress) {
            return Err(stop);
        }
        let entering = (0..n + m).min_by_key(|&column| tableau.at(m, column)).expect("columns");
        if !tableau.at(m, entering).is_negative() {
            break;
        }
        let order = std::iter::once(n + m).chain(n..n + m);
        let Some(row) = tableau.least_ratio(m, entering, order) else { break };
        tableau.pivot(row, entering);
        basic[row] = entering;
    }
    let mut columns: Vec<usize> = basic.iter().copied().filter(|&variable| variable < n).collect();
    columns.sort_unstable();
    let rows = (0..m).filter(|&row| !basic.contains(&(n + row))).collect();
    Ok(Basis { rows, columns })
}
