use super::lines::Piece;
use crate::syntax::FOLDS;
use crate::token::TokenKind;

/// Words that want an operand after them, so that a bracket or `-` that follows begins one.
const OPENERS: &[&str] = &[
    "if",
    "then",
    "else",
    "and",
    "or",
    "not",
    "in",
    "of",
    "by",
    "when",
    "show",
    "let",
    "for",
    "gain",
    "become",
    "swap",
    "start",
    "expect",
    "measure",
    "invariant",
    "claim",
    "score",
    "param",
    "state",
    "grundy",
    "winner",
    "outcome",
    "margin",
    "plies",
    "rounds",
];

/// For each piece, whether a space stands before it.
pub fn spaces(pieces: &[Piece]) -> Vec<bool> {
    let tight = range_ends(pieces);
    let named = named_arguments(pieces);
    let mut spaces = vec![false; pieces.len()];
    let mut after_sign_of_number = false;
    for i in 1..pieces.len() {
        let (before, here) = (&pieces[i - 1], &pieces[i]);
        let binary = ends_operand(before);
        let joined = after_sign_of_number
            || matches!(before.kind, TokenKind::Sign("(" | "[" | "{" | "."))
            || (before.is_sign("..") && begins_operand(here))
            || matches!(here.kind, TokenKind::Sign(")" | "]" | "}" | "," | ":" | ";" | "?" | "." | ".."))
            || (here.is_sign("(") && is_name(before))
            || (here.is_sign("[") && binary)
            || (tight[i] && binary && is_operator(here))
            || (tight[i - 1] && is_operator(before))
            || named[i]
            || named[i - 1];
        spaces[i] = !joined;
        after_sign_of_number = here.is_sign("-") && !binary;
    }
    if let Some(first) = pieces.first()
        && first.is_sign("-")
        && pieces.len() > 1
    {
        spaces[1] = false;
    }
    spaces
}

fn is_name(piece: &Piece) -> bool {
    matches!(&piece.kind, TokenKind::Word(word) if !OPENERS.contains(&word.as_str()))
}

/// Whether an operand can begin here: after `..` the range's upper end.
fn begins_operand(piece: &Piece) -> bool {
    is_name(piece) || matches!(piece.kind, TokenKind::Number(_) | TokenKind::Sign("(" | "[" | "{" | "-"))
}

/// Whether an operand can end here, so that a sign that follows stands between two.
fn ends_operand(piece: &Piece) -> bool {
    is_name(piece)
        || matches!(piece.kind, TokenKind::Number(_) | TokenKind::Text(_) | TokenKind::Sign(")" | "]" | "}" | "?"))
}

/// The operators that bind tighter than `..`.
fn is_operator(piece: &Piece) -> bool {
    matches!(piece.kind, TokenKind::Sign("+" | "-" | "*" | "//" | "%" | "&" | "^^"))
}

/// Marks what belongs to an end of a range, outside any bracket in it.
fn range_ends(pieces: &[Piece]) -> Vec<bool> {
    let mut tight = vec![false; pieces.len()];
    // Per depth: where the operand that may precede a `..` begins, and whether one is being marked.
    let mut begins: Vec<(usize, bool)> = vec![(0, false)];
    for (i, piece) in pieces.iter().enumerate() {
        begins.truncate(piece.depth + 1);
        begins.resize(piece.depth + 1, (i, false));
        let (begin, marking) = begins[piece.depth];
        let bracket = matches!(piece.kind, TokenKind::Sign("(" | "[" | "{" | ")" | "]" | "}"));
        if piece.is_sign("..") {
            for (j, earlier) in pieces[begin..i].iter().enumerate() {
                tight[begin + j] |= earlier.depth == piece.depth;
            }
            begins[piece.depth] = (i + 1, true);
        } else if is_operator(piece) || ends_operand(piece) || piece.is_sign(".") || bracket {
            tight[i] = marking;
        } else {
            begins[piece.depth] = (i + 1, false);
        }
    }
    tight
}

/// Marks the `=` of named arguments: `Domineering(R=2, C=2)`, but not those of binders.
fn named_arguments(pieces: &[Piece]) -> Vec<bool> {
    let mut named = vec![false; pieces.len()];
    let header = pieces.iter().position(|piece| piece.is_word("move") || piece.is_word("def")).map(|at| at + 2);
    // Whether each open bracket holds the arguments of a call.
    let mut calls: Vec<bool> = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        match &piece.kind {
            TokenKind::Sign("(" | "[" | "{") => {
                let before = i.checked_sub(1).map(|at| &pieces[at]);
                let fold = before.is_some_and(|before| FOLDS.iter().any(|(word, _)| before.is_word(word)));
                let call = piece.is_sign("(") && before.is_some_and(is_name) && !fold && header != Some(i);
                calls.push(call);
            }
            TokenKind::Sign(")" | "]" | "}") => {
                calls.pop();
            }
            TokenKind::Sign("=") => {
                let begins = i >= 2 && matches!(pieces[i - 2].kind, TokenKind::Sign("(" | ","));
                named[i] = begins && calls.last() == Some(&true);
            }
            _ => {}
        }
    }
    named
}
