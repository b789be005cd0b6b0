//! One file per command; this list is the table of contents of `grundy --help`.

mod completions;
mod man;
mod misere;

use crate::reply::Outcome;
use clap::Subcommand;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Write a completion script for a shell to standard output.
    Completions(completions::Args),
    /// Write the manual page (roff) to standard output.
    Man(man::Args),
    /// Misère play of a heap game: its quotient, genus, and the winning moves of sums.
    Misere(misere::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(self) -> Outcome {
        match self {
            Command::Completions(args) => completions::run(args),
            Command::Man(args) => man::run(args),
            Command::Misere(args) => misere::run(args),
        }
    }
}
