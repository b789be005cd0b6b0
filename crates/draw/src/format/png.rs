//! Scenes as PNG, by way of SVG and resvg.
//!
//! Invariant: only the fonts handed over are used, so that a picture is the same on every machine. The embedded
//! ones hold Latin, Greek, Cyrillic, mathematics and the words of [`crate::Lang`]; characters in none of the fonts
//! are drawn as boxes, and [`Fonts::missing`] names them.

use crate::text::EMBEDDED;
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

    fn all(&self) -> impl Iterator<Item = &[u8]> {
        EMBEDDED.into_iter().chain(self.more.iter().map(|data| data.as_slice()))
    }

    /// The characters of `text` that none of the fonts has, each once.
    pub fn missing(&self, text: &str) -> Vec<char> {
        let faces =
            |data| (0..ttf_parser::fonts_in_collection(data).unwrap_or(1)).filter_map(|n| Face::parse(data, n).ok());
        let faces: Vec<Face> = self.all().flat_map(faces).collect();
        let has = |c: char| faces.iter().any(|face| face.glyph_index(c).is_some());
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
    /// The SVG was not accepted; the text is resvg's.
    Svg(String),
    /// The program was built without the feature `png`.
    LeftOut,
}

/// There are no pictures of pixels in a build without them.
#[cfg(not(feature = "png"))]
pub fn png(_: &str, _: &Fonts, _: f32) -> Result<Vec<u8>, PngError> {
    Err(PngError::LeftOut)
}

/// The picture, `scale` pixels to the unit.
#[cfg(feature = "png")]
pub fn png(svg: &str, fonts: &Fonts, scale: f32) -> Result<Vec<u8>, PngError> {
    use resvg::{tiny_skia, usvg};
    let mut database = usvg::fontdb::Database::new();
    fonts.all().for_each(|data| database.load_font_data(data.to_vec()));
    database.set_sans_serif_family("DejaVu Sans");
    let options = usvg::Options {
        font_family: "DejaVu Sans".to_string(),
        fontdb: Arc::new(database),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or(PngError::TooLarge { pixels: u64::MAX })?;
    let pixels = u64::from(size.width()) * u64::from(size.height());
    let too_large = PngError::TooLarge { pixels };
    if pixels > LARGEST {
        return Err(too_large);
    }
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or(too_large)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Svg(error.to_string()))
}
