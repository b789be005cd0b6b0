//! `grundy check` and `grundy facts` as a user runs them, and every kind of bad input: each is answered in moments, within 4 GiB,
//! without a panic.

use super::program::{Run, file, grundy, json, typed};
use std::time::Duration;

#[test]
fn a_sound_file_passes() {
    let (answer, code) = json(&["check", "kayles", "nim", "tic-tac-toe"]);
    assert_eq!(code, 0, "{answer}");
    let files = answer["files"].as_array().expect("a list");
    assert_eq!(files.len(), 3);
    for one in files {
        for key in ["file", "ok", "diagnostics", "expectations", "open", "claims", "notes"] {
            assert!(one.get(key).is_some(), "{key}");
        }
        assert_eq!((one["ok"].as_bool(), one["open"].as_u64()), (Some(true), Some(0)));
    }
}

#[test]
fn three_mistakes_get_three_messages() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/diagnostics");
    let (answer, code) = json(&["check", &format!("{folder}/E06-E05-E08-first-game.game")]);
    assert_eq!(code, 2, "{answer}");
    assert_eq!(answer["files"][0]["diagnostics"].as_array().map(Vec::len), Some(3), "{answer}");
}

/// One line for each diagnostic, which editors and scripts read; nothing where nothing is wrong.
#[test]
fn short_lines_name_file_line_and_column() {
    let text =
        "# 돌 🎲\ngame A\n  state 돌: nat\n  move take(k in 1..kk): 돌 -= k\n  move more: 돌 -= 1; nothing -= 1\n";
    let path = file("short.game", text);
    let run = grundy(&["check", &path, "--format", "short"]);
    assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    let heads: Vec<&str> = run.out.lines().filter_map(|line| line.strip_prefix(&format!("{path}:"))).collect();
    assert_eq!(heads.len(), run.out.lines().count(), "{}", run.out);
    assert!(heads.iter().any(|head| head.starts_with("4:21: error[E08]: ")), "{}", run.out);
    assert!(heads.iter().any(|head| head.starts_with("5:22: error[E08]: ")), "{}", run.out);
    let fine = grundy(&["check", "nim", "--format", "short"]);
    assert_eq!((fine.code, fine.out.as_str()), (Some(0), ""));
    let as_json = grundy(&["check", &path, "--format", "json"]);
    assert_eq!(as_json.out, grundy(&["check", &path, "--json"]).out);
}

/// A file that changes is checked again, one that goes is waited for, and Ctrl-C ends it with the last verdict.
#[test]
fn a_watched_file_is_checked_again() {
    let right = "game A\n  state n: nat\n  move take(k in 1..n): n -= k\n";
    let path = file("watched.game", right);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["check", &path, "--watch", "--format", "short", "--quiet"]).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let (tell, lines) = std::sync::mpsc::channel();
    let output = std::io::BufReader::new(child.stdout.take().expect("piped"));
    std::thread::spawn(move || {
        for line in std::io::BufRead::lines(output).map_while(Result::ok) {
            let _ = tell.send(line);
        }
    });
    let told = || lines.recv_timeout(Duration::from_secs(20)).expect("a line");
    std::thread::sleep(Duration::from_millis(400));
    file("watched.game", &right.replace("state", "sate"));
    assert!(told().contains(":2:3: error[E06]"));
    std::fs::remove_file(&path).expect("it is there");
    assert!(told().contains("error[E51]"));
    assert!(told().contains("help"));
    file("watched.game", &right.replace("n -= k", "n -= kk"));
    assert!(told().contains(":3:30: error[E08]"));
    let number = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &number]).status().is_ok_and(|status| status.success()));
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    let both = grundy(&["check", &path, "--watch", "--json"]);
    assert_eq!(both.code, Some(2), "{}{}", both.out, both.err);
}

#[test]
fn facts_are_proved_or_unknown() {
    let (answer, code) = json(&["facts", "kayles"]);
    assert_eq!(code, 0);
    let facts = answer["games"][0]["facts"].as_array().expect("a list");
    let standing = |name: &str| {
        let fact = facts.iter().find(|fact| fact["fact"] == name).expect("listed");
        fact["standing"].as_str().expect("text").to_string()
    };
    assert_eq!((standing("impartial").as_str(), standing("acyclic").as_str()), ("proved", "proved"));
    let (answer, _) = json(&["facts", "domineering"]);
    let text = answer.to_string();
    assert!(text.contains("unknown"), "a partizan game is not proved impartial: {text}");
}

/// A run that refuses its input: in moments, with a message, and not by a panic.
fn refuses(run: &Run, what: &str) {
    assert_eq!(run.code, Some(2), "{what}: {}{}", run.out, run.err);
    assert!(run.took < Duration::from_secs(10), "{what} took {:?}", run.took);
    assert!(
        !run.err.contains("panicked") && (run.err.contains("error") || run.err.contains("Error")),
        "{what}: {}",
        run.err
    );
}

/// A run that may answer or refuse, but soon, and not by a panic or a signal.
fn survives(run: &Run, what: &str) {
    assert!(matches!(run.code, Some(0..=3)), "{what}: {:?} {}{}", run.code, run.out, run.err);
    assert!(run.took < Duration::from_secs(10), "{what} took {:?}", run.took);
    assert!(!run.err.contains("panicked"), "{what}: {}", run.err);
}

fn rules(text: &str) -> [Run; 3] {
    [typed(&["solve", "-"], text), typed(&["moves", "-"], text), typed(&["perft", "-", "--depth", "1"], text)]
}

#[test]
fn boards_of_a_million_squared() {
    let fixed = "game Wide\n  state free: set of grid(1000000, 1000000) = all\n  move m(c in free): free -= {c}\n";
    let [solve, moves, perft] = rules(fixed);
    // Too large to set up, and answered by its rules alone: one cell at a time, an even number of them.
    assert_eq!(solve.code, Some(0), "{}{}", solve.out, solve.err);
    assert!(solve.out.contains("the second player wins") && solve.out.contains("pairing"), "{}", solve.out);
    refuses(&moves, "grid(1e6, 1e6)");
    refuses(&perft, "grid(1e6, 1e6)");
    let by_parameter =
        "game Wide\n  param R = 2, C = 2\n  state free: set of grid(R, C) = all\n  move m(c in free): free -= {c}\n";
    refuses(&typed(&["moves", "-", "R=1000000, C=1000000"], by_parameter), "a parameter of a million");
    let counted = "game Cells\n  state b: player?[grid(1000000, 1000000)] = none\n  move m(c in grid(1000000, 1000000)) if b[c] == none: b[c] = me\n";
    for run in rules(counted) {
        refuses(&run, "an array of 1e12 cells");
    }
    refuses(&grundy(&["solve", "chomp", "R=1000000, C=1000000"]), "chomp of 1e12 squares");
}

#[test]
fn a_product_of_binders_of_ten_to_the_fifteenth() {
    let product = "game Many\n  state n: 0..1 = 1\n  move m(a in 1..100000, b in 1..100000, c in 1..100000) if a + b + c == 0: n = 0\n";
    for arguments in [&["solve", "-"][..], &["moves", "-"], &["perft", "-", "--depth", "1"]] {
        let run = typed(&[arguments, if arguments[0] == "moves" { &[] } else { &["--time", "1"] }].concat(), product);
        assert!(matches!(run.code, Some(2 | 3)), "{arguments:?}: {:?} {}{}", run.code, run.out, run.err);
        assert!(run.took < Duration::from_secs(10), "{arguments:?} took {:?}", run.took);
    }
}

#[test]
fn integers_that_overflow() {
    let grows = "game Grow\n  state n: 0..9 = 9\n  def big(x) = x * 9223372036854775807\n  move m(k in 1..3) if big(n + k) > 0: n = 0\n";
    for run in rules(grows) {
        survives(&run, "overflow in a guard");
        assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    }
    refuses(&grundy(&["solve", "nim", "99999999999999999999999999"]), "a number of 26 digits");
    survives(&grundy(&["solve", "nim", "9223372036854775807", "--time", "1"]), "the largest heap");
    survives(&grundy(&["solve", "Subtraction(9223372036854775807, S = {1, 3, 4})", "--time", "1"]), "the largest heap");
}

#[test]
fn parameters_of_the_wrong_type() {
    refuses(&grundy(&["solve", "chomp", "R={1}, C=2"]), "a set for a number");
    refuses(&grundy(&["solve", "chomp", "R=\"..\""]), "a picture for a number");
    refuses(&grundy(&["solve", "subtraction", "5, S=3"]), "a number for a set");
    refuses(&grundy(&["solve", "nim", "n=-3"]), "a negative heap");
    refuses(&grundy(&["solve", "kayles", "nonsense=3"]), "no such field");
    refuses(&grundy(&["solve", "kayles", "1, 2, n"]), "too many arguments");
    refuses(&grundy(&["solve", "tic-tac-toe", "1, 2, 3"]), "numbers for a board");
}

#[test]
fn pictures_that_are_no_board() {
    refuses(&grundy(&["solve", "tic-tac-toe", "XX.|OO|..."]), "a ragged picture");
    refuses(&grundy(&["solve", "tic-tac-toe", "XX..|OO..|....|...."]), "a picture of the wrong size");
    refuses(&grundy(&["solve", "tic-tac-toe", "TicTacToe(\"XX?|OO.|...\")"]), "an unknown character");
    refuses(&grundy(&["solve", "domineering", "Domineering(\"..|..\", R=3)"]), "a picture against a parameter");
    survives(&grundy(&["solve", "tic-tac-toe", ""]), "nothing");
}

#[test]
fn files_that_are_no_rules() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    refuses(&grundy(&["solve", folder]), "a folder");
    refuses(&grundy(&["solve", "no-such-file.game"]), "no such file");
    refuses(&grundy(&["check", "no-such-file.game"]), "no such file");
    let path = format!("{folder}/bytes.game");
    std::fs::write(&path, b"game A\n  state n: nat \xff\xfe\n").expect("writable");
    refuses(&grundy(&["solve", &path]), "invalid UTF-8");
    std::fs::write(&path, vec![b'#'; 100_000_000]).expect("writable");
    refuses(&grundy(&["solve", &path]), "a file of 100 MB");
    std::fs::remove_file(&path).expect("there");
    let nested = format!("game A\n  state n: nat = {}1{}\n", "(".repeat(100_000), ")".repeat(100_000));
    refuses(&typed(&["solve", "-"], &nested), "100,000 brackets");
    refuses(
        &typed(&["solve", "nim", "-"], &format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000))),
        "brackets in a position",
    );
}

#[test]
fn many_candidate_binders_are_worth_a_warning() {
    let text = "game Wide\n  param N = 60\n  state free: set of grid(N, N) = {}\n  \
                move pair(a in grid(N, N), b in grid(N, N)) if a in free and b in free and a != b: free -= {a, b}\n";
    let (answer, exit) = json(&["check", &file("wide.game", text)]);
    let first = &answer["files"][0]["diagnostics"][0];
    assert_eq!((&first["code"], &first["message"]), (&"W06".into(), &"12960000 candidate binders per turn".into()));
    assert_eq!(exit, 0);
}
