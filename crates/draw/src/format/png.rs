//! Scenes as PNG.
//!
//! Invariant: only the fonts handed over are used, so that a picture is the same on every machine. The embedded
//! ones hold Latin, Greek, Cyrillic, mathematics and the words of [`crate::Lang`]; characters in none of the fonts
//! are drawn as `�`, and [`Fonts::missing`] names them. Characters stand beside each other, one outline each: scripts
//! whose letters change with their neighbours are for SVG.

use crate::scene::Scene;
use crate::text::is_embedded;
use std::collections::BTreeSet;
use std::sync::Arc;
use ttf_parser::Face;

/// The largest picture, in pixels.
pub const LARGEST: u64 = 120_000_000;

/// The fonts a PNG is drawn with: the embedded ones and those handed over.
#[derive(Clone)]
pub struct Fonts {
    more: Vec<Arc<Vec<u8>>>,
}

impl Fonts {
    /// The embedded fonts alone.
    pub fn embedded() -> Fonts {
        Fonts { more: Vec::new() }
    }

    /// These fonts and those in `data`, the contents of a font file; what is not a font is ignored.
    pub fn with(mut self, data: Vec<u8>) -> Fonts {
        self.more.push(Arc::new(data));
        self
    }

    /// The faces of the fonts beside the embedded ones.
    fn more_faces(&self) -> Vec<Face<'_>> {
        let faces =
            |data| (0..ttf_parser::fonts_in_collection(data).unwrap_or(1)).filter_map(|n| Face::parse(data, n).ok());
        self.more.iter().flat_map(|data| faces(data.as_slice())).collect()
    }

    /// The characters of `text` that none of the fonts has, each once.
    pub fn missing(&self, text: &str) -> Vec<char> {
        let more = self.more_faces();
        let has = |c: char| is_embedded(c) || more.iter().any(|face| face.glyph_index(c).is_some());
        let shown = text.chars().filter(|c| !c.is_control() && !c.is_whitespace());
        shown.collect::<BTreeSet<char>>().into_iter().filter(|&c| !has(c)).collect()
    }
}

impl Default for Fonts {
    fn default() -> Fonts {
        Fonts::embedded()
    }
}

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// It would have more than [`LARGEST`] pixels.
    TooLarge {
        /// How many it would have.
        pixels: u64,
    },
    /// The pixels could not be packed; the text is the encoder's.
    Encoding(String),
    /// The program was built without the feature `png`.
    LeftOut,
}

/// There are no pictures of pixels in a build without them.
#[cfg(not(feature = "png"))]
pub fn png(_: &Scene, _: &Fonts, _: f32) -> Result<Vec<u8>, PngError> {
    Err(PngError::LeftOut)
}

/// The picture, `scale` pixels to the unit.
#[cfg(feature = "png")]
pub fn png(scene: &Scene, fonts: &Fonts, scale: f32) -> Result<Vec<u8>, PngError> {
    pixels::drawn(scene, &fonts.more_faces(), scale)
}

#[cfg(feature = "png")]
mod pixels {
    use super::{LARGEST, PngError};
    use crate::scene::{Item, Pen, Scene, Segment, Text, circle, rounded};
    use crate::text::{outline, printable};
    use crate::theme::Colour;
    use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};
    use ttf_parser::Face;

    /// The scene in pixels.
    pub fn drawn(scene: &Scene, more: &[Face], scale: f32) -> Result<Vec<u8>, PngError> {
        let side = |length: f64| (length * f64::from(scale)).ceil().max(1.0);
        let (width, height) = (side(scene.width), side(scene.height));
        let too_large = PngError::TooLarge { pixels: (width * height) as u64 };
        if width * height > LARGEST as f64 {
            return Err(too_large);
        }
        let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
        if let Some(background) = scene.background {
            pixels.fill(tiny_skia::Color::from_rgba8(background.0, background.1, background.2, 255));
        }
        let mut canvas = Canvas { pixels, more };
        scene.items.iter().for_each(|item| canvas.item(item, Transform::from_scale(scale, scale)));
        canvas.pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
    }

    struct Canvas<'a> {
        pixels: Pixmap,
        /// The fonts beside the embedded ones.
        more: &'a [Face<'a>],
    }

    impl Canvas<'_> {
        fn item(&mut self, item: &Item, at: Transform) {
            match item {
                Item::Group(group) => {
                    let at = at.pre_translate(group.at.0 as f32, group.at.1 as f32);
                    group.items.iter().for_each(|item| self.item(item, at));
                }
                Item::Rect { at: corner, size, radius, pen } => self.shape(&rounded(*corner, *size, *radius), pen, at),
                Item::Circle { at: centre, radius, pen } => self.shape(&circle(*centre, *radius), pen, at),
                Item::Path { segments, pen } => self.shape(segments, pen, at),
                Item::Text(text) => self.text(text, at),
            }
        }

        fn shape(&mut self, segments: &[Segment], pen: &Pen, at: Transform) {
            let Some(path) = path(segments) else { return };
            if let Some(colour) = pen.fill {
                self.pixels.fill_path(&path, &paint(colour), FillRule::Winding, at, None);
            }
            if let Some(colour) = pen.stroke.filter(|_| pen.width > 0.0) {
                let dash = pen.dashes().and_then(|(on, off)| StrokeDash::new(vec![on as f32, off as f32], 0.0));
                let stroke = Stroke { width: pen.width as f32, dash, ..Stroke::default() };
                self.pixels.stroke_path(&path, &paint(colour), &stroke, at, None);
            }
        }

        /// Each character by its outline, as far to the right of the one before as that is wide.
        fn text(&mut self, text: &Text, at: Transform) {
            let mut x = text.start();
            for c in text.text.chars() {
                let glyph = outline(printable(c), text.weight, self.more);
                if let Some(path) = path(&glyph.segments) {
                    let size = text.size as f32;
                    let at = at.pre_translate(x as f32, text.at.1 as f32).pre_scale(size, -size);
                    self.pixels.fill_path(&path, &paint(text.colour), FillRule::Winding, at, None);
                }
                x += glyph.advance * text.size;
            }
        }
    }

    fn paint(colour: Colour) -> Paint<'static> {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(colour.0, colour.1, colour.2, 255);
        paint
    }

    /// The segments as a path; `None` where they draw nothing.
    fn path(segments: &[Segment]) -> Option<Path> {
        let mut path = PathBuilder::new();
        let single = |(x, y): (f64, f64)| (x as f32, y as f32);
        for segment in segments {
            match *segment {
                Segment::Move(to) => path.move_to(single(to).0, single(to).1),
                Segment::Line(to) => path.line_to(single(to).0, single(to).1),
                Segment::Curve(a, b, to) => {
                    let (a, b, to) = (single(a), single(b), single(to));
                    path.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
                }
                Segment::Close => path.close(),
            }
        }
        path.finish()
    }
}
