//! `grundy solve --explain`: the reasons are checked against the rules in words and Winning Ways ch. 3.

use super::program::json;

fn why(arguments: &[&str]) -> Vec<String> {
    let (answer, code) = json(&[&["solve"], arguments, &["--explain"]].concat());
    assert_eq!(code, 0, "{answer}");
    let lines = answer["explanation"].as_array().expect("a list");
    lines.iter().map(|line| line.as_str().expect("text").to_string()).collect()
}

fn holds(lines: &[String], wanted: &str) {
    assert!(lines.iter().any(|line| line.contains(wanted)), "{wanted}\n{}", lines.join("\n"));
}

/// From 5, taking 1, 3 or 4: to 4, 2 and 1, of values 2, 0 and 1.
#[test]
fn the_mex_line() {
    let lines = why(&["Subtraction(5, S={1, 3, 4})"]);
    holds(&lines, "mex{0, 1, 2} = 3");
    holds(&lines, "value 0 by take(3)");
    holds(&lines, "take(3) wins, leaving Subtraction(2");
}

/// From 7 every move leads to 6, 4 or 3, from which 2 or 0 can be reached.
#[test]
fn a_lost_position_lists_each_move_with_its_refutation() {
    let lines = why(&["Subtraction(7, S={1, 3, 4})"]);
    for one in ["take(1)", "take(3)", "take(4)"] {
        let line = lines.iter().find(|line| line.trim_start().starts_with(&format!("{one}: answered by"))).expect(one);
        let lost = ["leaving Subtraction(0)", "leaving Subtraction(2)"];
        assert!(lost.iter().any(|lost| line.ends_with(lost)), "{line}");
    }
}

#[test]
fn the_columns_of_a_sum() {
    let lines = why(&["Nim(3) + Nim(5) + Nim(7)"]);
    for wanted in ["Nim(3)  3  011", "Nim(5)  5  101", "Nim(7)  7  111", "xor     1  001"] {
        holds(&lines, wanted);
    }
    holds(&lines, "take(1) in Nim(5): 5 xor 1 = 4");
    let lines = why(&["Nim(1) + Nim(2) + Nim(3)"]);
    holds(&lines, "xor     0  00");
    holds(&lines, "every column is even");
}

#[test]
fn a_win_by_verdict_and_a_draw() {
    let lines = why(&["tic-tac-toe", "XX.|OO.|..."]);
    holds(&lines, "mark((0, 2)) wins");
    holds(&lines, "the game is over");
    let lines = why(&["tic-tac-toe", "X..|...|...", "--first", "Right"]);
    holds(&lines, "no move wins");
    // Only the middle holds against a corner.
    holds(&lines, "mark((1, 1)): keeps the draw");
    assert_eq!(lines.iter().filter(|line| line.contains("keeps the draw")).count(), 1, "{}", lines.join("\n"));
    assert_eq!(lines.iter().filter(|line| line.contains("answered by")).count(), 7, "{}", lines.join("\n"));
}

/// Cards 3 9 1 2 from either end: the back card first, because the front one uncovers the nine.
#[test]
fn points_say_what_each_move_is_worth() {
    let lines = why(&["CardEnds(a=[3, 9, 1, 2])"]);
    let best: Vec<&String> = lines.iter().filter(|line| line.ends_with("best")).collect();
    assert_eq!(best.len(), 1, "{}", lines.join("\n"));
    assert!(best[0].contains("back"), "{}", best[0]);
}

#[test]
fn a_partizan_win_and_loss() {
    holds(&why(&["Domineering(R=3, C=1)"]), "vertical((0, 0)) wins");
    holds(&why(&["Domineering(R=3, C=1)", "--first", "Right"]), "Right has no move");
}

/// Heaps with more moves than can be listed, alone, in a sum and under misère play.
#[test]
fn large_heaps_are_explained_without_their_moves() {
    holds(&why(&["Nim(2000000000)"]), "take(2000000000), leaving");
    holds(&why(&["Nim(2000000000) + Nim(5)"]), "2000000000 xor 2000000005 = 5");
    let misere = why(&["--misere", "Nim(2000000000) + Nim(1)"]);
    holds(&misere, "plays like misère Nim");
    holds(&misere, "take(2000000000)");
    holds(&why(&["--misere", "Nim(1) + Nim(2)"]), "wins, leaving Nim(1) + Nim(0)");
}
