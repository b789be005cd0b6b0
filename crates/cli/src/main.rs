//! The `grundy` program: arguments in, answers out. No theory lives here.
#![deny(unsafe_code)]

mod asked;
mod command;
mod diagnose;
mod evidence;
mod library;
mod limits;
mod meter;
mod native;
mod number;
mod payoffs;
mod periods;
mod provable;
mod reply;
mod source;
mod strategy;
mod supervisor;
mod terminal;
mod whole;

use clap::Parser;
use std::process::ExitCode;

/// Describe a two-player game in a few lines; get who wins, by which moves, the value, the pattern, the proof.
#[derive(Parser)]
#[command(name = "grundy", version, arg_required_else_help = true)]
struct Cli {
    /// Print one JSON object and nothing else on standard output.
    #[arg(long, global = true)]
    json: bool,

    /// Interpret the rules instead of compiling them: slower, the same answers.
    #[arg(long, global = true)]
    interpret: bool,

    #[command(flatten)]
    limits: limits::Limits,

    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.interpret {
        native::interpret();
    }
    let budget = limits::begin(&cli.limits);
    supervisor::run(budget, cli.json, move || {
        let outcome = cli.command.run();
        // What is left is to print it.
        budget.end_question();
        match outcome {
            Ok(reply) => reply.print(cli.json),
            Err(failure) => failure.print(cli.json),
        }
    })
}
