//! Workers, some of them warm: started before they are asked, so that a small answer does not wait for a process.
//!
//! Invariant: a worker answers one question at a time; one that does not end in time, or says more than it may, is killed and
//! another is started. What a worker does cannot reach the server but as lines of text.

use crate::kept::Event;
use crate::worker::{MOST_EVENT_BYTES, MOST_SECONDS};
use serde_json::json;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Mutex;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep_until, timeout};

/// How long after its time a question may go on before its worker is killed.
const GRACE: Duration = Duration::from_millis(1_500);

/// How long a worker may take to give up a question that nobody waits for any more.
const PATIENCE: Duration = Duration::from_millis(250);

/// Questions and time after which a worker is not asked again: what it may have kept is given back.
const MOST_QUESTIONS: u32 = 500;
const MOST_TIME: Duration = Duration::from_secs(300);

/// Bytes of one answer.
const MOST_ANSWER_BYTES: usize = 2 * MOST_EVENT_BYTES;

/// The exit code of a worker that its own supervisor ended.
const OUT_OF_BOUNDS: i32 = 3;

/// How workers are started.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// The words that make it a worker.
    pub arguments: Vec<String>,
}

/// The workers of a server.
pub struct Pool {
    program: Program,
    warm: usize,
    idle: Mutex<Vec<Worker>>,
}

struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    questions: u32,
    time: Duration,
}

/// How an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// With its last event.
    Whole,
    /// Otherwise.
    Broken,
}

impl Pool {
    /// A pool that keeps so many workers warm.
    pub fn new(program: Program, warm: usize) -> Pool {
        Pool { program, warm, idle: Mutex::new(Vec::new()) }
    }

    /// Starts workers until enough are warm.
    pub fn warm_up(&self) -> io::Result<()> {
        while self.idle().len() < self.warm {
            let worker = self.start()?;
            self.idle().push(worker);
        }
        Ok(())
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn start(&self) -> io::Result<Worker> {
        let mut command = Command::new(&self.program.path);
        command.args(&self.program.arguments).env_clear().current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a worker has no pipes"));
        };
        Ok(Worker { child, input, output: BufReader::new(output), questions: 0, time: Duration::ZERO })
    }

    /// Has a question answered, which is one line of JSON; its events go to `events`. Ends early if nobody receives them.
    pub async fn answer(&self, ask: &str, seconds: Option<f64>, events: &UnboundedSender<Event>) -> Answered {
        let time = Duration::from_secs_f64(seconds.unwrap_or(MOST_SECONDS).clamp(0.0, MOST_SECONDS));
        let trouble = |code: &str, message: &str| {
            let problem = json!({ "error": { "code": code, "message": message } });
            let _ = events.send(("problem".into(), problem.to_string()));
            let _ = events.send(("done".into(), "null".into()));
        };
        let taken = self.idle().pop();
        let worker = taken.map_or_else(|| self.start(), Ok);
        let Ok(mut worker) = worker else {
            trouble("worker", "no worker could be started");
            return Answered::Broken;
        };
        let began = Instant::now();
        let ended = worker.ask(ask, began + time + GRACE, events).await;
        match ended {
            End::Done | End::GivenUp => {
                worker.questions += 1;
                worker.time += began.elapsed();
                if worker.questions < MOST_QUESTIONS && worker.time < MOST_TIME && self.idle().len() < self.warm {
                    self.idle().push(worker);
                }
            }
            End::Died => {
                let why = match timeout(PATIENCE, worker.child.wait()).await {
                    Ok(Ok(status)) if status.code() == Some(OUT_OF_BOUNDS) => {
                        "it went beyond its memory or time".to_string()
                    }
                    Ok(Ok(status)) => format!("its worker ended, {status}"),
                    _ => "its worker ended".to_string(),
                };
                trouble("worker", &why);
            }
            End::Late => trouble("time", "the worker did not stop in time and was killed"),
            End::Long => trouble("limit", "the answer is too long for a page"),
        }
        let _ = self.warm_up();
        if ended == End::Done { Answered::Whole } else { Answered::Broken }
    }
}

/// How a worker ended a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It said so.
    Done,
    /// Nobody waited for it any more, and it stopped.
    GivenUp,
    /// It is gone.
    Died,
    /// It went on after its time.
    Late,
    /// It said too much.
    Long,
}

impl Worker {
    async fn ask(&mut self, ask: &str, until: Instant, events: &UnboundedSender<Event>) -> End {
        let line = format!("{ask}\n");
        if timeout(GRACE, self.input.write_all(line.as_bytes())).await.map_or(true, |written| written.is_err()) {
            return End::Died;
        }
        let mut bytes = 0;
        let mut line = Vec::new();
        loop {
            tokio::select! {
                read = self.output.read_until(b'\n', &mut line) => match read {
                    Ok(0) | Err(_) => return End::Died,
                    Ok(_) => {}
                },
                () = events.closed() => return self.give_up(line).await,
                () = sleep_until(until) => return End::Late,
            }
            bytes += line.len();
            if bytes > MOST_ANSWER_BYTES {
                return End::Long;
            }
            let Some((event, data)) = read(&line) else { return End::Died };
            let done = event == "done";
            let _ = events.send((event, data));
            if done {
                return End::Done;
            }
            line.clear();
        }
    }

    /// Tells the worker that nobody waits, and waits a little for it to stop.
    async fn give_up(&mut self, mut line: Vec<u8>) -> End {
        let stopping = async {
            self.input.write_all(b"cancel\n").await.ok()?;
            loop {
                if self.output.read_until(b'\n', &mut line).await.ok()? == 0 {
                    return None;
                }
                if line.starts_with(b"done\t") {
                    return Some(());
                }
                line.clear();
            }
        };
        match timeout(PATIENCE, stopping).await {
            Ok(Some(())) => End::GivenUp,
            // Dropped, it is killed.
            _ => End::Late,
        }
    }
}

/// The name and the data of an event.
fn read(line: &[u8]) -> Option<Event> {
    let text = std::str::from_utf8(line).ok()?.trim_end_matches('\n');
    let (event, data) = text.split_once('\t')?;
    Some((event.to_string(), data.to_string()))
}
