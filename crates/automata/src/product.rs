//! Several automata read side by side: a state of the product is a tuple of states.
//!
//! Invariant: tuples are explored breadth first, so the first accepting one ends a shortest word. A relation
//! marked necessary drops a tuple as soon as it can accept nothing more itself.

use crate::arith::{Arith, MAX_VARIABLES};
use crate::atom::ascending;
use crate::intern::Intern;
use crate::minimise::{DEAD, Raw};
use crate::{Digits, OutOfBudget, Rel, Var, Word};

/// Which relations must hold for the combination to hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Necessary {
    All,
    /// Only those from this index on.
    From(usize),
}

/// Relations read side by side, over the variables `order`: bit j of a column is the digit of `order[j]`.
pub(crate) struct Product<'a> {
    rels: Vec<&'a Rel>,
    order: Vec<Var>,
    dead: Vec<Option<u32>>,
    /// For each relation, its own column for each column of the product.
    columns: Vec<Vec<u32>>,
    tuples: Intern,
}

impl<'a> Product<'a> {
    pub fn new(
        arith: &Arith,
        rels: &[&'a Rel],
        necessary: Necessary,
        order: Vec<Var>,
    ) -> Result<Product<'a>, OutOfBudget> {
        if order.len() > MAX_VARIABLES {
            return Err(OutOfBudget::Variables(order.len()));
        }
        rels.iter().for_each(|rel| arith.same_digits(rel));
        let place = |var: &Var| order.iter().position(|other| other == var).expect("every variable has a place");
        let columns_of = |rel: &&Rel| {
            let places: Vec<usize> = rel.vars.iter().map(place).collect();
            let own = |column: u32| places.iter().enumerate().fold(0, |own, (j, at)| own | (column >> at & 1) << j);
            (0..1u32 << order.len()).map(own).collect()
        };
        let drops = |i| necessary == Necessary::All || matches!(necessary, Necessary::From(first) if i >= first);
        let dead = rels.iter().enumerate().map(|(i, rel)| if drops(i) { rel.dead() } else { None }).collect();
        let columns = rels.iter().map(columns_of).collect();
        let mut tuples = Intern::new();
        tuples.number(&vec![0; rels.len()]);
        Ok(Product { rels: rels.to_vec(), order, dead, columns, tuples })
    }

    /// Whether each relation accepts in tuple `number`, in `truth`.
    fn truth(&self, number: u32, truth: &mut Vec<bool>) {
        truth.clear();
        truth.extend(self.tuples.slice(number).iter().zip(&self.rels).map(|(&state, rel)| rel.accept[state as usize]));
    }

    /// The number of the tuple after `from` and `column`, or [`DEAD`].
    fn after(&mut self, from: &[u32], column: usize, to: &mut Vec<u32>) -> u32 {
        to.clear();
        for (i, rel) in self.rels.iter().enumerate() {
            let after = rel.next[(from[i] as usize) << rel.vars.len() | self.columns[i][column] as usize];
            if Some(after) == self.dead[i] {
                return DEAD;
            }
            to.push(after);
        }
        self.tuples.number(to)
    }

    /// The whole product; `holds` sees which relations accept.
    pub fn explore(mut self, arith: &Arith, holds: &dyn Fn(&[bool]) -> bool) -> Result<Raw, OutOfBudget> {
        let bits = self.order.len();
        let mut raw = Raw { bits, next: Vec::new(), accept: Vec::new() };
        let (mut from, mut to, mut truth) = (Vec::new(), Vec::new(), Vec::new());
        while raw.accept.len() < self.tuples.len() {
            let number = raw.accept.len() as u32;
            self.truth(number, &mut truth);
            raw.accept.push(holds(&truth));
            from.clear();
            from.extend_from_slice(self.tuples.slice(number));
            for column in 0..1 << bits {
                let after = self.after(&from, column, &mut to);
                raw.next.push(after);
            }
            arith.fits(self.tuples.len(), bits)?;
            arith.tick(self.rels.len() << bits, raw.next.len() * 4 + self.tuples.bytes())?;
        }
        Ok(raw)
    }

    /// A shortest word where `holds`, if any: the first in the order of columns.
    fn search(mut self, arith: &Arith, holds: &dyn Fn(&[bool]) -> bool) -> Result<Option<Word>, OutOfBudget> {
        let mut from = vec![(0u32, 0u32)];
        let (mut row, mut to, mut truth) = (Vec::new(), Vec::new(), Vec::new());
        let mut number = 0u32;
        while (number as usize) < self.tuples.len() {
            self.truth(number, &mut truth);
            if holds(&truth) {
                let mut columns = Vec::new();
                while number != 0 {
                    let (before, column) = from[number as usize];
                    columns.push(column);
                    number = before;
                }
                columns.reverse();
                return Ok(Some(Word { digits: arith.digits(), vars: self.order, columns }));
            }
            row.clear();
            row.extend_from_slice(self.tuples.slice(number));
            for column in 0..1 << self.order.len() {
                self.after(&row, column, &mut to);
                if from.len() < self.tuples.len() {
                    from.push((number, column as u32));
                }
            }
            arith.fits(self.tuples.len(), 0)?;
            arith.tick(self.rels.len() << self.order.len(), self.tuples.bytes() + from.len() * 8)?;
            number += 1;
        }
        Ok(None)
    }
}

impl Arith<'_> {
    /// The tuples for which `holds` of the memberships in `rels`, over all their variables.
    pub fn combine(&self, rels: &[&Rel], holds: impl Fn(&[bool]) -> bool) -> Result<Rel, OutOfBudget> {
        let vars = variables(rels);
        let valid = self.guard(&vars)?;
        let given = rels.len();
        let rels: Vec<&Rel> = rels.iter().copied().chain(&valid).collect();
        let product = Product::new(self, &rels, Necessary::From(given), vars.clone())?;
        let raw = product.explore(self, &|truth| truth[given..].iter().all(|&t| t) && holds(&truth[..given]))?;
        self.minimal(vars, raw)
    }

    /// A tuple with the fewest digits for which `holds` of the memberships in `rels`; `None` if there is none.
    /// No relation is built, and the search ends with the first one found.
    pub fn find(&self, rels: &[&Rel], holds: impl Fn(&[bool]) -> bool) -> Result<Option<Word>, OutOfBudget> {
        let vars = variables(rels);
        let valid = self.guard(&vars)?;
        let given = rels.len();
        let rels: Vec<&Rel> = rels.iter().copied().chain(&valid).collect();
        let product = Product::new(self, &rels, Necessary::From(given), vars)?;
        product.search(self, &|truth| truth[given..].iter().all(|&t| t) && holds(&truth[..given]))
    }

    /// A tuple with the fewest digits in all of `rels`; `None` if there is none.
    pub fn find_common(&self, rels: &[&Rel]) -> Result<Option<Word>, OutOfBudget> {
        Product::new(self, rels, Necessary::All, variables(rels))?.search(self, &|truth| truth.iter().all(|&t| t))
    }

    /// The relation that keeps words valid, where not all words are.
    fn guard(&self, vars: &[Var]) -> Result<Option<Rel>, OutOfBudget> {
        if self.digits() == Digits::Base2 { Ok(None) } else { self.all(vars).map(Some) }
    }
}

/// All variables of the relations, ascending.
pub(crate) fn variables(rels: &[&Rel]) -> Vec<Var> {
    ascending(&rels.iter().flat_map(|rel| rel.vars.iter().copied()).collect::<Vec<_>>())
}
