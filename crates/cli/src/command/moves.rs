use crate::asked;
use crate::reply::{Exit, Outcome, Reply};
use crate::terminal;
use grundy_answer::{Progress, Watch};
use grundy_run::{Flow, Move, Side, Stuck, Successor, Turn};
use serde_json::{Value, json};
use std::fmt::Write;

/// Which position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy moves kayles 5
  grundy moves reversi --first Right
  grundy moves 'Nim(3) + Nim(2)' --json")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// An expression, the game's arguments, a bare picture, `-`, or `@FILE`.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Who is about to move: Left or Right, or their names.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
}

/// Every legal move, in the order of the rules, and what it leads to.
pub fn run(args: Args) -> Outcome {
    let asked = asked::position(&args.game, args.position.as_deref())?;
    let players = super::solve::players(&asked.position);
    let mover = match args.first.as_deref() {
        Some(name) => super::solve::starter(name, &players)?,
        None => Side::Left,
    };
    let mut text = String::new();
    let mut moves: Vec<Value> = Vec::new();
    let mut over = None;
    let (watch, mut stop) = (terminal::watch(), None);
    for (number, part) in asked.position.parts.iter().enumerate() {
        let fault = |diagnostic: Box<grundy_rule::Diagnostic>| asked::fault(&diagnostic);
        if let [only] = &asked.position.parts[..] {
            over = only.game.ending(&only.packed, mover, Stuck::No).map_err(fault)?;
        }
        if over.is_some() {
            break;
        }
        let mut list = |one: Move, to: Successor| {
            stop = watch.tick(Progress { what: "moves", done: moves.len() as u64, total: None, bytes: 0 });
            if stop.is_some() {
                return Flow::Stop;
            }
            let name = part.game.move_text(&one);
            let parts: Vec<String> = to.parts.iter().map(ToString::to_string).collect();
            let becomes = if parts.is_empty() { "nothing".to_string() } else { parts.join(" + ") };
            let mut json = json!({ "move": name, "component": number, "to": becomes });
            let mut remarks = String::new();
            if to.gain != 0 {
                json["gain"] = json!(to.gain);
                let _ = write!(remarks, "  gains {}", to.gain);
            }
            if to.turn == Turn::Stays {
                json["again"] = json!(true);
                remarks.push_str("  moves again");
            }
            let _ = writeln!(text, "{name} -> {becomes}{remarks}");
            moves.push(json);
            Flow::On
        };
        part.game.each_move(&part.packed, mover, &mut list).map_err(fault)?;
        if stop.is_some() {
            break;
        }
    }
    let head = match (&over, moves.len()) {
        (Some(_), _) => "the game is over".to_string(),
        (None, count) if stop.is_some() => format!("the first {count} moves"),
        (None, 0) => format!("{} has no move", players[mover as usize]),
        (None, 1) => "1 move".to_string(),
        (None, count) => format!("{count} moves"),
    };
    let mut json = json!({
        "position": asked.position.to_string(),
        "mover": players[mover as usize],
        "over": over.is_some(),
    });
    json["moves"] = Value::Array(moves);
    if let Some(stop) = stop {
        let _ = writeln!(text, "{stop}");
        json["stopped"] = json!(stop.to_string());
    }
    let exit = if stop.is_some() { Exit::Limit } else { Exit::Fine };
    Ok(Reply { text: format!("{}: {head}\n{text}", asked.position), json, exit })
}
