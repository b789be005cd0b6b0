//! A set of tuples of naturals as an automaton over digit columns, most significant column first.
//!
//! Invariants: the automaton is deterministic, complete, minimal and numbered breadth first from state 0
//! with columns ascending; state 0 is initial and loops on the zero column, so leading zeros never matter;
//! only valid words of the digit system are accepted. Hence two relations over the same variables are
//! equal sets exactly if they are equal tables, and `==` decides it (Buchi 1960; Bruyere, Hansel, Michaux,
//! Villemaire, "Logic and p-recognizable sets of integers", 1994).

use crate::{Digits, Word};
use std::collections::VecDeque;

/// A variable of a relation. Numbers from 2^31 on are used inside this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

impl Var {
    /// The `i`-th variable that no caller uses.
    pub(crate) fn inner(i: u32) -> Var {
        Var(1 << 31 | i)
    }
}

/// A set of tuples of naturals, one number for each of its variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rel {
    pub(crate) digits: Digits,
    /// Ascending. Bit j of a column is the digit of `vars[j]`.
    pub(crate) vars: Vec<Var>,
    /// Row s starts at `s << vars.len()`.
    pub(crate) next: Vec<u32>,
    pub(crate) accept: Vec<bool>,
}

impl Rel {
    /// The digit system its words are written in.
    pub fn digits(&self) -> Digits {
        self.digits
    }

    /// Its variables, ascending.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// How many states the minimal automaton has.
    pub fn states(&self) -> usize {
        self.accept.len()
    }

    /// Whether words that end in `state` are accepted.
    pub fn accepting(&self, state: usize) -> bool {
        self.accept[state]
    }

    /// The state after `state` and a column; bit j of the column is the digit of `vars()[j]`.
    pub fn after(&self, state: usize, column: usize) -> usize {
        self.next[state << self.vars.len() | column] as usize
    }

    /// Whether the tuple, in the order of [`Rel::vars`], belongs to the set.
    ///
    /// Panics if the tuple has another length than the list of variables.
    pub fn accepts(&self, tuple: &[u128]) -> bool {
        assert_eq!(tuple.len(), self.vars.len(), "one number for each variable");
        let words: Vec<Vec<bool>> = tuple.iter().map(|&n| self.digits.write(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digit = |word: &Vec<bool>, i: usize| i + word.len() >= length && word[i + word.len() - length];
        let column =
            |i| words.iter().enumerate().fold(0, |column, (j, word)| column | usize::from(digit(word, i)) << j);
        self.accept[(0..length).fold(0, |state, i| self.after(state, column(i)))]
    }

    /// Whether no tuple belongs to the set.
    pub fn is_empty(&self) -> bool {
        self.accept == [false]
    }

    /// An element with the fewest digits, if there is one: the first of these in the order of columns.
    pub fn witness(&self) -> Option<Word> {
        let width = 1 << self.vars.len();
        let mut from: Vec<Option<(usize, u32)>> = vec![None; self.states()];
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            if self.accept[state] {
                let mut columns = Vec::new();
                let mut at = state;
                while at != 0 {
                    let (before, column) = from[at].expect("reached states know their predecessor");
                    columns.push(column);
                    at = before;
                }
                columns.reverse();
                return Some(Word { digits: self.digits, vars: self.vars.clone(), columns });
            }
            for column in 0..width {
                let after = self.after(state, column);
                if after != 0 && from[after].is_none() {
                    from[after] = Some((state, column as u32));
                    queue.push_back(after);
                }
            }
        }
        None
    }

    /// Whether the set is finite: no cycle but that of the leading zeros leads to acceptance.
    pub fn is_finite(&self) -> bool {
        let width = 1 << self.vars.len();
        // Depth-first over states from which something is accepted (all but the dead one); grey = on the path.
        let dead = self.dead();
        let mut colour = vec![0u8; self.states()];
        let mut path = vec![(0usize, 1usize)];
        colour[0] = 1;
        while let Some((state, column)) = path.last_mut() {
            if *column == width {
                colour[*state] = 2;
                path.pop();
                continue;
            }
            let after = self.next[(*state << self.vars.len()) | *column] as usize;
            *column += 1;
            if Some(after as u32) == dead || colour[after] == 2 {
                continue;
            }
            if colour[after] == 1 {
                return false;
            }
            colour[after] = 1;
            path.push((after, 0));
        }
        true
    }

    /// The state from which nothing is accepted, if there is one.
    pub(crate) fn dead(&self) -> Option<u32> {
        let width = 1 << self.vars.len();
        let dead = |state: usize| {
            !self.accept[state] && self.next[state * width..][..width].iter().all(|&after| after as usize == state)
        };
        (0..self.states()).find(|&state| dead(state)).map(|state| state as u32)
    }
}
