//! A game as a standalone function in another language.

use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::report::{Language, Report};
use crate::subject::Subject;
use crate::text::Text;
use crate::words::Say;
use grundy_answer::{Allowance, Standing, Watch};
use grundy_export::{Asked, export, print};
use serde::Serialize;

pub use grundy_export::{Lang as ProgramLanguage, Method as ExportMethod};

/// Ticks for each attempt at something better than the recursion.
const ATTEMPT_TICKS: u64 = 1 << 16;

/// More cases than this are not written.
const MOST_TESTS: usize = 10_000;

/// What to write.
#[derive(Clone, Copy, Debug)]
pub struct ExportOptions {
    /// The language.
    pub language: ProgramLanguage,
    /// What the function is made of; the best that is proved unless said.
    pub method: Option<ExportMethod>,
    /// How many cases with the solver's answers are added.
    pub tests: usize,
    /// Heaps of the cases are at most this large.
    pub bound: u32,
}

/// A standalone function.
#[derive(Serialize)]
pub struct ExportAnswer {
    /// The language.
    pub language: &'static str,
    /// What it is made of.
    pub method: &'static str,
    /// Cases with the solver's answers.
    pub tests: usize,
    /// Methods that were tried and passed over.
    pub not: Vec<PassedMethod>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// How sure it is.
    pub standing: Standing,
    /// The text of the program, unless the door wrote it to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Where the door wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A method that was passed over.
#[derive(Serialize)]
pub struct PassedMethod {
    /// Which.
    pub method: &'static str,
    /// Why.
    pub reason: String,
}

/// A game as a function, at the parameters of a position or at the defaults.
pub fn export_game(
    subject: &Subject,
    position: Option<&Text>,
    options: ExportOptions,
    engine: Engine,
    budget: &Budget,
) -> Result<ExportAnswer, Problem> {
    let provable = subject.provable(position, engine)?;
    let text = &subject.ruleset().text;
    let attempt = || -> Box<dyn Watch + '_> { Box::new(Allowance::new(budget, ATTEMPT_TICKS)) };
    let asked = Asked {
        subject: &provable,
        text: &text.text,
        method: options.method,
        tests: options.tests.min(MOST_TESTS),
        bound: options.bound.into(),
        budget: grundy_prove::BUDGET,
    };
    let made = export(&asked, &attempt).map_err(|refused| {
        let cause = format!("this game is not written as a function: {}", refused.reason);
        let (row, column) = grundy_rule::line_and_column(&text.text, refused.span.start);
        Problem::bad_input("E61", cause)
            .at(format!("{}:{row}:{column}", text.name))
            .remedy("`grundy solve` and `grundy table` answer for it")
    })?;
    let passed = made.passed.iter();
    Ok(ExportAnswer {
        language: options.language.name(),
        method: made.method.describe(),
        tests: made.program.tests.len(),
        not: passed.map(|(method, why)| PassedMethod { method: method.describe(), reason: why.clone() }).collect(),
        seconds: budget.seconds(),
        standing: made.standing,
        code: Some(print(&made.program, options.language).text()),
        file: None,
    })
}

impl Report for ExportAnswer {
    fn words(&self, language: Language) -> String {
        match (&self.file, &self.code) {
            (Some(file), _) => format!("{file}: {}\n{}\n", self.method, self.standing.say(language)),
            (None, code) => code.clone().unwrap_or_default(),
        }
    }
}
