//! The golden ratio in Zeckendorf's system: floor(n phi) is first-order there.
//!
//! With shift(n) = the number whose word is that of n with a 0 behind it, floor(n phi) = shift(n - 1) + 1 for n >= 1
//! (Wythoff's sequence in the words of Carlitz, Scoville and Hoggatt 1972), and floor(n phi^2) = floor(n phi) + n.

use crate::arith::Arith;
use crate::{Comparison, Digits, OutOfBudget, Rel, Var};

impl Arith<'_> {
    /// `m = floor(n phi)`.
    ///
    /// Panics unless the digits are Zeckendorf's.
    pub fn golden_floor(&self, n: Var, m: Var) -> Result<Rel, OutOfBudget> {
        assert_eq!(self.digits(), Digits::Zeckendorf, "the golden ratio belongs to Zeckendorf's system");
        let (before, shifted) = (Var::inner(6), Var::inner(7));
        // The digit of the shifted word is the digit of the other word one place further on.
        let step = |&due: &u32, column: u32| (column & 1 == due).then_some(column >> 1);
        let shift = self.explored(vec![before, shifted], 0, step, |&due| due == 0)?;
        let one_less = self.linear(&[(n, 1), (before, -1)], Comparison::Eq, 1)?;
        let one_more = self.linear(&[(m, 1), (shifted, -1)], Comparison::Eq, 1)?;
        let positive = self.and_exists(&[&shift, &one_less, &one_more], &[before, shifted])?;
        let zero = self.linear(&[(n, 1), (m, 1)], Comparison::Eq, 0)?;
        self.or(&[&zero, &positive])
    }

    /// `m = floor(n phi^2)`.
    ///
    /// Panics unless the digits are Zeckendorf's.
    pub fn golden_square_floor(&self, n: Var, m: Var) -> Result<Rel, OutOfBudget> {
        let low = Var::inner(8);
        let floor = self.golden_floor(n, low)?;
        let sum = self.linear(&[(low, 1), (n, 1), (m, -1)], Comparison::Eq, 0)?;
        self.and_exists(&[&floor, &sum], &[low])
    }

    /// `a < phi b`.
    ///
    /// Panics unless the digits are Zeckendorf's.
    pub fn golden_less(&self, a: Var, b: Var) -> Result<Rel, OutOfBudget> {
        // phi is irrational, so a < phi b exactly if a <= floor(phi b) and b > 0.
        let low = Var::inner(8);
        let floor = self.golden_floor(b, low)?;
        let at_most = self.linear(&[(a, 1), (low, -1)], Comparison::Le, 0)?;
        let positive = self.linear(&[(b, -1)], Comparison::Le, -1)?;
        self.and_exists(&[&floor, &at_most, &positive], &[low])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// floor(n phi) from integers: the largest m with (2m - n)^2 <= 5 n^2.
    fn floor_phi(n: u128) -> u128 {
        (n + (5 * n * n).isqrt()) / 2
    }

    #[test]
    fn floors() {
        let arith = Arith::new(Digits::Zeckendorf, 10_000);
        let (a, b) = (Var(0), Var(1));
        let floor = arith.golden_floor(a, b).unwrap();
        let square = arith.golden_square_floor(a, b).unwrap();
        let less = arith.golden_less(b, a).unwrap();
        for n in (0..300).chain([10_000_000_000_000_000]) {
            let m = floor_phi(n);
            assert!(floor.accepts(&[n, m]) && !floor.accepts(&[n, m + 1]));
            assert!(square.accepts(&[n, m + n]) && !square.accepts(&[n, m + n + 1]));
            assert!(less.accepts(&[n, m]) == (n > 0) && !less.accepts(&[n, m + 1]));
        }
    }
}
