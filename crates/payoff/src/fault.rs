//! What is wrong with a text, and where: a value, never a panic.

use std::fmt;

/// A mistake in the input. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A stable word: `ragged`, `number`, `player`, `cycle`, ...
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The line of the text.
    pub line: usize,
    /// The column of that line.
    pub column: usize,
    /// What to do about it, where that can be said.
    pub remedy: Option<String>,
}

impl Fault {
    /// A mistake at a place.
    pub fn new(code: &'static str, message: impl Into<String>, line: usize, column: usize) -> Fault {
        Fault { code, message: message.into(), line, column, remedy: None }
    }

    /// The same mistake, with what to do about it.
    pub fn remedy(mut self, remedy: impl Into<String>) -> Fault {
        self.remedy = Some(remedy.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}
