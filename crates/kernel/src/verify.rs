//! The one entry: a certificate and rule texts in, a verdict out. It reads once from top to bottom, keeps what is listed, and
//! stops at the first line that is wrong.

use crate::entries::Components;
use crate::games::{Games, Part, Parts};
use crate::header::{Header, Needs, Proves, starter};
use crate::key::add_step;
use crate::lines::{Lines, number};
use crate::measure::Measure;
use crate::moves::{Likeness, Maker, interpreted};
use crate::section::next_key;
use crate::strategy::{Shared, Strategy};
use crate::values::Values;
use grundy_answer::{Stop, Watch};
use grundy_rule::{Convention, Diagnostic, Module, sha256};
use grundy_run::{Game, Packed, Position, World};
use smallvec::SmallVec;
use std::fmt;
use std::io::BufRead;
use std::sync::Arc;

/// The most games, components and entries that a header may announce.
const MOST_GAMES: u64 = 1 << 20;
const MOST_ENTRIES: u64 = u32::MAX as u64;

/// The longest text of a position, in bytes.
const LONGEST_POSITION: usize = 1 << 20;

/// A text that is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line where that shows, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// A certificate of which the claims have been read.
pub struct Opened<R> {
    /// What it claims.
    pub header: Header,
    lines: Lines<R>,
}

/// What was verified.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The statement, with the digests of the rules.
    pub header: Header,
    /// The position, as the rules mean its text.
    pub position: Position,
    /// Entries checked.
    pub entries: u64,
    /// The lines of the rules by which positions were taken for one: the number of the game, and the line.
    pub likenesses: Vec<(u32, Likeness)>,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// It is no certificate.
    Malformed(Malformed),
    /// It belongs to other rules, or the rules are wrong.
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

impl From<Malformed> for Unproved {
    fn from(malformed: Malformed) -> Unproved {
        Unproved::Malformed(malformed)
    }
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

/// Reads the sections of values that are not Grundy values, checks that they give the parts of the position the claimed value,
/// and says how many entries there were.
pub type ValueSections<'v, R> = &'v mut dyn FnMut(&Shared, &mut Lines<R>, &[Part]) -> Result<u64, Unproved>;

/// Checks a certificate against the rule texts that its position names, in their order, by interpretation.
pub fn verify(certificate: impl BufRead, rules: &[&str], watch: &dyn Watch) -> Result<Verified, Unproved> {
    let values: ValueSections<_> = &mut |_, lines, _| Err(lines.wrong("not a kind of the kernel").into());
    open(certificate)?.verify_with(rules, None, watch, values)
}

/// Reads what a certificate claims.
pub fn open<R: BufRead>(reader: R) -> Result<Opened<R>, Malformed> {
    let mut lines = Lines::new(reader);
    let header = Header::read(&mut lines)?;
    Ok(Opened { header, lines })
}

impl<R: BufRead> Opened<R> {
    /// Checks the rest against the rule texts. With a maker of moves, that is used instead of interpretation, and one entry
    /// in 1021 is interpreted too. Values other than Grundy values are checked by `values`.
    pub fn verify_with(
        mut self,
        rules: &[&str],
        maker: Option<&Maker<'_>>,
        watch: &dyn Watch,
        values: ValueSections<'_, R>,
    ) -> Result<Verified, Unproved> {
        let digests: Vec<String> = rules.iter().map(|text| sha256(text.as_bytes())).collect();
        if digests != self.header.rules {
            let given = digests.join(" ");
            return Err(Unproved::OtherRules(format!("made for another rule text (this one has sha256 {given})")));
        }
        let position = meant(&self.header.position, rules).map_err(Unproved::OtherRules)?;
        if position.parts.is_empty() {
            return Err(self.wrong("there is no component".to_string()));
        }
        let mut games = Games::of(&position, maker.unwrap_or(&interpreted));
        self.games(&mut games)?;
        let likenesses = self.likenesses(games.count() as u64)?;
        self.liken(&mut games, &likenesses)?;
        let mut sample = maker.map(|_| Games::of(&position, &interpreted));
        if let Some(sample) = &mut sample {
            for game in 0..games.count() as u32 {
                sample.add(games.game(game));
            }
            self.liken(sample, &likenesses)?;
        }
        let convention = self.convention(&games, position.parts.len())?;
        let components = self.components(&games)?;
        let mut root = Parts::new();
        for part in &position.parts {
            let landed = games.land(part, &mut root);
            assert!(landed.is_ok(), "the games of the position are listed");
        }
        let (sample, components) = (sample.as_ref(), &components);
        let mut frame = Shared { games: &games, sample, convention, components, watch, done: 0 };
        match self.header.proves.clone() {
            Proves::Grundy(claimed) => {
                let count = self.count("values nodes ")?;
                let values = Values::read(&frame, count, &mut self.lines)?;
                values.gives(&root, claimed).map_err(|what| self.wrong(what))?;
                frame.done = count;
            }
            Proves::Value(_) | Proves::Loopy(_) => frame.done = values(&frame, &mut self.lines, &root)?,
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
        let entries = frame.done;
        Ok(Verified { header: self.header, position, entries, likenesses })
    }

    fn wrong(&self, what: String) -> Unproved {
        Unproved::False { line: self.lines.line, what }
    }

    /// The number after `head` on the next line.
    fn count(&mut self, head: &str) -> Result<u64, Malformed> {
        let count = number(self.lines.after(head)?, MOST_ENTRIES);
        count.ok_or_else(|| self.lines.wrong("not a number of entries"))
    }

    /// How all games of the position end, if what is claimed can be said of them.
    fn convention(&self, games: &Games, parts: usize) -> Result<Convention, Unproved> {
        let points = matches!(self.header.proves, Proves::Results(Measure::Margin, _));
        let unlike = ["who wins a game of points is shown by its margin", "a game without points has no margin"];
        if points != games.scores() {
            return Err(self.wrong(unlike[usize::from(points)].to_string()));
        }
        let convention = games.convention(0);
        let alike = (0..games.count() as u32).all(|game| games.convention(game) == convention);
        if !alike || (parts > 1 && convention == Convention::Own) {
            return Err(self.wrong("these games cannot be added".to_string()));
        }
        let played = self.header.play.convention(convention);
        played.ok_or_else(|| self.wrong("only normal play can be turned into misere play".to_string()))
    }

    /// Adds the games reached by the named moves.
    fn games(&mut self, games: &mut Games) -> Result<(), Unproved> {
        let count = number(self.lines.after("games ")?, MOST_GAMES);
        let count = count.ok_or_else(|| self.lines.wrong("not a number of games"))?;
        for _ in 0..count {
            let line = self.lines.after("game ")?;
            let found = reached(games, line);
            let game = found.map_err(|reason| Unproved::from(self.lines.wrong(&reason)))?;
            let known = games.count();
            if games.add(&game) != known as u32 {
                return Err(self.lines.wrong("a game is listed twice").into());
            }
        }
        Ok(())
    }

    /// The lines of the rules by which positions are taken for one, sorted by game.
    fn likenesses(&mut self, games: u64) -> Result<Vec<(u32, Likeness)>, Unproved> {
        let count = self.count("alike ")?;
        let mut all: Vec<(u32, Likeness)> = Vec::new();
        while (all.len() as u64) < count {
            let words: Vec<&str> = self.lines.after("by ")?.split(' ').collect();
            let read = match words[..] {
                [game, kind, line] => number(game, games - 1).zip(number(line, MOST_GAMES)).and_then(|(game, line)| {
                    let likeness = match kind {
                        "split" => Likeness::Split(line as usize),
                        "symmetry" => Likeness::Symmetry(line as usize),
                        _ => return None,
                    };
                    Some((game as u32, likeness))
                }),
                _ => None,
            };
            let read = read.filter(|read| all.last().is_none_or(|last| last.0 <= read.0) && !all.contains(read));
            all.push(read.ok_or_else(|| self.lines.wrong("not a game, a kind of line and its number, in order"))?);
        }
        Ok(all)
    }

    fn liken(&self, games: &mut Games, likenesses: &[(u32, Likeness)]) -> Result<(), Unproved> {
        for of_one in likenesses.chunk_by(|one, next| one.0 == next.0) {
            let lines: Vec<Likeness> = of_one.iter().map(|(_, likeness)| *likeness).collect();
            games.liken(of_one[0].0, &lines).map_err(|reason| self.wrong(reason))?;
        }
        Ok(())
    }

    /// The components of sums.
    fn components(&mut self, games: &Games) -> Result<Components, Unproved> {
        let count = self.count("parts ")?;
        let mut components = Components::default();
        let mut before: Option<Packed> = None;
        while (components.len() as u64) < count {
            let line = self.lines.read()?;
            let listed = match (line.strip_prefix("of "), components.games().checked_sub(1)) {
                (Some(game), _) => match number(game, games.count() as u64 - 1) {
                    Some(game) if game as usize >= components.games() => {
                        (components.games()..=game as usize).for_each(|_| components.open(games));
                        before = None;
                        Ok(())
                    }
                    _ => Err("games come in order"),
                },
                (None, None) => Err("expected the game of the components"),
                (None, Some(game)) => next_key(games, game as u32, &mut before, line)
                    .and_then(|(key, _)| components.insert(&key).then_some(()).ok_or("a component is listed twice")),
            };
            listed.map_err(|reason| self.lines.wrong(reason))?;
        }
        Ok(components)
    }

    /// The head of a strategy that some claim still needs.
    fn section(&mut self, measure: Measure, needed: &mut Vec<Needs>) -> Result<(Needs, u64), Unproved> {
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

/// The position that a text means in these rules.
fn meant(text: &str, rules: &[&str]) -> Result<Position, String> {
    let told = |mistakes: Vec<Diagnostic>| {
        let first = mistakes.iter().find(|diagnostic| diagnostic.is_error());
        first.map_or_else(|| "wrong".to_string(), |mistake| format!("[{}] {}", mistake.code, mistake.cause))
    };
    let mut modules: Vec<Arc<Module>> = Vec::new();
    for text in rules {
        let reading = grundy_rule::read(text);
        if reading.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(format!("the rules are wrong: {}", told(reading.diagnostics)));
        }
        modules.push(Arc::new(reading.module));
    }
    let world = World::new(modules);
    let library: Vec<&Module> = world.modules().iter().map(|module| &**module).collect();
    let expr = grundy_rule::parse_expression(text, LONGEST_POSITION);
    let closed = expr.and_then(|expr| grundy_rule::check_position(&expr, &library));
    let closed = closed.map_err(|mistakes| format!("the position is wrong: {}", told(mistakes)))?;
    let position = grundy_run::position(&world, 0, &closed);
    position.map_err(|mistake| format!("the position is wrong: [{}] {}", mistake.code, mistake.cause))
}

/// The game that a line of the list names: number of a game, mover, position, move, part.
fn reached(games: &Games, line: &str) -> Result<Arc<Game>, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [game, mover, key, one, part] = words[..] else { return Err("a game is named by five words".to_string()) };
    let game = number(game, games.count() as u64 - 1).ok_or("not the number of an earlier game")? as u32;
    let (mover, _) = starter(&format!("{mover} ")).ok_or("expected left or right")?;
    let of = games.game(game);
    let mut packed: Packed = SmallVec::from_elem(0, of.layout.words());
    add_step(&mut packed, key).filter(|_| of.layout.holds(&of.shapes, &packed)).ok_or("not a position of this game")?;
    let wanted = number(one, u64::from(u32::MAX)).ok_or("not the number of a move")?;
    let part = number(part, u64::from(u32::MAX)).ok_or("not the number of a part")?;
    let moves = of.moves(&packed, mover).map_err(|mistake| format!("[{}] {}", mistake.code, mistake.cause))?;
    let led = moves.get(wanted as usize).and_then(|(_, to)| to.parts.get(part as usize));
    led.map(|component| component.game.clone()).ok_or_else(|| "no such move or part".to_string())
}
