//! What a move does: statements run on the fields as they are now. Both ways of an `if` are made and one is picked.

use crate::cond::Lane;
use crate::maker::{Field, Maker, Res};
use crate::table::{Hull, Set, Table, Val, matters, words_of};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::condcodes::IntCC;
use grundy_rule::syntax::AssignOp;
use grundy_rule::{ArithOp, Binder, Expr, Kind, Place, Source, Stmt, StmtKind, Target};
use grundy_run::{Shape, Universe, Value, Values};

/// What a body has done beside the fields.
#[derive(Clone, Debug)]
pub struct Effect {
    pub gain: Val,
    pub stays: Word,
    /// What it becomes, in packed words, if it said so.
    pub parts: Option<Vec<Vec<Word>>>,
}

impl Effect {
    pub fn none() -> Effect {
        Effect { gain: Val::Table(Table::known(Value::Int(0))), stays: ZERO, parts: None }
    }
}

impl Maker<'_, '_> {
    pub fn body(&mut self, body: &[Stmt], effect: &mut Effect) -> Res<()> {
        for stmt in body {
            self.step(1)?;
            match &stmt.kind {
                StmtKind::Pass => {}
                StmtKind::Again => effect.stays = ONE,
                StmtKind::Let(slot, _, value) => {
                    let val = self.sure(value)?;
                    self.bind(*slot, val);
                }
                StmtKind::Gain(points) => {
                    let points = self.sure(points)?;
                    let ((sum, _), (more, ok)) = (self.as_number(&effect.gain)?, self.as_number(&points)?);
                    self.fault_unless(ok);
                    effect.gain = self.arith(ArithOp::Add, &sum, &more)?.0;
                }
                StmtKind::Assign(place, op, value) => self.assign(place, *op, value)?,
                StmtKind::Swap(a, b) => {
                    let (x, y) = (self.sure(&read_of(a))?, self.sure(&read_of(b))?);
                    self.write(a, &y)?;
                    self.write(b, &x)?;
                }
                StmtKind::If(condition, yes, no) => {
                    let holds = self.holds(condition)?;
                    match holds {
                        Word::Known(0) => self.body(no, effect)?,
                        Word::Known(_) => self.body(yes, effect)?,
                        holds => {
                            self.either(holds, effect, &mut |m, effect| m.body(yes, effect), &mut |m, effect| {
                                m.body(no, effect)
                            })?
                        }
                    }
                }
                StmtKind::For(slot, _, set, inner) => self.each(*slot, set, inner, effect)?,
                StmtKind::Then(..) => return Err("a turn of several steps".to_string()),
                StmtKind::Become(position) => {
                    let mut parts = Vec::new();
                    self.positions(position, &mut parts)?;
                    effect.parts = Some(parts);
                }
            }
        }
        Ok(())
    }

    /// A value that must be defined in a body.
    fn sure(&mut self, expr: &Expr) -> Res<Val> {
        let (val, ok) = self.value(expr)?;
        self.fault_unless(ok);
        Ok(val)
    }

    fn fault_unless(&mut self, condition: Word) {
        let bad = self.w.not(condition);
        self.fault_if(bad);
    }

    /// Runs one of two things.
    #[allow(clippy::type_complexity)]
    fn either(
        &mut self,
        holds: Word,
        effect: &mut Effect,
        yes: &mut dyn FnMut(&mut Self, &mut Effect) -> Res<()>,
        no: &mut dyn FnMut(&mut Self, &mut Effect) -> Res<()>,
    ) -> Res<()> {
        let (before, path) = (self.fields.clone(), self.path);
        let mut other = effect.clone();
        self.path = self.w.and(path, holds);
        yes(self, effect)?;
        let done = std::mem::replace(&mut self.fields, before);
        let fails = self.w.not(holds);
        self.path = self.w.and(path, fails);
        no(self, &mut other)?;
        self.path = path;
        if effect.parts.is_some() || other.parts.is_some() {
            return Err("`become` stands under an `if`".to_string());
        }
        effect.stays = self.w.select(holds, effect.stays, other.stays);
        effect.gain = self.pick(holds, &effect.gain, &other.gain)?.0;
        let undone = std::mem::take(&mut self.fields);
        for (yes, no) in done.into_iter().zip(undone) {
            let merged = self.merged(holds, yes, no)?;
            self.fields.push(merged);
        }
        Ok(())
    }

    fn merged(&mut self, holds: Word, yes: Field, no: Field) -> Res<Field> {
        let mut words = |a: &[Word], b: &[Word]| -> Vec<Word> {
            a.iter().zip(b).map(|(&a, &b)| self.w.select(holds, a, b)).collect()
        };
        Ok(match (yes, no) {
            (Field::Set(a), Field::Set(b)) => Field::Set(Set { words: words(&a.words, &b.words), hull: a.hull }),
            (Field::Planes { hull, values, planes: a }, Field::Planes { planes: b, .. }) => {
                let planes = a.iter().zip(&b).map(|(a, b)| words(a, b)).collect();
                Field::Planes { hull, values, planes }
            }
            (Field::Cells { hull, values, ranks: a }, Field::Cells { ranks: b, .. }) => {
                Field::Cells { hull, values, ranks: words(&a, &b) }
            }
            (Field::One(Val::Table(a)), Field::One(Val::Table(b)))
                if std::rc::Rc::ptr_eq(&a.cells, &b.cells)
                    && a.vars.iter().map(|var| var.id).eq(b.vars.iter().map(|var| var.id)) =>
            {
                Field::One(Val::Table(a))
            }
            (Field::One(Val::Number(a)), Field::One(Val::Number(b))) if a.word == b.word => Field::One(Val::Number(a)),
            (Field::One(a), Field::One(b)) => Field::One(self.pick(holds, &a, &b)?.0),
            _ => unreachable!("a field keeps its form"),
        })
    }

    fn each(&mut self, slot: usize, set: &Expr, inner: &[Stmt], effect: &mut Effect) -> Res<()> {
        if let [Stmt { kind: StmtKind::Assign(place, AssignOp::Set, value), .. }] = inner
            && let Some(Expr { kind: Kind::Local(index), .. }) = &place.index
            && *index == slot
            && let Field::Planes { hull, values, planes } = self.fields[place.field].clone()
            && let Some(table) = self.tabulate(value, false)?
            && let Some(Some(value)) = table.only()
            && let Some(rank) = values.iter().position(|other| other == value)
        {
            let all = self.hull(set)?;
            let (words, ok) = self.set(set, &all)?;
            let ok = self.w.spread(ok);
            let words: Vec<Word> = words.iter().map(|&word| self.w.and(word, ok)).collect();
            self.fault_outside(&all, &words, &hull);
            let cells = self.among(&Set { hull: all, words }, &hull);
            let written = planes
                .iter()
                .enumerate()
                .map(|(bit, plane)| match rank >> bit & 1 {
                    1 => self.all_or(plane, &cells),
                    _ => self.all_without(plane, &cells),
                })
                .collect();
            self.fields[place.field] = Field::Planes { hull, values, planes: written };
            return Ok(());
        }
        for (val, member) in self.members(&Source::In(set.clone()), None)? {
            self.step(inner.len())?;
            let run = |m: &mut Self, effect: &mut Effect| {
                m.bind(slot, val.clone());
                m.body(inner, effect)
            };
            match member[0] {
                Word::Known(0) => {}
                Word::Known(_) => run(self, effect)?,
                holds => self.either(holds, effect, &mut |m, effect| run(m, effect), &mut |_, _| Ok(()))?,
            }
        }
        Ok(())
    }

    /// Leaves if a set has an element outside the other hull.
    fn fault_outside(&mut self, hull: &[Value], words: &[Word], of: &[Value]) {
        let outside = hull.iter().enumerate().filter(|(_, element)| of.binary_search(element).is_err());
        let mask: Vec<Word> =
            words_of(words.len() * 64, outside.map(|(i, _)| i)).into_iter().map(Word::Known).collect();
        let found = self.all_and(words, &mask);
        let any = self.any(&found);
        self.fault_if(any);
    }

    /// What `{d in FIELD if P}` takes away from the field, elements that are not there included.
    fn taken(&mut self, field: usize, value: &Expr, hull: &Hull) -> Res<Option<Vec<Word>>> {
        let Kind::Build(binders, Some(filter), body) = &value.kind else { return Ok(None) };
        let [Binder { local, source: Source::In(set), .. }] = &binders[..] else { return Ok(None) };
        if set.kind != Kind::Field(field) || body.kind != Kind::Local(*local) {
            return Ok(None);
        }
        let var = self.var(hull.len(), None);
        let lane = Lane::plain(var.id, hull.len());
        self.bind(*local, Val::Table(Table::of(var, hull.to_vec())));
        Ok(self.cond(filter, Some(&lane)).ok().map(|cond| cond.holds))
    }

    fn assign(&mut self, place: &Place, op: AssignOp, value: &Expr) -> Res<()> {
        if let (None, Field::Set(set)) = (&place.index, self.fields[place.field].clone()) {
            let taken = if op == AssignOp::Sub { self.taken(place.field, value, &set.hull)? } else { None };
            let words = match (op, taken) {
                (_, Some(words)) => self.all_without(&set.words, &words),
                (AssignOp::Sub, None) => {
                    let (words, ok) = self.set(value, &set.hull)?;
                    self.fault_unless(ok);
                    self.all_without(&set.words, &words)
                }
                (AssignOp::Set | AssignOp::Add, None) => {
                    let hull = self.hull(value)?;
                    let (words, ok) = self.set(value, &hull)?;
                    self.fault_unless(ok);
                    self.fault_outside(&hull, &words, &set.hull);
                    let words = self.among(&Set { hull, words }, &set.hull);
                    if op == AssignOp::Add { self.all_or(&set.words, &words) } else { words }
                }
            };
            self.fields[place.field] = Field::Set(Set { hull: set.hull, words });
            return Ok(());
        }
        let right = self.sure(value)?;
        let op = match op {
            AssignOp::Set => return self.write(place, &right),
            AssignOp::Add => ArithOp::Add,
            AssignOp::Sub => ArithOp::Sub,
        };
        let left = self.sure(&read_of(place))?;
        let ((a, _), (b, _)) = (self.as_number(&left)?, self.as_number(&right)?);
        let result = self.arith(op, &a, &b)?.0;
        self.write(place, &result)
    }

    fn write(&mut self, place: &Place, val: &Val) -> Res<()> {
        let shape = self.game.shapes[place.field].clone();
        let Some(index) = &place.index else {
            if let (Field::Set(own), Val::Set(set)) = (self.fields[place.field].clone(), val) {
                self.fault_outside(&set.hull, &set.words, &own.hull);
                let words = self.among(set, &own.hull);
                self.fields[place.field] = Field::Set(Set { hull: own.hull, words });
                return Ok(());
            }
            let Shape::One(values) = &shape else { return Err("a whole array is written".to_string()) };
            let rank = self.rank(values, val)?;
            self.fields[place.field] = Field::One(self.of_rank(values, rank)?);
            return Ok(());
        };
        let Shape::Array(_, values) = &shape else { return Err("a cell of something else is written".to_string()) };
        let rank = self.rank(values, val)?;
        let table = match self.tabulate(index, true)? {
            Some(table) => table,
            None => match self.sure(index)? {
                Val::Table(table) => table,
                _ => return Err("a place is not known beforehand".to_string()),
            },
        };
        match self.fields[place.field].clone() {
            Field::Planes { hull, values, planes } => {
                let ranks = table.ranks(&hull);
                let mask = self.bit_mask(&table, &ranks, planes[0].len())?;
                if (0..ranks.len()).any(|i| ranks[i].is_none() && matters(&table.vars, i)) {
                    let any = self.any(&mask);
                    self.fault_unless(any);
                }
                let known = match &table.vars[..] {
                    [var] => self.facts.iter().find(|fact| {
                        fact.var == var.id && fact.field == place.field && fact.planes == planes && fact.cells == ranks
                    }),
                    _ => None,
                };
                let known = known.map(|fact| fact.rank);
                let mut written = Vec::new();
                for (bit, plane) in planes.iter().enumerate() {
                    // A bit that is known changes with the mask or not at all.
                    if let (Some(known), Word::Known(rank)) = (known, rank) {
                        let same = known as u64 >> bit & 1 == rank >> bit & 1;
                        written.push(if same { plane.clone() } else { self.zip(plane, &mask, |w, a, b| w.xor(a, b)) });
                        continue;
                    }
                    let one = self.w.shr(rank, bit as u32);
                    let one = self.w.and(one, ONE);
                    let spread = self.w.spread(one);
                    let cleared = self.all_without(plane, &mask);
                    let set: Vec<Word> = mask.iter().map(|&mask| self.w.and(mask, spread)).collect();
                    written.push(self.all_or(&cleared, &set));
                }
                self.fields[place.field] = Field::Planes { hull, values, planes: written };
            }
            Field::Cells { hull, values, mut ranks } => {
                let at = table.ranks(&hull);
                match (table.only(), at[0]) {
                    (Some(_), Some(at)) => ranks[at as usize] = rank,
                    (Some(_), None) => self.fault_if(ONE),
                    (None, _) => {
                        let defined: Vec<u64> = at.iter().map(|at| u64::from(at.is_some())).collect();
                        let ok = self.look_up(&defined, &table.vars)?;
                        self.fault_unless(ok);
                        let numbers: Vec<u64> = at.iter().map(|at| at.unwrap_or(0).into()).collect();
                        let at = self.look_up(&numbers, &table.vars)?;
                        for (i, cell) in ranks.iter_mut().enumerate() {
                            let here = self.w.compare(IntCC::Equal, at, Word::Known(i as u64));
                            *cell = self.w.select(here, rank, *cell);
                        }
                    }
                }
                self.fields[place.field] = Field::Cells { hull, values, ranks };
            }
            _ => return Err("a cell of something else is written".to_string()),
        }
        Ok(())
    }

    /// The number of a value in its set; leaves where it lies outside.
    pub fn rank(&mut self, values: &Values, val: &Val) -> Res<Word> {
        let shift = i64::from(values.none);
        match (val, &values.universe) {
            (Val::Table(table), _) => {
                let ranks: Vec<Option<u64>> =
                    table.cells.iter().map(|cell| cell.as_ref().and_then(|value| values.rank(value))).collect();
                if ranks.iter().any(Option::is_none) {
                    let defined: Vec<u64> = ranks.iter().map(|rank| u64::from(rank.is_some())).collect();
                    let ok = self.look_up(&defined, &table.vars)?;
                    self.fault_unless(ok);
                }
                let last = |i: usize| ranks[..i].iter().rev().flatten().next().map(|last| last + 1);
                let numbers: Vec<u64> =
                    ranks.iter().enumerate().map(|(i, rank)| rank.or(last(i)).unwrap_or(0)).collect();
                self.look_up(&numbers, &table.vars)
            }
            (Val::Number(number), Universe::Range { low, high }) => {
                if number.low < *low {
                    let below = self.w.compare(IntCC::SignedLessThan, number.word, Word::of(*low));
                    self.fault_if(below);
                }
                if number.high > *high {
                    let above = self.w.compare(IntCC::SignedLessThan, Word::of(*high), number.word);
                    self.fault_if(above);
                }
                Ok(self.w.sub(number.word, Word::of(low - shift)))
            }
            (Val::Number(number), _) => match &number.var {
                Some(var) => {
                    let table = Table::of(var.clone(), (number.low..=number.high).map(Value::Int).collect());
                    self.rank(values, &Val::Table(table))
                }
                None => Err("a number is kept in a set of few".to_string()),
            },
            (Val::Tuple(parts), Universe::Grid { rows, columns }) if parts.len() == 2 => {
                let mut rank = ZERO;
                for (part, size) in parts.iter().zip([*rows, *columns]) {
                    let (number, _) = self.as_number(part)?;
                    let inside = self.w.compare(IntCC::UnsignedLessThan, number.word, Word::of(size.into()));
                    self.fault_unless(inside);
                    rank = self.w.mul(rank, Word::of(size.into()));
                    rank = self.w.add(rank, number.word);
                }
                Ok(self.w.add(rank, Word::of(shift)))
            }
            (Val::Tuple(_), _) => match tabulated(val) {
                Some(table) => self.rank(values, &Val::Table(table)),
                None => Err("a tuple is kept in a way that is not compiled".to_string()),
            },
            _ => Err("a value is kept in a way that is not compiled".to_string()),
        }
    }

    /// The packed words of every part of a position.
    fn positions(&mut self, position: &Expr, parts: &mut Vec<Vec<Word>>) -> Res<()> {
        match &position.kind {
            Kind::Sum(summands) => summands.iter().try_for_each(|summand| self.positions(summand, parts)),
            Kind::Game(_, arguments) => {
                let before = self.fields.clone();
                let mut fields = before.clone();
                for (target, argument) in arguments {
                    let Target::Field(number) = target else { return Err("`become` sets a parameter".to_string()) };
                    let place = Place { field: *number, index: None, span: argument.span };
                    self.assign(&place, AssignOp::Set, argument)?;
                    fields[*number] = std::mem::replace(&mut self.fields[*number], before[*number].clone());
                }
                self.fields = fields;
                let packed = self.packed(&[])?;
                self.fields = before;
                parts.push(packed);
                Ok(())
            }
            _ => Err("`become` is written in a way that is not compiled".to_string()),
        }
    }

    /// The packed words after bits of some sets and planes were set, cleared or turned, if nothing else was done.
    pub fn turned(&mut self, packed: &[Word], before: &[Field]) -> Option<Vec<Word>> {
        let game = self.game;
        let mut words = packed.to_vec();
        let fields = self.fields.clone();
        for ((now, before), place) in fields.iter().zip(before).zip(&game.layout.places) {
            let pieces: Vec<(usize, &[Word], &[Word])> = match (now, before) {
                (Field::Set(now), Field::Set(before)) => vec![(place.offset, &now.words, &before.words)],
                (Field::Planes { planes: now, .. }, Field::Planes { planes: before, .. }) => {
                    let both = now.iter().zip(before).enumerate();
                    both.map(|(bit, (now, before))| (place.bit(0, bit), &now[..], &before[..])).collect()
                }
                (Field::Cells { ranks: now, .. }, Field::Cells { ranks: before, .. }) if now == before => continue,
                (Field::One(now), Field::One(before)) if same(now, before) => continue,
                _ => return None,
            };
            for (offset, now, before) in pieces {
                let mut op = None;
                let mut bits = vec![ZERO; now.len()];
                for (i, (&now, &before)) in
                    now.iter().zip(before).enumerate().filter(|(_, (now, before))| now != before)
                {
                    let inside = words_of(place.count, 0..place.count)[i];
                    let (how, changed) = self.w.change(now, before)?;
                    bits[i] = if let Word::Known(changed) = changed { Word::Known(changed & inside) } else { changed };
                    if self.w.may(bits[i]) & !inside != 0 || op.is_some_and(|op| op != how) {
                        return None;
                    }
                    op = Some(how);
                }
                let Some(op) = op else { continue };
                let (first, shift) = (offset / 64, (offset % 64) as i64);
                let count = (offset % 64 + place.count).div_ceil(64);
                let moved = self.w.shifted(&bits, -shift, count);
                for (i, moved) in moved.into_iter().enumerate() {
                    words[first + i] = self.w.changed(words[first + i], op, moved);
                }
            }
        }
        Some(words)
    }

    /// The fields in packed words; those of `kept` (original words with a mask of what has not changed) are reused.
    pub fn packed(&mut self, kept: &[(Word, u64)]) -> Res<Vec<Word>> {
        let game = self.game;
        let mut words = vec![ZERO; game.layout.words()];
        for (word, &(original, mask)) in words.iter_mut().zip(kept) {
            *word = self.w.and(original, Word::Known(mask));
        }
        let fields = self.fields.clone();
        for ((field, place), shape) in fields.iter().zip(&game.layout.places).zip(&game.shapes) {
            let pieces: Vec<(usize, usize, Vec<Word>)> = match field {
                Field::Set(set) => vec![(place.offset, place.count, set.words.clone())],
                Field::Planes { planes, .. } => planes
                    .iter()
                    .enumerate()
                    .map(|(bit, plane)| (place.bit(0, bit), place.count, plane.clone()))
                    .collect(),
                Field::Cells { ranks, .. } => ranks
                    .iter()
                    .enumerate()
                    .map(|(i, &rank)| (place.offset + i * place.width as usize, place.width as usize, vec![rank]))
                    .collect(),
                Field::One(val) => {
                    let Shape::One(values) = shape else { unreachable!("one value has the shape of one") };
                    let rank = self.rank(values, val)?;
                    vec![(place.offset, place.width as usize, vec![rank])]
                }
            };
            for (offset, width, piece) in pieces {
                if width == 0 || covered(kept, offset, width) {
                    continue;
                }
                let (first, shift) = (offset / 64, (offset % 64) as i64);
                let count = (offset % 64 + width).div_ceil(64);
                let moved = self.w.shifted(&piece, -shift, count);
                for (i, moved) in moved.into_iter().enumerate() {
                    words[first + i] = self.w.or(words[first + i], moved);
                }
            }
        }
        Ok(words)
    }

    /// For each packed word which bits belong to fields that are still as they were.
    pub fn unchanged(&self, before: &[Field]) -> Vec<u64> {
        let mut bits: Vec<usize> = Vec::new();
        let places = &self.game.layout.places;
        for ((now, before), place) in self.fields.iter().zip(before).zip(places) {
            match (now, before) {
                (Field::Set(a), Field::Set(b)) if a.words == b.words => {
                    bits.extend(place.offset..place.offset + place.count);
                }
                (Field::Planes { planes: a, .. }, Field::Planes { planes: b, .. }) => {
                    for (bit, _) in a.iter().zip(b).enumerate().filter(|(_, (a, b))| a == b) {
                        let first = place.bit(0, bit);
                        bits.extend(first..first + place.count);
                    }
                }
                (Field::Cells { ranks: a, .. }, Field::Cells { ranks: b, .. }) => {
                    let width = place.width as usize;
                    for (i, _) in a.iter().zip(b).enumerate().filter(|(_, (a, b))| a == b) {
                        let first = place.offset + i * width;
                        bits.extend(first..first + width);
                    }
                }
                (Field::One(a), Field::One(b)) if same(a, b) => {
                    bits.extend(place.offset..place.offset + place.width as usize);
                }
                _ => {}
            }
        }
        words_of(self.game.layout.words() * 64, bits)
    }
}

fn same(a: &Val, b: &Val) -> bool {
    match (a, b) {
        (Val::Number(a), Val::Number(b)) => a.word == b.word,
        (Val::Table(a), Val::Table(b)) => {
            std::rc::Rc::ptr_eq(&a.cells, &b.cells)
                && a.vars.iter().map(|var| var.id).eq(b.vars.iter().map(|var| var.id))
        }
        _ => false,
    }
}

fn covered(kept: &[(Word, u64)], offset: usize, width: usize) -> bool {
    !kept.is_empty() && (offset..offset + width).all(|bit| kept[bit / 64].1 >> (bit % 64) & 1 == 1)
}

/// The expression that reads a place.
fn read_of(place: &Place) -> Expr {
    let ty = grundy_rule::Type::Any;
    let field = Expr { kind: Kind::Field(place.field), ty: ty.clone(), span: place.span };
    match &place.index {
        None => field,
        Some(index) => {
            let kind = Kind::Index(Box::new(field), Box::new(index.clone()));
            Expr { kind, ty, span: place.span }
        }
    }
}

/// Tuples of more values are not tabulated.
const MOST_TABULATED: usize = 1 << 12;

/// A value as a function of variables, if those that it depends on take few values.
fn tabulated(val: &Val) -> Option<Table> {
    match val {
        Val::Table(table) => Some(table.clone()),
        Val::Number(number) => {
            let values = (number.low..=number.high).map(Value::Int).collect();
            Some(Table::of(number.var.clone()?, values))
        }
        Val::Tuple(parts) => {
            let mut whole = Table::known(Value::List([].into_iter().collect()));
            for part in parts {
                let longer = |list: &Value, part: &Value| match list {
                    Value::List(entries) => Some(Value::List(entries.iter().chain([part]).cloned().collect())),
                    _ => None,
                };
                let part = tabulated(part)?;
                if whole.cells.len() * part.cells.len() > MOST_TABULATED {
                    return None;
                }
                whole = Table::combine(&whole, &part, longer);
            }
            Some(whole.map(|list| match list {
                Value::List(entries) => Some(Value::tuple(entries.iter().cloned().collect())),
                _ => None,
            }))
        }
        Val::Set(_) => None,
    }
}
