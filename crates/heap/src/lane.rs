//! The kernels that look at many heap sizes at once.
//!
//! Each kernel is written once, as loops over fixed-size chunks that the compiler turns into vector instructions, and
//! is compiled for several instruction sets; the widest one the processor has is chosen at run time. They give the
//! same results at every level. `unsafe` appears here alone, to call the wider versions.
#![allow(unsafe_code)]

use std::ops::BitXor;

/// One stored value: a byte, or two when values pass 255.
pub(crate) trait Lane:
    Copy + Ord + Eq + Default + BitXor<Output = Self> + Into<u32> + Into<u16> + TryFrom<u32> + Send + Sync + 'static
{
    /// Takes the low bits; exact whenever the value fits.
    fn low(value: u32) -> Self;

    fn exists(level: Level, front: &[Self], back: &[Self], sought: Self) -> bool;

    fn survive(level: Level, values: &[Self], origin: usize, sources: &[(u32, u16)], block: &mut Candidates<Self>);
}

/// How many heap sizes the block kernels treat together.
pub(crate) const BLOCK: usize = 1024;

/// How many candidates per heap size are tried together.
pub(crate) const TRIES: usize = 4;

/// For each heap size of a block, candidates for its value; a candidate becomes refuted when some option has it.
pub(crate) struct Candidates<T> {
    /// `value[q][t]`: the `q`-th candidate of lane `t`.
    pub value: [[T; BLOCK]; TRIES],
    /// Zero where the candidate is refuted.
    pub standing: [[T; BLOCK]; TRIES],
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
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
                return Level::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return Level::Avx2;
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
            #[target_feature(enable = "avx2")]
            fn avx2($($arg: $type),*) $(-> $result)? {
                $body($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
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

kernel!(exists_u8(front: &[u8], back: &[u8], sought: u8) -> bool, exists_body::<u8, 128>);
kernel!(exists_u16(front: &[u16], back: &[u16], sought: u16) -> bool, exists_body::<u16, 64>);
kernel!(survive_u8(values: &[u8], origin: usize, sources: &[(u32, u16)], block: &mut Candidates<u8>), survive_body::<u8, 64>);
kernel!(survive_u16(values: &[u16], origin: usize, sources: &[(u32, u16)], block: &mut Candidates<u16>), survive_body::<u16, 32>);
kernel!(cover(planes: &[u8], value: u16, pool: &[(u32, u16)], origin: usize, covered: &mut [Lanes]), cover_body);

impl Lane for u8 {
    fn low(value: u32) -> u8 {
        value as u8
    }

    fn exists(level: Level, front: &[u8], back: &[u8], sought: u8) -> bool {
        exists_u8(level, front, back, sought)
    }

    fn survive(level: Level, values: &[u8], origin: usize, sources: &[(u32, u16)], block: &mut Candidates<u8>) {
        survive_u8(level, values, origin, sources, block)
    }
}

impl Lane for u16 {
    fn low(value: u32) -> u16 {
        value as u16
    }

    fn exists(level: Level, front: &[u16], back: &[u16], sought: u16) -> bool {
        exists_u16(level, front, back, sought)
    }

    fn survive(level: Level, values: &[u16], origin: usize, sources: &[(u32, u16)], block: &mut Candidates<u16>) {
        survive_u16(level, values, origin, sources, block)
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

/// Refutes every candidate `c` of lane `t` for which `values[origin + t - offset] ^ mark == c` for some source
/// `(offset, mark)`. All those places lie inside `values`.
#[inline(always)]
fn survive_body<T: Lane, const WIDTH: usize>(
    values: &[T],
    origin: usize,
    sources: &[(u32, u16)],
    block: &mut Candidates<T>,
) {
    for start in (0..BLOCK).step_by(WIDTH) {
        let pick = |rows: &[[T; BLOCK]; TRIES], q: usize| -> [T; WIDTH] {
            rows[q][start..start + WIDTH].try_into().expect("WIDTH lanes")
        };
        let candidate: [[T; WIDTH]; TRIES] = std::array::from_fn(|q| pick(&block.value, q));
        let mut standing: [[T; WIDTH]; TRIES] = std::array::from_fn(|q| pick(&block.standing, q));
        for &(offset, mark) in sources {
            let from = origin + start - offset as usize;
            let row: &[T; WIDTH] = values[from..from + WIDTH].try_into().expect("WIDTH lanes");
            let mark = T::low(mark.into());
            for (standing, candidate) in standing.iter_mut().zip(&candidate) {
                for lane in 0..WIDTH {
                    standing[lane] = standing[lane].min(row[lane] ^ mark ^ candidate[lane]);
                }
            }
        }
        for (place, standing) in block.standing.iter_mut().zip(&standing) {
            place[start..start + WIDTH].copy_from_slice(standing);
        }
    }
}

/// One bit per lane of a block.
pub(crate) type Lanes = [u8; BLOCK / 8];

/// For every source `(place, mark)` of the pool, adds to `covered[mark ^ value]` the lanes whose bits are set from byte
/// `origin + place` of the planes on: those lanes have an option of that value.
#[inline(always)]
fn cover_body(planes: &[u8], value: u16, pool: &[(u32, u16)], origin: usize, covered: &mut [Lanes]) {
    for &(place, mark) in pool {
        let from = origin + place as usize;
        let row: &Lanes = planes[from..from + BLOCK / 8].try_into().expect("a row");
        for (all, row) in covered[(mark ^ value) as usize].iter_mut().zip(row) {
            *all |= row;
        }
    }
}
