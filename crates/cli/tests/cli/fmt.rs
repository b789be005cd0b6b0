//! `grundy fmt` as a user runs it, on files of a temporary folder.

use super::program::output;
use std::path::PathBuf;
use std::process::Output;
use std::time::{Duration, Instant};

const UGLY: &str = "game Nim;state n:nat;move take(k in 1 .. n):n-=k  # take\n";
const NEAT: &str = "game Nim\n  state n: nat\n  move take(k in 1..n): n -= k  # take\n";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fmt-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

fn grundy(arguments: &[&str], input: Option<&[u8]>) -> Output {
    output(arguments, input.unwrap_or_default())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn files_are_rewritten_in_place_and_only_when_needed() {
    let folder = folder("place");
    let file = folder.join("nim.game");
    std::fs::write(&file, UGLY).expect("writable");
    let path = file.to_str().expect("UTF-8");
    let check = grundy(&["fmt", "--check", path], None);
    assert_eq!(check.status.code(), Some(1));
    assert!(text(&check.stdout).contains("not in canonical style"));
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), UGLY, "--check writes nothing");

    let done = grundy(&["fmt", path], None);
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), NEAT);
    assert_eq!(std::fs::read_dir(&folder).expect("readable").count(), 1, "no temporary file is left");
    assert_eq!(grundy(&["fmt", "--check", folder.to_str().expect("UTF-8")], None).status.code(), Some(0));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let done = grundy(&["fmt", "-"], Some(UGLY.as_bytes()));
    assert_eq!(text(&done.stdout), NEAT);
    let json = grundy(&["fmt", "-", "--json"], Some(UGLY.as_bytes()));
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["files"][0]["text"], NEAT);
    assert_eq!(json["changed"], 1);
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("link");
    let (file, link) = (folder.join("nim.game"), folder.join("link.game"));
    std::fs::write(&file, UGLY).expect("writable");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("settable");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    assert_eq!(grundy(&["fmt", link.to_str().expect("UTF-8")], None).status.code(), Some(0));
    assert!(link.symlink_metadata().expect("there").file_type().is_symlink());
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), NEAT);
    assert_eq!(file.metadata().expect("there").permissions().mode() & 0o777, 0o640);
}

#[test]
fn files_with_mistakes_stay_and_every_mistake_is_told() {
    let folder = folder("mistakes");
    let (bad, good) = (folder.join("bad.game"), folder.join("good.game"));
    std::fs::write(&bad, "game A\n  sate n: nat\n  move take(k in 1..n) n -= k\n").expect("writable");
    std::fs::write(&good, UGLY).expect("writable");
    let done = grundy(&["fmt", folder.to_str().expect("UTF-8"), "--json"], None);
    assert_eq!(done.status.code(), Some(2));
    let json: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(json["error"]["code"], "E06");
    let codes: Vec<&str> =
        json["diagnostics"].as_array().expect("a list").iter().filter_map(|one| one["code"].as_str()).collect();
    assert_eq!(codes, ["E06", "E05"]);
    let span = &json["diagnostics"][1]["span"];
    assert_eq!((span["line"].as_u64(), span["column"].as_u64()), (Some(3), Some(24)));
    assert_eq!(std::fs::read_to_string(&good).expect("readable"), NEAT, "the others are formatted");
    let drawn = grundy(&["fmt", bad.to_str().expect("UTF-8")], None);
    assert!(text(&drawn.stderr).contains("did you mean `state`?"));
    assert!(!text(&drawn.stderr).contains('\u{1b}'), "no colours outside a terminal");
}

/// Issue 2, "Bad input": each gives a clear diagnostic within a second. Two seconds are allowed for a busy machine.
#[test]
fn bad_input_is_refused_quickly() {
    let folder = folder("bad");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("writable");
        path.to_str().expect("UTF-8").to_string()
    };
    let huge = folder.join("huge.game");
    std::fs::File::create(&huge).and_then(|file| file.set_len(100 << 20)).expect("a sparse file of 100 MB");
    let cases = [
        (file("latin1.game", b"game Caf\xe9\n"), "E54"),
        (file("utf16.game", b"\xff\xfeg\0a\0m\0e\0"), "E54"),
        (file("brackets.game", "(".repeat(100_000).as_bytes()), "E04"),
        (file("nested.game", format!("def f = {}", "(".repeat(100_000)).as_bytes()), "E04"),
        (file("long.game", &vec![b'x'; (1 << 20) + 1]), "E01"),
        (huge.to_str().expect("UTF-8").to_string(), "E01"),
        (folder.join("missing.game").to_str().expect("UTF-8").to_string(), "E51"),
    ];
    for (path, code) in cases {
        let started = Instant::now();
        let done = grundy(&["fmt", &path, "--json"], None);
        assert!(started.elapsed() < Duration::from_secs(2), "{path} took {:?}", started.elapsed());
        assert_eq!(done.status.code(), Some(2), "{path}");
        let json: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
        assert_eq!(json["error"]["code"], code, "{path}: {json}");
        assert!(json["error"]["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()), "{path}");
    }
    let empty = folder.join("empty");
    std::fs::create_dir_all(&empty).expect("a folder");
    let done = grundy(&["fmt", empty.to_str().expect("UTF-8")], None);
    assert!(text(&done.stderr).contains("E52"));
}
