//! A worker: one question after the other from standard input, the events of its answer to standard output.
//!
//! A line of input is a question, or `cancel`. A line of output is the name of an event, a tab and JSON; `done` ends an answer. No
//! JSON holds a line break, so lines are never torn. Files are opened before the first question and never again.

use crate::ask::Ask;
use crate::known::Known;
use crate::{answer, confine};
use grundy::tablebase::OpenTable;
use grundy::{Budget, Machine, Problem, ProblemKind, Progress};
use serde::Serialize;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Bytes that the process holds, as its allocator counts them.
pub type Held = fn() -> u64;

/// How often progress is told.
const EVERY: Duration = Duration::from_millis(150);

/// Seconds of a question that names none.
const USUAL_SECONDS: f64 = 5.0;

/// The longest that a question may take, and processor time of a worker's life.
pub const MOST_SECONDS: f64 = 120.0;
const LIFE_SECONDS: u64 = 600;

/// Events of more bytes are replaced by a problem.
pub const MOST_EVENT_BYTES: usize = 12 << 20;

/// Answers questions until the input ends, by these tablebases where they hold the position.
pub fn work(memory: u64, held: Held, tablebases: Vec<Arc<OpenTable>>) {
    let mut known = Known::new(tablebases);
    confine::confine(memory, LIFE_SECONDS);
    let cancelled = Arc::new(AtomicBool::new(false));
    let (send, asks) = channel();
    let heard = cancelled.clone();
    std::thread::spawn(move || listen(&send, &heard));
    while let Ok(line) = asks.recv() {
        cancelled.store(false, Relaxed);
        one(&line, memory, held, &cancelled, &mut known);
    }
}

/// Hears questions, and that the one at hand is no longer wanted.
fn listen(asks: &Sender<String>, cancelled: &AtomicBool) {
    for line in std::io::stdin().lock().lines() {
        match line.as_deref() {
            Ok("cancel") => cancelled.store(true, Relaxed),
            Ok(ask) => {
                if asks.send(ask.to_string()).is_err() {
                    return;
                }
            }
            Err(_) => return,
        }
    }
}

fn one(line: &str, memory: u64, held: Held, cancelled: &AtomicBool, known: &mut Known) {
    let events = Events::default();
    match serde_json::from_str::<Ask>(line) {
        Ok(ask) => {
            let machine = Asked { since: Instant::now(), told: AtomicU64::new(0), held, cancelled, events: &events };
            let mut budget = Budget::on(&machine);
            let seconds = ask.seconds.unwrap_or(USUAL_SECONDS).clamp(0.01, MOST_SECONDS);
            budget.time = Some(Duration::from_secs_f64(seconds));
            budget.memory = memory;
            budget.tables = memory / 2;
            if let Err(problem) = answer::answer(&ask, known, &events, &budget) {
                events.tell("problem", &problem);
            }
        }
        Err(error) => events.tell("problem", &Problem::bad_input("ask", error.to_string())),
    }
    events.tell("done", &());
}

/// Where the events of an answer go.
#[derive(Default)]
pub struct Events {
    failed: Mutex<bool>,
}

impl Events {
    /// Tells an event. What cannot be told because nobody listens is dropped.
    pub fn tell(&self, event: &str, data: &impl Serialize) {
        let mut json = serde_json::to_string(data).expect("every answer can be written as JSON");
        if json.len() > MOST_EVENT_BYTES {
            let cause = format!("the answer has {} bytes, which is too much for a page", json.len());
            let problem = Problem::bad_input("limit", cause).remedy("ask for less of it").of_kind(ProblemKind::Limit);
            json = serde_json::to_string(&problem).expect("a problem can be written as JSON");
            return self.write("problem", &json);
        }
        self.write(event, &json);
    }

    fn write(&self, event: &str, json: &str) {
        let Ok(mut failed) = self.failed.lock() else { return };
        let mut out = std::io::stdout().lock();
        *failed = *failed || writeln!(out, "{event}\t{json}").and_then(|()| out.flush()).is_err();
    }
}

/// The machine as the library sees it while one question is answered.
struct Asked<'a> {
    since: Instant,
    /// Milliseconds at which progress was last told.
    told: AtomicU64,
    held: Held,
    cancelled: &'a AtomicBool,
    events: &'a Events,
}

impl Machine for Asked<'_> {
    fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    fn held(&self) -> u64 {
        (self.held)()
    }

    fn show(&self, progress: Progress) {
        let now = self.since.elapsed().as_millis() as u64;
        let told = self.told.load(Relaxed);
        if now >= told + EVERY.as_millis() as u64 && self.told.compare_exchange(told, now, Relaxed, Relaxed).is_ok() {
            let Progress { what, done, total, .. } = progress;
            self.events.tell("progress", &Told { what, done, total, seconds: now as f64 / 1e3 });
        }
    }
}

/// How far a computation is.
#[derive(Serialize)]
struct Told {
    what: &'static str,
    done: u64,
    total: Option<u64>,
    seconds: f64,
}
