//! A fast hash for small integer keys that we make ourselves (no key comes from an adversary).
//!
//! The mixing step is the multiply-and-fold of wyhash: the two halves of a 128-bit product, xored.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with the fast hash.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Fold>>;

/// The state of the hash.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fold(u64);

/// One step: `word` mixed into `state`.
pub(crate) fn fold(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
    (product as u64) ^ ((product >> 64) as u64)
}

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = fold(self.0, u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = fold(self.0, word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = fold(self.0, word);
    }

    fn write_usize(&mut self, word: usize) {
        self.0 = fold(self.0, word as u64);
    }
}
