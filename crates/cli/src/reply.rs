//! What a command hands back: an answer in both forms, or a problem; printed here.

use crate::diagnose::{self, Colour};
use crate::door::door;
use grundy::{Ended, Problem, ProblemKind, Report, Styled};
use serde_json::Value;
use std::io::{IsTerminal, Write};

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
    /// What a person reads; a final newline is added if missing, and a long one is cut on a terminal.
    pub text: Styled,
    /// What a program reads.
    pub json: Value,
    /// How the process ends.
    pub exit: Exit,
}

/// Every command's result.
pub type Replied = Result<Reply, Problem>;

impl Reply {
    /// An answer that stands.
    pub fn fine(text: impl Into<String>, json: Value) -> Reply {
        Reply { text: text.into().into(), json, exit: Exit::Fine }
    }

    /// An answer of the library.
    pub fn of(report: &impl Report) -> Reply {
        let exit = match report.ended() {
            Ended::Fine => Exit::Fine,
            Ended::Refuted => Exit::Refuted,
            Ended::BadInput => Exit::BadInput,
            Ended::Limit => Exit::Limit,
        };
        let json = serde_json::to_value(report).expect("every answer can be written as JSON");
        Reply { text: report.styled(door().language), json, exit }
    }

    /// Prints the answer in one form and gives the exit code. A closed pipe is not an error.
    pub fn print(self, as_json: bool) -> u8 {
        let mut text = if as_json { self.json.to_string() } else { shown(self.text) };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        self.exit as u8
    }
}

/// Lines of an answer that are printed to a terminal unless all are asked for.
const MOST_LINES: usize = 300;

/// An answer as standard output takes it: in colour, and cut, where a person reads it.
fn shown(text: Styled) -> String {
    let out = std::io::stdout();
    let mut shown = text;
    if out.is_terminal() && !door().full {
        shown = shown.shortened(MOST_LINES, door().language);
    }
    match Colour::of(&out, door().color) {
        Colour::On => shown.marked(diagnose::ink),
        Colour::Off => shown.into_text(),
    }
}

/// The exit code of a problem.
pub fn exit_of(problem: &Problem) -> Exit {
    match problem.kind {
        ProblemKind::BadInput => Exit::BadInput,
        ProblemKind::Refuted => Exit::Refuted,
        ProblemKind::Limit => Exit::Limit,
    }
}

/// Prints a problem (JSON to standard output, text to standard error) and gives the exit code.
pub fn print_problem(problem: &Problem, as_json: bool) -> u8 {
    if as_json {
        println!("{}", serde_json::to_value(problem).expect("a problem can be written as JSON"));
    } else if problem.diagnostics.is_empty() {
        eprintln!("{}", diagnose::headed(&problem.to_string(), Colour::of(&std::io::stderr(), door().color)));
    } else {
        let colour = Colour::of(&std::io::stderr(), door().color);
        for mistakes in &problem.diagnostics {
            eprint!("{}", diagnose::draw(&mistakes.text, &mistakes.diagnostics, colour));
        }
    }
    exit_of(problem) as u8
}
