use super::Parser;
use crate::diagnostic::{Diagnostic, nearest};
use crate::lex::MAX_DIAGNOSTICS;
use crate::syntax::*;
use crate::token::TokenKind;

const ITEM_WORDS: &[&str] = &["game", "def", "type", "start", "expect"];

impl Parser {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        loop {
            let crowded = self.diagnostics.len() > MAX_DIAGNOSTICS;
            match self.peek() {
                TokenKind::End => return file,
                _ if crowded => return file,
                TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent => {
                    self.advance();
                }
                TokenKind::Sign(";") => {
                    self.advance();
                }
                _ if self.at_clause() && matches!(file.items.last(), Some(Item::Game(_))) => {
                    self.unindented_clause(&mut file);
                }
                _ => {
                    if self.too_many(file.items.len(), "items in a file", "split it into several files") {
                        return file;
                    }
                    if let Some(item) = self.item() {
                        file.items.push(item);
                    }
                }
            }
        }
    }

    /// A clause that stands below its game without indentation: reported once for a run of them, and read all the
    /// same.
    fn unindented_clause(&mut self, file: &mut File) {
        let Some(Item::Game(game)) = file.items.last_mut() else { return };
        let word = self.peek().to_string();
        let (start, known) = (self.span(), game.span);
        if self.outside != Some(known.start) {
            let cause = format!("{word} stands outside any game");
            let remedy = format!("indent it, and the clauses that follow, below `game {}`", game.name.text);
            self.diagnostics.push(Diagnostic::new("E05", start, cause, remedy));
            self.outside = Some(known.start);
        }
        if self.too_many(game.clauses.len(), "clauses in a game", "fold them with `all(...)`, lists and sets") {
            return;
        }
        self.clause(&mut game.clauses);
        game.span = known.to(self.last_span());
        if !self.at_sign(";") {
            self.end_of_line();
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
                let near = self.unknown_item(&word);
                match near {
                    Some(near) => {
                        self.respell(near);
                        return self.item();
                    }
                    None => self.recover(),
                }
                return None;
            }
        };
        self.end_of_line();
        item
    }

    /// Reports a word that begins no item; gives the item word it is near to.
    fn unknown_item(&mut self, word: &str) -> Option<&'static str> {
        let is_clause = super::clause::CLAUSE_WORDS.contains(&word);
        let near = if is_clause { None } else { nearest(word, ITEM_WORDS.iter().copied()) };
        let (code, cause, remedy) = if is_clause {
            ("E05", format!("`{word}` stands outside any game"), "indent it below a `game NAME` line".to_string())
        } else {
            let remedy = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a file holds `game`, `def`, `type`, `start` and `expect`".to_string(),
            };
            ("E06", format!("`{word}` begins nothing here"), remedy)
        };
        let span = self.span();
        self.complain(Diagnostic::new(code, span, cause, remedy));
        near
    }

    fn game(&mut self) -> Option<Game> {
        let start = self.advance();
        let Some(name) = self.name("the game's name", "write `game NAME`") else {
            self.recover();
            return None;
        };
        let mut clauses = Vec::new();
        while self.eat_sign(";") {
            if self.too_many(clauses.len(), "clauses in a game", "fold them with `all(...)`, lists and sets") {
                break;
            }
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
                if self.too_many(clauses.len(), "clauses in a game", "fold them with `all(...)`, lists and sets") {
                    break;
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

    /// Reports the item or clause here, and skips the rest of the text, if `count` of them stand before it.
    fn too_many(&mut self, count: usize, what: &str, remedy: &str) -> bool {
        let many = count >= super::MAX_LINES;
        if many {
            let cause = format!("more than {} {what}", super::MAX_LINES);
            let span = self.span();
            self.diagnostics.push(Diagnostic::new("E04", span, cause, remedy));
            self.at = self.tokens.len() - 1;
        }
        many
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
        if self.at_sign("=") {
            let span = self.advance();
            self.diagnostics.push(Diagnostic::new("E05", span, "`=` compares nothing here", "equality is `==`"));
        } else if !self.expect_sign("==", remedy) {
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
