use super::sequence::heap_game;
use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{HeapSum, QuotientWant};
use std::path::PathBuf;
use std::time::Duration;

/// The most seconds that one code of a survey can be given.
const MOST_SECONDS: f64 = 1e9;

/// Which game, how far, and what to show.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy misere 0.77                       a complete quotient: order 40, period 12
  grundy misere 0.07 --to 33               a partial one: order 638
  grundy misere 0.123 --sum 3,7,12         who wins three heaps, and every winning move
  grundy misere 0.77 --to 20 --genus       genus and canonical form of each heap
  grundy misere 0.16 --to 18 --time 60 --save 016.quotient    stop and go on later
  grundy misere survey --each 2            every octal code of two digits

The code may be octal (0.77), hexadecimal (0x0.8), a subtraction set (S{1,3,4}), all-but (AllBut{2}) or with
unequal heaps (4.u). Going on stops as soon as the quotient is proved complete.")]
pub struct Args {
    /// A heap game, or the word `survey`.
    code: String,

    /// The largest heap; by default the largest of the sum, else 200.
    #[arg(long, value_name = "N")]
    to: Option<u32>,

    /// Heaps of a sum, separated by commas; its outcome and all winning moves are read off the quotient.
    #[arg(long, value_name = "HEAPS")]
    sum: Option<HeapSum>,

    /// Also give the genus, the species and the canonical form of each heap.
    #[arg(long)]
    genus: bool,

    /// Also print the multiplication table.
    #[arg(long)]
    table: bool,

    /// Keep the work in this file, and go on from it if it is there.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Give up when so many copies of one heap repeat nothing (the quotient is then probably infinite).
    #[arg(long, value_name = "N", default_value_t = 256)]
    copies: u32,

    /// With `survey`: seconds for each code.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    each: f64,
}

/// The quotient, or the survey.
pub fn run(args: Args) -> Replied {
    if args.code == "survey" {
        let each = Duration::from_secs_f64(args.each.clamp(0.0, MOST_SECONDS));
        let terminal = door().watch();
        return Ok(Reply::of(&grundy::survey_quotients(args.to, args.copies, each, &terminal.budget())?));
    }
    let game = heap_game(std::slice::from_ref(&args.code))?;
    let want = QuotientWant { to: args.to, copies: args.copies, sum: args.sum, genus: args.genus, table: args.table };
    let terminal = door().watch();
    let budget = terminal.budget();
    let answer = whole::keeping(args.save.as_deref(), |keeping| grundy::quotient(&game, &want, keeping, &budget))?;
    Ok(Reply::of(&answer))
}
