//! One question from Python: the work is done by a thread of its own, without the interpreter's lock; who asked waits beside it,
//! hears Ctrl-C, measures memory and shows progress.
//!
//! Work that is told to stop says what it has. Work that does not hear of it is left alone: what it still does is thrown away, so
//! who asked never waits much longer than it was said.

use crate::limits::{Allowed, Limits, resident};
use crate::problem::{Failed, interrupted, left, panicked};
use crate::worker;
use grundy::{Budget, Machine, Progress, Stop};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long work may go on after it was told to stop: by Ctrl-C, and by a limit, after which it looks over what it has.
const GRACE: Duration = Duration::from_millis(100);
const LIMIT_GRACE: Duration = Duration::from_millis(400);

/// How often limits are looked at.
const EVERY: Duration = Duration::from_millis(10);

/// How often Python is asked for signals.
const SIGNALS_EVERY: Duration = Duration::from_millis(20);

/// How often progress is shown, from the moment on that a question is long.
const SHOWN_EVERY: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_millis(500);

/// What becomes of an answer in Python.
pub trait Told: Send + 'static {
    /// The answer as a Python object, or why there is none.
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed>;
}

/// What the work and who waits for it both see.
struct SharedCall<T> {
    asked: Instant,
    is_cancelled: AtomicBool,
    /// Bytes by which the process has grown.
    held: AtomicU64,
    last: Mutex<Option<Progress>>,
    result: Mutex<Option<std::thread::Result<T>>>,
    /// Whether there is a result, for who looks without waiting.
    is_done: AtomicBool,
    done: Condvar,
}

impl<T: Send> Machine for SharedCall<T> {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Relaxed)
    }

    fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    fn show(&self, progress: Progress) {
        if let Ok(mut last) = self.last.try_lock() {
            *last = Some(progress);
        }
    }
}

/// Why nobody waits any longer.
enum Heard<T> {
    Done(std::thread::Result<T>),
    /// Python may have a signal.
    Signals,
    /// The work was told to stop, and did not.
    Deaf(Stop),
}

/// Has a question answered under limits, and gives the answer to Python.
pub fn ask<T: Told>(
    py: Python<'_>,
    limits: Limits,
    work: impl FnOnce(&Budget) -> T + Send + 'static,
) -> PyResult<Py<PyAny>> {
    let allowed = limits.allowed();
    let call = Arc::new(SharedCall {
        asked: Instant::now(),
        is_cancelled: AtomicBool::new(false),
        held: AtomicU64::new(0),
        last: Mutex::new(None),
        result: Mutex::new(None),
        is_done: AtomicBool::new(false),
        done: Condvar::new(),
    });
    let own = call.clone();
    worker::run(Box::new(move || {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let mut budget = Budget::on(&*own);
            allowed.give(&mut budget);
            work(&budget)
        }));
        Box::new(move || {
            *lock(&own.result) = Some(result);
            own.is_done.store(true, Release);
            own.done.notify_one();
        })
    }))
    .map_err(|error| PyRuntimeError::new_err(format!("no thread for the work: {error}")))?;
    let mut waiting = Waiting { call: &call, allowed, before: limits.1.map(|_| resident()), deaf: None };
    let mut shown = Shown { to: limits.3, next: LONG, any: false };
    let mut signal: Option<PyErr> = None;
    let outcome = loop {
        match py.detach(|| waiting.hear()) {
            Heard::Done(result) => break Ok(result),
            Heard::Deaf(stop) => break Err(stop),
            Heard::Signals => {
                shown.show(py, &call);
                if let (None, Err(raised)) = (&signal, py.check_signals()) {
                    call.is_cancelled.store(true, Relaxed);
                    signal = Some(raised);
                }
            }
        }
    };
    shown.end(py);
    let answer = match outcome {
        Ok(Ok(value)) => value.told(py).map(Some),
        Ok(Err(payload)) => Err(Failed::Raised(panicked(py, &*payload))),
        Err(_) => Ok(None),
    };
    match (signal, answer) {
        (Some(raised), answer) if raised.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Err(interrupted(py, answer.ok().flatten(), &lock(&call.last)))
        }
        (Some(raised), _) => Err(raised),
        (None, Ok(Some(answer))) => Ok(answer),
        (None, Ok(None)) => Err(left(py, outcome_stop(&waiting), &lock(&call.last))),
        (None, Err(failed)) => Err(failed.raise(py)),
    }
}

fn outcome_stop<T>(waiting: &Waiting<T>) -> Stop {
    waiting.deaf.map_or(Stop::Time, |(stop, _)| stop)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Who asked, beside the work.
struct Waiting<'a, T> {
    call: &'a SharedCall<T>,
    allowed: Allowed,
    /// What the process had when the question was asked.
    before: Option<u64>,
    /// Since when the work has to stop, and why.
    deaf: Option<(Stop, Instant)>,
}

impl<T: Send> Waiting<'_, T> {
    /// Waits until there is a result, it is time to ask Python for signals, or the work does not stop.
    fn hear(&mut self) -> Heard<T> {
        worker::look(|| self.call.is_done.load(Acquire).then_some(()));
        let until = Instant::now() + SIGNALS_EVERY;
        let mut result = lock(&self.call.result);
        loop {
            if let Some(result) = result.take() {
                return Heard::Done(result);
            }
            let now = Instant::now();
            if let Some((stop, since)) = self.deaf
                && now > since + if stop == Stop::Cancelled { GRACE } else { LIMIT_GRACE }
            {
                return Heard::Deaf(stop);
            }
            if now >= until {
                return Heard::Signals;
            }
            result = self.call.done.wait_timeout(result, EVERY).unwrap_or_else(PoisonError::into_inner).0;
            if result.is_none() {
                self.measure();
            }
        }
    }

    /// Looks at the limits.
    fn measure(&mut self) {
        let now = resident();
        let held = now.saturating_sub(*self.before.get_or_insert(now));
        self.call.held.store(held, Relaxed);
        let stop = match () {
            () if self.call.is_cancelled.load(Relaxed) => Some(Stop::Cancelled),
            () if self.allowed.time.is_some_and(|time| self.call.asked.elapsed() >= time) => Some(Stop::Time),
            () if held / 11 * 10 > self.allowed.memory => Some(Stop::Memory),
            () => None,
        };
        match stop {
            Some(stop) if self.deaf.is_none_or(|(known, _)| known != stop) => self.deaf = Some((stop, Instant::now())),
            _ => {}
        }
    }
}

/// Who is told how far a question is: a function of `(what, done, total)`, and of nothing in the end.
struct Shown {
    to: Option<Py<PyAny>>,
    next: Duration,
    any: bool,
}

impl Shown {
    fn show<T>(&mut self, py: Python<'_>, call: &SharedCall<T>) {
        let elapsed = call.asked.elapsed();
        let Some(to) = self.to.as_ref().filter(|_| elapsed >= self.next) else { return };
        let Some(progress) = *lock(&call.last) else { return };
        self.next = elapsed + SHOWN_EVERY;
        self.any = true;
        // A bar that cannot be drawn is no reason to lose an answer.
        let _ = to.call1(py, (progress.what, progress.done, progress.total));
    }

    fn end(&self, py: Python<'_>) {
        if let Some(to) = self.to.as_ref().filter(|_| self.any) {
            let _ = to.call0(py);
        }
    }
}
