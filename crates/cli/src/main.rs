//! The `grundy` program: arguments in, answers out. No theory lives here.
#![forbid(unsafe_code)]

mod asked;
mod command;
mod diagnose;
mod evidence;
mod library;
mod native;
mod number;
mod payoffs;
mod periods;
mod provable;
mod reply;
mod source;
mod strategy;
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

    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.interpret {
        native::interpret();
    }
    // Rules nest as deep as the parser allows, and claims may call themselves: the default stack is too small for both.
    let work = std::thread::Builder::new().stack_size(STACK).spawn(move || match cli.command.run() {
        Ok(reply) => reply.print(cli.json),
        Err(failure) => failure.print(cli.json),
    });
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        _ => ExitCode::from(101),
    }
}

/// Bytes of stack for the thread that does the work; only what is used is ever touched.
const STACK: usize = 1 << 30;
