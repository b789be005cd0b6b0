//! Definitions written out: analyses look at one expression without calls. Recursive definitions, which only claims
//! use, stay calls.

use crate::rules::{Binder, Def, Expr, Kind, Source};
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
                if self.fresh > before {
                    self.written.entry(*number).or_default().push((arguments, body.clone()));
                }
                Expr { span: expr.span, ..body }
            }
            _ => expr.map_parts(&mut |part| self.substitute(part, locals)),
        }
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
            Domain::From(low) => Domain::From(inliner.expr(low)),
            Domain::Of(set) => Domain::Of(inliner.expr(set)),
            Domain::Optional(inner) => Domain::Optional(Box::new(domain(inliner, inner))),
            Domain::Array { element, index } => {
                Domain::Array { element: Box::new(domain(inliner, element)), index: inliner.expr(index) }
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
            default.expr = inliner.expr(&default.expr);
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
