//! The real binary: `grundy sequence` and `grundy survey`.

use super::program::output;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Output;

fn grundy(arguments: &[&str]) -> Output {
    output(arguments, b"")
}

fn json(args: &[&str]) -> Value {
    let output = grundy(&[&["--json"], args].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

fn place(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-sequence-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

#[test]
fn a_pile_of_ten_to_the_eighteen() {
    // Taking 1, 3 or 4: the losing sizes are 0 and 2 mod 7.
    let answer = json(&["sequence", "S{1,3,4}", "--at", "1e18", "--count-losing", "1e9"]);
    assert_eq!(answer["period"], 7);
    assert_eq!(answer["standing"]["kind"], "proved");
    let rest = 10u64.pow(18) % 7;
    assert_eq!(answer["at"]["value"] == 0, rest == 0 || rest == 2);
    let most = 10u64.pow(9);
    let losing = most / 7 + (most - 2) / 7 + 1;
    assert_eq!(answer["losing"], losing);
    assert_eq!(answer["at"]["winning_moves"][0]["take"], 1);
}

/// Marks that bar their neighbours, written with `max`: the values of 0.07 one place on (Winning Ways ch. 4).
#[test]
fn rules_with_cut_parts_have_a_code() {
    let answer = json(&["sequence", "dawsons-chess", "--at", "10^18"]);
    assert_eq!((&answer["period"], &answer["standing"]["kind"]), (&34.into(), &"proved".into()));
    let other = json(&["sequence", "0.07", "--at", "1000000000000000001"]);
    assert_eq!(answer["at"]["value"], other["at"]["value"]);
    let solved = json(&["solve", "dawsons-chess", "n = 1e18"]);
    assert_eq!(solved["grundy"], other["at"]["value"]);
    assert_eq!(solved["standing"]["kind"], "proved");
    // 0.11337 is 0.007 two places on.
    let long = json(&["sequence", "crosses", "--to", "2000", "--print", "1998"]);
    let code = json(&["sequence", "0.007", "--to", "2000", "--print", "2000"]);
    assert_eq!(long["values"].as_array().unwrap()[..], code["values"].as_array().unwrap()[2..]);
}

#[test]
fn a_row_of_pins_far_out() {
    let answer = json(&["sequence", "0.77", "--at", "10^18"]);
    assert_eq!(
        (&answer["period"], &answer["last_exception"], &answer["preperiod"]),
        (&12.into(), &70.into(), &71.into())
    );
    // 10^18 is 4 mod 12; the periodic values are 4 1 2 8 1 4 7 2 1 8 2 7 from 0 mod 12 (Winning Ways ch. 4).
    assert_eq!(answer["at"]["value"], 1);
    let leave = &answer["at"]["winning_moves"][0]["leave"];
    assert!(leave.as_array().is_some_and(|parts| parts.len() == 2), "{leave}");
}

/// Winning Ways ch. 4: 0.137 is Dawson's Chess. Taking up to `k` leaves `n mod (k + 1)`.
#[test]
fn codes_are_read_at_the_parameters_given() {
    let chess = json(&["sequence", "dawsons-chess", "--at", "1e18"]);
    let octal = json(&["sequence", "octal", "code = [1, 3, 7]", "--at", "1e18"]);
    for key in ["values", "period", "last_exception", "exceptions"] {
        assert_eq!(octal[key], chess[key], "{key}");
    }
    assert_eq!(octal["at"]["value"], chess["at"]["value"]);
    let solved = json(&["solve", "octal", "n = 1e18, code = [1, 3, 7]"]);
    assert_eq!(solved["grundy"], chess["at"]["value"]);
    let taking = json(&["sequence", "subtraction", "S = {1, 2, 3, 4}", "--at", "999999999999999999"]);
    assert_eq!((&taking["period"], &taking["at"]["value"]), (&serde_json::json!(5), &serde_json::json!(4)));
    let other = grundy(&["sequence", "octal", "rode = [1]"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn nothing_is_claimed_without_proof() {
    let answer = json(&["sequence", "0.6", "--to", "5000", "--print", "5"]);
    assert_eq!(answer["standing"]["kind"], "checked");
    assert_eq!(answer["standing"]["reason"], "no period proved to 5000");
    assert_eq!(answer["values"], serde_json::json!([0, 0, 1, 2, 0]));
    assert!(answer.get("period").is_none());
    let far = grundy(&["sequence", "0.6", "--to", "5000", "--at", "1e9"]);
    assert_eq!(far.status.code(), Some(3));
}

#[test]
fn bad_input_is_explained() {
    for (args, message) in [
        (vec!["0.8"], "`8` is not an octal digit"),
        (vec!["S{}"], "the set of takes is empty"),
        (vec!["S{1,0}"], "a take of 0"),
        (vec!["0.77", "--at", "1e30"], "above 9223372036854775807"),
        (vec!["0.77", "--to", "1e15"], "above 4000000000"),
        (vec!["S1", "S3", "S4"], "one is wanted"),
    ] {
        let output = grundy(&[vec!["sequence"], args.clone()].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text.contains(message), "{args:?}: {text}");
    }
}

#[test]
fn saved_values_are_taken_up_and_damage_is_refused() {
    let path = place("values.heap");
    let file = path.to_str().expect("a path");
    json(&["sequence", "0.6", "--to", "3000", "--save", file]);
    let more = json(&["sequence", "0.6", "--to", "6000", "--save", file]);
    assert_eq!(more["computed"], 6000);
    let fresh = json(&["sequence", "0.6", "--to", "6000", "--print", "6000"]);
    let again = json(&["sequence", "0.6", "--to", "6000", "--print", "6000", "--save", file]);
    assert_eq!(fresh["values"], again["values"]);
    let mut bytes = std::fs::read(&path).expect("the file");
    bytes[100] ^= 1;
    std::fs::write(&path, &bytes).expect("the file");
    let output = grundy(&["sequence", "0.6", "--to", "6000", "--save", file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"));
    assert_eq!(std::fs::read(&path).expect("the file"), bytes, "a refused file is left alone");
    std::fs::remove_file(&path).expect("removed");
}

/// Killed three times while it computes: what it saved is whole, is gone on from, and is what one run would have saved.
#[cfg(unix)]
#[test]
fn what_is_saved_survives_a_kill() {
    let (path, other) = (place("killed.heap"), place("fresh.heap"));
    let [file, fresh] = [&path, &other].map(|path| path.to_str().expect("a path"));
    let size = || std::fs::metadata(&path).map_or(0, |file| file.len());
    for round in 0..3 {
        let before = size();
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["sequence", "0.16", "--to", "1e9", "--all", "--save", file])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the program runs");
        let started = std::time::Instant::now();
        while size() <= before && started.elapsed().as_secs() < 100 {
            std::thread::sleep(std::time::Duration::from_millis(2 + round));
        }
        // On Unix this is SIGKILL.
        child.kill().expect("killed");
        child.wait().expect("ended");
        assert!(size() > before, "round {round}: nothing was saved");
    }
    let count = json(&["sequence", "0.16", "--to", "2", "--save", file])["computed"].to_string();
    json(&["sequence", "0.16", "--to", &count, "--all", "--save", fresh]);
    let [saved, fresh] = [&path, &other].map(|path| std::fs::read(path).expect("the file"));
    assert!(saved == fresh, "the values after {count} differ");
    for path in [path, other] {
        std::fs::remove_file(path).expect("removed");
    }
}

#[test]
fn exports() {
    let (bfile, csv) = (place("b.txt"), place("v.csv"));
    let paths = [&bfile, &csv].map(|path| path.to_str().expect("a path"));
    grundy(&["sequence", "S{1,2}", "--to", "64", "--bfile", paths[0], "--csv", paths[1]]);
    let text = std::fs::read_to_string(&bfile).expect("b-file");
    assert!(text.starts_with("0 0\n1 1\n2 2\n3 0\n"), "{text}");
    assert!(std::fs::read_to_string(&csv).expect("csv").starts_with("n,value\n0,0\n1,1\n"));
}

#[test]
fn misere_on_one_heap() {
    // Taking 1 or 2, the last loses: lost with 1 mod 3.
    let answer = json(&["sequence", "S{1,2}", "--misere", "--at", "1e18"]);
    assert_eq!(answer["period"], 3);
    assert_eq!(answer["at"]["winner"], if 10u64.pow(18) % 3 == 1 { "second" } else { "first" });
}

#[test]
fn misere_on_one_heap_that_may_be_split() {
    // From the definition: a sum is a multiset of heaps, and who cannot move wins.
    fn wins(sum: Vec<u32>, seen: &mut std::collections::HashMap<Vec<u32>, bool>) -> bool {
        if let Some(wins) = seen.get(&sum) {
            return *wins;
        }
        let mut wins_here = sum.is_empty();
        for at in 0..sum.len() {
            for take in 1..=2.min(sum[at]) {
                for part in 0..=(sum[at] - take) / 2 {
                    let mut to = sum.clone();
                    to.remove(at);
                    to.extend([part, sum[at] - take - part].into_iter().filter(|heap| *heap > 0));
                    to.sort_unstable();
                    wins_here = wins_here || !wins(to, seen);
                }
            }
        }
        seen.insert(sum, wins_here);
        wins_here
    }
    let answer = json(&["sequence", "0.77", "--misere", "--to", "24", "--print", "24", "--at", "1e18"]);
    let mut seen = std::collections::HashMap::new();
    for (heap, outcome) in (0..16).zip(answer["outcomes"].as_array().expect("outcomes")) {
        let sum = if heap == 0 { vec![] } else { vec![heap] };
        assert_eq!(outcome == "N", wins(sum, &mut seen), "heap {heap}");
    }
    // Far out the game is solved (Sibert and Conway 1992), and a single heap of it is always won.
    let far = json(&["sequence", "0.77", "--misere", "--to", "400", "--at", "1e18"]);
    assert_eq!((&far["at"]["winner"], &far["standing"]["kind"]), (&"first".into(), &"proved".into()));
}

#[test]
fn a_survey_stops_and_goes_on() {
    let path = place("survey.tsv");
    let file = path.to_str().expect("a path");
    let args = ["survey", "octal", "--digits", "2", "--to", "1500", "--save", file];
    let stopped = grundy(&[&args[..], &["--time", "0"]].concat());
    assert_eq!(stopped.status.code(), Some(3));
    let answer = json(&args);
    assert_eq!(answer["done"], 63);
    let row = |code: &str| answer["codes"].as_array().expect("codes").iter().find(|row| row["code"] == code).cloned();
    assert_eq!(row("0.77").expect("a row")["period"], 12);
    assert_eq!(row("0.27").expect("a row")["same_as"]["code"], "0.26");
    assert!(row("0.6").expect("a row").get("period").is_none());
    std::fs::write(&path, "grundy survey 1\t1500\n0.1\t1").expect("the file");
    assert_eq!(grundy(&args).status.code(), Some(2), "a half-written file is refused");
    std::fs::remove_file(&path).expect("removed");
}
