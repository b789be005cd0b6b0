use super::Parser;
use crate::diagnostic::{Diagnostic, nearest};
use crate::syntax::*;
use crate::token::TokenKind;

const ITEM_WORDS: &[&str] = &["game", "def", "type", "start", "expect"];

impl Parser {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        loop {
            match self.peek() {
                TokenKind::End => return file,
                TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent => {
                    self.advance();
                }
                TokenKind::Sign(";") => {
                    self.advance();
                }
                _ => {
                    if let Some(item) = self.item() {
                        file.items.push(item);
                    }
                }
            }
        }
    }

    fn item(&mut self) -> Option<Item> {
        let TokenKind::Word(word) = self.peek().clone() else {
            self.expected(
                "`game`, `def`, `type`, `start` or `expect`",
                "a file is a list of games and remarks about them",
            );
            self.recover();
            return None;
        };
        let item = match word.as_str() {
            "game" => return self.game().map(Item::Game),
            "def" => self.def().map(Item::Def),
            "type" => self.enumeration().map(Item::Enum),
            "start" => {
                self.advance();
                Some(Item::Start(self.expr()))
            }
            "expect" => self.expectation().map(Item::Expect),
            _ => {
                self.unknown_item(&word);
                self.recover();
                return None;
            }
        };
        self.end_of_line();
        item
    }

    fn unknown_item(&mut self, word: &str) {
        let is_clause = super::clause::CLAUSE_WORDS.contains(&word);
        let (code, cause, remedy) = if is_clause {
            ("E05", format!("`{word}` stands outside any game"), "indent it below a `game NAME` line".to_string())
        } else {
            let near = nearest(word, ITEM_WORDS.iter().copied());
            let remedy = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a file holds `game`, `def`, `type`, `start` and `expect`".to_string(),
            };
            ("E06", format!("`{word}` begins nothing here"), remedy)
        };
        let span = self.span();
        self.diagnostics.push(Diagnostic::new(code, span, cause, remedy));
    }

    fn game(&mut self) -> Option<Game> {
        let start = self.advance();
        let Some(name) = self.name("the game's name", "write `game NAME`") else {
            self.recover();
            return None;
        };
        let mut clauses = Vec::new();
        while self.eat_sign(";") {
            if !matches!(self.peek(), TokenKind::Newline | TokenKind::End) {
                self.clause(&mut clauses);
            }
        }
        if !matches!(self.peek(), TokenKind::Newline | TokenKind::End | TokenKind::Dedent) {
            self.expected("the end of the line", "clauses stand on lines of their own, or after `;`");
            self.recover();
        } else {
            self.eat(&TokenKind::Newline);
        }
        if self.eat(&TokenKind::Indent) {
            while !matches!(self.peek(), TokenKind::Dedent | TokenKind::End) {
                if self.eat(&TokenKind::Newline) || self.eat_sign(";") {
                    continue;
                }
                if self.eat(&TokenKind::Indent) {
                    self.expected("a clause at the same indentation", "indent all clauses alike");
                    self.recover();
                    continue;
                }
                self.clause(&mut clauses);
                if !self.at_sign(";") {
                    self.end_of_line();
                }
            }
            self.eat(&TokenKind::Dedent);
        }
        let span = start.to(self.last_span());
        Some(Game { name, clauses, span })
    }

    /// Consumes the newline that ends a clause or item; reports and skips anything else.
    fn end_of_line(&mut self) {
        match self.peek() {
            TokenKind::Newline => {
                self.advance();
            }
            TokenKind::End | TokenKind::Dedent => {}
            _ if self.tokens[self.at.saturating_sub(1)].kind == TokenKind::Dedent => {}
            _ if self.tokens[self.at.saturating_sub(1)].kind == TokenKind::Newline => {}
            _ => {
                self.expected("the end of the line", "write one clause per line, or part clauses by `;`");
                self.recover();
            }
        }
    }

    pub(super) fn def(&mut self) -> Option<Def> {
        let start = self.advance();
        let Some(name) = self.name("the name of the definition", "write `def name(arguments) = expression`") else {
            self.recover();
            return None;
        };
        let mut arguments = Vec::new();
        if self.eat_sign("(") {
            while !self.at_sign(")") {
                let Some(argument) = self.name("an argument's name", "write `def f(x, y: set) = ...`") else {
                    self.recover();
                    return None;
                };
                let set = self.eat_sign(":").then(|| self.set());
                arguments.push((argument, set));
                if !self.eat_sign(",") {
                    break;
                }
            }
            self.expect_sign(")", "close the list of arguments");
        }
        if !self.expect_sign("=", "write `def name = expression`") {
            self.recover();
            return None;
        }
        let body = self.expr();
        Some(Def { name, arguments, body, span: start.to(self.last_span()) })
    }

    pub(super) fn enumeration(&mut self) -> Option<Enum> {
        self.advance();
        let Some(name) = self.name("the name of the type", "write `type Hue = Blue | Red`") else {
            self.recover();
            return None;
        };
        if !self.expect_sign("=", "write `type Hue = Blue | Red`") {
            self.recover();
            return None;
        }
        let mut values = Vec::new();
        loop {
            match self.name("the name of a value", "write `type Hue = Blue | Red`") {
                Some(value) => values.push(value),
                None => {
                    self.recover();
                    return None;
                }
            }
            if !self.eat_sign("|") {
                return Some(Enum { name, values });
            }
        }
    }

    fn expectation(&mut self) -> Option<Expect> {
        let start = self.advance();
        let remedy = "write `expect grundy NAME(arguments) == 3`";
        let Some(word) = self.name("what is expected", remedy) else {
            self.recover();
            return None;
        };
        let found = QUERIES.iter().find(|(spelling, _)| *spelling == word.text);
        let query = match found {
            Some(&(_, query)) => query,
            None => {
                let words: Vec<&str> = QUERIES.iter().map(|(spelling, _)| *spelling).collect();
                let remedy = match nearest(&word.text, words.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("one of {}", words.join(", ")),
                };
                let cause = format!("nothing called `{}` can be expected", word.text);
                self.diagnostics.push(Diagnostic::new("E06", word.span, cause, remedy));
                self.recover();
                return None;
            }
        };
        let position = self.sum_expr();
        if !self.expect_sign("==", remedy) {
            self.recover();
            return None;
        }
        let negative = self.eat_sign("-");
        let answer = match self.peek().clone() {
            TokenKind::Number(number) => {
                if negative {
                    format!("-{number}")
                } else {
                    number.to_string()
                }
            }
            TokenKind::Text(text) => text,
            TokenKind::Word(word) => word,
            _ => {
                self.expected("a number, a text or a name", remedy);
                self.recover();
                return None;
            }
        };
        self.advance();
        Some(Expect { query, position, answer, span: start.to(self.last_span()) })
    }
}
