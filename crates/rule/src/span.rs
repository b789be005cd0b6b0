use std::ops::Range;

/// A stretch of a source text, in bytes. Texts are capped well below 4 GiB, so `u32` suffices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest stretch that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of bytes, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Line and column of a byte, both from 1; columns count characters.
pub fn line_and_column(text: &str, byte: u32) -> (usize, usize) {
    let mut at = (byte as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}

/// The smallest stretch of whole lines that holds a span.
pub(crate) fn whole_lines(text: &str, span: Span) -> Span {
    let clamp = |at: u32| {
        let mut at = (at as usize).min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (clamp(span.start), clamp(span.end));
    let start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[end..].find('\n').map_or(text.len(), |length| end + length);
    Span::new(start, end)
}

/// The whole lines that hold some spans, disjoint and in order. Linear in the text, however many spans a line holds.
pub(crate) fn lines_of(text: &str, mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut lines: Vec<Span> = Vec::new();
    for span in spans {
        match lines.last_mut() {
            Some(last) if span.end <= last.end => {}
            Some(last) if span.start <= last.end => *last = last.to(whole_lines(text, span)),
            _ => lines.push(whole_lines(text, span)),
        }
    }
    lines
}
