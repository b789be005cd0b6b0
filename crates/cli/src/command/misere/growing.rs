//! A growth with its file: every half minute, at every stop and at the end the work so far is written whole.

use super::Args;
use crate::reply::Failure;
use crate::terminal::Terminal;
use grundy_answer::{Progress, Stop, Watch};
use grundy_heap::Code;
use grundy_misere::{Growth, Halt};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

const SAVE_EVERY: Duration = Duration::from_secs(30);

/// Grows to heap `to`; the halt says why it ended before, if it did.
pub fn grow<'a>(args: &Args, code: &'a Code, to: u32, watch: &Terminal) -> Result<(Growth<'a>, Option<Halt>), Failure> {
    let name = code.rule().to_string();
    let Some(path) = &args.save else {
        let mut growth = Growth::new(code.rule(), args.copies);
        let halt = growth.grow(to, watch).err();
        return Ok((growth, halt));
    };
    let mut growth = match fs::read_to_string(path) {
        Ok(text) => Growth::restore(code.rule(), args.copies, &name, &text).map_err(|damaged| {
            Failure::bad_input("save", format!("{} cannot be gone on with: {}", path.display(), damaged.0))
                .remedy("name another file, or remove this one to begin again")
        })?,
        Err(error) if error.kind() == ErrorKind::NotFound => Growth::new(code.rule(), args.copies),
        Err(error) => return Err(file_failure(path, error)),
    };
    loop {
        let lease = Lease { watch, began: Instant::now(), ended: AtomicBool::new(false) };
        let halt = growth.grow(to, &lease).err();
        write_whole(path, &growth.save(&name)).map_err(|error| file_failure(path, error))?;
        if !lease.ended.load(Relaxed) {
            return Ok((growth, halt));
        }
    }
}

/// Stops the work when it is time to save.
struct Lease<'a> {
    watch: &'a Terminal,
    began: Instant,
    ended: AtomicBool,
}

impl Watch for Lease<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let told = self.watch.tick(progress);
        if told.is_none() && self.began.elapsed() >= SAVE_EVERY {
            self.ended.store(true, Relaxed);
            return Some(Stop::Time);
        }
        told
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }
}

/// A reader sees the old file or the new one, never a part.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let mut file = File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

fn file_failure(path: &Path, error: std::io::Error) -> Failure {
    Failure::bad_input("file", format!("{}: {error}", path.display()))
}
