use crate::{Standing, Stop};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::ops::Deref;

/// A message as data: its English words with holes, and what stands in each hole, so that the same message
/// can be said in another language. It reads as its English text; [`crate::message!`] makes one.
#[derive(Clone, Debug)]
pub struct Message {
    english: String,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    /// The same in every language: a number, a name, a move; or English that is not said otherwise.
    Verbatim,
    /// Words with holes, and what stands in them.
    Words(&'static str, Vec<Message>),
    /// Messages in a row, with this between them.
    Row(&'static str, Vec<Message>),
}

impl Message {
    /// Words with as many holes as pieces.
    pub fn new(words: &'static str, pieces: Vec<Message>) -> Message {
        let texts: Vec<&str> = pieces.iter().map(|piece| piece.english.as_str()).collect();
        Message { english: filled(words, &texts), form: Form::Words(words, pieces) }
    }

    /// Messages in a row, with `between` between them.
    pub fn row(between: &'static str, pieces: Vec<Message>) -> Message {
        let texts: Vec<&str> = pieces.iter().map(|piece| piece.english.as_str()).collect();
        Message { english: texts.join(between), form: Form::Row(between, pieces) }
    }

    /// The English text.
    pub fn as_str(&self) -> &str {
        &self.english
    }

    /// The message in the language of a catalogue, which gives for English words the words of that language with
    /// the same holes. Words that are not in it stay English, with all that stands in them.
    pub fn said(&self, catalogue: &dyn Fn(&str) -> Option<&'static str>) -> String {
        let say = |pieces: &[Message]| pieces.iter().map(|piece| piece.said(catalogue)).collect::<Vec<String>>();
        match &self.form {
            Form::Verbatim => self.english.clone(),
            Form::Words(words, pieces) => match catalogue(words) {
                Some(other) => filled(other, &say(pieces)),
                None => self.english.clone(),
            },
            Form::Row(between, pieces) => say(pieces).join(between),
        }
    }
}

/// Words with their holes filled: `{}` takes the next text, `{1}` the second; `{{` and `}}` are brackets.
fn filled(words: &str, texts: &[impl AsRef<str>]) -> String {
    let mut text = String::with_capacity(words.len() + 16 * texts.len());
    let (mut rest, mut next) = (words, 0);
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        if rest[at..].starts_with("{{") || rest[at..].starts_with("}}") {
            text.push_str(&rest[at..=at]);
            rest = &rest[at + 2..];
            continue;
        }
        let end = rest[at..].find('}').map_or(rest.len(), |length| at + length);
        let number = rest[at + 1..end].parse().unwrap_or_else(|_| {
            next += 1;
            next - 1
        });
        text.push_str(texts.get(number).map_or("", AsRef::as_ref));
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// A message from English words with holes and what stands in them, in order:
/// `message!("search of {} positions", count)`. Every language says these words in one catalogue.
#[macro_export]
macro_rules! message {
    ($words:literal $(, $piece:expr)* $(,)?) => {{
        // The compiler counts the holes.
        if false {
            let _ = ::std::format_args!($words $(, $piece)*);
        }
        $crate::Message::new($words, ::std::vec![$($crate::Piece::piece(&$piece)),*])
    }};
}

/// What may stand in a hole of a message.
pub trait Piece {
    /// As a message.
    fn piece(&self) -> Message;
}

impl Piece for Message {
    fn piece(&self) -> Message {
        self.clone()
    }
}

impl Piece for Stop {
    fn piece(&self) -> Message {
        self.message()
    }
}

/// `proved: all 25 positions below it were valued by the mex rule`.
impl Piece for Standing {
    fn piece(&self) -> Message {
        Message::new("{}: {}", vec![Message::new(self.kind(), Vec::new()), self.reason().clone()])
    }
}

impl<T: Piece + ?Sized> Piece for &T {
    fn piece(&self) -> Message {
        (**self).piece()
    }
}

macro_rules! verbatim {
    ($($kind:ty)*) => {$(
        impl Piece for $kind {
            fn piece(&self) -> Message {
                Message::from(self.to_string())
            }
        }
    )*};
}

verbatim!(str String char u16 u32 u64 u128 usize i32 i64);

/// Text that is the same in every language.
impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { english: text, form: Form::Verbatim }
    }
}

/// Text that is the same in every language.
impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::from(text.to_string())
    }
}

impl Default for Message {
    fn default() -> Message {
        Message::from(String::new())
    }
}

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.english
    }
}

/// The English text.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.english)
    }
}

/// Messages are equal that read alike.
impl PartialEq for Message {
    fn eq(&self, other: &Message) -> bool {
        self.english == other.english
    }
}

impl Eq for Message {}

/// As its English text.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.english)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_in_the_order_of_the_language() {
        let inner = message!("all {} positions", 7u64);
        let outer = message!("{} by {{{}}}", inner, "mex");
        assert_eq!(&*outer, "all 7 positions by {mex}");
        let catalogue = |words: &str| match words {
            "{} by {{{}}}" => Some("{1}: {0}"),
            "all {} positions" => Some("7 = {}"),
            _ => None,
        };
        assert_eq!(outer.said(&catalogue), "mex: 7 = 7");
    }

    #[test]
    fn what_no_catalogue_has_stays_english() {
        let both = Message::row("; ", vec![message!("a"), message!("b {}", "c")]);
        assert_eq!(both.said(&|words| (words == "a").then_some("A")), "A; b c");
    }
}
