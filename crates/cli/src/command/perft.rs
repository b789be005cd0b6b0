use crate::door::door;
use crate::reply::{Replied, Reply};

/// Which position, how deep.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy perft tic-tac-toe --depth 9
  grundy perft reversi --depth 5
  grundy perft amazons --depth 1 --json")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// Count sequences of up to this many moves.
    #[arg(long, default_value_t = 4)]
    depth: usize,
}

/// Sequences of moves per depth, and those after which the game is over.
pub fn run(args: Args) -> Replied {
    let question = args.asked.question()?;
    let terminal = door().watch();
    Ok(Reply::of(&grundy::perft(&question, args.depth, &terminal.budget())?))
}
