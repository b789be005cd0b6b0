//! What every answer can do: be written as JSON, be said in words, and tell how it ended.

use crate::words::say;
pub use grundy_draw::Lang as Language;
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// How a computation ended; doors turn it into exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With an answer that stands.
    Fine,
    /// With something refuted.
    Refuted,
    /// With mistakes in the input, told in the answer.
    BadInput,
    /// At a limit, or without a verdict.
    Limit,
}

/// An answer. Its JSON is what `Serialize` writes; its words stand in one place, beside its type.
pub trait Report: Serialize {
    /// What a person reads.
    fn words(&self, language: Language) -> String;

    /// The same, with what is won, lost or drawn marked for doors that have colours.
    fn styled(&self, language: Language) -> Styled {
        self.words(language).into()
    }

    /// How it ended.
    fn ended(&self) -> Ended {
        Ended::Fine
    }
}

/// What some words tell the player to move, or the colour of what stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Won, or true.
    Win,
    /// Drawn, or open.
    Draw,
    /// Lost, or false.
    Loss,
    /// The first-named player's, or blue.
    Blue,
    /// The second-named player's, or red.
    Red,
    /// Both players', or green.
    Green,
    /// Where the last move was made.
    Last,
    /// Lines and names of a board.
    Faint,
}

impl Tone {
    /// `win`, `draw` or `loss`, or a colour.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Win => "win",
            Tone::Draw => "draw",
            Tone::Loss => "loss",
            Tone::Blue => "blue",
            Tone::Red => "red",
            Tone::Green => "green",
            Tone::Last => "last",
            Tone::Faint => "faint",
        }
    }
}

/// A text and the tones of some of its stretches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    text: String,
    /// In order, without overlap.
    tones: Vec<(Range<usize>, Tone)>,
}

impl Styled {
    /// Adds text of a tone.
    pub fn push(&mut self, tone: Tone, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.tones.push((start..self.text.len(), tone));
    }

    /// Adds text without one.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds another.
    pub fn extend(&mut self, other: &Styled) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.tones.extend(other.tones.iter().map(|(at, tone)| (start + at.start..start + at.end, *tone)));
    }

    /// The text alone.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The stretches that have a tone, in order.
    pub fn tones(&self) -> impl Iterator<Item = (Range<usize>, Tone)> + '_ {
        self.tones.iter().cloned()
    }

    /// The text alone.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Its first lines, and how many are left out, where there are more than `most` of them.
    pub fn shortened(self, most: usize, language: Language) -> Styled {
        let mut ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
        let Some(end) = ends.nth(most.saturating_sub(1)) else { return self };
        let left = self.text[end..].lines().count();
        if left == 0 {
            return self;
        }
        let mut first = Styled { text: self.text[..end].to_string(), tones: self.tones };
        first.tones.retain(|(stretch, _)| stretch.end <= end);
        let said = say!(language, "... {} more lines: `--full` prints them all", left);
        first.push_str(&format!("{said}\n"));
        first
    }

    /// The text, with what `mark` gives put before and after each stretch that has a tone.
    pub fn marked(&self, mark: impl Fn(Tone) -> [&'static str; 2]) -> String {
        let mut marked = String::with_capacity(self.text.len() + 16 * self.tones.len());
        let mut done = 0;
        for (stretch, tone) in &self.tones {
            let [before, after] = mark(*tone);
            marked.push_str(&self.text[done..stretch.start]);
            marked.push_str(before);
            marked.push_str(&self.text[stretch.clone()]);
            marked.push_str(after);
            done = stretch.end;
        }
        marked.push_str(&self.text[done..]);
        marked
    }
}

impl From<String> for Styled {
    fn from(text: String) -> Styled {
        Styled { text, tones: Vec::new() }
    }
}

impl fmt::Write for Styled {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}
