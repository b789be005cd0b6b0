use super::output::Output;
use crate::command::choice;
use crate::door::door;
use crate::reply::Replied;
use grundy::picture::{NimTable, nimber_picture};

/// Which table.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw matrix nim
  grundy draw matrix nimproduct --size 16 -o product.svg")]
pub struct Args {
    /// nim (addition) or nimproduct.
    #[arg(value_parser = choice(&TABLES))]
    table: NimTable,
    /// The numbers below this one.
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u64).range(1..=256))]
    size: u64,
    #[command(flatten)]
    output: Output,
}

const TABLES: [(&str, NimTable); 2] = [("nim", NimTable::Sum), ("nimproduct", NimTable::Product)];

/// Draws it.
pub fn run(args: Args) -> Replied {
    args.output.format()?;
    let terminal = door().watch();
    let drawn = nimber_picture(args.table, args.size, args.output.title.as_deref());
    args.output.finish(&drawn, &terminal.budget())
}
