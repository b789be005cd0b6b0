//! One run, one table: seconds for random integer matrices, and ratios to ours.

use dashu_ratio::RBig;
use grundy_answer::Unwatched;
use grundy_payoff::matrix::Matrix;
use grundy_payoff::zerosum;
use microlp::{ComparisonOp, OptimizationDirection, Problem};
use std::time::Instant;

fn main() {
    let mut seed = 99u64;
    let mut next = move |range: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % (2 * range + 1)) as i64 - range as i64
    };
    println!("size  entries    ours exact   plain exact        ratio   microlp doubles   its error");
    for (size, range) in [(20, 100), (40, 100), (100, 100), (200, 1), (200, 100), (200, 1_000_000)] {
        let rows: Vec<Vec<i64>> = (0..size).map(|_| (0..size).map(|_| next(range)).collect()).collect();
        let matrix = Matrix::from_integers(&rows).expect("a square");
        let (ours, value) = timed(|| zerosum::solve(&matrix, &Unwatched).expect("solved").certificate.value);
        let plain = (size <= 40).then(|| {
            let (seconds, plain) = timed(|| plain_value(&rows));
            assert_eq!(plain, value, "both are exact");
            seconds
        });
        let (float, found) = timed(|| microlp_value(&rows));
        let error = found.map(|found| (found - value.to_f64().value()).abs());
        let plain_text = plain.map_or("-".to_string(), |seconds| format!("{seconds:.4} s"));
        let ratio = plain.map_or("-".to_string(), |seconds| format!("{:.0}", seconds / ours));
        let error = error.map_or("no solution".to_string(), |error| format!("{error:.1e}"));
        println!("{size:4}  {range:8}  {ours:9.4} s  {plain_text:>12}  {ratio:>11}  {float:14.4} s   {error}");
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

fn shifted(rows: &[Vec<i64>]) -> (i64, Vec<Vec<i64>>) {
    let shift = 1 - rows.iter().flatten().min().expect("not empty");
    (shift, rows.iter().map(|row| row.iter().map(|cell| cell + shift).collect()).collect())
}

/// The textbook: a dense tableau of fractions, Dantzig's rule.
fn plain_value(rows: &[Vec<i64>]) -> RBig {
    let (shift, rows) = shifted(rows);
    let (m, n) = (rows.len(), rows[0].len());
    let mut tableau: Vec<Vec<RBig>> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let slack = (0..m).map(|other| RBig::from(u8::from(other == at)));
            row.iter().map(|&cell| RBig::from(cell)).chain(slack).chain([RBig::ONE]).collect()
        })
        .collect();
    let mut costs: Vec<RBig> =
        (0..n + m + 1).map(|column| if column < n { -RBig::ONE } else { RBig::ZERO }).collect();
    loop {
        let (column, cost) = costs[..n + m].iter().enumerate().min_by_key(|(_, cost)| *cost).expect("columns");
        if *cost >= RBig::ZERO {
            let sum = costs[n + m].clone();
            return RBig::ONE / sum - RBig::from(shift);
        }
        let candidates = (0..m).filter(|&row| tableau[row][column] > RBig::ZERO);
        let row = candidates.min_by_key(|&row| &tableau[row][n + m] / &tableau[row][column]).expect("bounded");
        let pivot = tableau[row][column].clone();
        tableau[row].iter_mut().for_each(|cell| *cell /= &pivot);
        let line = tableau[row].clone();
        let lines = tableau.iter_mut().enumerate().filter(|(at, _)| *at != row).map(|(_, line)| line);
        for other in lines.chain([&mut costs]) {
            let factor = other[column].clone();
            if !factor.is_zero() {
                other.iter_mut().zip(&line).for_each(|(cell, pivot)| *cell -= &factor * pivot);
            }
        }
    }
}

fn microlp_value(rows: &[Vec<i64>]) -> Option<f64> {
    let (shift, rows) = shifted(rows);
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let columns: Vec<_> = rows[0].iter().map(|_| problem.add_var(1.0, (0.0, f64::INFINITY))).collect();
    for row in &rows {
        let terms: Vec<_> = columns.iter().copied().zip(row.iter().map(|&cell| cell as f64)).collect();
        problem.add_constraint(terms.as_slice(), ComparisonOp::Le, 1.0);
    }
    let solution = problem.solve().ok()?;
    Some(1.0 / solution.objective() - shift as f64)
}
