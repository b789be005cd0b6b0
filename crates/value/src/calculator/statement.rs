//! A text as statements, one a line or separated by `;`, and what each is: an expression, a definition, or something to show.
//!
//! A line goes on while a bracket is open; `#` begins a remark. Neither counts between double quotes.

use super::fault::Fault;
use super::token::WORDS;
use std::ops::Range;

/// A piece of a text that is one statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The line it begins on, counted from 1.
    pub line: usize,
    /// How many characters of that line stand before it.
    pub column: usize,
    /// The statement.
    pub text: &'a str,
}

/// A line goes on over at most this many others.
const MOST_LINES: usize = 1000;

/// The statements of a text, empty ones left out.
pub fn statements(text: &str) -> Vec<Piece<'_>> {
    let lines: Vec<(usize, &str)> = lines(text);
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        // A bracket that is never closed is the mistake of its own line.
        let last = (at..lines.len().min(at + MOST_LINES)).find(|&last| {
            let (from, to) = (lines[at].0, lines[last].0 + lines[last].1.len());
            depth(&text[from..to]) <= 0
        });
        let last = last.unwrap_or(at);
        let (from, to) = (lines[at].0, lines[last].0 + lines[last].1.len());
        split(&text[from..to], at + 1, &mut pieces);
        at = last + 1;
    }
    pieces
}

/// Every line with the place where it begins, without what ends it.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let each = text.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line.trim_end_matches(['\n', '\r']))
    });
    each.collect()
}

/// What a character is to the layout of statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Close,
    Semicolon,
    Remark,
    LineEnd,
}

/// The characters that matter, outside quotes and remarks, with their places.
fn marks(text: &str) -> impl Iterator<Item = (usize, Mark)> + '_ {
    let (mut quoted, mut remark) = (false, false);
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '\n' => {
                (quoted, remark) = (false, false);
                return Some((at, Mark::LineEnd));
            }
            _ if remark => return None,
            '"' => quoted = !quoted,
            _ => {}
        }
        match c {
            _ if quoted => None,
            '(' | '[' | '{' => Some((at, Mark::Open)),
            ')' | ']' | '}' => Some((at, Mark::Close)),
            ';' => Some((at, Mark::Semicolon)),
            '#' => {
                remark = true;
                Some((at, Mark::Remark))
            }
            _ => None,
        }
    })
}

/// How many brackets are open at the end.
fn depth(text: &str) -> isize {
    marks(text).fold(0, |depth, (_, mark)| match mark {
        Mark::Open => depth + 1,
        Mark::Close => depth - 1,
        _ => depth,
    })
}

fn split<'a>(text: &'a str, line: usize, pieces: &mut Vec<Piece<'a>>) {
    let (mut start, mut end, mut open) = (0, None, 0);
    let mut add = |from: usize, to: usize| {
        let blank = text[from..to].len() - text[from..to].trim_start().len();
        if blank < to - from {
            let before = &text[..from + blank];
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
            let text = text[from + blank..to].trim_end();
            pieces.push(Piece { line: line + before.matches('\n').count(), column, text });
        }
    };
    for (at, mark) in marks(text) {
        match mark {
            Mark::Open => open += 1,
            Mark::Close => open -= 1,
            Mark::Semicolon if open <= 0 => {
                add(start, end.unwrap_or(at));
                (start, end) = (at + 1, None);
            }
            // Only the last line of a statement can end in a remark that is cut off; others stand between brackets.
            Mark::Remark if open <= 0 => end = end.or(Some(at)),
            _ => {}
        }
    }
    add(start, end.unwrap_or(text.len()));
}

/// What a statement does; ranges are of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Statement {
    Expression(Range<usize>),
    /// `name := value`.
    Value(String, Range<usize>),
    /// `name(parameters) := value`.
    Function(String, Vec<String>, Range<usize>),
    /// `print a, b`.
    Print(Range<usize>),
    /// `table a, b for n in 1..10`.
    Table(Range<usize>),
    /// `plot a, b for n in 1..10`.
    Plot(Range<usize>),
}

impl Statement {
    /// What a text is, by its beginning.
    pub(crate) fn of(text: &str) -> Result<Statement, Fault> {
        if let Some(definition) = definition(text)? {
            return Ok(definition);
        }
        let word = text.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let start = text.len() - text.trim_start().len() + word.len();
        let rest = &text[start..];
        let shown = start..text.len();
        // A value may be called like these; then it stands alone or before an operator.
        let is_verb = rest.starts_with(char::is_whitespace) && rest.trim_start().starts_with(begins_operand);
        Ok(match word {
            "print" if is_verb => Statement::Print(shown),
            "table" if is_verb => Statement::Table(shown),
            "plot" if is_verb => Statement::Plot(shown),
            _ => Statement::Expression(0..text.len()),
        })
    }
}

fn begins_operand(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '"' | '{' | '[' | '(' | '-' | '*' | '^')
}

/// `name := ...` or `name(a, b) := ...`.
fn definition(text: &str) -> Result<Option<Statement>, Fault> {
    let mut at = 0;
    let Some((name, _)) = word(text, &mut at) else { return Ok(None) };
    blank(text, &mut at);
    let mut parameters: Option<Vec<String>> = None;
    if text[at..].starts_with('(') {
        let mut names: Vec<String> = Vec::new();
        let mut twice = None;
        loop {
            at += 1;
            let Some((parameter, span)) = word(text, &mut at) else { return Ok(None) };
            if names.contains(&parameter) {
                twice = Some(span);
            }
            names.push(parameter);
            blank(text, &mut at);
            match text[at..].chars().next() {
                Some(',') => {}
                Some(')') => break,
                _ => return Ok(None),
            }
        }
        at += 1;
        blank(text, &mut at);
        if let (true, Some(span)) = (text[at..].starts_with(":="), twice) {
            return Err(Fault::new("name", span, "two parameters have the same name"));
        }
        parameters = Some(names);
    }
    if !text[at..].starts_with(":=") {
        return Ok(None);
    }
    let body = at + 2..text.len();
    Ok(Some(match parameters {
        Some(parameters) => Statement::Function(name, parameters, body),
        None => Statement::Value(name, body),
    }))
}

fn blank(text: &str, at: &mut usize) {
    *at += text[*at..].len() - text[*at..].trim_start().len();
}

/// The name that comes next, after blanks.
fn word(text: &str, at: &mut usize) -> Option<(String, Range<usize>)> {
    blank(text, at);
    let rest = &text[*at..];
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..length];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !WORDS.contains(&name) && name != "v";
    let span = *at..*at + length;
    *at += length;
    is_name.then(|| (name.to_string(), span))
}
