//! What a command hands back: an answer in both forms, or a failure in both forms.

use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// The documented exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Proved or checked.
    Fine = 0,
    /// A claim, expectation or certificate was refuted.
    Refuted = 1,
    /// The input is wrong.
    BadInput = 2,
    /// A limit was reached, or there is no verdict.
    Limit = 3,
}

/// An answer: text for people, JSON for programs, and the exit code.
#[derive(Debug)]
pub struct Reply {
    /// What a person reads; printed as it is, a final newline is added if missing.
    pub text: String,
    /// What a program reads.
    pub json: Value,
    /// How the process ends.
    pub exit: Exit,
}

/// Why there is no answer.
#[derive(Debug)]
pub struct Failure {
    /// A stable code: `E07`, or a word such as `usage`, `file`.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where, as `file:line:column` or as a column in the argument.
    pub span: Option<String>,
    /// What to do about it.
    pub remedy: Option<String>,
    /// Every mistake, when the mistakes of a text are why.
    pub mistakes: Option<Box<Mistakes>>,
    /// How the process ends.
    pub exit: Exit,
}

/// All that is wrong with some texts; the failure's own fields tell of the first.
#[derive(Debug)]
pub struct Mistakes {
    /// Drawn for people.
    pub text: String,
    /// One object each.
    pub json: Vec<Value>,
}

/// Every command's result.
pub type Outcome = Result<Reply, Failure>;

impl Reply {
    /// An answer that stands.
    pub fn fine(text: impl Into<String>, json: Value) -> Reply {
        Reply { text: text.into(), json, exit: Exit::Fine }
    }

    /// Prints the answer in one form and gives the exit code. A closed pipe is not an error.
    pub fn print(self, as_json: bool) -> ExitCode {
        let mut text = if as_json { self.json.to_string() } else { self.text };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        ExitCode::from(self.exit as u8)
    }
}

impl Failure {
    /// Bad input with a stable code.
    pub fn bad_input(code: impl Into<String>, message: impl Into<String>) -> Failure {
        Failure {
            code: code.into(),
            message: message.into(),
            span: None,
            remedy: None,
            mistakes: None,
            exit: Exit::BadInput,
        }
    }

    /// The same failure, saying where.
    pub fn at(mut self, span: impl Into<String>) -> Failure {
        self.span = Some(span.into());
        self
    }

    /// The same failure, saying what to do.
    pub fn remedy(mut self, remedy: impl Into<String>) -> Failure {
        self.remedy = Some(remedy.into());
        self
    }

    /// Prints the failure (JSON to standard output, text to standard error) and gives the exit code.
    pub fn print(self, as_json: bool) -> ExitCode {
        if as_json {
            let mut error = json!({ "code": self.code, "message": self.message });
            if let Some(span) = &self.span {
                error["span"] = json!(span);
            }
            if let Some(remedy) = &self.remedy {
                error["remedy"] = json!(remedy);
            }
            let mut answer = json!({ "error": error });
            if let Some(mistakes) = self.mistakes {
                answer["diagnostics"] = Value::Array(mistakes.json);
            }
            println!("{answer}");
        } else if let Some(mistakes) = self.mistakes {
            eprint!("{}", mistakes.text);
        } else {
            let place = self.span.map(|span| format!(" at {span}")).unwrap_or_default();
            eprintln!("error[{}]{place}: {}", self.code, self.message);
            if let Some(remedy) = self.remedy {
                eprintln!("  help: {remedy}");
            }
        }
        ExitCode::from(self.exit as u8)
    }
}
