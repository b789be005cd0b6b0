//! The connectives, quantifiers and substitutions, on top of products and projections.

use crate::arith::{Arith, MAX_VARIABLES};
use crate::atom::ascending;
use crate::minimise::{DEAD, Raw};
use crate::{Comparison, OutOfBudget, Rel, Var};

impl Arith<'_> {
    /// In all of `rels`.
    pub fn and(&self, rels: &[&Rel]) -> Result<Rel, OutOfBudget> {
        self.and_exists(rels, &[])
    }

    /// In at least one of `rels`. Of none: the false sentence.
    pub fn or(&self, rels: &[&Rel]) -> Result<Rel, OutOfBudget> {
        // By halves, each made minimal: which of many holds is forgotten early.
        match rels {
            [] => self.none(&[]),
            [one] => Ok((*one).clone()),
            [a, b] => self.combine(&[a, b], |truth| truth[0] || truth[1]),
            many => {
                let (first, second) = many.split_at(many.len() / 2);
                self.or(&[&self.or(first)?, &self.or(second)?])
            }
        }
    }

    /// Not in `rel`.
    pub fn not(&self, rel: &Rel) -> Result<Rel, OutOfBudget> {
        self.combine(&[rel], |truth| !truth[0])
    }

    /// In both or in neither.
    pub fn iff(&self, a: &Rel, b: &Rel) -> Result<Rel, OutOfBudget> {
        self.combine(&[a, b], |truth| truth[0] == truth[1])
    }

    /// In `b` or not in `a`.
    pub fn implies(&self, a: &Rel, b: &Rel) -> Result<Rel, OutOfBudget> {
        self.combine(&[a, b], |truth| !truth[0] || truth[1])
    }

    /// For some values of `vars`.
    pub fn exists(&self, rel: &Rel, vars: &[Var]) -> Result<Rel, OutOfBudget> {
        self.and_exists(&[rel], vars)
    }

    /// For all values of `vars`.
    pub fn forall(&self, rel: &Rel, vars: &[Var]) -> Result<Rel, OutOfBudget> {
        self.not(&self.exists(&self.not(rel)?, vars)?)
    }

    /// The same relation over `vars` too, on which it does not depend.
    pub fn widen(&self, rel: &Rel, vars: &[Var]) -> Result<Rel, OutOfBudget> {
        if vars.iter().all(|var| rel.vars.contains(var)) {
            return Ok(rel.clone());
        }
        self.and(&[rel, &self.all(vars)?])
    }

    /// Variables replaced by variables, all at once; others stay. Two that become one must be equal.
    pub fn rename(&self, rel: &Rel, map: &[(Var, Var)]) -> Result<Rel, OutOfBudget> {
        self.same_digits(rel);
        let new = |var: &Var| map.iter().find(|(old, _)| old == var).map_or(*var, |&(_, new)| new);
        let renamed: Vec<Var> = rel.vars.iter().map(new).collect();
        let vars = ascending(&renamed);
        if vars == renamed {
            return Ok(Rel { vars, ..rel.clone() });
        }
        let place: Vec<usize> =
            renamed.iter().map(|var| vars.binary_search(var).expect("the same variables")).collect();
        let old = |column: usize| place.iter().enumerate().fold(0, |old, (j, at)| old | (column >> at & 1) << j);
        let columns: Vec<usize> = (0..1 << vars.len()).map(old).collect();
        let row = |state| columns.iter().map(move |&column| rel.after(state, column) as u32);
        let next: Vec<u32> = (0..rel.states()).flat_map(row).collect();
        self.minimal(vars.clone(), reached(Raw { bits: vars.len(), next, accept: rel.accept.clone() }))
    }

    /// `var` replaced by `terms + constant`: the tuples for which that is a natural number that fits.
    pub fn substitute(&self, rel: &Rel, var: Var, terms: &[(Var, i64)], constant: i64) -> Result<Rel, OutOfBudget> {
        // The old variable steps aside first, so that `terms` may use its name again.
        let aside = Var::inner(1);
        let rel = self.rename(rel, &[(var, aside)])?;
        let terms: Vec<_> = terms.iter().copied().chain([(aside, -1)]).collect();
        let Some(negated) = constant.checked_neg() else { return Err(OutOfBudget::Numbers) };
        let value = self.linear(&terms, Comparison::Eq, negated)?;
        self.and_exists(&[&rel, &value], &[aside])
    }

    /// The values of `vars` fixed, the variables dropped.
    pub fn fix(&self, rel: &Rel, values: &[(Var, u128)]) -> Result<Rel, OutOfBudget> {
        let constants: Vec<Rel> =
            values.iter().map(|&(var, value)| self.constant(var, value)).collect::<Result<_, _>>()?;
        let vars: Vec<Var> = values.iter().map(|&(var, _)| var).collect();
        // In portions, so that many fixed variables do not meet in one product.
        let mut rel = rel.clone();
        for (constants, vars) in constants.chunks(4).zip(vars.chunks(4)) {
            let rels: Vec<&Rel> = std::iter::once(&rel).chain(constants).collect();
            rel = self.and_exists(&rels, vars)?;
        }
        Ok(rel)
    }
}

/// The states reached from the first, others dropped.
fn reached(raw: Raw) -> Raw {
    debug_assert!(raw.bits <= MAX_VARIABLES);
    let width = 1usize << raw.bits;
    let mut number = vec![DEAD; raw.accept.len()];
    let mut order = vec![0usize];
    number[0] = 0;
    let mut new = Raw { bits: raw.bits, next: Vec::new(), accept: Vec::new() };
    let mut done = 0;
    while done < order.len() {
        let state = order[done];
        done += 1;
        new.accept.push(raw.accept[state]);
        for &after in &raw.next[state * width..][..width] {
            if number[after as usize] == DEAD {
                number[after as usize] = order.len() as u32;
                order.push(after as usize);
            }
            new.next.push(number[after as usize]);
        }
    }
    new
}
