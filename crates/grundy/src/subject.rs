//! What the GAME of a question stands for: rules from a text or from the library, or a position of games of the library.
//! Rules are parsed and checked here, once.

use crate::library::{Entry, Library, plain};
use crate::problem::Problem;
use crate::text::{MAX_POSITION_BYTES, Text};
use grundy_rule::syntax::{BinaryOp, Expr, ExprKind, FoldOp};
use grundy_rule::{Diagnostic, MAX_BYTES, Module, Reading, Span, nearest, read};
use std::sync::Arc;

/// A checked file of rules and the game of it that is meant; parameters are open.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The file.
    pub text: Text,
    /// The file, checked.
    pub module: Arc<Module>,
    /// Which of its games is meant.
    pub game: usize,
}

/// What a GAME stands for.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Rules, with whatever else their file says.
    Rules(Ruleset),
    /// A position of games of the library.
    Position {
        /// As written.
        text: Text,
        /// As parsed.
        expr: Expr,
        /// The files that define the games it names, at least one.
        files: Vec<Ruleset>,
    },
}

impl Ruleset {
    /// Checks a file; the game called `wanted` is meant, or the first.
    pub fn read(text: Text, wanted: &str) -> Result<Ruleset, Problem> {
        if text.text.len() > MAX_BYTES {
            return Err(too_long(&text.name, MAX_BYTES));
        }
        let Reading { module, diagnostics, .. } = read(&text.text);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(text.problem(&diagnostics));
        }
        if module.games.is_empty() {
            let empty =
                Diagnostic::new("E12", Span::new(0, 1), "this file describes no game", "begin with `game NAME`");
            return Err(text.problem(&[empty]));
        }
        let wanted = plain(wanted);
        let game = module.games.iter().position(|rules| plain(&rules.name) == wanted).unwrap_or(0);
        Ok(Ruleset { text, module: Arc::new(module), game })
    }

    /// The rules of the game that is meant.
    pub fn rules(&self) -> &grundy_rule::Rules {
        &self.module.games[self.game]
    }
}

impl Subject {
    /// The file of the game, or of the first game that a position names.
    pub fn ruleset(&self) -> &Ruleset {
        match self {
            Subject::Rules(ruleset) => ruleset,
            Subject::Position { files, .. } => &files[0],
        }
    }

    /// All files that it speaks of.
    pub fn files(&self) -> &[Ruleset] {
        match self {
            Subject::Rules(ruleset) => std::slice::from_ref(ruleset),
            Subject::Position { files, .. } => files,
        }
    }
}

impl Library {
    /// The game called `name`: a file of the library, or a game of one.
    pub fn game(&self, name: &str) -> Result<Ruleset, Problem> {
        match self.find(name) {
            Some(entry) => Ruleset::read(entry.text.clone(), name),
            None => Err(self.unknown_game(name)),
        }
    }

    /// What a word stands for that names no file of the door's: rules written out, a game of the library, or a position of some.
    pub fn subject(&self, word: &str) -> Result<Subject, Problem> {
        if is_rules(word) {
            return Ruleset::read(Text::argument(word), "").map(Subject::Rules);
        }
        if self.find(word).is_some() {
            return self.game(word).map(Subject::Rules);
        }
        if word.contains(['(', '+']) {
            return self.position(Text::argument(word));
        }
        Err(self.unknown_game(word))
    }

    /// What a text stands for that a door has read: rules, or a position of games of the library.
    pub fn subject_of(&self, text: Text) -> Result<Subject, Problem> {
        if is_rules(&text.text) { Ruleset::read(text, "").map(Subject::Rules) } else { self.position(text) }
    }

    /// A position of games of the library.
    pub fn position(&self, text: Text) -> Result<Subject, Problem> {
        let expr = grundy_rule::parse_expression(&text.text, MAX_POSITION_BYTES)
            .map_err(|mistakes| text.problem(&mistakes))?;
        let mut names = Vec::new();
        components(&expr, &mut names);
        let mut entries: Vec<&Arc<Entry>> = Vec::new();
        let mut missing = Vec::new();
        for (name, span) in names {
            match self.defining(name) {
                Some(entry) if entries.iter().any(|known| Arc::ptr_eq(known, entry)) => {}
                Some(entry) => entries.push(entry),
                None => missing.push(self.unknown_component(name, span)),
            }
        }
        if entries.is_empty() && missing.is_empty() {
            let cause = "this expression names no game";
            let remedy = "a position is `Nim(5)`, or a sum of such; `grundy games` lists the names";
            missing.push(Diagnostic::new("E55", expr.span, cause, remedy));
        }
        if !missing.is_empty() {
            return Err(text.problem(&missing));
        }
        let files: Result<Vec<Ruleset>, Problem> =
            entries.into_iter().map(|entry| Ruleset::read(entry.text.clone(), "")).collect();
        Ok(Subject::Position { text, expr, files: files? })
    }

    /// The problem of a name that nothing has.
    pub fn unknown_game(&self, name: &str) -> Problem {
        let shown: String = name.chars().take(60).collect();
        let remedy = match self.suggest(name) {
            Some(near) => format!("did you mean `{near}`? `grundy games` lists them all"),
            None => "give a file, a name that `grundy games` lists, or a position such as `Nim(5)`".to_string(),
        };
        Problem::bad_input("E55", format!("no file or game is called `{shown}`")).remedy(remedy)
    }

    fn unknown_component(&self, name: &str, span: Span) -> Diagnostic {
        let wanted = plain(name);
        let near = self.games().find(|game| plain(game) == wanted).or_else(|| nearest(name, self.games()));
        let remedy = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`grundy games` lists the names".to_string(),
        };
        Diagnostic::new("E55", span, format!("the library has no game `{name}`"), remedy)
    }
}

/// The problem of a text with more than `limit` bytes.
pub fn too_long(name: &str, limit: usize) -> Problem {
    Problem::bad_input("E01", format!("`{name}` has more than {limit} bytes"))
        .remedy("rules are short; split them into several files")
}

/// Whether a text is rules and not an expression: some line begins an item.
pub(crate) fn is_rules(text: &str) -> bool {
    let words = ["game", "def", "type", "start", "expect"];
    text.lines().any(|line| {
        let line = line.trim_start();
        words.iter().any(|word| line.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t'])))
    })
}

/// The names that stand where components stand, each where it first does.
fn components<'a>(expr: &'a Expr, names: &mut Vec<(&'a str, Span)>) {
    let mut note = |name: &'a str, span| {
        if names.last().is_none_or(|(last, _)| *last != name) {
            names.push((name, span));
        }
    };
    match &expr.kind {
        ExprKind::Name(name) => note(name, expr.span),
        ExprKind::Call(name, _) => note(&name.text, name.span),
        ExprKind::Sum(terms) => terms.iter().for_each(|term| components(term, names)),
        ExprKind::Binary(BinaryOp::Add, left, right) => {
            components(left, names);
            components(right, names);
        }
        ExprKind::If(_, yes, no) => {
            components(yes, names);
            components(no, names);
        }
        ExprKind::Fold(FoldOp::Sum, _, _, Some(body)) => components(body, names),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(word: &str) -> String {
        Library::standard().subject(word).err().map(|problem| problem.code).unwrap_or_default()
    }

    #[test]
    fn rules_may_be_written_in_the_argument() {
        let subject = Library::standard().subject("game A; state n: nat; move m(k in 1..n): n -= k");
        assert_eq!(subject.expect("these are rules").ruleset().text.name, "<argument>");
    }

    #[test]
    fn what_cannot_be_found_is_told_apart() {
        assert_eq!(code("no_such_game"), "E55");
        assert_eq!(code("NoSuchGame(3) + NoSuchGame(4)"), "E55");
        assert_eq!(code("3 + 4"), "E55");
        assert_eq!(code("NoSuchGame(3"), "E05");
        assert_eq!(code(""), "E55");
    }

    #[test]
    fn games_are_found_by_name_and_in_positions() {
        let library = Library::standard();
        for entry in library.entries().iter().take(5) {
            let found = library.subject(&entry.stem.to_uppercase()).expect("it is in the library");
            assert_eq!(found.ruleset().text, entry.text);
            let Some(game) = entry.games().next() else { continue };
            let sum = library.subject(&format!("{game}(1) + {game}(2)")).expect("it is in the library");
            assert_eq!(sum.files().len(), 1);
        }
    }
}
