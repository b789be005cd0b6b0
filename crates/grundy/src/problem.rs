//! Why there is no answer, as data: a door draws it and reads its exit code off the kind.

use crate::text::Text;
use grundy_rule::{Diagnostic, line_and_column};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// What kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The input is wrong.
    BadInput,
    /// A claim, expectation or certificate is false.
    Refuted,
    /// A limit was reached, or no method reaches this far.
    Limit,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What kind it is.
    pub kind: ProblemKind,
    /// A stable code: `E07`, or a word such as `usage`, `file`.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    pub remedy: Option<String>,
    /// Where, as `file:line:column` or as a column in the argument.
    pub place: Option<String>,
    /// Every mistake of the texts that are why, the one that leads included.
    pub diagnostics: Box<[Mistakes]>,
}

/// The mistakes of one text.
#[derive(Clone, Debug)]
pub struct Mistakes {
    /// The text.
    pub text: Text,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Problem {
    /// Bad input with a stable code.
    pub fn bad_input(code: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem {
            kind: ProblemKind::BadInput,
            code: code.into(),
            message: message.into(),
            remedy: None,
            place: None,
            diagnostics: Box::default(),
        }
    }

    /// The problem whose cause are the mistakes of these texts; the first error leads.
    pub fn of_texts(mistakes: Vec<Mistakes>) -> Problem {
        let all = || mistakes.iter().flat_map(|one| one.diagnostics.iter().map(move |diagnostic| (one, diagnostic)));
        let lead = all().find(|(_, diagnostic)| diagnostic.is_error()).or_else(|| all().next());
        let mut problem = match lead {
            Some((Mistakes { text, .. }, diagnostic)) => {
                let (line, column) = line_and_column(&text.text, diagnostic.span.start);
                let place = format!("{}:{line}:{column}", text.name);
                Problem::bad_input(diagnostic.code, &diagnostic.cause).at(place).remedy(&diagnostic.remedy)
            }
            None => Problem::bad_input("E01", "the text cannot be used"),
        };
        problem.diagnostics = mistakes.into();
        problem
    }

    /// The problem of a mistake that only a position brought to light.
    pub fn of_position(diagnostic: &Diagnostic) -> Problem {
        Problem::bad_input(diagnostic.code, diagnostic.cause.clone()).remedy(diagnostic.remedy.clone())
    }

    /// The same problem, saying where.
    pub fn at(mut self, place: impl Into<String>) -> Problem {
        self.place = Some(place.into());
        self
    }

    /// The same problem, saying what to do.
    pub fn remedy(mut self, remedy: impl Into<String>) -> Problem {
        self.remedy = Some(remedy.into());
        self
    }

    /// The same problem, of another kind.
    pub fn of_kind(mut self, kind: ProblemKind) -> Problem {
        self.kind = kind;
        self
    }
}

impl Text {
    /// The problem whose cause are these mistakes of this text.
    pub fn problem(&self, diagnostics: &[Diagnostic]) -> Problem {
        Problem::of_texts(vec![Mistakes { text: self.clone(), diagnostics: diagnostics.to_vec() }])
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.as_deref().map(|place| format!(" at {place}")).unwrap_or_default();
        write!(f, "error[{}]{place}: {}", self.code, self.message)?;
        match &self.remedy {
            Some(remedy) => write!(f, "\n  help: {remedy}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// `{error: {code, message, span?, remedy?}, diagnostics?: [...]}`.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Error<'a> {
            code: &'a str,
            message: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            span: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            remedy: Option<&'a str>,
        }
        let mut map = serializer.serialize_map(None)?;
        let error = Error {
            code: &self.code,
            message: &self.message,
            span: self.place.as_deref(),
            remedy: self.remedy.as_deref(),
        };
        map.serialize_entry("error", &error)?;
        if !self.diagnostics.is_empty() {
            let all: Vec<Placed> = self.diagnostics.iter().flat_map(Mistakes::placed).collect();
            map.serialize_entry("diagnostics", &all)?;
        }
        map.end()
    }
}

impl Mistakes {
    /// Each mistake with its place.
    pub fn placed(&self) -> impl Iterator<Item = Placed> {
        self.diagnostics.iter().map(|diagnostic| Placed::new(&self.text, diagnostic))
    }
}

/// A diagnostic as programs read it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Placed {
    /// `E07`, `W05`.
    pub code: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: PlacedSpan,
    /// What to write instead.
    pub remedy: String,
}

/// A place in a text: lines and columns count from 1, `start` and `end` are bytes.
#[derive(Clone, Debug, serde::Serialize)]
pub struct PlacedSpan {
    /// The text's name.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// Its column in characters.
    pub column: usize,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Placed {
    /// A diagnostic of a text with its place.
    pub fn new(text: &Text, diagnostic: &Diagnostic) -> Placed {
        let (line, column) = line_and_column(&text.text, diagnostic.span.start);
        let span = diagnostic.span;
        Placed {
            code: diagnostic.code,
            severity: if diagnostic.is_error() { "error" } else { "warning" },
            message: diagnostic.cause.clone(),
            span: PlacedSpan { file: text.name.clone(), line, column, start: span.start, end: span.end },
            remedy: diagnostic.remedy.clone(),
        }
    }
}

/// `file:line:column: error[E07]: cause: remedy`, on one line.
impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlacedSpan { file, line, column, .. } = &self.span;
        let said = format!("{}: {}", self.message, self.remedy).replace(['\n', '\r'], " ");
        write!(f, "{file}:{line}:{column}: {}[{}]: {said}", self.severity, self.code)
    }
}
