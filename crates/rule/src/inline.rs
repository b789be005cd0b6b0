//! Definitions written out: analyses look at one expression without calls. Recursive definitions, which only claims
//! use, stay calls.

use crate::rules::{ArithOp, Binder, Builtin, Def, Expr, Kind, Source};
use crate::syntax::FoldOp;
use crate::types::{Entry, Type};
use std::collections::HashMap;

/// Copies of expressions and moves in which no definition is called.
pub struct Inliner<'a> {
    defs: &'a [Def],
    /// The next local that nothing uses.
    fresh: usize,
    /// Calls that were written out, with what they became: the same call is the same expression again.
    written: HashMap<usize, Vec<(Vec<Expr>, Expr)>>,
}

impl<'a> Inliner<'a> {
    /// `fresh` and everything above it must be unused by the expressions to come.
    pub fn new(defs: &'a [Def], fresh: usize) -> Inliner<'a> {
        Inliner { defs, fresh, written: HashMap::new() }
    }

    /// A local that nothing uses yet.
    pub fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh - 1
    }

    /// The expression without calls.
    pub fn expr(&mut self, expr: &Expr) -> Expr {
        self.substitute(expr, &HashMap::new())
    }

    /// The expression without calls, its locals replaced where `locals` says so.
    pub fn substitute(&mut self, expr: &Expr, locals: &HashMap<usize, Expr>) -> Expr {
        match &expr.kind {
            Kind::Local(slot) => match locals.get(slot) {
                Some(value) => Expr { span: expr.span, ..value.clone() },
                None => expr.clone(),
            },
            Kind::Call(number, arguments) if !self.defs[*number].recursive => {
                let before = self.fresh;
                let arguments: Vec<Expr> = arguments.iter().map(|argument| self.substitute(argument, locals)).collect();
                let known = self.written.get(number).into_iter().flatten().find(|(of, _)| *of == arguments);
                if let Some((_, body)) = known {
                    return Expr { span: expr.span, ..body.clone() };
                }
                let mut inner: HashMap<usize, Expr> = arguments.iter().cloned().enumerate().collect();
                let renamed = self.rename_binders(&self.defs[*number].code.expr, &mut inner);
                let body = self.substitute(&renamed, &inner);
                let body = with_values(arguments_beside(&self.defs[*number].code.expr, &arguments), body);
                if self.fresh > before {
                    self.written.entry(*number).or_default().push((arguments, body.clone()));
                }
                Expr { span: expr.span, ..body }
            }
            _ => expr.map_parts(&mut |part| self.substitute(part, locals)),
        }
    }

    /// The expression of a place of its own, without calls: the names that it binds are bound nowhere else.
    fn own(&mut self, expr: &Expr) -> Expr {
        let mut names = HashMap::new();
        let renamed = self.rename_binders(expr, &mut names);
        self.substitute(&renamed, &names)
    }

    /// Gives every name that a definition's body binds a fresh local, so that no copy meets another inside it.
    fn rename_binders(&mut self, body: &Expr, locals: &mut HashMap<usize, Expr>) -> Expr {
        let mut copy = body.map_parts(&mut |part| self.rename_binders(part, locals));
        if let Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) = &mut copy.kind {
            for Binder { local, source, span, .. } in binders.iter_mut() {
                let fresh = self.fresh();
                let ty = match source {
                    Source::In(set) => set.ty.element().cloned().unwrap_or(crate::types::Type::Any),
                    Source::Is(value) => value.ty.clone(),
                };
                locals.insert(*local, Expr { kind: Kind::Local(fresh), ty, span: *span });
                *local = fresh;
            }
        }
        copy
    }
}

/// The arguments that may be undefined where the body of a definition has a value all the same: it does not need them, or
/// not always. A call has no value then.
fn arguments_beside(body: &Expr, arguments: &[Expr]) -> Vec<Expr> {
    let beside = arguments.iter().enumerate().filter(|(slot, argument)| !has_value(argument) && !needs(body, *slot));
    beside.map(|(_, argument)| argument.clone()).collect()
}

/// The last entry of a tuple, which has entries where all of them have values.
fn with_values(mut parts: Vec<Expr>, body: Expr) -> Expr {
    if parts.is_empty() {
        return body;
    }
    let (last, span, of) = (parts.len(), body.span, body.ty.clone());
    parts.push(body);
    let entries = parts.iter().map(|part| Entry { name: None, ty: part.ty.clone() }).collect();
    let tuple = Expr { kind: Kind::Tuple(parts), ty: Type::Tuple(entries), span };
    Expr { kind: Kind::Dot(Box::new(tuple), last), ty: of, span }
}

/// Whether an expression has a value whatever its names stand for. An explicit list.
fn has_value(expr: &Expr) -> bool {
    let parts_have = || {
        let mut all = true;
        expr.parts(&mut |part| all &= has_value(part));
        all
    };
    match &expr.kind {
        Kind::Int(_) | Kind::Bool(_) | Kind::None | Kind::EnumValue(..) | Kind::Who(_) => true,
        Kind::Param(_) | Kind::Field(_) | Kind::Local(_) | Kind::Whole(_) => true,
        // What is undefined inside is dropped, or makes one instance false.
        Kind::Build(..) | Kind::Fold(FoldOp::Count | FoldOp::Sum | FoldOp::Exists | FoldOp::All, ..) => true,
        Kind::Arith(op, ..) => matches!(op, ArithOp::Add | ArithOp::Sub | ArithOp::Mul) && parts_have(),
        Kind::Builtin(of, _) => {
            matches!(of, Builtin::Grid | Builtin::Orth | Builtin::Diag | Builtin::King | Builtin::Len | Builtin::Abs)
                && parts_have()
        }
        Kind::Neg(_) | Kind::Not(_) | Kind::Dot(..) | Kind::Compare(..) | Kind::In(..) | Kind::SetOp(..) => {
            parts_have()
        }
        Kind::And(..) | Kind::Or(..) | Kind::If(..) | Kind::Range(..) => parts_have(),
        Kind::Tuple(_) | Kind::List(_) | Kind::Set(_) => parts_have(),
        _ => false,
    }
}

/// Whether an expression is undefined where this local is. An explicit list.
fn needs(expr: &Expr, slot: usize) -> bool {
    match &expr.kind {
        Kind::Local(found) => *found == slot,
        Kind::And(a, b) | Kind::Or(a, b) => needs(a, slot) && needs(b, slot),
        Kind::If(condition, yes, no) => needs(condition, slot) || needs(yes, slot) && needs(no, slot),
        Kind::There(_)
        | Kind::Neg(_)
        | Kind::Not(_)
        | Kind::Dot(..)
        | Kind::Arith(..)
        | Kind::Compare(..)
        | Kind::In(..)
        | Kind::SetOp(..)
        | Kind::Range(..)
        | Kind::Index(..)
        | Kind::Tuple(_)
        | Kind::List(_)
        | Kind::Set(_)
        | Kind::Call(..) => {
            let mut any = false;
            expr.parts(&mut |part| any |= needs(part, slot));
            any
        }
        Kind::Builtin(Builtin::Min | Builtin::Max | Builtin::Abs | Builtin::Gcd | Builtin::Len, parts) => {
            parts.iter().any(|part| needs(part, slot))
        }
        _ => false,
    }
}

/// A number above every local that the rules use.
pub fn above_all_locals(rules: &crate::rules::Rules) -> usize {
    let defs = rules.defs.iter().map(|def| def.code.locals);
    let moves = rules.moves.iter().map(|of| of.locals);
    let verdicts = rules.verdicts.iter().map(|verdict| verdict.when.locals);
    let claims = rules.claims.iter().filter_map(|claim| claim.when.as_ref().map(|when| when.locals));
    defs.chain(moves).chain(verdicts).chain(claims).max().unwrap_or(0) + 1024
}

/// A copy of the rules in which moves, verdicts and sets call no definition.
pub fn inlined(rules: &crate::rules::Rules) -> crate::rules::Rules {
    use crate::rules::{Domain, VerdictResult};
    fn domain(inliner: &mut Inliner, of: &Domain) -> Domain {
        match of {
            Domain::From(low) => Domain::From(inliner.own(low)),
            Domain::Of(set) => Domain::Of(inliner.own(set)),
            Domain::Optional(inner) => Domain::Optional(Box::new(domain(inliner, inner))),
            Domain::Array { element, index } => {
                Domain::Array { element: Box::new(domain(inliner, element)), index: inliner.own(index) }
            }
            Domain::SetOf(inner) => Domain::SetOf(Box::new(domain(inliner, inner))),
            Domain::ListOf(inner) => Domain::ListOf(Box::new(domain(inliner, inner))),
            Domain::Tuple(entries) => {
                Domain::Tuple(entries.iter().map(|(name, of)| (name.clone(), domain(inliner, of))).collect())
            }
            Domain::Nat | Domain::Int | Domain::Graph(_) => of.clone(),
        }
    }
    let mut copy = rules.clone();
    let mut inliner = Inliner::new(&rules.defs, above_all_locals(rules));
    for declared in copy.params.iter_mut().chain(&mut copy.fields) {
        declared.domain = domain(&mut inliner, &declared.domain);
        if let Some(default) = &mut declared.default {
            default.expr = inliner.own(&default.expr);
        }
    }
    copy.moves = rules.moves.iter().map(|of| of.map(&mut |expr| inliner.expr(expr))).collect();
    for verdict in &mut copy.verdicts {
        verdict.when.expr = inliner.expr(&verdict.when.expr);
        if let VerdictResult::Score(Some(points)) = &mut verdict.result {
            points.expr = inliner.expr(&points.expr);
        }
    }
    for split in &mut copy.splits {
        match &mut split.by {
            crate::rules::SplitBy::Steps(code) | crate::rules::SplitBy::Relation(code) => {
                code.expr = inliner.expr(&code.expr)
            }
        }
    }
    copy
}

#[cfg(test)]
mod tests {
    use crate::{Facts, read};

    /// A call has a value only where its arguments have one, needed or not.
    #[test]
    fn arguments_that_are_not_needed_have_to_have_values() {
        let text = "game A\n  state s: set of 0..2 = all, z: 0..3 = 0\n  def f(x: bool, y: bool) = x\n  def g(x, y) = if x > 9 then y else x\n";
        for (rest, falls) in [
            ("  move m(c in s): s -= {d in s if f(d == c, 5 // (d - 1) > 9)}\n", false),
            ("  move m(c in s): s -= {d in s if g(d, 5 // (d - 1)) == c}\n", false),
            ("  move m(c in s): s -= {d in s if f(d == c, d > 9)}\n", true),
            ("  move m(c in s) if f(c < 9, 5 // z > 9): s -= {c}\n", true),
        ] {
            let reading = read(&format!("{text}{rest}"));
            assert_eq!(
                Facts::of(&reading.module.games[0]).acyclic.is_proved(),
                falls,
                "{rest}: {:?}",
                reading.diagnostics
            );
        }
        let cells = "game A\n  param m = 3\n  state a: (0..3)[m] = 1\n  def one(x: bool, y: bool) = x\n  move u(i in 0..m-1) if one(a[i] > 0, 5 // a[m-1] > 0): a[i] -= 1\n";
        assert!(!Facts::of(&read(cells).module.games[0]).independent_axes.is_proved());
        let unsafe_write = "game A\n  state n: 0..9 = 5, z: 0..3 = 0\n  def g(x: 0..9, y: 0..9) = x\n  move t if n > 0: n = g(n - 1, 5 // z)\n";
        assert!(
            read(unsafe_write).diagnostics.iter().any(|found| found.code == "E14"),
            "{:?}",
            read(unsafe_write).diagnostics
        );
    }

    /// What a move becomes by a definition is looked at like what it becomes outright, however the arguments are reckoned.
    #[test]
    fn positions_that_definitions_give_are_looked_at() {
        let first = |fields: &str, to: &str| {
            let text = format!(
                "game A\n  state {fields}\n  def there(k) = A(k)\n  def further(k, x) = A(k)\n  def two(k) = A(k // 2) + A(k)\n  move m if n > 0: become {to}\n"
            );
            let reading = read(&text);
            let code = reading.diagnostics.iter().find(|found| found.is_error()).map(|found| found.code);
            (code, Facts::of(&reading.module.games[0]).acyclic.is_proved())
        };
        let number = "n: 0..9";
        for (to, falls) in [
            ("there((2 * n - 2) // 2)", true),
            ("further(n - 1, 7 // n)", true),
            ("two((2 * n - 2) // 2)", true),
            ("there((2 * n) // 2)", false),
            ("further(if n == 1 then 9 else n - 1, 7 // n)", false),
            ("two(if n == 1 then 9 else (2 * n - 2) // 2)", false),
        ] {
            assert_eq!(first(number, to), (None, falls), "{to}");
        }
        assert_eq!(first(number, "there((2 * n + 40) // 2)").0, Some("E07"));
        assert_eq!(first(number, "further(n - 1, 7 // (n - 1))").0, Some("E14"));
        assert_eq!(first("n: nat", "there((2 * n + 2) // 2)").0, Some("E16"));
        assert_eq!(first("n: nat", "there((2 * n - 2) // 2)").0, None);
    }
}
