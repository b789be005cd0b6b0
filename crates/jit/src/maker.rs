//! One function in the making: the fields as they are now, what names are bound to, and the exit for mistakes.

use crate::cells::Wanted;
use crate::table::{Hull, Number, Set, Table, Val, Var, joined, matters};
use crate::word::{ONE, Word, Words, ZERO};
use cranelift_codegen::ir::Block;
use cranelift_codegen::ir::condcodes::IntCC;
use grundy_rule::{ArithOp, Binder, Expr, Kind, Source};
use grundy_run::{Eval, Game, Halt, Machine, Shape, Side, State, Stored, Universe, Value, Values};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Why something is not compiled.
pub type Res<T> = Result<T, String>;

/// No function of bound names is laid down with more values than this.
pub const MOST_CELLS: usize = 1 << 16;
/// The sets of one table have no more elements than this.
const MOST_ELEMENTS: usize = 1 << 18;
/// Numbers with at most this many values can be looked up.
const MOST_VALUES: i64 = 1 << 12;
/// No set has more elements.
pub const MOST_BITS: usize = 512;
/// No function is made of more steps than this: code grows with each.
const MOST_STEPS: usize = 60_000;

/// Constant data that code refers to; it lives as long as the code.
#[derive(Default)]
pub struct Data {
    blocks: FxHashMap<Vec<u64>, Box<[u64]>>,
}

impl Data {
    /// Where this data lies.
    pub fn place(&mut self, words: Vec<u64>) -> *const u8 {
        self.blocks.entry(words).or_insert_with_key(|words| words.clone().into_boxed_slice()).as_ptr().cast()
    }

    /// The data itself, to be kept with the code.
    pub fn blocks(self) -> Vec<Box<[u64]>> {
        self.blocks.into_values().collect()
    }
}

/// A field as it is now.
#[derive(Clone, Debug)]
pub enum Field {
    /// One value.
    One(Val),
    /// A subset.
    Set(Set),
    /// Cells of few values, bit by bit.
    Planes { hull: Hull, values: Rc<Vec<Value>>, planes: Vec<Vec<Word>> },
    /// Cells as numbers in their set.
    Cells { hull: Hull, values: Values, ranks: Vec<Word> },
}

/// A cell that a variable chooses is known to hold a value, as long as the board is this one.
pub struct Fact {
    pub var: u32,
    pub field: usize,
    pub cells: Vec<Option<u32>>,
    pub planes: Vec<Vec<Word>>,
    pub rank: usize,
}

/// A function in the making.
pub struct Maker<'a, 'f> {
    pub game: &'a Game,
    pub w: Words<'f>,
    pub data: &'a mut Data,
    pub mover: Side,
    pub stuck: bool,
    pub fields: Vec<Field>,
    /// Bound names of the current frame.
    pub env: Vec<Option<Val>>,
    /// Where to go when interpretation would report a mistake.
    pub fault: Block,
    /// Under which condition the code being made counts.
    pub path: Word,
    /// The element of the loop around, if it runs over the bits of a word.
    pub loop_var: Option<Var>,
    /// What the last test of many cells wanted.
    pub wanted: Option<Wanted>,
    /// What cells are known to hold where the code being made runs.
    pub facts: Vec<Fact>,
    /// The innermost loop over known elements: its variable, where it ends, and the level of the guards in it.
    pub innermost: Option<(u32, Block, usize)>,
    /// At most so often the loops over numbers around are walked together.
    pub walks: i64,
    /// At most so often the code being made runs, by the number of bits and known elements that loops walk.
    pub runs: usize,
    /// At most so many options are written without looking for room.
    pub sure: usize,
    /// Whether the last binder can choose at most one cell of a board where the code being made runs.
    pub at_most_one: bool,
    next_var: u32,
    steps: usize,
}

impl<'a, 'f> Maker<'a, 'f> {
    pub fn new(game: &'a Game, w: Words<'f>, data: &'a mut Data, mover: Side, stuck: bool, fault: Block) -> Self {
        let (fields, env) = (Vec::new(), Vec::new());
        Maker {
            game,
            w,
            data,
            mover,
            stuck,
            fields,
            env,
            fault,
            path: ONE,
            loop_var: None,
            wanted: None,
            innermost: None,
            facts: Vec::new(),
            walks: 1,
            runs: 1,
            sure: 0,
            at_most_one: false,
            next_var: 0,
            steps: 0,
        }
    }

    /// Counts work, so that no game takes long to compile.
    pub fn step(&mut self, steps: usize) -> Res<()> {
        self.steps += steps;
        if self.steps > MOST_STEPS { Err("its rules are too large written out".to_string()) } else { Ok(()) }
    }

    /// A fresh variable.
    pub fn var(&mut self, size: usize, word: Option<Word>) -> Var {
        self.next_var += 1;
        Var { id: self.next_var, size, word, domain: None, bit: None }
    }

    /// A number with its bounds, counted from the least if there are few.
    pub fn number(&mut self, word: Word, low: i64, high: i64) -> Res<Val> {
        if low == high {
            return Ok(Val::Table(Table::known(Value::Int(low))));
        }
        if high > 1 << 62 || low < -(1 << 62) {
            return Err("its numbers may leave the range of 64 bits".to_string());
        }
        let var = if high - low < MOST_VALUES {
            let from_low = self.w.sub(word, Word::of(low));
            Some(self.var((high - low + 1) as usize, Some(from_low)))
        } else {
            None
        };
        Ok(Val::Number(Number { word, low, high, var }))
    }

    /// Leaves the function if the condition holds where the code counts.
    pub fn fault_if(&mut self, condition: Word) {
        let bad = self.w.and(condition, self.path);
        if bad == ZERO {
            return;
        }
        let on = self.w.b.create_block();
        let bad = self.w.value(bad);
        use cranelift_codegen::ir::InstBuilder;
        self.w.b.ins().brif(bad, self.fault, &[], on, &[]);
        self.w.b.switch_to_block(on);
    }

    /// The fields of a position at `packed`, word by word.
    pub fn unpack(&mut self, packed: &[Word]) -> Res<()> {
        let game = self.game;
        packed.iter().zip(game.layout.used()).for_each(|(&word, &used)| self.w.only(word, used));
        for (shape, place) in game.shapes.iter().zip(&game.layout.places) {
            let part = |m: &mut Self, first: usize, count: usize| {
                let mut words = m.w.shifted(packed, first as i64, count.div_ceil(64).max(1));
                if count % 64 != 0 || count == 0 {
                    let last = words.len() - 1;
                    words[last] = m.w.and(words[last], Word::Known((1u64 << (count % 64)) - 1));
                }
                words
            };
            let field = match shape {
                Shape::Set(universe) => {
                    let words = part(self, place.offset, place.count);
                    Field::Set(Set { hull: hull_of(universe)?, words })
                }
                Shape::One(values) => {
                    let rank = part(self, place.offset, place.width as usize)[0];
                    Field::One(self.of_rank(values, rank)?)
                }
                Shape::Array(universe, values) if place.is_planes() => {
                    let hull = hull_of(universe)?;
                    let list = (0..values.len() as u64).map(|rank| values.value(rank)).collect();
                    let planes =
                        (0..place.width as usize).map(|bit| part(self, place.bit(0, bit), place.count)).collect();
                    Field::Planes { hull, values: Rc::new(list), planes }
                }
                Shape::Array(universe, values) => {
                    if place.count > 64 {
                        return Err("it has a long array of large numbers".to_string());
                    }
                    let width = place.width as usize;
                    let ranks = (0..place.count).map(|i| part(self, place.offset + i * width, width)[0]).collect();
                    Field::Cells { hull: hull_of(universe)?, values: values.clone(), ranks }
                }
            };
            self.fields.push(field);
        }
        Ok(())
    }

    /// The value with this number in its set; a number beyond the set, which no position has, is taken for the last.
    pub fn of_rank(&mut self, values: &Values, rank: Word) -> Res<Val> {
        let len = values.len();
        if let (false, Universe::Range { low, high }) = (values.none, &values.universe) {
            let rank = self.below(rank, len);
            let word = self.w.add(rank, Word::of(*low));
            return self.number(word, *low, *high);
        }
        if len as usize > MOST_CELLS {
            return Err("a field has very many values".to_string());
        }
        let list: Vec<Value> = (0..len as u64).map(|rank| values.value(rank)).collect();
        let rank = self.below(rank, len);
        Ok(Val::Table(match rank {
            Word::Known(rank) => Table::known(list[rank as usize].clone()),
            rank => Table::of(self.var(list.len(), Some(rank)), list),
        }))
    }

    fn below(&mut self, rank: Word, len: u128) -> Word {
        if len.is_power_of_two() || len > 1 << 62 {
            return rank;
        }
        let inside = self.w.compare(IntCC::UnsignedLessThan, rank, Word::Known(len as u64));
        self.w.select(inside, rank, Word::Known(len as u64 - 1))
    }

    /// The expression as a function of bound names, if it is one. Numbers are looked up only if `numbers` says so:
    /// arithmetic is quicker where it will do.
    pub fn tabulate(&mut self, expr: &Expr, numbers: bool) -> Res<Option<Table>> {
        let mut binds = Vec::new();
        if !self.collect(expr, numbers, &mut Vec::new(), true, &mut binds) {
            return Ok(None);
        }
        if let (Kind::Local(_) | Kind::Field(_), [(_, table)]) = (&expr.kind, &binds[..]) {
            return Ok(Some(table.clone()));
        }
        let vars = binds.iter().fold(Vec::new(), |vars, (_, table)| joined(&vars, &table.vars));
        let size: usize = vars.iter().map(|var| var.size).fold(1, usize::saturating_mul);
        if size > MOST_CELLS {
            return Ok(None);
        }
        if let Some(table) = self.arithmetic(expr, &binds) {
            self.step(size / 128)?;
            return Ok(Some(table));
        }
        self.step(size / 16)?;
        let blank = State { fields: self.game.shapes.iter().map(|_| Stored::One(Value::None)).collect() };
        let mut machine = self.game.machine(blank);
        machine.mover = self.mover;
        machine.stuck = self.stuck;
        let places: Vec<Vec<usize>> = binds.iter().map(|(_, table)| table.over(&vars)).collect();
        let (mut cells, mut elements) = (Vec::with_capacity(size), 0);
        for at in 0..size {
            let mut defined = true;
            for ((name, table), places) in binds.iter().zip(&places) {
                match (&table.cells[places[at]], *name) {
                    (Some(value), Name::Local(slot)) => machine.bind(slot, value.clone()),
                    (Some(value), Name::Field(field)) => machine.state.fields[field] = Stored::One(value.clone()),
                    (None, _) => defined = false,
                }
            }
            let value = if defined { settled(evaluate(&mut machine, expr))? } else { None };
            elements += value.as_ref().and_then(Value::elements).map_or(0, <[Value]>::len);
            if elements > MOST_ELEMENTS {
                return Ok(None);
            }
            cells.push(value);
        }
        Ok(Some(Table { vars, cells: Rc::new(cells) }))
    }

    /// The function by plain arithmetic on whole tables, where that is all there is to it: much quicker than by
    /// interpretation.
    fn arithmetic(&self, expr: &Expr, binds: &[(Name, Table)]) -> Option<Table> {
        let bound = |name: Name| binds.iter().find(|(known, _)| *known == name).map(|(_, table)| table.clone());
        Some(match &expr.kind {
            Kind::Int(number) => Table::known(Value::Int(*number)),
            Kind::Const(number) => Table::known(self.game.constants[*number].clone()),
            Kind::Local(slot) => bound(Name::Local(*slot))?,
            Kind::Field(field) => bound(Name::Field(*field))?,
            Kind::There(inner) => {
                self.arithmetic(inner, binds)?.map(|value| (*value != Value::None).then(|| value.clone()))
            }
            Kind::Arith(op, a, b) => {
                let (a, b) = (self.arithmetic(a, binds)?, self.arithmetic(b, binds)?);
                let overflow = std::cell::Cell::new(false);
                let table = Table::combine(&a, &b, |a, b| {
                    let sum = plain(*op, a, b);
                    overflow.set(overflow.get() || sum.is_none());
                    sum
                });
                if overflow.get() {
                    return None;
                }
                table
            }
            Kind::Tuple(parts) => {
                let [a, b] = &parts[..] else { return None };
                let (a, b) = (self.arithmetic(a, binds)?, self.arithmetic(b, binds)?);
                Table::combine(&a, &b, |a, b| Some(Value::tuple(vec![a.clone(), b.clone()])))
            }
            Kind::Dot(base, entry) => {
                let base = self.arithmetic(base, binds)?;
                if base.cells.iter().flatten().any(|value| value.entry(*entry).is_none()) {
                    return None;
                }
                base.map(|value| value.entry(*entry))
            }
            Kind::Range(a, b) => {
                let (a, b) = (self.arithmetic(a, binds)?, self.arithmetic(b, binds)?);
                let elements = std::cell::Cell::new(Some(0));
                let table = Table::combine(&a, &b, |a, b| {
                    let (Value::Int(a), Value::Int(b)) = (a, b) else { return None };
                    let length = usize::try_from(b.saturating_sub(*a).saturating_add(1)).unwrap_or(0);
                    elements.set(elements.get().map(|all| all + length).filter(|&all| all <= MOST_ELEMENTS));
                    elements.get().map(|_| Value::Set((*a..=*b).map(Value::Int).collect()))
                });
                elements.get()?;
                table
            }
            Kind::Build(binders, None, body) => {
                let [Binder { local, source: Source::In(set), .. }] = &binders[..] else { return None };
                let set = self.arithmetic(set, binds)?;
                let elements = set.only()?.as_ref()?.elements()?.to_vec();
                let mut built = Vec::with_capacity(elements.len());
                for element in elements {
                    let mut inner = binds.to_vec();
                    inner.push((Name::Local(*local), Table::known(element)));
                    let one = self.arithmetic(body, &inner)?;
                    if one.cells.iter().any(Option::is_none) {
                        return None;
                    }
                    built.push(one);
                }
                Table::set_of(&built)
            }
            Kind::In(element, set) => {
                let Kind::Const(number) = set.kind else { return None };
                let Value::Set(elements) = &self.game.constants[number] else { return None };
                let element = self.arithmetic(element, binds)?;
                element.map(|value| Some(Value::Bool(elements.binary_search(value).is_ok())))
            }
            _ => return None,
        })
    }

    /// The values of all names an expression reads; false if one of them is no function of variables.
    fn collect(
        &self,
        expr: &Expr,
        numbers: bool,
        bound: &mut Vec<usize>,
        frame: bool,
        binds: &mut Vec<(Name, Table)>,
    ) -> bool {
        let table = |val: &Val| match val {
            Val::Table(table) => Some(table.clone()),
            Val::Number(Number { low, high, var: Some(var), .. }) if numbers => {
                Some(Table::of(var.clone(), (*low..=*high).map(Value::Int).collect()))
            }
            _ => None,
        };
        let mut add = |name: Name, val: &Val| match table(val) {
            Some(_) if binds.iter().any(|(known, _)| *known == name) => true,
            Some(table) => {
                binds.push((name, table));
                true
            }
            None => false,
        };
        match &expr.kind {
            Kind::Local(slot) if !frame || bound.contains(slot) => true,
            Kind::Local(slot) => match self.env.get(*slot).and_then(Option::as_ref) {
                Some(val) => add(Name::Local(*slot), val),
                None => false,
            },
            Kind::Field(field) => match &self.fields[*field] {
                Field::One(val) => add(Name::Field(*field), val),
                _ => false,
            },
            Kind::Game(..) | Kind::Sum(_) | Kind::Broken => false,
            Kind::Call(number, arguments) => {
                let def = &self.game.rules.defs[*number];
                !def.recursive
                    && arguments.iter().all(|part| self.collect(part, numbers, bound, frame, binds))
                    && self.collect(&def.code.expr, numbers, &mut Vec::new(), false, binds)
            }
            kind => {
                if let Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) = kind {
                    bound.extend(binders.iter().map(|binder| binder.local));
                }
                let mut all = true;
                expr.parts(&mut |part| all = all && self.collect(part, numbers, bound, frame, binds));
                all
            }
        }
    }

    /// The index of a function's cell; its variables must exist when the code runs.
    pub fn index(&mut self, vars: &[Var]) -> Res<Word> {
        let mut index = ZERO;
        for var in vars {
            let word = var.word.ok_or("not one by one")?;
            let scaled = self.w.mul(index, Word::Known(var.size as u64));
            index = self.w.add(scaled, word);
        }
        Ok(index)
    }

    /// Entry `index` of constant numbers, none of them negative.
    pub fn look_up(&mut self, numbers: &[u64], vars: &[Var]) -> Res<Word> {
        let known = || numbers.iter().copied().enumerate().filter(|&(i, _)| matters(vars, i));
        let Some((at, first)) = known().next() else { return Ok(ZERO) };
        if known().all(|(_, number)| number == first) {
            return Ok(Word::Known(first));
        }
        let index = self.index(vars)?;
        let base = first.wrapping_sub(at as u64);
        if known().all(|(i, number)| number == base.wrapping_add(i as u64)) {
            return Ok(self.w.add(index, Word::Known(base)));
        }
        if numbers.len() <= 64 && numbers.iter().all(|number| *number <= 1) {
            let bits = numbers.iter().enumerate().fold(0, |bits, (i, number)| bits | number << i);
            let shifted = self.w.shr_by(Word::Known(bits), index);
            return Ok(self.w.and(shifted, ONE));
        }
        let most = *numbers.iter().max().expect("there is one");
        let width: u32 = if most < 256 {
            1
        } else if most < 65536 {
            2
        } else {
            8
        };
        let per = 8 / width as usize;
        let words: Vec<u64> = numbers
            .chunks(per)
            .map(|chunk| {
                chunk.iter().rev().fold(0, |word, number| if per == 1 { *number } else { word << (width * 8) | number })
            })
            .collect();
        let place = self.data.place(words);
        Ok(self.w.load(place, width, index, 0))
    }

    /// Entry `index` of constant masks, each of as many words.
    pub fn look_up_mask(&mut self, masks: &[Vec<u64>], vars: &[Var]) -> Res<Vec<Word>> {
        let words = masks[0].len();
        let known = || masks.iter().enumerate().filter(|&(i, _)| matters(vars, i));
        let Some((_, first)) = known().next() else { return Ok(vec![ZERO; words]) };
        if known().all(|(_, mask)| mask == first) {
            return Ok(first.iter().map(|&word| Word::Known(word)).collect());
        }
        let single = known().all(|(i, mask)| i < 64 && words == 1 && mask[0] == 1 << i);
        let index = self.index(vars)?;
        if single {
            let alone = if let [Var { bit: Some(bit), .. }] = vars { Some(*bit) } else { None };
            return Ok(vec![alone.unwrap_or_else(|| self.w.shl_by(ONE, index))]);
        }
        let place = self.data.place(masks.concat());
        let scaled = self.w.mul(index, Word::Known(words as u64));
        let looked_up = |word: usize| {
            let loaded = self.w.load(place, 8, scaled, word * 8);
            self.w.only(loaded, known().fold(0, |all, (_, mask)| all | mask[word]));
            loaded
        };
        Ok((0..words).map(looked_up).collect())
    }

    /// A function whose values are numbers, as a number and whether it is defined.
    pub fn as_number(&mut self, val: &Val) -> Res<(Number, Word)> {
        match val {
            Val::Number(number) => Ok((number.clone(), ONE)),
            Val::Table(table) => {
                let numbers: Vec<Option<i64>> = table
                    .cells
                    .iter()
                    .map(|cell| match cell {
                        Some(Value::Int(number)) => Some(*number),
                        _ => None,
                    })
                    .collect();
                let known = || numbers.iter().flatten().copied();
                let (Some(low), Some(high)) = (known().min(), known().max()) else {
                    return Ok((Number { word: ZERO, low: 0, high: 0, var: None }, ZERO));
                };
                if high > 1 << 62 || low < -(1 << 62) {
                    return Err("its numbers may leave the range of 64 bits".to_string());
                }
                let last = |i: usize| numbers[..i].iter().rev().flatten().next();
                let filled: Vec<u64> = numbers
                    .iter()
                    .enumerate()
                    .map(|(i, number)| {
                        (number.or(last(i).map(|last| last + 1)).unwrap_or(low).clamp(low, high) - low) as u64
                    })
                    .collect();
                let from_low = self.look_up(&filled, &table.vars)?;
                let word = self.w.add(from_low, Word::of(low));
                let defined: Vec<u64> = numbers.iter().map(|number| u64::from(number.is_some())).collect();
                let ok = self.look_up(&defined, &table.vars)?;
                Ok((Number { word, low, high, var: None }, ok))
            }
            _ => Err("a number is wanted".to_string()),
        }
    }

    /// The same value as a variable of its own, numbered among all it can be.
    pub fn alone(&mut self, table: &Table) -> Res<(Table, Word)> {
        let image: Vec<Value> = table.image().into_iter().collect();
        if image.is_empty() {
            return Ok((table.clone(), ZERO));
        }
        let ranks = table.ranks(&image);
        let numbers: Vec<u64> = ranks.iter().map(|rank| rank.unwrap_or(0).into()).collect();
        let word = self.look_up(&numbers, &table.vars)?;
        let defined: Vec<u64> = ranks.iter().map(|rank| u64::from(rank.is_some())).collect();
        let ok = self.look_up(&defined, &table.vars)?;
        let var = self.var(image.len(), Some(word));
        Ok((Table::of(var, image), ok))
    }
}

/// A name that an expression reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Local(usize),
    Field(usize),
}

/// The elements of a universe as a hull.
pub fn hull_of(universe: &Universe) -> Res<Hull> {
    if universe.len() > MOST_BITS {
        return Err(format!("a set of it has more than {MOST_BITS} elements"));
    }
    Ok(universe.elements().collect::<Vec<_>>().into())
}

/// Sums and products that are defined and small; `None` leaves the rest to interpretation.
fn plain(op: ArithOp, a: &Value, b: &Value) -> Option<Value> {
    let number = |a: i64, b: i64| match op {
        ArithOp::Add => a.checked_add(b),
        ArithOp::Sub => a.checked_sub(b),
        ArithOp::Mul => a.checked_mul(b),
        _ => None,
    };
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => number(*a, *b).map(Value::Int),
        (Value::Cell(a, b), Value::Cell(c, d)) if op != ArithOp::Mul => {
            Some(Value::pair(number((*a).into(), (*c).into())?, number((*b).into(), (*d).into())?))
        }
        (Value::Int(by), Value::Cell(a, b)) if op == ArithOp::Mul => {
            Some(Value::pair(number(*by, (*a).into())?, number(*by, (*b).into())?))
        }
        _ => None,
    }
}

fn evaluate(machine: &mut Machine, expr: &Expr) -> Eval<Value> {
    machine.value(expr)
}

fn settled(value: Eval<Value>) -> Res<Option<Value>> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Undefined) => Ok(None),
        Err(Halt::Fault(_)) => Err("part of it has a mistake for some values".to_string()),
    }
}

/// Sorted, each once.
pub fn hull(mut elements: Vec<Value>) -> Res<Hull> {
    elements.sort_unstable();
    elements.dedup();
    if elements.len() > MOST_BITS {
        return Err(format!("a set of it may have more than {MOST_BITS} elements"));
    }
    Ok(Arc::from(elements))
}
