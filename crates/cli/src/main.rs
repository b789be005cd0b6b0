//! The `grundy` program: arguments in, answers out. No theory lives here.
#![deny(unsafe_code)]

mod command;
mod diagnose;
mod door;
mod limits;
mod meter;
mod number;
mod reply;
mod supervisor;
mod terminal;
mod whole;

use clap::Parser;
use clap::error::{ContextKind, ErrorKind};
use grundy::{Engine, Problem};
use std::process::ExitCode;

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

    /// Show no progress.
    #[arg(long, short, global = true)]
    quiet: bool,

    #[command(flatten)]
    limits: limits::Limits,

    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let engine = if cli.interpret { Engine::Interpreted } else { Engine::Native };
    door::open(door::Settings { engine, language: door::locale(), color: cli.color, quiet: cli.quiet });
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

/// What is wrong with the words on the command line; help and version are no mistakes. With `--json` it is an object too.
fn usage(error: &clap::Error) -> ExitCode {
    let as_json = std::env::args_os().any(|word| word == "--json");
    if !as_json || matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::from(error.exit_code() as u8);
    }
    let message = error.render().to_string();
    let first = message.lines().next().unwrap_or_default();
    let mut problem = Problem::bad_input("usage", first.strip_prefix("error: ").unwrap_or(first));
    let suggested = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(near) = suggested.into_iter().find_map(|kind| error.get(kind)) {
        problem = problem.remedy(format!("did you mean `{near}`?"));
    }
    reply::print_problem(&problem, true)
}
