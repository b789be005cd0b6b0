//! A strategy: positions in which one player gets at least so much. Where he moves, one move is named and leads to
//! such a position; where the other moves, every move does; where the game is over, the verdict says so.
//!
//! Positions come in levels and lead to earlier levels only, so that every play ends. Those of the closed set may lead
//! to any listed position: play that never leaves it goes on for ever, and `forever` must give as much.

use super::books::{Books, Components, Place, Shelf};
use super::games::{Games, Part, Parts};
use super::header::{Needs, side_word};
use super::key::{Stepped, add_step};
use super::lines::{Lines, number};
use super::measure::{Bound, Measure};
use super::steps::{Step, Steps};
use super::turn::{self, Child};
use super::verify::Unproved;
use crate::Malformed;
use grundy_answer::{Progress, Watch};
use grundy_rule::Convention;
use grundy_run::{Component, Ending, Flow, Packed, Position, Side, Stuck, Turn};
use smallvec::SmallVec;
use std::io::BufRead;

/// Entries checked at a time, by all threads.
const BATCH: usize = 4096;
/// Of so many entries one is always checked by interpretation; the others where the written-out rules do not confirm them.
pub const INTERPRETED: usize = 1021;
/// Rules are written out for at least so many entries.
pub const WORTH_WRITING: u64 = 64;
/// A thread is not worth its while for fewer.
const LEAST_SHARE: usize = 64;

/// What the sections of one certificate share.
pub struct Frame<'a> {
    /// The games.
    pub games: &'a Games,
    /// How all of them end.
    pub convention: Convention,
    /// The components of sums; none if every position is one component.
    pub components: &'a Components,
    /// Told how far the checker is.
    pub watch: &'a dyn Watch,
    /// Entries checked before.
    pub done: u64,
}

/// One strategy being checked.
pub struct Strategy<'a> {
    frame: &'a Frame<'a>,
    measure: Measure,
    needs: Needs,
    books: Books,
    /// Whether rules are written out.
    swift: bool,
    steps: Steps,
}

struct Entry {
    place: Place,
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

impl<'a> Strategy<'a> {
    /// Reads and checks the `count` entries of a section.
    pub fn read(
        frame: &'a Frame<'a>,
        measure: Measure,
        needs: Needs,
        count: u64,
        lines: &mut Lines<impl BufRead>,
    ) -> Result<Strategy<'a>, Unproved> {
        let steps = Steps::new(frame);
        let mut strategy =
            Strategy { frame, measure, needs, books: Books::new(frame.games), swift: count >= WORTH_WRITING, steps };
        let mut group: Option<(Place, Option<Packed>)> = None;
        let mut batch: Vec<Entry> = Vec::new();
        let (mut reach, mut begun, mut read) = (Reach::Earlier, false, 0);
        while read < count {
            match lines.read()? {
                "level" | "closed" if reach == Reach::Anywhere => {
                    return Err(lines.wrong("nothing but entries follows `closed`").into());
                }
                word @ ("level" | "closed") => {
                    let next = if word == "closed" { Reach::Anywhere } else { Reach::Earlier };
                    strategy.check(&batch, reach, read)?;
                    batch.clear();
                    strategy.books.begin_level();
                    (group, begun, reach) = (None, true, next);
                }
                text if text.starts_with("left ") || text.starts_with("right ") => {
                    let place = strategy.place(text);
                    group = Some((place.ok_or_else(|| lines.wrong("neither a game nor sums"))?, None));
                }
                text => {
                    let (place, entry) = match &mut group {
                        Some((place, before)) if begun => (*place, strategy.entry(text, *place, before)),
                        _ => return Err(lines.wrong("expected `level`, `closed`, or who moves in which game").into()),
                    };
                    let (number, witness) = entry.map_err(|reason| lines.wrong(reason))?;
                    batch.push(Entry { place, number, witness, line: lines.line });
                    read += 1;
                }
            }
            // The closed set is checked when all of it is known.
            if reach == Reach::Anywhere && read % BATCH as u64 == 0 {
                strategy.tick(read, batch.len())?;
            } else if reach == Reach::Earlier && batch.len() == BATCH {
                strategy.check(&batch, reach, read)?;
                batch.clear();
            }
        }
        for some in batch.chunks(BATCH) {
            strategy.check(some, reach, read)?;
        }
        Ok(strategy)
    }

    fn place(&self, text: &str) -> Option<Place> {
        let (side, of) = super::header::starter(text)?;
        let sums = self.frame.components.len() > 0;
        match of {
            // Where no part can move there are sums without components.
            "sums" => Some(Place::Sums(side)),
            _ if sums => None,
            _ => number(of, self.frame.games.len() as u64 - 1).map(|game| Place::Game(game as u32, side)),
        }
    }

    /// Lists what a line says: the number of the position in its place, and the move it names.
    fn entry(
        &mut self,
        text: &str,
        place: Place,
        before: &mut Option<Packed>,
    ) -> Result<(usize, Option<Named>), &'static str> {
        let mut words = text.split(' ');
        let first = words.next().unwrap_or_default();
        let mut rest = words.next();
        let count = |word: &str| number(word, u64::from(u32::MAX));
        let witness = rest.and_then(|word| match (place, word.split_once('.')) {
            (Place::Game(..), None) => Some(Named { place: 0, one: count(word)? }),
            (Place::Sums(_), Some((part, one))) => Some(Named { place: count(part)? as usize, one: count(one)? }),
            _ => None,
        });
        if witness.is_some() {
            rest = words.next();
        }
        let bound = rest.and_then(|word| self.measure.bound(word));
        if bound.is_some() != (self.needs.bound.is_none())
            || bound.is_none() && rest.is_some()
            || words.next().is_some()
        {
            return Err("an entry is a position, a move if the player moves, and a bound where bounds differ");
        }
        let number = match place {
            Place::Game(game, _) => {
                let key = next_key(self.frame.games, game, before, first)?;
                self.books.shelf_mut(place).insert(&key, bound)
            }
            Place::Sums(_) => {
                let most = (self.frame.components.len() as u64).checked_sub(1);
                let key: Option<SmallVec<[u64; 8]>> = match first {
                    "-" => Some(SmallVec::new()),
                    _ => first.split('+').map(|word| number(word, most?)).collect(),
                };
                let key = key.filter(|key| key.is_sorted()).ok_or("a sum is its parts in order, joined by +")?;
                self.books.shelf_mut(place).insert(&key, bound)
            }
        };
        Ok((number.ok_or("a position is listed twice")?, witness))
    }

    /// Checks some entries, which are all in the books.
    fn check(&self, batch: &[Entry], reach: Reach, read: u64) -> Result<(), Unproved> {
        in_shares(batch, self.frame.watch, |entry| {
            if self.written_out(entry, reach) && entry.line % INTERPRETED != 0 {
                return Ok(());
            }
            self.one(entry, reach).map_err(|reason| {
                let (parts, mover) = self.position(entry.place, entry.number);
                Unproved::False { line: entry.line, what: format!("{}: {reason}", self.shown(&parts, mover)) }
            })
        })?;
        self.tick(read, 0)
    }

    fn tick(&self, read: u64, held: usize) -> Result<(), Unproved> {
        let done = self.frame.done + read;
        let bytes = self.books.bytes() + self.frame.components.bytes() + (held * size_of::<Entry>()) as u64;
        match self.frame.watch.tick(Progress { what: "positions", done, total: None, bytes }) {
            Some(stop) => Err(Unproved::Stopped { stop, done }),
            None => Ok(()),
        }
    }

    fn position(&self, place: Place, number: usize) -> (Parts, Side) {
        let key = self.books.shelf(place).keys.at(number);
        match place {
            Place::Game(game, mover) => (SmallVec::from_iter([Part { game, packed: key.into() }]), mover),
            Place::Sums(mover) => (key.iter().map(|&number| self.frame.components.at(number)).collect(), mover),
        }
    }

    fn bound(&self, shelf: &Shelf, number: usize) -> Bound {
        self.needs.bound.unwrap_or_else(|| shelf.bounds[number])
    }

    /// Whether the rules written out show that one entry follows from others. What they do not show may still be so.
    fn written_out(&self, entry: &Entry, reach: Reach) -> bool {
        let (games, player) = (self.frame.games, self.needs.player);
        let (game, mover) = match entry.place {
            Place::Game(game, mover) => (game, mover),
            Place::Sums(mover) => return self.adds_up(entry, mover, reach),
        };
        let Some(ground) = self.swift.then(|| games.ground(game)).flatten() else { return false };
        let shelf = self.books.shelf(entry.place);
        let (key, bound) = (shelf.keys.at(entry.number), self.bound(shelf, entry.number));
        if reach == Reach::Anywhere && !self.forever_gives(ground.forever(key, mover), bound) {
            return false;
        }
        if games.convention(game) == Convention::Own
            && let Some(ending) = ground.ending(key, mover, Stuck::No)
        {
            return self.over(ending, mover, bound, entry.witness).is_ok();
        }
        let mut words = Vec::with_capacity(key.len());
        let mut follows = |to: &[u64], gain: i64, turn: Turn| -> bool {
            let gain = if mover == player { Some(gain) } else { gain.checked_neg() };
            let Some(needed) = gain.and_then(|gain| self.measure.after(bound, gain)) else { return false };
            words.clear();
            games.reduce(game, to, &mut words);
            if words.len() != key.len() {
                return false;
            }
            let next = if turn == Turn::Stays { mover } else { mover.other() };
            let shelf = self.books.shelf(Place::Game(game, next));
            let Some(number) = shelf.keys.find(&words) else { return false };
            if reach == Reach::Earlier && number >= shelf.earlier || self.bound(shelf, number) < needed {
                return false;
            }
            shelf.note(number);
            true
        };
        let (mut any, mut good) = (false, true);
        let made = match entry.witness {
            Some(Named { place: 0, one }) if mover == player => {
                let there = ground.nth(key, mover, one, &mut |to, gain, turn| {
                    good = follows(to, gain, turn);
                    Flow::Stop
                });
                return there == Ok(true) && good;
            }
            Some(_) => return false,
            None => ground.each(key, mover, &mut |to, gain, turn| {
                any = true;
                good = mover != player && follows(to, gain, turn);
                if good { Flow::On } else { Flow::Stop }
            }),
        };
        if made.is_err() || any {
            return made.is_ok() && good;
        }
        let ending = match self.frame.convention {
            Convention::Normal => Some(Ending::Won(mover.other())),
            Convention::Misere => Some(Ending::Won(mover)),
            Convention::Own => ground.ending(key, mover, Stuck::Yes),
            Convention::Score => {
                ground.ending(key, mover, Stuck::Yes).filter(|ending| matches!(ending, Ending::Scored(_)))
            }
        };
        ending.is_some_and(|ending| self.over(ending, mover, bound, None).is_ok())
    }

    /// The same for sums, by the moves of their parts.
    fn adds_up(&self, entry: &Entry, mover: Side, reach: Reach) -> bool {
        let player = self.needs.player;
        let shelf = self.books.shelf(entry.place);
        let (key, bound) = (shelf.keys.at(entry.number), self.bound(shelf, entry.number));
        let stuck = match self.frame.convention {
            Convention::Normal => mover.other(),
            Convention::Misere => mover,
            Convention::Own | Convention::Score => return false,
        };
        if reach == Reach::Anywhere {
            return false;
        }
        let mut sum: SmallVec<[u64; 16]> = SmallVec::new();
        let mut follows = |place: usize, step: &Step| -> bool {
            let gain = if mover == player { Some(step.gain) } else { step.gain.checked_neg() };
            let Some(needed) = gain.and_then(|gain| self.measure.after(bound, gain)) else { return false };
            sum.clear();
            sum.extend_from_slice(&key[..place]);
            sum.extend_from_slice(&key[place + 1..]);
            for &part in &step.parts {
                let part = u64::from(part);
                sum.insert(sum.partition_point(|&other| other <= part), part);
            }
            let shelf = self.books.shelf(Place::Sums(step.mover));
            let Some(number) = shelf.keys.find(&sum).filter(|&number| number < shelf.earlier) else { return false };
            let enough = self.bound(shelf, number) >= needed;
            if enough {
                shelf.note(number);
            }
            enough
        };
        if let Some(Named { place, one }) = entry.witness {
            let steps = key.get(place).and_then(|&part| self.steps.of(self.frame, part, mover));
            let step = steps.and_then(|steps| steps.get(usize::try_from(one).ok()?));
            return mover == player && step.is_some_and(|step| follows(place, step));
        }
        let mut any = false;
        for (place, &part) in key.iter().enumerate() {
            // Equal parts have equal moves.
            if place > 0 && key[place - 1] == part {
                continue;
            }
            let Some(steps) = self.steps.of(self.frame, part, mover) else { return false };
            any |= !steps.is_empty();
            if any && mover == player || !steps.iter().all(|step| follows(place, step)) {
                return false;
            }
        }
        any || self.over(Ending::Won(stuck), mover, bound, None).is_ok()
    }

    /// Whether one entry follows from others.
    fn one(&self, entry: &Entry, reach: Reach) -> Result<(), String> {
        let (games, player) = (self.frame.games, self.needs.player);
        let (parts, mover) = self.position(entry.place, entry.number);
        let bound = self.bound(self.books.shelf(entry.place), entry.number);
        if reach == Reach::Anywhere {
            self.lasts(&parts, mover, bound)?;
        }
        let trouble = |trouble: turn::Trouble| trouble.reason();
        if let Some(ending) = turn::ended(games, &parts, mover).map_err(trouble)? {
            return self.over(ending, mover, bound, entry.witness);
        }
        if let Some(Named { place, one }) = entry.witness {
            if mover != player {
                return Err(format!("a move is named, but {} moves", side_word(mover)));
            }
            let missing = || format!("there is no part {place} with a move {one}");
            let (mut count, mut found) = (0, None);
            if place >= parts.len() {
                return Err(missing());
            }
            turn::each_in(games, &parts, place, mover, &mut |child| {
                count += 1;
                if count <= one {
                    return Flow::On;
                }
                found = Some(child);
                Flow::Stop
            })
            .map_err(trouble)?;
            let child = found.ok_or_else(missing)?;
            return self.follows(&parts, mover, bound, &child, reach);
        }
        let (mut any, mut wrong) = (false, None);
        turn::each(games, &parts, mover, &mut |child| {
            any = true;
            let follows = match mover == player {
                true => Err("it is not over, and no move is named".to_string()),
                false => self.follows(&parts, mover, bound, &child, reach),
            };
            wrong = follows.err();
            if wrong.is_some() { Flow::Stop } else { Flow::On }
        })
        .map_err(trouble)?;
        match wrong {
            Some(reason) => Err(reason),
            None if any => Ok(()),
            None => {
                let ending = turn::stuck(games, self.frame.convention, &parts, mover).map_err(trouble)?;
                self.over(ending, mover, bound, None)
            }
        }
    }

    /// Whether play that goes on for ever through this position gives the player enough.
    fn lasts(&self, parts: &[Part], mover: Side, bound: Bound) -> Result<(), String> {
        let forever = match parts {
            [only] => {
                let game = self.frame.games.game(only.game);
                game.forever(&only.packed, mover).map_err(|fault| turn::Trouble::from(fault).reason())?
            }
            _ => Ending::Drawn,
        };
        match self.forever_gives(forever, bound) {
            true => Ok(()),
            false => Err("play for ever does not give that much".to_string()),
        }
    }

    fn forever_gives(&self, forever: Ending, bound: Bound) -> bool {
        let gets = match (self.measure, forever) {
            (Measure::Margin, _) => return false,
            (_, Ending::Won(side)) => Bound(if side == self.needs.player { 1 } else { -1 }),
            (_, Ending::Drawn | Ending::Scored(_)) => Bound::DRAW,
        };
        gets >= bound
    }

    fn over(&self, ending: Ending, mover: Side, bound: Bound, witness: Option<Named>) -> Result<(), String> {
        if witness.is_some() {
            return Err("a move is named, but the game is over".to_string());
        }
        match self.measure.ended(ending, mover, self.needs.player) {
            Some(gets) if gets >= bound => Ok(()),
            Some(gets) => Err(format!(
                "the game is over and {} gets {}, not {}",
                side_word(self.needs.player),
                self.measure.text(gets),
                self.measure.text(bound)
            )),
            None => Err("the game is over here without points".to_string()),
        }
    }

    /// Whether a move leads to a listed position that gives enough.
    fn follows(&self, parts: &[Part], mover: Side, bound: Bound, child: &Child, reach: Reach) -> Result<(), String> {
        let gain = if mover == self.needs.player { Some(child.gain) } else { child.gain.checked_neg() };
        let needed = gain.and_then(|gain| self.measure.after(bound, gain)).ok_or("points beyond any certificate")?;
        let others = parts.iter().enumerate().filter(|(place, _)| *place != child.place).map(|(_, part)| part);
        let sum: SmallVec<[&Part; 4]> = others.chain(&child.landed).collect();
        let described = |what: &str| {
            let text = self.frame.games.game(parts[child.place].game).move_text(&child.one);
            let parts: Parts = sum.iter().map(|part| (*part).clone()).collect();
            format!("{text} leads to {}, {what}", self.shown(&parts, child.mover))
        };
        let found = self.find(&sum, child.mover)?;
        let Some((place, number)) = found else { return Err(described("of which nothing is listed")) };
        let shelf = self.books.shelf(place);
        if reach == Reach::Earlier && number >= shelf.earlier {
            return Err(described("which no earlier level lists"));
        }
        let given = self.bound(shelf, number);
        if given < needed {
            let (given, needed) = (self.measure.text(given), self.measure.text(needed));
            return Err(described(&format!("which gives {given}, not {needed}")));
        }
        shelf.note(number);
        Ok(())
    }

    /// Where a sum is listed.
    fn find(&self, sum: &[&Part], mover: Side) -> Result<Option<(Place, usize)>, String> {
        let components = self.frame.components;
        if let ([only], 0) = (sum, components.len()) {
            let place = Place::Game(only.game, mover);
            if let Some(number) = self.books.shelf(place).keys.find(&only.packed) {
                return Ok(Some((place, number)));
            }
        }
        let mut key: SmallVec<[u64; 8]> = SmallVec::new();
        for part in sum {
            match components.find(part) {
                Some(number) => key.push(number),
                None if !matches!(self.frame.convention, Convention::Normal | Convention::Misere) => return Ok(None),
                None => {
                    let dead = self.frame.games.is_dead(part);
                    if !dead.map_err(|fault| turn::Trouble::from(fault).reason())? {
                        return Ok(None);
                    }
                }
            }
        }
        key.sort_unstable();
        let place = Place::Sums(mover);
        Ok(self.books.shelf(place).keys.find(&key).map(|number| (place, number)))
    }

    /// Checks that the strategy reaches exactly `bound` in a sum with `mover` about to move.
    pub fn reaches(&self, sum: &Parts, mover: Side, bound: Bound) -> Result<(), String> {
        let found = self.find(&sum.iter().collect::<Vec<_>>(), mover)?;
        let shown = || self.shown(sum, mover);
        let Some((place, number)) = found else { return Err(format!("{} is not listed", shown())) };
        let shelf = self.books.shelf(place);
        shelf.note(number);
        let given = self.bound(shelf, number);
        if given == bound {
            return Ok(());
        }
        Err(format!("{}: {} is listed, {} claimed", shown(), self.measure.text(given), self.measure.text(bound)))
    }

    /// Checks that every entry serves another or a claim.
    pub fn is_lean(&self) -> Result<(), String> {
        match self.books.all().find_map(|(place, shelf)| Some((place, shelf.idle(|_| false)?))) {
            None => Ok(()),
            Some((place, number)) => {
                let (parts, mover) = self.position(place, number);
                Err(format!("{} is listed and serves nothing", self.shown(&parts, mover)))
            }
        }
    }

    fn shown(&self, parts: &[Part], mover: Side) -> String {
        let components: Vec<Component> = parts.iter().map(|part| self.frame.games.component(part)).collect();
        format!("{} with {} to move", Position { parts: components }, side_word(mover))
    }
}

/// Checks every entry on the threads of the watch; the first that fails is the answer, whoever met it.
pub fn in_shares<T: Sync>(
    batch: &[T],
    watch: &dyn Watch,
    check: impl Fn(&T) -> Result<(), Unproved> + Sync,
) -> Result<(), Unproved> {
    let share = batch.len().div_ceil(watch.threads().max(1)).max(LEAST_SHARE);
    if batch.len() <= share {
        return batch.iter().try_for_each(check);
    }
    std::thread::scope(|scope| {
        let check = &check;
        let shares = batch.chunks(share).map(|some| scope.spawn(move || some.iter().try_for_each(check)));
        let running: Vec<_> = shares.collect();
        running.into_iter().try_for_each(|one| one.join().expect("a checker does not panic"))
    })
}

/// Entries of one game: its number, and the position of the last entry.
pub type Group = (u32, Option<Packed>);

/// The group that the number of a game begins.
pub fn group_of(games: &Games, text: &str) -> Result<Group, &'static str> {
    let game = number(text, games.len() as u64 - 1).ok_or("not the number of a game")?;
    Ok((game as u32, None))
}

/// The next position of a group, sorted after the one before.
pub fn next_key(games: &Games, game: u32, before: &mut Option<Packed>, step: &str) -> Result<Packed, &'static str> {
    let game = games.game(game);
    let fresh = before.is_none();
    let mut key = before.take().unwrap_or_else(|| SmallVec::from_elem(0, game.layout.words()));
    match add_step(&mut key, step) {
        None => Err("a position is the hexadecimal step from the one before"),
        Some(Stepped::Nowhere) if !fresh => Err("a position is listed twice"),
        Some(_) if !game.layout.holds(&game.shapes, &key) => Err("not a position of this game"),
        Some(_) => {
            *before = Some(key.clone());
            Ok(key)
        }
    }
}

impl From<Malformed> for Unproved {
    fn from(malformed: Malformed) -> Unproved {
        Unproved::Malformed(malformed)
    }
}
