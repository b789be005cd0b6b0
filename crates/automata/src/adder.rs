//! The addition of a digit system, proved by induction instead of being taken from its construction.
//!
//! The order is defined on words (lexicographic), the successor from the order, and 0 is the empty word. Then
//! order and successor are those of the naturals: the order is total, below every word there are finitely many
//! (those of at most its length), every word has a successor, every word but 0 a predecessor. So induction over
//! the successor is induction over the naturals, and a relation with x + 0 = x, x + y = z -> x + y' = z', and one
//! z for each x and y is addition. The linear relations built from coefficients are then compared with what
//! this addition and this order give: equal tables are equal sets.

use crate::arith::Arith;
use crate::{Comparison, OutOfBudget, Rel, Var};

/// One step of the proof: what it says, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The sentence.
    pub says: &'static str,
    /// Whether the automata confirm it.
    pub holds: bool,
}

const X: Var = Var(0);
const Y: Var = Var(1);
const Z: Var = Var(2);

impl Arith<'_> {
    /// The steps of the induction, each decided. All must hold.
    pub fn addition_proof(&self) -> Result<Vec<Step>, OutOfBudget> {
        let add = self.linear(&[(X, 1), (Y, 1), (Z, -1)], Comparison::Eq, 0)?;
        self.induction(&add)
    }

    /// The same steps for any relation over variables 0, 1, 2 that is said to be addition.
    pub fn induction(&self, add: &Rel) -> Result<Vec<Step>, OutOfBudget> {
        let less = self.lexicographic()?;
        let after = |rel: &Rel, map: &[(Var, Var)]| self.rename(rel, map);
        let zero = |var| self.constant(var, 0);
        let equal = |a: Var, b: Var| -> Result<Rel, OutOfBudget> {
            // Neither before the other, in the lexicographic order.
            let both = self.or(&[&after(&less, &[(X, a), (Y, b)])?, &after(&less, &[(X, b), (Y, a)])?])?;
            self.not(&both)
        };
        // y follows x: x < y and nothing between.
        let between = self.and_exists(&[&after(&less, &[(Y, Z)])?, &after(&less, &[(X, Z)])?], &[Z])?;
        let follows = self.combine(&[&less, &between], |truth| truth[0] && !truth[1])?;
        let mut steps = Vec::new();
        let mut step = |says, holds| steps.push(Step { says, holds });

        let irreflexive = self.rename(&less, &[(Y, X)])?;
        step("no word is before itself", irreflexive.is_empty());
        let chain = self.and_exists(&[&less, &after(&less, &[(X, Y), (Y, Z)])?], &[Y])?;
        let chain = self.rename(&chain, &[(Z, Y)])?;
        step("the order is transitive", self.find(&[&chain, &less], |truth| truth[0] && !truth[1])?.is_none());
        let backwards = after(&less, &[(X, Y), (Y, X)])?;
        let same_word = self.same_digits_of(X, Y)?;
        let total = self.find(&[&less, &backwards, &same_word], |truth| truth.iter().filter(|&&t| t).count() != 1)?;
        step("of two words exactly one is before the other, or they are the same", total.is_none());
        let first = self.find(&[&self.not(&zero(X)?)?, &zero(Y)?, &backwards], |t| t[0] && t[1] && !t[2])?;
        step("0 is before every other word", first.is_none());
        let has_next = self.exists(&follows, &[Y])?;
        step("every word has a successor", has_next == self.all(&[X])?);
        let has_previous = self.exists(&follows, &[X])?;
        let previous = self.find(&[&zero(Y)?, &has_previous], |truth| truth[0] == truth[1])?;
        step("every word but 0 is a successor", previous.is_none());

        let none = self.and_exists(&[add, &zero(Y)?], &[Y])?;
        step("x + 0 = z exactly if x = z", none == equal(X, Z)?);
        let (y2, z2) = (Var(3), Var(4));
        let next_y = after(&follows, &[(X, Y), (Y, y2)])?;
        let next_z = after(&follows, &[(X, Z), (Y, z2)])?;
        let before = self.and_exists(&[add, &next_y, &next_z], &[Y, Z])?;
        let shifted = after(add, &[(Y, y2), (Z, z2)])?;
        let broken = self.find(&[&before, &shifted], |truth| truth[0] && !truth[1])?;
        step("x + y = z implies x + (y + 1) = z + 1", broken.is_none());
        let other = after(add, &[(Z, z2)])?;
        let two = self.find(&[add, &other, &equal(Z, z2)?], |truth| truth[0] && truth[1] && !truth[2])?;
        step("x + y has at most one value", two.is_none());

        let at_most = self.linear(&[(X, 1), (Y, -1)], Comparison::Le, 0)?;
        step("the linear order is the order of words", at_most == self.or(&[&less, &same_word])?);
        Ok(steps)
    }

    /// Whether `a x + b y = z` and `a x + b y <= z` (a, b >= 0) are what repeated proved addition gives.
    pub fn linear_is_repeated_addition(&self, a: u8, b: u8) -> Result<bool, OutOfBudget> {
        let add = self.linear(&[(X, 1), (Y, 1), (Z, -1)], Comparison::Eq, 0)?;
        // total(x, y, z): begins with z = 0; each summand s replaces z by z + s.
        let mut total = self.and(&[&self.all(&[X, Y])?, &self.constant(Z, 0)?])?;
        let so_far = Var(3);
        for summand in std::iter::repeat_n(X, a.into()).chain(std::iter::repeat_n(Y, b.into())) {
            let before = self.rename(&total, &[(Z, so_far)])?;
            let plus = self.rename(&add, &[(X, so_far), (Y, summand)])?;
            total = self.and_exists(&[&before, &plus], &[so_far])?;
        }
        let terms = [(X, a.into()), (Y, b.into()), (Z, -1)];
        let less = self.rename(&self.lexicographic()?, &[(X, so_far), (Y, Z)])?;
        let same = self.same_digits_of(so_far, Z)?;
        let at_most = self.or(&[&less, &same])?;
        let below = self.and_exists(&[&self.rename(&total, &[(Z, so_far)])?, &at_most], &[so_far])?;
        Ok(total == self.linear(&terms, Comparison::Eq, 0)? && below == self.linear(&terms, Comparison::Le, 0)?)
    }

    /// x before y: at the first column where they differ x has 0 and y has 1.
    fn lexicographic(&self) -> Result<Rel, OutOfBudget> {
        let step = |&settled: &bool, column: u32| match column {
            _ if settled => Some(true),
            0b10 => Some(true),
            0b01 => None,
            _ => Some(false),
        };
        self.explored(vec![X, Y], false, step, |&settled| settled)
    }

    /// The same word twice.
    fn same_digits_of(&self, a: Var, b: Var) -> Result<Rel, OutOfBudget> {
        let step = |_: &(), column: u32| (column == 0 || column == 3).then_some(());
        self.explored(vec![a.min(b), a.max(b)], (), step, |_| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Digits;

    #[test]
    fn addition_is_proved_in_each_system() {
        for digits in [Digits::Base2, Digits::Zeckendorf] {
            let arith = Arith::new(digits, 10_000);
            let steps = arith.addition_proof().unwrap();
            assert_eq!(steps.len(), 10);
            assert!(steps.iter().all(|step| step.holds), "{steps:?}");
        }
    }

    /// The sizes known for Zeckendorf's system: adder 17 states, order 7.
    #[test]
    fn sizes_in_zeckendorfs_system() {
        let arith = Arith::new(Digits::Zeckendorf, 10_000);
        let add = arith.linear(&[(X, 1), (Y, 1), (Z, -1)], Comparison::Eq, 0).unwrap();
        assert_eq!((add.states(), arith.lexicographic().unwrap().states()), (17, 7));
    }

    #[test]
    fn no_changed_adder_passes() {
        let arith = Arith::new(Digits::Zeckendorf, 100_000);
        let add = arith.linear(&[(X, 1), (Y, 1), (Z, -1)], Comparison::Eq, 0).unwrap();
        let valid = arith.all(&[X, Y, Z]).unwrap();
        let mut refused = 0;
        for state in 0..add.states() {
            let mut mutant = add.clone();
            mutant.accept[state] ^= true;
            let mutant = arith.and(&[&mutant, &valid]).unwrap();
            if mutant != add {
                let steps = arith.induction(&mutant).unwrap();
                assert!(steps.iter().any(|step| !step.holds), "accept bit of state {state}");
                refused += 1;
            }
        }
        assert!(refused > 10);
    }

    #[test]
    fn coefficients_are_repeated_addition() {
        for digits in [Digits::Base2, Digits::Zeckendorf] {
            let arith = Arith::new(digits, 100_000);
            for (a, b) in [(1, 1), (2, 0), (2, 1), (3, 1), (2, 3)] {
                assert!(arith.linear_is_repeated_addition(a, b).unwrap(), "{digits:?} {a} {b}");
            }
        }
    }
}
