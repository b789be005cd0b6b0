use crate::reply::{Outcome, Reply};
use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;

/// Which shell.
#[derive(clap::Args)]
pub struct Args {
    /// bash, zsh, fish, elvish or powershell.
    shell: Shell,
}

/// The script, made from the same definitions that parse the arguments.
pub fn run(args: Args) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "grundy", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let json = json!({ "shell": args.shell.to_string(), "script": script });
    Ok(Reply::fine(script, json))
}
