use crate::lex::{Comment, lex};
use crate::parse::starts_clause;
use crate::token::{Token, TokenKind};

/// A token with the remarks around it.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    /// As written.
    pub text: &'a str,
    /// What it is.
    pub kind: TokenKind,
    /// How many brackets are open around it; a bracket itself counts as outside.
    pub depth: usize,
    /// Remarks on lines of their own before it, inside the statement.
    pub above: Vec<&'a str>,
    /// A remark that ends its line.
    pub after: Option<String>,
}

impl Piece<'_> {
    /// Whether it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(&self.kind, TokenKind::Word(found) if found == word)
    }

    /// Whether it is this sign.
    pub fn is_sign(&self, sign: &str) -> bool {
        matches!(&self.kind, TokenKind::Sign(found) if *found == sign)
    }
}

/// A remark on a line of its own.
#[derive(Clone, Debug)]
pub struct Remark {
    /// From `#` on.
    pub text: String,
    /// Whether an empty line stands before it.
    pub blank: bool,
}

/// A statement, clause or item with its block.
#[derive(Clone, Debug, Default)]
pub struct Line<'a> {
    /// Remarks above it.
    pub remarks: Vec<Remark>,
    /// Whether an empty line stands before it.
    pub blank: bool,
    /// What it says; never empty once split.
    pub pieces: Vec<Piece<'a>>,
    /// Its block.
    pub block: Block<'a>,
    /// Column where it was written.
    column: usize,
}

/// Lines at one indentation.
#[derive(Clone, Debug, Default)]
pub struct Block<'a> {
    /// In order.
    pub lines: Vec<Line<'a>>,
    /// Remarks after the last line.
    pub tail: Vec<Remark>,
}

/// What the lines of a block are, which says where `;` parts them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Items,
    Clauses,
    Statements,
}

/// The lines of a text that parses: one clause, statement or item each, except that a body on the line of its head
/// stays there.
pub fn read(text: &str) -> Block<'_> {
    let (tokens, comments, _) = lex(text);
    let mut reader = Reader { text, comments, next: 0, seen: 0, open: vec![Block::default()], line: None, depth: 0 };
    for token in &tokens {
        reader.token(token);
    }
    let tail = reader.remarks_before(text.len(), 0);
    let mut root = reader.open.pop().unwrap_or_default();
    root.tail = tail;
    split(root, Level::Items)
}

struct Reader<'a> {
    text: &'a str,
    comments: Vec<Comment>,
    /// The next remark not yet placed.
    next: usize,
    /// Where the last thing placed ends.
    seen: usize,
    /// Blocks being read, outermost first.
    open: Vec<Block<'a>>,
    line: Option<Line<'a>>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn token(&mut self, token: &Token) {
        let span = token.span.range();
        match &token.kind {
            TokenKind::Newline => self.end_line(),
            TokenKind::Indent => self.open.push(Block::default()),
            TokenKind::Dedent => {
                let column = self.open.last().and_then(|block| block.lines.first()).map_or(0, |line| line.column);
                let tail = self.remarks_before(span.start, column);
                let mut block = self.open.pop().unwrap_or_default();
                block.tail = tail;
                match self.open.last_mut().and_then(|outer| outer.lines.last_mut()) {
                    Some(line) => line.block = block,
                    None => self.open.push(block),
                }
            }
            TokenKind::End => {}
            kind => {
                let above = self.begin_piece(span.start);
                if matches!(kind, TokenKind::Sign(")" | "]" | "}")) {
                    self.depth = self.depth.saturating_sub(1);
                }
                let text = &self.text[span.clone()];
                let piece = Piece { text, kind: kind.clone(), depth: self.depth, above, after: None };
                if matches!(kind, TokenKind::Sign("(" | "[" | "{")) {
                    self.depth += 1;
                }
                if let Some(line) = &mut self.line {
                    line.pieces.push(piece);
                }
                self.seen = span.end;
            }
        }
    }

    /// Places the remarks before a token: those inside a statement are the statement's.
    fn begin_piece(&mut self, start: usize) -> Vec<&'a str> {
        let mut above = Vec::new();
        if self.line.is_none() {
            let remarks = self.remarks_before(start, 0);
            let blank = self.blank_before(start);
            let column = self.column(start);
            self.line = Some(Line { remarks, blank, column, ..Line::default() });
            self.depth = 0;
            return above;
        }
        while let Some((comment, text)) = self.comment_before(start) {
            let alone = comment.alone;
            match self.line.as_mut().and_then(|line| line.pieces.last_mut()) {
                Some(piece) if !alone => append(&mut piece.after, text),
                _ => above.push(text),
            }
        }
        above
    }

    fn end_line(&mut self) {
        let Some(mut line) = self.line.take() else { return };
        let trails = self
            .comments
            .get(self.next)
            .is_some_and(|comment| !self.text[self.seen..(comment.span.start as usize).max(self.seen)].contains('\n'));
        if trails
            && let Some((_, text)) = self.comment_before(self.text.len())
            && let Some(piece) = line.pieces.last_mut()
        {
            append(&mut piece.after, text);
        }
        if let Some(block) = self.open.last_mut() {
            block.lines.push(line);
        }
    }

    fn comment_before(&mut self, limit: usize) -> Option<(Comment, &'a str)> {
        let comment = self.comments.get(self.next)?.clone();
        if comment.span.start as usize >= limit {
            return None;
        }
        self.next += 1;
        self.seen = comment.span.end as usize;
        let text = &self.text[comment.span.range()];
        Some((comment, text))
    }

    /// Remarks before `limit`, up to the first that stands left of `column`.
    fn remarks_before(&mut self, limit: usize, column: usize) -> Vec<Remark> {
        let mut remarks = Vec::new();
        while let Some(comment) = self.comments.get(self.next) {
            let start = comment.span.start as usize;
            if start >= limit || self.column(start) < column {
                break;
            }
            let blank = self.blank_before(start);
            let Some((_, text)) = self.comment_before(limit) else { break };
            remarks.push(Remark { text: text.to_string(), blank });
        }
        remarks
    }

    fn blank_before(&self, start: usize) -> bool {
        self.text.get(self.seen..start).is_some_and(|between| between.matches('\n').count() >= 2) && self.seen > 0
    }

    /// The column of a byte as the layout rule counts it.
    fn column(&self, at: usize) -> usize {
        let line = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[line..at].chars().fold(0, |column, next| match next {
            '\t' => (column / 8 + 1) * 8,
            '\r' | '\u{feff}' => column,
            _ => column + 1,
        })
    }
}

fn append(remark: &mut Option<String>, text: &str) {
    match remark {
        Some(known) => {
            known.push_str("  ");
            known.push_str(text);
        }
        None => *remark = Some(text.to_string()),
    }
}

/// Parts the lines of a block at the `;` that stand between clauses or statements.
fn split(block: Block<'_>, level: Level) -> Block<'_> {
    let mut done = Block { lines: Vec::new(), tail: block.tail };
    let mut carried: Vec<Remark> = Vec::new();
    for mut line in block.lines {
        carried.append(&mut line.remarks);
        line.remarks = std::mem::take(&mut carried);
        let pieces = std::mem::take(&mut line.pieces);
        let ends_in_colon = pieces.last().is_some_and(|piece| piece.is_sign(":"));
        let mut segments = segments(pieces, level, &mut line.remarks);
        if segments.is_empty() {
            carried = line.remarks;
            continue;
        }
        if segments[0][0].is_word("game") && level == Level::Items {
            let mut game = Line { pieces: segments.remove(0), block: Block::default(), ..line };
            let mut inner = line.block;
            let mut clauses: Vec<Line> =
                segments.into_iter().map(|pieces| Line { pieces, ..Line::default() }).collect();
            match clauses.last_mut() {
                Some(last) if ends_in_colon => {
                    last.block = split(inner, Level::Statements);
                    game.block.lines = clauses;
                }
                _ => {
                    clauses.append(&mut inner.lines);
                    inner.lines = clauses;
                    game.block = split(inner, Level::Clauses);
                }
            }
            done.lines.push(game);
            continue;
        }
        let last = segments.len() - 1;
        let mut block = Some(split(line.block, Level::Statements));
        for (number, pieces) in segments.into_iter().enumerate() {
            done.lines.push(Line {
                remarks: if number == 0 { std::mem::take(&mut line.remarks) } else { Vec::new() },
                blank: number == 0 && line.blank,
                pieces,
                block: if number == last { block.take().unwrap_or_default() } else { Block::default() },
                column: line.column,
            });
        }
    }
    carried.append(&mut done.tail);
    done.tail = carried;
    done
}

/// The statements of a body written on one line.
pub fn statements<'a>(pieces: Vec<Piece<'a>>) -> Vec<Line<'a>> {
    let segments = segments(pieces, Level::Statements, &mut Vec::new());
    segments.into_iter().map(|pieces| Line { pieces, ..Line::default() }).collect()
}

/// Parts a line; no part is empty, and no remark is lost.
fn segments<'a>(pieces: Vec<Piece<'a>>, level: Level, remarks: &mut Vec<Remark>) -> Vec<Vec<Piece<'a>>> {
    let mut done: Vec<Vec<Piece>> = Vec::new();
    let mut current: Vec<Piece> = Vec::new();
    let words: Vec<TokenKind> = pieces.iter().map(|piece| piece.kind.clone()).collect();
    for (number, piece) in pieces.into_iter().enumerate() {
        let ends = piece.is_sign(";")
            && piece.depth == 0
            && match level {
                Level::Items | Level::Clauses => {
                    let heads = ["move", "step", "left", "right"];
                    let has_body = current.first().is_none_or(|first| heads.iter().any(|word| first.is_word(word)));
                    let next = |ahead: usize| words.get(number + ahead).unwrap_or(&TokenKind::End);
                    !has_body || next(1) == &TokenKind::End || starts_clause(next(1), next(2))
                }
                Level::Statements => {
                    let swallows = current.first().is_some_and(|first| first.is_word("if") || first.is_word("for"));
                    let swallows = swallows || current.first().is_some_and(|first| first.is_word("else"));
                    !swallows || number + 1 == words.len()
                }
            };
        let stray = current.is_empty() && piece.is_sign(";");
        if !ends && !stray {
            current.push(piece);
            continue;
        }
        let last = current.last_mut().or_else(|| done.last_mut().and_then(|segment| segment.last_mut()));
        let orphans = piece.above.iter().copied().map(str::to_string).chain(piece.after);
        match last {
            Some(last) => orphans.for_each(|text| append(&mut last.after, &text)),
            None => remarks.extend(orphans.map(|text| Remark { text, blank: false })),
        }
        if !current.is_empty() {
            done.push(std::mem::take(&mut current));
        }
    }
    if !current.is_empty() {
        done.push(current);
    }
    done
}
