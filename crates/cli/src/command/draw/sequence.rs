use super::output::Output;
use crate::door::door;
use crate::number::number;
use crate::reply::Replied;
use grundy::Code;
use grundy::picture::sequence_picture;

/// Of what, and how far.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw sequence 0.77 --to 300 -o kayles.svg
  grundy draw sequence 'S{2,5,7}' --to 120
  grundy draw sequence grundys-game --to 200 -o grundy.png")]
pub struct Args {
    /// The code of a heap game, or a file or library name whose game has one `nat`.
    code: String,
    /// Values of 0, 1, ..., N (at most 10^7).
    #[arg(long, value_name = "N", default_value = "200", value_parser = number)]
    to: u64,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Replied {
    args.output.format()?;
    let terminal = door().watch();
    let budget = terminal.budget();
    let ruleset;
    let of = match args.code.parse::<Code>() {
        Ok(code) => Ok(code),
        Err(_) => {
            ruleset = door().ruleset(&args.code)?;
            Err(&ruleset)
        }
    };
    let drawn = sequence_picture(of, args.to, args.output.title.as_deref(), door().engine, &budget)?;
    args.output.finish(&drawn, &budget)
}
