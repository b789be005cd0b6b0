//! The certificate of a zero-sum matrix game: a value and two mixes. It is checked from the matrix alone, by integer
//! multiplication and comparison; nothing of the way it was found is used.

use crate::matrix::{Matrix, Side};
use crate::number::{self, Rational};
use dashu_base::Signed;
use dashu_int::IBig;

/// A claim: the row mix guarantees at least `value`, the column mix at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The value of the game to the row player.
    pub value: Rational,
    /// The row player's probabilities.
    pub row: Vec<Rational>,
    /// The column player's probabilities.
    pub column: Vec<Rational>,
}

/// Why a certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The mix does not have one weight for every choice.
    Length(Side),
    /// This weight is negative.
    Negative(Side, usize),
    /// The weights do not sum to 1.
    Total(Side),
    /// The mix of this side fails against this choice of the other side.
    Fails(Side, usize),
}

impl Certificate {
    /// Whether the claim holds. By weak duality it then is the value, and both mixes are optimal.
    pub fn check(&self, matrix: &Matrix) -> Result<(), Refutation> {
        let scale = number::common_denominator(matrix.cells().iter().chain([&self.value]));
        let value = number::scaled(&self.value, &scale);
        let cells: Vec<IBig> = matrix.cells().iter().map(|cell| number::scaled(cell, &scale)).collect();
        let n = matrix.columns();
        for (side, mix) in [(Side::Row, &self.row), (Side::Column, &self.column)] {
            if mix.len() != matrix.choices(side) {
                return Err(Refutation::Length(side));
            }
            let below = number::common_denominator(mix);
            let weights: Vec<IBig> = mix.iter().map(|weight| number::scaled(weight, &below)).collect();
            if let Some(choice) = weights.iter().position(Signed::is_negative) {
                return Err(Refutation::Negative(side, choice));
            }
            let below = IBig::from(below);
            if weights.iter().fold(IBig::ZERO, |sum, weight| sum + weight) != below {
                return Err(Refutation::Total(side));
            }
            let used: Vec<usize> = (0..mix.len()).filter(|&choice| !weights[choice].is_zero()).collect();
            let wanted = &value * &below;
            for choice in 0..matrix.choices(side.other()) {
                let cell = |own: usize| match side {
                    Side::Row => &cells[own * n + choice],
                    Side::Column => &cells[choice * n + own],
                };
                let paid = used.iter().fold(IBig::ZERO, |sum, &own| sum + &weights[own] * cell(own));
                let holds = match side {
                    Side::Row => paid >= wanted,
                    Side::Column => paid <= wanted,
                };
                if !holds {
                    return Err(Refutation::Fails(side, choice));
                }
            }
        }
        Ok(())
    }
}
