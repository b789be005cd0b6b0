//! `grundy misere`: the quotient of a code heap by heap, checked, and sums read off it.

mod growing;
mod report;
mod survey;

use crate::reply::Outcome;
use crate::terminal;
use grundy_heap::Code;
use std::path::PathBuf;

/// A sum with a heap above this has too many moves to list.
const LARGEST_HEAP: u32 = 100_000;

/// How far to go when neither `--to` nor `--sum` says so.
const DEFAULT_TO: u32 = 200;

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
    #[arg(long, value_name = "HEAPS", value_parser = parse_sum)]
    sum: Option<Sum>,

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

/// The heaps of `--sum`.
#[derive(Clone, Debug)]
struct Sum(Vec<u32>);

/// The quotient, or the survey.
pub fn run(args: Args) -> Outcome {
    if args.code == "survey" {
        return survey::run(&args);
    }
    let code: Code = super::sequence::code_or_rules(&args.code)?;
    let watch = terminal::watch();
    let largest = args.sum.as_ref().and_then(|sum| sum.0.iter().copied().max());
    let to = args.to.or(largest).unwrap_or(DEFAULT_TO).max(largest.unwrap_or(0));
    let (growth, halt) = growing::grow(&args, &code, to, &watch)?;
    report::reply(&args, &code, &growth, halt, &watch)
}

fn parse_sum(text: &str) -> Result<Sum, String> {
    let heap = |word: &str| match word.trim().parse() {
        Ok(heap) if heap <= LARGEST_HEAP => Ok(heap),
        Ok(heap) => Err(format!("heap {heap} is above {LARGEST_HEAP}, the largest whose moves are listed")),
        Err(_) => Err(format!("`{word}` is not a heap; write --sum 3,7,12")),
    };
    text.split([',', '+']).map(heap).collect::<Result<Vec<_>, _>>().map(Sum)
}

#[cfg(test)]
mod tests {
    use super::parse_sum;

    #[test]
    fn sums() {
        assert_eq!(parse_sum("3, 7,12").unwrap().0, [3, 7, 12]);
        assert_eq!(parse_sum("0").unwrap().0, [0]);
        assert!(parse_sum("").is_err());
        assert!(parse_sum("3,,4").is_err());
        assert!(parse_sum("100001").unwrap_err().contains("largest"));
        assert!(parse_sum("99999999999").unwrap_err().contains("not a heap"));
    }
}
