//! Moves of the rule language as formulas: every way through a body, over the fields before the move.

use super::expr::{Eval, Held, Product, Scope, Stop, defined, refuse};
use super::repeat::repeat;
use super::term::*;
use super::value::{Number, Sym};
use super::{NotDefinable, Slot};
use crate::{Formula, Game, Move, Relation, Split, Term, Var};
use grundy_rule::syntax::{AssignOp, FoldOp, Mover};
use grundy_rule::{Binder, Expr, Kind, Place, Source, Span, Stmt, StmtKind, Target, Type};
use grundy_run::Value;

/// At most this many ways through all moves.
const MOST_WAYS: usize = 4096;

/// Where one way through a body stands.
#[derive(Clone)]
struct Way {
    conditions: Vec<Formula>,
    state: Vec<Held>,
    locals: Vec<Option<Sym>>,
    becomes: Option<Vec<Vec<Held>>>,
}

/// Adds all moves to `game`.
pub(crate) fn moves(scope: &mut Scope, slots: &[Slot], game: &mut Game) -> Eval<()> {
    let rules = scope.rules;
    let start = scope.state.clone();
    for of in &rules.moves {
        if of.is_step {
            return refuse(of.span, "a turn of several steps");
        }
        if of.mover != Mover::Either {
            return refuse(of.span, "a move of one player only");
        }
        let mut ways = Vec::new();
        scope.locals = vec![None; of.locals];
        scope.binders.clear();
        scope.products.clear();
        bind(scope, &of.binders, Vec::new(), &mut |scope, mut conditions| {
            if let Some(guard) = &of.guard {
                conditions.push(scope.truth(guard)?.holds);
            }
            if conditions.iter().any(|condition| settled(condition) == Some(false)) {
                return Ok(());
            }
            let way = Way { conditions, state: start.clone(), locals: scope.locals.clone(), becomes: None };
            let body: Vec<&Stmt> = of.body.iter().collect();
            let outcome = run(scope, way, &body, &mut ways);
            scope.state = start.clone();
            outcome
        })?;
        let products = scope.products.clone();
        for way in ways {
            finish(scope, slots, way, &products, of.span, game)?;
        }
        if game.moves.len() + game.splits.len() + game.repeats.len() > MOST_WAYS {
            return refuse(of.span, "too many ways to move once written out");
        }
    }
    Ok(())
}

type Visit<'a, 's> = dyn FnMut(&mut Scope<'s>, Vec<Formula>) -> Eval<()> + 'a;

/// Assigns the binders of a move.
fn bind<'s>(scope: &mut Scope<'s>, binders: &[Binder], when: Vec<Formula>, visit: &mut Visit<'_, 's>) -> Eval<()> {
    let Some((binder, rest)) = binders.split_first() else { return visit(scope, when) };
    match &binder.source {
        Source::Is(value) => {
            let value = scope.eval(value)?;
            let when = [&when[..], &[defined(&value)]].concat();
            scope.bind(binder.local, value);
            bind(scope, rest, when, visit)
        }
        Source::In(set) => {
            let set = scope.set(set)?;
            for choice in scope.choices(set, binder.span)? {
                let known = scope.binders.len();
                scope.binders.extend(&choice.fresh);
                scope.bind(binder.local, choice.value);
                bind(scope, rest, [&when[..], &[choice.when]].concat(), visit)?;
                scope.binders.truncate(known);
            }
            Ok(())
        }
    }
}

/// Follows a body to its ends.
fn run(scope: &mut Scope, mut way: Way, body: &[&Stmt], ways: &mut Vec<Way>) -> Eval<()> {
    let Some((stmt, rest)) = body.split_first() else {
        if ways.len() >= MOST_WAYS {
            return refuse(Span::default(), "too many ways through one move");
        }
        ways.push(way);
        return Ok(());
    };
    scope.state = way.state.clone();
    scope.locals = way.locals.clone();
    match &stmt.kind {
        StmtKind::Assign(place, op, value) => {
            let value = scope.eval(value)?;
            way.conditions.push(defined(&value));
            let value = match op {
                AssignOp::Set => value,
                AssignOp::Add | AssignOp::Sub => {
                    let old = read(scope, place)?;
                    joined(old, value, if *op == AssignOp::Add { 1 } else { -1 }, stmt.span)?
                }
            };
            write(scope, &mut way, place, value)?;
        }
        StmtKind::Swap(a, b) => {
            let (x, y) = (read(scope, a)?, read(scope, b)?);
            write(scope, &mut way, a, y)?;
            write(scope, &mut way, b, x)?;
        }
        StmtKind::Let(local, _, value) => {
            let value = scope.eval(value)?;
            way.conditions.push(defined(&value));
            scope.bind(*local, value);
            way.locals = scope.locals.clone();
        }
        StmtKind::If(condition, first, second) => {
            let holds = scope.truth(condition)?.holds;
            for (branch, condition) in [(first, holds.clone()), (second, not(holds))] {
                if settled(&condition) == Some(false) {
                    continue;
                }
                let mut taken = way.clone();
                taken.conditions.push(condition);
                let body: Vec<&Stmt> = branch.iter().chain(rest.iter().copied()).collect();
                run(scope, taken, &body, ways)?;
            }
            return Ok(());
        }
        StmtKind::For(local, _, source, inner) => {
            let set = scope.set(source)?;
            let mut values = Vec::new();
            for choice in scope.choices(set, stmt.span)? {
                if !choice.fresh.is_empty() || settled(&choice.when) != Some(true) {
                    return refuse(stmt.span, "a loop over what depends on the fields");
                }
                values.push(choice.value);
            }
            // A set is walked in increasing order, however it is written; a list as it is written.
            if values.len() > 1 && !matches!(source.ty, Type::List(_)) {
                let known: Option<Vec<Value>> = values.iter().map(Sym::as_known).collect();
                let Some(mut known) = known else {
                    return refuse(stmt.span, "a loop whose order depends on the fields");
                };
                known.sort();
                values = known.into_iter().map(Sym::known).collect();
            }
            return unroll(scope, way, (*local, &values, inner), rest, ways);
        }
        StmtKind::Gain(_) => return refuse(stmt.span, "a game of points"),
        StmtKind::Again => return refuse(stmt.span, "a player who moves again"),
        StmtKind::Then(..) => return refuse(stmt.span, "a turn of several steps"),
        StmtKind::Become(position) => {
            for (condition, parts) in positions(scope, position)? {
                let mut taken = way.clone();
                taken.conditions.push(condition);
                taken.becomes = Some(parts);
                run(scope, taken, rest, ways)?;
            }
            return Ok(());
        }
        StmtKind::Pass => {}
    }
    run(scope, way, rest, ways)
}

/// A loop over known values, round by round.
fn unroll(
    scope: &mut Scope,
    way: Way,
    (local, values, inner): (usize, &[Sym], &[Stmt]),
    rest: &[&Stmt],
    ways: &mut Vec<Way>,
) -> Eval<()> {
    let Some((value, later)) = values.split_first() else { return run(scope, way, rest, ways) };
    scope.locals = way.locals.clone();
    scope.bind(local, value.clone());
    let body: Vec<&Stmt> = inner.iter().collect();
    let mut ends = Vec::new();
    let way = Way { locals: scope.locals.clone(), ..way };
    run(scope, way, &body, &mut ends)?;
    for end in ends {
        unroll(scope, end, (local, later, inner), rest, ways)?;
    }
    Ok(())
}

fn joined(old: Sym, value: Sym, sign: i64, span: Span) -> Eval<Sym> {
    let add = |a: Term, b: Term| {
        let sum = times(sign, b).and_then(|b| plus(a, b));
        sum.ok_or(Stop::No(NotDefinable { span, reason: "a number beyond 64 bits".to_string() }))
    };
    match (old, value) {
        (Sym::Number(a), Sym::Number(b)) => {
            Ok(Sym::Number(Number { term: add(a.term, b.term)?, defined: all([a.defined, b.defined]) }))
        }
        (Sym::Vector(a, da), Sym::Vector(b, db)) if a.len() == b.len() => {
            let terms: Eval<Vec<Term>> = a.into_iter().zip(b).map(|(a, b)| add(a, b)).collect();
            Ok(Sym::Vector(terms?, all([da, db])))
        }
        _ => refuse(span, "arithmetic on what is not a number"),
    }
}

fn place_index(scope: &mut Scope, place: &Place) -> Eval<Option<usize>> {
    let Some(index) = &place.index else { return Ok(None) };
    let index = scope.eval(index)?;
    let Held::Cells(keys, _) = &scope.state[place.field] else {
        return refuse(place.span, "an index into what is no array of numbers");
    };
    match index.as_known().map(|index| keys.iter().position(|key| *key == index)) {
        Some(Some(at)) => Ok(Some(at)),
        Some(None) => refuse(place.span, "a cell outside the array"),
        None => refuse(place.span, "which cell is written depends on the fields"),
    }
}

fn read(scope: &mut Scope, place: &Place) -> Eval<Sym> {
    let at = place_index(scope, place)?;
    match (&scope.state[place.field], at) {
        (Held::Cells(_, cells), Some(at)) => Ok(Sym::Number(Number::of(cells[at].clone()))),
        (Held::One(value), None) => Ok(value.clone()),
        _ => refuse(place.span, "a whole array at once"),
    }
}

fn write(scope: &mut Scope, way: &mut Way, place: &Place, value: Sym) -> Eval<()> {
    let at = place_index(scope, place)?;
    way.conditions.push(defined(&value));
    match (&mut scope.state[place.field], at, value) {
        (Held::Cells(_, cells), Some(at), Sym::Number(number)) => cells[at] = number.term,
        (Held::One(held @ Sym::Number(_)), None, Sym::Number(number)) => *held = Sym::Number(Number::of(number.term)),
        (Held::One(held @ Sym::Vector(..)), None, Sym::Vector(terms, _)) => *held = Sym::Vector(terms, yes()),
        _ => return refuse(place.span, "something is written that is not a number"),
    }
    way.state = scope.state.clone();
    Ok(())
}

/// When a component becomes these parts.
type Becoming = (Formula, Vec<Vec<Held>>);

/// What a component may become.
fn positions(scope: &mut Scope, expr: &Expr) -> Eval<Vec<Becoming>> {
    match &expr.kind {
        Kind::Game(reference, arguments) => {
            if reference.module.is_some() || Some(reference.game) != scope.rules.number {
                return refuse(expr.span, "a position of another game");
            }
            let (when, part) = part(scope, arguments, expr.span)?;
            Ok(vec![(when, vec![part])])
        }
        Kind::Sum(terms) => {
            let mut found = vec![(yes(), Vec::new())];
            for term in terms {
                let next = positions(scope, term)?;
                found = found
                    .iter()
                    .flat_map(|(when, parts): &Becoming| {
                        next.iter().map(move |(also, more)| {
                            (all([when.clone(), also.clone()]), [&parts[..], &more[..]].concat())
                        })
                    })
                    .collect();
            }
            Ok(found)
        }
        Kind::If(condition, first, second) => {
            let truth = scope.truth(condition)?;
            let mut found = Vec::new();
            for (branch, when) in [(first, truth.holds.clone()), (second, all([truth.defined, not(truth.holds)]))] {
                if settled(&when) != Some(false) {
                    let taken = positions(scope, branch)?;
                    found.extend(taken.into_iter().map(|(also, parts)| (all([when.clone(), also]), parts)));
                }
            }
            Ok(found)
        }
        Kind::Fold(FoldOp::Sum, binders, filter, body) => {
            let mut found = vec![(yes(), Vec::new())];
            scope.instances(binders, filter.as_deref(), yes(), Vec::new(), &mut |scope, when, fresh| {
                if !fresh.is_empty() || settled(&when) != Some(true) {
                    return refuse(expr.span, "a sum of positions whose number depends on the fields");
                }
                let next = positions(scope, body)?;
                // A summand that is undefined is dropped; which are is not looked into.
                if next.iter().any(|(when, _)| settled(when) != Some(true)) {
                    return refuse(body.span, "a sum of positions that may be undefined");
                }
                found = found
                    .iter()
                    .flat_map(|(when, parts): &Becoming| {
                        next.iter().map(move |(also, more)| {
                            (all([when.clone(), also.clone()]), [&parts[..], &more[..]].concat())
                        })
                    })
                    .collect();
                Ok(())
            })?;
            Ok(found)
        }
        Kind::Call(number, arguments) => scope.call(*number, arguments, expr.span, positions),
        _ => refuse(expr.span, "a position that is not written out"),
    }
}

/// One summand: its fields, and where they are defined.
fn part(scope: &mut Scope, arguments: &[(Target, Expr)], span: Span) -> Eval<(Formula, Vec<Held>)> {
    let rules = scope.rules;
    let mut given: Vec<Option<Sym>> = vec![None; rules.fields.len()];
    let mut when = Vec::new();
    for (target, argument) in arguments {
        match target {
            Target::Field(number) => {
                let value = scope.eval(argument)?;
                when.push(defined(&value));
                given[*number] = Some(value);
            }
            Target::Param(number) if argument.kind == Kind::Param(*number) => {}
            Target::Param(_) => return refuse(argument.span, "a position with other parameters"),
        }
    }
    let before = scope.state.clone();
    let mut fields = before.clone();
    for (number, value) in given.into_iter().enumerate() {
        let value = match (value, &rules.fields[number].default) {
            (Some(value), _) => value,
            (None, Some(default)) => {
                // A default speaks of the fields before it, in the new position.
                let outer = std::mem::replace(&mut scope.locals, vec![None; default.locals]);
                scope.state = fields.clone();
                let value = scope.eval(&default.expr);
                scope.locals = outer;
                scope.state = before.clone();
                value?
            }
            (None, None) => return refuse(span, "a position with a field missing"),
        };
        when.push(defined(&value));
        fields[number] = match (&fields[number], value) {
            (Held::One(Sym::Number(_)), Sym::Number(number)) => Held::One(Sym::Number(Number::of(number.term))),
            (Held::One(Sym::Vector(..)), Sym::Vector(terms, _)) => Held::One(Sym::Vector(terms, yes())),
            (Held::Cells(..), Sym::Cells(from, keys, cells)) if from == number => Held::Cells(keys, cells),
            _ => return refuse(span, "a position whose fields are not numbers"),
        };
    }
    Ok((all(when), fields))
}

/// The terms of a state, in the order of the slots.
fn terms(state: &[Held], slots: &[Slot]) -> Vec<Term> {
    let of = |slot: &Slot| match slot {
        Slot::Field { field, entry } => match (&state[*field], entry) {
            (Held::One(Sym::Number(number)), None) => number.term.clone(),
            (Held::One(Sym::Vector(entries, _)), Some(entry)) => entries[*entry].clone(),
            _ => unreachable!("a field keeps its shape"),
        },
        Slot::Cell { field, rank } => match &state[*field] {
            Held::Cells(_, cells) => cells[*rank].clone(),
            Held::One(_) => unreachable!("a field keeps its shape"),
        },
        Slot::Param { var, .. } => Term::Var(*var),
    };
    slots.iter().map(of).collect()
}

/// The end of a way as a move, a repeated step or a split.
fn finish(scope: &mut Scope, slots: &[Slot], way: Way, products: &[Product], span: Span, game: &mut Game) -> Eval<()> {
    let legal = all(way.conditions);
    if settled(&legal) == Some(false) {
        return Ok(());
    }
    let fields = game.fields.clone();
    let one = match &way.becomes {
        None => Some(terms(&way.state, slots)),
        Some(parts) if parts.len() == 1 => Some(terms(&parts[0], slots)),
        Some(_) => None,
    };
    let used = |formula: &Formula, to: &[Term]| {
        let mut vars = Vec::new();
        named(formula, &mut vars);
        to.iter().for_each(|term| variables(term, &mut vars));
        products.iter().filter(|product| vars.contains(&product.is)).cloned().collect::<Vec<_>>()
    };
    if let Some(to) = one {
        let used = used(&legal, &to);
        if !used.is_empty() {
            game.repeats.push(repeat(scope, &fields, legal, &to, &used, span)?);
            return Ok(());
        }
        let (changed, legal) = changes(scope, &fields, legal, &to);
        game.moves.push(Move { changed, legal });
        return Ok(());
    }
    let mut conditions = vec![legal];
    let mut parts = Vec::new();
    for part in way.becomes.iter().flatten() {
        let to = terms(part, slots);
        if let Some(product) = used(&yes(), &to).first() {
            return refuse(product.span, "a product of two numbers that are not fixed");
        }
        let vars: Vec<Var> = to.iter().map(|_| scope.fresh()).collect();
        conditions.extend(to.into_iter().zip(&vars).map(|(term, &var)| equals(var, term)));
        parts.push(vars);
    }
    if let Some(product) = used(&conditions[0], &[]).first() {
        return refuse(product.span, "a product of two numbers that are not fixed");
    }
    game.splits.push(Split { parts, legal: all(conditions) });
    Ok(())
}

/// The variable is the term.
pub(super) fn equals(var: Var, term: Term) -> Formula {
    compare(Term::Var(var), Relation::Equal, term)
}

/// The changed fields with their new variables, and the legality with what these are.
pub(super) fn changes(scope: &mut Scope, fields: &[Var], legal: Formula, to: &[Term]) -> (Vec<(Var, Var)>, Formula) {
    let mut changed = Vec::new();
    let mut conditions = vec![legal];
    for (&before, term) in fields.iter().zip(to) {
        if *term != Term::Var(before) {
            let after = scope.fresh();
            changed.push((before, after));
            conditions.push(equals(after, term.clone()));
        }
    }
    (changed, all(conditions))
}
