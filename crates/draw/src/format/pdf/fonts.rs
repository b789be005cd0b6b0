//! Type 3 fonts of the characters that a document uses, at most 255 each.

use super::{File, Number, path};
use crate::scene::{Point, Segment};
use crate::text::{Outlined, Weight, outline};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Units of a glyph to the em.
const EM: f64 = 1000.0;

/// Characters of a font.
const MOST: usize = 255;

/// The characters used so far, in the order in which they came.
#[derive(Default)]
pub struct Glyphs {
    all: Vec<(char, Outlined)>,
    numbers: BTreeMap<(char, bool), usize>,
}

impl Glyphs {
    /// The font of a character and its code there.
    pub fn code(&mut self, character: char, weight: Weight) -> (usize, u8) {
        let key = (character, weight == Weight::Bold);
        let number = match self.numbers.get(&key) {
            Some(number) => *number,
            None => {
                self.all.push((character, outline(character, weight, &[])));
                self.numbers.insert(key, self.all.len() - 1);
                self.all.len() - 1
            }
        };
        (number / MOST, (number % MOST + 1) as u8)
    }

    /// Writes the fonts; gives the numbers of their objects.
    pub fn write(&self, file: &mut File) -> Vec<usize> {
        self.all.chunks(MOST).map(|glyphs| font(glyphs, file)).collect()
    }
}

fn font(glyphs: &[(char, Outlined)], file: &mut File) -> usize {
    let (mut procedures, mut names, mut widths) = (String::new(), String::new(), String::new());
    for (number, (_, glyph)) in glyphs.iter().enumerate() {
        let scale = |(x, y): Point| (x * EM, y * EM);
        let segments: Vec<Segment> = glyph
            .segments
            .iter()
            .map(|segment| match *segment {
                Segment::Move(to) => Segment::Move(scale(to)),
                Segment::Line(to) => Segment::Line(scale(to)),
                Segment::Curve(a, b, to) => Segment::Curve(scale(a), scale(b), scale(to)),
                Segment::Close => Segment::Close,
            })
            .collect();
        let width = Number(glyph.advance * EM);
        let fill = if segments.is_empty() { String::new() } else { format!("{}f", path(&segments)) };
        let drawing = file.stream(format!("{width} 0 -1000 -500 2500 1500 d1 {fill}").as_bytes());
        let _ = write!(procedures, "/g{number} {drawing} 0 R ");
        let _ = write!(names, "/g{number} ");
        let _ = write!(widths, "{width} ");
    }
    let meaning = file.stream(meanings(glyphs).as_bytes());
    file.object(format!(
        "<< /Type /Font /Subtype /Type3 /FontBBox [-1000 -500 2500 1500] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << {procedures}>> \
         /Encoding << /Type /Encoding /Differences [1 {names}] >> /FirstChar 1 /LastChar {} /Widths [{widths}] /ToUnicode {meaning} 0 R \
         /Resources << >> >>",
        glyphs.len()
    ))
}

/// The map from codes to Unicode, in blocks of at most 100.
fn meanings(glyphs: &[(char, Outlined)]) -> String {
    let mut out = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /U def\n/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n",
    );
    let rows: Vec<String> = glyphs
        .iter()
        .enumerate()
        .map(|(number, (character, _))| {
            let mut units = [0; 2];
            let units: String = character.encode_utf16(&mut units).iter().map(|unit| format!("{unit:04X}")).collect();
            format!("<{:02X}> <{units}>\n", number + 1)
        })
        .collect();
    for rows in rows.chunks(100) {
        let _ = write!(out, "{} beginbfchar\n{}endbfchar\n", rows.len(), rows.concat());
    }
    out.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    out
}
