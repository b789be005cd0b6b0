//! `grundy solve` as a user runs it: keys of the answer, exit codes, limits. Values from Winning Ways and the brute force of
//! tests/independent.

use super::program::{file, grundy, json, typed};
use serde_json::Value;
use std::time::Duration;

#[test]
fn the_main_job() {
    let (answer, code) = json(&["solve", "kayles", "50"]);
    assert_eq!(code, 0);
    assert_eq!(answer["winner"], "first");
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["grundy"], 2);
    assert_eq!(answer["standing"]["kind"], "proved");
    let listed = answer["winning_moves"].as_array().expect("a list");
    assert_eq!(answer["winning_move_count"], listed.len());
    for key in ["move", "component", "to"] {
        assert!(listed.iter().all(|one| one.get(key).is_some()), "{key}");
    }
    for key in ["line", "positions", "seconds"] {
        assert!(answer.get(key).is_some(), "{key}");
    }
    assert!(answer.get("margin").is_none() && answer.get("by_starter").is_none());
}

#[test]
fn a_winning_move_leads_to_a_lost_position_that_can_be_pasted_back() {
    for arguments in [
        &["solve", "kayles", "7"][..],
        &["solve", "Nim(3) + Nim(5) + Nim(7)"],
        &["solve", "tic-tac-toe", "XX.|OO.|..."],
    ] {
        let (answer, _) = json(arguments);
        for one in answer["winning_moves"].as_array().expect("a list").iter().take(3) {
            let to = one["to"].as_str().expect("text");
            let (after, code) = json(&["solve", to, "--first", "Right"]);
            assert_eq!((code, &after["winner"]), (0, &"second".into()), "{to}");
        }
    }
}

/// The winner alone: the same as with all moves, of sums, boards that are taken from, lengths, points and play that returns.
#[test]
fn the_winner_alone_is_the_winner() {
    for arguments in [
        &["solve", "kayles", "50"][..],
        &["solve", "Nim(3) + Nim(5) + Nim(6)"],
        &["solve", "cram", "3x5"],
        &["solve", "chomp", "3x4"],
        &["solve", "domineering", "4x5"],
        &["solve", "domineering", "5x5", "--first", "Right"],
        &["solve", "Domineering(R=2, C=3) + Domineering(R=3, C=2)"],
        &["solve", "tic-tac-toe", "XX.|OO.|..."],
        &["solve", "dots-and-boxes", "R=2, C=3"],
        &["solve", "hare-and-hounds"],
        &["solve", "kayles", "9", "--misere"],
    ] {
        let (whole, _) = json(arguments);
        let (alone, code) = json(&[arguments, &["--winner"]].concat());
        assert_eq!((code, &alone["winner"]), (0, &whole["winner"]), "{arguments:?}");
        if alone.get("outcome").is_some() {
            assert_eq!(alone["outcome"], whole["outcome"], "{arguments:?}");
        }
        assert_eq!(alone["standing"]["kind"], "proved", "{arguments:?}");
    }
    assert_eq!(grundy(&["solve", "nim", "3", "--winner", "--plies"]).code, Some(2));
    // Known: the first player wins 7 x 7 (Breuker, Uiterwijk and van den Herik, Solving 8 x 8 Domineering, 2000).
    let (answer, code) = json(&["solve", "domineering", "7x7", "--winner"]);
    assert_eq!((code, &answer["outcome"]), (0, &"N".into()), "{answer}");
}

#[test]
fn nim_has_the_winning_moves_of_bouton() {
    let (answer, _) = json(&["solve", "Nim(3) + Nim(5) + Nim(7)"]);
    assert_eq!(answer["grundy"], 3 ^ 5 ^ 7);
    let moves: Vec<(u64, &str)> = answer["winning_moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["component"].as_u64().expect("a number"), one["move"].as_str().expect("text")))
        .collect();
    assert_eq!(moves, [(0, "take(1)"), (1, "take(1)"), (2, "take(1)")]);
}

#[test]
fn a_partizan_answer_says_who_wins_for_either_starter() {
    let (answer, _) = json(&["solve", "Domineering(R=2, C=3)"]);
    assert_eq!(answer["outcome"], "N");
    let (answer, _) = json(&["solve", "Domineering(R=3, C=1)"]);
    assert_eq!((answer["winner"].as_str(), answer["outcome"].as_str()), (Some("Left"), Some("L")));
    assert_eq!(answer["by_starter"]["Left"], "first");
    assert_eq!(answer["by_starter"]["Right"], "second");
    let (answer, _) = json(&["solve", "Domineering(R=3, C=1)", "--first", "Right"]);
    assert_eq!(answer["winner"], "second");
    let (error, code) = json(&["solve", "Domineering(R=3, C=1)", "--first", "Nobody"]);
    assert_eq!(code, 2);
    assert!(error["error"]["remedy"].as_str().expect("text").contains("Left"));
}

#[test]
fn tic_tac_toe_is_a_draw_of_5478_positions() {
    let (answer, _) = json(&["solve", "tic-tac-toe"]);
    assert_eq!((answer["winner"].as_str(), answer["outcome"].as_str()), (Some("draw"), Some("D")));
    assert!(answer["positions"].as_u64().expect("a number") <= 5478);
}

#[test]
fn a_limit_is_kept_and_says_what_is_known() {
    let run = grundy(&["solve", "amazons", "--time", "0.1"]);
    assert_eq!(run.code, Some(3), "{}{}", run.out, run.err);
    assert!(run.took < Duration::from_secs(5), "{:?}", run.took);
    assert!(run.out.contains("no answer"), "{}", run.out);
    let (answer, code) = json(&["solve", "connect4", "--time", "0.1"]);
    assert_eq!(code, 3);
    assert!(answer["positions"].as_u64().is_some() && answer["stopped"].as_str().is_some());
    assert!(answer["standing"]["kind"] == "assumed" || answer["known"].as_str().is_some());
    // A search that may forget goes on in little memory; one that may not says so.
    let (_, code) = json(&["solve", "connect4", "Connect4(R=3, C=4, K=3)", "--memory", "64K"]);
    assert_eq!(code, 0);
    let (answer, code) = json(&["solve", "fox-and-geese", "N=8", "--memory", "1M"]);
    assert_eq!((code, answer["stopped"].as_str()), (3, Some("the memory limit was reached")));
}

/// A row of an array for each player changes places with the players: here Right wins, whoever starts.
#[test]
fn rows_of_players_are_told_apart() {
    let winner = |first: &str| json(&["solve", "chopsticks", "[[0, 1], [1, 1]]", "--first", first]).0["winner"].clone();
    assert_eq!((winner("Left"), winner("Right")), ("second".into(), "first".into()));
    let (answer, _) = json(&["solve", "chopsticks", "[[0, 1], [1, 1]]"]);
    assert_eq!((&answer["winner"], &answer["outcome"]), (&"Right".into(), &"R".into()));
}

/// Winner, moves, line and length are the same for any number of threads.
#[test]
fn answers_do_not_depend_on_threads() {
    let questions = [
        &["solve", "connect4", "Connect4(R=4, C=4, K=3)"][..],
        &["solve", "dots-and-boxes", "R=2, C=2"],
        &["solve", "quixo", "N=3"],
        &["solve", "domineering", "R=4, C=4"],
    ];
    for question in questions {
        let by = |threads: &str| {
            let (mut answer, code) = json(&[question, &["--threads", threads]].concat());
            assert_eq!(code, 0, "{answer}");
            ["seconds", "positions", "standing"].iter().for_each(|key| answer[key] = Value::Null);
            answer
        };
        assert_eq!(by("1"), by("3"), "{question:?}");
    }
}

#[test]
fn games_that_end_differently_are_not_added() {
    let (error, code) = json(&["solve", "Nim(3) + TicTacToe()"]);
    assert_eq!(code, 2, "{error}");
    assert!(!error["error"]["message"].as_str().expect("text").is_empty());
}

#[test]
fn rules_and_positions_may_come_from_standard_input() {
    let rules = "game Take\n  state n: nat\n  move take(k in 1..3) if k <= n: n -= k\n";
    let run = typed(&["solve", "-", "8"], rules);
    assert_eq!((run.code, run.out.contains("second player wins")), (Some(0), true), "{}{}", run.out, run.err);
    let run = typed(&["solve", "nim", "-"], "Nim(1) + Nim(1)");
    assert_eq!((run.code, run.out.contains("second player wins")), (Some(0), true), "{}{}", run.out, run.err);
    let path = file("sum.txt", "Nim(2) + Nim(2)");
    let run = grundy(&["solve", "nim", &format!("@{path}")]);
    assert_eq!((run.code, run.out.contains("second player wins")), (Some(0), true), "{}{}", run.out, run.err);
}

/// Bouton's rule: leave an odd number of heaps of one, however large the other heap is; 2 + 3 + 1 is lost in both games.
#[test]
fn misere_play_of_the_same_rules() {
    let (answer, code) = json(&["solve", "--misere", "Nim(2000000000) + Nim(1) + Nim(1)"]);
    assert_eq!((code, &answer["winner"], &answer["winning_move_count"]), (0, &"first".into(), &1.into()));
    assert_eq!(answer["winning_moves"][0]["move"], "take(1999999999)");
    assert_eq!(answer["standing"]["kind"], "proved");
    let (answer, _) = json(&["solve", "--misere", "Nim(2) + Nim(3) + Nim(1)"]);
    assert_eq!((&answer["winner"], &answer["outcome"]), (&"second".into(), &"P".into()));
    // Sibert and Conway 1992: rows of 9 pins are lost.
    let (answer, _) = json(&["solve", "--misere", "kayles", "9"]);
    assert_eq!(answer["outcome"], "P");
    let refused = grundy(&["solve", "--misere", "tic-tac-toe"]);
    assert_eq!(refused.code, Some(2), "{}{}", refused.out, refused.err);
}

/// A sum by distinct position: its value is the exclusive or, counted here.
#[test]
fn long_sums_from_a_file() {
    let heaps: Vec<u64> = (0..20_000).map(|i: u64| i * 7919 % 1_000_003 + 300).collect();
    let text: Vec<String> = heaps.iter().map(|heap| format!("Nim({heap})")).collect();
    let path = file("long-sum.txt", &text.join(" + "));
    let total = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let count = heaps.iter().filter(|heap| **heap ^ total < **heap).count();
    let (answer, code) = json(&["solve", &format!("@{path}")]);
    assert_eq!((code, &answer["grundy"], &answer["winning_move_count"]), (0, &total.into(), &count.into()));
}

/// Who moves again and again is the one who gets stuck.
#[test]
fn players_who_do_not_move_in_turn_have_no_grundy_value() {
    let rules = "game A; state n: nat; move m(k in 1..2) if k <= n: n -= k; again";
    let (answer, code) = json(&["solve", rules, "5"]);
    assert_eq!((code, answer["winner"].as_str()), (0, Some("second")), "{answer}");
    assert!(answer.get("grundy").is_none());
}
