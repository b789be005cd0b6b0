//! Games given by their payoffs: matrices and trees.

pub mod matrix;
pub mod tree;

use crate::library::plain;
use crate::problem::Problem;
use crate::report::{Language, Report};
use crate::text::Text;
use grundy_payoff::fault::Fault;
use serde::Serialize;

/// Whether a word may be the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Yes, when it looks like one.
    Allowed,
    /// No.
    Refused,
}

/// The games of a library of payoffs.
#[derive(Serialize)]
pub struct PayoffList {
    /// One row per game.
    pub games: Vec<PayoffRow>,
}

/// One game of a library of payoffs.
#[derive(Serialize)]
pub struct PayoffRow {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: String,
}

/// The text that a word names which names no file of the door's: one of the library, or the word itself.
pub fn payoff_text(word: &str, library: &[(&str, &str)], inline: Inline) -> Result<Text, Problem> {
    let wanted = plain(word);
    if let Some((name, text)) = library.iter().find(|(name, _)| plain(name) == wanted) {
        return Ok(Text::new(*name, *text));
    }
    if inline == Inline::Allowed && is_text(word) {
        return Ok(Text::new("", word));
    }
    let names: Vec<&str> = library.iter().map(|(name, _)| *name).collect();
    Err(Problem::bad_input("file", format!("there is no file and no game `{word}`"))
        .remedy(format!("the library has {}", names.join(", "))))
}

/// Whether a word that is no file and no library name is more likely a text than a wrong name.
fn is_text(word: &str) -> bool {
    let lower = word.to_lowercase();
    let file = [".txt", ".csv", ".efg", ".tsv"].iter().any(|ending| lower.ends_with(ending));
    let number = matches!(lower.trim_start_matches(['+', '-']), "nan" | "inf" | "infinity");
    let marks = lower.contains(|mark: char| mark.is_ascii_digit() || mark.is_whitespace() || ";,".contains(mark));
    !file && (number || marks || lower.is_empty())
}

/// The text without the byte order mark that some editors write.
fn unmarked(text: &Text) -> &str {
    text.text.strip_prefix('\u{feff}').unwrap_or(&text.text)
}

/// The problem of a fault in a text.
fn problem(text: &Text, fault: Fault) -> Problem {
    let place = match text.name.as_str() {
        "" => format!("line {}, column {}", fault.line, fault.column),
        name => format!("{name}:{}:{}", fault.line, fault.column),
    };
    let problem = Problem::bad_input(fault.code, fault.message).at(place);
    match fault.remedy {
        Some(remedy) => problem.remedy(remedy),
        None => problem,
    }
}

/// The ending of a file's name, in small letters.
fn ending(file: &str) -> String {
    let extension = std::path::Path::new(file).extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

impl PayoffList {
    fn new(library: &'static [(&str, &str)], title: impl Fn(&str) -> Option<String>) -> PayoffList {
        let row = |(name, text): &(&'static str, &str)| PayoffRow { name, title: title(text).unwrap_or_default() };
        PayoffList { games: library.iter().map(row).collect() }
    }
}

impl Report for PayoffList {
    fn words(&self, _: Language) -> String {
        self.games.iter().map(|row| format!("{:24} {}\n", row.name, row.title)).collect()
    }
}
