//! How wide text is.
//!
//! Invariant: [`width`] is never less than what is drawn. Characters of the embedded fonts have their exact
//! advance (DejaVu Sans, the widest of the common sans-serif faces, so that a fallback is narrower); any other
//! character is rounded up, and lines holding one are drawn with their length fixed (see `svg`).

use crate::scene::{Point, Segment};
use std::sync::LazyLock;
use ttf_parser::Face;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The embedded fonts: DejaVu Sans, its bold, and the Hangul and Chinese characters of the words of pictures, sheets and answers.
pub const EMBEDDED: [&[u8]; 3] = [
    include_bytes!("../fonts/DejaVuSans.ttf"),
    include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
    include_bytes!("../fonts/NotoSansCJK.otf"),
];

/// The weight of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// As running text.
    #[default]
    Regular,
    /// Stressed.
    Bold,
}

/// Whether the width of a text is known exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Every character is in the embedded fonts.
    Embedded,
    /// Some character is not; its width is an upper estimate.
    Estimated,
}

static FACES: LazyLock<[Face<'static>; 3]> =
    LazyLock::new(|| EMBEDDED.map(|data| Face::parse(data, 0).expect("an embedded font is well formed")));

/// An upper bound of the width of `text` at font size `size`, both in pixels.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    text.chars().map(|c| advance(c, weight)).sum::<f64>() * size
}

/// Whether an embedded font has this character.
pub fn is_embedded(c: char) -> bool {
    FACES.iter().any(|face| face.glyph_index(c).is_some())
}

/// Whether [`width`] is exact for `text`.
pub fn certainty(text: &str) -> Certainty {
    if text.chars().all(is_embedded) { Certainty::Embedded } else { Certainty::Estimated }
}

/// The columns `text` takes in a terminal; characters a terminal would not print count nothing.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// `text` padded with spaces on its right to at least `columns` terminal columns.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(self::columns(text))))
}

/// `text` cut into lines no wider than `limit`, at spaces where there are some; at most `lines` of them, the
/// last one ending in `…` where text is left out. A single character wider than `limit` keeps its line.
pub fn wrapped(text: &str, size: f64, weight: Weight, limit: f64, lines: usize) -> Vec<String> {
    let mut out = Vec::new();
    for paragraph in text.split('\n') {
        let paragraph: String = paragraph.chars().map(printable).collect();
        let mut rest = paragraph.as_str();
        loop {
            if out.len() == lines {
                elide(&mut out, size, weight, limit);
                return out;
            }
            let cut = cut(rest, size, weight, limit);
            out.push(rest[..cut].trim_end().to_string());
            rest = rest[cut..].trim_start();
            if rest.is_empty() {
                break;
            }
        }
    }
    out
}

fn elide(lines: &mut [String], size: f64, weight: Weight, limit: f64) {
    if let Some(last) = lines.last_mut() {
        let dots = width("…", size, weight);
        while !last.is_empty() && width(last, size, weight) + dots > limit {
            last.pop();
        }
        last.push('…');
    }
}

/// Where the first line of `text` ends: a byte index above zero unless `text` is empty.
fn cut(text: &str, size: f64, weight: Weight, limit: f64) -> usize {
    let mut used = 0.0;
    let mut space = None;
    for (at, c) in text.char_indices() {
        used += advance(c, weight) * size;
        if used > limit && at > 0 {
            return space.unwrap_or(at);
        }
        if c == ' ' {
            space = Some(at + 1);
        }
    }
    text.len()
}

/// `c`, or `�` where it is a control character or a mark that reorders text.
pub fn printable(c: char) -> char {
    let reorders = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    match c {
        '\t' => ' ',
        c if c.is_control() || reorders || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
        c => c,
    }
}

/// The outline of a character in ems, upwards from its base line, and how far it goes on.
#[derive(Clone, Debug, Default)]
pub struct Outlined {
    /// Its curves.
    pub segments: Vec<Segment>,
    /// Its advance.
    pub advance: f64,
}

/// The outline of `c` in the first of the embedded fonts and `more` that has it, else that of `�`; as wide as [`width`] says of `c`.
pub fn outline(c: char, weight: Weight, more: &[Face]) -> Outlined {
    let [regular, bold, asian] = &*FACES;
    let latin = if weight == Weight::Bold { bold } else { regular };
    let mut found = [latin, asian].into_iter().chain(more).map(|face| (face, c)).chain([(latin, '\u{fffd}')]);
    let glyph = found.find_map(|(face, c)| Some((face, face.glyph_index(c)?)));
    let mut pen = OutlinePen { segments: Vec::new(), at: (0.0, 0.0), scale: 1.0 };
    if let Some((face, glyph)) = glyph {
        pen.scale = 1.0 / f64::from(face.units_per_em());
        face.outline_glyph(glyph, &mut pen);
    }
    Outlined { segments: pen.segments, advance: advance(c, weight) }
}

/// Hears the curves of a glyph; quadratic ones become cubic.
struct OutlinePen {
    segments: Vec<Segment>,
    at: Point,
    scale: f64,
}

impl OutlinePen {
    fn point(&self, x: f32, y: f32) -> Point {
        (f64::from(x) * self.scale, f64::from(y) * self.scale)
    }
}

impl ttf_parser::OutlineBuilder for OutlinePen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.segments.push(Segment::Move(self.at));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.segments.push(Segment::Line(self.at));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, towards, to) = (self.at, self.point(x1, y1), self.point(x, y));
        let third = |end: Point| (end.0 + (towards.0 - end.0) * 2.0 / 3.0, end.1 + (towards.1 - end.1) * 2.0 / 3.0);
        self.segments.push(Segment::Curve(third(from), third(to), to));
        self.at = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.segments.push(Segment::Curve(self.point(x1, y1), self.point(x2, y2), self.at));
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

/// The advance of `c` in ems.
fn advance(c: char, weight: Weight) -> f64 {
    let [regular, bold, asian] = &*FACES;
    let latin = if weight == Weight::Bold { bold } else { regular };
    for face in [latin, asian] {
        if let Some(advance) = face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph)) {
            return f64::from(advance) / f64::from(face.units_per_em());
        }
    }
    let wide = matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}');
    match c.width() {
        Some(0) => 0.0,
        _ if wide => 1.0,
        Some(1) => 1.05,
        _ => 1.4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_of_dejavu() {
        // From the font's own tables: `M` is 1767 and `i` 569 of 2048 units.
        assert!((width("M", 2048.0, Weight::Regular) - 1767.0).abs() < 1e-9);
        assert!((width("i", 2048.0, Weight::Regular) - 569.0).abs() < 1e-9);
        assert!((width("先手", 10.0, Weight::Regular) - 20.0).abs() < 1e-9);
        assert_eq!(certainty("龜"), Certainty::Estimated);
        assert!(width("龜", 10.0, Weight::Bold) >= 10.0);
    }

    #[test]
    fn wrapping_keeps_the_limit_and_says_what_it_cut() {
        let text = "take(3) from the second heap and split the rest";
        let lines = wrapped(text, 12.0, Weight::Regular, 100.0, 10);
        assert!(lines.iter().all(|line| width(line, 12.0, Weight::Regular) <= 100.0));
        assert_eq!(lines.join(" "), text);
        let cut = wrapped(text, 12.0, Weight::Regular, 100.0, 2);
        assert_eq!(cut.len(), 2);
        assert!(cut[1].ends_with('…'));
        assert_eq!(wrapped("", 12.0, Weight::Regular, 100.0, 2), [""]);
        assert_eq!(wrapped("a\u{7}b\u{202e}", 12.0, Weight::Regular, 100.0, 2), ["a\u{fffd}b\u{fffd}"]);
    }
}
