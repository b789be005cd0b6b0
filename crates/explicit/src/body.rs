//! Bodies of moves whose fields are unknown bits: every branch is taken, and what it leaves is chosen by its condition.

use crate::condition::Condition;
use crate::eval::Evaluator;
use crate::fields::Field;
use crate::symbol::{Beyond, Cases, Count, Symbol};
use grundy_rule::syntax::AssignOp;
use grundy_rule::{Place, Stmt, StmtKind};
use grundy_run::{Shape, Value};

/// What a body does beside writing fields.
#[derive(Clone)]
pub struct Effect {
    /// Points for the mover.
    pub gain: Count,
    /// When the mover moves again.
    pub stays: Condition,
    /// When the rules are wrong: interpretation says how.
    pub fault: Condition,
}

impl Effect {
    /// Nothing.
    pub fn none() -> Effect {
        Effect { gain: Count { base: 0, terms: Vec::new() }, stays: Condition::No, fault: Condition::No }
    }
}

impl Evaluator<'_> {
    /// Runs a body.
    pub fn run(&mut self, body: &[Stmt], effect: &mut Effect) -> Result<(), Beyond> {
        for stmt in body {
            self.spend(1)?;
            match &stmt.kind {
                StmtKind::Assign(place, op, value) => self.assign(place, *op, value, effect)?,
                StmtKind::Swap(a, b) => {
                    let (x, y) = (self.read(a, effect)?, self.read(b, effect)?);
                    self.write(a, Symbol::Cases(y), effect)?;
                    self.write(b, Symbol::Cases(x), effect)?;
                }
                StmtKind::Let(local, _, value) => {
                    let value = self.value(value)?;
                    if let Symbol::Cases(cases) = &value {
                        effect.fault = effect.fault.or(&cases.defined().not());
                    }
                    self.bind(*local, value);
                }
                StmtKind::If(condition, yes, no) => {
                    let when = self.truth(condition)?.yes;
                    self.branch(when, yes, no, effect)?;
                }
                StmtKind::For(local, _, set, inner) => {
                    for (when, element) in self.elements(set)? {
                        self.bind_value(*local, element);
                        self.branch(when, inner, &[], effect)?;
                    }
                }
                StmtKind::Gain(points) => {
                    let points = self.value(points)?.count()?;
                    effect.gain = effect.gain.plus(1, &points)?;
                }
                StmtKind::Again => effect.stays = Condition::Yes,
                StmtKind::Become(_) => return Err(Beyond("`become`")),
                StmtKind::Then(..) => return Err(Beyond("`then`")),
                StmtKind::Pass => {}
            }
            self.fields_can_be_walked()?;
        }
        Ok(())
    }

    fn branch(&mut self, when: Condition, yes: &[Stmt], no: &[Stmt], effect: &mut Effect) -> Result<(), Beyond> {
        match when {
            Condition::Yes => return self.run(yes, effect),
            Condition::No => return self.run(no, effect),
            _ => {}
        }
        let before = self.fields.clone();
        let mut other = effect.clone();
        self.run(yes, effect)?;
        let after = std::mem::replace(&mut self.fields, before);
        self.run(no, &mut other)?;
        for (number, after) in after.into_iter().enumerate() {
            if after == Field::Untouched && self.fields[number] == Field::Untouched {
                continue;
            }
            let here = std::mem::replace(&mut self.fields[number], Field::Untouched);
            self.fields[number] = self.choose(number, &when, after, here)?;
        }
        let not = when.not();
        let under = |when: &Condition, count: &Count| -> Vec<(i64, Condition)> {
            count
                .terms
                .iter()
                .map(|(points, term)| (*points, when.and(term)))
                .chain([(count.base, when.clone())])
                .collect()
        };
        if effect.gain != other.gain {
            effect.gain = Count::of(0, under(&when, &effect.gain).into_iter().chain(under(&not, &other.gain)))?;
        }
        effect.stays = when.and(&effect.stays).or(&not.and(&other.stays));
        effect.fault = when.and(&effect.fault).or(&not.and(&other.fault));
        Ok(())
    }

    /// A field that is `yes` where the condition holds, else `no`.
    fn choose(&mut self, number: usize, when: &Condition, yes: Field, no: Field) -> Result<Field, Beyond> {
        if yes == no {
            return Ok(yes);
        }
        // What was not touched is as it was.
        let [mut yes, no] =
            [yes, no].map(|field| if field == Field::Untouched { self.field(number).cloned() } else { Ok(field) });
        match (yes.as_mut().map_err(|beyond| *beyond)?, &no?) {
            (Field::One(yes), Field::One(no)) => *yes = Cases::choose(when, yes, no)?,
            (Field::Array(yes), Field::Array(no)) => {
                for (index, (yes, no)) in yes.iter_mut().zip(no).enumerate().filter(|(_, (yes, no))| *yes != *no) {
                    let [a, b] = [yes.as_ref(), no.as_ref()].map(|cell| match cell {
                        Some(cases) => Ok(cases.clone()),
                        None => self.original(number, index),
                    });
                    *yes = Some(Cases::choose(when, &a?, &b?)?);
                }
            }
            (Field::Set(yes), Field::Set(no)) => {
                let not = when.not();
                for (index, (yes, no)) in yes.iter_mut().zip(no).enumerate().filter(|(_, (yes, no))| *yes != *no) {
                    let [a, b] = [yes.as_ref(), no.as_ref()]
                        .map(|when| when.cloned().unwrap_or_else(|| self.was_present(number, index)));
                    *yes = Some(if a == b { a } else { when.and(&a).or(&not.and(&b)) });
                }
            }
            _ => return Err(Beyond("fields of different kinds")),
        }
        yes
    }

    fn read(&mut self, place: &Place, effect: &mut Effect) -> Result<Cases, Beyond> {
        let Some(index) = &place.index else {
            let Field::One(cases) = self.field(place.field)? else {
                return Err(Beyond("an array or set read as one value"));
            };
            return Ok(cases.clone());
        };
        let rank = self.rank(place.field, index, effect)?;
        match (self.field(place.field)?, rank) {
            (Field::Array(_), Some(rank)) => self.cell_now(place.field, rank),
            (Field::Array(_), None) => Ok(Cases::undefined()),
            _ => Err(Beyond("a cell of something else than an array")),
        }
    }

    /// Which cell of an array is meant; it must not depend on fields.
    fn rank(&mut self, field: usize, index: &grundy_rule::Expr, effect: &mut Effect) -> Result<Option<usize>, Beyond> {
        let index = self.value(index)?.cases()?;
        let universe = self.game.universe(field).ok_or(Beyond("a cell of something else than an array"))?;
        let rank = match index.only() {
            Some(index) => universe.rank(index),
            None if index.each.is_empty() => None,
            None => return Err(Beyond("a cell chosen by the position is written")),
        };
        if rank.is_none() {
            effect.fault = Condition::Yes;
        }
        Ok(rank)
    }

    fn write(&mut self, place: &Place, value: Symbol, effect: &mut Effect) -> Result<(), Beyond> {
        match (&place.index, value) {
            (Some(index), Symbol::Cases(cases)) => {
                effect.fault = effect.fault.or(&cases.defined().not());
                let Some(rank) = self.rank(place.field, index, effect)? else { return Ok(()) };
                let Field::Array(cells) = self.field(place.field)? else {
                    return Err(Beyond("a cell of something else than an array"));
                };
                cells[rank] = Some(cases);
                Ok(())
            }
            (None, Symbol::Cases(cases)) if matches!(self.game.shapes[place.field], Shape::One(_)) => {
                effect.fault = effect.fault.or(&cases.defined().not());
                self.fields[place.field] = Field::One(cases);
                Ok(())
            }
            (None, set) => {
                let set = set.set()?;
                let universe = self.game.universe(place.field).cloned().ok_or(Beyond("a set of another kind"))?;
                let Shape::Set(_) = self.game.shapes[place.field] else {
                    return Err(Beyond("an array written as a whole"));
                };
                let mut present = vec![Some(Condition::No); universe.len()];
                for (value, when) in set.iter() {
                    match universe.rank(value) {
                        Some(rank) => present[rank] = Some(when.clone()),
                        None => effect.fault = effect.fault.or(when),
                    }
                }
                self.fields[place.field] = Field::Set(present);
                Ok(())
            }
            _ => Err(Beyond("a value of another kind is written")),
        }
    }

    fn assign(
        &mut self,
        place: &Place,
        op: AssignOp,
        value: &grundy_rule::Expr,
        effect: &mut Effect,
    ) -> Result<(), Beyond> {
        let right = self.value(value)?;
        if op == AssignOp::Set {
            return self.write(place, right, effect);
        }
        if let (Shape::Set(universe), None) = (&self.game.shapes[place.field], &place.index) {
            let set = right.set()?;
            for (value, when) in set.iter() {
                let Some(rank) = universe.rank(value) else {
                    if op == AssignOp::Add {
                        effect.fault = effect.fault.or(when);
                    }
                    continue;
                };
                let here = self.is_present(place.field, rank)?;
                let after = if op == AssignOp::Add { here.or(when) } else { here.and(&when.not()) };
                if let Field::Set(present) = self.field(place.field)? {
                    present[rank] = Some(after);
                }
            }
            return Ok(());
        }
        let (left, right) = (self.read(place, effect)?, right.cases()?);
        effect.fault = effect.fault.or(&left.defined().not()).or(&right.defined().not());
        let mut all = Vec::new();
        for (when, a) in &left.each {
            for (case, b) in &right.each {
                self.spend(1)?;
                all.push((when.and(case), added(a, if op == AssignOp::Add { 1 } else { -1 }, b)?));
            }
        }
        let sum = Cases::of(all, left.total && right.total)?;
        self.write(place, Symbol::Cases(sum), effect)
    }
}

/// A number or a vector, and so many times another.
fn added(left: &Value, sign: i64, right: &Value) -> Result<Value, Beyond> {
    let sum = |a: i64, b: i64| b.checked_mul(sign).and_then(|b| a.checked_add(b)).ok_or(Beyond("numbers too large"));
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => sum(*a, *b).map(Value::Int),
        _ => {
            let (a, b) = (
                left.numbers().ok_or(Beyond("a sum of something else than numbers"))?,
                right.numbers().ok_or(Beyond("a sum of something else than numbers"))?,
            );
            let entries = a.into_iter().zip(b).map(|(a, b)| sum(a, b).map(Value::Int));
            Ok(Value::tuple(entries.collect::<Result<_, _>>()?))
        }
    }
}
