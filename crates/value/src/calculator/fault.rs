//! What is wrong with an expression, and where.

use crate::Halt;
use std::fmt;
use std::ops::Range;

/// A refusal with the place in the text it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A stable word: `syntax`, `brace`, `dyadic`, `name`, `arguments`, `kind`, `loopy`, `limit`.
    pub code: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Bytes of the expression.
    pub span: Range<usize>,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Fault {
    /// A refusal.
    pub fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), span, remedy: None }
    }

    /// The same, with advice.
    pub fn remedy(mut self, remedy: impl Into<String>) -> Fault {
        self.remedy = Some(remedy.into());
        self
    }

    /// A computation that was stopped or would be too large.
    pub fn halt(span: Range<usize>, halt: Halt) -> Fault {
        Fault::new("limit", span, halt.to_string())
    }

    /// The column of the first character, from 1.
    pub fn column(&self, text: &str) -> usize {
        text.get(..self.span.start).map_or(1, |before| before.chars().count() + 1)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
