//! The games of `games/`, which live inside the program, and finding one by name. Names are compared without case,
//! hyphens, underscores and spaces: `tic-tac-toe`, `TicTacToe` and `tic tac toe` are one.

use grundy_rule::nearest;
use grundy_rule::syntax::{File, Item};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// One file of the library.
#[derive(Debug)]
pub struct Entry {
    /// The file's name without `.game`.
    pub stem: &'static str,
    /// What it says.
    pub text: &'static str,
    parsed: OnceLock<(File, Vec<grundy_rule::Comment>)>,
}

impl Entry {
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
            let parsed = grundy_rule::parse_file(self.text);
            (parsed.file, parsed.comments)
        })
    }
}

/// The whole library, by stem.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| RULES.iter().map(|&(stem, text)| Entry { stem, text, parsed: OnceLock::new() }).collect())
}

/// The file called `name`, else the first file with a game of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    let wanted = plain(name);
    let by_stem = entries().iter().find(|entry| plain(entry.stem) == wanted);
    by_stem.or_else(|| entries().iter().find(|entry| entry.games().any(|game| plain(game) == wanted)))
}

/// The file that defines the game spelt exactly `game`: the one called like it, else the first.
pub fn defining(game: &str) -> Option<&'static Entry> {
    let defines = |entry: &&Entry| entry.games().any(|other| other == game);
    find(game).filter(defines).or_else(|| entries().iter().find(defines))
}

/// A name of the library that `name` may be a misspelling of.
pub fn suggest(name: &str) -> Option<&'static str> {
    let games = entries().iter().flat_map(|entry| entry.games());
    nearest(name, entries().iter().map(|entry| entry.stem).chain(games))
}

/// A name without case, hyphens, underscores, spaces and apostrophes.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ' | '\'')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_plainly() {
        assert_eq!(plain("Tic-Tac_Toe"), plain("tic tac toe"));
        assert!(find("no such game at all").is_none());
    }

    #[test]
    fn every_file_is_found_by_its_stem_and_by_its_games() {
        for entry in entries() {
            assert_eq!(find(&entry.stem.to_uppercase()).map(|found| found.stem), Some(entry.stem));
            for game in entry.games() {
                assert!(defining(game).is_some_and(|found| found.games().any(|other| other == game)));
            }
        }
    }
}
