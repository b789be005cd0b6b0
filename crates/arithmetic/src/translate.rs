//! From checked rules to arithmetic: fields become variables, moves and claims formulas over them.
//!
//! What can be translated: a fixed number of number fields (also pairs, and arrays whose length is known), linear
//! guards and updates, `%` and `//` by constants, `^^`, binders over ranges and written-out sets, conditions, folds
//! over known ranges, `become` with positions of the same game, and steps repeated freely (Euclid's game). Number
//! parameters stay open where that is possible: they become fields that never change, so what is proved holds for
//! all of them. Everything else is refused with its place and the reason.
//!
//! The translation follows `run`, which defines what rules mean; tests compare the two on every position of a box.

mod claims;
mod expr;
mod moves;
mod parameters;
mod places;
mod quadratic;
mod repeat;
mod set;
mod term;
mod value;

pub use claims::{Claimed, Definition, Says};
pub use expr::Called;
pub use parameters::{Parameters, parameters};
pub use places::Places;
pub use term::named;

use crate::{Convention, Formula, Game, Term, Var};
use expr::{Eval, Held, Scope, Stop, refuse};
use grundy_rule::{Domain, Rules, Span};
use grundy_run::Value;
use std::fmt;
use term::{all, settled, yes};
use value::{Number, Set, Sym};

/// More fields than this are not looked at.
const MOST_FIELDS: usize = 11;

/// Why rules are not arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotDefinable {
    /// Where it shows.
    pub span: Span,
    /// What it is.
    pub reason: String,
}

impl fmt::Display for NotDefinable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// What a variable of the translation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A field, or an entry of one that holds pairs.
    Field {
        /// Its number.
        field: usize,
        /// Which entry.
        entry: Option<usize>,
    },
    /// A cell of an array field.
    Cell {
        /// The field's number.
        field: usize,
        /// The cell, by rank in the index set.
        rank: usize,
    },
    /// A parameter that stays open.
    Param {
        /// Its number.
        param: usize,
        /// Its variable.
        var: Var,
    },
}

/// How a parameter is known.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    /// As a variable.
    Open(Var),
    /// As a value.
    Fixed(Value),
}

/// Rules in arithmetic.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The moves and the domain.
    pub game: Game,
    /// What the fields of `game` are, in the same order.
    pub slots: Vec<Slot>,
    /// What they are called.
    pub names: Vec<String>,
    /// How play ends.
    pub convention: Convention,
    /// The claims, in order, or why one is not arithmetic.
    pub claims: Vec<Result<Claimed, NotDefinable>>,
    /// The definitions that call themselves and that the claims use.
    pub definitions: Vec<Definition>,
    /// Which position is the start at its parameters, if all fields have defaults that are arithmetic and all number
    /// parameters are open; those without a set are sizes and begin at 1.
    pub start: Option<Formula>,
}

/// Translates rules whose parameters have these values; number parameters without influence on the shape stay open.
pub fn translate(rules: &Rules, params: &[Value]) -> Result<Translated, NotDefinable> {
    let mut open = numbers(rules);
    loop {
        match attempt(rules, params, &open) {
            Ok(translated) => return Ok(translated),
            Err(Stop::No(reason)) => {
                // With a parameter open something may fail that works with its value.
                match open.iter().position(|open| *open) {
                    Some(_) => open.fill(false),
                    None => return Err(reason),
                }
            }
            Err(Stop::Need(param)) => open[param] = false,
        }
    }
}

/// The moves of rules at these parameters, none of which stays open.
pub(crate) fn at_parameters(rules: &Rules, params: &[Value]) -> Result<Game, NotDefinable> {
    let closed = vec![false; rules.params.len()];
    match attempt(rules, params, &closed) {
        Ok(translated) => Ok(translated.game),
        Err(Stop::No(reason)) => Err(reason),
        Err(Stop::Need(_)) => unreachable!("no parameter is open"),
    }
}

/// Which parameters are natural numbers, as variables are.
fn numbers(rules: &Rules) -> Vec<bool> {
    let number = |domain: &Domain| matches!(domain, Domain::Nat | Domain::From(_));
    rules.params.iter().map(|param| number(&param.domain)).collect()
}

fn attempt(rules: &Rules, params: &[Value], open: &[bool]) -> Eval<Translated> {
    let convention = match grundy_rule::Convention::of(rules) {
        grundy_rule::Convention::Normal => Convention::Normal,
        grundy_rule::Convention::Misere => Convention::Misere,
        other => return refuse(rules.verdicts.first().map_or(rules.span, |v| v.span), other.describe()),
    };
    let mut scope = Scope::new(rules, params);
    let mut shape = Shape::default();
    // Open parameters are needed by the sets of fields, so they are bound first; their variables come last.
    scope.next = 1 + MOST_FIELDS as u32;
    let mut domain = scope.open(open)?;
    for (number, field) in rules.fields.iter().enumerate() {
        let (held, condition) = shape.field(&mut scope, number, &field.domain, field.span)?;
        scope.state.push(held);
        domain.push(condition);
        if shape.slots.len() > MOST_FIELDS {
            return refuse(field.span, format!("more than {MOST_FIELDS} numbers in a position"));
        }
    }
    for (field, limit) in &rules.limits {
        let limit = scope.number(limit)?.term;
        if let Held::One(Sym::Number(number)) = &scope.state[*field] {
            domain.push(term::compare(number.term.clone(), crate::Relation::LessOrEqual, limit));
        }
    }
    for (param, var) in scope.opened() {
        shape.slots.push(Slot::Param { param, var });
        shape.vars.push(var);
    }
    if shape.slots.len() > MOST_FIELDS {
        return refuse(rules.span, format!("more than {MOST_FIELDS} numbers in a position"));
    }
    let domain = all(domain);
    let domain = if settled(&domain) == Some(true) { None } else { Some(domain) };
    let Shape { slots, vars } = shape;
    let mut game = Game { fields: vars, domain, moves: vec![], repeats: vec![], splits: vec![] };
    let start = scope.state.clone();
    moves::moves(&mut scope, &slots, &mut game)?;
    scope.state = start;
    scope.binders.clear();
    let mut claims = Vec::new();
    for one in &rules.claims {
        claims.push(claims::claim(&mut scope, one).map_err(Stop::Need)?);
    }
    let definitions = match claims::definitions(&mut scope, &slots, &claims) {
        Ok(definitions) => definitions,
        Err(Stop::Need(param)) => return Err(Stop::Need(param)),
        Err(Stop::No(reason)) => {
            let calls = |claim: &Result<Claimed, NotDefinable>| claim.as_ref().is_ok_and(|one| !one.calls.is_empty());
            claims.iter_mut().filter(|claim| calls(claim)).for_each(|claim| *claim = Err(reason.clone()));
            Vec::new()
        }
    };
    let start = if open == numbers(rules) { parameters::start(&mut scope) } else { None };
    let (game, slots, claims) = without_idle(game, slots, claims, start.as_ref());
    let names = slots.iter().map(|slot| name(rules, slot)).collect();
    Ok(Translated { game, slots, names, convention, claims, definitions, start })
}

/// Drops open parameters that nothing speaks of.
fn without_idle(
    mut game: Game,
    slots: Vec<Slot>,
    claims: Vec<Result<Claimed, NotDefinable>>,
    start: Option<&Formula>,
) -> (Game, Vec<Slot>, Vec<Result<Claimed, NotDefinable>>) {
    let mut used = Vec::new();
    // Where the start decides nothing that claims speak of, its parameters do not matter.
    let speaks = |claim: &Claimed| {
        let mut vars = Vec::new();
        term::named(&claim.when, &mut vars);
        vars.iter().any(|var| slots.iter().any(|slot| matches!(slot, Slot::Param { var: own, .. } if own == var)))
    };
    if claims.iter().flatten().any(speaks) {
        start.into_iter().for_each(|start| term::named(start, &mut used));
    }
    let steps = game.moves.iter().chain(&game.repeats).map(|step| &step.legal);
    let formulas = steps.chain(game.splits.iter().map(|split| &split.legal)).chain(&game.domain);
    formulas.for_each(|formula| term::named(formula, &mut used));
    for claim in claims.iter().flatten() {
        term::named(&claim.when, &mut used);
        if let Says::Grundy(value) | Says::Plies(value) | Says::Rounds(value) = &claim.says {
            term::variables(value, &mut used);
        }
    }
    let idle = |slot: &Slot| matches!(slot, Slot::Param { var, .. } if !used.contains(var));
    if !game.splits.is_empty() {
        return (game, slots, claims);
    }
    let kept: Vec<bool> = slots.iter().map(|slot| !idle(slot)).collect();
    let mut keep = kept.iter();
    game.fields.retain(|_| *keep.next().expect("one for each"));
    let slots = slots.into_iter().filter(|slot| !idle(slot)).collect();
    (game, slots, claims)
}

#[derive(Default)]
struct Shape {
    slots: Vec<Slot>,
    vars: Vec<Var>,
}

impl Shape {
    fn var(&mut self, slot: Slot) -> Var {
        let var = Var(self.slots.len() as u32);
        self.slots.push(slot);
        self.vars.push(var);
        var
    }

    /// A field as variables, and which values they may have.
    fn field(&mut self, scope: &mut Scope, field: usize, domain: &Domain, span: Span) -> Eval<(Held, Formula)> {
        match domain {
            Domain::Nat => {
                let var = self.var(Slot::Field { field, entry: None });
                Ok((Held::One(Sym::Number(Number::of(Term::Var(var)))), yes()))
            }
            Domain::Of(set) => {
                let set = scope.set(set)?;
                let value = match shape_of(&set) {
                    Some(1) => {
                        let var = self.var(Slot::Field { field, entry: None });
                        Sym::Number(Number::of(Term::Var(var)))
                    }
                    Some(entries) => {
                        let vars = (0..entries).map(|entry| self.var(Slot::Field { field, entry: Some(entry) }));
                        Sym::Vector(vars.map(Term::Var).collect(), yes())
                    }
                    None => return refuse(span, "a field that is not made of natural numbers"),
                };
                let inside = member(scope, &value, &set, span)?;
                Ok((Held::One(value), inside))
            }
            Domain::Array { element, index } => {
                let index = scope.set(index)?;
                let mut keys = Vec::new();
                for choice in scope.choices(index.clone(), span)? {
                    match (choice.value.as_known(), settled(&choice.when)) {
                        (_, Some(false)) => {}
                        (Some(key), Some(true)) if choice.fresh.is_empty() => keys.push(key),
                        _ => return wished(scope, &index, span),
                    }
                }
                // The cells of an array lie in the order of their names, however the set of these is written.
                keys.sort();
                keys.dedup();
                let values = match &**element {
                    Domain::Nat => None,
                    Domain::Of(set) => Some(scope.set(set)?),
                    _ => return refuse(span, "cells that are not natural numbers"),
                };
                if keys.len() > MOST_FIELDS {
                    return refuse(span, format!("more than {MOST_FIELDS} numbers in a position"));
                }
                let mut cells = Vec::new();
                let mut inside = Vec::new();
                for rank in 0..keys.len() {
                    let term = Term::Var(self.var(Slot::Cell { field, rank }));
                    if let Some(set) = &values {
                        if shape_of(set) != Some(1) {
                            return refuse(span, "cells that are not natural numbers");
                        }
                        inside.push(member(scope, &Sym::Number(Number::of(term.clone())), set, span)?);
                    }
                    cells.push(term);
                }
                Ok((Held::Cells(std::rc::Rc::new(keys), cells), all(inside)))
            }
            _ => refuse(span, "a field that is not made of natural numbers"),
        }
    }
}

fn member(scope: &mut Scope, value: &Sym, set: &Set, span: Span) -> Eval<Formula> {
    if let Set::Range(low, high, _) = set
        && let (Sym::Number(number), Term::Constant(0)) = (value, low)
    {
        return Ok(term::compare(number.term.clone(), crate::Relation::LessOrEqual, high.clone()));
    }
    Ok(scope.member(value, set, span)?.holds)
}

/// How many naturals an element of the set is; `None` if it is none.
fn shape_of(set: &Set) -> Option<usize> {
    match set {
        Set::Range(low, ..) => low.is_natural().then_some(1),
        Set::Grid(..) => Some(2),
        Set::Filtered(source, ..) => shape_of(source),
        Set::Items(items) => {
            let (_, first) = items.first()?;
            let natural = |value: &Value| match value {
                Value::Int(number) => *number >= 0,
                other => other.numbers().is_some_and(|numbers| numbers.iter().all(|&number| number >= 0)),
            };
            let all = items.iter().all(|(_, item)| item.as_known().is_some_and(|value| natural(&value)));
            match first.as_known()? {
                Value::Int(_) => all.then_some(1),
                other => all.then_some(other.numbers()?.len()),
            }
        }
    }
}

/// The length of an array must be known: which parameter it depends on.
fn wished<T>(scope: &Scope, set: &Set, span: Span) -> Eval<T> {
    let mut vars = Vec::new();
    match set {
        Set::Range(low, high, _) | Set::Grid(low, high) => {
            term::variables(low, &mut vars);
            term::variables(high, &mut vars);
        }
        _ => {}
    }
    let needed = scope.params.iter().position(|binding| matches!(binding, Binding::Open(var) if vars.contains(var)));
    match needed {
        Some(param) => Err(Stop::Need(param)),
        None => refuse(span, "an array of unknown length"),
    }
}

fn name(rules: &Rules, slot: &Slot) -> String {
    match slot {
        Slot::Field { field, entry: None } => rules.fields[*field].name.clone(),
        Slot::Field { field, entry: Some(entry) } => {
            let part = ["row", "col"].get(*entry).map_or_else(|| entry.to_string(), |name| name.to_string());
            format!("{}.{part}", rules.fields[*field].name)
        }
        Slot::Cell { field, rank } => format!("{}[{rank}]", rules.fields[*field].name),
        Slot::Param { param, .. } => rules.params[*param].name.clone(),
    }
}
