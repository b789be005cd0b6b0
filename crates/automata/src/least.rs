//! The smallest element of a set, in a stated order.
//!
//! Of one number the shortest word, first in the order of digits, is the smallest; so minima are taken one
//! number at a time, the others projected away.

use crate::arith::Arith;
use crate::product::variables;
use crate::{Comparison, OutOfBudget, Rel, Var, Word};

/// The order in which an element is smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first variable first, then the second, and so on.
    Lexicographic,
    /// The least total, among these the lexicographically first.
    Total,
}

impl Arith<'_> {
    /// The smallest element of `rel`, `None` if it has none; `first` are its leading variables, which are
    /// compared before the others.
    pub fn least(&self, rel: &Rel, order: Order, first: &[Var]) -> Result<Option<Word>, OutOfBudget> {
        if rel.is_empty() {
            return Ok(None);
        }
        let mut rel = rel.clone();
        if order == Order::Total && rel.vars.len() > 1 {
            let total = Var::inner(2);
            let terms: Vec<(Var, i64)> = rel.vars.iter().map(|&var| (var, 1)).chain([(total, -1)]).collect();
            let sum = self.linear(&terms, Comparison::Eq, 0)?;
            let least = self.single(&self.and_exists(&[&rel, &sum], &rel.vars)?)?;
            rel = self.and_exists(&[&rel, &sum, &least], &[total])?;
        }
        let leading = first.iter().copied().filter(|var| rel.vars.contains(var)).collect::<Vec<_>>();
        let others = rel.vars.clone().into_iter().filter(|var| !first.contains(var));
        let sequence: Vec<Var> = leading.into_iter().chain(others).collect();
        for var in sequence {
            let hidden: Vec<Var> = rel.vars.iter().copied().filter(|&other| other != var).collect();
            let least = self.single(&self.exists(&rel, &hidden)?)?;
            rel = self.and(&[&rel, &least])?;
        }
        debug_assert_eq!(variables(&[&rel]), rel.vars);
        Ok(rel.witness())
    }

    /// The smallest element of a set of numbers that is not empty, as a set.
    fn single(&self, rel: &Rel) -> Result<Rel, OutOfBudget> {
        let word = rel.witness().expect("projections of what is not empty are not empty");
        self.only(&word)
    }

    /// The set whose only element is `word`.
    pub fn only(&self, word: &Word) -> Result<Rel, OutOfBudget> {
        let step = |&at: &usize, column: u32| match word.columns.get(at) {
            _ if at == 0 && column == 0 => Some(0),
            Some(&read) if read == column => Some(at + 1),
            _ => None,
        };
        // A witness has no leading zero column, as the first state loops on it.
        self.explored(word.vars.clone(), 0, step, |&at| at == word.columns.len())
    }
}
