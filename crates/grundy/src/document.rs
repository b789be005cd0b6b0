//! A text of rules as an editor holds it: read once, then asked what stands where. Places are bytes.
//!
//! Invariant: nothing here fails on any text, and what is said of a text with mistakes is said of what was understood of it.

mod completion;
mod help;
mod hover;
mod names;
mod outline;
mod types;

pub use completion::{Completion, CompletionKind};
pub use help::{WordHelp, word_help};
pub use hover::Hover;
pub use names::{NameKind, Named};
pub use outline::Outline;

use crate::diagnose::Rewrite;
use crate::problem::Problem;
use crate::subject::{Ruleset, too_long};
use crate::text::Text;
use grundy_rule::{
    Comment, Diagnostic, MAX_BYTES, Module, Reading, Span, Token, TokenKind, Type, WordClass, lex, read, syntax,
    word_class,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A text and what it says.
pub struct Document {
    text: Text,
    file: syntax::File,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    names: Vec<Named>,
    types: HashMap<Span, Type>,
    module: Arc<Module>,
    diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// Reads a text. One that is too long is not looked at: that is its only mistake.
    pub fn read(text: Text) -> Document {
        if text.text.len() > MAX_BYTES {
            let Problem { message, remedy, .. } = too_long(&text.name, MAX_BYTES);
            let long = Diagnostic::new("E01", Span::default(), message, remedy.unwrap_or_default());
            return Document {
                text,
                file: syntax::File::default(),
                tokens: Vec::new(),
                comments: Vec::new(),
                names: Vec::new(),
                types: HashMap::new(),
                module: Arc::default(),
                diagnostics: vec![long],
            };
        }
        let Reading { parsed, module, diagnostics } = read(&text.text);
        let (tokens, comments, _) = lex(&text.text);
        let names = names::names_of(&parsed.file, &text.text);
        let types = types::types_of(&module);
        Document { text, file: parsed.file, tokens, comments, names, types, module: Arc::new(module), diagnostics }
    }

    /// The text.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Its mistakes and warnings, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The rewrites that remedies ask for, each with the mistake that it puts right.
    pub fn rewrites(&self) -> impl Iterator<Item = (&Diagnostic, Rewrite)> {
        self.diagnostics.iter().filter_map(|one| Some((one, Rewrite::of(one, &self.text.text)?)))
    }

    /// Its checked rules; `None` if there is an error or no game.
    pub fn ruleset(&self) -> Option<Ruleset> {
        let sound = !self.diagnostics.iter().any(Diagnostic::is_error) && !self.module.games.is_empty();
        sound.then(|| Ruleset { text: self.text.clone(), module: self.module.clone(), game: 0 })
    }

    /// Every declared name with its uses.
    pub fn names(&self) -> &[Named] {
        &self.names
    }

    /// The name declared or used at a place, and where it stands there.
    pub fn named_at(&self, place: usize) -> Option<(&Named, Span)> {
        let word = self.word_at(place)?;
        let stands = |named: &&Named| named.declared == word || named.uses.binary_search(&word).is_ok();
        self.names.iter().find(stands).map(|named| (named, word))
    }

    /// Where the name at a place is declared, and every use of it, in the order of the text.
    pub fn references(&self, place: usize) -> Vec<Span> {
        let Some((named, _)) = self.named_at(place) else { return Vec::new() };
        let mut all = named.uses.clone();
        all.push(named.declared);
        all.sort_unstable();
        all
    }

    /// The rewrites that call the name at a place `new`. The text that they leave is read: a name that is taken, or that another thing
    /// would then be called, is refused.
    pub fn rename(&self, place: usize, new: &str) -> Result<Vec<Rewrite>, Problem> {
        let refused = |cause: String| Problem::bad_input("rename", cause);
        let Some((named, _)) = self.named_at(place) else {
            let word = self.word_at(place).and_then(|word| self.text.text.get(word.range()));
            return Err(match word {
                Some(word) if word_class(word).is_some() => refused(format!("`{word}` is a word of the language")),
                Some(word) => refused(format!("`{word}` is not declared in this text")),
                None => refused("here stands no name".to_string()),
            });
        };
        if !is_name(new) {
            let problem = refused(format!("`{new}` is not a name"));
            return Err(problem.remedy("a name begins with a letter and goes on with letters, digits and `_`"));
        }
        let spans = self.references(place);
        let mut text = String::new();
        let mut at = 0;
        for span in &spans {
            text.push_str(&self.text.text[at..span.start as usize]);
            text.push_str(new);
            at = span.end as usize;
        }
        text.push_str(&self.text.text[at..]);
        let before = spans.partition_point(|span| span < &named.declared);
        let declared = named.declared.start as usize + before * new.len() - before * named.name.len();
        let renamed = Document::read(Text::new(&self.text.name, text));
        let mistakes = |document: &Document| document.diagnostics.iter().filter(|one| one.is_error()).count();
        if mistakes(&renamed) > mistakes(self) {
            let known: Vec<&str> = self.diagnostics.iter().map(|one| one.cause.as_str()).collect();
            let fresh = renamed.diagnostics.iter().find(|one| one.is_error() && !known.contains(&one.cause.as_str()));
            let cause = fresh.map_or("it would be a mistake".to_string(), |one| one.cause.clone());
            return Err(refused(format!("`{}` cannot be called `{new}`: {cause}", named.name)));
        }
        if renamed.named_at(declared).map(|(other, _)| other.uses.len()) != Some(named.uses.len()) {
            return Err(refused(format!("`{}` cannot be called `{new}`: another thing is", named.name)));
        }
        let rewrite = |span: &Span| Rewrite { start: span.start, end: span.end, text: new.to_string() };
        Ok(spans.iter().map(rewrite).collect())
    }

    /// The word at a place, or that ends there.
    pub fn word_at(&self, place: usize) -> Option<Span> {
        let place = place as u32;
        let after = self.tokens.partition_point(|token| token.span.end < place);
        let here = self.tokens[after..].iter().take_while(|token| token.span.start <= place);
        here.filter(|token| matches!(token.kind, TokenKind::Word(_)) && place <= token.span.end)
            .map(|token| token.span)
            .next()
    }

    /// The remarks on a declaration: comments on the lines before it, and behind it on its own line.
    fn remark(&self, declaration: Span) -> String {
        let text = self.text.text.as_str();
        let line_of = |at: u32| text[..at as usize].rfind('\n').map_or(0, |newline| newline + 1);
        let words = |comment: &Comment| text[comment.span.range()].trim_start_matches('#').trim().to_string();
        let mut above = Vec::new();
        let mut line = line_of(declaration.start);
        for comment in
            self.comments.iter().rev().filter(|comment| comment.alone && comment.span.end <= declaration.start)
        {
            let start = line_of(comment.span.start);
            if text[comment.span.end as usize..line].trim().is_empty()
                && line > start
                && text[start..line].matches('\n').count() == 1
            {
                above.push(words(comment));
                line = start;
            } else {
                break;
            }
        }
        above.reverse();
        let end =
            text[declaration.end as usize..].find('\n').map_or(text.len(), |length| declaration.end as usize + length);
        let behind = self.comments.iter().find(|comment| {
            !comment.alone && comment.span.start >= declaration.end && (comment.span.start as usize) < end
        });
        above.extend(behind.map(words));
        above.join(" ")
    }

    /// Whether a place is inside a comment or a text.
    fn is_prose(&self, place: usize) -> bool {
        let place = place as u32;
        let inside = |span: Span| span.start < place && place < span.end;
        self.comments.iter().any(|comment| comment.span.start < place && place <= comment.span.end)
            || self.tokens.iter().any(|token| matches!(token.kind, TokenKind::Text(_)) && inside(token.span))
    }
}

/// Whether a text is one name and no word of the language.
fn is_name(text: &str) -> bool {
    let (tokens, _, diagnostics) = lex(text);
    let one = matches!(&tokens[..], [Token { kind: TokenKind::Word(word), .. }, ..] if word == text);
    one && diagnostics.is_empty() && !matches!(word_class(text), Some(class) if class != WordClass::Free)
}

#[cfg(test)]
mod tests;
