//! The parts of a game, numbered in the order in which they are reached, and their options while there is room for them.

use super::Impartial;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::hash::BuildHasher;
use std::rc::Rc;

/// Sums that the moves of a part lead to: each a sorted list of numbers, each once.
pub struct Options {
    parts: Vec<u32>,
    /// Where each sum ends.
    ends: Vec<u32>,
}

impl Options {
    /// Every sum.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let from = |at: usize| if at == 0 { 0 } else { self.ends[at - 1] as usize };
        self.ends.iter().enumerate().map(move |(at, &end)| &self.parts[from(at)..end as usize])
    }

    fn bytes(&self) -> u64 {
        4 * (self.parts.len() + self.ends.len()) as u64 + 64
    }
}

/// All parts met.
pub struct Table<G: Impartial> {
    game: G,
    parts: Vec<G::Part>,
    numbers: HashTable<u32>,
    /// What the game says of the moves left in each part; `UNKNOWN` if nothing.
    most_moves: Vec<u32>,
    options: Vec<Option<Rc<Options>>>,
    /// Bytes of all options held, and when they are forgotten.
    held: u64,
    most_held: u64,
    expanded: u64,
}

/// Nothing is known of the moves left.
pub const UNKNOWN: u32 = u32::MAX;

/// Bytes of a part and of what is kept with it, as far as they are counted.
const PART_BYTES: u64 = 128;

impl<G: Impartial> Table<G> {
    pub fn new(game: G, bytes: u64) -> Table<G> {
        Table {
            game,
            parts: Vec::new(),
            numbers: HashTable::new(),
            most_moves: Vec::new(),
            options: Vec::new(),
            held: 0,
            most_held: bytes / 2,
            expanded: 0,
        }
    }

    /// How many parts were reached.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// How many parts the game was asked about, those counted again whose options were forgotten.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.held + PART_BYTES * self.parts.len() as u64
    }

    /// A part by its number.
    pub fn part(&self, number: u32) -> &G::Part {
        &self.parts[number as usize]
    }

    /// How many moves are left in a part at most, or `UNKNOWN`.
    pub fn most_moves(&self, number: u32) -> u32 {
        self.most_moves[number as usize]
    }

    /// The number of a part, new or known.
    pub fn number(&mut self, part: G::Part) -> u32 {
        let key = FxBuildHasher.hash_one(&part);
        let parts = &mut self.parts;
        if let Some(&known) = self.numbers.find(key, |&number| parts[number as usize] == part) {
            return known;
        }
        let number = u32::try_from(parts.len()).expect("memory ends before numbers do");
        self.most_moves.push(self.game.most_moves(&part).unwrap_or(UNKNOWN));
        parts.push(part);
        self.numbers.insert_unique(key, number, |&number| FxBuildHasher.hash_one(&parts[number as usize]));
        self.options.push(None);
        number
    }

    /// The options of a part; the game is asked where they are not held.
    pub fn options(&mut self, number: u32) -> Result<Rc<Options>, G::Failure> {
        if let Some(known) = &self.options[number as usize] {
            return Ok(known.clone());
        }
        self.expanded += 1;
        let part = self.parts[number as usize].clone();
        let mut led = Vec::new();
        self.game.moves(&part, &mut |parts| led.push(parts))?;
        let mut sums: Vec<SmallVec<[u32; 6]>> = Vec::with_capacity(led.len());
        for parts in led {
            let mut sum: SmallVec<[u32; 6]> = parts.into_iter().map(|part| self.number(part)).collect();
            sum.sort_unstable();
            sums.push(sum);
        }
        sums.sort_unstable();
        sums.dedup();
        let mut options = Options { parts: Vec::new(), ends: Vec::with_capacity(sums.len()) };
        for sum in sums {
            options.parts.extend(&sum);
            options.ends.push(options.parts.len() as u32);
        }
        options.parts.shrink_to_fit();
        self.held += options.bytes();
        if self.held > self.most_held {
            self.options.iter_mut().for_each(|options| *options = None);
            self.held = options.bytes();
        }
        let options = Rc::new(options);
        self.options[number as usize] = Some(options.clone());
        Ok(options)
    }
}
