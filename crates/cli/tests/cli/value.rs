//! `grundy value`, the real program.

use super::program::output;
use serde_json::{Value, json};
use std::process::Output;

fn grundy(arguments: &[&str], input: &str) -> Output {
    output(arguments, input.as_bytes())
}

fn json(arguments: &[&str]) -> (Value, i32) {
    let output = grundy(&[&["--json", "value"], arguments].concat(), "");
    let value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    (value, output.status.code().expect("an exit code"))
}

#[test]
fn one_expression() {
    let (answer, exit) = json(&["{2||1|0}"]);
    assert_eq!(exit, 0);
    // Mean and temperature by hand: {1|0} has mean 1/2, so the walls 2 - t and, from t = 1/2, 1/2 + t meet at t = 3/4.
    assert_eq!(answer["canonical"], "{2||1|0}");
    assert_eq!(answer["outcome"], "L");
    assert_eq!(answer["mean"], "5/4");
    assert_eq!(answer["temperature"], "3/4");
    assert_eq!((&answer["left_stop"], &answer["right_stop"]), (&json!("2"), &json!("1")));
    assert_eq!(answer["birthday"], 3);
    assert_eq!(answer["standing"]["kind"], "proved");
    assert!(answer.get("atomic_weight").is_none(), "not all-small");
    assert_eq!(json(&["^3*"]).0["atomic_weight"], "3");
}

#[test]
fn comparisons() {
    for (expression, relation, holds) in
        [("^ > 0", ">", true), ("* <> 0", "||", true), ("1 <= 1/2", ">", false), ("{0|*} == ^", "=", true)]
    {
        let (answer, exit) = json(&[expression]);
        assert_eq!((&answer["relation"], &answer["holds"], exit), (&json!(relation), &json!(holds), 0), "{expression}");
    }
}

#[test]
fn expressions_may_begin_with_a_minus() {
    assert_eq!(json(&["-1/2"]).0["canonical"], "-1/2");
    assert_eq!(json(&["--", "-1/2"]).0["canonical"], "-1/2");
    assert_eq!(json(&["-(^)"]).0["canonical"], "v");
    assert_eq!(json(&["-v"]).0["canonical"], "^");
}

#[test]
fn mistakes_have_a_place_and_exit_2() {
    for (expression, code, span) in [("{1|-1", "brace", "column 1"), ("1 + 1/3", "dyadic", "column 5")] {
        let (answer, exit) = json(&[expression]);
        assert_eq!((&answer["error"]["code"], &answer["error"]["span"], exit), (&json!(code), &json!(span), 2));
    }
    let (answer, exit) = json(&["2^(10^9)"]);
    assert_eq!((&answer["error"]["code"], exit), (&json!("limit"), 3));
}

#[test]
fn limits_stop_it() {
    let started = std::time::Instant::now();
    let (answer, exit) = json(&["Heat(*40,1) + Heat(*39,3/4) + Heat(*38,7/8)", "--time", "0.3"]);
    assert_eq!((&answer["error"]["code"], exit), (&json!("limit"), 3), "{answer}");
    assert!(started.elapsed().as_secs() < 10);
}

#[test]
fn lines_of_a_pipe_share_variables() {
    let output = grundy(&["value"], "# a comment\nG := {2||1|0}\n\nG.Mean\nG +\n");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["{2||1|0}", "5/4"]);
    assert!(lines[2].contains("line 5, column 4"), "{}", lines[2]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn deep_and_long_input_from_a_pipe() {
    let deep = format!("{}0{}", "{".repeat(1_000_000), "|}".repeat(1_000_000));
    let output = grundy(&["--json", "value", "-"], &deep);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["canonical"], "1000000");
}

/// Left takes 1, Right 2: by hand PSub(1) = 1, PSub(2) = {1|0}, PSub(3) = {{1|0}|1} = 0.
const PARTIZAN: &str =
    "game PSub\n  state n: nat\n  left move take if 1 <= n: n -= 1\n  right move take if 2 <= n: n -= 2\n";

#[test]
fn rules_of_ones_own_are_values() {
    let folder = std::env::temp_dir().join(format!("grundy-value-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let rules = folder.join("my.game");
    std::fs::write(&rules, PARTIZAN).expect("writable");
    let rules = rules.to_str().expect("a path");
    let (answer, exit) = json(&["--rules", rules, "PSub(3) - 1/2 + PSub(2) + Domineering(\"..|#.\")"]);
    // The Domineering part: one domino for each player on three cells, {0|0} = *; -1/2 + {1|0} + *.
    assert_eq!((&answer["mean"], &answer["temperature"], exit), (&json!("0"), &json!("1/2"), 0), "{answer}");

    let script = folder.join("stairs.calc");
    let text = "load my.game\nf(n) := if n == 0 then 0 else PSub(n) - f(n - 1)  # stairs\n[f(n) for n in 1..3]; print \"done\"\n";
    std::fs::write(&script, text).expect("writable");
    let output = grundy(&["value", script.to_str().expect("a path")], "");
    let lines = String::from_utf8(output.stdout).expect("text");
    // f(1) = 1, f(2) = {1|0} - 1 = {0|-1}, f(3) = 0 - {0|-1} = {1|0}.
    assert_eq!(lines.lines().skip(1).collect::<Vec<_>>(), ["[1, {0|-1}, {1|0}]", "done"]);
    std::fs::remove_dir_all(&folder).expect("removable");
    let (answer, exit) = json(&["--rules", "no-such.game", "1"]);
    assert_eq!((&answer["error"]["code"], exit), (&json!("E51"), 2));
}

#[test]
fn statements_are_whole_objects() {
    let output = grundy(&["--json", "value"], "G := {3|-1}; f(n) := n * G\nf(2)\ntable n * n for n in 1..2\n1 +\n");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["answers"][0]["temperature"], "2");
    assert_eq!(answer["answers"][1]["defined"], "f(n)");
    assert_eq!(answer["answers"][2]["canonical"], "2");
    assert_eq!(answer["answers"][3]["rows"], json!([["1", "1"], ["2", "4"]]));
    assert_eq!(answer["answers"][4]["error"]["span"], "line 4, column 4");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn limits_stop_experiments() {
    let (answer, exit) = json(&["[m + n for m in 1..100000 for n in 1..10 if m < 0]", "--time", "0.2"]);
    assert_eq!((&answer["error"]["code"], exit), (&json!("limit"), 3), "{answer}");
}

/// In the impartial variant of a 2 x 3 board every domino is anybody's: Cram, whose 2 x n boards for odd n have value 1.
#[test]
fn variants() {
    assert_eq!(json(&["variant impartial Domineering(R=2, C=3)"]).0["canonical"], "*");
    assert_eq!(json(&["variant impartial Domineering(R=2, C=2)"]).0["canonical"], "0");
    assert_eq!(json(&["variant strange Domineering(R=2, C=2)"]).1, 2);
}

/// A piece on 0..3 that Left moves up and Right down, as rules and as a graph written out; the first and last by hand: with infinite play for
/// her Left has three moves more, against her none.
#[test]
fn positions_from_which_play_returns() {
    let rules = std::env::temp_dir().join(format!("grundy-slide-{}.game", std::process::id()));
    let text = "game Slide\n  state a: 0..3 = 0\n  left move up if a < 3: a += 1\n  right move down if a > 0: a -= 1\n";
    std::fs::write(&rules, text).expect("writable");
    let value = |expression: &str| json(&["--rules", rules.to_str().expect("a path"), expression]).0;
    assert_eq!(value("Slide(0)")["canonical"], "3 & 0");
    assert_eq!(value("Slide(3)")["canonical"], "0 & -3");
    assert_eq!(value("Slide(0) == s{t{u{w{|u}|t}|s}|}")["holds"], true);
    assert_eq!(value("Slide(1) == t{u{w{|u}|t}|s{t|}}")["holds"], true);
    std::fs::remove_file(&rules).expect("removable");
}
