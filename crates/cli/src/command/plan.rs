use crate::door::door;
use crate::reply::{Replied, Reply};
use grundy::{Play, Session, Want};

/// Which position, and what will be asked of it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy plan kayles 1000
  grundy plan connect4
  grundy plan domineering 'R = 8, C = 8' --plies
  grundy plan nim 3 5 7 --misere --json")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// As `solve --plies`: moves to the end are wanted.
    #[arg(long)]
    plies: bool,
    /// As `solve --value`: the canonical value is wanted.
    #[arg(long)]
    value: bool,
    /// As `solve --misere`: who cannot move wins.
    #[arg(long)]
    misere: bool,
}

/// The methods that `solve` will try, in which order, and why.
pub fn run(args: Args) -> Replied {
    let question = args.asked.question()?;
    let terminal = door().watch();
    let budget = terminal.budget();
    let play = if args.misere { Play::Misere } else { Play::AsWritten };
    let want = Want { plies: args.plies, value: args.value, ..Want::default() };
    Ok(Reply::of(&grundy::plan(&mut Session::open(question, play, &budget)?, &want)?))
}
