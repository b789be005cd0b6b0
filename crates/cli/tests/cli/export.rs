//! `grundy export`: texts that run, refusals with their place.

use crate::program::{grundy, json};
use std::process::Command;

#[test]
fn a_python_text_checks_itself() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("export");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("kayles.py");
    let path = file.display().to_string();
    let (answer, code) = json(&["export", "kayles", "--lang", "python", "--tests", "12", "-o", &path]);
    assert_eq!(code, 0);
    assert_eq!((answer["tests"].as_u64(), answer["standing"]["kind"].as_str()), (Some(12), Some("proved")));
    let run = Command::new("python3").arg(&file).output().unwrap();
    assert!(run.status.success());
    assert_eq!(String::from_utf8_lossy(&run.stdout), "0 wrong\n");
    // Guy and Smith 1956: the values repeat with period 12 from 71 on, so that of 10^6 is that of 76, which is 1.
    let asked = "import sys; sys.path.insert(0, sys.argv[1]); import kayles; print(kayles.grundy(10**6))";
    let run = Command::new("python3").args(["-c", asked, &folder.display().to_string()]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&run.stdout), "1\n");
}

#[test]
fn what_is_not_written_says_where_and_why() {
    let run = grundy(&["export", "chopsticks", "--lang", "cpp"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("play can return to") && run.err.contains("chopsticks.game:"), "{}", run.err);
    let run = grundy(&["export", "chomp", "R = 9, C = 9", "--lang", "rust"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("81 elements"), "{}", run.err);
}
