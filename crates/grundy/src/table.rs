//! Values or outcomes over ranges of one or two parameters or fields.

mod forms;
mod values;

use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::question::players;
use crate::report::{Ended, Language, Report};
use crate::subject::Subject;
use crate::text::Text;
use crate::unsolved::Unsolved;
use crate::value::is_partizan;
use crate::words::Say;
use crate::words::solve::{class_letter, grundy_text, winner_word};
use grundy_answer::{Standing, Stop, Watch, message};
use grundy_run::{Component, Position};
use grundy_solve::{Aim, Answer, Question as Asked, Refusal, grundy_column, solve};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;
use std::str::FromStr;

pub use values::ObservedPeriod;

/// A table has at most this many cells.
const MOST_CELLS: i128 = 1_000_000;

/// Cells beside each other in a table over one range.
const CELLS_A_LINE: usize = 20;

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

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
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
}

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The Grundy value.
    Grundy,
    /// The outcome class.
    Outcome,
    /// Who wins.
    Winner,
    /// The canonical value.
    Value,
    /// The mean of the canonical value.
    Mean,
    /// Its temperature.
    Temperature,
    /// Its atomic weight.
    Atomic,
    /// Its reduced canonical form.
    Reduced,
    /// Its birthday.
    Birthday,
    /// The points of who starts less the other's.
    Margin,
    /// Moves to the end.
    Plies,
}

impl Show {
    /// All with their names.
    pub const ALL: [(&'static str, Show); 11] = [
        ("grundy", Show::Grundy),
        ("outcome", Show::Outcome),
        ("winner", Show::Winner),
        ("value", Show::Value),
        ("mean", Show::Mean),
        ("temperature", Show::Temperature),
        ("atomic", Show::Atomic),
        ("reduced", Show::Reduced),
        ("birthday", Show::Birthday),
        ("margin", Show::Margin),
        ("plies", Show::Plies),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Show::ALL.iter().find(|(_, show)| *show == self).map_or("", |(name, _)| name)
    }
}

/// All cells, in the order of the ranges.
pub struct TableAnswer {
    /// The game as it was asked for.
    pub game: String,
    /// The ranges.
    pub over: Vec<Range>,
    /// What each cell shows.
    pub show: Show,
    /// The numbers of each cell.
    pub cells: Vec<Vec<i64>>,
    /// What was found for the cells; fewer where the table was stopped.
    pub words: Vec<String>,
    /// The same for LaTeX, where the cells are values.
    pub latex: Vec<String>,
    /// How the values of one range repeat, as far as was looked.
    pub period: Option<ObservedPeriod>,
    /// Positions looked at.
    pub positions: u64,
    /// Why it was stopped.
    pub stopped: Option<Stop>,
    /// Seconds since the question was asked.
    pub seconds: f64,
}

/// Values or outcomes over one or two ranges; without `show` the Grundy value, the margin, the outcome class or the winner, the first
/// that fits.
pub fn table(
    subject: &Subject,
    position: Option<&Text>,
    (over, show): (&[Range], Option<Show>),
    engine: Engine,
    budget: &Budget,
) -> Result<Result<TableAnswer, Unsolved>, Problem> {
    let usage = |message: &str| Problem::bad_input("usage", message).remedy("write --over n=0..100 or x=0..30,y=0..30");
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
    let written = position.map(|text| text.text.as_str());
    let texts: Vec<Text> = cells.iter().map(|cell| Text::position(filled(written, over, cell))).collect();
    let positions = subject.ruleset().positions(&texts, engine)?;
    let table = TableAnswer {
        game: subject.ruleset().rules().name.clone(),
        over: over.to_vec(),
        show: show.unwrap_or(Show::Winner),
        cells,
        words: Vec::new(),
        latex: Vec::new(),
        period: None,
        positions: 0,
        stopped: None,
        seconds: 0.0,
    };
    match fill(table, &positions, show, budget) {
        Ok(table) => Ok(Ok(TableAnswer { seconds: budget.seconds(), ..table })),
        Err(refusal) => Unsolved::of(refusal, budget.seconds()).map(Err),
    }
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

fn fill(
    mut table: TableAnswer,
    positions: &[Position],
    show: Option<Show>,
    watch: &dyn Watch,
) -> Result<TableAnswer, Refusal> {
    if matches!(show, None | Some(Show::Grundy | Show::Outcome)) {
        let parts: Option<Vec<Component>> = positions.iter().map(only).collect();
        // Positions with too many moves to walk are left to `solve`, which may know more of them.
        if let Some(Ok(Some(column))) = parts.map(|parts| grundy_column(&parts, watch)) {
            table.show = show.unwrap_or(Show::Grundy);
            let word = |value: &u32| match (table.show, value) {
                (Show::Grundy, value) => value.to_string(),
                (_, 0) => "P".to_string(),
                _ => "N".to_string(),
            };
            table.words = column.values.iter().map(word).collect();
            (table.positions, table.stopped) = (column.positions, column.stopped);
            return Ok(table);
        }
    }
    let is_of_value =
        matches!(show, Some(Show::Mean | Show::Temperature | Show::Atomic | Show::Reduced | Show::Birthday));
    if is_of_value || show == Some(Show::Value) && positions.first().is_some_and(is_partizan) {
        values::fill(&mut table, positions, watch)?;
        return Ok(table);
    }
    for (number, position) in positions.iter().enumerate() {
        let aim = match show {
            Some(Show::Winner | Show::Outcome) => Aim::Winner,
            _ => Aim::Moves,
        };
        let (plies, value) = (show == Some(Show::Plies), show == Some(Show::Value));
        let asked = Asked { plies, value, aim, ..Asked::default() };
        let answer = match solve(position, asked, watch) {
            Ok(answer) => answer,
            Err(Refusal::Stopped(stop, done)) => {
                table.stopped = Some(stop);
                table.positions += done.positions;
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
    let players = players(position);
    let found = match show {
        Show::Grundy => answer.grundy.as_ref().map(grundy_text),
        Show::Outcome => answer.outcome.map(|class| class_letter(class).to_string()),
        Show::Winner => answer.winner.map(|winner| winner_word(winner, &players)),
        Show::Value => answer.value.as_ref().map(|value| value.to_string()),
        // Cells of these are filled from the values themselves.
        Show::Mean | Show::Temperature | Show::Atomic | Show::Reduced | Show::Birthday => None,
        Show::Margin => answer.margin.map(|margin| margin.to_string()),
        Show::Plies => answer.plies.map(|plies| plies.to_string()),
    };
    found.unwrap_or_else(|| "-".to_string())
}

impl TableAnswer {
    fn names(&self) -> Vec<&str> {
        self.over.iter().map(|range| range.name.as_str()).collect()
    }

    /// How sure it is.
    pub fn standing(&self) -> Standing {
        match self.stopped {
            None => Standing::Proved(message!("every cell was solved, {} positions in all", self.positions)),
            Some(stop) => {
                let (done, all) = (self.words.len(), self.cells.len());
                Standing::Checked(message!("{} after {} of {} cells, each solved", stop, done, all))
            }
        }
    }

    /// One range: blocks of two lines, at most twenty cells wide. Two ranges: the first goes down, the second across.
    fn aligned(&self) -> String {
        let shown = self.show.name();
        let word = |number: usize| self.words.get(number).map_or("?", String::as_str);
        let mut text = String::new();
        let mut line = |head: &str, cells: &[String], head_width: usize, width: usize| {
            let _ = write!(text, "{head:head_width$}");
            for cell in cells {
                let _ = write!(text, " {cell:>width$}");
            }
            text.push('\n');
        };
        let all: Vec<String> = (0..self.cells.len()).map(|number| word(number).to_string()).collect();
        match &self.over[..] {
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
                for (heads, cells) in heads.chunks(CELLS_A_LINE).zip(all.chunks(CELLS_A_LINE)) {
                    line(&only.name, heads, head_width, width);
                    line(shown, cells, head_width, width);
                }
            }
            [] => {}
        }
        text
    }
}

impl Report for TableAnswer {
    fn words(&self, language: Language) -> String {
        let period = self.period.as_ref().map(|period| format!("{}\n", period.say(language))).unwrap_or_default();
        format!("{}{period}{}\n", self.aligned(), self.standing().say(language))
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}

/// One cell: its numbers and what it shows, under their names.
struct CellJson<'a> {
    names: &'a [&'a str],
    numbers: &'a [i64],
    show: &'static str,
    word: &'a str,
}

impl Serialize for CellJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, number) in self.names.iter().zip(self.numbers) {
            map.serialize_entry(name, number)?;
        }
        match self.word.parse::<i64>() {
            Ok(number) => map.serialize_entry(self.show, &number)?,
            Err(_) => map.serialize_entry(self.show, self.word)?,
        }
        map.end()
    }
}

impl Serialize for TableAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (names, show) = (self.names(), self.show.name());
        let cell = |(numbers, word)| CellJson { names: &names, numbers, show, word };
        let cells: Vec<CellJson> =
            self.cells.iter().map(Vec::as_slice).zip(self.words.iter().map(String::as_str)).map(cell).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game)?;
        map.serialize_entry("over", &names)?;
        map.serialize_entry("show", show)?;
        map.serialize_entry("cells", &cells)?;
        if let Some(period) = &self.period {
            map.serialize_entry("period", period)?;
        }
        if let Some(stop) = self.stopped {
            map.serialize_entry("stopped", &stop)?;
        }
        map.serialize_entry("standing", &self.standing())?;
        map.serialize_entry("positions", &self.positions)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.end()
    }
}
