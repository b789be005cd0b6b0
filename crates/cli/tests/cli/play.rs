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
    assert!(out.contains("hint: B2: it wins") && out.contains("Left plays B2"), "{out}");
    let out = fine(typed(&["play", "nim", "5", "--side", "second"], ""));
    assert!(out.contains("you are Right; the program is Left and begins"), "{out}");
    assert!(out.contains("Left plays 5") && out.contains("the game is over: Left wins"), "{out}");
}

#[test]
fn numbers_hints_and_undo() {
    let out = fine(typed(&["play", "nim", "4"], "9\nhint\n1\nundo\nboard\ntake(4)\n"));
    assert!(out.contains("`9` is no move here: write one such as `1`"), "{out}");
    assert!(out.contains("hint: 4: it wins"), "{out}");
    assert!(out.contains("Left plays 1") && out.contains("Right plays 3"), "{out}");
    assert!(out.contains("the game is over: Right wins") || out.contains("the game is over: Left wins"), "{out}");
}

#[test]
fn undo_goes_back_to_ones_own_move() {
    let out = fine(typed(&["play", "nim", "9"], "1\nundo\ntake(9)\n"));
    // Nim(8) is won by the program at once, so the game is over before the undo.
    assert!(out.contains("Right plays 8"), "{out}");
    let out = fine(typed(&["play", "Nim(2) + Nim(2)", "--side", "both"], "0: take(1)\nundo\n0: take(2)\n1: take(2)\n"));
    assert!(out.contains("the game is over: Right wins"), "{out}");
}

#[test]
fn tic_tac_toe_played_perfectly_by_both_is_a_draw() {
    let out = fine(grundy(&["play", "tic-tac-toe", "--side", "none"]));
    assert!(out.contains("the game is over: a draw"), "{out}");
    assert!(out.contains("3 │   │   │   │"), "boards are drawn: {out}");
}

/// A win in one move is found by looking one move ahead and by playouts.
#[test]
fn weaker_players_see_a_win_in_one() {
    for strength in ["1", "mcts:400"] {
        let out = fine(grundy(&["play", "tic-tac-toe", "XX.|OO.|...", "--side", "none", "--strength", strength]));
        assert!(out.contains("Left plays c3"), "{strength}: {out}");
        assert!(out.contains("the game is over: Left wins"), "{strength}: {out}");
    }
}

#[test]
fn a_game_too_large_to_solve_is_played_by_playouts() {
    let run = typed(&["play", "connect4", "--think", "0.2"], "hint\nquit\n");
    assert!(run.out.contains("hint, a guess:") && run.out.contains("playouts"), "{}{}", run.out, run.err);
    let run = typed(&["play", "connect4", "--think", "0.2", "--side", "second"], "quit\n");
    assert!(run.out.contains(", a guess: ") && run.out.contains("playouts"), "{}{}", run.out, run.err);
}

#[test]
fn whole_games_are_saved_and_replayed() {
    let path = format!("{}/saved-game.txt", env!("CARGO_TARGET_TMPDIR"));
    let out =
        fine(typed(&["play", "kayles", "7", "--side", "both"], &format!("knock(1, 3)\n0: knock(1, 0)\nsave {path}\n")));
    assert!(out.contains("saved to"), "{out}");
    assert_eq!(std::fs::read_to_string(&path).expect("saved").lines().next(), Some("game kayles"));
    let out = fine(typed(&["play", "--replay", &path, "--side", "both"], "quit\n"));
    assert!(out.contains("Left plays 3") && out.contains("Right plays A:0"), "{out}");
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

/// What one writes after a start, both sides played by hand, is played as the move that the rules write so.
fn played(game: &[&str], line: &str) -> String {
    let arguments = [&["play"], game, &["--side", "both", "--json"]].concat();
    let run = typed(&arguments, &format!("{line}\n"));
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON and nothing else");
    answer["moves"][0].as_str().unwrap_or("-").to_string()
}

/// Moves as people write them. Columns are letters from the left, rows numbers from the bottom, as in chess: c3 of a board of three rows is row 0,
/// column 2 of the rules.
#[test]
fn moves_are_read_as_people_write_them() {
    for (line, means) in
        [("c3", "mark((0, 2))"), ("C3", "mark((0, 2))"), ("0,1", "mark((0, 1))"), ("0 1", "mark((0, 1))")]
    {
        assert_eq!(played(&["tic-tac-toe"], line), means, "{line}");
    }
    assert_eq!(played(&["tic-tac-toe"], "#9"), "mark((2, 2))");
    assert_eq!(played(&["tic-tac-toe"], "mark (1,1)"), "mark((1, 1))");
    // A column, by its letter or by its number.
    for line in ["d", "3", "d1", "3,5", "drop 3"] {
        assert_eq!(played(&["connect4"], line), "drop(3, 5)", "{line}");
    }
    // From and to; a pair of cells in either order.
    assert_eq!(played(&["hexapawn"], "a1-a2"), "step((2, 0))");
    assert_eq!(played(&["clobber", "XO"], "a1 b1"), "clobber((0, 0), (0, 1))");
    assert_eq!(played(&["domineering", "R = 2, C = 2"], "a1-a2"), "vertical((0, 0))");
    // Heaps, pins, lines.
    assert_eq!(played(&["nim", "7"], "3"), "take(3)");
    for line in ["B2", "b2", "B 2", "1: take(2)", "b: 2", "1: 2"] {
        assert_eq!(played(&["Nim(3) + Nim(5)"], line), "1: take(2)", "{line}");
    }
    assert_eq!(played(&["wythoff", "[3, 5]"], "both 2"), "both(2)");
    for (line, means) in
        [("3", "knock(1, 3)"), ("3-4", "knock(2, 3)"), ("3 4", "knock(2, 3)"), ("knock 2 3", "knock(2, 3)")]
    {
        assert_eq!(played(&["kayles", "9"], line), means, "{line}");
    }
    assert_eq!(played(&["dots-and-boxes", "R = 1, C = 1"], "a2"), "rule_off((1, 0))");
    // What is several moves, or none, is not played.
    assert_eq!(played(&["hexapawn"], "zz"), "-");
    assert_eq!(played(&["Nim(3) + Nim(5)"], "take(2)"), "-");
    assert_eq!(played(&["nim", "7"], "#99"), "-");
}

/// Of every game of the library: a move that is listed is read as itself.
#[test]
fn what_is_listed_is_read() {
    let library = grundy::Library::standard();
    for entry in library.entries() {
        let subject = library.subject(&entry.stem).expect("a game of the library");
        let question = subject.example(None, grundy::Engine::Interpreted).expect("a position");
        let turn = grundy::PlayTurn::new(&question, grundy::Side::Left, None).expect("a turn");
        for number in 0..turn.count().min(60) {
            let written = turn.written(number);
            assert_eq!(turn.meant(written), grundy::Meant::One(number), "{}: {written}", entry.stem);
        }
        assert!(turn.sketch().text().lines().all(|line| line.chars().count() <= 110), "{}", entry.stem);
    }
}

#[test]
fn boards_are_drawn_by_what_they_are() {
    let board = |game: &[&str]| typed(&[&["play"], game, &["--side", "both"]].concat(), "quit\n").out;
    let lines = board(&["dots-and-boxes", "R = 1, C = 1"]);
    assert!(lines.contains("●  b3 ●\n   a2    c2\n   ●  b1 ●"), "{lines}");
    let heaps = board(&["Nim(1) + Nim(2)"]);
    assert!(heaps.contains("         ●\n   ●     ●\n  ───   ───\n   1     2\n   A     B\n"), "{heaps}");
    let walls = board(&["maze", "floor = {(0, 1)}, side = {(1, 0)}"]);
    assert!(walls.contains("├───┼━━━┼───┤") && walls.contains("│   ┃   │"), "{walls}");
    let stones = board(&["hex"]);
    assert!(stones.contains("1  ·   ·   ·\n      2  ·   ·   ·"), "{stones}");
}

/// The last move stands between brackets; what a move is worth is told when asked: a third cross in a row wins.
#[test]
fn the_last_move_is_marked_and_moves_are_valued_on_request() {
    let out = fine(typed(&["play", "tic-tac-toe", "XX.|OO.|...", "--side", "both"], "eval\nc3\n"));
    assert!(out.contains("Left can win from here") && out.contains("  c3         win\n"), "{out}");
    assert!(out.contains("│[X]│") && out.contains("proved: "), "{out}");
    let out = fine(typed(&["play", "connect4", "--think", "0.1"], "eval\nquit\n"));
    assert!(out.contains("too much work to say who wins here"), "{out}");
}
