//! Positions of one kind, each once, with their values: an open-addressing table in shards, each behind its own lock.
//!
//! A position keeps its number for ever, and a value once written never changes, so threads share all they find.

use grundy_run::{Keys, key_hash};
use grundy_value::Game;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARD_BITS: u32 = 5;
const SHARDS: u64 = 1 << SHARD_BITS;

/// The positions of one kind.
pub struct Store {
    words: usize,
    shards: Box<[Mutex<Shard>]>,
    solved: AtomicU64,
}

struct Shard {
    keys: Keys,
    values: Vec<Option<Game>>,
}

impl Store {
    /// No positions, each of so many words.
    pub fn new(words: usize) -> Store {
        let empty = |_| Mutex::new(Shard { keys: Keys::new(Some(words)), values: Vec::new() });
        Store { words, shards: (0..SHARDS).map(empty).collect(), solved: AtomicU64::new(0) }
    }

    fn shard(&self, number: u64) -> MutexGuard<'_, Shard> {
        self.shards[number as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position, new or old.
    pub fn intern(&self, key: &[u64]) -> u64 {
        debug_assert_eq!(key.len(), self.words);
        let hash = key_hash(key);
        // The table looks at the lowest and highest bits.
        let number = hash >> 32 & (SHARDS - 1);
        let mut shard = self.shard(number);
        let Shard { keys, values } = &mut *shard;
        let local = keys.number_hashed(hash, key).expect("memory ends before 2^32 positions of a shard");
        if local == values.len() {
            values.push(None);
        }
        (local as u64) << SHARD_BITS | number
    }

    /// Calls `read` with the words of a position.
    pub fn key<T>(&self, id: u64, read: impl FnOnce(&[u64]) -> T) -> T {
        let shard = self.shard(id & (SHARDS - 1));
        read(shard.keys.at((id >> SHARD_BITS) as usize))
    }

    /// The value of a position, if it is known.
    pub fn value(&self, id: u64) -> Option<Game> {
        self.shard(id & (SHARDS - 1)).values[(id >> SHARD_BITS) as usize]
    }

    /// Writes the value of a position.
    pub fn set(&self, id: u64, value: Game) {
        let place = &mut self.shard(id & (SHARDS - 1)).values[(id >> SHARD_BITS) as usize];
        if place.replace(value).is_none() {
            self.solved.fetch_add(1, Relaxed);
        }
    }

    /// How many positions have a value.
    pub fn solved(&self) -> u64 {
        self.solved.load(Relaxed)
    }

    /// Bytes held, about: words, value, and the table's own.
    pub fn bytes(&self) -> u64 {
        self.solved() * (self.words as u64 * 8 + 24)
    }
}
