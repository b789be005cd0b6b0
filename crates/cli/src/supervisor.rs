//! Ends the process where a computation does not. Work is told to stop through its watch and then says what it has; work
//! that is deep in one long step hears of it too late, so the main thread waits beside it with the limits in hand.

use crate::limits::{Process, resident};
use crate::reply::Exit;
use crate::{meter, terminal};
use grundy::Stop;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How long work may go on after it was told to stop.
const GRACE: Duration = Duration::from_millis(400);

/// Waiting for a processor is not counted as going on, up to this much: a crowded machine is no fault of the work.
const MOST_EXCUSED: Duration = Duration::from_secs(5);

/// How often the limits are looked at.
const EVERY: Duration = Duration::from_millis(10);

/// Bytes of stack for the thread that does the work; only what is used is ever touched. Rules nest as deep as the parser
/// allows, and claims may call themselves: the default stack is too small for both.
const STACK: usize = 1 << 30;

/// Does the work on a thread of its own and returns its exit code; ends the process if a limit is passed by more than it
/// may be. Whatever the work does, the process keeps to its limits.
pub fn run(process: &Process, as_json: bool, work: impl FnOnce() -> u8 + Send + 'static) -> u8 {
    // A descriptor of our own: the work may hold the lock of the usual one.
    let out = std::io::stdout().as_fd().try_clone_to_owned().map(File::from);
    meter::exempt_this_thread();
    let (done, finished) = channel();
    let queue = Arc::new(Queue::default());
    let own = queue.clone();
    let spawned = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        own.enter();
        let _ = done.send(work());
    });
    if spawned.is_err() {
        return 101;
    }
    loop {
        match finished.recv_timeout(EVERY) {
            Ok(code) => return code,
            Err(RecvTimeoutError::Disconnected) => return 101,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(stop) = overdue(process, &queue) {
            terminal::clear();
            let _ = out.and_then(|mut out| out.write_all(known(stop, process, as_json).as_bytes()));
            std::process::exit(Exit::Limit as i32);
        }
    }
}

/// The limit that was passed by too much, if one was.
fn overdue(process: &Process, queue: &Queue) -> Option<Stop> {
    let resident = resident().map_or(0, |resident| resident.all);
    process.note_resident(resident);
    if meter::was_refused() || resident > process.hard_memory() {
        return Some(Stop::Memory);
    }
    let is_over = |since: Duration| since.saturating_sub(queue.waited_since_told()) > GRACE;
    if process.interrupted().is_some_and(is_over) {
        return Some(Stop::Cancelled);
    }
    process.late().is_some_and(is_over).then_some(Stop::Time)
}

/// How long the work waited for a processor, where the system tells (Linux: the second number of a thread's `schedstat`).
#[derive(Default)]
struct Queue {
    schedstat: OnceLock<PathBuf>,
    /// What it was when the work was told to stop.
    when_told: OnceLock<Duration>,
}

impl Queue {
    /// Called by the thread that does the work.
    fn enter(&self) {
        if let Ok(thread) = std::fs::read_link("/proc/thread-self") {
            let _ = self.schedstat.set(Path::new("/proc").join(thread).join("schedstat"));
        }
    }

    fn waited(&self) -> Duration {
        let text = self.schedstat.get().and_then(|path| std::fs::read_to_string(path).ok());
        let nanoseconds = text.and_then(|text| text.split_whitespace().nth(1)?.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }

    /// Since this was first asked, which is when the work was told to stop.
    fn waited_since_told(&self) -> Duration {
        let now = self.waited();
        now.saturating_sub(*self.when_told.get_or_init(|| now)).min(MOST_EXCUSED)
    }
}

/// What is known: how far the work was when it last said so.
fn known(stop: Stop, process: &Process, as_json: bool) -> String {
    let last = terminal::last_progress();
    if as_json {
        let mut answer = json!({ "stopped": stop.to_string(), "seconds": process.seconds() });
        if let Some(progress) = last {
            answer[progress.what] = json!(progress.done);
        }
        answer["standing"] = json!({ "kind": "assumed", "reason": format!("nothing is known: {stop}") });
        return format!("{answer}\n");
    }
    let after = last.map(|progress| format!(" after {} {}", progress.done, progress.what)).unwrap_or_default();
    format!("no answer: {stop}{after}\n")
}
