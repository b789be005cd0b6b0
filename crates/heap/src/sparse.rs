//! The sparse-space method, for strips of heap sizes at once.
//!
//! With few rare positions (see [`crate::mask`]) the value of a heap is the least common value that no rare position
//! meets, unless a smaller rare value is not an option at all. For a strip of [`STRIP`] heap sizes:
//!
//! 1. the kernel finds for every heap size the keys (see [`crate::keys`]) of the common values that the rare positions meet,
//! 2. and the keys of the rare values that some picked common positions meet;
//! 3. heap by heap, what reaches into the strip itself is added, and the few smaller rare values left open are looked up.
//!
//! Invariant: the result is the mex in every case; the steps only order the work. (J. P. Grossman, "Searching for
//! periodicity in Officers", *Games of No Chance* 5, also works on many heap sizes at once, by other means.)

use crate::keys::{BAND, Fold, Keys, Kind};
use crate::lane::{Lane, Level};
use crate::mask::Mask;
use crate::octal::Octal;
use crate::strip::{self, Place, STRIP, Sets, WORD};

/// Strips of one block.
const STRIPS: usize = 16;

/// Common positions of one value that may meet rare values,
const EACH: usize = 8;

/// looked for among so many smallest heaps.
const PICKED: usize = 1 << 14;

/// Splits with the smallest heaps that are looked at first for a value that was not met.
const MIRROR: usize = 8192;

/// The least heap size from which on blocks are worth their while.
pub(crate) const START: usize = 1 << 12;

/// What a heap after `values` costs with so many rare sources, in cycles, roughly.
pub(crate) fn cycles<T: Lane>(mask: &Mask, level: Level, values: &[T], sources: usize) -> usize {
    let top: u32 = values.iter().copied().max().unwrap_or_default().into();
    let picks = EACH * top as usize / 2;
    300 + (sources + picks) * strip::cycles(level, planes(Fold::of(mask), top)) / STRIP
}

/// Planes for all values up to the largest one and some more.
fn planes(fold: Fold, top: u32) -> usize {
    fold.last(top) as usize / 8 + 2
}

/// An option `g(n - offset) ^ mark` of every heap `n` above the offset.
#[derive(Clone, Copy)]
struct Source {
    offset: u32,
    mark: u16,
}

/// The state carried from block to block; rebuilt when the mask or the width of the values changes.
pub(crate) struct Sparse<T> {
    mask: Mask,
    fold: Fold,
    /// Sources that are looked at heap by heap: offsets below [`STRIP`], and all takes that leave one heap.
    beside: Vec<Source>,
    /// The other rare sources by the band of their key, with offsets before the beginning of the strip.
    far: Vec<Vec<Place>>,
    /// Those past the beginning of the strip: they reach the smallest heaps only.
    high: Vec<Source>,
    /// Some common positions, likewise by band.
    picks: Vec<Vec<Place>>,
    /// The largest offset of the kernel's sources.
    reach: usize,
    /// The largest value stored so far, and a power of two above it.
    top: u32,
    bound: u32,
    keys: Keys,
    /// The kernel looks at so many planes of eight keys.
    planes: usize,
    /// For each word of these, the common and the rare ones met on the strip.
    common: Vec<Sets>,
    rare: Vec<Sets>,
    /// The first values but that of the empty heap, from the last to the first: their partners in a split lie in ascending order.
    mirror: Vec<T>,
    /// For each value, the last heap for which step 3 found it to be an option.
    stamp: Vec<u64>,
    /// How many splits were looked at for rare values that neither the picks nor the mirror met.
    pub looked: usize,
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
    /// The state after `values`, of which there are at least 200 and more than twice the largest take. The mask is not 0.
    pub fn new(octal: &Octal, mask: Mask, values: &[T]) -> Sparse<T> {
        let start = values.len();
        let top: u32 = values.iter().copied().max().unwrap_or_default().into();
        let bound = (top + 1).next_power_of_two().max(16);
        let keys = Keys::new(&mask, bound, values);
        let bands = keys.bands();
        let mut sparse = Sparse {
            mask,
            fold: Fold::of(&mask),
            beside: octal.singles.iter().map(|k| Source { offset: *k as u32, mark: 0 }).collect(),
            far: vec![Vec::new(); bands],
            high: Vec::new(),
            picks: vec![Vec::new(); bands],
            reach: STRIP,
            top,
            bound,
            keys,
            planes: 0,
            common: Vec::new(),
            rare: Vec::new(),
            mirror: values[1..=MIRROR.min((start - octal.splits[0]) / 4)].iter().rev().copied().collect(),
            stamp: vec![0; 4 * bound as usize],
            looked: 0,
        };
        for n in (1..start).filter(|n| mask.rare(*n, values[*n].into())) {
            sparse.admit(octal, n, values[n].into());
        }
        sparse.pick(octal, values);
        sparse
    }

    /// How many sources every heap size looks at.
    pub fn sources(&self) -> usize {
        self.beside.len() + self.high.len() + self.far.iter().map(Vec::len).sum::<usize>()
    }

    /// Adds up to `STRIPS * STRIP` values.
    pub fn block(&mut self, octal: &Octal, level: Level, values: &mut Vec<T>) -> Block {
        for _ in 0..STRIPS {
            self.advance(level, values);
            for lane in 0..STRIP {
                let n = values.len();
                self.touch(values);
                let Some(value) = self.decide(octal, level, values, lane) else { return Block::Overflow };
                values.push(value);
                let value: u32 = value.into();
                if value >= self.bound {
                    return Block::Outgrown;
                }
                if self.mask.rare(n, value) {
                    self.admit(octal, n, value as u16);
                }
                self.top = self.top.max(value);
            }
        }
        Block::Done
    }

    /// Takes in the rare position `n`.
    fn admit(&mut self, octal: &Octal, n: usize, mark: u16) {
        for k in &octal.splits {
            let offset = (n + k) as u32;
            let sources = if n + k < STRIP { &mut self.beside } else { &mut self.high };
            sources.push(Source { offset, mark });
        }
    }

    /// Picks common positions that meet rare values: of every value some, so that seldom sums are met too. None is half of a
    /// heap, so their partners differ from them.
    fn pick(&mut self, octal: &Octal, values: &[T]) {
        let take = octal.splits[0];
        let end = PICKED.min(values.len() / 2).saturating_sub(take);
        let mut picked = vec![0; self.bound as usize];
        for (n, value) in values.iter().enumerate().take(end).skip(STRIP) {
            let value: u32 = (*value).into();
            if !self.mask.rare(n, value) && picked[value as usize] < EACH {
                picked[value as usize] += 1;
                let key = self.fold.key(value) as usize;
                self.picks[key / BAND].push(Place { offset: (n + take) as u32, key: (key % BAND) as u8 });
                self.reach = self.reach.max(n + take);
            }
        }
    }

    /// Steps 1 and 2.
    fn advance(&mut self, level: Level, values: &[T]) {
        let start = values.len();
        let Sparse { mask, fold, far, high, reach, keys, .. } = self;
        high.retain(|source| {
            let reached = (source.offset as usize) < start;
            if reached {
                let key = fold.key(source.mark.into()) as usize;
                far[key / BAND].push(Place { offset: source.offset, key: (key % BAND) as u8 });
                *reach = source.offset.max(*reach as u32) as usize;
            }
            !reached
        });
        keys.extend(mask, values);
        keys.hold_from(mask, values, start - *reach);
        let planes = planes(*fold, self.top).min(keys.bands() * BAND / 8);
        self.planes = planes;
        let words = planes.div_ceil(WORD / 8);
        for (sets, sources) in [(&mut self.common, &self.far), (&mut self.rare, &self.picks)] {
            sets.resize(words, [0; STRIP]);
            for (word, sets) in sets.iter_mut().enumerate() {
                let (band, turn) = (word * WORD / BAND, word * WORD % BAND);
                let planes = (planes - word * WORD / 8).min(WORD / 8);
                // Keys that are not looked at count as met.
                sets.fill(!(u64::MAX >> (WORD - 8 * planes)));
                for (other, places) in sources.iter().enumerate() {
                    let (row, at) = self.keys.row(band ^ other, start);
                    strip::meet(level, row, at, places, turn as u8, planes, sets);
                }
            }
        }
    }

    /// Step 3: stamps every value given by the sources within the strip, and by those reaching back to the smallest heaps.
    fn touch(&mut self, values: &[T]) {
        let n = values.len();
        for sources in [&self.beside, &self.high] {
            for source in sources {
                if (source.offset as usize) < n {
                    let value: u32 = values[n - source.offset as usize].into();
                    self.stamp[(value ^ source.mark as u32) as usize] = n as u64;
                }
            }
        }
    }

    /// Step 3, continued: the value of the heap of `values.len()`.
    fn decide(&mut self, octal: &Octal, level: Level, values: &[T], lane: usize) -> Option<T> {
        let n = values.len();
        let whole = n - octal.splits[0];
        let behind = &values[whole - self.mirror.len()..whole];
        let mut looked = 0;
        let mut missing = |value: u32| {
            T::try_from(value).is_ok_and(|value| {
                !T::meet(level, &self.mirror, behind, value) && !octal.reaches(level, values, n, value, &mut looked)
            })
        };
        let common = self.open(Kind::Common, n, lane, u32::MAX, |_| true).unwrap_or_else(|| self.exhaust(values));
        let least = self.open(Kind::Rare, n, lane, common, &mut missing).or_else(|| {
            let beyond = (8 * self.planes as u32..).map(|key| self.fold.value(&self.mask, n, Kind::Rare, key));
            let mut open = beyond.take_while(|value| *value < common).filter(|value| !self.stamped(n, *value));
            open.find(|value| missing(*value))
        });
        let least = least.unwrap_or(common);
        self.looked += looked;
        T::try_from(least).ok()
    }

    /// The least value of a kind below `end` that nothing looked at so far gives to the heap of `n`, and that is `wanted`, among
    /// those whose keys the kernel looks at.
    #[inline(always)]
    fn open(&self, kind: Kind, n: usize, lane: usize, end: u32, mut wanted: impl FnMut(u32) -> bool) -> Option<u32> {
        let sets = match kind {
            Kind::Common => &self.common,
            Kind::Rare => &self.rare,
        };
        for (word, sets) in sets.iter().enumerate() {
            let mut open = !sets[lane];
            while open != 0 {
                let key = (word * WORD) as u32 + open.trailing_zeros();
                let value = self.fold.value(&self.mask, n, kind, key);
                if value >= end {
                    return None;
                }
                if !self.stamped(n, value) && wanted(value) {
                    return Some(value);
                }
                open &= open - 1;
            }
        }
        None
    }

    fn stamped(&self, n: usize, value: u32) -> bool {
        self.stamp[value as usize] == n as u64
    }

    /// The least common value of a heap of `values.len()` by all sources, one by one.
    fn exhaust(&self, values: &[T]) -> u32 {
        let n = values.len();
        let mut met = vec![false; self.bound as usize];
        for (band, places) in self.far.iter().enumerate() {
            for place in places {
                let at = n - place.offset as usize;
                let value = values[at].into();
                if !self.mask.rare(at, value) {
                    met[(self.fold.key(value) as usize) ^ (band * BAND + place.key as usize)] = true;
                }
            }
        }
        let open = (0..self.bound)
            .filter(|key| !met[*key as usize])
            .map(|key| self.fold.value(&self.mask, n, Kind::Common, key))
            .find(|value| !self.stamped(n, *value));
        open.expect("options stay below the bound, and half of its keys lie above it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::mask::Twist;
    use crate::rule::{HeapRule, Kinship};
    use proptest::prelude::*;

    /// The mex of all options, straight from the digits.
    fn textbook(octal: &Octal, count: usize) -> Vec<u16> {
        let mut values: Vec<u16> = Vec::new();
        let mut seen = vec![usize::MAX; 1 << 12];
        for n in 0..count {
            if octal.ends.contains(&n) {
                seen[0] = n;
            }
            octal.singles.iter().filter(|k| **k < n).for_each(|k| seen[values[n - k] as usize] = n);
            for rest in octal.splits.iter().filter_map(|k| n.checked_sub(*k)) {
                for part in (1..=rest / 2).filter(|part| 2 * part < rest || octal.kinship == Kinship::Free) {
                    seen[(values[part] ^ values[rest - part]) as usize] = n;
                }
            }
            values.push(seen.iter().position(|at| *at != n).expect("a mex") as u16);
        }
        values
    }

    /// Grows by blocks from `from` on and compares with the definition, at the widest and at the plainest level.
    fn check<T: Lane + std::fmt::Debug>(rule: &HeapRule, from: usize, more: usize) -> Mask {
        let octal = Octal::of(rule).unwrap();
        let wanted: Vec<T> =
            textbook(&octal, from + more).into_iter().map(|value| T::try_from(value as u32).ok().unwrap()).collect();
        let (mask, _) = Mask::best(&wanted[..from], 0, &octal.splits);
        if mask.mask == 0 {
            return mask;
        }
        for level in [Level::detect(), Level::Baseline] {
            let mut values = wanted[..from].to_vec();
            let mut sparse = Sparse::new(&octal, mask, &values);
            while values.len() < wanted.len() {
                match sparse.block(&octal, level, &mut values) {
                    Block::Done => {}
                    Block::Outgrown => sparse = Sparse::new(&octal, mask, &values),
                    Block::Overflow => panic!("{rule} overflows"),
                }
            }
            assert!(values[..wanted.len()] == wanted[..], "{rule} at {level:?}");
        }
        mask
    }

    fn rule(code: &str) -> HeapRule {
        code.parse::<Code>().unwrap().rule().clone()
    }

    #[test]
    fn blocks_agree_with_the_definition() {
        check::<u16>(&rule("0.6"), START + 5, 2500);
        check::<u16>(&rule("4.0u"), START, 2500);
        check::<u8>(&rule("0.16"), START, 2500);
        check::<u8>(&rule("0.354"), START, 2500);
        // A poor mask costs time, not truth.
        check::<u8>(&rule("0.07"), START, 600);
        // The value of 9930 is rare and far above all values before it.
        check::<u16>(&rule("0.06"), 9400, 600);
    }

    #[test]
    fn codes_of_three_digits() {
        for digits in (0u16..512).filter(|digits| digits & 0o444 != 0) {
            let head = vec![0, digits >> 6, digits >> 3 & 7, digits & 7];
            check::<u16>(&HeapRule::new(head, vec![], Kinship::Free).unwrap(), 210, 250);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn wider_codes(mut head in prop::collection::vec(0u16..8, 4..90), unequal: bool, sparse: bool) {
            head[0] &= 4;
            if sparse {
                head.iter_mut().skip(4).for_each(|digit| *digit &= 1);
            }
            head.push(4);
            let kinship = if unequal { Kinship::Unequal } else { Kinship::Free };
            check::<u16>(&HeapRule::new(head, vec![], kinship).unwrap(), 260, 150);
        }
    }

    #[test]
    fn masks_twisted_by_position() {
        for code in ["0.127", "0.104", "0.106"] {
            let mask = check::<u16>(&rule(code), START, 1500);
            assert_eq!(mask.twist, Twist::Alternating, "{code}");
        }
    }
}
