//! One file per command; this list is the table of contents of `grundy --help`.

mod completions;
mod man;
mod matrix;
mod tree;

use crate::reply::Outcome;
use clap::Subcommand;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Write a completion script for a shell to standard output.
    Completions(completions::Args),
    /// Write the manual page (roff) to standard output.
    Man(man::Args),
    /// Solve a matrix game exactly: value, optimal mixes, equilibria.
    Matrix(matrix::Args),
    /// Solve an extensive game of perfect information by backward induction.
    Tree(tree::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(self) -> Outcome {
        match self {
            Command::Completions(args) => completions::run(args),
            Command::Man(args) => man::run(args),
            Command::Matrix(args) => matrix::run(args),
            Command::Tree(args) => tree::run(args),
        }
    }
}
