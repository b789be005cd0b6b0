//! One search for every goal: depth first on an explicit stack, alpha-beta with fail-soft bounds and a table that all
//! threads share. Knuth and Moore, "An analysis of alpha-beta pruning", 1975; Plaat, Schaeffer, Pijls and de Bruin,
//! "Best-first fixed-depth minimax algorithms", 1996 (null windows driven by a table); Schaeffer 1989 (history).
//!
//! A value is stored only when all below it is settled, so whatever the table holds is true, whichever thread wrote it
//! and whenever the search was stopped. Threads search the same root in different orders; the first to finish is enough.

pub(crate) mod board;
pub(crate) mod bound;
pub(crate) mod cells;
pub(crate) mod cuts;
pub(crate) mod exact;
pub(crate) mod goal;
pub(crate) mod lines;
pub(crate) mod proof;
pub(crate) mod race;
pub(crate) mod space;
pub(crate) mod table;

use crate::outcome::search::bound::{Bound, Kind, NO_MOVE, entry_bits};
use crate::outcome::search::goal::Goal;
use crate::outcome::search::space::{Effect, Glance, MARKS, Moves, SearchSpace};
use crate::outcome::search::table::Table;
use crate::work::{Halted, Work};
use grundy_run::{Ending, Side, Turn};
use rustc_hash::{FxHashSet, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Windows that are tried one beside the other.
const NEAR: u32 = 64;

/// Positions that are valued without cuts in any case.
const MANY: u64 = 1 << 20;

/// Threads join after so many positions.
const ALONE: u64 = 1 << 18;

/// A table and what it is a table of.
pub struct Search<S> {
    goal: S,
    table: Table,
    walker: Walker,
    nodes: u64,
    /// One thread searches so many positions before the others join.
    alone: u64,
}

impl<S: Goal> Search<S> {
    /// An empty table for a goal on a space.
    pub fn new(goal: S, space: &impl SearchSpace) -> Search<S> {
        let table = Table::new(space.bits(), entry_bits(S::BITS));
        Search { goal, table, walker: Walker::new(0), nodes: 0, alone: ALONE }
    }

    /// What it is a table of.
    pub fn goal(&self) -> S {
        self.goal
    }

    /// How many positions have been searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the table knows of a position.
    pub fn known(&self, key: &[u64]) -> Option<Bound> {
        self.table.find(key).map(|entry| Bound::of(entry, S::BITS))
    }

    /// Keeps what was found in another way with a window.
    pub fn learn(&self, key: &[u64], value: i64, window: (i64, i64)) {
        let bound = Bound::found(value, window, NO_MOVE, self.known(key));
        self.table.put(key, bound.entry(S::BITS, ALONE));
    }

    /// The value of a position that is not over by a verdict of the first trial, by null windows from `guess` on. Each
    /// window is where the last one found the value to begin, which is best while few are needed. Where the value is far off,
    /// as in a game of very many moves, all that can be reached is valued without cuts, if that is not much more than was
    /// searched before; else the steps grow, and what lies between is halved.
    pub fn exact<G: SearchSpace + Send>(
        &mut self,
        space: &mut G,
        key: &[u64],
        guess: i64,
        work: &mut Work,
    ) -> Result<i64, Halted> {
        let (mut low, mut high) = (self.goal.least(), self.goal.most());
        let (least, most) = (low, high);
        let (mut at, mut step) = (guess, 1);
        for round in 0.. {
            if low >= high {
                break;
            }
            if round == NEAR
                && let Some(value) = self.whole(space, key, work)?
            {
                return Ok(value);
            }
            let near = if at == low { at + 1 } else { at };
            let test = match round {
                ..NEAR => near,
                _ if low == least => (near - step).max(low + 1),
                _ if high == most => (near + step).min(high),
                _ => low + (high - low + 1) / 2,
            };
            step = if round < NEAR { 1 } else { step * 2 };
            at = self.within(space, key, (test - 1, test), work)?;
            if at < test {
                high = at;
            } else {
                low = at;
            }
        }
        Ok(at)
    }

    /// The exact value of a position and of all that can be reached from it, each valued once; `None` if that takes more
    /// positions than were searched so far, and many.
    fn whole<G: SearchSpace>(&mut self, space: &mut G, key: &[u64], work: &mut Work) -> Result<Option<i64>, Halted> {
        let until = self.nodes.saturating_mul(2).saturating_add(MANY);
        let window = (self.goal.least() - 1, self.goal.most() + 1);
        loop {
            let most = work.watch().table_bytes().min(work.watch().room());
            let grows = self.table.can_grow(most);
            let shared = Shared { cuts: false, ..Shared::new(self.goal, &self.table, self.nodes) };
            let mut control = |held: u64| {
                let nodes = shared.nodes.load(Relaxed);
                match () {
                    _ if work.ask(nodes, held + shared.table.bytes()) => Some(Pause::Halted(work.halted())),
                    _ if nodes > until => Some(Pause::Beaten),
                    _ => (shared.table.is_crowded() && grows).then_some(Pause::Stage),
                }
            };
            let result = self.walker.run(&shared, space, key, window, &mut control);
            self.nodes = shared.nodes.load(Relaxed);
            match result {
                Ok(value) => return Ok(Some(value)),
                Err(Pause::Halted(halted)) => return Err(halted),
                Err(Pause::Beaten) => return Ok(None),
                Err(Pause::Stage) => {
                    if let Some(grown) = self.table.grown(most) {
                        self.table = grown;
                    }
                }
            }
        }
    }

    /// The value of a position if it lies inside the window; else a bound of it on the same side. As `exact`, of
    /// positions that are not over by a verdict of the first trial.
    pub fn within<G: SearchSpace + Send>(
        &mut self,
        space: &mut G,
        key: &[u64],
        window: (i64, i64),
        work: &mut Work,
    ) -> Result<i64, Halted> {
        // Every question is begun alone: most of many small ones never need more.
        let alone = self.nodes.saturating_add(self.alone);
        loop {
            let threads = if self.nodes < alone { 1 } else { work.watch().threads() };
            let forks: Option<Vec<G>> = (1..threads).map(|_| space.fork()).collect();
            let forks = forks.unwrap_or_default();
            let most = work.watch().table_bytes().min(work.watch().room());
            let shared = Shared::new(self.goal, &self.table, self.nodes);
            let alone_until = if threads > 1 || work.watch().threads() == 1 { u64::MAX } else { alone };
            let grows = self.table.can_grow(most);
            let result = std::thread::scope(|scope| {
                let others: Vec<_> = forks
                    .into_iter()
                    .enumerate()
                    .map(|(number, mut fork)| {
                        let shared = &shared;
                        scope.spawn(move || {
                            Walker::new(number as u64 + 1).run(shared, &mut fork, key, window, &mut |_| None)
                        })
                    })
                    .collect();
                let mut control = |held: u64| {
                    let nodes = shared.nodes.load(Relaxed);
                    if work.ask(nodes, held + shared.table.bytes()) {
                        return Some(Pause::Halted(work.halted()));
                    }
                    ((shared.table.is_crowded() && grows) || nodes > alone_until).then_some(Pause::Stage)
                };
                let own = self.walker.run(&shared, space, key, window, &mut control);
                shared.over.store(true, Relaxed);
                let mut result = own;
                for other in others {
                    let other = other.join().expect("a search does not panic");
                    if matches!(result, Err(Pause::Beaten)) || other.is_ok() {
                        result = other;
                    }
                }
                result
            });
            self.nodes = shared.nodes.load(Relaxed);
            match result {
                Ok(value) => return Ok(value),
                Err(Pause::Halted(halted)) => return Err(halted),
                Err(Pause::Stage | Pause::Beaten) => {
                    if self.table.is_crowded()
                        && let Some(grown) = self.table.grown(most)
                    {
                        self.table = grown;
                    }
                }
            }
        }
    }
}

/// Why a walk ended without a value.
enum Pause {
    Halted(Halted),
    /// Time to enlarge the table, or to be more.
    Stage,
    /// Another thread was faster.
    Beaten,
}

impl From<Halted> for Pause {
    fn from(halted: Halted) -> Pause {
        Pause::Halted(halted)
    }
}

/// What the threads of one search have in common.
struct Shared<'a, S> {
    goal: S,
    table: &'a Table,
    over: AtomicBool,
    nodes: AtomicU64,
    /// Whether options are left out once they do not matter.
    cuts: bool,
}

impl<'a, S: Goal> Shared<'a, S> {
    fn new(goal: S, table: &'a Table, nodes: u64) -> Shared<'a, S> {
        Shared { goal, table, over: AtomicBool::new(false), nodes: AtomicU64::new(nodes), cuts: true }
    }

    fn known(&self, key: &[u64]) -> Option<Bound> {
        self.table.find(key).map(|entry| Bound::of(entry, S::BITS))
    }

    fn learn(&self, key: &[u64], bound: Bound, nodes: u64) -> Result<(), Pause> {
        if bound.value.unsigned_abs() >> S::BITS != 0 {
            let cause = format!("margins of {} and more", 1u64 << S::BITS);
            return Err(Halted::OutOfReach(cause).into());
        }
        self.table.put(key, bound.entry(S::BITS, nodes));
        Ok(())
    }
}

/// A position being searched.
struct Frame {
    /// Where its key begins.
    key: usize,
    /// Where its options begin among all options, and among those still to be searched.
    moves: usize,
    list: usize,
    next: usize,
    window: (i64, i64),
    best: i64,
    best_move: u8,
    before: Option<Bound>,
    /// Positions searched before it.
    nodes: u64,
}

/// An option still to be searched.
#[derive(Clone, Copy)]
struct Waiting {
    rank: i64,
    number: u32,
    effect: Effect,
}

/// One thread's stack and what it has learnt of moves.
struct Walker {
    number: u64,
    moves: Moves,
    list: Vec<Waiting>,
    frames: Vec<Frame>,
    path: FxHashSet<u64>,
    /// How often a mark was the best, by mover.
    history: Vec<[u32; MARKS]>,
    nodes: u64,
    reported: u64,
    countdown: i64,
}

type Key = SmallVec<[u64; 4]>;

/// More points than this do not make a move look better.
const FEW: i64 = 1 << 28;

/// A little promise outweighs history.
const PROMISE: u32 = 24;

/// Options generated between two looks at the watch.
const EFFORT: i64 = 4096;

impl Walker {
    fn new(number: u64) -> Walker {
        Walker {
            number,
            moves: Moves::default(),
            list: Vec::new(),
            frames: Vec::new(),
            path: FxHashSet::default(),
            history: vec![[0; MARKS]; 2],
            nodes: 0,
            reported: 0,
            countdown: 0,
        }
    }

    fn run<S: Goal, G: SearchSpace>(
        &mut self,
        shared: &Shared<S>,
        space: &mut G,
        key: &[u64],
        window: (i64, i64),
        control: &mut dyn FnMut(u64) -> Option<Pause>,
    ) -> Result<i64, Pause> {
        self.moves.keys.clear();
        self.moves.effects.clear();
        self.list.clear();
        self.frames.clear();
        self.path.clear();
        self.moves.keys.extend_from_slice(key);
        self.moves.keys.resize(space.words(), 0);
        self.moves.effects.push(Effect { gain: 0, turn: Turn::Stays, mark: 0, promise: 0 });
        let mut arrived = self.enter(shared, space, 0, window)?;
        loop {
            if self.countdown <= 0 {
                self.countdown = EFFORT;
                self.report(shared);
                if shared.over.load(Relaxed) {
                    return Err(Pause::Beaten);
                }
                if let Some(pause) = control(self.bytes() + space.bytes()) {
                    return Err(pause);
                }
            }
            let Some(frame) = self.frames.last_mut() else {
                self.report(shared);
                shared.over.store(true, Relaxed);
                return Ok(arrived.expect("the root is finished last"));
            };
            if let Some(child) = arrived.take() {
                let waiting = self.list[frame.next];
                frame.take(shared.goal.up(waiting.effect.gain, waiting.effect.turn, child), waiting.number);
                frame.next += 1;
            }
            if frame.best >= frame.window.1 || frame.next == self.list.len() {
                arrived = Some(self.leave(shared, space)?);
                continue;
            }
            let waiting = self.list[frame.next];
            let window = match shared.cuts {
                true => {
                    let window = (frame.window.0.max(frame.best), frame.window.1);
                    shared.goal.down(waiting.effect.gain, waiting.effect.turn, window)
                }
                false => frame.window,
            };
            let at = (frame.moves + waiting.number as usize) * space.words();
            arrived = self.enter(shared, space, at, window)?;
        }
    }

    fn report<S>(&mut self, shared: &Shared<S>) {
        shared.nodes.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
    }

    fn bytes(&self) -> u64 {
        let lists = self.moves.keys.capacity() * 8 + (self.moves.effects.capacity() + self.list.capacity()) * 32;
        (lists + self.frames.capacity() * size_of::<Frame>() + self.path.capacity() * 9) as u64
    }

    /// A value where the table, the rules or the window settle it at once, else a new frame.
    fn enter<S: Goal, G: SearchSpace>(
        &mut self,
        shared: &Shared<S>,
        space: &mut G,
        at: usize,
        window: (i64, i64),
    ) -> Result<Option<i64>, Pause> {
        let goal = shared.goal;
        let words = space.words();
        let key: Key = self.moves.keys[at..at + words].into();
        if S::WINS
            && let Some(value) = seen(goal, space.glance(&key), space.mover(&key))
        {
            self.nodes += 1;
            self.countdown -= 4;
            return Ok(Some(value));
        }
        if S::ALIKE
            && let Some(side) = space.winner(&key)
        {
            self.nodes += 1;
            self.countdown -= 4;
            return Ok(Some(goal.over(Ending::Won(side), space.mover(&key))));
        }
        let before = shared.known(&key);
        if let Some(value) = before.and_then(|bound| bound.decides(window)) {
            return Ok(Some(value));
        }
        if S::ALIKE
            && before.is_none()
            && let Some(side) = space.foreseen(&key)
        {
            self.nodes += 1;
            self.countdown -= 64;
            let value = goal.over(Ending::Won(side), space.mover(&key));
            shared.learn(&key, Bound { value, kind: Kind::Exactly, best: NO_MOVE }, 1)?;
            return Ok(Some(value));
        }
        let (least, most) = if S::ALIKE { (goal.least(), goal.most()) } else { goal.between(space.soonest(&key)) };
        if window.0 >= most || window.1 <= least {
            return Ok(Some(if window.0 >= most { most } else { least }));
        }
        if !space.is_acyclic() && self.path.contains(&hash(&key)) {
            return Err(Halted::Cycle.into());
        }
        self.nodes += 1;
        let (moves, list) = (self.moves.effects.len(), self.list.len());
        space.options(&key, &mut self.moves)?;
        let count = self.moves.effects.len() - moves;
        self.countdown -= 4 + count as i64;
        let nodes = self.nodes;
        let mut frame =
            Frame { key: at, moves, list, next: list, window, best: i64::MIN, best_move: NO_MOVE, before, nodes };
        if count == 0 {
            let value = goal.over(space.stuck(&key)?, space.mover(&key));
            shared.learn(&key, Bound { value, kind: Kind::Exactly, best: NO_MOVE }, 1)?;
            return Ok(Some(value));
        }
        if window.0 >= goal.most_with_moves() {
            self.forget(&frame, words);
            return Ok(Some(goal.most_with_moves()));
        }
        self.look(shared, space, &key, &mut frame)?;
        if frame.best >= window.1 || self.list.len() == list {
            shared.learn(&key, Bound::found(frame.best, window, frame.best_move, before), 1)?;
            self.forget(&frame, words);
            return Ok(Some(frame.best));
        }
        self.list[list..].sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then(a.number.cmp(&b.number)));
        if !space.is_acyclic() {
            self.path.insert(hash(&key));
        }
        self.frames.push(frame);
        Ok(None)
    }

    /// Settles the options that need no search: those that end the game, those that let the other player end it, and
    /// those the table knows enough of. The others are listed with their ranks.
    fn look<S: Goal, G: SearchSpace>(
        &mut self,
        shared: &Shared<S>,
        space: &mut G,
        key: &[u64],
        frame: &mut Frame,
    ) -> Result<(), Pause> {
        let (goal, words) = (shared.goal, space.words());
        let count = self.moves.effects.len() - frame.moves;
        let side = space.mover(key) as usize;
        let first = frame.before.map_or(NO_MOVE, |bound| bound.best);
        let early = space.ends_early();
        for number in 0..count {
            let effect = self.moves.effects[frame.moves + number];
            let at = (frame.moves + number) * words;
            let child = &self.moves.keys[at..at + words];
            if early && let Some(ending) = space.ending(child)? {
                let value = goal.over(ending, space.mover(child));
                frame.take(goal.up(effect.gain, effect.turn, value), number as u32);
                if frame.best >= frame.window.1 {
                    return Ok(());
                }
                continue;
            }
            let history = i64::from(self.history[side][effect.mark as usize]);
            let mut rank = history + (effect.promise << PROMISE) + (effect.gain.clamp(-FEW, FEW) << 32);
            if self.number > 0 {
                rank += i64::from(effect.mark).wrapping_mul(self.number as i64 * 40503) & 0xff;
            }
            if number as u64 == u64::from(first) && first != NO_MOVE {
                rank = i64::MAX;
            }
            self.list.push(Waiting { rank, number: number as u32, effect });
        }
        let list = frame.list;
        if S::WINS && early && self.list.len() > list && space.wins_at_once(key, space.mover(key).other()) {
            self.settle(list, |walker, waiting| {
                let at = (frame.moves + waiting.number as usize) * words;
                let child = &walker.moves.keys[at..at + words];
                let mover = space.mover(child);
                if waiting.effect.turn == Turn::Stays || !space.wins_at_once(child, mover) {
                    return Ok(false);
                }
                let won = goal.up(0, Turn::Passes, goal.over(Ending::Won(mover), mover.other()));
                frame.take(goal.up(waiting.effect.gain, waiting.effect.turn, won), waiting.number);
                Ok(true)
            })?;
        }
        let window = frame.window;
        self.settle(list, |walker, waiting| {
            if frame.best >= window.1 {
                return Ok(false);
            }
            let at = (frame.moves + waiting.number as usize) * words;
            let child = &walker.moves.keys[at..at + words];
            let low = (window.0.max(frame.best), window.1);
            let inside = goal.down(waiting.effect.gain, waiting.effect.turn, low);
            let Some(value) = shared.known(child).and_then(|bound| bound.decides(inside)) else { return Ok(false) };
            frame.take(goal.up(waiting.effect.gain, waiting.effect.turn, value), waiting.number);
            Ok(true)
        })
    }

    /// Drops the options from `list` on that are settled.
    fn settle(
        &mut self,
        list: usize,
        mut is_settled: impl FnMut(&Walker, Waiting) -> Result<bool, Pause>,
    ) -> Result<(), Pause> {
        let mut kept = list;
        for place in list..self.list.len() {
            let waiting = self.list[place];
            if !is_settled(self, waiting)? {
                self.list[kept] = waiting;
                kept += 1;
            }
        }
        self.list.truncate(kept);
        Ok(())
    }

    /// The value of the last frame, which is done.
    fn leave<S: Goal, G: SearchSpace>(&mut self, shared: &Shared<S>, space: &G) -> Result<i64, Pause> {
        let frame = self.frames.pop().expect("a frame is done");
        let words = space.words();
        let key: Key = self.moves.keys[frame.key..frame.key + words].into();
        let bound = Bound::found(frame.best, frame.window, frame.best_move, frame.before);
        shared.learn(&key, bound, self.nodes - frame.nodes)?;
        if frame.best >= frame.window.1 {
            let last = self.list[frame.next - 1];
            let worth = &mut self.history[space.mover(&key) as usize][last.effect.mark as usize];
            *worth += 1 + (frame.next - frame.list) as u32;
            if *worth > 1 << 24 {
                self.history.iter_mut().flatten().for_each(|worth| *worth /= 2);
            }
        }
        if !space.is_acyclic() {
            self.path.remove(&hash(&key));
        }
        self.forget(&frame, words);
        Ok(frame.best)
    }

    fn forget(&mut self, frame: &Frame, words: usize) {
        self.moves.effects.truncate(frame.moves);
        self.moves.keys.truncate(frame.moves * words);
        self.list.truncate(frame.list);
    }
}

/// The value of a position of which this is seen.
fn seen<S: Goal>(goal: S, glance: Glance, mover: Side) -> Option<i64> {
    let won = goal.up(0, Turn::Passes, goal.over(Ending::Won(mover), mover.other()));
    match glance {
        Glance::Wins => Some(won),
        Glance::Loses => Some(goal.up(0, Turn::Passes, won)),
        Glance::Open => None,
    }
}

impl Frame {
    fn take(&mut self, value: i64, number: u32) {
        if value > self.best {
            self.best = value;
            self.best_move = u8::try_from(number).unwrap_or(NO_MOVE);
        }
    }
}

fn hash(key: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::search::board::Board;
    use crate::outcome::search::goal::{LengthGoal, MarginGoal, OutcomeGoal};
    use crate::outcome::search::space::Flat;
    use crate::parts::Parts;
    use crate::work::Threads;
    use grundy_rule::Convention;
    use grundy_run::Side;

    fn exact<S: Goal>(goal: S, space: &mut (impl SearchSpace + Send), key: &[u64], guess: i64, threads: usize) -> i64 {
        let mut search = Search { alone: 0, ..Search::new(goal, space) };
        search.exact(space, key, guess, &mut Work::new(&Threads(threads, 1 << 16))).unwrap()
    }

    /// Outcomes, lengths and margins do not depend on the number of threads, nor on how often a small table forgets.
    /// Expected: known results of tic-tac-toe, Tromp's table (connect four), Feinstein 1993 (4 x 4 Othello).
    #[test]
    fn any_number_of_threads_finds_the_same() {
        let cases = [
            ("tic-tac-toe", "TicTacToe", [0, 0]),
            ("connect4", "Connect4(R = 3, C = 4, K = 3)", [1, 9]),
            ("connect4", "Connect4(R = 4, C = 4, K = 4)", [0, 0]),
            ("reversi", "Reversi(\"....|.OX.|.XO.|....\")", [-8, 0]),
        ];
        for (file, query, [truth, plies]) in cases {
            let world = grundy_kit::library(file);
            let start = grundy_kit::position(&world, query);
            let mut parts = Parts::default();
            let root = parts.intern(&start.parts[0]);
            let convention = Convention::of(&start.parts[0].game.rules);
            let flat = Flat::new(parts.game(root), parts.facts(root), parts.reductions(root), convention);
            let mut flat = flat.unwrap();
            let key = flat.place(&start.parts, Side::Left).unwrap();
            for threads in [1, 2, 5] {
                if convention == Convention::Score {
                    assert_eq!(exact(MarginGoal, &mut flat, &key, 0, threads), truth, "{query}, {threads} threads");
                    continue;
                }
                assert_eq!(exact(OutcomeGoal, &mut flat, &key, 1, threads), truth, "{query}, {threads} threads");
                let mut board = Board::new(parts.game(root), parts.reductions(root)).expect("stones are set");
                let place = board.place(&start.parts, Side::Left).unwrap();
                assert_eq!(exact(OutcomeGoal, &mut board, &place, 1, threads), truth, "{query}, {threads} threads");
                if plies > 0 {
                    let goal = LengthGoal::on(&flat);
                    let length = exact(goal, &mut flat, &key, goal.most(), threads);
                    assert_eq!(
                        crate::outcome::search::goal::length(length).1,
                        plies as u32,
                        "{query}, {threads} threads"
                    );
                }
            }
        }
    }
}
