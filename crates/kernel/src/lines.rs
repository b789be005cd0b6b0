//! The lines of a certificate, one by one, none longer than a bound: a text of any size is read in little memory.

use crate::Malformed;
use std::io::{BufRead, Read};

/// The longest line, in bytes: a position may be a sum of many components.
const LONGEST_LINE: u64 = 1 << 20;

/// A reader of lines that knows where it is.
pub struct Lines<R> {
    reader: R,
    /// The number of the line last read, from 1.
    pub line: usize,
    text: String,
}

impl<R: BufRead> Lines<R> {
    /// Before the first line.
    pub fn new(reader: R) -> Lines<R> {
        Lines { reader, line: 0, text: String::new() }
    }

    /// The next line, without its line feed.
    pub fn read(&mut self) -> Result<&str, Malformed> {
        self.line += 1;
        // Most lines lie in the buffer as a whole.
        if let Ok(buffer) = self.reader.fill_buf()
            && let Some(end) = buffer.iter().position(|&byte| byte == b'\n')
            && let Ok(text) = std::str::from_utf8(&buffer[..end])
            && (end as u64) < LONGEST_LINE
        {
            self.text.clear();
            self.text.push_str(text);
            self.reader.consume(end + 1);
            return Ok(&self.text);
        }
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        let read = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| self.wrong(&format!("the certificate cannot be read further: {error}")))?;
        if bytes.pop() != Some(b'\n') {
            let reason = match read as u64 {
                0 => "the certificate ends too early",
                LONGEST_LINE => "a line of more than 1048576 bytes",
                _ => "the certificate ends within a line",
            };
            return Err(self.wrong(reason));
        }
        self.text = String::from_utf8(bytes).map_err(|_| self.wrong("not UTF-8"))?;
        Ok(&self.text)
    }

    /// The line last read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What follows `head` on the next line.
    pub fn after(&mut self, head: &str) -> Result<&str, Malformed> {
        if !self.read()?.starts_with(head) {
            return Err(self.wrong(&format!("expected `{}`", head.trim_end())));
        }
        Ok(&self.text[head.len()..])
    }

    /// Whether the text ends here.
    pub fn is_over(&mut self) -> Result<bool, Malformed> {
        let left = self.reader.fill_buf().map(<[u8]>::len);
        left.map(|left| left == 0).map_err(|error| self.wrong(&format!("the certificate cannot be read: {error}")))
    }

    /// What is wrong on the line last read.
    pub fn wrong(&self, reason: &str) -> Malformed {
        Malformed { line: self.line, reason: reason.to_string() }
    }
}

/// A number up to `most` in its shortest decimal form.
pub fn number(word: &str, most: u64) -> Option<u64> {
    let bytes = word.as_bytes();
    // Nineteen digits are less than 2^64.
    if bytes.is_empty() || bytes.len() > 19 || bytes[0] == b'0' && bytes.len() > 1 {
        return None;
    }
    let mut number = 0;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    (number <= most).then_some(number)
}
