//! The checker of certificates of solved positions: reads once from top to bottom, keeps what is listed, and stops at
//! the first line that is wrong.

use super::books::Components;
use super::canonical::Canonical;
use super::games::{Games, Parts};
use super::header::{Header, Needs, Proves, starter};
use super::key::add_step;
use super::lines::{Lines, number};
use super::loopy::Loopy;
use super::measure::Measure;
use super::strategy::{Frame, Strategy, next_key};
use super::turn;
use super::values::Values;
use crate::{Malformed, sha256};
use grundy_answer::{Stop, Watch};
use grundy_rule::Convention;
use grundy_run::{Flow, Packed, Position};
use smallvec::SmallVec;
use std::fmt;
use std::io::BufRead;

/// The most games, components and entries that a header may announce.
const MOST_GAMES: u64 = 1 << 20;
const MOST_ENTRIES: u64 = u32::MAX as u64;

/// A certificate of which the claims have been read.
pub struct Opened<R> {
    /// What it claims.
    pub header: Header,
    lines: Lines<R>,
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed {
    /// Entries checked.
    pub positions: u64,
    /// Lines read.
    pub lines: usize,
    /// Whether positions are listed once that are images of one another, or parts of others.
    pub reduced: bool,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// It is no certificate.
    Malformed(Malformed),
    /// It belongs to other rules.
    OtherRules(String),
    /// Something it says is false, or does not follow.
    False {
        /// The line, from 1.
        line: usize,
        /// What, and why.
        what: String,
    },
    /// It was told to stop.
    Stopped {
        /// Why.
        stop: Stop,
        /// Entries checked until then.
        done: u64,
    },
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Malformed(malformed) => write!(f, "{malformed}"),
            Unproved::OtherRules(reason) => f.write_str(reason),
            Unproved::False { line, what } => write!(f, "line {line}: {what}"),
            Unproved::Stopped { stop, done } => write!(f, "{stop} after {done} positions"),
        }
    }
}

/// How the entries of a certificate are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checking {
    /// Every move and ending is interpreted.
    Interpretation,
    /// Entries are confirmed by the moves written out, and one in 1021 of those is interpreted too.
    WrittenOut,
}

/// Reads what a certificate claims.
pub fn open<R: BufRead>(reader: R) -> Result<Opened<R>, Malformed> {
    let mut lines = Lines::new(reader);
    let header = Header::read(&mut lines)?;
    Ok(Opened { header, lines })
}

impl<R: BufRead> Opened<R> {
    /// Checks the certificate. `position` is what its text means in the rule files `rules`, in their order.
    pub fn verify(
        mut self,
        position: &Position,
        rules: &[&str],
        by: Checking,
        watch: &dyn Watch,
    ) -> Result<Confirmed, Unproved> {
        let digests: Vec<String> = rules.iter().map(|text| sha256(text.as_bytes())).collect();
        if digests != self.header.rules {
            let given = digests.join(" ");
            return Err(Unproved::OtherRules(format!("made for another rule text (this one has sha256 {given})")));
        }
        if position.parts.is_empty() {
            return Err(self.wrong("there is no component".to_string()));
        }
        let mut games = self.games(position)?;
        if by == Checking::Interpretation {
            games.interpret();
        }
        let pointless = !matches!(self.header.proves, Proves::Results(Measure::Margin, _));
        if pointless && games.scores() {
            return Err(self.wrong("who wins a game of points is shown by its margin".to_string()));
        }
        let conventions: Vec<Convention> = (0..games.len() as u32).map(|game| games.convention(game)).collect();
        let convention = conventions.first().copied().unwrap_or(Convention::Normal);
        let several = position.parts.len() > 1;
        if conventions.iter().any(|other| *other != convention) || (several && convention == Convention::Own) {
            return Err(self.wrong("these games cannot be added".to_string()));
        }
        let Some(convention) = self.header.play.convention(convention) else {
            return Err(self.wrong("only normal play can be turned into misere play".to_string()));
        };
        let components = self.components(&games)?;
        let mut root = Parts::new();
        for part in &position.parts {
            let landed = games.land(part, &mut root);
            assert!(landed.is_ok(), "the games of the position are listed");
        }
        let mut frame = Frame { games: &games, convention, components: &components, watch, done: 0 };
        match self.header.proves.clone() {
            Proves::Grundy(claimed) => {
                let count = self.count("values nodes ")?;
                let values = Values::read(&frame, count, &mut self.lines)?;
                values.gives(&root, claimed).map_err(|what| self.wrong(what))?;
                frame.done = count;
            }
            Proves::Value(claimed) => {
                let (values, count) = Canonical::read(&frame, &mut self.lines)?;
                values.gives(&root, &claimed).map_err(|what| self.wrong(what))?;
                frame.done = count;
            }
            Proves::Loopy(claimed) => {
                let count = self.count("values nodes ")?;
                let labels = Loopy::read(&frame, count, &mut self.lines)?;
                labels.gives(&root, &claimed).map_err(|what| self.wrong(what))?;
                frame.done = count;
            }
            Proves::Results(measure, claims) => {
                let mut needed: Vec<Needs> = Vec::new();
                for (needs, _) in claims.iter().flat_map(|claim| claim.needs(measure)) {
                    if !needed.contains(&needs) {
                        needed.push(needs);
                    }
                }
                while !needed.is_empty() {
                    let (needs, count) = self.section(measure, &mut needed)?;
                    let strategy = Strategy::read(&frame, measure, needs, count, &mut self.lines)?;
                    for claim in &claims {
                        let rests = claim.needs(measure).find(|(other, _)| *other == needs);
                        if let Some((_, bound)) = rests {
                            strategy.reaches(&root, claim.starts, bound).map_err(|what| self.wrong(what))?;
                        }
                    }
                    strategy.is_lean().map_err(|what| self.wrong(what))?;
                    frame.done += count;
                }
            }
        }
        if self.lines.read()? != "end" {
            return Err(self.lines.wrong("expected `end`").into());
        }
        if !self.lines.is_over()? {
            self.lines.line += 1;
            return Err(self.lines.wrong("text after the end").into());
        }
        Ok(Confirmed { positions: frame.done, lines: self.lines.line, reduced: games.reduces() })
    }

    fn wrong(&self, what: String) -> Unproved {
        Unproved::False { line: self.lines.line, what }
    }

    /// The number after `head` on the next line.
    fn count(&mut self, head: &str) -> Result<u64, Malformed> {
        let count = number(self.lines.after(head)?, MOST_ENTRIES);
        count.ok_or_else(|| self.lines.wrong("not a number of entries"))
    }

    /// The games of the position, and those reached by the named moves.
    fn games(&mut self, position: &Position) -> Result<Games, Unproved> {
        let mut games = Games::of(position);
        let count = number(self.lines.after("games ")?, MOST_GAMES);
        let count = count.ok_or_else(|| self.lines.wrong("not a number of games"))?;
        for _ in 0..count {
            let line = self.lines.after("game ")?;
            let found = reached(&games, line);
            let game = found.map_err(|reason| Unproved::from(self.lines.wrong(&reason)))?;
            let known = games.len();
            if games.add(&game) != known as u32 {
                return Err(self.lines.wrong("a game is listed twice").into());
            }
        }
        Ok(games)
    }

    /// The components of sums.
    fn components(&mut self, games: &Games) -> Result<Components, Unproved> {
        let count = self.count("parts ")?;
        let mut components = Components::default();
        let mut before: Option<Packed> = None;
        while (components.len() as u64) < count {
            let line = self.lines.read()?;
            let reason = if let Some(game) = line.strip_prefix("of ") {
                let game = number(game, games.len() as u64 - 1).map(|game| game as usize);
                match game.filter(|&game| game >= components.games()) {
                    None => Some("games come in order"),
                    Some(game) => {
                        while components.games() <= game {
                            components.open(games);
                        }
                        before = None;
                        None
                    }
                }
            } else if let Some(game) = components.games().checked_sub(1) {
                match next_key(games, game as u32, &mut before, line) {
                    Ok(key) if components.insert(&key) => None,
                    Ok(_) => Some("a component is listed twice"),
                    Err(reason) => Some(reason),
                }
            } else {
                Some("expected the game of the components")
            };
            if let Some(reason) = reason {
                return Err(self.lines.wrong(reason).into());
            }
        }
        Ok(components)
    }

    /// The head of a strategy that some claim still needs.
    fn section(&mut self, measure: super::Measure, needed: &mut Vec<Needs>) -> Result<(Needs, u64), Unproved> {
        let text = self.lines.after("strategy ")?;
        let head = text.rsplit_once(' ').and_then(|(head, count)| {
            let (player, rest) = starter(head)?;
            let bound = match rest.strip_suffix("nodes")? {
                "" => None,
                word => Some(measure.bound(word.strip_suffix(' ')?)?),
            };
            Some((Needs { player, bound }, number(count, MOST_ENTRIES)?))
        });
        let head = head.ok_or_else(|| self.lines.wrong("not the head of a strategy"))?;
        let place = needed.iter().position(|needs| *needs == head.0);
        needed.remove(place.ok_or_else(|| self.lines.wrong("a strategy that no claim needs"))?);
        Ok(head)
    }
}

/// The game that a line of the list names: number of a game, mover, position, move, part.
fn reached(games: &Games, line: &str) -> Result<std::sync::Arc<grundy_run::Game>, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [game, mover, key, one, part] = words[..] else { return Err("a game is named by five words".to_string()) };
    let game = number(game, games.len() as u64 - 1).ok_or("not the number of an earlier game")? as u32;
    let (mover, _) = starter(&format!("{mover} ")).ok_or("expected left or right")?;
    let of = games.game(game);
    let mut packed: Packed = SmallVec::from_elem(0, of.layout.words());
    add_step(&mut packed, key).filter(|_| of.layout.holds(&of.shapes, &packed)).ok_or("not a position of this game")?;
    let wanted = number(one, u64::from(u32::MAX)).ok_or("not the number of a move")?;
    let part = number(part, u64::from(u32::MAX)).ok_or("not the number of a part")?;
    let (mut count, mut found) = (0, None);
    of.each_move(&packed, mover, &mut |_, to| {
        count += 1;
        if count <= wanted {
            return Flow::On;
        }
        found = to.parts.get(part as usize).map(|component| component.game.clone());
        Flow::Stop
    })
    .map_err(|fault| turn::Trouble::from(fault).reason())?;
    found.ok_or_else(|| "no such move or part".to_string())
}
