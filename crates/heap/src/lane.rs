//! The kernels that look at many heap sizes at once.
//!
//! Each kernel is written once, as loops over fixed-size chunks that the compiler turns into vector instructions, and
//! is compiled for several instruction sets; the widest one the processor has is chosen at run time. They give the
//! same results at every level. `unsafe` appears here and in [`crate::strip`] alone, to call the wider versions.
#![allow(unsafe_code)]

use crate::takes::{Chunk, spread_body};
use std::ops::BitXor;

/// One stored value: a byte, or two when values pass 255.
pub(crate) trait Lane:
    Copy + Ord + Eq + Default + BitXor<Output = Self> + Into<u32> + Into<u16> + TryFrom<u32> + Send + Sync + 'static
{
    /// Whether `front[i] ^ back[len - 1 - i]` is the sought value for some `i`; adds to `looked` how many were looked at.
    fn exists(level: Level, front: &[Self], back: &[Self], sought: Self, looked: &mut usize) -> bool;

    /// Marks all values `front[i] ^ back[len - 1 - i]`.
    fn mark(level: Level, front: &[Self], back: &[Self], marks: &mut Marks);

    /// Whether `one[i] ^ other[i]` is the sought value for some `i`.
    fn meet(level: Level, one: &[Self], other: &[Self], sought: Self) -> bool;
}

/// One mark per value.
pub(crate) type Marks = [bool; 1 << 16];

/// The instruction sets the kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Also with permutations of bytes.
    #[cfg(target_arch = "x86_64")]
    Vbmi,
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
                return match wider {
                    false => Level::Avx2,
                    true if is_x86_feature_detected!("avx512vbmi") => Level::Vbmi,
                    true => Level::Avx512,
                };
            }
        }
        Level::Baseline
    }

    /// All that the processor has.
    #[cfg(test)]
    pub fn all() -> Vec<Level> {
        let mut all = vec![Level::Baseline];
        #[cfg(target_arch = "x86_64")]
        match Level::detect() {
            Level::Baseline => {}
            Level::Avx2 => all.push(Level::Avx2),
            Level::Avx512 => all.extend([Level::Avx2, Level::Avx512]),
            Level::Vbmi => all.extend([Level::Avx2, Level::Avx512, Level::Vbmi]),
        }
        all
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
                Level::Avx512 | Level::Vbmi => unsafe { avx512($($arg),*) },
            }
        }
    };
}

kernel!(meet_u8(one: &[u8], other: &[u8], sought: u8) -> bool, meet_body::<u8, 128>);
kernel!(exists_u8(front: &[u8], back: &[u8], sought: u8, looked: &mut usize) -> bool, exists_body::<u8, 128>);
kernel!(mark_u8(front: &[u8], back: &[u8], marks: &mut Marks), mark_body::<u8, 128>);
kernel!(meet_u16(one: &[u16], other: &[u16], sought: u16) -> bool, meet_body::<u16, 64>);
kernel!(exists_u16(front: &[u16], back: &[u16], sought: u16, looked: &mut usize) -> bool, exists_body::<u16, 64>);
kernel!(mark_u16(front: &[u16], back: &[u16], marks: &mut Marks), mark_body::<u16, 64>);
kernel!(spread(beyond: &[Chunk], moving: u64, barred: &mut [u64]), spread_body);

impl Lane for u8 {
    fn exists(level: Level, front: &[u8], back: &[u8], sought: u8, looked: &mut usize) -> bool {
        exists_u8(level, front, back, sought, looked)
    }

    fn mark(level: Level, front: &[u8], back: &[u8], marks: &mut Marks) {
        mark_u8(level, front, back, marks)
    }

    fn meet(level: Level, one: &[u8], other: &[u8], sought: u8) -> bool {
        meet_u8(level, one, other, sought)
    }
}

impl Lane for u16 {
    fn exists(level: Level, front: &[u16], back: &[u16], sought: u16, looked: &mut usize) -> bool {
        exists_u16(level, front, back, sought, looked)
    }

    fn mark(level: Level, front: &[u16], back: &[u16], marks: &mut Marks) {
        mark_u16(level, front, back, marks)
    }

    fn meet(level: Level, one: &[u16], other: &[u16], sought: u16) -> bool {
        meet_u16(level, one, other, sought)
    }
}

/// See [`Lane::exists`]. The slices have one length.
#[inline(always)]
fn exists_body<T: Lane, const CHUNK: usize>(front: &[T], back: &[T], sought: T, looked: &mut usize) -> bool {
    debug_assert_eq!(front.len(), back.len());
    let chunks = front.chunks_exact(CHUNK);
    let rest = chunks.remainder();
    for (ahead, behind) in chunks.zip(back.rchunks_exact(CHUNK)) {
        let mut hit = false;
        for lane in 0..CHUNK {
            hit |= ahead[lane] ^ behind[CHUNK - 1 - lane] == sought;
        }
        *looked += CHUNK;
        if hit {
            return true;
        }
    }
    rest.iter().zip(back[..rest.len()].iter().rev()).any(|(a, b)| *a ^ *b == sought)
}

/// See [`Lane::mark`]. The slices have one length.
#[inline(always)]
fn mark_body<T: Lane, const CHUNK: usize>(front: &[T], back: &[T], marks: &mut Marks) {
    let chunks = front.chunks_exact(CHUNK);
    let rest = chunks.remainder();
    for (ahead, behind) in chunks.zip(back.rchunks_exact(CHUNK)) {
        let sums: [T; CHUNK] = std::array::from_fn(|lane| ahead[lane] ^ behind[CHUNK - 1 - lane]);
        sums.into_iter().for_each(|sum| marks[Into::<u16>::into(sum) as usize] = true);
    }
    for (a, b) in rest.iter().zip(back[..rest.len()].iter().rev()) {
        marks[Into::<u16>::into(*a ^ *b) as usize] = true;
    }
}

/// See [`Lane::meet`]. The slices have one length.
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
