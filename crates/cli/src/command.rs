//! One file per command; this list is the table of contents of `grundy --help`.

mod completions;
mod fmt;
mod games;
mod man;

use crate::reply::Outcome;
use clap::Subcommand;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Write a completion script for a shell to standard output.
    Completions(completions::Args),
    /// Lay out rule files in the one canonical style.
    Fmt(fmt::Args),
    /// List and search the library of games.
    Games(games::Args),
    /// Write the manual page (roff) to standard output.
    Man(man::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(self) -> Outcome {
        match self {
            Command::Completions(args) => completions::run(args),
            Command::Fmt(args) => fmt::run(args),
            Command::Games(args) => games::run(args),
            Command::Man(args) => man::run(args),
        }
    }
}
