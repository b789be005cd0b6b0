//! Tablebases with the real program: counts that are published, answers equal to those of `solve`, builds that are ended
//! and go on, damaged files.

use super::program::{Run, file, grundy, json, typed};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A place for a file that is not there yet.
fn place(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(format!("{}.work", path.display()));
    path.to_str().expect("UTF-8").to_string()
}

fn built(game: &[&str], name: &str) -> (String, Value) {
    let file = place(name);
    let (answer, code) = json(&[&["tablebase", "build"], game, &["-o", &file]].concat());
    assert_eq!(code, 0, "{game:?}: {answer}");
    assert_eq!(answer["standing"]["kind"], "proved");
    assert!(!PathBuf::from(format!("{file}.work")).exists(), "the pieces are gone");
    (file, answer)
}

/// 765 positions up to symmetry, 5478 in all (the file's own header names the source); 161,029 on 4 x 4 (Tromp's table).
#[test]
fn counts_are_those_published() {
    let (file, answer) = built(&["tic-tac-toe", "--positions", "reached"], "counts-ttt.tb");
    assert_eq!(answer["positions"], 765);
    let (stats, _) = json(&["tablebase", "stats", &file]);
    assert_eq!(stats["reached"], 5478);
    let images: Vec<u64> =
        stats["strata"].as_array().unwrap().iter().map(|row| row["images"].as_u64().unwrap()).collect();
    // By the number of stones: Wikipedia, "Tic-tac-toe"; counted there with finished games.
    assert_eq!(images, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    let (file, _) = built(&["connect4", "R = 4, C = 4", "--positions", "reached"], "counts-c4.tb");
    let (stats, _) = json(&["tablebase", "stats", &file]);
    assert_eq!(stats["reached"], 161_029);
}

/// Every answer is that of `solve`, and the file agrees with the rules everywhere.
#[test]
fn answers_are_those_of_solve() {
    let cases: &[(&[&str], &str)] = &[
        (&["tic-tac-toe"], "proved"),
        (&["quixo", "N = 3"], "proved"),
        (&["quixo", "N = 2", "--positions", "reached"], "proved"),
        (&["dodgem"], "proved"),
        (&["three-mens-morris"], "proved"),
        (&["three-mens-morris", "--positions", "reached"], "proved"),
        (&["connect4", "R = 3, C = 4, K = 3"], "proved"),
        (&["hare-and-hounds"], "checked"),
        (&["kalah", "m = 2, s = 2"], "checked"),
        (&["dots-and-boxes", "R = 1, C = 2"], "proved"),
        (&["nim", "Nim(9)", "--holds", "grundy"], "proved"),
        (&["mnk", "--holds", "outcome"], "proved"),
    ];
    for (number, (game, standing)) in cases.iter().enumerate() {
        let (file, answer) = built(game, &format!("answers-{number}.tb"));
        let words: Vec<&str> = game.iter().copied().take_while(|word| !word.starts_with("--")).collect();
        let (solved, _) = json(&[&["solve"][..], &words, &["--plies"]].concat());
        for asked in
            [json(&["tablebase", "query", &file]), json(&[&["solve"][..], &words, &["--tablebase", &file]].concat())]
        {
            let (looked_up, code) = asked;
            assert_eq!(code, 0, "{game:?}: {looked_up}");
            for key in ["winner", "margin", "by_starter", "grundy"] {
                if !solved[key].is_null() && (key != "grundy" || answer["kind"] == "grundy") {
                    assert_eq!(looked_up[key], solved[key], "{game:?} {key}");
                }
            }
            if answer["kind"] == "plies" {
                assert_eq!(looked_up["plies"], solved["plies"], "{game:?}");
                assert_eq!(looked_up["winning_move_count"], solved["winning_move_count"], "{game:?}");
            }
            assert_eq!(looked_up["standing"]["kind"], "checked", "{game:?}");
        }
        let (verdict, code) = json(&["tablebase", "verify", &file]);
        assert_eq!((&verdict["verdict"], code), (&Value::from("accepted"), 0), "{game:?}: {verdict}");
        assert_eq!(verdict["standing"]["kind"], *standing, "{game:?}: {verdict}");
        let (sample, code) = json(&["tablebase", "verify", &file, "--sample", "50"]);
        assert_eq!((&sample["verdict"], code), (&Value::from("accepted"), 0), "{game:?}");
    }
}

#[test]
fn lists_and_numbers_agree() {
    let (numbers, _) = built(&["three-mens-morris"], "agree-numbers.tb");
    let (list, _) = built(&["three-mens-morris", "--positions", "reached"], "agree-list.tb");
    let (both, code) = json(&["tablebase", "verify", &list, "--against", &numbers]);
    assert_eq!((&both["verdict"], &both["positions"], code), (&Value::from("accepted"), &Value::from(540), 0));
    let run = typed(&["tablebase", "query", &list, "--cases", "--json"], "XX.|OO.|...\n...|...|...\nnonsense\n");
    assert_eq!(run.code, Some(2), "{}", run.out);
    let cases: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(cases["cases"][0]["answer"]["plies"], 1);
    assert_eq!(cases["cases"][1]["answer"]["winner"], "first");
    assert_eq!(cases["cases"][2]["problem"]["error"]["code"], "E08");
    let out = place("agree.csv");
    let (exported, _) = json(&["tablebase", "export", &list, "-o", &out]);
    assert_eq!(exported["rows"], 540);
    let text = std::fs::read_to_string(out).expect("written");
    assert_eq!(text.lines().next(), Some("number,board,mover,result,plies"));
    assert_eq!(text.lines().count(), 541);
    let moves = grundy(&["moves", "three-mens-morris", "--tablebase", &list]);
    assert!(moves.out.contains("win in 9"), "{}", moves.out);
    let played = grundy(&["play", "three-mens-morris", "--side", "none", "--tablebase", &list, "--json"]);
    let played: Value = serde_json::from_str(played.out.lines().last().unwrap_or_default()).expect("JSON");
    assert_eq!((&played["winner"], played["moves"].as_array().map(Vec::len)), (&Value::from("Left"), Some(9)));
}

#[test]
fn lists_are_asked_about_the_player_who_is_named() {
    let rules = file(
        "starters.game",
        "game A\n  state n: 0..4 = 3\n  left move one if n > 0: n -= 1\n  right move two if n > 1: n -= 2\n",
    );
    let (table, _) = built(&[&rules], "starters.tb");
    for first in ["Left", "Right"] {
        let run = typed(&["tablebase", "query", &table, "--cases", "--first", first, "--json"], "A(3)\nA(1)\n");
        let cases: Value = serde_json::from_str(&run.out).expect("JSON");
        for (case, position) in [(0, "A(3)"), (1, "A(1)")] {
            let (one, _) = json(&["tablebase", "query", &table, position, "--first", first]);
            assert_eq!(cases["cases"][case]["answer"]["winner"], one["winner"], "{first} {position}");
        }
        // Of one counter Left takes one; Right cannot take two.
        let wins = if first == "Left" { "first" } else { "second" };
        assert_eq!(cases["cases"][1]["answer"]["winner"], wins, "{cases}");
    }
}

/// Whatever the threads and the memory, and wherever it was ended, the file is the same.
#[test]
fn builds_that_are_ended_go_on() {
    let game = ["connect4", "R = 4, C = 4", "--positions", "reached"];
    let (file, _) = built(&game, "ended-not.tb");
    let whole = std::fs::read(&file).expect("written");
    let (other, _) = built(&[&game[..], &["--threads", "1", "--memory", "64M"]].concat(), "ended-small.tb");
    assert!(std::fs::read(&other).expect("written") == whole, "memory and threads");
    let file = place("ended.tb");
    let build = [&["tablebase", "build"], &game[..], &["-o", &file]].concat();
    let mut seed = 7u64;
    for _ in 0..6 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(&build)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(60 + (seed >> 33) % 300));
        let _ = child.kill();
        let _ = child.wait();
    }
    let limited = grundy(&[&build[..], &["--time", "0.1"]].concat());
    assert!(matches!(limited.code, Some(0 | 3)), "{}{}", limited.out, limited.err);
    let (answer, code) = json(&build);
    assert_eq!(code, 0, "{answer}");
    assert!(std::fs::read(&file).expect("written") == whole, "a build that was ended");
    // A whole one is not built again.
    assert_eq!(json(&build).0["positions"], answer["positions"]);
}

fn refused(run: &Run, message: &str) {
    assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    assert!(run.err.contains(message), "{}", run.err);
}

#[test]
fn what_does_not_fit_is_refused() {
    let (file, _) = built(&["tic-tac-toe"], "refused.tb");
    let before = std::fs::read(&file).expect("written");
    refused(&grundy(&["tablebase", "build", "quixo", "-o", &file]), "something else");
    refused(&grundy(&["tablebase", "build", "tic-tac-toe", "--holds", "outcome", "-o", &file]), "something else");
    refused(&grundy(&["solve", "quixo", "--tablebase", &file]), "other rules");
    refused(&grundy(&["tablebase", "info", "games/nim.game"]), "no file");
    refused(&grundy(&["tablebase", "build", "kayles", "9", "-o", &place("refused-kayles.tb")]), "sums");
    refused(&grundy(&["tablebase", "build", "tic-tac-toe", "-o", "/nowhere/at/all.tb"]), "/nowhere");
    assert!(std::fs::read(&file).expect("there") == before, "nothing is lost");
    let work = place("refused-other.tb");
    std::fs::create_dir_all(format!("{work}.work")).expect("writable");
    std::fs::write(format!("{work}.work/plan.json"), "{}").expect("writable");
    refused(&grundy(&["tablebase", "build", "tic-tac-toe", "-o", &work]), "another build");
}

/// A byte changed anywhere is refused or the block is named; so is a file that was cut.
#[test]
fn damage_is_named() {
    let (file, _) = built(&["three-mens-morris", "--positions", "reached"], "damaged-not.tb");
    let whole = std::fs::read(&file).expect("written");
    let damaged = place("damaged.tb");
    let mut places: Vec<usize> = (0..whole.len()).step_by(whole.len() / 40 + 1).collect();
    places.extend(whole.len() - 60..whole.len());
    places.extend(0..24);
    for at in places.into_iter().step_by(2) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(&damaged, &bytes).expect("writable");
        let run = grundy(&["tablebase", "verify", &damaged]);
        let said = format!("{}{}", run.out, run.err);
        assert!(matches!(run.code, Some(1 | 2)), "byte {at}: {said}");
        assert!(
            ["is damaged", "is no tablebase", "of version"].iter().any(|words| said.contains(words)),
            "byte {at}: {said}"
        );
    }
    for length in [0, 7, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&damaged, &whole[..length]).expect("writable");
        assert_eq!(grundy(&["tablebase", "query", &damaged]).code, Some(2), "{length} bytes");
    }
}
