//! Play cannot return to a position: some quantities, compared one after the other, fall with every move. The greedy
//! search for a lexicographic measure is that of Alias, Darte, Feautrier and Gonnord (2010), over a fixed list of
//! quantities and their pairwise sums.

use super::Fact;
use crate::bounds::{change_of, closed_bound, each_part, path_change};
use crate::linear::Linear;
use crate::paths::{self, Loop, Observer, Path, Write};
use crate::reason::Context;
use crate::rules::{Comparison, Domain, Expr, Kind, Rules, SetOp, Target};
use crate::syntax::AssignOp;
use crate::types::Type;

/// Something that cannot fall for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Quantity {
    /// A number field.
    Value(usize),
    /// A number field, counted down from its upper end.
    Room(usize),
    /// The sum of an array of numbers.
    Total(usize),
    /// The sum of an array of numbers, each times its index from 1.
    Moment(usize),
    /// How many elements a set has.
    Size(usize),
    /// How many elements a set lacks.
    Missing(usize),
    /// How many cells hold `none`.
    Blanks(usize),
    /// One entry of a cell field.
    Entry(usize, usize),
    /// One entry of a cell field, counted down.
    EntryRoom(usize, usize),
}

/// One way a component is replaced: what is known, and how each quantity changes at most.
struct Transition<'a> {
    context: Context<'a>,
    changes: Vec<Option<Linear>>,
}

/// Which way a number is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Small ones first: moves lower it.
    Up,
    /// Large ones first: moves raise it.
    Down,
}

/// One field in the order in which all positions can be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The field.
    pub field: usize,
    /// Which way.
    pub direction: Direction,
    /// Whether no move ever goes the other way; else a move may, where a field before it changes.
    pub always: bool,
}

/// An order of the fields, if all are numbers, in which positions can be walked so that every move leads to one that came
/// before: with every move the first field that changes goes against its direction. `rules` are inlined.
pub(super) fn walk_order(rules: &Rules) -> Option<Vec<Walk>> {
    let number = |field: &crate::rules::Declared| {
        matches!(field.domain, Domain::Nat | Domain::Of(_)) && field.domain.ty() == Type::Int
    };
    if !rules.fields.iter().all(number) {
        return None;
    }
    let quantities: Vec<Quantity> = (0..rules.fields.len()).map(Quantity::Value).collect();
    let all = transitions(rules, &quantities).ok()?;
    // Whether a field changes in a direction by at least so much.
    let goes =
        |transition: &Transition, field: usize, direction: Direction, least: i128| match &transition.changes[field] {
            Some(change) => {
                let sign = if direction == Direction::Up { -1 } else { 1 };
                transition.context.entails(&Linear::number(-least).plus(sign, change))
            }
            None => false,
        };
    let ways = [Direction::Up, Direction::Down];
    let mut rest: Vec<usize> = (0..all.len()).collect();
    let mut order: Vec<Walk> = Vec::new();
    let always = |field: usize, way: Direction| all.iter().all(|(_, transition)| goes(transition, field, way, 0));
    while !rest.is_empty() {
        let open = (0..rules.fields.len()).filter(|field| order.iter().all(|walk| walk.field != *field));
        let fits = |&(field, way): &(usize, Direction)| {
            rest.iter().all(|&number| goes(&all[number].1, field, way, 0))
                && rest.iter().any(|&number| goes(&all[number].1, field, way, 1))
        };
        let (field, direction) = open.flat_map(|field| ways.map(|way| (field, way))).find(fits)?;
        rest.retain(|&number| !goes(&all[number].1, field, direction, 1));
        order.push(Walk { field, direction, always: always(field, direction) });
    }
    for field in 0..rules.fields.len() {
        if order.iter().all(|walk| walk.field != field) {
            let direction = ways.into_iter().find(|&way| always(field, way));
            let (direction, always) = (direction.unwrap_or(Direction::Up), direction.is_some());
            order.push(Walk { field, direction, always });
        }
    }
    Some(order)
}

/// Every way a component is replaced, with the name of the move; else why one is not seen.
fn transitions<'a>(rules: &'a Rules, quantities: &[Quantity]) -> Result<Vec<(String, Transition<'a>)>, String> {
    let mut transitions = Vec::new();
    for of in &rules.moves {
        let elements: Vec<Expr> = of
            .binders
            .iter()
            .filter_map(|binder| {
                let ty = match &binder.source {
                    crate::rules::Source::In(set) => set.ty.element()?.clone(),
                    crate::rules::Source::Is(_) => return None,
                };
                Some(Expr { kind: Kind::Local(binder.local), ty, span: binder.span })
            })
            .collect();
        let mut collector = Collector { rules, quantities, elements, transitions: Vec::new(), lost: None };
        paths::walk(rules, of, paths::entry(rules, of), &mut collector);
        if let Some(lost) = collector.lost {
            return Err(format!("move {}: {lost}", of.name));
        }
        transitions.extend(collector.transitions.into_iter().map(|transition| (of.name.clone(), transition)));
    }
    Ok(transitions)
}

/// Whether every play of one component ends; `rules` are inlined.
pub(super) fn acyclic(rules: &Rules) -> Fact {
    let quantities = candidates(rules);
    let mut transitions = match transitions(rules, &quantities) {
        Ok(transitions) => transitions,
        Err(lost) => return Fact::Unknown(lost),
    };
    let mut measure: Vec<String> = Vec::new();
    while !transitions.is_empty() {
        let Some((name, falling)) = next_quantity(rules, &quantities, &transitions) else {
            return Fact::Unknown(format!("no quantity is seen to fall with move {}", transitions[0].0));
        };
        measure.push(name);
        let mut keep = falling.into_iter().map(|falls| !falls);
        transitions.retain(|_| keep.next().unwrap_or(true));
    }
    Fact::Proved(match measure.as_slice() {
        [] => "there are no moves".to_string(),
        [one] => format!("{one} falls with every move"),
        several => format!("with every move the first of these that changes falls: {}", several.join("; ")),
    })
}

/// A quantity (or sum of two) that rises in no transition and falls in some; which ones.
fn next_quantity(
    rules: &Rules,
    quantities: &[Quantity],
    transitions: &[(String, Transition)],
) -> Option<(String, Vec<bool>)> {
    let singles = (0..quantities.len()).map(|a| (a, None));
    let pairs = (0..quantities.len()).flat_map(|a| (a + 1..quantities.len()).map(move |b| (a, Some(b))));
    for (a, b) in singles.chain(pairs) {
        let change = |transition: &Transition| -> Option<Linear> {
            let first = transition.changes[a].clone()?;
            match b {
                None => Some(first),
                Some(b) => Some(first.plus(1, transition.changes[b].as_ref()?)),
            }
        };
        let never_rises = transitions.iter().all(|(_, transition)| {
            change(transition).is_some_and(|change| transition.context.entails(&Linear::default().minus(&change)))
        });
        if !never_rises {
            continue;
        }
        let falls: Vec<bool> = transitions
            .iter()
            .map(|(_, transition)| {
                change(transition).is_some_and(|change| transition.context.entails(&Linear::number(-1).minus(&change)))
            })
            .collect();
        if falls.contains(&true) {
            let name = match b {
                None => describe(rules, quantities[a]),
                Some(b) => format!("{} plus {}", describe(rules, quantities[a]), describe(rules, quantities[b])),
            };
            return Some((name, falls));
        }
    }
    None
}

fn describe(rules: &Rules, quantity: Quantity) -> String {
    let name = |field: usize| rules.fields[field].name.clone();
    let entry = |entry: usize| if entry == 0 { "row" } else { "col" };
    match quantity {
        Quantity::Value(field) => name(field),
        Quantity::Room(field) => format!("the room above {}", name(field)),
        Quantity::Total(field) => format!("the total of {}", name(field)),
        Quantity::Moment(field) => format!("the total of {} with weights 1, 2, 3, ...", name(field)),
        Quantity::Size(field) => format!("the size of {}", name(field)),
        Quantity::Missing(field) => format!("what {} lacks", name(field)),
        Quantity::Blanks(field) => format!("the number of blanks in {}", name(field)),
        Quantity::Entry(field, number) => format!("{}.{}", name(field), entry(number)),
        Quantity::EntryRoom(field, number) => format!("the room above {}.{}", name(field), entry(number)),
    }
}

fn candidates(rules: &Rules) -> Vec<Quantity> {
    let mut quantities = Vec::new();
    for (field, declared) in rules.fields.iter().enumerate() {
        match (&declared.domain, declared.domain.ty()) {
            (Domain::Nat, _) => {
                quantities.push(Quantity::Value(field));
                if closed_bound(rules, field).is_some() {
                    quantities.push(Quantity::Room(field));
                }
            }
            (Domain::Of(_), Type::Int) => quantities.extend([Quantity::Value(field), Quantity::Room(field)]),
            (Domain::Of(_), Type::Tuple(entries)) if declared.domain.ty().is_vector() => {
                for entry in 0..entries.len() {
                    quantities.extend([Quantity::Entry(field, entry), Quantity::EntryRoom(field, entry)]);
                }
            }
            (Domain::SetOf(_), _) => quantities.extend([Quantity::Size(field), Quantity::Missing(field)]),
            (Domain::Array { element, .. }, Type::Array(index, of)) => match *of {
                Type::Int if matches!(**element, Domain::Nat | Domain::Of(_)) => {
                    quantities.push(Quantity::Total(field));
                    if *index == Type::Int {
                        quantities.push(Quantity::Moment(field));
                    }
                }
                Type::Optional(_) => quantities.push(Quantity::Blanks(field)),
                _ => {}
            },
            _ => {}
        }
    }
    quantities
}

struct Collector<'a, 'q> {
    rules: &'a Rules,
    quantities: &'q [Quantity],
    /// The move's binders, which may witness that a set loses something.
    elements: Vec<Expr>,
    transitions: Vec<Transition<'a>>,
    lost: Option<String>,
}

impl<'a> Observer for Collector<'a, '_> {
    fn end(&mut self, path: &mut Path) {
        if path.loops.iter().any(Loop::becomes) {
            self.lost = Some("a loop contains `become`".to_string());
        } else if let Some(position) = path.becomes.clone() {
            // The context borrows the inlined rules, which outlive the collector.
            let mut context: Context<'a> = path.context.rebind(self.rules);
            let mut found = Vec::new();
            let mut foreign = false;
            let rules = self.rules;
            let quantities = self.quantities;
            let whole = each_part(&mut context, &position, &mut |context, reference, arguments| {
                if rules.number != Some(reference.game)
                    || arguments.iter().any(|(target, _)| matches!(target, Target::Param(_)))
                {
                    foreign = true;
                    return;
                }
                let changes =
                    quantities.iter().map(|&quantity| part_change(context, rules, quantity, arguments)).collect();
                found.push(Transition { context: context.rebind(rules), changes });
            });
            if foreign {
                self.lost = Some("it becomes another game".to_string());
            } else if !whole {
                self.lost = Some("it becomes a position that is not written out".to_string());
            }
            self.transitions.extend(found);
        } else {
            let elements = &self.elements;
            let changes = self.quantities.iter().map(|&quantity| change(path, quantity, elements)).collect();
            self.transitions.push(Transition { context: path.context.rebind(self.rules), changes });
        }
    }
}

/// How much larger a quantity is in a part than in the whole.
fn part_change(
    context: &mut Context,
    rules: &Rules,
    quantity: Quantity,
    arguments: &[(Target, Expr)],
) -> Option<Linear> {
    let (field, sign) = match quantity {
        Quantity::Value(field) => (field, 1),
        Quantity::Room(field) => (field, -1),
        _ => return None,
    };
    let (_, argument) = arguments.iter().find(|(target, _)| *target == Target::Field(field))?;
    let whole = Expr { kind: Kind::Field(field), ty: Type::Int, span: rules.span };
    let change = context.linear(argument).minus(&context.linear(&whole));
    Some(Linear::default().plus(sign, &change))
}

/// How much a quantity grows at most along a path; `None` if that is not seen.
fn change(path: &mut Path, quantity: Quantity, elements: &[Expr]) -> Option<Linear> {
    let field = match quantity {
        Quantity::Value(field)
        | Quantity::Room(field)
        | Quantity::Total(field)
        | Quantity::Moment(field)
        | Quantity::Size(field)
        | Quantity::Missing(field)
        | Quantity::Blanks(field)
        | Quantity::Entry(field, _)
        | Quantity::EntryRoom(field, _) => field,
    };
    let writes: Vec<&Write> = path.writes.iter().filter(|write| write.field == field).collect();
    if let [a, b] = writes[..]
        && a.index.is_some()
        && a.old == b.new
        && b.old == a.new
        && !path.loops.iter().any(|of| of.writes(field))
        && matches!(quantity, Quantity::Total(_) | Quantity::Blanks(_))
    {
        return Some(Linear::default());
    }
    path_change(path, &mut |context, write| match write.field == field {
        true => write_change(context, write, quantity, elements),
        false => Some(Linear::default()),
    })
}

fn write_change(context: &mut Context, write: &Write, quantity: Quantity, elements: &[Expr]) -> Option<Linear> {
    match quantity {
        Quantity::Value(_) | Quantity::Total(_) => change_of(context, write),
        Quantity::Room(_) => Some(Linear::default().minus(&change_of(context, write)?)),
        Quantity::Moment(_) => {
            let change = change_of(context, write)?;
            let index = context.linear(write.index.as_ref()?);
            // Only a constant change at a symbolic index, or a symbolic change at a constant index, is linear.
            match (change.as_number(), index.as_number()) {
                (Some(change), _) => Some(Linear::default().plus(change, &index.shifted(1))),
                (None, Some(index)) => Some(Linear::default().plus(index + 1, &change)),
                _ => None,
            }
        }
        Quantity::Size(_) => size_change(context, write, elements),
        Quantity::Missing(field) => {
            let old = &write.old;
            match write.op {
                AssignOp::Add => {
                    let grows = elements_in(&write.operand, elements).iter().any(|element| {
                        context.is_member(element, &write.operand) && is_absent(context, element, old, field)
                    });
                    Some(Linear::number(if grows { -1 } else { 0 }))
                }
                _ => None,
            }
        }
        Quantity::Blanks(_) => {
            let one_cell = write.index.is_some();
            let stays_filled = one_cell && write.new.kind != Kind::None && !matches!(write.new.ty, Type::Optional(_));
            let old = &write.old;
            let was_blank = context.holds(&equal(old, &Expr { kind: Kind::None, ..old.clone() }));
            stays_filled.then(|| Linear::number(if was_blank { -1 } else { 0 }))
        }
        Quantity::Entry(_, entry) | Quantity::EntryRoom(_, entry) => {
            let dot = |value: &Expr| Expr {
                kind: Kind::Dot(Box::new(value.clone()), entry),
                ty: Type::Int,
                span: value.span,
            };
            let change = context.linear(&dot(&write.new)).minus(&context.linear(&dot(&write.old)));
            let sign = if matches!(quantity, Quantity::Entry(..)) { 1 } else { -1 };
            Some(Linear::default().plus(sign, &change))
        }
    }
}

fn equal(a: &Expr, b: &Expr) -> Expr {
    Expr { kind: Kind::Compare(Comparison::Eq, Box::new(a.clone()), Box::new(b.clone())), ty: Type::Bool, span: a.span }
}

/// Elements that might witness a change: the move's binders and what the written set names outright.
fn elements_in(set: &Expr, elements: &[Expr]) -> Vec<Expr> {
    let mut found = elements.to_vec();
    set.each(&mut |part| {
        if let Kind::Set(parts) = &part.kind {
            found.extend(parts.iter().cloned());
        }
    });
    found.retain(|element| set.ty.element().is_some_and(|ty| ty.join(&element.ty).is_some()));
    found
}

fn is_absent(context: &mut Context, element: &Expr, set: &Expr, field: usize) -> bool {
    let inside = |set: &Expr| Expr {
        kind: Kind::Not(Box::new(Expr {
            kind: Kind::In(Box::new(element.clone()), Box::new(set.clone())),
            ty: Type::Bool,
            span: element.span,
        })),
        ty: Type::Bool,
        span: element.span,
    };
    let whole = Expr { kind: Kind::Field(field), ty: set.ty.clone(), span: set.span };
    context.holds(&inside(set)) || (whole == *set && context.holds(&inside(&whole)))
}

fn size_change(context: &mut Context, write: &Write, elements: &[Expr]) -> Option<Linear> {
    let old = &write.old;
    match write.op {
        AssignOp::Add => None,
        AssignOp::Sub => {
            let shrinks = elements_in(&write.operand, elements)
                .iter()
                .any(|element| context.is_member(element, old) && context.is_member(element, &write.operand));
            Some(Linear::number(if shrinks { -1 } else { 0 }))
        }
        AssignOp::Set => {
            if !context.is_subset(&write.new, old) {
                return None;
            }
            let shrinks = elements_in(&write.new, elements)
                .iter()
                .any(|element| context.is_member(element, old) && excludes(context, &write.new, element));
            Some(Linear::number(if shrinks { -1 } else { 0 }))
        }
    }
}

/// Whether a set is seen not to contain an element.
fn excludes(context: &mut Context, set: &Expr, element: &Expr) -> bool {
    match &set.kind {
        Kind::SetOp(SetOp::Minus, a, b) => excludes(context, a, element) || context.is_member(element, b),
        Kind::SetOp(SetOp::Meet, a, b) => excludes(context, a, element) || excludes(context, b, element),
        Kind::SetOp(SetOp::Union, a, b) => excludes(context, a, element) && excludes(context, b, element),
        Kind::Build(binders, _, body) => match (binders.as_slice(), &body.kind) {
            ([binder], Kind::Local(slot)) if binder.local == *slot => match &binder.source {
                crate::rules::Source::In(from) => excludes(context, from, element),
                crate::rules::Source::Is(_) => false,
            },
            _ => false,
        },
        Kind::Set(parts) => parts.is_empty(),
        _ => false,
    }
}
