//! Tokens to syntax, by recursive descent, recovering at the end of a statement so that all mistakes of a text
//! are reported at once. Depth is bounded by `MAX_NESTING` and `MAX_CHAIN`, so no text can exhaust the stack.

mod body;
mod clause;
mod expr;
mod item;
mod set;

pub(crate) use clause::starts_clause;

use crate::diagnostic::{Diagnostic, nearest};
use crate::lex::{Comment, MAX_DIAGNOSTICS, lex};
use crate::span::{Span, lines_of};
use crate::syntax::{Expr, ExprKind, File, Name};
use crate::token::{Token, TokenKind};

/// A text longer than this is refused unread.
pub const MAX_BYTES: usize = 1 << 20;

/// At most this many operators of one level in a row (sums of positions excepted).
pub const MAX_CHAIN: usize = 200;

/// A file holds at most this many items, and a game at most this many clauses, so that checks may compare each with
/// each.
pub const MAX_LINES: usize = 1000;

/// A move has at most this many statements, so that following what they do cannot nest too deep.
pub const MAX_STATEMENTS: usize = 200;

/// Expressions nest at most this deep, counting `if`s and signs as well as brackets.
pub const MAX_DEPTH: usize = 80;

/// A parsed text with its comments.
#[derive(Debug)]
pub struct Parsed {
    /// What was written.
    pub file: File,
    /// What was remarked.
    pub comments: Vec<Comment>,
    /// What is wrong with the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Stretches that were not understood.
    pub doubtful: Vec<Span>,
}

/// Parses a whole rule file.
pub fn parse_file(text: &str) -> Parsed {
    let (mut parser, comments) = match Parser::new(text, MAX_BYTES) {
        Ok(ready) => ready,
        Err(diagnostic) => {
            let (file, comments, doubtful) = (File::default(), Vec::new(), Vec::new());
            return Parsed { file, comments, diagnostics: vec![diagnostic], doubtful };
        }
    };
    let file = parser.file();
    let doubtful = std::mem::take(&mut parser.doubtful);
    Parsed { file, comments, diagnostics: parser.finish(), doubtful }
}

/// Parses one expression (a position, an argument) of at most `limit` bytes.
pub fn parse_expression(text: &str, limit: usize) -> Result<Expr, Vec<Diagnostic>> {
    let (mut parser, _) = Parser::new(text, limit).map_err(|diagnostic| vec![diagnostic])?;
    let expr = parser.expr();
    parser.eat(&TokenKind::Newline);
    if parser.peek() != &TokenKind::End {
        parser.expected("the end of the expression", "take the rest away");
    }
    let diagnostics = parser.finish();
    if diagnostics.is_empty() { Ok(expr) } else { Err(diagnostics) }
}

/// Parses `a, b, name = c`: the arguments of a game without its name and brackets.
pub fn parse_arguments(text: &str, limit: usize) -> Result<Vec<crate::syntax::Argument>, Vec<Diagnostic>> {
    let (mut parser, _) = Parser::new(text, limit).map_err(|diagnostic| vec![diagnostic])?;
    let arguments = parser.arguments_until(&TokenKind::Newline);
    parser.eat(&TokenKind::Newline);
    if parser.peek() != &TokenKind::End {
        parser.expected("the end of the arguments", "part them by commas");
    }
    let diagnostics = parser.finish();
    if diagnostics.is_empty() { Ok(arguments) } else { Err(diagnostics) }
}

pub(crate) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    diagnostics: Vec<Diagnostic>,
    /// Stretches that were not understood.
    doubtful: Vec<Span>,
    /// Lines whose characters or brackets are wrong: what the parser thinks of them does not matter.
    misread: Vec<Span>,
    /// Statements of the move being read.
    statements: usize,
    /// The game (by where it begins) whose unindented clauses have been reported.
    outside: Option<u32>,
}

impl Parser {
    fn new(text: &str, limit: usize) -> Result<(Parser, Vec<Comment>), Diagnostic> {
        if text.len() > limit {
            return Err(Diagnostic::new(
                "E01",
                Span::new(0, 1),
                format!("the text has {} bytes; at most {limit} are read", text.len()),
                "split it into several files",
            ));
        }
        let (tokens, comments, diagnostics) = lex(text);
        let doubtful: Vec<Span> = diagnostics.iter().filter(|one| one.code != "E02").map(|one| one.span).collect();
        let misread = lines_of(text, diagnostics.iter().map(|one| one.span).collect());
        Ok((Parser { tokens, at: 0, depth: 0, diagnostics, doubtful, misread, statements: 0, outside: None }, comments))
    }

    fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        self.diagnostics.dedup_by_key(|diagnostic| diagnostic.span);
        self.diagnostics
    }

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn peek_after(&self, ahead: usize) -> &TokenKind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn eat(&mut self, kind: &TokenKind) -> bool {
        let found = self.peek() == kind;
        if found {
            self.advance();
        }
        found
    }

    fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), TokenKind::Sign(found) if *found == sign)
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word(found) if found == word)
    }

    fn word_after(&self, ahead: usize, word: &str) -> bool {
        matches!(self.peek_after(ahead), TokenKind::Word(found) if found == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Reports that `what` was expected here, unless this very place has been reported already.
    fn expected(&mut self, what: &str, remedy: &str) {
        let span = self.span();
        let found = self.peek().to_string();
        self.doubtful.push(span);
        if self.diagnostics.last().is_none_or(|last| last.span != span) {
            let remedy = self.foreign_habit().unwrap_or(remedy);
            self.complain(Diagnostic::new("E05", span, format!("expected {what}, found {found}"), remedy));
        }
    }

    /// Reports a mistake, unless the line has been misread: then that is the mistake.
    fn complain(&mut self, diagnostic: Diagnostic) {
        let start = diagnostic.span.start;
        let line = self.misread.partition_point(|line| line.end < start);
        if self.misread.get(line).is_none_or(|line| line.start > start) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// What to write instead of something another language would have here.
    fn foreign_habit(&self) -> Option<&'static str> {
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].kind);
        match (before, self.peek(), self.peek_after(1)) {
            (Some(TokenKind::Sign("&")), TokenKind::Sign("&"), _) => Some("write `and`"),
            (_, TokenKind::Sign("|"), TokenKind::Sign("|")) => Some("write `or`"),
            (Some(TokenKind::Sign("*")), TokenKind::Sign("*"), _) => Some("there are no powers; multiply"),
            (_, TokenKind::Sign("+"), TokenKind::Sign("+")) => Some("write `+= 1`"),
            (_, TokenKind::Sign("-"), TokenKind::Sign("-")) => Some("write `-= 1`"),
            (_, TokenKind::Sign("*" | "//" | "%" | "&" | "/"), TokenKind::Sign("=")) => {
                Some("write the whole: `n = n * 2`")
            }
            (_, TokenKind::Sign("=="), _) => Some("to change a field write `=`"),
            (_, TokenKind::Word(word), _) => match word.as_str() {
                "elif" => Some("write `else:` and an `if` below it"),
                "while" => Some("loops walk a set: `for x in set: statements`"),
                "return" => Some("the position after the last statement is the result"),
                "is" => Some("write `==`"),
                _ => None,
            },
            _ => None,
        }
    }

    fn expect_sign(&mut self, sign: &'static str, remedy: &str) -> bool {
        let found = self.eat_sign(sign);
        if !found {
            self.expected(&format!("`{sign}`"), remedy);
        }
        found
    }

    fn expect_word(&mut self, word: &'static str, remedy: &str) -> bool {
        if self.eat_word(word) {
            return true;
        }
        if let TokenKind::Word(found) = self.peek()
            && nearest(found, [word]).is_some()
        {
            let (span, found) = (self.span(), found.clone());
            self.diagnostics.push(Diagnostic::new(
                "E06",
                span,
                format!("`{found}` is not a word of the language here"),
                format!("did you mean `{word}`?"),
            ));
            self.advance();
            return true;
        }
        self.expected(&format!("`{word}`"), remedy);
        false
    }

    /// Takes the word here for another, after its misspelling has been reported.
    fn respell(&mut self, word: &str) {
        self.tokens[self.at].kind = TokenKind::Word(word.to_string());
    }

    fn name(&mut self, what: &str, remedy: &str) -> Option<Name> {
        if let TokenKind::Word(text) = self.peek() {
            let text = text.clone();
            return Some(Name { text, span: self.advance() });
        }
        self.expected(what, remedy);
        None
    }

    /// Skips to the end of the statement, over a block that it opened.
    fn recover(&mut self) {
        let start = self.span();
        self.skip_statement();
        self.doubtful.push(start.to(self.last_span()));
        if self.diagnostics.len() > MAX_DIAGNOSTICS {
            self.at = self.tokens.len() - 1;
        }
    }

    fn skip_statement(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.peek() {
                TokenKind::End => return,
                TokenKind::Indent => depth += 1,
                TokenKind::Dedent if depth == 0 => return,
                TokenKind::Dedent => {
                    depth -= 1;
                    if depth == 0 {
                        self.advance();
                        return;
                    }
                }
                TokenKind::Newline if depth == 0 && self.peek_after(1) != &TokenKind::Indent => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    fn broken(&self) -> Expr {
        Expr { kind: ExprKind::Broken, span: self.span() }
    }
}
