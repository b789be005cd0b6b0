//! A sheet for teaching: rules in words, a table of values, the pattern with its standing, a worked position with every
//! move refuted, exercises with answers. One page of its own, in HTML or LaTeX, in three languages.
//!
//! Invariant: text between backquotes is code; all other text is in the language of the sheet, but for the reasons of
//! standings, which are quoted as they were given.

mod html;
mod tex;
mod words;

pub use words::Phrase;

use crate::lang::Lang;
use grundy_answer::Standing;

/// A sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The game.
    pub title: String,
    /// The language of its words.
    pub lang: Lang,
    /// The rules in words, a sentence each.
    pub rules: Vec<String>,
    /// What the rule file says of itself, and its text.
    pub file: String,
    /// Values or outcomes.
    pub tables: Vec<ValueTable>,
    /// What is known in general.
    pub pattern: Vec<Known>,
    /// A lost position.
    pub worked: Option<Worked>,
    /// Positions to solve.
    pub exercises: Vec<Exercise>,
}

/// Values over one or two numbers.
#[derive(Clone, Debug, Default)]
pub struct ValueTable {
    /// What it shows.
    pub caption: String,
    /// What the corner says.
    pub corner: String,
    /// The head of the columns.
    pub columns: Vec<String>,
    /// The head of each row and its entries.
    pub rows: Vec<(String, Vec<String>)>,
}

/// A statement and how sure it is.
#[derive(Clone, Debug)]
pub struct Known {
    /// What is known.
    pub text: String,
    /// How sure.
    pub standing: Option<Standing>,
}

/// A picture in both formats; empty where there is none.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// As SVG.
    pub svg: String,
    /// As TikZ.
    pub tikz: String,
}

/// A lost position, every move with its answer.
#[derive(Clone, Debug)]
pub struct Worked {
    /// The position.
    pub position: String,
    /// What it looks like.
    pub drawn: Drawn,
    /// Move, what it leaves, answer, what that leaves.
    pub lines: Vec<[String; 4]>,
}

/// A position to solve.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The position.
    pub position: String,
    /// What it looks like.
    pub drawn: Drawn,
    /// What is asked.
    pub question: String,
    /// What is true.
    pub answer: String,
}

impl Sheet {
    /// As one HTML page without anything outside it.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// As one LaTeX document (XeLaTeX for Korean and Chinese).
    pub fn tex(&self) -> String {
        tex::document(self)
    }
}

/// A text cut at its backquotes; every second piece is code.
fn pieces(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split('`').enumerate().map(|(number, piece)| (number % 2 == 1, piece))
}
