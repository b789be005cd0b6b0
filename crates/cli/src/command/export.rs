use crate::door::{Lang, door};
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{ExportMethod, ExportOptions, Problem};
use std::path::PathBuf;

/// Which game, which language, what to add.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy export kayles --lang cpp
  grundy export 'Subtraction(0, S = {1, 3, 4})' --lang python --tests 20 -o takes.py
  grundy export chomp 'R = 3, C = 5' --lang rust
  grundy export wythoff --lang python --method recursion")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// The language to write.
    #[arg(from_global)]
    lang: Option<Lang>,
    /// What the function is made of; the best that is proved unless asked.
    #[arg(long, value_parser = super::choice(&METHODS))]
    method: Option<ExportMethod>,
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

const METHODS: [(&str, ExportMethod); 4] = [
    ("formula", ExportMethod::Formula),
    ("period", ExportMethod::Period),
    ("automaton", ExportMethod::Automaton),
    ("recursion", ExportMethod::Recursion),
];

/// A standalone function of a game, in one of three languages.
pub fn run(args: Args) -> Replied {
    let Some(Lang::Program(language)) = args.lang else {
        let cause = "the language of the program is not said";
        return Err(Problem::bad_input("usage", cause).remedy("write --lang cpp, python or rust"));
    };
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let options = ExportOptions { language, method: args.method, tests: args.tests, bound: args.bound };
    let mut answer = grundy::export_game(&subject, position.as_ref(), options, door().engine, &terminal.budget())?;
    if let Some(path) = &args.output {
        whole::write(path, answer.code.take().unwrap_or_default().as_bytes())?;
        answer.file = Some(path.display().to_string());
    }
    Ok(Reply::of(&answer))
}
