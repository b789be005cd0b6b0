//! Positions listed so far, each once, with what is claimed of them: the only memory the checker needs. A position of one
//! word takes 8 bytes, 5 to 10 for the table of numbers, and 4 for a bound where bounds differ.

use crate::games::{Games, Part};
use crate::measure::Bound;
use grundy_run::{Keys, Side};

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
