//! Judges' problems of tests/contest: every rule file is right, and the programs of some answer as a brute force of the statement
//! does. `bench/judges/run` compiles all of them and times them at the judges' limits.

use super::library::root;
use super::program::grundy;
use std::process::Command;

#[test]
fn rules_of_judges_problems_are_right() {
    let files =
        std::fs::read_dir(root().join("tests/contest")).expect("a folder").map(|file| file.expect("a file").path());
    let rules: Vec<String> = files
        .filter(|file| file.extension().is_some_and(|end| end == "game"))
        .map(|file| file.display().to_string())
        .collect();
    let words: Vec<&str> = ["check"].into_iter().chain(rules.iter().map(String::as_str)).collect();
    assert!(rules.len() >= 63, "{} problems", rules.len());
    let run = grundy(&words);
    assert_eq!(run.code, Some(0), "{}", run.out);
}

#[test]
fn exported_programs_answer_judges_problems() {
    let python = "boj-9656 boj-11871 boj-11867 cses-1729 lc-464 lc-1406 hdu-1846 hdu-1527 poj-2068 cf-1738c";
    for (lang, names) in [("python", python), ("cpp", "lc-464 poj-2068"), ("rust", "lc-1406 typical90-031")] {
        let run = Command::new("python3")
            .arg(root().join("bench/judges/run"))
            .args(["--lang", lang, "--small", "--grundy", env!("CARGO_BIN_EXE_grundy")])
            .args(names.split(' '))
            .output()
            .expect("python3 runs");
        let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
        let accepted = format!("{} accepted\n", names.split(' ').count());
        assert!(run.status.success() && said.ends_with(&accepted), "{said}");
    }
}
