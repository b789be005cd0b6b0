//! What is said of all sizes, beside the definitions at small ones: heap forms and periods, rules in arithmetic, patterns,
//! claims that are proved or refuted, and strategies that are seen without a search.

use super::engines::{Truth, is_impartial};
use super::graph::{Graph, both, grundy};
use super::independent::Reader;
use super::laws::{Wrong, at};
use super::patience::Patience;
use super::table::Table;
use grundy_answer::Unwatched;
use grundy_automata::{Arith, Digits, Rel};
use grundy_heap::{Reach, Sequence};
use grundy_proof::{HeapDigits, PeriodOf, Slot, Translated};
use grundy_prove::{Effort, Pattern, Subject, Verdict, Wins, claims, relations, strategy};
use grundy_rule::syntax::Query;
use grundy_rule::{ClaimSays, Convention};
use grundy_run::{Component, Game, Position, Side, Stored, Value, World};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// Numbers of the positions at which rules in arithmetic are tried.
const NUMBERS: u64 = 5;

/// At most so many positions of a game are tried, among so many tuples of numbers.
const TRIED: usize = 80;
const LOOKED_AT: usize = 1000;

/// How long proofs and strategies are waited for.
const AWAITED: Duration = Duration::from_millis(30);

/// How far claims are looked at.
const EFFORT: Effort = Effort { states: 2_000, positions: 300 };

/// The values of a heap game are those of the code that was read off its rules, and, where periods are asked for, the
/// certificate of its period is accepted.
pub fn heap_form(
    world: &Arc<World>,
    game: &Arc<Game>,
    text: &str,
    reader: &mut Option<&mut Reader>,
    periods: bool,
    table: &mut Table,
) -> Wrong {
    let Some(rule) = grundy_solve::heap_rule(game) else { return Wrong::new() };
    if !is_impartial(game) || Convention::of(&game.rules) != Convention::Normal {
        return Wrong::new();
    }
    table.heaps += 1;
    let sequence = Sequence::explore(&rule, Reach::All(64), &Unwatched);
    let mut memo = HashMap::new();
    let name = &game.rules.name;
    for n in 0..=14u64 {
        let Some(position) = at(world, &format!("{name}({n})")) else { break };
        if position.parts[0].game.params != game.params {
            break;
        }
        let Some(graph) = Graph::of(both(&position)) else { break };
        if graph.order().is_none() {
            return vec![("heap form", format!("play returns at {n}"))];
        }
        let truth = grundy(&position.parts[0], &mut memo);
        let found = sequence.value_at(n).map(|found| found.0);
        if found != Some(truth.into()) {
            return vec![("heap form", format!("heap {n}: {found:?}, by the definition {truth}"))];
        }
    }
    if periods { period(world, game, &rule, text, reader, table) } else { Wrong::new() }
}

/// The certificate of a period is accepted by both checkers.
fn period(
    world: &Arc<World>,
    game: &Arc<Game>,
    rule: &grundy_heap::HeapRule,
    text: &str,
    reader: &mut Option<&mut Reader>,
    table: &mut Table,
) -> Wrong {
    let subject = Subject { world: world.clone(), key: game.key, params: game.params.clone() };
    let sequence = Sequence::explore(rule, Reach::All(400), &Unwatched);
    let Ok(digits) = HeapDigits::of_game(game) else { return Wrong::new() };
    let of = PeriodOf::Rules { game: subject.text(), rules: grundy_proof::sha256(text.as_bytes()) };
    let Ok(certificate) = grundy_prove::period_certificate(of, &digits, rule, &sequence, &Unwatched) else {
        return Wrong::new();
    };
    table.periods += 1;
    if let Err(refusal) = grundy_proof::check_period(&certificate, &digits, 1 << 30, &Unwatched) {
        return vec![("period refused", refusal.to_string())];
    }
    if let Some(reader) = reader
        && let Some(refused) = reader.check(Some(text), &certificate.text(), &mut table.checked)
    {
        return vec![("period refused by the independent checker", refused)];
    }
    Wrong::new()
}

/// All tuples of so many numbers with this sum.
fn tuples(width: usize, sum: u64) -> Vec<Vec<u64>> {
    match width {
        0 | 1 => vec![vec![sum; width]],
        _ => {
            let begun =
                |first: u64| tuples(width - 1, sum - first).into_iter().map(move |rest| [&[first], &rest[..]].concat());
            (0..=sum).rev().flat_map(begun).collect()
        }
    }
}

/// The numbers of small positions.
fn positions(subject: &Subject, translated: &Translated, bound: i64) -> Vec<Vec<u64>> {
    let is_position = |values: &Vec<u64>| subject.component(&translated.slots, values, bound).is_some();
    let all = (0..=NUMBERS * 2).flat_map(|sum| tuples(translated.slots.len(), sum)).take(LOOKED_AT);
    all.filter(is_position).take(TRIED).collect()
}

/// The numbers of a position, one for each slot.
fn numbers(part: &Component, slots: &[Slot]) -> Option<Vec<u128>> {
    let state = part.game.unpack(&part.packed);
    let number = |value: &Value| match value {
        Value::Int(number) => u128::try_from(*number).ok(),
        _ => None,
    };
    let of = |slot: &Slot| match slot {
        Slot::Field { field, entry: None } => match &state.fields[*field] {
            Stored::One(value) => number(value),
            _ => None,
        },
        Slot::Field { field, entry: Some(entry) } => match &state.fields[*field] {
            Stored::One(value) => value.entry(*entry).as_ref().and_then(number),
            _ => None,
        },
        Slot::Cell { field, rank } => match &state.fields[*field] {
            Stored::Array(cells) => cells.get(*rank).and_then(number),
            _ => None,
        },
        Slot::Param { param, .. } => number(&part.game.params[*param]),
    };
    slots.iter().map(of).collect()
}

/// Whether a relation holds where its variables have these values.
fn holds(rel: &Rel, values: &HashMap<u32, u128>) -> Option<bool> {
    let tuple: Option<Vec<u128>> = rel.vars().iter().map(|var| values.get(&var.0).copied()).collect();
    Some(rel.accepts(&tuple?))
}

/// Rules in arithmetic have the moves of the rules, at positions with small numbers.
pub fn arithmetic(subject: &Subject, translated: &Translated) -> Option<String> {
    let patience = Patience::of(AWAITED);
    let arith = Arith::watched(Digits::Base2, 2_000, &patience);
    let moves = relations(&arith, &translated.game, None).ok()?;
    if !moves.repeats.is_empty() || translated.game.fields.is_empty() {
        return None;
    }
    let fields: Vec<u32> = translated.game.fields.iter().map(|var| var.0).collect();
    let bound = NUMBERS as i64 * 4;
    let all = positions(subject, translated, bound);
    for values in &all {
        let Some(part) = subject.component(&translated.slots, values, bound) else { continue };
        let Some(own) = numbers(&part, &translated.slots) else { continue };
        let here: HashMap<u32, u128> = fields.iter().copied().zip(own.iter().copied()).collect();
        if let Some(domain) = &moves.domain
            && holds(domain, &here) != Some(true)
        {
            return Some(format!("{part} is outside the domain"));
        }
        let Ok(options) = part.game.moves(&part.packed, Side::Left) else { continue };
        let mut told: BTreeSet<Vec<Vec<u128>>> = BTreeSet::new();
        for (_, to) in &options {
            let mut parts = to.parts.iter().map(|to| numbers(to, &translated.slots)).collect::<Option<Vec<_>>>()?;
            parts.sort();
            told.insert(parts);
        }
        let leads = |parts: &[&[u128]]| -> Option<bool> {
            if let [to] = parts {
                for one in &moves.moves {
                    let after = |field: u32| one.changed.iter().find(|(before, _)| before.0 == field);
                    let kept =
                        fields.iter().zip(own.iter().zip(*to)).all(|(&field, (a, b))| after(field).is_some() || a == b);
                    let mut values = here.clone();
                    values.extend(fields.iter().zip(*to).filter_map(|(&field, &b)| Some((after(field)?.1.0, b))));
                    if kept && holds(&one.rel, &values)? {
                        return Some(true);
                    }
                }
            }
            for split in moves.splits.iter().filter(|split| split.parts.len() == parts.len()) {
                let mut values = here.clone();
                for (vars, part) in split.parts.iter().zip(parts) {
                    values.extend(vars.iter().map(|var| var.0).zip(part.iter().copied()));
                }
                if holds(&split.rel, &values)? {
                    return Some(true);
                }
            }
            Some(false)
        };
        for parts in &told {
            let slices: Vec<&[u128]> = parts.iter().map(Vec::as_slice).collect();
            let mut turned = slices.clone();
            turned.reverse();
            if parts.len() <= 2 && !(leads(&slices)? || leads(&turned)?) {
                return Some(format!("{part} leads to {parts:?}, and not in arithmetic"));
            }
        }
        for other in &all {
            let Some(to) = subject.component(&translated.slots, other, bound) else { continue };
            let Some(to) = numbers(&to, &translated.slots) else { continue };
            if leads(&[&to])? && !told.contains(&vec![to.clone()]) {
                return Some(format!("{part} leads to {to:?} in arithmetic alone"));
            }
            if fields.len() == 1 {
                for second in 0..=NUMBERS as u128 {
                    let mut pair = vec![to.clone(), vec![second]];
                    if leads(&[&pair[0], &pair[1]])? {
                        pair.sort();
                        if !told.contains(&pair) {
                            return Some(format!("{part} leads to {pair:?} in arithmetic alone"));
                        }
                    }
                }
            }
        }
    }
    None
}

/// What is decided of claims holds at small sizes, and where nothing is claimed and patterns are asked for the pattern
/// that is found.
pub fn claimed(
    subject: &Subject,
    text: &str,
    translated: Option<&Translated>,
    patterns: bool,
    table: &mut Table,
) -> Wrong {
    let mut wrong = Wrong::new();
    let rules = subject.rules();
    let world = &subject.world;
    if rules.claims.is_empty() && (translated.is_none() || !patterns) {
        return wrong;
    }
    let outcome = claims(subject, text, EFFORT, &Patience::of(AWAITED));
    if let (Some(certificate), Some(translated)) = (&outcome.certificate, translated) {
        table.laws += 1;
        let checked = grundy_proof::parse(&certificate.text())
            .map_err(|malformed| malformed.to_string())
            .and_then(|read| checked(&read, text, translated));
        if let Err(why) = checked {
            wrong.push(("claim certificate refused", why));
        }
    }
    if rules.claims.is_empty() {
        if let (Some(found), Some(translated)) = (&outcome.found, translated) {
            table.patterns += 1;
            wrong.extend(patterned(subject, translated, &found.pattern));
        }
        return wrong;
    }
    for one in outcome.decided.iter().filter(|one| one.verdict == Verdict::Refuted) {
        let Some(example) = &one.counterexample else { continue };
        let Some(position) = at(world, &example.position) else { continue };
        if holds_at(&position) == Some(true) {
            wrong.push(("refuted claim", format!("it holds at {}: {example:?}", example.position)));
        }
        table.refuted += 1;
    }
    if !outcome.decided.iter().all(|one| one.verdict == Verdict::Proved) {
        return wrong;
    }
    table.claims += 1;
    let name = &rules.name;
    let sizes: Vec<String> = match grundy_solve::about_parameters(rules) {
        true => {
            let param = &rules.params[0].name;
            (1..=7).map(|size| format!("{name}({param} = {size})")).collect()
        }
        false => (0..=9).map(|n| format!("{name}({n})")).collect(),
    };
    for query in sizes {
        let Some(position) = at(world, &query) else { continue };
        if holds_at(&position) == Some(false) {
            wrong.push(("proved claim", format!("false at {query}")));
            break;
        }
    }
    wrong
}

/// Whether the checker accepts a certificate of claims, on what the claims speak of where it is false elsewhere.
fn checked(certificate: &grundy_proof::Certificate, text: &str, translated: &Translated) -> Result<(), String> {
    const BUDGET: u64 = 20_000_000;
    let refusal = match grundy_proof::check(certificate, text, &translated.game, BUDGET, &Unwatched) {
        Ok(_) | Err(grundy_proof::Refusal::NoVerdict { .. }) => return Ok(()),
        Err(refusal) => refusal,
    };
    let covered: Option<Vec<_>> =
        translated.claims.iter().map(|claim| claim.as_ref().ok().map(|claim| claim.when.clone())).collect();
    let covered = covered.filter(|covered| !covered.is_empty()).ok_or_else(|| refusal.to_string())?;
    let mut game = translated.game.clone();
    let parts = game.domain.iter().cloned().chain([grundy_proof::Formula::Any(covered)]).collect();
    game.domain = Some(grundy_proof::Formula::All(parts));
    match grundy_proof::check(certificate, text, &game, BUDGET, &Unwatched) {
        Ok(_) | Err(grundy_proof::Refusal::NoVerdict { .. }) => Ok(()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// Whether the first claim that applies to a position is true of it by the definitions, whoever starts, or of the start where
/// Left does; `None` if none applies, or they do not say.
fn holds_at(position: &Position) -> Option<bool> {
    let [only] = &position.parts[..] else { return None };
    let truth = Truth::of(position)?;
    let state = only.game.unpack(&only.packed);
    let (claim, value) = grundy_solve::applicable(&only.game, &state).ok()??;
    let holds_for = |first: Side| {
        let number = |query: Query| truth.spelt(query, first)?.parse::<i64>().ok();
        Some(match claim.says {
            ClaimSays::FirstWins => truth.spelt(Query::Winner, first)? == "first",
            ClaimSays::SecondWins => truth.spelt(Query::Winner, first)? == "second",
            ClaimSays::Grundy(_) => value == Some(number(Query::Grundy)?),
            ClaimSays::Plies(_) => value == Some(number(Query::Plies)?),
            ClaimSays::Rounds(_) => value == Some(number(Query::Rounds)?),
        })
    };
    let begins = grundy_solve::about_parameters(only.game.source());
    Some(holds_for(Side::Left)? && (begins || holds_for(Side::Right)?))
}

/// A pattern that is found holds at positions with small numbers.
fn patterned(subject: &Subject, translated: &Translated, pattern: &Pattern) -> Wrong {
    let fields: Vec<u32> = translated.game.fields.iter().map(|var| var.0).collect();
    if !matches!(pattern, Pattern::Outcome(_)) && Convention::of(subject.rules()) != Convention::Normal {
        return vec![("pattern", "values of another convention than normal play".to_string())];
    }
    for values in positions(subject, translated, NUMBERS as i64 * 2) {
        let Some(part) = subject.component(&translated.slots, &values, NUMBERS as i64 * 2) else { continue };
        let position = Position { parts: vec![part] };
        let Some(truth) = Truth::of(&position) else { continue };
        let mut here: HashMap<u32, u128> =
            fields.iter().copied().zip(values.iter().map(|&value| u128::from(value))).collect();
        let same = match pattern {
            Pattern::Outcome(claim) => match (holds(&claim.p, &here), truth.spelt(Query::Winner, Side::Left)) {
                (Some(lost), Some(winner)) => lost == (winner == "second"),
                _ => true,
            },
            Pattern::Graph(graph, value) => match truth.spelt(Query::Grundy, Side::Left).map(|text| text.parse()) {
                Some(Ok(number)) => {
                    here.insert(value.0, number);
                    holds(graph, &here) != Some(false)
                }
                _ => true,
            },
            Pattern::Values(sets) => match truth.spelt(Query::Grundy, Side::Left).map(|text| text.parse::<usize>()) {
                Some(Ok(number)) => sets.get(number).and_then(|set| holds(set, &here)) == Some(true),
                _ => true,
            },
        };
        if !same {
            return vec![("pattern", position.to_string())];
        }
    }
    Wrong::new()
}

/// A strategy that is seen without a search is that of the player who wins.
pub fn seen(position: &Position, truth: &Truth, table: &mut Table) -> Wrong {
    let [only] = &position.parts[..] else { return Wrong::new() };
    let Some(found) = strategy(only, &Patience::of(AWAITED)) else { return Wrong::new() };
    table.strategies += 1;
    let wins = if found.wins == Wins::First { "first" } else { "second" };
    match truth.spelt(Query::Winner, Side::Left) {
        Some(truth) if truth != wins => vec![("strategy", format!("{position}: {:?}", found.words))],
        _ => Wrong::new(),
    }
}
