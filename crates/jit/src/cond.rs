//! Conditions, one by one or for all elements of a set at once.
//!
//! A condition with an undefined part is neither true nor false, also under `not`: it is therefore two words, where
//! it is defined and where it is true, the second within the first. With a lane, bit `i` of each speaks of element `i`
//! of the lane's set: `c + (1, 0) in free` for all `c` is `free >> C` and a constant mask.

use crate::maker::{Field, Maker, Res, hull};
use crate::set::{hoisted, rest_of};
use crate::table::{Hull, Set, Table, Val, joined, numbering, words_of};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::condcodes::IntCC;
use grundy_rule::syntax::FoldOp;
use grundy_rule::{Binder, Comparison, Expr, Kind, SetOp, Source, Type};
use grundy_run::Value;

/// At most so many shifts make one look-up for a whole lane.
const MOST_SHIFTS: usize = 8;

/// Where a condition is defined, and where it is true.
#[derive(Clone, Debug)]
pub struct Cond {
    pub holds: Vec<Word>,
    pub defined: Vec<Word>,
}

/// Elements that are looked at together.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The variable that stands for each of them.
    pub var: u32,
    /// Which bit each element has, increasing.
    pub place: Vec<u32>,
    /// Words that hold the bits.
    pub words: usize,
}

impl Lane {
    /// Elements numbered as they come.
    pub fn plain(var: u32, size: usize) -> Lane {
        Lane { var, place: (0..size as u32).collect(), words: size.div_ceil(64).max(1) }
    }

    /// The bits of elements for which `keep` holds.
    pub fn mask(&self, keep: impl Fn(usize) -> bool) -> Vec<u64> {
        let bits = self.place.iter().enumerate().filter(|(i, _)| keep(*i)).map(|(_, &place)| place as usize);
        words_of(self.words * 64, bits)
    }
}

impl Maker<'_, '_> {
    /// Every bit that counts.
    pub fn full(&self, lane: Option<&Lane>) -> Vec<Word> {
        match lane {
            None => vec![ONE],
            Some(lane) => lane.mask(|_| true).into_iter().map(Word::Known).collect(),
        }
    }

    pub fn zip(&mut self, a: &[Word], b: &[Word], f: fn(&mut crate::word::Words, Word, Word) -> Word) -> Vec<Word> {
        a.iter().zip(b).map(|(&a, &b)| f(&mut self.w, a, b)).collect()
    }

    pub fn all_and(&mut self, a: &[Word], b: &[Word]) -> Vec<Word> {
        self.zip(a, b, |w, a, b| w.and(a, b))
    }

    pub fn all_or(&mut self, a: &[Word], b: &[Word]) -> Vec<Word> {
        self.zip(a, b, |w, a, b| w.or(a, b))
    }

    pub fn all_without(&mut self, a: &[Word], b: &[Word]) -> Vec<Word> {
        self.zip(a, b, |w, a, b| w.without(a, b))
    }

    /// Whether any bit is set.
    pub fn any(&mut self, words: &[Word]) -> Word {
        let joined = words.iter().fold(ZERO, |all, &word| self.w.or(all, word));
        self.w.is_not_zero(joined)
    }

    /// Whether a condition holds, one by one.
    pub fn holds(&mut self, expr: &Expr) -> Res<Word> {
        Ok(self.cond(expr, None)?.holds[0])
    }

    fn defined_where(&mut self, holds: Vec<Word>, lane: Option<&Lane>) -> Cond {
        Cond { holds, defined: self.full(lane) }
    }

    /// The same condition, undefined elsewhere.
    fn only_where(&mut self, cond: Cond, given: &[Word]) -> Cond {
        Cond { holds: self.all_and(&cond.holds, given), defined: self.all_and(&cond.defined, given) }
    }

    /// A condition that is the same for all elements.
    fn broadcast(&mut self, cond: Cond, lane: Option<&Lane>) -> Cond {
        let Some(lane) = lane else { return cond };
        let full = self.full(Some(lane));
        let mut spread = |word: Word| {
            let all = self.w.spread(word);
            full.iter().map(|&full| self.w.and(full, all)).collect()
        };
        Cond { holds: spread(cond.holds[0]), defined: spread(cond.defined[0]) }
    }

    /// A condition that a place or an entry of a tuple holds.
    fn kept(&mut self, expr: &Expr, lane: Option<&Lane>) -> Res<Cond> {
        let cond = match self.value(expr)? {
            (Val::Table(table), ok) => {
                let cond = self.truth_of(&table, None)?;
                self.only_where(cond, &[ok])
            }
            _ => return Err("a condition is kept in a way that is not compiled".to_string()),
        };
        Ok(self.broadcast(cond, lane))
    }

    /// A condition.
    pub fn cond(&mut self, expr: &Expr, lane: Option<&Lane>) -> Res<Cond> {
        self.step(1)?;
        if let Some(table) = self.tabulate(expr, false)? {
            return self.truth_of(&table, lane);
        }
        match &expr.kind {
            Kind::Not(inner) => {
                let inner = self.cond(inner, lane)?;
                let holds = self.all_without(&inner.defined, &inner.holds);
                Ok(Cond { holds, defined: inner.defined })
            }
            Kind::And(a, b) => {
                let a = self.cond(a, lane)?;
                let full = self.full(lane);
                if a.holds.iter().all(|word| *word == ZERO) && a.defined == full {
                    return Ok(a);
                }
                let b = self.cond(b, lane)?;
                let holds = self.all_and(&a.holds, &b.holds);
                // Defined where one is false, or where both are defined.
                let defined = match a.defined == full && b.defined == full {
                    true => full,
                    false => {
                        let a_false = self.all_without(&a.defined, &a.holds);
                        let b_false = self.all_without(&b.defined, &b.holds);
                        let either = self.all_or(&a_false, &b_false);
                        self.all_or(&holds, &either)
                    }
                };
                Ok(Cond { holds, defined })
            }
            Kind::Or(a, b) => {
                let (a, b) = (self.cond(a, lane)?, self.cond(b, lane)?);
                let holds = self.all_or(&a.holds, &b.holds);
                // Defined where one is true, or where both are defined.
                let both = self.all_and(&a.defined, &b.defined);
                let defined = self.all_or(&holds, &both);
                Ok(Cond { holds, defined })
            }
            Kind::If(condition, yes, no) => {
                let condition = self.cond(condition, lane)?;
                let (yes, no) = (self.cond(yes, lane)?, self.cond(no, lane)?);
                let mut pick = |yes: &[Word], no: &[Word]| {
                    let yes = self.all_and(&condition.holds, yes);
                    let rest = self.all_without(&condition.defined, &condition.holds);
                    let no = self.all_and(&rest, no);
                    self.all_or(&yes, &no)
                };
                Ok(Cond { holds: pick(&yes.holds, &no.holds), defined: pick(&yes.defined, &no.defined) })
            }
            Kind::Compare(op, a, b) => self.comparison(expr, *op, a, b, lane),
            Kind::In(element, set) => self.membership(element, set, lane),
            Kind::Fold(FoldOp::Exists, binders, filter, body) => {
                let holds = self.exists(binders, filter.as_deref(), body, lane)?;
                Ok(self.defined_where(holds, lane))
            }
            Kind::Fold(FoldOp::All, binders, filter, body) => {
                let holds = self.every(binders, filter.as_deref(), body, lane)?;
                Ok(self.defined_where(holds, lane))
            }
            Kind::Call(number, arguments) => {
                let (cond, given) = self.call(*number, arguments, lane, |m, body| m.cond(body, lane))?;
                Ok(self.only_where(cond, &given))
            }
            Kind::Index(..) | Kind::Field(_) | Kind::Local(_) => self.kept(expr, lane),
            _ => match self.tabulate(expr, true)? {
                Some(table) => self.truth_of(&table, lane),
                None if matches!(expr.kind, Kind::Dot(..) | Kind::There(_)) => self.kept(expr, lane),
                None => Err("a condition is not compiled".to_string()),
            },
        }
    }

    /// A function whose values are conditions.
    pub fn truth_of(&mut self, table: &Table, lane: Option<&Lane>) -> Res<Cond> {
        let truth = |cell: &Option<Value>| matches!(cell, Some(Value::Bool(true)));
        let lane = match lane {
            Some(lane) if table.uses(lane.var) => lane,
            lane => {
                let holds: Vec<u64> = table.cells.iter().map(|cell| truth(cell).into()).collect();
                let defined: Vec<u64> = table.cells.iter().map(|cell| cell.is_some().into()).collect();
                let holds = self.look_up(&holds, &table.vars)?;
                let defined = self.look_up(&defined, &table.vars)?;
                return Ok(self.broadcast(Cond { holds: vec![holds], defined: vec![defined] }, lane));
            }
        };
        if lane.place.is_empty() {
            let nowhere = vec![ZERO; lane.words];
            return Ok(Cond { holds: nowhere.clone(), defined: nowhere });
        }
        let others: Vec<_> = table.vars.iter().filter(|var| var.id != lane.var).cloned().collect();
        let own = table.vars.iter().find(|var| var.id == lane.var).expect("it is used").clone();
        let mut order = others.clone();
        order.push(own);
        let places = table.over(&order);
        let size = lane.place.len();
        let masks = |keep: &dyn Fn(&Option<Value>) -> bool| -> Vec<Vec<u64>> {
            places.chunks(size).map(|row| lane.mask(|i| keep(&table.cells[row[i]]))).collect()
        };
        let holds = self.look_up_mask(&masks(&truth), &others)?;
        let defined = self.look_up_mask(&masks(&|cell| cell.is_some()), &others)?;
        Ok(Cond { holds, defined })
    }

    /// Where the bit that the function numbers is set; undefined cells have none.
    pub fn bit_at(
        &mut self,
        words: &[Word],
        table: &Table,
        ranks: &[Option<u32>],
        lane: Option<&Lane>,
    ) -> Res<Vec<Word>> {
        let lane = match lane {
            Some(lane) if table.uses(lane.var) => lane,
            lane => {
                let bit = match table.vars.is_empty() {
                    true => match ranks[0] {
                        Some(rank) => {
                            let word = words[rank as usize / 64];
                            let word = self.w.shr(word, rank % 64);
                            self.w.and(word, ONE)
                        }
                        None => ZERO,
                    },
                    false => {
                        let mask = self.bit_mask(table, ranks, words.len())?;
                        let hit = self.all_and(words, &mask);
                        self.any(&hit)
                    }
                };
                let cond = Cond { holds: vec![bit], defined: vec![ONE] };
                return Ok(self.broadcast(cond, lane).holds);
            }
        };
        if table.vars.len() > 1 {
            return Err("not all at once".to_string());
        }
        let mut shifts: Vec<i64> = Vec::new();
        let delta = |i: usize| ranks[i].map(|rank| i64::from(rank) - i64::from(lane.place[i]));
        for shift in (0..lane.place.len()).filter_map(delta) {
            if !shifts.contains(&shift) {
                shifts.push(shift);
            }
        }
        if shifts.len() > MOST_SHIFTS && shifts.len() * 2 > lane.place.len() {
            return Err("not all at once".to_string());
        }
        let mut found = vec![ZERO; lane.words];
        for shift in shifts {
            let moved = self.w.shifted(words, shift, lane.words);
            let valid: Vec<Word> = lane.mask(|i| delta(i) == Some(shift)).into_iter().map(Word::Known).collect();
            let moved = self.all_and(&moved, &valid);
            found = self.all_or(&found, &moved);
        }
        Ok(found)
    }

    /// The one bit that the function numbers, among `words` words.
    pub fn bit_mask(&mut self, table: &Table, ranks: &[Option<u32>], words: usize) -> Res<Vec<Word>> {
        let masks: Vec<Vec<u64>> =
            ranks.iter().map(|rank| words_of(words * 64, rank.iter().map(|&rank| rank as usize))).collect();
        self.look_up_mask(&masks, &table.vars)
    }

    /// Where a function is defined.
    pub fn defined(&mut self, table: &Table, lane: Option<&Lane>) -> Res<Vec<Word>> {
        let known = table.cells.iter().map(|cell| Some(Value::Bool(cell.is_some()))).collect();
        Ok(self.truth_of(&Table { vars: table.vars.clone(), cells: std::rc::Rc::new(known) }, lane)?.holds)
    }

    fn comparison(&mut self, expr: &Expr, op: Comparison, a: &Expr, b: &Expr, lane: Option<&Lane>) -> Res<Cond> {
        if matches!(a.ty, Type::Set(_)) || matches!(b.ty, Type::Set(_)) {
            return self.same_set(op, a, b, lane);
        }
        if matches!(op, Comparison::Eq | Comparison::Ne) {
            for (read, other) in [(a, b), (b, a)] {
                if let Some(cond) = self.cell_is(read, other, lane)? {
                    return Ok(self.negated_if(op == Comparison::Ne, cond));
                }
            }
        }
        if let Some(lane) = lane {
            if self.mentions(expr, lane.var) {
                return match self.tabulate(expr, true)? {
                    Some(table) => self.truth_of(&table, Some(lane)),
                    None => Err("not all at once".to_string()),
                };
            }
            let cond = self.comparison(expr, op, a, b, None)?;
            return Ok(self.broadcast(cond, Some(lane)));
        }
        let numbers = |ty: &Type| *ty == Type::Int;
        let ((left, a_ok), (right, b_ok)) = (self.value(a)?, self.value(b)?);
        let ok = self.w.and(a_ok, b_ok);
        let involved = matches!(left, Val::Number(_)) || matches!(right, Val::Number(_));
        let cond = if numbers(&a.ty) && numbers(&b.ty) && (involved || !matches!(op, Comparison::Eq | Comparison::Ne)) {
            let ((x, x_ok), (y, y_ok)) = (self.as_number(&left)?, self.as_number(&right)?);
            let ok = self.w.and(ok, x_ok);
            let ok = self.w.and(ok, y_ok);
            let code = match op {
                Comparison::Eq => IntCC::Equal,
                Comparison::Ne => IntCC::NotEqual,
                Comparison::Lt => IntCC::SignedLessThan,
                Comparison::Le => IntCC::SignedLessThanOrEqual,
            };
            let same = match (code, y.high < x.low || x.high < y.low) {
                (IntCC::Equal, true) => ZERO,
                (IntCC::NotEqual, true) => ONE,
                (IntCC::SignedLessThan, _) if x.high < y.low => ONE,
                (IntCC::SignedLessThanOrEqual, _) if x.high <= y.low => ONE,
                (IntCC::SignedLessThan, _) if x.low >= y.high => ZERO,
                (IntCC::SignedLessThanOrEqual, _) if x.low > y.high => ZERO,
                _ => self.w.compare(code, x.word, y.word),
            };
            Cond { holds: vec![self.w.and(same, ok)], defined: vec![ok] }
        } else {
            let same = self.equal(&left, &right)?;
            let holds = vec![self.w.and(same.holds[0], ok)];
            let defined = vec![self.w.and(same.defined[0], ok)];
            return Ok(self.negated_if(op == Comparison::Ne, Cond { holds, defined }));
        };
        Ok(cond)
    }

    fn negated_if(&mut self, negated: bool, cond: Cond) -> Cond {
        match negated {
            false => cond,
            true => Cond { holds: self.all_without(&cond.defined, &cond.holds), defined: cond.defined },
        }
    }

    /// `board[i] == v` where the board lies in planes and `v` is known.
    fn cell_is(&mut self, read: &Expr, other: &Expr, lane: Option<&Lane>) -> Res<Option<Cond>> {
        let Kind::Index(base, index) = &read.kind else { return Ok(None) };
        let Kind::Field(field) = base.kind else { return Ok(None) };
        let Field::Planes { hull, values, planes } = self.fields[field].clone() else { return Ok(None) };
        let Some(other) = self.tabulate(other, false)? else { return Ok(None) };
        let Some(Some(value)) = other.only() else { return Ok(None) };
        let Some(index) = self.tabulate(index, true)? else { return Ok(None) };
        let cells = self.cells_with(&hull, &values, &planes, value);
        let ranks = index.ranks(&hull);
        let found = self.bit_at(&cells, &index, &ranks, lane)?;
        let on_board = ranks.iter().map(|rank| Some(Value::Bool(rank.is_some()))).collect();
        let on_board = Table { vars: index.vars, cells: std::rc::Rc::new(on_board) };
        let defined = self.truth_of(&on_board, lane)?.holds;
        Ok(Some(Cond { holds: self.all_and(&found, &defined), defined }))
    }

    /// The cells of a board in planes that hold this value.
    pub fn cells_with(&mut self, hull: &Hull, values: &[Value], planes: &[Vec<Word>], value: &Value) -> Vec<Word> {
        let words = planes[0].len();
        let Some(rank) = values.iter().position(|other| other == value) else { return vec![ZERO; words] };
        // No cell is in both planes where there are three values.
        if values.len() == 3 && rank > 0 {
            return planes[rank - 1].clone();
        }
        let mut cells: Vec<Word> = words_of(hull.len(), 0..hull.len()).into_iter().map(Word::Known).collect();
        for (bit, plane) in planes.iter().enumerate() {
            cells = match rank >> bit & 1 {
                1 => self.all_and(&cells, plane),
                _ => self.all_without(&cells, plane),
            };
        }
        cells
    }

    /// Whether two values are the same.
    pub fn equal(&mut self, a: &Val, b: &Val) -> Res<Cond> {
        match (a, b) {
            (Val::Table(a), Val::Table(b)) => {
                let vars = joined(&a.vars, &b.vars);
                if vars.iter().map(|var| var.size).fold(1, usize::saturating_mul) > crate::maker::MOST_CELLS {
                    return Err("a comparison has too many cases".to_string());
                }
                let (at_a, at_b) = (a.over(&vars), b.over(&vars));
                let cells = at_a.iter().zip(&at_b).map(|(&i, &j)| match (&a.cells[i], &b.cells[j]) {
                    (Some(x), Some(y)) => Some(Value::Bool(x == y)),
                    _ => None,
                });
                let same = Table { vars, cells: std::rc::Rc::new(cells.collect()) };
                self.truth_of(&same, None)
            }
            (Val::Tuple(parts), other) | (other, Val::Tuple(parts)) => {
                let mut cond = Cond { holds: vec![ONE], defined: vec![ONE] };
                // `none` is no tuple, and has no entries.
                let mut like = None;
                if let Val::Table(table) = other {
                    cond = self.truth_of(&table.map(|value| Some(Value::Bool(*value != Value::None))), None)?;
                    like = table.cells.iter().flatten().find(|value| **value != Value::None).cloned();
                    if like.is_none() {
                        return Ok(cond);
                    }
                }
                for (entry, part) in parts.iter().enumerate() {
                    let other = match other {
                        Val::Tuple(others) => others[entry].clone(),
                        Val::Table(table) => Val::Table(table.map(|value| match (value, &like) {
                            (Value::None, Some(like)) => like.entry(entry),
                            _ => value.entry(entry),
                        })),
                        _ => return Err("two things are compared that are kept differently".to_string()),
                    };
                    let same = self.equal(part, &other)?;
                    cond.holds = self.all_and(&cond.holds, &same.holds);
                    cond.defined = self.all_and(&cond.defined, &same.defined);
                }
                Ok(cond)
            }
            (Val::Number(_), Val::Table(table)) | (Val::Table(table), Val::Number(_)) => {
                let number = if let Val::Number(number) = a {
                    number
                } else {
                    let Val::Number(number) = b else { unreachable!() };
                    number
                };
                let none = table.map(|value| Some(Value::Bool(matches!(value, Value::Int(_)))));
                let is_number = self.truth_of(&none, None)?;
                let (other, _) = self.as_number(&Val::Table(table.clone()))?;
                let same = self.w.compare(IntCC::Equal, number.word, other.word);
                Ok(Cond { holds: vec![self.w.and(same, is_number.holds[0])], defined: is_number.defined })
            }
            (Val::Number(a), Val::Number(b)) => {
                let same = self.w.compare(IntCC::Equal, a.word, b.word);
                Ok(Cond { holds: vec![same], defined: vec![ONE] })
            }
            _ => Err("two things are compared that are kept differently".to_string()),
        }
    }

    fn same_set(&mut self, op: Comparison, a: &Expr, b: &Expr, lane: Option<&Lane>) -> Res<Cond> {
        for (set, other) in [(a, b), (b, a)] {
            let empty = self
                .tabulate(other, false)?
                .is_some_and(|table| matches!(table.only(), Some(Some(Value::Set(elements))) if elements.is_empty()));
            if empty {
                let cond = self.has_element(set, lane)?;
                return Ok(self.negated_if(op == Comparison::Eq, cond));
            }
        }
        if let Some(lane) = lane
            && (self.mentions(a, lane.var) || self.mentions(b, lane.var))
        {
            return Err("not all at once".to_string());
        }
        let (of_a, of_b) = (self.hull(a)?, self.hull(b)?);
        let both = hull(of_a.iter().chain(of_b.iter()).cloned().collect())?;
        let ((x, x_ok), (y, y_ok)) = (self.set(a, &both)?, self.set(b, &both)?);
        let differ = self.zip(&x, &y, |w, a, b| w.xor(a, b));
        let differ = self.any(&differ);
        let ok = self.w.and(x_ok, y_ok);
        let same = self.w.not(differ);
        let cond = Cond { holds: vec![self.w.and(same, ok)], defined: vec![ok] };
        let cond = self.broadcast(cond, lane);
        Ok(self.negated_if(op == Comparison::Ne, cond))
    }

    /// Whether a set has an element.
    fn has_element(&mut self, set: &Expr, lane: Option<&Lane>) -> Res<Cond> {
        match &set.kind {
            Kind::Call(number, arguments) => {
                let (cond, given) = self.call(*number, arguments, lane, |m, body| m.has_element(body, lane))?;
                Ok(self.only_where(cond, &given))
            }
            Kind::Build(binders, filter, body) if lane.is_some() => {
                let some = self.some_built(binders, filter.as_deref(), body, None, lane.expect("it is there"))?;
                Ok(self.defined_where(some, lane))
            }
            Kind::SetOp(SetOp::Meet, left, right) if lane.is_some() => {
                for (fixed, built) in [(left, right), (right, left)] {
                    let Some(table) = self.tabulate(fixed, false)? else { continue };
                    let Some(Some(elements)) = table.only().cloned() else { continue };
                    let Kind::Build(binders, filter, body) = &built.kind else { continue };
                    let at = lane.expect("it is there");
                    let some = self.some_built(binders, filter.as_deref(), body, elements.elements(), at)?;
                    return Ok(self.defined_where(some, lane));
                }
                Err("not all at once".to_string())
            }
            _ if lane.is_some_and(|lane| self.mentions(set, lane.var)) => Err("not all at once".to_string()),
            _ => {
                let hull = self.hull(set)?;
                let (words, ok) = self.set(set, &hull)?;
                let any = self.any(&words);
                let cond = Cond { holds: vec![self.w.and(any, ok)], defined: vec![ok] };
                Ok(self.broadcast(cond, lane))
            }
        }
    }

    /// Where a set that binders make has an element, one of `among` if that is given.
    fn some_built(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        among: Option<&[Value]>,
        lane: &Lane,
    ) -> Res<Vec<Word>> {
        // Binders after the last that a condition needs make elements that are known for each of the lane.
        let levels = hoisted(filter, binders);
        let last = levels.iter().rposition(|level| !level.is_empty()).unwrap_or(0);
        let rest = rest_of(binders, &vec![Vec::new(); levels.len()], last, body);
        let mut found = vec![ZERO; lane.words];
        let among = among.map(numbering);
        self.instances(&binders[..last], filter, Some(lane), None, &mut |m, condition, lane| {
            let good = |value: &Value| among.as_ref().is_none_or(|number| number(value).is_some());
            let some = match m.some_element(&binders[last..], body, &good)? {
                Some(some) => some,
                None => {
                    let Some(sets) = m.tabulate(&rest, true)? else { return Err("not all at once".to_string()) };
                    sets.map(|set| Some(Value::Bool(set.elements().unwrap_or(&[]).iter().any(good))))
                }
            };
            let some = m.truth_of(&some, lane)?.holds;
            let hit = m.all_and(&condition, &some);
            found = m.all_or(&found, &hit);
            Ok(())
        })?;
        Ok(found)
    }

    /// Where one binder over a known set makes an element that is good; `None` if it is not such.
    fn some_element(&mut self, binders: &[Binder], body: &Expr, good: &dyn Fn(&Value) -> bool) -> Res<Option<Table>> {
        let [Binder { local, source: Source::In(set), .. }] = binders else { return Ok(None) };
        let Some(known) = self.tabulate(set, false)?.and_then(|table| table.only().cloned().flatten()) else {
            return Ok(None);
        };
        let mut some: Option<Table> = None;
        for element in known.elements().unwrap_or(&[]) {
            self.bind(*local, Val::Table(Table::known(element.clone())));
            let Some(made) = self.tabulate(body, true)? else { return Ok(None) };
            if made.cells.iter().any(Option::is_none) {
                return Ok(None);
            }
            let here = made.map(|value| Some(Value::Bool(good(value))));
            let either = |a: &Value, b: &Value| Some(Value::Bool(*a == Value::Bool(true) || *b == Value::Bool(true)));
            some = Some(some.map_or(here.clone(), |some| Table::combine(&some, &here, either)));
        }
        Ok(some)
    }

    fn membership(&mut self, element: &Expr, set: &Expr, lane: Option<&Lane>) -> Res<Cond> {
        if let Kind::Call(number, _) = &set.kind
            && self.game.rules.defs[*number].arguments == 0
        {
            let body = self.game.rules.defs[*number].code.expr.clone();

            if !body.any(&|part| matches!(part.kind, Kind::Build(..) | Kind::Fold(..) | Kind::Local(_))) {
                return self.membership(element, &body, lane);
            }
        }
        if let Kind::SetOp(op, left, right) = &set.kind {
            let (a, b) = (self.membership(element, left, lane)?, self.membership(element, right, lane)?);
            let holds = match op {
                SetOp::Union => self.all_or(&a.holds, &b.holds),
                SetOp::Minus => self.all_without(&a.holds, &b.holds),
                SetOp::Meet => self.all_and(&a.holds, &b.holds),
            };
            let defined = self.all_and(&a.defined, &b.defined);
            return Ok(Cond { holds: self.all_and(&holds, &defined), defined });
        }
        let table = match self.tabulate(element, false)? {
            Some(table) => Some(table),
            None => self.tabulate(element, true)?,
        };
        if let Some(lane) = lane
            && self.mentions(set, lane.var)
        {
            return Err("not all at once".to_string());
        }
        if let Kind::Range(low, high) = &set.kind {
            if lane.is_some() {
                return Err("not all at once".to_string());
            }
            let (element, ok) = self.value(element)?;
            // `none` is defined, and in no range.
            let (number, is_number) = self.as_number(&element)?;
            let ((low, low_ok), (high, high_ok)) = (self.value(low)?, self.value(high)?);
            let ((low, l), (high, h)) = (self.as_number(&low)?, self.as_number(&high)?);
            let ok = [low_ok, high_ok, l, h].into_iter().fold(ok, |all, one| self.w.and(all, one));
            let above = self.w.compare(IntCC::SignedLessThanOrEqual, low.word, number.word);
            let below = self.w.compare(IntCC::SignedLessThanOrEqual, number.word, high.word);
            let inside = self.w.and(above, below);
            let inside = self.w.and(inside, is_number);
            return Ok(Cond { holds: vec![self.w.and(inside, ok)], defined: vec![ok] });
        }
        let Some(table) = table else {
            // Neither side is known beforehand: compare with each element in turn.
            let (element, ok) = self.value(element)?;
            let hull = self.hull(set)?;
            let (words, set_ok) = self.set(set, &hull)?;
            let mut found = ZERO;
            for (i, value) in hull.iter().enumerate() {
                let same = self.equal(&element, &Val::Table(Table::known(value.clone())))?.holds[0];
                let bit = self.w.shr(words[i / 64], i as u32 % 64);
                let hit = self.w.and(same, bit);
                found = self.w.or(found, hit);
            }
            let ok = self.w.and(ok, set_ok);
            let found = self.w.and(found, ok);
            return Ok(self.broadcast(Cond { holds: vec![found], defined: vec![ok] }, lane));
        };
        let defined = self.defined(&table, lane)?;
        let known = match &set.kind {
            Kind::Field(field) => match self.fields[*field].clone() {
                Field::Set(set) => Some(set),
                _ => None,
            },
            Kind::Local(slot) => match &self.env[*slot] {
                Some(Val::Set(set)) => Some(set.clone()),
                _ => None,
            },
            _ => None,
        };
        let (Set { hull, words }, ok) = match known {
            Some(set) => (set, ONE),
            None => {
                let hull = hull(table.image().into_iter().collect())?;
                let (words, ok) = self.set(set, &hull)?;
                (Set { hull, words }, ok)
            }
        };
        let ranks = table.ranks(&hull);
        let found = self.bit_at(&words, &table, &ranks, lane)?;
        let ok = self.broadcast(Cond { holds: vec![ok], defined: vec![ONE] }, lane).holds;
        let defined = self.all_and(&defined, &ok);
        Ok(Cond { holds: self.all_and(&found, &defined), defined })
    }

    /// Whether an expression depends on a variable.
    pub fn mentions(&self, expr: &Expr, id: u32) -> bool {
        fn uses(val: &Val, id: u32) -> bool {
            match val {
                Val::Table(table) => table.uses(id),
                Val::Number(number) => number.var.as_ref().is_some_and(|var| var.id == id),
                Val::Tuple(parts) => parts.iter().any(|part| uses(part, id)),
                Val::Set(_) => false,
            }
        }
        let mut found = false;
        expr.each(&mut |part| {
            if let Kind::Local(slot) = part.kind {
                found |= self.env.get(slot).and_then(Option::as_ref).is_some_and(|val| uses(val, id));
            }
        });
        found
    }
}
