//! Syntax to checked rules: names, types, definitions at each choice of argument types. Everything that is wrong is a
//! diagnostic; what is right around it is still checked.

mod body;
mod clause;
mod composed;
mod def;
mod domain;
mod expr;
mod names;
mod position;
mod stray;
mod turns;

use crate::diagnostic::Diagnostic;
use crate::rules::{Closed, Code, Def, EnumType, Expectation, Expr, Module, Rules};
use crate::span::Span;
use crate::syntax;
use crate::types::Type;
use names::Symbol;
use std::collections::HashMap;

/// Checks a parsed file. The module is complete only if no diagnostic is an error.
pub fn check_file(file: &syntax::File) -> (Module, Vec<Diagnostic>) {
    let mut shared = Shared::collect(file);
    let mut module = Module { enums: shared.enums.clone(), ..Module::default() };
    for item in &file.items {
        if let syntax::Item::Game(game) = item {
            let (rules, mut diagnostics) = clause::check_game(game, module.games.len(), &shared);
            shared.diagnostics.append(&mut diagnostics);
            module.games.push(rules);
        }
    }
    for game in &mut module.games {
        game.enums = module.enums.clone();
    }
    let signatures = shared.signatures.clone();
    for item in &file.items {
        match item {
            syntax::Item::Start(position) => {
                let closed = closed_position(position, &mut shared, &signatures);
                module.starts.push(closed);
            }
            syntax::Item::Expect(expect) => {
                let position = closed_position(&expect.position, &mut shared, &signatures);
                let (query, answer) = (expect.query, expect.answer.clone());
                module.expects.push(Expectation { query, position, answer, span: expect.span });
            }
            _ => {}
        }
    }
    let mut diagnostics = shared.diagnostics;
    diagnostics.extend(crate::convention::check(&module));
    (module, diagnostics)
}

/// Checks a position typed at a prompt, which sees all games of the given modules.
pub fn check_position(position: &syntax::Expr, library: &[&Module]) -> Result<Closed, Vec<Diagnostic>> {
    let mut shared = Shared::of_library(library);
    let signatures = shared.signatures.clone();
    let closed = closed_position(position, &mut shared, &signatures);
    let errors: Vec<Diagnostic> = shared.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    if errors.is_empty() { Ok(closed) } else { Err(errors) }
}

/// Checks an expression typed at a prompt in the scope of the rules of game `number` of a checked file: it sees the
/// parameters, fields, definitions and players.
pub fn check_expression(expr: &syntax::Expr, file: &syntax::File, number: usize) -> Result<Closed, Vec<Diagnostic>> {
    let shared = Shared::collect(file);
    let mut games = file.items.iter().filter_map(|item| match item {
        syntax::Item::Game(game) => Some(game),
        _ => None,
    });
    let game = games.nth(number).expect("the number of a game of this file");
    clause::check_lone(expr, game, &shared)
}

fn closed_position(position: &syntax::Expr, shared: &mut Shared, signatures: &[Signature]) -> Closed {
    let mut checker = Checker::new(shared, signatures);
    let (expr, locals) = checker.in_new_frame(|checker| checker.position(position));
    let (defs, mut diagnostics) = (std::mem::take(&mut checker.defs), std::mem::take(&mut checker.diagnostics));
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(stray::check_closed(&expr, true, &defs));
    }
    shared.diagnostics.append(&mut diagnostics);
    let defs = crate::share::fitting(&expr, defs);
    Closed { expr, locals, defs }
}

/// What a game shows to positions that name it.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub name: String,
    pub reference: crate::rules::GameRef,
    pub players: [String; 2],
    pub params: Vec<(String, Type)>,
    pub fields: Vec<(String, Type)>,
}

/// What all games of a file see.
pub(crate) struct Shared {
    pub enums: Vec<EnumType>,
    pub defs: Vec<syntax::Def>,
    pub signatures: Vec<Signature>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Shared {
    fn collect(file: &syntax::File) -> Shared {
        let mut shared =
            Shared { enums: Vec::new(), defs: Vec::new(), signatures: Vec::new(), diagnostics: Vec::new() };
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for item in &file.items {
            let (name, span) = match item {
                syntax::Item::Game(game) => (&game.name.text, game.name.span),
                syntax::Item::Def(def) => (&def.name.text, def.name.span),
                syntax::Item::Enum(of) => (&of.name.text, of.name.span),
                _ => continue,
            };
            if seen.insert(name, span).is_some() {
                shared.diagnostics.push(names::twice(name, span));
            }
            match item {
                syntax::Item::Def(def) => shared.defs.push(def.clone()),
                syntax::Item::Enum(of) => shared.add_enum(of),
                _ => {}
            }
        }
        for item in &file.items {
            if let syntax::Item::Game(game) = item {
                for clause in &game.clauses {
                    if let syntax::Clause::Enum(of) = clause {
                        shared.add_enum(of);
                    }
                }
            }
        }
        let games = file.items.iter().filter_map(|item| match item {
            syntax::Item::Game(game) => Some(game),
            _ => None,
        });
        let signatures: Vec<Signature> = games
            .enumerate()
            .map(|(number, game)| {
                clause::signature(game, crate::rules::GameRef { module: None, game: number }, &shared)
            })
            .collect();
        shared.signatures = signatures;
        shared
    }

    fn of_library(library: &[&Module]) -> Shared {
        let mut enums = Vec::new();
        for module in library {
            enums.extend(module.enums.iter().cloned());
        }
        let mut signatures = Vec::new();
        let mut offset = 0;
        for (number, module) in library.iter().enumerate() {
            for (game, rules) in module.games.iter().enumerate() {
                let types = |declared: &[crate::rules::Declared]| {
                    declared.iter().map(|one| (one.name.clone(), shift(one.domain.ty(), offset))).collect()
                };
                signatures.push(Signature {
                    name: rules.name.clone(),
                    reference: crate::rules::GameRef { module: Some(number), game },
                    players: rules.players.clone(),
                    params: types(&rules.params),
                    fields: types(&rules.fields),
                });
            }
            offset += module.enums.len();
        }
        Shared { enums, defs: Vec::new(), signatures, diagnostics: Vec::new() }
    }

    fn add_enum(&mut self, of: &syntax::Enum) {
        let known = self.enums.iter().any(|other| other.name == of.name.text);
        if known {
            self.diagnostics.push(names::twice(&of.name.text, of.name.span));
            return;
        }
        let values = of.values.iter().map(|value| value.text.clone()).collect();
        self.enums.push(EnumType { name: of.name.text.clone(), values });
    }
}

/// The same type with its enumerations renumbered for a table in which they begin at `offset`.
fn shift(ty: Type, offset: usize) -> Type {
    let inner = |ty: Box<Type>| Box::new(shift(*ty, offset));
    match ty {
        Type::Enum(number) => Type::Enum(number + offset),
        Type::Optional(of) => Type::Optional(inner(of)),
        Type::Set(of) => Type::Set(inner(of)),
        Type::List(of) => Type::List(inner(of)),
        Type::Array(index, of) => Type::Array(inner(index), inner(of)),
        Type::Tuple(entries) => Type::Tuple(
            entries.into_iter().map(|entry| crate::types::Entry { ty: shift(entry.ty, offset), ..entry }).collect(),
        ),
        other => other,
    }
}

/// A bound name in scope.
#[derive(Clone, Debug)]
struct Local {
    name: String,
    slot: usize,
    ty: Type,
}

/// Which names an expression may use, by where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A default or a set of a parameter, an index set: parameters alone.
    Fixed,
    /// The default of a field: parameters and earlier fields.
    Initial,
    /// A rule: everything but `stuck` and `forever`.
    Rule,
    /// A verdict: everything.
    Verdict,
    /// A claim.
    Claim,
    /// The body of a definition: whatever it uses is judged where it is called.
    Def,
}

struct Checker<'a> {
    shared: &'a Shared,
    signatures: &'a [Signature],
    symbols: HashMap<String, Symbol>,
    params: Vec<(String, Type)>,
    fields: Vec<(String, Type)>,
    /// Domains of the fields and parameters, for what `all` means there.
    game_defs: Vec<syntax::Def>,
    /// The names of the game's moves and steps, by number.
    moves: Vec<String>,
    /// Finished definitions.
    defs: Vec<Def>,
    /// Which instance a definition has at some argument types.
    instances: HashMap<(usize, Vec<Type>), usize>,
    /// Definitions being instantiated, outermost first.
    active: Vec<(usize, Vec<Type>)>,
    /// Types of finished instances.
    def_types: Vec<Type>,
    locals: Vec<Local>,
    frame: usize,
    place: Place,
    /// Whether a claim is being checked, so that definitions may call themselves.
    in_claim: bool,
    /// Enumerations that an argument's type asks for: their values are meant where names are shared.
    wanted_enums: Vec<usize>,
    /// The names of the players of the game that an argument belongs to, where its type asks for players.
    wanted_players: Option<[String; 2]>,
    /// The game being checked, for positions that inherit its parameters.
    game: Option<usize>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn new(shared: &'a Shared, signatures: &'a [Signature]) -> Checker<'a> {
        let mut checker = Checker {
            shared,
            signatures,
            symbols: HashMap::new(),
            params: Vec::new(),
            fields: Vec::new(),
            moves: Vec::new(),
            game_defs: shared.defs.clone(),
            defs: Vec::new(),
            instances: HashMap::new(),
            active: Vec::new(),
            def_types: Vec::new(),
            locals: Vec::new(),
            frame: 0,
            place: Place::Rule,
            in_claim: false,
            wanted_enums: Vec::new(),
            wanted_players: None,
            game: None,
            diagnostics: Vec::new(),
        };
        checker.declare_shared();
        checker
    }

    fn report(&mut self, code: &'static str, span: Span, cause: impl Into<String>, remedy: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(code, span, cause, remedy));
    }

    /// Runs `check` with fresh locals; gives its result and the size of the frame it needs.
    fn in_new_frame<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> (T, usize) {
        let outer = (std::mem::take(&mut self.locals), std::mem::replace(&mut self.frame, 0));
        let result = check(self);
        let size = self.frame;
        (self.locals, self.frame) = outer;
        (result, size)
    }

    fn code(&mut self, place: Place, check: impl FnOnce(&mut Self) -> Expr) -> Code {
        let outer = (self.place, self.in_claim);
        (self.place, self.in_claim) = (place, place == Place::Claim);
        let (expr, locals) = self.in_new_frame(check);
        (self.place, self.in_claim) = outer;
        Code { expr, locals }
    }

    /// Binds a name for as long as the caller keeps it; see `unbind`.
    fn bind(&mut self, name: &syntax::Name, ty: Type) -> usize {
        self.check_fresh(name);
        let slot = self.frame;
        self.frame += 1;
        self.locals.push(Local { name: name.text.clone(), slot, ty });
        slot
    }

    fn unbind(&mut self, depth: usize) {
        self.locals.truncate(depth);
    }

    fn into_parts(self) -> (Vec<Def>, Vec<Diagnostic>) {
        (self.defs, self.diagnostics)
    }
}

/// A game without rules, to be filled in.
fn empty_rules(game: &syntax::Game) -> Rules {
    Rules {
        name: game.name.text.clone(),
        span: game.span,
        number: None,
        limits: Vec::new(),
        players: ["Left".to_string(), "Right".to_string()],
        params: Vec::new(),
        fields: Vec::new(),
        moves: Vec::new(),
        verdicts: Vec::new(),
        splits: Vec::new(),
        symmetries: Vec::new(),
        measure: None,
        invariants: Vec::new(),
        claims: Vec::new(),
        defs: Vec::new(),
        enums: Vec::new(),
    }
}
