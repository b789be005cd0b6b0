//! Whether there is something to choose the least or the greatest of, and whether a vertex belongs to its graph.

use super::{Context, replace_local};
use crate::rules::{Binder, Builtin, Comparison, Expr, Kind, SetOp, Source};
use crate::syntax::FoldOp;
use crate::types::Type;

impl Context<'_> {
    /// Whether a fold over these binders is known to meet an instance that has a value. What is not shown is not known.
    pub fn has_instance(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> bool {
        // Some instance passes the filter, if that was asked for.
        let was_found = filter.is_some_and(|filter| self.was_found(binders, filter));
        let mut inner = self.clone();
        for binder in binders {
            match &binder.source {
                Source::In(set) => {
                    if !was_found && !inner.has_element(set) {
                        return false;
                    }
                    let ty = set.ty.element().cloned().unwrap_or(Type::Any);
                    let local = Expr { kind: Kind::Local(binder.local), ty, span: binder.span };
                    inner.assume_member(&local, set);
                }
                Source::Is(value) => {
                    if !inner.is_total(value) {
                        return false;
                    }
                    inner.bind(binder.local, value.clone());
                }
            }
        }
        if let Some(filter) = filter {
            if !was_found && !inner.holds(filter) {
                return false;
            }
            inner.assume(filter);
        }
        inner.is_total(body)
    }

    /// Whether a condition that was assumed says that an instance passes the filter.
    fn was_found(&self, binders: &[Binder], filter: &Expr) -> bool {
        let [binder] = binders else { return false };
        self.truths.iter().any(|truth| {
            let Kind::Fold(FoldOp::Exists, found, condition, body) = &truth.kind else { return false };
            let [other] = found.as_slice() else { return false };
            let local = Expr { kind: Kind::Local(binder.local), ty: element_of(&other.source), span: binder.span };
            let asked = match (condition, &body.kind) {
                (Some(condition), Kind::Bool(true)) => condition,
                (None, _) => body,
                _ => return false,
            };
            other.source == binder.source && replace_local(asked, other.local, &local) == *filter
        })
    }

    /// Whether a set is known to have a value and an element.
    fn has_element(&mut self, set: &Expr) -> bool {
        if !self.is_total(set) {
            return false;
        }
        let is_nothing = |side: &Expr| matches!(&side.kind, Kind::Set(parts) if parts.is_empty());
        let named = self.members.iter().any(|(_, known)| known == set)
            || self.truths.iter().any(|truth| match &truth.kind {
                Kind::Compare(Comparison::Ne, a, b) => {
                    a.as_ref() == set && is_nothing(b) || b.as_ref() == set && is_nothing(a)
                }
                _ => false,
            });
        if named {
            return true;
        }
        match &set.kind {
            Kind::Range(low, high) => {
                let (low, high) = (self.linear(low), self.linear(high));
                self.entails(&high.minus(&low))
            }
            Kind::Set(parts) | Kind::List(parts) => !parts.is_empty(),
            Kind::Whole(_) | Kind::Builtin(Builtin::Orth | Builtin::Diag | Builtin::King, _) => true,
            Kind::SetOp(SetOp::Union, a, b) => self.has_element(a) || self.has_element(b),
            Kind::Builtin(Builtin::Grid, sizes) => sizes.iter().all(|size| {
                let size = self.linear(size);
                self.entails(&size.shifted(-1))
            }),
            _ => {
                let length = Kind::Builtin(Builtin::Len, vec![set.clone()]);
                let length = self.linear(&Expr { kind: length, ty: Type::Int, span: set.span });
                self.entails(&length.shifted(-1))
            }
        }
    }

    /// Whether a number is known to be a vertex of a graph.
    pub fn is_vertex(&mut self, graph: &Expr, vertex: &Expr) -> bool {
        let ty = Type::Set(Box::new(Type::Int));
        let nodes = Expr { kind: Kind::Builtin(Builtin::Nodes, vec![graph.clone()]), ty, span: graph.span };
        self.is_member(vertex, &nodes)
    }
}

fn element_of(source: &Source) -> Type {
    source.expr().ty.element().cloned().unwrap_or(Type::Any)
}
