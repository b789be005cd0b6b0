//! The bytes that the program holds, counted where they are taken and given back: the allocator of the process. What a
//! computation says of its own tables is an estimate; this is not.
//!
//! Each thread counts in a place of its own, so that counting costs a few instructions; the sum of all places is exact.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// The system's allocator, counted. Where it is not the allocator of the process nothing is counted, and what the system says of the
/// process is all that is known.
pub struct Meter;

/// How many threads have a place of their own; later ones share the last.
const PLACES: usize = 64;

/// A count on a cache line of its own.
#[repr(align(64))]
struct Place(AtomicI64);

static HELD: [Place; PLACES] = [const { Place(AtomicI64::new(0)) }; PLACES];
static TAKEN: AtomicUsize = AtomicUsize::new(0);
static CAP: AtomicI64 = AtomicI64::new(i64::MAX);
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Requests of this many bytes are compared with the cap before they are granted; smaller ones add up slowly enough to be
/// seen by whoever looks at [`held`] now and then.
const LARGE: usize = 1 << 18;

/// No place yet.
const NOWHERE: usize = usize::MAX;

thread_local! {
    static PLACE: Cell<usize> = const { Cell::new(NOWHERE) };
    static IS_EXEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Bytes held by all threads.
pub fn held() -> u64 {
    let sum: i64 = HELD.iter().map(|place| place.0.load(Relaxed)).sum();
    sum.max(0) as u64
}

/// From now on a request that would take the process beyond so many bytes is not granted: the thread that makes it waits
/// for the process to end, which is the business of whoever asks [`was_refused`].
pub fn set_cap(bytes: u64) {
    CAP.store(i64::try_from(bytes).unwrap_or(i64::MAX), Relaxed);
}

/// Whether a request beyond the cap was made.
pub fn was_refused() -> bool {
    REFUSED.load(Relaxed)
}

/// Grants the thread that calls this whatever it asks for.
pub fn exempt_this_thread() {
    IS_EXEMPT.set(true);
}

#[inline]
fn count(bytes: i64) {
    let place = PLACE.get();
    if place < PLACES - 1 {
        // Only this thread writes here.
        let own = &HELD[place].0;
        own.store(own.load(Relaxed).wrapping_add(bytes), Relaxed);
    } else {
        count_elsewhere(place, bytes);
    }
}

#[cold]
fn count_elsewhere(place: usize, bytes: i64) {
    if place == NOWHERE {
        PLACE.set(TAKEN.fetch_add(1, Relaxed).min(PLACES - 1));
        return count(bytes);
    }
    HELD[PLACES - 1].0.fetch_add(bytes, Relaxed);
}

#[cold]
fn ask(bytes: usize) {
    let wanted = i64::try_from(bytes).unwrap_or(i64::MAX).saturating_add(held() as i64);
    if wanted <= CAP.load(Relaxed) || IS_EXEMPT.get() {
        return;
    }
    REFUSED.store(true, Relaxed);
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

// SAFETY: every method hands its arguments to `System` unchanged and returns what that returns; counting touches statics
// and thread locals without destructors only, and allocates nothing.
unsafe impl GlobalAlloc for Meter {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= LARGE {
            ask(layout.size());
        }
        count(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= LARGE {
            ask(layout.size());
        }
        count(layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as above; the pointer came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size >= LARGE && size > layout.size() {
            ask(size - layout.size());
        }
        count(size as i64 - layout.size() as i64);
        // SAFETY: as above; the pointer came from `System`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::held;

    /// What several threads take and give back, some of it for each other, is counted to the byte.
    #[test]
    fn what_is_held_is_counted() {
        let before = held();
        let blocks: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| vec![0u8; 8 << 20])).collect();
            threads.into_iter().map(|thread| thread.join().expect("it allocates")).collect()
        });
        let during = held();
        drop(blocks);
        let after = held();
        // Other tests of this program run beside this one.
        let slack = 4 << 20;
        assert!(during >= before + (32 << 20) - slack, "{before} {during}");
        assert!(after + (32 << 20) <= during + slack, "{during} {after}");
    }
}
