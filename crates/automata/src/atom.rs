//! The relations everything else is made of, each explored state by state from its definition.

mod bitwise;
mod linear;
mod modulo;
mod periodic;

pub use linear::Comparison;
pub use periodic::Periodic;

use crate::arith::{Arith, MAX_VARIABLES};
use crate::minimise::{DEAD, Raw};
use crate::{Digits, OutOfBudget, Rel, Var};
use std::collections::HashMap;
use std::hash::Hash;

impl Arith<'_> {
    /// The relation over `vars` (ascending) whose automaton has the states reached from `init`; `step` gives
    /// `None` where nothing more is accepted. `step(init, 0)` must be `init`. Invalid words of the digit system
    /// are cut off here, so `step` need not know of them.
    pub(crate) fn explored<S: Clone + Eq + Hash>(
        &self,
        vars: Vec<Var>,
        init: S,
        step: impl Fn(&S, u32) -> Option<S>,
        accept: impl Fn(&S) -> bool,
    ) -> Result<Rel, OutOfBudget> {
        if vars.len() > MAX_VARIABLES {
            return Err(OutOfBudget::Variables(vars.len()));
        }
        debug_assert!(vars.is_sorted_by(|a, b| a < b));
        let width = 1u32 << vars.len();
        let last = |column| if self.digits() == Digits::Base2 { 0 } else { column };
        let mut raw = Raw { bits: vars.len(), next: Vec::new(), accept: Vec::new() };
        let mut states = vec![(init.clone(), 0u32)];
        let mut numbers = HashMap::from([((init, 0), 0)]);
        let mut done = 0;
        while done < states.len() {
            let (state, before) = states[done].clone();
            done += 1;
            raw.accept.push(accept(&state));
            for column in 0..width {
                let after = if column & before == 0 { step(&state, column) } else { None };
                raw.next.push(after.map_or(DEAD, |after| {
                    let after = (after, last(column));
                    *numbers.entry(after).or_insert_with_key(|after| {
                        states.push(after.clone());
                        states.len() as u32 - 1
                    })
                }));
            }
            self.fits(states.len(), vars.len())?;
            self.tick(width as usize * 4, raw.next.len() * 8)?;
        }
        self.minimal(vars, raw)
    }

    /// All tuples.
    pub fn all(&self, vars: &[Var]) -> Result<Rel, OutOfBudget> {
        self.explored(ascending(vars), (), |_, _| Some(()), |_| true)
    }

    /// No tuple.
    pub fn none(&self, vars: &[Var]) -> Result<Rel, OutOfBudget> {
        self.explored(ascending(vars), (), |_, _| None, |_| false)
    }

    /// `var = n`.
    pub fn constant(&self, var: Var, n: u128) -> Result<Rel, OutOfBudget> {
        let word = self.digits().write(n);
        let step = |&at: &usize, column: u32| match word.get(at) {
            _ if at == 0 && column == 0 => Some(0),
            Some(&digit) if digit == (column == 1) => Some(at + 1),
            _ => None,
        };
        self.explored(vec![var], 0, step, |&at| at == word.len())
    }
}

/// The variables without repetition, ascending.
pub(crate) fn ascending(vars: &[Var]) -> Vec<Var> {
    let mut vars = vars.to_vec();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// The variables of `terms`, ascending, and for each its coefficient, repeated terms added up.
fn collected<N: Copy + Into<i128>>(terms: &[(Var, N)]) -> (Vec<Var>, Vec<i128>) {
    let vars = ascending(&terms.iter().map(|&(var, _)| var).collect::<Vec<_>>());
    let of = |var: &Var| terms.iter().filter(|(other, _)| other == var).map(|&(_, by)| by.into()).sum();
    let coefficients = vars.iter().map(of).collect();
    (vars, coefficients)
}

/// The dot product of a column with the coefficients.
fn dot(coefficients: &[i128], column: u32) -> i128 {
    coefficients.iter().enumerate().filter(|(j, _)| column >> j & 1 == 1).map(|(_, by)| by).sum()
}
