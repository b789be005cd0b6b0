//! The files of rules that can be named: those of `games/`, which live inside the program, and those a door adds. Names are
//! compared without case, hyphens, underscores and spaces: `tic-tac-toe`, `TicTacToe` and `tic tac toe` are one.

use crate::problem::Problem;
use crate::text::Text;
use grundy_rule::syntax::{File, Item};
use grundy_rule::{Diagnostic, nearest};
use std::sync::{Arc, OnceLock};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

pub use embedded::{MATRICES, TREES};

/// Files of rules, found by name. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Library {
    entries: Arc<Vec<Arc<Entry>>>,
}

/// One file of the library.
#[derive(Debug)]
pub struct Entry {
    /// The file's name without folder and `.game`.
    pub stem: String,
    /// The file.
    pub text: Text,
    parsed: OnceLock<(File, Vec<grundy_rule::Comment>)>,
}

impl Entry {
    fn new(stem: impl Into<String>, text: Text) -> Arc<Entry> {
        Arc::new(Entry { stem: stem.into(), text, parsed: OnceLock::new() })
    }

    /// Its syntax.
    pub fn file(&self) -> &File {
        &self.parsed().0
    }

    /// Its remarks.
    pub fn comments(&self) -> &[grundy_rule::Comment] {
        &self.parsed().1
    }

    /// The names of its games, in order.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.file().items.iter().filter_map(|item| match item {
            Item::Game(game) => Some(game.name.text.as_str()),
            _ => None,
        })
    }

    fn parsed(&self) -> &(File, Vec<grundy_rule::Comment>) {
        self.parsed.get_or_init(|| {
            let parsed = grundy_rule::parse_file(&self.text.text);
            (parsed.file, parsed.comments)
        })
    }
}

impl Library {
    /// The games of `games/`.
    pub fn standard() -> Library {
        let entry = |&(stem, text): &(&str, &str)| Entry::new(stem, Text::new(format!("games/{stem}.game"), text));
        Library { entries: Arc::new(embedded::RULES.iter().map(entry).collect()) }
    }

    /// The same library and these rules, which come before others of the same name. Rules with errors are refused.
    pub fn with(&self, text: Text) -> Result<Library, Problem> {
        let reading = grundy_rule::read(&text.text);
        if reading.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(text.problem(&reading.diagnostics));
        }
        let file = text.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.strip_suffix(".game").unwrap_or(file).to_string();
        let mut entries = vec![Entry::new(stem, text)];
        entries.extend(self.entries.iter().cloned());
        Ok(Library { entries: Arc::new(entries) })
    }

    /// All files: the added ones first, then the others by stem.
    pub fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// The file called `name`, else the first file with a game of that name.
    pub fn find(&self, name: &str) -> Option<&Arc<Entry>> {
        let wanted = plain(name);
        let by_stem = self.entries.iter().find(|entry| letters(&entry.stem).eq(wanted.chars()));
        // What is no word of the language is the name of no game; then no file is parsed.
        let is_word = wanted.chars().all(char::is_alphanumeric);
        let has_it = |entry: &&Arc<Entry>| is_word && entry.games().any(|game| plain(game) == wanted);
        by_stem.or_else(|| self.entries.iter().find(has_it))
    }

    /// The file that defines the game spelt exactly `game`: the one called like it, else the first.
    pub fn defining(&self, game: &str) -> Option<&Arc<Entry>> {
        let defines = |entry: &&Arc<Entry>| entry.games().any(|other| other == game);
        self.find(game).filter(defines).or_else(|| self.entries.iter().find(defines))
    }

    /// A name of the library that `name` may be a misspelling of.
    pub fn suggest(&self, name: &str) -> Option<&str> {
        let games = self.entries.iter().flat_map(|entry| entry.games());
        nearest(name, self.entries.iter().map(|entry| entry.stem.as_str()).chain(games))
    }

    /// The names of all games.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().flat_map(|entry| entry.games())
    }
}

impl Default for Library {
    fn default() -> Library {
        Library::standard()
    }
}

/// A name without case, hyphens, underscores, spaces and apostrophes.
pub fn plain(name: &str) -> String {
    letters(name).collect()
}

/// What [`plain`] leaves of a name.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '\'')).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_plainly() {
        assert_eq!(plain("Tic-Tac_Toe"), plain("tic tac toe"));
        assert!(Library::standard().find("no such game at all").is_none());
    }

    #[test]
    fn every_file_is_found_by_its_stem_and_by_its_games() {
        let library = Library::standard();
        for entry in library.entries() {
            assert_eq!(library.find(&entry.stem.to_uppercase()).map(|found| &found.stem), Some(&entry.stem));
            for game in entry.games() {
                assert!(library.defining(game).is_some_and(|found| found.games().any(|other| other == game)));
            }
        }
    }

    #[test]
    fn added_rules_come_first() {
        let rules = "game Nim\n  state n: nat\n  move take(k in 1..2) if k <= n: n -= k\n";
        let library = Library::standard().with(Text::new("my/nim.game", rules)).expect("the rules are fine");
        assert_eq!(library.defining("Nim").map(|entry| entry.text.name.as_str()), Some("my/nim.game"));
        assert!(Library::standard().with(Text::new("a.game", "game A\n  state n: nat\n  move m: n -= 1\n")).is_err());
    }
}
