//! Heap form: one `nat`, and every move takes an amount from it and leaves the rest as nothing, one heap or two. The form
//! is read off the rules and proved both ways: what the form allows is legal, and what is legal the form allows.

mod instance;
mod regions;

pub use instance::Settled;
pub(crate) use instance::form_at;

use crate::bounds::each_part;
use crate::convention::Convention;
use crate::linear::Linear;
use crate::paths::{self, Observer, Path};
use crate::reason::Context;
use crate::rules::{ArithOp, Comparison, Domain, Expr, Kind, Move, Rules, Source, Target};
use crate::types::Type;
use crate::uses::Uses;

/// The moves of a heap game.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapForm {
    /// Each kind of move.
    pub moves: Vec<HeapMove>,
    /// Whether two heaps left by one move must differ in size.
    pub unequal: bool,
}

/// One kind of move: for every amount that `takes` allows, the rest may lie as `leaves` says.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapMove {
    /// The number of the move clause.
    pub number: usize,
    /// The binders of the clause, by what the move does.
    pub choices: Vec<Choice>,
    /// Which amounts.
    pub takes: Takes,
    /// Bit `j` is set when the rest may lie as exactly `j` non-empty heaps.
    pub leaves: u8,
}

/// What is chosen for a binder: `heap * n + taken * amount + part * a + constant`, where `n` is the heap before the move and
/// `a` the first of two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The binder.
    pub local: usize,
    /// The factor of the heap.
    pub heap: i64,
    /// The factor of the amount taken.
    pub taken: i64,
    /// The factor of the first part.
    pub part: i64,
    /// The constant.
    pub constant: i64,
}

impl Choice {
    /// Always 0.
    fn nothing(local: usize) -> Choice {
        Choice { local, heap: 0, taken: 0, part: 0, constant: 0 }
    }

    /// The amount itself.
    fn amount(local: usize) -> Choice {
        Choice { taken: 1, ..Choice::nothing(local) }
    }

    /// The first part itself.
    fn part(local: usize) -> Choice {
        Choice { part: 1, ..Choice::nothing(local) }
    }
}

/// Which amounts a move may take.
#[derive(Clone, Debug, PartialEq)]
pub enum Takes {
    /// Exactly this many.
    Exactly(i64),
    /// Every element of a set over parameters that satisfies all conditions on the local.
    Among {
        /// The set.
        set: Expr,
        /// The local that stands for the amount.
        local: usize,
        /// Conditions on it.
        filters: Vec<Expr>,
    },
    /// Every number from `low` on that satisfies all conditions on the local.
    From {
        /// The least.
        low: i64,
        /// The local that stands for the amount.
        local: usize,
        /// Conditions on it; they speak of remainders alone.
        filters: Vec<Expr>,
        /// The conditions repeat with this period.
        period: i64,
    },
}

/// The form of inlined rules, or why they have none.
pub(crate) fn heap_form(rules: &Rules) -> Result<HeapForm, String> {
    let [field] = rules.fields.as_slice() else { return Err("there is not exactly one field".to_string()) };
    if !matches!(field.domain, Domain::Nat) {
        return Err(format!("{} is no `nat`", field.name));
    }
    if !super::players::impartial(rules).is_proved() {
        return Err("the game is not impartial".to_string());
    }
    if !matches!(Convention::of(rules), Convention::Normal | Convention::Misere) {
        return Err("the game does not end when nobody can move".to_string());
    }
    if rules.has_steps() {
        return Err("a turn may take several steps".to_string());
    }
    let mut form = HeapForm { moves: Vec::new(), unequal: false };
    let mut pairs = [false, false];
    for of in &rules.moves {
        let mut reader = Reader { rules, of, found: Vec::new(), trouble: None };
        paths::walk(rules, of, paths::entry(rules, of), &mut reader);
        if let Some(trouble) = reader.trouble {
            return Err(format!("move {}: {trouble}", of.name));
        }
        for (found, unequal) in reader.found {
            if found.leaves & 4 != 0 {
                pairs[usize::from(unequal)] = true;
            }
            form.moves.push(found);
        }
    }
    if pairs == [true, true] {
        return Err("some pairs of heaps may be equal and others not".to_string());
    }
    form.unequal = pairs[1];
    Ok(form)
}

struct Reader<'a> {
    rules: &'a Rules,
    of: &'a Move,
    found: Vec<(HeapMove, bool)>,
    trouble: Option<&'static str>,
}

impl Observer for Reader<'_> {
    fn end(&mut self, path: &mut Path) {
        match self.path(path) {
            Ok(found) => self.found.extend(found),
            Err(trouble) => self.trouble = Some(trouble),
        }
    }
}

/// The amount a move takes, as the rules write it.
enum Amount {
    Number(i64),
    Bound(usize),
    /// All of it.
    Whole,
}

impl Reader<'_> {
    fn path(&self, path: &mut Path) -> Result<Vec<(HeapMove, bool)>, &'static str> {
        if !path.is_straight() {
            return Err("its effect is not one formula");
        }
        let parts = match &path.becomes {
            None => match path.writes.as_slice() {
                [only] => vec![only.new.clone()],
                _ => return Err("it does not write the heap exactly once"),
            },
            Some(position) => {
                let mut parts = Vec::new();
                let mut foreign = false;
                let mut plain = path.context.clone();
                let whole = each_part(&mut plain, &position.clone(), &mut |_, reference, arguments| match arguments {
                    [(Target::Field(0), value)] if self.rules.number == Some(reference.game) => {
                        parts.push(value.clone())
                    }
                    _ => foreign = true,
                });
                let folded = position.any(&|part| match part.kind {
                    Kind::Fold(..) => true,
                    Kind::If(..) => part.ty != Type::Int,
                    _ => false,
                });
                if foreign || folded || !whole {
                    return Err("it becomes something other than heaps of its own kind");
                }
                parts
            }
        };
        if path.becomes.is_some() && !path.writes.is_empty() {
            return Err("it writes the heap and becomes something else");
        }
        let whole = match parts.as_slice() {
            [rest] => self.single(path, rest),
            [a, b] => self.pair(path, a, b).or_else(|_| self.pair(path, b, a)),
            _ => return Err("it leaves more than two heaps"),
        };
        match whole {
            Ok(found) => Ok(vec![found]),
            Err(trouble) => {
                let found = regions::moves(self, path, &parts).map_err(|_| trouble)?;
                Ok(found.into_iter().map(|found| (found, false)).collect())
            }
        }
    }

    fn found(&self, takes: Takes, leaves: u8, part: Option<usize>) -> HeapMove {
        let bound = |slot: usize| self.of.binders.iter().any(|binder| binder.local == slot);
        let amount = match &takes {
            Takes::Exactly(_) => None,
            Takes::Among { local, .. } | Takes::From { local, .. } => Some(*local).filter(|local| bound(*local)),
        };
        let choices = amount.map(Choice::amount).into_iter().chain(part.map(Choice::part)).collect();
        let takes = match takes {
            // An amount that is no binder stands alone in its conditions, so any local will do.
            Takes::From { low, local, filters, period } if !bound(local) => {
                let filters =
                    filters.iter().map(|filter| crate::reason::replace_local(filter, local, &self.local(0))).collect();
                Takes::From { low, local: 0, filters, period }
            }
            takes => takes,
        };
        HeapMove { number: self.number(), choices, takes, leaves }
    }

    fn number(&self) -> usize {
        self.rules.moves.iter().position(|of| std::ptr::eq(of, self.of)).unwrap_or(0)
    }

    fn heap(&self) -> Expr {
        Expr { kind: Kind::Field(0), ty: Type::Int, span: self.of.span }
    }

    fn local(&self, slot: usize) -> Expr {
        Expr { kind: Kind::Local(slot), ty: Type::Int, span: self.of.span }
    }

    /// Reads `amount` as a number, a binder, or the whole heap.
    fn amount(&self, context: &mut Context, amount: &Linear) -> Result<Amount, &'static str> {
        if let Some(number) = amount.as_number() {
            return i64::try_from(number).map(Amount::Number).map_err(|_| "it takes too much");
        }
        if *amount == context.linear(&self.heap()) {
            return Ok(Amount::Whole);
        }
        for binder in &self.of.binders {
            if matches!(binder.source, Source::In(_)) && context.linear(&self.local(binder.local)) == *amount {
                return Ok(Amount::Bound(binder.local));
            }
        }
        Err("the amount taken is neither a number nor a binder")
    }

    fn single(&self, path: &mut Path, rest: &Expr) -> Result<(HeapMove, bool), &'static str> {
        let (context, branches) = (&mut path.context, &path.branches);
        let amount = context.linear(&self.heap()).minus(&context.linear(rest));
        if let Some(size) = self.only_heap(context).filter(|_| {
            let left = context.linear(rest);
            context.entails(&Linear::default().minus(&left))
        }) {
            let (takes, taken) = self.takes(context, &Amount::Number(size))?;
            let left = subtract(&self.heap(), &taken);
            let none = subtract(&taken, &self.heap());
            let ideal = self.ideal(&takes, &taken, &[at_least(&left, 0), at_least(&none, 0)])?;
            if size > 0 && self.is_legal(ideal, branches) {
                return Ok((self.found(takes, 1, None), false));
            }
        }
        let amount = self.amount(context, &amount)?;
        let (takes, taken) = self.takes(context, &amount)?;
        if matches!(amount, Amount::Whole) {
            let ideal = self.ideal(&takes, &taken, &[])?;
            return if self.is_legal(ideal, branches) {
                Ok((self.found(takes, 1, None), false))
            } else {
                Err("its guard says more")
            };
        }
        for (least, leaves) in [(0, 3u8), (1, 2u8)] {
            let form = context.linear(&self.heap()).minus(&context.linear(&taken)).shifted(-least);
            if !context.entails(&form) && least == 1 {
                continue;
            }
            let rest = subtract(&self.heap(), &taken);
            let ideal = self.ideal(&takes, &taken, &[at_least(&rest, least as i64)])?;
            if context.entails(&form) && self.is_legal(ideal, branches) {
                return Ok((self.found(takes, leaves, None), false));
            }
        }
        Err("its guard says more than how much is taken and left")
    }

    /// The size of the only heap that the guard lets move, where the guard names it.
    fn only_heap(&self, context: &mut Context) -> Option<i64> {
        let mut named = Vec::new();
        fn numbers(expr: &Expr, named: &mut Vec<i64>) {
            if let Kind::Int(number) = expr.kind {
                named.push(number);
            }
            expr.parts(&mut |part| numbers(part, named));
        }
        self.of.guard.iter().for_each(|guard| numbers(guard, &mut named));
        let heap = context.linear(&self.heap());
        named.into_iter().find(|&size| {
            let above = heap.shifted(-i128::from(size));
            context.entails(&above) && context.entails(&Linear::default().minus(&above))
        })
    }

    fn pair(&self, path: &mut Path, a: &Expr, b: &Expr) -> Result<(HeapMove, bool), &'static str> {
        let (context, branches) = (&mut path.context, &path.branches);
        let Kind::Local(part) = a.kind else { return Err("no part is a binder") };
        let amount = context.linear(&self.heap()).minus(&context.linear(a)).minus(&context.linear(b));
        let amount = self.amount(context, &amount)?;
        if matches!(amount, Amount::Bound(slot) if slot == part) || matches!(amount, Amount::Whole) {
            return Err("the parts do not make up the rest");
        }
        let (takes, taken) = self.takes(context, &amount)?;
        let first = self.local(part);
        let second = subtract(&subtract(&self.heap(), &taken), &first);
        for (low_a, low_b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for order in [Order::Any, Order::Sorted, Order::Unequal] {
                let mut conditions = vec![at_least(&first, low_a), at_least(&second, low_b)];
                match order {
                    Order::Any => {}
                    Order::Sorted => conditions.push(at_least(&subtract(&second, &first), 0)),
                    Order::Unequal => conditions.push(at_least(&subtract(&second, &first), 1)),
                }
                let needed = conditions.iter().all(|condition| context.holds(condition));
                if !needed {
                    continue;
                }
                let ideal = self.ideal(&takes, &taken, &conditions)?;
                if !self.is_legal(ideal, branches) {
                    continue;
                }
                let bits = u8::from(low_a + low_b == 0 && !matches!(order, Order::Unequal))
                    | (u8::from(low_a == 0 || (low_b == 0 && matches!(order, Order::Any))) << 1)
                    | 4;
                let splits_nothing = matches!(amount, Amount::Number(0)) && bits != 4;
                if splits_nothing {
                    return Err("a move may leave the heap as it is");
                }
                return Ok((self.found(takes, bits, Some(part)), matches!(order, Order::Unequal)));
            }
        }
        Err("the sizes of the parts are bounded in another way")
    }

    /// Which amounts there are, and the amount as an expression.
    fn takes(&self, context: &mut Context, amount: &Amount) -> Result<(Takes, Expr), &'static str> {
        let number = |value: i64| Expr { kind: Kind::Int(value), ty: Type::Int, span: self.of.span };
        match amount {
            Amount::Number(value) if *value >= 0 => Ok((Takes::Exactly(*value), number(*value))),
            Amount::Number(_) => Err("it adds to the heap"),
            Amount::Whole => {
                let filters = self.filters(None)?;
                let period = period_of(&filters)?;
                // The heap itself is the amount: conditions on it are conditions on the amount.
                let slot = crate::inline::above_all_locals(self.rules) + (1 << 21);
                let filters: Vec<Expr> = filters.iter().map(|filter| replace_heap(filter, &self.local(slot))).collect();
                let form = context.linear(&self.heap());
                let low = if context.entails(&form.shifted(-1)) { 1 } else { return Err("it may take nothing") };
                Ok((Takes::From { low, local: slot, filters, period }, self.heap()))
            }
            Amount::Bound(slot) => {
                let binder = self.of.binders.iter().find(|binder| binder.local == *slot).ok_or("no such binder")?;
                let set = binder.source.expr();
                let filters = self.filters(Some(*slot))?;
                let fixed = Uses::of(set, &self.rules.defs).is_fixed() && !mentions_locals(set);
                if fixed {
                    return Ok((Takes::Among { set: set.clone(), local: *slot, filters }, self.local(*slot)));
                }
                let Kind::Range(low, _) = &set.kind else { return Err("the amounts depend on the heap") };
                let Kind::Int(low) = low.kind else { return Err("the least amount is no number") };
                let period = period_of(&filters)?;
                Ok((Takes::From { low, local: *slot, filters, period }, self.local(*slot)))
            }
        }
    }

    /// Conjuncts of the guard that speak of the amount alone (of the heap alone, for `None`).
    fn filters(&self, slot: Option<usize>) -> Result<Vec<Expr>, &'static str> {
        let mut conjuncts: Vec<&Expr> = self.of.guard.iter().collect();
        let mut filters = Vec::new();
        while let Some(one) = conjuncts.pop() {
            if let Kind::And(a, b) = &one.kind {
                conjuncts.extend([&**a, &**b]);
                continue;
            }
            let alone = !one.any(&|part| match (&part.kind, slot) {
                (Kind::Local(found), Some(slot)) => *found != slot,
                (Kind::Local(_), None) => true,
                (Kind::Field(_), slot) => slot.is_some(),
                _ => false,
            });
            if alone && period_of(std::slice::from_ref(one)).is_ok() {
                filters.push(one.clone());
            }
        }
        Ok(filters)
    }

    /// What is known where the form allows a move: nothing but the form.
    fn ideal(&self, takes: &Takes, taken: &Expr, conditions: &[Expr]) -> Result<Context<'_>, &'static str> {
        let mut context = Context::new(self.rules, 1 << 22);
        match takes {
            Takes::Exactly(_) => {}
            Takes::Among { set, filters, .. } => {
                context.assume_member(taken, set);
                filters.iter().for_each(|filter| context.assume(filter));
            }
            Takes::From { low, filters, local, .. } => {
                context.assume(&at_least(taken, *low));
                for filter in filters {
                    context.assume(&crate::reason::replace_local(filter, *local, taken));
                }
            }
        }
        conditions.iter().for_each(|condition| context.assume(condition));
        Ok(context)
    }

    /// Whether everything the rules ask of a move follows, and that its body goes this way.
    fn is_legal(&self, mut context: Context, branches: &[Expr]) -> bool {
        for binder in &self.of.binders {
            match &binder.source {
                Source::In(set) => {
                    let set = context.now(set);
                    if !context.is_member(&self.local(binder.local), &set) {
                        return false;
                    }
                }
                Source::Is(value) => {
                    let value = context.now(value);
                    context.bind(binder.local, value);
                }
            }
        }
        let guard = self.of.guard.as_ref().map(|guard| context.now(guard));
        guard.iter().chain(branches).all(|condition| context.holds(condition))
    }
}

enum Order {
    Any,
    Sorted,
    Unequal,
}

fn subtract(a: &Expr, b: &Expr) -> Expr {
    Expr { kind: Kind::Arith(ArithOp::Sub, Box::new(a.clone()), Box::new(b.clone())), ty: Type::Int, span: a.span }
}

fn at_least(value: &Expr, low: i64) -> Expr {
    let low = Expr { kind: Kind::Int(low), ty: Type::Int, span: value.span };
    Expr {
        kind: Kind::Compare(Comparison::Le, Box::new(low), Box::new(value.clone())),
        ty: Type::Bool,
        span: value.span,
    }
}

fn mentions_locals(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part.kind, Kind::Local(_)))
}

fn replace_heap(expr: &Expr, value: &Expr) -> Expr {
    match expr.kind {
        Kind::Field(_) => Expr { span: expr.span, ..value.clone() },
        _ => expr.map_parts(&mut |part| replace_heap(part, value)),
    }
}

/// The common period of conditions that speak of remainders by numbers alone.
fn period_of(filters: &[Expr]) -> Result<i64, &'static str> {
    let mut period: i64 = 1;
    for filter in filters {
        let mut trouble = false;
        // A variable may stand only inside `x % number`.
        fn look(expr: &Expr, period: &mut i64, trouble: &mut bool) {
            match &expr.kind {
                Kind::Arith(ArithOp::Mod, a, b) => match b.kind {
                    Kind::Int(modulus) if (1..=4096).contains(&modulus) && *period <= 4096 => {
                        *period = *period / gcd(*period, modulus) * modulus;
                        let linear = !a.any(&|part| {
                            !matches!(part.kind, Kind::Local(_) | Kind::Field(_) | Kind::Int(_))
                                && !matches!(part.kind, Kind::Arith(ArithOp::Add | ArithOp::Sub | ArithOp::Mul, ..))
                        });
                        *trouble |= !linear;
                    }
                    _ => *trouble = true,
                },
                Kind::Local(_) | Kind::Field(_) | Kind::Param(_) => *trouble = true,
                _ => expr.parts(&mut |part| look(part, period, trouble)),
            }
        }
        look(filter, &mut period, &mut trouble);
        if trouble {
            return Err("a condition on the amount does not repeat");
        }
    }
    Ok(period)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
