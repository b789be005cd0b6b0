//! A reading of the language in another program, written from its page alone: a child process that answers JSON lines.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program, if it is there.
pub struct Reader {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Reader {
    /// Starts it.
    pub fn start() -> Option<Reader> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/independent/language.py");
        if !program.exists() {
            return None;
        }
        let command =
            Command::new("python3").arg(program).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = command.ok()?;
        let (ask, answers) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Reader { child, ask, answers })
    }

    /// What it says of a position: the keys of `want`, or `None` where it cannot.
    pub fn ask(&mut self, rules: &str, position: &str, first: &str, want: &[&str]) -> Option<Value> {
        self.reply(&json!({ "rules": rules, "position": position, "first": first, "want": want, "limit": 3000 }))
    }

    /// Whether it accepts a certificate, which is counted; else why not. What it says it cannot decide is no refusal.
    pub fn check(&mut self, rules: Option<&str>, certificate: &str, accepted: &mut usize) -> Option<String> {
        let said = self.reply(&json!({ "rules": rules, "certificate": certificate }))?;
        if said.get("accepted").is_some() {
            *accepted += 1;
            return None;
        }
        let why = said.get("refused").or(said.get("error")).and_then(|why| why.as_str()).unwrap_or("no reply");
        (!why.contains("no verdict")).then(|| why.to_string())
    }

    fn reply(&mut self, request: &Value) -> Option<Value> {
        writeln!(self.ask, "{request}").ok()?;
        self.ask.flush().ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // It ends with its input; this only makes sure.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
