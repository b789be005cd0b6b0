use super::WIDTH;
use super::lines::{Block, Line, Piece, Remark, statements};
use super::spacing::spaces;
use crate::token::TokenKind;

/// The text of a file.
pub fn render(file: &Block) -> String {
    let mut out = String::new();
    block(file, 0, &mut out);
    out
}

fn block(block: &Block, indent: usize, out: &mut String) {
    let mut first = true;
    for (number, line) in block.lines.iter().enumerate() {
        remarks(&line.remarks, indent, &mut first, out);
        if line.blank && !first {
            out.push('\n');
        }
        first = false;
        let followed_by_else = block.lines.get(number + 1).is_some_and(|next| next.pieces[0].is_word("else"));
        statement(line, indent, followed_by_else, out);
    }
    remarks(&block.tail, indent, &mut first, out);
}

fn remarks(remarks: &[Remark], indent: usize, first: &mut bool, out: &mut String) {
    for remark in remarks {
        if remark.blank && !*first {
            out.push('\n');
        }
        *first = false;
        push_line(out, indent, &remark.text);
    }
}

fn push_line(out: &mut String, indent: usize, text: &str) {
    out.extend(std::iter::repeat_n(' ', indent));
    out.push_str(text);
    out.push('\n');
}

/// Writes a line and its block, each broken where it is too long.
fn statement(line: &Line, indent: usize, followed_by_else: bool, out: &mut String) {
    let pieces = &line.pieces;
    for above in &pieces[0].above {
        push_line(out, indent, above);
    }
    let remarked = pieces.iter().skip(1).any(|piece| !piece.above.is_empty())
        || pieces.iter().rev().skip(1).any(|piece| piece.after.is_some());
    let fits = !remarked && indent + width(pieces) <= WIDTH;
    let broken = if fits {
        push_pieces(out, indent, pieces);
        false
    } else if remarked {
        fill(pieces, indent, indent + 2, out);
        true
    } else {
        let may_open = line.block.lines.is_empty() && !followed_by_else;
        if let Some((head, lines)) = may_open.then(|| inline_body(pieces)).flatten() {
            return open_body(head, lines, indent, out);
        }
        head(pieces, indent, out)
    };
    block(&line.block, indent + if broken { 4 } else { 2 }, out);
}

/// Writes a head that may be too long; says whether it took more than one line.
fn head(pieces: &[Piece], indent: usize, out: &mut String) -> bool {
    if indent + width(pieces) <= WIDTH {
        push_pieces(out, indent, pieces);
        return false;
    }
    match guard(pieces) {
        Some(at) => {
            fill(&pieces[..at], indent, indent + 4, out);
            fill(&pieces[at..], indent + 2, indent + 6, out);
        }
        None if !sum(pieces, indent, out) => fill(pieces, indent, indent + 2, out),
        None => {}
    }
    true
}

/// Writes a head whose body stood on its line: beside the guard if it fits there (a single statement, unless the
/// head has to break anyway), else as a block.
fn open_body(head_pieces: usize, pieces: &[Piece], indent: usize, out: &mut String) {
    let (start, body) = pieces.split_at(head_pieces);
    let single = !body.iter().any(|piece| piece.is_sign(";"));
    if let Some(at) = guard(start)
        && (single || indent + width(start) > WIDTH)
        && indent + width(&pieces[..at]) <= WIDTH
        && indent + 2 + width(&pieces[at..]) <= WIDTH
    {
        push_pieces(out, indent, &pieces[..at]);
        push_pieces(out, indent + 2, &pieces[at..]);
        return;
    }
    let (body, otherwise) = match matching_else(start, body) {
        Some(at) => (&body[..at], Some(&body[at..])),
        None => (body, None),
    };
    let mut start = start.to_vec();
    let mut body = body.to_vec();
    if let (None, Some(last), Some(colon)) = (otherwise, body.last_mut(), start.last_mut()) {
        colon.after = last.after.take();
    }
    let broken = head(&start, indent, out);
    let inner = Block { lines: statements(body), tail: Vec::new() };
    block(&inner, indent + if broken { 4 } else { 2 }, out);
    if let Some(otherwise) = otherwise {
        let mut line = Line::default();
        line.pieces = otherwise.to_vec();
        match inline_body(&line.pieces) {
            Some((head, pieces)) => open_body(head, pieces, indent, out),
            None => statement(&line, indent, false, out),
        }
    }
}

/// Where the body of a head begins that stands on the head's line, if one does.
fn inline_body<'a, 'b>(pieces: &'b [Piece<'a>]) -> Option<(usize, &'b [Piece<'a>])> {
    let heads = ["move", "step", "left", "right", "if", "for", "else"];
    heads.iter().any(|word| pieces[0].is_word(word)).then_some(())?;
    let colon = pieces.iter().position(|piece| piece.depth == 0 && piece.is_sign(":"))?;
    (colon + 1 < pieces.len()).then_some((colon + 1, pieces))
}

/// Where the guard of a move begins.
fn guard(pieces: &[Piece]) -> Option<usize> {
    ["move", "step", "left", "right"].iter().any(|word| pieces[0].is_word(word)).then_some(())?;
    let at = pieces.iter().position(|piece| piece.depth == 0 && (piece.is_word("if") || piece.is_sign(":")))?;
    pieces[at].is_word("if").then_some(at)
}

/// Where, in a body on the line of its `if`, the `else` of that `if` stands: each `else` belongs to the innermost
/// `if` that has none.
fn matching_else(head: &[Piece], body: &[Piece]) -> Option<usize> {
    head[0].is_word("if").then_some(())?;
    let mut inner = 0usize;
    for (at, piece) in body.iter().enumerate().filter(|(_, piece)| piece.depth == 0) {
        let begins = at == 0 || matches!(body[at - 1].kind, TokenKind::Sign(":" | ";"));
        if piece.is_word("if") && begins {
            inner += 1;
        } else if piece.is_word("else") && body.get(at + 1).is_some_and(|next| next.is_sign(":")) {
            if inner == 0 {
                return Some(at);
            }
            inner -= 1;
        }
    }
    None
}

fn width(pieces: &[Piece]) -> usize {
    let spaces = spaces(pieces).into_iter().filter(|space| *space).count();
    pieces.iter().map(|piece| piece.text.chars().count()).sum::<usize>() + spaces
}

fn push_pieces(out: &mut String, indent: usize, pieces: &[Piece]) {
    let mut line = String::new();
    for (piece, space) in pieces.iter().zip(spaces(pieces)) {
        if space {
            line.push(' ');
        }
        line.push_str(piece.text);
    }
    if let Some(remark) = pieces.last().and_then(|piece| piece.after.as_ref()) {
        line.push_str("  ");
        line.push_str(remark);
    }
    push_line(out, indent, &line);
}

/// Writes `become A + B + ...` or `start A + B + ...` over as few lines as possible, as even as possible, with the
/// summands aligned; says `false`, having written nothing, if this is no such sum or a summand is too long.
fn sum(pieces: &[Piece], indent: usize, out: &mut String) -> bool {
    let Some(word) = ["become", "start"].iter().find(|word| pieces[0].is_word(word)) else { return false };
    let margin = indent + word.len() + 1;
    let mut parts: Vec<usize> = vec![1];
    for (at, piece) in pieces.iter().enumerate().skip(1).filter(|(_, piece)| piece.depth == 0) {
        match piece.kind {
            TokenKind::Sign("+") => parts.push(at + 1),
            TokenKind::Sign("(" | "[" | "{" | ")" | "]" | "}") | TokenKind::Word(_) | TokenKind::Number(_) => {}
            _ => return false,
        }
    }
    parts.push(pieces.len() + 1);
    let widths: Vec<usize> = parts.windows(2).map(|ends| width(&pieces[ends[0]..(ends[1] - 1).max(ends[0])])).collect();
    let room = WIDTH - margin.min(WIDTH);
    if widths.len() < 2 || widths.iter().any(|&width| width > room) {
        return false;
    }
    let fewest = rows(&widths, room).len();
    let even =
        (1..=room).find(|&limit| widths.iter().all(|&width| width <= limit) && rows(&widths, limit).len() == fewest);
    let mut at = 0;
    for (row, &count) in rows(&widths, even.unwrap_or(room)).iter().enumerate() {
        let first = if row == 0 { 0 } else { parts[at] - 1 };
        let column = if row == 0 { indent } else { margin - 2 };
        at += count;
        push_pieces(out, column, &pieces[first..parts[at] - 1]);
    }
    true
}

/// How many parts of the given widths stand in each row when each row is filled up to `limit`.
fn rows(widths: &[usize], limit: usize) -> Vec<usize> {
    let mut rows = Vec::new();
    let (mut used, mut count) = (0, 0);
    for &width in widths {
        if count > 0 && used + 3 + width > limit {
            rows.push(count);
            (used, count) = (width, 1);
        } else {
            used += if count == 0 { width } else { 3 + width };
            count += 1;
        }
    }
    rows.push(count);
    rows
}

/// Writes pieces over several lines, the later ones from column `hang`. A line ends after a remark; otherwise at the
/// loosest place that keeps it within the width, and of those at the last; places in its first third are a last resort.
fn fill(pieces: &[Piece], indent: usize, hang: usize, out: &mut String) {
    let spaces = spaces(pieces);
    let (mut start, mut column) = (0, indent);
    while start < pieces.len() {
        let end = line_end(pieces, &spaces, start, column);
        if start > 0 {
            for above in &pieces[start].above {
                push_line(out, hang, above);
            }
        }
        push_spaced(out, column, &pieces[start..end], &spaces[start..end]);
        (start, column) = (end, hang);
    }
}

fn push_spaced(out: &mut String, indent: usize, pieces: &[Piece], spaces: &[bool]) {
    let mut line = String::new();
    for (number, (piece, space)) in pieces.iter().zip(spaces).enumerate() {
        if *space && number > 0 {
            line.push(' ');
        }
        line.push_str(piece.text);
    }
    if let Some(remark) = pieces.last().and_then(|piece| piece.after.as_ref()) {
        line.push_str("  ");
        line.push_str(remark);
    }
    push_line(out, indent, &line);
}

/// One past the last piece of the line that begins with `start`.
fn line_end(pieces: &[Piece], spaces: &[bool], start: usize, column: usize) -> usize {
    let mut used = column;
    let early = column + (WIDTH - column.min(WIDTH)) / 3;
    let mut best: Option<((bool, usize, usize), usize)> = None;
    for at in start..pieces.len() {
        if at > start {
            if pieces[at - 1].after.is_some() || !pieces[at].above.is_empty() {
                return if used <= WIDTH { at } else { best.map_or(at, |(_, place)| place) };
            }
            if let Some((depth, class)) = break_before(pieces, spaces, at)
                && (used <= WIDTH || best.is_none())
            {
                let looseness = (used < early, depth, class);
                if best.is_none_or(|(known, _)| looseness <= known) {
                    best = Some((looseness, at));
                }
            }
            used += usize::from(spaces[at]);
        }
        used += pieces[at].text.chars().count();
        if used > WIDTH
            && let Some((_, place)) = best
        {
            return place;
        }
    }
    pieces.len()
}

/// How loosely the piece is tied to the one before, if the line may break between them: depth of brackets first.
/// After a `:` outside brackets a new line would open a block.
fn break_before(pieces: &[Piece], spaces: &[bool], at: usize) -> Option<(usize, usize)> {
    let (before, here) = (&pieces[at - 1], &pieces[at]);
    if !spaces[at] || (before.is_sign(":") && before.depth == 0) {
        return None;
    }
    let class = match &here.kind {
        _ if before.is_sign(";") => 0,
        TokenKind::Word(word) if ["if", "then", "else", "when"].contains(&word.as_str()) => 0,
        TokenKind::Word(word) if word == "or" => 1,
        TokenKind::Word(word) if word == "and" => 2,
        _ if before.is_sign(",") => 3,
        TokenKind::Sign("==" | "!=" | "<" | "<=" | ">" | ">=") => 4,
        TokenKind::Sign("+" | "-" | "^^") => 5,
        TokenKind::Sign("*" | "//" | "%" | "&") => 6,
        _ => return None,
    };
    Some((here.depth, class))
}
