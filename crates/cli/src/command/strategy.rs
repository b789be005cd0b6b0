use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::strategy::{self, Seen};
use crate::terminal;
use crate::whole;
use grundy_draw::{Board, Cell, Fonts, Form, Format, Grid, Ground, Mark, Picture, Shade, Style, draw};
use grundy_proof::{Pairing, Start};
use grundy_prove::{Strategy, Wins};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Which position, and where the evidence goes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy strategy knights 'N = 10000'
  grundy strategy cram 'R = 5, C = 6' --certificate cram.cert -o pairs.svg
  grundy verify cram.cert
  grundy strategy chomp 'R = 8, C = 9'")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// An expression, the game's arguments, a bare picture, `-`, or `@FILE`.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Write the pairing, for `grundy verify`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Draw the pairs: svg html tikz png txt by the file's name.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Larger boards are not drawn.
const LARGEST_DRAWN: i64 = 40;

/// Larger boards are not printed.
const LARGEST_PRINTED: i64 = 16;

/// Who wins, and the strategy that shows it.
pub fn run(args: Args) -> Outcome {
    let watch = terminal::watch();
    let seen = strategy::seen(&args.game, args.position.as_deref(), &watch)?;
    let mut reply = told(&seen, watch.seconds())?;
    if let Some(path) = &args.certificate {
        certify(&mut reply, &seen, path)?;
    }
    if let Some(path) = &args.output {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let format = Format::of_extension(extension).filter(|format| *format != Format::Dot).ok_or_else(|| {
            Failure::bad_input("format", format!("`{}` names no format", path.display()))
                .remedy("end it in .svg .html .tikz .png or .txt")
        })?;
        let picture = picture(&seen).ok_or_else(undrawn)?;
        let bytes = draw(&picture, format, &Style::default(), &Fonts::embedded(), &watch)
            .map_err(|refusal| Failure::bad_input("picture", refusal.to_string()))?;
        whole::write(path, &bytes)?;
        let _ = writeln!(reply.text, "picture: {}", path.display());
        reply.json["file"] = json!(path.display().to_string());
    }
    Ok(reply)
}

/// There is nothing to draw.
pub fn undrawn() -> Failure {
    Failure::bad_input("picture", "there are no pairs to draw, or too many")
        .remedy(format!("pairs are drawn on boards of at most {LARGEST_DRAWN} rows and columns"))
}

/// Writes the certificate of a pairing, and says so.
pub fn certify(reply: &mut Reply, seen: &Seen, path: &Path) -> Result<(), Failure> {
    let Some(certificate) = seen.certificate() else {
        let cause = "only pairings have a certificate of this kind";
        return Err(Failure::bad_input("certificate", cause).remedy("`grundy solve --certificate` writes others"));
    };
    whole::write(path, certificate.text().as_bytes())?;
    let _ = writeln!(reply.text, "certificate: {}", path.display());
    reply.json["certificate"] = json!(path.display().to_string());
    Ok(())
}

/// A strategy in words, or that none is seen.
pub fn told(seen: &Seen, seconds: f64) -> Outcome {
    let Some(strategy) = &seen.strategy else {
        let text = format!("{}\nno strategy is seen without a search\n", seen.name);
        let reason = "no pairing, no equal halves, no move to steal after";
        let standing = json!({ "kind": "assumed", "reason": format!("nothing is known: {reason}") });
        let json = json!({ "position": seen.name, "standing": standing, "seconds": seconds });
        return Ok(Reply { text, json, exit: Exit::Limit });
    };
    let (winner, outcome, who) = match strategy.wins {
        Wins::First => ("first", "N", "the first player wins (outcome N)"),
        Wins::Second => ("second", "P", "the second player wins (outcome P)"),
    };
    let mut text = format!("{}\n{who}\n", seen.name);
    for line in &strategy.words {
        let _ = writeln!(text, "  {line}");
    }
    for line in printed(seen) {
        let _ = writeln!(text, "    {line}");
    }
    let _ = writeln!(text, "{}", strategy.standing);
    let moves: Vec<Value> = strategy.first.iter().map(|one| json!({ "move": one, "component": 0 })).collect();
    let mut json = json!({
        "position": seen.name, "winner": winner, "outcome": outcome, "winning_moves": moves,
        "line": strategy.first, "positions": 0, "seconds": seconds, "explanation": strategy.words,
        "standing": { "kind": strategy.standing.kind(), "reason": strategy.standing.reason() },
    });
    json["line"] = json!(strategy.first.iter().collect::<Vec<_>>());
    match strategy.wins {
        Wins::First => json["winning_moves_complete"] = json!(false),
        Wins::Second => json["winning_move_count"] = json!(0),
    }
    if let Some(pairing) = strategy.pairing {
        json["pairing"] = json!(pairing.by.name());
    }
    Ok(Reply::fine(text, json))
}

/// The answer for a position that cannot be set up, if its rules alone give one; else why it cannot.
pub fn unsought(game: &str, position: Option<&str>, certificate: Option<&Path>, failure: Failure) -> Outcome {
    match strategy::seen(game, position, &grundy_answer::Unwatched) {
        Ok(seen) if seen.strategy.is_some() => {
            let mut reply = told(&seen, 0.0)?;
            if let Some(path) = certificate {
                certify(&mut reply, &seen, path)?;
            }
            Ok(reply)
        }
        _ => Err(failure),
    }
}

/// What each cell of a board is called: pairs share a number, the cells of the first move stand apart.
struct Labels {
    numbers: BTreeMap<[i64; 2], usize>,
    first: BTreeSet<[i64; 2]>,
}

fn labels(seen: &Seen, largest: i64) -> Option<Labels> {
    let (board, pairing): (_, Pairing) = (seen.board.as_ref()?, seen.strategy.as_ref()?.pairing?);
    let extent = &board.extent;
    if extent.rows > largest || extent.columns > largest {
        return None;
    }
    let first = pairing.first.map(|first| board.taken(first)).unwrap_or_default();
    let mut numbers = BTreeMap::new();
    for row in 0..extent.rows {
        for column in 0..extent.columns {
            let cell = [row, column];
            let there = match &board.start {
                Start::Full => true,
                Start::Cells(cells) => cells.contains(&cell),
            };
            if there && !first.contains(&cell) && !numbers.contains_key(&cell) {
                let number = numbers.values().collect::<BTreeSet<_>>().len();
                numbers.insert(cell, number);
                numbers.insert(pairing.by.image(cell, extent), number);
            }
        }
    }
    Some(Labels { numbers, first })
}

/// The pairs as rows of numbers.
fn printed(seen: &Seen) -> Vec<String> {
    let Some(Labels { numbers, first }) = labels(seen, LARGEST_PRINTED) else { return Vec::new() };
    let Some(board) = &seen.board else { return Vec::new() };
    let row = |row: i64| {
        let one = |column: i64| match numbers.get(&[row, column]) {
            Some(number) => format!("{:>3}", number + 1),
            None if first.contains(&[row, column]) => "  *".to_string(),
            None => "  .".to_string(),
        };
        (0..board.extent.columns).map(one).collect::<String>()
    };
    (0..board.extent.rows).map(row).collect()
}

/// The pairs as a board; nothing if there are none, or too many.
pub fn picture(seen: &Seen) -> Option<Picture> {
    let Labels { numbers, first } = labels(seen, LARGEST_DRAWN)?;
    let board = seen.board.as_ref()?;
    let strategy: &Strategy = seen.strategy.as_ref()?;
    let cell = |row: i64, column: i64| match numbers.get(&[row, column]) {
        Some(&number) => {
            let text = (number + 1).to_string();
            let mark = Mark { text, shade: Shade::Number(number as u64), title: String::new() };
            Cell { mark: Some(mark), ..Cell::default() }
        }
        None if first.contains(&[row, column]) => Cell::of("★"),
        None => Cell { ground: Ground::Hole, ..Cell::default() },
    };
    let rows = (0..board.extent.rows).map(|row| (0..board.extent.columns).map(|column| cell(row, column)).collect());
    let grid = Grid { rows: rows.collect(), ..Grid::default() };
    Some(Picture::Board(Board {
        title: format!("{}: equal numbers are a pair", seen.name),
        standing: Some(strategy.standing.clone()),
        form: Form::Grid(grid),
    }))
}
