use crate::provable::{Provable, provable};
use crate::reply::{Failure, Outcome, Reply};
use crate::terminal::{self, Within};
use crate::whole;
use grundy_answer::Watch;
use grundy_export::{Asked, Lang, Method, export, print};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Which game, which language, what to add.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy export kayles --lang cpp
  grundy export 'Subtraction(0, S = {1, 3, 4})' --lang python --tests 20 -o takes.py
  grundy export chomp 'R = 3, C = 5' --lang rust
  grundy export wythoff --lang python --method recursion")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position that names the parameters.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// A position whose parameters are meant; otherwise the defaults.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The language to write.
    #[arg(long, value_enum)]
    lang: Language,
    /// What the function is made of; the best that is proved unless asked.
    #[arg(long, value_enum)]
    method: Option<By>,
    /// Add so many cases with the solver's answers, and a main that counts the wrong ones.
    #[arg(long, value_name = "N", default_value_t = 0)]
    tests: usize,
    /// Heaps of the cases are at most this large.
    #[arg(long, value_name = "SIZE", default_value_t = 40)]
    bound: u32,
    /// Write to this file, not to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A language.
#[derive(clap::ValueEnum, Clone, Copy)]
enum Language {
    Cpp,
    Python,
    Rust,
}

/// A method.
#[derive(clap::ValueEnum, Clone, Copy)]
enum By {
    Formula,
    Period,
    Automaton,
    Recursion,
}

/// Seconds for each attempt at something better than the recursion.
const PATIENCE: f64 = 20.0;

/// More cases than this are not written.
const MOST_TESTS: usize = 10_000;

/// A standalone function of a game, in one of three languages.
pub fn run(args: Args) -> Outcome {
    let Provable { source, subject } = provable(&args.game, args.position.as_deref())?;
    let watch = terminal::watch();
    let step = || -> Box<dyn Watch + '_> { Box::new(Within::new(&watch, PATIENCE)) };
    let asked = Asked {
        subject: &subject,
        text: &source.text,
        method: args.method.map(|method| match method {
            By::Formula => Method::Formula,
            By::Period => Method::Period,
            By::Automaton => Method::Automaton,
            By::Recursion => Method::Recursion,
        }),
        tests: args.tests.min(MOST_TESTS),
        bound: args.bound.into(),
        budget: grundy_prove::BUDGET,
    };
    let made = export(&asked, &step).map_err(|refused| {
        let cause = format!("this game is not written as a function: {}", refused.reason);
        let (row, column) = grundy_rule::line_and_column(&source.text, refused.span.start);
        Failure::bad_input("E61", cause)
            .at(format!("{}:{row}:{column}", source.name))
            .remedy("`grundy solve` and `grundy table` answer for it")
    })?;
    let lang = match args.lang {
        Language::Cpp => Lang::Cpp,
        Language::Python => Lang::Python,
        Language::Rust => Lang::Rust,
    };
    let text = print(&made.program, lang).text();
    let passed: Vec<Value> =
        made.passed.iter().map(|(method, why)| json!({ "method": method.describe(), "reason": why })).collect();
    let mut json = json!({
        "language": lang.name(), "method": made.method.describe(), "tests": made.program.tests.len(),
        "not": passed, "seconds": watch.seconds(),
        "standing": { "kind": made.standing.kind(), "reason": made.standing.reason() },
    });
    match &args.output {
        None => {
            json["code"] = json!(text);
            Ok(Reply::fine(text, json))
        }
        Some(path) => {
            whole::write(path, text.as_bytes())?;
            json["file"] = json!(path.display().to_string());
            let said = format!("{}: {}\n{}\n", path.display(), made.method.describe(), made.standing);
            Ok(Reply::fine(said, json))
        }
    }
}
