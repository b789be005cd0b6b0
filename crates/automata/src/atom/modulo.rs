//! Residues of linear forms: the state is the residue of what has been read.

use super::{collected, dot};
use crate::arith::Arith;
use crate::{Digits, OutOfBudget, Rel, Var};

impl Arith<'_> {
    /// `(terms + constant) mod modulus` is one of `residues` (each below the modulus); the residue of a
    /// negative number is not negative.
    ///
    /// Panics unless `modulus` is positive.
    pub fn modulo(
        &self,
        terms: &[(Var, i64)],
        constant: i64,
        modulus: u32,
        residues: &[u32],
    ) -> Result<Rel, OutOfBudget> {
        assert!(modulus > 0, "a positive modulus");
        let (vars, by) = collected(terms);
        let m = i128::from(modulus);
        let mut wanted = vec![false; modulus as usize];
        for &residue in residues {
            if let Some(entry) = wanted.get_mut(residue as usize) {
                *entry = true;
            }
        }
        let step = |&(high, low): &(i128, i128), column| {
            let digit = dot(&by, column);
            Some(match self.digits() {
                Digits::Base2 => ((2 * high + digit).rem_euclid(m), 0),
                Digits::Zeckendorf => ((high + low + digit).rem_euclid(m), high),
            })
        };
        let value = |high: i128, low: i128| (high + low + i128::from(constant)).rem_euclid(m) as usize;
        self.explored(vars, (0, 0), step, |&(high, low)| wanted[value(high, low)])
    }
}
