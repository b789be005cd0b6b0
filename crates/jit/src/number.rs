//! Values that only the running code knows: arithmetic, reads, folds.

use crate::cond::Lane;
use crate::maker::{Field, Maker, Res};
use crate::table::{Number, Set, Table, Val, words_of};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::condcodes::IntCC;
use grundy_rule::syntax::FoldOp;
use grundy_rule::{ArithOp, Binder, Builtin, Expr, Kind, Source, Type};
use grundy_run::Value;

impl<'a, 'f> Maker<'a, 'f> {
    /// Any value, and whether it is defined: the word says all of it, also where a function of bound names is undefined
    /// for some of them.
    pub fn value(&mut self, expr: &Expr) -> Res<(Val, Word)> {
        let (val, ok) = self.made(expr)?;
        match &val {
            Val::Table(table) if table.cells.iter().any(Option::is_none) => {
                let defined = self.defined(table, None)?[0];
                Ok((val, self.w.and(ok, defined)))
            }
            _ => Ok((val, ok)),
        }
    }

    /// Any value, and whether it is defined beside what a function of bound names says itself.
    pub fn made(&mut self, expr: &Expr) -> Res<(Val, Word)> {
        self.step(1)?;
        if let Some(table) = self.tabulate(expr, false)? {
            return Ok((Val::Table(table), ONE));
        }
        if matches!(expr.ty, Type::Set(_)) && !matches!(expr.kind, Kind::Local(_)) {
            let hull = self.hull(expr)?;
            let (words, ok) = self.set(expr, &hull)?;
            return Ok((Val::Set(Set { hull, words }), ok));
        }
        match &expr.kind {
            Kind::Local(slot) => match &self.env[*slot] {
                Some(val) => Ok((val.clone(), ONE)),
                None => Err("a name is used in a way that is not compiled".to_string()),
            },
            Kind::Field(field) => match &self.fields[*field] {
                Field::One(val) => Ok((val.clone(), ONE)),
                _ => Err("a whole array is used as a value".to_string()),
            },
            Kind::There(inner) => Ok(match self.value(inner)? {
                (Val::Table(table), ok) => {
                    let there = table.map(|value| (*value != Value::None).then(|| value.clone()));
                    let defined = self.defined(&there, None)?[0];
                    (Val::Table(there), self.w.and(ok, defined))
                }
                other => other,
            }),
            Kind::Neg(inner) if expr.ty == Type::Int => {
                let (inner, ok) = self.value(inner)?;
                let (number, ok2) = self.as_number(&inner)?;
                let word = self.w.sub(ZERO, number.word);
                Ok((self.number(word, -number.high, -number.low)?, self.w.and(ok, ok2)))
            }
            Kind::Arith(op, a, b) if expr.ty == Type::Int => {
                let ((a, a_ok), (b, b_ok)) = (self.value(a)?, self.value(b)?);
                let ok = self.w.and(a_ok, b_ok);
                let ((a, a_ok), (b, b_ok)) = (self.as_number(&a)?, self.as_number(&b)?);
                let ok = self.w.and(ok, a_ok);
                let ok = self.w.and(ok, b_ok);
                let (val, defined) = self.arith(*op, &a, &b)?;
                Ok((val, self.w.and(ok, defined)))
            }
            Kind::Arith(op, a, b) => {
                if let Some(table) = self.tabulate(expr, true)? {
                    return Ok((Val::Table(table), ONE));
                }
                self.vector(*op, a, b)
            }
            Kind::If(condition, yes, no) => {
                let condition = self.cond(condition, None)?;
                let ((yes, yes_ok), (no, no_ok)) = (self.value(yes)?, self.value(no)?);
                let ok = self.w.select(condition.holds[0], yes_ok, no_ok);
                let ok = self.w.and(ok, condition.defined[0]);
                let (val, defined) = self.pick(condition.holds[0], &yes, &no)?;
                Ok((val, self.w.and(ok, defined)))
            }
            Kind::Builtin(Builtin::Abs, parts) => {
                let (inner, ok) = self.value(&parts[0])?;
                let (number, ok2) = self.as_number(&inner)?;
                let negative = self.w.compare(IntCC::SignedLessThan, number.word, ZERO);
                let minus = self.w.sub(ZERO, number.word);
                let word = self.w.select(negative, minus, number.word);
                let low = if number.low <= 0 && number.high >= 0 { 0 } else { number.low.abs().min(number.high.abs()) };
                Ok((self.number(word, low, number.low.abs().max(number.high.abs()))?, self.w.and(ok, ok2)))
            }
            Kind::Builtin(least @ (Builtin::Min | Builtin::Max), parts) => {
                let (first, mut ok) = self.value(&parts[0])?;
                let (mut best, ok2) = self.as_number(&first)?;
                ok = self.w.and(ok, ok2);
                for part in &parts[1..] {
                    let (other, ok2) = self.value(part)?;
                    let (other, ok3) = self.as_number(&other)?;
                    ok = self.w.and(ok, ok2);
                    ok = self.w.and(ok, ok3);
                    best = self.better(*least == Builtin::Min, &best, &other);
                }
                Ok((self.number(best.word, best.low, best.high)?, ok))
            }
            Kind::Builtin(Builtin::Len, parts) => {
                let hull = self.hull(&parts[0])?;
                let (words, ok) = self.set(&parts[0], &hull)?;
                let count = self.count(&words);
                Ok((self.number(count, 0, hull.len() as i64)?, ok))
            }
            Kind::Fold(FoldOp::Exists | FoldOp::All, ..)
            | Kind::Compare(..)
            | Kind::In(..)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Not(_) => {
                let cond = self.cond(expr, None)?;
                let var = self.var(2, Some(cond.holds[0]));
                Ok((Val::Table(Table::of(var, vec![Value::Bool(false), Value::Bool(true)])), cond.defined[0]))
            }
            Kind::Fold(op, binders, filter, body) => self.fold(*op, binders, filter.as_deref(), body),
            Kind::Index(base, index) => self.read(base, index),
            Kind::Dot(base, entry) => match self.value(base)? {
                (Val::Tuple(parts), ok) => Ok((parts[*entry].clone(), ok)),
                (Val::Table(table), ok) => Ok((Val::Table(table.map(|value| value.entry(*entry))), ok)),
                _ => Err("an entry of something that is not compiled".to_string()),
            },
            Kind::Tuple(parts) => {
                if let Some(table) = self.tabulate(expr, true)? {
                    return Ok((Val::Table(table), ONE));
                }
                let (mut vals, mut ok) = (Vec::new(), ONE);
                for part in parts {
                    let (val, defined) = self.value(part)?;
                    vals.push(val);
                    ok = self.w.and(ok, defined);
                }
                Ok((Val::Tuple(vals), ok))
            }
            Kind::Call(number, arguments) => {
                let ((val, ok), given) = self.call(*number, arguments, None, |m, body| m.value(body))?;
                Ok((val, self.w.and(ok, given[0])))
            }
            _ => match self.tabulate(expr, true)? {
                Some(table) => Ok((Val::Table(table), ONE)),
                None => Err("a value is made in a way that is not compiled".to_string()),
            },
        }
    }

    /// One of two values.
    pub fn pick(&mut self, condition: Word, yes: &Val, no: &Val) -> Res<(Val, Word)> {
        if let Word::Known(condition) = condition {
            return Ok((if condition == 1 { yes.clone() } else { no.clone() }, ONE));
        }
        let numbers = |val: &Val| match val {
            Val::Number(_) => true,
            Val::Table(table) => table.cells.iter().flatten().all(|cell| matches!(cell, Value::Int(_))),
            _ => false,
        };
        match (yes, no) {
            (yes, no) if numbers(yes) && numbers(no) => {
                let ((a, a_ok), (b, b_ok)) = (self.as_number(yes)?, self.as_number(no)?);
                let word = self.w.select(condition, a.word, b.word);
                let ok = self.w.select(condition, a_ok, b_ok);
                Ok((self.number(word, a.low.min(b.low), a.high.max(b.high))?, ok))
            }
            (Val::Table(a), Val::Table(b)) => {
                let all: Vec<Value> = a.image().union(&b.image()).cloned().collect();
                let mut rank = |table: &Table| -> Res<(Word, Word)> {
                    let ranks = table.ranks(&all);
                    let numbers: Vec<u64> = ranks.iter().map(|rank| rank.unwrap_or(0).into()).collect();
                    let defined: Vec<u64> = ranks.iter().map(|rank| u64::from(rank.is_some())).collect();
                    Ok((self.look_up(&numbers, &table.vars)?, self.look_up(&defined, &table.vars)?))
                };
                let ((a, a_ok), (b, b_ok)) = (rank(a)?, rank(b)?);
                let word = self.w.select(condition, a, b);
                let ok = self.w.select(condition, a_ok, b_ok);
                let var = self.var(all.len(), Some(word));
                Ok((Val::Table(Table::of(var, all)), ok))
            }
            (Val::Set(a), Val::Set(b)) => {
                let hull = crate::maker::hull(a.hull.iter().chain(b.hull.iter()).cloned().collect())?;
                let (a, b) = (self.among(a, &hull), self.among(b, &hull));
                let words = a.iter().zip(&b).map(|(&a, &b)| self.w.select(condition, a, b)).collect();
                Ok((Val::Set(Set { hull, words }), ONE))
            }
            _ => Err("one of two things that are kept differently".to_string()),
        }
    }

    fn better(&mut self, least: bool, a: &Number, b: &Number) -> Number {
        let (x, y) = if least { (a.word, b.word) } else { (b.word, a.word) };
        let word = match (least, a.high <= b.low, b.high <= a.low) {
            (true, true, _) | (false, _, true) => a.word,
            (true, _, true) | (false, true, _) => b.word,
            _ => {
                let less = self.w.compare(IntCC::SignedLessThan, x, y);
                self.w.select(less, a.word, b.word)
            }
        };
        let (low, high) = match least {
            true => (a.low.min(b.low), a.high.min(b.high)),
            false => (a.low.max(b.low), a.high.max(b.high)),
        };
        Number { word, low, high, var: None }
    }

    /// A number made of two, and whether it is defined.
    pub fn arith(&mut self, op: ArithOp, a: &Number, b: &Number) -> Res<(Val, Word)> {
        let bounds = |f: fn(i128, i128) -> i128| -> Res<(i64, i64)> {
            let corners = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
            let ends = corners.map(|(x, y)| f(x.into(), y.into()));
            let (low, high) = (ends.iter().min().expect("four"), ends.iter().max().expect("four"));
            match (i64::try_from(*low), i64::try_from(*high)) {
                (Ok(low), Ok(high)) if high <= 1 << 62 && low >= -(1 << 62) => Ok((low, high)),
                _ => Err("its numbers may leave the range of 64 bits".to_string()),
            }
        };
        match op {
            ArithOp::Add => {
                let (low, high) = bounds(|x, y| x + y)?;
                let word = self.w.add(a.word, b.word);
                Ok((self.number(word, low, high)?, ONE))
            }
            ArithOp::Sub => {
                let (low, high) = bounds(|x, y| x - y)?;
                let word = self.w.sub(a.word, b.word);
                Ok((self.number(word, low, high)?, ONE))
            }
            ArithOp::Mul => {
                let (low, high) = bounds(|x, y| x * y)?;
                let word = self.w.mul(a.word, b.word);
                Ok((self.number(word, low, high)?, ONE))
            }
            ArithOp::Xor => {
                if a.low < 0 || b.low < 0 {
                    return Err("an exclusive or of negative numbers".to_string());
                }
                let bits = 64 - (a.high.max(b.high) as u64).leading_zeros();
                let word = self.w.xor(a.word, b.word);
                Ok((self.number(word, 0, if bits > 61 { i64::MAX >> 1 } else { (1 << bits) - 1 })?, ONE))
            }
            ArithOp::Div | ArithOp::Mod => self.division(op, a, b),
        }
    }

    /// Rounding down; numbers below 0 are moved up by a multiple of a known divisor.
    fn division(&mut self, op: ArithOp, a: &Number, b: &Number) -> Res<(Val, Word)> {
        if b.low < 0 {
            return Err("a divisor may be negative".to_string());
        }
        let rest = op == ArithOp::Mod;
        let defined = if b.low > 0 { ONE } else { self.w.is_not_zero(b.word) };
        let divisor = if b.low > 0 { b.word } else { self.w.select(defined, b.word, ONE) };
        let least = b.low.max(1);
        if a.low >= 0 {
            let word = self.w.divide(a.word, divisor, rest);
            let (low, high) = match rest {
                true => (0, a.high.min(b.high - 1).max(0)),
                false => (a.low / b.high.max(1), a.high / least),
            };
            return Ok((self.number(word, low, high)?, defined));
        }
        let Word::Known(known) = b.word else { return Err("a negative number is divided".to_string()) };
        let known = known as i64;
        if known == 0 {
            return Ok((Val::Table(Table::known(Value::Int(0))), ZERO));
        }
        let lift = (-a.low + known - 1) / known;
        let lifted = self.w.add(a.word, Word::of(lift * known));
        let word = self.w.divide(lifted, Word::of(known), rest);
        match rest {
            true => Ok((self.number(word, 0, known - 1)?, defined)),
            false => {
                let word = self.w.sub(word, Word::of(lift));
                Ok((self.number(word, a.low.div_euclid(known), a.high.div_euclid(known))?, defined))
            }
        }
    }

    /// Tuples entry by entry.
    fn vector(&mut self, op: ArithOp, a: &Expr, b: &Expr) -> Res<(Val, Word)> {
        let ((x, x_ok), (y, y_ok)) = (self.value(a)?, self.value(b)?);
        let mut ok = self.w.and(x_ok, y_ok);
        let entries = |val: &Val| match val {
            Val::Tuple(parts) => Some(parts.len()),
            Val::Table(table) => table.cells.iter().flatten().find_map(Value::numbers).map(|list| list.len()),
            _ => None,
        };
        let entry = |val: &Val, i: usize| match val {
            Val::Tuple(parts) => parts[i].clone(),
            Val::Table(table) => Val::Table(table.map(|value| value.entry(i))),
            other => other.clone(),
        };
        let count = entries(&x).or(entries(&y)).ok_or("a tuple is made in a way that is not compiled")?;
        let mut parts = Vec::new();
        for i in 0..count {
            let a_val = if a.ty == Type::Int { x.clone() } else { entry(&x, i) };
            let b_val = if b.ty == Type::Int { y.clone() } else { entry(&y, i) };
            let ((p, p_ok), (q, q_ok)) = (self.as_number(&a_val)?, self.as_number(&b_val)?);
            let op = if a.ty == Type::Int || b.ty == Type::Int { ArithOp::Mul } else { op };
            let (val, defined) = self.arith(op, &p, &q)?;
            ok = [p_ok, q_ok, defined].into_iter().fold(ok, |all, one| self.w.and(all, one));
            parts.push(val);
        }
        Ok((Val::Tuple(parts), ok))
    }

    /// How many bits are set.
    pub fn count(&mut self, words: &[Word]) -> Word {
        let mut total = ZERO;
        for &word in words {
            let count = self.w.count(word);
            total = self.w.add(total, count);
        }
        total
    }

    /// A cell of an array, an entry of a list.
    fn read(&mut self, base: &Expr, index: &Expr) -> Res<(Val, Word)> {
        let Kind::Field(field) = base.kind else {
            let whole = Expr {
                kind: Kind::Index(Box::new(base.clone()), Box::new(index.clone())),
                ty: Type::Any,
                span: base.span,
            };
            let table = self.tabulate(&whole, true)?.ok_or("a list is read in a way that is not compiled")?;
            return Ok((Val::Table(table), ONE));
        };
        let (index, ok) = match self.tabulate(index, true)? {
            Some(table) => (table, ONE),
            None => match self.value(index)? {
                (Val::Table(table), ok) => (table, ok),
                _ => return Err("a place is not known beforehand".to_string()),
            },
        };
        match self.fields[field].clone() {
            Field::Planes { hull, values, planes } => {
                let ranks = index.ranks(&hull);
                let mut rank = ZERO;
                for (bit, plane) in planes.iter().enumerate() {
                    let one = self.bit_at(plane, &index, &ranks, None)?[0];
                    let weighed = self.w.shl(one, bit as u32);
                    rank = self.w.or(rank, weighed);
                }
                let on_board = index.map(|cell| hull.binary_search(cell).ok().map(|_| cell.clone()));
                let defined = self.defined(&on_board, None)?[0];
                if values.len() < 4 {
                    let inside = self.w.compare(IntCC::UnsignedLessThan, rank, Word::Known(values.len() as u64));
                    rank = self.w.select(inside, rank, ZERO);
                }
                let table = match rank {
                    Word::Known(rank) => Table::known(values[rank as usize].clone()),
                    rank => Table::of(self.var(values.len(), Some(rank)), values.to_vec()),
                };
                Ok((Val::Table(table), self.w.and(defined, ok)))
            }
            Field::Cells { hull, values, ranks: cells } => {
                let ranks = index.ranks(&hull);
                let rank = match index.only() {
                    Some(_) => match ranks[0] {
                        Some(rank) => cells[rank as usize],
                        None => {
                            return Ok((Val::Table(Table { vars: vec![], cells: std::rc::Rc::new(vec![None]) }), ONE));
                        }
                    },
                    None => {
                        let numbers: Vec<u64> = ranks.iter().map(|rank| rank.unwrap_or(0).into()).collect();
                        let at = self.look_up(&numbers, &index.vars)?;
                        let mut found = cells[0];
                        for (i, &cell) in cells.iter().enumerate().skip(1) {
                            let here = self.w.compare(IntCC::Equal, at, Word::Known(i as u64));
                            found = self.w.select(here, cell, found);
                        }
                        found
                    }
                };
                let on_board = index.map(|cell| hull.binary_search(cell).ok().map(|_| cell.clone()));
                let defined = self.defined(&on_board, None)?[0];
                Ok((self.of_rank(&values, rank)?, self.w.and(defined, ok)))
            }
            _ => Err("something is read that is no array".to_string()),
        }
    }

    /// Where some instance holds.
    pub fn exists(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        lane: Option<&Lane>,
    ) -> Res<Vec<Word>> {
        if lane.is_none() {
            if let Some(found) = self.some_line(binders, filter, body)? {
                return Ok(vec![found]);
            }
            let pick = self.widest(binders)?;
            if pick.is_some() {
                let mut found = ZERO;
                let at_once = self.instances(binders, filter, None, pick, &mut |m, condition, lane| {
                    let cond = m.cond(body, lane)?;
                    let hit = m.all_and(&condition, &cond.holds);
                    found = hit.iter().fold(found, |all, &word| m.w.or(all, word));
                    Ok(())
                });
                if at_once.is_ok() {
                    return Ok(vec![self.w.is_not_zero(found)]);
                }
            }
        }
        let mut found = vec![ZERO; lane.map_or(1, |lane| lane.words)];
        self.instances(binders, filter, lane, None, &mut |m, condition, lane| {
            let cond = m.cond(body, lane)?;
            let hit = m.all_and(&condition, &cond.holds);
            found = m.all_or(&found, &hit);
            Ok(())
        })?;
        Ok(found)
    }

    /// Where every instance holds.
    pub fn every(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        lane: Option<&Lane>,
    ) -> Res<Vec<Word>> {
        if lane.is_none() {
            if let Some(holds) = self.all_cells(binders, filter, body)? {
                return Ok(vec![holds]);
            }
            let pick = self.widest(binders)?;
            if pick.is_some() {
                let mut missed = ZERO;
                let at_once = self.instances(binders, filter, None, pick, &mut |m, condition, lane| {
                    let cond = m.cond(body, lane)?;
                    let miss = m.all_without(&condition, &cond.holds);
                    missed = miss.iter().fold(missed, |all, &word| m.w.or(all, word));
                    Ok(())
                });
                if at_once.is_ok() {
                    return Ok(vec![self.w.is_zero(missed)]);
                }
            }
        }
        let mut holds = self.full(lane);
        self.instances(binders, filter, lane, None, &mut |m, condition, lane| {
            let cond = m.cond(body, lane)?;
            let miss = m.all_without(&condition, &cond.holds);
            holds = m.all_without(&holds, &miss);
            Ok(())
        })?;
        Ok(holds)
    }

    /// `exists(L in LINES: all(c in L: P(c)))`: the cells where `P` holds, and whether they cover a line. Lines of one
    /// shape are tried together by shifts.
    fn some_line(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Res<Option<Word>> {
        let ([line], None, Kind::Fold(FoldOp::All, inner, None, test)) = (binders, filter, &body.kind) else {
            return Ok(None);
        };
        let ([cell], Source::In(lines)) = (&inner[..], &line.source) else { return Ok(None) };
        if !matches!(&cell.source, Source::In(set) if matches!(set.kind, Kind::Local(slot) if slot == line.local)) {
            return Ok(None);
        }
        if crate::set::reads(test, line.local) {
            return Ok(None);
        }
        let Some(table) = self.tabulate(lines, false)? else { return Ok(None) };
        let Some(Some(lines)) = table.only().cloned() else { return Ok(None) };
        let lines = lines.elements().unwrap_or(&[]);
        if lines.is_empty() {
            return Ok(Some(ZERO));
        }
        let all: Vec<Value> = lines.iter().flat_map(|line| line.elements().unwrap_or(&[])).cloned().collect();
        // A grid keeps its gaps, so that lines of one direction are shifts of each other.
        let mut board = all.clone();
        if let Some(Value::Cell(..)) = all.first() {
            let cells = all.iter().filter_map(|cell| if let Value::Cell(r, c) = cell { Some((*r, *c)) } else { None });
            let (rows, columns) = cells.fold((0, 0), |(rows, columns), (r, c)| (rows.max(r + 1), columns.max(c + 1)));
            if all.len() as i64 >= i64::from(rows) && rows * columns <= 256 {
                board.extend((0..rows).flat_map(|r| (0..columns).map(move |c| Value::Cell(r, c))));
            }
        }
        let hull = crate::maker::hull(board)?;
        let var = self.var(hull.len(), None);
        let lane = Lane::plain(var.id, hull.len());
        self.bind(cell.local, Val::Table(Table::of(var, hull.to_vec())));
        let Ok(cond) = self.cond(test, Some(&lane)) else { return Ok(None) };
        let mut shapes: std::collections::BTreeMap<Vec<u32>, Vec<usize>> = std::collections::BTreeMap::new();
        for line in lines {
            let cells = line.elements().unwrap_or(&[]);
            let ranks: Vec<u32> =
                cells.iter().map(|cell| hull.binary_search(cell).expect("it is there") as u32).collect();
            let Some(&first) = ranks.first() else { return Ok(Some(ONE)) };
            shapes.entry(ranks.iter().map(|rank| rank - first).collect()).or_default().push(first as usize);
        }
        let mut found = ZERO;
        for (shape, starts) in shapes {
            let mut whole: Vec<Word> = words_of(lane.words * 64, starts).into_iter().map(Word::Known).collect();
            for offset in shape {
                let moved = self.w.shifted(&cond.holds, offset.into(), lane.words);
                whole = self.all_and(&whole, &moved);
            }
            found = whole.iter().fold(found, |all, &word| self.w.or(all, word));
        }
        Ok(Some(self.w.is_not_zero(found)))
    }

    fn fold(&mut self, op: FoldOp, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Res<(Val, Word)> {
        if matches!(op, FoldOp::Count | FoldOp::Sum)
            && let Some(pick) = self.widest(binders)?
        {
            let (mut total, mut low, mut high) = (ZERO, 0i64, 0i64);
            let at_once = self.instances(binders, filter, None, Some(pick), &mut |m, condition, lane| {
                let lane = lane.ok_or("not all at once")?;
                if op == FoldOp::Count {
                    let cond = m.cond(body, Some(lane))?;
                    let hit = m.all_and(&condition, &cond.holds);
                    let count = m.count(&hit);
                    total = m.w.add(total, count);
                    high += lane.place.len() as i64;
                    return Ok(());
                }
                let weights = m.tabulate(body, false)?.ok_or("not all at once")?;
                let (sum, least, most) = m.weighed(&condition, &weights, lane)?;
                total = m.w.add(total, sum);
                (low, high) = (low + least, high + most);
                Ok(())
            });
            if at_once.is_ok() {
                return Ok((self.number(total, low, high)?, ONE));
            }
        }
        let mut terms: Vec<(Word, Number)> = Vec::new();
        self.instances(binders, filter, None, None, &mut |m, condition, _| {
            let (number, ok) = match op {
                FoldOp::Count => (Number { word: ONE, low: 1, high: 1, var: None }, m.holds(body)?),
                _ => {
                    let (val, ok) = m.value(body)?;
                    let (number, defined) = m.as_number(&val)?;
                    (number, m.w.and(ok, defined))
                }
            };
            let counts = m.w.and(condition[0], ok);
            if counts != ZERO {
                terms.push((counts, number));
            }
            Ok(())
        })?;
        match op {
            FoldOp::Sum | FoldOp::Count | FoldOp::Xor => {
                let mut total = Number { word: ZERO, low: 0, high: 0, var: None };
                for (counts, number) in terms {
                    let word = match number.word {
                        Word::Known(1) => counts,
                        word => self.w.select(counts, word, ZERO),
                    };
                    let term = Number { word, low: number.low.min(0), high: number.high.max(0), var: None };
                    let op = if op == FoldOp::Xor { ArithOp::Xor } else { ArithOp::Add };
                    let sum = self.arith(op, &total, &term)?.0;
                    total = self.as_number(&sum)?.0;
                }
                Ok((self.number(total.word, total.low, total.high)?, ONE))
            }
            _ => {
                let Some(mut best) = terms.first().map(|(_, number)| number.clone()) else {
                    return Ok((Val::Table(Table { vars: vec![], cells: std::rc::Rc::new(vec![None]) }), ONE));
                };
                let mut any = terms[0].0;
                for (counts, number) in &terms[1..] {
                    let better = self.better(op == FoldOp::Min, &best, number);
                    let first = self.w.select(any, better.word, number.word);
                    let word = self.w.select(*counts, first, best.word);
                    any = self.w.or(any, *counts);
                    best = Number { word, low: best.low.min(number.low), high: best.high.max(number.high), var: None };
                }
                Ok((self.number(best.word, best.low, best.high)?, any))
            }
        }
    }

    /// The sum of constant weights of the elements present, bit by bit of the weights.
    fn weighed(&mut self, present: &[Word], weights: &Table, lane: &Lane) -> Res<(Word, i64, i64)> {
        if !weights.vars.iter().all(|var| var.id == lane.var) {
            return Err("not all at once".to_string());
        }
        let at = weights.over(&[crate::table::Var {
            id: lane.var,
            size: lane.place.len(),
            word: None,
            domain: None,
            bit: None,
        }]);
        let weight = |i: usize| match weights.cells[at[i]] {
            Some(Value::Int(number)) => number,
            _ => 0,
        };
        let all = || (0..lane.place.len()).map(weight);
        if all().any(|weight| !(0..1 << 32).contains(&weight)) {
            return Err("not all at once".to_string());
        }
        let mut total = ZERO;
        for bit in 0..32 {
            let mask: Vec<Word> = lane.mask(|i| weight(i) >> bit & 1 == 1).into_iter().map(Word::Known).collect();
            let kept = self.all_and(present, &mask);
            let count = self.count(&kept);
            let weighed = self.w.shl(count, bit);
            total = self.w.add(total, weighed);
        }
        Ok((total, 0, all().sum()))
    }
}
