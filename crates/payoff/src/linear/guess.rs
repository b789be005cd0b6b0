//! A basis guessed by the simplex method in doubles, on a dense condensed tableau. Nothing is trusted: the basis is
//! confirmed or repaired in exact arithmetic by [`super::program`].
//!
//! The right-hand side is perturbed a little, so that ties do not make the method turn in circles.
//! Source: Dantzig, *Linear programming and extensions* (1963), ch. 5 and 10.

use super::program::{Basis, Program};
use dashu_base::BitTest;
use dashu_int::IBig;
use grundy_answer::{Progress, Stop, Watch};

const TOLERANCE: f64 = 1e-9;

/// A basis that looks optimal, or the one reached when the method gave up. `program.right` must not be negative.
pub fn basis(program: &Program, watch: &dyn Watch) -> Result<Basis, Stop> {
    let (m, n) = (program.right.len(), program.cost.len());
    let width = n + 1;
    let (matrix, right, cost) = (floats(&program.matrix), floats(&program.right), floats(&program.cost));
    let mut tableau = vec![0.0; (m + 1) * width];
    for row in 0..m {
        tableau[row * width..row * width + n].copy_from_slice(&matrix[row * n..(row + 1) * n]);
        tableau[row * width + n] = right[row] + 1e-7 * (1.0 + scatter(row as u64));
    }
    for column in 0..n {
        tableau[m * width + column] = -cost[column];
    }
    // Variable numbers: columns 0..n, slacks n..n+m.
    let (mut basic, mut free): (Vec<usize>, Vec<usize>) = ((n..n + m).collect(), (0..n).collect());
    for pivots in 0..50 * (m + n) + 100 {
        if pivots % 16 == 0 {
            let progress =
                Progress { what: "pivots", done: pivots as u64, total: None, bytes: 8 * tableau.len() as u64 };
            if let Some(stop) = watch.tick(progress) {
                return Err(stop);
            }
        }
        let costs = &tableau[m * width..m * width + n];
        let Some((column, _)) = costs
            .iter()
            .enumerate()
            .filter(|(_, cost)| **cost < -TOLERANCE)
            .min_by(|left, right| left.1.total_cmp(right.1))
        else {
            break;
        };
        let Some(row) = leaving(&tableau, m, width, column) else { break };
        pivot(&mut tableau, m + 1, width, row, column);
        std::mem::swap(&mut basic[row], &mut free[column]);
    }
    let mut rows: Vec<usize> = free.iter().filter(|&&variable| variable >= n).map(|variable| variable - n).collect();
    let mut columns: Vec<usize> = basic.iter().copied().filter(|&variable| variable < n).collect();
    rows.sort_unstable();
    columns.sort_unstable();
    Ok(Basis { rows, columns })
}

/// The row of the least ratio; among nearly equal ones the largest pivot.
fn leaving(tableau: &[f64], m: usize, width: usize, column: usize) -> Option<usize> {
    let mut best: Option<(f64, f64, usize)> = None;
    for row in 0..m {
        let entry = tableau[row * width + column];
        if entry <= TOLERANCE {
            continue;
        }
        let ratio = tableau[row * width + width - 1].max(0.0) / entry;
        let better = match best {
            None => true,
            Some((least, pivot, _)) => {
                let close = 1e-12 * (1.0 + least.abs());
                ratio < least - close || (ratio <= least + close && entry > pivot)
            }
        };
        if better {
            best = Some((ratio, entry, row));
        }
    }
    best.map(|(_, _, row)| row)
}

/// Exchanges a basic and a free variable in place.
fn pivot(tableau: &mut [f64], height: usize, width: usize, row: usize, column: usize) {
    let inverse = 1.0 / tableau[row * width + column];
    for entry in &mut tableau[row * width..(row + 1) * width] {
        *entry *= inverse;
    }
    tableau[row * width + column] = inverse;
    let pivot_row = tableau[row * width..(row + 1) * width].to_vec();
    for other in (0..height).filter(|&other| other != row) {
        let line = &mut tableau[other * width..(other + 1) * width];
        let factor = line[column];
        if factor == 0.0 {
            continue;
        }
        line[column] = 0.0;
        for (entry, &pivot) in line.iter_mut().zip(&pivot_row) {
            *entry -= factor * pivot;
        }
    }
}

/// The integers scaled by one power of two so that the largest is near 1.
fn floats(integers: &[IBig]) -> Vec<f64> {
    let bits = integers.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let shift = bits.saturating_sub(900);
    let scale = 0.5f64.powi((bits - shift) as i32);
    integers
        .iter()
        .map(|integer| {
            if let (0, Ok(small)) = (shift, i64::try_from(integer)) {
                return small as f64 * scale;
            }
            (integer >> shift).to_f64().value() * scale
        })
        .collect()
}

/// A fixed pseudo-random number in 0..1 for each index (the finaliser of SplitMix64).
fn scatter(index: u64) -> f64 {
    let mut bits = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits >> 11) as f64 / (1u64 << 53) as f64
}
