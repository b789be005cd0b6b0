use crate::door::door;
use crate::reply::{Replied, Reply};
use grundy::{Range, Show};

/// Which game, over which ranges, and what to show.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy table kayles --over n=0..100
  grundy table subtraction 'S={1, 3, 4}' --over n=0..30 --show outcome
  grundy table wythoff 'Wythoff([x, y])' --over x=0..10,y=0..10 --csv
  grundy table domineering --over R=1..5,C=1..5 --show value
  grundy table domineering 'R = 2' --over C=1..12 --show temperature
  grundy table domineering --over R=1..4,C=1..4 --show value --latex
  grundy table kayles --over n=0..100 --bfile
  grundy table chomp --over R=1..4,C=1..6 --show winner --json")]
pub struct Args {
    /// A file, `-`, or a name of the library.
    game: String,
    /// A position in which the names of `--over` stand for numbers, or the arguments that stay the same.
    position: Option<String>,
    /// One or two ranges: `n=0..100`, or `x=0..30,y=0..30`.
    #[arg(long, required = true, value_delimiter = ',')]
    over: Vec<Range>,
    /// What each cell shows; otherwise the Grundy value, the margin, the outcome class or the winner, the first that fits.
    #[arg(long, value_parser = super::choice(&Show::ALL))]
    show: Option<Show>,
    /// Comma-separated values, one line per cell.
    #[arg(long)]
    csv: bool,
    /// A table of Markdown.
    #[arg(long, conflicts_with = "csv")]
    markdown: bool,
    /// A tabular of LaTeX.
    #[arg(long, conflicts_with_all = ["csv", "markdown"])]
    latex: bool,
    /// A b-file of the OEIS: whole numbers over one range.
    #[arg(long, conflicts_with_all = ["csv", "markdown", "latex"])]
    bfile: bool,
}

/// Values or outcomes over one or two ranges.
pub fn run(args: Args) -> Replied {
    let (subject, position) = door().read(&args.game, args.position.as_deref())?;
    let terminal = door().watch();
    let over = (args.over.as_slice(), args.show);
    match grundy::table(&subject, position.as_ref(), over, door().engine, &terminal.budget())? {
        Ok(mut table) => {
            table.game = args.game;
            let mut reply = Reply::of(&table);
            if args.csv {
                reply.text = table.csv().into();
            } else if args.markdown {
                reply.text = table.markdown().into();
            } else if args.latex {
                reply.text = table.latex().into();
            } else if args.bfile {
                reply.text = table.bfile()?.into();
            }
            Ok(reply)
        }
        Err(unsolved) => Ok(Reply::of(&unsolved)),
    }
}
