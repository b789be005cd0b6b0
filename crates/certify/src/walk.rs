//! The walk that collects what a strategy in sums needs: one move where the player moves and every move where the other
//! does; each sum once. What positions are worth is asked of an [`Oracle`].

use crate::text::number_order;
use crate::written::Means;
use grundy_answer::{Progress, Stop, Watch};
use grundy_kernel::{Bound, Games, Measure, Needs, Part, Parts, PlayedBy};
use grundy_rule::{Convention, Diagnostic};
use grundy_run::{Component, Ending, Keys, Position, Side};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Knows what positions are worth. What it says wrong, the checker refuses.
pub trait Oracle {
    /// Why it does not know.
    type Failure;

    /// What a position is worth to the player about to move.
    fn worth(&mut self, position: &Position, mover: Side) -> Result<Known, Self::Failure>;

    /// Whether `player` gets at least so much with `mover` about to move; nothing if moves to the end are counted, which
    /// `worth` tells.
    fn gets(
        &mut self,
        position: &Position,
        mover: Side,
        player: Side,
        at_least: Bound,
    ) -> Result<Option<bool>, Self::Failure>;

    /// Asks that `worth` tell moves to the end from now on, those to a draw that has to be forced among them; false if it
    /// does so already or never will.
    fn count_moves(&mut self) -> bool;

    /// The Grundy value of a component.
    fn grundy(&mut self, component: &Component) -> Result<u64, Self::Failure>;
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// What the player about to move gets.
    pub gets: Bound,
    /// Moves to the end, where play can return: a move to fewer is progress.
    pub rank: Option<u32>,
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum NotWritten<F> {
    /// The oracle does not know.
    Unknown(F),
    /// There is no such certificate of this position.
    Unfit(String),
    /// It was told to stop.
    Stopped(Stop),
    /// The certificate cannot be written.
    Write(std::io::Error),
}

impl<F> From<String> for NotWritten<F> {
    fn from(reason: String) -> NotWritten<F> {
        NotWritten::Unfit(reason)
    }
}

impl<F> From<Box<Diagnostic>> for NotWritten<F> {
    fn from(mistake: Box<Diagnostic>) -> NotWritten<F> {
        NotWritten::Unfit(format!("[{}] {}", mistake.code, mistake.cause))
    }
}

/// Where a game was first met: in a part, after a move of a player, as one of what it leads to.
pub struct Origin {
    /// The part.
    pub part: Part,
    /// Who moves.
    pub mover: Side,
    /// The number of the move in that part.
    pub one: usize,
    /// The number of the part it leads to.
    pub place: usize,
}

/// Whether positions are single components or sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Each is one component.
    Single,
    /// Each is a sum, without parts in which nobody can move.
    Sums,
}

/// The level of an entry of the closed set.
pub const CLOSED: u32 = u32::MAX;
/// The level of an entry on the path of the walk, and of one that waits for it.
pub(crate) const OPEN: u32 = u32::MAX - 1;
pub(crate) const NEW: u32 = u32::MAX - 2;

/// One entry.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What the player gets there, at least; or the value.
    pub bound: Bound,
    /// Which move is named.
    pub witness: Option<Witness>,
    /// Entries lead to earlier levels.
    pub level: u32,
}

/// A move: the number of the part it moves in, and its own number there.
#[derive(Clone, Copy, Debug)]
pub struct Witness {
    /// The part.
    pub part: u32,
    /// The move.
    pub one: u32,
}

/// All that was met, in numbers: parts, positions made of parts, entries of positions.
pub struct Walk<'a> {
    /// The games met.
    pub games: Games<'a>,
    /// Where those beyond the position's own were met.
    pub origins: Vec<Origin>,
    /// Whether positions are sums.
    pub shape: Shape,
    /// How moves are made, and by which lines positions are taken for one.
    pub means: Means<'a>,
    convention: Convention,
    parts: Keys,
    dead: FxHashMap<u32, bool>,
    counts: FxHashMap<(u32, u64), u32>,
    watch: &'a dyn Watch,
    pub(crate) ticks: u64,
}

/// The positions of one section: words `[mover, parts...]`.
pub struct Listed {
    /// The positions.
    pub keys: Keys,
    /// What is said of each.
    pub entries: Vec<Entry>,
    /// Whether some entry leads back to itself.
    pub cyclic: bool,
}

/// A position of a walk: the mover, then the numbers of its parts in order.
pub type Key = SmallVec<[u64; 4]>;

struct Step {
    by: Witness,
    to: Key,
    gain: i64,
}

/// What a walk collects.
#[derive(Clone, Copy)]
struct Aim {
    measure: Measure,
    needs: Needs,
    /// What play for ever gives the player.
    forever: Bound,
}

/// An entry on the path of a walk, and the entries it leads to.
pub(crate) struct Frame {
    pub(crate) node: usize,
    pub(crate) below: Vec<usize>,
    pub(crate) next: usize,
}

impl<'a> Walk<'a> {
    /// Before the first step.
    pub fn new(position: &Position, play: PlayedBy, shape: Shape, means: Means<'a>, watch: &'a dyn Watch) -> Walk<'a> {
        let mut games = Games::of(position, means.make);
        (0..games.count() as u32).for_each(|game| liken(&mut games, means, game));
        let written = games.convention(0);
        let convention = play.convention(written).unwrap_or(written);
        let parts = Keys::new(None);
        let (dead, counts) = (FxHashMap::default(), FxHashMap::default());
        Walk { games, origins: Vec::new(), shape, means, convention, parts, dead, counts, watch, ticks: 0 }
    }

    /// The part of a number.
    pub fn part(&self, number: u64) -> Part {
        let words = self.parts.at(number as usize);
        Part { game: words[0] as u32, packed: words[1..].into() }
    }

    /// How many parts were met.
    pub fn parts(&self) -> usize {
        self.parts.count()
    }

    pub(crate) fn intern(&mut self, part: &Part) -> u32 {
        let mut words: SmallVec<[u64; 4]> = SmallVec::from_iter([u64::from(part.game)]);
        words.extend_from_slice(&part.packed);
        let known = self.parts.find(&words).or_else(|| self.parts.insert(&words));
        known.expect("fewer than 2^32 parts") as u32
    }

    /// What a component falls into, its game being listed if it is new.
    pub(crate) fn land(&mut self, component: &Component, origin: impl FnOnce() -> Origin) -> Parts {
        let known = self.games.count();
        if self.games.add(&component.game) as usize == known {
            liken(&mut self.games, self.means, known as u32);
            self.origins.push(origin());
        }
        let mut parts = Parts::new();
        let landed = self.games.land(component, &mut parts);
        assert!(landed.is_ok(), "the game was added");
        parts
    }

    /// The order of two parts in a certificate: by game, then by number.
    pub fn order(&self, a: u64, b: u64) -> std::cmp::Ordering {
        let (a, b) = (self.parts.at(a as usize), self.parts.at(b as usize));
        a[0].cmp(&b[0]).then_with(|| number_order(&a[1..], &b[1..]))
    }

    /// The key of a sum: the mover, and the numbers of its parts in order.
    fn key<F>(&mut self, parts: &[Part], mover: Side) -> Result<Key, NotWritten<F>> {
        let mut key: Key = SmallVec::from_iter([mover as u64]);
        let drops = self.shape == Shape::Sums && matches!(self.convention, Convention::Normal | Convention::Misere);
        for part in parts {
            let number = self.intern(part);
            if drops {
                let dead = match self.dead.get(&number) {
                    Some(&dead) => dead,
                    None => self.games.is_dead(part)?,
                };
                self.dead.insert(number, dead);
                if dead {
                    continue;
                }
            }
            key.push(u64::from(number));
        }
        key[1..].sort_unstable();
        Ok(key)
    }

    /// The key of a position.
    pub fn root<F>(&mut self, position: &Position, mover: Side) -> Result<Key, NotWritten<F>> {
        let parts = self.landed(position);
        self.key(&parts, mover)
    }

    /// A key as parts and mover.
    pub fn unkey(&self, key: &[u64]) -> (Parts, Side) {
        let mover = if key[0] == Side::Left as u64 { Side::Left } else { Side::Right };
        (key[1..].iter().map(|&number| self.part(number)).collect(), mover)
    }

    fn position(&self, key: &[u64]) -> (Position, Side) {
        let (parts, mover) = self.unkey(key);
        (Position { parts: parts.iter().map(|part| self.games.component(part)).collect() }, mover)
    }

    /// Every move in a sum, in order; nothing if the game is over.
    fn options<F>(&mut self, key: &[u64]) -> Result<Vec<Step>, NotWritten<F>> {
        let (parts, mover) = self.unkey(key);
        let mut options = Vec::new();
        if matches!(&parts[..], [only] if self.games.ended(only, mover)?.is_some()) {
            return Ok(options);
        }
        for (number, part) in parts.iter().enumerate() {
            let moves = self.games.game(part.game).moves(&part.packed, mover)?;
            for (one, (_, to)) in moves.into_iter().enumerate() {
                let mut sum: Parts = parts.clone();
                sum.remove(number);
                for (place, component) in to.parts.iter().enumerate() {
                    let origin = || Origin { part: part.clone(), mover, one, place };
                    sum.extend(self.land(component, origin));
                }
                let next = to.turn.next(mover);
                let by = Witness { part: key[number + 1] as u32, one: one as u32 };
                options.push(Step { by, to: self.key(&sum, next)?, gain: to.gain });
            }
        }
        Ok(options)
    }

    pub(crate) fn tick<F>(&mut self, listed: &Listed) -> Result<(), NotWritten<F>> {
        let entries = (listed.entries.capacity() * size_of::<Entry>()) as u64;
        let bytes = self.parts.bytes() + listed.keys.bytes() + entries;
        self.report(|| (listed.entries.len() as u64, bytes))
    }

    /// Tells the watch now and then how many positions there are, and in how many bytes.
    pub(crate) fn report<F>(&mut self, held: impl FnOnce() -> (u64, u64)) -> Result<(), NotWritten<F>> {
        self.ticks += 1;
        if self.ticks % 256 != 0 {
            return Ok(());
        }
        let (done, bytes) = held();
        let progress = Progress { what: "certified positions", done, total: None, bytes };
        self.watch.tick(progress).map_or(Ok(()), |stop| Err(NotWritten::Stopped(stop)))
    }

    /// Who is told how far the walk is.
    pub(crate) fn watch(&self) -> &'a dyn Watch {
        self.watch
    }

    /// How play ends.
    pub(crate) fn convention(&self) -> Convention {
        self.convention
    }

    /// What a position falls into.
    pub(crate) fn landed(&self, position: &Position) -> Parts {
        let mut parts = Parts::new();
        for component in &position.parts {
            let landed = self.games.land(component, &mut parts);
            assert!(landed.is_ok(), "the games of the position come first");
        }
        parts
    }

    /// The only component of a position.
    pub(crate) fn single(&self, position: &Position) -> Option<Part> {
        let mut parts = self.landed(position);
        if parts.len() == 1 { parts.pop() } else { None }
    }

    /// Collects a strategy in the sums `roots`.
    pub fn strategy<O: Oracle>(
        &mut self,
        roots: &[Key],
        measure: Measure,
        needs: Needs,
        oracle: &mut O,
    ) -> Result<Listed, NotWritten<O::Failure>> {
        let mut listed = Listed { keys: Keys::new(None), entries: Vec::new(), cyclic: false };
        let (parts, mover) = self.unkey(&roots[0]);
        let forever = self.forever_gives(measure, needs.player, &parts, mover)?;
        let aim = Aim { measure, needs, forever };
        for root in roots {
            let first = self.add(&mut listed, root, needs, oracle)?;
            let mut opening = Some(first).filter(|&first| listed.entries[first].level == NEW);
            let mut stack: Vec<Frame> = Vec::new();
            loop {
                if let Some(node) = opening.take() {
                    self.tick(&listed)?;
                    let below = self.below(&mut listed, node, aim, oracle)?;
                    stack.push(Frame { node, below, next: 0 });
                }
                let Some(frame) = stack.last_mut() else { break };
                match frame.below.get(frame.next) {
                    Some(&child) => {
                        frame.next += 1;
                        match listed.entries[child].level {
                            NEW => opening = Some(child),
                            // What is won by going in circles is won in no number of moves: progress is asked for.
                            OPEN if listed.entries[child].bound > forever && oracle.count_moves() => {
                                return self.strategy(roots, measure, needs, oracle);
                            }
                            OPEN => listed.cyclic = true,
                            _ => {}
                        }
                    }
                    None => {
                        let levels = frame.below.iter().map(|&child| listed.entries[child].level);
                        let level = levels.filter(|level| *level < NEW).max().map_or(0, |level| level + 1);
                        listed.entries[frame.node].level = level;
                        stack.pop();
                    }
                }
            }
        }
        if listed.cyclic {
            listed.entries.iter_mut().filter(|entry| entry.bound <= forever).for_each(|entry| entry.level = CLOSED);
        }
        Ok(listed)
    }

    /// Opens an entry: the entries it leads to, one where the player moves.
    fn below<O: Oracle>(
        &mut self,
        listed: &mut Listed,
        node: usize,
        aim: Aim,
        oracle: &mut O,
    ) -> Result<Vec<usize>, NotWritten<O::Failure>> {
        listed.entries[node].level = OPEN;
        let key: Key = listed.keys.at(node).into();
        let mut options = self.options(&key)?;
        let (_, mover) = self.unkey(&key);
        if mover == aim.needs.player && !options.is_empty() {
            let chosen = self.chosen(listed, node, &options, aim, oracle)?;
            options = vec![options.swap_remove(chosen)];
            listed.entries[node].witness = Some(options[0].by);
        }
        let mut below = Vec::new();
        for option in &options {
            below.push(self.add(listed, &option.to, aim.needs, oracle)?);
        }
        below.sort_unstable();
        below.dedup();
        Ok(below)
    }

    /// A move that keeps what the player is to get: to a position that is listed anyway, or the one that makes most
    /// progress, or the one that leaves fewest moves.
    fn chosen<O: Oracle>(
        &mut self,
        listed: &Listed,
        node: usize,
        options: &[Step],
        aim: Aim,
        oracle: &mut O,
    ) -> Result<usize, NotWritten<O::Failure>> {
        let bound = listed.entries[node].bound;
        let enough =
            |option: &Step, gets: Bound| aim.measure.after(bound, option.gain).is_some_and(|needed| gets >= needed);
        let known = options.iter().position(|option| {
            listed.keys.find(&option.to).is_some_and(|number| {
                let entry = listed.entries[number];
                (entry.level < NEW || bound <= aim.forever) && enough(option, entry.bound)
            })
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let mut best: Option<(u32, usize)> = None;
        for (number, option) in options.iter().enumerate() {
            let (position, next) = self.position(&option.to);
            let worth = oracle.worth(&position, next).map_err(NotWritten::Unknown)?;
            let gets = if next == aim.needs.player { worth.gets } else { worth.gets.reversed() };
            if !enough(option, gets) {
                continue;
            }
            let rank = match worth.rank {
                Some(rank) => rank,
                None => self.breadth(&option.to)?,
            };
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, number));
            }
        }
        best.map(|(_, number)| number).ok_or_else(|| {
            let (position, _) = self.position(listed.keys.at(node));
            NotWritten::Unfit(format!("no move of {position} keeps {}", aim.measure.text(bound)))
        })
    }

    /// How many moves a sum has, those of equal parts once.
    fn breadth<F>(&mut self, key: &[u64]) -> Result<u32, NotWritten<F>> {
        let mut breadth = 0;
        for place in (1..key.len()).filter(|&place| place == 1 || key[place] != key[place - 1]) {
            let (part, mover) = (key[place] as u32, key[0]);
            let known = self.counts.get(&(part, mover)).copied();
            let count = match known {
                Some(count) => count,
                None => {
                    let (parts, side) = self.unkey(&[mover, key[place]]);
                    self.games.game(parts[0].game).moves(&parts[0].packed, side)?.len() as u32
                }
            };
            self.counts.insert((part, mover), count);
            breadth += count;
        }
        Ok(breadth)
    }

    /// What play for ever gives the player, as far as a closed set may rest on it.
    pub(crate) fn forever_gives<F>(
        &self,
        measure: Measure,
        player: Side,
        parts: &[Part],
        mover: Side,
    ) -> Result<Bound, NotWritten<F>> {
        let ending = match parts {
            [only] => self.games.forever(only, mover)?,
            _ => Ending::Drawn,
        };
        Ok(match (measure, ending) {
            (Measure::Margin, _) => Bound(i32::MIN),
            (_, Ending::Won(side)) => Bound(if side == player { 1 } else { -1 }),
            _ => Bound::DRAW,
        })
    }

    /// The number of a position in the list, new or old.
    fn add<O: Oracle>(
        &mut self,
        listed: &mut Listed,
        key: &[u64],
        needs: Needs,
        oracle: &mut O,
    ) -> Result<usize, NotWritten<O::Failure>> {
        if let Some(number) = listed.keys.find(key) {
            return Ok(number);
        }
        let bound = match needs.bound {
            Some(bound) => bound,
            None => {
                let (position, mover) = self.position(key);
                let gets = oracle.worth(&position, mover).map_err(NotWritten::Unknown)?.gets;
                if mover == needs.player { gets } else { gets.reversed() }
            }
        };
        listed.entries.push(Entry { bound, witness: None, level: NEW });
        listed.keys.insert(key).ok_or_else(|| NotWritten::Unfit("more than 2^32 positions".to_string()))
    }
}

/// Takes positions of a game for one by the lines of its rules.
fn liken(games: &mut Games, means: Means, number: u32) {
    let lines = (means.likenesses)(games.game(number));
    let likened = games.liken(number, &lines);
    assert!(likened.is_ok(), "the maker of moves knows these lines");
}
