//! Upper ends of `nat` fields, inferred: no move raises the field, or every new value is at most another bounded field,
//! an expression over parameters, or the unchanging total of all `nat` fields.

use crate::diagnostic::Diagnostic;
use crate::inline::inlined;
use crate::linear::Linear;
use crate::paths::{self, Loop, Observer, Path, Write};
use crate::reason::Context;
use crate::rules::{Domain, Expr, GameRef, Kind, Rules, Source, Target};
use crate::syntax::{AssignOp, FoldOp};
use crate::types::Type;

/// What bounds a `nat` field for the whole of play: the greatest of all these.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bound {
    /// The start values of these fields (arrays: of their cells).
    pub fields: Vec<usize>,
    /// The weighted total of the start values of these fields (arrays: of all their cells).
    pub total: Vec<(usize, i64)>,
    /// These expressions over parameters.
    pub fixed: Vec<Expr>,
}

/// For each field, what is proved to bound it; `None` for fields that are no `nat`, or where nothing is proved.
pub fn bounds(rules: &Rules) -> Vec<Option<Bound>> {
    let flat = inlined(rules);
    (0..flat.fields.len()).map(|field| closed(&flat, field)).collect()
}

/// Reports every `nat` field without a bound.
pub(crate) fn check(rules: &Rules) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (number, field) in rules.fields.iter().enumerate() {
        if is_nat(&field.domain) && closed(rules, number).is_none() {
            let mover = rules.moves.iter().find(|of| !unbounded_in(rules, of, number).is_empty());
            let remedy = match mover {
                Some(of) => format!("move {} adds to it; write `state {}: 0..100`", of.name, field.name),
                None => format!("write `state {}: 0..100`", field.name),
            };
            diagnostics.push(Diagnostic::new(
                "E16",
                field.span,
                format!("`{}` has no upper bound", field.name),
                remedy,
            ));
        }
    }
    diagnostics
}

fn is_nat(domain: &Domain) -> bool {
    match domain {
        Domain::Nat => true,
        Domain::Optional(inner) => is_nat(inner),
        Domain::Array { element, .. } => is_nat(element),
        _ => false,
    }
}

/// The bound of a field with the bounds of everything it is bounded by.
fn closed(rules: &Rules, field: usize) -> Option<Bound> {
    if !is_nat(&rules.fields[field].domain) {
        return None;
    }
    let mut bound = Bound { fields: vec![field], ..Bound::default() };
    let mut next = 0;
    while next < bound.fields.len() {
        match sources(rules, bound.fields[next]) {
            Some(more) => {
                for source in more.fields {
                    if !bound.fields.contains(&source) {
                        bound.fields.push(source);
                    }
                }
                bound.fixed.extend(more.fixed);
            }
            None => {
                let total = total(rules)?;
                return Some(Bound { total, ..bound });
            }
        }
        next += 1;
    }
    Some(bound)
}

/// What bounds a field of inlined rules, if anything is seen to.
pub(crate) fn closed_bound(rules: &Rules, field: usize) -> Option<Bound> {
    closed(rules, field)
}

/// What directly bounds every new value of a field; `None` if some new value is not seen to be bounded.
pub(crate) fn sources(rules: &Rules, field: usize) -> Option<Bound> {
    let mut bound = Bound { fields: vec![field], ..Bound::default() };
    for of in &rules.moves {
        let mut writes = Sources { rules, field, bound: &mut bound, unbounded: Vec::new() };
        paths::walk(rules, of, paths::entry(rules, of), &mut writes);
        if !writes.unbounded.is_empty() {
            return None;
        }
    }
    Some(bound)
}

fn unbounded_in(rules: &Rules, of: &crate::rules::Move, field: usize) -> Vec<crate::span::Span> {
    let mut bound = Bound::default();
    let mut writes = Sources { rules, field, bound: &mut bound, unbounded: Vec::new() };
    paths::walk(rules, of, paths::entry(rules, of), &mut writes);
    writes.unbounded
}

struct Sources<'a> {
    rules: &'a Rules,
    field: usize,
    bound: &'a mut Bound,
    unbounded: Vec<crate::span::Span>,
}

impl Observer for Sources<'_> {
    fn write(&mut self, context: &mut Context, write: &Write) {
        if write.field == self.field && write.new.ty == Type::Int {
            self.new_value(context, &write.new);
        } else if write.field == self.field {
            self.unbounded.push(write.span);
        }
    }

    fn end(&mut self, path: &mut Path) {
        if let Some(position) = path.becomes.clone() {
            self.parts(&mut path.context, &position);
        }
        self.unbounded.extend(path.loops.iter().filter(|of| of.becomes()).map(|of| of.set.span));
    }
}

impl Sources<'_> {
    fn new_value(&mut self, context: &mut Context, value: &Expr) {
        // A cell swapped with another of the same array is bounded by the array.
        if let Kind::Index(base, _) = &value.kind
            && let Kind::Field(source) = base.kind
            && is_nat(&self.rules.fields[source].domain)
        {
            return self.bounded_by(source);
        }
        let form = context.linear(value);
        let mut order: Vec<usize> = (0..self.rules.fields.len()).collect();
        order.sort_by_key(|&source| source != self.field);
        for source in order {
            let domain = &self.rules.fields[source].domain;
            if !is_nat(domain) {
                continue;
            }
            let span = value.span;
            let reads: Vec<Expr> = match domain {
                Domain::Nat => vec![Expr { kind: Kind::Field(source), ty: Type::Int, span }],
                _ => context.reads_of(source),
            };
            for read in reads {
                let read = context.linear(&read);
                if context.entails(&read.minus(&form)) {
                    return self.bounded_by(source);
                }
            }
        }
        match context.fixed_upper_bounds(value) {
            Some(bounds) => self.bound.fixed.extend(bounds),
            None => self.unbounded.push(value.span),
        }
    }

    fn bounded_by(&mut self, source: usize) {
        if !self.bound.fields.contains(&source) {
            self.bound.fields.push(source);
        }
    }

    /// The values that the parts of a `become` give to the field.
    fn parts(&mut self, context: &mut Context, position: &Expr) {
        let whole = each_part(context, position, &mut |context, reference, arguments| {
            if self.rules.number != Some(reference.game) {
                return;
            }
            match new_field(self.rules, self.field, arguments, &mut MOST_REPLACED.clone()) {
                Some(value) if value.ty == Type::Int => self.new_value(context, &value),
                _ => self.unbounded.push(position.span),
            }
        });
        if !whole {
            self.unbounded.push(position.span);
        }
    }
}

/// So many fields are replaced in the default of a field, at most.
const MOST_REPLACED: usize = 256;

/// What a field holds in `Game(args)` of the same game, over the fields before the move: its argument, or its default,
/// which speaks of the new position; `None` where that is too long, or of other parameters.
fn new_field(rules: &Rules, field: usize, arguments: &[(Target, Expr)], most: &mut usize) -> Option<Expr> {
    if let Some((_, value)) = arguments.iter().find(|(target, _)| *target == Target::Field(field)) {
        return Some(value.clone());
    }
    if arguments.iter().any(|(target, _)| matches!(target, Target::Param(_))) {
        return None;
    }
    fn replaced(rules: &Rules, expr: &Expr, arguments: &[(Target, Expr)], most: &mut usize) -> Option<Expr> {
        if let Kind::Field(number) = expr.kind {
            *most = most.checked_sub(1)?;
            return new_field(rules, number, arguments, most);
        }
        let mut all = true;
        let mapped = expr.map_parts(&mut |part| {
            replaced(rules, part, arguments, most).unwrap_or_else(|| {
                all = false;
                part.clone()
            })
        });
        all.then_some(mapped)
    }
    replaced(rules, &rules.fields[field].default.as_ref()?.expr, arguments, most)
}

/// Told of one `Game(args)` and what is known there.
pub(crate) type PartVisitor<'v> = dyn FnMut(&mut Context, GameRef, &[(Target, Expr)]) + 'v;

/// Calls `visit` with each `Game(args)` of a position and what is known there; whether the position is made of these alone.
pub(crate) fn each_part(context: &mut Context, position: &Expr, visit: &mut PartVisitor) -> bool {
    match &position.kind {
        Kind::Game(reference, arguments) => {
            visit(context, *reference, arguments);
            true
        }
        Kind::Sum(parts) => {
            let mut all = true;
            parts.iter().for_each(|part| all &= each_part(context, part, visit));
            all
        }
        // A call whose arguments have to have values, written out: the last entry is what is called.
        Kind::Dot(base, entry) => match &base.kind {
            Kind::Tuple(parts) if *entry < parts.len() => each_part(context, &parts[*entry], visit),
            _ => false,
        },
        Kind::If(condition, yes, no) => {
            let mut when = context.clone();
            when.assume(condition);
            let first = each_part(&mut when, yes, visit);
            let mut otherwise = context.clone();
            otherwise.assume(&Expr { kind: Kind::Not(condition.clone()), ty: Type::Bool, span: condition.span });
            each_part(&mut otherwise, no, visit) && first
        }
        Kind::Fold(FoldOp::Sum, binders, filter, body) => {
            let mut inner = context.clone();
            for binder in binders {
                match &binder.source {
                    Source::In(set) => {
                        let ty = set.ty.element().cloned().unwrap_or(Type::Any);
                        let local = Expr { kind: Kind::Local(binder.local), ty, span: binder.span };
                        inner.assume_member(&local, set);
                    }
                    Source::Is(value) => inner.bind(binder.local, value.clone()),
                }
            }
            if let Some(filter) = filter {
                inner.assume(filter);
            }
            each_part(&mut inner, body, visit)
        }
        _ => false,
    }
}

/// All `nat` fields with weight 1, if no move raises their total.
fn total(rules: &Rules) -> Option<Vec<(usize, i64)>> {
    let nats: Vec<usize> = (0..rules.fields.len()).filter(|&field| is_nat(&rules.fields[field].domain)).collect();
    for of in &rules.moves {
        let mut falls = Falls { nats: &nats, shown: true };
        paths::walk(rules, of, paths::entry(rules, of), &mut falls);
        if !falls.shown {
            return None;
        }
    }
    Some(nats.into_iter().map(|field| (field, 1)).collect())
}

struct Falls<'a> {
    nats: &'a [usize],
    shown: bool,
}

impl Observer for Falls<'_> {
    fn end(&mut self, path: &mut Path) {
        let change = path_change(path, &mut |context, write| match self.nats.contains(&write.field) {
            true => change_of(context, write),
            false => Some(Linear::default()),
        });
        let rises = path.becomes.is_some()
            || change.is_none_or(|change| !path.context.entails(&Linear::default().minus(&change)));
        self.shown &= !rises;
    }
}

/// At most how much a quantity grows along a way, given how much each write adds at most; `None` if that is not seen.
pub(crate) fn path_change(
    path: &mut Path,
    of_write: &mut dyn FnMut(&mut Context, &Write) -> Option<Linear>,
) -> Option<Linear> {
    let mut change = Linear::default();
    for write in &path.writes {
        change = change.plus(1, &of_write(&mut path.context, write)?);
    }
    for of in &mut path.loops {
        change = change.plus(1, &loop_change(&mut path.context, of, of_write)?);
    }
    Some(change)
}

/// At most how much a quantity grows in a loop: as often as there are rounds, what it grows in each, if that is 1, 0 or -1.
fn loop_change(
    context: &mut Context,
    of: &mut Loop,
    of_write: &mut dyn FnMut(&mut Context, &Write) -> Option<Linear>,
) -> Option<Linear> {
    if of.becomes() {
        return None;
    }
    let mut most = -1;
    for round in &mut of.rounds {
        let change = path_change(round, of_write)?;
        while !round.context.entails(&Linear::number(most).minus(&change)) {
            most += 1;
            if most > 1 {
                return None;
            }
        }
    }
    let rounds = match &of.set.kind {
        Kind::Range(low, high) => {
            let rounds = context.linear(high).minus(&context.linear(low)).shifted(1);
            context.entails(&rounds).then_some(rounds)
        }
        _ => None,
    };
    match (most, rounds) {
        (0, _) => Some(Linear::default()),
        (most, Some(rounds)) => Some(Linear::default().plus(most, &rounds)),
        // There may be no round at all.
        (-1, None) => Some(Linear::default()),
        _ => None,
    }
}

/// How much a write adds to the total of its field.
pub(crate) fn change_of(context: &mut Context, write: &Write) -> Option<Linear> {
    if write.new.ty != Type::Int {
        return None;
    }
    Some(match write.op {
        AssignOp::Add => context.linear(&write.operand),
        AssignOp::Sub => Linear::default().minus(&context.linear(&write.operand)),
        AssignOp::Set => {
            let old = context.linear(&write.old);
            context.linear(&write.new).minus(&old)
        }
    })
}
