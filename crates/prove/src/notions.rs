//! In which digit systems a formula can be read: nim-sums in base 2 alone, the golden ratio in Zeckendorf's alone.

use grundy_automata::Digits;
use grundy_proof::{Claimed, Formula, Says, Term};

/// What formulas speak of that not every digit system knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notions {
    nim_sum: bool,
    golden: bool,
}

impl Notions {
    /// Those of all these formulas.
    pub fn of<'a>(formulas: impl IntoIterator<Item = &'a Formula>) -> Notions {
        let mut found = Notions::default();
        formulas.into_iter().for_each(|formula| found.formula(formula));
        found
    }

    /// Those of claims: where they speak, and of what.
    pub fn of_claims<'a>(claims: impl IntoIterator<Item = &'a Claimed>) -> Notions {
        let mut found = Notions::default();
        for claim in claims {
            found.formula(&claim.when);
            match &claim.says {
                Says::First | Says::Second => {}
                Says::Grundy(term) | Says::Plies(term) | Says::Rounds(term) => found.term(term),
            }
        }
        found
    }

    /// Whether numbers written in this system can be read for all of them.
    pub fn are_read_in(self, digits: Digits) -> bool {
        match digits {
            Digits::Base2 => !self.golden,
            Digits::Zeckendorf => !self.nim_sum,
        }
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Compare(a, _, b) | Formula::Golden(a, b) => {
                self.golden |= matches!(formula, Formula::Golden(..));
                self.term(a);
                self.term(b);
            }
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| self.formula(part)),
            Formula::Not(part) | Formula::Exists(_, part) => self.formula(part),
        }
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Constant(_) | Term::Var(_) => {}
            Term::Sum(terms) | Term::Xor(terms) => {
                self.nim_sum |= matches!(term, Term::Xor(_));
                terms.iter().for_each(|term| self.term(term));
            }
            Term::Times(_, term) | Term::Quotient(term, _) | Term::Remainder(term, _) => self.term(term),
            Term::Choose(condition, first, second) => {
                self.formula(condition);
                self.term(first);
                self.term(second);
            }
        }
    }
}
