//! `take k times t from x`, k chosen freely: the step `take t from x`, repeated at least once.
//!
//! The two are the same where t > 0 is asked for, t does not speak of x, k runs from 1 to x, the only other condition
//! on k or x is k t <= x, and nothing else changes: then k steps are legal one after the other exactly if k t <= x, and
//! k <= k t <= x. Anything else is refused.

use super::expr::{Eval, Product, Scope, refuse};
use super::moves::changes;
use super::term::*;
use crate::{Formula, Move, Relation, Term, Var};
use grundy_rule::Span;

/// The step that a move with a product repeats.
pub(super) fn repeat(
    scope: &mut Scope,
    fields: &[Var],
    legal: Formula,
    to: &[Term],
    products: &[Product],
    span: Span,
) -> Eval<Move> {
    let [Product { factor, of, is, span: place }] = products else {
        return refuse(span, "products of several numbers that are not fixed");
    };
    let refused = || refuse(*place, "a product of two numbers that are not fixed, and no repeated step");
    let changed: Vec<usize> = (0..to.len()).filter(|&i| to[i] != Term::Var(fields[i])).collect();
    let [at] = changed[..] else { return refused() };
    let x = Term::Var(fields[at]);
    let product = Term::Var(*is);
    if Some(&to[at]) != minus(x.clone(), product.clone()).as_ref() {
        return refused();
    }
    let mut speaks = Vec::new();
    variables(of, &mut speaks);
    if speaks.contains(&fields[at]) || speaks.iter().any(|var| !fields.contains(var)) {
        return refused();
    }
    let conditions = match legal {
        Formula::All(parts) => parts,
        other => vec![other],
    };
    let k = Term::Var(*factor);
    let positive = compare(Term::Constant(0), Relation::Less, of.clone());
    let taken = [
        compare(Term::Constant(1), Relation::LessOrEqual, k.clone()),
        compare(k, Relation::LessOrEqual, x.clone()),
        compare(product, Relation::LessOrEqual, x.clone()),
    ];
    if !conditions.contains(&positive) || taken.iter().any(|wanted| !conditions.contains(wanted)) {
        return refused();
    }
    let others: Vec<Formula> = conditions.into_iter().filter(|condition| !taken.contains(condition)).collect();
    let mut vars = Vec::new();
    others.iter().for_each(|condition| named(condition, &mut vars));
    if vars.iter().any(|var| var == factor || var == is || *var == fields[at]) {
        return refused();
    }
    let Some(after) = minus(x.clone(), of.clone()) else { return refused() };
    let mut once = to.to_vec();
    once[at] = after;
    let step = all(others.into_iter().chain([compare(of.clone(), Relation::LessOrEqual, x)]));
    let (changed, legal) = changes(scope, fields, step, &once);
    Ok(Move { changed, legal })
}
