use crate::library::{self, Entry, plain};
use crate::reply::{Failure, Outcome, Reply};
use grundy_rule::syntax::{Clause, Declaration, Game, Item};
use serde_json::{Value, json};

/// What to look for.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy games                    the whole library
  grundy games nim                games with `nim` in their names or remarks
  grundy games --show kayles      the rules of one, as written")]
pub struct Args {
    /// Words that must all occur in the names or the remarks of a game.
    words: Vec<String>,

    /// Print this game's file.
    #[arg(long, value_name = "NAME", conflicts_with = "words")]
    show: Option<String>,
}

/// Lists the games that fit, in the order of their files' names.
pub fn run(args: Args) -> Outcome {
    if let Some(name) = args.show {
        return show(&name);
    }
    let rows: Vec<Row> = library::entries().iter().flat_map(rows_of).filter(|row| row.fits(&args.words)).collect();
    let json = json!({ "games": rows.iter().map(Row::json).collect::<Vec<_>>() });
    if rows.is_empty() {
        return Ok(Reply::fine(nothing(&args.words), json));
    }
    let width = |measure: fn(&Row) -> usize| rows.iter().map(measure).max().unwrap_or(0);
    let (names, files) = (width(|row| row.name.chars().count()), width(|row| row.stem.len()));
    let text: String = rows
        .iter()
        .map(|row| {
            let line = format!("{:names$}  {:files$}  {}\n", row.name, row.stem, row.declared());
            let about = if row.about.is_empty() { String::new() } else { format!("    {}\n", row.about) };
            line + &about
        })
        .collect();
    Ok(Reply::fine(text, json))
}

fn show(name: &str) -> Outcome {
    let Some(entry) = library::find(name) else {
        let remedy = match library::suggest(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`grundy games` lists them all".to_string(),
        };
        return Err(Failure::bad_input("E55", format!("the library has no game `{name}`")).remedy(remedy));
    };
    let file = format!("games/{}.game", entry.stem);
    Ok(Reply::fine(entry.text, json!({ "file": file, "games": entry.games().collect::<Vec<_>>(), "text": entry.text })))
}

fn nothing(words: &[String]) -> String {
    let wanted = words.join(" ");
    match library::suggest(&wanted) {
        Some(near) => format!("no game fits `{wanted}`; did you mean `{near}`?"),
        None if words.is_empty() => "the library is empty".to_string(),
        None => format!("no game fits `{wanted}`; `grundy games` lists them all"),
    }
}

/// One game of the library.
struct Row {
    name: String,
    stem: &'static str,
    params: Vec<String>,
    fields: Vec<String>,
    players: Option<[String; 2]>,
    about: String,
    remarks: String,
}

impl Row {
    fn fits(&self, words: &[String]) -> bool {
        let names = format!("{} {}", plain(&self.name), plain(self.stem));
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

    fn json(&self) -> Value {
        let mut row = json!({
            "name": self.name,
            "file": format!("games/{}.game", self.stem),
            "params": self.params,
            "fields": self.fields,
        });
        if let Some(players) = &self.players {
            row["players"] = json!(players);
        }
        row["about"] = json!(self.about);
        row
    }
}

fn rows_of(entry: &'static Entry) -> Vec<Row> {
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
            let lines = above.map(|comment| entry.text[comment.span.range()].trim_start_matches('#').trim());
            lines.collect::<Vec<_>>().join(" ")
        })
        .collect();
    games.iter().zip(remarks).map(|(game, remarks)| row(entry, game, remarks)).collect()
}

fn row(entry: &'static Entry, game: &Game, remarks: String) -> Row {
    let mut row = Row {
        name: game.name.text.clone(),
        stem: entry.stem,
        params: Vec::new(),
        fields: Vec::new(),
        players: None,
        about: first_sentence(&remarks).to_string(),
        remarks,
    };
    for clause in &game.clauses {
        match clause {
            Clause::Param(param) => row.params.push(declaration(entry.text, param)),
            Clause::State(field) => row.fields.push(declaration(entry.text, field)),
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
