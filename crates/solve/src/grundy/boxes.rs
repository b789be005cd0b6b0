//! Every position of a box of fields valued at once, bottom up, in one flat table indexed by the packed word.
//!
//! For impartial games whose play provably ends, under normal or misère play, with moves inside the game. Where an option
//! lies outside the box, or a value does not fit, the position has no value here.

use crate::work::Halted;
use grundy_answer::{Progress, Watch};
use grundy_rule::Convention;
use grundy_run::{Game, Options, Packed, Side, Turn};
use std::sync::Arc;

/// What a box holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// 0 for positions that the player to move loses, else 1.
    Outcome,
    /// Grundy values.
    Grundy,
    /// Plies of best play: even exactly where the player to move loses.
    Plies,
}

/// The values of a box.
pub struct Boxed {
    held: Held,
    misere: bool,
    values: Vec<u16>,
    options: Options,
    /// Moves looked at.
    pub moves: u64,
}

const UNKNOWN: u16 = u16::MAX;
const NONE: u16 = u16::MAX - 1;

/// A table has at most two to this many entries.
const MOST_BITS: usize = 26;

impl Boxed {
    /// An empty box of the game; `None` if its positions are not valued this way.
    pub fn new(game: &Arc<Game>, held: Held) -> Option<Boxed> {
        let convention = Convention::of(&game.rules);
        let misere = convention == Convention::Misere;
        let fits = match held {
            Held::Outcome => matches!(convention, Convention::Normal | Convention::Misere),
            Held::Grundy | Held::Plies => convention == Convention::Normal,
        };
        let facts = game.facts();
        if !fits || !facts.impartial.is_proved() || !facts.acyclic.is_proved() {
            return None;
        }
        if !game.stays_inside() || game.layout.bits > MOST_BITS {
            return None;
        }
        let values = vec![UNKNOWN; 1 << game.layout.bits];
        Some(Boxed { held, misere, values, options: Options::default(), moves: 0 })
    }

    /// What it holds.
    pub fn held(&self) -> Held {
        self.held
    }

    /// The value of a position; `None` if it has none here.
    pub fn value(&mut self, game: &Arc<Game>, packed: &[u64], watch: &dyn Watch) -> Result<Option<u16>, Halted> {
        let mut waiting: Vec<Packed> = vec![packed.into()];
        while let Some(next) = waiting.last().cloned() {
            if self.values[next[0] as usize] != UNKNOWN {
                waiting.pop();
                continue;
            }
            let before = self.moves;
            let length = waiting.len();
            if let Some(value) = self.visit(game, &next, &mut waiting)? {
                self.values[next[0] as usize] = value;
                waiting.truncate(length - 1);
            }
            if self.moves >> 12 != before >> 12 {
                let bytes = 2 * self.values.len() as u64;
                let progress = Progress { what: "moves", done: self.moves, total: None, bytes };
                if let Some(stop) = watch.tick(progress) {
                    return Err(Halted::Stopped(stop));
                }
            }
        }
        Ok(Some(self.values[packed[0] as usize]).filter(|value| *value != NONE))
    }

    /// The value if all options are known; else those that are not wait.
    fn visit(&mut self, game: &Arc<Game>, packed: &[u64], waiting: &mut Vec<Packed>) -> Result<Option<u16>, Halted> {
        let mut options = std::mem::take(&mut self.options);
        let found = game.options(packed, Side::Left, &mut options).map_err(Halted::Fault);
        self.moves += 1 + options.len() as u64;
        let value = found.map(|()| self.of_options(&options, waiting));
        self.options = options;
        value
    }

    fn of_options(&self, options: &Options, waiting: &mut Vec<Packed>) -> Option<u16> {
        let (mut seen, mut known, mut sums) = (Seen::default(), true, false);
        for one in 0..options.len() {
            if options.turn(one) != Turn::Passes {
                return Some(NONE);
            }
            let (mut total, mut parts, mut whole) = (0u16, 0, true);
            for part in options.parts(one) {
                parts += 1;
                match self.values.get(part[0] as usize).copied() {
                    Some(UNKNOWN) => {
                        waiting.push(part.into());
                        whole = false;
                    }
                    None | Some(NONE) => return Some(NONE),
                    Some(value) => total ^= value,
                }
            }
            sums |= parts != 1;
            known &= whole;
            if whole {
                seen.add(total);
            }
        }
        if sums && self.held != Held::Grundy {
            return Some(NONE);
        }
        if !known {
            return None;
        }
        let value = match self.held {
            Held::Outcome if options.is_empty() => u16::from(self.misere),
            Held::Outcome => u16::from(seen.has(0)),
            Held::Grundy => seen.mex(),
            Held::Plies => match (seen.least_even, seen.largest) {
                (Some(least), _) => least + 1,
                (None, Some(largest)) => largest + 1,
                (None, None) => 0,
            },
        };
        Some(value.min(NONE))
    }
}

/// Values met among options.
#[derive(Default)]
struct Seen {
    bits: Vec<u64>,
    least_even: Option<u16>,
    largest: Option<u16>,
}

impl Seen {
    fn add(&mut self, value: u16) {
        let word = usize::from(value / 64);
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (value % 64);
        self.largest = self.largest.max(Some(value));
        if value % 2 == 0 && self.least_even.is_none_or(|least| value < least) {
            self.least_even = Some(value);
        }
    }

    fn has(&self, value: u16) -> bool {
        self.bits.get(usize::from(value / 64)).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    fn mex(&self) -> u16 {
        let full = self.bits.iter().take_while(|word| **word == u64::MAX).count();
        let rest = self.bits.get(full).map_or(0, |word| word.trailing_ones());
        (full as u32 * 64 + rest).min(u32::from(NONE)) as u16
    }
}
