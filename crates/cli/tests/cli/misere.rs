//! `grundy misere` as a person runs it. Expected values: Plambeck and Siegel, "Misère quotients for impartial games" (2008).

use super::program::output;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Output;

fn grundy(arguments: &[&str]) -> Output {
    output(&[&["misere"], arguments].concat(), b"")
}

/// The JSON answer and the exit code.
fn json(arguments: &[&str]) -> (Value, i32) {
    let output = grundy(&[arguments, &["--json"]].concat());
    let answer = serde_json::from_slice(&output.stdout).expect("one JSON object");
    (answer, output.status.code().expect("an exit code"))
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("grundy-misere-{}-{name}", std::process::id()))
}

#[test]
fn a_complete_quotient() {
    let (answer, exit) = json(&["0.77"]);
    assert_eq!(exit, 0);
    assert_eq!((&answer["order"], &answer["p_order"]), (&40.into(), &9.into()));
    assert_eq!(answer["complete"], true);
    assert_eq!((&answer["period"], &answer["preperiod"]), (&12.into(), &71.into()));
    assert_eq!(answer["standing"]["kind"], "proved");
    assert_eq!(answer["pretending"]["1"], "a");
    let text = String::from_utf8(grundy(&["0.77"]).stdout).expect("text");
    assert!(text.contains("complete quotient, order 40, 9 losing") && text.contains("proved: "), "{text}");
}

#[test]
fn a_partial_quotient_with_its_losing_heaps() {
    let (answer, exit) = json(&["0.07", "--to", "33"]);
    assert_eq!(exit, 0);
    assert_eq!(answer["order"], 638);
    assert_eq!(answer["complete"], false);
    assert!(answer.get("period").is_none());
    let expected = [2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31, 35, 36];
    let found: Vec<u64> = answer["p_heaps"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    assert_eq!(found[..expected.len()], expected);
}

/// Misère Nim: lost when the nim-sum is 0 with a heap above 1, or 1 without (Bouton 1901).
#[test]
fn sums_of_nim_heaps() {
    for heaps in [vec![1, 2, 3], vec![1, 1, 1], vec![1, 1], vec![5, 3, 4, 7], vec![6, 2, 4], vec![0]] {
        let sum: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let (answer, _) = json(&["AllBut{}", "--sum", &sum.join(",")]);
        let lost = |heaps: &[u32]| {
            let nim = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            nim == (heaps.iter().all(|heap| *heap < 2) as u32)
        };
        assert_eq!(answer["outcome"], if lost(&heaps) { "P" } else { "N" }, "{heaps:?}");
        let mut expected = 0;
        for (at, heap) in heaps.iter().enumerate() {
            for to in 0..*heap {
                let mut after = heaps.clone();
                after[at] = to;
                expected += lost(&after) as u64;
            }
        }
        assert_eq!(answer["winning_move_count"].as_u64(), Some(expected), "{heaps:?}");
    }
}

#[test]
fn sixty_heaps_at_once() {
    let heaps: Vec<String> = (0..60).map(|k| (1 + k * 7 % 33).to_string()).collect();
    let (answer, exit) = json(&["0.07", "--to", "33", "--sum", &heaps.join(",")]);
    assert_eq!(exit, 0);
    // Every winning move leads to a sum that the previous player wins, and there is one exactly when the sum is N.
    let moves = answer["winning_moves"].as_array().expect("a list");
    assert_eq!(moves.is_empty(), answer["outcome"] == "P");
    for winning in moves.iter().take(3) {
        let to: Vec<String> = winning["to"].as_array().expect("a sum").iter().map(Value::to_string).collect();
        let (after, _) = json(&["0.07", "--to", "33", "--sum", &to.join(",")]);
        assert_eq!(after["outcome"], "P");
    }
}

/// Heap 36 of 0.07 is lost, though the quotient ends at heap 33.
#[test]
fn a_sum_somewhat_beyond_the_quotient_is_decided() {
    let (answer, exit) = json(&["0.07", "--sum", "36"]);
    assert_eq!((exit, &answer["outcome"], &answer["to"]), (0, &"P".into(), &33.into()));
}

#[test]
fn an_infinite_quotient_gives_what_is_known_and_exit_3() {
    let (answer, exit) = json(&["0.3122", "--to", "7"]);
    assert_eq!(exit, 3);
    assert_eq!(answer["to"], 6);
    assert!(answer["stopped"].as_str().expect("a reason").contains("may be infinite"));
    assert_eq!(answer["standing"]["kind"], "proved");
}

#[test]
fn a_time_limit_gives_what_is_known_and_exit_3() {
    // Heap 12 takes long, and what is known until then is little: it is told in time on a crowded machine too.
    let (answer, exit) = json(&["0.3102", "--to", "60", "--copies", "100000", "--time", "1"]);
    assert_eq!(exit, 3);
    assert_eq!(answer["stopped"], "the time limit was reached");
    assert!(answer["to"].as_u64().expect("a heap") >= 10);
    let (_, exit) = json(&["0.74", "--to", "60", "--memory", "1M"]);
    assert_eq!(exit, 3);
}

#[test]
fn work_is_saved_and_gone_on_with() {
    let path = temporary("saved");
    let file = path.to_str().expect("a path");
    let (first, exit) = json(&["0.07", "--to", "60", "--time", "0", "--save", file]);
    assert_eq!((exit, &first["stopped"]), (3, &"the time limit was reached".into()));
    let (second, exit) = json(&["0.07", "--to", "30", "--save", file]);
    assert_eq!((exit, &second["order"]), (0, &360.into()));
    let (other, exit) = json(&["0.77", "--to", "30", "--save", file]);
    assert_eq!((exit, &other["error"]["code"]), (2, &"save".into()));
    let text = std::fs::read_to_string(&path).expect("the file is there");
    std::fs::write(&path, &text[..text.len() / 2]).expect("written");
    let (cut, exit) = json(&["0.07", "--to", "30", "--save", file]);
    assert_eq!((exit, &cut["error"]["code"]), (2, &"save".into()));
    assert_eq!(std::fs::read_to_string(&path).expect("still there").len(), text.len() / 2, "never overwritten");
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn genus_and_species() {
    let (answer, exit) = json(&["4.u", "--to", "13", "--genus"]);
    assert_eq!(exit, 0);
    let heap = &answer["genus"][12];
    assert_eq!((&heap["genus"], &heap["species"]), (&"3^1431".into(), &"restless".into()));
    assert_eq!(answer["genus"][4]["form"], "2");
}

#[test]
fn bad_input_is_explained() {
    // A word that is no code may be the name of rules; then it is those that are missing.
    for (arguments, code) in [(&["0.8"][..], "code"), (&["S{}"], "code"), (&["nonsense"], "E55")] {
        let (answer, exit) = json(arguments);
        assert_eq!((exit, &answer["error"]["code"]), (2, &code.into()), "{arguments:?}");
    }
    assert_eq!(grundy(&["0.77", "--sum", "3,x"]).status.code(), Some(2));
    assert_eq!(grundy(&["0.77", "--sum", "100001"]).status.code(), Some(2));
}

#[test]
fn the_survey_has_every_code() {
    let (answer, exit) = json(&["survey", "--each", "0.02", "--to", "40"]);
    assert_eq!(exit, 0);
    let codes = answer["codes"].as_array().expect("a list");
    assert_eq!(codes.len(), 64);
    let row = |code: &str| codes.iter().find(|row| row["code"] == code).expect("a row");
    assert_eq!((&row("0.75")["order"], &row("0.75")["complete"]), (&8.into(), &true.into()));
    assert_eq!((&row("0.34")["order"], &row("0.34")["period"]), (&12.into(), &8.into()));
}
