//! The sparse-space method, for blocks of [`BLOCK`] heap sizes at once.
//!
//! With few rare positions (see [`crate::mask`]) the value of a heap is the least common value that no rare position
//! witnesses, unless a smaller rare value is not an option at all. A block is done in three steps:
//!
//! 1. for each heap size, the first common values that the first rare positions leave open are candidates; all other
//!    rare positions far enough back are then tried on all candidates of the block with vector instructions;
//! 2. for each rare value, one bit row says which heap sizes of the block have it as an option, found by OR-ing the rows
//!    "the value at this distance is v" over many splits, the likeliest first;
//! 3. heap by heap, what reaches into the block itself is added, and the few rare values left open are looked up.
//!
//! Invariant: the result is the mex in every case; the steps only order the work.

use crate::lane::{BLOCK, Candidates, Lane, Lanes, Level, TRIES, cover};
use crate::mask::Mask;
use crate::octal::Octal;

/// How many rare positions are tried on how many candidates (in rounds of [`TRIES`]).
const LEVELS: [(usize, usize); 3] = [(256, 8), (512, 4), (usize::MAX, 2)];

/// The most candidates of one heap size.
const OPEN: usize = 40;

/// Common positions in the pool of [`cover`], beside the rare ones.
const PICKS: usize = 1000;

/// Of them, at most so many with one value.
const EACH: usize = 24;

/// The most frequent values have bit rows: enough for so many per cent of the positions,
const SHARE: usize = 85;

/// but no more than this.
const ROWS: usize = 64;

/// Bytes of one plane of a bit row: the last `8 * STRIDE` positions, of which at least half are always there.
const STRIDE: usize = 2048;

/// The least heap size at which blocks may begin.
pub(crate) const START: usize = 8 * STRIDE / 2;

/// The state carried from block to block; rebuilt when the mask or the width of the values changes.
pub(crate) struct Sparse<T> {
    mask: Mask,
    /// `(offset, mark)`: from a heap of `n` there is an option `g(n - offset) ^ mark`. These have an offset below
    /// [`BLOCK`], so they reach into the block itself.
    near: Vec<(u32, u16)>,
    /// Offsets from [`BLOCK`] to the beginning of the block, in an order that mixes them.
    far: Vec<(u32, u16)>,
    /// Offsets past the beginning of the block: they reach the smallest heaps only.
    high: Vec<(u32, u16)>,
    /// The largest value stored so far, and a power of two above it.
    top: u32,
    bound: u32,
    /// For each value below `bound`, the number of its row, or [`ROWS`].
    row: Vec<usize>,
    /// Bit rows of eight planes each: bit `b` of plane `s` is position `base + s + b`, so any eight are found in one byte.
    rows: Vec<u8>,
    base: usize,
    /// The value of each row.
    ranked: Vec<u16>,
    /// Sources `(place, mark)` by where their bits lie in a row, relative to the block.
    pool: Vec<(u32, u16)>,
    /// For each value below `bound`, the lanes that have it as an option by the pool.
    covered: Vec<Lanes>,
    /// The class mod 8 of block beginnings for which the pool holds.
    class: usize,
    stamp: Vec<u64>,
    /// For each lane: open common values in ascending order; below them no common value is open.
    open: Vec<Open>,
    /// For each lane, the rare values below `limit` that no split looked at so far witnesses.
    unseen: Vec<Vec<u16>>,
    limit: u32,
    trial: Box<Candidates<T>>,
}

/// The open common values of one heap size; the first `tried` have been tried on all sources before the block.
#[derive(Clone, Copy)]
struct Open {
    value: [u16; OPEN],
    count: usize,
    tried: usize,
}

/// The two kinds of values of one heap size.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rare,
    Common,
}

/// What a block did.
pub(crate) enum Block {
    /// Values were added, and the state still holds.
    Done,
    /// Values were added, but the last one passed the bound: build the state anew.
    Outgrown,
    /// The next value does not fit the lane.
    Overflow,
}

impl<T: Lane> Sparse<T> {
    /// The state after `values`, of which there are at least [`START`].
    pub fn new(octal: &Octal, mask: Mask, values: &[T]) -> Sparse<T> {
        let top: u32 = values.iter().copied().max().unwrap_or_default().into();
        let bound = (top + 1).next_power_of_two().max(16);
        let mut sparse = Sparse {
            mask,
            near: Vec::new(),
            far: Vec::new(),
            high: Vec::new(),
            top,
            bound,
            row: vec![ROWS; bound as usize],
            rows: vec![0; ROWS * 8 * STRIDE],
            base: values.len().saturating_sub(START) / 8 * 8,
            ranked: Vec::new(),
            pool: Vec::new(),
            covered: vec![[0; BLOCK / 8]; bound as usize],
            class: values.len() % 8,
            stamp: vec![0; 4 * bound as usize],
            open: vec![Open { value: [0; OPEN], count: 0, tried: 0 }; BLOCK],
            unseen: vec![Vec::new(); BLOCK],
            limit: 0,
            trial: Box::new(Candidates {
                value: [[T::default(); BLOCK]; TRIES],
                standing: [[T::default(); BLOCK]; TRIES],
            }),
        };
        let mut sources: Vec<(u32, u16)> = octal.singles.iter().map(|k| (*k as u32, 0)).collect();
        for (n, value) in values.iter().enumerate().skip(1) {
            if mask.rare(n, (*value).into()) {
                sources.extend(octal.splits.iter().map(|k| ((k + n) as u32, (*value).into())));
            }
        }
        for source in sources {
            match source.0 as usize {
                offset if offset < BLOCK => sparse.near.push(source),
                offset if offset < values.len() => sparse.far.push(source),
                _ => sparse.high.push(source),
            }
        }
        sparse.far.sort_unstable_by_key(|(offset, mark)| (offset.wrapping_mul(0x9E37_79B1), *mark));
        sparse.choose_pool(octal, values);
        for (n, value) in values.iter().enumerate().skip(sparse.base) {
            sparse.mark(n, (*value).into());
        }
        sparse
    }

    /// How many sources every heap size looks at.
    pub fn sources(&self) -> usize {
        self.near.len() + self.far.len() + self.high.len()
    }

    /// Adds up to [`BLOCK`] values.
    pub fn block(&mut self, octal: &Octal, level: Level, values: &mut Vec<T>) -> Block {
        let start = values.len();
        self.slide(start);
        let (reached, high) = self.high.iter().partition(|source| (source.0 as usize) < start);
        self.high = high;
        self.far.extend::<Vec<_>>(reached);
        self.cover(level, start);
        self.propose(start);
        let mut from = 0usize;
        for (count, rounds) in LEVELS {
            let to = from.saturating_add(count).min(self.far.len());
            if from == to {
                break;
            }
            // With few sources more candidates cost little.
            let rounds = rounds.max((2048 / (to - from)).min(OPEN / TRIES));
            self.refute(level, values, from..to, rounds);
            from = to;
        }
        self.witness(start);
        for lane in 0..BLOCK {
            let n = start + lane;
            self.touch(values);
            let Some(value) = self.decide(octal, level, values, lane) else { return Block::Overflow };
            values.push(value);
            let plain: u32 = value.into();
            if self.mask.rare(n, plain) {
                self.high.extend(octal.splits.iter().map(|k| ((n + k) as u32, plain as u16)));
            }
            self.top = self.top.max(plain);
            if plain >= self.bound {
                return Block::Outgrown;
            }
            self.mark(n, plain);
        }
        Block::Done
    }

    /// Fills `covered`.
    fn cover(&mut self, level: Level, start: usize) {
        self.covered.fill([0; BLOCK / 8]);
        // The pool was laid out for a beginning `START` positions after the base, give or take less than a byte.
        if start % 8 == self.class {
            let origin = (start - self.base) / 8 - START / 8;
            for (planes, value) in self.rows.chunks_exact(8 * STRIDE).zip(&self.ranked) {
                cover(level, planes, *value, &self.pool, origin, &mut self.covered);
            }
        }
    }

    /// Step 1: the values of every lane that the pool leaves open.
    fn propose(&mut self, start: usize) {
        self.open.iter_mut().for_each(|open| open.count = 0);
        for value in 0..2 * self.bound {
            self.left_open(start, value, Kind::Common, |sparse, lane| {
                let open = &mut sparse.open[lane];
                if open.count < OPEN {
                    open.value[open.count] = value as u16;
                    open.count += 1;
                }
            });
            // A value above all others is never an option.
            if value > self.top
                && [start, start + 1].iter().all(|n| (self.top + 1..=value).any(|v| !self.mask.rare(*n, v)))
            {
                break;
            }
        }
        self.open.iter_mut().for_each(|open| open.tried = open.count);
    }

    /// Tells `each` the lanes for which `value` is of the kind and for which the pool does not witness it as an option.
    fn left_open(&mut self, start: usize, value: u32, kind: Kind, mut each: impl FnMut(&mut Sparse<T>, usize)) {
        let of_kind = |n: usize| self.mask.rare(n, value) == (kind == Kind::Rare);
        let wanted = match (of_kind(start), of_kind(start + 1)) {
            (false, false) => return,
            (true, true) => u8::MAX,
            (true, false) => 0x55,
            (false, true) => 0xAA,
        };
        let mut covered = [!wanted; BLOCK / 8];
        if let Some(lanes) = self.covered.get(value as usize) {
            covered.iter_mut().zip(lanes).for_each(|(covered, lanes)| *covered |= lanes);
        }
        for (word, covered) in covered.chunks_exact(8).enumerate() {
            let mut left = !u64::from_le_bytes(covered.try_into().expect("eight bytes"));
            while left != 0 {
                each(self, 64 * word + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// Step 1, continued: tries the sources on the first `rounds * TRIES` open values and drops those they give.
    fn refute(&mut self, level: Level, values: &[T], sources: std::ops::Range<usize>, rounds: usize) {
        let start = values.len();
        let mut standing = [0u64; BLOCK];
        for round in 0..rounds {
            for (lane, open) in self.open.iter().enumerate() {
                for q in 0..TRIES {
                    self.trial.value[q][lane] = T::low(open.value[round * TRIES + q].into());
                }
            }
            self.trial.standing = [[T::low(u32::MAX); BLOCK]; TRIES];
            T::survive(level, values, start, &self.far[sources.clone()], &mut self.trial);
            for q in 0..TRIES {
                for (standing, left) in standing.iter_mut().zip(&self.trial.standing[q]) {
                    *standing |= ((*left != T::default()) as u64) << (round * TRIES + q);
                }
            }
        }
        let window = rounds * TRIES;
        for (open, standing) in self.open.iter_mut().zip(standing) {
            let mut kept = 0;
            let tried = open.tried.min(window);
            for at in 0..tried {
                open.value[kept] = open.value[at];
                kept += (standing >> at & 1) as usize;
            }
            let first = kept;
            for at in tried..open.count {
                open.value[kept] = open.value[at];
                kept += 1;
            }
            (open.count, open.tried) = (kept, first);
        }
    }

    /// Step 2: for every rare value that can matter, the lanes that still need it looked up.
    fn witness(&mut self, start: usize) {
        self.unseen.iter_mut().for_each(Vec::clear);
        let limit = self.open.iter().filter(|open| open.tried > 0).map(|open| open.value[open.tried - 1]).max();
        self.limit = limit.map_or(0, |limit| limit.into());
        for value in 0..self.limit {
            self.left_open(start, value, Kind::Rare, |sparse, lane| sparse.unseen[lane].push(value as u16));
        }
    }

    /// Gives rows to the most frequent values, and takes into the pool the rare positions and some of the common ones.
    fn choose_pool(&mut self, octal: &Octal, values: &[T]) {
        let start = values.len();
        let mut often = vec![(0u32, 0usize); self.bound as usize];
        for value in &values[start - START..] {
            often[Into::<u32>::into(*value) as usize].0 += 1;
        }
        (0..often.len()).for_each(|value| often[value].1 = value);
        often.sort_unstable_by(|a, b| b.cmp(a));
        let mut share = 0;
        let frequent = often.iter().take(ROWS).take_while(|(count, _)| {
            let wanted = share < SHARE * START / 100;
            share += *count as usize;
            wanted
        });
        self.ranked = frequent.map(|(_, value)| *value as u16).collect();
        for (row, value) in self.ranked.iter().enumerate() {
            self.row[*value as usize] = row;
        }
        let reach = START - 2 * BLOCK;
        let take = octal.splits[0];
        // Of every value some positions, so that seldom differences are witnessed too.
        let mut taken = vec![0; self.bound as usize];
        let common: Vec<(u32, u16)> = (BLOCK..reach - take)
            .map(|i| (i, Into::<u16>::into(values[i])))
            .filter(|(_, value)| {
                taken[*value as usize] += 1;
                taken[*value as usize] <= EACH
            })
            .map(|(i, value)| ((i + take) as u32, value))
            .take(PICKS)
            .collect();
        let rare = self.far.iter().copied().filter(|(offset, _)| (*offset as usize) < reach);
        let place = |(offset, mark): (u32, u16)| {
            let back = (start - self.base) % 8 + START / 8 * 8 - offset as usize;
            ((back % 8 * STRIDE + back / 8) as u32, mark)
        };
        self.pool = common.into_iter().chain(rare).map(place).collect();
        self.pool.sort_unstable();
    }

    /// Step 3: stamps every value that the near sources, and those reaching back to the smallest heaps, give.
    fn touch(&mut self, values: &[T]) {
        let n = values.len();
        let Sparse { near, high, stamp, .. } = self;
        let mut touch = |place: T, mark: u16| stamp[(Into::<u32>::into(place) ^ mark as u32) as usize] = n as u64;
        let recent: &[T; BLOCK] = values.last_chunk().expect("a block comes after START values");
        near.iter().for_each(|(offset, mark)| touch(recent[(BLOCK - *offset as usize) % BLOCK], *mark));
        high.iter().filter(|(offset, _)| (*offset as usize) < n).for_each(|(offset, mark)| {
            touch(values[n - *offset as usize], *mark);
        });
    }

    /// Step 3, continued: the value of the heap of `values.len()`.
    fn decide(&self, octal: &Octal, level: Level, values: &[T], lane: usize) -> Option<T> {
        let n = values.len();
        let stamped = |value: u32| self.stamp[value as usize] == n as u64;
        let open = &self.open[lane];
        let common = open.value[..open.tried].iter().map(|value| *value as u32).find(|value| !stamped(*value));
        let common = common.unwrap_or_else(|| self.exhaust(values));
        let missing = |value: &u32| {
            !stamped(*value) && T::try_from(*value).is_ok_and(|value| !octal.reaches(level, values, n, value))
        };
        let above = (self.limit..common).filter(|value| self.mask.rare(n, *value));
        let unseen = self.unseen[lane].iter().map(|value| *value as u32).take_while(|value| *value < common);
        let rare = unseen.chain(above).find(missing);
        T::try_from(rare.unwrap_or(common)).ok()
    }

    /// The least common value of a heap of `values.len()` by all sources, one by one.
    fn exhaust(&self, values: &[T]) -> u32 {
        let n = values.len();
        let mut seen = vec![false; 2 * self.bound as usize];
        for sources in [&self.near, &self.far, &self.high] {
            for &(offset, mark) in sources.iter().filter(|source| (source.0 as usize) < n) {
                let value: u32 = values[n - offset as usize].into();
                seen[(value ^ mark as u32) as usize] = true;
            }
        }
        let open = (0..2 * self.bound).find(|value| !self.mask.rare(n, *value) && !seen[*value as usize]);
        open.expect("options stay below the bound")
    }

    fn mark(&mut self, n: usize, value: u32) {
        let row = self.row[value as usize];
        if row == ROWS {
            return;
        }
        let bit = n - self.base;
        for (shift, plane) in self.rows[row * 8 * STRIDE..][..8 * STRIDE].chunks_exact_mut(STRIDE).enumerate() {
            if let Some(bit) = bit.checked_sub(shift) {
                plane[bit / 8] |= 1 << (bit % 8);
            }
        }
    }

    /// Makes room in the rows for the block that begins at `start`.
    fn slide(&mut self, start: usize) {
        if start + BLOCK <= self.base + 8 * STRIDE {
            return;
        }
        let base = (start - START) / 8 * 8;
        let gone = (base - self.base) / 8;
        for row in self.rows.chunks_exact_mut(STRIDE) {
            row.copy_within(gone.., 0);
            row[STRIDE - gone..].fill(0);
        }
        self.base = base;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::mask::Twist;
    use crate::plain;

    /// Grows by blocks from [`START`] and compares with the plain method.
    fn check<T: Lane + std::fmt::Debug>(code: &str, more: usize) -> Mask {
        let code: Code = code.parse().unwrap();
        let octal = Octal::of(code.rule()).unwrap();
        let level = Level::detect();
        let mut plain: Vec<T> = Vec::new();
        while plain.len() < START + more {
            plain.push(plain::value(&octal, level, &plain).unwrap());
        }
        let mut values = plain[..START + 5].to_vec();
        let (mask, _) = Mask::best(&values, 0, &octal.splits);
        for level in [level, Level::Baseline] {
            values.truncate(START + 5);
            let mut sparse = Sparse::new(&octal, mask, &values);
            while values.len() < plain.len() {
                match sparse.block(&octal, level, &mut values) {
                    Block::Done => {}
                    Block::Outgrown => sparse = Sparse::new(&octal, mask, &values),
                    Block::Overflow => panic!("{code} overflows"),
                }
            }
            assert!(values[..plain.len()] == plain[..], "{code} at {level:?}");
        }
        mask
    }

    #[test]
    fn blocks_agree_with_the_plain_method() {
        check::<u16>("0.6", 2500);
        check::<u16>("4.0u", 2500);
        check::<u8>("0.16", 2500);
        check::<u8>("0.354", 2500);
        // A poor mask costs time, not truth.
        check::<u8>("0.07", 600);
    }

    #[test]
    fn masks_twisted_by_position() {
        for code in ["0.127", "0.104", "0.106"] {
            let mask = check::<u16>(code, 1500);
            assert_eq!(mask.twist, Twist::Alternating, "{code}");
        }
    }
}
