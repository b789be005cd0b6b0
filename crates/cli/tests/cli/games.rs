//! `grundy games` as a user runs it; the expectations come from the files of games/ themselves.

use super::program::output;
use std::path::Path;
use std::process::Output;

fn grundy(arguments: &[&str]) -> Output {
    output(arguments, b"")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&grundy(arguments).stdout).expect("JSON")
}

fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "game"))
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).expect("readable");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_game_of_every_file_is_listed() {
    let listed = json(&["games", "--json"]);
    let listed: Vec<(String, String)> = listed["games"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| (row["file"].as_str().unwrap_or("").to_string(), row["name"].as_str().unwrap_or("").to_string()))
        .collect();
    let written: Vec<(String, String)> = files()
        .iter()
        .flat_map(|(file, text)| {
            let names = text.lines().filter_map(|line| line.strip_prefix("game "));
            let names = names.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_string());
            names.map(|name| (format!("games/{file}"), name)).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(listed, written);
}

#[test]
fn the_library_is_in_canonical_style() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    if !files().is_empty() {
        let check = grundy(&["fmt", "--check", folder.to_str().expect("UTF-8")]);
        assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    }
}

#[test]
fn a_file_is_shown_as_written_whatever_the_spelling_of_its_name() {
    for (file, text) in files().iter().take(5) {
        let stem = file.trim_end_matches(".game");
        let spelt = stem.to_uppercase().replace('-', "_");
        assert_eq!(String::from_utf8_lossy(&grundy(&["games", "--show", &spelt]).stdout), *text);
        let misspelt = format!("{stem}x");
        let error = json(&["games", "--show", &misspelt, "--json"]);
        assert_eq!(error["error"]["code"], "E55");
    }
}

#[test]
fn words_are_searched_in_names_and_remarks() {
    for (file, text) in files().iter().take(5) {
        let Some(word) = text.lines().next().and_then(|line| line.split_whitespace().find(|word| word.len() > 6))
        else {
            continue;
        };
        let found = json(&["games", word, "--json"]);
        let found = found["games"].as_array().expect("a list");
        assert!(found.iter().any(|row| row["file"] == format!("games/{file}")), "{word} is in {file}");
    }
    let nothing = grundy(&["games", "no such words anywhere"]);
    assert_eq!(nothing.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&nothing.stdout).contains("no game fits"));
}
