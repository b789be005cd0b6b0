//! A text read from end to end: its syntax, its rules, and everything that is wrong with it, once. One mistake must not
//! be reported again by its echoes: a line that was not understood is not checked, a name that such a line may have
//! declared is not missed elsewhere, a name that is missed is missed once in each game, and a cause stands once on a
//! line, at the narrowest place.

use crate::check::check_file;
use crate::diagnostic::Diagnostic;
use crate::lex::MAX_DIAGNOSTICS;
use crate::parse::{Parsed, parse_file};
use crate::rules::Module;
use crate::span::{Span, lines_of, whole_lines};
use std::collections::{HashMap, HashSet};

/// What a text says.
#[derive(Debug)]
pub struct Reading {
    /// Its syntax, remarks and mistakes of form.
    pub parsed: Parsed,
    /// Its rules, complete only if no diagnostic is an error.
    pub module: Module,
    /// All that is wrong with it, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text.
pub fn read(text: &str) -> Reading {
    let parsed = parse_file(text);
    let (module, checked) = check_file(&parsed.file);
    let mut diagnostics = parsed.diagnostics.clone();
    let doubtful = Doubtful::of(text, &parsed);
    let mut missed: HashSet<(Option<u32>, String)> = HashSet::new();
    for one in checked {
        let after = module.games.partition_point(|game| game.span.start <= one.span.start);
        let game = after.checked_sub(1).map(|number| module.games[number].span.start);
        let echo = doubtful.explains(&one, text) || (one.code == "E08" && !missed.insert((game, one.cause.clone())));
        if !echo {
            diagnostics.push(one);
        }
    }
    diagnostics.sort_by_key(|one| one.span);
    diagnostics.truncate(MAX_DIAGNOSTICS);
    keep_narrowest(&mut diagnostics, text);
    Reading { parsed, module, diagnostics }
}

/// Of several reports of one cause on one line, keeps the one with the shortest span.
fn keep_narrowest(diagnostics: &mut Vec<Diagnostic>, text: &str) {
    let key = |one: &Diagnostic| (one.code, one.cause.clone(), whole_lines(text, one.span).start);
    let length = |one: &Diagnostic| one.span.end - one.span.start;
    let mut shortest: HashMap<(&str, String, u32), u32> = HashMap::new();
    for one in diagnostics.iter() {
        let known = shortest.entry(key(one)).or_insert(u32::MAX);
        *known = (*known).min(length(one));
    }
    diagnostics.retain(|one| match shortest.get(&key(one)) {
        Some(&wanted) if wanted == length(one) => {
            shortest.insert(key(one), u32::MAX);
            true
        }
        _ => false,
    });
}

/// The lines that were not understood, and the words on them.
struct Doubtful<'a> {
    /// Disjoint, in order.
    lines: Vec<Span>,
    words: HashSet<&'a str>,
}

impl<'a> Doubtful<'a> {
    fn of(text: &'a str, parsed: &Parsed) -> Doubtful<'a> {
        let lines = lines_of(text, parsed.doubtful.clone());
        let words = lines
            .iter()
            .flat_map(|line| text[line.range()].split(|c: char| !(c.is_alphanumeric() || c == '_')))
            .collect();
        Doubtful { lines, words }
    }

    /// Whether a mistake of form already explains this one.
    fn explains(&self, one: &Diagnostic, text: &str) -> bool {
        if self.lines.is_empty() {
            return false;
        }
        let name = text.get(one.span.range()).unwrap_or("");
        let name = name.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        let place = self.lines.partition_point(|line| line.end < one.span.start);
        self.lines.get(place).is_some_and(|line| line.start <= one.span.start)
            || one.code == "E12"
            || (one.code == "E08" && self.words.contains(name))
    }
}
