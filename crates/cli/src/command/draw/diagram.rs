use super::output::Output;
use crate::command::Asked;
use crate::door::door;
use crate::reply::{Replied, Reply};
use grundy::picture::{DiagramOptions, diagram_picture};
use grundy::{Problem, Question};
use grundy_draw::Equal;
use grundy_draw::layout::Direction;
use std::path::Path;

/// Of which position, and how much of it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw tree can-i-win 'n = 4, total = 8' -o tree.svg
  grundy draw tree can-i-win 'n = 5, total = 12' --best --label 'sum := sum(k in 1..n if k not in free: k)' -o best.svg
  grundy draw graph 'Nim(1) + Nim(2) + Nim(3)' --colour outcome -o nim.html
  grundy draw graph chomp 'R = 2, C = 3'")]
pub struct Args {
    #[command(flatten)]
    asked: Asked,
    /// Who starts: a player's name.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Keep one best move of the player with the better game, and every reply: the strategy.
    #[arg(long)]
    best: bool,
    /// At most this many moves from the start.
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// At most this many positions; the others are counted.
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES, value_parser = clap::value_parser!(u64).range(1..=200_000))]
    collapse: u64,
    /// A number or condition to show at every position, in the words of the rules; may be repeated.
    #[arg(long, value_name = "[NAME :=] EXPR", allow_hyphen_values = true)]
    label: Vec<String>,
    /// Which way the picture grows: down or right.
    #[arg(long, value_name = "WAY", default_value = "down", value_parser = crate::command::choice(&DIRECTIONS))]
    direction: Direction,
    #[command(flatten)]
    output: Output,
}

const DIRECTIONS: [(&str, Direction); 2] = [("down", Direction::Down), ("right", Direction::Right)];

/// Positions that a picture holds unless another number is asked for.
const USUAL_NODES: u64 = 2000;

/// Draws it.
pub fn run(args: Args, equal: Equal) -> Replied {
    let format = args.output.format()?;
    let question = args.asked.question()?;
    let options = DiagramOptions {
        first: args.first.as_deref(),
        best: args.best,
        depth: args.depth,
        collapse: args.collapse,
        labels: &args.label,
        title: args.output.title.as_deref(),
        format,
    };
    let terminal = door().watch();
    let budget = terminal.budget();
    let drawn = diagram_picture(&question, equal, &options, &budget)?;
    args.output.growing(args.direction).finish(&drawn, &budget)
}

/// Draws the strategy of the player with the better game from a position, with `first` to move.
pub fn best_tree(question: &Question, first: &str, file: &Path) -> Result<Reply, Problem> {
    let output = Output::to(file);
    let options = DiagramOptions {
        first: Some(first),
        best: true,
        depth: None,
        collapse: USUAL_NODES,
        labels: &[],
        title: None,
        format: output.format()?,
    };
    let terminal = door().watch();
    let budget = terminal.budget();
    output.finish(&diagram_picture(question, Equal::Apart, &options, &budget)?, &budget)
}
