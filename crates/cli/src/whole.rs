//! Files that are whole or not there: written beside their place, then renamed.

use grundy::{Keeping, Output, Problem};
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces the file at `path` by `bytes`; a crash leaves the old file or the new one, never a part.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
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

/// A file being written beside its place; dropped before it is finished, it is gone.
pub struct Beside {
    path: PathBuf,
    beside: PathBuf,
    file: Option<BufWriter<File>>,
    bytes: u64,
}

impl Beside {
    /// Begins the file that is to be at `path`.
    pub fn begin(path: &Path) -> Result<Beside, Problem> {
        let beside = beside(path);
        let file = File::create(&beside).map_err(|error| trouble(path, &error))?;
        Ok(Beside { path: path.into(), beside, file: Some(BufWriter::new(file)), bytes: 0 })
    }

    /// Puts it in its place; how many bytes it has.
    pub fn finish(mut self) -> Result<u64, Problem> {
        let Some(file) = self.file.take() else { return Ok(self.bytes) };
        let whole = file.into_inner().map_err(std::io::IntoInnerError::into_error).and_then(|file| file.sync_all());
        whole.and_then(|()| fs::rename(&self.beside, &self.path)).map_err(|error| {
            let _ = fs::remove_file(&self.beside);
            trouble(&self.path, &error)
        })?;
        Ok(self.bytes)
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let file = self.file.as_mut().ok_or_else(|| std::io::Error::other("the file is finished"))?;
        let written = file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Output for Beside {
    fn restart(&mut self) -> std::io::Result<()> {
        self.file = Some(BufWriter::new(File::create(&self.beside)?));
        self.bytes = 0;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// The bytes of the file; `None` when there is no such file.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, Problem> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(trouble(path, &error)),
    }
}

/// Does work that is kept in the file at `path`, if there is to be one.
pub fn keeping<T>(path: Option<&Path>, work: impl FnOnce(Option<Keeping>) -> Result<T, Problem>) -> Result<T, Problem> {
    let Some(path) = path else { return work(None) };
    let keep = &mut |bytes: &[u8]| write(path, bytes);
    work(Some(Keeping { name: path.display().to_string(), before: read(path)?, keep }))
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

fn trouble(path: &Path, error: &std::io::Error) -> Problem {
    Problem::bad_input("file", format!("{}: {error}", path.display()))
}
