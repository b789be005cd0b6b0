//! The fields of a position of which nothing is known but perhaps some bits: what each place was before the move, and what
//! it is now. Places are looked at one by one, for a move touches few of many.

use crate::condition::Condition;
use crate::eval::Evaluator;
use crate::symbol::{Beyond, Cases, MOST_CASES, Symbol};
use grundy_rule::Expr;
use grundy_run::{Shape, Values};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A field of a position.
#[derive(Clone, PartialEq)]
pub enum Field {
    /// One value.
    One(Cases),
    /// One value for each element of the index set, nothing for those that are as they were.
    Array(Vec<Option<Cases>>),
    /// When each element is present, nothing for those that are as they were.
    Set(Vec<Option<Condition>>),
    /// As it was, and never looked at.
    Untouched,
}

impl Evaluator<'_> {
    /// What one place of a field of values was before the move.
    pub fn original(&mut self, field: usize, index: usize) -> Result<Cases, Beyond> {
        let (Shape::One(values) | Shape::Array(_, values)) = &self.game.shapes[field] else {
            return Err(Beyond("a set read as a value"));
        };
        if self.places[field][index].is_none() {
            let place = &self.game.layout.places[field];
            let cases = (0..few(values)?).map(|rank| {
                let bits = (0..place.width as usize).map(|bit| {
                    let set = Condition::bit(place.bit(index, bit));
                    if rank >> bit & 1 == 1 { set } else { set.not() }
                });
                (Condition::all(bits), values.value(rank))
            });
            self.places[field][index] = Some(Cases::of(cases, true)?);
        }
        let cases = self.places[field][index].as_ref().expect("just filled in");
        if self.bits.is_empty() {
            return Ok(cases.clone());
        }
        Cases::of(cases.each.iter().map(|(when, value)| (when.under(&self.bits), value.clone())), true)
    }

    /// When an element of a set field was there before the move.
    pub fn was_present(&self, field: usize, index: usize) -> Condition {
        Condition::bit(self.game.layout.places[field].bit(index, 0)).under(&self.bits)
    }

    /// A cell of an array as it is now.
    pub fn cell_now(&mut self, field: usize, index: usize) -> Result<Cases, Beyond> {
        match self.field(field)? {
            Field::Array(cells) => match &cells[index] {
                Some(cases) => Ok(cases.clone()),
                None => self.original(field, index),
            },
            _ => Err(Beyond("a cell of something else than an array")),
        }
    }

    /// When an element of a set field is there now.
    pub fn is_present(&mut self, field: usize, index: usize) -> Result<Condition, Beyond> {
        match self.field(field)? {
            Field::Set(present) => match &present[index] {
                Some(when) => Ok(when.clone()),
                None => Ok(self.was_present(field, index)),
            },
            _ => Err(Beyond("membership in something else than a set")),
        }
    }

    /// A field, to read or write.
    pub fn field(&mut self, number: usize) -> Result<&mut Field, Beyond> {
        if self.fields[number] == Field::Untouched {
            let count = self.game.layout.places[number].count;
            self.fields[number] = match &self.game.shapes[number] {
                Shape::One(_) => Field::One(self.original(number, 0)?),
                Shape::Array(_, values) => few(values).map(|_| Field::Array(vec![None; count]))?,
                Shape::Set(_) => Field::Set(vec![None; count]),
            };
        }
        Ok(&mut self.fields[number])
    }

    /// A field read as a whole.
    pub fn whole_field(&mut self, number: usize) -> Result<Symbol, Beyond> {
        let game = self.game;
        match (self.field(number)?, game.universe(number)) {
            (Field::One(cases), _) => Ok(Symbol::Cases(cases.clone())),
            (Field::Set(_), Some(universe)) => {
                let mut set = BTreeMap::new();
                for rank in 0..universe.len() {
                    let when = self.is_present(number, rank)?;
                    if when != Condition::No {
                        set.insert(universe.element(rank), when);
                    }
                }
                Ok(Symbol::Set(Rc::new(set)))
            }
            _ => Err(Beyond("an array as a whole")),
        }
    }

    /// A cell of an array at an index.
    pub fn cell(&mut self, number: usize, index: &Expr) -> Result<Symbol, Beyond> {
        let index = self.cases(index)?;
        let universe = self.game.universe(number).ok_or(Beyond("a cell of something else than an array"))?;
        let Field::Array(_) = self.field(number)? else {
            return Err(Beyond("a cell of something else than an array"));
        };
        if let Some(rank) = index.only().and_then(|only| universe.rank(only)) {
            return self.cell_now(number, rank).map(Symbol::Cases);
        }
        let mut all = Vec::new();
        let mut total = index.total;
        for (when, index) in &index.each {
            match universe.rank(index) {
                None => total = false,
                Some(rank) => {
                    let cell = self.cell_now(number, rank)?;
                    total &= cell.total;
                    all.extend(cell.each.into_iter().map(|(case, value)| (when.and(&case), value)));
                }
            }
        }
        Ok(Symbol::Cases(Cases::of(all, total)?))
    }
}

/// How many values a field has, if they are few.
fn few(values: &Values) -> Result<u64, Beyond> {
    u64::try_from(values.len())
        .ok()
        .filter(|many| *many <= MOST_CASES as u64)
        .ok_or(Beyond("a field of more than 64 values"))
}
