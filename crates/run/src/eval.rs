//! What expressions mean. Plain recursion over the checked tree: this is the definition, so it is not clever.

use crate::current::{Current, Ranks, Subset};
use crate::fault::{Eval, Halt, defined};
use crate::game::Game;
use crate::operators::{
    NO_NAME, arith, arity, contains, is_cell, is_int, is_named, name_of, number, pair, set_op, vector_arith,
};
use crate::shape::Shape;
use crate::state::{State, Stored, is_one};
use crate::universe::Universe;
use crate::value::{Side, Value};
use crate::walk::Walk;
use crate::{MOST_ELEMENTS, MOST_STEPS, builtin};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{ArithOp, Binder, Builtin, Comparison, Def, EnumType, Expr, Kind, SetOp, Source, Span, Who, Whole};

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
    /// Those that are sets, their elements numbered; and those that are sets of elements of a field.
    pub(crate) sets: &'a [Option<Universe>],
    pub(crate) masks: &'a [Option<(usize, Ranks)>],
    /// Definitions by number.
    pub defs: &'a [Def],
    /// Enumerations by number.
    pub enums: &'a [EnumType],
    /// Index sets of the fields, for whole arrays and sets.
    pub game: Option<&'a Game>,
    /// The fields as they are now, unless `current` has them.
    pub state: State,
    /// The fields of a position of `game` as they are now.
    pub(crate) current: Option<Current>,
    /// Who is about to move.
    pub mover: Side,
    /// Whether there is no move.
    pub stuck: bool,
    /// Whether play never ends.
    pub forever: bool,
    /// Bound names of the current frame.
    pub locals: Vec<Value>,
    /// Frames to be used again.
    spare: Vec<Vec<Value>>,
    calls: usize,
    steps: usize,
    /// It walks no more elements than this.
    pub(crate) most_steps: usize,
}

impl<'a> Machine<'a> {
    /// A machine with no fields yet.
    pub fn new(params: &'a [Value], constants: &'a [Value], defs: &'a [Def], enums: &'a [EnumType]) -> Machine<'a> {
        Machine {
            params,
            constants,
            sets: &[],
            masks: &[],
            defs,
            enums,
            game: None,
            state: State { fields: Vec::new() },
            current: None,
            mover: Side::Left,
            stuck: false,
            forever: false,
            locals: Vec::new(),
            spare: Vec::new(),
            calls: 0,
            steps: 0,
            most_steps: MOST_STEPS,
        }
    }

    /// Binds a local.
    #[inline(always)]
    pub fn bind(&mut self, slot: usize, value: Value) {
        match self.locals.get_mut(slot) {
            Some(local) => *local = value,
            None => {
                self.locals.resize(slot, Value::None);
                self.locals.push(value);
            }
        }
    }

    /// The value of a bound name, a parameter or a constant, where it stands.
    #[inline(always)]
    fn look(&self, expr: &Expr) -> Option<&Value> {
        match expr.kind {
            Kind::Local(slot) => Some(&self.locals[slot]),
            Kind::Param(number) => Some(&self.params[number]),
            Kind::Const(number) => Some(&self.constants[number]),
            _ => None,
        }
    }

    /// Whether a condition holds; something undefined makes it false.
    pub fn holds(&mut self, condition: &Expr) -> Result<bool, Halt> {
        match self.truth(condition) {
            Err(Halt::Undefined) => Ok(false),
            result => result,
        }
    }

    /// A condition.
    #[inline]
    pub fn truth(&mut self, expr: &Expr) -> Eval<bool> {
        match &expr.kind {
            Kind::Compare(op, left, right) => self.compare(*op, left, right),
            Kind::In(element, set) => self.member(element, set),
            _ => self.condition(expr),
        }
    }

    /// A condition that is made of others: apart, as `compound` is.
    #[inline(never)]
    fn condition(&mut self, expr: &Expr) -> Eval<bool> {
        match &expr.kind {
            Kind::Bool(value) => Ok(*value),
            Kind::Stuck => Ok(self.stuck),
            Kind::Forever => Ok(self.forever),
            Kind::Not(inner) => Ok(!self.truth(inner)?),
            Kind::And(left, right) => self.joined(false, left, right),
            Kind::Or(left, right) => self.joined(true, left, right),
            Kind::If(condition, yes, no) => {
                if self.truth(condition)? {
                    self.truth(yes)
                } else {
                    self.truth(no)
                }
            }
            Kind::Call(number, arguments) => self.call(*number, arguments, expr.span, Machine::truth),
            Kind::Compare(..) | Kind::In(..) => self.truth(expr),
            Kind::Fold(FoldOp::Exists, binders, filter, body) => self.some(true, binders, filter.as_deref(), body),
            Kind::Fold(FoldOp::All, binders, filter, body) => {
                Ok(!self.some(false, binders, filter.as_deref(), body)?)
            }
            _ => match self.value(expr)? {
                Value::Bool(value) => Ok(value),
                other => unreachable!("a condition is true or false, not {other:?}"),
            },
        }
    }

    /// Two conditions joined by `or`, which one that is true decides, or by `and`, which one that is false decides,
    /// whatever the other is, also if that is undefined (Kleene's strong three-valued logic, 1952).
    #[inline(always)]
    fn joined(&mut self, decides: bool, left: &Expr, right: &Expr) -> Eval<bool> {
        match self.truth(left) {
            Ok(truth) if truth == decides => Ok(decides),
            Ok(_) => self.truth(right),
            Err(Halt::Undefined) => match self.truth(right)? {
                truth if truth == decides => Ok(decides),
                _ => Err(Halt::Undefined),
            },
            fault => fault,
        }
    }

    /// Whether the body holds, or does not, for some instance.
    #[inline(never)]
    fn some(&mut self, wanted: bool, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Eval<bool> {
        let flow = self.instances(binders, filter, &mut |machine| {
            Ok(if machine.holds(body)? == wanted { Flow::Stop } else { Flow::On })
        })?;
        Ok(flow == Flow::Stop)
    }

    #[inline(never)]
    fn count(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Eval<i64> {
        let mut count = 0;
        self.instances(binders, filter, &mut |machine| {
            count += i64::from(machine.holds(body)?);
            Ok(Flow::On)
        })?;
        Ok(count)
    }

    /// The number of an element, if it belongs; cells that are only asked for it are not made.
    #[inline(always)]
    pub(crate) fn rank(&mut self, universe: &Universe, element: &Expr) -> Eval<Option<usize>> {
        match self.look(element) {
            Some(element) => Ok(universe.rank(element)),
            None => self.rank_of_made(universe, element),
        }
    }

    #[inline(never)]
    fn rank_of_made(&mut self, universe: &Universe, element: &Expr) -> Eval<Option<usize>> {
        match universe {
            Universe::Range { .. } if is_int(&element.ty) => Ok(universe.rank(&Value::Int(self.int(element)?))),
            Universe::Grid { rows, columns } if is_cell(&element.ty) => {
                let (row, col) = match &element.kind {
                    Kind::Tuple(parts) => (self.int(&parts[0])?, self.int(&parts[1])?),
                    _ => self.pair(element)?,
                };
                let inside = (0..i64::from(*rows)).contains(&row) && (0..i64::from(*columns)).contains(&col);
                Ok(inside.then(|| (row * i64::from(*columns) + col) as usize))
            }
            _ => Ok(universe.rank(&self.value(element)?)),
        }
    }

    /// A cell, or a step between cells.
    fn pair(&mut self, expr: &Expr) -> Eval<(i64, i64)> {
        match &expr.kind {
            Kind::Local(slot) => pair(&self.locals[*slot]),
            Kind::Const(number) => pair(&self.constants[*number]),
            Kind::Tuple(parts) if parts.len() == 2 => Ok((self.int(&parts[0])?, self.int(&parts[1])?)),
            Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub), left, right) => {
                let ((a, b), (c, d)) = (self.pair(left)?, self.pair(right)?);
                Ok((arith(*op, a, c, expr.span)?, arith(*op, b, d, expr.span)?))
            }
            Kind::Arith(ArithOp::Mul, factor, step) => {
                let (factor, (row, col)) = (self.int(factor)?, self.pair(step)?);
                Ok((arith(ArithOp::Mul, factor, row, expr.span)?, arith(ArithOp::Mul, factor, col, expr.span)?))
            }
            _ => pair(&self.value(expr)?),
        }
    }

    #[inline(never)]
    fn compare(&mut self, op: Comparison, left: &Expr, right: &Expr) -> Eval<bool> {
        let equal = match op {
            Comparison::Lt => return Ok(self.int(left)? < self.int(right)?),
            Comparison::Le => return Ok(self.int(left)? <= self.int(right)?),
            _ if is_int(&left.ty) && is_int(&right.ty) => self.int(left)? == self.int(right)?,
            _ if is_named(&left.ty) => self.name(left)? == self.name(right)?,
            _ => self.value(left)? == self.value(right)?,
        };
        Ok(equal == (op == Comparison::Eq))
    }

    /// A player, a value of an enumeration or `none`, by its number: see `name_of`.
    fn name(&mut self, expr: &Expr) -> Eval<i64> {
        match &expr.kind {
            Kind::None => Ok(NO_NAME),
            Kind::EnumValue(_, value) => Ok(*value as i64),
            Kind::Who(who) => Ok(self.player(*who) as i64),
            _ => self.name_found(expr),
        }
    }

    #[inline(never)]
    fn name_found(&mut self, expr: &Expr) -> Eval<i64> {
        if let Kind::Index(base, index) = &expr.kind
            && let Kind::Field(number) = base.kind
            && let Some(game) = self.game
            && let Shape::Array(universe, values) = &game.shapes[number]
        {
            let rank = self.rank(universe, index)?.ok_or(Halt::Undefined)?;
            let current = self.current.as_ref();
            let stored = current.and_then(|current| current.stored_cell(&game.layout.places[number], values, rank));
            return match stored {
                Some(value) => Ok(name_of(value)),
                None => Ok(name_of(&self.cell_at(number, rank)?)),
            };
        }
        match &expr.kind {
            Kind::Local(slot) => Ok(name_of(&self.locals[*slot])),
            _ => Ok(name_of(&self.value(expr)?)),
        }
    }

    /// A number.
    pub fn int(&mut self, expr: &Expr) -> Eval<i64> {
        match &expr.kind {
            Kind::Int(number) => Ok(*number),
            Kind::Local(slot) => match self.locals[*slot] {
                Value::Int(number) => Ok(number),
                _ => self.calculated(expr),
            },
            Kind::Dot(base, entry) => match (self.look(base), entry) {
                (Some(Value::Cell(row, _)), 0) => Ok((*row).into()),
                (Some(Value::Cell(_, col)), 1) => Ok((*col).into()),
                _ => self.calculated(expr),
            },
            _ => self.calculated(expr),
        }
    }

    /// A number that is made of others: apart, as `compound` is.
    #[inline(never)]
    fn calculated(&mut self, expr: &Expr) -> Eval<i64> {
        match &expr.kind {
            Kind::Index(base, index) => number(&self.index(base, index)?),
            Kind::Call(number, arguments) => self.call(*number, arguments, expr.span, Machine::int),
            Kind::Neg(inner) => self.int(inner)?.checked_neg().ok_or_else(|| Halt::overflow(expr.span)),
            Kind::Arith(op, left, right) => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                arith(*op, left, right, expr.span)
            }
            Kind::Fold(FoldOp::Count, binders, filter, body) => self.count(binders, filter.as_deref(), body),
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
            _ => number(&self.value(expr)?),
        }
    }

    #[inline(never)]
    fn extreme(&mut self, parts: &[Expr], pick: fn(i64, i64) -> i64) -> Eval<i64> {
        let mut best = self.int(&parts[0])?;
        for part in &parts[1..] {
            best = pick(best, self.int(part)?);
        }
        Ok(best)
    }

    #[inline(never)]
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
        match &expr.kind {
            Kind::None => Ok(Value::None),
            Kind::Int(number) => Ok(Value::Int(*number)),
            Kind::EnumValue(_, value) => Ok(Value::Name(*value as u32)),
            Kind::Who(who) => Ok(Value::Player(self.player(*who))),
            Kind::Param(number) => Ok(self.params[*number].clone()),
            Kind::Local(slot) => Ok(self.locals[*slot].clone()),
            Kind::Const(number) => Ok(self.constants[*number].clone()),
            Kind::Index(base, index) => self.index(base, index),
            _ => self.compound(expr),
        }
    }

    /// A value that is made of others: apart, so that names and numbers cost little.
    #[inline(never)]
    fn compound(&mut self, expr: &Expr) -> Eval<Value> {
        Ok(match &expr.kind {
            Kind::Text(text) => Value::Text(text.clone().into()),
            Kind::Field(number) => self.field(*number),
            Kind::Call(number, arguments) => return self.call(*number, arguments, expr.span, Machine::value),
            Kind::There(inner) => match self.value(inner)? {
                Value::None => return Err(Halt::Undefined),
                value => value,
            },
            Kind::Neg(inner) if !is_int(&expr.ty) => {
                let vector = self.value(inner)?;
                vector_arith(ArithOp::Sub, &Value::tuple(vec![Value::Int(0); arity(&vector)]), &vector, expr.span)?
            }
            Kind::Arith(..) if is_cell(&expr.ty) => {
                let (row, col) = self.pair(expr)?;
                Value::pair(row, col)
            }
            Kind::Arith(op, left, right) if !is_int(&expr.ty) => {
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
            Kind::Dot(base, entry) => self.value(base)?.entry(*entry).ok_or(Halt::Undefined)?,
            Kind::Tuple(parts) => match &parts[..] {
                [row, col] if is_int(&row.ty) && is_int(&col.ty) => Value::pair(self.int(row)?, self.int(col)?),
                [row, col] => match (self.value(row)?, self.value(col)?) {
                    (Value::Int(row), Value::Int(col)) => Value::pair(row, col),
                    (first, second) => Value::Tuple([first, second].into()),
                },
                _ => Value::tuple(self.values(parts)?),
            },
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
            Kind::Neg(_) | Kind::Arith(..) => Value::Int(self.int(expr)?),
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
            Kind::None
            | Kind::Int(_)
            | Kind::EnumValue(..)
            | Kind::Who(_)
            | Kind::Param(_)
            | Kind::Local(_)
            | Kind::Const(_)
            | Kind::Index(..) => return self.value(expr),
            Kind::Game(..) | Kind::Sum(_) => unreachable!("positions are built by `setup`"),
            // Rules with errors are not run: it is an entry of an element of `{}`, and there is none.
            Kind::Broken => return Err(Halt::Undefined),
        })
    }

    /// Adds the elements of a set, which is not written out for that.
    pub(crate) fn gather(&mut self, set: &Expr, into: &mut Subset) -> Eval<()> {
        match &set.kind {
            Kind::Set(parts) => {
                for part in parts {
                    into.add(&self.value(part)?);
                }
            }
            Kind::Build(binders, filter, body) => {
                let mut size = 0;
                self.instances(binders, filter.as_deref(), &mut |machine| {
                    if let Some(element) = defined(machine.value(body))? {
                        into.add(&element);
                        size += 1;
                        machine.check_size(size, set.span)?;
                    }
                    Ok(Flow::On)
                })?;
            }
            Kind::SetOp(SetOp::Union, left, right) => {
                self.gather(left, into)?;
                self.gather(right, into)?;
            }
            _ => {
                if let Some((field, ranks)) = self.among(set)
                    && into.is_of(self.game.and_then(|game| game.universe(field)))
                {
                    into.ranks.iter_mut().zip(ranks).for_each(|(word, more)| *word |= more);
                    return Ok(());
                }
                let value = self.value(set)?;
                value.elements().ok_or(Halt::Undefined)?.iter().for_each(|element| into.add(element));
            }
        }
        Ok(())
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

    /// A field as it is now.
    pub(crate) fn field(&self, number: usize) -> Value {
        if let (Some(current), Some(game)) = (&self.current, self.game) {
            return current.field(game, number);
        }
        let universe = self.game.and_then(|game| game.universe(number));
        self.state.fields[number].to_value(universe)
    }

    #[inline(never)]
    fn call<T>(
        &mut self,
        number: usize,
        arguments: &[Expr],
        span: Span,
        evaluate: fn(&mut Machine<'a>, &Expr) -> Eval<T>,
    ) -> Eval<T> {
        let def = &self.defs[number];
        let mut frame = self.spare.pop().unwrap_or_default();
        frame.clear();
        for argument in arguments {
            frame.push(self.value(argument)?);
        }
        frame.resize(def.code.locals.max(frame.len()), Value::None);
        self.step(span)?;
        if self.calls >= MOST_CALLS {
            return Err(Halt::fuel(span));
        }
        self.calls += 1;
        let outer = std::mem::replace(&mut self.locals, frame);
        let result = evaluate(self, &def.code.expr);
        self.spare.push(std::mem::replace(&mut self.locals, outer));
        self.calls -= 1;
        result
    }

    /// The cell of an array field at an index.
    #[inline(always)]
    pub(crate) fn cell(&mut self, number: usize, index: &Expr) -> Eval<Value> {
        let game = self.game.ok_or(Halt::Undefined)?;
        let universe = game.universe(number).ok_or(Halt::Undefined)?;
        let rank = self.rank(universe, index)?.ok_or(Halt::Undefined)?;
        self.cell_at(number, rank)
    }

    #[inline(always)]
    fn cell_at(&self, number: usize, rank: usize) -> Eval<Value> {
        if let (Some(current), Some(game)) = (&self.current, self.game) {
            return Ok(current.cell(game, number, rank));
        }
        match &self.state.fields[number] {
            Stored::Array(cells) => Ok(cells[rank].clone()),
            _ => Err(Halt::Undefined),
        }
    }

    /// The elements of a set field as ranks in its universe; `None` for other fields.
    pub(crate) fn ranks(&self, number: usize) -> Option<Ranks> {
        match (&self.current, self.game) {
            (Some(current), Some(game)) => match &game.shapes[number] {
                Shape::Set(_) => Some(current.ranks(&game.layout.places[number])),
                _ => None,
            },
            _ => match self.state.fields.get(number) {
                Some(Stored::Set(bits)) => Some(Ranks::from_slice(bits)),
                _ => None,
            },
        }
    }

    /// A set of elements of a set field, by number: the field, or what it has of a constant set.
    fn among(&self, set: &Expr) -> Option<(usize, Ranks)> {
        match &set.kind {
            Kind::Field(number) => Some((*number, self.ranks(*number)?)),
            Kind::SetOp(SetOp::Meet, left, right) => match (&left.kind, &right.kind) {
                (Kind::Field(number), Kind::Const(constant)) => {
                    let (field, mask) = self.masks.get(*constant)?.as_ref()?;
                    let mut ranks = self.ranks(*number).filter(|_| field == number)?;
                    ranks.iter_mut().zip(mask).for_each(|(word, mask)| *word &= mask);
                    Some((*number, ranks))
                }
                _ => None,
            },
            _ => None,
        }
    }

    #[inline(always)]
    fn index(&mut self, base: &Expr, index: &Expr) -> Eval<Value> {
        if let Kind::Field(number) = base.kind
            && self.game.is_some_and(|game| game.universe(number).is_some())
        {
            return self.cell(number, index);
        }
        let (base, index) = (self.value(base)?, self.value(index)?);
        match (&base, &index) {
            (Value::List(entries), Value::Int(number)) => {
                let place = usize::try_from(*number).map_err(|_| Halt::Undefined)?;
                entries.get(place).cloned().ok_or(Halt::Undefined)
            }
            (Value::Array(array), index) => {
                array.universe.rank(index).map(|rank| array.cells[rank].clone()).ok_or(Halt::Undefined)
            }
            _ => Err(Halt::Undefined),
        }
    }

    #[inline(never)]
    fn member(&mut self, element: &Expr, set: &Expr) -> Eval<bool> {
        if let Kind::Field(number) = set.kind
            && let Some(universe) = self.game.and_then(|game| game.universe(number))
        {
            let rank = self.rank(universe, element)?;
            return Ok(rank.is_some_and(|rank| self.field_has(number, rank)));
        }
        if let Kind::Const(number) = set.kind
            && let Some(Some(universe)) = self.sets.get(number)
        {
            return Ok(self.rank(universe, element)?.is_some());
        }
        let element = self.value(element)?;
        match &set.kind {
            Kind::Range(low, high) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                Ok(matches!(element, Value::Int(number) if low <= number && number <= high))
            }
            Kind::Field(_) => Ok(false),
            Kind::Const(number) => Ok(contains(&self.constants[*number], &element)),
            Kind::Local(slot) => Ok(contains(&self.locals[*slot], &element)),
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

    /// Whether a field is a set that has the element numbered `rank`.
    pub(crate) fn field_has(&self, number: usize, rank: usize) -> bool {
        match (&self.current, self.game) {
            (Some(current), Some(game)) => {
                let place = &game.layout.places[number];
                place.is_set() && current.has(place, rank)
            }
            _ => matches!(&self.state.fields[number], Stored::Set(bits) if is_one(bits, rank)),
        }
    }

    /// Runs `body` for every assignment of the binders whose filter holds, in order, until it breaks. A binder whose
    /// set or value is undefined has no assignments.
    pub fn instances<F>(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &mut F) -> Eval<Flow>
    where
        F: FnMut(&mut Machine<'a>) -> Eval<Flow>,
    {
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
            Source::In(set) => self.each(set, |machine, element| {
                machine.bind(binder.local, element);
                match filter {
                    _ if !rest.is_empty() => machine.instances(rest, filter, body),
                    Some(filter) if !machine.holds(filter)? => Ok(Flow::On),
                    _ => body(machine),
                }
            }),
        }
    }

    /// How many elements it has walked.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// Counts one more element walked; a machine walks a bounded number of them.
    #[inline(always)]
    pub(crate) fn step(&mut self, span: Span) -> Eval<()> {
        self.steps += 1;
        if self.steps > self.most_steps { Err(Halt::too_many(span)) } else { Ok(()) }
    }

    /// Runs `body` for each element of a set in order, until it breaks; the set is fixed beforehand.
    pub fn each<F>(&mut self, set: &Expr, mut body: F) -> Eval<Flow>
    where
        F: FnMut(&mut Machine<'a>, Value) -> Eval<Flow>,
    {
        for element in self.walk(set)? {
            self.step(set.span)?;
            if body(self, element)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
    }

    /// The elements of a set in order; none if it is undefined.
    fn walk(&mut self, set: &Expr) -> Eval<Walk<'a>> {
        if let Kind::Range(low, high) = &set.kind {
            let Some(low) = defined(self.int(low))? else { return Ok(Walk::nothing()) };
            let Some(high) = defined(self.int(high))? else { return Ok(Walk::nothing()) };
            return Ok(Walk::Range(low..=high));
        }
        if let Some((number, ranks)) = self.among(set)
            && let Some(universe) = self.game.and_then(|game| game.universe(number))
        {
            return Ok(Walk::Ranks { universe, ranks, word: 0 });
        }
        if let Kind::Const(number) = set.kind
            && let Some(elements) = self.constants[number].elements()
        {
            return Ok(Walk::Fixed(elements.iter()));
        }
        Ok(match defined(self.value(set))? {
            Some(Value::Set(elements) | Value::List(elements)) => Walk::Listed { elements, next: 0 },
            _ => Walk::nothing(),
        })
    }
}
