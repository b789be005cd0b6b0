//! The moves of a position: loops over binders in the order of the language, guards as early as their names are
//! bound. A loop over the elements of a set runs over the bits of a word from which a guard that can be tried for all
//! elements at once has already taken those it refuses.

use crate::body::Effect;
use crate::cond::Lane;
use crate::maker::{Fact, Field, Maker, Res};
use crate::set::{hoisted, reads};
use crate::sink::Sink;
use crate::table::{Hull, Table, Val};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use grundy_rule::syntax::{FoldOp, Mover};
use grundy_rule::{Binder, Comparison, Expr, Kind, Move, Source};
use grundy_run::{MOST_STEPS, Side, Value};

/// Sets of at most this many known elements are written out.
const WRITTEN_OUT: usize = 8;
/// At most so many copies of what follows.
const MOST_COPIES: usize = 48;
/// At most so many cases of a guard are tried for all elements at once.
const MOST_CASES: usize = 16;

/// One move clause, names that stand for one value as early as they can be.
struct Plan<'p> {
    of: &'p Move,
    binders: Vec<Binder>,
    levels: Vec<Vec<Expr>>,
}

/// Which parts of the guard have been tried before their turn.
type Tried = Vec<(usize, usize)>;

impl Maker<'_, '_> {
    /// All moves of the mover from the position whose packed words are given.
    pub fn moves(&mut self, packed: &[Word], sink: &Sink) -> Res<()> {
        let game = self.game;
        for of in &game.rules.moves {
            let allowed = match of.mover {
                Mover::Either => true,
                Mover::Left => self.mover == Side::Left,
                Mover::Right => self.mover == Side::Right,
            };
            if !allowed {
                continue;
            }
            self.env = vec![None; of.locals];
            let binders = early(&of.binders);
            let levels = hoisted(of.guard.as_ref(), &binders);
            let plan = Plan { of, binders, levels };
            let guard = plan.levels.last().expect("one more than binders");
            let one_each = self.filled_from_an_end(&plan.binders, guard, WRITTEN_OUT)?;
            self.env = vec![None; of.locals];
            let Some(one_each) = one_each else {
                self.level(&plan, 0, &Vec::new(), packed, sink)?;
                continue;
            };
            let with = |at_most_one: bool| {
                let plan = &plan;
                move |m: &mut Self| {
                    m.at_most_one = at_most_one;
                    m.level(plan, 0, &Vec::new(), packed, sink)
                }
            };
            self.fork(one_each, with(true), with(false))?;
            self.at_most_one = false;
        }
        Ok(())
    }

    fn level(&mut self, plan: &Plan, level: usize, tried: &Tried, packed: &[Word], sink: &Sink) -> Res<()> {
        self.guards(plan, level, 0, tried, packed, sink)
    }

    /// The parts of the guard from `from` on, each before the next, then the binder.
    fn guards(
        &mut self,
        plan: &Plan,
        level: usize,
        from: usize,
        tried: &Tried,
        packed: &[Word],
        sink: &Sink,
    ) -> Res<()> {
        self.step(1)?;
        match plan.levels[level].get(from) {
            None => self.binder(plan, level, tried, packed, sink),
            Some(conjunct) if tried.contains(&(level, from)) => {
                let known = self.note(conjunct)?;
                self.guards(plan, level, from + 1, tried, packed, sink)?;
                self.facts.truncate(known);
                Ok(())
            }
            Some(conjunct) => {
                self.wanted = None;
                let holds = self.holds(conjunct)?;
                if let (Word::Made(value), Some(wanted), Some((id, end, inside))) =
                    (holds, self.wanted.take(), self.innermost)
                    && wanted.is_all_of(conjunct)
                    && inside == level
                    && wanted.grows_with(id)
                {
                    let on = self.w.b.create_block();
                    self.w.b.ins().brif(value, on, &[], end, &[]);
                    self.w.b.switch_to_block(on);
                    return self.guards(plan, level, from + 1, tried, packed, sink);
                }
                self.when(holds, |m| {
                    let known = m.note(conjunct)?;
                    m.guards(plan, level, from + 1, tried, packed, sink)?;
                    m.facts.truncate(known);
                    Ok(())
                })
            }
        }
    }

    fn binder(&mut self, plan: &Plan, level: usize, tried: &Tried, packed: &[Word], sink: &Sink) -> Res<()> {
        let Some(binder) = plan.binders.get(level) else { return self.play(plan, packed, sink) };
        match &binder.source {
            Source::Is(value) => {
                let (val, mut ok) = self.made(value)?;
                let mut tried = tried.clone();
                let val = match val {
                    Val::Table(table) => {
                        let table = self.narrowed(table, plan, level, binder.local, &mut tried)?;
                        let defined = self.defined(&table, None)?[0];
                        ok = self.w.and(ok, defined);
                        // Many names make a large function: number what it can be instead.
                        let many = table.vars.len() > 1 && table.cells.len() > 256;
                        Val::Table(if many { self.alone(&table)?.0 } else { table })
                    }
                    val => val,
                };
                self.when(ok, |m| {
                    m.bind(binder.local, val);
                    m.level(plan, level + 1, &tried, packed, sink)
                })
            }
            Source::In(set) => {
                let known = self.tabulate(set, false)?.and_then(|table| table.only().cloned());
                if let Some(known) = &known {
                    let elements = known.as_ref().and_then(Value::elements).unwrap_or(&[]);
                    if self.embedded(plan, level, tried, packed, sink, binder, elements)? {
                        return Ok(());
                    }
                    let copies = self.copies(plan, level)?;
                    if elements.len() <= WRITTEN_OUT && (copies <= MOST_COPIES || elements.len() <= 1) {
                        for element in elements {
                            self.bind(binder.local, Val::Table(Table::known(element.clone())));
                            self.level(plan, level + 1, tried, packed, sink)?;
                        }
                        return Ok(());
                    }
                    if matches!(known, Some(Value::List(_))) {
                        return Err("a long list is walked".to_string());
                    }
                }
                if let Some(Some(Value::Set(elements))) = &known
                    && (elements.len() <= WRITTEN_OUT || level > 0 && matches!(elements[0], Value::Int(_)))
                    && elements.len() <= 512
                {
                    return self.known_loop(plan, level, tried, packed, sink, binder, elements);
                }
                if matches!(set.kind, Kind::Range(..)) && known.is_none() {
                    return self.range_loop(plan, level, tried, packed, sink, binder, set);
                }
                let hull = match &known {
                    Some(known) if known.as_ref().and_then(Value::elements).is_some_and(|list| list.len() > 512) => {
                        return self.long_loop(plan, level, tried, packed, sink, binder, known.as_ref().expect("some"));
                    }
                    _ => self.hull(set)?,
                };
                let (words, ok) = self.set(set, &hull)?;
                self.when(ok, |m| m.bit_loop(plan, level, tried, packed, sink, binder, &hull, words))
            }
        }
    }

    /// The function without the values that a guard of it alone refuses.
    fn narrowed(&mut self, table: Table, plan: &Plan, level: usize, slot: usize, tried: &mut Tried) -> Res<Table> {
        let mut table = table;
        let before = std::mem::take(&mut self.env);
        for (number, conjunct) in plan.levels[level + 1].iter().enumerate() {
            let image: Vec<Value> = table.image().into_iter().collect();
            let ghost = self.var(image.len(), None);
            self.env = vec![None; before.len().max(slot + 1)];
            self.env[slot] = Some(Val::Table(Table::of(ghost, image.clone())));
            let Ok(Some(holds)) = self.tabulate(conjunct, false) else { continue };
            if holds.vars.len() != 1 || tried.contains(&(level + 1, number)) {
                continue;
            }
            let kept =
                |value: &Value| image.binary_search(value).is_ok_and(|i| holds.cells[i] == Some(Value::Bool(true)));
            table = table.map(|value| kept(value).then(|| value.clone()));
            tried.push((level + 1, number));
        }
        self.env = before;
        Ok(table)
    }

    /// The cases of the small binders after this one, each with what its guard leaves of the lane.
    fn cases(&mut self, plan: &Plan, level: usize, lane: &Lane, base: &[Word]) -> Res<Option<Cases>> {
        let mut last = level + 1;
        let mut count = 1;
        while let Some(binder) = plan.binders.get(last) {
            match &binder.source {
                Source::Is(_) => last += 1,
                Source::In(set) => {
                    let Some(table) = self.tabulate(set, false)? else { break };
                    let Some(Some(known)) = table.only() else { break };
                    let len = known.elements().map_or(0, <[Value]>::len);
                    if len > WRITTEN_OUT || count * len > MOST_CASES {
                        break;
                    }
                    count *= len.max(1);
                    last += 1;
                }
            }
        }
        // No further than the last guard that can be tried.
        let Some(last) = (level + 1..=last).rev().find(|&level| !plan.levels[level].is_empty()) else {
            return Ok(None);
        };
        let mut cases = Cases { last, rows: Vec::new() };
        self.case(plan, level + 1, lane, base.to_vec(), &mut Vec::new(), &mut Vec::new(), &mut cases)?;
        Ok(Some(cases))
    }

    #[allow(clippy::too_many_arguments)]
    fn case(
        &mut self,
        plan: &Plan,
        level: usize,
        lane: &Lane,
        mut mask: Vec<Word>,
        values: &mut Vec<(usize, Value)>,
        tried: &mut Tried,
        cases: &mut Cases,
    ) -> Res<()> {
        let before = tried.len();
        for (number, conjunct) in plan.levels[level].iter().enumerate() {
            if let Ok(cond) = self.cond(conjunct, Some(lane)) {
                mask = self.all_and(&mask, &cond.holds);
                tried.push((level, number));
            }
        }
        if mask.iter().any(|word| *word != ZERO) {
            match plan.binders.get(level).filter(|_| level < cases.last) {
                None => cases.rows.push(Case { values: values.clone(), mask, tried: tried.clone() }),
                Some(Binder { local, source: Source::Is(value), .. }) => {
                    match self.tabulate(value, true)? {
                        Some(table) => {
                            if let Ok(defined) = self.defined(&table, Some(lane)) {
                                mask = self.all_and(&mask, &defined);
                            }
                            self.bind(*local, Val::Table(table));
                        }
                        None => self.env[*local] = None,
                    }
                    self.case(plan, level + 1, lane, mask, values, tried, cases)?;
                }
                Some(Binder { local, source: Source::In(set), .. }) => {
                    let table = self.tabulate(set, false)?;
                    let known = table.as_ref().and_then(Table::only).cloned().flatten();
                    let elements = known.as_ref().and_then(Value::elements).unwrap_or(&[]).to_vec();
                    for element in elements {
                        self.bind(*local, Val::Table(Table::known(element.clone())));
                        values.push((*local, element));
                        self.case(plan, level + 1, lane, mask.clone(), values, tried, cases)?;
                        values.pop();
                    }
                }
            }
        }
        tried.truncate(before);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn bit_loop(
        &mut self,
        plan: &Plan,
        level: usize,
        tried: &Tried,
        packed: &[Word],
        sink: &Sink,
        binder: &Binder,
        hull: &Hull,
        words: Vec<Word>,
    ) -> Res<()> {
        let lane_var = self.var(hull.len(), None);
        let lane = Lane::plain(lane_var.id, hull.len());
        self.bind(binder.local, Val::Table(Table::of(lane_var, hull.to_vec())));
        let mut cases = self.cases(plan, level, &lane, &words)?;
        if let Some(found) = &cases
            && found.rows.len() > 1
            && found.rows.iter().all(|row| row.tried.is_empty())
        {
            cases = None;
        }
        let cases = cases.unwrap_or_else(|| Cases {
            last: level + 1,
            rows: vec![Case { values: Vec::new(), mask: words.clone(), tried: Vec::new() }],
        });
        let mut total = vec![ZERO; lane.words];
        for row in &cases.rows {
            total = self.all_or(&total, &row.mask);
        }
        if total.iter().all(|word| *word == ZERO) {
            return Ok(());
        }
        self.each_bit(&total, |m, index, alone| {
            let mut var = m.var(hull.len(), Some(index));
            var.bit = alone;
            let outer = m.loop_var.replace(var.clone());
            let element = Table::of(var, hull.to_vec());
            for row in &cases.rows {
                m.bind(binder.local, Val::Table(element.clone()));
                let here = if row.mask == total { ONE } else { m.bit(&row.mask, index) };
                for (slot, value) in &row.values {
                    m.bind(*slot, Val::Table(Table::known(value.clone())));
                }
                let mut done = tried.clone();
                done.extend(&row.tried);
                m.when(here, |m| m.names(plan, level + 1, cases.last, &done, packed, sink))?;
            }
            m.loop_var = outer;
            Ok(())
        })
    }

    /// Binds the names of a case that stand for one value, tries what is left of its guard, and goes on after it.
    fn names(
        &mut self,
        plan: &Plan,
        level: usize,
        last: usize,
        tried: &Tried,
        packed: &[Word],
        sink: &Sink,
    ) -> Res<()> {
        if level == last {
            return self.level(plan, level, tried, packed, sink);
        }
        let mut holds = ONE;
        for (number, conjunct) in plan.levels[level].iter().enumerate() {
            if !tried.contains(&(level, number)) {
                let here = self.holds(conjunct)?;
                holds = self.w.and(holds, here);
            }
        }
        self.when(holds, |m| {
            let binder = &plan.binders[level];
            let known = m.facts.len();
            for conjunct in &plan.levels[level] {
                m.note(conjunct)?;
            }
            match &binder.source {
                Source::In(_) => m.names(plan, level + 1, last, tried, packed, sink)?,
                Source::Is(value) => {
                    let (val, ok) = m.value(value)?;
                    m.when(ok, |m| {
                        m.bind(binder.local, val);
                        m.names(plan, level + 1, last, tried, packed, sink)
                    })?
                }
            }
            m.facts.truncate(known);
            Ok(())
        })
    }

    /// Remembers what a guard says of a cell, `board[c] == v`; how much was known before.
    fn note(&mut self, conjunct: &Expr) -> Res<usize> {
        let known = self.facts.len();
        let Kind::Compare(Comparison::Eq, read, value) = &conjunct.kind else { return Ok(known) };
        let Kind::Index(base, index) = &read.kind else { return Ok(known) };
        let Kind::Field(field) = base.kind else { return Ok(known) };
        let Field::Planes { hull, values, planes } = self.fields[field].clone() else { return Ok(known) };
        let (Some(value), Some(index)) = (self.tabulate(value, false)?, self.tabulate(index, false)?) else {
            return Ok(known);
        };
        let (Some(Some(value)), [var]) = (value.only(), &index.vars[..]) else { return Ok(known) };
        if let Some(rank) = values.iter().position(|other| other == value) {
            self.facts.push(Fact { var: var.id, field, cells: index.ranks(&hull), planes, rank });
        }
        Ok(known)
    }

    /// Numbers that only choose a cell of a board, `board[r, c]` with `c` known: the guard is tried for all of them at
    /// once on the bits of the board. False if they are not such.
    #[allow(clippy::too_many_arguments)]
    fn embedded(
        &mut self,
        plan: &Plan,
        level: usize,
        tried: &Tried,
        packed: &[Word],
        sink: &Sink,
        binder: &Binder,
        elements: &[Value],
    ) -> Res<bool> {
        if elements.len() < 3 || plan.levels[level + 1].is_empty() || !matches!(elements[0], Value::Int(_)) {
            return Ok(false);
        }
        let var = self.var(elements.len(), None);
        self.bind(binder.local, Val::Table(Table::of(var.clone(), elements.to_vec())));
        let mut reads_of: Vec<(usize, Expr)> = Vec::new();
        for conjunct in &plan.levels[level + 1] {
            conjunct.each(&mut |part| {
                if let Kind::Index(base, index) = &part.kind
                    && let Kind::Field(field) = base.kind
                    && reads(index, binder.local)
                {
                    reads_of.push((field, (**index).clone()));
                }
            });
        }
        for (field, index) in reads_of {
            let Field::Planes { hull, .. } = self.fields[field].clone() else { continue };
            let Some(cells) = self.tabulate(&index, false)? else { continue };
            let places: Option<Vec<u32>> = cells.ranks(&hull).into_iter().collect();
            let Some(place) = places else { continue };
            let rises = place.windows(2).all(|pair| pair[0] < pair[1]);
            if cells.vars.len() != 1 || cells.vars[0].id != var.id || !rises || place.len() != elements.len() {
                continue;
            }
            let lane = Lane { var: var.id, place: place.clone(), words: hull.len().div_ceil(64) };
            let mut mask = self.full(Some(&lane));
            let mut done = tried.clone();
            for (number, conjunct) in plan.levels[level + 1].iter().enumerate() {
                let Ok(cond) = self.cond(conjunct, Some(&lane)) else { return Ok(false) };
                mask = self.all_and(&mask, &cond.holds);
                done.push((level + 1, number));
            }
            let inner = |m: &mut Self, at: Word, alone: Option<Word>| {
                let mut values = vec![None; hull.len()];
                for (&place, element) in place.iter().zip(elements) {
                    values[place as usize] = Some(element.clone());
                }
                let mut here = m.var(hull.len(), Some(at));
                here.bit = alone;
                here.domain = Some(std::rc::Rc::new(values.iter().map(Option::is_some).collect()));
                let table = Table { vars: vec![here], cells: std::rc::Rc::new(values) };
                m.bind(binder.local, Val::Table(table));
                m.level(plan, level + 1, &done, packed, sink)
            };
            match &mask[..] {
                [mask] if self.at_most_one && level + 1 == plan.binders.len() => self.one_bit(*mask, inner)?,
                _ => self.each_bit(&mask, inner)?,
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// How many copies of its body a move would have if all known sets from a level on were written out.
    fn copies(&mut self, plan: &Plan, level: usize) -> Res<usize> {
        // A guard along a ray ends a loop early: better one loop than many tests.
        let ray = |expr: &Expr| {
            let Kind::Fold(FoldOp::All, inner, ..) = &expr.kind else { return false };
            inner
                .iter()
                .any(|binder| plan.binders[level..].iter().any(|outer| reads(binder.source.expr(), outer.local)))
        };
        if plan.levels[level..].iter().flatten().any(ray) {
            return Ok(usize::MAX);
        }
        let mut copies: usize = 1;
        for binder in &plan.binders[level..] {
            let Source::In(set) = &binder.source else { continue };
            if let Some(table) = self.tabulate(set, false)?
                && let Some(Some(known)) = table.only()
            {
                copies = copies.saturating_mul(known.elements().map_or(1, <[Value]>::len).max(1));
            }
        }
        Ok(copies)
    }

    /// A loop over known elements, one after the other.
    #[allow(clippy::too_many_arguments)]
    fn known_loop(
        &mut self,
        plan: &Plan,
        level: usize,
        tried: &Tried,
        packed: &[Word],
        sink: &Sink,
        binder: &Binder,
        elements: &[Value],
    ) -> Res<()> {
        let last = elements.len() as i64 - 1;
        self.counted(Word::of(0), Word::of(last), last + 1, |m, word, end| {
            let var = m.var(elements.len(), Some(word));
            let outer = m.innermost.replace((var.id, end, level + 1));
            m.bind(binder.local, Val::Table(Table::of(var, elements.to_vec())));
            m.level(plan, level + 1, tried, packed, sink)?;
            m.innermost = outer;
            Ok(())
        })
    }

    /// A loop over known elements too many for a word.
    #[allow(clippy::too_many_arguments)]
    fn long_loop(
        &mut self,
        plan: &Plan,
        level: usize,
        tried: &Tried,
        packed: &[Word],
        sink: &Sink,
        binder: &Binder,
        known: &Value,
    ) -> Res<()> {
        let elements = known.elements().unwrap_or(&[]).to_vec();
        let (Some(Value::Int(low)), Some(Value::Int(high))) = (elements.first(), elements.last()) else {
            return Err("a very long set is walked".to_string());
        };
        let (low, high) = (*low, *high);
        if high - low + 1 != elements.len() as i64 {
            return Err("a very long set is walked".to_string());
        }
        self.counted(Word::of(low), Word::of(high), high - low + 1, |m, word, _| {
            let val = m.number(word, low, high)?;
            m.bind(binder.local, val);
            m.level(plan, level + 1, tried, packed, sink)
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn range_loop(
        &mut self,
        plan: &Plan,
        level: usize,
        tried: &Tried,
        packed: &[Word],
        sink: &Sink,
        binder: &Binder,
        set: &Expr,
    ) -> Res<()> {
        let Kind::Range(low, high) = &set.kind else { unreachable!("a range was asked for") };
        let ((low, a), (high, b)) = (self.value(low)?, self.value(high)?);
        let ((low, c), (high, d)) = (self.as_number(&low)?, self.as_number(&high)?);
        let ok = [a, b, c, d].into_iter().fold(ONE, |all, one| self.w.and(all, one));
        if high.high - low.low >= MOST_STEPS as i64 {
            let length = self.w.sub(high.word, low.word);
            let long = self.w.compare(IntCC::SignedLessThan, Word::of(MOST_STEPS as i64 - 2), length);
            let bad = self.w.and(long, ok);
            self.fault_if(bad);
        }
        let most = high.high.saturating_sub(low.low).saturating_add(1);
        self.when(ok, |m| {
            m.counted(low.word, high.word, most, |m, word, _| {
                if low.low > high.high {
                    return Ok(());
                }
                let val = m.number(word, low.low, high.high)?;
                m.bind(binder.local, val);
                m.level(plan, level + 1, tried, packed, sink)
            })
        })
    }

    /// Runs the body on a copy of the fields and writes the option down.
    fn play(&mut self, plan: &Plan, packed: &[Word], sink: &Sink) -> Res<()> {
        let before: Vec<Field> = self.fields.clone();
        let mut effect = Effect::none();
        self.body(&plan.of.body, &mut effect)?;
        let parts = match effect.parts.take() {
            Some(parts) => parts,
            None => match self.turned(packed, &before) {
                Some(words) => vec![words],
                None => {
                    let masks = self.unchanged(&before);
                    let kept: Vec<(Word, u64)> = packed.iter().copied().zip(masks).collect();
                    vec![self.packed(&kept)?]
                }
            },
        };
        self.fields = before;
        self.emit(&parts, &effect, sink)
    }
}

/// The cases of a guard for all elements of a lane at once.
struct Cases {
    /// The level after the last binder that the cases bind.
    last: usize,
    rows: Vec<Case>,
}

struct Case {
    values: Vec<(usize, Value)>,
    mask: Vec<Word>,
    tried: Tried,
}

/// The binders with those that stand for one value moved to where all they read is bound.
fn early(binders: &[Binder]) -> Vec<Binder> {
    let mut order: Vec<Binder> = Vec::new();
    for binder in binders {
        match &binder.source {
            Source::In(_) => order.push(binder.clone()),
            Source::Is(value) => {
                let at = order.iter().rposition(|earlier| reads(value, earlier.local)).map_or(0, |last| last + 1);
                order.insert(at, binder.clone());
            }
        }
    }
    order
}
