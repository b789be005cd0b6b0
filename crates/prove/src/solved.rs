//! Positions solved one by one from the rules, as `run` plays them: the tables that automata are learned from.

use crate::Subject;
use crate::subject::state;
use grundy_answer::{Progress, Stop, Watch};
use grundy_proof::{Convention, Slot};
use grundy_run::{Game, Options, Packed, Side};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::Arc;

/// The mark of tuples that are no positions.
pub const NO_POSITION: u32 = u32::MAX - 1;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// 1 for P-positions, 0 for others.
    Outcome(Convention),
    /// The Grundy value.
    Grundy,
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Told to stop.
    Stopped(Stop),
    /// Play does not stay among positions that can be solved this way.
    Unfit(String),
}

/// Values of positions, kept.
pub struct Solved<'a> {
    subject: &'a Subject,
    slots: &'a [Slot],
    asked: Asked,
    bound: i64,
    /// By the values of the open parameters; `None` where there is no such game.
    books: HashMap<Vec<u64>, Option<Book>>,
    watch: &'a dyn Watch,
    work: u64,
}

impl<'a> Solved<'a> {
    /// Nothing known yet; number fields stay up to `bound`.
    pub fn new(subject: &'a Subject, slots: &'a [Slot], asked: Asked, bound: i64, watch: &'a dyn Watch) -> Self {
        Solved { subject, slots, asked, bound, books: HashMap::new(), watch, work: 0 }
    }

    /// How many moves were looked at.
    pub fn moves(&self) -> u64 {
        self.work
    }

    /// The value of the position with these values of the slots.
    pub fn value(&mut self, at: &[u64]) -> Result<u32, Unsolved> {
        let params = self.slots.iter().zip(at).filter(|(slot, _)| matches!(slot, Slot::Param { .. }));
        let key: Vec<u64> = params.map(|(_, &value)| value).collect();
        let (subject, slots, bound) = (self.subject, self.slots, self.bound);
        let book = self.books.entry(key).or_insert_with(|| subject.game(slots, at, bound).map(Book::new));
        let Some(book) = book else { return Ok(NO_POSITION) };
        let packed = state(&book.game, slots, at).and_then(|state| book.game.pack(&state));
        let Some(packed) = packed else { return Ok(NO_POSITION) };
        let mut waiting = vec![packed.clone()];
        while let Some(next) = waiting.last().cloned() {
            if book.known.of(&next).is_some() {
                waiting.pop();
                continue;
            }
            let before = waiting.len();
            if let Some(value) = book.visit(&next, self.asked, &mut waiting)? {
                book.known.insert(next, value);
                waiting.truncate(before - 1);
            }
            if waiting.len() > 1 << 22 {
                return Err(Unsolved::Unfit("play from a position is too long".to_string()));
            }
            self.work += book.options.len() as u64;
            let progress = Progress { what: "moves", done: self.work, total: None, bytes: book.known.bytes() };
            if let Some(stop) = self.watch.tick(progress) {
                return Err(Unsolved::Stopped(stop));
            }
        }
        Ok(book.known.of(&packed).unwrap_or(NO_POSITION))
    }
}

/// What is known of a game at some parameters.
struct Book {
    game: Arc<Game>,
    known: Known,
    options: Options,
    /// Grundy values of options; places beyond are not seen.
    seen: Vec<bool>,
}

impl Book {
    fn new(game: Arc<Game>) -> Book {
        let known = Known::new(game.layout.bits);
        Book { game, known, options: Options::default(), seen: Vec::new() }
    }

    /// The value if all options are known; else those that are not are pushed.
    fn visit(&mut self, at: &[u64], asked: Asked, waiting: &mut Vec<Packed>) -> Result<Option<u32>, Unsolved> {
        let unfit = |reason: &str| Err(Unsolved::Unfit(reason.to_string()));
        if !self.game.stays_inside() {
            return unfit("a move leads to another game");
        }
        let listed = self.game.options(at, Side::Left, &mut self.options);
        listed.map_err(|diagnostic| Unsolved::Unfit(diagnostic.cause.clone()))?;
        let outcome = matches!(asked, Asked::Outcome(_));
        let before = waiting.len();
        self.seen.clear();
        for one in 0..self.options.len() {
            let (mut sum, mut complete, mut parts) = (0u32, true, 0);
            for part in self.options.parts(one) {
                parts += 1;
                match self.known.of(part) {
                    Some(value) => sum ^= value,
                    None => {
                        complete = false;
                        waiting.push(part.into());
                    }
                }
            }
            if outcome && parts != 1 {
                return unfit("moves to sums need Grundy values");
            }
            if complete && outcome && sum == 1 {
                waiting.truncate(before);
                return Ok(Some(0));
            }
            if complete && !outcome {
                let place = sum as usize;
                if place >= self.seen.len() {
                    self.seen.resize(place + 1, false);
                }
                self.seen[place] = true;
            }
        }
        if waiting.len() > before {
            return Ok(None);
        }
        Ok(Some(match asked {
            Asked::Outcome(Convention::Normal) => 1,
            Asked::Outcome(Convention::Misere) => u32::from(!self.options.is_empty()),
            Asked::Grundy => self.seen.iter().position(|seen| !seen).unwrap_or(self.seen.len()) as u32,
        }))
    }
}

/// Values by packed words: in a flat table where one word of few bits is all of a position.
enum Known {
    Flat(Vec<u32>),
    Hashed(FxHashMap<Packed, u32>),
}

/// Flat tables have at most two to this many entries.
const FLAT: usize = 22;

impl Known {
    fn new(bits: usize) -> Known {
        if bits <= FLAT { Known::Flat(vec![0; 1 << bits]) } else { Known::Hashed(FxHashMap::default()) }
    }

    fn of(&self, packed: &[u64]) -> Option<u32> {
        match self {
            // One more than the value, 0 where none is known: such a table costs nothing until it is written.
            Known::Flat(values) => values[packed.first().map_or(0, |&word| word as usize)].checked_sub(1),
            Known::Hashed(values) => values.get(packed).copied(),
        }
    }

    fn insert(&mut self, packed: Packed, value: u32) {
        match self {
            Known::Flat(values) => values[packed.first().map_or(0, |&word| word as usize)] = value + 1,
            Known::Hashed(values) => {
                values.insert(packed, value);
            }
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Known::Flat(values) => 4 * values.len() as u64,
            Known::Hashed(values) => 64 * values.len() as u64,
        }
    }
}
