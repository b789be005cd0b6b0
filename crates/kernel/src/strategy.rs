//! A strategy: positions in which one player gets at least a bound. Where that player moves, one move is named and leads to
//! such a position; where the other moves, every move does; where the game is over, the verdict says so.
//!
//! Positions come in levels and lead to earlier levels only, so that every play ends. Those of the closed set may lead
//! to any listed position: play that never leaves it goes on for ever, and `forever` must give as much.

use crate::entries::{Components, Entries, EntryGroup, Listed};
use crate::games::{Games, Part, Step};
use crate::header::{Needs, side_word};
use crate::lines::{Lines, number};
use crate::measure::{Bound, Measure};
use crate::section::{BATCH, Event, Headings, Listing, Section, in_shares, tick};
use crate::{Malformed, Unproved};
use grundy_answer::Watch;
use grundy_rule::Convention;
use grundy_run::{Component, Ending, Flow, Position, Side};
use smallvec::SmallVec;
use std::io::BufRead;
use std::sync::OnceLock;

/// Where moves are not interpreted, one entry in this many is checked by interpretation too.
pub const SAMPLED: usize = 1021;

/// What the sections of one certificate share.
pub struct Shared<'a> {
    /// The games.
    pub games: &'a Games<'a>,
    /// The same games interpreted, where their moves are made by something else.
    pub sample: Option<&'a Games<'a>>,
    /// How all of them end.
    pub convention: Convention,
    /// The components of sums; none if every position is one component.
    pub components: &'a Components,
    /// Told how far the checker is.
    pub watch: &'a dyn Watch,
    /// Entries checked before.
    pub done: u64,
}

impl Shared<'_> {
    /// Checks an entry with the games, and by interpretation too if its line is one of the sample.
    pub fn twice(&self, line: usize, mut check: impl FnMut(&Games) -> Result<(), String>) -> Result<(), String> {
        check(self.games)?;
        self.sample.filter(|_| line % SAMPLED == 0).map_or(Ok(()), check)
    }
}

/// One strategy being checked.
pub struct Strategy<'a> {
    frame: &'a Shared<'a>,
    measure: Measure,
    needs: Needs,
    listed: Listed,
    /// The moves of each component of sums, for each player, made at the first call.
    moves: Vec<[OnceLock<Made>; 2]>,
}

type Made = Result<Box<[SumStep]>, String>;

/// What one move of a component of a sum leads to.
#[derive(PartialEq)]
struct SumStep {
    /// Numbers of components in order, without parts in which nobody can move; nothing if another part is not listed.
    parts: Option<SmallVec<[u32; 2]>>,
    mover: Side,
    gain: i64,
}

struct Entry {
    place: EntryGroup,
    number: usize,
    witness: Option<Named>,
    line: usize,
}

/// A move that an entry names: the number of its part in the sum, and its own number there.
#[derive(Clone, Copy)]
struct Named {
    place: usize,
    one: u64,
}

/// Where entries may lead.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Earlier,
    Anywhere,
}

/// What an entry says of its position, and where it may lead.
#[derive(Clone, Copy)]
struct Said {
    mover: Side,
    bound: Bound,
    witness: Option<Named>,
    reach: Reach,
}

/// Where a move leads, as far as it is listed.
type Target = Option<(EntryGroup, usize)>;

impl<'a> Strategy<'a> {
    /// Reads and checks the `count` entries of a section.
    pub fn read(
        frame: &'a Shared<'a>,
        measure: Measure,
        needs: Needs,
        count: u64,
        lines: &mut Lines<impl BufRead>,
    ) -> Result<Strategy<'a>, Unproved> {
        let moves = std::iter::repeat_with(Default::default).take(frame.components.len()).collect();
        let mut strategy = Strategy { frame, measure, needs, listed: Listed::new(frame.games), moves };
        let mut section = Section::new(frame.games, Headings::Movers, frame.components.len(), count);
        let mut batch: Vec<Entry> = Vec::new();
        let (mut reach, mut read) = (Reach::Earlier, 0);
        while let Some(event) = section.next(lines)? {
            match event {
                Event::Level | Event::Closed => {
                    let next = if matches!(event, Event::Closed) { Reach::Anywhere } else { Reach::Earlier };
                    strategy.check(&batch, reach, read)?;
                    batch.clear();
                    strategy.listed.begin_level();
                    reach = next;
                }
                Event::Entry(listing) => {
                    let line = listing.line;
                    let entry = strategy.list(listing);
                    batch.push(entry.map_err(|reason| Malformed { line, reason: reason.to_string() })?);
                    read += 1;
                }
            }
            // The closed set is checked when all of it is known.
            if reach == Reach::Earlier && batch.len() == BATCH {
                strategy.check(&batch, reach, read)?;
                batch.clear();
            } else if read % BATCH as u64 == 0 {
                strategy.tick(read, batch.len())?;
            }
        }
        for some in batch.chunks(BATCH) {
            strategy.check(some, reach, read)?;
        }
        Ok(strategy)
    }

    /// Lists what a line says.
    fn list(&mut self, listing: Listing) -> Result<Entry, &'static str> {
        let Listing { mover, line, .. } = listing;
        let place = listing.game.map_or(EntryGroup::Sums(mover), |game| EntryGroup::Game(game, mover));
        let mut words = listing.rest.split(' ').filter(|_| !listing.rest.is_empty());
        let mut word = words.next();
        let count = |word: &str| number(word, u64::from(u32::MAX));
        let witness = word.and_then(|word| match (place, word.split_once('.')) {
            (EntryGroup::Game(..), None) => Some(Named { place: 0, one: count(word)? }),
            (EntryGroup::Sums(_), Some((part, one))) => Some(Named { place: count(part)? as usize, one: count(one)? }),
            _ => None,
        });
        if witness.is_some() {
            word = words.next();
        }
        let bound = word.and_then(|word| self.measure.bound(word));
        let differs = self.needs.bound.is_none();
        if bound.is_some() != differs || word.is_some() != differs || words.next().is_some() {
            return Err("an entry is a position, a move if the player moves, and a bound where bounds differ");
        }
        let number = self.listed.at_mut(place).insert(&listing.key, bound).ok_or("a position is listed twice")?;
        Ok(Entry { place, number, witness, line })
    }

    /// Checks some entries, which are all listed.
    fn check(&self, batch: &[Entry], reach: Reach, read: u64) -> Result<(), Unproved> {
        in_shares(
            batch,
            self.frame.watch,
            || (),
            |entry, ()| {
                let checked = self.frame.twice(entry.line, |games| self.one(games, entry, reach));
                checked.map_err(|reason| {
                    let shown = self.shown(entry.place, self.listed.at(entry.place).keys.at(entry.number));
                    Unproved::False { line: entry.line, what: format!("{shown}: {reason}") }
                })
            },
        )?;
        self.tick(read, 0)
    }

    fn tick(&self, read: u64, held: usize) -> Result<(), Unproved> {
        let bytes = self.listed.bytes() + (held * size_of::<Entry>()) as u64;
        tick(self.frame.watch, self.frame.done + read, bytes)
    }

    fn bound(&self, entries: &Entries, number: usize) -> Bound {
        self.needs.bound.unwrap_or_else(|| entries.bounds[number])
    }

    /// Whether one entry follows from others.
    fn one(&self, games: &Games, entry: &Entry, reach: Reach) -> Result<(), String> {
        let listed = self.listed.at(entry.place);
        let (key, bound) = (listed.keys.at(entry.number), self.bound(listed, entry.number));
        let (EntryGroup::Game(_, mover) | EntryGroup::Sums(mover)) = entry.place;
        let said = Said { mover, bound, witness: entry.witness, reach };
        if entry.witness.is_some() && mover != self.needs.player {
            return Err(format!("a move is named, but {} moves", side_word(mover)));
        }
        match entry.place {
            EntryGroup::Game(game, _) => self.single(games, &Part { game, packed: key.into() }, said),
            EntryGroup::Sums(_) if self.frame.convention == Convention::Own => {
                Err("a game with verdicts of its own is no sum".to_string())
            }
            EntryGroup::Sums(_) => self.sum(games, key, said),
        }
    }

    /// Checks an entry at its position and at the images of it.
    fn single(&self, games: &Games, part: &Part, said: Said) -> Result<(), String> {
        let Said { mover, bound, witness, reach } = said;
        for at in &games.images(part) {
            if reach == Reach::Anywhere {
                self.lasts(games.forever(at, mover)?, bound)?;
            }
            match games.ended(at, mover)? {
                Some(ending) => self.over(ending, mover, bound, witness)?,
                None if witness.is_none() => self.every(games, at, said)?,
                None => {}
            }
        }
        let Some(Named { one, .. }) = witness else { return Ok(()) };
        let step = games.option(part, mover, one)?.ok_or_else(|| format!("there is no move {one}"))?;
        let found = self.find(games, &step.parts, step.mover)?;
        self.follows(found, said, step.gain).map_err(|why| leads(games, part, mover, one, &step, why))
    }

    /// Checks that every move at a position follows, or that it is over where there is none.
    fn every(&self, games: &Games, at: &Part, said: Said) -> Result<(), String> {
        let Said { mover, bound, .. } = said;
        let (mut count, mut wrong) = (0, Ok(()));
        games.each(at, mover, 0, &mut |step| {
            let found = match mover == self.needs.player {
                true => Err("it is not over, and no move is named".to_string()),
                false => self.find(games, &step.parts, step.mover),
            };
            wrong = found.and_then(|found| {
                let follows = self.follows(found, said, step.gain);
                follows.map_err(|why| leads(games, at, mover, count, step, why))
            });
            count += 1;
            if wrong.is_err() { Flow::Stop } else { Flow::On }
        })?;
        match count {
            0 => self.over(games.stuck(self.frame.convention, std::slice::from_ref(at), mover)?, mover, bound, None),
            _ => wrong,
        }
    }

    fn sum(&self, games: &Games, key: &[u64], said: Said) -> Result<(), String> {
        let Said { mover, bound, witness, reach } = said;
        if reach == Reach::Anywhere {
            self.lasts(Ending::Drawn, bound)?;
        }
        let mut sum: SmallVec<[u64; 16]> = SmallVec::new();
        let mut follows = |place: usize, number: u64, step: &SumStep| {
            sum.clear();
            sum.extend(key[..place].iter().chain(&key[place + 1..]).copied());
            sum.extend(step.parts.iter().flatten().map(|&part| u64::from(part)));
            sum.sort_unstable();
            let to = EntryGroup::Sums(step.mover);
            let found = step.parts.as_ref().and_then(|_| self.listed.at(to).keys.find(&sum)).map(|number| (to, number));
            self.follows(found, said, step.gain).map_err(|why| {
                let text = games.move_text(&self.frame.components.at(key[place]), mover, number);
                format!("{text} in part {place} leads to {}, {why}", self.shown(to, &sum))
            })
        };
        if let Some(Named { place, one }) = witness {
            let missing = || format!("there is no part {place} with a move {one}");
            let steps = self.steps(*key.get(place).ok_or_else(missing)?, mover)?;
            return follows(place, one, steps.get(one as usize).ok_or_else(missing)?);
        }
        let mut any = false;
        for (place, &part) in key.iter().enumerate() {
            // Equal parts have equal moves.
            if place > 0 && key[place - 1] == part {
                continue;
            }
            for (number, step) in self.steps(part, mover)?.iter().enumerate() {
                if mover == self.needs.player {
                    return Err("it is not over, and no move is named".to_string());
                }
                any = true;
                follows(place, number as u64, step)?;
            }
        }
        if any {
            return Ok(());
        }
        let parts: Vec<Part> = key.iter().map(|&part| self.frame.components.at(part)).collect();
        self.over(games.stuck(self.frame.convention, &parts, mover)?, mover, bound, None)
    }

    /// The moves of a component of sums.
    fn steps(&self, component: u64, mover: Side) -> Result<&[SumStep], String> {
        let made = self.moves[component as usize][mover as usize].get_or_init(|| {
            let steps = self.made(self.frame.games, component, mover)?;
            match self.frame.sample.filter(|_| component as usize % SAMPLED == 0) {
                Some(sample) if self.made(sample, component, mover)? != steps => {
                    Err("interpretation makes other moves".to_string())
                }
                _ => Ok(steps),
            }
        });
        made.as_deref().map_err(String::clone)
    }

    fn made(&self, games: &Games, component: u64, mover: Side) -> Made {
        let (mut steps, mut fault) = (Vec::new(), Ok(()));
        games.each_option(&self.frame.components.at(component), mover, &mut |step| {
            match self.numbers(games, &step.parts) {
                Ok(parts) => steps.push(SumStep { parts, mover: step.mover, gain: step.gain }),
                Err(reason) => fault = Err(reason),
            }
            if fault.is_err() { Flow::Stop } else { Flow::On }
        })?;
        fault.map(|()| steps.into())
    }

    /// The numbers of components in order, without those in which nobody can move; nothing if another is not listed.
    fn numbers(&self, games: &Games, parts: &[Part]) -> Result<Option<SmallVec<[u32; 2]>>, String> {
        let drops = matches!(self.frame.convention, Convention::Normal | Convention::Misere);
        let mut numbers = SmallVec::new();
        for part in parts {
            match self.frame.components.find(part) {
                Some(number) => numbers.push(number as u32),
                None if drops && games.is_dead(part)? => {}
                None => return Ok(None),
            }
        }
        numbers.sort_unstable();
        Ok(Some(numbers))
    }

    /// Whether play for ever gives the player enough.
    fn lasts(&self, forever: Ending, bound: Bound) -> Result<(), String> {
        let gets = match (self.measure, forever) {
            (Measure::Margin, _) => None,
            (_, Ending::Won(side)) => Some(Bound(if side == self.needs.player { 1 } else { -1 })),
            (_, Ending::Drawn | Ending::Scored(_)) => Some(Bound::DRAW),
        };
        match gets.is_some_and(|gets| gets >= bound) {
            true => Ok(()),
            false => Err("play for ever does not give that much".to_string()),
        }
    }

    fn over(&self, ending: Ending, mover: Side, bound: Bound, witness: Option<Named>) -> Result<(), String> {
        if witness.is_some() {
            return Err("a move is named, but the game is over".to_string());
        }
        let player = side_word(self.needs.player);
        match self.measure.ended(ending, mover, self.needs.player) {
            Some(gets) if gets >= bound => Ok(()),
            Some(gets) => {
                let (gets, bound) = (self.measure.text(gets), self.measure.text(bound));
                Err(format!("the game is over and {player} gets {gets}, not {bound}"))
            }
            None => Err("the game is over here with more points than any certificate speaks of".to_string()),
        }
    }

    /// Whether a move that gains so many points leads to a listed position that gives enough.
    fn follows(&self, found: Target, said: Said, gain: i64) -> Result<(), String> {
        let Said { mover, bound, reach, .. } = said;
        let gain = if mover == self.needs.player { Some(gain) } else { gain.checked_neg() };
        let needed = gain.and_then(|gain| self.measure.after(bound, gain)).ok_or("points beyond any certificate")?;
        let (place, number) = found.ok_or("of which nothing is listed")?;
        let entries = self.listed.at(place);
        if reach == Reach::Earlier && number >= entries.earlier {
            return Err("which no earlier level lists".to_string());
        }
        let given = self.bound(entries, number);
        if given < needed {
            return Err(format!("which gives {}, not {}", self.measure.text(given), self.measure.text(needed)));
        }
        Ok(())
    }

    /// Where a position is listed.
    fn find(&self, games: &Games, parts: &[Part], mover: Side) -> Result<Target, String> {
        if let ([only], 0) = (parts, self.frame.components.len()) {
            let place = EntryGroup::Game(only.game, mover);
            if let Some(number) = self.listed.at(place).keys.find(&only.packed) {
                return Ok(Some((place, number)));
            }
        }
        let place = EntryGroup::Sums(mover);
        let Some(numbers) = self.numbers(games, parts)? else { return Ok(None) };
        let key: SmallVec<[u64; 8]> = numbers.into_iter().map(u64::from).collect();
        Ok(self.listed.at(place).keys.find(&key).map(|number| (place, number)))
    }

    /// Checks that the strategy reaches exactly `bound` in a position with `mover` about to move.
    pub fn reaches(&self, parts: &[Part], mover: Side, bound: Bound) -> Result<(), String> {
        let Some((place, number)) = self.find(self.frame.games, parts, mover)? else {
            return Err(format!("the position with {} to move is not listed", side_word(mover)));
        };
        let entries = self.listed.at(place);
        let given = self.bound(entries, number);
        if given == bound {
            return Ok(());
        }
        let shown = self.shown(place, entries.keys.at(number));
        Err(format!("{shown}: {} is listed, {} claimed", self.measure.text(given), self.measure.text(bound)))
    }

    fn shown(&self, place: EntryGroup, key: &[u64]) -> String {
        let games = self.frame.games;
        let (parts, mover): (Vec<Component>, Side) = match place {
            EntryGroup::Game(game, mover) => (vec![games.component(&Part { game, packed: key.into() })], mover),
            EntryGroup::Sums(mover) => {
                (key.iter().map(|&number| games.component(&self.frame.components.at(number))).collect(), mover)
            }
        };
        format!("{} with {} to move", Position { parts }, side_word(mover))
    }
}

/// A move, counted from 0, that leads where it may not.
fn leads(games: &Games, part: &Part, mover: Side, number: u64, step: &Step, why: String) -> String {
    let text = games.move_text(part, mover, number);
    let parts = step.parts.iter().map(|part| games.component(part)).collect();
    format!("{text} leads to {} with {} to move, {why}", Position { parts }, side_word(step.mover))
}
