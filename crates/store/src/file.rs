//! An open tablebase. Opening reads the header, the index and the end, and compares their checksums; a look-up reads one
//! block and compares its checksum, or finds the block unpacked already. What does not compare is refused.

use crate::bits::{code, code_bytes, numbers};
use crate::format::{END, ENTRY, Entry, FOOT, HEAD, MAGIC, MOST_HEADER, VERSION, checksum, number4, number8};
use flate2::read::ZlibDecoder;
use grundy::Problem;
use grundy::tablebase::{TableFile, TableHeader};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Blocks that are kept unpacked.
const KEPT: usize = 512;

/// An open file.
struct Opened {
    name: String,
    file: File,
    bytes: u64,
    header: TableHeader,
    index: Vec<Entry>,
    kept: Mutex<HashMap<u64, Arc<Block>>>,
}

/// A block, unpacked.
struct Block {
    /// Its numbers; empty where they follow each other.
    numbers: Vec<u64>,
    first: u64,
    count: usize,
    codes: Vec<u8>,
}

/// Opens a tablebase. A file that is none, is of another version, or is damaged where it says what it is, is refused.
pub fn open(path: &Path) -> Result<Arc<dyn TableFile>, Problem> {
    open_as(path, path.display().to_string())
}

/// The same; answers call the file `name`.
pub fn open_as(path: &Path, name: String) -> Result<Arc<dyn TableFile>, Problem> {
    let trouble = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Problem::bad_input("E51", format!("there is no file `{name}`"))
            .remedy("`grundy tablebase build GAME -o FILE` makes one"),
        _ => Problem::bad_input("E53", format!("`{name}` cannot be read: {error}")),
    };
    let file = File::open(path).map_err(trouble)?;
    let metadata = file.metadata().map_err(trouble)?;
    if metadata.is_dir() {
        return Err(Problem::bad_input("E52", format!("`{name}` is a folder, not a file")));
    }
    Opened::read(name.clone(), file, metadata.len()).map(|opened| Arc::new(opened) as Arc<dyn TableFile>)
}

impl Opened {
    fn read(name: String, file: File, bytes: u64) -> Result<Opened, Problem> {
        let damaged = |what: &str| {
            Problem::bad_input("damaged", format!("{what} of `{name}` is damaged"))
                .remedy("copy the file again, or build it again")
        };
        let at = |offset: u64, count: usize, what: &str| {
            let mut read = vec![0; count];
            file.read_exact_at(&mut read, offset).map(|()| read).map_err(|_| damaged(what))
        };
        let none = || Problem::bad_input("tablebase", format!("`{name}` is no tablebase"));
        if bytes < (HEAD + FOOT) as u64 {
            return Err(none());
        }
        let head = at(0, HEAD, "the beginning")?;
        if head[..8] != MAGIC[..] {
            return Err(none());
        }
        let version = number4(&head, 8);
        if version != VERSION {
            let cause = format!("`{name}` is a tablebase of version {version}; this program reads version {VERSION}");
            return Err(Problem::bad_input("tablebase", cause).remedy("build it again"));
        }
        let length = number4(&head, 12) as usize;
        if length > MOST_HEADER || (HEAD + length + FOOT) as u64 > bytes {
            return Err(damaged("the header"));
        }
        let json = at(HEAD as u64, length, "the header")?;
        if checksum(&json) != number4(&head, 16) {
            return Err(damaged("the header"));
        }
        let header: TableHeader = serde_json::from_slice(&json).map_err(|_| damaged("the header"))?;
        let foot = at(bytes - FOOT as u64, FOOT, "the end")?;
        if foot[24..] != END[..] || checksum(&foot[..20]) != number4(&foot, 20) {
            return Err(damaged("the end"));
        }
        let (begin, blocks) = (number8(&foot, 0), number8(&foot, 8));
        let size = blocks
            .checked_mul(ENTRY as u64)
            .filter(|size| begin.checked_add(*size).and_then(|end| end.checked_add(FOOT as u64)) == Some(bytes));
        let index = at(begin, size.ok_or_else(|| damaged("the index"))? as usize, "the index")?;
        if checksum(&index) != number4(&foot, 16) {
            return Err(damaged("the index"));
        }
        let index: Vec<Entry> = index.chunks_exact(ENTRY).map(Entry::read).collect();
        let known_width = [2, 8, 16, 32].contains(&header.width);
        let mut next = (HEAD + length) as u64;
        let follow = index.iter().all(|entry| {
            let follows = entry.offset == next;
            next = next.saturating_add(entry.bytes.into());
            follows
        });
        let count =
            header.entries.checked_div(header.block).map(|full| full + u64::from(header.entries % header.block > 0));
        if !known_width || !follow || next != begin || count != Some(blocks) {
            return Err(damaged("the index"));
        }
        Ok(Opened { name, file, bytes, header, index, kept: Mutex::new(HashMap::new()) })
    }

    /// A block, unpacked: kept from before, or read.
    fn unpacked(&self, block: u64) -> Result<Arc<Block>, Problem> {
        if let Ok(kept) = self.kept.lock()
            && let Some(known) = kept.get(&block)
        {
            return Ok(known.clone());
        }
        let read = Arc::new(self.unpack(block)?);
        if let Ok(mut kept) = self.kept.lock() {
            if kept.len() >= KEPT {
                kept.clear();
            }
            kept.insert(block, read.clone());
        }
        Ok(read)
    }

    fn unpack(&self, block: u64) -> Result<Block, Problem> {
        let entry = self.index[block as usize];
        let damaged = || {
            let end = entry.offset + u64::from(entry.bytes);
            let cause = format!("block {block} of `{}` is damaged (bytes {} to {end})", self.name, entry.offset);
            Problem::bad_input("damaged", cause).remedy("copy the file again, or build it again")
        };
        let mut packed = vec![0; entry.bytes as usize];
        self.file.read_exact_at(&mut packed, entry.offset).map_err(|_| damaged())?;
        if checksum(&packed) != entry.checksum {
            return Err(damaged());
        }
        let before = block * self.header.block;
        let count = (self.header.entries - before).min(self.header.block) as usize;
        // Ten bytes hold every difference of numbers.
        let most = code_bytes(count, self.header.width) + if self.header.is_list() { 10 * count } else { 0 };
        let mut raw = Vec::new();
        let read = ZlibDecoder::new(&packed[..]).take(most as u64 + 1).read_to_end(&mut raw);
        read.map_err(|_| damaged())?;
        let (numbers, at) = match self.header.is_list() {
            true => numbers(&raw, entry.first, count).ok_or_else(damaged)?,
            false => (Vec::new(), 0),
        };
        let codes = raw.split_off(at);
        if codes.len() != code_bytes(count, self.header.width) {
            return Err(damaged());
        }
        Ok(Block { numbers, first: entry.first, count, codes })
    }
}

impl TableFile for Opened {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn header(&self) -> &TableHeader {
        &self.header
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn blocks(&self) -> u64 {
        self.index.len() as u64
    }

    fn block(&self, block: u64) -> Result<Vec<(u64, u32)>, Problem> {
        let block = self.unpack(block)?;
        let number = |at: usize| block.numbers.get(at).copied().unwrap_or(block.first + at as u64);
        Ok((0..block.count).map(|at| (number(at), code(&block.codes, self.header.width, at))).collect())
    }

    fn code(&self, number: u64) -> Result<u32, Problem> {
        if !self.header.is_list() {
            if number >= self.header.entries {
                return Ok(0);
            }
            let block = self.unpacked(number / self.header.block)?;
            return Ok(code(&block.codes, self.header.width, (number % self.header.block) as usize));
        }
        let after = self.index.partition_point(|entry| entry.first <= number);
        let Some(at) = after.checked_sub(1) else { return Ok(0) };
        let block = self.unpacked(at as u64)?;
        Ok(block.numbers.binary_search(&number).map_or(0, |at| code(&block.codes, self.header.width, at)))
    }
}
