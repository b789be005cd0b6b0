//! The kernels that look at many heap sizes at once.
//!
//! Each kernel is written once, as loops over fixed-size chunks that the compiler turns into vector instructions, and
//! is compiled for several instruction sets; the widest one the processor has is chosen at run time. They give the
//! same results at every level. `unsafe` appears here alone, to call the wider versions
//! and to ask for memory ahead.
#![allow(unsafe_code)]

use crate::front::Source;
use crate::rows::Pool;
use crate::takes::{Chunk, spread_body};
use std::ops::{BitXor, Range};

/// One stored value: a byte, or two when values pass 255.
pub(crate) trait Lane:
    Copy + Ord + Eq + Default + BitXor<Output = Self> + Into<u32> + Into<u16> + TryFrom<u32> + Send + Sync + 'static
{
    /// Takes the low bits; exact whenever the value fits.
    fn low(value: u32) -> Self;

    fn exists(level: Level, front: &[Self], back: &[Self], sought: Self) -> bool;

    fn meet(level: Level, one: &[Self], other: &[Self], sought: Self) -> bool;

    fn survive(
        level: Level,
        values: &[Self],
        start: usize,
        sources: &[Source],
        lanes: Range<usize>,
        front: &mut Candidates<Self>,
    );
}

/// How many heap sizes the kernels of the sparse-space method treat together.
pub(crate) const FRONT: usize = 1024;

/// How many of them are decided together.
pub(crate) const STEP: usize = 64;

/// How many candidates per heap size are tried together.
pub(crate) const TRIES: usize = 4;

/// For each heap size of a front, candidates for its value; a candidate becomes refuted when some option has it.
pub(crate) struct Candidates<T> {
    /// `value[q][t]`: the `q`-th candidate of lane `t`.
    pub value: [[T; FRONT]; TRIES],
    /// Zero where the candidate is refuted.
    pub standing: [[T; FRONT]; TRIES],
}

/// The instruction sets the kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// The widest the processor has.
    pub fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
            {
                let wider = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
                return if wider { Level::Avx512 } else { Level::Avx2 };
            }
        }
        Level::Baseline
    }
}

/// Compiles a kernel body for each level and dispatches to it.
macro_rules! kernel {
    ($name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?, $body:path) => {
        pub(crate) fn $name(level: Level, $($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,popcnt,bmi1")]
            fn avx2($($arg: $type),*) $(-> $result)? {
                $body($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt,bmi1")]
            fn avx512($($arg: $type),*) $(-> $result)? {
                $body($($arg),*)
            }
            match level {
                Level::Baseline => $body($($arg),*),
                // SAFETY: the level is made only by `Level::detect`, which found these features.
                #[cfg(target_arch = "x86_64")]
                Level::Avx2 => unsafe { avx2($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 => unsafe { avx512($($arg),*) },
            }
        }
    };
}

kernel!(meet_u8(one: &[u8], other: &[u8], sought: u8) -> bool, meet_body::<u8, 128>);
kernel!(exists_u8(front: &[u8], back: &[u8], sought: u8) -> bool, exists_body::<u8, 128>);
kernel!(meet_u16(one: &[u16], other: &[u16], sought: u16) -> bool, meet_body::<u16, 64>);
kernel!(exists_u16(front: &[u16], back: &[u16], sought: u16) -> bool, exists_body::<u16, 64>);
kernel!(survive_u8(values: &[u8], start: usize, sources: &[Source], lanes: Range<usize>, front: &mut Candidates<u8>), survive_body::<u8, 64>);
kernel!(survive_u16(values: &[u16], start: usize, sources: &[Source], lanes: Range<usize>, front: &mut Candidates<u16>), survive_body::<u16, 32>);
kernel!(spread(beyond: &[Chunk], moving: u64, barred: &mut [u64]), spread_body);
kernel!(cover(planes: &[u8], value: u16, pool: &Pool, few: u32, covered: &mut Covered), cover_body);

impl Lane for u8 {
    fn low(value: u32) -> u8 {
        value as u8
    }

    fn exists(level: Level, front: &[u8], back: &[u8], sought: u8) -> bool {
        exists_u8(level, front, back, sought)
    }

    fn meet(level: Level, one: &[u8], other: &[u8], sought: u8) -> bool {
        meet_u8(level, one, other, sought)
    }

    fn survive(
        level: Level,
        values: &[u8],
        start: usize,
        sources: &[Source],
        lanes: Range<usize>,
        front: &mut Candidates<u8>,
    ) {
        survive_u8(level, values, start, sources, lanes, front)
    }
}

impl Lane for u16 {
    fn low(value: u32) -> u16 {
        value as u16
    }

    fn exists(level: Level, front: &[u16], back: &[u16], sought: u16) -> bool {
        exists_u16(level, front, back, sought)
    }

    fn meet(level: Level, one: &[u16], other: &[u16], sought: u16) -> bool {
        meet_u16(level, one, other, sought)
    }

    fn survive(
        level: Level,
        values: &[u16],
        start: usize,
        sources: &[Source],
        lanes: Range<usize>,
        front: &mut Candidates<u16>,
    ) {
        survive_u16(level, values, start, sources, lanes, front)
    }
}

/// Whether `front[i] ^ back[len - 1 - i]` is the sought value for some `i`. The slices have one length.
#[inline(always)]
fn exists_body<T: Lane, const CHUNK: usize>(front: &[T], back: &[T], sought: T) -> bool {
    debug_assert_eq!(front.len(), back.len());
    let chunks = front.chunks_exact(CHUNK);
    let rest = chunks.remainder();
    for (ahead, behind) in chunks.zip(back.rchunks_exact(CHUNK)) {
        let mut hit = false;
        for lane in 0..CHUNK {
            hit |= ahead[lane] ^ behind[CHUNK - 1 - lane] == sought;
        }
        if hit {
            return true;
        }
    }
    rest.iter().zip(back[..rest.len()].iter().rev()).any(|(a, b)| *a ^ *b == sought)
}

/// Whether `one[i] ^ other[i]` is the sought value for some `i`. The slices have one length.
#[inline(always)]
fn meet_body<T: Lane, const CHUNK: usize>(one: &[T], other: &[T], sought: T) -> bool {
    let (ones, others) = (one.chunks_exact(CHUNK), other.chunks_exact(CHUNK));
    let rest = ones.remainder().iter().zip(others.remainder()).any(|(a, b)| *a ^ *b == sought);
    rest || ones.zip(others).any(|(ones, others)| {
        let mut hit = false;
        for lane in 0..CHUNK {
            hit |= ones[lane] ^ others[lane] == sought;
        }
        hit
    })
}

/// Refutes every candidate `c` of a lane `t` of the range for which `values[start + t - offset] ^ key == c` for some
/// source. All those places lie inside `values`; the range is whole steps of [`STEP`].
#[inline(always)]
fn survive_body<T: Lane, const WIDTH: usize>(
    values: &[T],
    start: usize,
    sources: &[Source],
    lanes: Range<usize>,
    front: &mut Candidates<T>,
) {
    for first in lanes.step_by(WIDTH) {
        let pick = |rows: &[[T; FRONT]; TRIES], q: usize| -> [T; WIDTH] {
            rows[q][first..first + WIDTH].try_into().expect("WIDTH lanes")
        };
        let candidate: [[T; WIDTH]; TRIES] = std::array::from_fn(|q| pick(&front.value, q));
        let mut standing: [[T; WIDTH]; TRIES] = std::array::from_fn(|q| pick(&front.standing, q));
        for source in sources {
            let from = start + first - source.offset as usize;
            let row: &[T; WIDTH] = values[from..from + WIDTH].try_into().expect("WIDTH lanes");
            let key = T::low(source.key.into());
            for (standing, candidate) in standing.iter_mut().zip(&candidate) {
                for lane in 0..WIDTH {
                    standing[lane] = standing[lane].min(row[lane] ^ key ^ candidate[lane]);
                }
            }
        }
        for (place, standing) in front.standing.iter_mut().zip(&standing) {
            place[first..first + WIDTH].copy_from_slice(standing);
        }
    }
}

/// Asks for bytes that will be read soon.
pub(crate) fn fetch(bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    for line in bytes.chunks(64) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: a hint that reads nothing, and the address lies inside a slice.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(line.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bytes;
}

/// One bit per lane of a front.
pub(crate) type Lanes = [u8; FRONT / 8];

/// For each value, the lanes that have it as an option or do not ask, and how many lanes lack it.
#[derive(Default)]
pub(crate) struct Covered {
    pub lanes: Vec<Lanes>,
    pub lacking: Vec<u32>,
}

impl Covered {
    /// Counts the lanes anew.
    pub fn count(&mut self) {
        self.lacking.clear();
        self.lacking.extend(self.lanes.iter().map(lacking));
    }
}

/// For every source of the pool, adds to the lanes of `mark ^ value` those whose bits are set from its place in the planes
/// on: those lanes have an option of that value. Values that at most `few` lanes lack are left, and those past the end.
#[inline(always)]
fn cover_body(planes: &[u8], value: u16, pool: &Pool, few: u32, covered: &mut Covered) {
    let mut from = 0;
    for &(mark, end) in &pool.marks {
        let places = &pool.places[from..end as usize];
        from = end as usize;
        let target = (mark ^ value) as usize;
        if covered.lacking.get(target).is_none_or(|lacking| *lacking <= few) {
            continue;
        }
        let mut all = covered.lanes[target];
        for place in places {
            let row: &Lanes = planes[*place as usize..][..FRONT / 8].try_into().expect("a row");
            for (all, row) in all.iter_mut().zip(row) {
                *all |= row;
            }
        }
        covered.lanes[target] = all;
        let mut common = u8::MAX;
        all.iter().for_each(|byte| common &= byte);
        covered.lacking[target] = if few == 0 { u32::from(common != u8::MAX) } else { lacking(&all) };
    }
}

#[inline(always)]
fn lacking(lanes: &Lanes) -> u32 {
    lanes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("a word")).count_zeros()).sum()
}
