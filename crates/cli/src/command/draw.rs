//! `grundy draw KIND ...`: pictures of games, written to a file in the format its name asks for.

mod board;
mod diagram;
mod fonts;
mod heat;
mod matrix;
mod output;
mod sequence;
mod thermograph;

use crate::reply::Replied;

pub use diagram::best_tree;

/// What to draw.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw tree can-i-win 'n = 4, total = 8' -o tree.svg
  grundy draw graph 'Nim(1) + Nim(2) + Nim(3)' --colour outcome -o nim.html
  grundy draw board tic-tac-toe 'XX.|OO.|...' -o board.png
  grundy draw heat wythoff --over 'p[0]=0..60,p[1]=0..60' -o wythoff.svg
  grundy draw sequence 0.77 --to 1000 -o kayles.svg
  grundy draw thermograph '{2||1|0}' -o thermograph.tex
  grundy draw matrix nimproduct -o product.svg")]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(clap::Subcommand)]
enum Kind {
    /// The game tree: every way to play, with the value of each position.
    Tree(diagram::Args),
    /// The state graph: equal positions are one node.
    Graph(diagram::Args),
    /// A position as a board, each cell or move marked with the value it leads to.
    Board(board::Args),
    /// Outcomes or values over one or two fields or parameters.
    Heat(heat::Args),
    /// The values of a heap game or of a rule game with one number.
    Sequence(sequence::Args),
    /// The thermograph of a game value.
    Thermograph(thermograph::Args),
    /// The table of nim addition or of the nim product.
    Matrix(matrix::Args),
}

/// Draws.
pub fn run(args: Args) -> Replied {
    match args.kind {
        Kind::Tree(args) => diagram::run(args, grundy_draw::Equal::Apart),
        Kind::Graph(args) => diagram::run(args, grundy_draw::Equal::Merged),
        Kind::Board(args) => board::run(args),
        Kind::Heat(args) => heat::run(args),
        Kind::Sequence(args) => sequence::run(args),
        Kind::Thermograph(args) => thermograph::run(args),
        Kind::Matrix(args) => matrix::run(args),
    }
}
