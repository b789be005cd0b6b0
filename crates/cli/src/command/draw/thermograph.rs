use super::output::Output;
use crate::command::value::positions;
use crate::door::door;
use crate::reply::Replied;
use grundy::picture::thermograph_picture;

/// Of which value.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw thermograph '{2||1|0}' -o t.svg
  grundy draw thermograph '{4|{2|-2}} + {1|-1}' -o t.png
  grundy draw thermograph 'Domineering(R=3, C=4)' -o d.svg")]
pub struct Args {
    /// An expression of the calculator (see `grundy value --help`).
    #[arg(allow_hyphen_values = true)]
    expr: String,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Replied {
    args.output.format()?;
    let terminal = door().watch();
    let budget = terminal.budget();
    let drawn = thermograph_picture(&args.expr, &positions(), args.output.title.as_deref(), &budget)?;
    args.output.finish(&drawn, &budget)
}
