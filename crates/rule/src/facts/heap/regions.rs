//! Heaps whose sizes are written with `max`, `min` or `if`: the move falls into regions of its binder, and in each of them
//! every part is linear. What the regions lead to is an upper bound of the form: amounts, each with how many heaps are left.
//! Every item of the bound is then shown to be reached from every heap that it fits, so the bound is the form.

use super::{Choice, HeapMove, Path, Reader, Takes, at_least, subtract};
use crate::linear::{Atom, Linear};
use crate::reason::Context;
use crate::rules::{Builtin, Expr, Kind, Source};
use crate::types::Type;

/// More is not taken by a move that is read region by region.
const MOST_TAKEN: i64 = 64;

/// More regions of one move are not looked at.
const MOST_REGIONS: usize = 16;

/// The moves of the form that one way through a clause makes, or why it makes no form.
pub(super) fn moves(reader: &Reader, path: &Path, parts: &[Expr]) -> Result<Vec<HeapMove>, &'static str> {
    let mut chosen = reader.of.binders.iter().filter(|binder| matches!(binder.source, Source::In(_)));
    let binder = chosen.next().map(|binder| binder.local);
    if chosen.next().is_some() {
        return Err("it has more than one binder");
    }
    let mut regions = Vec::new();
    split(path.context.clone(), parts.to_vec(), &mut regions)?;
    let mut bound: Vec<Item> = Vec::new();
    for (context, parts) in &mut regions {
        items(reader, context, parts, binder, &mut bound)?;
    }
    let reached = Reached { reader, path, parts, binder };
    if !bound.iter().all(|item| reached.always(item)) {
        return Err("not every heap allows what some allow");
    }
    let number = reader.number();
    let found = bound.into_iter().map(|item| HeapMove {
        number,
        choices: item.choice.into_iter().collect(),
        takes: Takes::Exactly(item.taken),
        leaves: 1 << item.heaps,
    });
    Ok(found.collect())
}

/// A region's moves that take one amount and leave a number of non-empty heaps.
#[derive(Clone, Copy, PartialEq)]
struct Item {
    taken: i64,
    heaps: usize,
    /// What the binder is, where there is one and it matters: a heap that is taken whole is small.
    choice: Option<Choice>,
}

impl Item {
    /// The same moves, with the other of two parts named first.
    fn mirrored(self) -> Item {
        let turned = |choice: Choice| Choice {
            heap: choice.heap + choice.part,
            part: -choice.part,
            constant: choice.constant - choice.part * self.taken,
            ..choice
        };
        Item { choice: self.choice.map(turned), ..self }
    }
}

/// Splits what is known until no part contains a choice.
fn split<'a>(
    context: Context<'a>,
    parts: Vec<Expr>,
    regions: &mut Vec<(Context<'a>, Vec<Expr>)>,
) -> Result<(), &'static str> {
    let Some(choice) = parts.iter().find_map(innermost) else {
        if !context.is_impossible() {
            regions.push((context, parts));
        }
        return if regions.len() > MOST_REGIONS { Err("it falls into too many regions") } else { Ok(()) };
    };
    for (conditions, value) in alternatives(&choice) {
        let mut context = context.clone();
        conditions.iter().for_each(|condition| context.assume(condition));
        let parts = parts.iter().map(|part| replace(part, &choice, &value)).collect();
        split(context, parts, regions)?;
    }
    Ok(())
}

/// A choice whose own parts contain none.
fn innermost(expr: &Expr) -> Option<Expr> {
    let mut found = None;
    expr.parts(&mut |part| found = found.take().or_else(|| innermost(part)));
    let chooses = match &expr.kind {
        Kind::Builtin(Builtin::Min | Builtin::Max, parts) => parts.iter().all(|part| part.ty == Type::Int),
        Kind::If(..) => true,
        _ => false,
    };
    found.or_else(|| (chooses && expr.ty == Type::Int).then(|| expr.clone()))
}

/// Each value a choice may have, and when.
fn alternatives(choice: &Expr) -> Vec<(Vec<Expr>, Expr)> {
    match &choice.kind {
        Kind::If(condition, yes, no) => {
            let not = Expr { kind: Kind::Not(condition.clone()), ty: Type::Bool, span: choice.span };
            vec![(vec![(**condition).clone()], (**yes).clone()), (vec![not], (**no).clone())]
        }
        Kind::Builtin(builtin, parts) => parts
            .iter()
            .enumerate()
            .map(|(number, part)| {
                let others = parts.iter().enumerate().filter(|(other, _)| *other != number);
                let beaten = others.map(|(_, other)| match builtin {
                    Builtin::Min => at_least(&subtract(other, part), 0),
                    _ => at_least(&subtract(part, other), 0),
                });
                (beaten.collect(), part.clone())
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn replace(expr: &Expr, from: &Expr, to: &Expr) -> Expr {
    if expr == from { to.clone() } else { expr.map_parts(&mut |part| replace(part, from, to)) }
}

/// `heap * n + binder * i + constant`.
struct Form {
    heap: i64,
    binder: i64,
    constant: i64,
}

impl Form {
    fn of(linear: &Linear, heap: Atom, binder: Option<Atom>) -> Option<Form> {
        let known = linear.terms.keys().all(|atom| *atom == heap || Some(*atom) == binder);
        let factor = |atom: Option<Atom>| {
            atom.and_then(|atom| linear.terms.get(&atom)).map_or(Some(0), |factor| i64::try_from(*factor).ok())
        };
        known.then_some(())?;
        Some(Form {
            heap: factor(Some(heap))?,
            binder: factor(binder)?,
            constant: i64::try_from(linear.constant).ok()?,
        })
    }

    /// The binder that makes this form `part * a + constant`, if there is exactly one.
    fn solved(&self, local: Option<usize>, part: i64, constant: i64) -> Result<Option<Choice>, &'static str> {
        let Some(local) = local else { return Ok(None) };
        if self.binder.abs() != 1 {
            return Err("the binder does not follow from what is left");
        }
        Ok(Some(Choice {
            local,
            heap: -self.heap * self.binder,
            taken: 0,
            part: part * self.binder,
            constant: (constant - self.constant) * self.binder,
        }))
    }
}

/// Adds everything a region may lead to.
fn items(
    reader: &Reader,
    context: &mut Context,
    parts: &[Expr],
    binder: Option<usize>,
    bound: &mut Vec<Item>,
) -> Result<(), &'static str> {
    let whole = context.linear(&reader.heap());
    let atom = |linear: &Linear| linear.terms.keys().next().copied();
    let heap = atom(&whole).ok_or("the heap is known")?;
    let local = binder.map(|local| context.linear(&reader.local(local)));
    let local = local.as_ref().and_then(atom);
    let sizes: Vec<Linear> = parts.iter().map(|part| context.linear(part)).collect();
    let amount = sizes.iter().fold(whole.clone(), |amount, size| amount.minus(size));
    let form = Form::of(&amount, heap, local).ok_or("its amounts are not linear")?;
    if !sizes.iter().chain([&amount]).all(|size| context.entails(size)) {
        return Err("a part may be negative, or larger than the heap");
    }
    let part = |number: usize| Form::of(&sizes[number], heap, local).ok_or("a part is not linear");
    let most = (0..=MOST_TAKEN).find(|most| context.entails(&Linear::number((*most).into()).minus(&amount)));
    let most = most.ok_or("its amounts have no bound")?;
    let constant = context.entails(&amount.shifted(-i128::from(most)));
    for taken in 0..=most {
        for filled in 0..1usize << sizes.len() {
            let mut here = context.clone();
            here.suppose_equal(&amount, &Linear::number(taken.into()));
            for (part, size) in sizes.iter().enumerate() {
                if filled >> part & 1 == 1 {
                    here.suppose(size.shifted(-1));
                } else {
                    here.suppose_equal(size, &Linear::default());
                }
            }
            if here.is_impossible() {
                continue;
            }
            let heaps = filled.count_ones() as usize;
            let choice = match heaps {
                0 => None,
                1 if sizes.len() == 1 => form.solved(binder, 0, taken)?,
                1 => form.solved(binder, 0, taken).or_else(|_| part(filled & 1)?.solved(binder, 0, 0))?,
                _ if !constant => return Err("a part is fixed"),
                _ => part(0)?.solved(binder, 1, 0)?,
            };
            if taken == 0 && heaps < 2 {
                return Err("a move may leave the heap as it is");
            }
            let item = Item { taken, heaps, choice };
            if !bound.contains(&item) && !bound.contains(&item.mirrored()) {
                bound.push(item);
            }
        }
    }
    Ok(())
}

/// What the rules lead to when the binder is chosen as an item says.
struct Reached<'a, 'r> {
    reader: &'a Reader<'r>,
    path: &'a Path<'r>,
    parts: &'a [Expr],
    binder: Option<usize>,
}

/// The heaps an item is asked about.
#[derive(Clone, Copy)]
enum Asked {
    /// Every heap that leaves as many non-empty heaps as the item says.
    All,
    /// The heap that is taken whole, with the binder at this value.
    Whole(i64),
    /// Two parts, the first at least as large.
    Falling,
    /// Two parts, the second at least as large.
    Rising,
}

impl Reached<'_, '_> {
    /// Whether every heap that the item fits allows it. Either of two parts may come first; the order in which a choice
    /// does not lead to them must then be one in which it is not legal.
    fn always(&self, item: &Item) -> bool {
        match item.heaps {
            0 => (0..=item.taken).any(|value| self.leads(item, Asked::Whole(value))),
            1 => self.leads(item, Asked::All),
            _ => {
                let led = [Asked::Falling, Asked::Rising].map(|asked| self.leads(item, asked));
                match led {
                    [true, true] => true,
                    [true, false] => self.never(item, Asked::Rising),
                    [false, true] => self.never(item, Asked::Falling),
                    [false, false] => false,
                }
            }
        }
    }

    /// Whether the item's choice is legal from all heaps asked about and leaves exactly its heaps.
    fn leads(&self, item: &Item, asked: Asked) -> bool {
        let mut context = Context::new(self.reader.rules, 1 << 22);
        let wanted = self.choose(&mut context, item, asked);
        let mut left: Vec<Linear> = self.parts.iter().map(|part| context.linear(part)).collect();
        left.resize(2, Linear::default());
        let same = |a: &Linear, b: &Linear| context.entails(&a.minus(b)) && context.entails(&b.minus(a));
        let leaves = |one: usize| same(&left[0], &wanted[one]) && same(&left[1], &wanted[1 - one]);
        (leaves(0) || leaves(1)) && self.reader.is_legal(context, &self.path.branches)
    }

    /// Whether the item's choice is legal from none of the heaps asked about, unless its two parts are equal.
    fn never(&self, item: &Item, asked: Asked) -> bool {
        let mut context = self.path.context.clone();
        let [first, second] = self.choose(&mut context, item, asked);
        let gap = if matches!(asked, Asked::Falling) { first.minus(&second) } else { second.minus(&first) };
        context.suppose(gap.shifted(-1));
        context.is_impossible()
    }

    /// Assumes a heap that is asked about and the binder as the item chooses it; the parts to be left.
    fn choose(&self, context: &mut Context, item: &Item, asked: Asked) -> [Linear; 2] {
        let heap = context.linear(&self.reader.heap());
        let rest = heap.shifted(-i128::from(item.taken));
        let first = match item.heaps {
            0 => Linear::default(),
            1 => rest.clone(),
            _ => {
                let part = crate::inline::above_all_locals(self.reader.rules) + (1 << 21);
                context.linear(&self.reader.local(part))
            }
        };
        let second = rest.minus(&first);
        for (number, size) in [&first, &second].into_iter().enumerate() {
            if number < item.heaps {
                context.suppose(size.shifted(-1));
            } else {
                context.suppose_equal(size, &Linear::default());
            }
        }
        match asked {
            Asked::Falling => context.suppose(first.minus(&second)),
            Asked::Rising => context.suppose(second.minus(&first)),
            Asked::All | Asked::Whole(_) => {}
        }
        if let Some(local) = self.binder {
            let local = context.linear(&self.reader.local(local));
            if let Asked::Whole(value) = asked {
                context.suppose_equal(&local, &Linear::number(value.into()));
            } else if let Some(choice) = item.choice {
                let chosen = Linear::number(choice.constant.into())
                    .plus(choice.heap.into(), &heap)
                    .plus(choice.part.into(), &first);
                context.suppose_equal(&local, &chosen);
            }
        }
        [first, second]
    }
}

#[cfg(test)]
mod tests {
    use crate::{Takes, heap_form, read};

    /// The digits of a form that takes listed amounts alone, from amount 1 on.
    fn digits(rule: &str) -> Option<Vec<u8>> {
        let reading = read(&format!("game A\n  state n: nat\n  {rule}\n"));
        assert!(reading.diagnostics.is_empty(), "{rule}: {:?}", reading.diagnostics);
        let mut digits = Vec::new();
        for of in heap_form(&reading.module.games[0]).ok()?.moves {
            let Takes::Exactly(amount @ 1..) = of.takes else { return None };
            let place = amount as usize - 1;
            digits.resize(digits.len().max(place + 1), 0);
            digits[place] |= of.leaves;
        }
        Some(digits)
    }

    /// Winning Ways ch. 4: a mark that bars its neighbours is 0.137, one that bars two to either side 0.11337.
    #[test]
    fn choices_fall_into_regions() {
        let marks = |reach: i64| {
            let (a, b) = (reach + 1, reach);
            format!("move mark(i in 1..n): become A(max(0, i - {a})) + A(max(0, n - i - {b}))")
        };
        assert_eq!(digits(&marks(1)), Some(vec![1, 3, 7]));
        assert_eq!(digits(&marks(2)), Some(vec![1, 1, 3, 3, 7]));
        let written = "move mark(i in 1..n): become A(if i > 2 then i - 2 else 0) + A(if i < n then n - i - 1 else 0)";
        assert_eq!(digits(written), Some(vec![1, 3, 7]));
        let turned = "move mark(i in 0..n-1): become A(max(i - 1, 0)) + A(n - min(i + 2, n))";
        assert_eq!(digits(turned), Some(vec![1, 3, 7]));
        assert_eq!(digits("move most(k in 1..3) if n > 0: n = max(0, n - k)"), Some(vec![3, 3, 3]));
        assert_eq!(digits("move two if n > 0: n = max(n, 2) - 2"), Some(vec![1, 3]));
    }

    #[test]
    fn pairs_may_be_named_in_either_order() {
        let sorted = "move split(i in 0..n-2): become A(min(i, n - 2 - i)) + A(max(i, n - 2 - i))";
        assert_eq!(digits(sorted), Some(vec![0, 7]));
    }

    #[test]
    fn other_rules_have_no_form() {
        for rule in [
            // Not every heap allows what some allow.
            "move mark(i in 4..n): become A(max(0, i - 2)) + A(max(0, n - i - 1))",
            "move mark(i in 1..n) if n % 2 == 0: become A(max(0, i - 2)) + A(max(0, n - i - 1))",
            "move mark(i in 1..n) if i != 5: become A(max(0, i - 2)) + A(max(0, n - i - 1))",
            // A part that stays.
            "move mark(i in 1..n) if n > 3: become A(max(1, i - 2)) + A(max(0, n - i - 1))",
            // The amounts grow with the heap.
            "move mark(i in 1..n): become A(max(0, n - 2 * i))",
            "move mark(i in 1..n) if n > 1: become A(max(i, n - i) - 1)",
            // The way through the body depends on the heap.
            "move take(k in 1..2) if k <= n:\n    if n % 2 == 0:\n      n -= k\n    else:\n      n -= 1",
        ] {
            assert_eq!(digits(rule), None, "{rule}");
        }
    }
}
