//! Components numbered densely, each position once: the keys of every table of the solver.
//!
//! Per game: the packed words of all positions met so far as [`Keys`], and 4 to 6 bytes a position for a column of values.

use crate::grundy::staircase::Staircase;
use crate::grundy::taking::Taking;
use grundy_explicit::{Players, Reductions};
use grundy_rule::{Convention, Facts};
use grundy_run::{Component, Faulty, Flow, Game, Keys, Move, Options, Reducer, Side, Stuck, Turn, make_room};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// A component met before: the number of its game above, its own number below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId(u64);

const LOCAL_BITS: u32 = 40;

impl PartId {
    fn new(game: usize, local: usize) -> PartId {
        PartId((game as u64) << LOCAL_BITS | local as u64)
    }

    /// The number of its game.
    pub fn game(self) -> usize {
        (self.0 >> LOCAL_BITS) as usize
    }

    /// Its number among the positions of its game.
    pub fn local(self) -> usize {
        (self.0 & ((1 << LOCAL_BITS) - 1)) as usize
    }
}

/// The parts of a sum.
pub type Sum = SmallVec<[PartId; 2]>;

/// What one move leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Opt {
    /// What the component becomes.
    pub parts: Sum,
    /// Points for the mover.
    pub gain: i64,
    /// Who moves next.
    pub turn: Turn,
}

/// A move with its name and what it leads to, before and after normalising.
#[derive(Clone, Debug)]
pub struct Named {
    /// The move.
    pub one: Move,
    /// What it leads to, normalised.
    pub option: Opt,
    /// What it leads to, as it lies.
    pub exactly: Vec<Component>,
}

/// All components met so far.
#[derive(Clone, Default)]
pub struct Parts {
    games: Vec<Entry>,
    numbers: FxHashMap<u64, usize>,
    /// Kept between calls.
    options: Options,
    reduced: Vec<u64>,
}

#[derive(Clone)]
struct Entry {
    game: Arc<Game>,
    /// How positions are normalised before they are looked up.
    reductions: Arc<Reductions>,
    reducer: Arc<Reducer>,
    /// Whether every move leads to positions of the same game.
    inside: bool,
    convention: Convention,
    facts: Arc<Facts>,
    keys: Keys,
}

impl Parts {
    /// No components, but the same games: what is proved of their rules need not be proved again.
    pub fn alike(&self) -> Parts {
        let games = self.games.iter().map(|entry| Entry {
            game: entry.game.clone(),
            reductions: entry.reductions.clone(),
            reducer: entry.reducer.clone(),
            facts: entry.facts.clone(),
            keys: Keys::new(Some(entry.game.layout.words())),
            ..*entry
        });
        Parts { games: games.collect(), numbers: self.numbers.clone(), ..Parts::default() }
    }

    /// The number of a component, new or old.
    pub fn intern(&mut self, component: &Component) -> PartId {
        let game = self.number(component);
        self.intern_words(game, &component.packed)
    }

    fn number(&mut self, component: &Component) -> usize {
        match self.numbers.get(&component.game.id) {
            Some(&number) => number,
            None => {
                component.game.begin_at(&component.packed);
                self.add_game(component.game.clone())
            }
        }
    }

    fn intern_words(&mut self, game: usize, position: &[u64]) -> PartId {
        let local = self.games[game].keys.number(position).expect("memory ends before 2^32 positions of a game");
        PartId::new(game, local)
    }

    fn add_game(&mut self, game: Arc<Game>) -> usize {
        let number = self.games.len();
        self.numbers.insert(game.id, number);
        let facts = game.facts();
        let reductions = reductions(&game, &facts);
        self.games.push(Entry {
            convention: Convention::of(&game.rules),
            reducer: Arc::new(reductions.reducer(&game)),
            reductions: Arc::new(reductions),
            inside: game.stays_inside(),
            facts,
            keys: Keys::new(Some(game.layout.words())),
            game,
        });
        number
    }

    /// How positions of a part's game are normalised.
    pub fn reductions(&self, part: PartId) -> &Arc<Reductions> {
        &self.games[part.game()].reductions
    }

    /// The numbers of what a component falls into: its parts where a split holds, each as its least image.
    pub fn land(&mut self, component: &Component, sum: &mut Sum) {
        let game = self.number(component);
        self.land_words(game, &component.packed, sum);
    }

    fn land_words(&mut self, game: usize, position: &[u64], sum: &mut Sum) {
        if self.games[game].reducer.is_identity() {
            sum.push(self.intern_words(game, position));
            return;
        }
        let mut reduced = std::mem::take(&mut self.reduced);
        reduced.clear();
        self.games[game].reducer.reduce(position, &mut reduced);
        let words = position.len();
        sum.extend(reduced.chunks_exact(words).map(|part| self.intern_words(game, part)));
        self.reduced = reduced;
    }

    /// The game of a part.
    pub fn game(&self, part: PartId) -> &Arc<Game> {
        &self.games[part.game()].game
    }

    /// The game of a part and how its positions are normalised, if every move leads to positions of the same game.
    pub fn inside(&self, part: PartId) -> Option<(&Arc<Game>, &Arc<Reducer>)> {
        let entry = &self.games[part.game()];
        entry.inside.then_some((&entry.game, &entry.reducer))
    }

    /// How its game ends.
    pub fn convention(&self, part: PartId) -> Convention {
        self.games[part.game()].convention
    }

    /// What is proved of its game.
    pub fn facts(&self, part: PartId) -> &Facts {
        &self.games[part.game()].facts
    }

    /// Its machine words.
    pub fn words(&self, part: PartId) -> &[u64] {
        self.games[part.game()].keys.at(part.local())
    }

    /// The part as a component again.
    pub fn component(&self, part: PartId) -> Component {
        Component { game: self.game(part).clone(), packed: self.words(part).into() }
    }

    /// How many positions have been met in all.
    pub fn len(&self) -> usize {
        self.games.iter().map(|entry| entry.keys.count()).sum()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.games.iter().map(|entry| entry.keys.bytes()).sum()
    }

    /// All moves of `mover` in a part, without their names.
    pub fn options(&mut self, part: PartId, mover: Side) -> Faulty<Vec<Opt>> {
        let mut options = Vec::new();
        self.each_option(part, mover, &mut |option| {
            options.push(option);
            Flow::On
        })?;
        Ok(options)
    }

    /// Calls `visit` with every move of `mover` in a part, until it stops.
    pub fn each_option(&mut self, part: PartId, mover: Side, visit: &mut dyn FnMut(Opt) -> Flow) -> Faulty<()> {
        let game = self.game(part).clone();
        let words: SmallVec<[u64; 4]> = self.words(part).into();
        if !self.games[part.game()].inside {
            return game.each_move(&words, mover, &mut |_, to| {
                let mut parts = Sum::new();
                to.parts.iter().for_each(|component| self.land(component, &mut parts));
                visit(Opt { parts, gain: to.gain, turn: to.turn })
            });
        }
        let mut options = std::mem::take(&mut self.options);
        let listed = game.options(&words, mover, &mut options);
        if listed.is_ok() {
            for number in 0..options.len() {
                let mut parts = Sum::new();
                options.parts(number).for_each(|position| self.land_words(part.game(), position, &mut parts));
                if visit(Opt { parts, gain: options.gain(number), turn: options.turn(number) }) == Flow::Stop {
                    break;
                }
            }
        }
        self.options = options;
        listed
    }

    /// All moves of `mover` in a part, with their names.
    pub fn moves(&mut self, part: PartId, mover: Side) -> Faulty<Vec<Named>> {
        let mut moves = Vec::new();
        self.each_named(part, mover, &mut |named| {
            moves.push(named);
            Flow::On
        })?;
        Ok(moves)
    }

    /// Calls `visit` with every move of `mover` in a part and its name, until it stops.
    pub fn each_named(&mut self, part: PartId, mover: Side, visit: &mut dyn FnMut(Named) -> Flow) -> Faulty<()> {
        let game = self.game(part).clone();
        let words: SmallVec<[u64; 4]> = self.words(part).into();
        game.each_move(&words, mover, &mut |one, to| {
            let mut parts = Sum::new();
            to.parts.iter().for_each(|component| self.land(component, &mut parts));
            visit(Named { one, option: Opt { parts, gain: to.gain, turn: to.turn }, exactly: to.parts })
        })
    }

    /// The verdict on a part with `mover` about to move.
    pub fn ending(&self, part: PartId, mover: Side, stuck: Stuck) -> Faulty<Option<grundy_run::Ending>> {
        self.game(part).ending(self.words(part), mover, stuck)
    }
}

/// How positions of a game are normalised. Set games whose components are normalised on their masks, or valued by number,
/// gain nothing by what is found.
fn reductions(game: &Arc<Game>, facts: &Facts) -> Reductions {
    let masked = Convention::of(&game.rules) == Convention::Normal
        && (Taking::fits(game, facts) || Staircase::fits(game, facts));
    let players = players(facts);
    if masked { Reductions::claimed(game, players) } else { Reductions::of(game, players) }
}

/// Whether the players are seen to be alike.
pub fn players(facts: &Facts) -> Players {
    if facts.impartial.is_proved() { Players::Alike } else { Players::Different }
}

/// One value per part, grown as parts are met.
pub struct Column<T> {
    rows: Vec<Vec<T>>,
    blank: T,
}

impl<T: Copy> Column<T> {
    /// A column of blanks.
    pub fn new(blank: T) -> Column<T> {
        Column { rows: Vec::new(), blank }
    }

    /// The value of a part.
    pub fn at(&self, part: PartId) -> T {
        self.rows.get(part.game()).and_then(|row| row.get(part.local())).copied().unwrap_or(self.blank)
    }

    /// Writes the value of a part.
    pub fn set(&mut self, part: PartId, value: T) {
        if part.game() >= self.rows.len() {
            self.rows.resize_with(part.game() + 1, Vec::new);
        }
        let row = &mut self.rows[part.game()];
        if part.local() >= row.len() {
            make_room(row, part.local() + 1 - row.len());
            row.resize(part.local() + 1, self.blank);
        }
        row[part.local()] = value;
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.rows.iter().map(|row| (row.capacity() * size_of::<T>()) as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At most 32 bytes for each stored position with keys of 64 bits, its value included, at any time.
    #[test]
    fn a_position_and_its_value_take_32_bytes() {
        let world = grundy_kit::world("game Long\n  state n: nat\n  move take(k in 1..2) if k <= n: n -= k\n");
        let mut component = grundy_kit::position(&world, "Long(1000000000000)").parts.remove(0);
        let (mut parts, mut column) = (Parts::default(), Column::new(0u32));
        for number in 0..300_000u64 {
            component.packed[0] = number.wrapping_mul(48271);
            let part = parts.intern(&component);
            column.set(part, 1);
            let bytes = parts.bytes() + column.bytes();
            assert!(number < 1_000 || bytes <= 32 * (number + 1), "{bytes} bytes for {} positions", number + 1);
        }
    }
}
