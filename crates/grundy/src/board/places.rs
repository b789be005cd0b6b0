//! The places that name a move: first those that its values name, then those that a piece leaves, then those that it reaches,
//! then all others that change.

use super::graph::holds_vertices;
use super::heaps::{Stack, ends, number};
use super::shown::{PlaceKind, ShownBoard};
use crate::picture::numbers;
use grundy_run::{Component, Move, Side, State, Stored, Value};
use std::collections::HashMap;

/// Places that a move may name beside those of its values.
const MOST_CHANGED: usize = 40;

/// The places of a move.
pub fn of(shown_board: &ShownBoard, before: &Component, one: &Move, after: &[Component], mover: Side) -> Vec<usize> {
    match &shown_board.kind {
        PlaceKind::Elements(meaning) => on_elements(meaning, before, one, after, mover),
        PlaceKind::Stacks(stacks) => on_stacks(stacks, before, after),
        PlaceKind::Pins(count) => on_pins(*count, after),
        PlaceKind::Stretch => on_stretch(before, after),
        PlaceKind::Nothing => Vec::new(),
    }
}

/// Where a move goes on elements: the last place that its values name and that no piece leaves, else the first that a piece
/// reaches, else the first that changes.
pub fn goal(shown_board: &ShownBoard, before: &Component, one: &Move, after: &[Component]) -> Option<usize> {
    let PlaceKind::Elements(meaning) = &shown_board.kind else { return None };
    let changes = made(meaning, before, after);
    let left = |place: usize| changes.iter().any(|change| change.place == place && change.kind == Kind::Left);
    let stays = |place: &usize| changes.iter().any(|change| change.place == *place) && !left(*place);
    let named = one.values.iter().rev().find_map(|value| meaning.get(value).copied().filter(stays));
    let reached = || changes.iter().find(|change| change.kind == Kind::Reached).map(|change| change.place);
    named.or_else(reached).or_else(|| changes.first().map(|change| change.place))
}

/// What a move changes.
fn made(meaning: &HashMap<Value, usize>, before: &Component, after: &[Component]) -> Vec<Change> {
    match after {
        [after] if after.game.id == before.game.id => {
            let (from, to) = (before.game.unpack(&before.packed), after.game.unpack(&after.packed));
            changes(meaning, before, &from, &to)
        }
        _ => Vec::new(),
    }
}

fn on_elements(
    meaning: &HashMap<Value, usize>,
    before: &Component,
    one: &Move,
    after: &[Component],
    mover: Side,
) -> Vec<usize> {
    let changes = made(meaning, before, after);
    let changed = |place: usize| changes.iter().any(|change| change.place == place);
    let place_of = |value: &Value| {
        let of_player = |side: Side| meaning.get(&Value::tuple(vec![Value::Player(side), value.clone()])).copied();
        let both = [of_player(mover), of_player(mover.other())];
        let direct = meaning.get(value).copied();
        direct.or_else(|| both.into_iter().flatten().find(|place| changed(*place))).or(both[0])
    };
    let named: Vec<usize> = one.values.iter().filter_map(place_of).collect();
    // A direction can have the numbers of a cell; what a move names and leaves alone is only its choice if nothing else is.
    let mut places: Vec<usize> = named.iter().copied().filter(|place| changed(*place)).collect();
    if places.is_empty() {
        places.extend(named.first());
    }
    for kind in [Kind::Left, Kind::Reached, Kind::Other] {
        let of_kind = changes.iter().filter(|change| change.kind == kind).map(|change| change.place);
        places.extend(of_kind.take(MOST_CHANGED));
    }
    let mut seen = std::collections::HashSet::new();
    places.retain(|place| seen.insert(*place));
    places
}

/// Whether two values are the same piece, which may be promoted: of tuples the first entries count.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Tuple(one), Value::Tuple(other)) => one.first() == other.first(),
        (one, other) => one == other,
    }
}

/// How a place changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What stood there stands elsewhere.
    Left,
    /// What stands there stood elsewhere.
    Reached,
    /// Otherwise.
    Other,
}

struct Change {
    place: usize,
    kind: Kind,
}

fn changes(meaning: &HashMap<Value, usize>, part: &Component, from: &State, to: &State) -> Vec<Change> {
    let mut changes = Vec::new();
    let fields = from.fields.iter().zip(&to.fields).enumerate();
    for (number, (old, new)) in fields {
        let place_of =
            |rank: usize| part.game.universe(number).and_then(|set| meaning.get(&set.element(rank)).copied());
        let is_token = holds_vertices(&part.game, number);
        match (old, new) {
            (Stored::One(old), Stored::One(new)) if old != new && is_token => {
                changes.extend(meaning.get(old).map(|&place| Change { place, kind: Kind::Left }));
                changes.extend(meaning.get(new).map(|&place| Change { place, kind: Kind::Reached }));
            }
            (Stored::Array(old), Stored::Array(new)) => {
                let different: Vec<usize> = (0..old.len()).filter(|&rank| old[rank] != new[rank]).collect();
                for &rank in &different {
                    let Some(place) = place_of(rank) else {
                        if !is_token {
                            continue;
                        }
                        changes.extend(meaning.get(&old[rank]).map(|&place| Change { place, kind: Kind::Left }));
                        changes.extend(meaning.get(&new[rank]).map(|&place| Change { place, kind: Kind::Reached }));
                        continue;
                    };
                    let is_piece = |value: &Value| !matches!(value, Value::None | Value::Name(0) | Value::Int(_));
                    let elsewhere = |value: &Value, cells: &[Value]| {
                        is_piece(value) && different.iter().any(|&other| other != rank && alike(&cells[other], value))
                    };
                    let kind = match (elsewhere(&old[rank], new), elsewhere(&new[rank], old)) {
                        (true, _) => Kind::Left,
                        (_, true) => Kind::Reached,
                        _ => Kind::Other,
                    };
                    changes.push(Change { place, kind });
                }
            }
            (Stored::Set(old), Stored::Set(new)) => {
                let words = old.iter().zip(new).enumerate();
                let moved = words.clone().any(|(_, (old, new))| !old & new != 0);
                for (word, (old, new)) in words {
                    for bit in (0..64).filter(|bit| (old ^ new) >> bit & 1 == 1) {
                        let kind = match (moved, old >> bit & 1) {
                            (true, 1) => Kind::Left,
                            (true, _) => Kind::Reached,
                            _ => Kind::Other,
                        };
                        changes.extend(place_of(64 * word + bit).map(|place| Change { place, kind }));
                    }
                }
            }
            _ => {}
        }
    }
    changes
}

/// The lowest counter taken of each stack that falls, then the bases of those that grow.
fn on_stacks(stacks: &[Stack], before: &Component, after: &[Component]) -> Vec<usize> {
    let [after] = after else { return Vec::new() };
    let (Some(old), Some(new)) = (numbers(before), numbers(after)) else { return Vec::new() };
    if old.len() != new.len() || old.len() != stacks.len() {
        return Vec::new();
    }
    let each = || stacks.iter().zip(old.iter().zip(&new)).map(|(stack, ((_, old), (_, new)))| (stack, *old, *new));
    let counter = |stack: &Stack, left: u64| if left < stack.size { stack.first + left as usize } else { stack.base };
    let fallen = each().filter(|(_, old, new)| new < old).map(|(stack, _, new)| counter(stack, new));
    let grown = each().filter(|(_, old, new)| new > old).map(|(stack, ..)| stack.base);
    fallen.chain(grown).collect()
}

/// The pins taken; where none is, the first of the second row.
fn on_pins(count: u64, after: &[Component]) -> Vec<usize> {
    let Some(left) = after.iter().map(number).collect::<Option<Vec<u64>>>() else { return Vec::new() };
    let first = left.first().copied().unwrap_or(0);
    let rest: u64 = left.iter().sum();
    match count.checked_sub(rest) {
        Some(0) | None => vec![first.min(count - 1) as usize],
        Some(taken) => (first..first + taken).map(|pin| pin as usize).collect(),
    }
}

/// The entries that are no longer in the stretch.
fn on_stretch(before: &Component, after: &[Component]) -> Vec<usize> {
    let [after] = after else { return Vec::new() };
    let (old, new) = (ends(&before.game.unpack(&before.packed)), ends(&after.game.unpack(&after.packed)));
    let (Some((low, high)), Some((new_low, new_high))) = (old, new) else { return Vec::new() };
    (low..high).filter(|entry| !(new_low..new_high).contains(entry)).map(|entry| entry as usize).collect()
}
