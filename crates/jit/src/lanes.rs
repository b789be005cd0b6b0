//! Lanes that are filled from one end: `board[r, c] == v and (r == R - 1 or board[r + 1, c] != v)`. A cell that holds `v`
//! is chosen where the next one does not; so a lane in which no cell without `v` comes before one with it, as `v v v x x`,
//! has at most one such cell. Whether all lanes are such is seen at once, and the usual case needs no loop.

use crate::maker::{Field, Maker, Res};
use crate::table::{Table, Val, Var, words_of};
use crate::word::{Word, ZERO};
use grundy_rule::{Binder, Comparison, Expr, Kind, Source};
use grundy_run::Value;

/// Cells of a board that hold a value or, a place further, do not.
struct Test {
    field: usize,
    cells: Table,
    value: Value,
}

impl Maker<'_, '_> {
    /// Whether every lane has at most one cell that the last binder may choose, if that is what the binders do; all of
    /// them have at most `most` elements but the last.
    pub fn filled_from_an_end(&mut self, binders: &[Binder], guard: &[Expr], most: usize) -> Res<Option<Word>> {
        let Some((last, outer)) = binders.split_last() else { return Ok(None) };
        let mut vars: Vec<Var> = Vec::new();
        for binder in outer.iter().chain([last]) {
            let Source::In(set) = &binder.source else { return Ok(None) };
            let Some(table) = self.tabulate(set, false)? else { return Ok(None) };
            let Some(Some(known)) = table.only() else { return Ok(None) };
            let elements = known.elements().unwrap_or(&[]).to_vec();
            let fits = match binder.local == last.local {
                true => elements.len() > 2 && matches!(elements[0], Value::Int(_)),
                false => (1..=most).contains(&elements.len()),
            };
            if !fits {
                return Ok(None);
            }
            let var = self.var(elements.len(), None);
            vars.push(var.clone());
            self.bind(binder.local, Val::Table(Table::of(var, elements)));
        }
        let Some(here) = self.first(guard, |m, conjunct| m.test(conjunct, Comparison::Eq))? else { return Ok(None) };
        let Some((edge, next)) = self.first(guard, |m, conjunct| m.edged(conjunct))? else { return Ok(None) };
        let Field::Planes { hull, values, planes } = self.fields[here.field].clone() else { return Ok(None) };
        let of_lanes = [&edge, &here.cells, &next.cells].into_iter().all(|table| table.speaks_of(&vars));
        if next.field != here.field || next.value != here.value || !of_lanes {
            return Ok(None);
        }
        let number = |table: &Table| -> Vec<Option<u32>> {
            let ranks = table.ranks(&hull);
            table.over(&vars).into_iter().map(|at| ranks[at]).collect()
        };
        let (cells, nexts) = (number(&here.cells), number(&next.cells));
        let edges: Vec<bool> =
            edge.over(&vars).into_iter().map(|at| edge.cells[at] != Some(Value::Bool(false))).collect();
        let length = vars.last().map_or(1, |var| var.size);
        // From each cell to the next one of its lane, all by the same distance, on to its end or back to its beginning.
        let chain = |step: usize| {
            let (mut firsts, mut distance) = (Vec::new(), None);
            for at in (0..cells.len()).filter(|at| (at % length).wrapping_add(step) < length) {
                let (cell, after) = (cells[at]?, cells[at.wrapping_add(step)]?);
                let by = i64::from(after) - i64::from(cell);
                if edges[at] || nexts[at] != Some(after) || *distance.get_or_insert(by) != by {
                    return None;
                }
                firsts.push(cell as usize);
            }
            Some((firsts, distance?))
        };
        let Some((firsts, distance)) = chain(1).or_else(|| chain(usize::MAX)) else { return Ok(None) };
        let holding = self.cells_with(&hull, &values, &planes, &here.value);
        let after = self.w.shifted(&holding, distance, holding.len());
        let firsts: Vec<Word> = words_of(holding.len() * 64, firsts).into_iter().map(Word::Known).collect();
        let after = self.all_and(&after, &firsts);
        let holes = self.all_without(&after, &holding);
        let any = holes.into_iter().fold(ZERO, |any, word| self.w.or(any, word));
        Ok(Some(self.w.is_zero(any)))
    }

    /// What the first conjunct of that form is.
    fn first<T>(&mut self, guard: &[Expr], form: impl Fn(&mut Self, &Expr) -> Res<Option<T>>) -> Res<Option<T>> {
        for conjunct in guard {
            if let Some(found) = form(self, conjunct)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// `edge or board[next] != v`, in either order, where the edge depends on bound names alone.
    fn edged(&mut self, conjunct: &Expr) -> Res<Option<(Table, Test)>> {
        let Kind::Or(a, b) = &conjunct.kind else { return Ok(None) };
        for (edge, next) in [(a, b), (b, a)] {
            if let Some(test) = self.test(next, Comparison::Ne)?
                && let Some(edge) = self.tabulate(edge, true)?
            {
                return Ok(Some((edge, test)));
            }
        }
        Ok(None)
    }

    /// `board[cell] == v`, or the same with another comparison.
    fn test(&mut self, conjunct: &Expr, wanted: Comparison) -> Res<Option<Test>> {
        let Kind::Compare(comparison, read, value) = &conjunct.kind else { return Ok(None) };
        let Kind::Index(base, index) = &read.kind else { return Ok(None) };
        let Kind::Field(field) = base.kind else { return Ok(None) };
        if *comparison != wanted {
            return Ok(None);
        }
        let (Some(value), Some(cells)) = (self.tabulate(value, false)?, self.tabulate(index, true)?) else {
            return Ok(None);
        };
        let Some(Some(value)) = value.only().cloned() else { return Ok(None) };
        Ok(Some(Test { field, cells, value }))
    }
}
