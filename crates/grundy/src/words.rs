//! Answers in words, in three languages: English where a message is made, Korean and Chinese in one catalogue.

pub mod catalogue;
pub mod solve;

use crate::report::{Language, Tone};
use grundy_answer::{Message, Piece, Standing, Stop};
use grundy_prove::Verdict;
use grundy_solve::Wdl;

/// `say!(language, "over in {} moves", plies)`: a message, said at once.
macro_rules! say {
    ($language:expr, $($message:tt)*) => {
        $crate::words::Say::say(&::grundy_answer::message!($($message)*), $language)
    };
}

pub(crate) use say;

/// What can be said in every language.
pub trait Say {
    /// In this language; in English where its catalogue has no words.
    fn say(&self, language: Language) -> String;
}

impl Say for Message {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            _ => self.said(&|english| catalogue::words(english, language)),
        }
    }
}

impl Say for Stop {
    fn say(&self, language: Language) -> String {
        self.message().say(language)
    }
}

/// `proved: all 25 positions below it were valued by the mex rule`.
impl Say for Standing {
    fn say(&self, language: Language) -> String {
        self.piece().say(language)
    }
}

/// `proved`, `checked` or `assumed`.
pub(crate) fn kind(standing: &Standing, language: Language) -> String {
    Message::new(standing.kind(), Vec::new()).say(language)
}

/// What has a tone.
pub trait Toned {
    /// Its tone.
    fn tone(&self) -> Tone;
}

impl Toned for Wdl {
    fn tone(&self) -> Tone {
        match self {
            Wdl::Win => Tone::Win,
            Wdl::Draw => Tone::Draw,
            Wdl::Loss => Tone::Loss,
        }
    }
}

impl Toned for Verdict {
    fn tone(&self) -> Tone {
        match self {
            Verdict::Proved => Tone::Win,
            Verdict::Refuted => Tone::Loss,
            Verdict::Checked | Verdict::Open => Tone::Draw,
        }
    }
}
