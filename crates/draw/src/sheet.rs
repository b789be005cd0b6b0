//! A sheet for teaching, in three languages, as HTML, LaTeX or PDF: a lesson (rules in words, a table of values, the pattern
//! with its standing, a worked position, exercises with answers), or exercises alone, with blanks for students or with the
//! answers for teachers.
//!
//! Invariant: text between backquotes is code; all other text is in the language of the sheet, but for the reasons of
//! standings, which are quoted as they were given. What a sheet consists of is decided in `blocks`; the formats translate.

mod blocks;
mod html;
mod pages;
mod tex;
mod words;

pub use words::Phrase;

use crate::format::pdf;
use crate::lang::Lang;
use crate::scene::Scene;
use grundy_answer::Standing;

/// A sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The game.
    pub title: String,
    /// The language of its words.
    pub lang: Lang,
    /// For whom it is.
    pub version: Version,
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
    /// What is asked.
    pub exercises: Vec<Exercise>,
}

/// For whom a sheet is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// A lesson with exercises, and the answers at its end.
    #[default]
    Lesson,
    /// Exercises with room to write, without answers.
    Student,
    /// The same exercises with their answers.
    Teacher,
}

/// Values over one or two numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueTable {
    /// What it shows.
    pub caption: String,
    /// What the corner says.
    pub corner: String,
    /// The head of the columns.
    pub columns: Vec<String>,
    /// The head of each row and its entries; an empty entry is a blank.
    pub rows: Vec<(String, Vec<String>)>,
    /// The row and the column of the entry that was asked for.
    pub asked: Option<(usize, usize)>,
}

/// A statement and how sure it is.
#[derive(Clone, Debug)]
pub struct Known {
    /// What is known.
    pub text: String,
    /// How sure.
    pub standing: Option<Standing>,
}

/// A picture in every format; empty where there is none.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// As SVG.
    pub svg: String,
    /// As TikZ.
    pub tikz: String,
    /// As shapes.
    pub scene: Option<Scene>,
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

/// A question.
#[derive(Clone, Debug, Default)]
pub struct Exercise {
    /// What is asked.
    pub question: String,
    /// What belongs to the question.
    pub figure: Figure,
    /// Room to answer, in lines.
    pub lines: usize,
    /// What is true.
    pub answer: String,
    /// What belongs to the answer.
    pub solution: Figure,
}

/// What stands below a text.
#[derive(Clone, Debug, Default)]
pub enum Figure {
    /// Nothing.
    #[default]
    None,
    /// A picture.
    Drawn(Drawn),
    /// Tables.
    Tables(Vec<ValueTable>),
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

    /// As a PDF of A4 pages.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::pdf(&pages::pages(self))
    }
}

/// A text cut at its backquotes; every second piece is code.
fn pieces(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split('`').enumerate().map(|(number, piece)| (number % 2 == 1, piece))
}
