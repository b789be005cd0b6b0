//! Text to tokens, with the layout rule: a line indented deeper than the statement before it continues that
//! statement, unless that ended in `:` or was a `game` line; inside brackets lines are free.

use crate::diagnostic::{Diagnostic, nearest};
use crate::span::Span;
use crate::token::{SIGNS, Token, TokenKind};

/// Brackets nested deeper than this are refused, so that no later pass can run out of stack.
pub const MAX_NESTING: usize = 64;

/// After this many mistakes the rest of a text is not looked at.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// A `#` comment, from the sign to the end of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands, the `#` included.
    pub span: Span,
    /// Whether nothing but blanks stands before it on its line.
    pub alone: bool,
}

/// The tokens of a text (the last is `End`), its comments, and what is wrong with its characters.
pub fn lex(text: &str) -> (Vec<Token>, Vec<Comment>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
        comments: Vec::new(),
        diagnostics: Vec::new(),
        indents: vec![0],
        open: Vec::new(),
        line_start: 0,
    };
    lexer.run();
    (lexer.tokens, lexer.comments, lexer.diagnostics)
}

const STARTERS: &[&str] = &[
    "game",
    "start",
    "expect",
    "param",
    "state",
    "move",
    "left",
    "right",
    "claim",
    "symmetry",
    "split",
    "def",
    "type",
    "misere",
    "players",
    "measure",
    "invariant",
    "draw",
    "score",
];

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    diagnostics: Vec<Diagnostic>,
    /// Columns of the open blocks, outermost first.
    indents: Vec<usize>,
    /// Brackets still open.
    open: Vec<(char, usize)>,
    /// Index of the first token of the current logical line.
    line_start: usize,
}

impl Lexer<'_> {
    fn run(&mut self) {
        let mut fresh_line = true;
        while self.at < self.text.len() {
            if self.diagnostics.len() >= MAX_DIAGNOSTICS {
                return self.finish();
            }
            if fresh_line {
                let column = self.skip_blanks();
                let Some(next) = self.peek() else { break };
                if next == '\n' || next == '#' {
                    self.comment_or_newline(true);
                    continue;
                }
                if !self.open.is_empty()
                    && column <= *self.indents.last().expect("never empty")
                    && self.at_clause_word()
                {
                    self.report_unclosed();
                    self.open.clear();
                }
                if self.open.is_empty() {
                    self.begin_line(column);
                }
                fresh_line = false;
            }
            self.skip_blanks();
            let Some(next) = self.peek() else { break };
            match next {
                '\n' | '#' => {
                    self.comment_or_newline(false);
                    fresh_line = true;
                }
                '"' => self.quoted(),
                '0'..='9' => self.number(),
                _ if next.is_alphabetic() || next == '_' => self.word(),
                _ => {
                    if !self.sign(next) {
                        return self.finish();
                    }
                }
            }
        }
        self.report_unclosed();
        self.finish();
    }

    fn report_unclosed(&mut self) {
        if let Some(&(bracket, at)) = self.open.last() {
            self.diagnostics.push(Diagnostic::new(
                "E05",
                Span::new(at, at + 1),
                format!("`{bracket}` is never closed"),
                format!("write the matching `{}`", closing(bracket)),
            ));
        }
    }

    /// Whether the text here begins a clause or item: then a bracket still open was forgotten, not continued.
    fn at_clause_word(&self) -> bool {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let verb = rest[length..].trim_start_matches([' ', '\t']);
        STARTERS.contains(&&rest[..length]) || verb.starts_with("wins when ") || verb.starts_with("loses when ")
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_blanks(&mut self) -> usize {
        let start = self.at;
        let mut column = 0;
        while let Some(next) = self.peek() {
            match next {
                ' ' => column += 1,
                '\t' => column = (column / 8 + 1) * 8,
                '\r' | '\u{feff}' => {}
                _ => break,
            }
            self.at += next.len_utf8();
        }
        if start == 0 || self.text.as_bytes()[start - 1] == b'\n' { column } else { 0 }
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, span: Span::new(start, self.at) });
    }

    fn comment_or_newline(&mut self, alone: bool) {
        if self.peek() == Some('#') {
            let start = self.at;
            let end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
            let trimmed = self.text[start..end].trim_end().len();
            self.comments.push(Comment { span: Span::new(start, start + trimmed), alone });
            self.at = end;
        }
        if self.peek() == Some('\n') {
            self.at += 1;
        }
    }

    /// Applies the layout rule to a line that begins at `column`.
    fn begin_line(&mut self, column: usize) {
        if self.tokens.is_empty() {
            if column > 0 {
                self.indents = vec![column];
            }
            return;
        }
        let current = *self.indents.last().expect("never empty");
        if column > current {
            if self.opens_block() {
                self.end_statement();
                self.indents.push(column);
                self.push(TokenKind::Indent, self.at);
                self.line_start = self.tokens.len();
            }
            return;
        }
        self.end_statement();
        let mut closed = None;
        while self.indents.len() > 1 && column < *self.indents.last().expect("never empty") {
            closed = self.indents.pop();
            self.push(TokenKind::Dedent, self.at);
        }
        self.line_start = self.tokens.len();
        let reached = *self.indents.last().expect("never empty");
        if column != reached && self.indents.len() > 1 {
            self.diagnostics.push(Diagnostic::new(
                "E03",
                Span::new(self.at, self.at + 1),
                format!("this line is indented by {column} columns, which matches no block"),
                match closed {
                    Some(closed) => format!("indent it by {closed} to go on with the block above it, or by {reached}"),
                    None => format!("indent it by {reached}"),
                },
            ));
        }
    }

    fn opens_block(&self) -> bool {
        let line = &self.tokens[self.line_start..];
        line.last().is_some_and(|token| token.kind == TokenKind::Sign(":"))
            || line.first().is_some_and(|token| token.kind == TokenKind::Word("game".into()))
            || self.looks_like_a_game(line)
    }

    /// `gmae Nim`, unindented: the parser reports the first word.
    fn looks_like_a_game(&self, line: &[Token]) -> bool {
        match line {
            [Token { kind: TokenKind::Word(first), .. }, Token { kind: TokenKind::Word(_), .. }] => {
                self.indents.len() == 1 && !STARTERS.contains(&first.as_str()) && nearest(first, ["game"]).is_some()
            }
            _ => false,
        }
    }

    fn end_statement(&mut self) {
        if self.tokens.len() > self.line_start {
            let end = self.tokens.last().map_or(self.at, |token| token.span.end as usize);
            self.tokens.push(Token { kind: TokenKind::Newline, span: Span::new(end, end) });
            self.line_start = self.tokens.len();
        }
    }

    fn finish(&mut self) {
        self.end_statement();
        for _ in 1..self.indents.len() {
            self.push(TokenKind::Dedent, self.at);
        }
        self.at = self.text.len();
        self.push(TokenKind::End, self.at);
    }

    fn quoted(&mut self) {
        let start = self.at;
        let rest = &self.text[start + 1..];
        match rest.find(['"', '\n']) {
            Some(length) if rest.as_bytes()[length] == b'"' => {
                self.at = start + 1 + length + 1;
                self.push(TokenKind::Text(rest[..length].to_string()), start);
            }
            stop => {
                self.at = stop.map_or(self.text.len(), |length| start + 1 + length);
                let body = self.text[start + 1..self.at].trim_end().to_string();
                self.diagnostics.push(Diagnostic::new(
                    "E02",
                    Span::new(start, self.at),
                    "this text has no closing quotation mark",
                    "write `\"` at its end; a picture parts its rows by `|`",
                ));
                self.push(TokenKind::Text(body), start);
            }
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at = start + length;
        let written = &rest[..length];
        let value = parse_number(written).unwrap_or_else(|| {
            let remedy = if written.bytes().all(|b| b.is_ascii_digit() || b == b'_' || b == b'e') {
                "numbers are whole and at most 9223372036854775807"
            } else {
                "numbers are whole: 12, 1_000, 1e12; a name begins with a letter"
            };
            self.diagnostics.push(Diagnostic::new(
                "E02",
                Span::new(start, start + length),
                format!("`{}` is not a number here", clip(written)),
                remedy,
            ));
            1
        });
        self.push(TokenKind::Number(value), start);
    }

    fn word(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at = start + length;
        self.push(TokenKind::Word(rest[..length].to_string()), start);
    }

    /// Reads a sign; `false` when the text nests too deeply to go on.
    fn sign(&mut self, next: char) -> bool {
        let start = self.at;
        let Some(&sign) = SIGNS.iter().find(|sign| self.text[start..].starts_with(**sign)) else {
            self.at += next.len_utf8();
            let (remedy, meant) = foreign_sign(next);
            self.diagnostics.push(Diagnostic::new(
                "E02",
                Span::new(start, self.at),
                format!("`{}` has no meaning here", next.escape_debug()),
                remedy,
            ));
            if let Some(meant) = meant {
                self.push(meant, start);
            }
            return true;
        };
        self.at += sign.len();
        match next {
            '(' | '[' | '{' => {
                self.open.push((next, start));
                if self.open.len() > MAX_NESTING {
                    self.diagnostics.push(Diagnostic::new(
                        "E04",
                        Span::new(start, start + 1),
                        format!("brackets are nested more than {MAX_NESTING} deep"),
                        "name the inner part with `def`",
                    ));
                    return false;
                }
            }
            ')' | ']' | '}' => match self.open.pop() {
                Some((bracket, _)) if closing(bracket) == next => {}
                Some((bracket, _)) => {
                    self.diagnostics.push(Diagnostic::new(
                        "E05",
                        Span::new(start, start + 1),
                        format!("`{next}` cannot close `{bracket}`"),
                        format!("write `{}`", closing(bracket)),
                    ));
                }
                None => {
                    self.diagnostics.push(Diagnostic::new(
                        "E05",
                        Span::new(start, start + 1),
                        format!("`{next}` closes nothing"),
                        "take it away, or write the opening bracket",
                    ));
                    return true;
                }
            },
            _ => {}
        }
        self.push(TokenKind::Sign(sign), start);
        true
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// What to write instead of a sign of another language, and what it is taken for.
fn foreign_sign(sign: char) -> (&'static str, Option<TokenKind>) {
    let sign_of = |sign| Some(TokenKind::Sign(sign));
    let word_of = |word: &str| Some(TokenKind::Word(word.to_string()));
    match sign {
        '!' | '¬' => ("write `not`, or `!=`", word_of("not")),
        '∧' => ("write `and`", word_of("and")),
        '∨' => ("write `or`", word_of("or")),
        '∈' => ("write `in`", word_of("in")),
        '≤' => ("write `<=`", sign_of("<=")),
        '≥' => ("write `>=`", sign_of(">=")),
        '≠' => ("write `!=`", sign_of("!=")),
        '×' | '·' => ("write `*`", sign_of("*")),
        '−' | '–' => ("write `-`", sign_of("-")),
        '^' | '⊕' => ("exclusive or is `^^`", sign_of("^^")),
        '…' => ("a range is written `a..b`", sign_of("..")),
        '\'' | '“' | '”' => ("texts stand in straight double quotation marks", None),
        _ => ("take it away", None),
    }
}

fn clip(text: &str) -> String {
    if text.chars().count() <= 24 {
        return text.to_string();
    }
    text.chars().take(24).chain("...".chars()).collect()
}

/// `12`, `1_000`, `1e12`; `None` when it is not a whole number that fits 64 bits.
pub fn parse_number(text: &str) -> Option<i64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let digits: String = digits.chars().filter(|&c| c != '_').collect();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse::<i64>().ok()?.checked_mul(10i64.checked_pow(exponent)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        let (tokens, _, diagnostics) = lex(text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let words: Vec<String> = tokens
            .iter()
            .map(|token| match &token.kind {
                TokenKind::Word(word) => word.clone(),
                TokenKind::Number(number) => number.to_string(),
                TokenKind::Text(text) => format!("{text:?}"),
                TokenKind::Sign(sign) => sign.to_string(),
                TokenKind::Newline => "NL".into(),
                TokenKind::Indent => "IN".into(),
                TokenKind::Dedent => "DE".into(),
                TokenKind::End => "END".into(),
            })
            .collect();
        words.join(" ")
    }

    #[test]
    fn a_deeper_line_continues_unless_a_block_was_opened() {
        assert_eq!(
            shape("game A\n  move m\n    if x:\n      y\n  z\n"),
            "game A NL IN move m if x : NL IN y NL DE z NL DE END"
        );
        assert_eq!(shape("a +\n  b\nc"), "a + b NL c NL END");
        assert_eq!(shape("f(\n1,\n2)\ng"), "f ( 1 , 2 ) NL g NL END");
    }

    #[test]
    fn numbers() {
        assert_eq!(parse_number("1e12"), Some(1_000_000_000_000));
        assert_eq!(parse_number("1_000"), Some(1000));
        assert_eq!(parse_number("1e19"), None);
        assert_eq!(parse_number("12ab"), None);
        assert_eq!(parse_number("e5"), None);
    }

    #[test]
    fn deep_nesting_stops_early() {
        let (_, _, diagnostics) = lex(&"(".repeat(100_000));
        assert_eq!(diagnostics[0].code, "E04");
    }
}
