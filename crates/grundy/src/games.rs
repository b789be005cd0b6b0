//! The library as a list: every game with its parameters, fields, players and what it is about.

use crate::board::{PlayBoard, play_board};
use crate::engine::Engine;
use crate::library::{Entry, Library, plain};
use crate::problem::Problem;
use crate::report::{Language, Report};
use crate::subject::{Ruleset, Subject};
use grundy_rule::syntax::{Clause, Declaration, Game, Item};
use serde::Serialize;
use std::sync::Arc;

/// The games that fit some words.
#[derive(Serialize)]
pub struct GamesAnswer {
    /// One row per game.
    pub games: Vec<GameRow>,
    /// What to say if there are none.
    #[serde(skip)]
    nothing: String,
}

/// One game of the library.
#[derive(Serialize)]
pub struct GameRow {
    /// Its name.
    pub name: String,
    /// The file.
    pub file: String,
    /// The file's name without folder and `.game`.
    #[serde(skip)]
    pub stem: String,
    /// Its parameters as declared.
    pub params: Vec<String>,
    /// Its fields as declared.
    pub fields: Vec<String>,
    /// Its players, where they have names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<[String; 2]>,
    /// What it is about: the first sentence of the remarks above it.
    pub about: String,
    #[serde(skip)]
    remarks: String,
}

/// One file of the library.
#[derive(Serialize)]
pub struct ShownFile {
    /// The file.
    pub file: String,
    /// Its games.
    pub games: Vec<String>,
    /// What it says.
    pub text: String,
}

impl Library {
    /// The games with all of these words in their names or remarks, in the order of their files.
    pub fn list(&self, words: &[String]) -> GamesAnswer {
        let rows = self.entries().iter().flat_map(|entry| rows_of(entry));
        let wanted = words.join(" ");
        let nothing = match self.suggest(&wanted) {
            Some(near) => format!("no game fits `{wanted}`; did you mean `{near}`?"),
            None if words.is_empty() => "the library is empty".to_string(),
            None => format!("no game fits `{wanted}`; `grundy games` lists them all"),
        };
        GamesAnswer { games: rows.filter(|row| row.fits(words)).collect(), nothing }
    }

    /// The file of a game, as written.
    pub fn show(&self, name: &str) -> Result<ShownFile, Problem> {
        let Some(entry) = self.find(name) else {
            let remedy = match self.suggest(name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`grundy games` lists them all".to_string(),
            };
            return Err(Problem::bad_input("E55", format!("the library has no game `{name}`")).remedy(remedy));
        };
        let games = entry.games().map(str::to_string).collect();
        Ok(ShownFile { file: entry.text.name.clone(), games, text: entry.text.text.clone() })
    }
}

/// A file of the library as a door shows it to choose from.
#[derive(Serialize)]
pub struct LibraryRow {
    /// The file's name without folder and `.game`.
    pub stem: String,
    /// Its first game.
    pub name: String,
    /// What it is about: its first sentence.
    pub about: String,
    /// What it says.
    pub text: String,
    /// A position to begin with, as a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<PlayBoard>,
}

impl Library {
    /// Every file with a board of its first game.
    pub fn rows(&self, engine: Engine) -> Vec<LibraryRow> {
        let row = |entry: &Arc<Entry>| {
            let first = rows_of(entry).into_iter().next()?;
            let subject = Ruleset::read(entry.text.clone(), "").ok().map(Subject::Rules);
            let example = subject.and_then(|subject| subject.example(None, engine).ok());
            Some(LibraryRow {
                stem: entry.stem.clone(),
                name: first.name,
                about: first.about,
                text: entry.text.text.clone(),
                board: example.map(|question| play_board(&question.position)),
            })
        };
        self.entries().iter().filter_map(row).collect()
    }
}

impl Report for ShownFile {
    fn words(&self, _: Language) -> String {
        self.text.clone()
    }
}

impl Report for GamesAnswer {
    fn words(&self, _: Language) -> String {
        if self.games.is_empty() {
            return self.nothing.clone();
        }
        let width = |measure: fn(&GameRow) -> usize| self.games.iter().map(measure).max().unwrap_or(0);
        let (names, files) = (width(|row| row.name.chars().count()), width(|row| row.stem.len()));
        let line = |row: &GameRow| {
            let line = format!("{:names$}  {:files$}  {}\n", row.name, row.stem, row.declared());
            let about = if row.about.is_empty() { String::new() } else { format!("    {}\n", row.about) };
            line + &about
        };
        self.games.iter().map(line).collect()
    }
}

impl GameRow {
    fn fits(&self, words: &[String]) -> bool {
        let names = format!("{} {}", plain(&self.name), plain(&self.stem));
        let remarks = self.remarks.to_lowercase();
        words.iter().all(|word| names.contains(&plain(word)) || remarks.contains(&word.to_lowercase()))
    }

    fn declared(&self) -> String {
        let mut parts = vec![self.fields.join(", ")];
        if !self.params.is_empty() {
            parts.push(format!("param {}", self.params.join(", ")));
        }
        if let Some(players) = &self.players {
            parts.push(format!("players {}", players.join(", ")));
        }
        parts.join("; ")
    }
}

fn rows_of(entry: &Entry) -> Vec<GameRow> {
    let games: Vec<&Game> = entry
        .file()
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Game(game) => Some(game),
            _ => None,
        })
        .collect();
    let remarks: Vec<String> = games
        .iter()
        .enumerate()
        .map(|(number, game)| {
            let after = if number == 0 { 0 } else { games[number - 1].span.end };
            let above = entry
                .comments()
                .iter()
                .filter(|comment| comment.alone && comment.span.start >= after && comment.span.end <= game.span.start);
            let lines = above.map(|comment| entry.text.text[comment.span.range()].trim_start_matches('#').trim());
            lines.collect::<Vec<_>>().join(" ")
        })
        .collect();
    games.iter().zip(remarks).map(|(game, remarks)| row(entry, game, remarks)).collect()
}

fn row(entry: &Entry, game: &Game, remarks: String) -> GameRow {
    let mut row = GameRow {
        name: game.name.text.clone(),
        file: entry.text.name.clone(),
        stem: entry.stem.clone(),
        params: Vec::new(),
        fields: Vec::new(),
        players: None,
        about: first_sentence(&remarks).to_string(),
        remarks,
    };
    for clause in &game.clauses {
        match clause {
            Clause::Param(param) => row.params.push(declaration(&entry.text.text, param)),
            Clause::State(field) => row.fields.push(declaration(&entry.text.text, field)),
            Clause::Players(players) => row.players = Some(players.clone().map(|player| player.text)),
            _ => {}
        }
    }
    row
}

/// `R = 4`, `bar: set of grid(R, C) = all`: as written, on one line.
fn declaration(text: &str, declaration: &Declaration) -> String {
    let parts = [&declaration.set, &declaration.default];
    let span = parts.into_iter().flatten().fold(declaration.name.span, |span, part| span.to(part.span));
    let words: Vec<&str> = text[span.range()].split_whitespace().collect();
    words.join(" ")
}

/// The first sentence that says something: a title of a few words is passed over.
fn first_sentence(text: &str) -> &str {
    let end = |text: &str| text.find(". ").map_or(text.len(), |at| at + 1);
    let title = end(text);
    if title < 40 && title < text.len() {
        let rest = text[title..].trim_start();
        return &rest[..end(rest)];
    }
    &text[..title]
}
