use crate::{Message, message};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How far a computation is, in its own units.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being counted, in the plural: `positions`, `values`, `heaps`.
    pub what: &'static str,
    /// How many are done.
    pub done: u64,
    /// How many there will be, where that is known.
    pub total: Option<u64>,
    /// Bytes held by the computation's tables, as far as it counts them.
    pub bytes: u64,
}

/// Why a computation was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The user interrupted it.
    Cancelled,
    /// The time limit passed.
    Time,
    /// The memory limit would be passed.
    Memory,
}

impl Stop {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            Stop::Cancelled => message!("interrupted"),
            Stop::Time => message!("the time limit was reached"),
            Stop::Memory => message!("the memory limit was reached"),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

/// As its words.
impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Given to every long computation, which calls [`Watch::tick`] every few milliseconds of work and, when
/// told to stop, returns what it has, labelled so. Clocks, signals and terminals live in implementors.
pub trait Watch: Sync {
    /// Reports progress; `Some` tells the computation to stop.
    fn tick(&self, progress: Progress) -> Option<Stop>;

    /// The watch that this one wraps, to add a limit of its own: whatever it does not say itself, that one says. Every
    /// implementor answers, so that no wish of the user is lost on the way.
    fn outer(&self) -> Option<&dyn Watch>;

    /// How many threads it may use. What it answers does not depend on that.
    fn threads(&self) -> usize {
        self.outer().map_or(1, Watch::threads)
    }

    /// How many bytes its tables may take, where it can do with less by forgetting.
    fn table_bytes(&self) -> u64 {
        self.outer().map_or(1 << 30, Watch::table_bytes)
    }

    /// How many bytes more may be taken before [`Stop::Memory`] is said: a table that can stay as it is does not grow beyond.
    fn room(&self) -> u64 {
        self.outer().map_or(u64::MAX, Watch::room)
    }
}

/// Never stops anything and shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn tick(&self, _: Progress) -> Option<Stop> {
        None
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

/// The watch of an attempt that may take too much: after so many ticks it says stop by itself. Work is counted, not timed,
/// so the same attempt of one thread ends at the same place on every machine.
pub struct Allowance<'a> {
    watch: &'a dyn Watch,
    left: AtomicU64,
}

impl<'a> Allowance<'a> {
    /// An allowance of so many ticks.
    pub fn new(watch: &'a dyn Watch, ticks: u64) -> Allowance<'a> {
        Allowance { watch, left: AtomicU64::new(ticks) }
    }

    /// Whether it was the allowance that ended, not the watch that said stop.
    pub fn is_used_up(&self) -> bool {
        self.left.load(Relaxed) == 0
    }
}

impl Watch for Allowance<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        if let Some(stop) = self.watch.tick(progress) {
            return Some(stop);
        }
        let left = self.left.load(Relaxed).saturating_sub(1);
        self.left.store(left, Relaxed);
        (left == 0).then_some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }
}
