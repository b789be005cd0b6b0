//! Terms and formulas that fold what is constant, so that a rule with known parameters stays as short as it reads.

use crate::{Formula, Relation, Term, Var};

/// Always.
pub(crate) fn yes() -> Formula {
    Formula::All(Vec::new())
}

/// Never.
pub(crate) fn no() -> Formula {
    Formula::Any(Vec::new())
}

/// The truth of a formula that says so itself.
pub(crate) fn settled(formula: &Formula) -> Option<bool> {
    match formula {
        Formula::All(parts) if parts.is_empty() => Some(true),
        Formula::Any(parts) if parts.is_empty() => Some(false),
        _ => None,
    }
}

/// All of them.
pub(crate) fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Formula::All(inner) => kept.extend(inner),
            Formula::Any(inner) if inner.is_empty() => return no(),
            other => kept.push(other),
        }
    }
    if kept.len() == 1 { kept.remove(0) } else { Formula::All(kept) }
}

/// At least one of them.
pub(crate) fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Formula::Any(inner) => kept.extend(inner),
            Formula::All(inner) if inner.is_empty() => return yes(),
            other => kept.push(other),
        }
    }
    if kept.len() == 1 { kept.remove(0) } else { Formula::Any(kept) }
}

/// Not.
pub(crate) fn not(formula: Formula) -> Formula {
    match (settled(&formula), formula) {
        (Some(true), _) => no(),
        (Some(false), _) => yes(),
        (None, Formula::Not(inner)) => *inner,
        (None, Formula::Compare(a, Relation::Equal, b)) => Formula::Compare(a, Relation::Unequal, b),
        (None, other) => Formula::Not(Box::new(other)),
    }
}

/// For some naturals, if there are variables to choose.
pub(crate) fn some(vars: Vec<Var>, formula: Formula) -> Formula {
    if vars.is_empty() || settled(&formula).is_some() { formula } else { Formula::Exists(vars, Box::new(formula)) }
}

/// The number a term always is.
pub(crate) fn constant(term: &Term) -> Option<i64> {
    match term {
        Term::Constant(number) => Some(*number),
        _ => None,
    }
}

/// `a + b`; `None` where a constant leaves 64 bits.
pub(crate) fn plus(a: Term, b: Term) -> Option<Term> {
    let parts = |term: Term| match term {
        Term::Sum(parts) => parts,
        other => vec![other],
    };
    let mut number = 0i64;
    let mut kept = Vec::new();
    for part in parts(a).into_iter().chain(parts(b)) {
        match part {
            Term::Constant(more) => number = number.checked_add(more)?,
            other => kept.push(other),
        }
    }
    if number != 0 || kept.is_empty() {
        kept.push(Term::Constant(number));
    }
    Some(if kept.len() == 1 { kept.remove(0) } else { Term::Sum(kept) })
}

/// `by * term`; `None` where a constant leaves 64 bits.
pub(crate) fn times(by: i64, term: Term) -> Option<Term> {
    Some(match (by, term) {
        (0, _) => Term::Constant(0),
        (1, term) => term,
        (by, Term::Constant(number)) => Term::Constant(by.checked_mul(number)?),
        (by, Term::Sum(parts)) => {
            let parts: Option<Vec<Term>> = parts.into_iter().map(|part| times(by, part)).collect();
            Term::Sum(parts?)
        }
        (by, Term::Times(other, inner)) => times(by.checked_mul(other)?, *inner)?,
        (by, other) => Term::Times(by, Box::new(other)),
    })
}

/// `a - b`.
pub(crate) fn minus(a: Term, b: Term) -> Option<Term> {
    plus(a, times(-1, b)?)
}

/// How two terms stand, decided at once where both are constant or the same.
pub(crate) fn compare(a: Term, relation: Relation, b: Term) -> Formula {
    let decided = match (constant(&a), constant(&b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ if a == b => Some(std::cmp::Ordering::Equal),
        _ => None,
    };
    let Some(order) = decided else { return Formula::Compare(a, relation, b) };
    let holds = match relation {
        Relation::Equal => order.is_eq(),
        Relation::Unequal => order.is_ne(),
        Relation::Less => order.is_lt(),
        Relation::LessOrEqual => order.is_le(),
        Relation::Greater => order.is_gt(),
        Relation::GreaterOrEqual => order.is_ge(),
    };
    if holds { yes() } else { no() }
}

/// One term or the other.
pub(crate) fn choose(condition: Formula, first: Term, second: Term) -> Term {
    match settled(&condition) {
        Some(true) => first,
        Some(false) => second,
        None if first == second => first,
        None => Term::Choose(Box::new(condition), Box::new(first), Box::new(second)),
    }
}

/// The variables a term reads, added to `vars`.
pub(crate) fn variables(term: &Term, vars: &mut Vec<Var>) {
    match term {
        Term::Constant(_) => {}
        Term::Var(var) => vars.push(*var),
        Term::Sum(terms) | Term::Xor(terms) => terms.iter().for_each(|term| variables(term, vars)),
        Term::Times(_, term) | Term::Quotient(term, _) | Term::Remainder(term, _) => variables(term, vars),
        Term::Choose(condition, first, second) => {
            named(condition, vars);
            variables(first, vars);
            variables(second, vars);
        }
    }
}

/// The variables a formula reads, bound ones too, added to `vars`.
pub fn named(formula: &Formula, vars: &mut Vec<Var>) {
    match formula {
        Formula::Compare(a, _, b) | Formula::Golden(a, b) => {
            variables(a, vars);
            variables(b, vars);
        }
        Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| named(part, vars)),
        Formula::Not(part) | Formula::Exists(_, part) => named(part, vars),
    }
}
