use crate::span::Span;
use std::fmt;

/// One word, number, sign or change of indentation of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// What a token is. `Newline`, `Indent` and `Dedent` come from the layout rule (see `lex`).
#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    /// A name or a keyword; the parser tells them apart by place.
    Word(String),
    /// An integer: `12`, `1_000`, `1e12`.
    Number(i64),
    /// A picture or other text in double quotes.
    Text(String),
    /// A sign, spelt as in the source.
    Sign(&'static str),
    /// The end of a statement.
    Newline,
    /// A block begins.
    Indent,
    /// A block ends.
    Dedent,
    /// The end of the text.
    End,
}

/// Every sign of the language, longest first so that the first match is the right one.
pub const SIGNS: &[&str] = &[
    "==", "!=", "<=", ">=", "+=", "-=", "=>", "//", "..", "^^", "<", ">", "=", "+", "-", "*", "/", "%", "&", "(", ")",
    "[", "]", "{", "}", ",", ":", ";", ".", "?", "|",
];

impl fmt::Display for TokenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenKind::Word(word) => write!(f, "`{word}`"),
            TokenKind::Number(number) => write!(f, "`{number}`"),
            TokenKind::Text(_) => f.write_str("a text"),
            TokenKind::Sign(sign) => write!(f, "`{sign}`"),
            TokenKind::Newline => f.write_str("the end of the line"),
            TokenKind::Indent => f.write_str("a deeper indentation"),
            TokenKind::Dedent => f.write_str("the end of the block"),
            TokenKind::End => f.write_str("the end of the text"),
        }
    }
}
