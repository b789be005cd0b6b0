//! What a worker gives up before it reads a stranger's rules: files, most memory, most processor time.
//!
//! Without a free descriptor no file can be opened, whatever the rules make the program do; without a file size none can
//! grow; by Landlock no path can be removed, renamed or made either, and no port be reached. Where the system has no such limits
//! (they are POSIX; the signal and Landlock are Linux, from 5.13 on) the worker goes on without that one.

#[cfg(target_os = "linux")]
use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, RulesetStatus};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Bytes of stack that the thread which does the work reserves and does not touch.
const RESERVED: u64 = 1 << 30;

/// Gives up what is not needed: at most this memory beside the reserved stack, and this much processor time in all.
pub fn confine(memory: u64, seconds: u64) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    // Before descriptors are given up, since this takes one for a moment.
    #[cfg(target_os = "linux")]
    let _ = give_up_paths();
    lower(Resource::Core, 0);
    lower(Resource::Fsize, 0);
    lower(Resource::Data, RESERVED + memory + memory / 2 + (64 << 20));
    lower(Resource::Cpu, seconds);
    lower(Resource::Nofile, 0);
}

/// Takes every path and port away from this thread and those it starts, as far as the system can.
#[cfg(target_os = "linux")]
fn give_up_paths() -> Result<RulesetStatus, RulesetError> {
    const NEWEST: ABI = ABI::V5;
    let ruleset = Ruleset::default().handle_access(AccessFs::from_all(NEWEST))?;
    let ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    Ok(ruleset.create()?.restrict_self()?.ruleset)
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_without_paths_cannot_remove_a_file() {
        let file = std::env::temp_dir().join(format!("grundy-confine-{}", std::process::id()));
        std::fs::write(&file, "text").expect("a folder for files that come and go");
        let path = file.clone();
        let confined = std::thread::spawn(move || {
            let status = give_up_paths();
            (status, std::fs::read(&path).is_ok(), std::fs::remove_file(&path).is_ok())
        });
        let (status, read, removed) = confined.join().expect("it does not panic");
        // An old kernel leaves things as they are.
        match status {
            Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) => assert!(!read && !removed),
            _ => assert!(read && removed),
        }
        let _ = std::fs::remove_file(&file);
    }
}
