//! Expressions whose fields are unknown bits. What depends on no field is computed by `run`; operators are applied by
//! `run` to every case of their operands; what is left here is reading fields, logic, folds and sets.

use crate::condition::{Bits, Condition};
use crate::fields::Field;
use crate::speaking::Speaking;
use crate::symbol::{Beyond, Cases, Count, MOST_CASES, Symbol, Truth};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{ArithOp, Binder, Builtin, Comparison, Expr, Kind, SetOp, Source, Type};
use grundy_run::{Game, Halt, Machine, Side, State, Stuck, Value, defined};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;

/// No condition has more parts, those that are shared counted each time: it could double with every statement.
const MOST_PARTS: usize = 1 << 13;
/// Nested calls at most.
const MOST_CALLS: usize = 32;

/// The machine of unknown fields.
pub struct Evaluator<'a> {
    /// Of which game.
    pub game: &'a Game,
    /// The fields as they are now.
    pub fields: Vec<Field>,
    /// What is known of the bits.
    pub bits: SmallVec<[Bits; 2]>,
    /// Computes what is known.
    pub machine: Machine<'a>,
    /// The places of each field as they are before anything is known of the bits, those that were looked at.
    pub(crate) places: Vec<Vec<Option<Cases>>>,
    /// Bound names that depend on fields.
    symbols: Vec<Option<Symbol>>,
    /// What definitions speak of.
    pub speaking: Speaking,
    work: usize,
    most: usize,
    calls: usize,
}

/// Whether all of these have few enough parts.
fn walkable<'c>(conditions: impl IntoIterator<Item = &'c Condition>) -> Result<(), Beyond> {
    let large = conditions.into_iter().any(|condition| condition.is_larger_than(MOST_PARTS));
    if large { Err(Beyond("conditions of too many parts")) } else { Ok(()) }
}

impl<'a> Evaluator<'a> {
    /// Before any field is read; expressions and bodies looked at, and parts of conditions made, are at most so many.
    pub fn new(game: &'a Game, most: usize) -> Evaluator<'a> {
        let machine = game.machine(State { fields: Vec::new() });
        let speaking = Speaking::of(game);
        let fields = vec![Field::Untouched; game.shapes.len()];
        let places = game.layout.places.iter().map(|place| vec![None; place.count]).collect();
        let (bits, symbols) = (SmallVec::new(), Vec::new());
        Evaluator { game, fields, bits, machine, places, symbols, speaking, work: 0, most, calls: 0 }
    }

    /// Begins with what a player about to move finds, with all work still to spend.
    pub fn begin(&mut self, mover: Side, stuck: Stuck, endless: bool) {
        self.machine = self.game.machine(State { fields: Vec::new() });
        (self.machine.mover, self.machine.stuck, self.machine.forever) = (mover, stuck == Stuck::Yes, endless);
        self.work = 0;
    }

    /// Forgets fields and bound names; a frame of so many names is needed.
    pub fn restart(&mut self, locals: usize, bits: SmallVec<[Bits; 2]>) {
        self.bits = bits;
        self.fields.iter_mut().for_each(|field| *field = Field::Untouched);
        self.machine.locals.clear();
        self.machine.locals.resize(locals, Value::None);
        self.symbols.clear();
        self.symbols.resize(locals, None);
    }

    /// Counts work; there is an end to it.
    pub fn spend(&mut self, work: usize) -> Result<(), Beyond> {
        self.work += work;
        if self.work > self.most { Err(Beyond("too much to write out")) } else { Ok(()) }
    }

    /// Whether the fields that were looked at depend on the position by conditions that can be walked.
    pub fn fields_can_be_walked(&self) -> Result<(), Beyond> {
        let cases = |cases: &Cases| walkable(cases.each.iter().map(|(when, _)| when));
        self.fields.iter().try_for_each(|field| match field {
            Field::One(one) => cases(one),
            Field::Array(cells) => cells.iter().flatten().try_for_each(cases),
            Field::Set(present) => walkable(present.iter().flatten()),
            Field::Untouched => Ok(()),
        })
    }

    /// Binds a name.
    pub fn bind(&mut self, slot: usize, symbol: Symbol) {
        if slot >= self.symbols.len() {
            self.symbols.resize(slot + 1, None);
        }
        match &symbol {
            Symbol::Cases(cases) if cases.only().is_some() => {
                let value = cases.only().cloned().unwrap_or(Value::None);
                self.bind_value(slot, value);
            }
            _ => self.symbols[slot] = Some(symbol),
        }
    }

    /// Binds a name to one value.
    pub fn bind_value(&mut self, slot: usize, value: Value) {
        if let Some(symbol) = self.symbols.get_mut(slot) {
            *symbol = None;
        }
        self.machine.bind(slot, value);
    }

    fn is_known(&self, expr: &Expr) -> bool {
        !expr.any(&|part| match &part.kind {
            Kind::Local(slot) => self.symbols.get(*slot).is_some_and(Option::is_some),
            kind => self.speaking.reads_fields(kind),
        })
    }

    /// Any value.
    pub fn value(&mut self, expr: &Expr) -> Result<Symbol, Beyond> {
        let value = self.made_value(expr)?;
        match &value {
            Symbol::Cases(cases) => walkable(cases.each.iter().map(|(when, _)| when))?,
            Symbol::Count(count) => walkable(count.terms.iter().map(|(_, when)| when))?,
            Symbol::Set(set) => walkable(set.values())?,
        }
        Ok(value)
    }

    fn made_value(&mut self, expr: &Expr) -> Result<Symbol, Beyond> {
        self.spend(1)?;
        if self.is_known(expr) {
            return Ok(Symbol::Cases(match defined(self.machine.value(expr)).map_err(beyond)? {
                Some(value) => Cases::known(value),
                None => Cases::undefined(),
            }));
        }
        match &expr.kind {
            Kind::Local(slot) => self.symbols[*slot].clone().ok_or(Beyond("a name that depends on the position")),
            Kind::Field(number) => self.whole_field(*number),
            Kind::Call(number, arguments) => self.call(*number, arguments, Evaluator::value),
            Kind::If(condition, yes, no) => self.either(condition, yes, no),
            Kind::Index(base, index) => match base.kind {
                Kind::Field(number) => self.cell(number, index),
                _ => self.lift(expr),
            },
            Kind::SetOp(op, left, right) => {
                let (left, right) = (self.value(left)?.set()?, self.value(right)?.set()?);
                Ok(Symbol::Set(Rc::new(set_op(*op, &left, &right))))
            }
            Kind::Build(binders, filter, body) => {
                let mut all: BTreeMap<Value, Vec<Condition>> = BTreeMap::new();
                self.instances(binders, filter.as_deref(), Condition::Yes, &mut |evaluator, when| {
                    let cases = evaluator.value(body)?.cases()?;
                    for (case, value) in cases.each {
                        all.entry(value).or_default().push(when.and(&case));
                    }
                    Ok(())
                })?;
                let joined = all.into_iter().map(|(value, when)| (value, Condition::any(when)));
                let set: BTreeMap<Value, Condition> = joined.filter(|(_, when)| *when != Condition::No).collect();
                Ok(Symbol::Set(Rc::new(set)))
            }
            Kind::Set(parts) => {
                let mut set: BTreeMap<Value, Condition> = BTreeMap::new();
                for part in parts {
                    let cases = self.value(part)?.cases()?;
                    if !cases.total {
                        return Err(Beyond("a set of something that may be undefined"));
                    }
                    for (when, value) in cases.each {
                        let known = set.entry(value).or_insert(Condition::No);
                        *known = known.or(&when);
                    }
                }
                Ok(Symbol::Set(Rc::new(set)))
            }
            Kind::Fold(FoldOp::Count | FoldOp::Sum, ..) => self.fold(expr).map(Symbol::Count),
            Kind::Builtin(Builtin::Ray, parts) => self.ray(&parts[0], &parts[1], &parts[2]),
            Kind::Builtin(Builtin::Len, parts) => {
                let set = self.value(&parts[0])?.set()?;
                Ok(Symbol::Count(Count::of(0, set.values().map(|when| (1, when.clone())))?))
            }
            Kind::Arith(op, left, right) if expr.ty == Type::Int => self.arith(expr, *op, left, right),
            Kind::There(_)
            | Kind::Neg(_)
            | Kind::Arith(..)
            | Kind::Dot(..)
            | Kind::Tuple(_)
            | Kind::List(_)
            | Kind::Range(..)
            | Kind::Builtin(
                Builtin::Min | Builtin::Max | Builtin::Abs | Builtin::Next | Builtin::Before | Builtin::Gcd,
                _,
            ) => self.lift(expr),
            Kind::Not(_)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Compare(..)
            | Kind::In(..)
            | Kind::Fold(FoldOp::Exists | FoldOp::All, ..) => {
                let truth = self.truth(expr)?;
                let cases = [(truth.yes, Value::Bool(true)), (truth.no, Value::Bool(false))];
                Ok(Symbol::Cases(Cases::of(cases, truth.total)?))
            }
            _ => Err(Beyond(construct(&expr.kind))),
        }
    }

    /// The cells that one step after the other reaches, each with the condition that it and all before it are in the set.
    fn ray(&mut self, cell: &Expr, step: &Expr, cells: &Expr) -> Result<Symbol, Beyond> {
        let (from, by) = (self.cases(cell)?, self.cases(step)?);
        if !from.total || !by.total {
            return Err(Beyond("a ray that may be undefined"));
        }
        let cells = self.value(cells)?.set()?;
        let mut found: BTreeMap<Value, Condition> = BTreeMap::new();
        for (when_from, from) in &from.each {
            for (when_by, by) in &by.each {
                let mut when = when_from.and(when_by);
                let mut at = vector_sum(from, by).ok_or(Beyond("a ray out of range"))?;
                while at != *from
                    && let Some(there) = cells.get(&at)
                {
                    self.spend(1 + there.size())?;
                    when = when.and(there);
                    if when == Condition::No {
                        break;
                    }
                    let known = found.entry(at.clone()).or_insert(Condition::No);
                    *known = known.or(&when);
                    at = vector_sum(&at, by).ok_or(Beyond("a ray out of range"))?;
                }
            }
        }
        Ok(Symbol::Set(Rc::new(found)))
    }

    /// One of some values.
    pub fn cases(&mut self, expr: &Expr) -> Result<Cases, Beyond> {
        self.value(expr)?.cases()
    }

    /// When a condition is true, and when it is false.
    pub fn truth(&mut self, expr: &Expr) -> Result<Truth, Beyond> {
        let truth = self.made_truth(expr)?;
        walkable([&truth.yes, &truth.no])?;
        Ok(truth)
    }

    fn made_truth(&mut self, expr: &Expr) -> Result<Truth, Beyond> {
        self.spend(1)?;
        if self.is_known(expr) {
            let known = defined(self.machine.truth(expr)).map_err(beyond)?;
            return Ok(known.map_or_else(Truth::undefined, Truth::known));
        }
        match &expr.kind {
            Kind::Not(inner) => {
                let Truth { yes, no, total } = self.truth(inner)?;
                Ok(Truth { yes: no, no: yes, total })
            }
            Kind::And(left, right) => {
                let left = self.truth(left)?;
                if left.no == Condition::Yes {
                    return Ok(left);
                }
                let right = self.truth(right)?;
                self.spend(left.size() + right.size())?;
                let (yes, no) = (left.yes.and(&right.yes), left.no.or(&right.no));
                Ok(Truth { yes, no, total: left.total && right.total })
            }
            Kind::Or(left, right) => {
                let left = self.truth(left)?;
                if left.yes == Condition::Yes {
                    return Ok(left);
                }
                let right = self.truth(right)?;
                self.spend(left.size() + right.size())?;
                let (yes, no) = (left.yes.or(&right.yes), left.no.and(&right.no));
                Ok(Truth { yes, no, total: left.total && right.total })
            }
            Kind::Fold(FoldOp::Exists, binders, filter, body) => {
                let mut any = Vec::new();
                self.instances(binders, filter.as_deref(), Condition::Yes, &mut |evaluator, when| {
                    let body = evaluator.truth(body)?.yes;
                    evaluator.spend(body.size())?;
                    any.push(when.and(&body));
                    Ok(())
                })?;
                Ok(Truth::when(Condition::any(any)))
            }
            Kind::Fold(FoldOp::All, binders, filter, body) => {
                let mut all = Vec::new();
                self.instances(binders, filter.as_deref(), Condition::Yes, &mut |evaluator, when| {
                    let body = evaluator.truth(body)?.yes;
                    evaluator.spend(body.size())?;
                    all.push(when.not().or(&body));
                    Ok(())
                })?;
                Ok(Truth::when(Condition::all(all)))
            }
            Kind::Compare(op, left, right) => self.compare(*op, left, right),
            Kind::In(element, set) => self.member(element, set),
            Kind::Call(number, arguments) => self.call(*number, arguments, Evaluator::truth),
            _ => {
                let cases = self.cases(expr)?;
                let of = |wanted: bool| {
                    let cases = cases.each.iter().filter(move |(_, value)| *value == Value::Bool(wanted));
                    Condition::any(cases.map(|(when, _)| when.clone()))
                };
                Ok(Truth { yes: of(true), no: of(false), total: cases.total })
            }
        }
    }

    fn call<T>(
        &mut self,
        number: usize,
        arguments: &[Expr],
        evaluate: fn(&mut Evaluator<'a>, &Expr) -> Result<T, Beyond>,
    ) -> Result<T, Beyond> {
        let arguments = arguments.iter().map(|argument| self.value(argument)).collect::<Result<Vec<_>, _>>()?;
        if arguments.iter().any(|argument| matches!(argument, Symbol::Cases(cases) if !cases.total)) {
            return Err(Beyond("an argument that may be undefined"));
        }
        if self.calls >= MOST_CALLS {
            return Err(Beyond("definitions nested too deep"));
        }
        self.calls += 1;
        let code = &self.game.rules.defs[number].code;
        let outer = std::mem::replace(&mut self.machine.locals, vec![Value::None; code.locals]);
        let names = std::mem::replace(&mut self.symbols, vec![None; code.locals]);
        for (slot, argument) in arguments.into_iter().enumerate() {
            self.bind(slot, argument);
        }
        let result = evaluate(self, &code.expr);
        (self.machine.locals, self.symbols) = (outer, names);
        self.calls -= 1;
        result
    }

    fn either(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Result<Symbol, Beyond> {
        let truth = self.truth(condition)?;
        if truth.no == Condition::No && truth.total {
            return self.value(yes);
        }
        if truth.yes == Condition::No && truth.total {
            return self.value(no);
        }
        match (self.value(yes)?, self.value(no)?) {
            (Symbol::Cases(yes), Symbol::Cases(no)) => {
                let each = yes.each.iter().map(|(when, value)| (truth.yes.and(when), value.clone()));
                let other = no.each.iter().map(|(when, value)| (truth.no.and(when), value.clone()));
                Ok(Symbol::Cases(Cases::of(each.chain(other), truth.total && yes.total && no.total)?))
            }
            (yes, no) if truth.total => {
                let (yes, no) = (yes.count()?, no.count()?);
                let under = |when: &Condition, count: &Count| -> Vec<(i64, Condition)> {
                    let terms = count.terms.iter().map(|(points, term)| (*points, when.and(term)));
                    terms.chain([(count.base, when.clone())]).collect()
                };
                let terms = under(&truth.yes, &yes).into_iter().chain(under(&truth.no, &no));
                Ok(Symbol::Count(Count::of(0, terms)?))
            }
            _ => Err(Beyond("sets or sums chosen by a condition")),
        }
    }

    fn arith(&mut self, expr: &Expr, op: ArithOp, left: &Expr, right: &Expr) -> Result<Symbol, Beyond> {
        let (a, b) = match (self.value(left)?, self.value(right)?) {
            (Symbol::Cases(a), Symbol::Cases(b)) => return self.applied(expr, &[a, b]),
            (a, b) => (a.count()?, b.count()?),
        };
        let count = match op {
            ArithOp::Add => a.plus(1, &b)?,
            ArithOp::Sub => a.plus(-1, &b)?,
            ArithOp::Mul if a.terms.is_empty() => Count::of(0, [])?.plus(a.base, &b)?,
            ArithOp::Mul if b.terms.is_empty() => Count::of(0, [])?.plus(b.base, &a)?,
            _ => return Err(Beyond("a product, quotient or remainder of counts")),
        };
        Ok(Symbol::Count(count))
    }

    fn fold(&mut self, expr: &Expr) -> Result<Count, Beyond> {
        let mut terms = Vec::new();
        match &expr.kind {
            Kind::Fold(FoldOp::Count, binders, filter, body) => {
                self.instances(binders, filter.as_deref(), Condition::Yes, &mut |evaluator, when| {
                    let body = evaluator.truth(body)?.yes;
                    terms.push((1, when.and(&body)));
                    Ok(())
                })?;
            }
            Kind::Fold(_, binders, filter, body) => {
                self.instances(binders, filter.as_deref(), Condition::Yes, &mut |evaluator, when| {
                    match evaluator.value(body)? {
                        Symbol::Cases(cases) => {
                            for (case, value) in cases.each {
                                let Value::Int(number) = value else {
                                    return Err(Beyond("a sum of something else than numbers"));
                                };
                                terms.push((number, when.and(&case)));
                            }
                        }
                        Symbol::Count(count) => {
                            terms.push((count.base, when.clone()));
                            terms.extend(count.terms.iter().map(|(points, term)| (*points, when.and(term))));
                        }
                        Symbol::Set(_) => return Err(Beyond("a sum of sets")),
                    }
                    Ok(())
                })?;
            }
            _ => return Err(Beyond("a fold of this kind")),
        }
        self.spend(terms.len())?;
        Count::of(0, terms)
    }

    fn compare(&mut self, op: Comparison, left: &Expr, right: &Expr) -> Result<Truth, Beyond> {
        let (a, b) = (self.value(left)?, self.value(right)?);
        match (&a, &b) {
            (Symbol::Set(_), _) | (_, Symbol::Set(_)) => {
                let (a, b) = (a.set()?, b.set()?);
                let empty = Condition::No;
                let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(key)));
                let same = keys.map(|key| {
                    let (a, b) = (a.get(key).unwrap_or(&empty), b.get(key).unwrap_or(&empty));
                    a.and(b).or(&a.not().and(&b.not()))
                });
                let equal = Condition::all(same);
                Ok(Truth::when(if op == Comparison::Eq { equal } else { equal.not() }))
            }
            (Symbol::Count(_), _) | (_, Symbol::Count(_)) => {
                let (a, b) = (a.count()?, b.count()?);
                let less = b.plus(-1, &a)?.positive()?;
                let more = |a: &Count| -> Result<Condition, Beyond> { a.plus(-1, &b)?.positive() };
                Ok(Truth::when(match op {
                    Comparison::Lt => less,
                    Comparison::Le => more(&a)?.not(),
                    Comparison::Eq => less.or(&more(&a)?).not(),
                    Comparison::Ne => less.or(&more(&a)?),
                }))
            }
            (Symbol::Cases(a), Symbol::Cases(b)) => {
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                for (when, left) in &a.each {
                    for (case, right) in &b.each {
                        let holds = match (op, left, right) {
                            (Comparison::Eq, ..) => left == right,
                            (Comparison::Ne, ..) => left != right,
                            (Comparison::Lt, Value::Int(left), Value::Int(right)) => left < right,
                            (Comparison::Le, Value::Int(left), Value::Int(right)) => left <= right,
                            _ => return Err(Beyond("a comparison of something else than numbers")),
                        };
                        if holds { &mut yes } else { &mut no }.push(when.and(case));
                    }
                }
                self.spend(yes.len() + no.len())?;
                Ok(Truth::of(Condition::any(yes), Condition::any(no), a.total && b.total))
            }
        }
    }

    fn member(&mut self, element: &Expr, set: &Expr) -> Result<Truth, Beyond> {
        let element = self.cases(element)?;
        let set: Rc<BTreeMap<Value, Condition>> = match &set.kind {
            Kind::Field(number) => {
                // Read in place: sets are looked up far more often than they are walked.
                let universe = self.game.universe(*number).ok_or(Beyond("membership in something else than a set"))?;
                let Field::Set(_) = self.field(*number)? else {
                    return Err(Beyond("membership in something else than a set"));
                };
                let mut of = |value: &Value| match universe.rank(value) {
                    Some(rank) => self.is_present(*number, rank),
                    None => Ok(Condition::No),
                };
                let present = element.each.iter().map(|(_, value)| of(value)).collect::<Result<Vec<_>, _>>()?;
                return Ok(member_of(&element, present.into_iter()));
            }
            Kind::Range(low, high) => return self.between(&element, low, high),
            _ => match self.value(set)? {
                Symbol::Cases(cases) if matches!(cases.only(), Some(Value::List(_))) => {
                    let elements = cases.only().and_then(Value::elements).unwrap_or_default();
                    Rc::new(elements.iter().map(|value| (value.clone(), Condition::Yes)).collect())
                }
                other => other.set()?,
            },
        };
        let present = element.each.iter().map(|(_, value)| set.get(value).cloned().unwrap_or(Condition::No));
        Ok(member_of(&element, present))
    }

    /// Membership in a range; where an end is undefined, so is the membership.
    fn between(&mut self, element: &Cases, low: &Expr, high: &Expr) -> Result<Truth, Beyond> {
        let (low, high) = (self.cases(low)?, self.cases(high)?);
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for (of_low, low) in &low.each {
            for (of_high, high) in &high.each {
                let ends = of_low.and(of_high);
                for (when, value) in &element.each {
                    self.spend(1)?;
                    let inside = value >= low && value <= high;
                    if inside { &mut yes } else { &mut no }.push(ends.and(when));
                }
            }
        }
        let total = low.total && high.total && element.total;
        Ok(Truth { yes: Condition::any(yes), no: Condition::any(no), total })
    }

    /// An operator at every choice of the cases of its operands.
    fn lift(&mut self, expr: &Expr) -> Result<Symbol, Beyond> {
        let mut parts = Vec::new();
        expr.parts(&mut |part| parts.push(part));
        let operands = parts.iter().map(|part| self.cases(part)).collect::<Result<Vec<_>, _>>()?;
        self.applied(expr, &operands)
    }

    /// An operator at every choice of the cases of these operands.
    fn applied(&mut self, expr: &Expr, operands: &[Cases]) -> Result<Symbol, Beyond> {
        let first = self.machine.locals.len().max(self.symbols.len());
        let frame = self.machine.locals.len();
        let mut slot = first;
        let applied = expr.map_parts(&mut |part| {
            slot += 1;
            Expr { kind: Kind::Local(slot - 1), ty: part.ty.clone(), span: part.span }
        });
        let mut choices: Vec<(Condition, Vec<Value>)> = vec![(Condition::Yes, Vec::new())];
        for operand in operands {
            let mut next = Vec::new();
            for (when, values) in &choices {
                for (case, value) in &operand.each {
                    let both = when.and(case);
                    if both != Condition::No {
                        let mut values = values.clone();
                        values.push(value.clone());
                        next.push((both, values));
                    }
                }
            }
            self.spend(next.len())?;
            choices = next;
            if choices.len() > MOST_CASES * MOST_CASES {
                return Err(Beyond("an operator with too many cases"));
            }
        }
        let mut total = operands.iter().all(|operand| operand.total);
        let mut all = Vec::new();
        for (when, values) in choices {
            for (place, value) in values.into_iter().enumerate() {
                self.machine.bind(first + place, value);
            }
            match defined(self.machine.value(&applied)).map_err(beyond)? {
                Some(value) => all.push((when, value)),
                None => total = false,
            }
        }
        self.machine.locals.truncate(frame);
        Ok(Symbol::Cases(Cases::of(all, total)?))
    }

    /// The elements of a set in order, each with when it belongs.
    pub fn elements(&mut self, set: &Expr) -> Result<Vec<(Condition, Value)>, Beyond> {
        if let (Kind::Range(low, high), false) = (&set.kind, self.is_known(set)) {
            let (low, high) = (self.cases(low)?, self.cases(high)?);
            let mut all: BTreeMap<Value, Vec<Condition>> = BTreeMap::new();
            for (when, low) in &low.each {
                for (case, high) in &high.each {
                    let (Value::Int(low), Value::Int(high)) = (low, high) else {
                        return Err(Beyond("a range of something else than numbers"));
                    };
                    let both = when.and(case);
                    for number in *low..=*high {
                        self.spend(1)?;
                        all.entry(Value::Int(number)).or_default().push(both.clone());
                    }
                }
            }
            return Ok(all.into_iter().map(|(value, when)| (Condition::any(when), value)).collect());
        }
        let game = self.game;
        if let Kind::Field(number) = set.kind
            && let (Field::Set(_), Some(universe)) = (self.field(number)?, game.universe(number))
        {
            // Elements are numbered in increasing order.
            self.spend(universe.len())?;
            let present = (0..universe.len()).map(|rank| Ok((self.is_present(number, rank)?, universe.element(rank))));
            let mut all = present.collect::<Result<Vec<_>, Beyond>>()?;
            all.retain(|(when, _)| *when != Condition::No);
            return Ok(all);
        }
        match self.value(set)? {
            Symbol::Cases(cases) => {
                if let Some(only) = cases.only() {
                    let elements = only.elements().unwrap_or_default();
                    self.spend(elements.len())?;
                    return Ok(elements.iter().map(|value| (Condition::Yes, value.clone())).collect());
                }
                let mut all: BTreeMap<Value, Vec<Condition>> = BTreeMap::new();
                for (when, value) in &cases.each {
                    let Value::Set(elements) = value else { return Err(Beyond("a set that is chosen by a list")) };
                    self.spend(elements.len())?;
                    for element in elements.iter() {
                        all.entry(element.clone()).or_default().push(when.clone());
                    }
                }
                Ok(all.into_iter().map(|(value, when)| (Condition::any(when), value)).collect())
            }
            Symbol::Set(set) => Ok(set.iter().map(|(value, when)| (when.clone(), value.clone())).collect()),
            Symbol::Count(_) => Err(Beyond("a count walked as a set")),
        }
    }

    /// Runs `body` for every assignment of the binders that can be, with when it is one, in order.
    pub fn instances(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        when: Condition,
        body: &mut dyn FnMut(&mut Evaluator<'a>, Condition) -> Result<(), Beyond>,
    ) -> Result<(), Beyond> {
        if when == Condition::No {
            return Ok(());
        }
        let Some((binder, rest)) = binders.split_first() else {
            let when = match filter {
                Some(filter) => when.and(&self.truth(filter)?.yes),
                None => when,
            };
            return if when == Condition::No { Ok(()) } else { body(self, when) };
        };
        self.assignments(binder, &mut |evaluator, case| evaluator.instances(rest, filter, when.and(&case), body))
    }

    /// Binds one name to each of its values in turn, with when it has it.
    pub fn assignments(
        &mut self,
        binder: &Binder,
        body: &mut dyn FnMut(&mut Evaluator<'a>, Condition) -> Result<(), Beyond>,
    ) -> Result<(), Beyond> {
        let each = match &binder.source {
            Source::In(set) => self.elements(set)?,
            Source::Is(value) => match self.value(value)? {
                Symbol::Cases(cases) => cases.each.into_iter().collect(),
                symbol => {
                    self.bind(binder.local, symbol);
                    return body(self, Condition::Yes);
                }
            },
        };
        for (when, value) in each {
            self.bind_value(binder.local, value);
            body(self, when)?;
        }
        Ok(())
    }
}

/// Membership of an element, given for each of its cases when that value belongs.
fn member_of(element: &Cases, present: impl Iterator<Item = Condition>) -> Truth {
    if element.only().is_some() {
        let mut present = present;
        return Truth::when(present.next().unwrap_or(Condition::No));
    }
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for ((when, _), present) in element.each.iter().zip(present) {
        no.push(when.and(&present.not()));
        yes.push(when.and(&present));
    }
    Truth { yes: Condition::any(yes), no: Condition::any(no), total: element.total }
}

fn set_op(
    op: SetOp,
    left: &BTreeMap<Value, Condition>,
    right: &BTreeMap<Value, Condition>,
) -> BTreeMap<Value, Condition> {
    let of = |set: &BTreeMap<Value, Condition>, key: &Value| set.get(key).cloned().unwrap_or(Condition::No);
    let keys = left.keys().chain(right.keys());
    let mut result = BTreeMap::new();
    for key in keys {
        let (a, b) = (of(left, key), of(right, key));
        let when = match op {
            SetOp::Union => a.or(&b),
            SetOp::Minus => a.and(&b.not()),
            SetOp::Meet => a.and(&b),
        };
        if when != Condition::No {
            result.insert(key.clone(), when);
        }
    }
    result
}

/// A cell or tuple one step further.
fn vector_sum(cell: &Value, step: &Value) -> Option<Value> {
    let (cell, step) = (cell.numbers()?, step.numbers()?);
    let sums = cell.iter().zip(&step).map(|(a, b)| a.checked_add(*b).map(Value::Int));
    Some(Value::tuple(sums.collect::<Option<Vec<_>>>()?))
}

/// The name of a construct that cannot be written out where it depends on the position.
fn construct(kind: &Kind) -> &'static str {
    match kind {
        Kind::Builtin(Builtin::Subsets, _) => "`subsets` of a set that changes",
        Kind::Builtin(Builtin::Reach, _) => "`reach`",
        Kind::Builtin(Builtin::Lines, _) => "`lines` of a set that changes",
        Kind::Builtin(Builtin::Grid, _) => "`grid` of a size that changes",
        Kind::Fold(FoldOp::Min | FoldOp::Max, ..) => "`min` or `max` over a set",
        Kind::Fold(FoldOp::Xor, ..) => "`xor` over a set",
        Kind::Game(..) | Kind::Sum(_) => "a position",
        _ => "this expression",
    }
}

/// A fault of the rules is left to interpretation.
fn beyond(_: Halt) -> Beyond {
    Beyond("a fault of the rules")
}
