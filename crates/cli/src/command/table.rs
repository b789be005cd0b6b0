use crate::asked;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal;
use grundy_answer::Stop;
use grundy_run::{Component, Position};
use grundy_solve::{Answer, CanonicalTable, Question, Refusal, grundy_column, solve};
use grundy_value::Arena;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Which game, over which ranges, and what to show.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy table kayles --over n=0..100
  grundy table subtraction 'S={1, 3, 4}' --over n=0..30 --show outcome
  grundy table wythoff 'Wythoff([x, y])' --over x=0..10,y=0..10 --csv
  grundy table domineering --over R=1..5,C=1..5 --show value
  grundy table chomp --over R=1..4,C=1..6 --show winner --json")]
pub struct Args {
    /// A file, `-`, or a name of the library.
    game: String,
    /// A position in which the names of `--over` stand for numbers, or the arguments that stay the same.
    position: Option<String>,
    /// One or two ranges: `n=0..100`, or `x=0..30,y=0..30`.
    #[arg(long, required = true, value_delimiter = ',', value_parser = parse_range)]
    over: Vec<Range>,
    /// What each cell shows; otherwise the Grundy value, the margin, the outcome class or the winner, the first that fits.
    #[arg(long, value_enum)]
    show: Option<Show>,
    /// Comma-separated values, one line per cell.
    #[arg(long)]
    csv: bool,
}

/// `n=0..100`.
#[derive(Clone, Debug)]
pub struct Range {
    /// What varies.
    pub name: String,
    low: i64,
    high: i64,
}

impl Range {
    fn numbers(&self) -> impl Iterator<Item = i64> + use<> {
        self.low..=self.high
    }
}

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Show {
    Grundy,
    Outcome,
    Winner,
    Value,
    Margin,
    Plies,
}

/// A table has at most this many cells.
const MOST_CELLS: i128 = 1_000_000;

/// All cells, in the order of the ranges.
struct Table {
    cells: Vec<Vec<i64>>,
    words: Vec<String>,
    show: Show,
    positions: u64,
    stopped: Option<Stop>,
}

/// Values or outcomes over one or two ranges.
pub fn run(args: Args) -> Outcome {
    let (cells, positions) = instances(&args.game, args.position.as_deref(), &args.over)?;
    let watch = terminal::watch();
    let table = match table(cells, &positions, args.show, &watch) {
        Ok(table) => table,
        Err(refusal) => return super::solve::refused(refusal, watch.seconds()),
    };
    Ok(reply(&args, &table, watch.seconds()))
}

/// What was solved of the cells of a table, each in a word, and which cells they are.
pub struct Words {
    /// The values of the ranges.
    pub cells: Vec<Vec<i64>>,
    /// What each cell shows; fewer than the cells where the watch stopped it.
    pub words: Vec<String>,
    /// What is shown.
    pub show: String,
}

/// The cells of a table, solved.
pub fn words(
    game: &str,
    position: Option<&str>,
    over: &[Range],
    watch: &dyn grundy_answer::Watch,
) -> Result<Result<Words, Refusal>, Failure> {
    let (cells, positions) = instances(game, position, over)?;
    Ok(table(cells, &positions, None, watch).map(|table| {
        let show = clap::ValueEnum::to_possible_value(&table.show);
        let show = show.map_or(String::new(), |value| value.get_name().into());
        Words { cells: table.cells, words: table.words, show }
    }))
}

/// The positions of all cells.
fn instances(game: &str, position: Option<&str>, over: &[Range]) -> Result<(Vec<Vec<i64>>, Vec<Position>), Failure> {
    let usage = |message: &str| Failure::bad_input("usage", message).remedy("write --over n=0..100 or x=0..30,y=0..30");
    if over.len() > 2 {
        return Err(usage("a table has one or two ranges"));
    }
    let size: i128 = over.iter().map(|range| i128::from(range.high) - i128::from(range.low) + 1).product();
    if !(1..=MOST_CELLS).contains(&size) {
        return Err(usage(&format!("a table has between 1 and {MOST_CELLS} cells, not {size}")));
    }
    let cells: Vec<Vec<i64>> = match over {
        [only] => only.numbers().map(|number| vec![number]).collect(),
        [rows, columns, ..] => rows.numbers().flat_map(|a| columns.numbers().map(move |b| vec![a, b])).collect(),
        [] => Vec::new(),
    };
    let texts: Vec<String> = cells.iter().map(|cell| filled(position, over, cell)).collect();
    let positions = asked::positions(game, &texts)?;
    Ok((cells, positions))
}

/// Reads `n=0..100`.
pub fn parse_range(text: &str) -> Result<Range, String> {
    let wrong = || format!("`{text}` is no range: write n=0..100");
    let (name, range) = text.split_once('=').ok_or_else(wrong)?;
    let (low, high) = range.split_once("..").unwrap_or((range, range));
    let number = |word: &str| word.trim().parse().map_err(|_| wrong());
    let name = name.trim().to_string();
    if name.is_empty() || !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return Err(wrong());
    }
    Ok(Range { name, low: number(low)?, high: number(high)? })
}

/// The text of one cell: names of ranges replaced by numbers where they stand, else appended as arguments.
fn filled(position: Option<&str>, over: &[Range], cell: &[i64]) -> String {
    let mut text = position.unwrap_or("").to_string();
    let mut appended = Vec::new();
    for (range, number) in over.iter().zip(cell) {
        match replaced(&text, &range.name, *number) {
            Some(with) => text = with,
            None => appended.push(format!("{} = {number}", range.name)),
        }
    }
    if !text.trim().is_empty() && !appended.is_empty() {
        text.push_str(", ");
    }
    text + &appended.join(", ")
}

/// Whole words `name` outside quotes, not before a single `=`, become the number; `None` if there are none.
fn replaced(text: &str, name: &str, number: i64) -> Option<String> {
    let mut out = String::new();
    let mut word = String::new();
    let (mut quoted, mut any) = (false, false);
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        let rest = text[at..].trim_start();
        let is_label = rest.starts_with('=') && !rest.starts_with("==");
        if word == name && !quoted && !is_label {
            any = true;
            let _ = write!(out, "{number}");
        } else {
            out.push_str(&word);
        }
        word.clear();
        quoted ^= character == '"';
        if at < text.len() {
            out.push(character);
        }
    }
    any.then_some(out)
}

fn table(
    cells: Vec<Vec<i64>>,
    positions: &[Position],
    show: Option<Show>,
    watch: &dyn grundy_answer::Watch,
) -> Result<Table, Refusal> {
    if matches!(show, None | Some(Show::Grundy | Show::Outcome)) {
        let parts: Option<Vec<Component>> = positions.iter().map(only).collect();
        // Positions with too many moves to walk are left to `solve`, which may know more of them.
        if let Some(Ok(Some(column))) = parts.map(|parts| grundy_column(&parts, watch)) {
            let show = show.unwrap_or(Show::Grundy);
            let word = |value: &u32| match (show, value) {
                (Show::Grundy, value) => value.to_string(),
                (_, 0) => "P".to_string(),
                _ => "N".to_string(),
            };
            let words = column.values.iter().map(word).collect();
            return Ok(Table { cells, words, show, positions: column.positions, stopped: column.stopped });
        }
    }
    let mut table = Table { cells, words: Vec::new(), show: show.unwrap_or(Show::Winner), positions: 0, stopped: None };
    if show == Some(Show::Value) && positions.first().is_some_and(super::value::is_partizan) {
        valued(&mut table, positions, watch)?;
        return Ok(table);
    }
    for (number, position) in positions.iter().enumerate() {
        let question =
            Question { plies: show == Some(Show::Plies), value: show == Some(Show::Value), ..Question::default() };
        let answer = match solve(position, question, watch) {
            Ok(answer) => answer,
            Err(Refusal::Stopped(stop, positions)) => {
                table.stopped = Some(stop);
                table.positions += positions.positions;
                break;
            }
            Err(other) => return Err(other),
        };
        if number == 0 && show.is_none() {
            table.show = best_fit(&answer);
        }
        table.positions += answer.positions;
        table.words.push(word(position, &answer, table.show));
    }
    Ok(table)
}

/// Canonical values from one table for all cells: what is found for one board serves the others.
fn valued(table: &mut Table, positions: &[Position], watch: &dyn grundy_answer::Watch) -> Result<(), Refusal> {
    let arena = Arena::new();
    let values = arena.values(watch);
    let known = CanonicalTable::new(values);
    for position in positions {
        let value = match known.value(position) {
            Ok(value) => value,
            Err(Refusal::Stopped(stop, _)) => {
                table.stopped = Some(stop);
                break;
            }
            Err(other) => return Err(other),
        };
        table.words.push(values.text(value).unwrap_or_else(|halt| format!("({halt})")));
    }
    table.positions = known.positions();
    Ok(())
}

fn only(position: &Position) -> Option<Component> {
    match &position.parts[..] {
        [part] => Some(part.clone()),
        _ => None,
    }
}

fn best_fit(answer: &Answer) -> Show {
    match answer {
        Answer { grundy: Some(_), .. } => Show::Grundy,
        Answer { margin: Some(_), .. } => Show::Margin,
        Answer { outcome: Some(_), .. } => Show::Outcome,
        _ => Show::Winner,
    }
}

/// What a cell shows; `-` where that does not apply.
fn word(position: &Position, answer: &Answer, show: Show) -> String {
    let players = super::solve::players(position);
    let found = match show {
        Show::Grundy => answer.grundy.as_ref().map(super::solve::grundy_text),
        Show::Outcome => answer.outcome.map(|class| super::solve::class_letter(class).to_string()),
        Show::Winner => answer.winner.map(|winner| super::solve::winner_word(winner, &players)),
        Show::Value => answer.value.clone(),
        Show::Margin => answer.margin.map(|margin| margin.to_string()),
        Show::Plies => answer.plies.map(|plies| plies.to_string()),
    };
    found.unwrap_or_else(|| "-".to_string())
}

fn reply(args: &Args, table: &Table, seconds: f64) -> Reply {
    let names: Vec<&str> = args.over.iter().map(|range| range.name.as_str()).collect();
    let shown = clap::ValueEnum::to_possible_value(&table.show).map_or(String::new(), |value| value.get_name().into());
    let rows: Vec<Value> =
        table.cells.iter().zip(&table.words).map(|(cell, word)| row(&names, cell, &shown, word)).collect();
    let mut json = json!({ "game": args.game, "over": names, "show": shown, "cells": rows });
    let reason = format!("every cell was solved, {} positions in all", table.positions);
    let (exit, mut standing) = match table.stopped {
        None => (Exit::Fine, json!({ "kind": "proved", "reason": reason })),
        Some(stop) => {
            let reason = format!("{stop} after {} of {} cells, each solved", table.words.len(), table.cells.len());
            json["stopped"] = json!(stop.to_string());
            (Exit::Limit, json!({ "kind": "checked", "reason": reason }))
        }
    };
    let mut text = if args.csv { csv(&names, &shown, table) } else { aligned(args, &shown, table) };
    if !args.csv {
        let (kind, reason) = (standing["kind"].as_str().unwrap_or(""), standing["reason"].as_str().unwrap_or(""));
        let _ = writeln!(text, "{kind}: {reason}");
    }
    json["standing"] = standing.take();
    json["positions"] = json!(table.positions);
    json["seconds"] = json!(seconds);
    Reply { text, json, exit }
}

fn row(names: &[&str], cell: &[i64], shown: &str, word: &str) -> Value {
    let mut row = Map::new();
    for (name, number) in names.iter().zip(cell) {
        row.insert(name.to_string(), json!(number));
    }
    let value = word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number));
    row.insert(shown.to_string(), value);
    Value::Object(row)
}

fn csv(names: &[&str], shown: &str, table: &Table) -> String {
    let mut text = format!("{},{shown}\n", names.join(","));
    for (cell, word) in table.cells.iter().zip(&table.words) {
        let numbers: Vec<String> = cell.iter().map(i64::to_string).collect();
        let word = if word.contains([',', '"']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.clone() };
        let _ = writeln!(text, "{},{word}", numbers.join(","));
    }
    text
}

/// One range: blocks of two lines, at most twenty cells wide. Two ranges: the first goes down, the second across.
fn aligned(args: &Args, shown: &str, table: &Table) -> String {
    let word = |number: usize| table.words.get(number).map_or("?", String::as_str);
    let mut text = String::new();
    let mut line = |head: &str, cells: &[String], head_width: usize, width: usize| {
        let _ = write!(text, "{head:head_width$}");
        for cell in cells {
            let _ = write!(text, " {cell:>width$}");
        }
        text.push('\n');
    };
    let all: Vec<String> = (0..table.cells.len()).map(|number| word(number).to_string()).collect();
    match &args.over[..] {
        [rows, columns, ..] => {
            let heads: Vec<String> = columns.numbers().map(|number| number.to_string()).collect();
            let width = all.iter().chain(&heads).map(|word| word.chars().count()).max().unwrap_or(1);
            let corner = format!("{} \\ {}", rows.name, columns.name);
            let head_width = corner.len().max(rows.high.to_string().len());
            line(&corner, &heads, head_width, width);
            for (number, cells) in rows.numbers().zip(all.chunks(heads.len())) {
                line(&number.to_string(), cells, head_width, width);
            }
        }
        [only] => {
            let heads: Vec<String> = only.numbers().map(|number| number.to_string()).collect();
            let width = all.iter().chain(&heads).map(|word| word.chars().count()).max().unwrap_or(1);
            let head_width = only.name.len().max(shown.len());
            for (heads, cells) in heads.chunks(20).zip(all.chunks(20)) {
                line(&only.name, heads, head_width, width);
                line(shown, cells, head_width, width);
            }
        }
        [] => {}
    }
    text
}
