//! Values: numbers, cells, sets. Folds and definitions become functions of what they read.

use super::scope::{Bound, Scope, free};
use super::{Ex, Made, Res, Translator, grid_rank, refuse, scalar};
use crate::program::{E, Function, Memory, Op, S, Ty};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{ArithOp, Binder, Builtin, Expr, Kind, SetOp, Source, Type, Who};
use grundy_run::{Universe, Value};
use std::collections::BTreeSet;

/// A value that is written as a number, undefined where it is `none`.
fn there(value: Ex, scope: &Scope) -> Ex {
    let there = E::bin(Op::Ne, value.e.clone(), E::Int(-1));
    Ex { def: E::all([value.def, scope.needed(there)]), e: value.e }
}

impl Translator<'_> {
    /// A number; `none` is none.
    pub(super) fn int(&mut self, expr: &Expr, scope: &Scope) -> Res<Ex> {
        let value = self.value(expr, scope)?;
        Ok(if matches!(expr.ty, Type::Optional(_)) { there(value, scope) } else { value })
    }

    /// Any value but a set.
    pub(super) fn value(&mut self, expr: &Expr, scope: &Scope) -> Res<Ex> {
        if let Some(value) = self.fixed(expr) {
            match value {
                Value::Bool(value) => return Ok(Ex::total(E::Bool(value))),
                Value::Cell(row, col) => {
                    return Ok(Ex::total(E::Tuple(vec![E::Int(row.into()), E::Int(col.into())])));
                }
                ref value @ (Value::Set(_) | Value::List(_)) => return Ok(Ex::total(self.table(value, expr.span)?.0)),
                value => {
                    if let Some(number) = scalar(&value) {
                        return Ok(Ex::total(E::Int(number)));
                    }
                }
            }
        }
        Ok(match &expr.kind {
            Kind::Int(number) => Ex::total(E::Int(*number)),
            Kind::Param(number) => match self.open_place(*number) {
                Some(place) => Ex::total(E::var(scope.fields[place].clone())),
                None => return refuse(expr.span, "a parameter that is no number"),
            },
            Kind::None => Ex::total(E::Int(-1)),
            Kind::EnumValue(_, number) => Ex::total(E::Int(*number as i64)),
            Kind::Who(who) => Ex::total(match who {
                Who::Me => E::var(scope.mover.clone()),
                Who::Opp => E::bin(Op::Sub, E::Int(1), E::var(scope.mover.clone())),
                Who::Left => E::Int(0),
                Who::Right => E::Int(1),
            }),
            Kind::Field(number) if self.fields[*number].1 != Ty::Mask => {
                Ex::total(E::var(scope.fields[*number].clone()))
            }
            Kind::Local(slot) => match scope.locals.get(slot) {
                Some(bound) => Ex::total(E::var(bound.name.clone())),
                None => return refuse(expr.span, "a name bound elsewhere"),
            },
            Kind::There(inner) if !matches!(expr.ty, Type::Tuple(_)) => there(self.value(inner, scope)?, scope),
            Kind::Neg(inner) => {
                let inner = self.value(inner, scope)?;
                match &expr.ty {
                    Type::Tuple(entries) => {
                        let parts = (0..entries.len()).map(|k| E::Neg(Box::new(inner.e.clone().item(k)))).collect();
                        Ex { def: inner.def, e: E::Tuple(parts) }
                    }
                    _ => Ex { def: inner.def, e: E::Neg(Box::new(inner.e)) },
                }
            }
            Kind::Arith(op, a, b) => self.arith(expr, *op, a, b, scope)?,
            Kind::If(condition, a, b) => {
                let condition = self.truth(condition, scope)?;
                let (a, b) = (self.value(a, scope)?, self.value(b, scope)?);
                condition.choose(a, b, scope)
            }
            Kind::Index(base, index) => self.index(base, index, scope)?,
            Kind::Dot(base, _) if matches!(&base.ty, Type::Tuple(entries) if entries.iter().any(|entry| matches!(entry.ty, Type::Tuple(_)))) =>
            {
                return refuse(expr.span, "an entry of a tuple of cells");
            }
            Kind::Dot(base, entry) => {
                let base = self.value(base, scope)?;
                Ex { def: base.def, e: base.e.item(*entry) }
            }
            Kind::Tuple(parts) => {
                self.ty(&expr.ty, expr.span)?;
                let (mut def, mut numbers) = (E::Bool(true), Vec::new());
                for part in parts {
                    let value = self.int(part, scope)?;
                    def = E::all([def, value.def]);
                    match self.ty(&part.ty, part.span)? {
                        Ty::Tuple(size) => numbers.extend((0..size).map(|k| value.e.clone().item(k))),
                        _ => numbers.push(value.e),
                    }
                }
                Ex { def, e: E::Tuple(numbers) }
            }
            Kind::List(parts) if matches!(expr.ty, Type::List(ref inner) if **inner == Type::Int) => {
                let parts: Vec<Ex> = parts.iter().map(|part| self.int(part, scope)).collect::<Res<_>>()?;
                let def = E::all(parts.iter().map(|part| part.def.clone()));
                Ex { def, e: E::Array(parts.into_iter().map(|part| part.e).collect()) }
            }
            Kind::Builtin(builtin @ (Builtin::Min | Builtin::Max), parts) => {
                let op = if *builtin == Builtin::Min { Op::Min } else { Op::Max };
                let mut all = self.int(&parts[0], scope)?;
                for part in &parts[1..] {
                    let part = self.int(part, scope)?;
                    all = Ex { def: E::all([all.def, part.def]), e: E::bin(op, all.e, part.e) };
                }
                all
            }
            Kind::Builtin(Builtin::Abs, parts) => {
                let inner = self.int(&parts[0], scope)?;
                Ex { def: inner.def, e: E::Abs(Box::new(inner.e)) }
            }
            Kind::Builtin(Builtin::Len, parts) => match parts[0].kind {
                Kind::Field(number) if self.fields[number].1 == Ty::Mask => {
                    Ex::total(E::Bits(Box::new(E::var(scope.fields[number].clone()))))
                }
                _ if matches!(parts[0].ty, Type::Set(_)) => {
                    let set = self.set_value(&parts[0], scope)?;
                    Ex { def: set.def, e: E::Len(Box::new(set.e)) }
                }
                _ => {
                    let list = self.value(&parts[0], scope)?;
                    Ex { def: list.def, e: E::Len(Box::new(list.e)) }
                }
            },
            Kind::Fold(op, binders, filter, body) => {
                let e = self.fold(expr, *op, binders, filter.as_deref(), body, scope)?;
                let def = match op {
                    FoldOp::Min | FoldOp::Max if !scope.safe => {
                        self.some_term(expr, binders, filter.as_deref(), body, scope)?
                    }
                    _ => E::Bool(true),
                };
                Ex { def, e }
            }
            Kind::Call(number, arguments) => self.call(*number, arguments, scope)?,
            Kind::Bool(_) | Kind::Not(_) | Kind::And(..) | Kind::Or(..) | Kind::Compare(..) | Kind::In(..) => {
                let truth = self.truth(expr, scope)?;
                let total = truth.yes.clone().negated() == truth.no;
                let def = if total { E::Bool(true) } else { E::bin(Op::Or, truth.yes.clone(), truth.no) };
                Ex { def: scope.needed(def), e: truth.yes }
            }
            Kind::Forever => Ex::total(E::Bool(false)),
            _ if matches!(expr.ty, Type::Set(_)) => self.set_value(expr, scope)?,
            _ => return refuse(expr.span, "this kind of expression is not translated"),
        })
    }

    fn arith(&mut self, expr: &Expr, op: ArithOp, a: &Expr, b: &Expr, scope: &Scope) -> Res<Ex> {
        let (x, y) = (self.int(a, scope)?, self.int(b, scope)?);
        let mut def = E::all([x.def, y.def]);
        let word = match op {
            ArithOp::Add => Op::Add,
            ArithOp::Sub => Op::Sub,
            ArithOp::Mul => Op::Mul,
            ArithOp::Div => Op::Div,
            ArithOp::Mod => Op::Mod,
            ArithOp::Xor => Op::Xor,
        };
        if let Type::Tuple(entries) = &expr.ty {
            let one = |k: usize| match (&a.ty, &b.ty) {
                (Type::Tuple(_), Type::Tuple(_)) => E::bin(word, x.e.clone().item(k), y.e.clone().item(k)),
                (Type::Tuple(_), _) => E::bin(word, x.e.clone().item(k), y.e.clone()),
                _ => E::bin(word, x.e.clone(), y.e.clone().item(k)),
            };
            return Ok(Ex { def, e: E::Tuple((0..entries.len()).map(one).collect()) });
        }
        if matches!(word, Op::Div | Op::Mod) && !matches!(y.e, E::Int(number) if number != 0) {
            def = E::all([def, scope.needed(E::bin(Op::Ne, y.e.clone(), E::Int(0)))]);
        }
        Ok(Ex { def, e: E::bin(word, x.e, y.e) })
    }

    fn index(&mut self, base: &Expr, index: &Expr, scope: &Scope) -> Res<Ex> {
        if let Kind::Field(number) = base.kind
            && self.game.universe(number).is_some()
        {
            let (def, rank) = self.field_rank(number, index, scope)?;
            return Ok(Ex { def: scope.needed(def), e: E::var(scope.fields[number].clone()).at(rank) });
        }
        let (list, place) = (self.value(base, scope)?, self.int(index, scope)?);
        let low = E::bin(Op::Le, E::Int(0), place.e.clone());
        let high = E::bin(Op::Lt, place.e.clone(), E::Len(Box::new(list.e.clone())));
        let there = scope.needed(E::all([low, high]));
        if matches!(base.ty, Type::Array(..)) {
            return refuse(base.span, "an array that is no field");
        }
        Ok(Ex { def: E::all([list.def, place.def, there]), e: list.e.at(place.e) })
    }

    /// The number of an index in a universe, and when it lies there.
    pub(super) fn rank(&mut self, universe: &Universe, index: &Expr, scope: &Scope) -> Res<(E, E)> {
        let ex = self.value(index, scope)?;
        Ok(match universe {
            Universe::Range { low, high } => {
                let inside = bounded(&ex.e, limits(index, 0, scope), *low, *high);
                (E::all([ex.def, inside]), E::bin(Op::Sub, ex.e, E::Int(*low)))
            }
            Universe::Grid { rows, columns } => {
                let row = bounded(&ex.e.clone().item(0), limits(index, 0, scope), 0, i64::from(*rows) - 1);
                let col = bounded(&ex.e.clone().item(1), limits(index, 1, scope), 0, i64::from(*columns) - 1);
                (E::all([ex.def, row, col]), grid_rank(ex.e, *columns))
            }
            Universe::Listed(_) => {
                let at = self.rank_function(universe, index.span)?;
                let rank = E::Call(at, vec![ex.e]);
                (E::all([ex.def, E::bin(Op::Le, E::Int(0), rank.clone())]), rank)
            }
        })
    }

    /// The number of an index, -1 outside: one expression.
    pub(super) fn place(&mut self, universe: &Universe, index: &Expr, scope: &Scope) -> Res<Ex> {
        let (inside, rank) = self.rank(universe, index, scope)?;
        if inside == E::Bool(true) {
            return Ok(Ex::total(rank));
        }
        let at = self.rank_function(universe, index.span)?;
        let ex = self.value(index, scope)?;
        Ok(Ex { def: ex.def, e: E::Call(at, vec![ex.e]) })
    }

    /// A fold as a call of a function of what it reads.
    pub(super) fn fold(
        &mut self,
        whole: &Expr,
        op: FoldOp,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        scope: &Scope,
    ) -> Res<E> {
        let word = match op {
            FoldOp::Exists => "exists",
            FoldOp::All => "every",
            FoldOp::Count => "number",
            FoldOp::Sum => "total",
            FoldOp::Xor => "nim_sum",
            FoldOp::Min => "smallest",
            FoldOp::Max => "largest",
        };
        let name = self.fresh(word);
        let result = if matches!(op, FoldOp::Exists | FoldOp::All) { Ty::Bool } else { Ty::Int };
        let counted = E::var("sum");
        let plus = |op: Op, by: E| vec![S::Set("sum".into(), E::bin(op, E::var("sum"), by))];
        let (mut start, end) = match op {
            FoldOp::Exists => (Vec::new(), S::Return(E::Bool(false))),
            FoldOp::All => (Vec::new(), S::Return(E::Bool(true))),
            _ => {
                let first = match op {
                    FoldOp::Min => i64::MAX,
                    FoldOp::Max => -i64::MAX,
                    _ => 0,
                };
                (vec![S::Let("sum".into(), Ty::Int, E::Int(first))], S::Return(counted))
            }
        };
        self.function(whole, name, result, scope, |translator, inner| {
            let loops = translator.loops(binders, filter, inner, &mut |translator, inner| {
                Ok(match op {
                    FoldOp::Exists => S::when(translator.holds(body, inner)?, vec![S::Return(E::Bool(true))]),
                    FoldOp::All => {
                        let broken = translator.holds(body, inner)?.negated();
                        S::when(broken, vec![S::Return(E::Bool(false))])
                    }
                    FoldOp::Count => S::when(translator.holds(body, inner)?, plus(Op::Add, E::Int(1))),
                    _ => {
                        let term = translator.int(body, inner)?;
                        let op = match op {
                            FoldOp::Sum => Op::Add,
                            FoldOp::Xor => Op::Xor,
                            FoldOp::Min => Op::Min,
                            _ => Op::Max,
                        };
                        S::when(term.def, plus(op, term.e))
                    }
                })
            })?;
            start.extend(loops);
            start.push(end);
            Ok(start)
        })
    }

    /// Whether a fold has a term that is defined: the least and the greatest of nothing are not.
    fn some_term(
        &mut self,
        whole: &Expr,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        scope: &Scope,
    ) -> Res<E> {
        let name = self.fresh("exists");
        self.function(whole, name, Ty::Bool, scope, |translator, inner| {
            let mut lines = translator.loops(binders, filter, inner, &mut |translator, inner| {
                let term = translator.int(body, inner)?;
                Ok(S::when(term.def, vec![S::Return(E::Bool(true))]))
            })?;
            lines.push(S::Return(E::Bool(false)));
            Ok(lines)
        })
    }

    /// A function of what an expression reads, and the call of it. Instances and filters may be undefined also in a body.
    pub(super) fn function(
        &mut self,
        of: &Expr,
        name: String,
        result: Ty,
        scope: &Scope,
        body: impl FnOnce(&mut Self, &mut Scope) -> Res<Vec<S>>,
    ) -> Res<E> {
        let (fields, mover) = self.reads(of);
        let mut params = Vec::new();
        let mut arguments = Vec::new();
        let mut inner = self.scope();
        for &field in &fields {
            params.push(self.fields[field].clone());
            let current = E::var(scope.fields[field].clone());
            arguments.push(if self.fields[field].1 == Ty::Array { E::Frozen(Box::new(current)) } else { current });
        }
        if mover {
            params.push(("mover".into(), Ty::Int));
            arguments.push(E::var(scope.mover.clone()));
        }
        for slot in free(of) {
            let Some(bound) = scope.locals.get(&slot) else { return refuse(of.span, "a name bound elsewhere") };
            params.push((bound.name.clone(), bound.ty.clone()));
            arguments.push(E::var(bound.name.clone()));
            inner.locals.insert(slot, bound.clone());
        }
        let body = body(self, &mut inner)?;
        let same = |known: &&Function| known.params == params && known.result == result && known.body == body;
        if let Some(known) = self.program.functions.iter().find(same) {
            self.names.remove(&name);
            return Ok(E::Call(known.name.clone(), arguments));
        }
        let doc = self.quoted(of.span).into_iter().collect();
        self.program.functions.push(Function { name: name.clone(), doc, params, result, body, memory: Memory::None });
        Ok(E::Call(name, arguments))
    }

    /// Fields an expression reads, through definitions too, and whether it asks who is to move.
    pub(super) fn reads(&self, expr: &Expr) -> (BTreeSet<usize>, bool) {
        let mut fields = BTreeSet::new();
        let mut mover = false;
        let mut seen = BTreeSet::new();
        let mut waiting: Vec<&Expr> = vec![expr];
        while let Some(next) = waiting.pop() {
            let mut calls = Vec::new();
            next.each(&mut |part| match &part.kind {
                Kind::Field(number) => {
                    fields.insert(*number);
                    // The size of a field is asked for where the field is.
                    waiting.extend(self.index_set(*number));
                }
                Kind::Param(number) => fields.extend(self.open_place(*number)),
                Kind::Who(Who::Me | Who::Opp) => mover = true,
                Kind::Call(number, _) => calls.push(*number),
                _ => {}
            });
            for number in calls {
                if seen.insert(number) {
                    waiting.push(&self.rules.defs[number].code.expr);
                }
            }
        }
        (fields, mover)
    }

    fn call(&mut self, number: usize, arguments: &[Expr], scope: &Scope) -> Res<Ex> {
        let made = match self.defs.get(&number) {
            Some(made) => made.clone(),
            None => self.define(number, arguments)?,
        };
        let mut given = Vec::new();
        for &field in &made.fields {
            let current = E::var(scope.fields[field].clone());
            given.push(if self.fields[field].1 == Ty::Array { E::Frozen(Box::new(current)) } else { current });
        }
        if made.mover {
            given.push(E::var(scope.mover.clone()));
        }
        let mut def = E::Bool(true);
        for argument in arguments {
            let ex = match argument.ty {
                Type::Set(_) => self.set_value(argument, scope)?,
                _ => self.value(argument, scope)?,
            };
            def = E::all([def, ex.def]);
            given.push(ex.e);
        }
        if let (Some(defined), false) = (&made.defined, scope.safe) {
            def = E::all([def, E::Call(defined.clone(), given.clone())]);
        }
        Ok(Ex { def, e: E::Call(made.name, given) })
    }

    fn define(&mut self, number: usize, arguments: &[Expr]) -> Res<Made> {
        let def = self.rules.defs[number].clone();
        let (fields, mover) = self.reads(&def.code.expr);
        let name = self.fresh(&def.name);
        let mut params: Vec<(String, Ty)> = fields.iter().map(|&field| self.fields[field].clone()).collect();
        if mover {
            params.push(("mover".into(), Ty::Int));
        }
        let mut scope = Scope { safe: def.recursive, ..self.scope() };
        for (slot, argument) in arguments.iter().enumerate() {
            let ty = self.ty(&argument.ty, argument.span)?;
            let name = self.fresh(["x", "y", "z", "u", "w"][slot.min(4)]);
            params.push((name.clone(), ty.clone()));
            scope.locals.insert(slot, Bound { name, ty, limits: Vec::new() });
        }
        let made = Made { name: name.clone(), defined: None, fields, mover };
        if def.recursive {
            self.defs.insert(number, made.clone());
        }
        let body = &def.code.expr;
        let ex = match body.ty {
            Type::Set(_) => self.set_value(body, &scope)?,
            _ => self.value(body, &scope)?,
        };
        let result = self.ty(&body.ty, def.span)?;
        let doc: Vec<String> = self.quoted(def.span).into_iter().collect();
        let make = |name: String, result: Ty, doc: Vec<String>, e: E| Function {
            name,
            doc,
            params: params.clone(),
            result,
            body: vec![S::Return(e)],
            memory: Memory::None,
        };
        let mut made = made;
        self.program.functions.push(make(name.clone(), result, doc, ex.e));
        if ex.def != E::Bool(true) && !def.recursive {
            let defined = self.fresh(&format!("{name}_defined"));
            let doc = vec![format!("Whether {name} has a value.")];
            self.program.functions.push(make(defined.clone(), Ty::Bool, doc, ex.def));
            made.defined = Some(defined);
        }
        self.defs.insert(number, made.clone());
        Ok(made)
    }

    /// Loops over all assignments of the binders whose filter holds; conditions stand as far out as they can.
    pub(super) fn loops(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        scope: &mut Scope,
        body: &mut dyn FnMut(&mut Self, &mut Scope) -> Res<Vec<S>>,
    ) -> Res<Vec<S>> {
        // An instance that is undefined is dropped, in a body too.
        scope.safe = false;
        let mut conjuncts = Vec::new();
        let mut waiting: Vec<&Expr> = filter.into_iter().collect();
        while let Some(expr) = waiting.pop() {
            match &expr.kind {
                Kind::And(a, b) => waiting.extend([&**b, &**a]),
                _ => conjuncts.push(expr),
            }
        }
        self.nest(binders, &conjuncts, scope, body)
    }

    fn nest(
        &mut self,
        rest: &[Binder],
        conjuncts: &[&Expr],
        scope: &mut Scope,
        body: &mut dyn FnMut(&mut Self, &mut Scope) -> Res<Vec<S>>,
    ) -> Res<Vec<S>> {
        let ahead: BTreeSet<usize> = rest.iter().map(|binder| binder.local).collect();
        let (now, later): (Vec<&Expr>, Vec<&Expr>) =
            conjuncts.iter().partition(|conjunct| free(conjunct).is_disjoint(&ahead));
        let mut condition = E::Bool(true);
        for conjunct in now {
            let holds = self.holds(conjunct, scope)?;
            condition = E::bin(Op::And, condition, holds);
        }
        let inner = match rest.split_first() {
            None => body(self, scope)?,
            Some((binder, rest)) => match &binder.source {
                Source::Is(value) => {
                    let ex = match value.ty {
                        Type::Set(_) => self.set_value(value, scope)?,
                        _ => self.value(value, scope)?,
                    };
                    let ty = self.ty(&value.ty, value.span)?;
                    let limits = (0..2).map_while(|k| limits(value, k, scope)).collect();
                    let name = self.bind(binder.local, &binder.name, ty.clone(), limits, scope);
                    let mut block = vec![S::Let(name, ty, ex.e)];
                    block.extend(self.nest(rest, &later, scope, body)?);
                    S::when(ex.def, block)
                }
                Source::In(set) => self.each(set, binder.local, &binder.name, scope, &mut |translator, scope| {
                    translator.nest(rest, &later, scope, body)
                })?,
            },
        };
        Ok(S::when(condition, inner))
    }

    /// A name for a local.
    pub(super) fn bind(
        &mut self,
        slot: usize,
        wish: &str,
        ty: Ty,
        limits: Vec<(i64, i64)>,
        scope: &mut Scope,
    ) -> String {
        let taken = |translator: &Self, name: &str| {
            let field = translator.fields.iter().any(|(field, _)| field == name)
                || translator.copies.iter().any(|copy| copy == name);
            let global = translator.program.constants.iter().any(|constant| constant.name == name)
                || translator.program.functions.iter().any(|function| function.name == name);
            super::is_own(name) || field || global || scope.locals.values().any(|bound| bound.name == name)
        };
        let mut name = wish.to_string();
        let mut number = 1;
        while taken(self, &name) {
            number += 1;
            name = format!("{wish}{number}");
        }
        self.names.insert(name.clone());
        scope.locals.insert(slot, Bound { name: name.clone(), ty, limits });
        name
    }

    /// Union and its like.
    pub(super) fn set_word(op: SetOp) -> Op {
        match op {
            SetOp::Union => Op::Union,
            SetOp::Minus => Op::Minus,
            SetOp::Meet => Op::Meet,
        }
    }
}

/// A condition that a number lies between two others, as far as that is not known.
fn bounded(number: &E, known: Option<(i64, i64)>, low: i64, high: i64) -> E {
    let (least, greatest) = known.unwrap_or((i64::MIN, i64::MAX));
    let above = if least >= low { E::Bool(true) } else { E::bin(Op::Le, E::Int(low), number.clone()) };
    let below = if greatest <= high { E::Bool(true) } else { E::bin(Op::Le, number.clone(), E::Int(high)) };
    E::all([above, below])
}

/// What is known of number `k` of an expression.
pub(super) fn limits(expr: &Expr, k: usize, scope: &Scope) -> Option<(i64, i64)> {
    match &expr.kind {
        Kind::Int(number) if k == 0 => Some((*number, *number)),
        Kind::Local(slot) => scope.locals.get(slot)?.limits.get(k).copied(),
        Kind::Dot(base, entry) if k == 0 => limits(base, *entry, scope),
        Kind::Tuple(parts) => limits(parts.get(k)?, 0, scope),
        Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => {
            let ((a, b), (c, d)) = (limits(a, k, scope)?, limits(b, k, scope)?);
            Some(match op {
                ArithOp::Add => (a.checked_add(c)?, b.checked_add(d)?),
                _ => (a.checked_sub(d)?, b.checked_sub(c)?),
            })
        }
        _ => None,
    }
}
