use super::output::Output;
use crate::command::choice;
use crate::door::door;
use crate::reply::Replied;
use grundy::picture::{HeatShow, heat_picture};

/// Of what, over what.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw heat wythoff --over 'p[0]=0..60,p[1]=0..60' -o wythoff.svg
  grundy draw heat queen-walk --over 'at.row=0..7,at.col=0..7'
  grundy draw heat can-i-win --over n=1..10,total=1..40 --show outcome -o win.png
  grundy draw heat kayles --over n=0..100")]
pub struct Args {
    /// A file, `-`, or a name of the library.
    game: String,
    /// The other arguments of the game.
    position: Option<String>,
    /// One or two ranges: a field, a cell of it (`p[0]`, `at.row`) or a parameter.
    #[arg(long, value_name = "NAME=LOW..HIGH[,NAME=LOW..HIGH]")]
    over: String,
    /// What the cells show: values where there are any, or outcome.
    #[arg(long, value_name = "WHAT", default_value = "values", value_parser = choice(&SHOWN))]
    show: HeatShow,
    /// Who starts: a player's name.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    #[command(flatten)]
    output: Output,
}

const SHOWN: [(&str, HeatShow); 2] = [("values", HeatShow::Values), ("outcome", HeatShow::Outcome)];

/// Draws it.
pub fn run(args: Args) -> Replied {
    args.output.format()?;
    let ruleset = door().ruleset(&args.game)?;
    let terminal = door().watch();
    let budget = terminal.budget();
    let how = (args.over.as_str(), args.show, args.first.as_deref());
    let title = args.output.title.as_deref();
    let drawn = heat_picture(&ruleset, args.position.as_deref(), how, title, door().engine, &budget)?;
    args.output.finish(&drawn, &budget)
}
