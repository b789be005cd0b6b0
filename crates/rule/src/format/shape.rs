use crate::syntax::File;
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hasher};

/// A fingerprint of a syntax tree without its spans: equal for equal trees, whatever their layout.
pub fn of(file: &File) -> u64 {
    let mut shape = Shape { hasher: DefaultHasher::new(), place: Place::Outside };
    // Writing to a hasher cannot fail.
    let _ = write!(shape, "{file:?}");
    shape.hasher.finish()
}

/// Hashes what `Debug` writes, except the fields of each `Span`.
struct Shape {
    hasher: DefaultHasher,
    place: Place,
}

#[derive(PartialEq)]
enum Place {
    Outside,
    AfterTheWordSpan,
    InsideSpan,
}

impl Write for Shape {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.place = match (&self.place, part) {
            (Place::AfterTheWordSpan, " { ") => Place::InsideSpan,
            (Place::InsideSpan, " }") => Place::Outside,
            (Place::InsideSpan, _) => Place::InsideSpan,
            _ => {
                self.hasher.write(part.as_bytes());
                if part == "Span" { Place::AfterTheWordSpan } else { Place::Outside }
            }
        };
        Ok(())
    }
}
