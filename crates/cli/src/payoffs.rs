//! Matrix games and trees by name: a file, `-` for standard input, one of the library, or the text itself.

use crate::library;
use crate::reply::Failure;
use crate::source;
use grundy_payoff::fault::Fault;
use std::path::Path;

/// A text and what it is called in messages.
pub struct Source {
    /// A file name, `<stdin>`, a library name, or empty for a text on the command line.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Whether the argument may be the text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Yes, when it looks like one.
    Allowed,
    /// No.
    Refused,
}

impl Source {
    /// Finds the text. A file comes first, then the library, then the argument itself.
    pub fn find(argument: &str, library: &[(&str, &str)], inline: Inline) -> Result<Source, Failure> {
        if argument == "-" {
            return Ok(Source::read(source::read_stdin()?));
        }
        let path = Path::new(argument);
        if path.is_file() {
            return Ok(Source::read(source::read(path, source::MAX_EXPRESSION)?));
        }
        let wanted = library::plain(argument);
        if let Some((name, text)) = library.iter().find(|(name, _)| library::plain(name) == wanted) {
            return Ok(Source { name: name.to_string(), text: text.to_string() });
        }
        if inline == Inline::Allowed && is_text(argument) {
            return Ok(Source { name: String::new(), text: argument.to_string() });
        }
        let names: Vec<&str> = library.iter().map(|(name, _)| *name).collect();
        Err(Failure::bad_input("file", format!("there is no file and no game `{argument}`"))
            .remedy(format!("the library has {}", names.join(", "))))
    }

    fn read(source: source::Source) -> Source {
        let text = source.text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(source.text);
        Source { name: source.name, text }
    }

    /// The failure of a fault in this text.
    pub fn failure(&self, fault: Fault) -> Failure {
        let place = match self.name.as_str() {
            "" => format!("line {}, column {}", fault.line, fault.column),
            name => format!("{name}:{}:{}", fault.line, fault.column),
        };
        let failure = Failure::bad_input(fault.code, fault.message).at(place);
        match fault.remedy {
            Some(remedy) => failure.remedy(remedy),
            None => failure,
        }
    }
}

/// Writes a file the user asked for.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::bad_input("file", format!("{} cannot be written: {error}", path.display())))
}

/// Whether an argument that is no file and no library name is more likely a text than a wrong name.
fn is_text(argument: &str) -> bool {
    let lower = argument.to_lowercase();
    let file = [".txt", ".csv", ".efg", ".tsv"].iter().any(|ending| lower.ends_with(ending));
    let number = matches!(lower.trim_start_matches(['+', '-']), "nan" | "inf" | "infinity");
    let marks = lower.contains(|mark: char| mark.is_ascii_digit() || mark.is_whitespace() || ";,".contains(mark));
    !file && (number || marks || lower.is_empty())
}
