//! How a picture is to look: colours and language, and the shades both give to values.

use crate::diagram::{Outcome, Turn};
use crate::lang::{Lang, Word};
use crate::layout::Direction;
use crate::theme::{Colour, ColourBy, Theme};
use grundy_answer::Standing;

/// How a picture is to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Its colours.
    pub theme: Theme,
    /// What fills nodes.
    pub colour_by: ColourBy,
    /// The language of the words it adds.
    pub lang: Lang,
    /// Which way trees and graphs grow.
    pub direction: Direction,
}

/// What a cell, a move or an entry is coloured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shade {
    /// Nothing: it keeps the background.
    #[default]
    Blank,
    /// Who wins there.
    Outcome(Outcome),
    /// A number, such as a Grundy value, within the range of its picture.
    Number(u64),
    /// A value without a number, such as the infinity of a loopy game.
    Infinite,
}

impl Shade {
    /// The text of the shade itself.
    pub fn text(self) -> String {
        match self {
            Shade::Blank => String::new(),
            Shade::Outcome(outcome) => outcome.letter().to_string(),
            Shade::Number(number) => number.to_string(),
            Shade::Infinite => "∞".to_string(),
        }
    }

    /// The number, if it is one.
    pub fn number(self) -> Option<u64> {
        if let Shade::Number(number) = self { Some(number) } else { None }
    }
}

impl Style {
    /// The colour of `shade` where numbers go up to `most`.
    pub fn shade(&self, shade: Shade, most: u64) -> Colour {
        match shade {
            Shade::Blank => self.theme.background(),
            Shade::Outcome(outcome) => self.theme.outcome(outcome),
            Shade::Number(number) => self.theme.ramp(number as f64 / most.max(1) as f64),
            Shade::Infinite => self.theme.faint(),
        }
    }

    /// Who wins, in words.
    pub fn outcome(&self, outcome: Outcome) -> &'static str {
        self.lang.word(match outcome {
            Outcome::Unknown => Word::Unknown,
            Outcome::Win => Word::Wins,
            Outcome::Loss => Word::Loses,
            Outcome::Draw => Word::Draw,
            Outcome::Left => Word::LeftWins,
            Outcome::Right => Word::RightWins,
        })
    }

    /// How sure an answer is, in words, with its reason as given.
    pub fn standing(&self, standing: &Standing) -> String {
        let word = match standing {
            Standing::Proved(_) => Word::Proved,
            Standing::Checked(_) => Word::Checked,
            Standing::Assumed(_) => Word::Assumed,
        };
        format!("{}: {}", self.lang.word(word), standing.reason())
    }

    /// Whose turn it is, in words; `None` where it is nobody's.
    pub fn turn(&self, turn: Turn) -> Option<&'static str> {
        let word = match turn {
            Turn::Nobody => return None,
            Turn::First => Word::First,
            Turn::Second => Word::Second,
            Turn::Left => Word::Left,
            Turn::Right => Word::Right,
        };
        Some(self.lang.word(word))
    }
}
