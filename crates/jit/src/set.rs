//! Sets as bits, and the instances of binders.

use crate::cond::Lane;
use crate::maker::{Field, MOST_BITS, Maker, Res, hull};
use crate::table::{Hull, Number, Set, Table, Val, numbering, words_of};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::condcodes::IntCC;
use grundy_rule::{Binder, Builtin, Expr, Kind, SetOp, Source, Type};
use grundy_run::Value;

/// What is done with each instance: where it counts, and for which elements at once.
pub type Visit<'v, 'a, 'f> = dyn FnMut(&mut Maker<'a, 'f>, Vec<Word>, Option<&Lane>) -> Res<()> + 'v;

/// A filter cut at its `and`s, each part at the number of binders it needs.
pub fn hoisted(filter: Option<&Expr>, binders: &[Binder]) -> Vec<Vec<Expr>> {
    let mut levels = vec![Vec::new(); binders.len() + 1];
    let mut waiting: Vec<&Expr> = filter.into_iter().collect();
    while let Some(expr) = waiting.pop() {
        if let Kind::And(left, right) = &expr.kind {
            waiting.push(right);
            waiting.push(left);
            continue;
        }
        let level = binders.iter().rposition(|binder| reads(expr, binder.local)).map_or(0, |last| last + 1);
        levels[level].push(expr.clone());
    }
    levels
}

/// Whether an expression reads a bound name.
pub fn reads(expr: &Expr, slot: usize) -> bool {
    expr.any(&|part| matches!(part.kind, Kind::Local(other) if other == slot))
}

/// What is left of a set of things made from the binders of a level on, as an expression of its own.
pub fn rest_of(binders: &[Binder], levels: &[Vec<Expr>], level: usize, body: &Expr) -> Expr {
    let filter = levels[level..].iter().flatten().cloned().reduce(|a, b| Expr {
        ty: Type::Bool,
        span: a.span,
        kind: Kind::And(Box::new(a), Box::new(b)),
    });
    let ty = Type::Set(Box::new(body.ty.clone()));
    Expr {
        kind: Kind::Build(binders[level..].to_vec(), filter.map(Box::new), Box::new(body.clone())),
        ty,
        span: body.span,
    }
}

/// A value as a function of variables, if it is one of few.
fn few(val: Val) -> Option<Table> {
    match val {
        Val::Table(table) => Some(table),
        Val::Number(Number { low, high, var: Some(var), .. }) if high - low < MOST_BITS as i64 => {
            Some(Table::of(var, (low..=high).map(Value::Int).collect()))
        }
        _ => None,
    }
}

impl<'a, 'f> Maker<'a, 'f> {
    /// Evaluates a definition with its arguments, and where all of these are defined: elsewhere the call is undefined,
    /// whether its body reads them or not.
    pub fn call<T>(
        &mut self,
        number: usize,
        arguments: &[Expr],
        lane: Option<&Lane>,
        evaluate: impl FnOnce(&mut Self, &'a Expr) -> Res<T>,
    ) -> Res<(T, Vec<Word>)> {
        let (mut frame, mut given) = (Vec::with_capacity(arguments.len()), self.full(lane));
        for argument in arguments {
            let (val, ok) = self.named(argument, lane)?;
            given = self.all_and(&given, &ok);
            frame.push(Some(val));
        }
        Ok((self.within(number, frame, evaluate)?, given))
    }

    /// Evaluates a definition in a frame that begins with its arguments.
    fn within<T>(
        &mut self,
        number: usize,
        mut frame: Vec<Option<Val>>,
        evaluate: impl FnOnce(&mut Self, &'a Expr) -> Res<T>,
    ) -> Res<T> {
        let game = self.game;
        let def = &game.rules.defs[number];
        if def.recursive {
            return Err(format!("`{}` calls itself", def.name));
        }
        frame.resize(def.code.locals.max(frame.len()), None);
        let outer = std::mem::replace(&mut self.env, frame);
        let result = evaluate(self, &def.code.expr);
        self.env = outer;
        result
    }

    /// What a name stands for that is bound to an expression, and where that is defined.
    fn named(&mut self, expr: &Expr, lane: Option<&Lane>) -> Res<(Val, Vec<Word>)> {
        if let Some(table) = self.tabulate(expr, false)? {
            let defined = self.defined(&table, lane)?;
            return Ok((Val::Table(table), defined));
        }
        if lane.is_some_and(|lane| self.mentions(expr, lane.var)) {
            return Err("not all at once".to_string());
        }
        let (val, ok) = self.value(expr)?;
        let full = self.full(lane);
        let spread = self.w.spread(ok);
        Ok((val, full.iter().map(|&full| self.w.and(full, spread)).collect()))
    }

    pub fn bind(&mut self, slot: usize, val: Val) {
        if slot >= self.env.len() {
            self.env.resize(slot + 1, None);
        }
        self.env[slot] = Some(val);
    }

    /// Everything a set may hold.
    pub fn hull(&mut self, expr: &Expr) -> Res<Hull> {
        if let Some(table) = self.tabulate(expr, true)? {
            return hull(table.cells.iter().flatten().flat_map(|set| set.elements().unwrap_or(&[])).cloned().collect());
        }
        match &expr.kind {
            Kind::Field(field) => match &self.fields[*field] {
                Field::Set(set) => Ok(set.hull.clone()),
                _ => Err("a whole array is used as a value".to_string()),
            },
            Kind::Local(slot) => match &self.env[*slot] {
                Some(Val::Set(set)) => Ok(set.hull.clone()),
                _ => Err("a set is kept in a way that is not compiled".to_string()),
            },
            Kind::SetOp(op, a, b) => {
                let (left, right) = (self.hull(a)?, self.hull(b)?);
                match op {
                    SetOp::Union => hull(left.iter().chain(right.iter()).cloned().collect()),
                    SetOp::Minus => Ok(left),
                    SetOp::Meet => {
                        hull(left.iter().filter(|element| right.binary_search(element).is_ok()).cloned().collect())
                    }
                }
            }
            Kind::If(_, a, b) => {
                let (left, right) = (self.hull(a)?, self.hull(b)?);
                hull(left.iter().chain(right.iter()).cloned().collect())
            }
            Kind::Set(parts) => {
                let mut elements = Vec::new();
                for part in parts {
                    elements.extend(self.image(part)?);
                }
                hull(elements)
            }
            Kind::Range(low, high) => {
                let ((low, _), (high, _)) = (self.made(low)?, self.made(high)?);
                let ((low, _), (high, _)) = (self.as_number(&low)?, self.as_number(&high)?);
                if high.high - low.low > 4096 {
                    return Err("a range of it may be very long".to_string());
                }
                hull((low.low..=high.high).map(Value::Int).collect())
            }
            Kind::Build(binders, _, body) => {
                self.ghosts(binders)?;
                hull(self.image(body)?)
            }
            Kind::Call(number, arguments) => {
                let frame: Res<Vec<_>> = arguments.iter().map(|argument| Ok(Some(self.made(argument)?.0))).collect();
                self.within(*number, frame?, |m, body| m.hull(body))
            }
            Kind::Builtin(Builtin::Ray, parts) => self.hull(&parts[2]),
            Kind::Builtin(Builtin::Reach, parts) => {
                let (start, pairs) = (self.hull(&parts[0])?, self.hull(&parts[1])?);
                let ends = pairs.iter().flat_map(|pair| [pair.entry(0), pair.entry(1)]).flatten();
                hull(start.iter().cloned().chain(ends).collect())
            }
            _ => Err("a set is made in a way that is not compiled".to_string()),
        }
    }

    /// Binds names to all they may be, for as long as code is made.
    fn ghosts(&mut self, binders: &[Binder]) -> Res<()> {
        for binder in binders {
            let val = match &binder.source {
                Source::In(set) => {
                    let hull = self.hull(set)?;
                    let var = self.var(hull.len(), None);
                    Table::of(var, hull.to_vec())
                }
                Source::Is(value) => {
                    self.tabulate(value, true)?.ok_or("a name stands for something that is not compiled")?
                }
            };
            self.bind(binder.local, Val::Table(val));
        }
        Ok(())
    }

    /// Everything an expression may be.
    fn image(&mut self, expr: &Expr) -> Res<Vec<Value>> {
        match self.tabulate(expr, true)? {
            Some(table) => Ok(table.image().into_iter().collect()),
            None => {
                let made = self.made(expr)?.0;
                Ok(few(made).ok_or("an element is not known beforehand")?.image().into_iter().collect())
            }
        }
    }

    /// A set as bits of the hull, elements outside it dropped, and whether it is defined.
    pub fn set(&mut self, expr: &Expr, hull: &Hull) -> Res<(Vec<Word>, Word)> {
        self.step(1)?;
        let words = hull.len().div_ceil(64).max(1);
        if let Some(table) = self.tabulate(expr, true)? {
            let number = numbering(hull);
            let masks: Vec<Vec<u64>> = table
                .cells
                .iter()
                .map(|cell| {
                    let elements = cell.as_ref().and_then(Value::elements).unwrap_or(&[]);
                    words_of(words * 64, elements.iter().filter_map(&number))
                })
                .collect();
            let bits = self.look_up_mask(&masks, &table.vars)?;
            return Ok((bits, self.defined(&table, None)?[0]));
        }
        match &expr.kind {
            Kind::Field(field) => match self.fields[*field].clone() {
                Field::Set(set) => Ok((self.among(&set, hull), ONE)),
                _ => Err("a whole array is used as a value".to_string()),
            },
            Kind::Local(slot) => match self.env[*slot].clone() {
                Some(Val::Set(set)) => Ok((self.among(&set, hull), ONE)),
                _ => Err("a set is kept in a way that is not compiled".to_string()),
            },
            Kind::SetOp(op, a, b) => {
                let ((a, a_ok), (b, b_ok)) = (self.set(a, hull)?, self.set(b, hull)?);
                let bits = match op {
                    SetOp::Union => self.all_or(&a, &b),
                    SetOp::Minus => self.all_without(&a, &b),
                    SetOp::Meet => self.all_and(&a, &b),
                };
                Ok((bits, self.w.and(a_ok, b_ok)))
            }
            Kind::If(condition, a, b) => {
                let condition = self.cond(condition, None)?;
                let ((a, a_ok), (b, b_ok)) = (self.set(a, hull)?, self.set(b, hull)?);
                let bits = a.iter().zip(&b).map(|(&a, &b)| self.w.select(condition.holds[0], a, b)).collect();
                let ok = self.w.select(condition.holds[0], a_ok, b_ok);
                Ok((bits, self.w.and(ok, condition.defined[0])))
            }
            Kind::Set(parts) => {
                let (mut bits, mut ok) = (vec![ZERO; words], ONE);
                for part in parts {
                    let (one, defined) = self.element(part, hull)?;
                    bits = self.all_or(&bits, &one);
                    ok = self.w.and(ok, defined);
                }
                Ok((bits, ok))
            }
            Kind::Range(low, high) => self.range(low, high, hull),
            Kind::Build(binders, filter, body) => Ok((self.built(binders, filter.as_deref(), body, hull)?, ONE)),
            Kind::Call(number, arguments) => {
                let ((bits, ok), given) = self.call(*number, arguments, None, |m, body| m.set(body, hull))?;
                Ok((bits, self.w.and(ok, given[0])))
            }
            Kind::Builtin(Builtin::Reach, parts) => self.reach(&parts[0], &parts[1], hull),
            Kind::Builtin(Builtin::Ray, parts) => self.ray(&parts[0], &parts[1], &parts[2], hull),
            _ => Err("a set is made in a way that is not compiled".to_string()),
        }
    }

    /// The cells that one step after the other reaches: the first if it is in the set, the second if both are, and so on.
    fn ray(&mut self, cell: &Expr, step: &Expr, cells: &Expr, hull: &Hull) -> Res<(Vec<Word>, Word)> {
        let cells_hull = self.hull(cells)?;
        let (within, ok) = self.set(cells, &cells_hull)?;
        let not_known = "a ray begins or leads in a way that is not compiled";
        let (from, by) = (self.tabulate(cell, true)?.ok_or(not_known)?, self.tabulate(step, true)?.ok_or(not_known)?);
        let along = |by: &Value, from: &Value| {
            let (from, by) = (from.numbers()?, by.numbers()?);
            let sums = from.iter().zip(&by).map(|(a, b)| a.checked_add(*b).map(Value::Int));
            Some(Value::tuple(sums.collect::<Option<Vec<_>>>()?))
        };
        let defined = {
            let both = Table::combine(&from, &by, |_, _| Some(Value::Bool(true)));
            self.defined(&both, None)?[0]
        };
        let ok = self.w.and(ok, defined);
        // Where a step is nothing the ray is empty.
        let by = by.map(|step| step.numbers()?.iter().any(|&number| number != 0).then(|| step.clone()));
        let (mut at, mut alive) = (Table::combine(&from, &by, |from, by| along(by, from)), ONE);
        let mut found = vec![ZERO; hull.len().div_ceil(64).max(1)];
        loop {
            let ranks = at.ranks(&cells_hull);
            if ranks.iter().all(Option::is_none) {
                return Ok((found, ok));
            }
            self.step(ranks.len())?;
            let here = self.bit_mask(&at, &ranks, within.len())?;
            let there = self.all_and(&within, &here);
            let any = self.any(&there);
            alive = self.w.and(alive, any);
            let shown = self.bit_mask(&at, &at.ranks(hull), found.len())?;
            let all = self.w.spread(alive);
            for (word, shown) in found.iter_mut().zip(shown) {
                let shown = self.w.and(shown, all);
                *word = self.w.or(*word, shown);
            }
            at = Table::combine(&at, &by, |at, by| along(by, at));
        }
    }

    /// One element as a bit, and whether it is defined.
    fn element(&mut self, expr: &Expr, hull: &Hull) -> Res<(Vec<Word>, Word)> {
        let (table, ok) = match self.tabulate(expr, true)? {
            Some(table) => (table, ONE),
            None => {
                let (made, ok) = self.made(expr)?;
                (few(made).ok_or("an element is not known beforehand")?, ok)
            }
        };
        let ranks = table.ranks(hull);
        let bits = self.bit_mask(&table, &ranks, hull.len().div_ceil(64).max(1))?;
        let defined = self.defined(&table, None)?[0];
        Ok((bits, self.w.and(defined, ok)))
    }

    /// The bits of a set among those of another hull.
    pub fn among(&mut self, set: &Set, hull: &Hull) -> Vec<Word> {
        if set.hull == *hull {
            return set.words.clone();
        }
        let var = self.var(hull.len(), None);
        let lane = Lane::plain(var.id, hull.len());
        let table = Table::of(var, hull.to_vec());
        let ranks = table.ranks(&set.hull);
        if let Ok(words) = self.bit_at(&set.words, &table, &ranks, Some(&lane)) {
            return words;
        }
        let mut words = vec![ZERO; lane.words];
        for (i, rank) in ranks.iter().enumerate() {
            let Some(rank) = *rank else { continue };
            let bit = self.w.shr(set.words[rank as usize / 64], rank % 64);
            let bit = self.w.and(bit, ONE);
            let bit = self.w.shl(bit, i as u32 % 64);
            words[i / 64] = self.w.or(words[i / 64], bit);
        }
        words
    }

    fn range(&mut self, low: &Expr, high: &Expr, hull: &Hull) -> Res<(Vec<Word>, Word)> {
        let ((low, a), (high, b)) = (self.value(low)?, self.value(high)?);
        let ((low, c), (high, d)) = (self.as_number(&low)?, self.as_number(&high)?);
        let ok = [a, b, c, d].into_iter().fold(ONE, |all, one| self.w.and(all, one));
        let mut words = vec![ZERO; hull.len().div_ceil(64).max(1)];
        for (i, element) in hull.iter().enumerate() {
            let Value::Int(number) = element else { continue };
            let above = match low.high <= *number {
                true => ONE,
                false => self.w.compare(IntCC::SignedLessThanOrEqual, low.word, Word::of(*number)),
            };
            let below = match *number <= high.low {
                true => ONE,
                false => self.w.compare(IntCC::SignedLessThanOrEqual, Word::of(*number), high.word),
            };
            let inside = self.w.and(above, below);
            let bit = self.w.shl(inside, i as u32 % 64);
            words[i / 64] = self.w.or(words[i / 64], bit);
        }
        Ok((words, ok))
    }

    fn built(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr, hull: &Hull) -> Res<Vec<Word>> {
        let words = hull.len().div_ceil(64).max(1);
        let pick = self.widest(binders)?;
        if pick.is_some() {
            let mut bits = vec![ZERO; words];
            let at_once = self.instances(binders, filter, None, pick, &mut |m, condition, lane| {
                let lane = lane.ok_or("not all at once")?;
                let found = m.scattered(&condition, body, hull, lane)?;
                bits = m.all_or(&bits, &found);
                Ok(())
            });
            if at_once.is_ok() {
                return Ok(bits);
            }
        }
        if let Some(bits) = self.built_in_loop(binders, filter, body, hull)? {
            return Ok(bits);
        }
        let levels = hoisted(filter, binders);
        let mut bits = vec![ZERO; words];
        self.built_from(binders, &levels, 0, body, hull, ONE, &mut bits)?;
        Ok(bits)
    }

    /// The elements that a lane's members make, where the condition holds.
    fn scattered(&mut self, condition: &[Word], body: &Expr, hull: &Hull, lane: &Lane) -> Res<Vec<Word>> {
        let table = self.tabulate(body, false)?.ok_or("not all at once")?;
        if !table.uses(lane.var) || table.vars.len() > 1 {
            return Err("not all at once".to_string());
        }
        let ranks = table.ranks(hull);
        let words = hull.len().div_ceil(64).max(1);
        let delta = |i: usize| ranks[i].map(|rank| i64::from(rank) - i64::from(lane.place[i]));
        let mut shifts: Vec<i64> = (0..ranks.len()).filter_map(delta).collect();
        shifts.sort_unstable();
        shifts.dedup();
        if shifts.len() > 8 {
            return Err("not all at once".to_string());
        }
        let mut bits = vec![ZERO; words];
        for shift in shifts {
            let mask: Vec<Word> = lane.mask(|i| delta(i) == Some(shift)).into_iter().map(Word::Known).collect();
            let kept = self.all_and(condition, &mask);
            let moved = self.w.shifted(&kept, -shift, words);
            bits = self.all_or(&bits, &moved);
        }
        Ok(bits)
    }

    /// Adds the elements made by the binders of `level` on, where the condition holds.
    #[allow(clippy::too_many_arguments)]
    fn built_from(
        &mut self,
        binders: &[Binder],
        levels: &[Vec<Expr>],
        level: usize,
        body: &Expr,
        hull: &Hull,
        mut condition: Word,
        bits: &mut Vec<Word>,
    ) -> Res<()> {
        self.step(1)?;
        if level < binders.len() {
            let rest = rest_of(binders, levels, level, body);
            if let Some(table) = self.tabulate(&rest, true)? {
                let number = numbering(hull);
                let masks: Vec<Vec<u64>> = table
                    .cells
                    .iter()
                    .map(|cell| {
                        let elements = cell.as_ref().and_then(Value::elements).unwrap_or(&[]);
                        words_of(bits.len() * 64, elements.iter().filter_map(&number))
                    })
                    .collect();
                let all = self.look_up_mask(&masks, &table.vars)?;
                self.add_where(condition, &all, bits);
                return Ok(());
            }
        }
        for conjunct in &levels[level] {
            let holds = self.holds(conjunct)?;
            condition = self.w.and(condition, holds);
        }
        if condition == ZERO {
            return Ok(());
        }
        let Some(binder) = binders.get(level) else {
            let (one, defined) = self.element(body, hull)?;
            let condition = self.w.and(condition, defined);
            self.add_where(condition, &one, bits);
            return Ok(());
        };
        for (val, member) in self.members(&binder.source, None)? {
            self.bind(binder.local, val);
            let condition = self.w.and(condition, member[0]);
            if condition != ZERO {
                self.built_from(binders, levels, level + 1, body, hull, condition, bits)?;
            }
        }
        Ok(())
    }

    fn add_where(&mut self, condition: Word, all: &[Word], bits: &mut [Word]) {
        let spread = self.w.spread(condition);
        for (bits, &word) in bits.iter_mut().zip(all) {
            let kept = self.w.and(spread, word);
            *bits = self.w.or(*bits, kept);
        }
    }

    /// What a binder may be, each with where it is that.
    pub fn members(&mut self, source: &Source, lane: Option<&Lane>) -> Res<Vec<(Val, Vec<Word>)>> {
        let set = match source {
            Source::Is(value) => return Ok(vec![self.named(value, lane)?]),
            Source::In(set) => set,
        };
        let known = |value: &Value| Val::Table(Table::known(value.clone()));
        let full = self.full(lane);
        if let Some(table) = self.tabulate(set, true)? {
            if let Some(only) = table.only() {
                let elements = only.as_ref().and_then(Value::elements).unwrap_or(&[]);
                return Ok(elements.iter().map(|element| (known(element), full.clone())).collect());
            }
            if table.cells.iter().flatten().any(|cell| matches!(cell, Value::List(_))) {
                return Err("one of several lists is walked".to_string());
            }
            let mut all = Vec::new();
            for element in self.hull(set)?.iter() {
                let member =
                    table.map(|set| Some(Value::Bool(set.elements().is_some_and(|list| list.contains(element)))));
                all.push((known(element), self.truth_of(&member, lane)?.holds));
            }
            return Ok(all);
        }
        if lane.is_some_and(|lane| self.mentions(set, lane.var)) {
            return Err("not all at once".to_string());
        }
        let hull = self.hull(set)?;
        let (words, ok) = self.set(set, &hull)?;
        let mut all = Vec::new();
        for (i, element) in hull.iter().enumerate() {
            let bit = self.w.shr(words[i / 64], i as u32 % 64);
            let bit = self.w.and(bit, ok);
            let bit = self.w.and(bit, ONE);
            let spread = self.w.spread(bit);
            all.push((known(element), full.iter().map(|&full| self.w.and(full, spread)).collect()));
        }
        Ok(all)
    }

    /// The binder worth looking at for all its elements at once, if any: sets of places, not of lines.
    pub fn widest(&mut self, binders: &[Binder]) -> Res<Option<usize>> {
        let mut best = None;
        let mut most = 4;
        for (number, binder) in binders.iter().enumerate() {
            let Source::In(set) = &binder.source else { continue };
            if binders[..number].iter().any(|earlier| reads(set, earlier.local)) {
                continue;
            }
            if matches!(set.ty, Type::List(_)) || matches!(set.ty.element(), Some(Type::Set(_))) {
                continue;
            }
            let Ok(hull) = self.hull(set) else { continue };
            if hull.len() > most {
                (best, most) = (Some(number), hull.len());
            }
        }
        Ok(best)
    }

    /// Visits every instance of the binders with where it counts; binder `pick` for all its elements at once.
    pub fn instances(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        lane: Option<&Lane>,
        pick: Option<usize>,
        visit: &mut Visit<'_, 'a, 'f>,
    ) -> Res<()> {
        let levels = hoisted(filter, binders);
        let full = self.full(lane);
        self.instances_from(binders, &levels, 0, lane, pick, full, visit)
    }

    #[allow(clippy::too_many_arguments)]
    fn instances_from(
        &mut self,
        binders: &[Binder],
        levels: &[Vec<Expr>],
        level: usize,
        lane: Option<&Lane>,
        pick: Option<usize>,
        mut condition: Vec<Word>,
        visit: &mut Visit<'_, 'a, 'f>,
    ) -> Res<()> {
        self.step(1)?;
        for conjunct in &levels[level] {
            let cond = self.cond(conjunct, lane)?;
            condition = self.all_and(&condition, &cond.holds);
        }
        if condition.iter().all(|word| *word == ZERO) {
            return Ok(());
        }
        let Some(binder) = binders.get(level) else { return visit(self, condition, lane) };
        if pick == Some(level)
            && let Source::In(set) = &binder.source
        {
            let hull = self.hull(set)?;
            let (words, ok) = self.set(set, &hull)?;
            let var = self.var(hull.len(), None);
            let lane = Lane::plain(var.id, hull.len());
            self.bind(binder.local, Val::Table(Table::of(var, hull.to_vec())));
            let here = self.w.and(condition[0], ok);
            let spread = self.w.spread(here);
            let words = words.iter().map(|&word| self.w.and(word, spread)).collect();
            return self.instances_from(binders, levels, level + 1, Some(&lane), None, words, visit);
        }
        for (val, member) in self.members(&binder.source, lane)? {
            self.bind(binder.local, val);
            let condition = self.all_and(&condition, &member);
            if condition.iter().any(|word| *word != ZERO) {
                self.instances_from(binders, levels, level + 1, lane, pick, condition, visit)?;
            }
        }
        Ok(())
    }
}
