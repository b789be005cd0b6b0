//! `grundy strategy`, `grundy solve` beyond any search, and certificates of pairings.

use crate::program::{file, grundy, json};
use std::time::Duration;

#[test]
fn a_board_of_a_hundred_million_cells_is_won_at_once() {
    for (size, winner, first) in [("N = 10000", "second", None), ("N = 9999", "first", Some("place((4999, 4999))"))] {
        let run = grundy(&["solve", "knights", size, "--json"]);
        assert!(run.took < Duration::from_secs(5), "{:?}", run.took);
        let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(answer["winner"], winner);
        assert_eq!(answer["winning_moves"][0]["move"].as_str(), first);
        assert_eq!(answer["standing"]["kind"], "proved");
        let certificate = file("knights.cert", "");
        assert_eq!(grundy(&["solve", "knights", size, "--certificate", &certificate]).code, Some(0));
        let (verdict, code) = json(&["verify", &certificate]);
        assert_eq!((code, verdict["verdict"].as_str()), (0, Some("accepted")), "{verdict}");
    }
}

/// The pairs of a board in place of its values: where they are asked for, and where there are too many positions.
#[test]
fn boards_show_their_pairs() {
    let run = grundy(&["draw", "board", "cram", "R = 3, C = 4", "--pairs"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("equal numbers are a pair") && run.out.contains('★'), "{}", run.out);
    let (large, code) = json(&["draw", "board", "knights", "N = 20"]);
    assert_eq!((code, large["pairing"].as_str()), (0, Some("turn")), "{large}");
    assert!(large["picture"].as_str().expect("text").contains("equal numbers are a pair"));
    let (small, code) = json(&["draw", "board", "cram", "R = 2, C = 2"]);
    assert_eq!(code, 0);
    assert!(small["pairing"].is_null() && !small["explanation"].as_array().expect("words").is_empty(), "{small}");
    for none in [["tic-tac-toe", "...|...|..."], ["kayles", "12"]] {
        let run = grundy(&["draw", "board", none[0], none[1], "--pairs"]);
        assert_eq!(run.code, Some(2), "{}", run.out);
        assert!(run.err.contains("no pairs to draw"), "{}", run.err);
    }
}

#[test]
fn pairs_are_told_drawn_and_certified() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (certificate, picture) = (folder.join("cram.cert"), folder.join("cram.svg"));
    let (certificate, picture) = (certificate.to_str().unwrap(), picture.to_str().unwrap());
    let run = grundy(&["strategy", "cram", "R = 3, C = 4", "--certificate", certificate, "-o", picture]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("begins with lay((1, 1), (0, 1))"), "{}", run.out);
    assert!(run.out.contains("  5  *  *  5"), "{}", run.out);
    assert!(std::fs::read_to_string(picture).unwrap().contains("equal numbers are a pair"));
    let (answer, code) = json(&["verify", certificate]);
    assert_eq!((answer["verdict"].as_str(), code), (Some("accepted"), 0));
    let text = std::fs::read_to_string(certificate).unwrap();
    for (from, to, code) in [("C=4", "C=5", 1), ("begin 0", "begin 1", 1), ("turn", "spin", 2), ("1 1", "0 0", 1)] {
        assert!(text.contains(from));
        let wrong = file("wrong.cert", &text.replace(from, to));
        assert_eq!(grundy(&["verify", &wrong]).code, Some(code), "{from} -> {to}");
    }
    let foreign = file("foreign.cert", &text);
    assert_eq!(grundy(&["verify", &foreign, "--rules", "domineering"]).code, Some(1), "made for other rules");
}

#[test]
fn thefts_say_what_they_do_not_say() {
    // Small enough to be searched: every winning bite is named. A square is won by the bite next to the corner alone.
    let (answer, _) = json(&["solve", "chomp", "R = 7, C = 7"]);
    assert_eq!(answer["winning_moves"][0]["move"], "bite((1, 1))");
    assert_eq!(answer["winning_move_count"], 1);
    let (answer, _) = json(&["strategy", "chomp", "R = 9, C = 9"]);
    assert_eq!((answer["winner"].as_str(), answer["standing"]["kind"].as_str()), (Some("first"), Some("proved")));
    assert!(answer["standing"]["reason"].as_str().unwrap().contains("the move is not given"));
    assert_eq!(answer["winning_moves"].as_array().map(Vec::len), Some(0));
    assert_eq!(grundy(&["strategy", "cram", "R = 5, C = 5"]).code, Some(3));
}
