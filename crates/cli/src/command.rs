//! One file per command; this list is the table of contents of `grundy --help`.

mod completions;
mod man;
mod sequence;
mod survey;

use crate::reply::Outcome;
use clap::Subcommand;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Values of a heap game, the period with its proof, and answers far out.
    Sequence(sequence::Args),
    /// Classify all codes of a few digits.
    Survey(survey::Args),
    /// Write a completion script for a shell to standard output.
    Completions(completions::Args),
    /// Write the manual page (roff) to standard output.
    Man(man::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(self) -> Outcome {
        match self {
            Command::Sequence(args) => sequence::run(args),
            Command::Survey(args) => survey::run(args),
            Command::Completions(args) => completions::run(args),
            Command::Man(args) => man::run(args),
        }
    }
}
