//! Answers in English, Korean and Traditional Chinese. tests/golden/words/ holds what every command with words of its own says in each;
//! `GRUNDY_UPDATE=1` writes the files anew: read the difference as a speaker of the language would.

use super::library::root;
use super::program::{grundy, json, typed};
use grundy::Language;
use grundy::words::catalogue;
use std::fmt::Write;
use std::path::Path;

/// Commands, and what is typed into them.
const SAID: &[(&[&str], &str)] = &[
    (&["solve", "nim", "3", "5", "7", "--explain"], ""),
    (&["solve", "nim", "--explain"], ""),
    (&["solve", "kayles", "5", "--explain"], ""),
    (&["solve", "tic-tac-toe", "X..|.O.|..X", "--explain"], ""),
    (&["solve", "domineering", "R = 2, C = 3", "--value"], ""),
    (&["solve", "card-ends", "--explain"], ""),
    (&["solve", "cram", "R = 20, C = 20"], ""),
    (&["strategy", "hex", "N = 5"], ""),
    (&["solve", "kayles", "1000000000"], ""),
    (&["solve", "nim", "--cases"], "3 5 7\n1 1\n"),
    (&["strategy", "kayles", "9"], ""),
    (&["moves", "kayles", "4"], ""),
    (&["moves", "tic-tac-toe", "X..|.O.|..X"], ""),
    (&["refute", "Nim(3) + Nim(5) + Nim(7)", "0: take(3)"], ""),
    (&["refute", "tic-tac-toe", "X..|.O.|..X", "mark((0, 2))"], ""),
    (&["refute", "nim", "5", "take(5)"], ""),
    (&["prove", "laskers-nim"], ""),
    (&["prove", "kayles"], ""),
    (
        &["prove", "-"],
        "game Foo\n  state n: nat\n  move take(k in 1..2) if k <= n: n -= k\n  claim second wins when n % 4 == 0\n",
    ),
    (&["play", "nim", "4"], "help\nhint\n9\ntake(4)\n"),
    (&["play", "tic-tac-toe", "--side", "both"], "undo\nb2\n1\nquit\n"),
    (&["explain", "E07"], ""),
    (&["value", "{1|-1} + *2"], ""),
    (&["table", "kayles", "--over", "n=0..4"], ""),
    (&["matrix", "morra"], ""),
    (&["tree", "centipede"], ""),
];

#[test]
fn words_are_as_recorded() {
    let update = std::env::var_os("GRUNDY_UPDATE").is_some();
    let mut different = Vec::new();
    for tag in ["en", "ko", "zh"] {
        let mut text = String::new();
        for (arguments, input) in SAID {
            let run = typed(&[arguments, &["--lang", tag][..]].concat(), input);
            let _ = writeln!(
                text,
                "$ grundy {}\n{}{}[exit {}]\n",
                arguments.join(" "),
                run.out,
                run.err,
                run.code.unwrap_or(-1)
            );
        }
        let path = root().join(format!("tests/golden/words/{tag}.txt"));
        if update {
            std::fs::write(&path, &text).expect("writable");
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            different.push(format!("--- {tag}\n{text}"));
        }
    }
    assert!(different.is_empty(), "run with GRUNDY_UPDATE=1 and review:\n{}", different.join("\n"));
}

#[test]
fn json_is_the_same_in_every_language() {
    for arguments in [&["solve", "nim", "3", "5", "7", "--explain"][..], &["prove", "laskers-nim"]] {
        let in_language = |tag: &str| {
            let mut answer = json(&[arguments, &["--lang", tag][..]].concat()).0;
            answer["seconds"] = 0.into();
            answer
        };
        assert_eq!(in_language("en"), in_language("ko"));
        assert_eq!(in_language("en"), in_language("zh-TW"));
    }
}

#[test]
fn a_language_of_programs_says_no_words() {
    assert_eq!(grundy(&["solve", "nim", "3", "--lang", "cpp"]).code, Some(2));
    assert_eq!(grundy(&["solve", "nim", "3", "--lang", "fr"]).code, Some(2));
    assert_eq!(grundy(&["export", "kayles", "--lang", "ko"]).code, Some(2));
    assert_eq!(grundy(&["export", "kayles"]).code, Some(2));
}

/// The English words of every message below a folder, each with its file.
fn messages(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            messages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("readable");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            let code = code.join("\n");
            for (at, call) in code.match_indices("message!(").chain(code.match_indices("say!(")) {
                let rest = code[at + call.len()..].trim_start();
                let rest = rest.strip_prefix("language,").unwrap_or(rest).trim_start();
                if let Some(literal) = rest.strip_prefix('"') {
                    let end = literal.find('"').expect("a quote, and no escape, in the words of a message");
                    found.push((literal[..end].to_string(), path.display().to_string()));
                }
            }
        }
    }
}

#[test]
fn every_code_is_explained_in_three_languages() {
    let page = std::fs::read_to_string(root().join("docs/diagnostics.md")).expect("the page");
    let rows = page.lines().filter_map(|line| grundy::explain_code(line.get(2..5)?).ok());
    let rows: Vec<grundy::CodeAnswer> = rows.collect();
    assert!(rows.len() > 40, "{} rows", rows.len());
    for row in rows {
        for language in [Language::Korean, Language::Chinese] {
            let said = |words: &str| catalogue::words(words, language).is_some();
            assert!(said(&row.cause) && said(&row.remedy), "{} in {language:?}", row.code);
        }
    }
}

/// The holes of a text: `{}` counts up, `{1}` is the second.
fn holes(text: &str) -> Vec<usize> {
    let mut next = 0;
    let hole = |piece: &str| {
        let number = piece.split('}').next()?;
        number.parse().ok().or_else(|| {
            number.is_empty().then(|| {
                next += 1;
                next - 1
            })
        })
    };
    let mut holes: Vec<usize> = text.split('{').skip(1).filter_map(hole).collect();
    holes.sort_unstable();
    holes
}

#[test]
fn every_message_is_said_in_three_languages() {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("crates").flatten() {
        messages(&entry.path().join("src"), &mut found);
    }
    assert!(found.len() > 250, "{} messages", found.len());
    for (english, file) in &found {
        for language in [Language::Korean, Language::Chinese] {
            let words = catalogue::words(english, language);
            let words = words.unwrap_or_else(|| panic!("{file}: `{english}` has no {language:?}"));
            assert_eq!(holes(words), holes(english), "{english}: {words}");
        }
    }
}
