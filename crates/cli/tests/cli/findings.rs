//! Wrong answers that were found once (tests/findings): each file holds the rules, and as expectations the right answers,
//! which an interpreter written from the language page alone gives too. Every answer is asked natively and by
//! interpretation; its certificate says the same and is accepted; and what claims say of the rules is not believed.

use super::library::root;
use super::program::{grundy, json};
use std::path::PathBuf;

fn files() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("tests/findings")).expect("the folder");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files
}

/// The positions that a file expects something of.
fn positions(path: &PathBuf) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("readable");
    let expected = text.lines().filter_map(|line| line.strip_prefix("expect "));
    let position =
        |line: &str| line.split_once(' ').and_then(|(_, rest)| rest.rsplit_once(" == ")).map(|(at, _)| at.to_string());
    let mut positions: Vec<String> = expected.filter_map(position).collect();
    positions.dedup();
    positions
}

#[test]
fn what_was_wrong_is_right() {
    for path in files() {
        let name = path.to_string_lossy();
        let (answer, _) = json(&["check", &name]);
        let wrong: Vec<&str> = answer["files"][0]["diagnostics"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|one| one["code"].as_str())
            .filter(|code| *code == "E42")
            .collect();
        assert!(wrong.is_empty(), "{name}: {answer}");
        assert_eq!(answer["files"][0]["open"], 0, "{name}: {answer}");
    }
}

#[test]
fn interpretation_and_native_code_agree_and_certificates_say_the_same() {
    let folder = std::env::temp_dir().join(format!("grundy-findings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for path in files() {
        let name = path.to_string_lossy();
        for position in positions(&path) {
            let certificate = folder.join("one.cert");
            let (native, code) = json(&["solve", &name, &position, "--certificate", &certificate.to_string_lossy()]);
            assert_eq!(code, 0, "{name} {position}: {native}");
            let (interpreted, _) = json(&["solve", &name, &position, "--interpret"]);
            for key in ["winner", "outcome", "grundy", "plies", "winning_moves"] {
                assert_eq!(native[key], interpreted[key], "{name} {position}: {key}");
            }
            let verified = grundy(&["verify", &certificate.to_string_lossy(), "--rules", &name]);
            assert_eq!(verified.code, Some(0), "{name} {position}: {}{}", verified.out, verified.err);
        }
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// Claims of these files are wrong, and `check` says so; none is called proved.
#[test]
fn false_claims_are_refused() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("readable");
        if !(text.contains("  split ") || text.contains("  symmetry ")) {
            continue;
        }
        let name = path.to_string_lossy();
        let (facts, _) = json(&["facts", &name]);
        let of_claims = facts["games"][0]["facts"].as_array().expect("a list").iter();
        let of_claims =
            of_claims.filter(|fact| matches!(fact["fact"].as_str(), Some("split sound" | "symmetry sound")));
        assert!(of_claims.clone().all(|fact| fact["standing"] == "unknown"), "{name}: {facts}");
        let (answer, code) = json(&["check", &name]);
        let undecided = name.ends_with("A3.game");
        assert!(undecided || code == 1, "{name}: {answer}");
    }
}

/// Claims that are false at the parameters of the file are not proved, and what proved them once is refuted with a position.
#[test]
fn false_claims_are_not_proved() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let name = path.to_string_lossy();
        // Those of Z7 to Z9 are true of what they were decided for: sizes from 1 on, lengths, Left beginning. Those of X2 are
        // true; what was wrong was which cell a position's numbers fill.
        let is_true = ["X2.game", "Z7.game", "Z8.game", "Z9.game"].iter().any(|file| name.ends_with(file));
        if !text.contains("  claim ") || is_true {
            continue;
        }
        // The claim of Z4 is false at k = -1 alone.
        let at = if name.ends_with("Z4.game") { vec!["A(0, 0, k = -1)"] } else { Vec::new() };
        let (answer, code) = json(&[&["prove", &name], &at[..]].concat());
        assert_ne!(code, 0, "{name}: {answer}");
        let verdicts: Vec<&str> =
            answer["claims"].as_array().expect("a list").iter().filter_map(|one| one["verdict"].as_str()).collect();
        assert!(!verdicts.contains(&"proved"), "{name}: {answer}");
    }
}

#[test]
fn a_length_tells_the_winner_where_who_cannot_move_loses_or_wins() {
    let path = root().join("tests/findings/Z8.game").to_string_lossy().into_owned();
    let (answer, _) = json(&["solve", &path, "M(1000000000001, 1000000000000)"]);
    assert_eq!(answer["winner"], "second", "{answer}");
    let (answer, _) = json(&["solve", &path, "W(1000000000001, 1000000000000)", "--time", "1"]);
    assert_ne!(answer["winner"], "first", "{answer}");
}

#[test]
fn claims_are_silent_where_it_matters_which_player_begins() {
    let path = root().join("tests/findings/Z9.game").to_string_lossy().into_owned();
    for first in ["Left", "Right"] {
        let (answer, _) = json(&["solve", &path, "M(1000000000001, 1000000000000)", "--first", first, "--time", "1"]);
        assert!(answer["outcome"].is_null() || answer["outcome"] == "L", "{answer}");
        assert!(first == "Left" || answer["winner"] != "first", "{answer}");
    }
}

#[test]
fn strategies_are_stolen_where_turns_alternate_alone() {
    let path = root().join("tests/findings/Y5.game").to_string_lossy().into_owned();
    let answer = grundy(&["strategy", &path, "Maj(N = 40)"]);
    assert_eq!(answer.code, Some(3), "{}", answer.out);
}
