//! Grundy values of impartial games whose play can return. Every position that can be reached is listed with a label, a
//! number or infinity, those with numbers in levels. The labels are the generalised Sprague-Grundy function, which is
//! unique on every finite digraph (Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986), if
//!
//! - a number is the least that is no label of an option;
//! - each option with a larger label, or infinity, has an option with that number on an earlier level: it is reverted;
//! - infinity has an option with infinity, none of whose options has the least number that is no label of its own.
//!
//! A position with infinity is worth infinity of the set of the numbers of its options.

use super::books::Keys;
use super::games::{Part, Parts};
use super::lines::{Lines, number};
use super::strategy::{Frame, Group, group_of, next_key};
use super::turn;
use super::verify::Unproved;
use grundy_answer::Progress;
use grundy_rule::Convention;
use grundy_run::{Flow, Packed, Side};
use smallvec::SmallVec;
use std::fmt;
use std::io::BufRead;

/// Entries between two looks at the watch.
const OFTEN: usize = 256;

/// What a component or a sum is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A nimber.
    Finite(u64),
    /// Infinity, with the nimbers among the options in order.
    Infinite(Vec<u64>),
}

impl Worth {
    /// What a position with this label is worth, its options having these.
    pub fn of(label: Option<u64>, options: impl Iterator<Item = Option<u64>>) -> Worth {
        label.map_or_else(|| Worth::Infinite(finite(options)), Worth::Finite)
    }

    /// The sum of two.
    pub fn plus(self, other: Worth) -> Worth {
        match (self, other) {
            (Worth::Finite(a), Worth::Finite(b)) => Worth::Finite(a ^ b),
            (Worth::Infinite(set), Worth::Finite(by)) | (Worth::Finite(by), Worth::Infinite(set)) => {
                Worth::Infinite(finite(set.iter().map(|value| Some(value ^ by))))
            }
            (Worth::Infinite(_), Worth::Infinite(_)) => Worth::Infinite(Vec::new()),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Finite(value) => write!(f, "{value}"),
            Worth::Infinite(set) => {
                let set: Vec<String> = set.iter().map(u64::to_string).collect();
                write!(f, "inf({})", set.join(", "))
            }
        }
    }
}

/// Labels being checked.
pub struct Loopy<'a> {
    frame: &'a Frame<'a>,
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

/// Where an entry stands.
#[derive(Clone, Copy)]
enum Place {
    Before,
    Level(u32),
    Closed,
}

impl<'a> Loopy<'a> {
    /// Reads and checks the `count` entries of a section.
    pub fn read(frame: &'a Frame<'a>, count: u64, lines: &mut Lines<impl BufRead>) -> Result<Loopy<'a>, Unproved> {
        let games = frame.games;
        let impartial = (0..games.len() as u32).all(|game| games.facts(game).impartial.is_proved());
        if frame.convention != Convention::Normal || !impartial {
            let what = "Grundy values belong to impartial games in which who cannot move loses".to_string();
            return Err(Unproved::False { line: lines.line, what });
        }
        let mut loopy = Loopy { frame, keys: Keys::new(None), entries: Vec::new(), options: Vec::new() };
        let mut group: Option<Group> = None;
        let mut place = Place::Before;
        while (loopy.entries.len() as u64) < count {
            let text = lines.read()?;
            match (text, place) {
                ("level" | "closed", Place::Closed) => {
                    return Err(lines.wrong("nothing but entries follows `closed`").into());
                }
                ("closed", _) => (group, place) = (None, Place::Closed),
                ("level", Place::Level(level)) => (group, place) = (None, Place::Level(level.saturating_add(1))),
                ("level", Place::Before) => (group, place) = (None, Place::Level(0)),
                _ if text.starts_with("of ") => {
                    let begins = group_of(games, &text[3..]);
                    group = Some(begins.map_err(|reason| lines.wrong(reason))?);
                }
                _ => {
                    let added = match &mut group {
                        Some((game, before)) => loopy.entry(text, place, *game, before),
                        None => Err("expected `level`, `closed` or the game of entries"),
                    };
                    let (label, level) = added.map_err(|reason| lines.wrong(reason))?;
                    loopy.entries.push(Entry { label, level, line: lines.line });
                    loopy.tick(loopy.entries.len())?;
                }
            }
        }
        for node in 0..loopy.entries.len() {
            let options = loopy.moves(node).map_err(|reason| loopy.wrong(node, &reason))?;
            loopy.options.push(options);
            loopy.tick(node)?;
        }
        for node in 0..loopy.entries.len() {
            loopy.one(node).map_err(|reason| loopy.wrong(node, &reason))?;
            loopy.tick(node)?;
        }
        Ok(loopy)
    }

    /// Adds the position of a line: its label and level.
    fn entry(
        &mut self,
        text: &str,
        place: Place,
        game: u32,
        before: &mut Option<Packed>,
    ) -> Result<(Option<u64>, u32), &'static str> {
        let (step, word) = text.split_once(' ').ok_or("an entry is a position and its label")?;
        let says = match (place, word) {
            (Place::Before, _) => return Err("expected `level` or `closed`"),
            (Place::Level(level), word) => (Some(number(word, i32::MAX as u64).ok_or("not a Grundy value")?), level),
            (Place::Closed, "inf") => (None, u32::MAX),
            (Place::Closed, _) => return Err("a closed entry has the label inf"),
        };
        let packed = next_key(self.frame.games, game, before, step)?;
        self.keys.insert(&key(&Part { game, packed })).ok_or("a position is listed twice")?;
        Ok(says)
    }

    fn part(&self, node: usize) -> Part {
        let words = self.keys.at(node);
        Part { game: words[0] as u32, packed: words[1..].into() }
    }

    /// The entries that the moves of an entry lead to.
    fn moves(&self, node: usize) -> Result<Vec<u32>, String> {
        let (games, part) = (self.frame.games, self.part(node));
        let (mut options, mut wrong) = (Vec::new(), None);
        turn::each(games, std::slice::from_ref(&part), Side::Left, &mut |child| {
            let found = match &child.landed[..] {
                _ if child.mover == Side::Left => Err("keeps the turn".to_string()),
                [only] => {
                    let unlisted = || format!("leads to {}, which is not listed", games.component(only));
                    self.keys.find(&key(only)).ok_or_else(unlisted)
                }
                _ => Err("leads to no single component".to_string()),
            };
            match found {
                Ok(option) => options.push(option as u32),
                Err(reason) => wrong = Some(format!("{} {reason}", games.game(part.game).move_text(&child.one))),
            }
            if wrong.is_some() { Flow::Stop } else { Flow::On }
        })
        .map_err(|trouble| trouble.reason())?;
        options.sort_unstable();
        options.dedup();
        wrong.map_or(Ok(options), Err)
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
        if done % OFTEN != 0 {
            return Ok(());
        }
        let lists = self.entries.capacity() * size_of::<Entry>() + self.options.capacity() * size_of::<Vec<u32>>();
        let bytes = self.keys.bytes() + lists as u64;
        match self.frame.watch.tick(Progress { what: "positions", done: done as u64, total: None, bytes }) {
            Some(stop) => Err(Unproved::Stopped { stop, done: done as u64 }),
            None => Ok(()),
        }
    }

    /// Checks that a sum is worth what this text says, and that every entry can be reached from it.
    pub fn gives(self, sum: &Parts, claimed: &str) -> Result<(), String> {
        let mut value = Worth::Finite(0);
        let mut reached = vec![false; self.entries.len()];
        let mut waiting = Vec::new();
        for part in sum {
            let found = self.keys.find(&key(part));
            let node = found.ok_or_else(|| format!("{} is not listed", self.frame.games.component(part)))?;
            value = value.plus(Worth::of(self.entries[node].label, self.labels(node)));
            waiting.push(node);
        }
        let text = value.to_string();
        if text != claimed {
            return Err(format!("the listed value is {text}, not {claimed}"));
        }
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                waiting.extend(self.options[node].iter().map(|&option| option as usize));
            }
        }
        match reached.iter().position(|reached| !reached) {
            Some(idle) => {
                Err(format!("{} is listed and cannot be reached", self.frame.games.component(&self.part(idle))))
            }
            None => Ok(()),
        }
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
