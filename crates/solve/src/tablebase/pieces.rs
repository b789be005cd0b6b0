//! Where a build keeps its pieces, and how sorted numbers lie in one: each as its difference from the one before, in
//! bytes of seven bits, the last byte of a number below 128. A piece is whole or not there.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};

/// A piece being written. Dropped before it is finished, it is not there.
pub trait Piece: Write + Send {
    /// Makes the piece whole, and lasting.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Keeps pieces by name, between runs too.
pub trait Pieces: Sync {
    /// Begins a piece; one of this name that was there is replaced when it is finished.
    fn begin(&self, name: &str) -> io::Result<Box<dyn Piece>>;

    /// The bytes of a whole piece; `None` if there is none. A damaged one is an error.
    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>>;

    /// Takes pieces away that are no longer needed.
    fn remove(&self, names: &[String]) -> io::Result<()>;

    /// The names of all whole pieces that begin so, sorted.
    fn named(&self, prefix: &str) -> io::Result<Vec<String>>;
}

/// All bytes of a piece.
pub(super) fn read_all(pieces: &dyn Pieces, name: &str) -> io::Result<Option<Vec<u8>>> {
    let Some(mut from) = pieces.open(name)? else { return Ok(None) };
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// A whole piece of these bytes.
pub(super) fn write_all(pieces: &dyn Pieces, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut piece = pieces.begin(name)?;
    piece.write_all(bytes)?;
    piece.finish()
}

/// A piece that has to be there.
pub(super) fn opened(pieces: &dyn Pieces, name: &str) -> io::Result<Box<dyn Read + Send>> {
    let missing = || io::Error::new(io::ErrorKind::NotFound, format!("the piece {name} is missing"));
    pieces.open(name)?.ok_or_else(missing)
}

/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Writes increasing numbers.
pub(super) struct NumberWriter {
    piece: Box<dyn Piece>,
    buffer: Vec<u8>,
    /// The least number that may come next.
    least: u64,
}

impl NumberWriter {
    pub fn begin(pieces: &dyn Pieces, name: &str) -> io::Result<NumberWriter> {
        Ok(NumberWriter { piece: pieces.begin(name)?, buffer: Vec::with_capacity(BUFFER + 16), least: 0 })
    }

    pub fn push(&mut self, number: u64) -> io::Result<()> {
        debug_assert!(number >= self.least, "numbers increase");
        put(number - self.least, &mut self.buffer);
        self.least = number + 1;
        if self.buffer.len() >= BUFFER {
            self.piece.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.piece.write_all(&self.buffer)?;
        self.piece.finish()
    }
}

fn put(mut rest: u64, out: &mut Vec<u8>) {
    while rest >= 128 {
        out.push(rest as u8 | 128);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// Reads what [`NumberWriter`] wrote.
pub(super) struct NumberReader {
    from: Bytes,
    least: u64,
}

impl NumberReader {
    /// The numbers of a piece.
    pub fn open(pieces: &dyn Pieces, name: &str) -> io::Result<NumberReader> {
        Ok(NumberReader::new(opened(pieces, name)?))
    }

    /// Numbers from these bytes.
    pub fn new(from: Box<dyn Read + Send>) -> NumberReader {
        NumberReader { from: Bytes::new(from), least: 0 }
    }

    #[inline]
    pub fn next(&mut self) -> io::Result<Option<u64>> {
        let (mut difference, mut shift) = (0u64, 0);
        loop {
            let Some(byte) = self.from.next()? else {
                return if shift == 0 { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            };
            difference |= u64::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
            shift += 7;
            if shift > 63 {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        let number = self.least + difference;
        self.least = number + 1;
        Ok(Some(number))
    }
}

/// Reads codes, four bytes each.
pub(super) struct CodeReader {
    from: Bytes,
}

impl CodeReader {
    /// The codes of a piece.
    pub fn open(pieces: &dyn Pieces, name: &str) -> io::Result<CodeReader> {
        Ok(CodeReader::new(opened(pieces, name)?))
    }

    /// Codes from these bytes.
    pub fn new(from: Box<dyn Read + Send>) -> CodeReader {
        CodeReader { from: Bytes::new(from) }
    }

    #[inline]
    pub fn next(&mut self) -> io::Result<Option<u32>> {
        let mut code = [0; 4];
        for (place, byte) in code.iter_mut().enumerate() {
            *byte = match self.from.next()? {
                Some(byte) => byte,
                None if place == 0 => return Ok(None),
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            };
        }
        Ok(Some(u32::from_le_bytes(code)))
    }
}

/// Bytes one by one, read many at a time.
struct Bytes {
    from: Option<Box<dyn Read + Send>>,
    buffer: Vec<u8>,
    at: usize,
}

impl Bytes {
    fn new(from: Box<dyn Read + Send>) -> Bytes {
        Bytes { from: Some(from), buffer: Vec::new(), at: 0 }
    }

    #[inline]
    fn next(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.buffer.len() && !self.refill()? {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(self.buffer[self.at - 1]))
    }

    #[cold]
    fn refill(&mut self) -> io::Result<bool> {
        let Some(from) = &mut self.from else { return Ok(false) };
        self.buffer.resize(BUFFER, 0);
        let count = from.read(&mut self.buffer)?;
        self.buffer.truncate(count);
        self.at = 0;
        if count == 0 {
            self.from = None;
        }
        Ok(count > 0)
    }
}

/// Keeps pieces in memory alone, for builds that nobody will resume.
#[derive(Default)]
pub struct InMemory {
    pieces: Arc<Mutex<BTreeMap<String, Arc<Vec<u8>>>>>,
}

struct Held {
    name: String,
    bytes: Vec<u8>,
    pieces: Arc<Mutex<BTreeMap<String, Arc<Vec<u8>>>>>,
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Piece for Held {
    fn finish(self: Box<Self>) -> io::Result<()> {
        let Held { name, bytes, pieces } = *self;
        pieces.lock().expect("no panic").insert(name, Arc::new(bytes));
        Ok(())
    }
}

struct Shared(Arc<Vec<u8>>, usize);

impl Read for Shared {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = (&self.0[self.1..]).read(out)?;
        self.1 += count;
        Ok(count)
    }
}

impl Pieces for InMemory {
    fn begin(&self, name: &str) -> io::Result<Box<dyn Piece>> {
        Ok(Box::new(Held { name: name.to_string(), bytes: Vec::new(), pieces: self.pieces.clone() }))
    }

    fn open(&self, name: &str) -> io::Result<Option<Box<dyn Read + Send>>> {
        let held = self.pieces.lock().expect("no panic").get(name).cloned();
        Ok(held.map(|bytes| Box::new(Shared(bytes, 0)) as Box<dyn Read + Send>))
    }

    fn remove(&self, names: &[String]) -> io::Result<()> {
        let mut pieces = self.pieces.lock().expect("no panic");
        names.iter().for_each(|name| drop(pieces.remove(name)));
        Ok(())
    }

    fn named(&self, prefix: &str) -> io::Result<Vec<String>> {
        let pieces = self.pieces.lock().expect("no panic");
        Ok(pieces.keys().filter(|name| name.starts_with(prefix)).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let pieces = InMemory::default();
        let numbers = [0, 1, 2, 127, 128, 129, 16_500, 1 << 40, (1 << 62) + 5];
        let mut writer = NumberWriter::begin(&pieces, "a").unwrap();
        numbers.iter().for_each(|&number| writer.push(number).unwrap());
        assert!(pieces.open("a").unwrap().is_none(), "it is not whole yet");
        writer.finish().unwrap();
        let mut reader = NumberReader::open(&pieces, "a").unwrap();
        let read: Vec<u64> = std::iter::from_fn(|| reader.next().unwrap()).collect();
        assert_eq!(read, numbers);
    }
}
