//! The real binary: what it printed, how it ended, how long it took.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// One run.
pub struct Run {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Wall time.
    pub took: Duration,
}

/// Runs `grundy` with these arguments.
pub fn grundy(arguments: &[&str]) -> Run {
    typed(arguments, "")
}

/// Runs `grundy` with this on standard input. At most 4 GiB of address space, so that what is unbounded is seen.
pub fn output(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4194304; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_grundy")]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // A program that does not read its input closes the pipe: not an error.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("it ends")
}

/// The same, with what it printed as text.
pub fn typed(arguments: &[&str], input: &str) -> Run {
    let started = Instant::now();
    let output = output(arguments, input.as_bytes());
    Run {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
        took: started.elapsed(),
    }
}

/// Runs `grundy --json`: the one object on standard output, and the exit code.
pub fn json(arguments: &[&str]) -> (serde_json::Value, i32) {
    let run = grundy(&[arguments, &["--json"]].concat());
    let value = serde_json::from_str(&run.out);
    let value = value.unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{}\n{}", run.out, run.err));
    (value, run.code.expect("not killed"))
}

/// A file of this text, in a folder that tests may write.
pub fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("writable");
    path.to_str().expect("UTF-8").to_string()
}
