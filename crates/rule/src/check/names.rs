use super::Checker;
use crate::diagnostic::{Diagnostic, nearest};
use crate::rules::Who;
use crate::span::Span;
use crate::syntax::Name;
use crate::words::{built_in, is_reserved};

/// What a declared name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Symbol {
    Param(usize),
    Field(usize),
    Def(usize),
    Enum(usize),
    EnumValue(usize, usize),
    Player(Who),
}

pub(super) fn twice(name: &str, span: Span) -> Diagnostic {
    Diagnostic::new("E09", span, format!("`{name}` is declared twice"), "give one of them another name")
}

impl Checker<'_> {
    pub(super) fn declare_shared(&mut self) {
        self.symbols.insert("Left".into(), Symbol::Player(Who::Left));
        self.symbols.insert("Right".into(), Symbol::Player(Who::Right));
        for (number, of) in self.shared.enums.iter().enumerate() {
            self.symbols.insert(of.name.clone(), Symbol::Enum(number));
            for (index, value) in of.values.iter().enumerate() {
                self.symbols.insert(value.clone(), Symbol::EnumValue(number, index));
            }
        }
        for (number, def) in self.shared.defs.iter().enumerate() {
            self.symbols.insert(def.name.text.clone(), Symbol::Def(number));
        }
    }

    /// What a name stands for: a player, where one is wanted and the game that the argument belongs to calls one so.
    pub(super) fn symbol(&self, name: &str) -> Option<Symbol> {
        match self.symbols.get(name) {
            None | Some(Symbol::EnumValue(..)) if self.is_wanted_player(name) => {
                let [left, _] = self.wanted_players.as_ref()?;
                Some(Symbol::Player(if left == name { Who::Left } else { Who::Right }))
            }
            known => known.cloned(),
        }
    }

    fn is_wanted_player(&self, name: &str) -> bool {
        self.wanted_players.as_ref().is_some_and(|players| players.iter().any(|player| player == name))
    }

    /// Declares a name of the game, unless it is reserved or taken.
    pub(super) fn declare(&mut self, name: &Name, symbol: Symbol) {
        // A reserved name is reported once, where it is declared, and means what was meant after that.
        if !self.refuse_reserved(name) && self.symbols.contains_key(&name.text) {
            self.diagnostics.push(twice(&name.text, name.span));
            return;
        }
        self.symbols.insert(name.text.clone(), symbol);
    }

    /// Reports a bound name that is reserved or hides another.
    pub(super) fn check_fresh(&mut self, name: &Name) {
        if self.refuse_reserved(name) {
            return;
        }
        let hides = self.symbols.contains_key(&name.text) || self.locals.iter().any(|local| local.name == name.text);
        if hides {
            let cause = format!("`{}` hides another thing of that name", name.text);
            self.report("E09", name.span, cause, "give it another name");
        }
    }

    fn refuse_reserved(&mut self, name: &Name) -> bool {
        let reserved = is_reserved(&name.text);
        if reserved {
            let cause = format!("`{}` is a word of the language", name.text);
            self.report("E09", name.span, cause, "choose another name");
        }
        reserved
    }

    /// Whether the file itself has something of this name.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.symbols.contains_key(name)
            || self.locals.iter().any(|local| local.name == name)
            || self.signatures.iter().any(|signature| signature.name == name)
    }

    pub(super) fn unknown_name(&mut self, name: &str, span: Span) {
        let mut known: Vec<&str> = self.symbols.keys().map(String::as_str).collect();
        known.extend(self.locals.iter().map(|local| local.name.as_str()));
        known.extend(self.signatures.iter().map(|signature| signature.name.as_str()));
        for word in built_in() {
            known.push(word);
        }
        known.sort_unstable();
        let is_function = crate::words::word_class(name) == Some(crate::words::WordClass::Function);
        let remedy = match nearest(name, known) {
            _ if is_function => format!("`{name}` is a function: write `{name}(...)`"),
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it with `param`, `state` or `def`, or bind it".to_string(),
        };
        self.report("E08", span, format!("nothing is called `{name}`"), remedy);
    }
}
