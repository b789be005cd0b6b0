use super::Parser;
use crate::diagnostic::{Diagnostic, nearest};
use crate::span::Span;
use crate::syntax::*;
use crate::token::TokenKind;

/// The words that begin a clause; after `;` they end a one-line body.
pub(super) const CLAUSE_WORDS: &[&str] = &[
    "param",
    "state",
    "left",
    "right",
    "move",
    "draw",
    "score",
    "misere",
    "players",
    "split",
    "symmetry",
    "measure",
    "invariant",
    "type",
    "def",
    "claim",
];

const MAPS: &[(&str, MapKind)] = &[
    ("rotate", MapKind::Rotate),
    ("mirror", MapKind::Mirror),
    ("flip", MapKind::Flip),
    ("transpose", MapKind::Transpose),
    ("permute", MapKind::Permute),
];

/// Whether a clause begins with these two tokens.
pub(crate) fn starts_clause(first: &TokenKind, second: &TokenKind) -> bool {
    let TokenKind::Word(word) = first else { return false };
    let next = if let TokenKind::Word(next) = second { Some(next.as_str()) } else { None };
    match word.as_str() {
        // These may name fields.
        "left" | "right" => matches!(next, Some("move" | "step" | "wins" | "loses")),
        "type" | "step" => next.is_some(),
        word => CLAUSE_WORDS.contains(&word) || matches!(next, Some("wins" | "loses")),
    }
}

impl Parser {
    /// Whether a clause begins here.
    pub(super) fn at_clause(&self) -> bool {
        starts_clause(self.peek(), self.peek_after(1))
    }

    /// Reads one clause and appends it (declarations may append several).
    pub(super) fn clause(&mut self, clauses: &mut Vec<Clause>) {
        let before = self.at;
        if self.try_clause(clauses).is_none() {
            if self.at == before {
                self.advance();
            }
            if !matches!(self.tokens[self.at - 1].kind, TokenKind::Newline | TokenKind::Dedent) {
                self.recover();
            }
        }
    }

    fn try_clause(&mut self, clauses: &mut Vec<Clause>) -> Option<()> {
        let TokenKind::Word(word) = self.peek().clone() else {
            self.expected("a clause", "a clause begins with `param`, `state`, `move`, a verdict, ...");
            return None;
        };
        match word.as_str() {
            "param" => {
                self.advance();
                self.declarations(clauses, Clause::Param)?;
            }
            "state" => {
                self.advance();
                self.declarations(clauses, Clause::State)?;
            }
            "left" | "right" if self.word_after(1, "wins") || self.word_after(1, "loses") => {
                clauses.push(Clause::Verdict(self.verdict()?));
            }
            "left" | "right" | "move" | "step" => clauses.push(Clause::Move(self.move_clause()?)),
            "draw" | "score" => clauses.push(Clause::Verdict(self.verdict()?)),
            "misere" => {
                let span = self.advance();
                self.expect_word("play", "write `misere play`");
                clauses.push(Clause::Misere(span.to(self.last_span())));
            }
            "players" => {
                self.advance();
                let first = self.name("a player's name", "write `players Alice, Bob`")?;
                self.expect_sign(",", "write `players Alice, Bob`");
                let second = self.name("a player's name", "write `players Alice, Bob`")?;
                clauses.push(Clause::Players([first, second]));
            }
            "split" => clauses.push(Clause::Split(self.split()?)),
            "symmetry" => {
                self.advance();
                let mut maps = vec![self.map()?];
                while self.eat_sign(",") {
                    maps.push(self.map()?);
                }
                clauses.push(Clause::Symmetry(maps));
            }
            "measure" => {
                self.advance();
                let measure = self.expr();
                clauses.push(Clause::Measure(measure));
            }
            "invariant" => {
                self.advance();
                let invariant = self.expr();
                clauses.push(Clause::Invariant(invariant));
            }
            "type" => clauses.push(Clause::Enum(self.enumeration()?)),
            "def" => clauses.push(Clause::Def(self.def()?)),
            "claim" => clauses.push(Clause::Claim(self.claim()?)),
            _ if self.word_after(1, "wins") || self.word_after(1, "loses") => {
                clauses.push(Clause::Verdict(self.verdict()?));
            }
            _ => {
                self.unknown_clause(&word)?;
                return self.try_clause(clauses);
            }
        }
        Some(())
    }

    /// Reports a word that begins no clause; `Some` if it is near enough to one to be read as that.
    fn unknown_clause(&mut self, word: &str) -> Option<()> {
        let span = self.span();
        let next = match self.peek_after(1) {
            TokenKind::Word(next) => nearest(next, ["wins", "loses"]),
            _ => None,
        };
        let stands_outside = ["game", "start", "expect"].contains(&word);
        let near = if stands_outside { None } else { nearest(word, CLAUSE_WORDS.iter().copied()) };
        let remedy = match (near, next) {
            (None, Some(near)) => {
                self.at += 1;
                let (span, found) = (self.span(), self.peek().to_string());
                self.respell(near);
                self.at -= 1;
                let cause = format!("{found} is not a word of the language here");
                let remedy = format!("did you mean `{word} {near} when ...`?");
                self.diagnostics.push(Diagnostic::new("E06", span, cause, remedy));
                return Some(());
            }
            (Some(near), _) => {
                self.respell(near);
                format!("did you mean `{near}`?")
            }
            (None, None) if stands_outside => format!("`{word}` stands outside the game, unindented"),
            (None, None) => "a clause begins with `param`, `state`, `move`, a verdict, ...".to_string(),
        };
        self.complain(Diagnostic::new("E06", span, format!("`{word}` begins no clause"), remedy));
        near.map(|_| ())
    }

    fn declarations(&mut self, clauses: &mut Vec<Clause>, wrap: fn(Declaration) -> Clause) -> Option<()> {
        loop {
            let name = self.name("a name", "write `state n: nat`, or `param R = 4`")?;
            let set = self.eat_sign(":").then(|| self.set());
            let default = self.eat_sign("=").then(|| self.expr());
            let show = if self.eat_word("show") {
                match self.peek().clone() {
                    TokenKind::Text(text) => Some((text, self.advance())),
                    _ => {
                        self.expected("a text", "write one character per value: `show \".XO\"`");
                        None
                    }
                }
            } else {
                None
            };
            clauses.push(wrap(Declaration { name, set, default, show }));
            if !self.eat_sign(",") {
                return Some(());
            }
        }
    }

    fn move_clause(&mut self) -> Option<Move> {
        let start = self.span();
        let mover = if self.eat_word("left") {
            Mover::Left
        } else if self.eat_word("right") {
            Mover::Right
        } else {
            Mover::Either
        };
        let is_step = self.eat_word("step");
        if !is_step && !self.expect_word("move", "write `left move name(...): ...`") {
            return None;
        }
        let name = self.name("the move's name", "write `move name(binders) if guard: body`")?;
        let mut binders = Vec::new();
        if self.eat_sign("(") {
            if !self.at_sign(")") {
                binders = self.binders();
            }
            self.expect_sign(")", "close the list of binders");
        }
        let guard = self.eat_word("if").then(|| self.expr());
        if !self.expect_sign(":", "a move's effect follows `:`") {
            return None;
        }
        self.statements = 0;
        let body = self.body();
        Some(Move { mover, is_step, name, binders, guard, body, span: start.to(self.last_span()) })
    }

    fn verdict(&mut self) -> Option<Verdict> {
        let start = self.span();
        let result = if self.eat_word("draw") {
            VerdictResult::Draw
        } else if self.eat_word("score") {
            VerdictResult::Score((!self.at_word("when")).then(|| self.expr()))
        } else {
            let player = self.name("a player", "write `me wins when ...`")?;
            if self.eat_word("wins") {
                VerdictResult::Wins(player)
            } else {
                self.expect_word("loses", "write `me wins when ...`");
                VerdictResult::Loses(player)
            }
        };
        if !self.expect_word("when", "a verdict says when it holds") {
            return None;
        }
        let when = self.expr();
        Some(Verdict { result, when, span: start.to(self.last_span()) })
    }

    fn split(&mut self) -> Option<Split> {
        let start = self.advance();
        let field = self.name("a field", "write `split free by orth`")?;
        if !self.expect_word("by", "write `split free by orth`") {
            return None;
        }
        let is_relation = self.at_sign("(")
            && matches!(self.peek_after(1), TokenKind::Word(_))
            && self.peek_after(2) == &TokenKind::Sign(",")
            && matches!(self.peek_after(3), TokenKind::Word(_))
            && self.peek_after(4) == &TokenKind::Sign(")")
            && self.peek_after(5) == &TokenKind::Sign("=>");
        let by = if is_relation {
            self.advance();
            let x = self.name("a name", "write `(x, y) => condition`")?;
            self.advance();
            let y = self.name("a name", "write `(x, y) => condition`")?;
            self.advance();
            self.advance();
            SplitBy::Relation(x, y, self.expr())
        } else {
            SplitBy::Steps(self.expr())
        };
        Some(Split { field, by, span: start.to(self.last_span()) })
    }

    fn map(&mut self) -> Option<Map> {
        let start = self.span();
        if self.at_word("swap") {
            self.advance();
            self.expect_word("players", "write `swap players`");
            return Some(Map { field: None, by: None, swaps_players: true, span: start.to(self.last_span()) });
        }
        let word = self.name("a symmetry", "one of rotate, mirror, flip, transpose, permute, swap players")?;
        if self.eat_word("by") {
            return self.map_by(word, start);
        }
        let Some(&(_, kind)) = MAPS.iter().find(|(spelling, _)| *spelling == word.text) else {
            let near = nearest(&word.text, MAPS.iter().map(|(spelling, _)| *spelling));
            let remedy = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "one of rotate, mirror, flip, transpose, permute, swap players".to_string(),
            };
            self.diagnostics.push(Diagnostic::new("E06", word.span, format!("`{}` is no symmetry", word.text), remedy));
            return None;
        };
        let field = self.name("a field", "write `symmetry mirror board`")?;
        let swaps_players = self.swapping();
        Some(Map { field: Some((kind, field)), by: None, swaps_players, span: start.to(self.last_span()) })
    }

    /// `x => expr` after `FIELD by`.
    fn map_by(&mut self, field: Name, start: Span) -> Option<Map> {
        let remedy = "write `symmetry board by c => (c.col, c.row)`";
        let name = self.name("a name", remedy)?;
        if !self.expect_sign("=>", remedy) {
            return None;
        }
        let by = Some((name, self.expr()));
        let swaps_players = self.swapping();
        Some(Map { field: Some((MapKind::By, field)), by, swaps_players, span: start.to(self.last_span()) })
    }

    fn swapping(&mut self) -> bool {
        let swaps = self.eat_word("swapping");
        if swaps {
            self.expect_word("players", "write `swapping players`");
        }
        swaps
    }

    fn claim(&mut self) -> Option<Claim> {
        let start = self.advance();
        let remedy = "write `claim first wins`, `claim second wins`, or `claim grundy == expression`";
        let word = self.name("what is claimed", remedy)?;
        let says = match word.text.as_str() {
            "first" | "second" => {
                self.expect_word("wins", remedy);
                if word.text == "first" { ClaimSays::FirstWins } else { ClaimSays::SecondWins }
            }
            "grundy" | "plies" | "rounds" => {
                if !self.expect_sign("==", remedy) {
                    return None;
                }
                let value = self.expr();
                match word.text.as_str() {
                    "grundy" => ClaimSays::Grundy(value),
                    "plies" => ClaimSays::Plies(value),
                    _ => ClaimSays::Rounds(value),
                }
            }
            _ => {
                let near = nearest(&word.text, ["first", "second", "grundy", "plies", "rounds"]);
                let remedy = near.map_or(remedy.to_string(), |near| format!("did you mean `{near}`?"));
                let cause = format!("nothing called `{}` can be claimed", word.text);
                self.diagnostics.push(Diagnostic::new("E06", word.span, cause, remedy));
                return None;
            }
        };
        let when = self.eat_word("when").then(|| self.expr());
        Some(Claim { says, when, span: start.to(self.last_span()) })
    }
}
