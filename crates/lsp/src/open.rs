//! A text that an editor has open: what it says now, what was last read of it, and who waits for more.

use crate::answers::diagnostic;
use crate::asides::{GameFacts, Search};
use crate::positions::Lines;
use grundy::{Document, Text};
use lsp_server::Request;
use lsp_types::{Diagnostic, TextDocumentContentChangeEvent, Uri};
use std::sync::Arc;
use std::time::Instant;

/// A text that was read, with what an editor asks of it.
pub struct Read {
    /// Which version of the text it is.
    pub version: Version,
    /// Where it is kept.
    pub uri: Uri,
    /// What it says.
    pub document: Document,
    /// Where its lines begin.
    pub lines: Lines,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// How often a text was changed since the session began: our own count, as an editor's may stand still.
pub type Version = u64;

impl Read {
    /// Reads a text.
    pub fn new(uri: Uri, version: Version, text: String) -> Read {
        let name = uri.path().as_str().rsplit('/').next().unwrap_or_default().to_string();
        let lines = Lines::of(&text);
        let document = Document::read(Text::new(name, text));
        let text = document.text().text.as_str();
        let diagnostics = document.diagnostics().iter().map(|one| diagnostic(text, &lines, one)).collect();
        Read { version, uri, document, lines, diagnostics }
    }
}

/// A text that is open.
pub struct Open {
    /// What it says.
    pub text: String,
    /// Its version.
    pub version: Version,
    /// The editor's number of that version.
    pub number: i32,
    /// When it is to be read; `None` if the newest version was read or is being read.
    pub due: Option<Instant>,
    /// What was last read of it.
    pub read: Option<Arc<Read>>,
    /// What is proved of the version that was last read.
    pub facts: Option<Vec<GameFacts>>,
    /// Who looks for that, and then for what is false.
    pub search: Option<Search>,
    /// Questions that wait, in the order in which they were asked.
    pub waiting: Vec<Waiting>,
}

/// A question that waits until the text was read.
pub struct Waiting {
    /// The question.
    pub request: Request,
    /// Since when.
    pub since: Instant,
    /// What it waits for.
    pub until: Until,
}

/// What a question waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The text is read.
    Read,
    /// Its facts are found.
    Facts,
}

impl Open {
    /// A text that was just opened.
    pub fn new(text: String, number: i32, version: Version, now: Instant) -> Open {
        Open { text, version, number, due: Some(now), read: None, facts: None, search: None, waiting: Vec::new() }
    }

    /// What was read of the newest version.
    pub fn current(&self) -> Option<&Arc<Read>> {
        self.read.as_ref().filter(|read| read.version == self.version)
    }

    /// Applies changes one after the other, each to what the one before left.
    pub fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let span = Lines::of(&self.text).span(&self.text, range);
                    self.text.replace_range(span, &change.text);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[line, character, to_line, to]| Range {
            start: Position { line, character },
            end: Position { line: to_line, character: to },
        });
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_string() }
    }

    #[test]
    fn changes_count_in_utf16_and_follow_each_other() {
        let mut open = Open::new("# 🎲 돌\ngame A\n".to_string(), 1, 1, Instant::now());
        open.change(vec![change(Some([0, 5, 0, 6]), "stones"), change(Some([1, 5, 1, 6]), "Nim")]);
        assert_eq!(open.text, "# 🎲 stones\ngame Nim\n");
        open.change(vec![change(Some([1, 8, 2, 0]), ""), change(Some([9, 9, 9, 9]), "\n# end")]);
        assert_eq!(open.text, "# 🎲 stones\ngame Nim\n# end");
        open.change(vec![change(Some([1, 3, 0, 2]), "x")]);
        assert_eq!(open.text, "# 🎲 stones\ngamxe Nim\n# end", "a range that ends before it begins is empty");
        open.change(vec![change(None, "game B")]);
        assert_eq!(open.text, "game B");
    }
}
