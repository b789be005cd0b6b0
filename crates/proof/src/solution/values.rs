//! Grundy values of components. An entry says that a component has a value: no move leads to it, and for every smaller
//! one some move does; or that it has not: the named move leads to that value. A position that falls into parts is
//! worth the exclusive or of theirs, equal parts cancelling (Sprague 1935, Grundy 1939), and has not a value if all
//! parts but one are known and that one has not the value that is left. Every move that counts leads to entries of
//! earlier levels, so that every play ends.

use super::books::Shelf;
use super::games::{Part, Parts};
use super::heaps::Heaps;
use super::lines::{Lines, number};
use super::measure::Bound;
use super::strategy::{Frame, Group, INTERPRETED, WORTH_WRITING, group_of, in_shares, next_key};
use super::turn;
use super::verify::Unproved;
use grundy_answer::Progress;
use grundy_rule::Convention;
use grundy_run::{Flow, Packed, Side, Turn};
use smallvec::SmallVec;
use std::io::BufRead;

/// No position that is written out has so many moves that its value can be this.
const MOST_WRITTEN: u64 = 1 << 14;

/// Entries checked at a time, by all threads.
const BATCH: usize = 1024;

/// What a line says.
struct Claimed {
    part: Part,
    says: Says,
    line: usize,
}

/// What is said of a component.
#[derive(Clone, Copy)]
enum Says {
    /// Its value is this.
    Is(u64),
    /// Its value is not this, because of this move.
    Not(u64, u64),
}

/// What is known of a sum, seen from a value it may not have.
enum Weighed {
    /// Its value.
    Is(u64),
    /// It has not that value.
    Never,
    /// Nothing: of this part too little is listed.
    Missing(usize),
}

/// Grundy values being checked.
pub struct Values<'a> {
    frame: &'a Frame<'a>,
    shelves: Vec<Shelf>,
    /// Values that components have not: the words of the component, then the value.
    nots: Vec<Shelf>,
    /// Whether rules are written out.
    swift: bool,
    /// The games that are proved to be heaps.
    heaps: Vec<Option<Heaps>>,
}

impl<'a> Values<'a> {
    /// Reads and checks the `count` entries of a section.
    pub fn read(frame: &'a Frame<'a>, count: u64, lines: &mut Lines<impl BufRead>) -> Result<Values<'a>, Unproved> {
        let games = frame.games;
        let all = 0..games.len() as u32;
        if frame.convention != Convention::Normal || !all.clone().all(|game| games.facts(game).impartial.is_proved()) {
            let what = "Grundy values belong to impartial games in which who cannot move loses".to_string();
            return Err(Unproved::False { line: lines.line, what });
        }
        let heaps = all.clone().map(|game| Heaps::of(games.game(game))).collect();
        let shelf = |more: usize| move |game: u32| Shelf::new(Some(games.game(game).layout.words() + more));
        let (shelves, nots) = (all.clone().map(shelf(0)).collect(), all.map(shelf(1)).collect());
        let mut values = Values { frame, shelves, nots, swift: count >= WORTH_WRITING, heaps };
        let mut group: Option<Group> = None;
        let mut batch: Vec<Claimed> = Vec::new();
        let (mut begun, mut read) = (false, 0);
        while read < count {
            match lines.read()? {
                "level" => {
                    values.check(&batch, read)?;
                    batch.clear();
                    values.all_earlier();
                    (group, begun) = (None, true);
                }
                text if text.starts_with("of ") => {
                    let begins = group_of(games, &text[3..]);
                    group = Some(begins.map_err(|reason| lines.wrong(reason))?);
                }
                text => {
                    let entry = match &mut group {
                        Some((game, before)) if begun => values.entry(text, *game, before),
                        _ => Err("expected `level` or the game of entries"),
                    };
                    let (part, says) = entry.map_err(|reason| lines.wrong(reason))?;
                    batch.push(Claimed { part, says, line: lines.line });
                    read += 1;
                }
            }
            if batch.len() == BATCH {
                values.check(&batch, read)?;
                batch.clear();
            }
        }
        values.check(&batch, read)?;
        Ok(values)
    }

    /// Checks some entries, which are all listed.
    fn check(&self, batch: &[Claimed], read: u64) -> Result<(), Unproved> {
        in_shares(batch, self.frame.watch, |entry| {
            if self.written_out(&entry.part, entry.says) && entry.line % INTERPRETED != 0 {
                return Ok(());
            }
            self.one(&entry.part, entry.says).map_err(|reason| {
                let what = format!("{}: {reason}", self.frame.games.component(&entry.part));
                Unproved::False { line: entry.line, what }
            })
        })?;
        self.tick(read)
    }

    fn tick(&self, read: u64) -> Result<(), Unproved> {
        let done = self.frame.done + read;
        let bytes = self.shelves.iter().chain(&self.nots).map(Shelf::bytes).sum();
        match self.frame.watch.tick(Progress { what: "positions", done, total: None, bytes }) {
            Some(stop) => Err(Unproved::Stopped { stop, done }),
            None => Ok(()),
        }
    }

    fn all_earlier(&mut self) {
        self.shelves.iter_mut().chain(&mut self.nots).for_each(|shelf| shelf.earlier = shelf.keys.len());
    }

    fn entry(&mut self, text: &str, game: u32, before: &mut Option<Packed>) -> Result<(Part, Says), &'static str> {
        let (step, rest) = text.split_once(' ').ok_or("an entry is a position and its value")?;
        let value = |word: &str| number(word, i32::MAX as u64).ok_or("not a Grundy value");
        let says = match rest.strip_prefix('!') {
            None => Says::Is(value(rest)?),
            Some(rest) => {
                let (word, by) = rest.split_once(' ').ok_or("a value that is not it needs a move")?;
                Says::Not(value(word)?, number(by, u64::from(u32::MAX)).ok_or("not the number of a move")?)
            }
        };
        let again = matches!(says, Says::Not(..)).then(|| before.clone()).flatten().filter(|_| step == "0");
        let key = match again {
            Some(key) => key,
            None => next_key(self.frame.games, game, before, step)?,
        };
        let part = Part { game, packed: key };
        let listed = match says {
            Says::Is(value) => self.shelves[game as usize].insert(&part.packed, Some(Bound(value as i32))),
            Says::Not(value, _) => self.nots[game as usize].insert(&denied(&part.packed, value), None),
        };
        let number = listed.ok_or("a position is listed twice")?;
        if let (Some(heaps), Says::Is(_)) = (&mut self.heaps[game as usize], says) {
            heaps.list(part.packed[0], number);
        }
        Ok((part, says))
    }

    /// Whether the rules written out show an entry. What they do not show may still be so.
    fn written_out(&self, part: &Part, says: Says) -> bool {
        let (games, game) = (self.frame.games, part.game);
        if !self.swift || self.heaps[game as usize].is_some() || matches!(says, Says::Is(MOST_WRITTEN..)) {
            return false;
        }
        let Some(ground) = games.ground(game) else { return false };
        let width = part.packed.len();
        let mut words = Vec::with_capacity(4 * width);
        let mut weigh = |to: &[u64], claimed: u64| {
            words.clear();
            games.reduce(game, to, &mut words);
            let parts: SmallVec<[(u32, &[u64]); 4]> = words.chunks_exact(width).map(|part| (game, part)).collect();
            self.weigh(parts, claimed)
        };
        match says {
            Says::Not(value, by) => {
                let mut good = false;
                let there = ground.nth(&part.packed, Side::Left, by, &mut |to, _, turn| {
                    good = turn == Turn::Passes && matches!(weigh(to, value), Weighed::Is(is) if is == value);
                    Flow::Stop
                });
                there == Ok(true) && good
            }
            Says::Is(claimed) => {
                let mut smaller: SmallVec<[u64; 4]> = SmallVec::from_elem(0, claimed as usize / 64 + 1);
                let all = ground.each(&part.packed, Side::Left, &mut |to, _, turn| match weigh(to, claimed) {
                    Weighed::Is(value) if value < claimed && turn == Turn::Passes => {
                        smaller[value as usize / 64] |= 1 << (value % 64);
                        Flow::On
                    }
                    Weighed::Is(value) if value != claimed && turn == Turn::Passes => Flow::On,
                    Weighed::Never if turn == Turn::Passes => Flow::On,
                    _ => Flow::Stop,
                });
                let met: u64 = smaller.iter().map(|word| u64::from(word.count_ones())).sum();
                all == Ok(Flow::On) && met == claimed
            }
        }
    }

    /// Whether one entry follows from earlier ones.
    fn one(&self, part: &Part, says: Says) -> Result<(), String> {
        if let (Some(heaps), Says::Is(claimed)) = (&self.heaps[part.game as usize], says) {
            return heaps.check(&self.shelves[part.game as usize], part.packed[0], claimed);
        }
        let mut smaller: Vec<u64> = Vec::new();
        let (mut wrong, mut count) = (None, 0);
        let parts = std::slice::from_ref(part);
        turn::each(self.frame.games, parts, Side::Left, &mut |child| {
            count += 1;
            if matches!(says, Says::Not(_, by) if count <= by) {
                return Flow::On;
            }
            let text = || self.frame.games.game(part.game).move_text(&child.one);
            let landed = child.landed.iter().map(|part| (part.game, &part.packed[..])).collect();
            let (Says::Is(claimed) | Says::Not(claimed, _)) = says;
            wrong = match (self.weigh(landed, claimed), says) {
                _ if child.mover == Side::Left => Some(format!("{} keeps the turn", text())),
                (Weighed::Missing(place), _) => {
                    let missing = self.frame.games.component(&child.landed[place]);
                    Some(format!("{} leads to {missing}, of which no earlier level lists enough", text()))
                }
                (Weighed::Is(value), Says::Is(_)) if value == claimed => {
                    Some(format!("{} leads to the same value {value}", text()))
                }
                (Weighed::Is(value), Says::Not(..)) if value == claimed => None,
                (_, Says::Not(..)) => Some(format!("{} does not lead to the value {claimed}", text())),
                (Weighed::Is(value), _) => {
                    if value < claimed {
                        smaller.push(value);
                    }
                    None
                }
                (Weighed::Never, _) => None,
            };
            if wrong.is_some() || matches!(says, Says::Not(..)) { Flow::Stop } else { Flow::On }
        })
        .map_err(|trouble| trouble.reason())?;
        if let Some(reason) = wrong {
            return Err(reason);
        }
        smaller.sort_unstable();
        smaller.dedup();
        match says {
            Says::Not(_, by) if count <= by => Err(format!("there is no move {by}")),
            Says::Not(..) => Ok(()),
            Says::Is(claimed) => match (0..claimed).find(|value| smaller.get(*value as usize) != Some(value)) {
                Some(missing) => Err(format!("no move leads to the value {missing}")),
                None => Ok(()),
            },
        }
    }

    /// What earlier levels say of a sum, in view of a value it may not have.
    fn weigh(&self, mut parts: SmallVec<[(u32, &[u64]); 4]>, claimed: u64) -> Weighed {
        // Equal parts are worth nothing together; the places of the others stay as they are.
        let mut gone: SmallVec<[bool; 8]> = SmallVec::from_elem(false, parts.len());
        for place in 1..parts.len() {
            if let Some(twin) = (0..place).find(|&twin| !gone[twin] && parts[twin] == parts[place]) {
                (gone[twin], gone[place]) = (true, true);
            }
        }
        let (mut rest, mut open) = (0, None);
        for (place, (game, words)) in parts.drain(..).enumerate().filter(|(place, _)| !gone[*place]) {
            let shelf = &self.shelves[game as usize];
            match shelf.keys.find(words).filter(|&number| number < shelf.earlier) {
                Some(number) => {
                    shelf.note(number);
                    rest ^= shelf.bounds[number].0 as u64;
                }
                None if open.is_none() => open = Some((place, game, words)),
                None => return Weighed::Missing(place),
            }
        }
        let Some((place, game, words)) = open else { return Weighed::Is(rest) };
        let nots = &self.nots[game as usize];
        match nots.keys.find(&denied(words, rest ^ claimed)).filter(|&number| number < nots.earlier) {
            Some(number) => {
                nots.note(number);
                Weighed::Never
            }
            None => Weighed::Missing(place),
        }
    }

    /// Checks that a sum has this value, and that every entry serves another or this sum.
    pub fn gives(mut self, sum: &Parts, claimed: u64) -> Result<(), String> {
        self.all_earlier();
        let mut value = 0;
        for part in sum {
            let shelf = &self.shelves[part.game as usize];
            let found = shelf.keys.find(&part.packed);
            let number = found.ok_or_else(|| format!("{} is not listed", self.frame.games.component(part)))?;
            shelf.note(number);
            value ^= shelf.bounds[number].0 as u64;
        }
        if value != claimed {
            return Err(format!("the listed value is {value}, not {claimed}"));
        }
        for (shelves, more) in [(&self.shelves, 0), (&self.nots, 1)] {
            for (game, shelf) in shelves.iter().enumerate() {
                // A value that a component has not may be listed beside its value, which serves instead; an empty heap
                // beside another is no heap.
                let excused = |number: usize| {
                    let words = shelf.keys.at(number);
                    match more {
                        0 => self.heaps[game].is_some() && words == [0],
                        _ => self.shelves[game].keys.find(&words[..words.len() - 1]).is_some(),
                    }
                };
                if let Some(number) = shelf.idle(excused) {
                    let words = shelf.keys.at(number);
                    let part = Part { game: game as u32, packed: words[..words.len() - more].into() };
                    return Err(format!("{} is listed and serves nothing", self.frame.games.component(&part)));
                }
            }
        }
        Ok(())
    }
}

/// The key of a value that a component has not.
fn denied(words: &[u64], value: u64) -> SmallVec<[u64; 4]> {
    let mut key = SmallVec::from_slice(words);
    key.push(value);
    key
}
