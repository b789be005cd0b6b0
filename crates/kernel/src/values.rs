//! Grundy values of components. An entry says that a component has a value: no move leads to it, and for every smaller
//! one some move does; or that it has not: the named move leads to that value. A position that falls into parts is
//! worth the exclusive or of theirs, equal parts cancelling (Sprague 1935, Grundy 1939), and has not a value if all
//! parts but one are known and that one has not the value that is left. Every move that counts leads to entries of
//! earlier levels, so that every play ends.

use crate::entries::Entries;
use crate::games::{Games, Part, Step};
use crate::lines::{Lines, number};
use crate::measure::Bound;
use crate::section::{BATCH, Event, Headings, Listing, Section, in_shares, tick};
use crate::strategy::Shared;
use crate::{Malformed, Unproved};
use grundy_rule::Convention;
use grundy_run::{Flow, Side};
use smallvec::SmallVec;
use std::io::BufRead;

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

/// Grundy values being checked.
pub struct Values<'a> {
    frame: &'a Shared<'a>,
    values: Vec<Entries>,
    /// Values that components have not: the words of the component, then the value.
    nots: Vec<Entries>,
}

impl<'a> Values<'a> {
    /// Reads and checks the `count` entries of a section.
    pub fn read(frame: &'a Shared<'a>, count: u64, lines: &mut Lines<impl BufRead>) -> Result<Values<'a>, Unproved> {
        let games = frame.games;
        if frame.convention != Convention::Normal || !games.are_impartial() {
            let what = "Grundy values belong to impartial games in which who cannot move loses".to_string();
            return Err(Unproved::False { line: lines.line, what });
        }
        let of = |more: usize| move |game: usize| Entries::new(Some(games.game(game as u32).layout.words() + more));
        let (values, nots) = ((0..games.count()).map(of(0)).collect(), (0..games.count()).map(of(1)).collect());
        let mut values = Values { frame, values, nots };
        let mut section = Section::new(games, Headings::Games, 0, count);
        let (mut batch, mut read): (Vec<Claimed>, u64) = (Vec::new(), 0);
        while let Some(event) = section.next(lines)? {
            match event {
                Event::Closed => return Err(lines.wrong("Grundy values have no closed set").into()),
                Event::Level => {
                    values.check(&batch, read)?;
                    batch.clear();
                    let tables = values.values.iter_mut().chain(&mut values.nots);
                    tables.for_each(|entries| entries.earlier = entries.keys.count());
                }
                Event::Entry(listing) => {
                    let line = listing.line;
                    let claimed = values.list(listing);
                    batch.push(claimed.map_err(|reason| Malformed { line, reason: reason.to_string() })?);
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
        in_shares(batch, self.frame.watch, Vec::new, |entry, led| {
            let checked = self.frame.twice(entry.line, |games| self.one(games, &entry.part, entry.says, led));
            checked.map_err(|reason| {
                let what = format!("{}: {reason}", self.frame.games.component(&entry.part));
                Unproved::False { line: entry.line, what }
            })
        })?;
        let bytes = self.values.iter().chain(&self.nots).map(Entries::bytes).sum();
        tick(self.frame.watch, self.frame.done + read, bytes)
    }

    fn list(&mut self, listing: Listing) -> Result<Claimed, &'static str> {
        let Listing { game: Some(game), key, rest, line, again, .. } = listing else {
            return Err("values belong to components");
        };
        let value = |word: &str| number(word, i32::MAX as u64).ok_or("not a Grundy value");
        let says = match rest.strip_prefix('!') {
            None => Says::Is(value(rest)?),
            Some(rest) => {
                let (word, by) = rest.split_once(' ').ok_or("a value that is not it needs a move")?;
                Says::Not(value(word)?, number(by, u64::from(u32::MAX)).ok_or("not the number of a move")?)
            }
        };
        let part = Part { game, packed: key };
        let listed = match says {
            Says::Is(_) if again => None,
            Says::Is(value) => self.values[game as usize].insert(&part.packed, Some(Bound(value as i32))),
            Says::Not(value, _) => self.nots[game as usize].insert(&denied(&part.packed, value), None),
        };
        listed.ok_or("a position is listed twice")?;
        Ok(Claimed { part, says, line })
    }

    /// Whether one entry follows from earlier ones; words that moves lead to are written to `led`.
    fn one(&self, games: &Games, part: &Part, says: Says, led: &mut Vec<u64>) -> Result<(), String> {
        let by = |number: u64, reason: String| format!("{} {reason}", games.move_text(part, Side::Left, number));
        match says {
            Says::Not(value, number) => {
                let step = games.option(part, Side::Left, number)?;
                let step = step.ok_or_else(|| format!("there is no move {number}"))?;
                match self.leads(games, &step, value).map_err(|reason| by(number, reason))? {
                    Some(reached) if reached == value => Ok(()),
                    _ => Err(by(number, format!("does not lead to the value {value}"))),
                }
            }
            Says::Is(claimed) if self.is_by_words(games, part, claimed, led) => Ok(()),
            Says::Is(claimed) => games.images(part).iter().try_for_each(|at| self.is(games, at, claimed)),
        }
    }

    /// Whether a position has the value that is claimed: no move leads to it, and some move to each smaller one.
    fn is(&self, games: &Games, at: &Part, claimed: u64) -> Result<(), String> {
        let by = |number: u64, reason: String| format!("{} {reason}", games.move_text(at, Side::Left, number));
        let (mut count, mut reached, mut wrong) = (0, Vec::new(), Ok(()));
        games.each(at, Side::Left, 0, &mut |step| {
            match self.leads(games, step, claimed) {
                Err(reason) => wrong = Err(by(count, reason)),
                Ok(Some(value)) if value == claimed => {
                    wrong = Err(by(count, format!("leads to the same value {value}")));
                }
                Ok(value) => reached.extend(value),
            }
            count += 1;
            if wrong.is_err() { Flow::Stop } else { Flow::On }
        })?;
        wrong?;
        reached.sort_unstable();
        match (0..claimed).find(|value| reached.binary_search(value).is_err()) {
            Some(missing) => Err(format!("no move leads to the value {missing}")),
            None => Ok(()),
        }
    }

    /// Whether a position, which has no other image, is seen to have a value below 64 by the words alone that its moves lead
    /// to.
    fn is_by_words(&self, games: &Games, at: &Part, claimed: u64, led: &mut Vec<u64>) -> bool {
        let Some(led) = games.words_led_to(at, led).filter(|_| claimed < 64) else { return false };
        let reached = reached(&self.values[at.game as usize], led);
        // Every smaller value and not this one.
        reached.is_some_and(|reached| reached.trailing_ones() == claimed as u32)
    }

    /// The value that a move leads to; nothing if it is only known not to be `claimed`.
    fn leads(&self, games: &Games, step: &Step, claimed: u64) -> Result<Option<u64>, String> {
        if step.mover == Side::Left {
            return Err("keeps the turn".to_string());
        }
        self.weigh(&step.parts, claimed).map_err(|place| {
            let missing = games.component(&step.parts[place]);
            format!("leads to {missing}, of which no earlier level lists enough")
        })
    }

    /// The value of a component that an earlier level lists.
    #[inline]
    fn earlier(&self, game: u32, packed: &[u64]) -> Option<u64> {
        let entries = &self.values[game as usize];
        let number = entries.keys.find(packed).filter(|&number| number < entries.earlier)?;
        Some(entries.bounds[number].0 as u64)
    }

    /// The value of a sum by earlier levels; nothing if it is only known not to be `claimed`; else a part of which too little
    /// is listed.
    fn weigh(&self, parts: &[Part], claimed: u64) -> Result<Option<u64>, usize> {
        if let [only] = parts
            && let Some(value) = self.earlier(only.game, &only.packed)
        {
            return Ok(Some(value));
        }
        let (mut rest, mut open) = (0, None);
        for (place, part) in parts.iter().enumerate() {
            match self.earlier(part.game, &part.packed) {
                Some(value) => rest ^= value,
                None if open.is_none() => open = Some((place, part)),
                None => return Err(place),
            }
        }
        let Some((place, part)) = open else { return Ok(Some(rest)) };
        let nots = &self.nots[part.game as usize];
        match nots.keys.find(&denied(&part.packed, rest ^ claimed)).filter(|&number| number < nots.earlier) {
            Some(_) => Ok(None),
            None => Err(place),
        }
    }

    /// Checks that a sum has this value.
    pub fn gives(&self, sum: &[Part], claimed: u64) -> Result<(), String> {
        let mut value = 0;
        for part in sum {
            let entries = &self.values[part.game as usize];
            let found = entries.keys.find(&part.packed);
            let number = found.ok_or_else(|| format!("{} is not listed", self.frame.games.component(part)))?;
            value ^= entries.bounds[number].0 as u64;
        }
        if value == claimed { Ok(()) } else { Err(format!("the listed value is {value}, not {claimed}")) }
    }
}

/// The values of words, one bit each, if an earlier level lists all of them with values below 64. Half of the time that a
/// large certificate takes is spent here.
#[inline(never)]
fn reached(entries: &Entries, words: &[u64]) -> Option<u64> {
    let (keys, earlier) = (entries.keys.by_word(), &entries.bounds[..entries.earlier]);
    let mut reached = 0;
    for &word in words {
        match keys.find(word).and_then(|number| earlier.get(number)) {
            Some(&Bound(value)) if value < 64 => reached |= 1 << value,
            _ => return None,
        }
    }
    Some(reached)
}

/// The key of a value that a component has not.
fn denied(words: &[u64], value: u64) -> SmallVec<[u64; 4]> {
    words.iter().copied().chain([value]).collect()
}
