//! The `grundy` program: arguments in, answers out. No theory lives here. A library, so that the Python package brings the same
//! program along; `main.rs` is the program itself.
#![deny(unsafe_code)]

mod command;
mod diagnose;
mod door;
mod limits;
pub mod meter;
mod number;
mod reply;
mod supervisor;
mod terminal;
mod whole;

/// Tests of what is counted need the counting allocator, which the program sets in `main.rs`.
#[cfg(test)]
#[global_allocator]
static METER: meter::Meter = meter::Meter;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};
use grundy::{Engine, Problem};
use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::OnceLock;

const EXIT_CODES: &str = "\
Exit codes:
  0  an answer that is proved or checked
  1  something is refuted: a claim, an expectation, a certificate, a move that is not bad
  2  the input is wrong; the message says where and what to write instead
  3  a limit was reached or there is no verdict; what is known is printed
Messages have codes: `grundy explain E07` says what one means.";

/// Describe a two-player game in a few lines; get who wins, by which moves, the value, the pattern, the proof.
#[derive(Parser)]
#[command(name = "grundy", version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    /// Print one JSON object and nothing else on standard output.
    #[arg(long, global = true)]
    json: bool,

    /// Interpret the rules instead of compiling them: slower, the same answers.
    #[arg(long, global = true)]
    interpret: bool,

    /// Colours: auto (on a terminal), always, never.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = command::choice(&diagnose::WHEN))]
    color: diagnose::When,

    /// The language of the words: en, ko, zh; otherwise the locale's. For `export` the program's: cpp, python, rust.
    #[arg(long, global = true, value_name = "LANG", value_parser = door::lang)]
    lang: Option<door::Lang>,

    /// Print a long answer whole; on a terminal it is cut otherwise. For `tree`: also the moves that no equilibrium takes.
    #[arg(long, global = true)]
    full: bool,

    /// Show no progress.
    #[arg(long, short, global = true)]
    quiet: bool,

    #[command(flatten)]
    limits: limits::Limits,

    #[command(subcommand)]
    command: command::Command,
}

/// How this program is started.
pub struct Program {
    /// The file that is run.
    pub path: PathBuf,
    /// The words before those that a person writes: none, or those with which an interpreter finds the program.
    pub prefix: Vec<String>,
    /// The words that a person writes, without the program's name.
    pub words: Vec<OsString>,
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

impl Program {
    fn said(word: &str) -> bool {
        PROGRAM.get().is_some_and(|program| program.words.iter().any(|said| said == word))
    }

    /// The file and the words that start the same program with these words.
    fn again(words: &[&str]) -> Result<(PathBuf, Vec<String>), Problem> {
        let program = PROGRAM.get().ok_or_else(|| Problem::bad_input("usage", "this program is not found"))?;
        let words = words.iter().map(|word| word.to_string());
        Ok((program.path.clone(), program.prefix.iter().cloned().chain(words).collect()))
    }
}

/// Does what the words say, once in a process, and gives the exit code.
pub fn run(program: Program) -> u8 {
    let program = PROGRAM.get_or_init(|| program);
    let cli = match arguments(&program.words) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let language = match cli.lang {
        Some(door::Lang::Words(language)) => language,
        _ => door::locale(),
    };
    door::open(door::Settings {
        engine: if cli.interpret { Engine::Interpreted } else { Engine::Native },
        language,
        color: cli.color,
        quiet: cli.quiet,
        full: cli.full,
        json: cli.json,
    });
    if let (Some(door::Lang::Program(_)), false) = (cli.lang, matches!(cli.command, command::Command::Export(_))) {
        let problem = Problem::bad_input("usage", "answers are said in no programming language");
        return reply::print_problem(&problem.remedy("write --lang en, ko or zh"), cli.json);
    }
    let process = limits::begin(&cli.limits);
    supervisor::run(process, cli.json, move || {
        let outcome = cli.command.run();
        // What is left is to print it.
        process.end_question();
        match outcome {
            Ok(reply) => reply.print(cli.json),
            Err(problem) => reply::print_problem(&problem, cli.json),
        }
    })
}

/// The words on the command line. What clap builds to read them is left as it is: taking it apart is a tenth of a start.
fn arguments(words: &[OsString]) -> Result<Cli, clap::Error> {
    let mut command = ManuallyDrop::new(Cli::command());
    let read = command.try_get_matches_from_mut([OsString::from("grundy")].iter().chain(words));
    let cli = read.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
    cli.map_err(|error| error.format(&mut command))
}

/// What is wrong with the words on the command line, as a problem like any other; help and version are no mistakes.
fn usage(error: &clap::Error) -> u8 {
    let as_json = Program::said("--json");
    let shows_help = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => !as_json,
        _ => false,
    };
    if shows_help {
        let _ = error.print();
        return error.exit_code() as u8;
    }
    // The first paragraph is the cause; its later lines are what is missing, or what may be written.
    let message = error.render().to_string();
    let cause: Vec<&str> = message.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let cause = cause.join(" ");
    let suggested = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let remedy = match suggested.into_iter().find_map(|kind| error.get(kind)) {
        // The nearest comes last.
        Some(ContextValue::Strings(near)) => {
            format!("did you mean `{}`?", near.last().map_or("--help", String::as_str))
        }
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let first = PROGRAM.get().and_then(|program| program.words.first()?.to_str());
            let command = first.filter(|word| Cli::command().find_subcommand(word).is_some());
            format!(
                "`grundy {}--help` says what can be written",
                command.map(|word| format!("{word} ")).unwrap_or_default()
            )
        }
    };
    let problem = Problem::bad_input("usage", cause.strip_prefix("error: ").unwrap_or(&cause)).remedy(remedy);
    reply::print_problem(&problem, as_json)
}
