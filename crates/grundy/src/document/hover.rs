//! What an editor says of the word under the pointer: how it is declared, what type it has, what it means.

use super::names::{NameKind, Named};
use super::types::describe;
use super::{Document, word_help};
use grundy_rule::Span;

/// What is said of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// A line of rules.
    pub code: String,
    /// What it is, in a sentence.
    pub words: String,
    /// The game, if the word is the name of one.
    pub game: Option<String>,
}

impl Document {
    /// What is said of the word at a place: of a name its declaration, its type and the remarks on it; of a word of the language what it
    /// means.
    pub fn hover(&self, place: usize) -> Option<Hover> {
        if self.is_prose(place) {
            return None;
        }
        let span = self.word_at(place)?;
        if let Some((named, _)) = self.named_at(place) {
            let game = (named.kind == NameKind::Game).then(|| named.name.clone());
            return Some(Hover { span, code: self.declaration(named), words: self.said_of(named), game });
        }
        let word = self.text.text.get(span.range())?;
        let help = word_help(word)?;
        Some(Hover { span, code: help.form.to_string(), words: help.meaning.to_string(), game: None })
    }

    /// A declaration as one line of rules.
    pub(super) fn declaration(&self, named: &Named) -> String {
        let written = self.text.text.get(named.declaration.range()).unwrap_or(&named.name);
        let written: Vec<&str> =
            written.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).collect();
        let written = written.join(" ");
        let before = match named.kind {
            NameKind::Parameter => "param ",
            NameKind::Field => "state ",
            NameKind::Type | NameKind::TypeValue => "type ",
            NameKind::Player => "players ",
            _ => "",
        };
        // The head of a move ends before the bracket that closes its binders.
        let open = written.matches('(').count().saturating_sub(written.matches(')').count());
        let after = if named.kind == NameKind::Move { ")".repeat(open) } else { String::new() };
        format!("{before}{written}{after}")
    }

    /// What a name is, in a sentence, and the remarks on it.
    fn said_of(&self, named: &Named) -> String {
        let ty = self.type_of(named).map(|ty| format!(": {}", describe(ty, &self.module.enums))).unwrap_or_default();
        let remark = self.remark(named.declaration);
        let remark = if remark.is_empty() { remark } else { format!("\n\n{remark}") };
        format!("{}{ty}{remark}", named.kind.words())
    }

    /// The type that the checker found for a name.
    pub(super) fn type_of(&self, named: &Named) -> Option<&grundy_rule::Type> {
        let places = [named.declared, named.declaration].into_iter().chain(named.uses.iter().copied());
        match named.kind {
            NameKind::Game | NameKind::Move | NameKind::Type | NameKind::TypeValue | NameKind::Player => None,
            _ => places.into_iter().find_map(|span| self.types.get(&span)),
        }
    }
}
