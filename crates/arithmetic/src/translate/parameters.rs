//! Claims that speak of parameters alone, and the size of the board at the start, over variables for the number
//! parameters.

use super::expr::{Held, Scope, Stop};
use super::term::*;
use super::value::{Number, Set, Sym};
use super::{Claimed, NotDefinable, claims, numbers};
use crate::{Formula, Relation, Term, Var};
use grundy_rule::{Domain, Expr, Rules};
use grundy_run::Value;

/// What rules say of their number parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// Which parameters, and their variables.
    pub open: Vec<(usize, Var)>,
    /// Which values they have: those without a set are sizes and begin at 1.
    pub domain: Formula,
    /// The claims, in order, or why one is not arithmetic.
    pub claims: Vec<Result<Claimed, NotDefinable>>,
    /// The rows and columns of the board, if a position is one set, and at the start a whole grid or strip; a strip
    /// has one row. Below 0 is as 0.
    pub board: Option<[Term; 2]>,
}

/// Reads them off rules whose other parameters have these values.
pub fn parameters(rules: &Rules, params: &[Value]) -> Result<Parameters, NotDefinable> {
    let refused = |stop: Stop| match stop {
        Stop::No(reason) => reason,
        Stop::Need(param) => NotDefinable {
            span: rules.params[param].span,
            reason: format!("what is said of `{}` is not arithmetic", rules.params[param].name),
        },
    };
    let mut scope = Scope::new(rules, params);
    let mut domain = scope.open(&numbers(rules)).map_err(refused)?;
    let open = scope.opened();
    domain.extend(sizes(&scope));
    let mut found = Vec::new();
    for one in &rules.claims {
        found.push(claims::claim(&mut scope, one).unwrap_or_else(|param| Err(refused(Stop::Need(param)))));
    }
    let board = whole(rules).and_then(|set| match scope.set(set) {
        Ok(Set::Grid(rows, columns)) => Some([rows, columns]),
        Ok(Set::Range(low, high, defined)) if settled(&defined) == Some(true) => {
            Some([Term::Constant(1), plus(minus(high, low)?, Term::Constant(1))?])
        }
        _ => None,
    });
    Ok(Parameters { open, domain: all(domain), claims: found, board })
}

/// The cells of the one field, if all of them are there at the start.
fn whole(rules: &Rules) -> Option<&Expr> {
    let [field] = &rules.fields[..] else { return None };
    let Domain::SetOf(inner) = &field.domain else { return None };
    let Domain::Of(cells) = &**inner else { return None };
    let start = field.default.as_ref()?;
    (start.expr.kind == cells.kind).then_some(cells)
}

/// That parameters without a set that says where they begin, begin at 1.
fn sizes(scope: &Scope) -> Vec<Formula> {
    let open = scope.opened().into_iter();
    let sizes = open.filter(|(param, _)| scope.rules.params[*param].domain == Domain::Nat);
    sizes.map(|(_, var)| compare(Term::Constant(1), Relation::LessOrEqual, Term::Var(var))).collect()
}

/// Where the fields have their defaults, if all have one that is arithmetic; the scope holds the fields.
pub(super) fn start(scope: &mut Scope) -> Option<Formula> {
    let mut same = sizes(scope);
    for (number, field) in scope.rules.fields.iter().enumerate() {
        let default = field.default.as_ref()?;
        scope.locals = vec![None; default.locals];
        let value = scope.eval(&default.expr).ok()?;
        let span = default.expr.span;
        match scope.state[number].clone() {
            Held::One(held) => same.push(scope.equal(&held, &value, span).ok()?.holds),
            Held::Cells(_, cells) => {
                // A number fills an array, a list is written into it.
                let value_of = |rank: usize| match &value {
                    Sym::Number(number) => Some(Sym::Number(number.clone())),
                    Sym::Known(Value::List(entries)) if entries.len() == cells.len() => {
                        Some(Sym::known(entries[rank].clone()))
                    }
                    _ => None,
                };
                for (rank, cell) in cells.iter().enumerate() {
                    let cell = Sym::Number(Number::of(cell.clone()));
                    same.push(scope.equal(&cell, &value_of(rank)?, span).ok()?.holds);
                }
            }
        }
    }
    Some(all(same))
}
