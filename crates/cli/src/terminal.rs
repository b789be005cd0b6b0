//! The watch a person sees: Ctrl-C, limits on time and memory, and a progress line on standard error.

use grundy_answer::{Progress, Stop, Watch};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// `--time`, `--memory` and `--threads`, for every command that can take long.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this many seconds and say what is known (fractions are fine).
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,

    /// Stop before the tables take more than this: 500M, 8G.
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,

    /// Use so many threads, if the method can; all cores unless said. The answer is the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Tables that can do with less take at most this unless `--memory` says otherwise.
const USUAL_TABLES: u64 = 2 << 30;

/// Shows progress at most ten times a second, and only when standard error is a terminal.
pub struct Terminal {
    started: Instant,
    deadline: Option<Duration>,
    most_memory: u64,
    tables: u64,
    threads: usize,
    shown: AtomicU64,
    visible: bool,
}

impl Limits {
    /// Starts the clock and listens for Ctrl-C. A second Ctrl-C ends the process at once.
    pub fn watch(&self) -> Terminal {
        INTERRUPTED.store(false, Relaxed);
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Relaxed) {
                std::process::exit(130);
            }
        });
        Terminal {
            started: Instant::now(),
            deadline: self.time.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9))),
            most_memory: self.memory.unwrap_or(16 << 30),
            tables: self.memory.unwrap_or(USUAL_TABLES),
            threads: self.threads.map_or_else(cores, usize::from),
            shown: AtomicU64::new(0),
            visible: std::io::stderr().is_terminal(),
        }
    }
}

impl Terminal {
    /// Seconds since the watch began.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn show(&self, progress: Progress, elapsed: Duration) {
        let tenths = elapsed.as_millis() as u64 / 100;
        if tenths < 5 || self.shown.swap(tenths, Relaxed) == tenths {
            return;
        }
        let rate = progress.done as f64 / elapsed.as_secs_f64();
        let of = progress.total.map(|total| format!(" of {total}")).unwrap_or_default();
        let mut err = std::io::stderr().lock();
        let _ =
            write!(err, "\r\x1b[K{}{of} {}, {rate:.0}/s, {:.0} s", progress.done, progress.what, elapsed.as_secs_f64());
        let _ = err.flush();
    }
}

impl Watch for Terminal {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let elapsed = self.started.elapsed();
        if self.visible {
            self.show(progress, elapsed);
        }
        if INTERRUPTED.load(Relaxed) {
            return Some(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|limit| elapsed >= limit) {
            return Some(Stop::Time);
        }
        (progress.bytes > self.most_memory).then_some(Stop::Memory)
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn memory(&self) -> u64 {
        self.tables
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if self.visible && self.shown.load(Relaxed) > 0 {
            eprint!("\r\x1b[K");
        }
    }
}

/// A watch for one step of a longer job, with a time limit of its own.
pub struct Within<'a> {
    outer: &'a dyn Watch,
    started: Instant,
    seconds: f64,
}

impl<'a> Within<'a> {
    /// The step begins now and may take this long.
    pub fn new(outer: &'a dyn Watch, seconds: f64) -> Within<'a> {
        Within { outer, started: Instant::now(), seconds }
    }
}

impl Watch for Within<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let late = self.started.elapsed().as_secs_f64() > self.seconds;
        self.outer.tick(progress).or(late.then_some(Stop::Time))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.outer)
    }
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
    use super::parse_bytes;

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("8G"), Ok(8 << 30));
        assert_eq!(parse_bytes("12"), Ok(12));
        assert!(parse_bytes("").is_err());
        assert!(parse_bytes("99999999999999999999T").is_err());
        assert!(parse_bytes("17000000T").is_err());
    }
}
