//! `grundy matrix`, the real binary.

use super::program::output;
use serde_json::Value;
use std::process::Output;

fn grundy(arguments: &[&str], input: &str) -> Output {
    output(arguments, input.as_bytes())
}

fn json(args: &[&str], input: &str) -> (Value, i32) {
    let output = grundy(&[args, &["--json"]].concat(), input);
    let value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    (value, output.status.code().expect("an exit code"))
}

fn text(args: &[&str]) -> String {
    let output = grundy(args, "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_issue_s_example() {
    let (answer, exit) = json(&["matrix", "0 -1 1; 1 0 -1; -1 1 0"], "");
    assert_eq!((answer["value"].as_str(), exit), (Some("0"), 0));
    assert_eq!(answer["row"], serde_json::json!(["1/3", "1/3", "1/3"]));
    assert_eq!(answer["column"], serde_json::json!(["1/3", "1/3", "1/3"]));
    assert_eq!(answer["standing"]["kind"], "proved");
}

/// A first cell that begins with a minus sign is not an option (odd or even: Ferguson, part II, sec. 1.1).
#[test]
fn a_matrix_may_begin_with_a_minus_sign() {
    assert_eq!(json(&["matrix", "-2 3; 3 -4"], "").0["value"], "1/12");
    assert_eq!(json(&["matrix", "-1"], "").0["value"], "-1");
}

#[test]
fn csv_on_standard_input() {
    let (answer, _) = json(&["matrix", "-", "--against-column", "1/2,1/2"], ",L,R\nU,3,1\nD,0,2\n");
    assert_eq!(answer["value"], "3/2");
    assert_eq!(answer["rows"], serde_json::json!(["U", "D"]));
    assert_eq!(answer["best_reply"]["row"], serde_json::json!({ "choices": ["U"], "payoff": "2" }));
}

#[test]
fn every_game_of_the_library_is_solved() {
    let (answer, _) = json(&["matrix", "--list"], "");
    let names: Vec<&str> =
        answer["games"].as_array().expect("a list").iter().map(|game| game["name"].as_str().expect("a name")).collect();
    for name in ["prisoners-dilemma", "chicken", "battle-of-the-sexes", "rock-paper-scissors", "matching-pennies"] {
        assert!(names.contains(&name), "{name}");
    }
    for name in names {
        let (answer, exit) = json(&["matrix", name, "--all", "--explain"], "");
        assert_eq!((exit, answer["standing"]["kind"].as_str()), (0, Some("proved")), "{name}");
    }
    assert_eq!(json(&["matrix", "Prisoner's Dilemma"], "").0["payoffs"], serde_json::json!(["-2", "-2"]));
    assert_eq!(json(&["matrix", "colonel blotto"], "").0["value"], "14/9");
    assert_eq!(json(&["matrix", "battle-of-the-sexes"], "").0["equilibria"].as_array().map(Vec::len), Some(3));
}

#[test]
fn steps_are_explained() {
    let shown = text(&["matrix", "4 0; 0 4; 1 1", "--explain"]);
    assert!(shown.contains("row 3 is strictly dominated by the mix 1/2 row 1 + 1/2 row 2: removed"), "{shown}");
    let shown = text(&["matrix", "prisoners-dilemma", "--explain"]);
    assert!(shown.contains("row Silent is strictly dominated by Confess: removed"), "{shown}");
}

#[test]
fn pictures_and_latex() {
    let folder = std::env::temp_dir().join(format!("grundy-matrix-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (svg, tex) = (folder.join("heat.svg"), folder.join("game.tex"));
    text(&["matrix", "rock-paper-scissors", "-o", svg.to_str().expect("UTF-8")]);
    text(&["matrix", "chicken", "-o", tex.to_str().expect("UTF-8")]);
    let picture = std::fs::read_to_string(svg).expect("written");
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert_eq!(picture.matches("<rect").count(), 1 + 9 + 3 + 3, "background, cells, two mixes");
    assert!(std::fs::read_to_string(tex).expect("written").contains("\\text{Swerve}"));
    std::fs::remove_dir_all(folder).expect("removed");
    assert!(text(&["matrix", "1/2 0; 0 1", "--latex"]).contains("\\tfrac{1}{2}"));
    assert_eq!(grundy(&["matrix", "1 2", "-o", "x.doc"], "").status.code(), Some(2));
}

#[track_caller]
fn refused(argument: &str, code: &str, span: &str) {
    let (answer, exit) = json(&["matrix", argument], "");
    assert_eq!((exit, answer["error"]["code"].as_str(), answer["error"]["span"].as_str()), (2, Some(code), Some(span)));
}

#[test]
fn bad_input_names_line_and_column() {
    refused("1 2; 3", "ragged", "line 1, column 6");
    refused("1 2\n3 1/0", "number", "line 2, column 3");
    refused("1 NaN", "number", "line 1, column 3");
    refused("", "empty", "line 1, column 1");
    refused("(1,2) 3", "pair", "line 1, column 7");
    assert_eq!(json(&["matrix", "no-such-game"], "").1, 2);
    assert_eq!(json(&["matrix", "missing.csv"], "").0["error"]["code"], "file");
    assert_eq!(json(&["matrix", "1 2", "--against-column", "1/2 1/3"], "").0["error"]["code"], "mix");
    assert_eq!(json(&["matrix", "(1,2)", "--label", "3"], "").1, 2);
}

#[test]
fn a_time_limit_leaves_bounds() {
    let (answer, exit) = json(&["matrix", "-2 3; 3 -4", "--time", "0"], "");
    assert_eq!((exit, answer["maxmin"].as_str(), answer["minmax"].as_str()), (3, Some("-2"), Some("3")));
}
