//! One file per command; this list is the table of contents of `grundy --help`.

mod check;
mod completions;
mod draw;
mod explain;
mod export;
mod facts;
mod fmt;
mod games;
mod lsp;
mod man;
mod matrix;
mod misere;
mod moves;
mod page;
mod pattern;
mod perft;
mod plan;
mod play;
mod prove;
mod refute;
mod sequence;
mod sheet;
mod solve;
mod strategy;
mod survey;
mod table;
mod tablebase;
mod tree;
mod value;
mod verify;
mod web;

use crate::door::door;
use crate::reply::Replied;
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy::{Problem, Question, Subject, Text};

/// The words that say what is asked about.
#[derive(clap::Args)]
struct Asked {
    /// A file, `-`, a name of the library, or a position such as `Nim(3) + Nim(5)`.
    #[arg(allow_negative_numbers = true)]
    game: String,
    /// An expression, numbers or the game's arguments (`50`, `3 5 7`, `n = 4`), a bare picture, `-`, or `@FILE`.
    #[arg(allow_negative_numbers = true)]
    position: Vec<String>,
}

impl Asked {
    /// GAME and POSITION, read.
    fn read(&self) -> Result<(Subject, Option<Text>), Problem> {
        let words = self.position.join(" ");
        door().read(&self.game, (!self.position.is_empty()).then_some(words.as_str()))
    }

    /// The position.
    fn question(&self) -> Result<Question, Problem> {
        let (subject, position) = self.read()?;
        subject.question(position.as_ref(), door().engine)
    }
}

/// A position for each line of a text that is not empty and no remark.
fn cases(input: &Text) -> Vec<Text> {
    let lines = input.text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    lines.map(Text::position).collect()
}

/// For clap: one of several named things.
pub fn choice<T: Copy + Send + Sync + 'static>(all: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|(name, _)| *name));
    names.map(|name| all.iter().find(|(other, _)| *other == name).expect("clap takes these names only").1)
}

/// The commands. The arguments of each are made when it is named: making all takes a fifth of a start.
#[derive(Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Say who wins, by which moves, how soon, by how much.
    Solve(solve::Args),
    /// See who wins without a search: pairings, twins, strategy stealing.
    Strategy(strategy::Args),
    /// List every legal move of a position.
    Moves(moves::Args),
    /// Say which methods will answer a question, in which order, and why.
    Plan(plan::Args),
    /// Play against the program, with hints, undo, saved games.
    Play(play::Args),
    /// Count sequences of moves by length.
    Perft(perft::Args),
    /// Check rule files: diagnostics, splits and symmetries, expectations, claims.
    Check(check::Args),
    /// Write a standalone function of a game in C++, Python or Rust.
    Export(export::Args),
    /// Say what a code of a message means.
    Explain(explain::Args),
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
    /// Solve every position of a game once and keep it in a file: build, query, stats, verify.
    Tablebase(tablebase::Args),
    /// Solve an extensive game of perfect information by backward induction.
    Tree(tree::Args),
    /// Misère play of a heap game: its quotient, genus, and the winning moves of sums.
    Misere(misere::Args),
    /// The calculator of game values: canonical forms, comparisons, thermographs.
    Value(value::Args),
    /// Write a game as one file to play on without a server.
    Page(page::Args),
    /// Open the page in a browser: write rules, see who wins and why, play.
    Web(web::Args),
    /// Serve an editor: mistakes while typing, hover, completion, rename, facts.
    Lsp(lsp::Args),
    /// Answer the questions of a page; started by `web`.
    #[command(hide = true)]
    Worker(web::WorkerArgs),
}

impl Command {
    /// Does what was asked.
    pub fn run(self) -> Replied {
        match self {
            Command::Solve(args) => solve::run(args),
            Command::Strategy(args) => strategy::run(args),
            Command::Moves(args) => moves::run(args),
            Command::Plan(args) => plan::run(args),
            Command::Play(args) => play::run(args),
            Command::Perft(args) => perft::run(args),
            Command::Check(args) => check::run(args),
            Command::Export(args) => export::run(args),
            Command::Explain(args) => explain::run(args),
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
            Command::Tablebase(args) => tablebase::run(args),
            Command::Tree(args) => tree::run(args),
            Command::Misere(args) => misere::run(args),
            Command::Value(args) => value::run(args),
            Command::Page(args) => page::run(args),
            Command::Web(args) => web::run(args),
            Command::Lsp(args) => lsp::run(args),
            Command::Worker(args) => web::work(args),
        }
    }
}
