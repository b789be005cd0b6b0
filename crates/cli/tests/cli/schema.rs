//! The keys of every JSON answer, held in tests/golden/json/keys.txt: keys may be added, none may go or change its kind.

use super::library::root;
use super::program::json;
use serde_json::Value;
use std::collections::BTreeSet;

/// Commands that together show every answer.
const ASKED: &[&[&str]] = &[
    &["solve", "nim", "3", "5", "7"],
    &["solve", "tic-tac-toe", "X..|.O.|..X"],
    &["solve", "domineering", "R = 3, C = 3", "--value", "--plies", "--explain"],
    &["solve", "dots-and-boxes", "R = 1, C = 2"],
    &["solve", "Walk(0, G=\"0->0 1;1->\")"],
    &["solve", "knights", "N = 10000"],
    &["plan", "kayles", "1000"],
    &["plan", "connect4"],
    &["solve", "connect4", "--time", "0.1"],
    &["solve", "nosuchgame"],
    &["solve", "nim", "x"],
    &["strategy", "cram", "R = 4, C = 5"],
    &["moves", "nim", "3", "4"],
    &["moves", "dots-and-boxes", "R = 1, C = 1"],
    &["perft", "tic-tac-toe", "--depth", "2"],
    &["check", "kayles"],
    &["facts", "kayles"],
    &["prove", "laskers-nim"],
    &["prove", "moore-nim"],
    &["pattern", "subtraction"],
    &["pattern", "at-most-half", "--grundy"],
    &["pattern", "game A; param m = 3; state n: nat; move take(k in 1..m) if k <= n: n -= k"],
    &["pattern", "cram", "R = 2", "--over", "C=1..8"],
    &["refute", "nim", "5", "take(1)"],
    &["sequence", "0.77", "--at", "1e18", "--count-losing", "1e9", "--stats"],
    &["survey", "octal", "--digits", "1"],
    &["draw", "tree", "nim", "3"],
    &["draw", "board", "nim", "5"],
    &["draw", "heat", "kayles", "--over", "n=0..9"],
    &["draw", "sequence", "0.77"],
    &["draw", "thermograph", "{2||1|0}"],
    &["draw", "matrix", "nim", "--size", "4"],
    &["sheet", "nim"],
    &["page", "nim", "2"],
    &["games", "kayles"],
    &["games", "--show", "kayles"],
    &["matrix", "0 -1 1; 1 0 -1; -1 1 0"],
    &["matrix", "(3,3) (0,5); (5,0) (1,1)"],
    &["table", "kayles", "--over", "n=0..5"],
    &["tree", "centipede"],
    &["misere", "0.77", "--sum", "3,5"],
    &["value", "{1|-1} + *2"],
    &["value", "on + off"],
    &["value", "[1, 2]"],
    &["value", "f(n) := n; time 1; table n * n for n in 1..2; plot n * n for n in 1..2"],
    &["value", "--functions"],
    &["table", "partizan-subtraction", "A={1}, B={2}", "--over", "n=0..12", "--show", "value"],
    &["export", "kayles", "--lang", "python"],
    &["explain", "E07"],
];

/// Every key with the kind of its value: `claims[].verdict string`. Numbers and names that are keys themselves are one `*`.
fn paths(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let counted = key.chars().all(|c| c.is_ascii_digit()) || at.ends_with("by_starter") || at == "letters";
                let key = if counted { "*" } else { key };
                let here = if at.is_empty() { key.to_string() } else { format!("{at}.{key}") };
                paths(inner, &here, found);
            }
        }
        Value::Array(list) => {
            found.insert(format!("{at} list"));
            list.iter().for_each(|inner| paths(inner, &format!("{at}[]"), found));
        }
        Value::String(_) => drop(found.insert(format!("{at} string"))),
        Value::Number(_) => drop(found.insert(format!("{at} number"))),
        Value::Bool(_) => drop(found.insert(format!("{at} truth"))),
        Value::Null => {}
    }
}

#[test]
fn keys_of_answers_stay() {
    let file = root().join("tests/golden/json/keys.txt");
    let mut now = BTreeSet::new();
    for words in ASKED {
        let (answer, _) = json(words);
        let mut found = BTreeSet::new();
        paths(&answer, "", &mut found);
        assert!(!found.is_empty(), "{words:?} answers nothing");
        let command = if words[0] == "draw" { format!("draw {}", words[1]) } else { words[0].to_string() };
        now.extend(found.into_iter().map(|path| format!("{command}: {path}")));
    }
    if std::env::var_os("GRUNDY_UPDATE").is_some() {
        let text: String = now.iter().map(|path| format!("{path}\n")).collect();
        return std::fs::write(&file, text).expect("writable");
    }
    let recorded = std::fs::read_to_string(&file).expect("tests/golden/json/keys.txt");
    let gone: Vec<&str> = recorded.lines().filter(|path| !now.contains(*path)).collect();
    assert!(gone.is_empty(), "these keys are gone or changed: {gone:#?}");
    let known: BTreeSet<&str> = recorded.lines().collect();
    let new: Vec<&String> = now.iter().filter(|path| !known.contains(path.as_str())).collect();
    assert!(new.is_empty(), "new keys, record them with GRUNDY_UPDATE=1 and describe them in docs/json.md: {new:#?}");
}
