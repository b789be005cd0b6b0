//! What follows from a guard: linear inequalities and memberships that hold where a body runs. Everything here is
//! conservative: what is not shown is not known.

mod chosen;
mod membership;
mod total;

pub(crate) use membership::product;

use crate::linear::{Atom, Linear, is_impossible, project};
use crate::rules::{ArithOp, Binder, Builtin, Comparison, Domain, Expr, Kind, Rules, Source};
use crate::syntax::FoldOp;
use crate::types::Type;
use std::collections::HashMap;

/// At most this many two-way cases are tried together.
const MOST_CASES: usize = 6;

/// What an atom is by its set may speak of other atoms, and these of others: at most so many after each other.
const MOST_NESTED: usize = 8;

/// What is known at one point of a move. Expressions given to it contain no calls.
#[derive(Clone)]
pub struct Context<'a> {
    rules: &'a Rules,
    atoms: Vec<Expr>,
    /// Atoms of which nothing is known yet, as they may be undefined.
    bare: Vec<Atom>,
    /// Each is at least 0.
    facts: Vec<Linear>,
    /// Of each list, one entry's facts hold.
    cases: Vec<Vec<Vec<Linear>>>,
    members: Vec<(Expr, Expr)>,
    truths: Vec<Expr>,
    /// Reads and divisions known to be defined.
    defined: Vec<Expr>,
    /// What bound names stand for.
    locals: HashMap<usize, Expr>,
    /// What each field is now, over the fields before the move.
    now: Vec<Expr>,
    /// Cells written since, in order: field, index, value.
    cells: Vec<(usize, Expr, Expr)>,
    /// Whether a general truth is being applied: what follows from that is not applied again.
    instantiates: bool,
    /// So many atoms are being described, each by what another one is.
    nested: usize,
    /// What each unknown was read from, as the rules write it.
    unknowns: HashMap<usize, Expr>,
    next_unknown: usize,
}

impl<'a> Context<'a> {
    /// What is known before anything is assumed. Locals from `fresh` on must be unused.
    pub fn new(rules: &'a Rules, fresh: usize) -> Context<'a> {
        let now = rules.fields.iter().enumerate().map(|(number, field)| Expr {
            kind: Kind::Field(number),
            ty: field.domain.ty(),
            span: field.span,
        });
        Context {
            rules,
            atoms: Vec::new(),
            bare: Vec::new(),
            facts: Vec::new(),
            cases: Vec::new(),
            members: Vec::new(),
            truths: Vec::new(),
            defined: Vec::new(),
            locals: HashMap::new(),
            now: now.collect(),
            cells: Vec::new(),
            instantiates: false,
            nested: 0,
            unknowns: HashMap::new(),
            next_unknown: fresh,
        }
    }

    /// The same knowledge about the same rules, reached through a longer borrow.
    pub fn rebind<'b>(&self, rules: &'b Rules) -> Context<'b> {
        let copy = self.clone();
        Context {
            rules,
            atoms: copy.atoms,
            bare: copy.bare,
            facts: copy.facts,
            cases: copy.cases,
            members: copy.members,
            truths: copy.truths,
            defined: copy.defined,
            locals: copy.locals,
            now: copy.now,
            cells: copy.cells,
            instantiates: copy.instantiates,
            nested: copy.nested,
            unknowns: copy.unknowns,
            next_unknown: copy.next_unknown,
        }
    }

    /// Says what a bound name stands for.
    pub fn bind(&mut self, local: usize, value: Expr) {
        self.locals.insert(local, value);
    }

    /// A bound name of which nothing is known.
    pub fn forget_local(&mut self, local: usize) {
        self.locals.remove(&local);
    }

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
    fn cell(&mut self, field: usize, read: Expr, index: &Expr) -> Option<Expr> {
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
    fn differ(&mut self, a: &Expr, b: &Expr) -> bool {
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
    fn are_steps_apart(&mut self, apart: &[Linear]) -> bool {
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
    fn now_under(&mut self, expr: &Expr, bound: &mut Vec<usize>) -> Expr {
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

    fn unknown(&mut self, read: &Expr, domain: Option<Domain>) -> Expr {
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
    fn declared(&self, read: &Expr) -> Option<Domain> {
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

    fn atom(&mut self, expr: &Expr) -> Linear {
        let known = self.atoms.iter().position(|atom| atom == expr);
        let atom: Atom = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            self.atoms.push(expr.clone());
            self.bare.push(atom);
        }
        // A read that may be off the board has no value, of which nothing is true.
        let reads = matches!(expr.kind, Kind::Index(..) | Kind::Dot(..) | Kind::There(_));
        if self.nested < MOST_NESTED && self.bare.contains(&atom) && (!reads || self.is_total(expr)) {
            self.bare.retain(|other| *other != atom);
            self.nested += 1;
            self.axioms(expr, &Linear::atom(atom));
            self.nested -= 1;
        }
        Linear::atom(atom)
    }

    /// What is true of an atom by what it is.
    fn axioms(&mut self, expr: &Expr, this: &Linear) {
        match &expr.kind {
            Kind::Field(number) => {
                let domain = self.rules.fields[*number].domain.clone();
                self.assume_in_domain(expr, &domain);
            }
            Kind::Param(number) => {
                let domain = self.rules.params[*number].domain.clone();
                self.assume_in_domain(expr, &domain);
            }
            Kind::Index(base, _) => {
                if let Some(Domain::Array { element, .. } | Domain::ListOf(element)) = self.declared(base) {
                    self.assume_in_domain(expr, &element);
                }
            }
            Kind::There(_) => {
                if let Some(domain) = self.declared(expr) {
                    self.assume_in_domain(expr, &domain);
                }
            }
            Kind::Dot(base, entry) => {
                if let Kind::Index(list, _) = &base.kind
                    && let Kind::Param(number) = list.kind
                    && let Domain::ListOf(element) = &self.rules.params[number].domain
                    && let Domain::Tuple(entries) = &**element
                {
                    let domain = entries[*entry].1.clone();
                    self.assume_in_domain(expr, &domain);
                } else if let Some(domain) = self.declared(expr) {
                    self.assume_in_domain(expr, &domain);
                }
            }
            Kind::Builtin(Builtin::Len, _) | Kind::Fold(FoldOp::Count, ..) => self.facts.push(this.clone()),
            Kind::Builtin(builtin @ (Builtin::Min | Builtin::Max), parts) => {
                let sign = if *builtin == Builtin::Min { -1 } else { 1 };
                let mut cases = Vec::new();
                for part in parts {
                    let part = self.linear(part);
                    let difference = this.minus(&part);
                    self.facts.push(Linear::default().plus(sign, &difference));
                    cases.push(vec![difference.clone(), Linear::default().plus(-1, &difference)]);
                }
                self.cases.push(cases);
            }
            Kind::Builtin(Builtin::Abs, parts) => {
                let part = self.linear(&parts[0]);
                let (same, negated) = (this.minus(&part), this.plus(1, &part));
                self.facts.extend([this.clone(), same.clone(), negated.clone()]);
                let equal = |form: &Linear| vec![form.clone(), Linear::default().plus(-1, form)];
                self.cases.push(vec![equal(&same), equal(&negated)]);
            }
            Kind::If(condition, yes, no) => {
                let (yes, no) = (this.minus(&self.linear(yes)), this.minus(&self.linear(no)));
                let mut when_yes = vec![yes.clone(), Linear::default().plus(-1, &yes)];
                let mut when_no = vec![no.clone(), Linear::default().plus(-1, &no)];
                when_yes.extend(self.consequences(condition, true));
                when_no.extend(self.consequences(condition, false));
                self.cases.push(vec![when_yes, when_no]);
            }
            Kind::Arith(ArithOp::Div, a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                match b.as_number() {
                    Some(divisor) if divisor > 0 => {
                        let product = Linear::default().plus(divisor, this);
                        self.facts.push(a.minus(&product));
                        self.facts.push(product.shifted(divisor - 1).minus(&a));
                    }
                    _ if self.entails(&b.shifted(-1)) && self.entails(&a) => {
                        self.facts.push(this.clone());
                        self.facts.push(a.minus(this));
                    }
                    _ => {}
                }
            }
            Kind::Arith(ArithOp::Mod, a, b) => {
                let (a_form, b_form) = (self.linear(a), self.linear(b));
                if self.entails(&b_form.shifted(-1)) {
                    self.facts.push(this.clone());
                    self.facts.push(b_form.shifted(-1).minus(this));
                    if self.entails(&a_form) {
                        self.facts.push(a_form.minus(this));
                    }
                    if let Some(divisor) = b_form.as_number() {
                        let quotient = Kind::Arith(ArithOp::Div, a.clone(), b.clone());
                        let quotient = Expr { kind: quotient, ty: Type::Int, span: expr.span };
                        let quotient = self.atom(&quotient);
                        let equal = a_form.plus(-divisor, &quotient).minus(this);
                        self.facts.push(Linear::default().plus(-1, &equal));
                        self.facts.push(equal);
                    }
                }
            }
            Kind::Arith(op @ (ArithOp::Xor | ArithOp::Mul), a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                if self.entails(&a) && self.entails(&b) {
                    self.facts.push(this.clone());
                    for (one, other) in [(&a, &b), (&b, &a)] {
                        if *op == ArithOp::Mul && self.entails(&one.shifted(-1)) {
                            self.facts.push(this.minus(other));
                        }
                    }
                }
            }
            Kind::Fold(op @ (FoldOp::Sum | FoldOp::Xor | FoldOp::Min | FoldOp::Max), binders, filter, body) => {
                // Every term is at least 0: so is the fold.
                let mut inner = self.clone();
                inner.cases.clear();
                let term = inner.enter(binders, filter.as_deref(), body);
                let term = inner.linear(&term);
                if *op != FoldOp::Count && inner.entails(&term) {
                    self.facts.push(this.clone());
                }
            }
            _ => {}
        }
    }

    /// Assumes what is said of the names that a set or a fold binds, and gives its body. The names become others than those
    /// of which something is known.
    fn enter(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Expr {
        let parts = binders.iter().map(|binder| binder.source.expr()).chain(filter).chain([body]);
        let fresh = parts.map(|part| 1 + highest_local(part)).fold(self.next_unknown, usize::max);
        self.next_unknown = fresh + binders.len();
        let mut names: Vec<(usize, Expr)> = Vec::new();
        let named = |part: &Expr, names: &[(usize, Expr)]| {
            names.iter().fold(part.clone(), |part, (local, value)| replace_local(&part, *local, value))
        };
        for (number, binder) in binders.iter().enumerate() {
            match &binder.source {
                Source::In(set) => {
                    let set = named(set, &names);
                    let local = Expr { kind: Kind::Local(fresh + number), ty: element(&set), span: binder.span };
                    self.assume_member(&local, &set);
                    names.push((binder.local, local));
                }
                Source::Is(value) => names.push((binder.local, named(value, &names))),
            }
        }
        if let Some(filter) = filter {
            self.assume(&named(filter, &names));
        }
        named(body, &names)
    }

    /// A number as a linear form; what is not linear becomes an atom with what is known of it.
    pub fn linear(&mut self, expr: &Expr) -> Linear {
        let form = self.sum_of_atoms(expr);
        if form.is_huge() { self.atom(expr) } else { form }
    }

    fn sum_of_atoms(&mut self, expr: &Expr) -> Linear {
        match &expr.kind {
            Kind::Int(number) => Linear::number(i128::from(*number)),
            Kind::Neg(inner) => Linear::default().minus(&self.linear(inner)),
            Kind::Arith(ArithOp::Add, a, b) => self.linear(a).plus(1, &self.linear(b)),
            Kind::Arith(ArithOp::Sub, a, b) => self.linear(a).minus(&self.linear(b)),
            Kind::Arith(ArithOp::Mul, a, b) => {
                let (left, right) = (self.linear(a), self.linear(b));
                match (left.as_number(), right.as_number()) {
                    (Some(factor), _) => Linear::default().plus(factor, &right),
                    (_, Some(factor)) => Linear::default().plus(factor, &left),
                    _ => self.atom(expr),
                }
            }
            Kind::Dot(base, entry) => match self.vector(base) {
                Some(entries) if *entry < entries.len() => entries[*entry].clone(),
                _ => self.atom(expr),
            },
            Kind::Builtin(Builtin::Min | Builtin::Max, parts) if parts.len() == 1 => self.linear(&parts[0]),
            Kind::Builtin(Builtin::Len, parts) => match &parts[0].kind {
                Kind::List(entries) => Linear::number(entries.len() as i128),
                _ => self.atom(expr),
            },
            _ => self.atom(expr),
        }
    }

    /// A tuple of numbers, entry by entry.
    pub fn vector(&mut self, expr: &Expr) -> Option<Vec<Linear>> {
        let Type::Tuple(entries) = &expr.ty else { return None };
        if !expr.ty.is_vector() {
            return None;
        }
        match &expr.kind {
            Kind::Tuple(parts) => Some(parts.iter().map(|part| self.linear(part)).collect()),
            Kind::Neg(inner) => Some(self.vector(inner)?.iter().map(|entry| Linear::default().minus(entry)).collect()),
            Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => {
                let sign = if *op == ArithOp::Add { 1 } else { -1 };
                let (a, b) = (self.vector(a)?, self.vector(b)?);
                Some(a.iter().zip(&b).map(|(a, b)| a.plus(sign, b)).collect())
            }
            Kind::Arith(ArithOp::Mul, factor, vector) => {
                let factor = self.linear(factor).as_number()?;
                Some(self.vector(vector)?.iter().map(|entry| Linear::default().plus(factor, entry)).collect())
            }
            _ => Some(
                (0..entries.len())
                    .map(|entry| {
                        let kind = Kind::Dot(Box::new(expr.clone()), entry);
                        self.atom(&Expr { kind, ty: Type::Int, span: expr.span })
                    })
                    .collect(),
            ),
        }
    }

    /// Whether `goal >= 0` follows from what is known.
    pub fn entails(&self, goal: &Linear) -> bool {
        if goal.terms.is_empty() {
            return goal.constant >= 0;
        }
        // Most goals were assumed word for word.
        if self.facts.iter().any(|fact| fact.constant <= goal.constant && fact.terms == goal.terms) {
            return true;
        }
        let mut system = self.facts.clone();
        system.push(Linear::default().minus(goal).shifted(-1));
        self.refuted(&mut system, 0)
    }

    /// Whether what is known contradicts itself: this point is never reached.
    pub fn is_impossible(&self) -> bool {
        self.refuted(&mut self.facts.clone(), 0)
    }

    fn refuted(&self, system: &mut Vec<Linear>, case: usize) -> bool {
        if is_impossible(system) {
            return true;
        }
        if case >= self.cases.len().min(MOST_CASES) {
            return false;
        }
        // The newest cases speak of the newest atoms, which the goal is about.
        let alternatives = &self.cases[self.cases.len() - 1 - case];
        alternatives.iter().all(|facts| {
            let length = system.len();
            system.extend(facts.iter().cloned());
            let refuted = self.refuted(system, case + 1);
            system.truncate(length);
            refuted
        })
    }

    /// Assumes that a form is at least 0.
    pub fn suppose(&mut self, form: Linear) {
        self.facts.push(form);
    }

    /// Assumes that two forms are equal.
    pub fn suppose_equal(&mut self, a: &Linear, b: &Linear) {
        self.facts.extend([a.minus(b), b.minus(a)]);
    }

    /// Assumes a condition.
    pub fn assume(&mut self, condition: &Expr) {
        self.note(condition, Known::True);
        match &condition.kind {
            Kind::And(a, b) => {
                self.assume(a);
                self.assume(b);
            }
            Kind::In(element, set) => self.assume_member(element, set),
            // An entry of a tuple that is written out: the others have values.
            Kind::Dot(base, entry) if matches!(&base.kind, Kind::Tuple(_)) => {
                let Kind::Tuple(parts) = &base.kind else { unreachable!("a tuple") };
                self.assume(&parts[*entry].clone());
                self.truths.push(condition.clone());
            }
            Kind::Or(a, b) => {
                let (a, b) = (self.consequences(a, true), self.consequences(b, true));
                if !a.is_empty() && !b.is_empty() {
                    self.cases.push(vec![a, b]);
                }
                self.truths.push(condition.clone());
            }
            Kind::Not(inner) => {
                if let Kind::Or(a, b) = &inner.kind {
                    for part in [a, b] {
                        self.assume(&part.clone().negated());
                    }
                }
                let facts = self.consequences(inner, false);
                self.facts.extend(facts);
                self.truths.push(condition.clone());
            }
            _ => {
                let facts = self.consequences(condition, true);
                self.facts.extend(facts);
                self.truths.push(condition.clone());
                for (element, _) in self.members.clone() {
                    self.instantiate(condition, &element);
                }
            }
        }
    }

    /// What `all(x in S: c)` says of an element, if it is known to lie in S.
    fn instantiate(&mut self, truth: &Expr, element: &Expr) {
        let Kind::Fold(FoldOp::All, binders, None, body) = &truth.kind else { return };
        let [binder] = binders.as_slice() else { return };
        let Source::In(set) = &binder.source else { return };
        let fits = !self.instantiates && set.ty.element() == Some(&element.ty);
        if fits && self.has_value(set) && self.is_member(element, set) {
            self.instantiates = true;
            self.assume(&replace_local(body, binder.local, element));
            self.instantiates = false;
        }
    }

    /// Whether a set is known to have a value: one without has no elements.
    fn has_value(&mut self, set: &Expr) -> bool {
        self.members.iter().any(|(_, known)| known == set) || self.is_total(set)
    }

    /// Linear facts that hold when a condition is `truth`.
    fn consequences(&mut self, condition: &Expr, truth: bool) -> Vec<Linear> {
        match &condition.kind {
            Kind::Compare(op, a, b) if a.ty == Type::Int && b.ty == Type::Int => {
                let (a, b) = (self.linear(a), self.linear(b));
                let difference = b.minus(&a);
                match (op, truth) {
                    (Comparison::Le, true) => vec![difference],
                    (Comparison::Lt, true) => vec![difference.shifted(-1)],
                    (Comparison::Le, false) => vec![a.minus(&b).shifted(-1)],
                    (Comparison::Lt, false) => vec![a.minus(&b)],
                    (Comparison::Eq, true) | (Comparison::Ne, false) => vec![difference, a.minus(&b)],
                    // What differs and is not larger is smaller.
                    (Comparison::Eq, false) | (Comparison::Ne, true) => {
                        let (less, more) = (difference, a.minus(&b));
                        let strictly = [(&less, &more), (&more, &less)].into_iter();
                        strictly.filter(|(form, _)| self.entails(form)).map(|(form, _)| form.shifted(-1)).collect()
                    }
                }
            }
            Kind::And(a, b) if truth => {
                let mut facts = self.consequences(a, true);
                facts.extend(self.consequences(b, true));
                facts
            }
            Kind::Or(a, b) if !truth => {
                let mut facts = self.consequences(a, false);
                facts.extend(self.consequences(b, false));
                facts
            }
            Kind::Not(inner) => self.consequences(inner, !truth),
            _ => Vec::new(),
        }
    }

    /// Whether a condition is known to hold, by arithmetic or because it was assumed word for word.
    pub fn holds(&mut self, condition: &Expr) -> bool {
        if self.truths.contains(condition) {
            return true;
        }
        match &condition.kind {
            Kind::Bool(value) => *value,
            Kind::And(a, b) => self.holds(a) && self.holds(b),
            Kind::Or(a, b) => self.holds(a) || self.holds(b),
            _ if !self.is_total(condition) => false,
            Kind::In(element, set) => self.is_member(element, set),
            Kind::Compare(Comparison::Ne, a, b) if a.ty == Type::Int && b.ty == Type::Int => {
                let (a, b) = (self.linear(a), self.linear(b));
                self.entails(&a.minus(&b).shifted(-1)) || self.entails(&b.minus(&a).shifted(-1))
            }
            Kind::Compare(Comparison::Eq, a, b) if a == b => true,
            Kind::Compare(..) => self.entails_all(condition),
            // Each part has to be shown: what is no inequality is no consequence.
            Kind::Not(inner) => match &inner.kind {
                Kind::Or(a, b) => self.holds(&a.clone().negated()) && self.holds(&b.clone().negated()),
                Kind::And(a, b) => self.holds(&a.clone().negated()) || self.holds(&b.clone().negated()),
                Kind::Not(inner) => self.holds(inner),
                Kind::Compare(..) => self.entails_all(condition),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a comparison, or that it fails, follows from what is known.
    fn entails_all(&mut self, comparison: &Expr) -> bool {
        let goals = self.consequences(comparison, true);
        !goals.is_empty() && goals.iter().all(|goal| self.entails(goal))
    }

    /// Upper bounds of a number over parameters alone, one per way the cases can fall out; `None` if some case has none.
    pub fn fixed_upper_bounds(&mut self, value: &Expr) -> Option<Vec<Expr>> {
        let goal = self.linear(value);
        let target = self.atoms.len();
        self.atoms.push(Expr { kind: Kind::Broken, ty: Type::Int, span: value.span });
        let mut system = self.facts.clone();
        system.push(goal.minus(&Linear::atom(target)));
        system.push(Linear::atom(target).minus(&goal));
        let fixed: Vec<bool> = self
            .atoms
            .iter()
            .map(|atom| {
                !atom.any(&|part| matches!(part.kind, Kind::Field(_) | Kind::Local(_) | Kind::Who(_) | Kind::Broken))
            })
            .collect();
        let mut bounds = Vec::new();
        self.bounds_in_cases(&mut system, 0, target, &fixed, &mut bounds).then_some(bounds)
    }

    fn bounds_in_cases(
        &self,
        system: &mut Vec<Linear>,
        case: usize,
        target: Atom,
        fixed: &[bool],
        bounds: &mut Vec<Expr>,
    ) -> bool {
        let Some(projected) = project(system, |atom| atom == target || fixed[atom]) else { return true };
        let upper = projected.iter().find(|one| one.terms.get(&target) == Some(&-1));
        if let Some(upper) = upper {
            let mut rest = upper.clone();
            rest.terms.remove(&target);
            bounds.push(self.as_expr(&rest));
            return true;
        }
        if case >= self.cases.len().min(MOST_CASES) {
            return false;
        }
        let alternatives = &self.cases[self.cases.len() - 1 - case];
        alternatives.iter().all(|facts| {
            let length = system.len();
            system.extend(facts.iter().cloned());
            let bounded = self.bounds_in_cases(system, case + 1, target, fixed, bounds);
            system.truncate(length);
            bounded
        })
    }

    fn as_expr(&self, form: &Linear) -> Expr {
        let span = self.rules.span;
        let number = |value: i128| Expr { kind: Kind::Int(value as i64), ty: Type::Int, span };
        let mut sum = number(form.constant);
        for (&atom, &factor) in &form.terms {
            let product = Kind::Arith(ArithOp::Mul, Box::new(number(factor)), Box::new(self.atoms[atom].clone()));
            let product = Expr { kind: product, ty: Type::Int, span };
            sum = Expr { kind: Kind::Arith(ArithOp::Add, Box::new(sum), Box::new(product)), ty: Type::Int, span };
        }
        sum
    }

    /// Notes the reads and divisions that must have a value if an expression is known to be true, false, or to have a value.
    fn note(&mut self, expr: &Expr, known: Known) {
        let mut needed = Vec::new();
        defined_with(expr, known, &mut needed);
        for read in needed {
            if self.defined.contains(read) {
                continue;
            }
            self.defined.push(read.clone());
            // What was read lies on the board.
            if let Kind::Index(base, index) = &read.kind
                && let Some(Domain::Array { index: set, .. }) = self.declared(base)
            {
                self.assume_member(index, &set);
            }
        }
    }

    fn note_defined(&mut self, expr: &Expr) {
        self.note(expr, Known::Value);
    }

    /// Notes that a bound value has been evaluated.
    pub fn was_evaluated(&mut self, expr: &Expr) {
        self.note_defined(expr);
    }

    /// Whether a read or division is known to be defined because a condition contains it.
    pub fn is_defined(&self, expr: &Expr) -> bool {
        self.defined.contains(expr)
    }

    /// Reads of an array field, before the move, that have been reasoned about.
    pub fn reads_of(&self, field: usize) -> Vec<Expr> {
        let is_read = |atom: &&Expr| matches!(&atom.kind, Kind::Index(base, _) if base.kind == Kind::Field(field));
        self.atoms.iter().filter(is_read).cloned().collect()
    }
}

/// What is known of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    True,
    False,
    Value,
}

/// Adds the reads and divisions that must have a value for an expression to be what is known of it. Where one of two
/// conditions may decide alone, those that both need.
fn defined_with<'e>(expr: &'e Expr, known: Known, into: &mut Vec<&'e Expr>) {
    match (&expr.kind, known) {
        (Kind::And(a, b), Known::True) | (Kind::Or(a, b), Known::False) => {
            defined_with(a, known, into);
            defined_with(b, known, into);
        }
        (Kind::And(a, b) | Kind::Or(a, b), _) => {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            defined_with(a, known, &mut left);
            defined_with(b, known, &mut right);
            into.extend(left.into_iter().filter(|read| right.contains(read)));
        }
        (Kind::Not(inner), _) => {
            let known = match known {
                Known::True => Known::False,
                Known::False => Known::True,
                Known::Value => Known::Value,
            };
            defined_with(inner, known, into);
        }
        (Kind::If(condition, _, _), _) => defined_with(condition, Known::Value, into),
        (Kind::Fold(FoldOp::Min | FoldOp::Max, ..), _) => into.push(expr),
        (Kind::Fold(..) | Kind::Build(..), _) => {}
        _ => {
            if let Kind::Index(..)
            | Kind::There(_)
            | Kind::Arith(ArithOp::Div | ArithOp::Mod, ..)
            | Kind::Builtin(Builtin::Next | Builtin::Before, _) = &expr.kind
            {
                into.push(expr);
            }
            expr.parts(&mut |part| defined_with(part, Known::Value, into));
        }
    }
}

fn element(set: &Expr) -> Type {
    set.ty.element().cloned().unwrap_or(Type::Any)
}

/// The expression with one local replaced. What the value names stays what it was outside: names that the expression binds
/// give way.
pub fn replace_local(expr: &Expr, slot: usize, value: &Expr) -> Expr {
    match &expr.kind {
        Kind::Local(found) if *found == slot => Expr { span: expr.span, ..value.clone() },
        Kind::Build(..) | Kind::Fold(..) => {
            let is_named = |local: usize| local == slot || value.any(&|part| part.kind == Kind::Local(local));
            let renamed = renamed(expr, &is_named, 1 + highest_local(expr).max(highest_local(value)).max(slot));
            renamed.map_parts(&mut |part| replace_local(part, slot, value))
        }
        _ => expr.map_parts(&mut |part| replace_local(part, slot, value)),
    }
}

/// A set or a fold whose own names of a kind are others, from `fresh` on.
fn renamed(expr: &Expr, is_named: &dyn Fn(usize) -> bool, fresh: usize) -> Expr {
    let mut expr = expr.clone();
    let (Kind::Build(binders, filter, body) | Kind::Fold(_, binders, filter, body)) = &mut expr.kind else {
        return expr;
    };
    for number in 0..binders.len() {
        let old = binders[number].local;
        if !is_named(old) {
            continue;
        }
        let new = fresh + number;
        let ty = match &binders[number].source {
            Source::In(set) => element(set),
            Source::Is(value) => value.ty.clone(),
        };
        let name = Expr { kind: Kind::Local(new), ty, span: binders[number].span };
        binders[number].local = new;
        for later in &mut binders[number + 1..] {
            match &mut later.source {
                Source::In(part) | Source::Is(part) => *part = replace_local(part, old, &name),
            }
        }
        for part in filter.iter_mut().chain([&mut *body]) {
            **part = replace_local(part, old, &name);
        }
    }
    expr
}

fn highest_local(expr: &Expr) -> usize {
    let mut highest = 0;
    expr.each(&mut |part| match &part.kind {
        Kind::Local(slot) => highest = highest.max(*slot),
        Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) => {
            highest = binders.iter().map(|binder| binder.local).fold(highest, usize::max);
        }
        _ => {}
    });
    highest
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, Facts, read};

    fn ends(text: &str) -> bool {
        let reading = read(text);
        assert!(!reading.diagnostics.iter().any(Diagnostic::is_error), "{text}: {:?}", reading.diagnostics);
        Facts::of(&reading.module.games[0]).acyclic.is_proved()
    }

    /// `d` of the set and `b` of the move have the same number, each where it is bound.
    #[test]
    fn names_of_sets_are_not_those_of_moves() {
        for text in [
            "  param S: set of {c in 0..9 if all(d in 1..3: c != d)} = {5}\n  state n: 0..1 = 0\n  move m(k in 1..1, b in S, to in 0..1): n = to\n",
            "  state s: set of {c in 0..9 if all(d in 1..3: c != d)} = all, n: 0..9 = 0\n  move m(k in 1..3, b in s): n = (n + 1) % 10\n",
            "  state n: 0..9 = 0, s: set of 0..9 = all\n  def apart(c) = all(d in s: d != c)\n  move m(b in s) if all(c in s: c == b or all(d in s: d != b or c == d)): n = (n + b) % 10\n",
        ] {
            assert!(!ends(&format!("game A\n{text}")), "{text}");
        }
    }

    /// A body reads what was written before it; what it was before that is not written into it again.
    #[test]
    fn terms_of_a_sum_are_read_once() {
        let head = "game A\n  state n: 0..10 = 0, m: 0..100 = 1\n";
        for text in [
            "  move t if m > 0:\n    m = max(0, min(100, m - 1 - sum(i in 0..0: n - 3)))\n    n = 10\n  move u if m > 0 and n == 10:\n    m -= 1\n    n = 0\n",
            "  move t if m > 0:\n    n = 10\n    m = max(0, min(100, m - 1 - sum(i in 0..0: n - 13)))\n",
        ] {
            assert!(!ends(&format!("{head}{text}")), "{text}");
        }
        let falls = "  move t if m > 0:\n    n = 10\n    m = max(0, min(100, m - 1 - sum(i in 0..0, j = n: j - 3)))\n";
        assert!(ends(&format!("{head}{falls}")));
    }

    /// A set that is undefined has no elements, whatever is written in it.
    #[test]
    fn sets_without_a_value_have_no_elements() {
        for text in [
            "  state s: set of 0..2 = all, z: 0..3 = 0\n  move m(c in s): s -= {d in {5 // z} + {c} if d == c}\n",
            "  state n: 0..9 = 5, z: 0..3 = 0\n  move m(c in 0..2) if all(x in {5 // z} + {c}: x > 5): n = (n + 1) % 10\n",
        ] {
            assert!(!ends(&format!("game A\n{text}")), "{text}");
        }
    }

    #[test]
    fn numbers_beyond_what_is_reckoned_with_are_left_alone() {
        let text = "  state n: 0..9 = 5\n  move m if n > 0 and n * 4611686018427387904 * 4611686018427387904 * 16 <= 0: n -= 1\n  move u if n > 0 and n + 4611686018427387904 * 4611686018427387904 * 4611686018427387904 * 4611686018427387904 > 9: n -= 1\n";
        assert!(ends(&format!("game A\n{text}")));
    }

    /// After a write nothing is known of the cells of an array: not even that they are alike.
    #[test]
    fn unknown_cells_are_not_one_value() {
        let text = "  state a: (0..1)[2] = [0, 1], n: 0..9 = 5\n  move m(j in 0..1) if n > 0:\n    a[j] = j\n    let s = {i in 0..1 if a[i] == i}\n    if 0 in s and 1 in s: a[j] = j\n    else: n -= 1\n";
        assert!(!ends(&format!("game A\n{text}")));
    }

    #[test]
    fn what_a_value_names_is_not_caught() {
        let text = "game A\n  state s: set of 0..9 = all, n: nat = 0\n  move m(b in s) if all(c in s: all(d in s: c <= d + 9)): n += b\n";
        let module = read(text).module;
        let guard = module.games[0].moves[0].guard.clone().expect("a guard");
        let super::Kind::Fold(_, binders, _, body) = &guard.kind else { panic!("a fold") };
        let super::Kind::Fold(_, inner, _, _) = &body.kind else { panic!("a fold") };
        let of = |slot| super::Expr { kind: super::Kind::Local(slot), ty: super::Type::Int, span: guard.span };
        let replaced = super::replace_local(body, binders[0].local, &of(inner[0].local));
        let super::Kind::Fold(_, renamed, _, under) = &replaced.kind else { panic!("a fold") };
        assert_ne!(renamed[0].local, inner[0].local, "it gave way");
        assert!(
            under.any(&|part| part.kind == of(inner[0].local).kind)
                && under.any(&|part| part.kind == of(renamed[0].local).kind)
        );
    }
}
