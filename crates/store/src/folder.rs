//! The pieces of a build, each a file in one folder: written beside its place and renamed, with its length and checksum
//! at its end. A piece that is not whole is not there; a damaged one is an error when its end is read.

use crate::format::{number4, number8};
use flate2::Crc;
use grundy::tablebase::{Piece, Pieces};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes after the content: its length and its checksum.
const TAIL: usize = 12;

/// What names of pieces begin with, so that other files in the folder are left alone.
const PREFIX: &str = "piece.";

/// A folder of pieces.
pub struct Folder {
    path: PathBuf,
    /// Held as long as the folder is in use.
    _lock: File,
}

impl Folder {
    /// The pieces in a folder, which is made if it is not there. An error if another process uses it.
    pub fn open(path: &Path) -> io::Result<Folder> {
        match fs::create_dir(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let lock = File::create(path.join("lock"))?;
        lock.try_lock().map_err(|_| {
            io::Error::new(io::ErrorKind::WouldBlock, format!("another process is building in {}", path.display()))
        })?;
        Ok(Folder { path: path.to_path_buf(), _lock: lock })
    }

    fn place(&self, name: &str) -> PathBuf {
        self.path.join(format!("{PREFIX}{name}"))
    }
}

struct Writing {
    place: PathBuf,
    beside: PathBuf,
    file: Option<BufWriter<File>>,
    checksum: Crc,
    bytes: u64,
}

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = self.file.as_mut().ok_or_else(|| io::Error::other("the piece is finished"))?;
        let written = file.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Piece for Writing {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        file.write_all(&self.bytes.to_le_bytes())?;
        file.write_all(&self.checksum.sum().to_le_bytes())?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
        fs::rename(&self.beside, &self.place)
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

struct Reading {
    file: BufReader<File>,
    left: u64,
    checksum: Crc,
    expected: u32,
    name: String,
}

impl Read for Reading {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = self.left.min(out.len() as u64) as usize;
        if most == 0 {
            return Ok(0);
        }
        let count = self.file.read(&mut out[..most])?;
        self.checksum.update(&out[..count]);
        self.left -= count as u64;
        if count == 0 || self.left == 0 && self.checksum.sum() != self.expected {
            return Err(damaged(&self.name));
        }
        Ok(count)
    }
}

fn damaged(name: &str) -> io::Error {
    let cause = format!("{name} is damaged; remove it, and the build goes on without it");
    io::Error::new(io::ErrorKind::InvalidData, cause)
}

impl Pieces for Folder {
    fn begin(&self, name: &str) -> io::Result<Box<dyn Piece>> {
        let place = self.place(name);
        let beside = self.path.join(format!("part.{name}"));
        let file = Some(BufWriter::new(File::create(&beside)?));
        Ok(Box::new(Writing { place, beside, file, checksum: Crc::new(), bytes: 0 }))
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        let place = self.place(name);
        let file = match File::open(&place) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let shown = place.display().to_string();
        let length = file.metadata()?.len();
        let content = length.checked_sub(TAIL as u64).ok_or_else(|| damaged(&shown))?;
        let mut tail = [0; TAIL];
        std::os::unix::fs::FileExt::read_exact_at(&file, &mut tail, content)?;
        let expected = number4(&tail, 8);
        if number8(&tail, 0) != content || content == 0 && expected != 0 {
            return Err(damaged(&shown));
        }
        let file = BufReader::with_capacity(1 << 16, file);
        Ok(Some(Box::new(Reading { file, left: content, checksum: Crc::new(), expected, name: shown })))
    }

    fn remove(&self, names: &[String]) -> io::Result<()> {
        names.iter().try_for_each(|name| match fs::remove_file(self.place(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    }

    fn named(&self, prefix: &str) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            names.extend(name.strip_prefix(PREFIX).filter(|name| name.starts_with(prefix)).map(str::to_string));
        }
        names.sort();
        Ok(names)
    }
}
