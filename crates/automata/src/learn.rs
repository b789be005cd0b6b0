//! An automaton guessed from a table, by the theorem of Myhill and Nerode (1958).
//!
//! A state is a prefix. A prefix of l digits is known on all suffixes of at most `length - l` digits; two prefixes
//! are taken for the same state when they agree on every suffix that both know. Prefixes are visited breadth
//! first, so the shortest names each state. A prefix that agrees with no state becomes one if enough digits
//! of look-ahead are left; otherwise the table is too small to say anything ("no closure"). What comes out is
//! a guess: it must be proved.

use crate::arith::Arith;
use crate::atom::ascending;
use crate::minimise::Raw;
use crate::table::{INVALID, Table};
use crate::{Digits, OutOfBudget, Rel, Var};

/// No automaton with at most so many states was found to fit the table of so many digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoClosure {
    /// How many states the search had when it ended.
    pub states: usize,
    /// The digits of the table.
    pub digits: usize,
}

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learning {
    /// A state must know at least this many digits of suffix; at least 1.
    pub look_ahead: usize,
    /// More states than this are not looked for.
    pub most: usize,
}

impl Default for Learning {
    fn default() -> Self {
        Learning { look_ahead: 1, most: 400 }
    }
}

/// A guessed automaton with a value in each state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    digits: Digits,
    vars: Vec<Var>,
    next: Vec<u32>,
    value: Vec<u32>,
}

/// The automaton of the table, if the table is closed under reading on.
pub fn learn(table: &Table, learning: Learning) -> Result<Machine, NoClosure> {
    let arity = table.vars.len();
    let failed = |states: usize| NoClosure { states, digits: table.length };
    // A prefix: its columns as one number, and how many they are without leading zeros.
    let mut states = vec![(0usize, 0usize)];
    let mut next = Vec::new();
    let mut done = 0;
    while done < states.len() {
        let (prefix, length) = states[done];
        done += 1;
        for column in 0..1usize << arity {
            let longer = prefix << arity | column;
            let length = if longer == 0 { 0 } else { length + 1 };
            if length + learning.look_ahead.max(1) > table.length {
                return Err(failed(states.len()));
            }
            let known = table.length - length;
            let agrees =
                |&(other, _): &(usize, usize)| (0..=known).all(|m| table.after(other, m) == table.after(longer, m));
            let number = states.iter().position(agrees).unwrap_or_else(|| {
                states.push((longer, length));
                states.len() - 1
            });
            if states.len() > learning.most {
                return Err(failed(states.len()));
            }
            next.push(number as u32);
        }
    }
    let value = states.iter().map(|&(prefix, _)| table.cells[prefix]).collect();
    Ok(Machine { digits: table.digits, vars: table.vars.clone(), next, value })
}

impl Machine {
    /// How many states it has.
    pub fn states(&self) -> usize {
        self.value.len()
    }

    /// The values its states have, ascending.
    pub fn values(&self) -> Vec<u32> {
        let mut values: Vec<u32> = self.value.iter().copied().filter(|&value| value != INVALID).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The first tuple (fewest digits first) where a table, usually a larger one, says otherwise.
    pub fn disagreement(&self, table: &Table) -> Option<Vec<u64>> {
        assert_eq!((self.digits, &self.vars), (table.digits, &table.vars), "the same digits and variables");
        // States of all words of the table by index: the state of a word is one step after that of its prefix.
        let arity = self.vars.len();
        let mut state = vec![0u32; table.cells.len()];
        for index in 1..table.cells.len() {
            let before = state[index >> arity] as usize;
            state[index] = self.next[before << arity | index & ((1 << arity) - 1)];
            let claimed = self.value[state[index] as usize];
            if table.cells[index] != INVALID && claimed != table.cells[index] {
                return table.tuple(index);
            }
        }
        if self.value[0] != table.cells[0] { table.tuple(0) } else { None }
    }
}

impl Arith<'_> {
    /// The set of tuples whose value is wanted.
    pub fn learned(&self, machine: &Machine, wanted: impl Fn(u32) -> bool) -> Result<Rel, OutOfBudget> {
        assert_eq!(machine.digits, self.digits(), "relations of different digit systems do not meet");
        let accept = machine.value.iter().map(|&value| value != INVALID && wanted(value)).collect();
        let raw = Raw { bits: machine.vars.len(), next: machine.next.clone(), accept };
        let rel = self.minimal(ascending(&machine.vars), raw)?;
        if self.digits() == Digits::Base2 { Ok(rel) } else { self.and(&[&rel, &self.all(&machine.vars)?]) }
    }
}
