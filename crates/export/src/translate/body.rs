//! What a move does: the fields it writes are copied, and it reads what it has already written.

use super::scope::Scope;
use super::{Res, Translator, refuse};
use crate::program::{Bit, E, Op, S, Ty};
use grundy_rule::syntax::AssignOp;
use grundy_rule::{Expr, GameRef, Kind, Place, Stmt, StmtKind, Target, each_in_body};
use grundy_run::Value;
use std::collections::BTreeSet;

/// The fields a body writes.
fn written(body: &[Stmt]) -> BTreeSet<usize> {
    let mut fields = BTreeSet::new();
    each_in_body(
        body,
        &mut |stmt| match &stmt.kind {
            StmtKind::Assign(place, ..) => {
                fields.insert(place.field);
            }
            StmtKind::Swap(a, b) => fields.extend([a.field, b.field]),
            _ => {}
        },
        &mut |_| {},
    );
    fields
}

/// Whether some statement of a body is of a kind.
pub(super) fn has(body: &[Stmt], test: fn(&StmtKind) -> bool) -> bool {
    let mut found = false;
    each_in_body(body, &mut |stmt| found |= test(&stmt.kind), &mut |_| {});
    found
}

/// What to do with the position a move leads to: the arguments of its fields, one part after another.
pub(super) type Then<'t> = dyn Fn(Vec<E>) -> Vec<S> + 't;

impl Translator<'_> {
    /// A body, and `then` for what it leads to; `parts` is told how `become` adds parts up.
    pub(super) fn body(&mut self, body: &[Stmt], scope: &Scope, then: &Then) -> Res<Vec<S>> {
        let mut scope = scope.safe();
        let mut lines = Vec::new();
        for field in written(body) {
            let (name, ty) = self.fields[field].clone();
            let copy = self.copies[field].clone();
            lines.push(S::Let(copy.clone(), ty, E::var(name)));
            scope.fields[field] = copy;
        }
        lines.extend(self.tail(body, &mut scope, then)?);
        Ok(lines)
    }

    /// Statements of which the last may be a `become`, alone or in both branches of an `if`.
    fn tail(&mut self, body: &[Stmt], scope: &mut Scope, then: &Then) -> Res<Vec<S>> {
        let becomes = |kind: &StmtKind| matches!(kind, StmtKind::Become(_));
        let (before, last) = match body.split_last() {
            Some((last, before)) if has(std::slice::from_ref(last), becomes) => (before, Some(last)),
            _ => (body, None),
        };
        let mut lines = Vec::new();
        for stmt in before {
            if has(std::slice::from_ref(stmt), becomes) {
                return refuse(stmt.span, "something after `become`");
            }
            self.statement(stmt, scope, &mut lines)?;
        }
        match last.map(|last| &last.kind) {
            None => lines.extend(then(self.current(scope))),
            Some(StmtKind::Become(position)) => lines.extend(self.parts(position, scope, then)?),
            Some(StmtKind::If(condition, yes, no)) => {
                let condition = self.holds(condition, &Scope { safe: false, ..scope.clone() })?;
                let yes = self.tail(yes, &mut scope.clone(), then)?;
                let no = self.tail(no, &mut scope.clone(), then)?;
                lines.push(S::If(condition, yes, no));
            }
            Some(_) => return refuse(body[body.len() - 1].span, "`become` inside a loop"),
        }
        Ok(lines)
    }

    /// The fields as they are now, as arguments.
    fn current(&self, scope: &Scope) -> Vec<E> {
        let one = |(name, (_, ty)): (&String, &(String, Ty))| match ty {
            Ty::Array => E::Frozen(Box::new(E::var(name.clone()))),
            _ => E::var(name.clone()),
        };
        scope.fields.iter().zip(&self.fields).map(one).collect()
    }

    fn statement(&mut self, stmt: &Stmt, scope: &mut Scope, lines: &mut Vec<S>) -> Res<()> {
        match &stmt.kind {
            StmtKind::Assign(place, op, value) => self.assign(place, *op, value, scope, lines)?,
            StmtKind::Swap(a, b) => {
                let kept = self.fresh("kept");
                let (x, y) = (self.read(a, scope)?, self.read(b, scope)?);
                lines.push(S::Let(kept.clone(), Ty::Int, x));
                self.write(a, y, scope, lines)?;
                self.write(b, E::var(kept), scope, lines)?;
            }
            StmtKind::Let(slot, name, value) => {
                let ty = self.ty(&value.ty, value.span)?;
                let ex = match ty {
                    Ty::Set(_) => self.set_value(value, scope)?,
                    _ => self.value(value, scope)?,
                };
                let name = self.bind(*slot, name, ty.clone(), Vec::new(), scope);
                lines.push(S::Let(name, ty, ex.e));
            }
            StmtKind::If(condition, yes, no) => {
                let condition = self.holds(condition, &Scope { safe: false, ..scope.clone() })?;
                let mut block = |body: &[Stmt], scope: &Scope| {
                    let mut inner = scope.clone();
                    let mut lines = Vec::new();
                    for stmt in body {
                        self.statement(stmt, &mut inner, &mut lines)?;
                    }
                    Ok(lines)
                };
                let (yes, no) = (block(yes, scope)?, block(no, scope)?);
                lines.push(S::If(condition, yes, no));
            }
            StmtKind::For(slot, name, set, body) => {
                let mut outer = scope.clone();
                let loops = self.each(set, *slot, name, &mut outer, &mut |translator, inner| {
                    let mut lines = Vec::new();
                    for stmt in body {
                        translator.statement(stmt, inner, &mut lines)?;
                    }
                    Ok(lines)
                })?;
                lines.extend(loops);
            }
            StmtKind::Gain(points) => {
                let points = self.int(points, scope)?;
                lines.push(S::Set("gain".into(), E::bin(Op::Add, E::var("gain"), points.e)));
            }
            StmtKind::Again => lines.push(S::Set("again".into(), E::Bool(true))),
            StmtKind::Become(_) => return refuse(stmt.span, "`become` before the end of a move"),
            StmtKind::Then(..) => return refuse(stmt.span, "a turn of several steps"),
            StmtKind::Pass => {}
        }
        Ok(())
    }

    fn assign(&mut self, place: &Place, op: AssignOp, value: &Expr, scope: &mut Scope, lines: &mut Vec<S>) -> Res<()> {
        let field = place.field;
        if self.fields[field].1 != Ty::Mask {
            let mut ex = self.value(value, scope)?.e;
            if op != AssignOp::Set {
                let old = self.read(place, scope)?;
                let op = if op == AssignOp::Add { Op::Add } else { Op::Sub };
                ex = match self.fields[field].1 {
                    Ty::Tuple(size) => {
                        E::Tuple((0..size).map(|k| E::bin(op, old.clone().item(k), ex.clone().item(k))).collect())
                    }
                    _ => E::bin(op, old, ex),
                };
            }
            return self.write(place, ex, scope, lines);
        }
        let target = scope.fields[field].clone();
        // What is added or taken away is fixed before the field changes.
        let mut reading = scope.clone();
        if self.reads(value).0.contains(&field) {
            let kept = self.fresh("old");
            lines.push(S::Let(kept.clone(), Ty::Mask, E::var(target.clone())));
            reading.fields[field] = kept;
        }
        let bit = if op == AssignOp::Sub { Bit::Off } else { Bit::On };
        if op == AssignOp::Set {
            lines.push(S::Set(target.clone(), E::Mask(0)));
        }
        lines.extend(self.each_place(value, field, &mut reading, &|at| S::SetBit(target.clone(), at, bit))?);
        Ok(())
    }

    fn read(&mut self, place: &Place, scope: &Scope) -> Res<E> {
        let field = E::var(scope.fields[place.field].clone());
        let Some(index) = &place.index else { return Ok(field) };
        let (_, rank) = self.field_rank(place.field, index, scope)?;
        Ok(field.at(rank))
    }

    fn write(&mut self, place: &Place, value: E, scope: &Scope, lines: &mut Vec<S>) -> Res<()> {
        let name = scope.fields[place.field].clone();
        let Some(index) = &place.index else {
            if self.fields[place.field].1 == Ty::Array {
                return refuse(place.span, "a whole array at once");
            }
            lines.push(S::Set(name, value));
            return Ok(());
        };
        let (_, rank) = self.field_rank(place.field, index, scope)?;
        lines.push(S::SetAt(name, rank, value));
        Ok(())
    }

    /// The parts of a position, one after another.
    fn parts(&mut self, position: &Expr, scope: &Scope, then: &Then) -> Res<Vec<S>> {
        match &position.kind {
            Kind::Sum(parts) => {
                let mut lines = Vec::new();
                for part in parts {
                    lines.extend(self.parts(part, scope, then)?);
                }
                Ok(lines)
            }
            Kind::If(condition, yes, no) => {
                let condition = self.holds(condition, &Scope { safe: false, ..scope.clone() })?;
                Ok(vec![S::If(condition, self.parts(yes, scope, then)?, self.parts(no, scope, then)?)])
            }
            Kind::Fold(_, binders, filter, body) => {
                let mut inner = scope.clone();
                self.loops(binders, filter.as_deref(), &mut inner, &mut |translator, scope| {
                    translator.parts(body, scope, then)
                })
            }
            Kind::Game(game, arguments) => {
                let mut lines = Vec::new();
                let (def, arguments) = self.position(*game, arguments, position, scope, &mut lines)?;
                lines.extend(S::when(def, then(arguments)));
                Ok(lines)
            }
            _ => refuse(position.span, "this kind of position is not translated"),
        }
    }

    /// The fields of a position, and the condition under which all are defined.
    fn position(
        &mut self,
        of: GameRef,
        arguments: &[(Target, Expr)],
        position: &Expr,
        scope: &Scope,
        lines: &mut Vec<S>,
    ) -> Res<(E, Vec<E>)> {
        if of.module.is_some_and(|module| module != self.game.key.0) || of.game != self.game.key.1 {
            return refuse(position.span, "a move to another game");
        }
        let mut fields: Vec<Option<E>> = vec![None; self.fields.len()];
        let mut def = E::Bool(true);
        for (target, argument) in arguments {
            match target {
                Target::Param(number) => {
                    let same = matches!(argument.kind, Kind::Param(other) if other == *number);
                    if !same && self.fixed(argument).as_ref() != Some(&self.game.params[*number]) {
                        return refuse(argument.span, "a move to other parameters");
                    }
                }
                Target::Field(number) if self.fields[*number].1 == Ty::Mask => {
                    let name = self.fresh("part");
                    lines.push(S::Let(name.clone(), Ty::Mask, E::Mask(0)));
                    let set = |at| S::SetBit(name.clone(), at, Bit::On);
                    lines.extend(self.each_place(argument, *number, &mut scope.clone(), &set)?);
                    fields[*number] = Some(E::var(name));
                }
                Target::Field(number) => {
                    let ex = self.value(argument, scope)?;
                    def = E::all([def, ex.def]);
                    let array = self.fields[*number].1 == Ty::Array && matches!(ex.e, E::Var(_));
                    fields[*number] = Some(if array { E::Frozen(Box::new(ex.e)) } else { ex.e });
                }
            }
        }
        let defaults = self.rules.fields.iter().map(|field| field.default.clone()).collect::<Vec<_>>();
        let mut whole = Vec::new();
        for (given, default) in fields.into_iter().zip(defaults) {
            whole.push(match (given, default) {
                (Some(given), _) => given,
                (None, Some(default)) => match self.fixed(&default.expr) {
                    Some(Value::Int(number)) => E::Int(number),
                    _ => return refuse(position.span, "a field that is not given"),
                },
                (None, None) => return refuse(position.span, "a field that is not given"),
            });
        }
        // Parameters stay as they are.
        whole.extend(self.fields[self.rules.fields.len()..].iter().map(|(name, _)| E::var(name.clone())));
        Ok((def, whole))
    }
}
