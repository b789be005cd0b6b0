//! The values of all tuples whose numbers have at most so many digits.
//!
//! Layout: the columns of a tuple, most significant first, `vars.len()` bits each, read as one number, are
//! its index; leading zero columns add nothing, so the cells of a prefix followed by all words of length m are
//! one slice. Invalid words of the digit system hold [`INVALID`].

use crate::arith::Arith;
use crate::atom::ascending;
use crate::{Digits, OutOfBudget, Var};

/// The mark of cells that are no number.
pub(crate) const INVALID: u32 = u32::MAX;

/// The most cells a table may have.
pub const MAX_CELLS: usize = 1 << 26;

/// Values of tuples, for learning.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) digits: Digits,
    pub(crate) vars: Vec<Var>,
    pub(crate) length: usize,
    pub(crate) cells: Vec<u32>,
}

impl Table {
    /// How many digits the numbers have at most.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The cells of `prefix` (a number of columns read as one number) followed by all words of `length`.
    pub(crate) fn after(&self, prefix: usize, length: usize) -> &[u32] {
        let bits = self.vars.len() * length;
        &self.cells[prefix << bits..(prefix + 1) << bits]
    }

    /// The tuple of a cell that is a number.
    pub(crate) fn tuple(&self, index: usize) -> Option<Vec<u64>> {
        tuple(self.digits, self.vars.len(), self.length, index)
    }
}

impl Arith<'_> {
    /// The table of `value` (below `u32::MAX`) over all tuples of numbers with at most `length` digits; tuples are
    /// in the ascending order of `vars`.
    pub fn table(
        &self,
        vars: &[Var],
        length: usize,
        mut value: impl FnMut(&[u64]) -> u32,
    ) -> Result<Table, OutOfBudget> {
        let vars = ascending(vars);
        let bits = vars.len() * length;
        if bits > MAX_CELLS.ilog2() as usize {
            return Err(OutOfBudget::Cells(MAX_CELLS));
        }
        let mut cells = Vec::with_capacity(1 << bits);
        for index in 0..1usize << bits {
            cells.push(tuple(self.digits(), vars.len(), length, index).map_or(INVALID, |tuple| value(&tuple)));
            self.tick(64, cells.len() * 4)?;
        }
        Ok(Table { digits: self.digits(), vars, length, cells })
    }
}

/// The numbers whose columns, `arity` bits each, make up `index`; `None` if one of them is no valid word.
fn tuple(digits: Digits, arity: usize, length: usize, index: usize) -> Option<Vec<u64>> {
    if digits == Digits::Zeckendorf && index & index >> arity != 0 {
        return None;
    }
    let digit = |j: usize, i: usize| index >> (i * arity + j) & 1 == 1;
    let number = |j: usize| {
        let word = (0..length).rev().map(|i| digit(j, i));
        digits.read(word).map(|n| n as u64)
    };
    (0..arity).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tuple_of_the_box_once() {
        for (digits, numbers) in [(Digits::Base2, 16), (Digits::Zeckendorf, 8)] {
            let arith = Arith::new(digits, 10);
            let mut seen = Vec::new();
            let table = arith.table(&[Var(0), Var(1)], 4, |tuple| {
                seen.push(tuple.to_vec());
                0
            });
            assert_eq!(table.unwrap().cells.len(), 256);
            seen.sort();
            let all: Vec<Vec<u64>> = (0..numbers).flat_map(|a| (0..numbers).map(move |b| vec![a, b])).collect();
            assert_eq!(seen, all);
        }
    }
}
