//! `grundy refute GAME POSITION MOVE`: the shortest line of play against a bad move, as text, as a drawing of the
//! strategy that punishes it, and as a certificate. A move that is not bad is said to be none.

use super::draw;
use super::solve::{players, refused, starter};
use crate::asked::{self, Asked};
use crate::evidence::{self, About};
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::{self, Within};
use grundy_answer::Watch;
use grundy_run::Side;
use grundy_solve::{Finish, Play, Playing, Refusal, Result3, Session, Step, Telling};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

/// A line of play longer than this is cut.
const LONGEST_LINE: usize = 60;

/// Seconds to look for the quickest line; after that any line that wins is shown.
const HURRIED: f64 = 20.0;

/// Which move of which position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy refute tic-tac-toe 'X..|...|...' 'mark((0, 1))' --first Right
  grundy refute chomp 'R = 3, C = 4' 'bite((2, 3))' --draw why.svg
  grundy refute 'Nim(3) + Nim(5) + Nim(7)' '0: take(3)' --certificate why.cert")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// An expression, the game's arguments, a bare picture, `-`, or `@FILE`; left out where GAME is a position.
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// The move as `grundy moves` writes it; in a sum with the number of the summand: `0: take(3)`.
    #[arg(value_name = "MOVE")]
    one: Option<String>,
    /// Who makes the move: a player's name. Otherwise Left (or the first of `players`).
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Draw the strategy that punishes it: .svg .html .dot .tikz .png .txt.
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Write the evidence, for `grundy verify`; a name that ends in .txt is plain text.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// What a game in play is worth to one player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Prospect {
    result: Result3,
    /// His points less the other's in the end, in scoring games.
    margin: Option<i64>,
    plies: Option<u32>,
}

impl Prospect {
    /// Whether a player prefers this: more points, a better result, a quicker win, a slower loss.
    fn is_better(self, than: Prospect) -> bool {
        let key = |one: Prospect| {
            let plies = i64::from(one.plies.unwrap_or(0));
            let soon = match one.result {
                Result3::Win => -plies,
                Result3::Draw => 0,
                Result3::Loss => plies,
            };
            (one.margin, one.result, soon)
        };
        key(self) > key(than)
    }
}

struct Judge<'a> {
    session: Session,
    watch: &'a dyn Watch,
}

impl Judge<'_> {
    fn prospect(&mut self, playing: &Playing, of: Side) -> Result<Prospect, Refusal> {
        let worth = self.session.worth(&playing.position, playing.mover, self.watch)?;
        let mine = playing.mover == of;
        let lead = if of == Side::Left { playing.lead } else { playing.lead.saturating_neg() };
        let margin =
            worth.margin.map(|margin| lead.saturating_add(if mine { margin } else { margin.saturating_neg() }));
        let result = match margin {
            Some(margin) => Result3::of(grundy_run::Ending::Scored(margin), of),
            None if mine => worth.result,
            None => worth.result.reversed(),
        };
        Ok(Prospect { result, margin, plies: worth.plies })
    }

    /// Best play from here on: the winner hurries, the loser delays.
    fn line(&mut self, mut playing: Playing) -> Result<(Vec<Value>, Playing), Refusal> {
        let mut line = Vec::new();
        let mut seen = HashSet::new();
        while line.len() < LONGEST_LINE && seen.insert((playing.position.clone(), playing.mover)) {
            let mut best: Option<(Prospect, Step, Playing)> = None;
            for step in playing.steps().map_err(Refusal::Wrong)? {
                let next = playing.after(&step);
                let prospect = self.prospect(&next, playing.mover)?;
                if best.as_ref().is_none_or(|(best, ..)| prospect.is_better(*best)) {
                    best = Some((prospect, step, next));
                }
            }
            let Some((_, step, next)) = best else { break };
            let by = &players(&playing.position)[playing.mover as usize];
            line.push(json!({ "by": by, "move": step.text, "to": next.position.to_string() }));
            playing = next;
        }
        Ok((line, playing))
    }
}

/// Why a move is bad, or that it is not.
pub fn run(args: Args) -> Outcome {
    let (position, one) = match &args.one {
        Some(one) => (Some(args.position.as_str()), one),
        None => (None, &args.position),
    };
    let asked = asked::position(&args.game, position)?;
    let names = players(&asked.position);
    let mover = args.first.as_deref().map_or(Ok(Side::Left), |name| starter(name, &names))?;
    let playing = Playing::new(asked.position.clone(), mover);
    let steps = playing.steps().map_err(|fault| asked::fault(&fault))?;
    let step = find(&steps, one)?;
    let after = playing.after(step);
    let watch = terminal::watch();
    let judged = judged(&playing, &after, &Within::new(&watch, HURRIED), Telling::Plies);
    let judged = match judged {
        Err(Refusal::Stopped(..) | Refusal::OutOfReach(_)) => self::judged(&playing, &after, &watch, Telling::Values),
        other => other,
    };
    let Judged { before, then, line, last, standing } = match judged {
        Ok(judged) => judged,
        Err(refusal) => return refused(refusal, watch.seconds()),
    };
    let name = &names[mover as usize];
    let bad = before.is_better(Prospect { plies: before.plies, ..then }) || then.result == Result3::Loss;
    let verdict = said(before, then, name);
    let mut text = format!("{}\n{}: {verdict}\n", asked.position, step.text);
    let word = |result: Result3| match result {
        Result3::Win => "win",
        Result3::Draw => "draw",
        Result3::Loss => "loss",
    };
    let mut json = json!({
        "position": asked.position.to_string(), "move": step.text, "by": name, "bad": bad, "verdict": verdict,
        "before": word(before.result), "after": word(then.result),
    });
    if let (Some(before), Some(then)) = (before.margin, then.margin) {
        json["margin_before"] = json!(before);
        json["margin_after"] = json!(then);
    }
    if bad {
        for (number, one) in line.iter().enumerate() {
            let part = |key: &str| one[key].as_str().unwrap_or_default();
            let _ = writeln!(text, "  {}. {}: {} -> {}", number + 1, part("by"), part("move"), part("to"));
        }
        let _ = writeln!(text, "{}", ending(&last, line.len(), &names));
        json["line"] = Value::Array(line);
    }
    json["ends"] = json!(ending(&last, 0, &names));
    let _ = writeln!(text, "{standing}");
    json["standing"] = json!({ "kind": standing.kind(), "reason": standing.reason() });
    let next = &names[after.mover as usize];
    if let Some(file) = &args.draw {
        let game = asked.sources[0].text.clone();
        let at = after.position.to_string();
        // A position of several files is an expression by itself.
        let words = if asked.sources.len() > 1 { vec![at] } else { vec![game, at] };
        let drawn = draw::best_tree(&words, next, file)?;
        text.push_str(&drawn.text);
        json["drawing"] = drawn.json;
    }
    if let Some(file) = &args.certificate {
        let about = match then {
            Prospect { margin: Some(_), .. } => About::Margin,
            Prospect { plies: Some(_), result: Result3::Win | Result3::Loss, .. } => About::Plies,
            _ => About::Outcome,
        };
        let landed = Asked { position: after.position.clone(), sources: asked.sources };
        let written = evidence::certify(&landed, Play::AsWritten, (about, &[after.mover]), (None, None), file, &watch)?;
        text.push_str(&written.text(file));
        json["certificate"] = written.json(file);
    }
    json["seconds"] = json!(watch.seconds());
    Ok(Reply { text, json, exit: if bad { Exit::Fine } else { Exit::Refuted } })
}

struct Judged {
    before: Prospect,
    then: Prospect,
    line: Vec<Value>,
    last: Playing,
    standing: grundy_answer::Standing,
}

/// What the position is worth to its mover before and after the move, and the best play after it.
fn judged(playing: &Playing, after: &Playing, watch: &dyn Watch, telling: Telling) -> Result<Judged, Refusal> {
    let session = Session::telling(&playing.position, Play::AsWritten, telling)?;
    let mut judge = Judge { session, watch };
    let before = judge.prospect(playing, playing.mover)?;
    let then = judge.prospect(after, playing.mover)?;
    let (line, last) = judge.line(after.clone())?;
    Ok(Judged { before, then, line, last, standing: judge.session.standing() })
}

/// The move a text names, spaces aside.
fn find<'s>(steps: &'s [Step], text: &str) -> Result<&'s Step, Failure> {
    let bare = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let wanted = bare(text);
    steps.iter().find(|step| bare(&step.text) == wanted).ok_or_else(|| {
        let shown: Vec<&str> = steps.iter().take(8).map(|step| step.text.as_str()).collect();
        let shown = shown.join(", ");
        let more = if steps.len() > 8 { ", ..." } else { "" };
        let remedy = if steps.is_empty() { "the game is over".into() } else { format!("the moves are {shown}{more}") };
        let clipped: String = text.chars().take(60).collect();
        Failure::bad_input("move", format!("`{clipped}` is no move here")).remedy(remedy)
    })
}

/// What became of the mover's prospects.
fn said(before: Prospect, then: Prospect, name: &str) -> String {
    let noun = |result: Result3| match result {
        Result3::Win => "a win",
        Result3::Draw => "a draw",
        Result3::Loss => "a loss",
    };
    match (before.margin, then.margin) {
        (Some(before), Some(then)) if then < before => {
            return format!("bad: with best play {name} ends {then:+}, and could have had {before:+}");
        }
        (Some(before), Some(_)) => return format!("not bad: no move of {name} ends better than {before:+}"),
        _ => {}
    }
    match (before.result, then.result) {
        (Result3::Loss, Result3::Loss) => format!("it loses, as every move of {name} does here"),
        (before, then) if then < before => format!("bad: it turns {} into {}", noun(before), noun(then)),
        (_, Result3::Win) => "not bad: it wins".to_string(),
        _ => "not bad: it keeps the draw, and no move wins".to_string(),
    }
}

/// How a line ended.
fn ending(last: &Playing, moves: usize, names: &[String; 2]) -> String {
    let open = last.steps().is_ok_and(|steps| !steps.is_empty());
    let who = match (open, last.finish()) {
        (true, _) => return "and so on".to_string(),
        (_, Ok(Finish::Won(side))) => format!("{} wins", names[side as usize]),
        (_, Ok(Finish::Drawn)) => "a draw".to_string(),
        (_, Err(_)) => return "and so on".to_string(),
    };
    if moves == 0 { who } else { format!("{who} after {moves} more moves") }
}
