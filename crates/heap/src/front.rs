//! The candidates of [`FRONT`] consecutive heap sizes, narrowed down by all sources that lie before them. Everything here
//! depends on values before the front alone.

use crate::lane::{Candidates, Covered, FRONT, Lane, Lanes, Level, TRIES};
use crate::mask::Mask;
use crate::rows::{Pool, Rows};

/// How many sources are tried on how many candidates (in rounds of [`TRIES`]).
const LEVELS: [(usize, usize); 2] = [(200, 4), (usize::MAX, 2)];

/// The most candidates of one heap size,
const OPEN: usize = 16;

/// and how many are enough where the pool has left few sources to try them on.
const ENOUGH: usize = 8;

/// Lanes that are looked up one by one rather than by rows.
const FEW: u32 = 12;

/// Rows of the most frequent values, which are looked at for rare values.
const LIKELY: usize = 64;

/// An option `g(n - offset) ^ mark` of every heap `n`, and the mark as the kernels see it.
#[derive(Clone, Copy)]
pub(crate) struct Source {
    pub offset: u32,
    pub mark: u16,
    pub key: u16,
}

/// What a front looks at.
pub(crate) struct Ground<'a, K> {
    pub mask: &'a Mask,
    pub level: Level,
    pub rows: &'a Rows,
    /// Rare sources, and some common positions.
    pub pool: &'a Pool,
    pub picks: &'a Pool,
    /// Sources before the front.
    pub far: &'a [Source],
    /// The values so far as the kernels see them, and how they see one.
    pub keys: &'a [K],
    pub fold: Fold,
    /// The largest value so far.
    pub top: u32,
    /// The first heap size of the front.
    pub start: usize,
}

/// How kernels see a value: as it is, or without one binary digit of the mask. Among values of one kind that digit follows
/// from the others, so two of them are equal when they look equal; so only where all sources have common partners.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fold {
    Same,
    Without(u32),
}

/// The open common values of one heap size in ascending order; below them no common value is open. The first `tried` have
/// been tried on all sources before the front.
#[derive(Clone, Copy)]
struct Open {
    value: [u16; OPEN],
    count: usize,
    tried: usize,
}

/// The work sheet of one front.
pub(crate) struct Front<K> {
    covered: Covered,
    open: Vec<Open>,
    /// For each lane, the rare values below its `limit` for which no witness is known.
    unseen: Vec<Vec<u16>>,
    limit: Vec<u16>,
    trial: Box<Candidates<K>>,
}

impl Fold {
    pub fn key(self, value: u32) -> u32 {
        match self {
            Fold::Same => value,
            Fold::Without(digit) => (value & ((1 << digit) - 1)) | (value >> (digit + 1) << digit),
        }
    }
}

impl<K: Lane> Front<K> {
    pub fn new() -> Front<K> {
        Front {
            covered: Covered::default(),
            open: vec![Open { value: [0; OPEN], count: 0, tried: 0 }; FRONT],
            unseen: vec![Vec::new(); FRONT],
            limit: vec![0; FRONT],
            trial: Box::new(Candidates {
                value: [[K::default(); FRONT]; TRIES],
                standing: [[K::default(); FRONT]; TRIES],
            }),
        }
    }

    /// Looks at all sources before the front, where all of `far` still lies inside `keys`.
    pub fn advance(&mut self, ground: &Ground<K>) {
        let start = ground.start;
        self.propose(ground, start);
        let mut from = 0usize;
        for (count, rounds) in LEVELS {
            let to = from.saturating_add(count).min(ground.far.len());
            if from < to {
                let far = &ground.far[from..to];
                self.refute(ground.level, ground.keys, ground.fold, far, start, 0..FRONT, rounds);
            }
            from = to;
        }
        self.witness(ground, start);
    }

    /// The candidates of a lane.
    pub fn candidates(&self, lane: usize) -> impl Iterator<Item = u32> + '_ {
        let open = &self.open[lane];
        open.value[..open.tried].iter().map(|value| (*value).into())
    }

    /// The rare values of a lane below `value` that have to be looked up, given its mask.
    pub fn unwitnessed<'a>(
        &'a self,
        mask: &'a Mask,
        n: usize,
        lane: usize,
        value: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let limit = self.limit[lane] as u32;
        let below = self.unseen[lane].iter().map(|value| *value as u32).take_while(move |unseen| *unseen < value);
        below.chain((limit..value).filter(move |value| mask.rare(n, *value)))
    }

    /// The common values of every lane that the pool leaves open.
    fn propose(&mut self, ground: &Ground<K>, start: usize) {
        let rare = |n: usize, value: u32| ground.mask.rare(n, value);
        self.covered.lanes.clear();
        self.covered.lanes.extend((0..=ground.top).map(|value| asked(!rare(start, value), !rare(start + 1, value))));
        self.covered.count();
        ground.rows.cover(ground.level, start, ground.pool, 0, usize::MAX, &mut self.covered);
        self.open.iter_mut().for_each(|open| open.count = 0);
        let most = if ground.rows.complete { ENOUGH } else { OPEN };
        let mut full: Lanes = [0; FRONT / 8];
        for (value, covered) in (0..).zip(&mut self.covered.lanes) {
            covered.iter_mut().zip(&full).for_each(|(covered, full)| *covered |= full);
            each_open(covered, |lane| {
                let open = &mut self.open[lane];
                open.value[open.count] = value;
                open.count += 1;
                full[lane / 8] |= u8::from(open.count == most) << (lane % 8);
            });
        }
        self.open.iter_mut().for_each(|open| open.tried = open.count);
    }

    /// Tries the sources on the first `rounds * TRIES` open values of the lanes and drops those they give. All the sources
    /// lie inside `keys`.
    #[allow(clippy::too_many_arguments)]
    pub fn refute(
        &mut self,
        level: Level,
        keys: &[K],
        fold: Fold,
        sources: &[Source],
        start: usize,
        lanes: std::ops::Range<usize>,
        rounds: usize,
    ) {
        let mut standing = [0u32; FRONT];
        let standing = &mut standing[..lanes.len()];
        for round in 0..rounds {
            for (lane, open) in self.open.iter().enumerate().take(lanes.end).skip(lanes.start) {
                for q in 0..TRIES {
                    self.trial.value[q][lane] = K::low(fold.key(open.value[round * TRIES + q].into()));
                }
            }
            self.trial.standing.iter_mut().for_each(|row| row[lanes.clone()].fill(K::low(u32::MAX)));
            K::survive(level, keys, start, sources, lanes.clone(), &mut self.trial);
            for q in 0..TRIES {
                for (standing, left) in standing.iter_mut().zip(&self.trial.standing[q][lanes.clone()]) {
                    *standing |= ((*left != K::default()) as u32) << (round * TRIES + q);
                }
            }
        }
        let window = rounds * TRIES;
        for (open, standing) in self.open[lanes].iter_mut().zip(standing) {
            let mut kept = 0;
            let tried = open.tried.min(window);
            for at in 0..tried {
                open.value[kept] = open.value[at];
                kept += (*standing >> at & 1) as usize;
            }
            (open.count, open.tried) = (kept, kept);
        }
    }

    /// For every rare value that can matter, the lanes that still need it looked up.
    fn witness(&mut self, ground: &Ground<K>, start: usize) {
        let rare = |n: usize, value: u32| ground.mask.rare(n, value);
        self.unseen.iter_mut().for_each(Vec::clear);
        // Seldom more than two candidates fall to the sources inside the block.
        for (limit, open) in self.limit.iter_mut().zip(&self.open) {
            *limit = open.value[..open.tried].iter().take(3).next_back().copied().unwrap_or(ground.top as u16);
        }
        let most = self.limit.iter().copied().max().unwrap_or(0).min(ground.top as u16 + 1);
        self.limit.iter_mut().for_each(|limit| *limit = most.min(*limit));
        self.covered.lanes.clear();
        self.covered.lanes.resize(most as usize + 1, [0; FRONT / 8]);
        for (lane, limit) in self.limit.iter().enumerate() {
            self.covered.lanes[*limit as usize][lane / 8] |= 1 << (lane % 8);
        }
        self.covered.lanes.pop();
        let mut past = [0; FRONT / 8];
        for (value, lanes) in (0..).zip(&mut self.covered.lanes) {
            let asked = asked(rare(start, value), rare(start + 1, value));
            for ((lanes, past), asked) in lanes.iter_mut().zip(&mut past).zip(asked) {
                *past |= *lanes;
                *lanes = *past | asked;
            }
        }
        self.covered.count();
        ground.rows.cover(ground.level, start, ground.picks, FEW, LIKELY, &mut self.covered);
        for (value, covered) in (0..).zip(&self.covered.lanes) {
            each_open(covered, |lane| self.unseen[lane].push(value));
        }
    }
}

/// No bit for the even and the odd lanes that ask.
fn asked(even: bool, odd: bool) -> Lanes {
    [!(if even { 0x55 } else { 0 } | if odd { 0xAA } else { 0 }); FRONT / 8]
}

fn each_open(covered: &Lanes, mut each: impl FnMut(usize)) {
    for (word, covered) in covered.chunks_exact(8).enumerate() {
        let mut left = !u64::from_le_bytes(covered.try_into().expect("eight bytes"));
        while left != 0 {
            each(64 * word + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
