//! The `grundy` program: arguments in, answers out. No theory lives here.
#![forbid(unsafe_code)]

mod command;
mod number;
#[allow(dead_code)]
mod reply;
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

    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command.run() {
        Ok(reply) => reply.print(cli.json),
        Err(failure) => failure.print(cli.json),
    }
}
