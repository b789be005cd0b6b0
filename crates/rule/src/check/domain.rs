use super::{Checker, Place};
use crate::graph::GraphKind;
use crate::rules::{Binder, Domain, Expr, Kind, Source};
use crate::syntax::{self, ExprKind};
use crate::types::{Entry, Type};

impl Checker<'_> {
    /// A set where a declaration wants one.
    pub(super) fn domain(&mut self, set: &syntax::Expr) -> Domain {
        match &set.kind {
            ExprKind::Name(name) if name == "nat" => Domain::Nat,
            ExprKind::Name(name) if name == "int" => Domain::Int,
            ExprKind::Name(name) if name == "digraph" => Domain::Graph(GraphKind::Directed),
            ExprKind::Name(name) if name == "graph" && !self.is_declared(name) => Domain::Graph(GraphKind::Undirected),
            ExprKind::Range(low, None) => Domain::From(self.fixed(low)),
            ExprKind::Optional(inner) => Domain::Optional(Box::new(self.domain(inner))),
            ExprKind::Arrays(element, indices) => {
                Domain::Array { element: Box::new(self.domain(element)), index: self.index_set(indices, set.span) }
            }
            ExprKind::SetOf(inner) => Domain::SetOf(Box::new(self.domain(inner))),
            ExprKind::ListOf(inner) => Domain::ListOf(Box::new(self.domain(inner))),
            ExprKind::Tuple(entries) => Domain::Tuple(
                entries
                    .iter()
                    .map(|(name, set)| (name.as_ref().map(|name| name.text.clone()), self.domain(set)))
                    .collect(),
            ),
            _ => {
                let expr = self.fixed(set);
                if expr.ty.element().is_none() {
                    let cause = format!("a set is wanted here, not {}", expr.ty);
                    self.report("E15", set.span, cause, "write a range `0..n`, `nat`, `grid(R, C)`, ...");
                    return Domain::Of(Expr { kind: Kind::Broken, ty: Type::Any, span: set.span });
                }
                Domain::Of(expr)
            }
        }
    }

    /// The domain of a field, tuples of sets in it being the sets of all their tuples.
    pub(super) fn with_products(&mut self, domain: Domain, span: crate::Span) -> Domain {
        let inner = |checker: &mut Self, of: Box<Domain>| Box::new(checker.with_products(*of, span));
        match domain {
            Domain::Optional(of) => Domain::Optional(inner(self, of)),
            Domain::SetOf(of) => Domain::SetOf(inner(self, of)),
            Domain::Array { element, index } => Domain::Array { element: inner(self, element), index },
            Domain::Tuple(entries) if entries.iter().all(|(_, of)| matches!(of, Domain::Of(_))) => {
                Domain::Of(self.product(entries, span))
            }
            other => other,
        }
    }

    /// All tuples of elements of these sets.
    fn product(&mut self, entries: Vec<(Option<String>, Domain)>, span: crate::Span) -> Expr {
        let depth = self.locals.len();
        let (mut binders, mut parts, mut types) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (name, of)) in entries.into_iter().enumerate() {
            let Domain::Of(set) = of else { unreachable!("a set of values") };
            let ty = set.ty.element().cloned().unwrap_or(Type::Any);
            // No name of a file begins with a digit.
            let own = syntax::Name { text: number.to_string(), span };
            let local = self.bind(&own, ty.clone());
            parts.push(Expr { kind: Kind::Local(local), ty: ty.clone(), span });
            binders.push(Binder { name: own.text, local, source: Source::In(set), span });
            types.push(Entry { name, ty });
        }
        self.unbind(depth);
        let ty = Type::Tuple(types);
        let tuple = Expr { kind: Kind::Tuple(parts), ty: ty.clone(), span };
        Expr { kind: Kind::Build(binders, None, Box::new(tuple)), ty: Type::Set(Box::new(ty)), span }
    }

    fn fixed(&mut self, expr: &syntax::Expr) -> Expr {
        let outer = std::mem::replace(&mut self.place, Place::Fixed);
        let checked = self.expr(expr);
        self.place = outer;
        checked
    }

    /// The index set of an array: a set, a number `n` for `0..n-1`, or several of them for a product.
    fn index_set(&mut self, indices: &[syntax::Expr], span: crate::Span) -> Expr {
        let number = |kind, span| Expr { kind, ty: Type::Int, span };
        let checked: Vec<Expr> = indices.iter().map(|index| self.fixed(index)).collect();
        if let [rows, columns] = checked.as_slice()
            && rows.ty == Type::Int
            && columns.ty == Type::Int
        {
            let ty = Type::Set(Box::new(Type::cell()));
            return Expr { kind: Kind::Builtin(crate::rules::Builtin::Grid, checked), ty, span };
        }
        let mut sets = Vec::new();
        for index in checked {
            let span = index.span;
            sets.push(match index.ty {
                Type::Int => {
                    let last =
                        Kind::Arith(crate::rules::ArithOp::Sub, Box::new(index), Box::new(number(Kind::Int(1), span)));
                    let range = Kind::Range(Box::new(number(Kind::Int(0), span)), Box::new(number(last, span)));
                    Expr { kind: range, ty: Type::Set(Box::new(Type::Int)), span }
                }
                Type::Set(_) | Type::Any => index,
                ref other => {
                    let cause = format!("an index set is wanted here, not {other}");
                    self.report("E15", span, cause, "write a number, a range or a set");
                    Expr { kind: Kind::Broken, ty: Type::Any, span }
                }
            });
        }
        if sets.len() == 1 {
            return sets.pop().expect("one set");
        }
        let binders: Vec<crate::rules::Binder> = sets
            .into_iter()
            .map(|set| {
                let local = self.frame;
                self.frame += 1;
                let span = set.span;
                crate::rules::Binder { name: format!("i{local}"), local, source: crate::rules::Source::In(set), span }
            })
            .collect();
        let entries: Vec<Expr> = binders
            .iter()
            .map(|binder| Expr {
                kind: Kind::Local(binder.local),
                ty: binder.source.expr().ty.element().cloned().unwrap_or(Type::Any),
                span,
            })
            .collect();
        let ty =
            Type::Tuple(entries.iter().map(|entry| crate::types::Entry { name: None, ty: entry.ty.clone() }).collect());
        let body = Expr { kind: Kind::Tuple(entries), ty: ty.clone(), span };
        Expr { kind: Kind::Build(binders, None, Box::new(body)), ty: Type::Set(Box::new(ty)), span }
    }
}
