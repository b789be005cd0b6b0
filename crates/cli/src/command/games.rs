use crate::door::door;
use crate::reply::{Replied, Reply};

/// What to look for.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy games                    the whole library
  grundy games nim                games with `nim` in their names or remarks
  grundy games --show kayles      the rules of one, as written")]
pub struct Args {
    /// Words that must all occur in the names or the remarks of a game.
    words: Vec<String>,

    /// Print this game's file.
    #[arg(long, value_name = "NAME", conflicts_with = "words")]
    show: Option<String>,
}

/// Lists the games that fit, in the order of their files' names.
pub fn run(args: Args) -> Replied {
    match args.show {
        Some(name) => Ok(Reply::of(&door().library.show(&name)?)),
        None => Ok(Reply::of(&door().library.list(&args.words))),
    }
}
