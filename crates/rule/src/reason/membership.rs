//! What lies in which set: assumed from binders and guards, shown for writes and indices.

use super::{Context, replace_local};
use crate::linear::Linear;
use crate::rules::{Builtin, Comparison, Domain, Expr, Kind, SetOp, Source};
use crate::types::Type;

impl<'a> Context<'a> {
    /// Assumes that an element lies in a set: both were evaluated.
    pub fn assume_member(&mut self, element: &Expr, set: &Expr) {
        self.note_defined(set);
        self.note_defined(element);
        self.members.push((element.clone(), set.clone()));
        self.assume_what_members_are(element, set);
        for truth in self.truths.clone() {
            self.instantiate(&truth, element);
        }
    }

    /// What follows from lying in a set by how the set is made.
    fn assume_what_members_are(&mut self, element: &Expr, set: &Expr) {
        match &set.kind {
            Kind::Range(low, high) => {
                let (element, low, high) = (self.linear(element), self.linear(low), self.linear(high));
                self.facts.push(element.minus(&low));
                self.facts.push(high.minus(&element));
            }
            Kind::Builtin(Builtin::Grid, sizes) => {
                if let Some(entries) = self.vector(element) {
                    for (entry, size) in entries.iter().zip(sizes) {
                        let size = self.linear(size);
                        self.facts.push(entry.clone());
                        self.facts.push(size.shifted(-1).minus(entry));
                    }
                }
            }
            // A ray stays in its set.
            Kind::Builtin(Builtin::Ray, parts) => self.assume_member(element, &parts[2]),
            Kind::Builtin(Builtin::Orth | Builtin::Diag | Builtin::King, _) => {
                if let Some(entries) = self.vector(element) {
                    for entry in entries {
                        self.facts.push(entry.shifted(1));
                        self.facts.push(Linear::number(1).minus(&entry));
                    }
                }
            }
            Kind::Set(parts) if !parts.is_empty() => self.assume_among(element, &parts.clone()),
            Kind::Field(number) => {
                if let Domain::SetOf(inner) = &self.rules.fields[*number].domain {
                    let inner = (**inner).clone();
                    self.assume_in_domain(element, &inner);
                }
            }
            Kind::Param(number) => match &self.rules.params[*number].domain.clone() {
                Domain::SetOf(inner) | Domain::ListOf(inner) => self.assume_in_domain(element, inner),
                _ => {}
            },
            Kind::Build(binders, filter, body) => {
                if let ([binder], Kind::Local(slot)) = (binders.as_slice(), &body.kind)
                    && binder.local == *slot
                    && let Source::In(from) = &binder.source
                {
                    self.assume_member(element, &from.clone());
                    if let Some(filter) = filter {
                        let filter = replace_local(filter, *slot, element);
                        self.assume(&filter);
                    }
                }
            }
            Kind::SetOp(SetOp::Minus, a, _) => self.assume_member(element, &a.clone()),
            Kind::SetOp(SetOp::Meet, a, b) => {
                self.assume_member(element, &a.clone());
                self.assume_member(element, &b.clone());
            }
            Kind::Builtin(Builtin::Next, _) | Kind::Builtin(Builtin::Nodes, _) if element.ty == Type::Int => {
                let form = self.linear(element);
                self.facts.push(form);
            }
            _ => {}
        }
    }

    /// The element is one of these: it lies between the least and the greatest, entry by entry, and equals one of them.
    fn assume_among(&mut self, element: &Expr, parts: &[Expr]) {
        let forms = |context: &mut Self, expr: &Expr| match expr.ty {
            Type::Int => Some(vec![context.linear(expr)]),
            _ => context.vector(expr),
        };
        let Some(this) = forms(self, element) else { return };
        let mut cases = Vec::new();
        for part in parts {
            let Some(entries) = forms(self, part) else { return };
            let equal = this.iter().zip(&entries).flat_map(|(a, b)| [a.minus(b), b.minus(a)]);
            cases.push(equal.collect::<Vec<_>>());
        }
        for (entry, this) in this.iter().enumerate() {
            let numbers: Option<Vec<i128>> =
                parts.iter().map(|part| forms(self, part).and_then(|entries| entries[entry].as_number())).collect();
            if let Some(numbers) = numbers {
                self.facts.push(this.shifted(-numbers.iter().min().expect("not empty")));
                self.facts.push(Linear::number(*numbers.iter().max().expect("not empty")).minus(this));
            }
        }
        if cases.len() <= 4 {
            self.cases.push(cases);
        }
    }

    /// Whether an element is known to lie in a set.
    pub fn is_member(&mut self, element: &Expr, set: &Expr) -> bool {
        // What is known is used once on the way down: a set may hold the element itself.
        for at in (0..self.members.len()).filter(|&at| self.members[at].0 == *element).collect::<Vec<_>>() {
            let known = self.members.remove(at);
            let found = self.is_subset(&known.1, set);
            self.members.insert(at, known);
            if found {
                return true;
            }
        }
        if let Some(domain) = self.declared(element)
            && let Domain::Of(from) = domain
            && self.is_subset(&from, set)
        {
            return true;
        }
        // The ends of an edge are vertices.
        if let (Kind::Dot(edge, _), Kind::Builtin(Builtin::Nodes, graph)) = (&element.kind, &set.kind) {
            let ty = Type::Set(Box::new(edge.ty.clone()));
            let edges = Expr { kind: Kind::Builtin(Builtin::Edges, graph.clone()), ty, span: set.span };
            if self.is_member(edge, &edges) {
                return true;
            }
        }
        if let Kind::If(condition, yes, no) = &element.kind {
            return [(yes, true), (no, false)].into_iter().all(|(branch, truth)| {
                let mut inner = self.clone();
                let facts = inner.consequences(condition, truth);
                inner.facts.extend(facts);
                inner.is_member(branch, set)
            });
        }
        match &set.kind {
            Kind::Range(low, high) => {
                let (element, low, high) = (self.linear(element), self.linear(low), self.linear(high));
                self.entails(&element.minus(&low)) && self.entails(&high.minus(&element))
            }
            Kind::Builtin(Builtin::Grid, sizes) => {
                let Some(entries) = self.vector(element) else { return false };
                entries.iter().zip(sizes).all(|(entry, size)| {
                    let size = self.linear(size);
                    self.entails(entry) && self.entails(&size.shifted(-1).minus(entry))
                })
            }
            // `none` lies in no set that does not list it.
            Kind::Whole(_) => !matches!(element.ty, Type::Optional(_) | Type::Any) || self.is_there(element),
            Kind::Set(parts) => parts.iter().any(|part| {
                part == element || {
                    let equal = Kind::Compare(Comparison::Eq, Box::new(element.clone()), Box::new(part.clone()));
                    element.ty == Type::Int && self.holds(&Expr { kind: equal, ty: Type::Bool, span: element.span })
                }
            }),
            Kind::Build(binders, filter, body) => match (binders.as_slice(), &body.kind) {
                ([binder], Kind::Local(slot)) if binder.local == *slot => match &binder.source {
                    Source::In(from) => {
                        let filter = filter.as_ref().map(|filter| replace_local(filter, *slot, element));
                        self.has_value(from)
                            && self.is_member(element, from)
                            && filter.is_none_or(|filter| self.holds(&filter))
                    }
                    Source::Is(_) => false,
                },
                (binders, Kind::Tuple(parts)) if filter.is_none() && is_product(binders, parts) => {
                    match &element.kind {
                        Kind::Tuple(entries) if entries.len() == binders.len() => {
                            entries.iter().zip(binders).all(|(entry, binder)| {
                                let set = binder.source.expr();
                                self.has_value(set) && self.is_member(entry, set)
                            })
                        }
                        _ => false,
                    }
                }
                _ => false,
            },
            Kind::SetOp(SetOp::Union, a, b) => {
                let mut lies = |one: &Expr, other: &Expr| self.is_member(element, one) && self.has_value(other);
                lies(a, b) || lies(b, a)
            }
            Kind::SetOp(SetOp::Meet, a, b) => self.is_member(element, a) && self.is_member(element, b),
            _ => false,
        }
    }

    /// What is known where a number is none of these.
    fn without(&mut self, part: &Expr, taken: &[Expr]) -> Context<'a> {
        let mut inner = self.clone();
        for one in taken {
            let difference = inner.linear(part).minus(&inner.linear(one));
            let reversed = Linear::default().minus(&difference);
            if inner.entails(&difference) {
                inner.facts.push(difference.shifted(-1));
            } else if inner.entails(&reversed) {
                inner.facts.push(reversed.shifted(-1));
            }
        }
        inner
    }

    /// Whether one set is known to lie inside another.
    pub fn is_subset(&mut self, inner: &Expr, outer: &Expr) -> bool {
        if inner == outer {
            return true;
        }
        if let (Some(inner), Some(outer)) = (product(inner), product(outer)) {
            return inner.len() == outer.len()
                && inner.iter().zip(outer).all(|(inner, outer)| self.is_subset(inner, outer));
        }
        match &inner.kind {
            Kind::Field(number) => match &self.rules.fields[*number].domain.clone() {
                Domain::SetOf(of) => matches!(&**of, Domain::Of(set) if self.is_subset(set, outer)),
                _ => false,
            },
            Kind::Param(number) => match &self.rules.params[*number].domain.clone() {
                Domain::SetOf(of) => matches!(&**of, Domain::Of(set) if self.is_subset(set, outer)),
                _ => false,
            },
            Kind::SetOp(SetOp::Minus, a, b) => {
                if let (Kind::Set(parts), Kind::Set(taken)) = (&a.kind, &b.kind)
                    && a.ty.element() == Some(&Type::Int)
                {
                    return parts.iter().all(|part| self.without(part, taken).is_member(part, outer));
                }
                self.is_subset(a, outer)
            }
            Kind::SetOp(SetOp::Meet, a, b) => self.is_subset(a, outer) || self.is_subset(b, outer),
            Kind::SetOp(SetOp::Union, a, b) => self.is_subset(a, outer) && self.is_subset(b, outer),
            Kind::Builtin(Builtin::Ray, parts) => self.is_subset(&parts[2], outer),
            // A subset, or a line, lies in what it was chosen from.
            Kind::Local(_) => {
                let chosen = self.members.iter().filter(|(element, _)| element == inner);
                let from = chosen.filter_map(|(_, set)| match &set.kind {
                    Kind::Builtin(Builtin::Subsets | Builtin::Lines, parts) => Some(parts[0].clone()),
                    _ => None,
                });
                from.collect::<Vec<_>>().iter().any(|from| self.is_subset(from, outer))
            }
            Kind::Builtin(Builtin::Next | Builtin::Before, parts) => {
                matches!(&outer.kind, Kind::Builtin(Builtin::Nodes, of) if of[0] == parts[0])
            }
            Kind::Set(parts) => parts.iter().all(|part| self.is_member(part, outer)),
            Kind::If(_, a, b) => self.is_subset(a, outer) && self.is_subset(b, outer),
            Kind::Build(binders, filter, body) => {
                let mut within = self.clone();
                let body = within.enter(binders, filter.as_deref(), body);
                within.is_member(&body, outer)
            }
            Kind::Range(low, high) => match &outer.kind {
                Kind::Range(outer_low, outer_high) => {
                    let (low, high) = (self.linear(low), self.linear(high));
                    let (outer_low, outer_high) = (self.linear(outer_low), self.linear(outer_high));
                    self.entails(&low.minus(&outer_low)) && self.entails(&outer_high.minus(&high))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a value is known to lie in a domain.
    pub fn fits(&mut self, value: &Expr, domain: &Domain) -> bool {
        if self.fits_whole(value, domain) {
            return true;
        }
        // Each branch where it is taken.
        let Kind::If(condition, yes, no) = &value.kind else { return false };
        let (mut when, mut otherwise) = (self.clone(), self.clone());
        when.assume(condition);
        otherwise.assume_fails(condition);
        when.fits(yes, domain) && otherwise.fits(no, domain)
    }

    fn fits_whole(&mut self, value: &Expr, domain: &Domain) -> bool {
        match domain {
            Domain::Nat => {
                let form = self.linear(value);
                self.entails(&form)
            }
            Domain::Int | Domain::Graph(_) => true,
            Domain::From(low) => {
                let (form, low) = (self.linear(value), self.linear(low));
                self.entails(&form.minus(&low))
            }
            Domain::Of(set) => self.is_member(value, set),
            Domain::Optional(inner) => {
                value.kind == Kind::None
                    || matches!(self.declared(value), Some(Domain::Optional(from)) if from.ty() == inner.ty() && same_set(&from, inner))
                    || self.fits(value, inner)
            }
            Domain::SetOf(inner) => match &**inner {
                Domain::Of(set) => matches!(&value.kind, Kind::Text(_)) || self.is_subset(value, set),
                _ => false,
            },
            Domain::Array { element, index } => match &value.kind {
                // Whether there are as many as there are cells is seen when the move is made.
                Kind::List(parts) => parts.iter().all(|part| self.fits(part, element)),
                Kind::Text(_) => true,
                Kind::If(_, yes, no) => self.fits(yes, domain) && self.fits(no, domain),
                _ => match self.declared(value) {
                    Some(Domain::Array { element: from, index: of }) => {
                        of == *index && self.is_domain_within(&from, element)
                    }
                    Some(Domain::ListOf(from)) => self.is_domain_within(&from, element),
                    // One value for every cell.
                    _ => !matches!(value.ty, Type::Array(..) | Type::List(_)) && self.fits(value, element),
                },
            },
            Domain::ListOf(_) | Domain::Tuple(_) => true,
        }
    }
}

impl Context<'_> {
    /// Whether every value of one set of a cell is known to be one of another.
    fn is_domain_within(&mut self, inner: &Domain, outer: &Domain) -> bool {
        inner == outer
            || match (inner, outer) {
                (Domain::Of(inner), Domain::Of(outer)) => self.is_subset(inner, outer),
                (Domain::Optional(inner), Domain::Optional(outer)) => self.is_domain_within(inner, outer),
                (inner, Domain::Optional(outer)) => self.is_domain_within(inner, outer),
                _ => false,
            }
    }
}

fn same_set(a: &Domain, b: &Domain) -> bool {
    match (a, b) {
        (Domain::Of(x), Domain::Of(y)) => x == y,
        (Domain::Nat, Domain::Nat) => true,
        _ => false,
    }
}

/// The sets whose tuples a set is made of.
pub(crate) fn product(set: &Expr) -> Option<Vec<&Expr>> {
    let Kind::Build(binders, None, body) = &set.kind else { return None };
    let Kind::Tuple(parts) = &body.kind else { return None };
    is_product(binders, parts).then(|| binders.iter().map(|binder| binder.source.expr()).collect())
}

/// Whether a builder is the plain product of its binders' sets.
fn is_product(binders: &[crate::rules::Binder], parts: &[Expr]) -> bool {
    let matches = |(binder, part): (&crate::rules::Binder, &Expr)| {
        matches!(&binder.source, Source::In(set) if !set.any(&|inner| matches!(inner.kind, Kind::Local(_))))
            && part.kind == Kind::Local(binder.local)
    };
    binders.len() == parts.len() && binders.iter().zip(parts).all(matches)
}
