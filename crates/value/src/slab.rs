//! An append-only list that many threads read without locks while others append. Items never move.
//!
//! Chunk `k` holds `FIRST << k` items, so an index finds its chunk by its leading bit.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

const FIRST: u32 = 1 << 10;
const CHUNKS: usize = 22;

type Chunk<T> = OnceLock<Box<[OnceLock<T>]>>;

/// The list.
pub(crate) struct Slab<T> {
    chunks: [Chunk<T>; CHUNKS],
    next: AtomicU32,
}

impl<T> Slab<T> {
    pub(crate) fn new() -> Slab<T> {
        Slab { chunks: [const { OnceLock::new() }; CHUNKS], next: AtomicU32::new(0) }
    }

    /// How many items were appended.
    pub(crate) fn len(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    /// Appends and gives the index; `None` when all 2^32 - 1024 places are taken.
    pub(crate) fn push(&self, item: T) -> Option<u32> {
        let index = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| (next < u32::MAX - FIRST).then_some(next + 1));
        let index = index.ok()?;
        let (chunk, at) = place(index);
        let chunk = self.chunks[chunk].get_or_init(|| (0..FIRST << chunk).map(|_| OnceLock::new()).collect());
        let _ = chunk[at].set(item);
        Some(index)
    }

    /// The item at an index that `push` gave.
    pub(crate) fn at(&self, index: u32) -> &T {
        let (chunk, at) = place(index);
        self.chunks[chunk].get().and_then(|chunk| chunk[at].get()).expect("an index that push gave")
    }
}

fn place(index: u32) -> (usize, usize) {
    let chunk = (index / FIRST + 1).ilog2();
    (chunk as usize, (index - FIRST * ((1 << chunk) - 1)) as usize)
}
