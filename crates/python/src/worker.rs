//! Threads that do the work of questions, each with a deep stack: rules nest as deep as the parser allows and claims may call
//! themselves, while the stack of the thread that asks belongs to Python. A thread that is done waits for the next question.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;

/// Work, which gives back how its result is handed over.
pub type Job = Box<dyn FnOnce() -> Delivery + Send>;

/// Hands a result over to who waits for it.
pub type Delivery = Box<dyn FnOnce() + Send>;

/// Bytes of stack: the first of these that the system grants. Only what is used is ever touched.
const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

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
        for job in jobs {
            let deliver = job();
            // Who hears that this is done may ask again at once: by then the thread waits.
            with_idle(|threads| threads.push(again.clone()));
            deliver();
        }
    })?;
    own.send(job).map_err(|_| io::Error::other("the thread has ended"))
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
