//! What is sure to have a value. A condition that is undefined counts as false, also under `not`: so that a condition holds, or
//! that another follows from its failing, is shown only of conditions that are sure to have a value.

use super::Context;
use crate::linear::Linear;
use crate::rules::{ArithOp, Builtin, Comparison, Domain, Expr, Kind};
use crate::syntax::FoldOp;
use crate::types::Type;

impl Context<'_> {
    /// Whether an expression is known to have a value: no read off the board, no division by 0, no least of nothing. An
    /// explicit list: what is not on it is not known.
    pub fn is_total(&mut self, expr: &Expr) -> bool {
        if self.is_defined(expr) {
            return true;
        }
        match &expr.kind {
            Kind::Int(_) | Kind::Bool(_) | Kind::None | Kind::Text(_) | Kind::EnumValue(..) | Kind::Who(_) => true,
            Kind::Param(_) | Kind::Field(_) | Kind::Local(_) | Kind::Whole(_) => true,
            Kind::Neg(a) | Kind::Not(a) | Kind::Dot(a, _) => self.is_total(a),
            Kind::There(a) => self.is_total(a) && self.is_there(a),
            Kind::Arith(op, a, b) => {
                self.is_total(a)
                    && self.is_total(b)
                    && match op {
                        ArithOp::Add | ArithOp::Sub | ArithOp::Mul => true,
                        ArithOp::Div | ArithOp::Mod => self.is_nonzero(b),
                        ArithOp::Xor => [a, b].into_iter().all(|part| {
                            let part = self.linear(part);
                            self.entails(&part)
                        }),
                    }
            }
            Kind::Compare(_, a, b) | Kind::In(a, b) | Kind::SetOp(_, a, b) | Kind::Range(a, b) => {
                self.is_total(a) && self.is_total(b)
            }
            // One side has a value, and the other has one where that does not decide.
            Kind::And(a, b) | Kind::Or(a, b) => [(a, b), (b, a)].into_iter().any(|(one, other)| {
                self.is_total(one) && {
                    let mut inner = self.clone();
                    match &expr.kind {
                        Kind::And(..) => inner.assume(one),
                        _ => inner.assume(&one.clone().negated()),
                    }
                    inner.is_total(other)
                }
            }),
            Kind::If(condition, yes, no) => [condition, yes, no].into_iter().all(|part| self.is_total(part)),
            Kind::Tuple(parts) | Kind::List(parts) | Kind::Set(parts) => parts.iter().all(|part| self.is_total(part)),
            Kind::Index(base, index) => self.is_total(base) && self.is_total(index) && self.is_inside(base, index),
            Kind::Builtin(
                Builtin::Len
                | Builtin::Abs
                | Builtin::Min
                | Builtin::Max
                | Builtin::Grid
                | Builtin::Orth
                | Builtin::Diag
                | Builtin::King
                | Builtin::Nodes
                | Builtin::Edges
                | Builtin::Ray
                | Builtin::Reach
                | Builtin::Gcd,
                parts,
            ) => parts.iter().all(|part| self.is_total(part)),
            Kind::Fold(FoldOp::Min | FoldOp::Max, binders, filter, body) => {
                self.has_instance(binders, filter.as_deref(), body)
            }
            Kind::Builtin(Builtin::Next | Builtin::Before, parts) => {
                parts.iter().all(|part| self.is_total(part)) && self.is_vertex(&parts[0], &parts[1])
            }
            // What is undefined inside is dropped, or makes one instance false.
            Kind::Build(..) | Kind::Fold(FoldOp::Count | FoldOp::Sum | FoldOp::Exists | FoldOp::All, ..) => true,
            _ => false,
        }
    }

    /// Whether a value is known not to be `none`: because it was compared with it, or with something that never is.
    pub fn is_there(&self, value: &Expr) -> bool {
        let is_value = |side: &Expr| side == value;
        let is_sure = |side: &Expr| !matches!(side.ty, Type::Optional(_) | Type::Any);
        let differs = |a: &Expr, b: &Expr| is_value(a) && b.kind == Kind::None || is_value(b) && a.kind == Kind::None;
        let equals = |a: &Expr, b: &Expr| is_value(a) && is_sure(b) || is_value(b) && is_sure(a);
        self.truths.iter().any(|truth| match &truth.kind {
            Kind::Compare(Comparison::Ne, a, b) => differs(a, b),
            Kind::Compare(Comparison::Eq, a, b) => equals(a, b),
            Kind::Not(inner) => match &inner.kind {
                Kind::Compare(Comparison::Eq, a, b) => differs(a, b),
                Kind::Compare(Comparison::Ne, a, b) => equals(a, b),
                _ => false,
            },
            _ => false,
        }) || self.members.iter().any(|(element, set)| {
            is_value(element) && set.ty.element().is_some_and(|of| !matches!(of, Type::Optional(_) | Type::Any))
        })
    }

    /// Whether a number is known not to be 0.
    pub fn is_nonzero(&mut self, number: &Expr) -> bool {
        let form = self.linear(number);
        self.entails(&form.shifted(-1)) || self.entails(&Linear::number(-1).minus(&form))
    }

    /// Whether an index is known to lie inside what it reads.
    pub fn is_inside(&mut self, base: &Expr, index: &Expr) -> bool {
        match self.declared(base) {
            Some(Domain::Array { index: set, .. }) => self.is_member(index, &set),
            Some(Domain::ListOf(_)) => {
                let length = Kind::Builtin(Builtin::Len, vec![base.clone()]);
                let length = self.linear(&Expr { kind: length, ty: Type::Int, span: base.span });
                let index = self.linear(index);
                self.entails(&index) && self.entails(&length.shifted(-1).minus(&index))
            }
            _ => false,
        }
    }

    /// Assumes that a condition does not hold: it is false, or touches something undefined.
    pub fn assume_fails(&mut self, condition: &Expr) {
        if self.is_total(condition) {
            self.assume(&condition.clone().negated());
        } else if let Kind::Or(a, b) = &condition.kind {
            self.assume_fails(a);
            self.assume_fails(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, Facts, read};

    fn moves(text: &str) -> Option<bool> {
        let reading = read(&format!(
            "game A\n  param w = 3\n  state n: 0..9, x: 0..3, s: set of 0..3 = all, p: 0..3[4] = 1\n  move {text}\n"
        ));
        let accepted = !reading.diagnostics.iter().any(Diagnostic::is_error);
        accepted.then(|| Facts::of(&reading.module.games[0]).acyclic.is_proved())
    }

    /// A condition that is undefined counts as false, and `else` is run.
    #[test]
    fn what_may_be_undefined_is_not_negated() {
        for text in [
            "m(c in s): s -= {d in s if 5 // (d - 1) > 9 and d == c}",
            "m(c in s): s -= {d in s if not (p[d + 1] == 0) and d == c}",
            "m(c in s): s -= {d in s if not (max(y in s if y > d: y) > 9 or d != c)}",
            "m(c in s): s -= {d in s if d // x == d // x}",
            "m if n > 0:\n    if 5 // x > 9: n -= 1\n    if 5 // x <= 9: n = 2",
            "m if n > 0:\n    if p[n] > 9: n = 2\n    if p[n] <= 3: n -= 1",
        ] {
            assert_eq!(moves(text), Some(false), "{text}");
        }
    }

    /// Bodies that are safe only if a condition that may be undefined has its negation are refused.
    #[test]
    fn bodies_are_not_made_safe_by_what_is_not_evaluated() {
        for text in [
            "m if n >= 0:\n    if 5 // x > 9: x = 1\n    else: x = 5 // x",
            "m if n >= 0:\n    if 5 // x > 9 and n < 1: x = 1\n    else: n -= 1",
            "m(i in 0..3) if not (x > 0 and p[i + 1] > 3): x = p[i + 1]",
            "m(i in 0..3) if p[i + 1] > 3 or x > 0: x = p[i + 1]",
            "m(i in 0..3) if x > 0 or p[i + 1] > 3: x = p[i + 1]",
            "m(i in 0..3) if x == 0 or p[i + 1] > 3: p[i] = p[i + 1]",
            "m(i in 0..3):\n    if p[i + 1] > 1: x = 1\n    else: x = p[i + 1]",
        ] {
            assert_eq!(moves(text), None, "{text}");
        }
    }

    /// `or` is true if either side is, and false only if both are: what has a value on one side is enough.
    #[test]
    fn one_side_of_or_may_be_undefined() {
        for text in [
            "m(c in s): s -= {d in s if 5 // (d - 1) > 9 or d == c}",
            "m(c in s): s -= {d in s if p[d + 1] == 0 or d == c}",
            "m(c in s): s -= {d in s if max(y in s if y > d: y) > 9 or d == c}",
            "m(c in s): s -= {d in s if d // x == d // x or d == c}",
            "m if n > 0:\n    if 5 // x > 9 or n < 3: n -= 1\n    else: n = 2",
            "m if n >= 0:\n    if 5 // x > 9 or n < 1: n = 0\n    else: n -= 1",
        ] {
            let falls = !text.contains("n = 0");
            assert_eq!(moves(text), Some(falls), "{text}");
        }
    }

    /// What is sure to have a value is reasoned about as it is.
    #[test]
    fn what_has_a_value_may_be_negated() {
        for text in [
            "m(c in s): s -= {d in s if d // 2 == 7 or d == c}",
            "m(c in s): s -= {d in s if p[d] == 0 or d == c}",
            "m(c in s): s -= {d in s if (d < 3 and p[d + 1] == 0) or d == c}",
            "m if n > 0:\n    if 5 // (x + 1) > 9 or n < 3: n -= 1\n    else: n = 2",
            "m(i in 0..3, k in 1..p[i]): p[i] -= k",
        ] {
            assert_eq!(moves(text), Some(true), "{text}");
        }
    }
}
