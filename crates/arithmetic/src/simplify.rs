//! Formulas made simpler, each step an equivalence over the natural numbers: what is known of one linear form is one set of
//! intervals, a bound variable that an equation tells is replaced by what it is, and one that is only bounded, with
//! coefficients 1 and -1, leaves that its lower bounds are below its upper ones. Equal results mean equal formulas; different
//! ones mean nothing.

use crate::Var;
use crate::lower::Plain;
use std::collections::{BTreeMap, BTreeSet};

type Terms = Vec<(Var, i128)>;

/// Disjoint intervals in increasing order, with gaps between them; the ends of the range of numbers stand for no end.
type Intervals = Vec<(i128, i128)>;

const LOW: i128 = i128::MIN;
const HIGH: i128 = i128::MAX;

/// Cases that are looked at one by one, at most; beyond, bound variables stay as they are.
const MOST_CASES: usize = 1 << 10;

/// Numbers beyond this are left alone.
const LARGE: i128 = 1 << 100;

/// An equivalent formula.
pub fn simplified(formula: &Plain) -> Plain {
    Simplifier { cases: 0 }.of(formula)
}

struct Simplifier {
    cases: usize,
}

fn truth(value: bool) -> Plain {
    if value { Plain::All(Vec::new()) } else { Plain::Any(Vec::new()) }
}

impl Simplifier {
    fn of(&mut self, formula: &Plain) -> Plain {
        match formula {
            Plain::Is(var, number) if *number < LARGE as u128 => {
                self.of(&Plain::Equal(vec![(*var, 1)], *number as i128))
            }
            Plain::Equal(..) | Plain::AtMost(..) => match linear(formula) {
                Some((terms, set)) => told(terms, set),
                None => formula.clone(),
            },
            Plain::All(parts) => {
                let parts = parts.iter().map(|part| self.of(part)).collect();
                all(parts)
            }
            Plain::Any(parts) => {
                let parts = parts.iter().map(|part| self.of(part)).collect();
                any(parts)
            }
            Plain::Not(part) => self.opposite(part),
            Plain::Exists(vars, body) => {
                let body = self.of(body);
                self.exists(vars, body)
            }
            Plain::Remainder(terms, modulus, wanted) => remainder(terms, *modulus, *wanted),
            Plain::Is(..) | Plain::XorZero(_) | Plain::Claimed(..) => formula.clone(),
        }
    }

    /// That a formula does not hold.
    fn opposite(&mut self, formula: &Plain) -> Plain {
        match formula {
            Plain::Not(part) => self.of(part),
            Plain::All(parts) => {
                let parts = parts.iter().map(|part| self.opposite(part)).collect();
                any(parts)
            }
            Plain::Any(parts) => {
                let parts = parts.iter().map(|part| self.opposite(part)).collect();
                all(parts)
            }
            Plain::Equal(..) | Plain::AtMost(..) => match linear(formula) {
                Some((terms, set)) => told(terms, complement(&set)),
                None => formula.clone().negated(),
            },
            other => match self.of(other) {
                simple @ (Plain::All(_) | Plain::Any(_) | Plain::Not(_) | Plain::Equal(..) | Plain::AtMost(..)) => {
                    self.opposite(&simple)
                }
                atom => atom.negated(),
            },
        }
    }

    /// That a simple formula holds for some values of these variables.
    fn exists(&mut self, vars: &[Var], body: Plain) -> Plain {
        let free = body.free();
        let vars: Vec<Var> = vars.iter().copied().filter(|var| free.contains(var)).collect();
        if vars.is_empty() {
            return body;
        }
        if let Plain::Any(parts) = body {
            let parts = parts.into_iter().map(|part| self.exists(&vars, part)).collect();
            return any(parts);
        }
        for &var in &vars {
            if let Some(rest) = replaced(&body, var).or_else(|| squeezed(&body, var)) {
                let rest = self.of(&rest);
                return self.exists(&vars, rest);
            }
        }
        // One case after the other, the one with the fewest first.
        let parts = conjuncts(&body);
        let split = (0..parts.len()).filter(|&at| matches!(&parts[at], Plain::Any(_)));
        let cases = |at: usize| if let Plain::Any(cases) = &parts[at] { &cases[..] } else { &[] };
        let speaks = |at: &usize| parts[*at].free().iter().any(|var| vars.contains(var));
        let Some(split) = split.filter(speaks).min_by_key(|&at| cases(at).len()) else {
            return Plain::Exists(vars, Box::new(body));
        };
        self.cases += cases(split).len();
        if self.cases > MOST_CASES {
            return Plain::Exists(vars, Box::new(body));
        }
        let mut found = Vec::new();
        for case in cases(split) {
            let others = parts.iter().enumerate().filter(|(at, _)| *at != split).map(|(_, part)| part.clone());
            let together = all(others.chain([case.clone()]).collect());
            found.push(self.exists(&vars, together));
        }
        any(found)
    }
}

/// The parts of a conjunction.
fn conjuncts(formula: &Plain) -> &[Plain] {
    match formula {
        Plain::All(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// A conjunction of simple parts.
fn all(parts: Vec<Plain>) -> Plain {
    let mut forms: BTreeMap<Terms, Intervals> = BTreeMap::new();
    let mut others: BTreeSet<Plain> = BTreeSet::new();
    for part in parts {
        for part in conjuncts(&part) {
            match linear(part) {
                Some((terms, set)) => {
                    let known = forms.entry(terms).or_insert_with(|| vec![(LOW, HIGH)]);
                    *known = meet(known, &set);
                }
                None => {
                    others.insert(part.clone());
                }
            }
        }
    }
    let mut found: BTreeSet<Plain> = others;
    for (terms, set) in forms {
        found.extend(conjuncts(&told(terms, set)).iter().cloned());
    }
    drop_told(&mut found);
    if found.contains(&truth(false)) {
        return truth(false);
    }
    one_or(found, Plain::All)
}

/// Drops those parts of a conjunction that an equation among them makes certain.
fn drop_told(parts: &mut BTreeSet<Plain>) {
    let equations: Vec<Plain> = parts.iter().filter(|part| matches!(part, Plain::Equal(..))).cloned().collect();
    for equation in &equations {
        let Plain::Equal(terms, constant) = equation else { continue };
        let values: Vec<(Var, Value)> =
            terms.iter().filter_map(|(var, _)| Some((*var, Value::told(terms, *constant, *var)?))).collect();
        let is_certain = |part: &Plain| {
            matches!(part, Plain::AtMost(..))
                && values.iter().any(|(var, value)| {
                    let there = value.instead_of(*var, part).and_then(|part| linear(&part));
                    there.is_some_and(|(terms, set)| told(terms, set) == truth(true))
                })
        };
        parts.retain(|part| !is_certain(part));
    }
}

/// A disjunction of simple parts.
fn any(parts: Vec<Plain>) -> Plain {
    let mut forms: BTreeMap<Terms, Intervals> = BTreeMap::new();
    let mut others: BTreeSet<Plain> = BTreeSet::new();
    for part in parts {
        let each = match &part {
            Plain::Any(parts) => &parts[..],
            other => std::slice::from_ref(other),
        };
        for part in each {
            match linear(part) {
                Some((terms, set)) => forms.entry(terms).or_default().extend(set),
                None => {
                    others.insert(part.clone());
                }
            }
        }
    }
    let mut found: BTreeSet<Plain> = others;
    for (terms, set) in forms {
        match told(terms, united(set)) {
            Plain::Any(parts) => found.extend(parts),
            one => {
                found.insert(one);
            }
        }
    }
    if found.contains(&truth(true)) {
        return truth(true);
    }
    // What all cases have in common stands before them.
    let sets: Vec<BTreeSet<&Plain>> = found.iter().map(|part| conjuncts(part).iter().collect()).collect();
    if let Some((first, rest)) = sets.split_first()
        && !rest.is_empty()
    {
        let common: BTreeSet<&Plain> =
            first.iter().copied().filter(|part| rest.iter().all(|set| set.contains(part))).collect();
        if !common.is_empty() {
            let left = sets.iter().map(|set| all(set.difference(&common).map(|part| (*part).clone()).collect()));
            let cases = any(left.collect());
            return all(common.into_iter().cloned().chain([cases]).collect());
        }
    }
    one_or(found, Plain::Any)
}

fn one_or(mut parts: BTreeSet<Plain>, join: fn(Vec<Plain>) -> Plain) -> Plain {
    match parts.len() {
        1 => parts.pop_first().expect("there is one"),
        _ => join(parts.into_iter().collect()),
    }
}

/// The linear form that a formula speaks of alone, and the values it may have.
fn linear(formula: &Plain) -> Option<(Terms, Intervals)> {
    match formula {
        Plain::Equal(terms, constant) => form(terms, *constant, *constant),
        Plain::AtMost(terms, constant) => form(terms, LOW, *constant),
        Plain::All(parts) | Plain::Any(parts) => {
            let mut parts = parts.iter().map(linear);
            let (terms, mut set) = parts.next()??;
            for part in parts {
                let (other, more) = part?;
                if other != terms {
                    return None;
                }
                match formula {
                    Plain::All(_) => set = meet(&set, &more),
                    _ => set.extend(more),
                }
            }
            Some((terms, united(set)))
        }
        _ => None,
    }
}

/// Terms in their one form (sorted, without a common divisor, the first positive) and the values that they have where these
/// lie from `low` to `high`.
fn form(terms: &[(Var, i128)], low: i128, high: i128) -> Option<(Terms, Intervals)> {
    let mut sums: BTreeMap<Var, i128> = BTreeMap::new();
    for (var, by) in terms {
        let sum = sums.entry(*var).or_default();
        *sum = sum.checked_add(*by).filter(|sum| sum.abs() < LARGE)?;
    }
    if [low, high].iter().any(|end| ![LOW, HIGH].contains(end) && !(-LARGE..=LARGE).contains(end)) {
        return None;
    }
    let mut terms: Terms = sums.into_iter().filter(|(_, by)| *by != 0).collect();
    let divisor = terms.iter().fold(0, |divisor, (_, by)| gcd(divisor, by.abs()));
    if divisor == 0 {
        return Some((terms, if low <= 0 && 0 <= high { vec![(LOW, HIGH)] } else { Vec::new() }));
    }
    let sign = terms[0].1.signum();
    terms.iter_mut().for_each(|(_, by)| *by = *by / divisor * sign);
    let up = |end: i128| if [LOW, HIGH].contains(&end) { end } else { -(-end).div_euclid(divisor) };
    let down = |end: i128| if [LOW, HIGH].contains(&end) { end } else { end.div_euclid(divisor) };
    let (low, high) = (up(low), down(high));
    let (low, high) = if sign < 0 { (opposite_end(high), opposite_end(low)) } else { (low, high) };
    Some((terms, if low <= high { vec![(low, high)] } else { Vec::new() }))
}

fn opposite_end(end: i128) -> i128 {
    match end {
        LOW => HIGH,
        HIGH => LOW,
        end => -end,
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The formula that a form, as [`form`] makes them, has one of these values, its variables being natural.
fn told(terms: Terms, set: Intervals) -> Plain {
    // The first term is positive; if all are, the form is never negative.
    let least = if terms.iter().all(|(_, by)| *by > 0) { 0 } else { LOW };
    let set = meet(&set, &[(least, HIGH)]);
    if terms.is_empty() || set.is_empty() {
        return truth(!set.is_empty());
    }
    let interval = |(low, high): (i128, i128)| {
        if low == high {
            return Plain::Equal(terms.clone(), low);
        }
        let below = (high != HIGH).then(|| Plain::AtMost(terms.clone(), high));
        let above = (low != least).then(|| Plain::AtMost(terms.iter().map(|(var, by)| (*var, -by)).collect(), -low));
        one_or(below.into_iter().chain(above).collect(), Plain::All)
    };
    one_or(set.into_iter().map(interval).collect(), Plain::Any)
}

/// That a sum has a remainder, its coefficients being remainders too.
fn remainder(terms: &[(Var, i128)], modulus: u32, wanted: u32) -> Plain {
    let mut sums: BTreeMap<Var, i128> = BTreeMap::new();
    for (var, by) in terms {
        let sum = sums.entry(*var).or_default();
        *sum = (*sum + by.rem_euclid(modulus.into())).rem_euclid(modulus.into());
    }
    let terms: Terms = sums.into_iter().filter(|(_, by)| *by != 0).collect();
    if terms.is_empty() { truth(wanted == 0) } else { Plain::Remainder(terms, modulus, wanted) }
}

/// Intervals in order and joined where they touch.
fn united(mut set: Intervals) -> Intervals {
    set.sort_unstable();
    let mut found: Intervals = Vec::new();
    for (low, high) in set {
        match found.last_mut() {
            Some(last) if last.1 == HIGH || low <= last.1 + 1 => last.1 = last.1.max(high),
            _ => found.push((low, high)),
        }
    }
    found
}

fn meet(one: &[(i128, i128)], other: &[(i128, i128)]) -> Intervals {
    let mut found = Vec::new();
    let (mut one, mut other) = (one, other);
    while let ([(a, b), ..], [(c, d), ..]) = (one, other) {
        if a.max(c) <= b.min(d) {
            found.push((*a.max(c), *b.min(d)));
        }
        if b < d { one = &one[1..] } else { other = &other[1..] }
    }
    found
}

fn complement(set: &[(i128, i128)]) -> Intervals {
    let mut found = Vec::new();
    let mut next = Some(LOW);
    for (low, high) in set {
        if let Some(start) = next
            && start < *low
        {
            found.push((start, low - 1));
        }
        next = high.checked_add(1);
    }
    found.extend(next.map(|start| (start, HIGH)));
    found
}

/// The formula without a variable that an equation among its parts tells, with the other parts saying so.
fn replaced(formula: &Plain, var: Var) -> Option<Plain> {
    let parts = conjuncts(formula);
    parts.iter().enumerate().find_map(|(at, part)| {
        let Plain::Equal(terms, constant) = part else { return None };
        let value = Value::told(terms, *constant, var)?;
        let rest = parts.iter().enumerate().filter(|(other, _)| *other != at);
        let mut rest = rest.map(|(_, part)| value.instead_of(var, part)).collect::<Option<Vec<Plain>>>()?;
        rest.push(value.is_natural());
        Some(Plain::All(rest))
    })
}

/// The formula without a variable of which some parts say that it is at least or at most something, and nothing else.
fn squeezed(formula: &Plain, var: Var) -> Option<Plain> {
    let (mut low, mut high, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for part in conjuncts(formula) {
        match part {
            Plain::AtMost(terms, constant) => {
                let others: Terms = terms.iter().copied().filter(|(other, _)| *other != var).collect();
                match terms.iter().find(|(other, _)| *other == var).map_or(0, |(_, by)| *by) {
                    0 => rest.push(part.clone()),
                    1 => high.push((others, *constant)),
                    -1 => low.push((others, *constant)),
                    _ => return None,
                }
            }
            other if other.free().contains(&var) => return None,
            other => rest.push(other.clone()),
        }
    }
    // others - var <= constant and others + var <= constant; a natural number is at least 0.
    low.push((Vec::new(), 0));
    for (below, least) in &low {
        for (above, most) in &high {
            let terms = below.iter().chain(above).copied().collect();
            rest.push(Plain::AtMost(terms, least.checked_add(*most)?));
        }
    }
    Some(Plain::All(rest))
}

/// A linear form that a variable is.
struct Value {
    terms: Terms,
    constant: i128,
}

impl Value {
    /// What a variable is where the terms are this constant; nothing if that does not tell it.
    fn told(terms: &[(Var, i128)], constant: i128, var: Var) -> Option<Value> {
        let sign: i128 = terms.iter().filter(|(other, _)| *other == var).map(|(_, by)| by).sum();
        let others = terms.iter().filter(|(other, _)| *other != var);
        // sign * var = constant - others
        let terms = others.map(|(other, by)| (*other, -by * sign)).collect();
        (sign.abs() == 1).then_some(Value { terms, constant: constant * sign })
    }

    fn is_natural(&self) -> Plain {
        Plain::AtMost(self.terms.iter().map(|(var, by)| (*var, -by)).collect(), self.constant)
    }

    /// The formula with this in the place of a variable; nothing where that cannot be written.
    fn instead_of(&self, var: Var, formula: &Plain) -> Option<Plain> {
        let sum = |terms: &[(Var, i128)]| -> Option<(Terms, i128)> {
            let times: i128 = terms.iter().filter(|(other, _)| *other == var).map(|(_, by)| by).sum();
            let mut sum: Terms = terms.iter().copied().filter(|(other, _)| *other != var).collect();
            for (other, by) in &self.terms {
                sum.push((*other, by.checked_mul(times)?));
            }
            Some((sum, self.constant.checked_mul(times)?))
        };
        let each = |parts: &[Plain]| parts.iter().map(|part| self.instead_of(var, part)).collect::<Option<Vec<_>>>();
        Some(match formula {
            Plain::Equal(terms, constant) => {
                let (terms, more) = sum(terms)?;
                Plain::Equal(terms, constant.checked_sub(more)?)
            }
            Plain::AtMost(terms, constant) => {
                let (terms, more) = sum(terms)?;
                Plain::AtMost(terms, constant.checked_sub(more)?)
            }
            Plain::Remainder(terms, modulus, wanted) => {
                let (terms, more) = sum(terms)?;
                let wanted = i128::from(*wanted).checked_sub(more)?.rem_euclid(i128::from(*modulus));
                Plain::Remainder(terms, *modulus, wanted as u32)
            }
            Plain::All(parts) => Plain::All(each(parts)?),
            Plain::Any(parts) => Plain::Any(each(parts)?),
            Plain::Not(part) => self.instead_of(var, part)?.negated(),
            other if other.free().contains(&var) => return None,
            other => other.clone(),
        })
    }
}
