//! The kernel of the sparse-space method: which keys are met on [`STRIP`] consecutive heap sizes.
//!
//! A *plane* holds the bits of eight keys for all heap sizes of the strip, one byte each. The plain kernel compares, for each plane, which
//! heap sizes have one of its keys. Where the processor permutes bytes by a table of 64 (AVX-512 VBMI), a table gives for each of 64
//! keys its byte in a plane, so one instruction makes the bytes of a source, and one more adds those of two sources.
#![allow(unsafe_code)]

use crate::lane::Level;

/// Heap sizes decided together.
pub(crate) const STRIP: usize = 64;

/// Keys of one word.
pub(crate) const WORD: usize = 64;

/// For each heap size of a strip, a set of 64 keys.
pub(crate) type Sets = [u64; STRIP];

/// A position `offset` beans below every heap size, to be summed with a key.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub offset: u32,
    pub key: u8,
}

/// What one place costs for so many planes, in cycles, roughly.
pub(crate) fn cycles(level: Level, planes: usize) -> usize {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Vbmi => 1 + planes,
        _ => 24 * planes.div_ceil(WORD / 8),
    }
}

/// Adds to the set of each lane `t` what its sources meet: `row[at + t - offset] ^ key ^ turn`, where that is below 64, and
/// anything about keys from `8 * planes` on. Every place lies inside the row.
pub(crate) fn meet(level: Level, row: &[u8], at: usize, places: &[Place], turn: u8, planes: usize, sets: &mut Sets) {
    match level {
        // SAFETY: the level is made only by `Level::detect`, which found these features.
        #[cfg(target_arch = "x86_64")]
        Level::Vbmi => unsafe {
            match planes {
                0..=1 => vbmi::<1>(row, at, places, turn, sets),
                2 => vbmi::<2>(row, at, places, turn, sets),
                3 => vbmi::<3>(row, at, places, turn, sets),
                4 => vbmi::<4>(row, at, places, turn, sets),
                5..=6 => vbmi::<6>(row, at, places, turn, sets),
                _ => vbmi::<8>(row, at, places, turn, sets),
            }
        },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe {
            match planes {
                0..=2 => avx512::<2>(row, at, places, turn, sets),
                3..=4 => avx512::<4>(row, at, places, turn, sets),
                _ => avx512::<8>(row, at, places, turn, sets),
            }
        },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe {
            match planes {
                0..=2 => avx2::<2>(row, at, places, turn, sets),
                3..=4 => avx2::<4>(row, at, places, turn, sets),
                _ => avx2::<8>(row, at, places, turn, sets),
            }
        },
        Level::Baseline => plain::<8, 16>(row, at, places, turn, sets),
    }
}

/// A plane at a time takes the bit of a key if the key is one of its eight; so many lanes together.
#[inline(always)]
fn plain<const PLANES: usize, const WIDTH: usize>(row: &[u8], at: usize, places: &[Place], turn: u8, sets: &mut Sets) {
    for first in (0..STRIP).step_by(WIDTH) {
        let mut planes = [[0u8; WIDTH]; PLANES];
        for place in places {
            let row: &[u8; WIDTH] = strip(row, at, place)[first..].first_chunk().expect("whole chunks");
            let (mut bits, mut high) = ([0u8; WIDTH], [0u8; WIDTH]);
            for lane in 0..WIDTH {
                let key = row[lane] ^ place.key ^ turn;
                let bit = if key & 1 == 0 { 1 } else { 2 };
                let bit = if key & 2 == 0 { bit } else { bit << 2 };
                bits[lane] = if key & 4 == 0 { bit } else { bit << 4 };
                high[lane] = key & !7;
            }
            for (plane, own) in planes.iter_mut().zip((0..).step_by(8)) {
                for lane in 0..WIDTH {
                    plane[lane] |= if high[lane] == own { bits[lane] } else { 0 };
                }
            }
        }
        for (lane, set) in sets[first..first + WIDTH].iter_mut().enumerate() {
            *set |= planes.iter().rev().fold(0, |set, plane| set << 8 | plane[lane] as u64);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<const PLANES: usize>(row: &[u8], at: usize, places: &[Place], turn: u8, sets: &mut Sets) {
    plain::<PLANES, 32>(row, at, places, turn, sets)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn avx512<const PLANES: usize>(row: &[u8], at: usize, places: &[Place], turn: u8, sets: &mut Sets) {
    plain::<PLANES, 64>(row, at, places, turn, sets)
}

#[inline(always)]
fn strip<'a>(row: &'a [u8], at: usize, place: &Place) -> &'a [u8; STRIP] {
    row[at - place.offset as usize..].first_chunk().expect("the strip of a place lies inside the row")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn vbmi<const PLANES: usize>(row: &[u8], at: usize, places: &[Place], turn: u8, sets: &mut Sets) {
    use std::arch::x86_64::*;
    // SAFETY: 64 bytes are read from 64 bytes.
    let load = |bytes: &[u8; 64]| unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
    let tables: [__m512i; PLANES] = std::array::from_fn(|plane| {
        load(&std::array::from_fn(|key| if key / 8 == plane { 1 << (key % 8) } else { 0 }))
    });
    let outside = _mm512_set1_epi8(0xC0u8 as i8);
    let mut planes = [_mm512_setzero_si512(); PLANES];
    let keys = |place: &Place| {
        let keys = _mm512_xor_si512(load(strip(row, at, place)), _mm512_set1_epi8((place.key ^ turn) as i8));
        (keys, _mm512_testn_epi8_mask(keys, outside))
    };
    let pairs = places.chunks_exact(2);
    if let [last] = pairs.remainder() {
        let (keys, inside) = keys(last);
        for (plane, table) in planes.iter_mut().zip(&tables) {
            *plane = _mm512_maskz_permutexvar_epi8(inside, keys, *table);
        }
    }
    for pair in pairs {
        let ((one, inside_one), (other, inside_other)) = (keys(&pair[0]), keys(&pair[1]));
        for (plane, table) in planes.iter_mut().zip(&tables) {
            let one = _mm512_maskz_permutexvar_epi8(inside_one, one, *table);
            let other = _mm512_maskz_permutexvar_epi8(inside_other, other, *table);
            *plane = _mm512_ternarylogic_epi64::<0xFE>(*plane, one, other);
        }
    }
    let mut bytes = [[0u8; STRIP]; 8];
    for (bytes, plane) in bytes.iter_mut().zip(&planes) {
        // SAFETY: 64 bytes are written to 64 bytes.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), *plane) };
    }
    for (lane, set) in sets.iter_mut().enumerate() {
        *set |= u64::from_le_bytes(std::array::from_fn(|plane| bytes[plane][lane]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_level_meets_the_same_keys(
            row in prop::collection::vec(0u8..=255, 300),
            places in prop::collection::vec((64u32..200, 0u8..128), 0..9),
            high: bool,
            planes in 1usize..9,
        ) {
            let places: Vec<Place> = places.into_iter().map(|(offset, key)| Place { offset, key }).collect();
            let turn = if high { 0x40 } else { 0 };
            let keys = |lane: usize| {
                let place = |place: &Place| row[230 + lane - place.offset as usize] ^ place.key ^ turn;
                places.iter().map(place).filter(|key| *key < 64).fold(0u64, |set, key| set | 1 << key)
            };
            let below = u64::MAX >> (64 - 8 * planes);
            for level in Level::all() {
                let mut found = [0; STRIP];
                meet(level, &row, 230, &places, turn, planes, &mut found);
                for (lane, found) in found.iter().enumerate() {
                    prop_assert_eq!(found & below, keys(lane) & below, "{:?}", level);
                }
            }
        }
    }
}
