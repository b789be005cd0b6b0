//! The sparse-space method, for blocks of heap sizes at once.
//!
//! With few rare positions (see [`crate::mask`]) the value of a heap is the least common value that no rare position
//! witnesses, unless a smaller rare value is not an option at all. A block is a front of [`FRONT`] heap sizes,
//! and done in three steps, the first two in [`crate::front`]:
//!
//! 1. bit rows say which common values the first rare positions leave open; all other rare positions before the block are
//!    then tried on the open values with vector instructions;
//! 2. for each rare value, bit rows say which heap sizes of the front have it as an option, the likeliest splits first;
//! 3. in steps of [`STEP`] heap sizes, what reaches into the block itself is tried, and the few rare values left open
//!    are looked up.
//!
//! Invariant: the result is the mex in every case; the steps only order the work. (J. P. Grossman, "Searching for
//! periodicity in Officers", *Games of No Chance* 5, also works on many heap sizes at once, by other means.)

use crate::front::{Fold, Front, Ground, Source};
use crate::lane::{FRONT, Lane, Level, STEP};
use crate::mask::Mask;
use crate::octal::Octal;
use crate::rows::{LEAST_KEPT, Pool, Rows};
use std::ops::Range;

/// Rare sources looked at by bit rows, before all others are tried on what is left open.
const POOL: usize = 2000;

/// Common positions of one value that may witness rare values.
const EACH: usize = 80;

/// Splits with the smallest heaps that are looked at first for a value without a witness.
const MIRROR: usize = 2048;

/// How many rounds of candidates the sources inside the block are tried on.
const NEAR: usize = 2;

/// The least heap size at which blocks may begin.
pub(crate) const START: usize = LEAST_KEPT;

/// The state carried from block to block; rebuilt when the mask or the width of the values changes.
pub(crate) struct Sparse<T> {
    mask: Mask,
    /// Sources with an offset below [`STEP`].
    next: Vec<Source>,
    /// Offsets from [`STEP`] to the length of a block: they reach into the block itself.
    near: Vec<Source>,
    /// Offsets from there to the beginning of the block, in an order that mixes them.
    far: Vec<Source>,
    /// Offsets past the beginning of the block: they reach the smallest heaps only.
    high: Vec<Source>,
    /// The largest value stored so far, and a power of two above it.
    top: u32,
    bound: u32,
    rows: Rows,
    pool: Pool,
    /// How many of the first far sources are in the pool.
    pooled: usize,
    picks: Pool,
    /// The first values but that of the empty heap, from the last to the first: their partners in a split lie in ascending order.
    mirror: Vec<T>,
    /// For each value, the last heap for which step 3 found it to be an option.
    stamp: Vec<u64>,
    fold: Fold,
    sheet: Sheet<T>,
}

/// The front of a block.
enum Sheet<T> {
    /// The kernels see the values as they are.
    Plain(Front<T>),
    /// They see folded values of one byte.
    Folded(Front<u8>, Vec<u8>),
}

/// What a block did.
pub(crate) enum Block {
    /// Values were added, and the state still holds.
    Done,
    /// Values were added, but the state does not hold for the last one: build it anew.
    Outgrown,
    /// The next value does not fit the lane.
    Overflow,
}

impl<T: Lane> Sparse<T> {
    /// The state after `values`, of which there are at least [`START`].
    pub fn new(octal: &Octal, mask: Mask, values: &[T]) -> Sparse<T> {
        let start = values.len();
        let top: u32 = values.iter().copied().max().unwrap_or_default().into();
        let bound = (top + 1).next_power_of_two().max(16);
        let rare: Vec<usize> = (1..start).filter(|n| mask.rare(*n, values[*n].into())).collect();
        // Two rare positions sum to a rare value, which must not be taken for a common one.
        let last = rare.last().unwrap_or(&0) + octal.splits.last().unwrap_or(&0);
        let fold = match mask.mask.checked_ilog2() {
            Some(digit) if size_of::<T>() > 1 && bound == 512 && start > 2 * last => Fold::Without(digit),
            _ => Fold::Same,
        };
        let source = |offset: usize, mark: T| {
            let mark = mark.into();
            Source { offset: offset as u32, mark, key: fold.key(mark.into()) as u16 }
        };
        let mut sources: Vec<Source> = octal.singles.iter().map(|k| source(*k, T::default())).collect();
        for n in rare {
            sources.extend(octal.splits.iter().map(|k| source(k + n, values[n])));
        }
        let [mut next, mut near, mut far, mut high] = [const { Vec::new() }; 4];
        for source in sources {
            match source.offset as usize {
                offset if offset < STEP => next.push(source),
                offset if offset < FRONT => near.push(source),
                offset if offset < start => far.push(source),
                _ => high.push(source),
            }
        }
        far.sort_unstable_by_key(|source| (source.offset.wrapping_mul(0x9E37_79B1), source.mark));
        let rows = Rows::new(values, bound as usize);
        let (mut within, beyond): (Vec<Source>, Vec<Source>) =
            far.into_iter().partition(|source| (source.offset as usize) < rows.reach());
        let pooled = within.len().min(POOL);
        within.extend(beyond);
        let far = within;
        let pool = rows.pool(start, far[..pooled].iter().map(|source| (source.offset, source.mark)));
        let picks = rows.pool(start, picks(octal, values, bound, FRONT..rows.reach()).into_iter());
        let sheet = match fold {
            Fold::Same => Sheet::Plain(Front::new()),
            Fold::Without(_) => {
                let keys = values.iter().map(|value| fold.key((*value).into()) as u8).collect();
                Sheet::Folded(Front::new(), keys)
            }
        };
        let stamp = vec![0; 4 * bound as usize];
        let mirror = values[1..=MIRROR.min((start - octal.splits[0]) / 4)].iter().rev().copied().collect();
        Sparse { mask, next, near, far, high, top, bound, rows, pool, pooled, picks, mirror, stamp, fold, sheet }
    }

    /// How many sources every heap size looks at.
    pub fn sources(&self) -> usize {
        self.next.len() + self.near.len() + self.far.len() + self.high.len()
    }

    /// Adds up to [`FRONT`] values.
    pub fn block(&mut self, octal: &Octal, level: Level, values: &mut Vec<T>) -> Block {
        let start = values.len();
        self.rows.slide(start, start + FRONT);
        let (reached, high) = self.high.iter().partition(|source| (source.offset as usize) < start);
        self.high = high;
        self.far.extend::<Vec<_>>(reached);
        self.advance(level, values);
        for lane in 0..FRONT {
            let n = start + lane;
            if lane % STEP == 0 {
                self.step(level, values, start, lane);
            }
            self.touch(values);
            let Some(value) = self.decide(octal, level, values, lane) else { return Block::Overflow };
            values.push(value);
            let plain: u32 = value.into();
            if let Sheet::Folded(_, keys) = &mut self.sheet {
                keys.push(self.fold.key(plain) as u8);
            }
            let rare = self.mask.rare(n, plain);
            if plain >= self.bound || (rare && self.fold != Fold::Same) {
                return Block::Outgrown;
            }
            if rare {
                let (mark, key) = (plain as u16, plain as u16);
                self.high.extend(octal.splits.iter().map(|k| Source { offset: (n + k) as u32, mark, key }));
            }
            self.top = self.top.max(plain);
            self.rows.mark(n, plain);
        }
        Block::Done
    }

    /// Steps 1 and 2.
    fn advance(&mut self, level: Level, values: &[T]) {
        let Sparse { mask, rows, pool, picks, far, sheet, .. } = self;
        let (fold, top, start) = (self.fold, self.top, values.len());
        let far = if rows.complete { &far[self.pooled..] } else { &far[..] };
        match sheet {
            Sheet::Plain(front) => {
                front.advance(&Ground { mask, level, rows, pool, picks, far, keys: values, fold, top, start });
            }
            Sheet::Folded(front, keys) => {
                front.advance(&Ground { mask, level, rows, pool, picks, far, keys, fold, top, start });
            }
        }
    }

    /// Step 3: the sources from the block itself on the next [`STEP`] lanes.
    fn step(&mut self, level: Level, values: &[T], start: usize, lane: usize) {
        let lanes = lane..lane + STEP;
        match &mut self.sheet {
            Sheet::Plain(front) => front.refute(level, values, self.fold, &self.near, start, lanes, NEAR),
            Sheet::Folded(front, keys) => front.refute(level, keys, self.fold, &self.near, start, lanes, NEAR),
        }
    }

    /// Step 3, continued: stamps every value given by the sources within a step, and by those reaching back to the
    /// smallest heaps.
    fn touch(&mut self, values: &[T]) {
        let n = values.len();
        let Sparse { next, high, stamp, .. } = self;
        let mut touch = |place: T, mark: u16| stamp[(Into::<u32>::into(place) ^ mark as u32) as usize] = n as u64;
        let recent: &[T; STEP] = values.last_chunk().expect("a block comes after START values");
        next.iter().for_each(|source| touch(recent[(STEP - source.offset as usize) % STEP], source.mark));
        high.iter().filter(|source| (source.offset as usize) < n).for_each(|source| {
            touch(values[n - source.offset as usize], source.mark);
        });
    }

    /// Step 3, continued: the value of the heap of `values.len()`.
    fn decide(&self, octal: &Octal, level: Level, values: &[T], lane: usize) -> Option<T> {
        match &self.sheet {
            Sheet::Plain(front) => self.decide_by(front, octal, level, values, lane),
            Sheet::Folded(front, _) => self.decide_by(front, octal, level, values, lane),
        }
    }

    fn decide_by<K: Lane>(
        &self,
        front: &Front<K>,
        octal: &Octal,
        level: Level,
        values: &[T],
        lane: usize,
    ) -> Option<T> {
        let n = values.len();
        let stamped = |value: u32| self.stamp[value as usize] == n as u64;
        let common = front.candidates(lane).find(|value| !stamped(*value)).unwrap_or_else(|| self.exhaust(values));
        let whole = n - octal.splits[0];
        let behind = &values[whole - self.mirror.len()..whole];
        let missing = |value: &u32| {
            !stamped(*value)
                && T::try_from(*value).is_ok_and(|value| {
                    !T::meet(level, &self.mirror, behind, value) && !octal.reaches(level, values, n, value)
                })
        };
        let rare = front.unwitnessed(&self.mask, n, lane, common).find(missing);
        T::try_from(rare.unwrap_or(common)).ok()
    }

    /// The least common value of a heap of `values.len()` by all sources, one by one.
    fn exhaust(&self, values: &[T]) -> u32 {
        let n = values.len();
        let mut seen = vec![false; 2 * self.bound as usize];
        for sources in [&self.next, &self.near, &self.far, &self.high] {
            for source in sources.iter().filter(|source| (source.offset as usize) < n) {
                let value: u32 = values[n - source.offset as usize].into();
                seen[(value ^ source.mark as u32) as usize] = true;
            }
        }
        let open = (0..2 * self.bound).find(|value| !self.mask.rare(n, *value) && !seen[*value as usize]);
        open.expect("options stay below the bound")
    }
}

/// Common positions that may witness rare values: of every value some, so that seldom differences are witnessed too. None
/// is half of a heap, so their partners differ from them.
fn picks<T: Lane>(octal: &Octal, values: &[T], bound: u32, offsets: Range<usize>) -> Vec<(u32, u16)> {
    let take = octal.splits[0];
    let end = offsets.end.min(values.len() / 2).saturating_sub(take);
    let mut taken = vec![0; bound as usize];
    let mut seldom = |value: &u16| {
        taken[*value as usize] += 1;
        taken[*value as usize] <= EACH
    };
    (offsets.start.saturating_sub(take)..end.max(1))
        .map(|i| (i, Into::<u16>::into(values[i])))
        .filter(|(i, value)| *i > 0 && seldom(value))
        .map(|(i, value)| ((i + take) as u32, value))
        .collect()
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
