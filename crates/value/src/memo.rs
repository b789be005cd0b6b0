//! What is already known of pairs of values: a table in shards, each behind its own lock, cleared when full. Forgetting
//! costs time only.

use hashbrown::HashTable;
use std::sync::{Mutex, PoisonError};

const SHARDS: usize = 64;

/// Answers about pairs of words.
pub(crate) struct Memo {
    shards: Box<[Mutex<HashTable<[u64; 3]>>]>,
    limit: usize,
}

impl Memo {
    /// A table that keeps at most about `limit` answers.
    pub(crate) fn new(limit: usize) -> Memo {
        Memo { shards: (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(), limit: limit / SHARDS }
    }

    pub(crate) fn find(&self, hash: u64, a: u64, b: u64) -> Option<u64> {
        let shard = self.shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        shard.find(hash, |entry| entry[0] == a && entry[1] == b).map(|entry| entry[2])
    }

    pub(crate) fn insert(&self, hash: u64, a: u64, b: u64, answer: u64) {
        let mut shard = self.shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() >= self.limit {
            shard.clear();
        }
        shard.insert_unique(hash, [a, b, answer], |entry| mix(entry[0], entry[1]));
    }

    pub(crate) fn bytes(&self) -> u64 {
        let held = |shard: &Mutex<HashTable<_>>| shard.lock().unwrap_or_else(PoisonError::into_inner).capacity();
        self.shards.iter().map(|shard| held(shard) as u64 * 29).sum()
    }
}

/// A hash of two words: one wide multiplication, folded.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let wide = (a ^ 0x9E37_79B9_7F4A_7C15) as u128 * (b.rotate_left(29) ^ 0xD1B5_4A32_D192_ED03) as u128;
    let folded = (wide as u64) ^ (wide >> 64) as u64;
    folded.wrapping_mul(0xFF51_AFD7_ED55_8CCD) ^ folded >> 29
}
