//! The watch a person sees: the limits of the process, and a progress line on standard error.

use crate::limits::{Budget, budget};
use grundy_answer::{Progress, Stop, Watch};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// What a computation last said of itself.
static LAST: Mutex<Option<Progress>> = Mutex::new(None);

/// Whether a progress line stands on the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Shows progress at most ten times a second, and only when standard error is a terminal.
pub struct Terminal {
    budget: &'static Budget,
    /// Whether it is the watch of one question of several.
    asked: bool,
    shown: AtomicU64,
    visible: bool,
    told: OnceLock<Stop>,
}

/// The watch of a command that answers one question: its time began with the process.
pub fn watch() -> Terminal {
    let visible = std::io::stderr().is_terminal();
    Terminal { budget: budget(), asked: false, shown: AtomicU64::new(0), visible, told: OnceLock::new() }
}

/// The watch of one question of a session: its time begins now.
pub fn question() -> Terminal {
    budget().start_question();
    let mut terminal = watch();
    terminal.asked = true;
    terminal
}

/// A session begins, in which the user may think as long as they like between questions.
pub fn begin_session() {
    budget().end_question();
}

/// How far the computation at hand was when it last said so.
pub fn last_progress() -> Option<Progress> {
    LAST.try_lock().ok().and_then(|last| *last)
}

/// Takes the progress line away, if one stands.
pub fn clear() {
    if IS_SHOWN.swap(false, Relaxed) {
        let _ = std::io::stderr().write_all(b"\r\x1b[K");
    }
}

impl Terminal {
    /// Seconds since the process began.
    pub fn seconds(&self) -> f64 {
        self.budget.seconds()
    }

    /// Why a computation was told to stop, if one was.
    pub fn told(&self) -> Option<Stop> {
        self.told.get().copied()
    }

    /// The limit that is reached, if one is.
    fn reached(&self, progress: Progress) -> Option<Stop> {
        if self.budget.interrupted().is_some() {
            return Some(Stop::Cancelled);
        }
        if self.budget.late().is_some() {
            return Some(Stop::Time);
        }
        (progress.bytes > self.budget.bytes || self.budget.is_full()).then_some(Stop::Memory)
    }

    fn show(&self, progress: Progress) {
        let elapsed = self.budget.seconds();
        let tenths = (elapsed * 10.0) as u64;
        if tenths < 5 || self.shown.swap(tenths, Relaxed) == tenths {
            return;
        }
        let rate = progress.done as f64 / elapsed;
        let of = progress.total.map(|total| format!(" of {total}")).unwrap_or_default();
        let mut err = std::io::stderr().lock();
        IS_SHOWN.store(true, Relaxed);
        let _ = write!(err, "\r\x1b[K{}{of} {}, {rate:.0}/s, {elapsed:.0} s", progress.done, progress.what);
        let _ = err.flush();
    }
}

impl Watch for Terminal {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        if let Ok(mut last) = LAST.try_lock() {
            *last = Some(progress);
        }
        if self.visible {
            self.show(progress);
        }
        let stop = self.reached(progress)?;
        Some(*self.told.get_or_init(|| stop))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }

    fn threads(&self) -> usize {
        self.budget.threads
    }

    fn memory(&self) -> u64 {
        self.budget.tables
    }

    fn room(&self) -> u64 {
        self.budget.room()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.asked {
            self.budget.end_question();
        }
        clear();
    }
}

/// A watch for one step of a longer job, with a time limit of its own.
pub struct Within<'a> {
    outer: &'a dyn Watch,
    until: Instant,
}

impl<'a> Within<'a> {
    /// The step begins now and may take this many seconds.
    pub fn new(outer: &'a dyn Watch, seconds: f64) -> Within<'a> {
        Within { outer, until: Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)) }
    }
}

impl Watch for Within<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let late = Instant::now() > self.until;
        self.outer.tick(progress).or(late.then_some(Stop::Time))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.outer)
    }
}

/// How long after a limit was reached what was found may still be looked over.
const AFTERWARDS: Duration = Duration::from_millis(150);

/// A watch for what comes after a computation that may have been stopped, and is short: it hears of limits a little later.
pub struct Afterwards<'a> {
    outer: &'a dyn Watch,
    told: OnceLock<Instant>,
}

impl<'a> Afterwards<'a> {
    /// The same watch, a little later.
    pub fn new(outer: &'a dyn Watch) -> Afterwards<'a> {
        Afterwards { outer, told: OnceLock::new() }
    }
}

impl Watch for Afterwards<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let stop = self.outer.tick(progress)?;
        let told = *self.told.get_or_init(Instant::now);
        (stop == Stop::Cancelled || told.elapsed() > AFTERWARDS).then_some(stop)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.outer)
    }
}
