//! Who wins a board whose cells are only taken, seen by cutting it to pieces.
//!
//! One player, X, promises to make no move across a cut, and the cuts are made where no move of the other crosses them. What is
//! left is a sum of pieces that are small enough to be valued exactly, and X has given something up: if X wins the
//! sum, X wins the board. (N. Bullock, *Domineering: solving large combinatorial search spaces*, 2002, counts the moves that
//! are safe in such pieces; here pieces are worth their canonical values.)
//!
//! How the sum is decided. Let `L_t` and `R_t` be the walls of thermographs at temperature `t`, which are the stops of the
//! games cooled by `t` (Siegel, *CGT* II.5). Cooling is additive, so `R_t` of a sum is at least the sum of all `R_t`, and `L_t`
//! at least the same with one piece counted by its `L_t`. Left's wall never rises with `t`, so `L_0 >= L_t`; and as every first
//! move of Right costs `t` or leads to the mast, `R_0 >= R_t - t`. A stop above 0 is a number above 0, where Left wins
//! whoever moves. Stops of exactly 0 decide nothing here.
//!
//! Where to cut is found by dynamic programming, for each temperature: cells that moves of the other join are atoms, atoms
//! stand in the order in which moves of X lead from one end of the board to the other, and pieces are stretches of them.

use crate::grundy::taking::lattice::Map;
use crate::outcome::written::{PartShape, Written};
use crate::value::hot::value_side;
use grundy_answer::{Progress, Stop, Watch};
use grundy_run::Side;
use grundy_value::{Arena, Company, Dyadic, Game, Halt};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Temperatures at which walls are looked at, in quarters.
const TEMPERATURES: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 8];

/// Of these the one by whose cuts a sum is searched.
const WARM: usize = 4;

/// Walls are counted in parts of this fraction, rounded against whose promise they are.
const UNIT_BITS: u32 = 10;

/// Walls further from 0 are not reckoned with: sums of 64 of them fit.
const MOST_UNITS: i32 = 1 << 24;

/// A sum that promises less, in units, is not searched.
const LEAST_PROMISE: i32 = -2 << UNIT_BITS;

/// Larger pieces are not valued: twice as many cells take a hundred times the values.
const MOST_CELLS: u32 = 14;

/// So many positions are searched before any is cut: small boards are decided sooner than their pieces are valued.
const FIRST_ASKED: u64 = 1 << 14;

/// All pieces are forgotten once they take so many bytes, and none is valued any longer after so many ticks of work.
const MOST_BYTES: u64 = 128 << 20;
const MOST_TICKS: u64 = 1 << 32;

/// A sum of pieces is searched for so many ticks.
const SUM_TICKS: u64 = 1000;

/// What a piece promises at each temperature, in units: with the other about to move in it, and how much more with the move.
#[derive(Clone, Copy, Default)]
struct Promise {
    second: [i32; TEMPERATURES.len()],
    gain: [i32; TEMPERATURES.len()],
}

/// The best pieces of a stretch of atoms: what they promise, and at each temperature where the last of them begins.
#[derive(Clone, Copy, Default)]
struct Stretch {
    promise: Promise,
    begins: [usize; TEMPERATURES.len()],
}

/// The pieces of a game's boards that were valued so far.
pub struct Cuts {
    arena: Arena,
    /// Parts that do not fall apart, by what is left of them and where moves are, and those met by their cells.
    shapes: FxHashMap<PartShape, Game>,
    values: FxHashMap<u64, Game>,
    /// What values promise either player.
    walls: FxHashMap<Game, [Promise; 2]>,
    /// Pieces, for each player, by their cells.
    promises: FxHashMap<u64, [Promise; 2]>,
    /// Positions that were asked about.
    asked: u64,
    ticks: AtomicU64,
    most_cells: u32,
    most_bytes: u64,
    first_asked: u64,
    given_up: bool,
}

/// A game's moves, and the maps of its boards that carry them to each other.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    pub written: &'a Written,
    pub images: &'a [Map],
}

/// Stops when enough is spent.
struct Spent<'a> {
    ticks: &'a AtomicU64,
    most: u64,
}

impl Watch for Spent<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let many = self.ticks.fetch_add(1, Relaxed) >= self.most || progress.bytes > 2 * MOST_BYTES;
        many.then_some(Stop::Memory)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

impl Default for Cuts {
    fn default() -> Cuts {
        Cuts {
            arena: Arena::new(),
            shapes: FxHashMap::default(),
            values: FxHashMap::default(),
            walls: FxHashMap::default(),
            promises: FxHashMap::default(),
            asked: 0,
            ticks: AtomicU64::new(0),
            most_cells: MOST_CELLS,
            most_bytes: MOST_BYTES,
            first_asked: FIRST_ASKED,
            given_up: false,
        }
    }
}

impl Cuts {
    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let tables = self.shapes.capacity() * 56
            + self.values.capacity() * 17
            + (self.walls.capacity() + self.promises.capacity()) * 144;
        self.arena.bytes() + tables as u64
    }

    /// Who wins with `mover` about to move, where pieces show it; for moves that stay within the cells that they need.
    pub fn winner(&mut self, moves: Moves, word: u64, mover: Side) -> Option<Side> {
        self.asked += 1;
        if self.asked <= self.first_asked {
            return None;
        }
        if self.bytes() > self.most_bytes {
            let Cuts { ticks, most_cells, most_bytes, first_asked, asked, .. } = std::mem::take(self);
            *self = Cuts { ticks, most_cells, most_bytes, first_asked, asked, ..Cuts::default() };
        }
        for side in [mover, mover.other()] {
            match self.wins(moves, word, mover, side) {
                _ if self.given_up => return None,
                Ok(true) => return Some(side),
                Ok(false) => {}
                Err(_) => self.given_up = true,
            }
        }
        None
    }

    /// Whether `side` is seen to win by making no move across cuts.
    fn wins(&mut self, moves: Moves, word: u64, mover: Side, side: Side) -> Result<bool, Halt> {
        let mut total = Promise::default();
        let mut pieces: SmallVec<[u64; 16]> = SmallVec::new();
        for part in parts(moves.written, word) {
            if part.count_ones() <= self.most_cells {
                total.add(&self.promise(moves, part, side)?);
                pieces.push(part);
                continue;
            }
            let atoms = atoms(moves.written, part, side);
            let Some(best) = self.best_cuts(moves, &atoms, side)? else { return Ok(false) };
            let mut end = atoms.len();
            total.add(&best[end].promise);
            while end > 0 {
                let begins = best[end].begins[WARM];
                pieces.push(atoms[begins..end].iter().fold(0, |piece, atom| piece | atom));
                end = begins;
            }
        }
        let promised = (0..TEMPERATURES.len()).map(|at| {
            let cost = -(TEMPERATURES[at] << (UNIT_BITS - 2));
            total.second[at] + if mover == side { total.gain[at] } else { cost }
        });
        match promised.max() {
            Some(1..) => Ok(true),
            Some(LEAST_PROMISE..) => self.wins_sum(moves, &pieces, mover, side),
            _ => Ok(false),
        }
    }

    /// Whether `side` is seen to win the sum of these pieces by a short search of their values.
    fn wins_sum(&mut self, moves: Moves, pieces: &[u64], mover: Side, side: Side) -> Result<bool, Halt> {
        let mut values: SmallVec<[Game; 16]> = SmallVec::new();
        for &piece in pieces {
            for part in parts(moves.written, piece) {
                values.push(self.part(moves, part)?);
            }
        }
        let spent = Spent { ticks: &AtomicU64::new(0), most: SUM_TICKS };
        match Company::new(self.arena.values(&spent)).wins(&values, value_side(mover)) {
            Ok(wins) => Ok(wins == (mover == side)),
            Err(_) => Ok(false),
        }
    }

    /// The best pieces of the first atoms, for each number of them; none if some atom is too large.
    fn best_cuts(&mut self, moves: Moves, atoms: &[u64], side: Side) -> Result<Option<Vec<Stretch>>, Halt> {
        let mut best = vec![Stretch::default()];
        for end in 0..atoms.len() {
            let mut here: Option<Stretch> = None;
            let mut piece = 0;
            for begin in (0..=end).rev() {
                piece |= atoms[begin];
                if piece.count_ones() > self.most_cells {
                    break;
                }
                let mut promise = best[begin].promise;
                promise.add(&self.promise(moves, piece, side)?);
                let stretch = Stretch { promise, begins: [begin; TEMPERATURES.len()] };
                match &mut here {
                    Some(here) => here.improve(&stretch),
                    None => here = Some(stretch),
                }
            }
            match here {
                Some(here) => best.push(here),
                None => return Ok(None),
            }
        }
        Ok(Some(best))
    }

    /// What a piece promises a player.
    fn promise(&mut self, moves: Moves, piece: u64, side: Side) -> Result<Promise, Halt> {
        if let Some(known) = self.promises.get(&piece) {
            return Ok(known[side as usize]);
        }
        let mut promises = [Promise::default(); 2];
        for part in parts(moves.written, piece) {
            let own = if part == piece { self.walls(moves, part)? } else { self.both(moves, part)? };
            promises.iter_mut().zip(&own).for_each(|(promise, own)| promise.add(own));
        }
        self.promises.insert(piece, promises);
        Ok(promises[side as usize])
    }

    /// What a part promises either player.
    fn both(&mut self, moves: Moves, part: u64) -> Result<[Promise; 2], Halt> {
        if !self.promises.contains_key(&part) {
            self.promise(moves, part, Side::Left)?;
        }
        Ok(self.promises[&part])
    }

    /// The same, read off the walls of its thermograph.
    fn walls(&mut self, moves: Moves, part: u64) -> Result<[Promise; 2], Halt> {
        let value = self.part(moves, part)?;
        if let Some(known) = self.walls.get(&value) {
            return Ok(*known);
        }
        let walls = self.arena.values(&Spent { ticks: &self.ticks, most: MOST_TICKS }).thermograph(value)?;
        let mut promises = [Promise::default(); 2];
        for (at, &quarters) in TEMPERATURES.iter().enumerate() {
            let t = Dyadic::new(quarters.into(), 2);
            let (left, right) = (walls.left.at(&t), walls.right.at(&t));
            for (promise, second, first) in [(0, &right, &left), (1, &-&left, &-&right)] {
                let (second, first) = (units(second)?, units(first)?);
                promises[promise].second[at] = second;
                promises[promise].gain[at] = first - second;
            }
        }
        self.walls.insert(value, promises);
        Ok(promises)
    }

    /// The value of a part that does not fall apart.
    fn part(&mut self, moves: Moves, part: u64) -> Result<Game, Halt> {
        if let Some(&known) = self.values.get(&part) {
            return Ok(known);
        }
        let images = moves.images.iter().map(|image| moves.written.shape(image.of(part)));
        let shape = images.fold(moves.written.shape(part), |least, shape| least.min(shape));
        if let Some(&known) = self.shapes.get(&shape) {
            self.values.insert(part, known);
            return Ok(known);
        }
        let mut options = [Vec::new(), Vec::new()];
        for (side, options) in [Side::Left, Side::Right].into_iter().zip(&mut options) {
            let mut after: SmallVec<[u64; 32]> = SmallVec::new();
            moves.written.each(part, side, |word| after.push(word));
            for word in after {
                let mut total = Game::ZERO;
                for part in parts(moves.written, word) {
                    let value = self.part(moves, part)?;
                    total = self.arena.values(&Spent { ticks: &self.ticks, most: MOST_TICKS }).sum(total, value)?;
                }
                options.push(total);
            }
        }
        let [left, right] = options;
        let game = self.arena.values(&Spent { ticks: &self.ticks, most: MOST_TICKS }).game(left, right)?;
        self.shapes.insert(shape, game);
        self.values.insert(part, game);
        Ok(game)
    }
}

/// The parts that a board falls into, without cells that no move needs.
fn parts(written: &Written, word: u64) -> impl Iterator<Item = u64> {
    let live = written.live(word);
    let mut rest = live;
    std::iter::from_fn(move || {
        let part = (rest != 0).then(|| written.joined(live, lowest(rest), &[Side::Left, Side::Right]))?;
        rest &= !part;
        Some(part)
    })
}

impl Stretch {
    /// At each temperature the one that promises more without the move.
    fn improve(&mut self, other: &Stretch) {
        for at in 0..TEMPERATURES.len() {
            let promised = |stretch: &Stretch| (stretch.promise.second[at], stretch.promise.gain[at]);
            if promised(other) > promised(self) {
                (self.promise.second[at], self.promise.gain[at]) = promised(other);
                self.begins[at] = other.begins[at];
            }
        }
    }
}

impl Promise {
    fn add(&mut self, other: &Promise) {
        for at in 0..TEMPERATURES.len() {
            self.second[at] += other.second[at];
            self.gain[at] = self.gain[at].max(other.gain[at]);
        }
    }
}

fn lowest(word: u64) -> u64 {
    word & word.wrapping_neg()
}

/// Rounded down.
fn units(number: &Dyadic) -> Result<i32, Halt> {
    let scaled = || -> Option<i32> {
        let (numerator, exponent) = number.small()?;
        let scaled = i128::from(numerator) << UNIT_BITS >> exponent.min(127);
        i32::try_from(scaled).ok().filter(|units| units.abs() < MOST_UNITS)
    };
    scaled().ok_or(Halt::TooLarge("a wall far from 0"))
}

/// The cells that moves of the other player join, in an order in which moves of `side` lead along the board.
fn atoms(written: &Written, part: u64, side: Side) -> Vec<u64> {
    let mut atoms: Vec<u64> = Vec::new();
    let mut rest = part;
    while rest != 0 {
        let atom = written.joined(part, lowest(rest), &[side.other()]);
        rest &= !atom;
        atoms.push(atom);
    }
    // From the atom that is last reached from the first one, so from an end of the board.
    let far = walk(written, part, side, &atoms, 0).last().copied().unwrap_or(0);
    walk(written, part, side, &atoms, far).into_iter().map(|at| atoms[at]).collect()
}

/// All atoms, those first that fewer moves of `side` lead to.
fn walk(written: &Written, part: u64, side: Side, atoms: &[u64], first: usize) -> Vec<usize> {
    let mut order = vec![first];
    let mut seen = atoms[first];
    let mut next = 0;
    while order.len() < atoms.len() {
        match order.get(next) {
            Some(&at) => {
                let near = written.touched(part, atoms[at], side);
                next += 1;
                for (number, &atom) in atoms.iter().enumerate() {
                    if atom & near != 0 && atom & seen == 0 {
                        seen |= atom;
                        order.push(number);
                    }
                }
            }
            None => {
                let other = (0..atoms.len()).find(|&at| atoms[at] & seen == 0).expect("not all are reached");
                seen |= atoms[other];
                order.push(other);
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_run::Game as Rules;
    use std::collections::HashMap;
    use std::sync::Arc;

    const BLOCKS: &str = "game Blocks\n  param R = 2, C = 3\n  state free: set of grid(R, C) = all\n  \
        left move corner(c in free) if c + (1, 0) in free and c + (0, 1) in free: free -= {c, c + (1, 0)}\n  \
        right move row(c in free) if c + (0, 1) in free and c + (0, 2) in free: free -= {c + (0, 1), c + (0, 2)}\n";

    fn wins(rules: &Arc<Rules>, word: u64, mover: Side, memo: &mut HashMap<(u64, Side), bool>) -> bool {
        if let Some(&known) = memo.get(&(word, mover)) {
            return known;
        }
        let moves = rules.moves(&[word], mover).unwrap();
        let found = moves.iter().any(|(_, to)| !wins(rules, to.parts[0].packed[0], mover.other(), memo));
        memo.insert((word, mover), found);
        found
    }

    /// Every position of small boards, cut to pieces of any size, of which those of one size are forgotten again and again: what
    /// is seen is so by the rules. Something is seen of most.
    #[test]
    fn what_pieces_show_is_so() {
        let dominoes = grundy_kit::library_text("domineering");
        for (text, query, least_seen) in [
            (&*dominoes, "Domineering(R=3, C=4)", 6000),
            (&*dominoes, "Domineering(R=2, C=6)", 6000),
            (BLOCKS, "Blocks(R=3, C=4)", 6000),
        ] {
            let world = grundy_kit::world(text);
            let rules = grundy_kit::position(&world, query).parts[0].game.clone();
            let written = Written::of(&rules).unwrap();
            assert!(written.stays_within_needs(), "{query}");
            let moves = Moves { written: &written, images: &[] };
            let mut memo = HashMap::new();
            for most_cells in [2, 3, 4, 6, 9, 14] {
                let most_bytes = if most_cells == 9 { 1 << 14 } else { MOST_BYTES };
                let mut cuts = Cuts { most_cells, most_bytes, first_asked: 0, ..Cuts::default() };
                let mut seen = 0;
                for word in 0..1u64 << rules.layout.bits {
                    for mover in [Side::Left, Side::Right] {
                        let Some(winner) = cuts.winner(moves, written.live(word), mover) else { continue };
                        let truth = if wins(&rules, word, mover, &mut memo) { mover } else { mover.other() };
                        assert_eq!(winner, truth, "{query}, pieces of {most_cells}, {mover:?} at {word:b}");
                        seen += 1;
                    }
                }
                assert!(seen >= least_seen || most_cells < 6, "{query}, pieces of {most_cells}: {seen}");
            }
        }
    }
}
