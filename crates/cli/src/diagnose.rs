//! Diagnostics as people and programs read them. Spans are bytes; lines and columns count from 1.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use grundy_rule::{Diagnostic, Severity, line_and_column};
use serde_json::{Value, json};
use std::io::IsTerminal;

/// At most this many diagnostics of one text are drawn; the rest are counted.
const MOST: usize = 50;

/// Whether text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// With escape codes.
    On,
    /// Plain.
    Off,
}

impl Colour {
    /// On when the stream is a terminal that can show it and `NO_COLOR` is not set.
    pub fn of(stream: &dyn Stream) -> Colour {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        if stream.shows_to_a_person() && !refused { Colour::On } else { Colour::Off }
    }
}

/// Where text goes.
pub trait Stream {
    /// Whether it is a terminal.
    fn shows_to_a_person(&self) -> bool;
}

impl<T: IsTerminal> Stream for T {
    fn shows_to_a_person(&self) -> bool {
        self.is_terminal()
    }
}

/// All diagnostics of a text, each drawn under its line: cause first, remedy last.
pub fn draw(name: &str, text: &str, diagnostics: &[Diagnostic], colour: Colour) -> String {
    let mut drawn = Vec::new();
    let config = Config::default()
        .with_color(colour == Colour::On)
        .with_char_set(CharSet::Unicode)
        .with_index_type(IndexType::Byte)
        .with_tab_width(8)
        .with_compact(false);
    let mut source = (name, Source::from(text));
    for diagnostic in diagnostics.iter().take(MOST) {
        let (kind, ink) = match diagnostic.severity() {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let range = visible(text, diagnostic);
        let report = Report::build(kind, (name, range.clone()))
            .with_config(config)
            .with_code(diagnostic.code)
            .with_message(&diagnostic.cause)
            .with_label(Label::new((name, range)).with_message(&diagnostic.remedy).with_color(ink))
            .finish();
        // Writing to memory cannot fail.
        let _ = report.write(&mut source, &mut drawn);
    }
    let drawn = String::from_utf8_lossy(&drawn);
    let mut drawn: String = drawn.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    if diagnostics.len() > MOST {
        drawn.push_str(&format!("and {} more in {name}\n", diagnostics.len() - MOST));
    }
    drawn
}

/// One diagnostic as JSON: `{code, severity, message, span: {file, line, column, start, end}, remedy}`.
pub fn json(name: &str, text: &str, diagnostic: &Diagnostic) -> Value {
    let (line, column) = line_and_column(text, diagnostic.span.start);
    let severity = if diagnostic.is_error() { "error" } else { "warning" };
    json!({
        "code": diagnostic.code,
        "severity": severity,
        "message": diagnostic.cause,
        "span": {
            "file": name,
            "line": line,
            "column": column,
            "start": diagnostic.span.start,
            "end": diagnostic.span.end,
        },
        "remedy": diagnostic.remedy,
    })
}

/// The span inside the text, on characters' boundaries, one line at most.
fn visible(text: &str, diagnostic: &Diagnostic) -> std::ops::Range<usize> {
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(diagnostic.span.start as usize);
    let end = boundary(diagnostic.span.end as usize).max(start);
    let line = text[start..end].find('\n').map_or(end, |length| start + length);
    start..line
}
