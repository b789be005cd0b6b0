//! The calculator at a terminal: a line editor with history and completion of functions and variables.

use crate::door::door;
use crate::reply::{Replied, Reply, print_problem};
use crate::terminal;
use grundy::{Detail, LibraryPositions, Problem, ValueSession, value_functions, value_help, value_statements};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::path::{Path, PathBuf};

/// Reads and answers lines until end of input.
pub fn run(positions: &LibraryPositions) -> Replied {
    terminal::begin_session();
    let trouble = |error: ReadlineError| Problem::bad_input("terminal", error.to_string());
    let mut editor: Editor<Names, FileHistory> = Editor::new().map_err(trouble)?;
    editor.set_helper(Some(Names::default()));
    let history = history_file();
    if let Some(path) = &history {
        let _ = editor.load_history(path);
    }
    let files = super::Beside(Path::new(""));
    let mut session = ValueSession::new(positions, &files);
    println!("The calculator of game values; help lists what it knows, Ctrl-D leaves.");
    loop {
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(trouble(error)),
        };
        let text = line.trim();
        match text {
            "" => continue,
            "quit" | "exit" => break,
            "?" => println!("{}", value_help()),
            _ => {
                for piece in value_statements(text) {
                    let terminal = terminal::question();
                    match session.answer(piece.text, Detail::Short, &terminal.budget()) {
                        Ok(value) => print!("{}", value.line_of(door().language)),
                        Err(mistake) => {
                            println!("  {}^", " ".repeat(piece.column + mistake.column - 1));
                            print_problem(&mistake.problem, false);
                        }
                    }
                }
            }
        }
        let _ = editor.add_history_entry(text);
        if let Some(names) = editor.helper_mut() {
            names.variables = session.variables().map(str::to_string).collect();
        }
    }
    if let Some(path) = &history {
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(path);
    }
    Ok(Reply::fine("", serde_json::Map::new().into()))
}

/// `$XDG_STATE_HOME/grundy/value-history`, by default under `~/.local/state`.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    Some(state.or_else(home)?.join("grundy/value-history"))
}

/// The names that can be completed.
#[derive(Default)]
struct Names {
    variables: Vec<String>,
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..at]
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |before| before + line[before..].chars().next().map_or(1, char::len_utf8));
        let begun = line[start..at].to_lowercase();
        let names =
            value_functions().iter().map(|function| function.name.to_string()).chain(self.variables.iter().cloned());
        Ok((start, names.filter(|name| name.to_lowercase().starts_with(&begun)).collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}
