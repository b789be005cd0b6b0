use crate::reply::{Replied, Reply};
use clap::CommandFactory;
use grundy::Problem;
use serde_json::json;

/// Nothing to say.
#[derive(clap::Args)]
pub struct Args {}

/// The manual page, made from the same definitions that parse the arguments.
pub fn run(_: Args) -> Replied {
    let mut page = Vec::new();
    clap_mangen::Man::new(crate::Cli::command())
        .render(&mut page)
        .map_err(|error| Problem::bad_input("man", error.to_string()))?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let json = json!({ "page": page });
    Ok(Reply::fine(page, json))
}
