//! Sets: walked, asked for members, or made.

use super::condition::Truth;
use super::scope::Scope;
use super::{Ex, Res, Translator, refuse};
use crate::program::{E, Function, Memory, Op, S, Ty};
use grundy_rule::{Builtin, Expr, Kind, Type};
use grundy_run::{Universe, Value};

impl Translator<'_> {
    /// A loop over a set; `body` is translated with the element bound.
    pub(super) fn each(
        &mut self,
        set: &Expr,
        slot: usize,
        wish: &str,
        scope: &mut Scope,
        body: &mut dyn FnMut(&mut Self, &mut Scope) -> Res<Vec<S>>,
    ) -> Res<Vec<S>> {
        if let Kind::Range(low, high) = &set.kind {
            let known = (super::expr::limits(low, 0, scope), super::expr::limits(high, 0, scope));
            let limits = match known {
                (Some((low, _)), Some((_, high))) => vec![(low, high)],
                _ => Vec::new(),
            };
            let (low, high) = (self.int(low, scope)?, self.int(high, scope)?);
            let name = self.bind(slot, wish, Ty::Int, limits, scope);
            let inner = body(self, scope)?;
            return Ok(S::when(E::all([low.def, high.def]), vec![S::Range(name, low.e, high.e, inner)]));
        }
        if let Some(list) = self.open_list(set, scope) {
            let name = self.bind(slot, wish, Ty::Int, Vec::new(), scope);
            let block = body(self, scope)?;
            return Ok(vec![S::Each(name, Ty::Int, list, block)]);
        }
        if let Kind::Field(number) = set.kind {
            let mask = E::var(scope.fields[number].clone());
            return self.each_bit(&mask, number, slot, wish, scope, body);
        }
        if let Some(value @ (Value::Set(_) | Value::List(_))) = self.fixed(set) {
            if value.elements().is_some_and(<[Value]>::is_empty) {
                return Ok(Vec::new());
            }
            if let Value::Set(elements) = &value
                && let Universe::Range { low, high } = Universe::of(elements.clone())
            {
                let name = self.bind(slot, wish, Ty::Int, vec![(low, high)], scope);
                return Ok(vec![S::Range(name, E::Int(low), E::Int(high), body(self, scope)?)]);
            }
            let (table, ty) = self.table(&value, set.span)?;
            let Ty::List(inner) = ty else { return refuse(set.span, "a set of other things than numbers") };
            if set.ty.element() == Some(&Type::Bool) {
                let entry = self.bind(usize::MAX - slot, "i", (*inner).clone(), Vec::new(), scope);
                let name = self.bind(slot, wish, Ty::Bool, Vec::new(), scope);
                let truth = E::bin(Op::Eq, E::var(entry.clone()), E::Int(1));
                let mut block = vec![S::Let(name, Ty::Bool, truth)];
                block.extend(body(self, scope)?);
                return Ok(vec![S::Each(entry, *inner, table, block)]);
            }
            let limits = box_of(value.elements().unwrap_or(&[]).iter());
            let name = self.bind(slot, wish, (*inner).clone(), limits, scope);
            let block = body(self, scope)?;
            return Ok(vec![S::Each(name, *inner, table, block)]);
        }
        let mut limits = Vec::new();
        let (def, walked, inner) = match &set.kind {
            Kind::Builtin(Builtin::Next, parts) => {
                let Some(graph @ Value::Graph(_)) = self.fixed(&parts[0]) else {
                    return refuse(set.span, "a digraph that is not fixed");
                };
                let (table, _) = self.table(&graph, set.span)?;
                let vertex = self.int(&parts[1], scope)?;
                let low = E::bin(Op::Le, E::Int(0), vertex.e.clone());
                let high = E::bin(Op::Lt, vertex.e.clone(), E::Len(Box::new(table.clone())));
                (E::all([vertex.def, scope.needed(E::all([low, high]))]), table.at(vertex.e), Ty::Int)
            }
            Kind::Local(number) => {
                let Some(bound) = scope.locals.get(number).cloned() else {
                    return refuse(set.span, "a name bound elsewhere");
                };
                let (Ty::List(inner) | Ty::Set(inner)) = bound.ty else {
                    return refuse(set.span, "this is no set of numbers");
                };
                limits = bound.limits;
                (E::Bool(true), E::var(bound.name), *inner)
            }
            _ => {
                let made = self.set_value(set, scope)?;
                let Some(element) = set.ty.element() else { return refuse(set.span, "this is no set") };
                (made.def, made.e, self.ty(element, set.span)?)
            }
        };
        let name = self.bind(slot, wish, inner.clone(), limits, scope);
        let block = body(self, scope)?;
        Ok(S::when(def, vec![S::Each(name, inner, walked, block)]))
    }

    fn each_bit(
        &mut self,
        mask: &E,
        field: usize,
        slot: usize,
        wish: &str,
        scope: &mut Scope,
        body: &mut dyn FnMut(&mut Self, &mut Scope) -> Res<Vec<S>>,
    ) -> Res<Vec<S>> {
        let Some(universe) = self.game.universe(field).cloned() else {
            return refuse(self.rules.fields[field].span, "a field that is no set");
        };
        let elements: Vec<Value> = universe.elements().collect();
        let limits = if self.has_open_size(field) { Vec::new() } else { box_of(elements.iter()) };
        if matches!(*universe, Universe::Range { low: 0, .. }) {
            let name = self.bind(slot, wish, Ty::Int, limits, scope);
            let block = body(self, scope)?;
            return Ok(vec![S::EachBit(name, mask.clone(), block)]);
        }
        let index = self.bind(usize::MAX - slot, "i", Ty::Int, Vec::new(), scope);
        let (ty, element) = match &*universe {
            Universe::Range { low, .. } => (Ty::Int, E::bin(Op::Add, E::var(index.clone()), E::Int(*low))),
            _ => {
                let (table, ty) = self.table(&Value::Set(elements.into()), grundy_rule::Span::default())?;
                let Ty::List(inner) = ty else { unreachable!("tables are lists") };
                (*inner, table.at(E::var(index.clone())))
            }
        };
        let name = self.bind(slot, wish, ty.clone(), limits, scope);
        let mut block = vec![S::Let(name, ty, element)];
        block.extend(body(self, scope)?);
        Ok(vec![S::EachBit(index, mask.clone(), block)])
    }

    /// Whether an element belongs to a set.
    pub(super) fn member(&mut self, element: &Expr, set: &Expr, scope: &Scope) -> Res<Truth> {
        let truth =
            |ex: Ex| Truth { yes: E::all([ex.def.clone(), ex.e.clone()]), no: E::all([ex.def, ex.e.negated()]) };
        if let Kind::Range(low, high) = &set.kind {
            let x = self.value(element, scope)?;
            let (low, high) = (self.int(low, scope)?, self.int(high, scope)?);
            let inside = E::all([E::bin(Op::Le, low.e, x.e.clone()), E::bin(Op::Le, x.e.clone(), high.e)]);
            let inside = E::all([some(element, &x.e), inside]);
            return Ok(truth(Ex { def: E::all([x.def, low.def, high.def]), e: inside }));
        }
        if let Some(list) = self.open_list(set, scope) {
            let x = self.value(element, scope)?;
            return Ok(truth(Ex { def: x.def, e: E::Contains(Box::new(list), Box::new(x.e)) }));
        }
        if let Kind::Field(number) = set.kind {
            let place = self.field_place(number, element, scope)?;
            let has = E::Has(Box::new(E::var(scope.fields[number].clone())), Box::new(place.e));
            return Ok(truth(Ex { def: place.def, e: has }));
        }
        if let Some(Value::Set(elements)) = self.fixed(set) {
            if elements.is_empty() {
                let x = self.value(element, scope)?;
                return Ok(truth(Ex { def: x.def, e: E::Bool(false) }));
            }
            let universe = Universe::of(elements.clone());
            if !matches!(universe, Universe::Listed(_)) {
                let (inside, _) = self.rank(&universe, element, scope)?;
                let x = self.value(element, scope)?;
                let inside = if x.def == E::Bool(true) { inside } else { E::all([x.def.clone(), inside]) };
                let inside = E::all([some(element, &x.e), inside]);
                return Ok(truth(Ex { def: x.def, e: inside }));
            }
            let x = self.value(element, scope)?;
            let (table, _) = self.table(&Value::Set(elements), set.span)?;
            return Ok(truth(Ex { def: x.def, e: E::Contains(Box::new(table), Box::new(as_entry(element, x.e))) }));
        }
        if let Some(list @ Value::List(_)) = self.fixed(set) {
            let x = self.value(element, scope)?;
            let (table, _) = self.table(&list, set.span)?;
            return Ok(truth(Ex { def: x.def, e: E::Contains(Box::new(table), Box::new(as_entry(element, x.e))) }));
        }
        match &set.kind {
            Kind::SetOp(op, a, b) => {
                let (a, b) = (self.member(element, a, scope)?, self.member(element, b, scope)?);
                let total = a.yes.clone().negated() == a.no && b.yes.clone().negated() == b.no;
                if total {
                    let yes = match Self::set_word(*op) {
                        Op::Union => E::bin(Op::Or, a.yes, b.yes),
                        Op::Minus => E::bin(Op::And, a.yes, b.no),
                        _ => E::bin(Op::And, a.yes, b.yes),
                    };
                    return Ok(Truth { no: yes.clone().negated(), yes });
                }
            }
            Kind::Set(parts) => {
                let x = self.value(element, scope)?;
                let mut def = x.def;
                let mut any = E::Bool(false);
                for part in parts {
                    let part = self.value(part, scope)?;
                    def = E::all([def, part.def]);
                    any = E::bin(Op::Or, any, E::bin(Op::Eq, x.e.clone(), part.e));
                }
                return Ok(truth(Ex { def, e: any }));
            }
            _ => {}
        }
        let x = self.value(element, scope)?;
        let set = match set.kind {
            Kind::Local(_) => self.value(set, scope)?,
            _ => self.set_value(set, scope)?,
        };
        Ok(truth(Ex { def: E::all([x.def, set.def]), e: E::Contains(Box::new(set.e), Box::new(x.e)) }))
    }

    /// A set as a value of its own.
    pub(super) fn set_value(&mut self, set: &Expr, scope: &Scope) -> Res<Ex> {
        let Some(element) = set.ty.element() else { return refuse(set.span, "this is no set") };
        let inner = self.ty(element, set.span)?;
        if let Some(value @ Value::Set(_)) = self.fixed(set) {
            if value.elements().is_some_and(<[Value]>::is_empty) {
                return Ok(Ex::total(E::SetOf(inner, Vec::new())));
            }
            let (table, _) = self.table(&value, set.span)?;
            return Ok(Ex::total(E::ToSet(Box::new(table))));
        }
        if let Some(list) = self.open_list(set, scope) {
            return Ok(Ex::total(E::ToSet(Box::new(list))));
        }
        if matches!(set.ty.element(), Some(Type::Set(_))) {
            return refuse(set.span, "a set of sets that changes");
        }
        Ok(match &set.kind {
            Kind::Field(number) => {
                let number = *number;
                let name = match self.elements.get(&number) {
                    Some(name) => name.clone(),
                    None => self.make_elements(number, set, inner)?,
                };
                Ex::total(E::Call(name, vec![E::var(scope.fields[number].clone())]))
            }
            Kind::Local(slot) => match scope.locals.get(slot) {
                Some(bound) if matches!(bound.ty, Ty::List(_)) => {
                    Ex::total(E::ToSet(Box::new(E::var(bound.name.clone()))))
                }
                Some(bound) => Ex::total(E::var(bound.name.clone())),
                None => return refuse(set.span, "a name bound elsewhere"),
            },
            Kind::Set(parts) => {
                let parts: Vec<Ex> = parts.iter().map(|part| self.value(part, scope)).collect::<Res<_>>()?;
                let def = E::all(parts.iter().map(|part| part.def.clone()));
                Ex { def, e: E::SetOf(inner, parts.into_iter().map(|part| part.e).collect()) }
            }
            Kind::SetOp(op, a, b) => {
                let (a, b) = (self.set_value(a, scope)?, self.set_value(b, scope)?);
                Ex { def: E::all([a.def, b.def]), e: E::bin(Self::set_word(*op), a.e, b.e) }
            }
            Kind::If(condition, a, b) => {
                let condition = self.truth(condition, scope)?;
                let (a, b) = (self.set_value(a, scope)?, self.set_value(b, scope)?);
                condition.choose(a, b, scope)
            }
            Kind::Range(low, high) => {
                let def = E::all([self.int(low, scope)?.def, self.int(high, scope)?.def]);
                let name = self.fresh("range");
                let ty = Ty::Set(Box::new(Ty::Int));
                let e = self.function(set, name, ty.clone(), scope, |translator, inner| {
                    let mut body = vec![S::Let("found".into(), ty, E::SetOf(Ty::Int, Vec::new()))];
                    body.extend(translator.each(set, usize::MAX / 2, "k", inner, &mut |_, scope| {
                        let k = scope.locals[&(usize::MAX / 2)].name.clone();
                        Ok(vec![S::Insert("found".into(), E::var(k))])
                    })?);
                    body.push(S::Return(E::var("found")));
                    Ok(body)
                })?;
                Ex { def, e }
            }
            Kind::Build(binders, filter, body) => {
                let name = self.fresh("those");
                let ty = Ty::Set(Box::new(inner.clone()));
                Ex::total(self.function(set, name, ty.clone(), scope, |translator, scope| {
                    let mut lines = vec![S::Let("found".into(), ty, E::SetOf(inner, Vec::new()))];
                    lines.extend(translator.loops(binders, filter.as_deref(), scope, &mut |translator, scope| {
                        let element = translator.value(body, scope)?;
                        Ok(S::when(element.def, vec![S::Insert("found".into(), element.e)]))
                    })?);
                    lines.push(S::Return(E::var("found")));
                    Ok(lines)
                })?)
            }
            Kind::Call(..) => self.value(set, scope)?,
            Kind::Builtin(Builtin::Reach, parts) => {
                let [start, pairs] = &parts[..] else { return refuse(set.span, "this kind of set is not translated") };
                let name = self.make_reached(inner, pairs)?;
                let (start, pairs) = (self.set_value(start, scope)?, self.set_value(pairs, scope)?);
                Ex { def: E::all([start.def, pairs.def]), e: E::Call(name, vec![start.e, pairs.e]) }
            }
            _ => return refuse(set.span, "this kind of set is not translated"),
        })
    }

    /// The function that follows pairs from a set, either way, until nothing new is found: at most as many rounds as pairs.
    fn make_reached(&mut self, inner: Ty, pairs: &Expr) -> Res<String> {
        let Some(pair @ Type::Tuple(entries)) = pairs.ty.element() else {
            return refuse(pairs.span, "pairs that are no tuples");
        };
        let of = self.ty(pair, pairs.span)?;
        if let Some((_, _, name)) = self.reached.iter().find(|(known, by, _)| *known == inner && *by == of) {
            return Ok(name.clone());
        }
        let mut ends = Vec::new();
        let mut first = 0;
        for entry in entries.iter().take(2) {
            let link = |k: usize| E::var("link").item(k);
            let (size, end) = match self.ty(&entry.ty, pairs.span)? {
                Ty::Tuple(size) => (size, E::Tuple((first..first + size).map(link).collect())),
                _ => (1, link(first)),
            };
            first += size;
            ends.push(end);
        }
        let [from, to] = &ends[..] else { return refuse(pairs.span, "pairs that are no tuples of two") };
        let name = self.fresh("reached");
        let (set, links) = (Ty::Set(Box::new(inner.clone())), Ty::Set(Box::new(of.clone())));
        let found = || E::var("found");
        let follow = |from: &E, to: &E| {
            let here = E::Contains(Box::new(found()), Box::new(from.clone()));
            S::If(here, vec![S::Insert("found".into(), to.clone())], Vec::new())
        };
        let size = E::Len(Box::new(found()));
        let round = vec![
            S::Let("before".into(), Ty::Int, size.clone()),
            S::Each("link".into(), of.clone(), E::var("links"), vec![follow(from, to), follow(to, from)]),
            S::If(E::bin(Op::Eq, size, E::var("before")), vec![S::Return(found())], Vec::new()),
        ];
        let copy = E::bin(Op::Union, E::var("start"), E::SetOf(inner.clone(), Vec::new()));
        let body = vec![
            S::Let("found".into(), set.clone(), copy),
            S::Range("_round".into(), E::Int(1), E::Len(Box::new(E::var("links"))), round),
            S::Return(found()),
        ];
        self.program.functions.push(Function {
            name: name.clone(),
            doc: vec!["All that can be reached from a set along links, either way.".into()],
            params: vec![("start".into(), set.clone()), ("links".into(), links)],
            result: set,
            body,
            memory: Memory::None,
        });
        self.reached.push((inner, of, name.clone()));
        Ok(name)
    }

    /// The function that makes a set of the mask of a field.
    fn make_elements(&mut self, number: usize, set: &Expr, inner: Ty) -> Res<String> {
        if self.game.universe(number).is_none() {
            return refuse(set.span, "a field that is no set");
        }
        let field = self.fields[number].clone();
        let name = self.fresh(&format!("{}_elements", field.0));
        let ty = Ty::Set(Box::new(inner.clone()));
        let mut scope = self.scope();
        let mut body = vec![S::Let("found".into(), ty.clone(), E::SetOf(inner, Vec::new()))];
        let slot = usize::MAX / 2;
        let mask = E::var(field.0.clone());
        body.extend(self.each_bit(&mask, number, slot, "x", &mut scope, &mut |_, scope| {
            Ok(vec![S::Insert("found".into(), E::var(scope.locals[&slot].name.clone()))])
        })?);
        body.push(S::Return(E::var("found")));
        let function = Function {
            name: name.clone(),
            doc: Vec::new(),
            params: vec![field],
            result: ty,
            body,
            memory: Memory::None,
        };
        self.program.functions.push(function);
        self.elements.insert(number, name.clone());
        Ok(name)
    }

    /// Statements that do something with the place of every element of a set.
    pub(super) fn each_place(
        &mut self,
        set: &Expr,
        field: usize,
        scope: &mut Scope,
        then: &dyn Fn(E) -> S,
    ) -> Res<Vec<S>> {
        match &set.kind {
            Kind::Set(parts) => {
                let mut lines = Vec::new();
                for part in parts {
                    let place = self.field_place(field, part, scope)?;
                    lines.extend(S::when(place.def, vec![then(place.e)]));
                }
                Ok(lines)
            }
            Kind::SetOp(grundy_rule::SetOp::Union, a, b) => {
                let mut lines = self.each_place(a, field, scope, then)?;
                lines.extend(self.each_place(b, field, scope, then)?);
                Ok(lines)
            }
            Kind::Build(binders, filter, body) => {
                let mut inner = scope.clone();
                self.loops(binders, filter.as_deref(), &mut inner, &mut |translator, scope| {
                    let place = translator.field_place(field, body, scope)?;
                    Ok(S::when(place.def, vec![then(place.e)]))
                })
            }
            _ => {
                let slot = usize::MAX / 4;
                let mut inner = scope.clone();
                self.each(set, slot, "x", &mut inner, &mut |translator, scope| {
                    let ty = set.ty.element().cloned().unwrap_or(Type::Any);
                    let local = Expr { kind: Kind::Local(slot), ty, span: set.span };
                    let place = translator.field_place(field, &local, scope)?;
                    Ok(S::when(place.def, vec![then(place.e)]))
                })
            }
        }
    }
}

/// A value as it stands in a table, which holds numbers.
fn as_entry(expr: &Expr, value: E) -> E {
    match expr.ty {
        Type::Bool => E::If(Box::new(value), Box::new(E::Int(1)), Box::new(E::Int(0))),
        _ => value,
    }
}

/// That a value is not `none`, which is written as a number that belongs to no set.
fn some(expr: &Expr, value: &E) -> E {
    match expr.ty {
        Type::Optional(_) => E::bin(Op::Ne, value.clone(), E::Int(-1)),
        _ => E::Bool(true),
    }
}

/// The least and the greatest of each number of some elements, or of their elements if they are sets.
fn box_of<'a>(elements: impl Iterator<Item = &'a Value>) -> Vec<(i64, i64)> {
    let mut limits: Option<Vec<(i64, i64)>> = None;
    let flat = elements.flat_map(|element| match element.elements() {
        Some(inner) => inner.iter(),
        None => std::slice::from_ref(element).iter(),
    });
    for element in flat {
        let numbers = match element {
            Value::Int(number) => vec![*number],
            other => match other.numbers() {
                Some(numbers) => numbers,
                None => return Vec::new(),
            },
        };
        match &mut limits {
            None => limits = Some(numbers.iter().map(|&number| (number, number)).collect()),
            Some(limits) => {
                for (limit, number) in limits.iter_mut().zip(numbers) {
                    *limit = (limit.0.min(number), limit.1.max(number));
                }
            }
        }
    }
    limits.unwrap_or_default()
}
