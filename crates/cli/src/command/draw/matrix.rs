//! `grundy draw matrix nim|nimproduct`: the tables of the nimbers.

use super::output::{Account, Output};
use crate::reply::Outcome;
use grundy_answer::Standing;
use grundy_draw::{MatrixTable, Picture, nim_table};
use grundy_value::Nimber;
use serde_json::json;

/// Which table.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw matrix nim
  grundy draw matrix nimproduct --size 16 -o product.svg")]
pub struct Args {
    /// nim (addition) or nimproduct.
    #[arg(value_parser = ["nim", "nimproduct"])]
    table: String,
    /// The numbers below this one.
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u64).range(1..=256))]
    size: u64,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Outcome {
    args.output.format()?;
    let watch = args.output.watch();
    let (title, table) = match args.table.as_str() {
        "nim" => ("Nim addition", nim_table(args.size)),
        // Numbers below 2^8 are closed under the product (Conway, ONAG ch. 6), so it fits 64 bits.
        _ => (
            "Nim product",
            MatrixTable::of_operation("⊗", args.size, |a, b| (Nimber(a.into()) * Nimber(b.into())).0 as u64),
        ),
    };
    let mut account = Account { text: format!("{title} of the numbers below {}", args.size), ..Account::default() };
    account.json.insert("size".into(), json!(args.size));
    let standing = Standing::Proved("computed from the definition".to_string());
    account.json.insert("standing".into(), json!({ "kind": standing.kind(), "reason": standing.reason() }));
    let title = args.output.title.clone().unwrap_or_else(|| title.to_string());
    args.output.finish(&Picture::Matrix(MatrixTable { title, ..table }), account, &watch)
}
