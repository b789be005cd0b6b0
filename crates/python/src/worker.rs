//! Threads that do the work of questions, each with a deep stack: rules nest as deep as the parser allows and claims may call
//! themselves, while the stack of the thread that asks belongs to Python. A thread that is done waits for the next question.

use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Work, which gives back how its result is handed over.
pub type Job = Box<dyn FnOnce() -> Delivery + Send>;

/// Hands a result over to who waits for it.
pub type Delivery = Box<dyn FnOnce() + Send>;

/// Bytes of stack: the first of these that the system grants. Only what is used is ever touched.
const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// How long a thread looks for what it waits for before it sleeps: being woken takes longer than a small question does.
const AWAKE: Duration = Duration::from_micros(60);

/// Looks for something again and again, for a short while, and lets other threads have the processor in between.
pub fn look<T>(mut find: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        for _ in 0..32 {
            if let Some(found) = find() {
                return Some(found);
            }
            std::hint::spin_loop();
        }
        if begun.elapsed() > AWAKE {
            return None;
        }
        thread::yield_now();
    }
}

/// Threads that wait for work, and the process they belong to: a forked child has none of them.
struct Idle {
    process: u32,
    threads: Vec<Sender<Job>>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, threads: Vec::new() });

/// Has a job done by a thread that waits, or by a new one.
pub fn run(job: Job) -> io::Result<()> {
    let job = match with_idle(Vec::pop) {
        None => job,
        Some(thread) => match thread.send(job) {
            Ok(()) => return Ok(()),
            Err(unsent) => unsent.0,
        },
    };
    let (own, jobs) = channel::<Job>();
    let again = own.clone();
    thread::Builder::new().name("grundy".into()).stack_size(stack()).spawn(move || {
        while let Some(job) = next(&jobs) {
            let deliver = job();
            // Who hears that this is done may ask again at once: by then the thread waits.
            with_idle(|threads| threads.push(again.clone()));
            deliver();
        }
    })?;
    own.send(job).map_err(|_| io::Error::other("the thread has ended"))
}

/// The next job; `None` when there will be none.
fn next(jobs: &Receiver<Job>) -> Option<Job> {
    let soon = look(|| match jobs.try_recv() {
        Ok(job) => Some(Some(job)),
        Err(TryRecvError::Disconnected) => Some(None),
        Err(TryRecvError::Empty) => None,
    });
    soon.unwrap_or_else(|| jobs.recv().ok())
}

fn with_idle<T>(use_them: impl FnOnce(&mut Vec<Sender<Job>>) -> T) -> T {
    let mut idle = IDLE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let process = std::process::id();
    if idle.process != process {
        // Threads do not survive a fork; what is left of them is never heard from, and never let go.
        std::mem::take(&mut idle.threads).into_iter().for_each(std::mem::forget);
        idle.process = process;
    }
    use_them(&mut idle.threads)
}

/// The deepest stack that the system grants.
fn stack() -> usize {
    static GRANTED: OnceLock<usize> = OnceLock::new();
    let grants =
        |stack: &usize| thread::Builder::new().stack_size(*stack).spawn(|| ()).is_ok_and(|one| one.join().is_ok());
    *GRANTED.get_or_init(|| STACKS.into_iter().find(grants).unwrap_or(1 << 21))
}
