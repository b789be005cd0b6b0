//! What the library is told of this machine: the limits of the process; and a progress line on standard error.

use crate::door::door;
use crate::limits::{Process, process};
use grundy::{Budget, Machine, Progress};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// What a computation last said of itself.
static LAST: Mutex<Option<Progress>> = Mutex::new(None);

/// Whether a progress line stands on the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// The machine as the library sees it. Shows progress at most ten times a second, and only when standard error is a
/// terminal.
pub struct Terminal {
    limits: &'static Process,
    /// Seconds of the process at which the question was asked.
    asked: Duration,
    /// Whether it is the watch of one question of several.
    several: bool,
    shown: AtomicU64,
    visible: bool,
}

/// The machine of a command that answers one question: its time began with the process.
pub fn watch() -> Terminal {
    let visible = std::io::stderr().is_terminal() && !door().quiet;
    Terminal { limits: process(), asked: Duration::ZERO, several: false, shown: AtomicU64::new(0), visible }
}

/// The machine of one question of a session: its time begins now.
pub fn question() -> Terminal {
    process().start_question();
    let mut terminal = watch();
    (terminal.asked, terminal.several) = (process().elapsed(), true);
    terminal
}

/// A session begins, in which the user may think as long as they like between questions.
pub fn begin_session() {
    process().end_question();
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
    /// What this question may take.
    pub fn budget(&self) -> Budget<'_> {
        let mut budget = Budget::on(self);
        budget.time = self.limits.time;
        budget.memory = self.limits.bytes;
        budget.tables = self.limits.tables;
        budget.threads = self.limits.threads;
        budget
    }
}

impl Machine for Terminal {
    fn elapsed(&self) -> Duration {
        self.limits.elapsed().saturating_sub(self.asked)
    }

    fn is_cancelled(&self) -> bool {
        self.limits.interrupted().is_some()
    }

    /// What the program itself needs is not counted where the limit is smaller than that.
    fn held(&self) -> u64 {
        self.limits.held().saturating_sub(self.limits.soft_memory() - self.limits.bytes)
    }

    fn show(&self, progress: Progress) {
        if let Ok(mut last) = LAST.try_lock() {
            *last = Some(progress);
        }
        let elapsed = self.limits.elapsed().as_secs_f64();
        let tenths = (elapsed * 10.0) as u64;
        if !self.visible || tenths < 5 || self.shown.swap(tenths, Relaxed) == tenths {
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

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.several {
            self.limits.end_question();
        }
        clear();
    }
}
