//! The walk that collects a strategy whose positions are single components: one move where the player moves and every
//! move where the other does; each position once.
//!
//! A position takes its words, 5 to 10 bytes in the table of its game and mover, 8 for its level and its move, and 4 for
//! a bound where bounds differ. Options that the strategy does not need are not kept.

use crate::text::number_order;
use crate::walk::{CLOSED, NEW, NotWritten, OPEN, Oracle, Origin, Walk};
use grundy_kernel::{Bound, Measure, Needs, Part};
use grundy_run::{Flow, Game, Keys, Position, Shape, Side};

/// No move is named.
pub const NO_MOVE: u32 = u32::MAX;

/// What is collected for one section.
pub struct CollectedStrategy {
    /// For each game what was met, by mover.
    met: Vec<[Met; 2]>,
    count: usize,
    cyclic: bool,
}

/// The positions of a game with one player to move.
struct Met {
    keys: Keys,
    /// The level of each, and the move that is named.
    stands: Vec<(u32, u32)>,
    /// What the player gets there, at least; empty where that is the same for all.
    bounds: Vec<Bound>,
}

/// A position of a collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    game: u32,
    mover: Side,
    number: u32,
}

/// What a move leads to.
struct Choice {
    to: Part,
    mover: Side,
    /// Points for the player who moved.
    gain: i64,
}

/// A position on the path of the walk, and those it leads to.
struct Frame {
    node: Node,
    below: Vec<Node>,
    next: usize,
}

/// A collected as it is written: levels, and their entries.
pub enum Line<'t> {
    /// A new level.
    Level,
    /// The closed set.
    Closed,
    /// A position of a game (its number) with this player to move, the move that is named (or `NO_MOVE`), and what the
    /// player gets at least, where that differs.
    Entry(u32, Side, &'t [u64], u32, Option<Bound>),
}

impl CollectedStrategy {
    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Calls `write` with every level and its entries, sorted.
    pub fn each<E>(&self, mut write: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
        let all = || self.met.iter().flatten();
        let high = all().flat_map(|met| &met.stands).map(|(level, _)| *level).filter(|level| *level != CLOSED).max();
        let levels = high.map_or(0, |high| high as usize + 1);
        let place = |level: u32| if level == CLOSED { levels } else { level as usize };
        let sorted: Vec<[(Vec<u32>, Vec<usize>); 2]> =
            self.met.iter().map(|two| [0, 1].map(|side| by_level(&two[side], levels + 1, place))).collect();
        let mut order: Vec<(u64, u32)> = Vec::new();
        for at in 0..=levels {
            let mut begun = false;
            for mover in [Side::Left, Side::Right] {
                for (game, (met, sorted)) in self.met.iter().zip(&sorted).enumerate() {
                    let (met, (numbers, ends)) = (&met[mover as usize], &sorted[mover as usize]);
                    let numbers = &numbers[at.checked_sub(1).map_or(0, |before| ends[before])..ends[at]];
                    if numbers.is_empty() {
                        continue;
                    }
                    if !std::mem::replace(&mut begun, true) {
                        write(if at == levels { Line::Closed } else { Line::Level })?;
                    }
                    order.clear();
                    order.extend(numbers.iter().map(|&number| (top(met.keys.at(number as usize)), number)));
                    order.sort_unstable_by(|a, b| {
                        let words = |number: u32| met.keys.at(number as usize);
                        a.0.cmp(&b.0).then_with(|| number_order(words(a.1), words(b.1)))
                    });
                    for &(_, number) in &order {
                        let number = number as usize;
                        let (one, bound) = (met.stands[number].1, met.bounds.get(number).copied());
                        write(Line::Entry(game as u32, mover, met.keys.at(number), one, bound))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn met(&self, game: u32, mover: Side) -> Option<&Met> {
        Some(&self.met.get(game as usize)?[mover as usize])
    }

    fn level(&self, node: Node) -> u32 {
        self.met[node.game as usize][node.mover as usize].stands[node.number as usize].0
    }

    fn stand(&mut self, node: Node) -> &mut (u32, u32) {
        &mut self.met[node.game as usize][node.mover as usize].stands[node.number as usize]
    }

    fn bytes(&self) -> u64 {
        let each = |met: &Met| met.keys.bytes() + (met.stands.capacity() * 8 + met.bounds.capacity() * 4) as u64;
        self.met.iter().flatten().map(each).sum()
    }
}

/// The most significant word.
fn top(words: &[u64]) -> u64 {
    words.last().copied().unwrap_or(0)
}

/// The numbers of positions by level, and where each level ends.
fn by_level(met: &Met, levels: usize, place: impl Fn(u32) -> usize) -> (Vec<u32>, Vec<usize>) {
    let mut ends = vec![0usize; levels];
    met.stands.iter().for_each(|(level, _)| ends[place(*level)] += 1);
    let mut total = 0;
    ends.iter_mut().for_each(|end| (*end, total) = (total, total + *end));
    // Each end begins as the start of its level and grows to its end.
    let mut numbers = vec![0u32; met.stands.len()];
    for (number, (level, _)) in met.stands.iter().enumerate() {
        let end = &mut ends[place(*level)];
        numbers[*end] = number as u32;
        *end += 1;
    }
    (numbers, ends)
}

/// What a walk along a collected is given.
struct Aim<'w, 'a, O> {
    walk: &'w mut Walk<'a>,
    oracle: &'w mut O,
    measure: Measure,
    needs: Needs,
    /// What play for ever gives the player.
    forever: Bound,
}

/// Collects a strategy in the position, for each of these starters; `None` if some position is a sum.
pub fn strategy<O: Oracle>(
    walk: &mut Walk,
    position: &Position,
    starters: &[Side],
    (measure, needs): (Measure, Needs),
    oracle: &mut O,
) -> Result<Option<CollectedStrategy>, NotWritten<O::Failure>> {
    let Some(root) = walk.single(position) else { return Ok(None) };
    let mut collected = CollectedStrategy { met: Vec::new(), count: 0, cyclic: false };
    let forever = walk.forever_gives(measure, needs.player, std::slice::from_ref(&root), starters[0])?;
    let mut aim = Aim { walk, oracle, measure, needs, forever };
    for &starter in starters {
        let first = aim.add(&mut collected, &root, starter)?;
        let mut opening = Some(first).filter(|&first| collected.level(first) == NEW);
        let mut stack: Vec<Frame> = Vec::new();
        loop {
            if let Some(node) = opening.take() {
                aim.walk.report(|| (collected.count as u64, collected.bytes()))?;
                let Some(below) = aim.below(&mut collected, node)? else { return Ok(None) };
                stack.push(Frame { node, below, next: 0 });
            }
            let Some(frame) = stack.last_mut() else { break };
            match frame.below.get(frame.next) {
                Some(&child) => {
                    frame.next += 1;
                    match collected.level(child) {
                        NEW => opening = Some(child),
                        // What is won by going in circles is won in no number of moves: progress is asked for.
                        OPEN if aim.bound(&collected, child) > forever && aim.oracle.count_moves() => {
                            return strategy(walk, position, starters, (measure, needs), oracle);
                        }
                        OPEN => collected.cyclic = true,
                        _ => {}
                    }
                }
                None => {
                    let levels = frame.below.iter().map(|&child| collected.level(child));
                    let level = levels.filter(|level| *level < NEW).max().map_or(0, |level| level + 1);
                    collected.stand(frame.node).0 = level;
                    stack.pop();
                }
            }
        }
    }
    if collected.cyclic {
        for met in collected.met.iter_mut().flatten() {
            for (number, stand) in met.stands.iter_mut().enumerate() {
                let bound = needs.bound.unwrap_or_else(|| met.bounds[number]);
                if bound <= forever {
                    stand.0 = CLOSED;
                }
            }
        }
    }
    Ok(Some(collected))
}

impl<O: Oracle> Aim<'_, '_, O> {
    /// What is said of a position.
    fn bound(&self, collected: &CollectedStrategy, node: Node) -> Bound {
        let met = &collected.met[node.game as usize][node.mover as usize];
        self.needs.bound.unwrap_or_else(|| met.bounds[node.number as usize])
    }

    /// Opens a position: those it leads to, one where the player moves. `None` if one of them is a sum.
    fn below(
        &mut self,
        collected: &mut CollectedStrategy,
        node: Node,
    ) -> Result<Option<Vec<Node>>, NotWritten<O::Failure>> {
        collected.stand(node).0 = OPEN;
        let met = &collected.met[node.game as usize][node.mover as usize];
        let part = Part { game: node.game, packed: met.keys.at(node.number as usize).into() };
        let bound = self.bound(collected, node);
        let Some(options) = self.options(&part, node.mover)? else { return Ok(None) };
        if node.mover == self.needs.player && !options.is_empty() {
            let chosen = self.chosen(collected, &part, bound, &options)?;
            collected.stand(node).1 = chosen as u32;
            let to = &options[chosen];
            return Ok(Some(vec![self.add(collected, &to.to, to.mover)?]));
        }
        let mut below = Vec::with_capacity(options.len());
        for option in &options {
            below.push(self.add(collected, &option.to, option.mover)?);
        }
        below.sort_unstable();
        below.dedup();
        Ok(Some(below))
    }

    /// A move that keeps what the player is to get: to a position that is listed anyway, or the first that is tried; where
    /// moves to the end are counted, the one that makes most progress. The oracle tells the truth alone, so the choice depends on nothing else.
    fn chosen(
        &mut self,
        collected: &CollectedStrategy,
        part: &Part,
        bound: Bound,
        options: &[Choice],
    ) -> Result<usize, NotWritten<O::Failure>> {
        let (measure, needs) = (self.measure, self.needs);
        let needed = |option: &Choice| measure.after(bound, option.gain);
        let known = options.iter().position(|option| {
            let Some(met) = collected.met(option.to.game, option.mover) else { return false };
            let Some(number) = met.keys.find(&option.to.packed) else { return false };
            let gets = needs.bound.unwrap_or_else(|| met.bounds[number]);
            let finished = met.stands[number].0 < NEW || bound <= self.forever;
            finished && needed(option).is_some_and(|needed| gets >= needed)
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let position = |walk: &Walk, option: &Choice| Position { parts: vec![walk.games.component(&option.to)] };
        for number in tried(self.walk.games.game(part.game), options.len()) {
            let option = &options[number];
            let Some(needed) = needed(option) else { continue };
            let at = position(self.walk, option);
            match self.oracle.gets(&at, option.mover, needs.player, needed).map_err(NotWritten::Unknown)? {
                Some(true) => return Ok(number),
                Some(false) => {}
                None => break,
            }
        }
        let mut best: Option<(Option<u32>, usize)> = None;
        for (number, option) in options.iter().enumerate() {
            let at = position(self.walk, option);
            let worth = self.oracle.worth(&at, option.mover).map_err(NotWritten::Unknown)?;
            let gets = if option.mover == needs.player { worth.gets } else { worth.gets.reversed() };
            if needed(option).is_none_or(|needed| gets < needed) {
                continue;
            }
            if best.is_none_or(|(least, _)| worth.rank < least) {
                best = Some((worth.rank, number));
            }
            if worth.rank.is_none() {
                break;
            }
        }
        best.map(|(_, number)| number).ok_or_else(|| {
            let position = self.walk.games.component(part);
            NotWritten::Unfit(format!("no move of {position} keeps {}", measure.text(bound)))
        })
    }

    /// The node of a position, new or old.
    fn add(
        &mut self,
        collected: &mut CollectedStrategy,
        part: &Part,
        mover: Side,
    ) -> Result<Node, NotWritten<O::Failure>> {
        while collected.met.len() <= part.game as usize {
            let width = Some(self.walk.games.game(collected.met.len() as u32).layout.words());
            let met = || Met { keys: Keys::new(width), stands: Vec::new(), bounds: Vec::new() };
            collected.met.push([met(), met()]);
        }
        let met = &mut collected.met[part.game as usize][mover as usize];
        let known = met.keys.number(&part.packed);
        let number = known.ok_or_else(|| NotWritten::Unfit("more than 2^32 positions".to_string()))?;
        if number == met.stands.len() {
            if self.needs.bound.is_none() {
                let position = Position { parts: vec![self.walk.games.component(part)] };
                let gets = self.oracle.worth(&position, mover).map_err(NotWritten::Unknown)?.gets;
                met.bounds.push(if mover == self.needs.player { gets } else { gets.reversed() });
            }
            met.stands.push((NEW, NO_MOVE));
            collected.count += 1;
        }
        Ok(Node { game: part.game, mover, number: number as u32 })
    }

    /// Every move, in order; nothing if the game is over. `None` if one leads to a sum.
    fn options(&mut self, part: &Part, mover: Side) -> Result<Option<Vec<Choice>>, NotWritten<O::Failure>> {
        let mut options = Vec::new();
        if self.walk.games.ended(part, mover)?.is_some() {
            return Ok(Some(options));
        }
        let mut single = true;
        let made = self.walk.games.each_option(part, mover, &mut |step| {
            single = step.parts.len() == 1;
            options.extend(step.parts.first().map(|to| Choice { to: to.clone(), mover: step.mover, gain: step.gain }));
            if single { Flow::On } else { Flow::Stop }
        });
        if made.is_ok() {
            return Ok(single.then_some(options));
        }
        // Some move leads to a game that is not listed yet.
        options.clear();
        let moves = self.walk.games.game(part.game).moves(&part.packed, mover)?;
        for (one, (_, to)) in moves.into_iter().enumerate() {
            let mut landed = None;
            for (place, component) in to.parts.iter().enumerate() {
                let origin = || Origin { part: part.clone(), mover, one, place };
                for part in self.walk.land(component, origin) {
                    if landed.replace(part).is_some() {
                        return Ok(None);
                    }
                }
            }
            let Some(landed) = landed else { return Ok(None) };
            let next = to.turn.next(mover);
            options.push(Choice { to: landed, mover: next, gain: to.gain });
        }
        Ok(Some(options))
    }
}

/// The order in which moves are tried, for a short strategy. Where cells hold something, the middle of all moves comes first:
/// it lies in the middle of the board, where a move meets most others.
fn tried(game: &Game, moves: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..moves).collect();
    if game.shapes.iter().any(|shape| matches!(shape, Shape::Array(..))) {
        order.sort_by_key(|number| (2 * number + 1).abs_diff(moves));
    }
    order
}
