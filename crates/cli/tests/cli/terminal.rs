//! What a person sees on a terminal: colours, and long answers cut. `script` gives the program a pseudo-terminal.

use super::program::grundy;
use std::process::{Command, Stdio};

/// What `grundy` prints to a terminal; environment as `NAME=value`.
fn on_a_terminal(arguments: &[&str], environment: &str) -> String {
    let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
    let line = format!("TERM=xterm LC_ALL=C {environment} {} {}", env!("CARGO_BIN_EXE_grundy"), quoted.join(" "));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).env_remove("NO_COLOR").stdin(Stdio::null());
    let output = command.output().expect("`script` of util-linux runs");
    String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n")
}

const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const RED: &str = "\x1b[31m";

#[test]
fn win_draw_and_loss_are_seen_at_a_glance() {
    let won = on_a_terminal(&["solve", "nim", "3"], "");
    assert!(won.contains(&format!("{GREEN}the first player wins (outcome N)\x1b[0m\n")), "{won:?}");
    let lost = on_a_terminal(&["solve", "nim", "1", "1"], "");
    assert!(lost.contains(&format!("{RED}the second player wins")), "{lost:?}");
    let drawn = on_a_terminal(&["solve", "tic-tac-toe"], "");
    assert!(drawn.contains(&format!("{YELLOW}a draw (outcome D)\x1b[0m")), "{drawn:?}");
    let moves = on_a_terminal(&["moves", "tic-tac-toe", "X..|.O.|..X"], "");
    assert!(moves.contains(&format!("{YELLOW}draw\x1b[0m")) && moves.contains(&format!("{RED}loss\x1b[0m")));
    let played = on_a_terminal(&["play", "nim", "4", "--side", "none"], "");
    assert!(played.contains(&format!("{GREEN}the game is over: Left wins")), "{played:?}");
    let refuted = on_a_terminal(&["refute", "nim", "5", "take(4)"], "");
    assert!(refuted.contains(&format!("{RED}bad: it turns a win into a loss")), "{refuted:?}");
    let mistake = on_a_terminal(&["solve", "nimm"], "");
    assert!(mistake.contains(&format!("{RED}error[E55]\x1b[0m: ")), "{mistake:?}");
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    assert!(!on_a_terminal(&["solve", "nim", "3"], "NO_COLOR=1").contains('\x1b'));
    assert!(!on_a_terminal(&["solve", "nim", "3", "--color", "never"], "").contains('\x1b'));
    assert!(!on_a_terminal(&["solve", "nim", "3", "--json"], "").contains('\x1b'));
    assert!(!grundy(&["solve", "nim", "3"]).out.contains('\x1b'));
    assert!(grundy(&["solve", "nim", "3", "--color", "always"]).out.contains(GREEN));
    assert!(!grundy(&["solve", "nim", "3", "--color", "always", "--json"]).out.contains('\x1b'));
}

/// Without progress, which a slow machine shows.
#[test]
fn long_answers_are_cut_on_a_terminal() {
    let whole = grundy(&["draw", "tree", "nim"]).out;
    let lines = whole.lines().count();
    assert!(lines > 1000, "{lines} lines");
    let cut = on_a_terminal(&["draw", "tree", "nim", "--quiet"], "");
    assert_eq!(cut.lines().count(), 301);
    let last = format!("... {} more lines: `--full` prints them all", lines - 300);
    assert_eq!(cut.lines().last(), Some(last.as_str()));
    assert_eq!(on_a_terminal(&["draw", "tree", "nim", "--quiet", "--full"], ""), whole);
    let json = on_a_terminal(&["draw", "tree", "nim", "--quiet", "--json"], "");
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    let short = on_a_terminal(&["games", "nim"], "");
    assert_eq!(short, grundy(&["games", "nim"]).out);
}
