//! Every bad program of tests/diagnostics/ and the full text of its messages beside it. `GRUNDY_UPDATE=1` writes the
//! texts anew: read the difference as a student would.

#[allow(dead_code)]
#[path = "../../src/diagnose.rs"]
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
        let drawn =
            diagnose::draw(&grundy::Text::new(&name, &text), &grundy_rule::read(&text).diagnostics, Colour::Off);
        let expected = path.with_extension("txt");
        if update {
            std::fs::write(&expected, &drawn).expect("writable");
        } else if std::fs::read_to_string(&expected).ok().as_deref() != Some(&drawn) {
            different.push(format!("--- {name}\n{drawn}"));
        }
    }
    assert!(different.is_empty(), "run with GRUNDY_UPDATE=1 and review:\n{}", different.join("\n"));
}

/// Rules that are right, and were or might be refused, get no message at all.
#[test]
fn right_rules_are_accepted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/accepted");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 9);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("readable");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let found = grundy_rule::read(&text).diagnostics;
        assert!(found.is_empty(), "{}", diagnose::draw(&grundy::Text::new(&name, &text), &found, Colour::Off));
    }
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

/// The codes in the Rust sources below a folder.
fn codes_below(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            codes_below(&path, codes);
        }
        let text = if path.extension().is_some_and(|extension| extension == "rs") {
            std::fs::read_to_string(&path).unwrap_or_default()
        } else {
            String::new()
        };
        for (at, _) in text.match_indices('"') {
            let code = text.get(at + 1..at + 5).unwrap_or_default();
            if code.ends_with('"') && code.starts_with(['E', 'W']) && code[1..3].parse::<u8>().is_ok() {
                codes.insert(code[..3].to_string());
            }
        }
    }
}

#[test]
fn every_code_has_a_row_in_docs_diagnostics() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/diagnostics.md")).expect("the page is there");
    let rows: BTreeSet<&str> = page.lines().filter_map(|line| line.strip_prefix("| ")?.get(..3)).collect();
    let mut codes = BTreeSet::new();
    for package in std::fs::read_dir(root.join("crates")).expect("crates").flatten() {
        codes_below(&package.path().join("src"), &mut codes);
    }
    let missing: Vec<&String> = codes.iter().filter(|code| !rows.contains(code.as_str())).collect();
    assert!(missing.is_empty(), "docs/diagnostics.md lacks {missing:?}");
}

/// E01 is shown with the real program, in tests/fmt.rs: its text would be a file of a megabyte.
#[test]
fn every_code_of_the_rule_crate_has_a_program() {
    let mut codes = BTreeSet::new();
    codes_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rule/src"), &mut codes);
    let names: Vec<String> = programs().iter().map(|path| path.display().to_string()).collect();
    codes.remove("E01");
    let missing: Vec<&String> = codes.iter().filter(|code| !names.iter().any(|name| name.contains(*code))).collect();
    assert!(missing.is_empty(), "tests/diagnostics lacks {missing:?}");
}
