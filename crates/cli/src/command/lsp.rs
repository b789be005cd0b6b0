use crate::Program;
use crate::reply::{Exit, Replied, Reply};
use crate::terminal;
use grundy_lsp::{Ended, Settings, serve};
use serde_json::json;
use std::io::IsTerminal;

/// Nothing to say: the editor says it.
#[derive(clap::Args)]
#[command(after_help = "\
An editor starts it and speaks with it on standard input and output (Language Server Protocol).
docs/editors.md says how Vim, Neovim, VS Code and others are set up; editors/ holds the files.

Examples:
  grundy lsp
  nvim --cmd 'set runtimepath^=editors/vim' my.game
  code --extensionDevelopmentPath=$PWD/editors/vscode my.game")]
pub struct Args {
    /// Speak on standard input and output; it is the only way, and some editors say so.
    #[arg(long)]
    stdio: bool,
}

/// What may be spent on a text that is being written.
const LIMITS: [&str; 7] = ["--json", "--threads", "1", "--time", "6", "--memory", "400M"];

/// Serves an editor until it goes.
pub fn run(_: Args) -> Replied {
    if std::io::stdin().is_terminal() {
        eprintln!("waiting for an editor on standard input; Ctrl-C ends this");
    }
    terminal::begin_session();
    let again = |words: &[&str]| Program::again(&[words, &LIMITS].concat());
    let (program, facts) = again(&["facts", "-"])?;
    let (_, check) = again(&["check", "-", "--each", "1", "--positions", "200"])?;
    let ended = serve(Settings { program, facts, check });
    // The protocol's exit code of an editor that goes without `shutdown` is 1.
    let exit = if ended == Ended::InOrder { Exit::Fine } else { Exit::Refuted };
    Ok(Reply { text: String::new().into(), json: json!({ "served": "stdio" }), exit })
}
