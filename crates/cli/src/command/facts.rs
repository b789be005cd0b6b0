use crate::door::door;
use crate::reply::{Replied, Reply};

/// Which game.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy facts kayles
  grundy facts my.game --json")]
pub struct Args {
    /// A file, `-`, or a name of the library.
    game: String,
}

/// What is proved about a game, and why.
pub fn run(args: Args) -> Replied {
    Ok(Reply::of(&grundy::facts(&door().ruleset(&args.game)?, door().engine)))
}
