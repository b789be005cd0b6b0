//! Grundy values of impartial games whose play can return. Every position that can be reached is listed with a label, a
//! number or infinity, those with numbers in levels. The labels are the generalised Sprague-Grundy function, which is
//! unique on every finite digraph (Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986), if
//!
//! - a number is the least that is no label of an option;
//! - each option with a larger label, or infinity, has an option with that number on an earlier level: it is reverted;
//! - infinity has an option with infinity, none of whose options has the least number that is no label of its own.
//!
//! A position with infinity is worth infinity of the set of the numbers of its options.

use grundy_kernel::{
    Event, Games, Headings, Lines, Listing, Malformed, Part, SAMPLED, Section, Shared, Unproved, number, tick,
};
use grundy_rule::Convention;
use grundy_run::{Flow, Keys, Side};
use smallvec::SmallVec;
use std::fmt;
use std::io::BufRead;

/// Entries between two looks at the watch.
const OFTEN: usize = 256;

/// What a component or a sum is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// A nimber.
    Finite(u64),
    /// Infinity, with the nimbers among the options in order.
    Infinite(Vec<u64>),
}

impl LoopyValue {
    /// What a position with this label is worth, its options having these.
    pub fn of(label: Option<u64>, options: impl Iterator<Item = Option<u64>>) -> LoopyValue {
        label.map_or_else(|| LoopyValue::Infinite(finite(options)), LoopyValue::Finite)
    }

    /// The sum of two.
    pub fn plus(self, other: LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(a ^ b),
            (LoopyValue::Infinite(set), LoopyValue::Finite(by))
            | (LoopyValue::Finite(by), LoopyValue::Infinite(set)) => {
                LoopyValue::Infinite(finite(set.iter().map(|value| Some(value ^ by))))
            }
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::Infinite(Vec::new()),
        }
    }
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyValue::Finite(value) => write!(f, "{value}"),
            LoopyValue::Infinite(set) => {
                let set: Vec<String> = set.iter().map(u64::to_string).collect();
                write!(f, "inf({})", set.join(", "))
            }
        }
    }
}

/// Labels being checked.
pub struct Loopy<'a> {
    frame: &'a Shared<'a>,
    /// The components: their game, then their words.
    keys: Keys,
    entries: Vec<Entry>,
    /// The numbers of the options of each.
    options: Vec<Vec<u32>>,
}

struct Entry {
    /// The label; nothing is infinity.
    label: Option<u64>,
    level: u32,
    line: usize,
}

/// The level of what has the label infinity.
const CLOSED: u32 = u32::MAX;

impl<'a> Loopy<'a> {
    /// Reads and checks the `count` entries of a section.
    pub fn read(frame: &'a Shared<'a>, count: u64, lines: &mut Lines<impl BufRead>) -> Result<Loopy<'a>, Unproved> {
        if frame.convention != Convention::Normal || !frame.games.are_impartial() {
            let what = "Grundy values belong to impartial games in which who cannot move loses".to_string();
            return Err(Unproved::False { line: lines.line, what });
        }
        let mut loopy = Loopy { frame, keys: Keys::new(None), entries: Vec::new(), options: Vec::new() };
        let mut section = Section::new(frame.games, Headings::Games, 0, count);
        let mut level = 0;
        while let Some(event) = section.next(lines)? {
            match event {
                Event::Closed => level = CLOSED,
                Event::Level => level += 1,
                Event::Entry(listing) => {
                    let line = listing.line;
                    let label = loopy.list(listing, level);
                    let label = label.map_err(|reason| Malformed { line, reason: reason.to_string() })?;
                    loopy.entries.push(Entry { label, level, line });
                    loopy.tick(loopy.entries.len())?;
                }
            }
        }
        for node in 0..loopy.entries.len() {
            let options = loopy.moves(frame.games, node).map_err(|reason| loopy.wrong(node, &reason))?;
            if let Some(sample) = frame.sample.filter(|_| node % SAMPLED == 0)
                && loopy.moves(sample, node) != Ok(options.clone())
            {
                return Err(loopy.wrong(node, "interpretation makes other moves"));
            }
            loopy.options.push(options);
            loopy.tick(node)?;
        }
        for node in 0..loopy.entries.len() {
            loopy.one(node).map_err(|reason| loopy.wrong(node, &reason))?;
            loopy.tick(node)?;
        }
        Ok(loopy)
    }

    /// Adds the position of a line: its label.
    fn list(&mut self, listing: Listing, level: u32) -> Result<Option<u64>, &'static str> {
        let Listing { game: Some(game), key: packed, rest, again: false, .. } = listing else {
            return Err("a position is listed twice");
        };
        let label = match (level, rest) {
            (CLOSED, "inf") => None,
            (CLOSED, _) => return Err("a closed entry has the label inf"),
            _ => Some(number(rest, i32::MAX as u64).ok_or("not a Grundy value")?),
        };
        self.keys.insert(&key(&Part { game, packed })).ok_or("a position is listed twice")?;
        Ok(label)
    }

    fn part(&self, node: usize) -> Part {
        let words = self.keys.at(node);
        Part { game: words[0] as u32, packed: words[1..].into() }
    }

    /// The entries that the moves of an entry lead to.
    fn moves(&self, games: &Games, node: usize) -> Result<Vec<u32>, String> {
        let part = self.part(node);
        let (mut options, mut count, mut wrong) = (Vec::new(), 0, Ok(()));
        games.each_option(&part, Side::Left, &mut |step| {
            let found = match &step.parts[..] {
                _ if step.mover == Side::Left => Err("keeps the turn".to_string()),
                [only] => {
                    let unlisted = || format!("leads to {}, which is not listed", games.component(only));
                    self.keys.find(&key(only)).ok_or_else(unlisted)
                }
                _ => Err("leads to no single component".to_string()),
            };
            match found {
                Ok(option) => options.push(option as u32),
                Err(reason) => wrong = Err(format!("{} {reason}", games.move_text(&part, Side::Left, count))),
            }
            count += 1;
            if wrong.is_err() { Flow::Stop } else { Flow::On }
        })?;
        wrong?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Whether the label of an entry fits those of its options and of theirs.
    fn one(&self, node: usize) -> Result<(), String> {
        let entry = &self.entries[node];
        let least = least(&finite(self.labels(node)));
        let shown = |option: u32| self.frame.games.component(&self.part(option as usize));
        match entry.label {
            Some(label) if label != least => Err(format!("its options make it {least}, not {label}")),
            Some(label) => {
                let reverts = |&back: &u32| {
                    let back = &self.entries[back as usize];
                    back.label == Some(label) && back.level < entry.level
                };
                let lasting = self.options[node].iter().find(|&&option| {
                    let larger = self.entries[option as usize].label.is_none_or(|other| other > label);
                    larger && !self.options[option as usize].iter().any(reverts)
                });
                lasting.map_or(Ok(()), |&option| {
                    Err(format!(
                        "no move from its option {} leads to the value {label} on an earlier level",
                        shown(option)
                    ))
                })
            }
            None => {
                let keeps = |&option: &u32| {
                    let infinite = self.entries[option as usize].label.is_none();
                    infinite && self.labels(option as usize).all(|label| label != Some(least))
                };
                let kept = self.options[node].iter().any(keeps);
                let reason = || format!("every option with the label inf has an option of value {least}");
                if kept { Ok(()) } else { Err(reason()) }
            }
        }
    }

    /// The labels of the options of an entry.
    fn labels(&self, node: usize) -> impl Iterator<Item = Option<u64>> {
        self.options[node].iter().map(|&option| self.entries[option as usize].label)
    }

    fn wrong(&self, node: usize, reason: &str) -> Unproved {
        let what = format!("{}: {reason}", self.frame.games.component(&self.part(node)));
        Unproved::False { line: self.entries[node].line, what }
    }

    fn tick(&self, done: usize) -> Result<(), Unproved> {
        let lists = self.entries.capacity() * size_of::<Entry>() + self.options.capacity() * size_of::<Vec<u32>>();
        if done % OFTEN == 0 { tick(self.frame.watch, done as u64, self.keys.bytes() + lists as u64) } else { Ok(()) }
    }

    /// Checks that a sum is worth what this text says.
    pub fn gives(&self, sum: &[Part], claimed: &str) -> Result<(), String> {
        let mut value = LoopyValue::Finite(0);
        for part in sum {
            let found = self.keys.find(&key(part));
            let node = found.ok_or_else(|| format!("{} is not listed", self.frame.games.component(part)))?;
            value = value.plus(LoopyValue::of(self.entries[node].label, self.labels(node)));
        }
        let text = value.to_string();
        if text == claimed { Ok(()) } else { Err(format!("the listed value is {text}, not {claimed}")) }
    }
}

fn key(part: &Part) -> SmallVec<[u64; 4]> {
    let mut words = SmallVec::from_iter([u64::from(part.game)]);
    words.extend_from_slice(&part.packed);
    words
}

/// The numbers among labels, in order.
fn finite(labels: impl Iterator<Item = Option<u64>>) -> Vec<u64> {
    let mut set: Vec<u64> = labels.flatten().collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// The least number that is not in a set in order.
fn least(set: &[u64]) -> u64 {
    set.iter().zip(0..).take_while(|(value, place)| *value == place).count() as u64
}
