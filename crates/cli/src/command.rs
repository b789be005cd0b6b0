//! One file per command; this list is the table of contents of `grundy --help`.

mod check;
mod completions;
mod draw;
mod export;
mod facts;
mod fmt;
mod games;
mod man;
mod matrix;
mod misere;
mod moves;
mod pattern;
mod perft;
mod play;
mod prove;
mod refute;
mod sequence;
mod sheet;
pub mod solve;
mod strategy;
mod survey;
mod table;
mod tree;
mod value;
mod verify;

use crate::reply::Outcome;
use clap::Subcommand;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Say who wins, by which moves, how soon, by how much.
    Solve(solve::Args),
    /// See who wins without a search: pairings, twins, strategy stealing.
    Strategy(strategy::Args),
    /// List every legal move of a position.
    Moves(moves::Args),
    /// Play against the program, with hints, undo, saved games.
    Play(play::Args),
    /// Count sequences of moves by length.
    Perft(perft::Args),
    /// Check rule files: diagnostics, splits and symmetries, expectations, claims.
    Check(check::Args),
    /// Write a standalone function of a game in C++, Python or Rust.
    Export(export::Args),
    /// Say what is proved about a game.
    Facts(facts::Args),
    /// Prove or refute the claims of a game for all sizes.
    Prove(prove::Args),
    /// Find the pattern of a game, and prove it, without a claim.
    Pattern(pattern::Args),
    /// Show why a move is bad: the line that punishes it, drawn and certified.
    Refute(refute::Args),
    /// Check a certificate with the small checker.
    Verify(verify::Args),
    /// Values of a heap game, the period with its proof, and answers far out.
    Sequence(sequence::Args),
    /// Classify all codes of a few digits.
    Survey(survey::Args),
    /// Draw trees, graphs, boards, maps, sequences, thermographs, tables.
    Draw(draw::Args),
    /// Write a sheet for teaching: rules, values, pattern, a worked position, exercises.
    Sheet(sheet::Args),
    /// Write a completion script for a shell to standard output.
    Completions(completions::Args),
    /// Lay out rule files in the one canonical style.
    Fmt(fmt::Args),
    /// List and search the library of games.
    Games(games::Args),
    /// Write the manual page (roff) to standard output.
    Man(man::Args),
    /// Solve a matrix game exactly: value, optimal mixes, equilibria.
    Matrix(matrix::Args),
    /// Values or outcomes over ranges of one or two parameters or fields.
    Table(table::Args),
    /// Solve an extensive game of perfect information by backward induction.
    Tree(tree::Args),
    /// Misère play of a heap game: its quotient, genus, and the winning moves of sums.
    Misere(misere::Args),
    /// The calculator of game values: canonical forms, comparisons, thermographs.
    Value(value::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(self) -> Outcome {
        match self {
            Command::Solve(args) => solve::run(args),
            Command::Strategy(args) => strategy::run(args),
            Command::Moves(args) => moves::run(args),
            Command::Play(args) => play::run(args),
            Command::Perft(args) => perft::run(args),
            Command::Check(args) => check::run(args),
            Command::Export(args) => export::run(args),
            Command::Facts(args) => facts::run(args),
            Command::Prove(args) => prove::run(args),
            Command::Pattern(args) => pattern::run(args),
            Command::Refute(args) => refute::run(args),
            Command::Verify(args) => verify::run(args),
            Command::Sequence(args) => sequence::run(args),
            Command::Survey(args) => survey::run(args),
            Command::Draw(args) => draw::run(args),
            Command::Sheet(args) => sheet::run(args),
            Command::Completions(args) => completions::run(args),
            Command::Fmt(args) => fmt::run(args),
            Command::Games(args) => games::run(args),
            Command::Man(args) => man::run(args),
            Command::Matrix(args) => matrix::run(args),
            Command::Table(args) => table::run(args),
            Command::Tree(args) => tree::run(args),
            Command::Misere(args) => misere::run(args),
            Command::Value(args) => value::run(args),
        }
    }
}
