//! Comparisons of products in claims: a form a X^2 + b X Y + c Y^2 compared with 0.
//!
//! For a > 0 the form is less than 0 exactly if |2 a X + b Y| < Y sqrt(d), d = b^2 - 4 a c. Where d = k^2 that is linear.
//! Where d = 5 k^2 it speaks of the golden ratio, because sqrt(5) = 2 phi - 1; it is then 0 only for X = Y = 0.
//! Other forms are refused, and so is anything that is not homogeneous.

use super::expr::{Eval, Scope, refuse};
use super::term::*;
use super::value::Truth;
use crate::{Formula, Relation, Term, Var};
use grundy_rule::{ArithOp, Comparison, Expr, Kind, Span};
use std::collections::BTreeMap;

/// How often each product of at most two variables occurs; of none: the constant.
type Polynomial = BTreeMap<Vec<Var>, i64>;

/// Where a form is less than 0 and where it is 0.
struct Sign {
    negative: Formula,
    zero: Formula,
}

impl Scope<'_> {
    /// `left op right` for polynomials of degree 2.
    pub fn squares(&mut self, op: Comparison, left: &Expr, right: &Expr, span: Span) -> Eval<Truth> {
        let mut defined = Vec::new();
        let (left, right) = (self.polynomial(left, &mut defined)?, self.polynomial(right, &mut defined)?);
        let Some(sign) = combined(left, right, -1).as_ref().and_then(sign) else {
            return refuse(span, "a comparison of products that is neither linear nor of the golden ratio");
        };
        let holds = match op {
            Comparison::Eq => sign.zero,
            Comparison::Ne => not(sign.zero),
            Comparison::Lt => sign.negative,
            Comparison::Le => any([sign.negative, sign.zero]),
        };
        Ok(Truth::within(holds, all(defined)))
    }

    fn polynomial(&mut self, expr: &Expr, defined: &mut Vec<Formula>) -> Eval<Polynomial> {
        let found = match &expr.kind {
            Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub | ArithOp::Mul), left, right) => {
                let (left, right) = (self.polynomial(left, defined)?, self.polynomial(right, defined)?);
                match op {
                    ArithOp::Add => combined(left, right, 1),
                    ArithOp::Sub => combined(left, right, -1),
                    _ => product(&left, &right),
                }
            }
            _ => {
                let number = self.number(expr)?;
                defined.push(number.defined);
                let mut found = Polynomial::new();
                linear(&number.term, 1, &mut found).map(|()| found)
            }
        };
        found.map_or_else(|| refuse(expr.span, "a product of more than two numbers that are not fixed"), Ok)
    }
}

/// `a + by * b`.
fn combined(mut a: Polynomial, b: Polynomial, by: i64) -> Option<Polynomial> {
    for (vars, count) in b {
        add(&mut a, vars, count.checked_mul(by)?)?;
    }
    Some(a)
}

fn add(to: &mut Polynomial, vars: Vec<Var>, count: i64) -> Option<()> {
    let entry = to.entry(vars).or_default();
    *entry = entry.checked_add(count)?;
    Some(())
}

/// `a * b`, if that has no degree above 2.
fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut found = Polynomial::new();
    for (of_a, count_a) in a {
        for (of_b, count_b) in b {
            let mut vars = [&of_a[..], &of_b[..]].concat();
            vars.sort_unstable();
            if vars.len() > 2 {
                return None;
            }
            add(&mut found, vars, count_a.checked_mul(*count_b)?)?;
        }
    }
    Some(found)
}

/// Adds `by * term`, if the term is linear.
fn linear(term: &Term, by: i64, found: &mut Polynomial) -> Option<()> {
    match term {
        Term::Constant(number) => add(found, Vec::new(), by.checked_mul(*number)?),
        Term::Var(var) => add(found, vec![*var], by),
        Term::Sum(terms) => terms.iter().try_for_each(|term| linear(term, by, found)),
        Term::Times(factor, term) => linear(term, by.checked_mul(*factor)?, found),
        _ => None,
    }
}

/// The sign of a form in at most two variables; `None` if it is none, or of other roots.
fn sign(form: &Polynomial) -> Option<Sign> {
    let form: Vec<(&Vec<Var>, i64)> =
        form.iter().map(|(vars, count)| (vars, *count)).filter(|one| one.1 != 0).collect();
    let mut vars: Vec<Var> = form.iter().flat_map(|(vars, _)| vars.iter().copied()).collect();
    vars.sort_unstable();
    vars.dedup();
    if form.iter().any(|(vars, _)| vars.len() != 2) || vars.len() > 2 {
        return None;
    }
    let count = |of: [usize; 2]| {
        let wanted: Option<Vec<Var>> = of.iter().map(|&at| vars.get(at).copied()).collect();
        form.iter().find(|(vars, _)| Some(*vars) == wanted.as_ref()).map_or(0, |one| one.1)
    };
    let term = |at: usize| vars.get(at).map_or(Term::Constant(0), |var| Term::Var(*var));
    let (a, b, c) = (count([0, 0]), count([0, 1]), count([1, 1]));
    let (x, y) = (term(0), term(1));
    let limit = |number: i64| number.abs() <= 1 << 20;
    if ![a, b, c].into_iter().all(limit) {
        return None;
    }
    let (a, c, x, y) = if a == 0 { (c, a, y, x) } else { (a, c, x, y) };
    if a < 0 || a == 0 && b < 0 {
        let Sign { negative, zero } = positive_first([-a, -b, -c], x, y)?;
        return Some(Sign { negative: not(any([negative, zero.clone()])), zero });
    }
    positive_first([a, b, c], x, y)
}

/// The sign of a X^2 + b X Y + c Y^2 with a > 0, or of b X Y with b >= 0.
fn positive_first([a, b, c]: [i64; 3], x: Term, y: Term) -> Option<Sign> {
    let is_zero = |term: &Term| compare(term.clone(), Relation::Equal, Term::Constant(0));
    if a == 0 {
        let zero = if b == 0 { yes() } else { any([is_zero(&x), is_zero(&y)]) };
        return Some(Sign { negative: no(), zero });
    }
    let both = all([is_zero(&x), is_zero(&y)]);
    let middle = plus(times(2 * a, x)?, times(b, y.clone())?)?;
    let turned = times(-1, middle.clone())?;
    let d = b * b - 4 * a * c;
    let root = |d: i64| Some(d.isqrt()).filter(|root| root * root == d);
    if d < 0 {
        return Some(Sign { negative: no(), zero: both });
    }
    if let Some(k) = root(d) {
        let edge = times(k, y)?;
        let below = |term: &Term| compare(term.clone(), Relation::Less, edge.clone());
        let at = |term: &Term| compare(term.clone(), Relation::Equal, edge.clone());
        return Some(Sign { negative: all([below(&middle), below(&turned)]), zero: any([at(&middle), at(&turned)]) });
    }
    let k = root(d / 5).filter(|k| 5 * k * k == d)?;
    let below =
        |term: &Term| Some(Formula::Golden(plus(term.clone(), times(k, y.clone())?)?, times(2 * k, y.clone())?));
    Some(Sign { negative: all([below(&middle)?, below(&turned)?]), zero: both })
}
