//! What one question may take, as Python says it: `(time, memory, threads, progress)`. What is not said is as the machine allows.

use grundy::Budget;
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::time::Duration;

/// Seconds, bytes, threads, and who is told how far a question is.
#[derive(FromPyObject)]
pub struct Limits(pub Option<f64>, pub Option<u64>, pub Option<usize>, pub Option<Py<PyAny>>);

/// Tables that can do with less take at most this unless a limit says otherwise.
const USUAL_TABLES: u64 = 2 << 30;

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

/// The longest time in seconds; more is as good as none.
const LONGEST: f64 = 1e9;

/// The numbers among the limits.
#[derive(Clone, Copy)]
pub struct Allowed {
    /// How long.
    pub time: Option<Duration>,
    /// Bytes by which the process may grow.
    pub memory: u64,
    tables: u64,
    threads: usize,
}

impl Limits {
    /// The numbers, with what was not said filled in.
    pub fn allowed(&self) -> Allowed {
        let Limits(time, memory, threads, _) = self;
        Allowed {
            time: time.filter(|time| time.is_finite()).map(|time| Duration::from_secs_f64(time.clamp(0.0, LONGEST))),
            memory: memory.unwrap_or_else(|| machine_memory() / 4 * 3),
            tables: memory.unwrap_or_else(|| USUAL_TABLES.min(machine_memory() / 4)),
            threads: threads.unwrap_or_else(cores).clamp(1, MOST_THREADS),
        }
    }
}

impl Allowed {
    /// Sets a budget to these numbers.
    pub fn give(self, budget: &mut Budget) {
        budget.time = self.time;
        budget.memory = self.memory;
        budget.tables = self.tables;
        budget.threads = self.threads;
    }
}

/// Bytes of memory that this process occupies; 0 where the system does not say.
pub fn resident() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok()).map_or(0, |pages| pages * PAGE)
}

fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()))
}

/// Bytes of memory that processes here may have: those of the machine, or fewer where a control group says so.
fn machine_memory() -> u64 {
    const UNKNOWN: u64 = 8 << 30;
    static MEMORY: OnceLock<u64> = OnceLock::new();
    *MEMORY.get_or_init(|| {
        let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
        let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let total =
            info.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.parse().ok());
        let machine = total.map_or(UNKNOWN, |kilobytes: u64| kilobytes << 10);
        let groups = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
        groups.into_iter().filter_map(number).fold(machine, u64::min)
    })
}
