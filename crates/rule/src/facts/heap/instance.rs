//! The heap form of rules whose parameters are known. What depends on parameters alone becomes a number, a condition or a set of
//! numbers; a binder over few numbers is written out, one copy of the move for each. The form of the copies is the form of the
//! rules: a copy makes exactly the moves of its clause with that number chosen.

use super::{Choice, HeapForm, heap_form};
use crate::inline::{Inliner, above_all_locals, inlined};
use crate::rules::{Binder, Domain, Expr, Kind, Move, Rules, Source};
use crate::types::Type;
use crate::uses::Uses;
use std::collections::HashMap;

/// Binders over more numbers stay binders,
const MOST_NUMBERS: usize = 64;

/// and more copies of one move are not made.
const MOST_COPIES: usize = 512;

/// What an expression is worth that depends on parameters alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Settled {
    /// A number.
    Number(i64),
    /// A condition.
    Truth(bool),
    /// A set of numbers.
    Numbers(Vec<i64>),
}

/// A move with some of its binders chosen.
struct Copy {
    of: Move,
    chosen: Vec<(usize, i64)>,
}

/// The form of rules, where `known` says what an expression over parameters is worth; or why they have none.
pub(crate) fn form_at(rules: &Rules, known: &dyn Fn(&Expr) -> Option<Settled>) -> Result<HeapForm, String> {
    if !matches!(&rules.fields[..], [field] if matches!(field.domain, Domain::Nat)) {
        return Err("there is not exactly one field, a `nat`".to_string());
    }
    let mut flat = inlined(rules);
    let mut origins = Vec::new();
    let mut moves = Vec::new();
    for (number, of) in flat.moves.iter().enumerate() {
        for copy in copies(&flat, of, known)? {
            origins.push((number, copy.chosen));
            moves.push(copy.of);
        }
    }
    flat.moves = moves;
    let mut form = heap_form(&flat)?;
    for of in &mut form.moves {
        let (number, chosen) = &origins[of.number];
        of.number = *number;
        let constant = |(local, constant): &(usize, i64)| Choice { constant: *constant, ..Choice::nothing(*local) };
        of.choices.extend(chosen.iter().map(constant));
    }
    Ok(form)
}

/// A move with its binders over few numbers written out; copies whose guard is false are left out.
fn copies(rules: &Rules, of: &Move, known: &dyn Fn(&Expr) -> Option<Settled>) -> Result<Vec<Copy>, String> {
    let settle = Settle { rules, known };
    let mut open = vec![Copy { of: of.map(&mut |expr| settle.expr(expr)), chosen: Vec::new() }];
    let mut done = Vec::new();
    while let Some(copy) = open.pop() {
        if copy.of.guard.as_ref().is_some_and(|guard| guard.kind == Kind::Bool(false)) {
            continue;
        }
        let few = |(at, binder): (usize, &Binder)| Some((at, numbers(binder)?));
        let Some((at, numbers)) = copy.of.binders.iter().enumerate().find_map(few) else {
            done.push(copy);
            continue;
        };
        if open.len() + done.len() + numbers.len() > MOST_COPIES {
            return Err(format!("move {} has too many choices", of.name));
        }
        for number in numbers.into_iter().rev() {
            let mut rest = copy.of.clone();
            let binder = rest.binders.remove(at);
            let value = Expr { kind: Kind::Int(number), ty: Type::Int, span: binder.span };
            let locals = HashMap::from([(binder.local, value)]);
            let mut inliner = Inliner::new(&rules.defs, above_all_locals(rules));
            let of = rest.map(&mut |expr| settle.expr(&inliner.substitute(expr, &locals)));
            let chosen = copy.chosen.iter().copied().chain([(binder.local, number)]).collect();
            open.push(Copy { of, chosen });
        }
    }
    Ok(done)
}

/// The few numbers a binder runs over, if they are written down.
fn numbers(binder: &Binder) -> Option<Vec<i64>> {
    let Source::In(set) = &binder.source else { return None };
    let number = |expr: &Expr| if let Kind::Int(number) = expr.kind { Some(number) } else { None };
    let numbers: Vec<i64> = match &set.kind {
        Kind::Set(elements) => elements.iter().map(number).collect::<Option<_>>()?,
        Kind::Range(low, high) => (number(low)?..=number(high)?).take(MOST_NUMBERS + 1).collect(),
        _ => return None,
    };
    (numbers.len() <= MOST_NUMBERS).then_some(numbers)
}

struct Settle<'a> {
    rules: &'a Rules,
    known: &'a dyn Fn(&Expr) -> Option<Settled>,
}

impl Settle<'_> {
    /// The expression with everything settled that can be.
    fn expr(&self, expr: &Expr) -> Expr {
        if let Some(settled) = self.settled(expr) {
            return settled;
        }
        let mut copy = expr.map_parts(&mut |part| self.expr(part));
        let truth = |part: &Expr| if let Kind::Bool(truth) = part.kind { Some(truth) } else { None };
        let simple = match &copy.kind {
            Kind::And(a, b) | Kind::Or(a, b) => {
                let decides = matches!(copy.kind, Kind::Or(..));
                match (truth(a), truth(b)) {
                    (Some(one), _) if one == decides => Some((**a).clone()),
                    (_, Some(one)) if one == decides => Some((**b).clone()),
                    (Some(_), _) => Some((**b).clone()),
                    (_, Some(_)) => Some((**a).clone()),
                    (None, None) => None,
                }
            }
            Kind::If(condition, yes, no) => {
                truth(condition).map(|truth| if truth { (**yes).clone() } else { (**no).clone() })
            }
            _ => None,
        };
        if let Some(simple) = simple {
            copy = simple;
        }
        copy
    }

    fn settled(&self, expr: &Expr) -> Option<Expr> {
        let kind = &expr.kind;
        let plain = matches!(kind, Kind::Int(_) | Kind::Bool(_) | Kind::Range(..));
        let typed = matches!(&expr.ty, Type::Int | Type::Bool | Type::Set(_));
        if plain || !typed || !Uses::of(expr, &self.rules.defs).is_fixed() || has_free_locals(expr) {
            return None;
        }
        let int = |number: i64| Expr { kind: Kind::Int(number), ty: Type::Int, span: expr.span };
        let kind = match (self.known)(expr)? {
            Settled::Number(number) => Kind::Int(number),
            Settled::Truth(truth) => Kind::Bool(truth),
            Settled::Numbers(numbers) => Kind::Set(numbers.into_iter().map(int).collect()),
        };
        Some(Expr { kind, ..expr.clone() })
    }
}

/// Whether a local is used that the expression does not bind itself.
fn has_free_locals(expr: &Expr) -> bool {
    fn look(expr: &Expr, bound: &mut Vec<usize>) -> bool {
        if let Kind::Local(slot) = expr.kind {
            return !bound.contains(&slot);
        }
        let before = bound.len();
        if let Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) = &expr.kind {
            bound.extend(binders.iter().map(|binder| binder.local));
        }
        let mut free = false;
        expr.parts(&mut |part| free |= look(part, bound));
        bound.truncate(before);
        free
    }
    look(expr, &mut Vec::new())
}
