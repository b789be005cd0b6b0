use crate::door::door;
use crate::number::number;
use crate::reply::{Replied, Reply};
use crate::whole;
use std::path::PathBuf;

/// Which codes, how far, and where to keep what is done.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy survey octal --digits 2
  grundy survey octal --digits 3 --to 1e5 --save survey.tsv")]
pub struct Args {
    /// The family of codes.
    #[arg(value_name = "FAMILY")]
    family: Family,

    /// Codes of up to this many digits after the point.
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..=4))]
    digits: u32,

    /// Compute at most this many values of each code.
    #[arg(long, value_name = "N", value_parser = number, default_value = "16384")]
    to: u64,

    /// Go on from this file if it is there, and keep what is done in it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Families that can be surveyed.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Family {
    /// `0.d1d2d3` with digits 0 to 7.
    Octal,
}

/// Classifies, compares, and prints the table.
pub fn run(args: Args) -> Replied {
    let Family::Octal = args.family;
    let terminal = door().watch();
    let budget = terminal.budget();
    let answer =
        whole::keeping(args.save.as_deref(), |keeping| grundy::survey(args.digits, args.to, keeping, &budget))?;
    Ok(Reply::of(&answer))
}
