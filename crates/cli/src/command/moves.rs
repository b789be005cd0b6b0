use crate::door::door;
use crate::reply::{Replied, Reply};
use grundy::Play;
use grundy::tablebase::moves_by_table;
use std::path::PathBuf;

/// Which position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy moves kayles 5
  grundy moves reversi --first Right
  grundy moves --misere 'Kayles(5) + Nim(2)'
  grundy moves 'Nim(3) + Nim(2)' --json")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// Who is about to move: Left or Right, or their names.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Misère play: who cannot move wins. For games that end when nobody can move.
    #[arg(long, conflicts_with_all = ["plain", "tablebase"])]
    misere: bool,
    /// List the moves alone, in the order of the rules, without what they are worth.
    #[arg(long)]
    plain: bool,
    /// Look up what the moves are worth in this tablebase of the game.
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    tablebase: Option<PathBuf>,
}

/// Every legal move, the best first, where it leads and what it is worth.
pub fn run(args: Args) -> Replied {
    let question = args.asked.question()?;
    let mover = question.mover(args.first.as_deref())?;
    let terminal = door().watch();
    let budget = terminal.budget();
    if let Some(file) = &args.tablebase {
        let table = super::tablebase::open(file)?;
        return Ok(Reply::of(&moves_by_table(&table, &question, mover.side, &budget)?));
    }
    if args.plain {
        return Ok(Reply::of(&grundy::legal_moves(&question, mover.side, &budget)?));
    }
    let play = if args.misere { Play::Misere } else { Play::AsWritten };
    Ok(Reply::of(&grundy::moves(&question, mover.side, play, &budget)?))
}
