//! The games of a certificate, numbered: those of the position first, then those that some move leads to. Positions
//! are the same where rules prove them so: a sum is its parts, and an image under a symmetry is the position itself.

use grundy_explicit::{Explicit, Players, Reductions};
use grundy_rule::{Convention, Facts, Verdict, VerdictResult};
use grundy_run::{Component, Ending, Faulty, Flow, Game, Packed, Position, Reducer, Side, Stuck};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// A component of a game of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The number of its game.
    pub game: u32,
    /// Its words.
    pub packed: Packed,
}

/// What a component falls into.
pub type Parts = SmallVec<[Part; 2]>;

/// The games met.
#[derive(Default)]
pub struct Games {
    entries: Vec<Entry>,
    numbers: FxHashMap<u64, u32>,
    facts: FxHashMap<(usize, usize), Arc<Facts>>,
    interpreted: bool,
}

struct Entry {
    game: Arc<Game>,
    convention: Convention,
    facts: Arc<Facts>,
    reducer: Reducer,
    ground: OnceLock<Option<Explicit>>,
}

impl Games {
    /// The games of a position, in order of appearance.
    pub fn of(position: &Position) -> Games {
        let mut games = Games::default();
        for part in &position.parts {
            games.add(&part.game);
        }
        games
    }

    /// The number of a game, new or old.
    pub fn add(&mut self, game: &Arc<Game>) -> u32 {
        let next = self.entries.len() as u32;
        let number = *self.numbers.entry(game.id).or_insert(next);
        if number == next {
            let facts = self.facts.entry(game.key).or_insert_with(|| Arc::new(Facts::of(game.source()))).clone();
            let convention = Convention::of(&game.rules);
            let reductions = Reductions::of(game, Players::Different);
            let reducer = Reducer::new(game, reductions.split.as_ref(), &reductions.images, &[]);
            self.entries.push(Entry { game: game.clone(), convention, facts, reducer, ground: OnceLock::new() });
        }
        number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The game of a number.
    pub fn game(&self, number: u32) -> &Arc<Game> {
        &self.entries[number as usize].game
    }

    /// How its play ends.
    pub fn convention(&self, number: u32) -> Convention {
        self.entries[number as usize].convention
    }

    /// What is proved of it.
    pub fn facts(&self, number: u32) -> &Facts {
        &self.entries[number as usize].facts
    }

    /// A part as a component again.
    pub fn component(&self, part: &Part) -> Component {
        Component { game: self.game(part.game).clone(), packed: part.packed.clone() }
    }

    /// What a component falls into, each part as its least image; `Err` with a game that is not in the list.
    pub fn land(&self, component: &Component, parts: &mut Parts) -> Result<(), Arc<Game>> {
        let Some(&game) = self.numbers.get(&component.game.id) else { return Err(component.game.clone()) };
        let entry = &self.entries[game as usize];
        if entry.reducer.is_identity() {
            parts.push(Part { game, packed: component.packed.clone() });
            return Ok(());
        }
        let mut words = Vec::new();
        entry.reducer.reduce(&component.packed, &mut words);
        let each = words.chunks_exact(entry.game.layout.words());
        parts.extend(each.map(|packed| Part { game, packed: packed.into() }));
        Ok(())
    }

    /// From now on no entry is checked by moves written out.
    pub fn interpret(&mut self) {
        self.interpreted = true;
    }

    /// Whether some game has a symmetry or split, by which positions are listed once.
    pub fn reduces(&self) -> bool {
        self.entries.iter().any(|entry| !entry.reducer.is_identity())
    }

    /// Whether points decide some game.
    pub fn scores(&self) -> bool {
        let scores = |verdict: &Verdict| matches!(verdict.result, VerdictResult::Score(_));
        self.entries.iter().any(|entry| entry.game.rules.verdicts.iter().any(scores))
    }

    /// The game written out, if it can be and may be used: at the first call.
    pub fn ground(&self, number: u32) -> Option<&Explicit> {
        if self.interpreted {
            return None;
        }
        let entry = &self.entries[number as usize];
        entry.ground.get_or_init(|| Explicit::of(&entry.game).ok()).as_ref()
    }

    /// Appends the words of what a position of a game falls into, each part as its least image.
    pub fn reduce(&self, number: u32, packed: &[u64], words: &mut Vec<u64>) {
        self.entries[number as usize].reducer.reduce(packed, words);
    }

    /// Whether nobody can move in a part: then it adds nothing to a sum that ends when every part is stuck.
    pub fn is_dead(&self, part: &Part) -> Faulty<bool> {
        let mut alive = false;
        for mover in [Side::Left, Side::Right] {
            self.game(part.game).each_move(&part.packed, mover, &mut |_, _| {
                alive = true;
                Flow::Stop
            })?;
        }
        Ok(!alive)
    }

    /// The verdict of a part that is the whole game, before moves are looked at.
    pub fn ending(&self, part: &Part, mover: Side, stuck: Stuck) -> Faulty<Option<Ending>> {
        self.game(part.game).ending(&part.packed, mover, stuck)
    }
}
