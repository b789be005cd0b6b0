//! The games of `games/`, which live inside the program, and finding one by name. Names are compared without case,
//! hyphens, underscores and spaces: `tic-tac-toe`, `TicTacToe` and `tic tac toe` are one.

use grundy_rule::nearest;
use grundy_rule::syntax::{File, Item};
use std::sync::OnceLock;

/// Stem and text of each file, sorted by stem; made by build.rs.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

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
    ENTRIES.get_or_init(|| FILES.iter().map(|&(stem, text)| Entry { stem, text, parsed: OnceLock::new() }).collect())
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

/// A name without case, hyphens, underscores and spaces.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
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
//! Texts by name: a file, `-` for standard input, a game of the library, or the text itself.
use crate::reply::Failure;
use grundy_payoff::fault::Fault;
use std::io::Read;
use std::path::Path;
include!(concat!(env!("OUT_DIR"), "/library.rs"));
/// A text and what it is called in messages.
pub struct Source {
    /// A file name, `standard input`, a library name, or empty for a text on the command line.
    pub name: String,
    /// The text.
    pub text: String,
/// Whether the argument may be the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Yes, when it looks like one.
    Allowed,
    /// No.
    Refused,
impl Source {
    /// Finds the text. A file comes first, then the library, then the argument itself.
    pub fn find(argument: &str, library: &[(&str, &str)], inline: Inline) -> Result<Source, Failure> {
        if argument == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| unreadable("standard input", &error))?;
            return Source::decoded("standard input", bytes);
        if Path::new(argument).is_file() {
            let bytes = std::fs::read(argument).map_err(|error| unreadable(argument, &error))?;
            return Source::decoded(argument, bytes);
        let plain = |name: &str| name.to_lowercase().replace(['-', '_', ' ', '\''], "");
        if let Some((name, text)) = library.iter().find(|(name, _)| plain(name) == plain(argument)) {
            return Ok(Source { name: name.to_string(), text: text.to_string() });
        if inline == Inline::Allowed && is_text(argument) {
            return Ok(Source { name: String::new(), text: argument.to_string() });
        let names: Vec<&str> = library.iter().map(|(name, _)| *name).collect();
        Err(Failure::bad_input("file", format!("there is no file and no game `{argument}`"))
            .remedy(format!("the library has {}", names.join(", "))))
    fn decoded(name: &str, bytes: Vec<u8>) -> Result<Source, Failure> {
        match String::from_utf8(bytes) {
            Ok(text) => {
                let text = text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text);
                Ok(Source { name: name.to_string(), text })
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
                let place = format!("{name}:{line}:{column}");
                Err(Failure::bad_input("encoding", format!("{name} is not UTF-8 text")).at(place))
    /// The failure of a fault in this text.
    pub fn failure(&self, fault: Fault) -> Failure {
        let place = match self.name.as_str() {
            "" => format!("line {}, column {}", fault.line, fault.column),
            name => format!("{name}:{}:{}", fault.line, fault.column),
        };
        let failure = Failure::bad_input(fault.code, fault.message).at(place);
        match fault.remedy {
            Some(remedy) => failure.remedy(remedy),
            None => failure,
/// Writes a file the user asked for.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::bad_input("file", format!("{} cannot be written: {error}", path.display())))
fn unreadable(name: &str, error: &std::io::Error) -> Failure {
    Failure::bad_input("file", format!("{name} cannot be read: {error}"))
/// Whether an argument that is no file and no library name is more likely a text than a wrong name.
fn is_text(argument: &str) -> bool {
    let lower = argument.to_lowercase();
    let file = [".txt", ".csv", ".efg", ".tsv"].iter().any(|ending| lower.ends_with(ending));
    let number = matches!(lower.trim_start_matches(['+', '-']), "nan" | "inf" | "infinity");
    let marks = lower.contains(|mark: char| mark.is_ascii_digit() || mark.is_whitespace() || ";,".contains(mark));
    !file && (number || marks || lower.is_empty())
}
