//! `all(i in 1..k: board[c + i * d] == v)` where the cells depend on bound names alone: they are one constant mask per
//! assignment of the names, and the test is whether the cells that hold `v` cover it.

use crate::maker::{Field, Maker, Res};
use crate::table::{Hull, Table, Val, Var, words_of};
use crate::word::{ONE, Word, ZERO};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{Binder, Comparison, Expr, Kind, Source};
use grundy_run::Value;

/// The masks of the last test made, for each assignment of these variables.
pub struct Wanted {
    pub vars: Vec<Var>,
    pub masks: Vec<Vec<u64>>,
    /// The variables on which it depends what covers them.
    by: Vec<u32>,
    /// The body of the test that was made, by its place.
    of: *const Expr,
}

/// Cells that make a test true, and the cell it is made on.
struct Literal {
    index: Table,
    hull: Hull,
    good: Vec<Word>,
    /// The variables on which these depend.
    by: Vec<u32>,
}

/// Whether two tables say the same of the same variables.
fn same(a: &Table, b: &Table) -> bool {
    let ids = |table: &Table| table.vars.iter().map(|var| var.id).collect::<Vec<_>>();
    a.cells == b.cells && ids(a) == ids(b)
}

impl Wanted {
    /// Whether these are the masks of a condition as a whole, and not of a part of it.
    pub fn is_all_of(&self, condition: &Expr) -> bool {
        matches!(&condition.kind, Kind::Fold(FoldOp::All, _, _, body) if std::ptr::eq(&**body, self.of))
    }

    /// Whether what is wanted only grows with a variable: then a test that fails for one of its values fails for all
    /// greater ones, as the cells that are good are the same for all of them.
    pub fn grows_with(&self, id: u32) -> bool {
        if self.by.contains(&id) {
            return false;
        }
        let Some(at) = self.vars.iter().position(|var| var.id == id) else { return false };
        let stride: usize = self.vars[at + 1..].iter().map(|var| var.size).product();
        let size = self.vars[at].size;
        (0..self.masks.len()).filter(|i| i / stride % size + 1 < size).all(|i| {
            let (now, next) = (&self.masks[i], &self.masks[i + stride]);
            now.iter().zip(next).all(|(now, next)| now & !next == 0)
        })
    }
}

impl Maker<'_, '_> {
    /// Whether every instance holds, if it is such a test.
    pub fn all_cells(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Res<Option<Word>> {
        self.wanted = None;
        if filter.is_some() || binders.iter().any(|binder| matches!(binder.source, Source::Is(_))) {
            return Ok(None);
        }
        let mut members = Vec::new();
        let mut ghosts = Vec::new();
        for binder in binders {
            let Source::In(set) = &binder.source else { return Ok(None) };
            let Some(table) = self.tabulate(set, true)? else { return Ok(None) };
            let Ok(hull) = self.hull(set) else { return Ok(None) };
            if table.vars.iter().any(|var| var.word.is_none()) || hull.is_empty() {
                return Ok(None);
            }
            let var = self.var(hull.len(), None);
            ghosts.push(var.clone());
            members.push((table, hull.clone()));
            self.bind(binder.local, Val::Table(Table::of(var, hull.to_vec())));
        }
        let Some(literal) = self.literal(body)? else { return Ok(None) };
        let Literal { index, hull, good, by } = literal;
        if index.cells.iter().any(Option::is_none) {
            return Ok(None);
        }
        // A cell off the board is wanted where no cell is; where there is no such place, all of them are.
        let spare = hull.len() % 64 != 0;
        let is_ghost = |var: &Var| ghosts.iter().any(|ghost| ghost.id == var.id);
        let mut vars: Vec<Var> = Vec::new();
        for var in members.iter().flat_map(|(table, _)| &table.vars).chain(&index.vars) {
            if !is_ghost(var) && !vars.iter().any(|known| known.id == var.id) {
                vars.push(var.clone());
            }
        }
        let outer: usize = vars.iter().map(|var| var.size).product();
        let inner: usize = ghosts.iter().map(|var| var.size).product();
        if outer.saturating_mul(inner) > crate::maker::MOST_CELLS * 4 {
            return Ok(None);
        }
        self.step(outer * inner / 64)?;
        let mut all = vars.clone();
        all.extend(ghosts.iter().cloned());
        let index_at = index.over(&all);
        let ranks = index.ranks(&hull);
        let sets: Vec<(Vec<usize>, &Table, &Hull)> =
            members.iter().map(|(table, hull)| (table.over(&vars), table, hull)).collect();
        let (mut masks, mut valid) = (Vec::with_capacity(outer), Vec::with_capacity(outer));
        for row in 0..outer {
            // Which values each ghost takes here.
            let present: Vec<Vec<bool>> = sets
                .iter()
                .map(|(at, table, hull)| {
                    let set = table.cells[at[row]].as_ref().and_then(Value::elements).unwrap_or(&[]);
                    hull.iter().map(|element| set.contains(element)).collect()
                })
                .collect();
            let mut bits = Vec::new();
            for column in 0..inner {
                let mut rest = column;
                let counts = ghosts.iter().zip(&present).rev().all(|(ghost, present)| {
                    let value = rest % ghost.size;
                    rest /= ghost.size;
                    present[value]
                });
                if counts {
                    bits.push(ranks[index_at[row * inner + column]].map_or(hull.len(), |rank| rank as usize));
                }
            }
            let off = bits.contains(&hull.len());
            valid.push(u64::from(spare || !off));
            masks.push(match spare || !off {
                true => words_of(good.len() * 64, bits),
                false => vec![u64::MAX; good.len()],
            });
        }
        let wanted = self.look_up_mask(&masks, &vars)?;
        let missed = self.all_without(&wanted, &good);
        let missed = missed.iter().fold(ZERO, |all, &word| self.w.or(all, word));
        let valid = self.look_up(&valid, &vars)?;
        let covered = self.w.is_zero(missed);
        self.wanted = Some(Wanted { vars, masks, by, of: body });
        Ok(Some(self.w.and(covered, valid)))
    }

    /// A test of one cell: what it holds, whether it is in a set, whether it is a certain one, or one of these.
    fn literal(&mut self, body: &Expr) -> Res<Option<Literal>> {
        match &body.kind {
            Kind::Call(number, arguments) if !self.game.rules.defs[*number].recursive => {
                // Where an argument is undefined for some of the names, it is no such test.
                let called = self.call(*number, arguments, None, |m, body| m.literal(body)).ok();
                Ok(called.and_then(|(literal, given)| literal.filter(|_| given == [ONE])))
            }
            Kind::Or(a, b) => {
                let (first, second) = match (self.literal(a)?, self.literal(b)?) {
                    (Some(first), Some(second)) => (first, second),
                    (Some(literal), None) => return self.or_certain(literal, b),
                    (None, Some(literal)) => return self.or_certain(literal, a),
                    _ => return Ok(None),
                };
                if !same(&first.index, &second.index) || first.hull != second.hull {
                    return Ok(None);
                }
                let good = self.all_or(&first.good, &second.good);
                let by = [&first.by[..], &second.by].concat();
                Ok(Some(Literal { good, by, ..first }))
            }
            Kind::In(cell, set) => {
                let Kind::Field(field) = &set.kind else { return Ok(None) };
                let Field::Set(set) = self.fields[*field].clone() else { return Ok(None) };
                let Some(index) = self.tabulate(cell, true)? else { return Ok(None) };
                Ok(Some(Literal { index, hull: set.hull, good: set.words, by: Vec::new() }))
            }
            Kind::Compare(Comparison::Eq, read, value) => {
                let Kind::Index(base, index) = &read.kind else { return Ok(None) };
                let Kind::Field(field) = base.kind else { return Ok(None) };
                let Field::Planes { hull, values, planes } = self.fields[field].clone() else { return Ok(None) };
                let Some(value) = self.tabulate(value, false)? else { return Ok(None) };
                let Some(Some(value)) = value.only().cloned() else { return Ok(None) };
                let Some(index) = self.tabulate(index, true)? else { return Ok(None) };
                let good = self.cells_with(&hull, &values, &planes, &value);
                Ok(Some(Literal { index, hull, good, by: Vec::new() }))
            }
            _ => Ok(None),
        }
    }

    /// `x == c or ...`: the cell `c` is good as well.
    fn or_certain(&mut self, literal: Literal, other: &Expr) -> Res<Option<Literal>> {
        let Kind::Compare(Comparison::Eq, a, b) = &other.kind else { return Ok(None) };
        for (x, c) in [(a, b), (b, a)] {
            let (Some(x), Some(c)) = (self.tabulate(x, true)?, self.tabulate(c, true)?) else { return Ok(None) };
            let outside = c.vars.iter().all(|var| var.word.is_some());
            if outside && same(&x, &literal.index) {
                let ranks = c.ranks(&literal.hull);
                // Off the board the cell is good although nothing can be read there.
                if ranks.iter().any(Option::is_none) {
                    return Ok(None);
                }
                let bit = self.bit_mask(&c, &ranks, literal.good.len())?;
                let good = self.all_or(&literal.good, &bit);
                let by = literal.by.iter().copied().chain(c.vars.iter().map(|var| var.id)).collect();
                return Ok(Some(Literal { good, by, ..literal }));
            }
        }
        Ok(None)
    }
}
