//! Heaps whose form is proved of the rules: moves are counted off the digits instead of being made one by one. Every
//! heap that a move leaves is smaller, so that smaller heaps listed anywhere before will do.

use super::books::Shelf;
use crate::HeapDigits;
use crate::period::Siblings;
use grundy_run::{Game, Shape, Universe};

/// Larger heaps are checked move by move.
const LARGEST: u64 = 1 << 24;

/// The heaps of one game.
pub struct Heaps {
    digits: HeapDigits,
    /// One more than the number of each listed heap on its shelf, 0 if it is not listed.
    listed: Vec<u32>,
}

impl Heaps {
    /// The heaps of a game, if it is one whose moves leave at most two.
    pub fn of(game: &Game) -> Option<Heaps> {
        let [Shape::One(values)] = &game.shapes[..] else { return None };
        let counts = matches!(values.universe, Universe::Range { low: 0, high } if high < LARGEST as i64);
        let digits = HeapDigits::of_game(game).ok()?;
        (counts && !values.none && digits.most_heaps() <= 2).then_some(Heaps { digits, listed: Vec::new() })
    }

    /// Notes that a heap is listed.
    pub fn list(&mut self, size: u64, number: usize) {
        if size as usize >= self.listed.len() {
            self.listed.resize(size as usize + 1, 0);
        }
        self.listed[size as usize] = number as u32 + 1;
    }

    /// Whether no move from a heap leads to the claimed value, and some to every smaller one.
    pub fn check(&self, shelf: &Shelf, size: u64, claimed: u64) -> Result<(), String> {
        let size = size as usize;
        let value = |heap: usize| match self.listed.get(heap).copied().unwrap_or(0) {
            0 => Err(format!("a move leaves {heap}, which is not listed before")),
            number => {
                shelf.note(number as usize - 1);
                Ok(shelf.bounds[number as usize - 1].0 as u64)
            }
        };
        let mut seen: Vec<bool> = Vec::new();
        let mut met = |value: u64| {
            if value < claimed {
                if value as usize >= seen.len() {
                    seen.resize(value as usize + 1, false);
                }
                seen[value as usize] = true;
            }
            value != claimed
        };
        for taken in 0..=size {
            let (left, may) = (size - taken, self.digits.at(taken));
            if left == 0 && may & 1 != 0 || left > 0 && may & 2 != 0 {
                if !met(value(left)?) {
                    return Err(format!("leaving {left} has the same value {claimed}"));
                }
            }
            if may & 4 == 0 {
                continue;
            }
            for first in 1..=left / 2 {
                let second = left - first;
                if first == second && self.digits.siblings() == Siblings::Unequal {
                    continue;
                }
                if !met(value(first)? ^ value(second)?) {
                    return Err(format!("leaving {first} and {second} has the same value {claimed}"));
                }
            }
        }
        match (0..claimed).find(|value| !seen.get(*value as usize).is_some_and(|met| *met)) {
            Some(missing) => Err(format!("no move leads to the value {missing}")),
            None => Ok(()),
        }
    }
}
