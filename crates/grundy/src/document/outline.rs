//! The table of contents of a text: its games, and what each declares.

use super::{Document, NameKind, Named};
use grundy_rule::Span;
use grundy_rule::syntax::{Clause, Game, Item};
use std::collections::HashMap;

/// Names by where they are declared.
type Declared<'a> = HashMap<Span, &'a Named>;

/// A row of a table of contents.
#[derive(Clone, Debug)]
pub struct Outline {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: NameKind,
    /// How it is declared.
    pub form: String,
    /// All of it.
    pub span: Span,
    /// Its name.
    pub declared: Span,
    /// What it holds.
    pub inner: Vec<Outline>,
}

impl Document {
    /// The games, definitions and types of the text, and the parts of each game, in the order of the text.
    pub fn outline(&self) -> Vec<Outline> {
        let declared: Declared = self.names.iter().map(|named| (named.declared, named)).collect();
        let rows = self.file.items.iter().filter_map(|item| match item {
            Item::Game(game) => {
                let mut row = self.row(declared.get(&game.name.span)?, game.span);
                row.inner = self.parts(game, &declared);
                Some(row)
            }
            Item::Def(def) => Some(self.row(declared.get(&def.name.span)?, def.span)),
            Item::Enum(of) => {
                let named = declared.get(&of.name.span)?;
                Some(self.row(named, named.declaration))
            }
            Item::Start(_) | Item::Expect(_) => None,
        });
        rows.collect()
    }

    fn parts(&self, game: &Game, declared: &Declared) -> Vec<Outline> {
        let rows = game.clauses.iter().flat_map(|clause| {
            let (names, whole) = match clause {
                Clause::Param(one) | Clause::State(one) => (vec![&one.name], None),
                Clause::Move(of) => (vec![&of.name], Some(of.span)),
                Clause::Def(def) => (vec![&def.name], Some(def.span)),
                Clause::Enum(of) => (vec![&of.name], None),
                Clause::Players(both) => (both.iter().collect(), None),
                _ => (Vec::new(), None),
            };
            names.into_iter().filter_map(move |name| {
                let named = declared.get(&name.span)?;
                Some(self.row(named, whole.unwrap_or(named.declaration)))
            })
        });
        rows.collect()
    }

    fn row(&self, named: &Named, span: Span) -> Outline {
        Outline {
            name: named.name.clone(),
            kind: named.kind,
            form: self.declaration(named),
            span: span.to(named.declared),
            declared: named.declared,
            inner: Vec::new(),
        }
    }
}
