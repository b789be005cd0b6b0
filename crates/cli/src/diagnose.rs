//! Diagnostics as people read them. Spans are bytes; lines and columns count from 1.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use grundy::{Diagnostic, Severity, Text, Tone};
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

/// When text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// On a terminal that can show it, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The words of `--color`.
pub const WHEN: [(&str, When); 3] = [("auto", When::Auto), ("always", When::Always), ("never", When::Never)];

impl Colour {
    /// Whether text that goes to this stream is coloured.
    pub fn of(stream: &dyn Stream, when: When) -> Colour {
        match when {
            When::Always => return Colour::On,
            When::Never => return Colour::Off,
            When::Auto => {}
        }
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        if stream.shows_to_a_person() && !refused { Colour::On } else { Colour::Off }
    }
}

/// The escape codes before and after words of a tone: green, yellow, red; on boards bright colours.
pub fn ink(tone: Tone) -> [&'static str; 2] {
    let before = match tone {
        Tone::Win => "\x1b[32m",
        Tone::Draw => "\x1b[33m",
        Tone::Loss => "\x1b[31m",
        Tone::Blue => "\x1b[1;34m",
        Tone::Red => "\x1b[1;31m",
        Tone::Green => "\x1b[1;32m",
        Tone::Last => "\x1b[1;33m",
        Tone::Faint => "\x1b[2m",
    };
    [before, "\x1b[0m"]
}

/// The text of a problem, its head (`error[E07]`) in red.
pub fn headed(problem: &str, colour: Colour) -> String {
    match problem.split_once(']') {
        Some((head, rest)) if colour == Colour::On => {
            let [before, after] = ink(Tone::Loss);
            format!("{before}{head}]{after}{rest}")
        }
        _ => problem.to_string(),
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
pub fn draw(of: &Text, diagnostics: &[Diagnostic], colour: Colour) -> String {
    let (name, text) = (of.name.as_str(), of.text.as_str());
    let mut drawn = String::new();
    let config = Config::default()
        .with_color(colour == Colour::On)
        .with_char_set(CharSet::Unicode)
        .with_index_type(IndexType::Byte)
        .with_tab_width(8)
        .with_compact(false);
    let mut source = (name, Source::from(text));
    for diagnostic in diagnostics.iter().take(MOST) {
        let (kind, word, ink) = match diagnostic.severity() {
            Severity::Error => (ReportKind::Error, "error", Color::Red),
            Severity::Warning => (ReportKind::Warning, "warning", Color::Yellow),
        };
        let range = visible(text, diagnostic);
        let report = Report::build(kind, (name, range.clone()))
            .with_config(config)
            .with_code(diagnostic.code)
            .with_message(&diagnostic.cause)
            .with_label(Label::new((name, range)).with_message(&diagnostic.remedy).with_color(ink))
            .finish();
        let mut one = Vec::new();
        // Writing to memory cannot fail.
        let _ = report.write(&mut source, &mut one);
        // Every problem begins alike: `error[E07]: ...`.
        let head = format!("[{}] {kind}:", diagnostic.code);
        drawn += &String::from_utf8_lossy(&one).replacen(&head, &format!("{word}[{}]:", diagnostic.code), 1);
    }
    let mut drawn: String = drawn.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    if diagnostics.len() > MOST {
        drawn.push_str(&format!("and {} more in {name}\n", diagnostics.len() - MOST));
    }
    drawn
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
