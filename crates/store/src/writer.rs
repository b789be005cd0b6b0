//! Writes a tablebase: beside its place, renamed when it is whole.

use crate::bits::{put_codes, put_numbers};
use crate::format::{END, Entry, FOOT, HEAD, MAGIC, VERSION, checksum};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use grundy::tablebase::TableHeader;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How hard blocks are compressed: of 0 to 9.
const LEVEL: u32 = 6;

/// A tablebase being written. Dropped before it is finished, it is gone.
pub struct Writer {
    path: PathBuf,
    beside: PathBuf,
    file: Option<BufWriter<File>>,
    list: bool,
    width: u32,
    block: usize,
    at: u64,
    index: Vec<Entry>,
    numbers: Vec<u64>,
    codes: Vec<u32>,
}

impl Writer {
    /// Begins the file that is to be at `path`.
    pub fn begin(path: &Path, header: &TableHeader) -> io::Result<Writer> {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(".part");
        let beside = path.with_file_name(name);
        let mut file = BufWriter::new(File::create(&beside)?);
        let json = serde_json::to_vec(header)?;
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(json.len() as u32).to_le_bytes())?;
        file.write_all(&checksum(&json).to_le_bytes())?;
        file.write_all(&json)?;
        Ok(Writer {
            path: path.to_path_buf(),
            beside,
            file: Some(file),
            list: header.is_list(),
            width: header.width,
            block: header.block as usize,
            at: (HEAD + json.len()) as u64,
            index: Vec::new(),
            numbers: Vec::new(),
            codes: Vec::new(),
        })
    }

    /// Adds an entry; numbers increase.
    pub fn push(&mut self, number: u64, code: u32) -> io::Result<()> {
        self.numbers.push(number);
        self.codes.push(code);
        if self.codes.len() == self.block { self.flush_block() } else { Ok(()) }
    }

    fn flush_block(&mut self) -> io::Result<()> {
        let Some(&first) = self.numbers.first() else { return Ok(()) };
        let mut raw = Vec::new();
        if self.list {
            put_numbers(&self.numbers, &mut raw);
        }
        put_codes(&self.codes, self.width, &mut raw);
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
        encoder.write_all(&raw)?;
        let packed = encoder.finish()?;
        let entry = Entry { offset: self.at, bytes: packed.len() as u32, checksum: checksum(&packed), first };
        self.out()?.write_all(&packed)?;
        self.at += packed.len() as u64;
        self.index.push(entry);
        self.numbers.clear();
        self.codes.clear();
        Ok(())
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.file.as_mut().ok_or_else(|| io::Error::other("the file is finished"))
    }

    /// Puts it in its place; how many bytes it has.
    pub fn finish(mut self) -> io::Result<u64> {
        self.flush_block()?;
        let index: Vec<u8> = self.index.iter().flat_map(Entry::written).collect();
        let mut foot = Vec::with_capacity(FOOT);
        foot.extend(self.at.to_le_bytes());
        foot.extend((self.index.len() as u64).to_le_bytes());
        foot.extend(checksum(&index).to_le_bytes());
        foot.extend(checksum(&foot).to_le_bytes());
        foot.extend(END);
        self.out()?.write_all(&index)?;
        self.out()?.write_all(&foot)?;
        if let Some(file) = self.file.take() {
            file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        }
        fs::rename(&self.beside, &self.path)?;
        Ok(self.at + (index.len() + FOOT) as u64)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}
