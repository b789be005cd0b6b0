//! Impartial sums under misère play, by the first theory that decides them:
//!
//! 1. tame: every position below has the genus of a sum of Nim heaps, so the sum plays like misère Nim (Conway, *On
//!    Numbers and Games* ch. 12); a heap from which any number may be taken is a Nim heap, however large;
//! 2. the indistinguishability quotient of the positions below, or of a heap game to its largest heap or for all heaps
//!    where its period is proved (Plambeck and Siegel 2008);
//! 3. misère canonical forms, added (Conway, the same chapter; Siegel, *CGT* V.3).
//!
//! What none of them decides within its effort is left to search. All three are values that add, so moves and lines
//! of play are found in one way.

mod forms;
mod monoid;
mod tame;

use crate::answer::{Answer, Class, LineMove, Winner};
use crate::grundy::heaps::{Found, Heaps};
use crate::parts::{Named, PartId, Parts, Sum};
use crate::work::{Halted, Work};
use crate::writing::{LONGEST_LINE, line_move, winning_move};
use forms::Canonical;
use grundy_answer::{Allowance, Standing};
use grundy_misere::Closure;
use grundy_run::{Component, Flow, Side};
use monoid::Monoid;
use rustc_hash::FxHashMap;
use tame::TameSums;

/// Positions whose quotient or forms are asked for at most.
const MOST_CLOSED: usize = 5_000;

/// Ticks of a theory before it gives up.
const PATIENCE: u64 = 2_000;

/// Moves of larger components are not all tried.
const MOST_TRIED: u64 = 200_000;

/// Sums of more parts get no line of play.
const LONGEST_SUM: usize = 2_000;

/// Values of components that add and decide.
trait Values {
    /// A value.
    type Value: Copy + PartialEq;

    /// The value of nothing.
    fn zero(&self) -> Self::Value;

    /// The value of a sum.
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Halted>;

    /// The value of a component; `None` if this theory has none.
    fn of(&mut self, parts: &mut Parts, part: PartId, work: &mut Work) -> Result<Option<Self::Value>, Halted>;

    /// Whether the player to move loses.
    fn is_lost(&self, value: Self::Value) -> bool;

    /// The winning moves of a component too large to try them all, where they are known otherwise.
    fn jump(&mut self, _: &mut Parts, _: PartId, _rest: Self::Value, _: &mut Work) -> Result<Option<Found>, Halted> {
        Ok(None)
    }

    /// Why the answer holds.
    fn standing(&self) -> Standing;
}

/// All about a misère sum of impartial games, if a theory decides it. Stops with `Halted::Cycle` if play can return.
pub fn answer(parts: &mut Parts, root: &[PartId], work: &mut Work) -> Result<Option<Answer>, Halted> {
    let mut heaps = Heaps::default();
    let large = root.iter().any(|&part| heaps.large(parts, part).is_some());
    if let Some(answer) = by(&mut TameSums::default(), parts, root, work)? {
        return Ok(Some(answer));
    }
    if let Some(mut quotient) = Monoid::of_heaps(parts, root, &mut heaps, work)? {
        return by(&mut quotient, parts, root, work);
    }
    if large {
        return Ok(None);
    }
    let Some(closure) = closure(parts, root, work)? else { return Ok(None) };
    if let Some(mut quotient) = Monoid::of_positions(&closure, work)? {
        return by(&mut quotient, parts, root, work);
    }
    let allowance = Allowance::new(work.watch(), PATIENCE);
    let Some(mut forms) = Canonical::of(&closure, &allowance) else { return Ok(None) };
    match by(&mut forms, parts, root, work) {
        Err(Halted::Stopped(_)) if allowance.is_used_up() => Ok(None),
        other => other,
    }
}

/// Everything below a sum, if there is not too much of it.
fn closure(parts: &mut Parts, root: &[PartId], work: &mut Work) -> Result<Option<Closure<PartId>>, Halted> {
    let mut starts = Sum::new();
    for &part in root {
        let component = parts.component(part);
        parts.land(&component, &mut starts);
    }
    starts.sort_unstable();
    starts.dedup();
    let mut trouble = None;
    let mut options = |part: &PartId| -> Vec<Vec<PartId>> {
        if trouble.is_some() {
            return Vec::new();
        }
        if work.tick(0, parts.bytes()) {
            trouble = Some(work.halted());
            return Vec::new();
        }
        match parts.options(*part, Side::Left) {
            Ok(options) => options.into_iter().map(|option| option.parts.to_vec()).collect(),
            Err(diagnostic) => {
                trouble = Some(Halted::Fault(diagnostic));
                Vec::new()
            }
        }
    };
    let closure = Closure::of(starts, MOST_CLOSED, &mut options);
    match (trouble, closure) {
        (Some(trouble), _) => Err(trouble),
        (None, Err(grundy_misere::Unclosed::Loop)) => Err(Halted::Cycle),
        (None, Err(grundy_misere::Unclosed::TooMany(_))) => Ok(None),
        (None, Ok(closure)) => Ok(Some(closure)),
    }
}

/// The answer by one theory; `None` if it has no value for some part.
fn by<V: Values>(
    values: &mut V,
    parts: &mut Parts,
    root: &[PartId],
    work: &mut Work,
) -> Result<Option<Answer>, Halted> {
    let Some(sum) = Summed::of(values, parts, root, work)? else { return Ok(None) };
    let lost = values.is_lost(sum.total);
    let mut winning_moves = Vec::new();
    let (mut count, mut complete) = (0u64, true);
    if !lost {
        let mut by_part: FxHashMap<PartId, Found> = FxHashMap::default();
        for (number, part) in root.iter().enumerate() {
            if !by_part.contains_key(part) {
                by_part.insert(*part, winning(values, parts, *part, sum.rest[number], work)?);
            }
            let found = &by_part[part];
            complete &= found.complete;
            count = count.saturating_add(found.count);
            for named in found.moves.iter().take(crate::MOST_LISTED - winning_moves.len()) {
                winning_moves.push(winning_move(parts, root, number, named));
            }
        }
    }
    let line = line(values, parts, root, work)?;
    Ok(Some(Answer {
        winner: Some(if lost { Winner::Second } else { Winner::First }),
        outcome: Some(if lost { Class::P } else { Class::N }),
        winning_moves,
        winning_move_count: count,
        winning_moves_complete: complete,
        line,
        positions: parts.len() as u64,
        ..Answer::unknown(values.standing())
    }))
}

/// The value of a sum, and of all its parts but one.
struct Summed<V> {
    total: V,
    rest: Vec<V>,
}

impl<V: Copy> Summed<V> {
    fn of<T: Values<Value = V>>(
        values: &mut T,
        parts: &mut Parts,
        root: &[PartId],
        work: &mut Work,
    ) -> Result<Option<Summed<V>>, Halted> {
        let mut own: Vec<V> = Vec::with_capacity(root.len());
        let mut known: FxHashMap<PartId, V> = FxHashMap::default();
        for &part in root {
            let value = match known.get(&part) {
                Some(&value) => value,
                None => match values.of(parts, part, work)? {
                    Some(value) => value,
                    None => return Ok(None),
                },
            };
            known.insert(part, value);
            own.push(value);
        }
        let mut after = vec![values.zero(); root.len() + 1];
        for at in (0..root.len()).rev() {
            after[at] = values.add(after[at + 1], own[at])?;
        }
        let mut before = values.zero();
        let mut rest = Vec::with_capacity(root.len());
        for (at, &value) in own.iter().enumerate() {
            rest.push(values.add(before, after[at + 1])?);
            before = values.add(before, value)?;
        }
        Ok(Some(Summed { total: after[0], rest }))
    }
}

/// The moves of a part after which a sum is lost, the other parts being worth `rest`.
fn winning<V: Values>(
    values: &mut V,
    parts: &mut Parts,
    part: PartId,
    rest: V::Value,
    work: &mut Work,
) -> Result<Found, Halted> {
    if let Some(found) = values.jump(parts, part, rest, work)? {
        return Ok(found);
    }
    let mut found = Found::default();
    let mut tried = 0u64;
    let mut moves: Vec<Named> = Vec::new();
    parts.each_named(part, Side::Left, &mut |named| {
        tried += 1;
        moves.push(named);
        if tried > MOST_TRIED { Flow::Stop } else { Flow::On }
    })?;
    found.complete = tried <= MOST_TRIED;
    for named in moves {
        let mut after = rest;
        for component in &named.exactly {
            let to = parts.intern(component);
            match values.of(parts, to, work)? {
                Some(value) => after = values.add(after, value)?,
                None => return Err(Halted::OutOfReach("a position below has no value".to_string())),
            }
        }
        if values.is_lost(after) {
            found.push(named);
        }
    }
    Ok(found)
}

/// One line of best play, on the positions as they lie.
fn line<V: Values>(
    values: &mut V,
    parts: &mut Parts,
    root: &[PartId],
    work: &mut Work,
) -> Result<Vec<LineMove>, Halted> {
    let mut line = Vec::new();
    let mut sum = root.to_vec();
    while line.len() < LONGEST_LINE && sum.len() <= LONGEST_SUM {
        let Some(summed) = Summed::of(values, parts, &sum, work)? else { break };
        let lost = values.is_lost(summed.total);
        let mut chosen: Option<(usize, Named)> = None;
        for (number, &part) in sum.iter().enumerate() {
            let good = if lost {
                let mut first = None;
                parts.each_named(part, Side::Left, &mut |named| {
                    first = Some(named);
                    Flow::Stop
                })?;
                first
            } else {
                winning(values, parts, part, summed.rest[number], work)?.moves.into_iter().next()
            };
            if let Some(named) = good {
                chosen = Some((number, named));
                break;
            }
        }
        let Some((number, named)) = chosen else { break };
        line.push(line_move(parts, &sum, number, &named.one));
        let exactly: Vec<PartId> = named.exactly.iter().map(|component: &Component| parts.intern(component)).collect();
        sum.splice(number..=number, exactly);
    }
    Ok(line)
}
