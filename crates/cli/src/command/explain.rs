use crate::reply::{Replied, Reply};

/// Which code.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy explain E07
  grundy explain W05 --json")]
pub struct Args {
    /// The code of a message.
    code: String,
}

/// What a code means, what to do about it, and what brings it about.
pub fn run(args: Args) -> Replied {
    Ok(Reply::of(&grundy::explain_code(&args.code)?))
}
