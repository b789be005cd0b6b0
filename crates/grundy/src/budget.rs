//! What a computation may take, and who is told how far it is.

use grundy_answer::{Progress, Stop, Watch};
use std::sync::OnceLock;
use std::time::Duration;

/// What a door knows of its machine. The library has no clock, no signal handler, no allocator and no terminal of its own.
pub trait Machine: Sync {
    /// How long ago the question was asked.
    fn elapsed(&self) -> Duration;

    /// Whether the user wants the computation to stop.
    fn is_cancelled(&self) -> bool;

    /// Bytes of memory that the process holds.
    fn held(&self) -> u64;

    /// Shows how far a computation is. Called every few milliseconds of work, from any thread.
    fn show(&self, progress: Progress);
}

/// Time, memory and threads for one question. It is the [`Watch`] of everything that is computed for it.
pub struct Budget<'m> {
    /// After this long a computation is told to stop.
    pub time: Option<Duration>,
    /// Beyond this many bytes of the process a computation is told to stop.
    pub memory: u64,
    /// Bytes for tables that can do with less by forgetting.
    pub tables: u64,
    /// Threads that a method may use.
    pub threads: usize,
    machine: &'m dyn Machine,
    told: OnceLock<(Stop, Duration)>,
}

impl<'m> Budget<'m> {
    /// No limits but the machine's own: one thread, a gigabyte for tables, until the user cancels.
    pub fn on(machine: &'m dyn Machine) -> Budget<'m> {
        Budget { time: None, memory: u64::MAX, tables: 1 << 30, threads: 1, machine, told: OnceLock::new() }
    }

    /// Seconds since the question was asked.
    pub fn seconds(&self) -> f64 {
        self.machine.elapsed().as_secs_f64()
    }

    /// Why a computation was told to stop, if one was.
    pub fn told(&self) -> Option<Stop> {
        self.told.get().map(|(stop, _)| *stop)
    }

    /// The limit that is reached, if one is.
    fn reached(&self, progress: Progress) -> Option<Stop> {
        if self.machine.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        if self.time.is_some_and(|time| self.machine.elapsed() >= time) {
            return Some(Stop::Time);
        }
        (progress.bytes > self.memory || self.room() == 0).then_some(Stop::Memory)
    }
}

impl Budget<'_> {
    /// The watch of one step, which began now and may take this long.
    pub fn within(&self, time: Duration) -> Within<'_> {
        Within { budget: self, until: self.machine.elapsed().saturating_add(time) }
    }

    /// The watch of what comes after a computation that may have been stopped, and is short: it hears of limits a little later.
    pub fn afterwards(&self) -> Afterwards<'_> {
        Afterwards { budget: self }
    }
}

impl Budget<'static> {
    /// No limits at all.
    pub fn unlimited() -> Budget<'static> {
        Budget::on(&Nowhere)
    }
}

impl Watch for Budget<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        self.machine.show(progress);
        let stop = self.reached(progress)?;
        Some(self.told.get_or_init(|| (stop, self.machine.elapsed())).0)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn table_bytes(&self) -> u64 {
        self.tables
    }

    fn room(&self) -> u64 {
        self.memory.saturating_sub(self.machine.held())
    }
}

/// A machine of which nothing is known.
struct Nowhere;

impl Machine for Nowhere {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn is_cancelled(&self) -> bool {
        false
    }

    fn held(&self) -> u64 {
        0
    }

    fn show(&self, _: Progress) {}
}

/// A budget with a time limit of its own.
pub struct Within<'b> {
    budget: &'b Budget<'b>,
    until: Duration,
}

impl Watch for Within<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let late = self.budget.machine.elapsed() > self.until;
        self.budget.tick(progress).or(late.then_some(Stop::Time))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.budget)
    }
}

/// How long after a limit was reached what was found may still be looked over.
const AFTERWARDS: Duration = Duration::from_millis(100);

/// A budget that hears of its limits a little later.
pub struct Afterwards<'b> {
    budget: &'b Budget<'b>,
}

impl Watch for Afterwards<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        self.budget.tick(progress)?;
        let (stop, told) = *self.budget.told.get()?;
        (stop == Stop::Cancelled || self.budget.machine.elapsed() > told + AFTERWARDS).then_some(stop)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.budget)
    }
}
