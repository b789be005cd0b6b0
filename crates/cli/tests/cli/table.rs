//! `grundy table` as a user runs it. Kayles: Guy and Smith 1956; Wythoff's lost positions: Wythoff 1907; the rest by the rules in words.

use super::program::{grundy, json};

fn column(arguments: &[&str], key: &str) -> Vec<serde_json::Value> {
    let (answer, code) = json(arguments);
    assert_eq!(code, 0, "{answer}");
    answer["cells"].as_array().expect("a list").iter().map(|cell| cell[key].clone()).collect()
}

#[test]
fn one_range_of_a_field() {
    let values = column(&["table", "kayles", "--over", "n=0..12"], "grundy");
    assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4].map(serde_json::Value::from));
    let text = grundy(&["table", "kayles", "--over", "n=0..12"]).out;
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0][..4], ["n", "0", "1", "2"]);
    assert_eq!(lines[1][..4], ["grundy", "0", "1", "2"]);
}

#[test]
fn arguments_that_stay_the_same() {
    // Taking 1, 3 or 4: lost at 0 and 2 modulo 7.
    let words = column(&["table", "subtraction", "S={1, 3, 4}", "--over", "n=0..20", "--show", "outcome"], "outcome");
    for (n, word) in words.iter().enumerate() {
        assert_eq!(word, if [0, 2].contains(&(n % 7)) { "P" } else { "N" }, "{n}");
    }
}

#[test]
fn two_ranges_in_a_position() {
    let (answer, _) = json(&["table", "wythoff", "Wythoff([x, y])", "--over", "x=0..10,y=0..10", "--show", "winner"]);
    let lost: Vec<(u64, u64)> = answer["cells"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|cell| cell["winner"] == "second")
        .map(|cell| (cell["x"].as_u64().expect("a number"), cell["y"].as_u64().expect("a number")))
        .collect();
    assert_eq!(lost, [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (6, 10), (7, 4), (10, 6)]);
    let csv = grundy(&["table", "wythoff", "Wythoff([x, y])", "--over", "x=0..1,y=0..2", "--csv"]).out;
    // Wythoff's values: 0 1 2 / 1 2 0.
    assert_eq!(csv, "x,y,grundy\n0,0,0\n0,1,1\n0,2,2\n1,0,1\n1,1,2\n1,2,0\n");
}

#[test]
fn parameters_of_a_game_with_its_own_ending() {
    // Noughts and crosses with two in a row on two columns: the first player wins with the second mark.
    let words = column(&["table", "connect4", "K=2", "--over", "R=1..2,C=2..3", "--show", "winner"], "winner");
    assert_eq!(words.len(), 4);
    assert_eq!(words[2], "first");
}

#[test]
fn what_is_no_table_is_said() {
    for wrong in ["n", "n=1..", "n=a..b", "=1..2", "n=0..99999999999", "a=0..1,b=0..1,c=0..1", "n=5..1"] {
        let run = grundy(&["table", "kayles", "--over", wrong]);
        assert_eq!(run.code, Some(2), "{wrong}: {}{}", run.out, run.err);
    }
    assert_eq!(grundy(&["table", "kayles", "--over", "m=0..3"]).code, Some(2));
    let (answer, code) = json(&["table", "connect4", "--over", "C=7..8", "--time", "0.2"]);
    assert_eq!(code, 3, "{answer}");
}

/// The table of small rectangles (*Winning Ways* ch. 5): a board turned by a quarter is its negative.
#[test]
fn canonical_values_over_two_parameters() {
    let arguments = ["table", "domineering", "--over", "R=1..4,C=1..4", "--show", "value"];
    let words = column(&arguments, "value");
    let expected = [["0", "-1", "-1", "-2"], ["1", "+-1", "{2|-1/2}", "Miny(2)"]];
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    for (row, expected) in words.chunks(4).zip(expected) {
        assert_eq!(row.iter().map(text).collect::<Vec<_>>(), expected);
    }
    assert_eq!(text(&words[9]), "{1/2|-2}");
    let one_thread = grundy(&[&arguments[..], &["--threads", "1"]].concat()).out;
    assert_eq!(grundy(&[&arguments[..], &["--threads", "3"]].concat()).out, one_thread);
}

#[test]
fn what_is_known_of_values() {
    // 2 x 2 Domineering is +-1, 2 x 3 is {2|-1/2}, of mean 3/4 and temperature 5/4 (Winning Ways ch. 5).
    let cells = |show: &str| column(&["table", "domineering", "R = 2", "--over", "C=2..3", "--show", show], show);
    assert_eq!(cells("value"), ["+-1", "{2|-1/2}"]);
    assert_eq!(cells("mean"), [serde_json::json!(0), serde_json::json!("3/4")]);
    assert_eq!(cells("temperature"), [serde_json::json!(1), serde_json::json!("5/4")]);
    assert_eq!(cells("birthday"), [serde_json::json!(2), serde_json::json!(3)]);
    assert_eq!(cells("atomic"), ["-", "-"]);
}

#[test]
fn forms_for_other_programs() {
    let table = |form: &str| grundy(&["table", "kayles", "--over", "n=0..3", form]).out;
    assert_eq!(table("--bfile"), "0 0\n1 1\n2 2\n3 3\n");
    assert_eq!(table("--markdown").lines().take(3).collect::<Vec<_>>(), ["| n | grundy |", "|---|---|", "| 0 | 0 |"]);
    assert!(table("--latex").starts_with("\\begin{tabular}{r|c}\nn & grundy \\\\ \\hline\n0 & $0$ \\\\\n"));
    let refused = grundy(&["table", "domineering", "R = 2", "--over", "C=2..3", "--show", "value", "--bfile"]);
    assert_eq!(refused.code, Some(2));
}
