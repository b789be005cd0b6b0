//! What an expression is before the fields are known: numbers as terms, conditions as formulas, sets by what is in them.

use super::expr::Held;
use super::term::{all, constant, no, not, yes};
use crate::{Formula, Term, Var};
use grundy_rule::Expr;
use grundy_run::Value;
use std::rc::Rc;

/// Any value.
#[derive(Clone, Debug)]
pub(crate) enum Sym {
    /// A number.
    Number(Number),
    /// A condition.
    Truth(Truth),
    /// A tuple of numbers, and where it is defined.
    Vector(Vec<Term>, Formula),
    /// A set of numbers or tuples.
    Set(Set),
    /// The cells of an array field as they were when it was read: which field, its index set, what they held.
    Cells(usize, Rc<Vec<Value>>, Vec<Term>),
    /// Anything known.
    Known(Value),
}

/// A number, and where it is defined.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub term: Term,
    pub defined: Formula,
}

/// A condition. Invariant: where it holds it is defined.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub holds: Formula,
    pub defined: Formula,
}

/// A set of numbers or tuples.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    /// `a..b`, and where it is defined.
    Range(Term, Term, Formula),
    /// `grid(R, C)`.
    Grid(Term, Term),
    /// These, each where its condition holds.
    Items(Vec<(Formula, Sym)>),
    /// `{x in set if P: x}`: the set, the local x, P, and what P speaks of.
    Filtered(Box<Set>, usize, Option<Expr>, Moment),
}

/// What fields and names were when an expression was met: a body may write fields before it is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub state: Vec<Held>,
    pub locals: Vec<Option<Sym>>,
}

/// One way to choose an element: the element, when it is one, and the variables it was made of.
pub(crate) struct Choice {
    pub value: Sym,
    pub when: Formula,
    pub fresh: Vec<Var>,
}

impl Number {
    pub fn of(term: Term) -> Number {
        Number { term, defined: yes() }
    }

    pub fn undefined() -> Number {
        Number { term: Term::Constant(0), defined: no() }
    }
}

impl Set {
    /// Where it is defined; elements are.
    pub fn defined(&self) -> Formula {
        match self {
            Set::Range(_, _, defined) => defined.clone(),
            Set::Filtered(source, ..) => source.defined(),
            Set::Grid(..) | Set::Items(_) => yes(),
        }
    }
}

impl Truth {
    pub fn of(holds: Formula) -> Truth {
        Truth { holds, defined: yes() }
    }

    /// Where it is false.
    pub fn fails(&self) -> Formula {
        all([self.defined.clone(), not(self.holds.clone())])
    }

    /// True only where `defined`.
    pub fn within(holds: Formula, defined: Formula) -> Truth {
        Truth { holds: all([defined.clone(), holds]), defined }
    }
}

impl Sym {
    /// A known value in its plainest form.
    pub fn known(value: Value) -> Sym {
        match &value {
            Value::Int(number) => Sym::Number(Number::of(Term::Constant(*number))),
            Value::Bool(value) => Sym::Truth(Truth::of(if *value { yes() } else { no() })),
            Value::Set(elements) | Value::List(elements) if matches!(value, Value::Set(_)) => {
                Sym::Set(Set::Items(elements.iter().map(|one| (yes(), Sym::known(one.clone()))).collect()))
            }
            other => match other.numbers() {
                Some(numbers) => Sym::Vector(numbers.into_iter().map(Term::Constant).collect(), yes()),
                None => Sym::Known(value),
            },
        }
    }

    /// The value, where it is known and defined.
    pub fn as_known(&self) -> Option<Value> {
        use super::term::settled;
        match self {
            Sym::Number(number) if settled(&number.defined) == Some(true) => constant(&number.term).map(Value::Int),
            Sym::Truth(truth) if settled(&truth.defined) == Some(true) => settled(&truth.holds).map(Value::Bool),
            Sym::Vector(terms, defined) if settled(defined) == Some(true) => {
                let numbers: Option<Vec<Value>> = terms.iter().map(|term| constant(term).map(Value::Int)).collect();
                numbers.map(Value::tuple)
            }
            Sym::Known(value) => Some(value.clone()),
            _ => None,
        }
    }
}
