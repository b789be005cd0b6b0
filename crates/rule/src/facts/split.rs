//! A split is sound when every move needs elements that the relation connects, and touches nothing but those and their
//! neighbours: then a move in one part neither needs nor changes another.

use super::Fact;
use crate::convention::Convention;
use crate::paths::{self, Observer, Path};
use crate::reason::{Context, replace_local};
use crate::rules::{Builtin, Comparison, Expr, Kind, Move, Rules, SetOp, Source, SplitBy};
use crate::syntax::AssignOp;
use crate::types::Type;

/// Whether the first `split` of inlined rules is sound.
pub(super) fn sound(rules: &Rules) -> Fact {
    let Some(split) = rules.splits.first() else { return Fact::Unknown("there is no `split`".to_string()) };
    if rules.fields.len() != 1 {
        return Fact::Unknown("there are other fields, which a move in one part might change for another".to_string());
    }
    if !matches!(Convention::of(rules), Convention::Normal | Convention::Misere) {
        return Fact::Unknown("the game does not end when nobody can move".to_string());
    }
    for of in &rules.moves {
        let mut needed = Vec::new();
        let mut absent = Vec::new();
        let mut context = Context::new(rules, 1 << 21);
        if let Err(why) = conditions(of, &mut context, &mut needed, &mut absent) {
            return Fact::Unknown(format!("move {}: {why}", of.name));
        }
        let mut relation = Relation { by: &split.by, context: paths::entry(rules, of), of };
        if !relation.connects(&needed) {
            return Fact::Unknown(format!("move {}: the elements it needs are not seen to be connected", of.name));
        }
        if !absent.iter().all(|element| relation.is_near(element, &needed)) {
            return Fact::Unknown(format!("move {}: it asks for the absence of something far away", of.name));
        }
        let mut touched = Touched { relation, needed: &needed, trouble: None };
        paths::walk(rules, of, paths::entry(rules, of), &mut touched);
        if let Some(trouble) = touched.trouble {
            return Fact::Unknown(format!("move {}: {trouble}", of.name));
        }
    }
    let name = &rules.fields[split.field].name;
    Fact::Proved(format!("every move needs connected elements of {name} and touches only those and their neighbours"))
}

fn uses_field(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part.kind, Kind::Field(_)))
}

/// Collects the elements a move needs to be present and to be absent; anything else that reads the field is trouble.
fn conditions(
    of: &Move,
    context: &mut Context,
    needed: &mut Vec<Expr>,
    absent: &mut Vec<Expr>,
) -> Result<(), &'static str> {
    for binder in &of.binders {
        match &binder.source {
            Source::In(set) if matches!(set.kind, Kind::Field(_)) => {
                let ty = set.ty.element().cloned().unwrap_or(Type::Any);
                needed.push(Expr { kind: Kind::Local(binder.local), ty, span: binder.span });
            }
            Source::In(set) if uses_field(set) => return Err("it walks a set computed from the position"),
            Source::In(_) => {}
            Source::Is(value) if uses_field(value) => return Err("it computes something from the position"),
            Source::Is(value) => {
                let value = context.now(value);
                context.bind(binder.local, value);
            }
        }
    }
    let mut waiting: Vec<&Expr> = of.guard.iter().collect();
    while let Some(one) = waiting.pop() {
        match &one.kind {
            Kind::And(a, b) => waiting.extend([&**a, &**b]),
            Kind::In(element, set) if matches!(set.kind, Kind::Field(_)) && !uses_field(element) => {
                needed.push(context.now(element));
            }
            Kind::Not(inner) => match &inner.kind {
                Kind::In(element, set) if matches!(set.kind, Kind::Field(_)) && !uses_field(element) => {
                    absent.push(context.now(element));
                }
                _ if uses_field(inner) => return Err("its guard reads more than membership"),
                _ => {}
            },
            _ if uses_field(one) => return Err("its guard reads more than membership"),
            _ => {}
        }
    }
    Ok(())
}

struct Relation<'a> {
    by: &'a SplitBy,
    context: Context<'a>,
    of: &'a Move,
}

impl Relation<'_> {
    /// Whether some chain of related elements joins all of them.
    fn connects(&mut self, elements: &[Expr]) -> bool {
        let Some(first) = elements.first() else { return false };
        let mut joined = vec![first.clone()];
        let mut rest: Vec<Expr> = elements[1..].to_vec();
        while !rest.is_empty() {
            let next = rest.iter().position(|element| self.is_near(element, &joined));
            let Some(next) = next else { return false };
            joined.push(rest.remove(next));
        }
        true
    }

    /// Whether an element is one of these or related to one of them.
    fn is_near(&mut self, element: &Expr, others: &[Expr]) -> bool {
        others.iter().any(|other| other == element || self.is_related(element, other))
    }

    fn is_related(&mut self, a: &Expr, b: &Expr) -> bool {
        match self.by {
            SplitBy::Steps(steps) => {
                let (Some(x), Some(y)) = (self.context.vector(a), self.context.vector(b)) else { return false };
                let there: Vec<_> = x.iter().zip(&y).map(|(x, y)| x.minus(y)).collect();
                let back: Vec<_> = y.iter().zip(&x).map(|(y, x)| y.minus(x)).collect();
                [there, back].iter().any(|step| {
                    let numbers: Option<Vec<i128>> = step.iter().map(|entry| entry.as_number()).collect();
                    if let Some(numbers) = numbers
                        && contains_step(&steps.expr, &numbers)
                    {
                        return true;
                    }
                    // A binder that ranges over the steps themselves.
                    self.of.binders.iter().any(|binder| {
                        let Source::In(set) = &binder.source else { return false };
                        let ty = set.ty.element().cloned().unwrap_or(Type::Any);
                        let local = Expr { kind: Kind::Local(binder.local), ty, span: binder.span };
                        ranges_over_steps(set, &steps.expr) && self.context.vector(&local).as_ref() == Some(step)
                    })
                })
            }
            SplitBy::Relation(code) => [(a, b), (b, a)].into_iter().any(|(x, y)| {
                let condition = replace_local(&replace_local(&code.expr, 0, &marked(x)), 1, y);
                let condition = unmarked(&condition, x);
                self.context.holds(&condition)
            }),
        }
    }
}

/// Whether a set is the steps themselves, or names some of them outright.
fn ranges_over_steps(set: &Expr, steps: &Expr) -> bool {
    let named = |part: &Expr| match &part.kind {
        Kind::Tuple(entries) => {
            let numbers: Option<Vec<i128>> = entries
                .iter()
                .map(|entry| match entry.kind {
                    Kind::Int(number) => Some(i128::from(number)),
                    _ => None,
                })
                .collect();
            numbers.is_some_and(|numbers| contains_step(steps, &numbers))
        }
        _ => false,
    };
    set == steps || matches!(&set.kind, Kind::Set(parts) if parts.iter().all(named))
}

/// Locals 0 and 1 of a relation are its two elements; the first is put in under a mark so that replacing the second
/// cannot catch it.
fn marked(value: &Expr) -> Expr {
    Expr { kind: Kind::Const(usize::MAX), ..value.clone() }
}

fn unmarked(expr: &Expr, value: &Expr) -> Expr {
    match expr.kind {
        Kind::Const(usize::MAX) => value.clone(),
        _ => expr.map_parts(&mut |part| unmarked(part, value)),
    }
}

fn contains_step(steps: &Expr, step: &[i128]) -> bool {
    let [row, col] = step else { return false };
    let (row, col) = (row.abs(), col.abs());
    match &steps.kind {
        Kind::Builtin(Builtin::Orth, _) => row + col == 1,
        Kind::Builtin(Builtin::Diag, _) => row == 1 && col == 1,
        Kind::Builtin(Builtin::King, _) => row.max(col) == 1,
        Kind::SetOp(SetOp::Union, a, b) => contains_step(a, step) || contains_step(b, step),
        Kind::Set(parts) => parts.iter().any(|part| match &part.kind {
            Kind::Tuple(entries) => entries
                .iter()
                .zip(step)
                .all(|(entry, number)| entry.kind == Kind::Int(i64::try_from(*number).unwrap_or(i64::MAX))),
            _ => false,
        }),
        _ => false,
    }
}

struct Touched<'a> {
    relation: Relation<'a>,
    needed: &'a [Expr],
    trouble: Option<&'static str>,
}

impl Observer for Touched<'_> {
    fn end(&mut self, path: &mut Path) {
        if !path.exact || path.becomes.is_some() {
            self.trouble = Some("its effect is not a plain removal");
            return;
        }
        for write in &path.writes {
            if write.op != AssignOp::Sub || !self.takes_only_near(&write.operand) {
                self.trouble = Some("it changes more than its own elements and their neighbours");
            }
        }
    }
}

impl Touched<'_> {
    fn takes_only_near(&mut self, set: &Expr) -> bool {
        match &set.kind {
            Kind::Set(parts) => parts.iter().all(|part| self.relation.is_near(part, self.needed)),
            Kind::SetOp(SetOp::Union, a, b) => self.takes_only_near(a) && self.takes_only_near(b),
            Kind::SetOp(SetOp::Minus | SetOp::Meet, a, _) => self.takes_only_near(a),
            Kind::Build(binders, filter, body) => {
                let [binder] = binders.as_slice() else { return false };
                let Source::In(from) = &binder.source else { return false };
                let ty = from.ty.element().cloned().unwrap_or(Type::Any);
                let local = Expr { kind: Kind::Local(binder.local), ty, span: binder.span };
                if let Some(filter) = filter
                    && **body == local
                {
                    return self.filter_is_near(filter, &local);
                }
                if uses_field(body) || uses_field(from) {
                    return false;
                }
                // `{d in steps: c + d}`: a step from something needed.
                match self.relation.by {
                    SplitBy::Steps(steps) if *from == steps.expr => {
                        let (Some(here), Some(step)) =
                            (self.relation.context.vector(body), self.relation.context.vector(&local))
                        else {
                            return false;
                        };
                        self.needed.iter().any(|needed| match self.relation.context.vector(needed) {
                            Some(there) => {
                                let gap: Vec<_> = here.iter().zip(&there).map(|(a, b)| a.minus(b)).collect();
                                let back: Vec<_> = there.iter().zip(&here).map(|(a, b)| a.minus(b)).collect();
                                gap == step || back == step
                            }
                            None => false,
                        })
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a condition on an element of the field says that it is needed or near something needed.
    fn filter_is_near(&mut self, filter: &Expr, local: &Expr) -> bool {
        match &filter.kind {
            Kind::Or(a, b) => self.filter_is_near(a, local) && self.filter_is_near(b, local),
            Kind::And(a, b) => self.filter_is_near(a, local) || self.filter_is_near(b, local),
            Kind::Compare(Comparison::Eq, a, b) => {
                (**a == *local && self.needed.contains(b)) || (**b == *local && self.needed.contains(a))
            }
            _ => match self.relation.by {
                SplitBy::Relation(code) => self.needed.iter().any(|needed| {
                    [(needed, local), (local, needed)].into_iter().any(|(x, y)| {
                        let condition = replace_local(&replace_local(&code.expr, 0, &marked(x)), 1, y);
                        let condition = unmarked(&condition, x);
                        condition == *filter || implied(filter, &condition)
                    })
                }),
                SplitBy::Steps(_) => false,
            },
        }
    }
}

/// Whether one condition is a disjunct of another.
fn implied(condition: &Expr, by: &Expr) -> bool {
    condition == by || matches!(&by.kind, Kind::Or(a, b) if implied(condition, a) || implied(condition, b))
}
