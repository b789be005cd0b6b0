//! Files that are whole or not there: written beside their place, then renamed.

use crate::reply::Failure;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces the file at `path` by `bytes`; a crash leaves the old file or the new one, never a part.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = beside(path);
    let result = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    result.and_then(|()| fs::rename(&beside, path)).map_err(|error| {
        let _ = fs::remove_file(&beside);
        trouble(path, &error)
    })
}

/// The bytes of the file; `None` when there is no such file.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(trouble(path, &error)),
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

fn trouble(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad_input("file", format!("{}: {error}", path.display()))
}
