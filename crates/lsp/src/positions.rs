//! Places in a text as the protocol counts them: lines from 0, then units of UTF-16 from 0. Ours are bytes.
//!
//! Invariant: a place in the middle of a character is its beginning, one behind a line is the line's end, one behind the text is the
//! text's end; so every position of an editor, however wrong, is a boundary of a character.

use grundy::Span;
use lsp_types::{Position, Range};

/// Where the lines of a text begin.
pub struct Lines {
    /// The first byte of each line, and whether the line is ASCII; there is at least one line.
    starts: Vec<(usize, bool)>,
}

impl Lines {
    /// The lines of a text, each ended by `\n`, `\r\n` or `\r`.
    pub fn of(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let mut starts = vec![(0, true)];
        for (at, &byte) in bytes.iter().enumerate() {
            let ends = byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if !byte.is_ascii() {
                if let Some(last) = starts.last_mut() {
                    last.1 = false;
                }
            }
            if ends {
                starts.push((at + 1, true));
            }
        }
        Lines { starts }
    }

    /// The position of a byte.
    pub fn position(&self, text: &str, byte: usize) -> Position {
        let byte = floor(text, byte);
        let line = self.starts.partition_point(|&(start, _)| start <= byte).saturating_sub(1);
        let (start, ascii) = self.starts[line];
        let units = if ascii { byte - start } else { text[start..byte].encode_utf16().count() };
        Position { line: line as u32, character: units as u32 }
    }

    /// The byte of a position.
    pub fn byte(&self, text: &str, position: Position) -> usize {
        let Some(&(start, _)) = self.starts.get(position.line as usize) else { return text.len() };
        let end = self.starts.get(position.line as usize + 1).map_or(text.len(), |&(next, _)| next);
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (at, character) in line.char_indices() {
            units += character.len_utf16() as u32;
            if units > position.character {
                return start + at;
            }
        }
        start + line.len()
    }

    /// The range of a span.
    pub fn range(&self, text: &str, span: Span) -> Range {
        Range { start: self.position(text, span.start as usize), end: self.position(text, span.end as usize) }
    }

    /// The span of a range; one that ends before it begins is empty.
    pub fn span(&self, text: &str, range: Range) -> std::ops::Range<usize> {
        let start = self.byte(text, range.start);
        start..self.byte(text, range.end).max(start)
    }
}

/// The beginning of the character that holds a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every boundary of a character is a position, and every position leads back, in texts of one to four bytes a character and with
    /// every kind of line end.
    #[test]
    fn positions_lead_back() {
        for text in
            ["", "abc", "a\nb", "a\r\nb\rc\n", "# 돌 세 개\ngame 님\n", "# 🎲🎲 x\n  𝒂é中", "\n\n", "e\u{301}\n"]
        {
            let lines = Lines::of(text);
            for (byte, character) in text.char_indices().chain([(text.len(), ' ')]) {
                // The middle of a line end is no place for an editor.
                let inside = text[..byte].ends_with('\r') && character == '\n';
                if !inside {
                    assert_eq!(lines.byte(text, lines.position(text, byte)), byte, "{text:?} {byte}");
                }
            }
        }
    }

    #[test]
    fn units_are_those_of_utf16() {
        let text = "# 돌🎲x\n중y";
        let lines = Lines::of(text);
        let at = |word: &str| lines.position(text, text.find(word).expect("it is there"));
        assert_eq!(at("x"), Position { line: 0, character: 5 });
        assert_eq!(at("y"), Position { line: 1, character: 1 });
        let dice = text.find('🎲').expect("it is there");
        assert_eq!(lines.byte(text, Position { line: 0, character: 4 }), dice, "between the halves of a pair");
        assert_eq!(lines.position(text, dice + 2), Position { line: 0, character: 3 }, "inside a character");
        assert_eq!(lines.byte(text, Position { line: 0, character: 99 }), text.find('\n').expect("a line end"));
        assert_eq!(lines.byte(text, Position { line: 99, character: 0 }), text.len());
    }
}
