use crate::door::door;
use crate::reply::{Replied, Reply};
use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use serde_json::json;

/// Which shell.
#[derive(clap::Args)]
pub struct Args {
    /// bash, zsh, fish, elvish or powershell.
    shell: Shell,
}

/// The script, made from the same definitions that parse the arguments.
pub fn run(args: Args) -> Replied {
    let mut script = Vec::new();
    let mut command = crate::Cli::command();
    command.build();
    let names: Vec<&str> = door().library.entries().iter().map(|entry| entry.stem.as_str()).collect();
    let takes_game: Vec<String> = command
        .get_subcommands()
        .filter(|one| one.get_positionals().next().is_some_and(|first| first.get_id() == "game"))
        .map(|one| one.get_name().to_string())
        .collect();
    for name in takes_game {
        // Files and positions are taken as well: this command is never parsed with.
        let games = PossibleValuesParser::new(names.clone());
        let listed = |arg: clap::Arg| if arg.get_id() == "game" { arg.value_parser(games.clone()) } else { arg };
        command = command.mut_subcommand(name, |one| one.mut_args(listed));
    }
    clap_complete::generate(args.shell, &mut command, "grundy", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let json = json!({ "shell": args.shell.to_string(), "script": script });
    Ok(Reply::fine(script, json))
}
