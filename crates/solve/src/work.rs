use grundy_answer::{Progress, Stop, Watch};
use grundy_rule::Diagnostic;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The watch of one computation, asked only now and then.
pub struct Work<'a> {
    watch: &'a dyn Watch,
    countdown: u32,
    /// Why the computation has to stop, once it has to.
    pub stopped: Option<Stop>,
}

/// Why a computation has no result.
#[derive(Debug)]
pub enum Halted {
    /// It was told to stop.
    Stopped(Stop),
    /// Play can return to a position.
    Cycle,
    /// It is out of reach, because of this.
    OutOfReach(String),
    /// The rules have a mistake that this position brings to light.
    Fault(Box<Diagnostic>),
}

impl From<Box<Diagnostic>> for Halted {
    fn from(diagnostic: Box<Diagnostic>) -> Halted {
        Halted::Fault(diagnostic)
    }
}

const EVERY: u32 = 1 << 10;

impl<'a> Work<'a> {
    /// Work under a watch.
    pub fn new(watch: &'a dyn Watch) -> Work<'a> {
        Work { watch, countdown: 1, stopped: None }
    }

    /// Whether the computation has to stop; `done` positions are done, `bytes` are held.
    pub fn tick(&mut self, done: u64, bytes: u64) -> bool {
        if self.is_due() {
            self.report(done, bytes);
        }
        self.stopped.is_some()
    }

    /// Whether the watch is to be asked now, which it is once in about a thousand calls.
    pub fn is_due(&mut self) -> bool {
        self.is_due_after(1)
    }

    /// The same after a step that was as much work as so many usual ones.
    pub fn is_due_after(&mut self, steps: usize) -> bool {
        self.countdown = self.countdown.saturating_sub(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.countdown == 0 {
            self.countdown = EVERY;
            return true;
        }
        false
    }

    /// Reports to the watch, and keeps what it says.
    pub fn report(&mut self, done: u64, bytes: u64) {
        self.stopped = self.stopped.or(self.watch.tick(Progress { what: "positions", done, total: None, bytes }));
    }

    /// Reports to the watch at once; whether the computation has to stop. For steps that are long themselves.
    pub fn ask(&mut self, done: u64, bytes: u64) -> bool {
        self.report(done, bytes);
        self.stopped.is_some()
    }

    /// The watch itself, for a computation that ticks it by its own measure.
    pub fn watch(&self) -> &'a dyn Watch {
        self.watch
    }

    /// The error of a computation that had to stop.
    pub fn halted(&self) -> Halted {
        Halted::Stopped(self.stopped.unwrap_or(Stop::Cancelled))
    }
}

/// The results of so many tasks, in their order, by so many threads at most.
pub fn shared_out<T: Send>(threads: usize, tasks: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed) as usize;
            if number >= tasks {
                return done;
            }
            done.push((number, task(number)));
        }
    };
    let mut all = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(tasks)).map(|_| scope.spawn(run)).collect();
        let mut all = run();
        others.into_iter().for_each(|other| all.extend(other.join().expect("a task does not panic")));
        all
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}

/// A watch that never stops, with so many threads and so much memory.
#[cfg(test)]
pub struct Threads(pub usize, pub u64);

#[cfg(test)]
impl Watch for Threads {
    fn tick(&self, _: Progress) -> Option<Stop> {
        None
    }

    fn threads(&self) -> usize {
        self.0
    }

    fn table_bytes(&self) -> u64 {
        self.1
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}
