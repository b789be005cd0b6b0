//! Positions listed so far, each once, with what is claimed of them: the only memory the checker needs. A position of one
//! word takes 8 bytes, 5 to 10 for the table of numbers, and 4 for a bound where bounds differ.

use crate::games::{Games, Part};
use crate::measure::Bound;
use grundy_run::Side;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A set of keys, numbered in the order in which they came.
pub struct Keys {
    words: Vec<u64>,
    /// Where each key ends; empty if all have `width` words.
    ends: Vec<usize>,
    width: Option<usize>,
    table: HashTable<u32>,
}

impl Keys {
    /// Keys of `width` words each, or of any number.
    pub fn new(width: Option<usize>) -> Keys {
        Keys { words: Vec::new(), ends: Vec::new(), width, table: HashTable::new() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.table.len()
    }

    /// The key of a number.
    pub fn at(&self, number: usize) -> &[u64] {
        key_at(&self.words, &self.ends, self.width, number)
    }

    /// The number of a key.
    #[inline]
    pub fn find(&self, key: &[u64]) -> Option<usize> {
        let hash = hash(key);
        let found = match (self.width, key) {
            (Some(1), [word]) => self.table.find(hash, |&number| self.words[number as usize] == *word),
            _ => self.table.find(hash, |&number| self.at(number as usize) == key),
        };
        found.map(|&number| number as usize)
    }

    /// The number of a key, which is added unless it is there; nothing if there are 2^32.
    pub fn number(&mut self, key: &[u64]) -> Option<usize> {
        let next = u32::try_from(self.count()).ok()?;
        let (words, ends, width) = (&self.words, &self.ends, self.width);
        let at = |number: u32| key_at(words, ends, width, number as usize);
        match self.table.entry(hash(key), |&number| at(number) == key, |&number| hash(at(number))) {
            Entry::Occupied(known) => Some(*known.get() as usize),
            Entry::Vacant(vacant) => {
                vacant.insert(next);
                self.words.extend_from_slice(key);
                if self.width.is_none() {
                    self.ends.push(self.words.len());
                }
                Some(next as usize)
            }
        }
    }

    /// Adds a key; its number, or nothing if it is there already (or there are 2^32).
    pub fn insert(&mut self, key: &[u64]) -> Option<usize> {
        let next = self.count();
        self.number(key).filter(|&number| number == next)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        ((self.words.capacity() + self.ends.capacity()) * 8 + self.table.capacity() * 6) as u64
    }
}

fn key_at<'a>(words: &'a [u64], ends: &[usize], width: Option<usize>, number: usize) -> &'a [u64] {
    match width {
        Some(width) => &words[number * width..][..width],
        None => &words[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]],
    }
}

fn hash(key: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    key.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

/// Entries of one game, or of sums, with one player to move.
pub struct Entries {
    /// The positions.
    pub keys: Keys,
    /// What is claimed of each; empty where all claims are alike.
    pub bounds: Vec<Bound>,
    /// How many belong to earlier levels.
    pub earlier: usize,
}

impl Entries {
    /// An empty one; keys have `width` words, or any number.
    pub fn new(width: Option<usize>) -> Entries {
        Entries { keys: Keys::new(width), bounds: Vec::new(), earlier: 0 }
    }

    /// Adds an entry; its number, or nothing if there is one of the position.
    pub fn insert(&mut self, key: &[u64], bound: Option<Bound>) -> Option<usize> {
        let number = self.keys.insert(key)?;
        self.bounds.extend(bound);
        Some(number)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.keys.bytes() + (self.bounds.capacity() * 4) as u64
    }
}

/// The components of which sums are made, numbered.
#[derive(Default)]
pub struct Components {
    /// One set for each game, and the number of its first.
    games: Vec<(usize, Keys)>,
}

impl Components {
    /// Adds a game without components, after all that have been added.
    pub fn open(&mut self, games: &Games) {
        let width = games.game(self.games.len() as u32).layout.words();
        self.games.push((self.len(), Keys::new(Some(width))));
    }

    /// How many games have been opened.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Adds a component to the game opened last; whether it is new.
    pub fn insert(&mut self, packed: &[u64]) -> bool {
        self.games.last_mut().is_some_and(|(_, keys)| keys.insert(packed).is_some())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.games.last().map_or(0, |(base, keys)| base + keys.count())
    }

    /// The number of a component.
    pub fn find(&self, part: &Part) -> Option<u64> {
        let (base, keys) = self.games.get(part.game as usize)?;
        Some((base + keys.find(&part.packed)?) as u64)
    }

    /// The component of a number below `len`.
    pub fn at(&self, number: u64) -> Part {
        let game = self.games.partition_point(|(base, keys)| base + keys.count() <= number as usize);
        let (base, keys) = &self.games[game];
        Part { game: game as u32, packed: keys.at(number as usize - base).into() }
    }
}

/// Where an entry stands: with those of its game and mover, or with those of its mover if positions are sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryGroup {
    /// Single components of a game.
    Game(u32, Side),
    /// Sums.
    Sums(Side),
}

/// All entries of one strategy.
pub struct Listed {
    games: Vec<[Entries; 2]>,
    sums: [Entries; 2],
}

impl Listed {
    /// Empty ones.
    pub fn new(games: &Games) -> Listed {
        let of = |game: usize| Entries::new(Some(games.game(game as u32).layout.words()));
        let games = (0..games.count()).map(|game| [of(game), of(game)]).collect();
        Listed { games, sums: [Entries::new(None), Entries::new(None)] }
    }

    /// The entries of one place.
    pub fn at(&self, place: EntryGroup) -> &Entries {
        match place {
            EntryGroup::Game(game, mover) => &self.games[game as usize][mover as usize],
            EntryGroup::Sums(mover) => &self.sums[mover as usize],
        }
    }

    /// The same, to write.
    pub fn at_mut(&mut self, place: EntryGroup) -> &mut Entries {
        match place {
            EntryGroup::Game(game, mover) => &mut self.games[game as usize][mover as usize],
            EntryGroup::Sums(mover) => &mut self.sums[mover as usize],
        }
    }

    /// Begins a level: everything so far is earlier.
    pub fn begin_level(&mut self) {
        for entries in self.games.iter_mut().flatten().chain(&mut self.sums) {
            entries.earlier = entries.keys.count();
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.games.iter().flatten().chain(&self.sums).map(Entries::bytes).sum()
    }
}
