//! What follows from a guard: linear inequalities and memberships that hold where a body runs. Everything here is
//! conservative: what is not shown is not known.

mod atoms;
mod chosen;
mod membership;
mod now;
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
        if self.instantiates || set.ty.element() != Some(&element.ty) || !self.is_member(element, set) {
            return;
        }
        // Whether the set has a value may rest on other elements of other sets, of which no truth is applied either.
        self.instantiates = true;
        if self.has_value(set) {
            self.assume(&replace_local(body, binder.local, element));
        }
        self.instantiates = false;
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
mod tests;
