use super::Parser;
use crate::syntax::*;
use crate::token::TokenKind;

impl Parser {
    /// A set where a type is wanted: after `:` of a declaration or argument, after `set of`. Here `0..3[R, C]` means
    /// the arrays over `R, C` that hold `0..3`.
    pub(super) fn set(&mut self) -> Expr {
        let start = self.span();
        if self.too_deep() {
            return self.broken();
        }
        self.depth += 1;
        let mut set = if self.at_word("set") && self.word_after(1, "of") {
            self.advance();
            self.advance();
            let of = self.set();
            Expr { span: start.to(of.span), kind: ExprKind::SetOf(Box::new(of)) }
        } else if self.at_word("list") && self.word_after(1, "of") {
            self.advance();
            self.advance();
            let of = self.set();
            Expr { span: start.to(of.span), kind: ExprKind::ListOf(Box::new(of)) }
        } else if self.at_sign("(") && self.tuple_of_sets_ahead() {
            self.tuple_of_sets()
        } else {
            let expr = self.range_expr();
            arrays(expr)
        };
        loop {
            let kind = if self.eat_sign("?") {
                ExprKind::Optional(Box::new(set))
            } else if self.eat_sign("[") {
                ExprKind::Arrays(Box::new(set), self.list_until("]"))
            } else {
                break;
            };
            set = Expr { kind, span: start.to(self.last_span()) };
        }
        self.depth -= 1;
        set
    }

    fn tuple_of_sets_ahead(&self) -> bool {
        let named = matches!(self.peek_after(1), TokenKind::Word(_)) && self.peek_after(2) == &TokenKind::Sign(":");
        let kinds = ["nat", "int", "bool", "player", "digraph", "set", "list"];
        named || kinds.iter().any(|kind| self.word_after(1, kind))
    }

    fn tuple_of_sets(&mut self) -> Expr {
        let start = self.advance();
        let mut entries = Vec::new();
        while !self.at_sign(")") {
            let named = matches!(self.peek(), TokenKind::Word(_)) && self.peek_after(1) == &TokenKind::Sign(":");
            let name = if named { self.name("a name", "write `(u: nat, v: nat)`") } else { None };
            if named {
                self.advance();
            }
            entries.push((name, self.set()));
            if !self.eat_sign(",") {
                break;
            }
        }
        self.expect_sign(")", "close the tuple");
        Expr { kind: ExprKind::Tuple(entries), span: start.to(self.last_span()) }
    }
}

/// `a..b[i]` read as an expression ends in an index; as a set, the index belongs to the whole range.
fn arrays(expr: Expr) -> Expr {
    let span = expr.span;
    match expr.kind {
        ExprKind::Range(low, Some(high)) => {
            let (high, indices) = without_index(*high);
            let range = Expr { span: low.span.to(high.span), kind: ExprKind::Range(low, Some(Box::new(high))) };
            match indices {
                Some(indices) => Expr { kind: ExprKind::Arrays(Box::new(range), indices), span },
                None => Expr { span, ..range },
            }
        }
        ExprKind::Index(base, indices) => Expr { kind: ExprKind::Arrays(base, indices), span },
        kind => Expr { kind, span },
    }
}

/// The upper end of a range without the index that it ends in: that of the end itself, or of a number that it ends in, as in
/// `0..n-1[2]`; a number has no entries.
fn without_index(high: Expr) -> (Expr, Option<Vec<Expr>>) {
    let span = high.span;
    match high.kind {
        ExprKind::Index(base, indices) => (*base, Some(indices)),
        ExprKind::Binary(op, left, right) => match right.kind {
            ExprKind::Index(base, indices) if matches!(base.kind, ExprKind::Int(_)) => {
                let span = left.span.to(base.span);
                (Expr { kind: ExprKind::Binary(op, left, base), span }, Some(indices))
            }
            kind => {
                let right = Box::new(Expr { kind, span: right.span });
                (Expr { kind: ExprKind::Binary(op, left, right), span }, None)
            }
        },
        kind => (Expr { kind, span }, None),
    }
}
