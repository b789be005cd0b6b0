use super::Parser;
use crate::diagnostic::{Diagnostic, nearest};
use crate::syntax::*;
use crate::token::TokenKind;

impl Parser {
    /// Statements after a `:`, on the same line or as a block. Nesting is bounded with the expressions'.
    pub(super) fn body(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        if self.depth >= super::MAX_DEPTH {
            self.expected("fewer nested blocks", "name a condition with `def`");
            self.recover();
            return statements;
        }
        self.depth += 1;
        if self.peek() == &TokenKind::Newline && self.peek_after(1) == &TokenKind::Indent {
            self.advance();
            self.advance();
            while !matches!(self.peek(), TokenKind::Dedent | TokenKind::End) {
                if self.eat(&TokenKind::Newline) || self.eat_sign(";") {
                    continue;
                }
                match self.statement() {
                    Some(statement) => statements.push(statement),
                    None => {
                        self.recover();
                        continue;
                    }
                }
                let ended = matches!(self.peek(), TokenKind::Newline | TokenKind::Dedent | TokenKind::End)
                    || self.at_sign(";")
                    || matches!(self.tokens[self.at - 1].kind, TokenKind::Newline | TokenKind::Dedent);
                if !ended {
                    self.expected("the end of the statement", "write one statement per line, or part them by `;`");
                    self.recover();
                }
            }
            self.eat(&TokenKind::Dedent);
        } else if self.peek() == &TokenKind::Newline {
            self.expected("a statement", "say what happens, on this line or indented below it");
        } else {
            self.statements_on_line(&mut statements);
        }
        self.depth -= 1;
        statements
    }

    fn statements_on_line(&mut self, statements: &mut Vec<Stmt>) {
        loop {
            match self.statement() {
                Some(statement) => statements.push(statement),
                None => return,
            }
            let more = self.at_sign(";") && {
                self.advance();
                let ends = self.at_clause() || matches!(self.peek(), TokenKind::Newline | TokenKind::End);
                if ends {
                    self.at -= 1;
                }
                !ends
            };
            if !more {
                return;
            }
        }
    }

    fn statement(&mut self) -> Option<Stmt> {
        let start = self.span();
        self.statements += 1;
        if self.statements > super::MAX_STATEMENTS {
            let cause = format!("more than {} statements in a move", super::MAX_STATEMENTS);
            self.complain(Diagnostic::new("E04", start, cause, "walk a set: `for x in set: statements`"));
            self.at = self.tokens.len() - 1;
            return None;
        }
        let TokenKind::Word(word) = self.peek().clone() else {
            self.expected(
                "a statement",
                "a statement begins with a field, `let`, `if`, `for`, `gain`, `again`, `become`, `then`, `swap` or `pass`",
            );
            return None;
        };
        let word = match self.misspelt_statement(&word) {
            Some(near) => {
                let cause = format!("`{word}` begins no statement");
                self.complain(Diagnostic::new("E06", start, cause, format!("did you mean `{near}`?")));
                self.respell(near);
                near.to_string()
            }
            None => word,
        };
        let kind = match word.as_str() {
            "swap" => {
                self.advance();
                let first = self.place()?;
                if !self.expect_sign(",", "write `swap a[i], a[j]`") {
                    return None;
                }
                StmtKind::Swap(first, self.place()?)
            }
            "let" => {
                self.advance();
                let name = self.name("a name", "write `let x = expression`")?;
                if !self.expect_sign("=", "write `let x = expression`") {
                    return None;
                }
                StmtKind::Let(name, self.expr())
            }
            "if" => {
                self.advance();
                let condition = self.expr();
                if !self.expect_sign(":", "write `if condition: statements`") {
                    return None;
                }
                let yes = self.body();
                let saved = self.at;
                self.eat(&TokenKind::Newline);
                let no = if self.eat_word("else") {
                    if !self.expect_sign(":", "write `else: statements`") {
                        return None;
                    }
                    self.body()
                } else {
                    self.at = saved;
                    Vec::new()
                };
                StmtKind::If(condition, yes, no)
            }
            "for" => {
                self.advance();
                let name = self.name("a name", "write `for x in set: statements`")?;
                if !self.expect_word("in", "write `for x in set: statements`") {
                    return None;
                }
                let set = self.expr();
                if !self.expect_sign(":", "write `for x in set: statements`") {
                    return None;
                }
                StmtKind::For(name, set, self.body())
            }
            "gain" => {
                self.advance();
                StmtKind::Gain(self.expr())
            }
            "again" => {
                self.advance();
                StmtKind::Again
            }
            "become" => {
                self.advance();
                StmtKind::Become(self.expr())
            }
            "then" => {
                self.advance();
                self.follows()?
            }
            "pass" => {
                self.advance();
                StmtKind::Pass
            }
            "elif" | "while" | "return" => {
                self.expected("a statement", "");
                return None;
            }
            _ => {
                let place = self.place()?;
                let op = if self.eat_sign("=") {
                    AssignOp::Set
                } else if self.eat_sign("+=") {
                    AssignOp::Add
                } else if self.eat_sign("-=") {
                    AssignOp::Sub
                } else {
                    self.expected("`=`, `+=` or `-=`", "a statement changes a field: `n -= k`");
                    return None;
                };
                StmtKind::Assign(place, op, self.expr())
            }
        };
        Some(Stmt { kind, span: start.to(self.last_span()) })
    }

    /// The word that the one here is near to, where it begins no assignment: what follows it is no sign of one.
    fn misspelt_statement(&self, word: &str) -> Option<&'static str> {
        if ["elif", "else", "while", "return"].contains(&word) {
            return None;
        }
        let candidates: &[&'static str] = match self.peek_after(1) {
            TokenKind::Word(_) | TokenKind::Number(_) => &["let", "if", "for", "gain", "become", "then", "swap"],
            TokenKind::Sign("(" | "{") => &["if", "gain", "become"],
            TokenKind::Newline | TokenKind::Dedent | TokenKind::End | TokenKind::Sign(";") => &["again", "pass"],
            _ => return None,
        };
        let near = nearest(word, candidates.iter().copied())?;
        (near != word).then_some(near)
    }

    /// What stands after `then`.
    fn follows(&mut self) -> Option<StmtKind> {
        let (mut follows, mut stop) = (Vec::new(), Stop::Forbidden);
        loop {
            let name = self.name("a move", "write `then name(values)`, `then name(values) or stop`")?;
            let values = if self.eat_sign("(") { self.list_until(")") } else { Vec::new() };
            follows.push(Follow { name, values });
            if !self.eat_word("or") {
                break;
            }
            if self.eat_word("stop") {
                stop = Stop::Allowed;
                break;
            }
        }
        Some(StmtKind::Then(follows, stop))
    }

    fn place(&mut self) -> Option<Expr> {
        let name = self.name("a field", "only fields can be changed")?;
        let mut place = Expr { span: name.span, kind: ExprKind::Name(name.text) };
        while self.eat_sign("[") {
            let indices = self.list_until("]");
            let span = place.span.to(self.last_span());
            place = Expr { kind: ExprKind::Index(Box::new(place), indices), span };
        }
        if self.at_sign(".")
            && let Some(name) = self.entry_name()
        {
            let span = place.span.to(name.span);
            place = Expr { kind: ExprKind::Dot(Box::new(place), name), span };
        }
        Some(place)
    }
}
