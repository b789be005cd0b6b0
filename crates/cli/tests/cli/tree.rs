//! `grundy tree`, the real binary.

use super::program::output;
use serde_json::{Value, json};
use std::process::Output;

fn grundy(arguments: &[&str], input: &str) -> Output {
    output(arguments, input.as_bytes())
}

fn answer(args: &[&str], input: &str) -> (Value, i32) {
    let output = grundy(&[args, &["--json"]].concat(), input);
    let value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    (value, output.status.code().expect("an exit code"))
}

#[test]
fn payoffs_path_and_strategy() {
    let (found, exit) = answer(&["tree", "entry"], "");
    assert_eq!((exit, &found["payoffs"], &found["path"]), (0, &json!(["2", "2"]), &json!(["in", "share"])));
    let strategy = json!([
        { "at": [], "player": "Entrant", "move": "in" },
        { "at": ["in"], "player": "Incumbent", "move": "share" },
    ]);
    assert_eq!(found["strategy"], strategy);
}

#[test]
fn ties_are_kept() {
    let (found, _) = answer(&["tree", "sharing"], "");
    assert_eq!(found["count"], "2");
    let payoffs: Vec<&Value> =
        found["outcomes"].as_array().expect("a list").iter().map(|outcome| &outcome["payoffs"]).collect();
    assert_eq!(payoffs, [&json!(["1", "1"]), &json!(["2", "0"])]);
}

#[test]
fn zermelo() {
    let (found, _) = answer(&["tree", "heap-of-four"], "");
    assert_eq!((found["winner"].as_str(), found["verdict"].as_str()), (Some("First"), Some("win")));
}

#[test]
fn folds_are_explained() {
    let output = grundy(&["tree", "centipede", "--explain"], "");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        text.contains("1. at go/go/go, Bob: stop gives (2, 4), go gives (4, 3); Bob takes stop; worth (2, 4)"),
        "{text}"
    );
    assert!(text.contains("└─ go: folded (0, 2)"), "{text}");
}

#[test]
fn gambit_files_both_ways() {
    let folder = std::env::temp_dir().join(format!("grundy-tree-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("centipede.efg");
    let name = file.to_str().expect("UTF-8");
    assert_eq!(grundy(&["tree", "centipede", "-o", name], "").status.code(), Some(0));
    let (mut first, _) = answer(&["tree", "centipede"], "");
    let (mut second, _) = answer(&["tree", name], "");
    first["seconds"] = json!(0);
    second["seconds"] = json!(0);
    assert_eq!(first, second);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[track_caller]
fn refused(text: &str, code: &str, span: &str) {
    let (found, exit) = answer(&["tree", "-"], text);
    assert_eq!((exit, found["error"]["code"].as_str(), found["error"]["span"].as_str()), (2, Some(code), Some(span)));
}

#[test]
fn bad_input_names_line_and_column() {
    refused("", "empty", "<stdin>:1:1");
    refused("players A B\nA\n  l: player 3\n", "player", "<stdin>:3:6");
    refused("players A B\nA\n  l: @x\nx = B\n  r: @x\n", "cycle", "<stdin>:5:6");
    refused("players A B\nA\n  l: 1 1\nB\n", "orphan", "<stdin>:4:1");
    refused("players A B\nA\n  l: 1 1/0\n", "number", "<stdin>:3:8");
    refused("EFG 2 R \"\" { \"A\" }\np \"\" 2 1 \"\" { \"x\" } 0\n", "player", "<stdin>:2:6");
    assert_eq!(answer(&["tree", "no-such-tree"], "").1, 2);
}

/// A hundred thousand moves deep, each node written as a subtree of its own.
#[test]
fn a_deep_text_is_no_danger() {
    let depth = 100_000;
    let mut text = "players A B\n".to_string();
    for level in 0..depth {
        text.push_str(&format!(
            "n{level} = player {}\n  stop: {level} {level}\n  go: @n{}\n",
            1 + level % 2,
            level + 1
        ));
    }
    text.push_str(&format!("n{depth} = {depth} {depth}\n"));
    let (found, exit) = answer(&["tree", "-", "--limit", "2"], &text);
    assert_eq!((exit, found["nodes"].as_u64()), (0, Some(2 * depth + 1)));
    assert_eq!(found["path"].as_array().map(Vec::len), Some(depth as usize));
}

#[test]
fn a_time_limit_leaves_one_equilibrium() {
    let (found, exit) = answer(&["tree", "entry", "--time", "0"], "");
    assert_eq!(
        (exit, found["payoffs"].clone(), found["standing"]["kind"].as_str()),
        (3, json!(["2", "2"]), Some("checked"))
    );
}

#[test]
fn a_wide_text_is_no_danger() {
    let mut text = "players A B\nA\n".to_string();
    for number in 0..50_000 {
        text.push_str(&format!("  m{number}: B\n    x: {} 1\n    y: {} {}\n", number % 7, number % 5, number % 2));
    }
    let (found, exit) = answer(&["tree", "-", "--limit", "2"], &text);
    assert_eq!((exit, found["nodes"].as_u64(), found["payoffs"].clone()), (0, Some(150_001), json!(["6", "1"])));
}

/// A game given by rules, unfolded: the tree of picking from 1..4 up to 8 has 53 nodes (counted in the post it comes from),
/// and backward induction agrees with the solver.
#[test]
fn a_game_of_rules_becomes_a_tree() {
    let run = |args: &[&str]| {
        let (value, exit) = answer(args, "");
        assert_eq!(exit, 0);
        value
    };
    let tree = run(&["tree", "can-i-win", "n = 4, total = 8"]);
    assert_eq!(tree["nodes"], 53);
    let solved = run(&["solve", "can-i-win", "n = 4, total = 8"]);
    let wanted = if solved["winner"] == "first" { ["1", "-1"] } else { ["-1", "1"] };
    assert_eq!(tree["payoffs"], serde_json::json!(wanted));
    let cards = run(&["tree", "card-ends"]);
    assert_eq!(cards["payoffs"], serde_json::json!(["7", "-7"]));
}
