//! What fields hold at one point of a move, told over the fields before it.

use super::*;

impl Context<'_> {
    /// Writes a field. Of an array, only what another field held or holds is kept in mind.
    pub fn set_field(&mut self, field: usize, value: Expr) {
        let domain = &self.rules.fields[field].domain;
        let is_array = matches!(domain, Domain::Array { .. });
        let value = match self.declared(&value) {
            _ if !is_array => value,
            Some(other) if other == *domain => value,
            _ => self.unknown_field(field),
        };
        self.cells.retain(|(written, ..)| *written != field);
        self.now[field] = value;
    }

    /// Writes one cell of an array field.
    pub fn set_cell(&mut self, field: usize, index: Expr, value: Expr) {
        self.cells.push((field, index, value));
    }

    /// What a cell holds after the writes so far: what was last written to it, or what it held before the move if every
    /// written cell is known to be another one; `None` if that is not known.
    pub(super) fn cell(&mut self, field: usize, read: Expr, index: &Expr) -> Option<Expr> {
        let written: Vec<(Expr, Expr)> = self
            .cells
            .iter()
            .filter(|(other, ..)| *other == field)
            .map(|(_, index, value)| (index.clone(), value.clone()))
            .collect();
        for (other, value) in written.into_iter().rev() {
            if other == *index {
                return Some(value);
            }
            if !self.differ(&other, index) {
                return None;
            }
        }
        Some(read)
    }

    /// Whether two indices are known to differ.
    pub(super) fn differ(&mut self, a: &Expr, b: &Expr) -> bool {
        let pair = |x: &Expr, y: &Expr| Expr {
            kind: Kind::Compare(Comparison::Ne, Box::new(x.clone()), Box::new(y.clone())),
            ty: Type::Bool,
            span: x.span,
        };
        if self.holds(&pair(a, b)) || self.holds(&pair(b, a)) {
            return true;
        }
        if let (Kind::Tuple(x), Kind::Tuple(y)) = (&a.kind, &b.kind) {
            return x.len() == y.len() && x.iter().zip(y).any(|(x, y)| self.differ(x, y));
        }
        if let (Kind::Who(x), Kind::Who(y)) = (&a.kind, &b.kind) {
            use crate::rules::Who::{Left, Me, Opp, Right};
            return matches!((x, y), (Me, Opp) | (Opp, Me) | (Left, Right) | (Right, Left));
        }
        let (x, y) = match (&a.ty, &b.ty) {
            (Type::Int, Type::Int) => (vec![self.linear(a)], vec![self.linear(b)]),
            _ => match (self.vector(a), self.vector(b)) {
                (Some(x), Some(y)) => (x, y),
                _ => return false,
            },
        };
        let mut system = self.facts.clone();
        for (x, y) in x.iter().zip(&y) {
            system.extend([x.minus(y), y.minus(x)]);
        }
        let apart: Vec<Linear> = x.iter().zip(&y).map(|(x, y)| x.minus(y)).collect();
        self.refuted(&mut system, 0) || self.are_steps_apart(&apart)
    }

    /// Whether a difference is a few times a step of `orth`, `diag` or `king`, none of which is (0, 0).
    pub(super) fn are_steps_apart(&mut self, apart: &[Linear]) -> bool {
        let is_step = |set: &Expr| matches!(set.kind, Kind::Builtin(Builtin::Orth | Builtin::Diag | Builtin::King, _));
        let steps: Vec<Expr> =
            self.members.iter().filter(|(_, set)| is_step(set)).map(|(element, _)| element.clone()).collect();
        steps.iter().any(|step| {
            let Some(step) = self.vector(step) else { return false };
            let times = |factor: i128| step.iter().map(move |entry| Linear::default().plus(factor, entry));
            [1, -1, 2, -2, 3, -3].into_iter().any(|factor| times(factor).eq(apart.iter().cloned()))
        })
    }

    /// The expression over the fields before the move, with bound names written out. Reads of fields that are no longer
    /// known become unknowns of the right set.
    pub fn now(&mut self, expr: &Expr) -> Expr {
        self.now_under(expr, &mut Vec::new())
    }

    /// The same inside expressions that bind these names.
    pub(super) fn now_under(&mut self, expr: &Expr, bound: &mut Vec<usize>) -> Expr {
        match &expr.kind {
            Kind::Local(slot) if bound.contains(slot) => expr.clone(),
            Kind::Local(slot) => match self.locals.get(slot) {
                Some(value) => Expr { span: expr.span, ..value.clone() },
                None => expr.clone(),
            },
            Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) => {
                let outside = bound.len();
                bound.extend(binders.iter().map(|binder| binder.local));
                let mapped = expr.map_parts(&mut |part| self.now_under(part, bound));
                bound.truncate(outside);
                mapped
            }
            Kind::Field(field) if self.cells.iter().any(|(written, ..)| written == field) => self.unknown_field(*field),
            Kind::Field(field) => Expr { span: expr.span, ..self.now[*field].clone() },
            Kind::Index(base, index) => {
                let index = self.now_under(index, bound);
                let whole = match base.kind {
                    Kind::Field(field) => self.now[field].clone(),
                    _ => self.now_under(base, bound),
                };
                let read = |whole: Expr| {
                    let kind = Kind::Index(Box::new(whole), Box::new(index.clone()));
                    Expr { kind, ty: expr.ty.clone(), span: expr.span }
                };
                let Kind::Field(field) = base.kind else { return read(whole) };
                match self.cell(field, read(whole), &index) {
                    Some(value) => Expr { span: expr.span, ..value },
                    // The array is unknown, not the cell: another one for every element that is bound, and none off the board.
                    None => read(self.unknown_field(field)),
                }
            }
            // A tuple one of whose entries may be undefined has no entries.
            Kind::Dot(base, entry) => match self.now_under(base, bound) {
                Expr { kind: Kind::Tuple(mut parts), .. } if parts.iter().all(|part| self.is_total(part)) => {
                    parts.swap_remove(*entry)
                }
                base => Expr { kind: Kind::Dot(Box::new(base), *entry), ..expr.clone() },
            },
            // A tuple is there.
            Kind::There(value) => match self.now_under(value, bound) {
                tuple @ Expr { kind: Kind::Tuple(_), .. } => tuple,
                value => Expr { kind: Kind::There(Box::new(value)), ..expr.clone() },
            },
            _ => expr.map_parts(&mut |part| self.now_under(part, bound)),
        }
    }

    pub(super) fn unknown(&mut self, read: &Expr, domain: Option<Domain>) -> Expr {
        let value = Expr { kind: Kind::Local(self.next_unknown), ty: read.ty.clone(), span: read.span };
        self.unknowns.insert(self.next_unknown, read.clone());
        self.next_unknown += 1;
        if let Some(domain) = domain {
            self.assume_in_domain(&value, &domain);
        }
        value
    }

    /// A fresh value of a field's set.
    pub fn unknown_field(&mut self, field: usize) -> Expr {
        let declared = &self.rules.fields[field];
        let read = Expr { kind: Kind::Field(field), ty: declared.domain.ty(), span: declared.span };
        self.unknown(&read, Some(declared.domain.clone()))
    }

    /// The expression with every unknown as the rules write it.
    pub fn as_written(&self, expr: &Expr) -> Expr {
        match &expr.kind {
            Kind::Local(slot) if self.unknowns.contains_key(slot) => self.as_written(&self.unknowns[slot]),
            _ => expr.map_parts(&mut |part| self.as_written(part)),
        }
    }

    /// The set that the rules declare for what is read.
    pub(super) fn declared(&self, read: &Expr) -> Option<Domain> {
        match &read.kind {
            Kind::Field(number) => Some(self.rules.fields[*number].domain.clone()),
            Kind::Param(number) => Some(self.rules.params[*number].domain.clone()),
            Kind::Local(slot) => self.declared(self.unknowns.get(slot)?),
            Kind::Index(base, _) => match self.declared(base)? {
                Domain::Array { element, .. } | Domain::ListOf(element) => Some(*element),
                _ => None,
            },
            Kind::There(value) => match self.declared(value)? {
                Domain::Optional(inner) => Some(*inner),
                domain => Some(domain),
            },
            Kind::Dot(base, entry) => match self.declared(base)? {
                Domain::Of(set) => product(&set)?.get(*entry).map(|set| Domain::Of((*set).clone())),
                _ => None,
            },
            _ => None,
        }
    }

    /// Assumes that a value lies in a domain.
    pub fn assume_in_domain(&mut self, value: &Expr, domain: &Domain) {
        match domain {
            Domain::Nat => {
                let form = self.linear(value);
                self.facts.push(form);
            }
            Domain::From(low) => {
                let (form, low) = (self.linear(value), self.linear(&low.clone()));
                self.facts.push(form.minus(&low));
            }
            Domain::Of(set) => self.assume_member(value, &set.clone()),
            _ => {}
        }
    }
}
