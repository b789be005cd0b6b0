//! tests/refused/: false claims, wrong splits, wrong symmetries, wrong expectations. Each is refused by `grundy check` with the
//! message beside it, and its counterexample can be pasted back. `GRUNDY_UPDATE=1` writes the messages anew.

use super::program::{grundy, json};
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/refused");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").flatten().map(|one| one.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    assert!(files.len() >= 8);
    files
}

/// The cause and the remedy of the only diagnostic of a file.
fn refusal(path: &Path) -> (String, String) {
    let (answer, code) = json(&["check", path.to_str().expect("UTF-8")]);
    assert_eq!(code, 1, "{}: {answer}", path.display());
    let list = answer["files"][0]["diagnostics"].as_array().expect("a list");
    let errors: Vec<_> =
        list.iter().filter(|one| one["code"].as_str().is_some_and(|code| code.starts_with('E'))).collect();
    assert_eq!(errors.len(), 1, "{}: {list:?}", path.display());
    let word = |key: &str| errors[0][key].as_str().unwrap_or("").to_string();
    (format!("{}: {}", word("code"), word("message")), word("remedy"))
}

#[test]
fn refused_with_the_recorded_message() {
    let update = std::env::var_os("GRUNDY_UPDATE").is_some();
    let mut different = Vec::new();
    for path in files() {
        let (message, remedy) = refusal(&path);
        let text = format!("{message}\n{remedy}\n");
        let expected = path.with_extension("txt");
        if update {
            std::fs::write(&expected, &text).expect("writable");
        } else if std::fs::read_to_string(&expected).ok().as_deref() != Some(&text) {
            different.push(format!("--- {}\n{text}", path.display()));
        }
    }
    assert!(different.is_empty(), "run with GRUNDY_UPDATE=1 and review:\n{}", different.join("\n"));
}

/// The first position written in a message: a name of the file's game with its arguments.
fn position_in(message: &str, game: &str) -> Option<String> {
    let start = message.find(&format!("{game}("))?;
    let mut depth = 0;
    let mut quoted = false;
    for (at, character) in message[start..].char_indices() {
        match character {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(message[start..=start + at].to_string());
                }
            }
            _ => {}
        }
    }
    None
}

#[test]
fn the_counterexample_can_be_pasted_back() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let game = text.lines().find_map(|line| line.strip_prefix("game ")).expect("a game").trim().to_string();
        let (message, remedy) = refusal(&path);
        let position = position_in(&format!("{message} {remedy}"), &game);
        let position = position.unwrap_or_else(|| panic!("{}: no position in {message}\n{remedy}", path.display()));
        let run = grundy(&["solve", path.to_str().expect("UTF-8"), &position]);
        assert_eq!(run.code, Some(0), "{}: {position}\n{}{}", path.display(), run.out, run.err);
    }
}

/// The smallest n at which the guess is wrong, by the mex rule: g(0..) of Kayles = 0 1 2 3 1 4 3 2 1 4 (Guy and Smith 1956).
#[test]
fn the_counterexample_is_the_smallest() {
    let path = files().into_iter().find(|path| path.ends_with("claim-kayles.game")).expect("there");
    let (_, remedy) = refusal(&path);
    assert!(remedy.contains("Kayles(4)") && remedy.contains("is 1") && remedy.contains("0"), "{remedy}");
}
