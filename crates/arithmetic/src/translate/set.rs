//! Sets of the rule language before the fields are known: membership, writing out, and the choices of a binder.

use super::NotDefinable;
use super::expr::{Eval, Scope, Stop, defined, refuse};
use super::term::*;
use super::value::{Choice, Moment, Number, Set, Sym, Truth};
use crate::{Formula, Relation, Term, Var};
use grundy_rule::{Binder, Expr, Kind, SetOp, Source, Span};
use grundy_run::Value;

/// Ranges up to this long are written out.
const WRITTEN_OUT: i64 = 64;
/// At most this many elements of one set.
const MOST_ITEMS: usize = 4096;

/// Told of each assignment: when it is one, and the variables it was made of.
type Visit<'v, 's> = dyn FnMut(&mut Scope<'s>, Formula, Vec<Var>) -> Eval<()> + 'v;

impl<'s> Scope<'s> {
    /// A set, or a list: that may hold an element twice, and a binder over it then has it twice.
    pub fn set(&mut self, expr: &Expr) -> Eval<Set> {
        match self.eval(expr)? {
            Sym::Set(set) => Ok(set),
            Sym::Known(Value::List(items)) => {
                Ok(Set::Items(items.iter().map(|one| (yes(), Sym::known(one.clone()))).collect()))
            }
            _ => refuse(expr.span, "a set that is neither a range nor written out"),
        }
    }

    /// Whether an element is in a set.
    pub fn member(&mut self, element: &Sym, set: &Set, span: Span) -> Eval<Truth> {
        match (set, element) {
            (Set::Range(low, high, defined), Sym::Number(number)) => {
                let above = compare(low.clone(), Relation::LessOrEqual, number.term.clone());
                let below = compare(number.term.clone(), Relation::LessOrEqual, high.clone());
                Ok(Truth::within(all([above, below]), all([defined.clone(), number.defined.clone()])))
            }
            (Set::Grid(rows, columns), Sym::Vector(terms, defined)) if terms.len() == 2 => {
                let inside = |term: &Term, size: &Term| {
                    let above = if term.is_natural() {
                        yes()
                    } else {
                        compare(Term::Constant(0), Relation::LessOrEqual, term.clone())
                    };
                    all([above, compare(term.clone(), Relation::Less, size.clone())])
                };
                Ok(Truth::within(all([inside(&terms[0], rows), inside(&terms[1], columns)]), defined.clone()))
            }
            (Set::Items(items), element) => {
                // What is undefined is not an element.
                let mut found = Vec::new();
                for (when, item) in items {
                    found.push(all([when.clone(), self.equal(element, item, span)?.holds]));
                }
                Ok(Truth::within(any(found), defined(element)))
            }
            (Set::Filtered(source, local, filter, moment), element) => {
                let inside = self.member(element, source, span)?;
                let Some(filter) = filter else { return Ok(inside) };
                let passes = self.passes(filter, *local, element.clone(), moment)?;
                Ok(Truth::within(all([inside.holds, passes]), inside.defined))
            }
            _ => refuse(span, "membership of what is not a number or cell"),
        }
    }

    pub fn set_op(&mut self, op: SetOp, left: &Expr, right: &Expr, span: Span) -> Eval<Set> {
        let (a, b) = (self.set(left)?, self.set(right)?);
        if [&a, &b].iter().any(|set| settled(&set.defined()) != Some(true)) {
            return refuse(span, "a set that may be undefined");
        }
        let (a, b) = (self.items(a, span)?, self.items(b, span)?);
        let other = Set::Items(b.clone());
        let mut kept = Vec::new();
        for (when, item) in a {
            let inside = self.member(&item, &other, span)?.holds;
            let when = match op {
                SetOp::Union => when,
                SetOp::Minus => all([when, not(inside)]),
                SetOp::Meet => all([when, inside]),
            };
            kept.push((when, item));
        }
        if op == SetOp::Union {
            kept.extend(b);
        }
        kept.retain(|(when, _)| settled(when) != Some(false));
        Ok(Set::Items(self.distinct(kept, span)?))
    }

    /// The same set, each element counted once: an item is there only where no earlier one is the same.
    pub fn distinct(&mut self, items: Vec<(Formula, Sym)>, span: Span) -> Eval<Vec<(Formula, Sym)>> {
        let mut kept: Vec<(Formula, Sym)> = Vec::new();
        if items.len() > MOST_ITEMS {
            return refuse(span, "a set of too many elements");
        }
        for (when, item) in items {
            let mut conditions = vec![when];
            for (earlier, other) in &kept {
                let same = self.equal(&item, other, span)?.holds;
                conditions.push(not(all([earlier.clone(), same])));
            }
            let when = all(conditions);
            if settled(&when) != Some(false) {
                kept.push((when, item));
            }
        }
        Ok(kept)
    }

    /// A set written out.
    fn items(&mut self, set: Set, span: Span) -> Eval<Vec<(Formula, Sym)>> {
        let mut items = Vec::new();
        for choice in self.choices(set, span)? {
            if !choice.fresh.is_empty() {
                return refuse(span, "a set that depends on the fields");
            }
            items.push((choice.when, choice.value));
        }
        Ok(items)
    }

    /// Every way to choose an element of a set: short sets written out, long ranges as a new variable.
    pub fn choices(&mut self, set: Set, span: Span) -> Eval<Vec<Choice>> {
        let known = |value: Sym, when: Formula| Choice { value, when, fresh: Vec::new() };
        match set {
            Set::Range(low, high, defined) => {
                if let (Some(low), Some(high)) = (constant(&low), constant(&high))
                    && high.saturating_sub(low) < WRITTEN_OUT
                {
                    return Ok((low..=high).map(|n| known(Sym::known(Value::Int(n)), defined.clone())).collect());
                }
                let var = self.fresh();
                let bounds = |term: &Term| {
                    all([
                        compare(low.clone(), Relation::LessOrEqual, term.clone()),
                        compare(term.clone(), Relation::LessOrEqual, high.clone()),
                        defined.clone(),
                    ])
                };
                let term = if low.is_natural() {
                    Term::Var(var)
                } else {
                    let shifted = plus(low.clone(), Term::Var(var));
                    shifted.ok_or(Stop::No(NotDefinable { span, reason: "a number beyond 64 bits".to_string() }))?
                };
                let when = bounds(&term);
                Ok(vec![Choice { value: Sym::Number(Number::of(term)), when, fresh: vec![var] }])
            }
            Set::Grid(rows, columns) => {
                if let (Some(rows), Some(columns)) = (constant(&rows), constant(&columns))
                    && rows.saturating_mul(columns) <= WRITTEN_OUT
                {
                    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                    return Ok(cells.map(|(r, c)| known(Sym::known(Value::pair(r, c)), yes())).collect());
                }
                let (row, column) = (self.fresh(), self.fresh());
                let value = Sym::Vector(vec![Term::Var(row), Term::Var(column)], yes());
                let when = self.member(&value, &Set::Grid(rows, columns), span)?.holds;
                Ok(vec![Choice { value, when, fresh: vec![row, column] }])
            }
            Set::Items(items) if items.len() <= MOST_ITEMS => {
                Ok(items.into_iter().map(|(when, value)| known(value, when)).collect())
            }
            Set::Items(_) => refuse(span, "a set of too many elements"),
            Set::Filtered(source, local, filter, moment) => {
                let mut kept = Vec::new();
                for mut choice in self.choices(*source, span)? {
                    if let Some(filter) = &filter {
                        let passes = self.passes(filter, local, choice.value.clone(), &moment)?;
                        choice.when = all([choice.when, passes]);
                    }
                    if settled(&choice.when) != Some(false) {
                        kept.push(choice);
                    }
                }
                Ok(kept)
            }
        }
    }

    /// Where an element passes the filter of a set that was met at that moment.
    fn passes(&mut self, filter: &Expr, local: usize, element: Sym, moment: &Moment) -> Eval<Formula> {
        let locals = std::mem::replace(&mut self.locals, moment.locals.clone());
        let state = std::mem::replace(&mut self.state, moment.state.clone());
        self.bind(local, element);
        let passes = self.truth(filter);
        (self.locals, self.state) = (locals, state);
        Ok(passes?.holds)
    }

    pub fn build(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr, span: Span) -> Eval<Set> {
        if let [Binder { local, source: Source::In(set), .. }] = binders
            && body.kind == Kind::Local(*local)
        {
            let source = match self.set(set)? {
                Set::Items(items) => Set::Items(self.distinct(items, span)?),
                source => source,
            };
            let moment = Moment { state: self.state.clone(), locals: self.locals.clone() };
            return Ok(Set::Filtered(Box::new(source), *local, filter.cloned(), moment));
        }
        let mut items = Vec::new();
        self.instances(binders, filter, yes(), Vec::new(), &mut |scope, when, fresh| {
            if !fresh.is_empty() {
                return refuse(span, "a set that depends on the fields");
            }
            let value = scope.eval(body)?;
            items.push((all([when, defined(&value)]), value));
            Ok(())
        })?;
        Ok(Set::Items(self.distinct(items, span)?))
    }

    /// Calls `visit` for every assignment of the binders, with when it is one and the variables it was made of.
    pub fn instances(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        when: Formula,
        fresh: Vec<Var>,
        visit: &mut Visit<'_, 's>,
    ) -> Eval<()> {
        let Some((binder, rest)) = binders.split_first() else {
            let when = match filter {
                Some(filter) => all([when, self.truth(filter)?.holds]),
                None => when,
            };
            return if settled(&when) == Some(false) { Ok(()) } else { visit(self, when, fresh) };
        };
        match &binder.source {
            Source::Is(value) => {
                let value = self.eval(value)?;
                let when = all([when, defined(&value)]);
                self.bind(binder.local, value);
                self.instances(rest, filter, when, fresh, visit)
            }
            Source::In(set) => {
                let set = self.set(set)?;
                for choice in self.choices(set, binder.span)? {
                    let when = all([when.clone(), choice.when]);
                    if settled(&when) == Some(false) {
                        continue;
                    }
                    self.bind(binder.local, choice.value);
                    let fresh = [&fresh[..], &choice.fresh[..]].concat();
                    self.instances(rest, filter, when, fresh, visit)?;
                }
                Ok(())
            }
        }
    }
}
