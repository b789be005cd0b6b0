mod explain;

use crate::asked;
use crate::evidence;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::strategy;
use crate::terminal::{self, Within};
use grundy_prove::Effort;
use grundy_run::{Position, Side};
use grundy_solve::{Answer, Class, Grundy, Play, Question, Refusal, Session, Winner};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;

/// What to solve, for whom, within which limits.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy solve kayles 50
  grundy solve nim 'Nim(3) + Nim(5) + Nim(7)'
  grundy solve 'Subtraction(100, S = {1, 3, 4})'
  grundy solve tic-tac-toe 'XX.|OO.|...'
  grundy solve 'Nim(3) + Nim(5) + Nim(7)' --explain
  grundy solve --misere 'Kayles(9) + Nim(4)'
  grundy solve tic-tac-toe --certificate draw.cert
  grundy solve my.game --first Bob --json")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position such as `Nim(3) + Nim(5)`.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// An expression, the game's arguments (`50`, `3, 5`), a bare picture, `-`, or `@FILE`.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Who starts: a player's name. Otherwise Left (or the first of `players`).
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Count the moves to the end even if that takes long.
    #[arg(long)]
    plies: bool,
    /// Compute the canonical value even if that takes long.
    #[arg(long)]
    value: bool,
    /// Misère play: who cannot move wins. For games that end when nobody can move.
    #[arg(long)]
    misere: bool,
    /// Say why: refutations, the mex line, the columns of a sum in binary.
    #[arg(long)]
    explain: bool,
    /// Write the evidence, for `grundy verify`; a name that ends in .txt is plain text.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// What the certificate proves, if not all that it can.
    #[arg(long, value_name = "KIND", value_enum, requires = "certificate")]
    proves: Option<evidence::About>,
}

/// Seconds for an explanation, beside those of the answer.
const EXPLAINED: f64 = 20.0;

/// Seconds for a search whose winner is known beforehand, though not the move.
const SOUGHT: f64 = 10.0;

/// Who wins, by which moves, how soon, by how much.
pub fn run(args: Args) -> Outcome {
    let asked = match asked::position(&args.game, args.position.as_deref()) {
        Ok(asked) => asked,
        Err(failure) if args.misere => return Err(failure),
        Err(failure) => {
            let file = args.certificate.as_deref();
            return super::strategy::unsought(&args.game, args.position.as_deref(), file, failure);
        }
    };
    let players = players(&asked.position);
    let first = args.first.as_deref().map(|name| starter(name, &players)).transpose()?;
    let watch = terminal::watch();
    let play = if args.misere { Play::Misere } else { Play::AsWritten };
    let mut unsearched = None;
    let searched = args.plies || args.value || args.proves.is_some();
    if !searched && play == Play::AsWritten && strategy::is_large(&asked.position) {
        let seen = strategy::seen(&args.game, args.position.as_deref(), &Within::new(&watch, EXPLAINED))?;
        if let (Some(file), Some(_)) = (&args.certificate, seen.certificate()) {
            let mut reply = super::strategy::told(&seen, watch.seconds())?;
            super::strategy::certify(&mut reply, &seen, file)?;
            return Ok(reply);
        }
        match &seen.strategy {
            Some(_) if args.certificate.is_some() => {}
            Some(strategy) if strategy.names_moves() => return super::strategy::told(&seen, watch.seconds()),
            Some(_) => unsearched = Some(seen),
            None => {}
        }
    }
    let question = Question { first, plies: args.plies, value: args.value, play };
    let mut session = match Session::under(&asked.position, play) {
        Ok(session) => session,
        Err(refusal) => return refused(refusal, watch.seconds()),
    };
    let claimed =
        !searched && play == Play::AsWritten && asked.position.parts.iter().any(grundy_prove::is_claimed_start);
    let by_claims = by_claims(&asked.position, &watch).filter(|_| play == Play::AsWritten);
    let mut by_law = by_claims.is_some();
    let mut result = match by_claims {
        Some(answer) => Ok(answer),
        _ if unsearched.is_some() || claimed => session.solve(&asked.position, question, &Within::new(&watch, SOUGHT)),
        _ => session.solve(&asked.position, question, &watch),
    };
    if claimed && unsearched.is_none() && matches!(result, Err(Refusal::Stopped(..) | Refusal::OutOfReach(_))) {
        let within = Within::new(&watch, EXPLAINED);
        let told = grundy_prove::answered(&asked.position, Effort::default(), &within);
        by_law |= told.is_some();
        result = told.map_or_else(|| session.solve(&asked.position, question, &watch), Ok);
    }
    let seconds = watch.seconds();
    if let (Some(seen), Err(Refusal::Stopped(..) | Refusal::OutOfReach(_))) = (&unsearched, &result) {
        return super::strategy::told(seen, seconds);
    }
    match result {
        Ok(answer) => {
            let mut text = text(&asked.position, &answer, &players);
            let mut json = json_answer(&asked.position, &answer, &players, seconds);
            if args.explain {
                let within = Within::new(&watch, EXPLAINED);
                let mut lines = explain::explain(&asked.position, &answer, question, &players, &mut session, &within);
                if asked.position.parts.len() == 1
                    && play == Play::AsWritten
                    && let Ok(seen) = strategy::seen(&args.game, args.position.as_deref(), &within)
                    && let Some(strategy) = seen.strategy
                {
                    lines.extend(strategy.words);
                }
                let _ = writeln!(text, "\nwhy\n{}", lines.join("\n"));
                json["explanation"] = json!(lines);
            }
            let by_law = play == Play::AsWritten && (by_law || evidence::is_known_by_period(&asked.position));
            if let (Some(file), true) = (&args.certificate, by_law) {
                let law = evidence::certify_law(&asked, file, &watch)?;
                let _ = writeln!(text, "certificate {}: {law}", file.display());
                json["certificate"] = json!({ "file": file.to_string_lossy(), "proves": law });
            } else if let Some(file) = &args.certificate {
                let start = first.unwrap_or(Side::Left);
                let starters = if answer.by_starter.is_some() { vec![start, start.other()] } else { vec![start] };
                let abouts = args.proves.map_or_else(|| provable(&answer), |about| vec![about]);
                let mut known = Some(session);
                // Play for ever has no length, and some values are beyond any certificate: who wins is proved all the same.
                let mut written: Option<Result<evidence::Written, Failure>> = None;
                for about in abouts {
                    let held = match about {
                        evidence::About::Value | evidence::About::Loopy => None,
                        _ => known.take(),
                    };
                    let known = (held, Some(&answer));
                    let attempt = evidence::certify(&asked, play, (about, &starters), known, file, &watch);
                    let unfit = |failure: &Failure| failure.exit == Exit::BadInput && failure.code != "contradiction";
                    let over = !attempt.as_ref().is_err_and(unfit);
                    written = written.filter(|_| attempt.is_err()).or(Some(attempt));
                    if over {
                        break;
                    }
                }
                let written = written.expect("something is provable")?;
                text.push_str(&written.text(file));
                json["certificate"] = written.json(file);
            }
            let exit = if answer.stopped.is_some() { Exit::Limit } else { Exit::Fine };
            Ok(Reply { text, json, exit })
        }
        Err(refusal) => refused(refusal, seconds),
    }
}

/// What claims say of a position that has too many positions below it to search.
fn by_claims(position: &Position, watch: &dyn grundy_answer::Watch) -> Option<Answer> {
    // Both questions are about the game of a part: each game is asked once.
    let mut games: HashMap<u64, bool> = HashMap::new();
    let asked = position.parts.iter().any(|part| {
        *games
            .entry(part.game.id)
            .or_insert_with(|| grundy_prove::is_beyond_search(part) && grundy_solve::heap_rule(&part.game).is_none())
    });
    // What nobody claims is looked for a while only.
    let claimed = position.parts.iter().any(|part| !part.game.rules.claims.is_empty());
    let within = Within::new(watch, if claimed { f64::INFINITY } else { SOUGHT });
    asked.then(|| grundy_prove::answered(position, Effort::default(), &within)).flatten()
}

/// The kinds of certificates that prove an answer, the one that proves most first.
fn provable(answer: &Answer) -> Vec<evidence::About> {
    let kinds = [
        (answer.margin.is_some(), evidence::About::Margin),
        (matches!(answer.grundy, Some(Grundy::Finite(_))), evidence::About::Grundy),
        (answer.grundy.is_some(), evidence::About::Loopy),
        (answer.grundy.is_none() && answer.value.is_some(), evidence::About::Value),
        (answer.plies.is_some(), evidence::About::Plies),
        (true, evidence::About::Outcome),
    ];
    kinds.into_iter().filter(|(is_told, _)| *is_told).map(|(_, about)| about).collect()
}

/// What cannot be answered, or not yet.
pub fn refused(refusal: Refusal, seconds: f64) -> Outcome {
    match refusal {
        Refusal::Wrong(diagnostic) => Err(asked::fault(&diagnostic)),
        Refusal::Unfit(reason) => Err(Failure::bad_input("E23", reason).remedy("ask about the parts one by one")),
        Refusal::OutOfReach(reason) => Ok(Reply {
            text: format!("no answer: {reason}\n"),
            json: json!({
                "stopped": reason,
                "seconds": seconds,
                "standing": { "kind": "assumed", "reason": format!("nothing is known: {reason}") },
            }),
            exit: Exit::Limit,
        }),
        Refusal::Stopped(stop, done) => {
            let positions = done.positions;
            let mut text = format!("no answer: {stop} after {positions} positions\n");
            let standing = match &done.known {
                Some(known) => {
                    let _ = writeln!(text, "known so far: {known}");
                    json!({ "kind": "proved", "reason": format!("{known}; no more, as {stop}") })
                }
                None => json!({ "kind": "assumed", "reason": format!("nothing is known: {stop}") }),
            };
            let mut json = json!({ "stopped": stop.to_string(), "positions": positions, "seconds": seconds });
            if let Some(known) = done.known {
                json["known"] = json!(known);
            }
            json["standing"] = standing;
            Ok(Reply { text, json, exit: Exit::Limit })
        }
    }
}

/// The players' names of the first component.
pub fn players(position: &Position) -> [String; 2] {
    match position.parts.first() {
        Some(part) => part.game.rules.players.clone(),
        None => ["Left".into(), "Right".into()],
    }
}

/// The player a name means.
pub fn starter(name: &str, players: &[String; 2]) -> Result<Side, Failure> {
    let matches = |player: &str| player.eq_ignore_ascii_case(name);
    if matches(&players[0]) || name.eq_ignore_ascii_case("left") {
        Ok(Side::Left)
    } else if matches(&players[1]) || name.eq_ignore_ascii_case("right") {
        Ok(Side::Right)
    } else {
        let cause = format!("`{name}` does not play here");
        Err(Failure::bad_input("usage", cause).remedy(format!("the players are {} and {}", players[0], players[1])))
    }
}

/// `first`, `second`, `draw`, or a player's name.
pub fn winner_word(winner: Winner, players: &[String; 2]) -> String {
    match winner {
        Winner::First => "first".into(),
        Winner::Second => "second".into(),
        Winner::Draw => "draw".into(),
        Winner::Player(side) => players[side as usize].clone(),
    }
}

/// `N`, `P`, `L`, `R`, `D`.
pub fn class_letter(class: Class) -> &'static str {
    match class {
        Class::N => "N",
        Class::P => "P",
        Class::L => "L",
        Class::R => "R",
        Class::D => "D",
    }
}

/// `4`, or `inf(1, 2)`.
pub fn grundy_text(grundy: &Grundy) -> String {
    match grundy {
        Grundy::Finite(value) => value.to_string(),
        Grundy::Infinite(set) => {
            let set: Vec<String> = set.iter().map(u64::to_string).collect();
            format!("inf({})", set.join(", "))
        }
    }
}

fn json_answer(position: &Position, answer: &Answer, players: &[String; 2], seconds: f64) -> Value {
    let mut json = Map::new();
    if position.parts.len() <= 64 {
        json.insert("position".into(), json!(position.to_string()));
    }
    if let Some(winner) = answer.winner {
        json.insert("winner".into(), json!(winner_word(winner, players)));
    }
    if let Some(class) = answer.outcome {
        json.insert("outcome".into(), json!(class_letter(class)));
    }
    if let Some(by) = answer.by_starter {
        let mut starters = Map::new();
        for (player, winner) in players.iter().zip(by) {
            starters.insert(player.clone(), json!(winner_word(winner, players)));
        }
        json.insert("by_starter".into(), Value::Object(starters));
    }
    if let Some(grundy) = &answer.grundy {
        json.insert(
            "grundy".into(),
            match grundy {
                Grundy::Finite(value) => json!(value),
                Grundy::Infinite(set) => json!({ "infinity": set }),
            },
        );
    }
    if let Some(value) = &answer.value {
        json.insert("value".into(), json!(value));
    }
    if let Some(margin) = answer.margin {
        json.insert("margin".into(), json!(margin));
    }
    if let Some(plies) = answer.plies {
        json.insert("plies".into(), json!(plies));
        json.insert("rounds".into(), json!(plies.div_ceil(2)));
    }
    let moves: Vec<Value> = answer
        .winning_moves
        .iter()
        .map(|one| json!({ "move": one.text, "component": one.component, "to": one.to }))
        .collect();
    json.insert("winning_moves".into(), json!(moves));
    if answer.winning_moves_complete {
        json.insert("winning_move_count".into(), json!(answer.winning_move_count));
    } else {
        json.insert("winning_moves_complete".into(), json!(false));
    }
    if let Some(stop) = answer.stopped {
        json.insert("stopped".into(), json!(stop.to_string()));
    }
    json.insert("line".into(), json!(answer.line));
    json.insert("positions".into(), json!(answer.positions));
    json.insert("seconds".into(), json!(seconds));
    json.insert("standing".into(), json!({ "kind": answer.standing.kind(), "reason": answer.standing.reason() }));
    Value::Object(json)
}

fn text(position: &Position, answer: &Answer, players: &[String; 2]) -> String {
    let mut text = String::new();
    if position.parts.len() <= 12 {
        let _ = writeln!(text, "{position}");
    } else {
        let _ = writeln!(text, "a sum of {} components", position.parts.len());
    }
    if let [part] = &position.parts[..]
        && let Some(board) = part.game.board(&part.packed)
        && board.len() > 1
    {
        for row in board {
            let _ = writeln!(text, "  {row}");
        }
    }
    if let Some(winner) = answer.winner {
        let who = match winner {
            Winner::First => "the first player wins".to_string(),
            Winner::Second => "the second player wins".to_string(),
            Winner::Draw => "a draw".to_string(),
            Winner::Player(side) => format!("{} wins, whoever starts", players[side as usize]),
        };
        let class = answer.outcome.map(|class| format!(" (outcome {})", class_letter(class))).unwrap_or_default();
        let _ = writeln!(text, "{who}{class}");
    }
    if let Some(by) = answer.by_starter {
        for (player, winner) in players.iter().zip(by) {
            let _ = writeln!(text, "  if {player} starts: {}", winner_word(winner, players));
        }
    }
    if let Some(grundy) = &answer.grundy {
        let _ = writeln!(text, "Grundy value {}", grundy_text(grundy));
    }
    if let (Some(value), None) = (&answer.value, &answer.grundy) {
        let _ = writeln!(text, "value {value}");
    }
    if let Some(margin) = answer.margin {
        let _ = writeln!(text, "margin {margin} for the first player");
    }
    if let Some(plies) = answer.plies {
        let _ = writeln!(text, "over in {plies} moves ({} rounds) under best play", plies.div_ceil(2));
    }
    if answer.winning_move_count > 0 {
        let kind = if answer.margin.is_some() { "best" } else { "winning" };
        let least = if answer.winning_moves_complete { "" } else { "at least " };
        let _ = writeln!(text, "{kind} moves: {least}{}", answer.winning_move_count);
        for one in answer.winning_moves.iter().take(20) {
            let _ = writeln!(text, "  {} -> {}", one.text, one.to);
        }
        if answer.winning_move_count > 20 {
            let _ = writeln!(text, "  and {} more", answer.winning_move_count - 20);
        }
    } else if answer.winner == Some(Winner::First) && !answer.winning_moves_complete && answer.stopped.is_none() {
        let _ = writeln!(text, "winning moves: not listed, not every option is spoken of, or there are too many");
    }
    if !answer.line.is_empty() {
        let shown: Vec<&str> = answer.line.iter().take(12).map(String::as_str).collect();
        let more = if answer.line.len() > 12 { ", ..." } else { "" };
        let _ = writeln!(text, "best play: {}{more}", shown.join(", "));
    }
    if let Some(stop) = answer.stopped {
        let _ = writeln!(text, "stopped: {stop}, so not every move was looked at");
    }
    let _ = writeln!(text, "{}", answer.standing);
    text
}
