//! What a worker gives up before it reads a stranger's rules: files, most memory, most processor time.
//!
//! Without a free descriptor no file can be opened, whatever the rules make the program do; without a file size none can
//! grow. Where the system has no such limits (they are POSIX; the signal is Linux) the worker goes on without that one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Bytes of stack that the thread which does the work reserves and does not touch.
const RESERVED: u64 = 1 << 30;

/// Gives up what is not needed: at most this memory beside the reserved stack, and this much processor time in all.
pub fn confine(memory: u64, seconds: u64) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    lower(Resource::Core, 0);
    lower(Resource::Fsize, 0);
    lower(Resource::Data, RESERVED + memory + memory / 2 + (64 << 20));
    lower(Resource::Cpu, seconds);
    lower(Resource::Nofile, 0);
}

/// As many open files as the system allows: a server has a connection for each visitor.
pub fn many_connections() {
    let now = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: now.maximum, maximum: now.maximum });
}

fn lower(resource: Resource, to: u64) {
    let now = getrlimit(resource);
    let maximum = Some(now.maximum.map_or(to, |limit| limit.min(to)));
    let _ = setrlimit(resource, Rlimit { current: maximum, maximum });
}
