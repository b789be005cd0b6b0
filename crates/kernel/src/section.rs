//! A section of a certificate line by line: levels, headings, entries. Each kind of section reads it alike.

use crate::games::Games;
use crate::header::starter;
use crate::key::{Stepped, add_step};
use crate::lines::{Lines, number};
use crate::{Malformed, Unproved};
use grundy_answer::{Progress, Watch};
use grundy_run::{Packed, Side};
use smallvec::SmallVec;
use std::io::BufRead;

/// Entries checked at a time, by all threads.
pub const BATCH: usize = 2048;
/// A thread is not worth its while for fewer.
const LEAST_SHARE: usize = 64;

/// What headings name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Headings {
    /// A game: `of 0`.
    Games,
    /// Who moves in which game, or in sums: `left 0`, `right sums`.
    Movers,
}

/// What comes next.
pub enum Event<'l> {
    /// Entries that may lead to earlier ones only.
    Level,
    /// Entries that may lead to any entry of the section.
    Closed,
    /// An entry.
    Entry(Listing<'l>),
}

/// The line of an entry.
pub struct Listing<'l> {
    /// The number of its game; nothing if it is a sum.
    pub game: Option<u32>,
    /// Who moves; Left where headings do not say.
    pub mover: Side,
    /// The words of its position, or the numbers of its components in order.
    pub key: Packed,
    /// Whether the line before it lists the same position.
    pub again: bool,
    /// What follows on the line.
    pub rest: &'l str,
    /// The number of the line, from 1.
    pub line: usize,
}

/// A section being read.
pub struct Section<'g> {
    games: &'g Games<'g>,
    headings: Headings,
    components: u64,
    left: u64,
    begun: bool,
    closed: bool,
    group: Option<Group>,
}

/// The game of a group of entries (nothing: sums), who moves, and the position last listed.
type Group = (Option<u32>, Side, Option<Packed>);

impl<'g> Section<'g> {
    /// A section of so many entries; sums are made of so many components.
    pub fn new(games: &'g Games<'g>, headings: Headings, components: usize, count: u64) -> Section<'g> {
        let components = components as u64;
        Section { games, headings, components, left: count, begun: false, closed: false, group: None }
    }

    /// The next level or entry; nothing after the last entry.
    pub fn next<'l, R: BufRead>(&mut self, lines: &'l mut Lines<R>) -> Result<Option<Event<'l>>, Malformed> {
        if self.left == 0 {
            return Ok(None);
        }
        loop {
            lines.read()?;
            let text = lines.text();
            if matches!(text, "level" | "closed") {
                if self.closed {
                    return Err(lines.wrong("nothing but entries follows `closed`"));
                }
                (self.closed, self.begun, self.group) = (text == "closed", true, None);
                return Ok(Some(if self.closed { Event::Closed } else { Event::Level }));
            }
            // Entries begin with a digit, headings with a word that no number begins with.
            if !text.starts_with(['l', 'o', 'r']) {
                break;
            }
            match self.heading(text).map_err(|reason| lines.wrong(reason))? {
                None => break,
                heading => self.group = heading,
            }
        }
        self.left -= 1;
        let (line, text) = (lines.line, lines.text());
        let end = text.bytes().position(|byte| byte == b' ').unwrap_or(text.len());
        let (word, rest) = (&text[..end], text.get(end + 1..).unwrap_or_default());
        let (game, mover, key, again) = self.entry(word).map_err(|reason| lines.wrong(reason))?;
        Ok(Some(Event::Entry(Listing { game, mover, key, again, rest, line })))
    }

    /// The group that a heading begins; nothing if the line is none.
    fn heading(&self, text: &str) -> Result<Option<Group>, &'static str> {
        let game = |word: &str| number(word, self.games.count() as u64 - 1).map(|game| game as u32);
        let group = match (self.headings, text.strip_prefix("of "), starter(text)) {
            (Headings::Games, Some(word), _) => (Some(game(word).ok_or("not the number of a game")?), Side::Left, None),
            // Where no part can move there are sums without components.
            (Headings::Movers, _, Some((side, "sums"))) => (None, side, None),
            (Headings::Movers, _, Some((side, word))) => {
                (Some(game(word).filter(|_| self.components == 0).ok_or("neither a game nor sums")?), side, None)
            }
            _ => return Ok(None),
        };
        Ok(Some(group))
    }

    fn entry(&mut self, word: &str) -> Result<(Option<u32>, Side, Packed, bool), &'static str> {
        let Some((game, mover, before)) = self.group.as_mut().filter(|_| self.begun) else {
            return Err("expected `level`, `closed`, or a heading");
        };
        let (key, again) = match game {
            Some(game) => next_key(self.games, *game, before, word)?,
            None => {
                let most = self.components.checked_sub(1);
                let key: Option<Packed> = match word {
                    "-" => Some(SmallVec::new()),
                    _ => word.split('+').map(|word| number(word, most?)).collect(),
                };
                (key.filter(|key| key.is_sorted()).ok_or("a sum is its parts in order, joined by +")?, false)
            }
        };
        Ok((*game, *mover, key, again))
    }
}

/// The next position of a group, and whether it is the one before.
pub fn next_key(
    games: &Games,
    game: u32,
    before: &mut Option<Packed>,
    step: &str,
) -> Result<(Packed, bool), &'static str> {
    let game = games.game(game);
    let fresh = before.is_none();
    let key = before.get_or_insert_with(|| SmallVec::from_elem(0, game.layout.words()));
    let stepped = add_step(key, step).ok_or("a position is the hexadecimal step from the one before")?;
    if !game.layout.holds(&game.shapes, key) {
        return Err("not a position of this game");
    }
    Ok((Packed::from_slice(key), stepped == Stepped::Nowhere && !fresh))
}

/// Tells the watch how far the checker is.
pub fn tick(watch: &dyn Watch, done: u64, bytes: u64) -> Result<(), Unproved> {
    let progress = Progress { what: "positions", done, total: None, bytes };
    watch.tick(progress).map_or(Ok(()), |stop| Err(Unproved::Stopped { stop, done }))
}

/// Checks every entry on the threads of the watch, each with something of its own to write to; the first that fails is the
/// answer, whoever met it.
pub fn in_shares<T: Sync, S>(
    batch: &[T],
    watch: &dyn Watch,
    scratch: impl Fn() -> S + Sync,
    check: impl Fn(&T, &mut S) -> Result<(), Unproved> + Sync,
) -> Result<(), Unproved> {
    let check_all = |some: &[T]| {
        let mut scratch = scratch();
        some.iter().try_for_each(|entry| check(entry, &mut scratch))
    };
    let share = batch.len().div_ceil(watch.threads().max(1)).max(LEAST_SHARE);
    if batch.len() <= share {
        return check_all(batch);
    }
    std::thread::scope(|scope| {
        let check_all = &check_all;
        let shares = batch.chunks(share).map(|some| scope.spawn(move || check_all(some)));
        let running: Vec<_> = shares.collect();
        running.into_iter().try_for_each(|one| one.join().expect("a checker does not panic"))
    })
}
