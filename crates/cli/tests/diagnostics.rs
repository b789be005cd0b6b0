//! Every bad program of tests/diagnostics/ and the full text of its messages beside it. `GRUNDY_UPDATE=1` writes the
//! texts anew: read the difference as a student would.

#[allow(dead_code)]
#[path = "../src/diagnose.rs"]
mod diagnose;

use diagnose::Colour;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/diagnostics")
}

fn programs() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("the folder is there").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files
}

#[test]
fn messages_are_as_recorded() {
    let update = std::env::var_os("GRUNDY_UPDATE").is_some();
    let mut different = Vec::new();
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let drawn = diagnose::draw(&name, &text, &grundy_rule::read(&text).diagnostics, Colour::Off);
        let expected = path.with_extension("txt");
        if update {
            std::fs::write(&expected, &drawn).expect("writable");
        } else if std::fs::read_to_string(&expected).ok().as_deref() != Some(&drawn) {
            different.push(format!("--- {name}\n{drawn}"));
        }
    }
    assert!(different.is_empty(), "run with GRUNDY_UPDATE=1 and review:\n{}", different.join("\n"));
}

/// The name of a program is the codes it must give, in order, and a word: `E06-E08-student.game`.
#[test]
fn programs_give_the_codes_they_are_named_for() {
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_code = |part: &&str| part.len() == 3 && part.starts_with(['E', 'W']) && part[1..].parse::<u8>().is_ok();
        let expected: Vec<&str> = stem.split('-').filter(is_code).collect();
        let found: Vec<&str> = grundy_rule::read(&text).diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(found, expected, "{stem}");
    }
}

/// docs/diagnostics.md has a row for every code that occurs in the sources, and the corpus a program for every code
/// that a text alone can give.
#[test]
fn every_code_is_documented_and_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/diagnostics.md")).expect("the page is there");
    let rows: BTreeSet<&str> = page.lines().filter_map(|line| line.strip_prefix("| ")?.get(..3)).collect();
    let mut named = BTreeSet::new();
    for folder in ["crates/rule/src", "crates/rule/src/check", "crates/rule/src/parse", "crates/cli/src"] {
        for file in std::fs::read_dir(root.join(folder)).expect("sources").flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap_or_default();
            for (at, _) in text.match_indices('"') {
                let code = text.get(at + 1..at + 5).unwrap_or_default();
                if code.ends_with('"') && code.starts_with(['E', 'W']) && code[1..3].parse::<u8>().is_ok() {
                    named.insert(code[..3].to_string());
                }
            }
        }
    }
    for code in &named {
        assert!(rows.contains(code.as_str()), "docs/diagnostics.md lacks {code}");
    }
}
