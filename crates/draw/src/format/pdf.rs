//! Scenes as pages of a PDF (ISO 32000-1), without any other program.
//!
//! Invariant: the same scenes give the same bytes. Text stays text: each character that is used becomes a glyph of a Type 3
//! font (9.6.5), drawn by the outlines of the embedded fonts, with its Unicode value beside it (9.10.3), so that pages can
//! be searched. A character that no embedded font has is drawn as `�`.

mod fonts;

use crate::scene::{Item, Pen, Point, Scene, Segment, Text, circle, rounded};
use crate::theme::Colour;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use fonts::Glyphs;
use std::fmt::Write as _;
use std::io::Write as _;

/// Points of paper to a pixel.
const POINTS: f64 = 0.75;

/// The document, a page for each scene.
pub fn pdf(pages: &[Scene]) -> Vec<u8> {
    let mut glyphs = Glyphs::default();
    let contents: Vec<String> = pages.iter().map(|scene| content(scene, &mut glyphs)).collect();
    let mut file = File::default();
    let (catalogue, tree, info) = (file.reserve(), file.reserve(), file.reserve());
    let resources = file.reserve();
    let mut kids = String::new();
    for (scene, content) in pages.iter().zip(&contents) {
        let stream = file.stream(content.as_bytes());
        let (width, height) = (Number(scene.width * POINTS), Number(scene.height * POINTS));
        let page = file.object(format!(
            "<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 {width} {height}] /Resources {resources} 0 R /Contents {stream} 0 R >>"
        ));
        let _ = write!(kids, "{page} 0 R ");
    }
    let fonts = glyphs.write(&mut file);
    let named: String = fonts.iter().enumerate().map(|(number, font)| format!("/F{number} {font} 0 R ")).collect();
    file.put(resources, format!("<< /Font << {named}>> >>"));
    file.put(tree, format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()));
    file.put(catalogue, format!("<< /Type /Catalog /Pages {tree} 0 R >>"));
    let title = pages.first().map(|scene| scene.title.as_str()).unwrap_or_default();
    file.put(info, format!("<< /Title <{}> /Producer (grundy) >>", utf16(title)));
    file.finish(catalogue, info)
}

/// A text as PDF writes it: UTF-16 with its mark.
fn utf16(text: &str) -> String {
    std::iter::once(0xfeff).chain(text.encode_utf16()).map(|unit| format!("{unit:04X}")).collect()
}

/// The numbered objects of a document.
#[derive(Default)]
pub struct File {
    objects: Vec<Vec<u8>>,
}

impl File {
    /// A number for an object that is put later.
    fn reserve(&mut self) -> usize {
        self.objects.push(Vec::new());
        self.objects.len()
    }

    fn put(&mut self, number: usize, text: String) {
        self.objects[number - 1] = text.into_bytes();
    }

    /// An object; gives its number.
    pub fn object(&mut self, text: String) -> usize {
        let number = self.reserve();
        self.put(number, text);
        number
    }

    /// A compressed stream; gives its number.
    pub fn stream(&mut self, bytes: &[u8]) -> usize {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
        let packed = packer.write_all(bytes).and_then(|()| packer.finish()).expect("memory takes what is written");
        let mut object = format!("<< /Filter /FlateDecode /Length {} >>\nstream\n", packed.len()).into_bytes();
        object.extend(packed);
        object.extend(b"\nendstream");
        self.objects.push(object);
        self.objects.len()
    }

    /// The bytes of the document: every object, where each begins, and which is the root.
    fn finish(self, root: usize, info: usize) -> Vec<u8> {
        let mut out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let mut places = Vec::new();
        for (number, object) in self.objects.iter().enumerate() {
            places.push(out.len());
            out.extend(format!("{} 0 obj\n", number + 1).into_bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let start = out.len();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).into_bytes());
        for place in &places {
            out.extend(format!("{place:010} 00000 n \n").into_bytes());
        }
        let size = places.len() + 1;
        let trailer =
            format!("trailer\n<< /Size {size} /Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{start}\n%%EOF\n");
        out.extend(trailer.into_bytes());
        out
    }
}

/// What draws a page: pixels downwards become points upwards.
fn content(scene: &Scene, glyphs: &mut Glyphs) -> String {
    let mut out = format!("{POINTS} 0 0 -{POINTS} 0 {} cm\n", Number(scene.height * POINTS));
    if let Some(background) = scene.background.filter(|&colour| colour != Colour::WHITE) {
        let _ = writeln!(out, "{} rg 0 0 {} {} re f", rgb(background), Number(scene.width), Number(scene.height));
    }
    for item in &scene.items {
        write_item(&mut out, item, glyphs);
    }
    out
}

fn write_item(out: &mut String, item: &Item, glyphs: &mut Glyphs) {
    match item {
        Item::Group(group) => {
            let _ = writeln!(out, "q 1 0 0 1 {} {} cm", Number(group.at.0), Number(group.at.1));
            for item in &group.items {
                write_item(out, item, glyphs);
            }
            out.push_str("Q\n");
        }
        Item::Rect { at, size, radius, pen } => paint(out, &rounded(*at, *size, *radius), pen),
        Item::Circle { at, radius, pen } => paint(out, &circle(*at, *radius), pen),
        Item::Path { segments, pen } => paint(out, segments, pen),
        Item::Text(text) => write_text(out, text, glyphs),
    }
}

fn paint(out: &mut String, segments: &[Segment], pen: &Pen) {
    let fill = pen.fill.map(|colour| format!("{} rg ", rgb(colour)));
    let stroke = pen.stroke.filter(|_| pen.width > 0.0).map(|colour| {
        let dash = match pen.dashes() {
            None => "[] 0 d".to_string(),
            Some((on, off)) => format!("[{} {}] 0 d", Number(on), Number(off)),
        };
        format!("{} RG {} w {dash} ", rgb(colour), Number(pen.width))
    });
    let operator = match (&fill, &stroke) {
        (None, None) => return,
        (Some(_), None) => "f",
        (None, Some(_)) => "S",
        (Some(_), Some(_)) => "B",
    };
    let _ = writeln!(out, "{}{}{}{operator}", fill.unwrap_or_default(), stroke.unwrap_or_default(), path(segments));
}

/// The segments as operators, each followed by a space.
pub fn path(segments: &[Segment]) -> String {
    let mut out = String::new();
    let point = |(x, y): Point| format!("{} {}", Number(x), Number(y));
    for segment in segments {
        let _ = match *segment {
            Segment::Move(to) => write!(out, "{} m ", point(to)),
            Segment::Line(to) => write!(out, "{} l ", point(to)),
            Segment::Curve(a, b, to) => write!(out, "{} {} {} c ", point(a), point(b), point(to)),
            Segment::Close => write!(out, "h "),
        };
    }
    out
}

fn write_text(out: &mut String, text: &Text, glyphs: &mut Glyphs) {
    let (colour, at) = (rgb(text.colour), (Number(text.start()), Number(text.at.1)));
    let _ = write!(out, "BT {colour} rg 1 0 0 -1 {} {} Tm", at.0, at.1);
    let codes: Vec<(usize, u8)> =
        text.text.chars().map(|c| glyphs.code(crate::text::printable(c), text.weight)).collect();
    for run in codes.chunk_by(|one, next| one.0 == next.0) {
        let hex: String = run.iter().map(|(_, code)| format!("{code:02X}")).collect();
        let _ = write!(out, " /F{} {} Tf <{hex}> Tj", run[0].0, Number(text.size));
    }
    out.push_str(" ET\n");
}

fn rgb(colour: Colour) -> String {
    [colour.0, colour.1, colour.2].map(|part| Number(f64::from(part) / 255.0).to_string()).join(" ")
}

/// A number with at most three digits after the point.
pub struct Number(pub f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.3}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" || text.is_empty() { "0" } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Weight;

    fn page(text: &str) -> Scene {
        let colour = crate::theme::Theme::default().ink();
        let text = Text {
            at: (10.0, 20.0),
            anchor: crate::scene::Anchor::Start,
            size: 12.0,
            weight: Weight::Regular,
            colour,
            text: text.to_string(),
        };
        Scene { width: 100.0, height: 50.0, items: vec![text.into()], ..Scene::default() }
    }

    /// Every offset of the cross-reference table is where its object begins (7.5.4).
    #[test]
    fn offsets_are_where_objects_begin() {
        let file = pdf(&[page("mex 다음 先手"), page("b")]);
        let text = String::from_utf8_lossy(&file).into_owned();
        let start: usize =
            text.rsplit("startxref\n").next().and_then(|end| end.lines().next()).unwrap().parse().unwrap();
        assert_eq!(&file[start..start + 4], b"xref");
        let table = String::from_utf8(file[start..].to_vec()).unwrap();
        let rows: Vec<&str> = table.lines().skip(3).take_while(|line| line.ends_with("n ")).collect();
        assert!(rows.len() > 8);
        for (number, row) in rows.iter().enumerate() {
            let at: usize = row[..10].parse().unwrap();
            let head = format!("{} 0 obj\n", number + 1);
            assert_eq!(&file[at..at + head.len()], head.as_bytes());
        }
        assert_eq!(file, pdf(&[page("mex 다음 先手"), page("b")]));
    }
}
