//! A language server for rule files, after the Language Server Protocol 3.17: mistakes while typing, hover, completion, definitions,
//! rename, formatting, remedies, facts. What is said is the library's; here are messages, positions in UTF-16 and the order of work.
//!
//! Invariant: the loop that hears the editor never computes. Texts are read on threads of their own, facts and false claims are found in a
//! process of their own that is ended when the text changes, and what is late is answered as late.
#![forbid(unsafe_code)]

mod answers;
mod asides;
mod frames;
mod open;
mod positions;
mod server;

use std::path::PathBuf;

/// Who finds out what takes long.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program itself.
    pub program: PathBuf,
    /// Its words to read rules from standard input and write what is proved of them as JSON.
    pub facts: Vec<String>,
    /// Its words to write which claims and expectations are false.
    pub check: Vec<String>,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The editor said `shutdown`, then `exit`.
    InOrder,
    /// The editor went away without a word.
    Abruptly,
}

/// Serves one editor on standard input and output until it goes.
pub fn serve(settings: Settings) -> Ended {
    server::Server::new(settings).run()
}
