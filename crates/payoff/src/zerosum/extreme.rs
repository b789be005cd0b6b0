//! All extreme optimal mixes of one side: the corners of the polytope of its optimal mixes. Every optimal mix is a
//! weighted mean of them.
//!
//! With one optimal mix of the opponent in hand, complementary slackness fixes which choices may be used and which
//! inequalities must be equalities; what is left, usually of small dimension, goes to [`crate::linear::cone`].
//! Source: Shapley and Snow, *Basic solutions of discrete games* (1950).

use super::Solution;
use crate::linear::{cone, tableau};
use crate::matrix::{Matrix, Side};
use crate::number::{self, Rational};
use dashu_int::IBig;
use grundy_answer::{Stop, Watch};

/// The corners of the optimal mixes of `side`, in lexicographic order, largest first.
pub fn mixes(matrix: &Matrix, solution: &Solution, side: Side, watch: &dyn Watch) -> Result<Vec<Vec<Rational>>, Stop> {
    let certificate = &solution.certificate;
    let (own, other) = match side {
        Side::Row => (&certificate.row, &certificate.column),
        Side::Column => (&certificate.column, &certificate.row),
    };
    let below = number::common_denominator(other);
    let scale = number::common_denominator(matrix.cells().iter().chain([&certificate.value]));
    let value = number::scaled(&certificate.value, &scale);
    // Gains of the side over the value, so that both sides want them non-negative.
    let gain = |choice: usize, reply: usize| match side {
        Side::Row => number::scaled(matrix.at(choice, reply), &scale) - &value,
        Side::Column => &value - number::scaled(matrix.at(reply, choice), &scale),
    };
    let weights: Vec<IBig> = other.iter().map(|weight| number::scaled(weight, &below)).collect();
    let used: Vec<usize> = (0..other.len()).filter(|&reply| !weights[reply].is_zero()).collect();
    let level = |choice: usize| {
        let sum = used.iter().fold(IBig::ZERO, |sum, &reply| sum + gain(choice, reply) * &weights[reply]);
        sum.is_zero()
    };
    let allowed: Vec<usize> = (0..own.len()).filter(|&choice| level(choice)).collect();
    let kernel = solution.kernel.0.len();
    if allowed.len() == kernel && used.len() == kernel {
        return Ok(vec![own.clone()]);
    }
    let equations = used.iter().map(|&reply| allowed.iter().map(|&choice| gain(choice, reply)).collect()).collect();
    let directions = tableau::null_space(equations, allowed.len());
    // In coordinates t of the null space: weights >= 0 and gains against the unused replies >= 0.
    let mut inequalities: Vec<Vec<IBig>> =
        (0..allowed.len()).map(|place| directions.iter().map(|direction| direction[place].clone()).collect()).collect();
    for reply in (0..other.len()).filter(|reply| !used.contains(reply)) {
        let gains: Vec<IBig> = allowed.iter().map(|&choice| gain(choice, reply)).collect();
        let along =
            |direction: &Vec<IBig>| gains.iter().zip(direction).fold(IBig::ZERO, |sum, (gain, part)| sum + gain * part);
        inequalities.push(directions.iter().map(along).collect());
    }
    let mut corners: Vec<Vec<Rational>> = cone::rays(directions.len(), &inequalities, watch)?
        .into_iter()
        .map(|ray| {
            let mut weights = vec![IBig::ZERO; own.len()];
            for (coordinate, direction) in ray.entries.iter().zip(&directions) {
                for (&choice, part) in allowed.iter().zip(direction) {
                    weights[choice] += coordinate * part;
                }
            }
            let total = weights.iter().fold(IBig::ZERO, |sum, weight| sum + weight);
            weights.into_iter().map(|weight| Rational::from_parts_signed(weight, total.clone())).collect()
        })
        .collect();
    corners.sort_unstable_by(|left, right| right.cmp(left));
    Ok(corners)
}
