//! Conditions: the text that holds where a condition is true, and the one where it is defined and false.

use super::scope::Scope;
use super::{Ex, Res, Translator};
use crate::program::{E, Op};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{Comparison, Expr, Kind, Type};

/// When a condition is true, and when it is false; where it is undefined it is neither.
pub(super) struct Truth {
    pub yes: E,
    pub no: E,
}

impl Truth {
    fn total(yes: E) -> Truth {
        Truth { no: yes.clone().negated(), yes }
    }

    fn of(ex: Ex) -> Truth {
        Truth { yes: E::all([ex.def.clone(), ex.e.clone()]), no: E::all([ex.def, ex.e.negated()]) }
    }

    fn is_total(&self) -> bool {
        self.yes.clone().negated() == self.no
    }

    /// One of two values: defined where the condition and the one chosen are.
    pub(super) fn choose(self, a: Ex, b: Ex, scope: &Scope) -> Ex {
        let choose = |yes: E, no: E| E::If(Box::new(self.yes.clone()), Box::new(yes), Box::new(no));
        let total = self.is_total();
        let known = if total { E::Bool(true) } else { E::bin(Op::Or, self.yes.clone(), self.no.clone()) };
        let inner = if a.def == b.def { a.def.clone() } else { choose(a.def, b.def) };
        Ex { def: scope.needed(E::all([known, inner])), e: choose(a.e, b.e) }
    }
}

impl Translator<'_> {
    /// Where a condition holds.
    pub(super) fn holds(&mut self, expr: &Expr, scope: &Scope) -> Res<E> {
        Ok(self.truth(expr, scope)?.yes)
    }

    pub(super) fn truth(&mut self, expr: &Expr, scope: &Scope) -> Res<Truth> {
        if let Some(grundy_run::Value::Bool(value)) = self.fixed(expr) {
            return Ok(Truth::total(E::Bool(value)));
        }
        Ok(match &expr.kind {
            Kind::Bool(value) => Truth::total(E::Bool(*value)),
            Kind::Forever => Truth::total(E::Bool(false)),
            Kind::Not(inner) => {
                let inner = self.truth(inner, scope)?;
                Truth { yes: inner.no, no: inner.yes }
            }
            Kind::And(a, b) => {
                let (a, b) = (self.truth(a, scope)?, self.truth(b, scope)?);
                let total = a.is_total() && b.is_total();
                let yes = E::bin(Op::And, a.yes, b.yes);
                if total { Truth::total(yes) } else { Truth { yes, no: E::bin(Op::Or, a.no, b.no) } }
            }
            Kind::Or(a, b) => {
                let (a, b) = (self.truth(a, scope)?, self.truth(b, scope)?);
                let total = a.is_total() && b.is_total();
                let yes = E::bin(Op::Or, a.yes, b.yes);
                if total { Truth::total(yes) } else { Truth { yes, no: E::bin(Op::And, a.no, b.no) } }
            }
            Kind::If(condition, a, b) => {
                let condition = self.truth(condition, scope)?;
                let (a, b) = (self.truth(a, scope)?, self.truth(b, scope)?);
                let either = |yes: E, no: E| {
                    let first = E::bin(Op::And, condition.yes.clone(), yes);
                    E::bin(Op::Or, first, E::bin(Op::And, condition.no.clone(), no))
                };
                Truth { yes: either(a.yes, b.yes), no: either(a.no, b.no) }
            }
            Kind::Compare(op, a, b) => Truth::of(self.compare(*op, a, b, scope)?),
            Kind::In(element, set) => self.member(element, set, scope)?,
            Kind::Fold(op @ (FoldOp::Exists | FoldOp::All), binders, filter, body) => {
                Truth::total(self.fold(expr, *op, binders, filter.as_deref(), body, scope)?)
            }
            _ => Truth::of(self.value(expr, scope)?),
        })
    }

    fn compare(&mut self, op: Comparison, left: &Expr, right: &Expr, scope: &Scope) -> Res<Ex> {
        let (a, b) = (left, right);
        let order = matches!(op, Comparison::Lt | Comparison::Le);
        let numbers = order || (a.ty == Type::Int && b.ty == Type::Int);
        let (a, b) = if numbers {
            (self.int(a, scope)?, self.int(b, scope)?)
        } else {
            let whole = |ty: &Type| matches!(ty, Type::Set(_));
            if whole(&a.ty) || whole(&b.ty) {
                (self.set_value(a, scope)?, self.set_value(b, scope)?)
            } else {
                (self.value(a, scope)?, self.value(b, scope)?)
            }
        };
        // `none` is written as a number, and equals none.
        let real = match (&left.ty, &right.ty) {
            (Type::Optional(_), Type::Int) => E::bin(Op::Ne, a.e.clone(), E::Int(-1)),
            (Type::Int, Type::Optional(_)) => E::bin(Op::Ne, b.e.clone(), E::Int(-1)),
            _ => E::Bool(true),
        };
        let real = if numbers { E::Bool(true) } else { real };
        let negative = op == Comparison::Ne;
        let op = match op {
            Comparison::Eq => Op::Eq,
            Comparison::Ne => Op::Ne,
            Comparison::Lt => Op::Lt,
            Comparison::Le => Op::Le,
        };
        let same = E::bin(op, a.e, b.e);
        let e = match (negative, real == E::Bool(true)) {
            (_, true) => same,
            (true, _) => E::bin(Op::Or, real.negated(), same),
            (false, _) => E::all([real, same]),
        };
        Ok(Ex { def: E::all([a.def, b.def]), e })
    }
}
