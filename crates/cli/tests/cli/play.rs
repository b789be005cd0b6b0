//! `grundy play` driven by a pipe.

use super::program::{Run, grundy, typed};

fn fine(run: Run) -> String {
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    run.out
}

/// Nim(3) + Nim(5) is won by taking 2 of the five, and in no other way (Bouton 1901).
#[test]
fn perfect_play_wins_what_is_won() {
    let out = fine(typed(&["play", "Nim(3) + Nim(5)"], "hint\n1: take(2)\n"));
    assert!(out.contains("1: take(2): it wins") && out.contains("Left plays 1: take(2)"), "{out}");
    let out = fine(typed(&["play", "nim", "5", "--side", "second"], ""));
    assert!(out.contains("Left plays take(5)") && out.contains("the game is over: Left wins"), "{out}");
}

#[test]
fn numbers_hints_and_undo() {
    let out = fine(typed(&["play", "nim", "4"], "9\nhint\n1\nundo\nboard\ntake(4)\n"));
    assert!(out.contains("`9` is no move here"), "{out}");
    assert!(out.contains("hint: 4) take(4): it wins"), "{out}");
    assert!(out.contains("Left plays take(1)") && out.contains("Right plays take(3)"), "{out}");
    assert!(out.contains("the game is over: Right wins") || out.contains("the game is over: Left wins"), "{out}");
}

#[test]
fn undo_goes_back_to_ones_own_move() {
    let out = fine(typed(&["play", "nim", "9"], "1\nundo\ntake(9)\n"));
    // Nim(8) is won by the program at once, so the game is over before the undo.
    assert!(out.contains("Right plays take(8)"), "{out}");
    let out = fine(typed(&["play", "Nim(2) + Nim(2)", "--side", "both"], "0: take(1)\nundo\n0: take(2)\n1: take(2)\n"));
    assert!(out.contains("the game is over: Right wins"), "{out}");
}

#[test]
fn tic_tac_toe_played_perfectly_by_both_is_a_draw() {
    let out = fine(grundy(&["play", "tic-tac-toe", "--side", "none"]));
    assert!(out.contains("the game is over: a draw"), "{out}");
    assert!(out.contains("  ..."), "boards are drawn: {out}");
}

/// A win in one move is found by looking one move ahead and by playouts.
#[test]
fn weaker_players_see_a_win_in_one() {
    for strength in ["1", "mcts:400"] {
        let out = fine(grundy(&["play", "tic-tac-toe", "XX.|OO.|...", "--side", "none", "--strength", strength]));
        assert!(out.contains("Left plays mark((0, 2))"), "{strength}: {out}");
        assert!(out.contains("the game is over: Left wins"), "{strength}: {out}");
    }
}

#[test]
fn a_game_too_large_to_solve_is_played_by_playouts() {
    let run = typed(&["play", "connect4", "--think", "0.2"], "hint\nquit\n");
    assert!(run.out.contains("hint:") && run.out.contains("playouts"), "{}{}", run.out, run.err);
}

#[test]
fn whole_games_are_saved_and_replayed() {
    let path = format!("{}/saved-game.txt", env!("CARGO_TARGET_TMPDIR"));
    let out =
        fine(typed(&["play", "kayles", "7", "--side", "both"], &format!("knock(1, 3)\n0: knock(1, 0)\nsave {path}\n")));
    assert!(out.contains("saved to"), "{out}");
    assert_eq!(std::fs::read_to_string(&path).expect("saved").lines().next(), Some("game kayles"));
    let out = fine(typed(&["play", "--replay", &path, "--side", "both"], "quit\n"));
    assert!(out.contains("plays knock(1, 3)"), "{out}");
    assert!(out.contains("Left to move>"), "{out}");
    std::fs::write(&path, "game kayles\nposition 7\nknock(9, 9)\n").expect("writable");
    assert_eq!(typed(&["play", "--replay", &path], "").code, Some(2));
}

#[test]
fn json_is_one_object() {
    let run = typed(&["play", "nim", "5", "--side", "both", "--json"], "take(2)\n");
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON and nothing else");
    assert_eq!(answer["moves"], serde_json::json!(["take(2)"]));
    assert!(answer.get("unfinished").is_some() && run.err.contains("Right to move>"));
}

#[test]
fn what_is_no_side_or_strength_is_said() {
    assert_eq!(grundy(&["play", "nim", "3", "--side", "nobody"]).code, Some(2));
    assert_eq!(grundy(&["play", "nim", "3", "--strength", "clever"]).code, Some(2));
    assert_eq!(grundy(&["play"]).code, Some(2));
}
