//! `grundy moves` and `grundy perft` as a user runs them. Counts: Amazons, M. Müller 2001; Reversi, P. Emmerson's perft; tic-tac-toe,
//! S. Schaefer 2002.

use super::program::{grundy, json};

fn nodes(arguments: &[&str]) -> Vec<u64> {
    let (answer, code) = json(arguments);
    assert_eq!(code, 0, "{answer}");
    let rows = answer["depths"].as_array().expect("a list");
    rows.iter().map(|row| row["nodes"].as_u64().expect("a number")).collect()
}

#[test]
fn amazons_has_2176_openings() {
    assert_eq!(nodes(&["perft", "amazons", "--depth", "1"]), [1, 2176]);
    let (answer, _) = json(&["moves", "amazons"]);
    assert_eq!(answer["moves"].as_array().expect("a list").len(), 2176);
}

#[test]
fn reversi_counts() {
    assert_eq!(nodes(&["perft", "reversi", "--depth", "4"]), [1, 4, 12, 56, 244]);
}

/// Depth 5 has 1396 sequences; in the dev profile that is most of this test's time, so it has its own.
#[test]
fn reversi_depth_five() {
    assert_eq!(nodes(&["perft", "reversi", "--depth", "5"])[5], 1396);
}

/// Finished plays by length: 1440 after 5 moves, 5328, 47952, 72576, and 127872 after 9; 255168 in all.
#[test]
fn tic_tac_toe_has_255168_plays() {
    let (answer, _) = json(&["perft", "tic-tac-toe", "--depth", "9"]);
    assert_eq!(answer["finished"], 255_168);
    let finished: Vec<u64> = answer["depths"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["finished"].as_u64().expect("a number"))
        .collect();
    assert_eq!(finished, [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127_872]);
}

#[test]
fn moves_say_where_they_lead_and_by_whom() {
    let (answer, code) = json(&["moves", "kayles", "3"]);
    assert_eq!(code, 0);
    let moves = answer["moves"].as_array().expect("a list");
    // One pin of three, or two neighbours of three.
    assert_eq!(moves.len(), 3 + 2);
    let first = moves.iter().find(|one| one["number"] == 0).expect("the first of the rules");
    assert_eq!((first["move"].as_str(), first["to"].as_str()), (Some("knock(1, 0)"), Some("Kayles(0) + Kayles(2)")));
    let (left, _) = json(&["moves", "Domineering(R=3, C=1)"]);
    let (right, _) = json(&["moves", "Domineering(R=3, C=1)", "--first", "Right"]);
    assert_eq!(left["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(right["moves"].as_array().map(Vec::len), Some(0));
    let (over, _) = json(&["moves", "tic-tac-toe", "XXX|OO.|...", "--first", "Right"]);
    assert_eq!((over["over"].as_bool(), over["moves"].as_array().map(Vec::len)), (Some(true), Some(0)));
}

#[test]
fn a_limit_on_counting_is_kept() {
    let (answer, code) = json(&["perft", "amazons", "--depth", "3", "--time", "0.1"]);
    assert_eq!(code, 3);
    assert!(answer["stopped"].as_str().is_some());
    assert_eq!(grundy(&["perft", "nim", "3", "--depth", "100000"]).code, Some(2));
}
