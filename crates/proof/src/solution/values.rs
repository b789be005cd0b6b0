//! Grundy values of components: no move leads to the claimed value, and for every smaller one some move does. A
//! position that falls into parts is worth the exclusive or of theirs (Sprague 1935, Grundy 1939). Every move leads
//! to components of earlier levels, so that every play ends.

use super::books::Shelf;
use super::games::{Part, Parts};
use super::heaps::Heaps;
use super::lines::{Lines, number};
use super::measure::Bound;
use super::strategy::{Frame, in_shares, next_key};
use super::turn;
use super::verify::Unproved;
use grundy_answer::Progress;
use grundy_rule::Convention;
use grundy_run::{Flow, Packed, Side};
use std::io::BufRead;

/// Entries checked at a time, by all threads.
const BATCH: usize = 1024;

/// What a line says.
struct Claimed {
    part: Part,
    value: u64,
    line: usize,
}

/// Grundy values being checked.
pub struct Values<'a> {
    frame: &'a Frame<'a>,
    shelves: Vec<Shelf>,
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
        let shelves = all.map(|game| Shelf::new(Some(games.game(game).layout.words()))).collect();
        let mut values = Values { frame, shelves, heaps };
        let mut group: Option<(u32, Option<Packed>)> = None;
        let mut batch: Vec<Claimed> = Vec::new();
        let (mut begun, mut read) = (false, 0);
        while read < count {
            match lines.read()? {
                "level" => {
                    values.check(&batch, read)?;
                    batch.clear();
                    values.shelves.iter_mut().for_each(|shelf| shelf.earlier = shelf.keys.len());
                    (group, begun) = (None, true);
                }
                text if text.starts_with("of ") => {
                    let game = number(&text[3..], games.len() as u64 - 1);
                    group = Some((game.ok_or_else(|| lines.wrong("not the number of a game"))? as u32, None));
                }
                text => {
                    let entry = match &mut group {
                        Some((game, before)) if begun => values.entry(text, *game, before),
                        _ => Err("expected `level` or the game of entries"),
                    };
                    let (part, value) = entry.map_err(|reason| lines.wrong(reason))?;
                    batch.push(Claimed { part, value, line: lines.line });
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
            self.one(&entry.part, entry.value).map_err(|reason| {
                let what = format!("{}: {reason}", self.frame.games.component(&entry.part));
                Unproved::False { line: entry.line, what }
            })
        })?;
        self.tick(read)
    }

    fn tick(&self, read: u64) -> Result<(), Unproved> {
        let done = self.frame.done + read;
        let bytes = self.shelves.iter().map(Shelf::bytes).sum();
        match self.frame.watch.tick(Progress { what: "positions", done, total: None, bytes }) {
            Some(stop) => Err(Unproved::Stopped { stop, done }),
            None => Ok(()),
        }
    }

    fn entry(&mut self, text: &str, game: u32, before: &mut Option<Packed>) -> Result<(Part, u64), &'static str> {
        let (step, value) = text.split_once(' ').ok_or("an entry is a position and its value")?;
        let value = number(value, i32::MAX as u64).ok_or("not a Grundy value")?;
        let key = next_key(self.frame.games, game, before, step)?;
        let listed = self.shelves[game as usize].insert(&key, Some(Bound(value as i32)));
        let number = listed.ok_or("a position is listed twice")?;
        if let Some(heaps) = &mut self.heaps[game as usize] {
            heaps.list(key[0], number);
        }
        Ok((Part { game, packed: key }, value))
    }

    /// Whether one entry follows from earlier ones.
    fn one(&self, part: &Part, claimed: u64) -> Result<(), String> {
        if let Some(heaps) = &self.heaps[part.game as usize] {
            return heaps.check(&self.shelves[part.game as usize], part.packed[0], claimed);
        }
        let mut smaller: Vec<u64> = Vec::new();
        let mut wrong = None;
        let parts = std::slice::from_ref(part);
        turn::each(self.frame.games, parts, Side::Left, &mut |child| {
            let text = || self.frame.games.game(part.game).move_text(&child.one);
            let value = self.sum(&child.landed);
            wrong = match value {
                _ if child.mover == Side::Left => Some(format!("{} keeps the turn", text())),
                Err(missing) => Some(format!("{} leads to {missing}, which no earlier level lists", text())),
                Ok(value) if value == claimed => Some(format!("{} leads to the same value {value}", text())),
                Ok(value) => {
                    if value < claimed {
                        smaller.push(value);
                    }
                    None
                }
            };
            if wrong.is_some() { Flow::Stop } else { Flow::On }
        })
        .map_err(|trouble| trouble.reason())?;
        if let Some(reason) = wrong {
            return Err(reason);
        }
        smaller.sort_unstable();
        smaller.dedup();
        match (0..claimed).find(|value| smaller.get(*value as usize) != Some(value)) {
            Some(missing) => Err(format!("no move leads to the value {missing}")),
            None => Ok(()),
        }
    }

    /// The value of a sum of components of earlier levels; one that is missing otherwise.
    fn sum(&self, parts: &[Part]) -> Result<u64, String> {
        let mut sum = 0;
        for part in parts {
            let shelf = &self.shelves[part.game as usize];
            let found = shelf.keys.find(&part.packed).filter(|&number| number < shelf.earlier);
            let number = found.ok_or_else(|| self.frame.games.component(part).to_string())?;
            shelf.note(number);
            sum ^= shelf.bounds[number].0 as u64;
        }
        Ok(sum)
    }

    /// Checks that a sum has this value, and that every entry serves another or this sum.
    pub fn gives(mut self, sum: &Parts, claimed: u64) -> Result<(), String> {
        self.shelves.iter_mut().for_each(|shelf| shelf.earlier = shelf.keys.len());
        let value = self.sum(sum).map_err(|missing| format!("{missing} is not listed"))?;
        if value != claimed {
            return Err(format!("the listed value is {value}, not {claimed}"));
        }
        for (game, shelf) in self.shelves.iter().enumerate() {
            if let Some(number) = shelf.idle() {
                let part = Part { game: game as u32, packed: shelf.keys.at(number).into() };
                return Err(format!("{} is listed and serves nothing", self.frame.games.component(&part)));
            }
        }
        Ok(())
    }
}
