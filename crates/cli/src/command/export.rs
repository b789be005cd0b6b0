use crate::door::{Lang, door};
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{ExportMain, ExportMethod, ExportOptions, ExportParameters, Problem};
use std::path::PathBuf;

/// Which game, which language, what to add.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy export kayles --lang cpp
  grundy export 'Subtraction(0, S = {1, 3, 4})' --lang python --tests 20 -o takes.py
  grundy export chomp 'R = 3, C = 5' --lang rust
  grundy export wythoff --lang python --method recursion
  grundy export subtraction --lang cpp --main --say first,second
  grundy export nim --lang cpp --main --sum --say first,second")]
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
    /// Parameters (numbers, sets and lists of numbers) are arguments of the function, not constants.
    #[arg(long)]
    open: bool,
    /// Write a whole program that reads cases from standard input; its head says in which format. Without a POSITION its
    /// parameters are read too.
    #[arg(long, conflicts_with = "tests")]
    main: bool,
    /// Each case of the program is a sum: how many positions, then each of them.
    #[arg(long, requires = "main")]
    sum: bool,
    /// What the program prints where the player to move wins, loses (and draws), instead of a number.
    #[arg(long, value_name = "WON,LOST[,DRAWN]", value_delimiter = ',', requires = "main")]
    say: Vec<String>,
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
    let words = match &args.say[..] {
        [] => None,
        [won, lost] => Some([won.clone(), lost.clone(), "draw".to_string()]),
        [won, lost, drawn] => Some([won.clone(), lost.clone(), drawn.clone()]),
        _ => {
            return Err(
                Problem::bad_input("usage", "--say takes two or three words").remedy("write --say first,second")
            );
        }
    };
    let open = args.open || args.main && position.is_none();
    let options = ExportOptions {
        language,
        method: args.method,
        tests: args.tests,
        bound: args.bound,
        parameters: if open { ExportParameters::Arguments } else { ExportParameters::Fixed },
        main: args.main.then_some(ExportMain { sum: args.sum, words }),
    };
    let mut answer = grundy::export_game(&subject, position.as_ref(), options, door().engine, &terminal.budget())?;
    if let Some(path) = &args.output {
        whole::write(path, answer.code.take().unwrap_or_default().as_bytes())?;
        answer.file = Some(path.display().to_string());
    }
    Ok(Reply::of(&answer))
}
