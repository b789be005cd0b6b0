//! What takes long to find out about a text: what is proved of its games, and which of its claims and expectations are false. The program
//! itself finds it in a process of its own, which keeps to its limits and is ended when nobody waits for it any more.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

/// More bytes of an answer are not read.
const MOST_BYTES: u64 = 8 << 20;

/// What `facts --json` says.
#[derive(Deserialize)]
pub struct FactsAnswer {
    /// What is proved of each game.
    pub games: Vec<GameFacts>,
}

/// What is proved of one game.
#[derive(Clone, Debug, Deserialize)]
pub struct GameFacts {
    /// The game.
    pub game: String,
    /// How it ends, in words.
    pub ends: String,
    /// What matters most.
    pub brief: Vec<String>,
    /// Every fact.
    pub facts: Vec<Fact>,
}

/// One fact.
#[derive(Clone, Debug, Deserialize)]
pub struct Fact {
    /// Its name.
    pub fact: String,
    /// `proved` or `unknown`.
    pub standing: String,
    /// Why.
    pub reason: String,
}

/// What `check --json` says.
#[derive(Deserialize)]
pub struct CheckAnswer {
    /// What is found in each file.
    pub files: Vec<CheckedFile>,
}

/// What is found in one file.
#[derive(Deserialize)]
pub struct CheckedFile {
    /// What is wrong with it, false claims among that.
    pub diagnostics: Vec<Placed>,
}

/// Something wrong, with its place in bytes.
#[derive(Debug, Deserialize)]
pub struct Placed {
    /// `E41`.
    pub code: String,
    /// `error` or `warning`.
    pub severity: String,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Bytes,
    /// What to write instead, or why.
    pub remedy: String,
}

/// A stretch of a text, in bytes.
#[derive(Debug, Deserialize)]
pub struct Bytes {
    /// The first.
    pub start: u32,
    /// The one after the last.
    pub end: u32,
}

/// A search that is ended with its value.
pub struct Search {
    child: Arc<Mutex<Child>>,
}

impl Drop for Search {
    fn drop(&mut self) {
        if let Ok(mut child) = self.child.lock() {
            let _ = child.kill();
        }
    }
}

/// Has the program look at a text and hands over what it says; `None` if it says nothing that is understood.
pub fn search<T: DeserializeOwned>(
    program: &Path,
    words: &[String],
    text: String,
    done: impl FnOnce(Option<T>) + Send + 'static,
) -> Option<Search> {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let (mut input, output) = (child.stdin.take()?, child.stdout.take()?);
    let child = Arc::new(Mutex::new(child));
    let own = child.clone();
    std::thread::spawn(move || {
        // Who was ended does not read to the end.
        let _ = input.write_all(text.as_bytes());
        drop(input);
        let mut answer = Vec::new();
        let _ = output.take(MOST_BYTES).read_to_end(&mut answer);
        if let Ok(mut child) = own.lock() {
            let _ = child.kill();
            let _ = child.wait();
        }
        done(serde_json::from_slice(&answer).ok());
    });
    Some(Search { child })
}
