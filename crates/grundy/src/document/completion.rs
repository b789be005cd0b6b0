//! What can be written at a place: names in scope, and the words of the language that fit there.

use super::types::describe;
use super::{Document, NameKind, word_help};
use grundy_rule::syntax::QUERIES;
use grundy_rule::{OPEN_WORDS, TokenKind, WORDS, WordClass, word_class};
use std::collections::HashSet;

/// One thing that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is written.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
    /// How it is declared or written.
    pub form: String,
    /// What it means, in a sentence.
    pub words: String,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A declared name.
    Name(NameKind),
    /// A word of the language.
    Word(WordClass),
    /// A word that stands elsewhere in the text.
    Seen,
}

const ITEMS: [&str; 5] = ["game", "def", "type", "start", "expect"];
const MAPS: [&str; 5] = ["rotate", "mirror", "flip", "transpose", "permute"];

/// Words after which a new name is declared.
const DECLARING: [&str; 8] = ["game", "def", "type", "param", "state", "move", "let", "for"];

/// Words that only begin a line.
const BEGINNING: [&str; 16] = [
    "game",
    "def",
    "type",
    "start",
    "expect",
    "param",
    "state",
    "left",
    "right",
    "move",
    "misere",
    "players",
    "split",
    "symmetry",
    "measure",
    "invariant",
];

/// What is wanted at a place.
enum Wanted {
    /// A new name, or prose: nothing is known.
    Nothing,
    /// One of these words.
    Words(Vec<&'static str>),
    /// A name of one of these kinds.
    Names(&'static [NameKind]),
    /// A position: games and sums of them.
    Position,
    /// The beginning of a clause or of a statement.
    Line,
    /// An expression, a set or what goes on after one.
    Expression,
    /// An entry of a tuple or of a cell.
    Entry,
}

impl Document {
    /// What can be written at a place, what is nearest first: names in scope, words of the language, other words of the text. The word
    /// that is being written there does not matter.
    pub fn completions(&self, place: usize) -> Vec<Completion> {
        let start = self.word_at(place).map_or(place, |word| word.start as usize);
        let mut found = Vec::new();
        match self.wanted(start, place) {
            Wanted::Nothing => {}
            Wanted::Words(words) => found.extend(words.into_iter().map(word)),
            Wanted::Names(kinds) => self.names_in_scope(place, |kind| kinds.contains(&kind), &mut found),
            Wanted::Position => {
                self.names_in_scope(place, |kind| kind == NameKind::Game, &mut found);
                found.extend(["sum", "if"].map(word));
            }
            Wanted::Entry => {
                self.names_in_scope(place, |kind| kind == NameKind::Entry, &mut found);
                for (text, words) in [("row", "The row of a cell, from 0."), ("col", "The column of a cell, from 0.")] {
                    let kind = CompletionKind::Name(NameKind::Entry);
                    found.push(Completion {
                        text: text.to_string(),
                        kind,
                        form: format!("CELL.{text}"),
                        words: words.to_string(),
                    });
                }
            }
            Wanted::Line => {
                let clauses =
                    classes(&[WordClass::Clause, WordClass::Statement]).filter(|word| *word != "by" && *word != "show");
                self.names_in_scope(place, |kind| matches!(kind, NameKind::Field | NameKind::Player), &mut found);
                found.extend(clauses.chain(["if", "else", "me", "opp", "Left", "Right"]).map(word));
            }
            Wanted::Expression => {
                let usable = |kind| !matches!(kind, NameKind::Move | NameKind::Entry);
                self.names_in_scope(place, usable, &mut found);
                let of =
                    [WordClass::Value, WordClass::Function, WordClass::Type, WordClass::Operator, WordClass::Statement];
                let after = ["when", "by", "show", "wins", "loses", "swapping"];
                found.extend(classes(&of).chain(after).chain(OPEN_WORDS.iter().copied()).map(word));
                self.seen(start, &mut found);
            }
        }
        let mut known = HashSet::new();
        found.retain(|one| known.insert(one.text.clone()));
        found
    }

    /// What is wanted where a word begins.
    fn wanted(&self, start: usize, place: usize) -> Wanted {
        if self.is_prose(place) {
            return Wanted::Nothing;
        }
        let text = self.text.text.get(..start).unwrap_or_default();
        let line = text.rfind('\n').map_or(0, |newline| newline + 1);
        let blank = text[line..].trim().is_empty();
        if blank && text.len() == line {
            return Wanted::Words(ITEMS.to_vec());
        }
        let before = self.tokens.partition_point(|token| (token.span.end as usize) <= start);
        let layout = |kind: &TokenKind| {
            matches!(kind, TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent | TokenKind::End)
        };
        let last = self.tokens[..before].iter().map(|token| &token.kind).rfind(|kind| !layout(kind));
        // A line after a sign that wants more goes on with an expression.
        let ends = |sign: &&str| [":", ")", "]", "}"].contains(sign);
        let goes_on = matches!(last, Some(TokenKind::Sign(sign)) if !ends(sign));
        let first = text[line..].split_whitespace().next().unwrap_or_default();
        let colon = matches!(last, Some(TokenKind::Sign(":" | ";")));
        match last {
            _ if blank && !goes_on => Wanted::Line,
            Some(TokenKind::Sign(".")) => Wanted::Entry,
            Some(TokenKind::Sign(","))
                if ["param", "state", "players"].contains(&first) && self.depth_before(start, line) == 0 =>
            {
                Wanted::Nothing
            }
            Some(TokenKind::Sign(",")) if first == "symmetry" => {
                Wanted::Words(MAPS.iter().copied().chain(["swap"]).collect())
            }
            _ if colon && !["param", "state"].contains(&first) && self.depth_before(start, line) == 0 => Wanted::Line,
            Some(TokenKind::Word(last)) => match last.as_str() {
                "claim" => Wanted::Words(vec!["first", "second", "grundy", "plies", "rounds"]),
                "expect" => Wanted::Words(QUERIES.iter().map(|(word, _)| *word).collect()),
                "symmetry" => Wanted::Words(MAPS.iter().copied().chain(["swap"]).collect()),
                "first" | "second" if first == "claim" => Wanted::Words(vec!["wins"]),
                "misere" => Wanted::Words(vec!["play"]),
                "left" | "right" => Wanted::Words(vec!["move", "step"]),
                "swap" | "swapping" if first == "symmetry" => Wanted::Words(vec!["players"]),
                "split" => Wanted::Names(&[NameKind::Field]),
                word if first == "symmetry" && MAPS.contains(&word) => Wanted::Names(&[NameKind::Field]),
                word if first == "expect" && QUERIES.iter().any(|(query, _)| *query == word) => Wanted::Position,
                "start" | "become" => Wanted::Position,
                "players" => Wanted::Nothing,
                word if DECLARING.contains(&word) => Wanted::Nothing,
                _ => Wanted::Expression,
            },
            _ => Wanted::Expression,
        }
    }

    /// How many brackets of a line are open before a place.
    fn depth_before(&self, place: usize, line: usize) -> usize {
        let here = self.tokens.iter().filter(|token| (line..place).contains(&(token.span.start as usize)));
        here.fold(0, |depth: usize, token| match token.kind {
            TokenKind::Sign("(" | "[" | "{") => depth + 1,
            TokenKind::Sign(")" | "]" | "}") => depth.saturating_sub(1),
            _ => depth,
        })
    }

    fn names_in_scope(&self, place: usize, wanted: impl Fn(NameKind) -> bool, found: &mut Vec<Completion>) {
        let inside = |span: grundy_rule::Span| (span.start as usize..=span.end as usize).contains(&place);
        let mut named: Vec<_> = self.names.iter().filter(|named| wanted(named.kind) && inside(named.scope)).collect();
        // What is bound nearest comes first.
        named.sort_by_key(|named| named.scope.end - named.scope.start);
        for named in named.into_iter().filter(|named| named.declared.range().end != place) {
            let ty =
                self.type_of(named).map(|ty| format!(": {}", describe(ty, &self.module.enums))).unwrap_or_default();
            found.push(Completion {
                text: named.name.clone(),
                kind: CompletionKind::Name(named.kind),
                form: self.declaration(named),
                words: format!("{}{ty}", named.kind.words()),
            });
        }
    }

    /// Words of the text that no declaration explains: a clause that is being written declares nothing yet.
    fn seen(&self, start: usize, found: &mut Vec<Completion>) {
        let declared: HashSet<&str> = self.names.iter().map(|named| named.name.as_str()).collect();
        for token in self.tokens.iter().filter(|token| token.span.start as usize != start) {
            if let TokenKind::Word(text) = &token.kind {
                if word_class(text).is_none() && !declared.contains(text.as_str()) {
                    let (text, kind) = (text.clone(), CompletionKind::Seen);
                    found.push(Completion { text, kind, form: String::new(), words: String::new() });
                }
            }
        }
    }
}

fn classes(wanted: &[WordClass]) -> impl Iterator<Item = &'static str> {
    let words = WORDS.iter().filter(|(class, _)| wanted.contains(class)).flat_map(|(_, words)| words.iter().copied());
    let only_first = |word: &&str| !BEGINNING.contains(word) || wanted.contains(&WordClass::Clause);
    words.filter(only_first).collect::<Vec<_>>().into_iter()
}

fn word(text: &'static str) -> Completion {
    let open = if OPEN_WORDS.contains(&text) { WordClass::Function } else { WordClass::Operator };
    let kind = CompletionKind::Word(word_class(text).unwrap_or(open));
    let (form, words) = word_help(text).map_or(("", ""), |help| (help.form, help.meaning));
    Completion { text: text.to_string(), kind, form: form.to_string(), words: words.to_string() }
}
