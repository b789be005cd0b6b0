//! The space of games in which stones are set on a board and lines win (see `placing`): a position is two masks, moves
//! are the bits of a third, and who wins at once, must stop the other, or gives the game away is read off the lines.
//!
//! Where a cell needs another one filled first, the cells form chains, and a chain is filled from its lower end (a
//! position that is not is none of this space). So the first empty cell of a chain says which are filled, and one bit a
//! cell is enough, with one more a chain for those that are full; a cell that needs none is a chain of its own.
//!
//! ```text
//!   chain, low end left    L R R . . .      full        L R L L R R
//!   cells                  1 0 0 1 0 0                  1 0 1 1 0 0
//!   full                   0                            1
//!
//!   key     | cells | full, one a chain | mover |       in one word where it fits
//! ```
//!
//! Moves that lose at once are left out where others are left, for no goal prefers them. Allis, "A knowledge-based
//! approach of Connect-Four", 1988, has the words for all this.

use crate::outcome::placing::Placing;
use crate::outcome::search::goal::Soonest;
use crate::outcome::search::lines::Lines;
use crate::outcome::search::space::{Effect, Glance, Moves, SearchSpace};
use crate::work::Halted;
use grundy_explicit::Reductions;
use grundy_run::{Component, Ending, Game, Reducer, Side, Turn};
use std::sync::Arc;

/// Positions on such a board.
#[derive(Clone)]
pub struct Board {
    form: Arc<Form>,
    /// Whether positions are normalised: some first position was its own image, so that mirrored ones are met.
    mirrors: bool,
    /// The position last looked at.
    seen: Seen,
    normal: Vec<u64>,
}

struct Form {
    /// The number of the game.
    game: u64,
    placing: Placing,
    lines: [Lines; 2],
    chains: Chains,
    reducer: Reducer,
    /// Where Right's stones begin in the words of the game's layout.
    second: usize,
    /// How many lines go through each cell.
    weights: Vec<i64>,
    /// Whether a key is one word.
    one: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    left: u64,
    filled: u64,
    mover: Side,
}

#[derive(Clone, Copy)]
struct Seen {
    key: [u64; 2],
    at: At,
    /// Cells to be searched.
    safe: u64,
}

impl Board {
    /// The positions of a game, if its rules are of this kind and its keys of at most two words.
    pub fn new(game: &Arc<Game>, reductions: &Reductions) -> Option<Board> {
        let placing = Placing::of(game)?;
        let chains = Chains::new(&placing)?;
        let through = |cell: usize| placing.lines.iter().flatten().filter(|line| *line >> cell & 1 == 1).count() as i64;
        let form = Form {
            game: game.id,
            lines: [0, 1].map(|side| Lines::new(&placing.lines[side])),
            reducer: Reducer::new(game, None, &reductions.images, &reductions.sorted),
            second: game.layout.places[0].bit(0, 1),
            weights: (0..placing.cells).map(through).collect(),
            one: placing.cells + chains.count < 64,
            placing,
            chains,
        };
        let at = At { left: 0, filled: 0, mover: Side::Left };
        let seen = Seen { key: [u64::MAX; 2], at, safe: 0 };
        Some(Board { form: Arc::new(form), mirrors: false, seen, normal: Vec::new() })
    }

    /// Looks at a position, unless it is the last one looked at.
    fn look(&mut self, key: &[u64]) -> Glance {
        let form = &*self.form;
        let at = form.undo(key);
        let (own, other) = form.sides(at);
        let legal = form.chains.next(at.filled) & form.placing.open;
        let mut safe = legal;
        let mut glance = Glance::Open;
        if form.lines[at.mover as usize].lacking(own) & legal != 0 {
            glance = Glance::Wins;
        } else {
            let threats = form.lines[at.mover.other() as usize].lacking(other) & !at.filled;
            let at_once = threats & legal;
            if at_once != 0 {
                safe = at_once;
            }
            safe &= !form.chains.below(threats & form.placing.open);
            if legal != 0 && (safe == 0 || at_once & at_once.wrapping_sub(1) != 0) {
                glance = Glance::Loses;
            }
        }
        let mut name = [0; 2];
        name[..key.len()].copy_from_slice(key);
        self.seen = Seen { key: name, at, safe };
        glance
    }

    /// Appends the key of a position, as its least image where that is worth while.
    fn push(&mut self, at: At, keys: &mut Vec<u64>) {
        let form = self.form.clone();
        let at = if self.mirrors { form.least(at, &mut self.normal) } else { at };
        let key = form.key(at);
        keys.extend_from_slice(&key[..form.words()]);
    }
}

impl Form {
    fn words(&self) -> usize {
        if self.one { 1 } else { 2 }
    }

    fn key(&self, at: At) -> [u64; 2] {
        let cells = at.left | self.chains.next(at.filled);
        let rest = self.chains.full(at.filled) | (at.mover as u64) << self.chains.count;
        match self.one {
            true => [cells | rest << self.placing.cells, 0],
            false => [cells, rest],
        }
    }

    /// The position of a key.
    fn undo(&self, key: &[u64]) -> At {
        let (cells, rest) = match self.one {
            true => (key[0] & ones(self.placing.cells), key[0] >> self.placing.cells),
            false => (key[0], key[1]),
        };
        let mover = if rest >> self.chains.count & 1 == 0 { Side::Left } else { Side::Right };
        let filled = self.chains.filled(cells, rest & ones(self.chains.count));
        At { left: cells & filled, filled, mover }
    }

    /// The stones of the player to move, and of the other.
    fn sides(&self, at: At) -> (u64, u64) {
        let right = at.filled & !at.left;
        if at.mover == Side::Left { (at.left, right) } else { (right, at.left) }
    }

    /// The stones of each player, from the words of the game's layout.
    fn planes(&self, packed: &[u64]) -> (u64, u64) {
        let both = u128::from(packed[0]) | u128::from(packed.get(1).copied().unwrap_or(0)) << 64;
        let cells = ones(self.placing.cells);
        (both as u64 & cells, (both >> self.second) as u64 & cells)
    }

    /// The least image of a position, by the words of the game's layout.
    fn least(&self, at: At, normal: &mut Vec<u64>) -> At {
        let both = u128::from(at.left) | u128::from(at.filled & !at.left) << self.second;
        let words = [both as u64, (both >> 64) as u64];
        normal.clear();
        self.reducer.reduce(&words[..(self.second + self.placing.cells).div_ceil(64)], normal);
        let (left, right) = self.planes(normal);
        At { left, filled: left | right, ..at }
    }
}

impl SearchSpace for Board {
    fn words(&self) -> usize {
        self.form.words()
    }

    fn bits(&self) -> usize {
        let bits = self.form.placing.cells + self.form.chains.count + 1;
        if self.form.one { bits } else { 64 + self.form.chains.count + 1 }
    }

    fn mover(&self, key: &[u64]) -> Side {
        self.form.undo(key).mover
    }

    fn ends_early(&self) -> bool {
        false
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn ending(&mut self, _: &[u64]) -> Result<Option<Ending>, Halted> {
        Ok(None)
    }

    fn stuck(&mut self, key: &[u64]) -> Result<Ending, Halted> {
        Ok(self.form.placing.stuck[self.mover(key) as usize])
    }

    fn stuck_may_win(&self) -> bool {
        [Side::Left, Side::Right].iter().any(|&side| self.form.placing.stuck[side as usize] == Ending::Won(side))
    }

    fn glance(&mut self, key: &[u64]) -> Glance {
        self.look(key)
    }

    /// Every move fills a cell, so that a game that no line ends is over when those are used up. Who has no winning cell now has a
    /// line after three moves at the soonest, and the other, whose winning cell can be taken, after four.
    fn soonest(&self, key: &[u64]) -> Soonest {
        let form = &*self.form;
        let at = form.undo(key);
        let free = (form.placing.open & !at.filled).count_ones();
        let line = |moves: u32| if moves <= free { moves } else { Soonest::NEVER };
        // Where a cell is never filled, those above it are not either.
        let full = if form.placing.open == form.chains.all { free } else { 0 };
        let last = if full % 2 == 0 { at.mover } else { at.mover.other() };
        let by_stuck = |side: Side| match full {
            0 => 0,
            _ if form.placing.stuck[last as usize] == Ending::Won(side) => full,
            _ => Soonest::NEVER,
        };
        Soonest { mover: line(3).min(by_stuck(at.mover)), other: line(4).min(by_stuck(at.mover.other())) }
    }

    fn options(&mut self, key: &[u64], out: &mut Moves) -> Result<(), Halted> {
        if self.seen.key[..key.len()] != *key {
            self.look(key);
        }
        let Seen { at, safe, .. } = self.seen;
        let form = self.form.clone();
        let (own, _) = form.sides(at);
        let lines = &form.lines[at.mover as usize];
        for place in each_bit(safe) {
            let cell = 1 << place;
            let threats = lines.lacking(own | cell) & !(at.filled | cell);
            let promise = i64::from(threats.count_ones()) << 16 | form.weights[place as usize];
            out.effects.push(Effect { gain: 0, turn: Turn::Passes, mark: place as u16, promise });
            let left = if at.mover == Side::Left { at.left | cell } else { at.left };
            self.push(At { left, filled: at.filled | cell, mover: at.mover.other() }, &mut out.keys);
        }
        Ok(())
    }

    fn is_forcing(&self) -> bool {
        true
    }

    fn fork(&self) -> Option<Board> {
        Some(self.clone())
    }

    /// Every chain filled from its lower end, no line yet.
    fn holds(&self, sum: &[Component]) -> bool {
        let [only] = sum else { return false };
        let (left, right) = self.form.planes(&only.packed);
        let lined = |lines: &[u64], own: u64| lines.iter().any(|line| line & !own == 0);
        let [lefts, rights] = &self.form.placing.lines;
        only.game.id == self.form.game
            && self.form.chains.is_filled_from_below(left | right)
            && !lined(lefts, left)
            && !lined(rights, right)
    }

    fn place(&mut self, sum: &[Component], mover: Side) -> Result<Vec<u64>, Halted> {
        let (left, right) = self.form.planes(&sum[0].packed);
        let at = At { left, filled: left | right, mover };
        self.mirrors |= self.form.reducer.fixes(&sum[0].packed);
        let mut key = Vec::new();
        self.push(at, &mut key);
        Ok(key)
    }
}

/// Cells of which each needs at most one other filled first, the one so many places on; as chains from the cells that
/// need none to those that none needs.
struct Chains {
    /// Every cell.
    all: u64,
    /// How many places on the cell below lies.
    step: i32,
    /// Cells that have at least 1, 2, 4, ... cells below, and how many places on that one lies.
    levels: Vec<(u64, i32)>,
    /// The last cells of the chains, in runs: which, and how many places down they go when they are counted.
    tops: Vec<(u64, u32)>,
    /// How many chains.
    count: usize,
}

impl Chains {
    fn new(placing: &Placing) -> Option<Chains> {
        let all = ones(placing.cells);
        let (mut has, mut under, mut step) = (0u64, 0u64, None);
        for (cell, &needs) in placing.needs.iter().enumerate().filter(|(_, needs)| **needs != 0) {
            let places = needs.trailing_zeros() as i32 - cell as i32;
            if needs.count_ones() != 1 || under & needs != 0 || step.is_some_and(|step| step != places) {
                return None;
            }
            step = Some(places);
            has |= 1 << cell;
            under |= needs;
        }
        let step = step.unwrap_or(0);
        let mut levels = Vec::new();
        let (mut having, mut places) = (has, step);
        while having != 0 {
            levels.push((having, places));
            // Those below whom there are as many again.
            having &= moved(having, -places);
            places *= 2;
        }
        let (mut tops, mut count) = (Vec::new(), 0u32);
        let mut left = all & !under;
        while left != 0 {
            let first = left.trailing_zeros();
            let length = (left >> first).trailing_ones();
            let run = ones(length as usize) << first;
            tops.push((run, first - count));
            count += length;
            left &= !run;
        }
        (count < 64).then_some(Chains { all, step, levels, tops, count: count as usize })
    }

    /// The cells next below these.
    fn below(&self, cells: u64) -> u64 {
        self.levels.first().map_or(0, |(having, _)| moved(cells & having, self.step))
    }

    /// The first empty cell of each chain.
    fn next(&self, filled: u64) -> u64 {
        let having = self.levels.first().map_or(0, |(having, _)| *having);
        self.all & !filled & (!having | moved(filled, -self.step))
    }

    fn is_filled_from_below(&self, filled: u64) -> bool {
        self.below(filled) & !filled == 0
    }

    /// Which chains are full, one bit each.
    fn full(&self, filled: u64) -> u64 {
        self.tops.iter().fold(0, |full, (run, places)| full | (filled & run) >> places)
    }

    /// The cells filled, if these are marked and these chains full: all below a mark.
    fn filled(&self, marked: u64, full: u64) -> u64 {
        let tops = self.tops.iter().fold(0, |tops, (run, places)| tops | full << places & run);
        let mut below = self.below(marked | tops);
        for (having, places) in &self.levels {
            below |= moved(below & having, *places);
        }
        below | tops
    }
}

/// The cells so many places on.
#[inline]
fn moved(cells: u64, places: i32) -> u64 {
    if places >= 0 { cells << places } else { cells >> -places }
}

fn ones(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

fn each_bit(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        bit
    })
}
