use super::output::Output;
use crate::command::Asked;
use crate::door::door;
use crate::reply::Replied;
use grundy::picture::board_picture;

/// Which position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw board tic-tac-toe 'XX.|OO.|...' -o board.svg
  grundy draw board 'Nim(3) + Nim(5) + Nim(7)' -o heaps.svg
  grundy draw board chomp 'R = 3, C = 4' -o chomp.png
  grundy draw board cram 'R = 5, C = 6' --pairs -o pairs.svg
  grundy draw board kayles 12")]
pub struct Args {
    #[command(flatten)]
    asked: Asked,
    /// Who is about to move: a player's name.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Draw the pairs of a pairing that shows who wins, instead of values.
    #[arg(long)]
    pairs: bool,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Replied {
    args.output.format()?;
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let budget = terminal.budget();
    let (how, title) = ((args.first.as_deref(), args.pairs), args.output.title.as_deref());
    let drawn = board_picture(&subject, position.as_ref(), how, title, door().engine, &budget)?;
    args.output.finish(&drawn, &budget)
}
