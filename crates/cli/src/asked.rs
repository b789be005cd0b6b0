//! From the words on the command line to a position: GAME and POSITION become checked rules and a valid setup.

use crate::library;
use crate::reply::Failure;
use crate::source::{self, Source, Subject};
use grundy_rule::syntax::{Argument, Expr, ExprKind, Name};
use grundy_rule::{Closed, Diagnostic, Domain, Kind, Module, Reading, Span, check_position, read};
use grundy_run::{Game, Position, Value, World};
use std::path::Path;
use std::sync::Arc;

/// What is asked about.
pub struct Asked {
    /// The position; its components keep their rules alive.
    pub position: Position,
    /// The texts of the rules: component `c` is ruled by `sources[c.game.key.0]`.
    pub sources: Vec<Source>,
}

/// Checked rules, and which game of them is meant.
pub struct Ruled {
    /// Their text.
    pub source: Source,
    /// The checked file.
    pub module: Module,
    /// The game meant.
    pub game: usize,
}

/// Parses and checks a text; errors are the failure, warnings are handed back.
pub fn check(source: &Source) -> Result<(Module, Vec<Diagnostic>), Failure> {
    let Reading { module, diagnostics, .. } = read(&source.text);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(source.failure(&diagnostics));
    }
    if module.games.is_empty() {
        let empty = Diagnostic::new("E12", Span::new(0, 1), "this file describes no game", "begin with `game NAME`");
        return Err(source.failure(&[empty]));
    }
    Ok((module, diagnostics))
}

/// The rules that a GAME argument names.
pub fn rules(game: &str) -> Result<Ruled, Failure> {
    match source::resolve(game)? {
        Subject::Rules(source) => {
            let (module, _) = check(&source)?;
            let game = meant(game, &module);
            Ok(Ruled { source, module, game })
        }
        Subject::Position { games, .. } => {
            let source = source::of_library(games[0]);
            let (module, _) = check(&source)?;
            Ok(Ruled { source, module, game: 0 })
        }
    }
}

/// The game of a file that an argument names; the first unless it is the name of another.
fn meant(argument: &str, module: &Module) -> usize {
    let wanted = library::plain(argument);
    module.games.iter().position(|rules| library::plain(&rules.name) == wanted).unwrap_or(0)
}

/// The position that GAME and POSITION name.
pub fn position(game: &str, position: Option<&str>) -> Result<Asked, Failure> {
    match (source::resolve(game)?, position) {
        (Subject::Rules(source), position) => {
            let (module, _) = check(&source)?;
            let number = meant(game, &module);
            let world = crate::native::world(vec![Arc::new(module)]);
            of_file(world, source, number, position)
        }
        (Subject::Position { .. }, Some(extra)) => {
            let cause = format!("`{}` is a position already; what is `{}`?", clip(game), clip(extra));
            Err(Failure::bad_input("E55", cause).remedy("leave one of them out"))
        }
        (Subject::Position { source, expr, games }, None) => {
            let sources: Vec<Source> = games.into_iter().map(source::of_library).collect();
            let mut modules = Vec::new();
            for source in &sources {
                modules.push(Arc::new(check(source)?.0));
            }
            let world = crate::native::world(modules);
            let library: Vec<&Module> = world.modules().iter().map(|module| &**module).collect();
            let closed = check_position(&expr, &library).map_err(|mistakes| source.failure(&mistakes))?;
            set_up(&world, &closed, sources)
        }
    }
}

/// The rule texts that a position of a certificate names, in order: one file where the rules are given or one game is named,
/// else those of the library.
pub fn sources(position: &str, rules: Option<&str>) -> Result<Vec<Source>, Failure> {
    let one = |game: &str| match source::resolve(game)? {
        Subject::Rules(source) => Ok(vec![source]),
        Subject::Position { games, .. } => Ok(games.into_iter().map(source::of_library).collect()),
    };
    match rules {
        Some(rules) => one(rules),
        None => one(position),
    }
}

/// The rules that GAME names and the values of their parameters at POSITION, for positions that name no field and whose
/// fields begin full; nothing is set up, so boards may be of any size.
pub fn parameters(game: &str, position: Option<&str>) -> Result<(Ruled, Vec<Value>), Failure> {
    let ruled = rules(game)?;
    let typed = match (source::resolve(game)?, position) {
        (Subject::Position { source, .. }, None) => source,
        (Subject::Rules(_), Some(text)) => typed_text(text)?,
        _ => Source { name: "<position>".into(), text: format!("{}()", ruled.module.games[ruled.game].name) },
    };
    let unfit = || Failure::bad_input("E23", "only whole boards are looked at by their rules alone");
    let expr = parse_typed(&typed, &ruled.module, ruled.game).map_err(|mistakes| typed.failure(&mistakes))?;
    let closed = check_position(&expr, &[&ruled.module]).map_err(|mistakes| typed.failure(&mistakes))?;
    let rules = &ruled.module.games[ruled.game];
    let Kind::Game(named, _) = &closed.expr.kind else { return Err(unfit()) };
    let full = |field: &grundy_rule::Declared| match (&field.domain, &field.default) {
        (Domain::SetOf(inner), Some(default)) => matches!(&**inner, Domain::Of(set) if *set == default.expr),
        _ => false,
    };
    if named.game != ruled.game || !rules.fields.iter().all(full) {
        return Err(unfit());
    }
    let world = grundy_run::World::new(vec![Arc::new(ruled.module.clone())]);
    let named = grundy_run::parameters(&world, 0, &closed).map_err(|diagnostic| fault(&diagnostic))?;
    let (_, params) = named.ok_or_else(unfit)?;
    Ok((ruled, params))
}

/// The positions that GAME and several argument lists name. Where they can be one sum they share their game, so that
/// what is known of one helps the others.
pub fn positions(game: &str, texts: &[String]) -> Result<Vec<Position>, Failure> {
    let Ruled { source: _, module, game: number } = rules(game)?;
    let world = crate::native::world(vec![Arc::new(module)]);
    let module = world.modules()[0].clone();
    let mut terms = Vec::new();
    for text in texts {
        let typed = Source { name: "<position>".into(), text: text.clone() };
        terms.push(parse_typed(&typed, &module, number).map_err(|mistakes| typed.failure(&mistakes))?);
    }
    let sum = Expr { kind: ExprKind::Sum(terms.clone()), span: Span::default() };
    if let Ok(closed) = check_position(&sum, &[&module])
        && let Ok(position) = grundy_run::position(&world, 0, &closed)
        && position.parts.len() == terms.len()
    {
        return Ok(position.parts.into_iter().map(|part| Position { parts: vec![part] }).collect());
    }
    let each = terms.iter().zip(texts).map(|(term, text)| {
        let typed = Source { name: "<position>".into(), text: text.clone() };
        let closed = check_position(term, &[&module]).map_err(|mistakes| typed.failure(&mistakes))?;
        set_up(&world, &closed, Vec::new()).map(|asked| asked.position)
    });
    each.collect()
}

fn of_file(world: Arc<World>, source: Source, number: usize, position: Option<&str>) -> Result<Asked, Failure> {
    let module = world.modules()[0].clone();
    let Some(text) = position else {
        let started = module.starts.iter().find(|start| first_game(start) == Some(number));
        return match started {
            Some(closed) => {
                let closed = closed.clone();
                set_up(&world, &closed, vec![source])
            }
            None => {
                let call = call(&module.games[number].name, Vec::new());
                let closed = check_position(&call, &[&module]).map_err(|mistakes| source.failure(&mistakes))?;
                set_up(&world, &closed, vec![source])
            }
        };
    };
    let typed = typed_text(text)?;
    let expr = parse_typed(&typed, &module, number).map_err(|mistakes| typed.failure(&mistakes))?;
    let closed = check_position(&expr, &[&module]).map_err(|mistakes| typed.failure(&mistakes))?;
    set_up(&world, &closed, vec![source])
}

/// The text of a POSITION argument: itself, standard input, or a file.
fn typed_text(text: &str) -> Result<Source, Failure> {
    match text.strip_prefix('@') {
        Some(path) => source::read(Path::new(path), source::MAX_EXPRESSION),
        None if text == "-" => source::read_stdin(),
        None => Ok(Source { name: "<position>".into(), text: text.into() }),
    }
}

/// An expression, a bare picture of the first field, or an argument list.
fn parse_typed(typed: &Source, module: &Module, number: usize) -> Result<Expr, Vec<Diagnostic>> {
    let rules = &module.games[number];
    let text = typed.text.trim();
    let shown = rules.fields.first().and_then(|field| field.show.as_ref());
    if let Some(shown) = shown
        && !text.is_empty()
        && text.chars().all(|character| character == '|' || shown.contains(&character))
    {
        let span = Span::new(0, typed.text.len());
        let picture = Expr { kind: ExprKind::Text(text.to_string()), span };
        return Ok(call(&rules.name, vec![Argument { name: None, value: picture }]));
    }
    if let Ok(expr) = grundy_rule::parse_expression(&typed.text, source::MAX_EXPRESSION)
        && names_game(&expr, module)
    {
        return Ok(expr);
    }
    let arguments = grundy_rule::parse_arguments(&typed.text, source::MAX_EXPRESSION)?;
    Ok(call(&rules.name, arguments))
}

/// Whether the expression begins with a game of the file.
fn names_game(expr: &Expr, module: &Module) -> bool {
    let known = |name: &str| module.games.iter().any(|rules| rules.name == name);
    match &expr.kind {
        ExprKind::Name(name) => known(name),
        ExprKind::Call(name, _) => known(&name.text),
        ExprKind::Sum(terms) => terms.first().is_some_and(|term| names_game(term, module)),
        ExprKind::Binary(_, left, _) => names_game(left, module),
        ExprKind::Fold(_, _, _, Some(body)) => names_game(body, module),
        ExprKind::If(_, yes, _) => names_game(yes, module),
        _ => false,
    }
}

fn call(name: &str, arguments: Vec<Argument>) -> Expr {
    let span = arguments.iter().fold(Span::default(), |span, argument| span.to(argument.value.span));
    Expr { kind: ExprKind::Call(Name { text: name.to_string(), span }, arguments), span }
}

/// A game of a file with its parameters fixed: as its `start` says, else by default, else as something is expected.
pub fn instance(module: &Module, number: usize) -> Option<Arc<Game>> {
    let world = crate::native::world(vec![Arc::new(module.clone())]);
    let written = module.starts.iter().map(Some).chain([None]);
    let written = written.chain(module.expects.iter().map(|expectation| Some(&expectation.position)));
    written
        .filter(|closed| closed.is_none_or(|closed| first_game(closed) == Some(number)))
        .filter_map(|closed| match closed {
            Some(closed) => grundy_run::position(&world, 0, closed).ok(),
            None => grundy_run::start_with(&world, (0, number), &[]).ok(),
        })
        .flat_map(|position| position.parts)
        .find(|part| part.game.key.1 == number)
        .map(|part| part.game)
}

fn first_game(closed: &Closed) -> Option<usize> {
    let mut found = None;
    closed.expr.each(&mut |part| {
        if let (None, Kind::Game(reference, _)) = (found, &part.kind) {
            found = Some(reference.game);
        }
    });
    found
}

fn set_up(world: &Arc<World>, closed: &Closed, sources: Vec<Source>) -> Result<Asked, Failure> {
    match grundy_run::position(world, 0, closed) {
        Ok(position) => Ok(Asked { position, sources }),
        Err(diagnostic) => Err(fault(&diagnostic)),
    }
}

/// The failure of a mistake that only a position brought to light.
pub fn fault(diagnostic: &Diagnostic) -> Failure {
    Failure::bad_input(diagnostic.code, diagnostic.cause.clone()).remedy(diagnostic.remedy.clone())
}

fn clip(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_string();
    }
    text.chars().take(40).chain("...".chars()).collect()
}
