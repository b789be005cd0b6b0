use super::{MAX_CHAIN, MAX_DEPTH, Parser};
use crate::diagnostic::Diagnostic;
use crate::syntax::*;
use crate::token::TokenKind;

/// Two-place operators by level, tight to loose; comparisons, `not` and `if` have functions of their own.
const PRODUCT: &[(&str, BinaryOp)] =
    &[("*", BinaryOp::Mul), ("//", BinaryOp::Div), ("%", BinaryOp::Mod), ("&", BinaryOp::Meet)];
const SUM: &[(&str, BinaryOp)] = &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)];
const XOR: &[(&str, BinaryOp)] = &[("^^", BinaryOp::Xor)];
const COMPARE: &[(&str, CompareOp)] = &[
    ("==", CompareOp::Eq),
    ("!=", CompareOp::Ne),
    ("<=", CompareOp::Le),
    (">=", CompareOp::Ge),
    ("<", CompareOp::Lt),
    (">", CompareOp::Gt),
];

impl Parser {
    pub(super) fn too_deep(&mut self) -> bool {
        if self.depth < MAX_DEPTH {
            return false;
        }
        let span = self.span();
        if self.diagnostics.last().is_none_or(|last| last.code != "E04") {
            let cause = format!("expressions are nested more than {MAX_DEPTH} deep");
            self.diagnostics.push(Diagnostic::new("E04", span, cause, "name the inner part with `def`"));
        }
        self.at = self.tokens.len() - 1;
        true
    }

    pub(super) fn expr(&mut self) -> Expr {
        if self.too_deep() {
            return self.broken();
        }
        self.depth += 1;
        let expr = if self.at_word("if") { self.conditional() } else { self.or_expr() };
        self.depth -= 1;
        expr
    }

    fn conditional(&mut self) -> Expr {
        let start = self.advance();
        let condition = self.expr();
        self.expect_word("then", "write `if c then a else b`");
        let yes = self.expr();
        self.expect_word("else", "write `if c then a else b`");
        let no = self.expr();
        let span = start.to(no.span);
        Expr { kind: ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span }
    }

    fn or_expr(&mut self) -> Expr {
        self.word_chain("or", BinaryOp::Or, Self::and_expr)
    }

    fn and_expr(&mut self) -> Expr {
        self.word_chain("and", BinaryOp::And, Self::not_expr)
    }

    fn word_chain(&mut self, word: &str, op: BinaryOp, operand: fn(&mut Self) -> Expr) -> Expr {
        let mut left = operand(self);
        let mut length = 0;
        while self.eat_word(word) {
            let right = operand(self);
            length += 1;
            if self.chain_too_long(length) {
                return left;
            }
            left = join(op, left, right);
        }
        left
    }

    fn chain_too_long(&mut self, length: usize) -> bool {
        if length <= MAX_CHAIN {
            return false;
        }
        let span = self.span();
        let cause = format!("more than {MAX_CHAIN} operators in a row");
        self.diagnostics.push(Diagnostic::new("E04", span, cause, "use sum(...), all(...) or exists(...)"));
        self.at = self.tokens.len() - 1;
        true
    }

    fn not_expr(&mut self) -> Expr {
        if !self.at_word("not") {
            return self.comparison();
        }
        if self.too_deep() {
            return self.broken();
        }
        let start = self.advance();
        self.depth += 1;
        let inner = self.not_expr();
        self.depth -= 1;
        Expr { span: start.to(inner.span), kind: ExprKind::Not(Box::new(inner)) }
    }

    fn comparison(&mut self) -> Expr {
        let first = self.range_expr();
        let mut rest = Vec::new();
        while let Some(op) = self.compare_op() {
            rest.push((op, self.range_expr()));
            if self.chain_too_long(rest.len()) {
                return first;
            }
        }
        match rest.last() {
            None => first,
            Some((_, last)) => {
                let span = first.span.to(last.span);
                Expr { kind: ExprKind::Chain(Box::new(first), rest), span }
            }
        }
    }

    fn compare_op(&mut self) -> Option<CompareOp> {
        if self.at_sign("=") && matches!(self.peek_after(1), TokenKind::Sign("<")) {
            let span = self.advance().to(self.advance());
            self.diagnostics.push(Diagnostic::new("E05", span, "`=<` is no comparison", "write `<=`"));
            return Some(CompareOp::Le);
        }
        if self.at_sign("=>") {
            let span = self.advance();
            self.diagnostics.push(Diagnostic::new("E05", span, "`=>` is no comparison", "write `>=`"));
            return Some(CompareOp::Ge);
        }
        if self.at_sign("=") {
            let span = self.advance();
            self.diagnostics.push(Diagnostic::new("E05", span, "`=` compares nothing here", "equality is `==`"));
            return Some(CompareOp::Eq);
        }
        if self.at_word("not") && self.word_after(1, "in") {
            self.advance();
            self.advance();
            return Some(CompareOp::NotIn);
        }
        if self.eat_word("in") {
            return Some(CompareOp::In);
        }
        let (sign, op) = *COMPARE.iter().find(|(sign, _)| self.at_sign(sign))?;
        self.eat_sign(sign);
        Some(op)
    }

    /// `a`, `a..b` or `a..`: everything tighter than a comparison.
    pub(super) fn range_expr(&mut self) -> Expr {
        let low = self.xor_expr();
        if !self.eat_sign("..") {
            return low;
        }
        let open = match self.peek() {
            TokenKind::Newline | TokenKind::End | TokenKind::Text(_) | TokenKind::Dedent => true,
            TokenKind::Sign(sign) => matches!(*sign, ")" | "," | "=" | ";" | "}" | "]" | "?"),
            TokenKind::Word(word) => matches!(word.as_str(), "if" | "show"),
            _ => false,
        };
        let high = (!open).then(|| Box::new(self.xor_expr()));
        let span = low.span.to(self.last_span());
        Expr { kind: ExprKind::Range(Box::new(low), high), span }
    }

    fn xor_expr(&mut self) -> Expr {
        self.sign_chain(XOR, Self::sum_expr)
    }

    /// A sum; long sums of positions are kept flat, so that a hundred thousand components are no deep tree.
    pub(super) fn sum_expr(&mut self) -> Expr {
        let first = self.product_expr();
        let mut rest = Vec::new();
        while let Some(&(sign, op)) = SUM.iter().find(|(sign, _)| self.at_sign(sign)) {
            self.eat_sign(sign);
            rest.push((op, self.product_expr()));
        }
        if rest.len() <= 2 {
            return rest.into_iter().fold(first, |left, (op, right)| join(op, left, right));
        }
        if rest.iter().all(|&(op, _)| op == BinaryOp::Add) {
            let span = first.span.to(self.last_span());
            let terms = std::iter::once(first).chain(rest.into_iter().map(|(_, term)| term)).collect();
            return Expr { kind: ExprKind::Sum(terms), span };
        }
        if self.chain_too_long(rest.len()) {
            return first;
        }
        rest.into_iter().fold(first, |left, (op, right)| join(op, left, right))
    }

    fn product_expr(&mut self) -> Expr {
        let product = self.sign_chain(PRODUCT, Self::negation);
        if !self.at_sign("/") {
            return product;
        }
        let span = self.advance();
        let remedy = "numbers are whole; division that rounds down is `//`";
        self.diagnostics.push(Diagnostic::new("E05", span, "`/` is no operator", remedy));
        join(BinaryOp::Div, product, self.sign_chain(PRODUCT, Self::negation))
    }

    fn sign_chain(&mut self, table: &[(&str, BinaryOp)], operand: fn(&mut Self) -> Expr) -> Expr {
        let mut left = operand(self);
        let mut length = 0;
        while let Some(&(sign, op)) = table.iter().find(|(sign, _)| self.at_sign(sign)) {
            self.eat_sign(sign);
            let right = operand(self);
            length += 1;
            if self.chain_too_long(length) {
                return left;
            }
            left = join(op, left, right);
        }
        left
    }

    fn negation(&mut self) -> Expr {
        if !self.at_sign("-") {
            return self.postfix();
        }
        if self.too_deep() {
            return self.broken();
        }
        let start = self.advance();
        self.depth += 1;
        let inner = self.negation();
        self.depth -= 1;
        let span = start.to(inner.span);
        match inner.kind {
            ExprKind::Int(number) => Expr { kind: ExprKind::Int(-number), span },
            _ => Expr { kind: ExprKind::Neg(Box::new(inner)), span },
        }
    }

    /// `NAME in set: expr ]` after a bracket; nothing if something else stands there.
    fn entries(&mut self) -> Option<ExprKind> {
        let start = self.at;
        if !matches!(self.peek(), TokenKind::Word(_)) || !self.word_after(1, "in") {
            return None;
        }
        let name = self.name("a name", "write `[i in set: value]`")?;
        self.advance();
        let binder = Binder { name, source: Source::In(self.range_expr()) };
        if !self.eat_sign(":") {
            self.at = start;
            return None;
        }
        let value = self.expr();
        self.expect_sign("]", "write `[i in set: value]`");
        Some(ExprKind::Entries(Box::new(binder), Box::new(value)))
    }

    /// `.name` or `.0` after a tuple.
    pub(super) fn entry_name(&mut self) -> Option<Name> {
        let number = match self.peek_after(1) {
            TokenKind::Word(_) => None,
            TokenKind::Number(number) => Some(number.to_string()),
            _ => return None,
        };
        self.advance();
        match number {
            None => self.name("an entry of the tuple", "write `c.row`"),
            Some(text) => Some(Name { text, span: self.advance() }),
        }
    }

    fn postfix(&mut self) -> Expr {
        let mut expr = self.primary();
        let mut length = 0;
        loop {
            let kind = if self.eat_sign("[") {
                let indices = self.list_until("]");
                ExprKind::Index(Box::new(expr), indices)
            } else if self.at_sign(".") {
                let Some(name) = self.entry_name() else { return expr };
                ExprKind::Dot(Box::new(expr), name)
            } else {
                return expr;
            };
            let start = match &kind {
                ExprKind::Index(base, _) | ExprKind::Dot(base, _) => base.span,
                _ => self.last_span(),
            };
            expr = Expr { kind, span: start.to(self.last_span()) };
            length += 1;
            if self.chain_too_long(length) {
                return expr;
            }
        }
    }

    fn primary(&mut self) -> Expr {
        let start = self.span();
        let kind = match self.peek().clone() {
            TokenKind::Number(number) => {
                self.advance();
                ExprKind::Int(number)
            }
            TokenKind::Text(text) => {
                self.advance();
                ExprKind::Text(text)
            }
            TokenKind::Sign("(") => return self.tuple(),
            TokenKind::Sign("[") => {
                self.advance();
                match self.entries() {
                    Some(entries) => entries,
                    None => ExprKind::List(self.list_until("]")),
                }
            }
            TokenKind::Sign("{") => return self.braces(),
            TokenKind::Word(word) if word == "if" => return self.expr(),
            TokenKind::Word(word) if ["set", "list"].contains(&word.as_str()) && self.word_after(1, "of") => {
                return self.set();
            }
            TokenKind::Word(_) => return self.word_expr(),
            _ => {
                self.expected("an expression", "write a number, a name or a bracket here");
                return self.broken();
            }
        };
        Expr { kind, span: start.to(self.last_span()) }
    }

    fn word_expr(&mut self) -> Expr {
        let Some(name) = self.name("a name", "") else { return self.broken() };
        if !self.at_sign("(") {
            return Expr { span: name.span, kind: ExprKind::Name(name.text) };
        }
        self.advance();
        let fold = FOLDS.iter().find(|(word, _)| *word == name.text).map(|&(_, op)| op);
        let kind = match fold {
            Some(op) if self.binder_ahead() => {
                let binders = self.binders();
                let (filter, body) = self.filter_and_body();
                self.expect_sign(")", "close the bracket");
                ExprKind::Fold(op, binders, filter, body)
            }
            _ => {
                let arguments = self.arguments_until(&TokenKind::Sign(")"));
                self.expect_sign(")", "close the list of arguments");
                ExprKind::Call(name.clone(), arguments)
            }
        };
        Expr { kind, span: name.span.to(self.last_span()) }
    }

    fn binder_ahead(&self) -> bool {
        matches!(self.peek(), TokenKind::Word(_))
            && (self.word_after(1, "in") || self.peek_after(1) == &TokenKind::Sign("="))
    }

    fn filter_and_body(&mut self) -> (Option<Box<Expr>>, Option<Box<Expr>>) {
        let filter = self.eat_word("if").then(|| Box::new(self.expr()));
        let body = self.eat_sign(":").then(|| Box::new(self.expr()));
        (filter, body)
    }

    /// `NAME in set` or `NAME = expr`, parted by commas.
    pub(super) fn binders(&mut self) -> Vec<Binder> {
        let mut binders = Vec::new();
        loop {
            let remedy = "write `x in set` or `x = expression`";
            let Some(name) = self.name("a name", remedy) else { return binders };
            let source = if self.eat_word("in") {
                Source::In(self.range_expr())
            } else if self.eat_sign("=") {
                Source::Is(self.expr())
            } else {
                self.expected("`in` or `=`", remedy);
                return binders;
            };
            binders.push(Binder { name, source });
            if !self.eat_sign(",") {
                return binders;
            }
        }
    }

    pub(super) fn arguments_until(&mut self, end: &TokenKind) -> Vec<Argument> {
        let mut arguments = Vec::new();
        while self.peek() != end && self.peek() != &TokenKind::End {
            let named = matches!(self.peek(), TokenKind::Word(_)) && self.peek_after(1) == &TokenKind::Sign("=");
            let name = if named { self.name("a name", "") } else { None };
            if named {
                self.advance();
            }
            arguments.push(Argument { name, value: self.expr() });
            if !self.eat_sign(",") {
                break;
            }
        }
        arguments
    }

    /// Expressions parted by commas up to the closing sign, which is consumed.
    pub(super) fn list_until(&mut self, close: &'static str) -> Vec<Expr> {
        let mut entries = Vec::new();
        while !self.at_sign(close) {
            entries.push(self.expr());
            if !self.eat_sign(",") {
                break;
            }
        }
        self.expect_sign(close, "close the bracket");
        entries
    }

    fn tuple(&mut self) -> Expr {
        if self.tuple_of_named_sets_ahead() {
            return self.set();
        }
        let start = self.advance();
        let mut entries = Vec::new();
        let mut trailing = false;
        while !self.at_sign(")") {
            entries.push(self.expr());
            trailing = self.eat_sign(",");
            if !trailing {
                break;
            }
        }
        self.expect_sign(")", "close the bracket");
        let span = start.to(self.last_span());
        if entries.is_empty() {
            self.diagnostics.push(Diagnostic::new(
                "E05",
                span,
                "nothing stands between these brackets",
                "write an expression between them, or take them away",
            ));
            return Expr { kind: ExprKind::Broken, span };
        }
        if entries.len() == 1 && !trailing {
            let inner = entries.pop().expect("one entry");
            return Expr { kind: inner.kind, span };
        }
        Expr { kind: ExprKind::Tuple(entries.into_iter().map(|entry| (None, entry)).collect()), span }
    }

    fn tuple_of_named_sets_ahead(&self) -> bool {
        matches!(self.peek_after(1), TokenKind::Word(_)) && self.peek_after(2) == &TokenKind::Sign(":")
    }

    fn braces(&mut self) -> Expr {
        let start = self.advance();
        let kind = if self.binder_ahead() {
            let binders = self.binders();
            let (filter, body) = self.filter_and_body();
            self.expect_sign("}", "close the set");
            ExprKind::Build(binders, filter, body)
        } else {
            ExprKind::Set(self.list_until("}"))
        };
        Expr { kind, span: start.to(self.last_span()) }
    }
}

fn join(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
}
