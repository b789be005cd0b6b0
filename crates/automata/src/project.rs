//! Conjunction and projection in one step.
//!
//! The product of the relations is read by an automaton that guesses the digits of the hidden variables; its
//! sets of states are made deterministic (Rabin and Scott 1959). Hidden values may have more digits than the
//! others, so the first set holds all that is reached on zero columns of the kept variables; it is then
//! closed under them, and leading zeros do not matter. Product states from which nothing is accepted are
//! dropped before sets are formed.

use crate::arith::Arith;
use crate::intern::Intern;
use crate::minimise::{DEAD, Raw};
use crate::product::{Necessary, Product, variables};
use crate::{OutOfBudget, Rel, Var};

impl Arith<'_> {
    /// The tuples of the other variables for which some values of `hidden` put the whole into all of `rels`.
    /// Hidden variables that occur nowhere do not matter.
    pub fn and_exists(&self, rels: &[&Rel], hidden: &[Var]) -> Result<Rel, OutOfBudget> {
        let (hidden, kept): (Vec<Var>, Vec<Var>) = variables(rels).into_iter().partition(|var| hidden.contains(var));
        let order = [&hidden[..], &kept[..]].concat();
        let product = Product::new(self, rels, Necessary::All, order)?;
        let raw = product.explore(self, &|truth| truth.iter().all(|&holds| holds))?;
        let raw = if hidden.is_empty() { raw } else { self.sets(&Guess::new(raw, hidden.len()))? };
        self.minimal(kept, raw)
    }

    fn sets(&self, guess: &Guess) -> Result<Raw, OutOfBudget> {
        let mut raw = Raw { bits: guess.kept, next: Vec::new(), accept: Vec::new() };
        let mut sets = Intern::new();
        let mut gather = Gather { stamp: vec![0; guess.accept.len()], now: 0, found: Vec::new() };
        sets.number(guess.closure(&mut gather));
        let mut set = Vec::new();
        while raw.accept.len() < sets.len() {
            set.clear();
            set.extend_from_slice(sets.slice(raw.accept.len() as u32));
            raw.accept.push(set.iter().any(|&state| guess.accept[state as usize]));
            for column in 0..1usize << guess.kept {
                gather.clear();
                set.iter().for_each(|&state| gather.extend(guess.after(state, column)));
                let after = if gather.found.is_empty() { DEAD } else { sets.number(gather.sorted()) };
                raw.next.push(after);
            }
            self.fits(sets.len(), guess.kept)?;
            self.tick(set.len() << guess.kept, raw.next.len() * 4 + sets.bytes() + guess.lists.len() * 4)?;
        }
        Ok(raw)
    }
}

/// The automaton that guesses: for each state and kept column, the list of states that may follow.
struct Guess {
    kept: usize,
    /// List of (state, column) ends here; it starts where the list before ends.
    ends: Vec<u32>,
    lists: Vec<u32>,
    accept: Vec<bool>,
}

impl Guess {
    /// The hidden digits are the low `hidden` bits of the columns of `raw`.
    fn new(mut raw: Raw, hidden: usize) -> Guess {
        let live = live(&raw);
        raw.next.iter_mut().filter(|after| **after != DEAD && !live[**after as usize]).for_each(|after| *after = DEAD);
        let kept = raw.bits - hidden;
        let (mut ends, mut lists) = (Vec::with_capacity(raw.next.len() >> hidden), Vec::new());
        let mut list = Vec::new();
        for guesses in raw.next.chunks_exact(1 << hidden) {
            list.clear();
            list.extend(guesses.iter().filter(|&&after| after != DEAD));
            list.sort_unstable();
            list.dedup();
            lists.extend_from_slice(&list);
            ends.push(lists.len() as u32);
        }
        Guess { kept, ends, lists, accept: raw.accept }
    }

    fn after(&self, state: u32, column: usize) -> &[u32] {
        let at = (state as usize) << self.kept | column;
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.lists[start..self.ends[at] as usize]
    }

    /// Everything reached from the first state on zero columns.
    fn closure<'g>(&self, gather: &'g mut Gather) -> &'g [u32] {
        gather.clear();
        gather.extend(&[0]);
        let mut done = 0;
        while done < gather.found.len() {
            let state = gather.found[done];
            done += 1;
            gather.extend(self.after(state, 0));
        }
        gather.sorted()
    }
}

/// A set of states being collected.
struct Gather {
    stamp: Vec<u32>,
    now: u32,
    found: Vec<u32>,
}

impl Gather {
    fn clear(&mut self) {
        self.found.clear();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamp.fill(0);
            self.now = 1;
        }
    }

    fn extend(&mut self, states: &[u32]) {
        for &state in states {
            if self.stamp[state as usize] != self.now {
                self.stamp[state as usize] = self.now;
                self.found.push(state);
            }
        }
    }

    fn sorted(&mut self) -> &[u32] {
        self.found.sort_unstable();
        &self.found
    }
}

/// The states from which something is accepted.
fn live(raw: &Raw) -> Vec<bool> {
    // Predecessors of each state as lists in one array: counts, then fill.
    let states = raw.accept.len();
    let mut ends = vec![0u32; states + 1];
    for &after in raw.next.iter().filter(|&&after| after != DEAD) {
        ends[after as usize + 1] += 1;
    }
    for state in 0..states {
        ends[state + 1] += ends[state];
    }
    let mut fill = ends.clone();
    let mut before = vec![0u32; *ends.last().unwrap_or(&0) as usize];
    for (at, &after) in raw.next.iter().enumerate().filter(|(_, after)| **after != DEAD) {
        let slot = &mut fill[after as usize];
        before[*slot as usize] = (at >> raw.bits) as u32;
        *slot += 1;
    }
    let mut live = raw.accept.clone();
    let mut open: Vec<u32> = (0..states as u32).filter(|&state| live[state as usize]).collect();
    while let Some(state) = open.pop() {
        for &from in &before[ends[state as usize] as usize..ends[state as usize + 1] as usize] {
            if !live[from as usize] {
                live[from as usize] = true;
                open.push(from);
            }
        }
    }
    live
}
