//! What the user allows the whole process: `--time`, `--memory`, `--threads`, and Ctrl-C.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// `--time`, `--memory` and `--threads`, of every command.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this many seconds and say what is known (fractions are fine).
    #[arg(long, global = true, value_name = "SECONDS", help_heading = "Limits")]
    pub time: Option<f64>,

    /// Stop before the program takes more than this: 500M, 8G; three quarters of what the machine has unless said.
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,

    /// Use so many threads, if the method can; all cores unless said. The answer is the same.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub threads: Option<u16>,
}

/// Tables that can do with less take at most this unless `--memory` says otherwise.
const USUAL_TABLES: u64 = 2 << 30;

/// No limit is smaller than this: the program itself, with its rules and its code, has to fit.
const LEAST: u64 = 48 << 20;

/// The limits in force, with what was not said filled in.
#[derive(Debug)]
pub struct Process {
    started: Instant,
    /// How long one question may take.
    pub time: Option<Duration>,
    /// Bytes of memory.
    pub bytes: u64,
    /// Bytes that tables may take which can do with less.
    pub tables: u64,
    /// Threads.
    pub threads: usize,
    /// Bytes of the program's own code and data, which nobody allocates.
    program: u64,
    /// Milliseconds after the start at which time is over; `NEVER` while nobody is waiting for an answer.
    deadline: AtomicU64,
    /// Milliseconds after the start at which the user first interrupted; `NEVER` before.
    interrupted: AtomicU64,
    /// Whether the system says that the process has more memory than it may.
    crowded: AtomicBool,
}

const NEVER: u64 = u64::MAX;

static PROCESS: OnceLock<Process> = OnceLock::new();

/// The limits of this process; without any until [`begin`] is called.
pub fn process() -> &'static Process {
    PROCESS.get_or_init(|| Process::new(&Limits::default()))
}

/// Starts the clock for everything the process does, and listens for Ctrl-C. A second Ctrl-C ends the process at once.
pub fn begin(limits: &Limits) -> &'static Process {
    let process = PROCESS.get_or_init(|| Process::new(limits));
    process.start_question();
    crate::meter::set_cap(process.hard_memory() - process.program);
    let _ = ctrlc::set_handler(|| {
        let process = self::process();
        if process.interrupted.fetch_min(process.now(), Relaxed) != NEVER {
            std::process::exit(130);
        }
    });
    process
}

impl Process {
    fn new(limits: &Limits) -> Process {
        Process {
            started: Instant::now(),
            time: limits.time.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9))),
            bytes: limits.memory.unwrap_or_else(|| machine_memory() / 4 * 3),
            tables: limits.memory.unwrap_or(USUAL_TABLES.min(machine_memory() / 4)),
            threads: limits.threads.map_or_else(cores, usize::from),
            program: resident().map_or(0, |resident| resident.of_files).min(LEAST / 2),
            deadline: AtomicU64::new(NEVER),
            interrupted: AtomicU64::new(NEVER),
            crowded: AtomicBool::new(false),
        }
    }

    fn now(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// A question is asked: its time begins, and an interruption of the one before is forgotten.
    pub fn start_question(&self) {
        let end = self.time.map_or(NEVER, |time| self.now().saturating_add(time.as_millis() as u64));
        self.deadline.store(end, Relaxed);
        self.interrupted.store(NEVER, Relaxed);
    }

    /// Nobody is waiting for an answer: what is left is to print it, or to hear the next question.
    pub fn end_question(&self) {
        self.deadline.store(NEVER, Relaxed);
    }

    /// Seconds since the process began.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// For how long the time has been over; `None` while it is not.
    pub fn late(&self) -> Option<Duration> {
        self.now().checked_sub(self.deadline.load(Relaxed)).map(Duration::from_millis)
    }

    /// How long ago the user interrupted; `None` if that did not happen.
    pub fn interrupted(&self) -> Option<Duration> {
        self.now().checked_sub(self.interrupted.load(Relaxed)).map(Duration::from_millis)
    }

    /// Bytes at which a computation is told to stop.
    pub fn soft_memory(&self) -> u64 {
        self.bytes.max(LEAST)
    }

    /// Bytes that are never passed: a tenth more.
    pub fn hard_memory(&self) -> u64 {
        self.soft_memory() / 10 * 11
    }

    /// Bytes that the process holds; more than any limit if the system says that it has too many.
    pub fn held(&self) -> u64 {
        if self.crowded.load(Relaxed) { u64::MAX } else { crate::meter::held() + self.program }
    }

    /// How long the process has been running.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What the system says the process has, in bytes; beyond the limit, computations are told to stop.
    pub fn note_resident(&self, bytes: u64) {
        self.crowded.store(bytes > self.soft_memory(), Relaxed);
    }
}

/// Bytes of memory that this process occupies.
pub struct Resident {
    /// All of them.
    pub all: u64,
    /// Those that are pages of files, the program's own among them.
    pub of_files: u64,
}

/// What the system says that this process occupies; `None` where it does not say.
pub fn resident() -> Option<Resident> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let mut numbers = text.split_whitespace().map(|word| word.parse::<u64>().ok());
    let (_, all, of_files) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some(Resident { all: all * PAGE, of_files: of_files * PAGE })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Bytes of memory that processes here may have: those of the machine, or fewer where a control group says so.
fn machine_memory() -> u64 {
    const UNKNOWN: u64 = 16 << 30;
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.parse().ok());
    let machine = total.map_or(UNKNOWN, |kilobytes: u64| kilobytes << 10);
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/").to_string();
    let second = std::iter::successors(Some(std::path::Path::new(own.trim_start_matches('/'))), |path| path.parent())
        .filter_map(|path| number(&format!("/sys/fs/cgroup/{}/memory.max", path.display())));
    let first = number("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    second.chain(first).fold(machine, u64::min)
}

/// `500M`, `8G`, `1048576` as bytes.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1u64 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        Some((at, 't' | 'T')) => (&text[..at], 1 << 40),
        _ => (text, 1),
    };
    let count: u64 = digits.parse().map_err(|_| format!("`{text}` is not a size; write 500M or 8G"))?;
    count.checked_mul(unit).ok_or_else(|| format!("`{text}` is too large"))
}

#[cfg(test)]
mod tests {
    use super::{machine_memory, parse_bytes};

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("8G"), Ok(8 << 30));
        assert_eq!(parse_bytes("12"), Ok(12));
        assert!(parse_bytes("").is_err());
        assert!(parse_bytes("99999999999999999999T").is_err());
        assert!(parse_bytes("17000000T").is_err());
    }

    #[test]
    fn the_machine_has_memory() {
        assert!(machine_memory() > 64 << 20);
    }
}
