//! What set an automaton is, in words, by exact equality with sets that have names.
//!
//! Invariant: a name is given only to a table equal to the one built from the name's own definition; samples
//! choose which definitions are worth building.

mod function;
mod number;
mod residue;
mod tuple;

use crate::arith::Arith;
use crate::{OutOfBudget, Rel, Var};

/// Names are looked for within this many states, whatever the budget of the caller.
const BUDGET: usize = 5_000;

/// A readable name of the set, `None` if no known one is equal. `names` gives the variables their names.
pub fn name(arith: &Arith, rel: &Rel, names: &[(Var, &str)]) -> Option<String> {
    let arith = arith.with_budget(BUDGET);
    let named = Named { arith: &arith, rel, names };
    if rel.vars().len() == 1 { number::name(&named) } else { tuple::name(&named) }
}

/// A readable name of the function whose graph the relation is, the value being `value`; `None` if no known one
/// is equal.
pub fn name_function(arith: &Arith, rel: &Rel, value: Var, names: &[(Var, &str)]) -> Option<String> {
    let arith = arith.with_budget(BUDGET);
    function::name(&Named { arith: &arith, rel, names }, value)
}

/// A relation that wants a name.
struct Named<'a> {
    arith: &'a Arith<'a>,
    rel: &'a Rel,
    names: &'a [(Var, &'a str)],
}

impl Named<'_> {
    fn of(&self, var: Var) -> String {
        self.names.iter().find(|(other, _)| *other == var).map_or_else(|| format!("x{}", var.0), |named| named.1.into())
    }

    /// Whether the relation is the one built.
    fn is(&self, built: Result<Rel, OutOfBudget>) -> bool {
        built.and_then(|built| self.arith.widen(&built, self.rel.vars())).is_ok_and(|built| built == *self.rel)
    }
}

/// `{1, 2, 5}`.
fn set(numbers: &[usize]) -> String {
    format!("{{{}}}", numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}
