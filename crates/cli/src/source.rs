//! What a GAME argument stands for: rules from a file, from standard input, from the library or written out in the
//! argument, or a position of games of the library. Nothing here reads more than a documented number of bytes.

use crate::diagnose::{self, Colour};
use crate::library::{self, Entry};
use crate::reply::{Exit, Failure, Mistakes};
use grundy_rule::syntax::{BinaryOp, Expr, ExprKind, FoldOp};
use grundy_rule::{Diagnostic, MAX_BYTES, line_and_column, nearest};
use std::io::Read;
use std::path::{Path, PathBuf};

/// An expression (`-`, `@FILE`) may have this many bytes; rules at most [`MAX_BYTES`].
pub const MAX_EXPRESSION: usize = 64 << 20;

/// A text and what to call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as given, `<stdin>`, `<argument>`, or `games/kayles.game` for one of the library.
    pub name: String,
    /// The text.
    pub text: String,
}

/// What a GAME argument stands for.
#[derive(Debug)]
pub enum Subject {
    /// Rules, with whatever else their file says.
    Rules(Source),
    /// A position of games of the library.
    Position {
        /// As written.
        source: Source,
        /// As parsed.
        expr: Expr,
        /// The files that define the games it names.
        games: Vec<&'static Entry>,
    },
}

impl Source {
    /// The failure whose cause are these diagnostics of this text; the first error leads.
    pub fn failure(&self, diagnostics: &[Diagnostic]) -> Failure {
        failure(&[(self, diagnostics)])
    }
}

/// The failure whose cause are these diagnostics; the first error leads.
pub fn failure(mistaken: &[(&Source, &[Diagnostic])]) -> Failure {
    let all = || mistaken.iter().flat_map(|(source, list)| list.iter().map(move |one| (source, one)));
    let lead = all().find(|(_, one)| one.is_error()).or_else(|| all().next());
    let colour = Colour::of(&std::io::stderr());
    let text = mistaken.iter().map(|(source, list)| diagnose::draw(&source.name, &source.text, list, colour)).collect();
    let json = all().map(|(source, one)| diagnose::json(&source.name, &source.text, one)).collect();
    let mut failure = match lead {
        Some((source, one)) => {
            let (line, column) = line_and_column(&source.text, one.span.start);
            let place = format!("{}:{line}:{column}", source.name);
            Failure::bad_input(one.code, &one.cause).at(place).remedy(&one.remedy)
        }
        None => Failure::bad_input("E01", "the text cannot be used"),
    };
    failure.mistakes = Some(Box::new(Mistakes { text, json }));
    failure.exit = Exit::BadInput;
    failure
}

/// What `argument` stands for. A file of that name wins, then rules written out, then the library, then an
/// expression.
pub fn resolve(argument: &str) -> Result<Subject, Failure> {
    if argument == "-" {
        let source = read_stdin()?;
        return if is_rules(&source.text) { Ok(Subject::Rules(within_limit(source)?)) } else { position(source) };
    }
    if let Some(path) = argument.strip_prefix('@') {
        return position(read(Path::new(path), MAX_EXPRESSION)?);
    }
    if is_rules(argument) {
        return Ok(Subject::Rules(Source { name: "<argument>".into(), text: argument.into() }));
    }
    let path = Path::new(argument);
    let is_file = argument.len() < 4096 && path.metadata().is_ok_and(|metadata| !metadata.is_dir());
    if is_file {
        return Ok(Subject::Rules(read(path, MAX_BYTES)?));
    }
    if let Some(entry) = library::find(argument) {
        return Ok(Subject::Rules(of_library(entry)));
    }
    let like_a_path = path.is_dir() || argument.ends_with(".game") || argument.contains(['/', '\\']);
    if like_a_path && !argument.contains('(') {
        return Ok(Subject::Rules(read(path, MAX_BYTES)?));
    }
    if argument.contains(['(', '+']) {
        return position(Source { name: "<argument>".into(), text: argument.into() });
    }
    Err(unknown_game(argument))
}

/// A file of the library as a source.
pub fn of_library(entry: &Entry) -> Source {
    Source { name: format!("games/{}.game", entry.stem), text: entry.text.to_string() }
}

/// Reads a file of at most `limit` bytes of UTF-8.
pub fn read(path: &Path, limit: usize) -> Result<Source, Failure> {
    let name = path.display().to_string();
    let metadata = path.metadata().map_err(|error| cannot_read(&name, &error))?;
    if metadata.is_dir() {
        let remedy = format!("name a file in it: {}", path.join("NAME.game").display());
        return Err(Failure::bad_input("E52", format!("`{name}` is a folder, not a file")).remedy(remedy));
    }
    if metadata.len() > limit as u64 {
        return Err(too_long(&name, limit));
    }
    let file = std::fs::File::open(path).map_err(|error| cannot_read(&name, &error))?;
    read_bounded(file, name, limit)
}

/// Reads standard input, at most as much as an expression may have.
pub fn read_stdin() -> Result<Source, Failure> {
    read_bounded(std::io::stdin().lock(), "<stdin>".into(), MAX_EXPRESSION)
}

/// The same source, unless it is longer than rules may be.
pub fn within_limit(source: Source) -> Result<Source, Failure> {
    if source.text.len() > MAX_BYTES { Err(too_long(&source.name, MAX_BYTES)) } else { Ok(source) }
}

/// The rule files that a path names: itself, or the `*.game` files of a folder, sorted.
pub fn rule_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let name = path.display().to_string();
    let entries = std::fs::read_dir(path).map_err(|error| cannot_read(&name, &error))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "game") && !file.is_dir());
    files.sort();
    if files.is_empty() {
        let cause = format!("the folder `{name}` holds no rule files");
        return Err(Failure::bad_input("E52", cause).remedy("rule files are called NAME.game"));
    }
    Ok(files)
}

fn read_bounded(reader: impl Read, name: String, limit: usize) -> Result<Source, Failure> {
    let mut bytes = Vec::new();
    reader.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(|error| cannot_read(&name, &error))?;
    if bytes.len() > limit {
        return Err(too_long(&name, limit));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name, text }),
        Err(error) => Err(not_utf8(&name, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn cannot_read(name: &str, error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let remedy = match library::find(&stem).map(|entry| entry.stem).or_else(|| library::suggest(&stem)) {
                Some(near) => format!("the library has `{near}`: write it without folder and `.game`"),
                None => "look at its spelling; `grundy games` lists the library".to_string(),
            };
            Failure::bad_input("E51", format!("there is no file `{name}`")).remedy(remedy)
        }
        std::io::ErrorKind::IsADirectory => {
            Failure::bad_input("E52", format!("`{name}` is a folder, not a file")).remedy("name a file in it")
        }
        _ => Failure::bad_input("E53", format!("`{name}` cannot be read: {error}"))
            .remedy("look at who may read it, or copy it elsewhere"),
    }
}

fn too_long(name: &str, limit: usize) -> Failure {
    Failure::bad_input("E01", format!("`{name}` has more than {limit} bytes"))
        .remedy("rules are short; split them into several files")
}

fn not_utf8(name: &str, bytes: &[u8], valid: usize) -> Failure {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let (line, column) = line_and_column(&before, before.len() as u32);
    let remedy = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16; save it as UTF-8",
        _ => "save it as UTF-8",
    };
    let cause = format!("byte {valid} of `{name}` (0x{:02x}) is not UTF-8", bytes.get(valid).copied().unwrap_or(0));
    Failure::bad_input("E54", cause).at(format!("{name}:{line}:{column}")).remedy(remedy)
}

fn unknown_game(name: &str) -> Failure {
    let shown: String = name.chars().take(60).collect();
    let remedy = match library::suggest(name) {
        Some(near) => format!("did you mean `{near}`? `grundy games` lists them all"),
        None => "give a file, a name that `grundy games` lists, or a position such as `Nim(5)`".to_string(),
    };
    Failure::bad_input("E55", format!("no file or game is called `{shown}`")).remedy(remedy)
}

/// Whether a text is rules and not an expression: some line begins an item.
fn is_rules(text: &str) -> bool {
    let words = ["game", "def", "type", "start", "expect"];
    text.lines().any(|line| {
        let line = line.trim_start();
        words.iter().any(|word| line.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t'])))
    })
}

/// A position whose games are found in the library.
fn position(source: Source) -> Result<Subject, Failure> {
    let expr =
        grundy_rule::parse_expression(&source.text, MAX_EXPRESSION).map_err(|mistakes| source.failure(&mistakes))?;
    let mut names = Vec::new();
    components(&expr, &mut names);
    let mut games: Vec<&'static Entry> = Vec::new();
    let mut missing = Vec::new();
    for (name, span) in names {
        match library::defining(name) {
            Some(entry) if games.iter().any(|known| std::ptr::eq(*known, entry)) => {}
            Some(entry) => games.push(entry),
            None => missing.push(unknown_in_library(name, span)),
        }
    }
    if games.is_empty() && missing.is_empty() {
        let cause = "this expression names no game";
        let remedy = "a position is `Nim(5)`, or a sum of such; `grundy games` lists the names";
        missing.push(Diagnostic::new("E55", expr.span, cause, remedy));
    }
    if missing.is_empty() { Ok(Subject::Position { source, expr, games }) } else { Err(source.failure(&missing)) }
}

fn unknown_in_library(name: &str, span: grundy_rule::Span) -> Diagnostic {
    let games = || library::entries().iter().flat_map(|entry| entry.games());
    let plain = library::plain(name);
    let near = games().find(|game| library::plain(game) == plain).or_else(|| nearest(name, games()));
    let remedy = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`grundy games` lists the names".to_string(),
    };
    Diagnostic::new("E55", span, format!("the library has no game `{name}`"), remedy)
}

/// The names that stand where components stand, each where it first does.
fn components<'a>(expr: &'a Expr, names: &mut Vec<(&'a str, grundy_rule::Span)>) {
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

    fn rules(argument: &str) -> Source {
        match resolve(argument) {
            Ok(Subject::Rules(source)) => source,
            other => panic!("{argument:?} is {other:?}"),
        }
    }

    fn code(argument: &str) -> String {
        resolve(argument).err().map(|failure| failure.code).unwrap_or_default()
    }

    #[test]
    fn rules_may_be_written_in_the_argument() {
        assert_eq!(rules("game A; state n: nat; move m: n -= 1").name, "<argument>");
    }

    #[test]
    fn what_cannot_be_found_is_told_apart() {
        assert_eq!(code("no-such-file.game"), "E51");
        assert_eq!(code("src"), "E52");
        assert_eq!(code("no_such_game"), "E55");
        assert_eq!(code("NoSuchGame(3) + NoSuchGame(4)"), "E55");
        assert_eq!(code("3 + 4"), "E55");
        assert_eq!(code("NoSuchGame(3"), "E05");
        assert_eq!(code("@no-such-file"), "E51");
        assert_eq!(code(""), "E55");
    }

    #[test]
    fn games_of_the_library_are_found_by_name_and_in_positions() {
        for entry in library::entries().iter().take(5) {
            assert_eq!(rules(&entry.stem.to_uppercase()).text, entry.text);
            let Some(game) = entry.games().next() else { continue };
            match resolve(&format!("{game}(1) + {game}(2)")) {
                Ok(Subject::Position { games, .. }) => assert_eq!(games.len(), 1),
                other => panic!("{game} is {other:?}"),
            }
        }
    }
}
