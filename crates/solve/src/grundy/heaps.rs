//! Heaps too large for search: games whose rules are seen to have heap form are valued by their sequence, whose period
//! is proved by theorem.

use crate::parts::{Named, Opt, PartId, Parts, Sum};
use crate::work::{Halted, Work};
use grundy_answer::{Standing, Unwatched};
use grundy_arithmetic::{Code, Undecided};
use grundy_heap::{HeapRule, Kinship, MAX_TAKE, Reach, Sequence};
use grundy_rule::{Binder, Convention, Expr, Fact, HeapForm, HeapMove, Kind, Rules, Source, Takes, Type};
use grundy_run::{Component, Game, Machine, Move, State, Stored, Turn, Value};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// Smaller heaps are searched like any other position.
const LARGE: u64 = 256;

/// Pairs of parts are tried one by one up to this size.
const TRIED: u64 = 20_000;

/// What is known of the heaps of each game.
#[derive(Default)]
pub struct Heaps {
    games: HashMap<u64, Option<Known>>,
}

struct Known {
    decided: Arc<(HeapForm, HeapRule)>,
    sequence: Option<Sequence>,
}

/// Moves to a value.
pub struct Found {
    /// The moves, with what they lead to, as many as are ever listed.
    pub moves: Vec<Named>,
    /// How many there are.
    pub count: u64,
    /// Whether all were looked for.
    pub complete: bool,
}

impl Default for Found {
    fn default() -> Found {
        Found { moves: Vec::new(), count: 0, complete: true }
    }
}

impl Found {
    /// Counts a move, and keeps it if there is room.
    pub fn push(&mut self, named: Named) {
        self.count += 1;
        if self.moves.len() < crate::MOST_LISTED {
            self.moves.push(named);
        }
    }
}

/// The code of a game in heap form at its parameters: read off the rules, then decided to have exactly their moves.
pub fn heap_rule(game: &Game) -> Option<HeapRule> {
    decided_form(game).map(|decided| decided.1.clone()).ok()
}

/// The same where the values of the code are those of the game: who cannot move loses.
pub fn heap_values(game: &Game) -> Option<HeapRule> {
    let is_normal = Convention::of(&game.rules) == Convention::Normal;
    is_normal.then(|| heap_rule(game)).flatten()
}

/// The size of a heap that is valued by the code of its game, as it is too large to be searched.
pub fn valued_by_code(part: &Component) -> Option<u64> {
    heap_size(&part.game, &part.packed).filter(|size| *size >= LARGE && heap_rule(&part.game).is_some())
}

/// The heap form of a game as a fact at its parameters; `game` is made of `rules`.
pub fn heap_fact(rules: &Rules, game: Option<&Game>) -> Fact {
    let Some(game) = game else {
        return Fact::Unknown("it is decided at given parameters, and there is no start position".to_string());
    };
    match (decided_form(game), grundy_rule::heap_form(rules)) {
        (Ok(_), Ok(form)) => {
            Fact::Proved(format!("{}; these are all moves, for every heap", grundy_rule::describe_heap(&form, rules)))
        }
        (Ok(decided), Err(_)) => {
            let rule = &decided.1;
            Fact::Proved(format!("{rule} at its parameters; these are all moves, for every heap"))
        }
        (Err(why), Ok(_)) | (Err(_), Err(why)) => Fact::Unknown(why),
    }
}

/// The heap form and code of a game, decided once for each game; else why there is none.
struct DecidedForm(Result<Arc<(HeapForm, HeapRule)>, String>);

fn decided_form(game: &Game) -> Result<Arc<(HeapForm, HeapRule)>, String> {
    game.kept.get_or_make(|| DecidedForm(decide_form(game).map(Arc::new))).0.clone()
}

fn decide_form(game: &Game) -> Result<(HeapForm, HeapRule), String> {
    let form = game.heap_form().ok_or("no heap form is seen")?;
    let rule = rule_of(game, &form).ok_or("the amounts are too large or not known")?;
    let code =
        Code { head: rule.head().to_vec(), tail: rule.tail().to_vec(), unequal: rule.kinship() == Kinship::Unequal };
    match grundy_arithmetic::decides(game, &code, &Unwatched) {
        Ok(()) => Ok((form, rule)),
        Err(Undecided::Differs(heap)) => Err(format!("heap {heap} has other moves than the form that is seen")),
        Err(Undecided::Unknown(why)) => Err(format!("the form that is seen is not decided: {why}")),
    }
}

/// The code that a form speaks of. Whether the rules have it is decided elsewhere.
fn rule_of(game: &Game, form: &HeapForm) -> Option<HeapRule> {
    let mut finite: Vec<(usize, u16)> = Vec::new();
    let mut endless: Vec<(&HeapMove, i64)> = Vec::new();
    let mut period: i64 = 1;
    let mut length = 1usize;
    for of in &form.moves {
        match &of.takes {
            Takes::Exactly(amount) => finite.push((usize::try_from(*amount).ok()?, of.leaves.into())),
            Takes::Among { set, .. } => {
                let mut machine = machine(game);
                let amounts = machine.value(set).ok()?;
                for amount in amounts.elements()? {
                    let Value::Int(amount) = amount else { return None };
                    if allows(game, of, *amount) {
                        finite.push((usize::try_from(*amount).ok()?, of.leaves.into()));
                    }
                }
            }
            Takes::From { low, period: own, .. } => {
                period = period / gcd(period, *own) * own;
                length = length.max(usize::try_from(*low).ok()?);
                endless.push((of, *low));
            }
        }
    }
    length = length.max(finite.iter().map(|(amount, _)| amount + 1).max().unwrap_or(0));
    if length > MAX_TAKE || period > 1 << 16 {
        return None;
    }
    let digit = |amount: usize| -> u16 {
        let listed = finite.iter().filter(|(listed, _)| *listed == amount).fold(0, |digit, (_, leaves)| digit | leaves);
        endless
            .iter()
            .filter(|(of, low)| amount as i64 >= *low && allows(game, of, amount as i64))
            .fold(listed, |digit, (of, _)| digit | u16::from(of.leaves))
    };
    let mut head = vec![0u16; length];
    for &(amount, leaves) in &finite {
        head[amount] |= leaves;
    }
    if !endless.is_empty() {
        for (amount, slot) in head.iter_mut().enumerate() {
            *slot |= digit(amount);
        }
    }
    let tail = if endless.is_empty() { Vec::new() } else { (length..length + period as usize).map(digit).collect() };
    let kinship = if form.unequal { Kinship::Unequal } else { Kinship::Free };
    HeapRule::new(head, tail, kinship).ok()
}

/// A machine that sees the parameters alone; forms speak of nothing else.
fn machine(game: &Game) -> Machine<'_> {
    Machine::new(&game.params, &[], &game.source().defs, &game.source().enums)
}

/// Whether a move of the form may take this amount, as far as its own conditions go.
fn allows(game: &Game, of: &HeapMove, amount: i64) -> bool {
    let (local, filters) = match &of.takes {
        Takes::Exactly(exactly) => return *exactly == amount,
        Takes::Among { local, filters, .. } | Takes::From { local, filters, .. } => (*local, filters),
    };
    let mut machine = machine(game);
    machine.bind(local, Value::Int(amount));
    filters.iter().all(|filter| machine.holds(filter).unwrap_or(false))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Heaps {
    fn known(&mut self, game: &Arc<Game>) -> Option<&mut Known> {
        let make = || Some(Known { decided: decided_form(game).ok()?, sequence: None });
        self.games.entry(game.id).or_insert_with(make).as_mut()
    }

    /// The size of a part that is a large heap of a game in heap form.
    pub fn large(&mut self, parts: &Parts, part: PartId) -> Option<u64> {
        let size = size(parts, part).filter(|size| *size >= LARGE)?;
        self.known(parts.game(part)).map(|_| size)
    }

    /// The code of a game in heap form.
    pub fn rule(&mut self, game: &Arc<Game>) -> Option<&HeapRule> {
        self.known(game).map(|known| &known.decided.1)
    }

    /// Whether any number may be taken from a heap, and the rest stays one heap: then a heap is a heap of Nim.
    pub fn is_nim(&mut self, game: &Arc<Game>) -> bool {
        const ANY: u16 = 0b11;
        self.rule(game).is_some_and(|rule| {
            rule.head().iter().skip(1).all(|digit| *digit == ANY)
                && rule.tail() == [ANY]
                && rule.head().first().is_none_or(|digit| *digit == 0)
        })
    }

    /// The value of a large heap, and how sure it is.
    pub fn value(&mut self, game: &Arc<Game>, size: u64, work: &Work) -> Result<(u64, Standing), Halted> {
        let known = self.known(game).expect("the caller asked `large`");
        let enough = |sequence: &Sequence| sequence.value_at(size).is_some();
        if !known.sequence.as_ref().is_some_and(enough) {
            let reach = match usize::try_from(size) {
                Ok(size) if size < 1 << 22 => Reach::To(size + 1),
                _ => Reach::Default,
            };
            known.sequence = Some(Sequence::explore(&known.decided.1, reach, work.watch()));
        }
        let sequence = known.sequence.as_ref().expect("just computed");
        match sequence.value_at(size) {
            Some((value, standing)) => match u64::try_from(value) {
                Ok(value) => Ok((value, standing)),
                Err(_) => Err(Halted::OutOfReach("the value does not fit 64 bits".to_string())),
            },
            None => {
                let computed = sequence.computed();
                Err(Halted::OutOfReach(format!("no period is proved to {computed}, and a heap of {size} lies beyond")))
            }
        }
    }

    /// The moves from a large heap to positions of value `wanted`.
    pub fn moves_to(&mut self, game: &Arc<Game>, size: u64, wanted: u64) -> Found {
        let known = self.known(game).expect("the caller asked `large`");
        let sequence = known.sequence.as_ref().expect("the heap was valued first");
        let at = |heap: u64| sequence.value_at(heap).map(|(value, _)| value);
        let wanted = u128::from(wanted);
        let mut found = Found::default();
        for of in &known.decided.0.moves {
            if of.leaves & 4 != 0 {
                pairs(game, of, size, &at, wanted, &mut found);
                continue;
            }
            for rest in singles(game, of, size, sequence, wanted, &mut found.complete) {
                let lies = if rest == 0 { of.leaves & 1 != 0 } else { of.leaves & 2 != 0 };
                if lies {
                    found.push(named(game, of, size - rest, &[rest]));
                }
            }
        }
        found
    }
}

/// The size of a part whose only field is one number.
pub fn size(parts: &Parts, part: PartId) -> Option<u64> {
    heap_size(parts.game(part), parts.words(part))
}

fn heap_size(game: &Game, packed: &[u64]) -> Option<u64> {
    match game.unpack(packed).fields[..] {
        [Stored::One(Value::Int(size))] => u64::try_from(size).ok(),
        _ => None,
    }
}

/// Heaps that one move can leave alone and that have the wanted value.
fn singles(game: &Game, of: &HeapMove, size: u64, sequence: &Sequence, wanted: u128, complete: &mut bool) -> Vec<u64> {
    let at = |heap: u64| sequence.value_at(heap).map(|(value, _)| value);
    match &of.takes {
        Takes::Exactly(amount) => {
            let rest = size.checked_sub(*amount as u64);
            rest.filter(|&rest| at(rest) == Some(wanted)).into_iter().collect()
        }
        Takes::Among { set, .. } => {
            let Ok(amounts) = machine(game).value(set) else { return Vec::new() };
            let rests = amounts.elements().unwrap_or(&[]).iter().filter_map(|amount| match amount {
                Value::Int(amount) if *amount > 0 && allows(game, of, *amount) => size.checked_sub(*amount as u64),
                _ => None,
            });
            rests.filter(|&rest| at(rest) == Some(wanted)).collect()
        }
        Takes::From { low, .. } => {
            let Some(most) = size.checked_sub(*low as u64) else { return Vec::new() };
            let fits = |rest: &u64| allows(game, of, (size - rest) as i64);
            with_value(sequence, wanted, most, complete).into_iter().filter(fits).collect()
        }
    }
}

/// All heaps up to `most` with a value, as many as are ever listed.
fn with_value(sequence: &Sequence, wanted: u128, most: u64, complete: &mut bool) -> Vec<u64> {
    let at = |heap: u64| sequence.value_at(heap).map(|(value, _)| value);
    let Some(period) = sequence.period() else {
        let last = most.min(sequence.computed() as u64 - 1);
        let heaps: Vec<u64> = (0..=last).filter(|&heap| at(heap) == Some(wanted)).take(crate::MOST_LISTED).collect();
        *complete &= last == most && heaps.len() < crate::MOST_LISTED;
        return heaps;
    };
    let first = period.preperiod() + period.period;
    let mut heaps: Vec<u64> = (0..first.min(most + 1)).filter(|&heap| at(heap) == Some(wanted)).collect();
    for start in period.preperiod()..first {
        let Some(base) = at(start) else { continue };
        match (period.saltus, wanted.checked_sub(base)) {
            (0, Some(0)) => {
                let mut heap = start + period.period;
                while heap <= most && heaps.len() < crate::MOST_LISTED {
                    heaps.push(heap);
                    heap += period.period;
                }
                *complete &= heap > most;
            }
            (saltus, Some(gap)) if saltus > 0 && gap > 0 && gap % u128::from(saltus) == 0 => {
                let heap = u128::from(start) + gap / u128::from(saltus) * u128::from(period.period);
                if heap <= u128::from(most) {
                    heaps.push(heap as u64);
                }
            }
            _ => {}
        }
    }
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    heaps
}

/// Pairs of heaps of the wanted value: all of them, unless the heap is too large to try.
fn pairs(
    game: &Arc<Game>,
    of: &HeapMove,
    size: u64,
    at: &dyn Fn(u64) -> Option<u128>,
    wanted: u128,
    found: &mut Found,
) {
    let amounts: Vec<u64> = match &of.takes {
        Takes::Exactly(amount) => vec![*amount as u64],
        Takes::Among { set, .. } => match machine(game).value(set) {
            Ok(amounts) => amounts
                .elements()
                .unwrap_or(&[])
                .iter()
                .filter_map(|amount| match amount {
                    Value::Int(amount) if allows(game, of, *amount) => u64::try_from(*amount).ok(),
                    _ => None,
                })
                .collect(),
            Err(_) => Vec::new(),
        },
        Takes::From { .. } => {
            found.complete = false;
            return;
        }
    };
    // What the rules allow is asked of the rules themselves: only the value is looked up here.
    found.complete &= size <= TRIED;
    let legality = Legality::new(game, of.number, size);
    for amount in amounts {
        let Some(rest) = size.checked_sub(amount) else { continue };
        for part in 0..=rest.min(TRIED) {
            let other = rest - part;
            let empty = u8::from(part > 0) + u8::from(other > 0);
            let lies = of.leaves >> empty & 1 == 1;
            if !lies || at(part).zip(at(other)).map(|(a, b)| a ^ b) != Some(wanted) {
                continue;
            }
            if legality.holds(&values(game, of, amount, &[part, other])) {
                found.push(named(game, of, amount, &[part, other]));
            }
        }
    }
}

/// Asks whether moves from one heap satisfy the sets and the guard of their rule.
struct Legality<'a> {
    game: &'a Game,
    of: &'a grundy_rule::Move,
    size: u64,
    /// For each binder of a set, whether its value belongs to it.
    inside: Vec<Option<Expr>>,
}

impl<'a> Legality<'a> {
    fn new(game: &'a Game, number: usize, size: u64) -> Legality<'a> {
        let of = &game.rules.moves[number];
        let inside = |binder: &Binder| match &binder.source {
            Source::Is(_) => None,
            Source::In(set) => {
                let (kind, span) = (Kind::Local(binder.local), binder.span);
                let local = Box::new(Expr { kind, ty: Type::Int, span });
                Some(Expr { kind: Kind::In(local, Box::new(set.clone())), ty: Type::Bool, span })
            }
        };
        Legality { game, of, size, inside: of.binders.iter().map(inside).collect() }
    }

    /// At these values of the binders of sets.
    fn holds(&self, values: &[Value]) -> bool {
        let mut machine = self.game.machine(State { fields: vec![Stored::One(Value::Int(self.size as i64))] });
        let mut values = values.iter();
        for (binder, inside) in self.of.binders.iter().zip(&self.inside) {
            match (&binder.source, inside) {
                (Source::Is(value), _) => match machine.value(value) {
                    Ok(value) => machine.bind(binder.local, value),
                    Err(_) => return false,
                },
                (Source::In(_), Some(inside)) => {
                    let Some(value) = values.next() else { return false };
                    machine.bind(binder.local, value.clone());
                    if !machine.holds(inside).unwrap_or(false) {
                        return false;
                    }
                }
                (Source::In(_), None) => return false,
            }
        }
        self.of.guard.as_ref().is_none_or(|guard| machine.holds(guard).unwrap_or(false))
    }
}

/// The move of the rules that takes `amount` and leaves these heaps.
fn named(game: &Arc<Game>, of: &HeapMove, amount: u64, heaps: &[u64]) -> Named {
    let values = values(game, of, amount, heaps);
    let component = |&heap: &u64| {
        let state = State { fields: vec![Stored::One(Value::Int(heap as i64))] };
        let packed = game.pack(&state).expect("a smaller heap lies in the same set");
        Component { game: game.clone(), packed }
    };
    let option = Opt { parts: Sum::new(), gain: 0, turn: Turn::Passes };
    Named {
        one: Move { number: of.number, values, then: None },
        option,
        exactly: heaps.iter().map(component).collect(),
    }
}

/// What the binders of sets are in the move that takes `amount` and leaves these heaps.
fn values(game: &Game, of: &HeapMove, amount: u64, heaps: &[u64]) -> SmallVec<[Value; 2]> {
    let size = amount as i64 + heaps.iter().sum::<u64>() as i64;
    let binders = game.rules.moves[of.number].binders.iter();
    let value = |binder: &Binder| {
        let choice = of.choices.iter().find(|choice| choice.local == binder.local);
        Value::Int(choice.map_or(amount as i64, |choice| {
            let part = choice.part * heaps[0] as i64;
            choice.heap * size + choice.taken * amount as i64 + part + choice.constant
        }))
    };
    binders.filter(|binder| matches!(binder.source, Source::In(_))).map(value).collect()
}
