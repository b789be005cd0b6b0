//! The smallest element of a set, in a stated order.
//!
//! The minimum of a linear form over a set is found by halving: "the form is at most t" is one more relation
//! read beside the set, and a search in the product needs no projection. Forms are minimised one after the
//! other, each then held at its minimum.

use crate::arith::Arith;
use crate::{Comparison, OutOfBudget, Rel, Var, Word};

/// The order in which an element is smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first variable first, then the second, and so on.
    Lexicographic,
    /// The least total (of the leading variables, if any are named), among these the lexicographically first.
    Total,
}

impl Arith<'_> {
    /// The smallest element of `rel`, `None` if it has none; `first` are its leading variables, which are
    /// compared before the others.
    pub fn least(&self, rel: &Rel, order: Order, first: &[Var]) -> Result<Option<Word>, OutOfBudget> {
        let Some(mut word) = rel.witness() else { return Ok(None) };
        let leading: Vec<Var> = first.iter().copied().filter(|var| rel.vars.contains(var)).collect();
        let others = rel.vars.iter().copied().filter(|var| !first.contains(var));
        let sequence: Vec<Var> = leading.iter().copied().chain(others).collect();
        let mut forms: Vec<Vec<Var>> = sequence.iter().map(|&var| vec![var]).collect();
        if order == Order::Total {
            forms.insert(0, if leading.is_empty() { sequence } else { leading });
        }
        let mut held: Vec<Rel> = vec![rel.clone()];
        for form in forms {
            let terms: Vec<(Var, i128)> = form.iter().map(|&var| (var, 1)).collect();
            let mut low = 0;
            let mut high = total(&word, &form)?;
            while low < high {
                let middle = low + (high - low) / 2;
                let bound = self.wide(&terms, Comparison::Le, middle)?;
                match self.find_common(&held.iter().chain([&bound]).collect::<Vec<_>>())? {
                    Some(found) => (high, word) = (total(&found, &form)?, found),
                    None => low = middle + 1,
                }
            }
            held.push(self.wide(&terms, Comparison::Eq, high)?);
        }
        Ok(Some(word))
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

fn total(word: &Word, vars: &[Var]) -> Result<i128, OutOfBudget> {
    let value = |&var| word.value(var).and_then(|value| i128::try_from(value).ok());
    vars.iter().try_fold(0i128, |sum, var| sum.checked_add(value(var)?)).ok_or(OutOfBudget::Numbers)
}
