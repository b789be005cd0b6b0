//! What a rule says, in arithmetic: the language in which the checker is told of moves and domains.
//!
//! Variables range over the naturals, terms over the integers. A comparison with a term that has no value (the
//! nim-sum of a negative number) is false.

/// A variable. Numbers below 2^24 are free for use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// An integer made of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Constant(i64),
    /// A variable.
    Var(Var),
    /// A sum.
    Sum(Vec<Term>),
    /// A constant multiple.
    Times(i64, Box<Term>),
    /// The floor of a division by a positive constant.
    Quotient(Box<Term>, u32),
    /// The remainder of that division, from 0 to the constant less one.
    Remainder(Box<Term>, u32),
    /// The bitwise exclusive or; only in base 2.
    Xor(Vec<Term>),
    /// The first term where the formula holds, else the second.
    Choose(Box<Formula>, Box<Term>, Box<Term>),
}

/// How two terms stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A condition on variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A comparison.
    Compare(Term, Relation, Term),
    /// The first term is less than the golden ratio times the second, which is at least 0; only in Zeckendorf's system.
    Golden(Term, Term),
    /// All of them; of none: true.
    All(Vec<Formula>),
    /// At least one of them; of none: false.
    Any(Vec<Formula>),
    /// Not.
    Not(Box<Formula>),
    /// For some naturals.
    Exists(Vec<Var>, Box<Formula>),
}

impl Term {
    /// `self - other`.
    pub fn minus(self, other: Term) -> Term {
        Term::Sum(vec![self, Term::Times(-1, Box::new(other))])
    }

    /// `self + other`.
    pub fn plus(self, other: Term) -> Term {
        Term::Sum(vec![self, other])
    }

    /// Whether it can be seen to be at least 0.
    pub fn is_natural(&self) -> bool {
        match self {
            Term::Constant(number) => *number >= 0,
            Term::Var(_) | Term::Remainder(..) | Term::Xor(_) => true,
            Term::Sum(terms) => terms.iter().all(Term::is_natural),
            Term::Times(by, term) => *by >= 0 && term.is_natural(),
            Term::Quotient(term, _) => term.is_natural(),
            Term::Choose(condition, first, second) => {
                // max(0, t) and its like: the branch taken where t is at least 0.
                let kept = |term: &Term, truth: bool| term.is_natural() || is_guarded(condition, term, truth);
                kept(first, true) && kept(second, false)
            }
        }
    }

    /// Compared with another.
    pub fn is(self, relation: Relation, other: Term) -> Formula {
        Formula::Compare(self, relation, other)
    }
}

impl From<Var> for Term {
    fn from(var: Var) -> Term {
        Term::Var(var)
    }
}

impl From<i64> for Term {
    fn from(number: i64) -> Term {
        Term::Constant(number)
    }
}

/// Whether the condition, true or false, says that the term is at least 0.
fn is_guarded(condition: &Formula, term: &Term, truth: bool) -> bool {
    let Formula::Compare(a, relation, b) = condition else { return false };
    let low = |low: &Term| matches!(low, Term::Constant(low) if *low >= 0);
    match (relation, truth) {
        (Relation::LessOrEqual | Relation::Less, true) => low(a) && b == term,
        (Relation::LessOrEqual | Relation::Less, false) => low(b) && a == term,
        _ => false,
    }
}
