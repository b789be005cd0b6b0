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
        // Those of Z7 to Z9 are true of what they were decided for: sizes from 1 on, lengths, Left beginning. Those of X2
        // and V7 are true; what was wrong was which cell a position's numbers fill. Those of D5 are true where the rules can begin.
        let is_true = ["D5.game", "V7.game", "X2.game", "Z7.game", "Z8.game", "Z9.game"];
        let is_true = is_true.iter().any(|file| name.ends_with(file));
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

/// What only a false fact would tell of boards beyond search is not told of them; K is how large they are.
#[test]
fn boards_beyond_search_are_not_won_by_false_facts() {
    let large = "A(K = 1000000000)";
    let files = ["V1", "V2", "V3", "V4", "V13", "V14"].map(|name| (name, large));
    for (file, position) in files.into_iter().chain([("V20", "A(K = 40)")]) {
        let path = root().join("tests/findings").join(format!("{file}.game")).to_string_lossy().into_owned();
        let strategy = grundy(&["strategy", &path, position]);
        assert_eq!(strategy.code, Some(3), "{file}: {}", strategy.out);
        let (answer, _) = json(&["solve", &path, position, "--time", "1", "--memory", "500M"]);
        assert!(answer["winner"].is_null() || answer["winner"] == "draw", "{file}: {answer}");
        let (facts, _) = json(&["facts", &path]);
        let known = facts["games"][0]["facts"].as_array().expect("a list");
        assert!(known.iter().all(|fact| fact["fact"] != "acyclic" || fact["standing"] == "unknown"), "{file}: {facts}");
    }
}

#[test]
fn patterns_and_sequences_ask_how_play_ends() {
    let path = root().join("tests/findings/V5.game").to_string_lossy().into_owned();
    let (answer, _) = json(&["solve", &path, "1000000000000", "--time", "1"]);
    assert!(answer["winner"].is_null() || answer["winner"] == "first", "{answer}");
    for asked in [&["pattern", &path][..], &["pattern", &path, "--grundy"], &["prove", &path]] {
        let (answer, code) = json(asked);
        assert_ne!(code, 0, "{asked:?}: {answer}");
    }
    let rules = "game H\n  state n: nat\n  move t(k in 1..3) if k <= n: n -= k\n  misere play\n";
    let path = super::program::file("takes.game", rules);
    for (heap, wins) in [("1", false), ("4", true), ("5", false), ("1000000", true), ("1000001", false)] {
        let (answer, _) = json(&["sequence", &path, "--at", heap]);
        assert_eq!(answer["at"]["winner"], if wins { "first" } else { "second" }, "{heap}: {answer}");
    }
    for option in [&["--stats"][..], &["--certificate", "no.cert"], &["--bfile", "no.txt"], &["--csv", "no.csv"]] {
        let run = grundy(&[&["sequence", &path], option].concat());
        assert!(run.code == Some(2) && run.err.contains("misère play"), "{option:?}: {}{}", run.out, run.err);
    }
    let (answer, code) = json(&["pattern", &path, "--grundy"]);
    assert_ne!(code, 0, "{answer}");
    let (answer, code) = json(&["prove", &path]);
    assert!(!answer["claims"].to_string().contains("Grundy values"), "{code} {answer}");
    // Without heap form nothing but the first values is told.
    let rules = "game Stones\n  state n: nat\n  move take(k in {1, 3, 4}) if k <= n and n != 6: n -= k\n";
    let path = super::program::file("stones.game", rules);
    for option in [&["--misere"][..], &["--at", "1"], &["--count-losing", "9"]] {
        let run = grundy(&[&["sequence", &path], option].concat());
        assert_eq!(run.code, Some(2), "{option:?}: {}{}", run.out, run.err);
    }
}

#[test]
fn moves_are_not_valued_by_claims_that_are_wrong() {
    let path = root().join("tests/findings/V6.game").to_string_lossy().into_owned();
    let (answer, _) = json(&["moves", &path, "A(1000001, 1000002)", "--time", "2", "--memory", "500M"]);
    assert!(answer["standing"].is_null() || answer["moves"][0]["result"] != "loss", "{answer}");
    let (answer, _) = json(&["solve", &path, "A(1000001, 1000001)", "--time", "2", "--memory", "500M"]);
    assert!(answer["winner"].is_null() || answer["winner"] == "second", "{answer}");
    let path = root().join("tests/findings/V7.game").to_string_lossy().into_owned();
    let (answer, _) = json(&["solve", &path, "Z(free = {0}, N = 40)"]);
    assert_eq!((answer["winner"].as_str(), answer["grundy"].as_u64()), (Some("first"), Some(1)), "{answer}");
    let (answer, _) = json(&["solve", &path, "Z(free = 0..24, N = 26)", "--time", "5", "--memory", "1G"]);
    assert!(answer["winner"].is_null() || answer["winner"] == "first", "{answer}");
}

/// The claims of two files cannot all be true; which is wrong is not said of the wrong one.
#[test]
fn a_true_claim_is_not_refuted() {
    let path = root().join("tests/findings/V10.game").to_string_lossy().into_owned();
    let (answer, _) = json(&["prove", &path, "--budget", "300000", "--time", "60"]);
    let refuted: Vec<&str> = answer["claims"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["verdict"] == "refuted")
        .filter_map(|one| one["claim"].as_str())
        .collect();
    assert!(refuted.iter().all(|claim| claim.starts_with("claim first wins when m == 4098")), "{answer}");
}

#[test]
fn claims_about_the_start_are_compared_at_the_parameters_that_are_given() {
    let rules = "game Z\n  param N = 4, S: set of 1.. = {1}\n  state free: set of 0..N-1 = all\n  move t(c in free, d in S) if c + 1 not in free or c + 2 in free or d > 1: free -= {c, c + d - 1}\n  claim second wins when N % 2 == 0\n  claim first wins\n";
    let path = super::program::file("steps.game", rules);
    let (answer, code) = json(&["prove", &path]);
    assert_eq!(code, 0, "{answer}");
    let (answer, code) = json(&["prove", &path, "S = {2}"]);
    assert_eq!((code, answer["claims"][0]["verdict"].as_str()), (1, Some("refuted")), "{answer}");
}

#[test]
fn certificates_are_written_of_what_can_be_checked() {
    let rules = "game A\n  state n: 0..9 = 3\n  left move t if n > 0: n -= 1\n  opp wins when n == 2\n";
    let path = super::program::file("verdicts.game", rules);
    let place = super::program::file("value.cert", "");
    let run = grundy(&["solve", &path, "--certificate", &place, "--proves", "value"]);
    assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    let rules = "game Z\n  param N = 3\n  state free: set of grid(1, N) = {c in grid(1, N) if c.col < 9}\n  move m(c in free): free -= {c} + {e in orth: c + e}\n";
    let path = super::program::file("whole.game", rules);
    let run = grundy(&["strategy", &path, "--certificate", &place]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let (verdict, code) = json(&["verify", &place, "--rules", &path]);
    assert_eq!((verdict["verdict"].as_str(), code), (Some("accepted"), 0), "{verdict}");
}
