//! Boards of numbers: stacks of counters, rows of pins, and a stretch of a list.

use super::elements::framed;
use super::shown::{Fits, PlaceKind, ShownBoard};
use super::{BoardPart, Place, PlaceForm, PlayLook};
use crate::picture::numbers;
use grundy_run::{Component, Flow, Game, Side, State, Stored, Value};

/// A number as a stack: which of the numbers of its component, where its counters begin, and how many they are.
pub struct Stack {
    /// The place of its base.
    pub base: usize,
    /// The place of its lowest counter.
    pub first: usize,
    /// How many there are.
    pub size: u64,
}

/// Counters of a stack before it is told by its number alone, and in one column.
const MOST_COUNTERS: u64 = 120;
const COLUMN: u64 = 10;

/// Stacks of one component.
const MOST_STACKS: usize = 40;

/// The longest row of pins.
const MOST_PINS: u64 = 80;

/// Every number as a stack of counters.
pub fn stacks(part: &Component) -> Fits {
    let numbers = numbers(part)?;
    if numbers.is_empty() || numbers.len() > MOST_STACKS {
        return None;
    }
    let tallest = numbers.iter().map(|(_, size)| (*size).min(COLUMN)).max().unwrap_or(0).max(1) as f32;
    let lone = numbers.len() == 1;
    let named = part.game.shapes.len() > 1;
    let (mut places, mut stacks, mut x) = (Vec::new(), Vec::new(), 0.0f32);
    for (number, (name, size)) in numbers.iter().enumerate() {
        let counters = if *size <= MOST_COUNTERS { *size } else { 0 };
        let columns = counters.div_ceil(COLUMN).max(1) as f32;
        let middle = x + (columns - 1.0) / 2.0;
        let label = if lone { size.to_string() } else { format!("{name} = {size}") };
        let base = places.len();
        places.push(Place {
            name: label,
            form: PlaceForm::Base,
            at: [middle, tallest],
            piece: if named { format!("{name} {size}") } else { size.to_string() },
            stack: Some(number),
            ..Place::default()
        });
        for counter in 0..counters {
            let at = [x + (counter / COLUMN) as f32, tallest - 1.0 - (counter % COLUMN) as f32];
            let name = format!("{name}: {counter}");
            places.push(Place { name, form: PlaceForm::Counter, at, stack: Some(number), ..Place::default() });
        }
        stacks.push(Stack { base, first: base + 1, size: counters });
        x += columns + 0.6;
    }
    let board = framed(PlayLook::Heaps, places, 0.5);
    Some((ShownBoard { board, kind: PlaceKind::Stacks(stacks) }, vec![true; part.game.shapes.len()]))
}

/// The number of a component that has no other.
pub fn number(part: &Component) -> Option<u64> {
    match &numbers(part)?[..] {
        [(_, number)] => Some(*number),
        _ => None,
    }
}

/// A number whose moves part it, as a row of pins.
pub fn pins(part: &Component) -> Fits {
    let count = number(part).filter(|count| (1..=MOST_PINS).contains(count))?;
    let mut parted = false;
    for side in [Side::Left, Side::Right] {
        let looked = part.game.each_move(&part.packed, side, &mut |_, successor| {
            let left: Option<Vec<u64>> = successor.parts.iter().map(number).collect();
            parted = left.is_some_and(|left| left.len() == 2 && left.iter().sum::<u64>() <= count);
            if parted { Flow::Stop } else { Flow::On }
        });
        if looked.is_err() || parted {
            break;
        }
    }
    if !parted {
        return None;
    }
    let wide = if count > 30 { 20 } else { count };
    let pin = |pin: u64| Place {
        name: pin.to_string(),
        form: PlaceForm::Pin,
        at: [(pin % wide) as f32, 1.4 * (pin / wide) as f32],
        ..Place::default()
    };
    let board = framed(PlayLook::Pins, (0..count).map(pin).collect(), 0.6);
    Some((ShownBoard { board, kind: PlaceKind::Pins(count) }, vec![true]))
}

/// A stretch of a list: a game of two numbers, which are places of a list that is its parameter.
pub fn stretch(game: &Game, state: &State) -> Fits {
    let (low, high) = ends(state)?;
    let is_plain = |entry: &Value| matches!(entry, Value::Int(_) | Value::Name(_) | Value::Player(_));
    let (entries, param) = game.params.iter().zip(&game.rules.params).find_map(|(value, param)| match value {
        Value::List(entries) if entries.iter().all(is_plain) && high as usize <= entries.len() => {
            Some((entries, param))
        }
        _ => None,
    })?;
    let hues = match &param.domain {
        grundy_rule::Domain::ListOf(inner) => match &**inner {
            grundy_rule::Domain::Of(grundy_rule::Expr {
                kind: grundy_rule::Kind::Whole(grundy_rule::Whole::Enum(number)),
                ..
            }) => Some(*number),
            _ => None,
        },
        _ => None,
    };
    let card = |(number, entry): (usize, &Value)| Place {
        name: number.to_string(),
        form: PlaceForm::Card,
        at: [1.1 * number as f32, 0.0],
        piece: game.value_text(entry, hues),
        gone: !(low..high).contains(&(number as u64)),
        ..Place::default()
    };
    let board: BoardPart = framed(PlayLook::Cards, entries.iter().enumerate().map(card).collect(), 0.7);
    Some((ShownBoard { board, kind: PlaceKind::Stretch }, vec![true, true]))
}

/// The two numbers of a stretch.
pub fn ends(state: &State) -> Option<(u64, u64)> {
    let [Stored::One(Value::Int(low)), Stored::One(Value::Int(high))] = state.fields[..] else { return None };
    let (low, high) = (u64::try_from(low).ok()?, u64::try_from(high).ok()?);
    (low <= high).then_some((low, high))
}
