//! Digit by digit relations in base 2: a truth table that every column must satisfy.

use super::ascending;
use crate::arith::Arith;
use crate::{Digits, OutOfBudget, Rel, Var};

impl Arith<'_> {
    /// Every binary digit column satisfies `table`; bit j of its argument is the digit of `vars[j]`. As numbers
    /// begin with infinitely many zeros, a table without the zero column gives the empty relation.
    ///
    /// Panics unless the digits are base 2: in other systems columns mean nothing of the kind.
    pub fn bitwise(&self, vars: &[Var], table: impl Fn(u32) -> bool) -> Result<Rel, OutOfBudget> {
        assert_eq!(self.digits(), Digits::Base2, "bitwise operations belong to base 2");
        let sorted = ascending(vars);
        let place: Vec<usize> = vars.iter().map(|var| sorted.binary_search(var).expect("the same variables")).collect();
        let given = |column: u32| place.iter().enumerate().fold(0, |to, (j, at)| to | (column >> at & 1) << j);
        if !table(0) {
            return self.none(vars);
        }
        self.explored(sorted, (), |_, column| table(given(column)).then_some(()), |_| true)
    }

    /// The bitwise exclusive or of all `vars` is 0: with a last variable, that it is the nim-sum of the others.
    ///
    /// Panics unless the digits are base 2.
    pub fn xor(&self, vars: &[Var]) -> Result<Rel, OutOfBudget> {
        self.bitwise(vars, |column| column.count_ones() % 2 == 0)
    }
}
