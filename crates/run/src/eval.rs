//! What expressions mean. Plain recursion over the checked tree: this is the definition, so it is not clever.

use crate::fault::{Eval, Halt, defined};
use crate::game::Game;
use crate::state::{State, Stored, is_one, ones};
use crate::value::{Side, Value};
use crate::{MOST_ELEMENTS, MOST_STEPS, builtin};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{ArithOp, Binder, Builtin, Comparison, Def, EnumType, Expr, Kind, SetOp, Source, Span, Who, Whole};
use std::sync::Arc;

/// How many nested calls a recursive definition may make; it runs on the stack.
const MOST_CALLS: usize = 4_000;

/// Whether a walk goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next one.
    On,
    /// No further.
    Stop,
}

/// What expressions are evaluated in: parameters and definitions, a state, the mover, and bound names.
pub struct Machine<'a> {
    /// Values of the parameters.
    pub params: &'a [Value],
    /// Values already computed.
    pub constants: &'a [Value],
    /// Definitions by number.
    pub defs: &'a [Def],
    /// Enumerations by number.
    pub enums: &'a [EnumType],
    /// Index sets of the fields, for whole arrays and sets.
    pub game: Option<&'a Game>,
    /// The fields as they are now.
    pub state: State,
    /// Who is about to move.
    pub mover: Side,
    /// Whether there is no move.
    pub stuck: bool,
    /// Whether play never ends.
    pub forever: bool,
    /// Bound names of the current frame.
    pub locals: Vec<Value>,
    calls: usize,
    steps: usize,
}

impl<'a> Machine<'a> {
    /// A machine with no fields yet.
    pub fn new(params: &'a [Value], constants: &'a [Value], defs: &'a [Def], enums: &'a [EnumType]) -> Machine<'a> {
        Machine {
            params,
            constants,
            defs,
            enums,
            game: None,
            state: State { fields: Vec::new() },
            mover: Side::Left,
            stuck: false,
            forever: false,
            locals: Vec::new(),
            calls: 0,
            steps: 0,
        }
    }

    /// Binds a local.
    pub fn bind(&mut self, slot: usize, value: Value) {
        if slot >= self.locals.len() {
            self.locals.resize(slot + 1, Value::None);
        }
        self.locals[slot] = value;
    }

    /// Whether a condition holds; something undefined makes it false.
    pub fn holds(&mut self, condition: &Expr) -> Result<bool, Halt> {
        Ok(defined(self.truth(condition))?.unwrap_or(false))
    }

    /// A condition.
    pub fn truth(&mut self, expr: &Expr) -> Eval<bool> {
        match &expr.kind {
            Kind::Bool(value) => Ok(*value),
            Kind::Stuck => Ok(self.stuck),
            Kind::Forever => Ok(self.forever),
            Kind::Not(inner) => Ok(!self.truth(inner)?),
            Kind::And(left, right) => Ok(self.truth(left)? && self.truth(right)?),
            Kind::Or(left, right) => Ok(self.truth(left)? || self.truth(right)?),
            Kind::Compare(Comparison::Lt, left, right) => Ok(self.int(left)? < self.int(right)?),
            Kind::Compare(Comparison::Le, left, right) => Ok(self.int(left)? <= self.int(right)?),
            Kind::Compare(op, left, right) => {
                let equal = if left.ty == grundy_rule::Type::Int && right.ty == grundy_rule::Type::Int {
                    self.int(left)? == self.int(right)?
                } else {
                    self.value(left)? == self.value(right)?
                };
                Ok(equal == (*op == Comparison::Eq))
            }
            Kind::In(element, set) => self.member(element, set),
            Kind::Fold(FoldOp::Exists, binders, filter, body) => {
                let mut found = false;
                self.instances(binders, filter.as_deref(), &mut |machine| {
                    found = machine.holds(body)?;
                    Ok(if found { Flow::Stop } else { Flow::On })
                })?;
                Ok(found)
            }
            Kind::Fold(FoldOp::All, binders, filter, body) => {
                let mut all = true;
                self.instances(binders, filter.as_deref(), &mut |machine| {
                    all = machine.holds(body)?;
                    Ok(if all { Flow::On } else { Flow::Stop })
                })?;
                Ok(all)
            }
            _ => match self.value(expr)? {
                Value::Bool(value) => Ok(value),
                other => unreachable!("a condition is true or false, not {other:?}"),
            },
        }
    }

    /// A number.
    pub fn int(&mut self, expr: &Expr) -> Eval<i64> {
        match &expr.kind {
            Kind::Int(number) => Ok(*number),
            Kind::Neg(inner) => self.int(inner)?.checked_neg().ok_or_else(|| Halt::overflow(expr.span)),
            Kind::Arith(op, left, right) => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                arith(*op, left, right, expr.span)
            }
            Kind::Fold(FoldOp::Count, binders, filter, body) => {
                let mut count = 0;
                self.instances(binders, filter.as_deref(), &mut |machine| {
                    count += i64::from(machine.holds(body)?);
                    Ok(Flow::On)
                })?;
                Ok(count)
            }
            Kind::Fold(op, binders, filter, body) => self.fold(*op, binders, filter.as_deref(), body, expr.span),
            Kind::Builtin(Builtin::Min, parts) => self.extreme(parts, i64::min),
            Kind::Builtin(Builtin::Max, parts) => self.extreme(parts, i64::max),
            Kind::Builtin(Builtin::Abs, parts) => {
                self.int(&parts[0])?.checked_abs().ok_or_else(|| Halt::overflow(expr.span))
            }
            Kind::If(condition, yes, no) => {
                if self.truth(condition)? {
                    self.int(yes)
                } else {
                    self.int(no)
                }
            }
            _ => match self.value(expr)? {
                Value::Int(number) => Ok(number),
                Value::None => Err(Halt::Undefined),
                other => unreachable!("a number is wanted, not {other:?}"),
            },
        }
    }

    fn extreme(&mut self, parts: &[Expr], pick: fn(i64, i64) -> i64) -> Eval<i64> {
        let mut best = self.int(&parts[0])?;
        for part in &parts[1..] {
            best = pick(best, self.int(part)?);
        }
        Ok(best)
    }

    fn fold(&mut self, op: FoldOp, binders: &[Binder], filter: Option<&Expr>, body: &Expr, span: Span) -> Eval<i64> {
        let mut total: Option<i64> = match op {
            FoldOp::Sum | FoldOp::Xor => Some(0),
            _ => None,
        };
        self.instances(binders, filter, &mut |machine| {
            let Some(term) = defined(machine.int(body))? else { return Ok(Flow::On) };
            total = Some(match (op, total) {
                (_, None) => term,
                (FoldOp::Sum, Some(sum)) => sum.checked_add(term).ok_or_else(|| Halt::overflow(span))?,
                (FoldOp::Xor, Some(sum)) => sum ^ term,
                (FoldOp::Min, Some(least)) => least.min(term),
                (_, Some(greatest)) => greatest.max(term),
            });
            Ok(Flow::On)
        })?;
        total.ok_or(Halt::Undefined)
    }

    /// Any value.
    pub fn value(&mut self, expr: &Expr) -> Eval<Value> {
        Ok(match &expr.kind {
            Kind::None => Value::None,
            Kind::Text(text) => Value::Text(text.as_str().into()),
            Kind::EnumValue(_, value) => Value::Name(*value as u32),
            Kind::Who(who) => Value::Player(self.player(*who)),
            Kind::Param(number) => self.params[*number].clone(),
            Kind::Field(number) => self.field(*number),
            Kind::Local(slot) => self.locals[*slot].clone(),
            Kind::Const(number) => self.constants[*number].clone(),
            Kind::Call(number, arguments) => return self.call(*number, arguments, expr.span, Machine::value),
            Kind::Neg(inner) if expr.ty != grundy_rule::Type::Int => {
                let vector = self.value(inner)?;
                vector_arith(ArithOp::Sub, &Value::tuple(vec![Value::Int(0); arity(&vector)]), &vector, expr.span)?
            }
            Kind::Arith(op, left, right) if expr.ty != grundy_rule::Type::Int => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                vector_arith(*op, &left, &right, expr.span)?
            }
            Kind::SetOp(op, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                set_op(*op, &left, &right)
            }
            Kind::If(condition, yes, no) => {
                return if self.truth(condition)? { self.value(yes) } else { self.value(no) };
            }
            Kind::Range(low, high) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                self.check_size(high as i128 - low as i128 + 1, expr.span)?;
                Value::Set((low..=high).map(Value::Int).collect())
            }
            Kind::Index(base, index) => return self.index(base, index),
            Kind::Dot(base, entry) => self.value(base)?.entry(*entry).ok_or(Halt::Undefined)?,
            Kind::Tuple(parts) => Value::tuple(self.values(parts)?),
            Kind::List(parts) => Value::List(self.values(parts)?.into()),
            Kind::Set(parts) => Value::set(self.values(parts)?),
            Kind::Build(binders, filter, body) => {
                let mut elements = Vec::new();
                self.instances(binders, filter.as_deref(), &mut |machine| {
                    if let Some(element) = defined(machine.value(body))? {
                        elements.push(element);
                        machine.check_size(elements.len() as i128, expr.span)?;
                    }
                    Ok(Flow::On)
                })?;
                Value::set(elements)
            }
            Kind::Whole(Whole::Bool) => Value::Set([Value::Bool(false), Value::Bool(true)].into()),
            Kind::Whole(Whole::Player) => Value::Set([Value::Player(Side::Left), Value::Player(Side::Right)].into()),
            Kind::Whole(Whole::Enum(number)) => {
                Value::Set((0..self.enums[*number].values.len() as u32).map(Value::Name).collect())
            }
            Kind::Builtin(Builtin::Min | Builtin::Max | Builtin::Abs, _) => Value::Int(self.int(expr)?),
            Kind::Builtin(builtin, parts) => {
                let arguments = self.values(parts)?;
                builtin::apply(*builtin, &arguments, expr.span)?
            }
            Kind::Int(_) | Kind::Neg(_) | Kind::Arith(..) => Value::Int(self.int(expr)?),
            Kind::Fold(FoldOp::Exists | FoldOp::All, ..) => Value::Bool(self.truth(expr)?),
            Kind::Fold(..) => Value::Int(self.int(expr)?),
            Kind::Bool(_)
            | Kind::Stuck
            | Kind::Forever
            | Kind::Not(_)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Compare(..)
            | Kind::In(..) => Value::Bool(self.truth(expr)?),
            Kind::Game(..) | Kind::Sum(_) => unreachable!("positions are built by `setup`"),
            Kind::Broken => unreachable!("rules with errors are not run"),
        })
    }

    fn values(&mut self, parts: &[Expr]) -> Eval<Vec<Value>> {
        parts.iter().map(|part| self.value(part)).collect()
    }

    fn check_size(&self, size: i128, span: Span) -> Result<(), Halt> {
        if size > MOST_ELEMENTS as i128 { Err(Halt::too_large(span, "this set")) } else { Ok(()) }
    }

    /// A player by name or by turn.
    pub fn player(&self, who: Who) -> Side {
        match who {
            Who::Me => self.mover,
            Who::Opp => self.mover.other(),
            Who::Left => Side::Left,
            Who::Right => Side::Right,
        }
    }

    fn field(&self, number: usize) -> Value {
        let universe = self.game.and_then(|game| game.universe(number));
        self.state.fields[number].to_value(universe)
    }

    fn call<T>(
        &mut self,
        number: usize,
        arguments: &[Expr],
        span: Span,
        evaluate: fn(&mut Machine<'a>, &Expr) -> Eval<T>,
    ) -> Eval<T> {
        let def = &self.defs[number];
        let mut frame = self.values(arguments)?;
        frame.resize(def.code.locals.max(frame.len()), Value::None);
        self.step(span)?;
        if self.calls >= MOST_CALLS {
            return Err(Halt::fuel(span));
        }
        self.calls += 1;
        let outer = std::mem::replace(&mut self.locals, frame);
        let result = evaluate(self, &def.code.expr);
        self.locals = outer;
        self.calls -= 1;
        result
    }

    fn index(&mut self, base: &Expr, index: &Expr) -> Eval<Value> {
        if let Kind::Field(number) = base.kind
            && let Some(universe) = self.game.and_then(|game| game.universe(number))
        {
            let index = self.value(index)?;
            let rank = universe.rank(&index).ok_or(Halt::Undefined)?;
            return match &self.state.fields[number] {
                Stored::Array(cells) => Ok(cells[rank].clone()),
                _ => Err(Halt::Undefined),
            };
        }
        let (base, index) = (self.value(base)?, self.value(index)?);
        match (&base, &index) {
            (Value::List(entries), Value::Int(number)) => {
                let place = usize::try_from(*number).map_err(|_| Halt::Undefined)?;
                entries.get(place).cloned().ok_or(Halt::Undefined)
            }
            (Value::Array(universe, cells), index) => {
                universe.rank(index).map(|rank| cells[rank].clone()).ok_or(Halt::Undefined)
            }
            _ => Err(Halt::Undefined),
        }
    }

    fn member(&mut self, element: &Expr, set: &Expr) -> Eval<bool> {
        let element = self.value(element)?;
        match &set.kind {
            Kind::Range(low, high) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                Ok(matches!(element, Value::Int(number) if low <= number && number <= high))
            }
            Kind::Field(number) => {
                match (&self.state.fields[*number], self.game.and_then(|game| game.universe(*number))) {
                    (Stored::Set(bits), Some(universe)) => {
                        Ok(universe.rank(&element).is_some_and(|rank| is_one(bits, rank)))
                    }
                    _ => Ok(false),
                }
            }
            Kind::Const(number) => Ok(contains(&self.constants[*number], &element)),
            Kind::Param(number) => Ok(contains(&self.params[*number], &element)),
            Kind::SetOp(op, left, right) => {
                let (left, right) = (contains(&self.value(left)?, &element), contains(&self.value(right)?, &element));
                Ok(match op {
                    SetOp::Union => left || right,
                    SetOp::Minus => left && !right,
                    SetOp::Meet => left && right,
                })
            }
            _ => Ok(contains(&self.value(set)?, &element)),
        }
    }

    /// Runs `body` for every assignment of the binders whose filter holds, in order, until it breaks. A binder whose
    /// set or value is undefined has no assignments.
    pub fn instances(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &mut dyn FnMut(&mut Machine<'a>) -> Eval<Flow>,
    ) -> Eval<Flow> {
        let Some((binder, rest)) = binders.split_first() else {
            return match filter {
                Some(filter) if !self.holds(filter)? => Ok(Flow::On),
                _ => body(self),
            };
        };
        match &binder.source {
            Source::Is(value) => match defined(self.value(value))? {
                None => Ok(Flow::On),
                Some(value) => {
                    self.bind(binder.local, value);
                    self.instances(rest, filter, body)
                }
            },
            Source::In(set) => self.each(set, &mut |machine, element| {
                machine.bind(binder.local, element);
                machine.instances(rest, filter, body)
            }),
        }
    }

    /// Counts one more element walked; a machine walks a bounded number of them.
    fn step(&mut self, span: Span) -> Eval<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(Halt::too_many(span)) } else { Ok(()) }
    }

    /// Runs `body` for each element of a set in order, until it breaks; the set is fixed beforehand.
    pub fn each(&mut self, set: &Expr, body: &mut dyn FnMut(&mut Machine<'a>, Value) -> Eval<Flow>) -> Eval<Flow> {
        if let Kind::Range(low, high) = &set.kind {
            let Some(low) = defined(self.int(low))? else { return Ok(Flow::On) };
            let Some(high) = defined(self.int(high))? else { return Ok(Flow::On) };
            let mut number = low;
            while number <= high {
                self.step(set.span)?;
                if body(self, Value::Int(number))? == Flow::Stop {
                    return Ok(Flow::Stop);
                }
                number += 1;
            }
            return Ok(Flow::On);
        }
        if let Kind::Field(number) = set.kind
            && let Some(universe) = self.game.and_then(|game| game.universe(number)).cloned()
            && let Stored::Set(bits) = &self.state.fields[number]
        {
            let ranks: Vec<usize> = ones(bits).collect();
            for rank in ranks {
                self.step(set.span)?;
                if body(self, universe.element(rank))? == Flow::Stop {
                    return Ok(Flow::Stop);
                }
            }
            return Ok(Flow::On);
        }
        let span = set.span;
        let Some(set) = defined(self.value(set))? else { return Ok(Flow::On) };
        let elements: Arc<[Value]> = match set {
            Value::Set(elements) | Value::List(elements) => elements,
            _ => return Ok(Flow::On),
        };
        for element in elements.iter() {
            self.step(span)?;
            if body(self, element.clone())? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
    }
}

fn contains(set: &Value, element: &Value) -> bool {
    match set {
        Value::Set(elements) => elements.binary_search(element).is_ok(),
        Value::List(elements) => elements.contains(element),
        _ => false,
    }
}

fn arity(vector: &Value) -> usize {
    match vector {
        Value::Tuple(entries) => entries.len(),
        _ => 2,
    }
}

fn arith(op: ArithOp, left: i64, right: i64, span: Span) -> Eval<i64> {
    let result = match op {
        ArithOp::Add => left.checked_add(right),
        ArithOp::Sub => left.checked_sub(right),
        ArithOp::Mul => left.checked_mul(right),
        ArithOp::Div | ArithOp::Mod if right == 0 => return Err(Halt::Undefined),
        ArithOp::Div => left.checked_div_euclid(right).map(|quotient| {
            // Euclid rounds towards the divisor's sign; the language rounds down.
            if right < 0 && left.rem_euclid(right) != 0 { quotient - 1 } else { quotient }
        }),
        ArithOp::Mod => {
            left.checked_rem_euclid(right).map(|rest| if right < 0 && rest != 0 { rest + right } else { rest })
        }
        ArithOp::Xor => Some(left ^ right),
    };
    result.ok_or_else(|| Halt::overflow(span))
}

fn vector_arith(op: ArithOp, left: &Value, right: &Value, span: Span) -> Eval<Value> {
    if let (Value::Cell(a, b), Value::Cell(c, d)) = (left, right) {
        let (a, b, c, d) = (i64::from(*a), i64::from(*b), i64::from(*c), i64::from(*d));
        return Ok(match op {
            ArithOp::Add => Value::pair(a + c, b + d),
            _ => Value::pair(a - c, b - d),
        });
    }
    let entries = |value: &Value| value.numbers().ok_or(Halt::Undefined);
    let numbers: Vec<i64> = match (left, right) {
        (Value::Int(factor), vector) => {
            entries(vector)?.into_iter().map(|entry| arith(ArithOp::Mul, *factor, entry, span)).collect::<Eval<_>>()?
        }
        (left, right) => {
            entries(left)?.into_iter().zip(entries(right)?).map(|(a, b)| arith(op, a, b, span)).collect::<Eval<_>>()?
        }
    };
    Ok(Value::tuple(numbers.into_iter().map(Value::Int).collect()))
}

fn set_op(op: SetOp, left: &Value, right: &Value) -> Value {
    let empty: &[Value] = &[];
    let (a, b) = (left.elements().unwrap_or(empty), right.elements().unwrap_or(empty));
    match op {
        SetOp::Union => Value::set(a.iter().chain(b).cloned().collect()),
        SetOp::Minus => Value::Set(a.iter().filter(|element| b.binary_search(element).is_err()).cloned().collect()),
        SetOp::Meet => Value::Set(a.iter().filter(|element| b.binary_search(element).is_ok()).cloned().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        let span = Span::default();
        let pairs = [(-1, 5), (7, 3), (-7, 3), (7, -3), (-7, -3), (6, -3), (0, -4)];
        for (a, b) in pairs {
            let quotient = arith(ArithOp::Div, a, b, span).unwrap();
            let rest = arith(ArithOp::Mod, a, b, span).unwrap();
            assert_eq!(quotient, (a as f64 / b as f64).floor() as i64, "{a} // {b}");
            assert_eq!(quotient * b + rest, a, "{a} % {b}");
        }
        assert!(arith(ArithOp::Div, 1, 0, span).is_err());
    }
}
