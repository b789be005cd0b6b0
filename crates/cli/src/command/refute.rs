//! `grundy refute GAME POSITION MOVE`: the shortest line of play against a bad move, as text, as a drawing of the
//! strategy that punishes it, and as a certificate. A move that is not bad is said to be none.

use super::draw;
use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole::Beside;
use std::path::PathBuf;

/// Which move of which position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy refute tic-tac-toe 'X..|...|...' 'mark((0, 1))' --first Right
  grundy refute chomp 'R = 3, C = 4' 'bite((2, 3))' --draw why.svg
  grundy refute 'Nim(3) + Nim(5) + Nim(7)' '0: take(3)' --certificate why.cert")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position.
    #[arg(allow_negative_numbers = true)]
    game: String,
    /// An expression, the game's arguments, a bare picture, `-`, or `@FILE`; left out where GAME is a position.
    #[arg(allow_negative_numbers = true)]
    position: String,
    /// The move as `grundy moves` writes it; in a sum with the number of the summand: `0: take(3)`.
    #[arg(value_name = "MOVE")]
    one: Option<String>,
    /// Who makes the move: a player's name. Otherwise Left (or the first of `players`).
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Draw the strategy that punishes it: .svg .html .dot .tikz .png .txt.
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Write the evidence, for `grundy verify`; a name that ends in .txt is plain text.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// Why a move is bad, or that it is not.
pub fn run(args: Args) -> Replied {
    let (position, one) = match &args.one {
        Some(one) => (Some(args.position.as_str()), one),
        None => (None, &args.position),
    };
    let question = door().question(&args.game, position)?;
    let mover = question.mover(args.first.as_deref())?.side;
    let terminal = door().watch();
    let budget = terminal.budget();
    let mut answer = match grundy::refute(&question, one, mover, &budget)? {
        Ok(answer) => answer,
        Err(unsolved) => return Ok(Reply::of(&unsolved)),
    };
    if let Some(file) = &args.draw {
        let (after, mover) = &answer.after;
        let drawn = draw::best_tree(after, &after.players()[*mover as usize], file)?;
        answer.drawing = Some((drawn.text.into_text(), drawn.json));
    }
    if let Some(file) = &args.certificate {
        let mut out = Beside::begin(file)?;
        answer.certify((&mut out, super::solve::packing(file), &file.to_string_lossy()), &budget)?;
        out.finish()?;
    }
    Ok(Reply::of(&answer))
}
