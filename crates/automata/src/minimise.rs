//! From any deterministic automaton to the one numbered minimal automaton of its set.
//!
//! Moore's refinement: two states stay together while they agree on acceptance and, column by column, on the
//! class reached; at most as many rounds as states, in practice about their logarithm (Moore 1956). Rows are
//! dense, so a round costs states * columns. Then states are numbered breadth first.

use crate::arith::Arith;
use crate::intern::Intern;
use crate::{OutOfBudget, Rel, Var};

/// Marks a transition after which nothing is accepted.
pub(crate) const DEAD: u32 = u32::MAX;

/// A deterministic automaton, initial state 0, rows of `1 << bits` successors.
pub(crate) struct Raw {
    pub bits: usize,
    pub next: Vec<u32>,
    pub accept: Vec<bool>,
}

impl Arith<'_> {
    /// The minimal automaton; `vars` ascending, bit j of a column is the digit of `vars[j]`.
    ///
    /// The language of `raw` must be closed under adding and removing leading zero columns.
    pub(crate) fn minimal(&self, vars: Vec<Var>, raw: Raw) -> Result<Rel, OutOfBudget> {
        debug_assert_eq!(vars.len(), raw.bits);
        let Raw { bits, mut next, mut accept } = raw;
        let width = 1usize << bits;
        if next.contains(&DEAD) {
            let sink = accept.len() as u32;
            next.iter_mut().filter(|after| **after == DEAD).for_each(|after| *after = sink);
            next.resize(next.len() + width, sink);
            accept.push(false);
        }
        let class = self.classes(&next, &accept, width)?;
        Ok(numbered(self.digits(), vars, &next, &accept, &class))
    }

    /// The set of a table as it comes: row s has one successor for each column, state 0 is initial. `None` if a
    /// successor does not exist, a row is missing, there is no state, or leading zeros would change the set.
    /// Invalid words of the digit system are cut off.
    pub fn automaton(&self, vars: &[Var], next: &[u32], accept: &[bool]) -> Result<Option<Rel>, OutOfBudget> {
        let vars = crate::atom::ascending(vars);
        if vars.len() > crate::MAX_VARIABLES {
            return Err(OutOfBudget::Variables(vars.len()));
        }
        let width = 1usize << vars.len();
        let complete = !accept.is_empty() && next.len() == accept.len() * width;
        if !complete || next.iter().any(|&after| after as usize >= accept.len()) {
            return Ok(None);
        }
        self.fits(accept.len(), vars.len())?;
        let class = self.classes(next, accept, width)?;
        if class[next[0] as usize] != class[0] {
            return Ok(None);
        }
        let rel = numbered(self.digits(), vars, next, accept, &class);
        let rel = match self.digits() {
            crate::Digits::Base2 => rel,
            crate::Digits::Zeckendorf => self.and(&[&rel, &self.all(&rel.vars)?])?,
        };
        Ok(Some(rel))
    }

    fn classes(&self, next: &[u32], accept: &[bool], width: usize) -> Result<Vec<u32>, OutOfBudget> {
        let mut class: Vec<u32> = accept.iter().map(|&accepting| accepting.into()).collect();
        let mut count = if accept.iter().all(|&accepting| accepting == accept[0]) { 1 } else { 2 };
        let mut signatures = Intern::new();
        let mut signature = vec![0; width + 1];
        loop {
            signatures.clear();
            let mut refined = Vec::with_capacity(class.len());
            for (row, &own) in next.chunks_exact(width).zip(&class) {
                signature[0] = own;
                for (part, &after) in signature[1..].iter_mut().zip(row) {
                    *part = class[after as usize];
                }
                refined.push(signatures.number(&signature));
                self.tick(width, next.len() * 8 + signatures.bytes())?;
            }
            class = refined;
            if signatures.len() == count {
                return Ok(class);
            }
            count = signatures.len();
        }
    }
}

fn numbered(digits: crate::Digits, vars: Vec<Var>, next: &[u32], accept: &[bool], class: &[u32]) -> Rel {
    let width = 1usize << vars.len();
    let classes = class.iter().map(|&c| c as usize + 1).max().unwrap_or(0);
    let mut number = vec![DEAD; classes];
    // A member of each class, in the order of the new numbers.
    let mut members = vec![0usize];
    number[class[0] as usize] = 0;
    let (mut new_next, mut new_accept) = (Vec::new(), Vec::new());
    let mut done = 0;
    while done < members.len() {
        let member = members[done];
        done += 1;
        new_accept.push(accept[member]);
        for &after in &next[member * width..][..width] {
            let number = &mut number[class[after as usize] as usize];
            if *number == DEAD {
                *number = members.len() as u32;
                members.push(after as usize);
            }
            new_next.push(*number);
        }
    }
    debug_assert_eq!(new_next[0], 0, "leading zeros do not matter");
    Rel { digits, vars, next: new_next, accept: new_accept }
}
