//! What people type first: numbers for positions, standard input, misspelt options, whose turn it is. What is expected follows from the
//! rules of nim-sums, and from plain play on small boards.

use super::program::{grundy, json, typed};

fn grundy_value(words: &[&str]) -> (String, u64) {
    let (answer, code) = json(words);
    assert_eq!(code, 0, "{words:?}: {answer}");
    (answer["position"].as_str().expect("a text").to_string(), answer["grundy"].as_u64().expect("a number"))
}

#[test]
fn numbers_are_positions() {
    for words in [&["solve", "nim", "3", "5", "7"][..], &["solve", "nim", "3,5,7"], &["solve", "nim", "3 5 7"]] {
        assert_eq!(grundy_value(words), ("Nim(3) + Nim(5) + Nim(7)".to_string(), 3 ^ 5 ^ 7), "{words:?}");
    }
    // Never the heap of 15.
    assert_eq!(grundy_value(&["solve", "nim", "3+5+7"]).1, 3 ^ 5 ^ 7);
    let three_by_four = grundy_value(&["solve", "chomp", "R = 3, C = 4"]);
    assert_eq!(grundy_value(&["solve", "chomp", "3", "4"]), three_by_four);
    assert_eq!(grundy_value(&["solve", "chomp", "3x4"]), three_by_four);
    assert_eq!(grundy_value(&["solve", "wythoff", "3", "5"]), ("Wythoff([3, 5])".to_string(), 0));
    let (by_number, _) = json(&["solve", "can-i-win", "4", "8"]);
    let (by_name, _) = json(&["solve", "can-i-win", "n = 4, total = 8"]);
    assert_eq!((&by_number["position"], &by_number["winner"]), (&by_name["position"], &by_name["winner"]));
    assert_eq!(grundy(&["solve", "tic-tac-toe", "1", "2"]).code, Some(2));
}

#[test]
fn fields_are_filled_in_order() {
    let rules = "game Two\n  state a: nat, b: nat\n  move one(k in 1..a): a -= k\n  move two(k in 1..b): b -= k\n";
    let run = typed(&["solve", "-", "3", "4", "--json"], rules);
    assert!(run.out.contains("\"Two(3, 4)\"") && run.out.contains("\"grundy\":7"), "{}{}", run.out, run.err);
}

#[test]
fn standard_input_is_read_once() {
    assert!(typed(&["solve", "nim", "-"], "3 5 7").out.contains("Grundy value 1"));
    let rules =
        "game Foo\n  state n: nat\n  move take(k in 1..2) if k <= n: n -= k\n  claim second wins when n % 3 == 0\n";
    let run = typed(&["prove", "-", "Foo(3)"], rules);
    assert!(run.code == Some(0) && run.out.contains("proved for all sizes"), "{}{}", run.out, run.err);
    assert!(typed(&["solve", "-"], rules).code == Some(2), "a heap without a size");
    assert!(typed(&["solve", "-"], "Nim(3) + Nim(5)").out.contains("Grundy value 6"));
    assert_eq!(typed(&["solve", "-", "-"], rules).code, Some(2));
    assert!(typed(&["tree", "-", "3"], rules).code == Some(0));
}

#[test]
fn every_line_is_a_case() {
    let run = typed(&["solve", "nim", "--cases", "--json"], "3 5 7\n# a remark\n\n1 2 3\nfoo\n9\n");
    assert_eq!(run.code, Some(2), "one line is wrong: {}", run.err);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let cases = answer["cases"].as_array().expect("a list");
    let values: Vec<Option<u64>> = cases.iter().map(|case| case["answer"]["grundy"].as_u64()).collect();
    assert_eq!(values, [Some(1), Some(0), None, Some(9)]);
    assert_eq!(cases[2]["problem"]["error"]["code"], "E08");
}

#[test]
fn misspelt_options_are_options() {
    let run = grundy(&["solve", "kayles", "5", "--exlpain"]);
    assert!(run.code == Some(2) && run.err.contains("--explain"), "{}", run.err);
    let (answer, code) = json(&["solve", "kayles", "5", "--exlpain"]);
    assert_eq!((code, answer["error"]["code"].as_str()), (2, Some("usage")), "{answer}");
    assert!(answer["error"]["remedy"].as_str().is_some_and(|remedy| remedy.contains("--explain")), "{answer}");
}

/// After X at two corners and O in the middle, O moves: the edges hold, a corner loses to the fork.
#[test]
fn stones_tell_whose_turn_it_is() {
    let (answer, _) = json(&["solve", "tic-tac-toe", "X..|.O.|..X"]);
    assert_eq!((answer["mover"].as_str(), answer["winner"].as_str()), (Some("Right"), Some("draw")));
    let (moves, _) = json(&["moves", "tic-tac-toe", "X..|.O.|..X"]);
    let results: Vec<&str> =
        moves["moves"].as_array().expect("a list").iter().filter_map(|one| one["result"].as_str()).collect();
    assert_eq!(results, ["draw", "draw", "draw", "draw", "loss", "loss"]);
    let by_stone = json(&["solve", "tic-tac-toe", "X..|.O.|...", "--first", "X"]).0;
    let by_name = json(&["solve", "tic-tac-toe", "X..|.O.|...", "--first", "Left"]).0;
    assert_eq!(by_stone["winner"], by_name["winner"]);
}

#[test]
fn moves_say_what_they_are_worth_and_the_best_come_first() {
    let (answer, _) = json(&["moves", "nim", "3", "4"]);
    let moves = answer["moves"].as_array().expect("a list");
    assert_eq!((moves.len(), moves[0]["result"].as_str(), moves[0]["grundy"].as_u64()), (7, Some("win"), Some(0)));
    assert!(moves[1..].iter().all(|one| one["result"] == "loss"));
    let numbers: std::collections::BTreeSet<u64> = moves.iter().filter_map(|one| one["number"].as_u64()).collect();
    assert_eq!(numbers, (0..7).collect());
    // The box of four lines: who draws the last line has it.
    let (boxes, _) = json(&["moves", "dots-and-boxes", "R = 1, C = 1"]);
    assert!(boxes["moves"].as_array().expect("a list").iter().all(|one| one["margin"] == -1));
}

#[test]
fn the_start_of_a_file_is_said_to_be_it() {
    assert!(grundy(&["solve", "nim"]).out.contains("`start` of the file"));
    assert!(!grundy(&["solve", "nim", "5"]).out.contains("no position was given"));
}

#[test]
fn codes_are_explained() {
    assert!(grundy(&["explain", "E07"]).out.contains("guard"));
    assert_eq!(grundy(&["explain", "E99"]).code, Some(2));
    assert!(grundy(&["--help"]).out.contains("Exit codes"));
}

#[test]
fn completions_know_the_games() {
    assert!(grundy(&["completions", "bash"]).out.contains("dots-and-boxes"));
}

/// Misère Nim (Bouton 1901): among heaps of one, leave an odd number of them; a game with verdicts of its own is refused.
#[test]
fn moves_are_worth_something_else_in_misere_play() {
    let wins = |arguments: &[&str]| -> Vec<String> {
        let (answer, _) = json(arguments);
        let won = answer["moves"].as_array().expect("a list").iter().filter(|one| one["result"] == "win");
        won.map(|one| one["move"].to_string()).collect()
    };
    assert_eq!(wins(&["moves", "nim", "2"]), ["\"take(2)\""]);
    assert_eq!(wins(&["moves", "nim", "2", "--misere"]), ["\"take(1)\""]);
    let (answer, exit) = json(&["moves", "tic-tac-toe", "--misere"]);
    assert_eq!((exit, &answer["error"]["code"]), (2, &"E23".into()));
}
