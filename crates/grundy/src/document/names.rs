//! Which declaration each name of a text stands for, read off the syntax, so that a text with mistakes has names too.
//!
//! Invariant: a span is a declaration or a use, and stands for what the checker takes it for. No name hides another in a text without
//! mistakes, so the innermost declaration is the only one.

use grundy_rule::Span;
use grundy_rule::syntax::{
    Binder, Claim, ClaimSays, Clause, Declaration, Def, Enum, Expect, Expr, ExprKind, File, Game, Item, Move, Name,
    Source, Split, SplitBy, Stmt, StmtKind, VerdictResult,
};
use std::collections::HashMap;

/// What a declared name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// A game.
    Game,
    /// A parameter.
    Parameter,
    /// A field of the state.
    Field,
    /// A definition.
    Definition,
    /// An argument of a definition.
    Argument,
    /// A name that a move, a set, a fold, a `for` or a `let` binds.
    Bound,
    /// An enumeration.
    Type,
    /// A value of an enumeration.
    TypeValue,
    /// A player's name.
    Player,
    /// A kind of move.
    Move,
    /// An entry of a tuple.
    Entry,
}

impl NameKind {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            NameKind::Game => "game",
            NameKind::Parameter => "parameter",
            NameKind::Field => "field",
            NameKind::Definition => "definition",
            NameKind::Argument => "argument",
            NameKind::Bound => "bound name",
            NameKind::Type => "type",
            NameKind::TypeValue => "value of a type",
            NameKind::Player => "player",
            NameKind::Move => "move",
            NameKind::Entry => "entry of a tuple",
        }
    }
}

/// A declared name.
#[derive(Clone, Debug)]
pub struct Named {
    /// As written.
    pub name: String,
    /// What it stands for.
    pub kind: NameKind,
    /// Where its name stands in its declaration.
    pub declared: Span,
    /// What says what it is: `n: nat`, `k in 1..n`, `def near(v, w) = ...`.
    pub declaration: Span,
    /// Where it may be used.
    pub scope: Span,
    /// Where it is used, in the order of the text; its declaration is not among them.
    pub uses: Vec<Span>,
}

/// Every declared name of a file with its uses.
pub fn names_of(file: &File, text: &str) -> Vec<Named> {
    let mut resolver =
        Resolver { text, names: Vec::new(), shared: HashMap::new(), games: Vec::new(), locals: Vec::new() };
    resolver.declare(file);
    resolver.resolve(file);
    for named in &mut resolver.names {
        named.uses.sort_unstable();
        named.uses.dedup();
    }
    resolver.names
}

/// Names that are declared together, by spelling.
type Table = HashMap<String, usize>;

struct Resolver<'a> {
    text: &'a str,
    names: Vec<Named>,
    /// What every game of the file sees.
    shared: Table,
    /// What each game declares, in the order of the file.
    games: Vec<Members>,
    /// Bound names in scope, innermost last.
    locals: Vec<(String, usize)>,
}

#[derive(Default)]
struct Members {
    name: String,
    table: Table,
    /// Entries of the tuples of its parameters.
    entries: Table,
    /// Its moves, of which several may have one name.
    moves: Vec<usize>,
}

/// Where a name is looked for, beside the bound names.
#[derive(Clone, Copy)]
enum Place {
    /// In the game with this number.
    Game(usize),
    /// In a definition that all games see.
    Shared,
}

impl Resolver<'_> {
    fn add(&mut self, name: &Name, kind: NameKind, declaration: Span, scope: Span) -> usize {
        let named = Named {
            name: name.text.clone(),
            kind,
            declared: name.span,
            declaration: name.span.to(declaration),
            scope,
            uses: Vec::new(),
        };
        self.names.push(named);
        self.names.len() - 1
    }

    fn declare(&mut self, file: &File) {
        let whole = Span::new(0, self.text.len());
        for (number, item) in file.items.iter().enumerate() {
            match item {
                Item::Game(game) => {
                    let next = file.items.get(number + 1).map_or(whole.end, |item| start_of(item, self.text));
                    let scope = Span { start: game.span.start, end: next.max(game.span.end) };
                    let head = Span { start: game.span.start, end: game.name.span.end };
                    let own = self.add(&game.name, NameKind::Game, head, whole);
                    self.shared.entry(game.name.text.clone()).or_insert(own);
                    let members = self.members(game, scope);
                    self.games.push(members);
                }
                Item::Def(def) => {
                    let own = self.add(&def.name, NameKind::Definition, def.span, whole);
                    self.shared.entry(def.name.text.clone()).or_insert(own);
                }
                Item::Enum(of) => self.enumeration(of),
                Item::Start(_) | Item::Expect(_) => {}
            }
        }
    }

    /// Enumerations are seen by the whole file, wherever they stand.
    fn enumeration(&mut self, of: &Enum) {
        let whole = Span::new(0, self.text.len());
        let end = of.values.last().map_or(of.name.span, |value| value.span);
        let own = self.add(&of.name, NameKind::Type, end, whole);
        self.shared.entry(of.name.text.clone()).or_insert(own);
        for value in &of.values {
            let own = self.add(value, NameKind::TypeValue, of.name.span.to(end), whole);
            self.shared.entry(value.text.clone()).or_insert(own);
        }
    }

    fn members(&mut self, game: &Game, scope: Span) -> Members {
        let mut members = Members { name: game.name.text.clone(), ..Members::default() };
        for clause in &game.clauses {
            let (name, kind, declaration) = match clause {
                Clause::Param(one) => {
                    for set in one.set.iter().chain(&one.default) {
                        self.entries(set, scope, &mut members.entries);
                    }
                    (&one.name, NameKind::Parameter, extent(one))
                }
                Clause::State(one) => {
                    for set in one.set.iter().chain(&one.default) {
                        self.entries(set, scope, &mut members.entries);
                    }
                    (&one.name, NameKind::Field, extent(one))
                }
                Clause::Def(def) => (&def.name, NameKind::Definition, def.span),
                Clause::Move(of) => {
                    let own = self.add(&of.name, NameKind::Move, head_of(of), scope);
                    members.moves.push(own);
                    continue;
                }
                Clause::Players(both) => {
                    for player in both {
                        let own = self.add(player, NameKind::Player, both[0].span.to(both[1].span), scope);
                        members.table.entry(player.text.clone()).or_insert(own);
                    }
                    continue;
                }
                Clause::Enum(of) => {
                    self.enumeration(of);
                    continue;
                }
                _ => continue,
            };
            let own = self.add(name, kind, declaration, scope);
            members.table.entry(name.text.clone()).or_insert(own);
        }
        members
    }

    /// The entries that the tuples of a set name.
    fn entries(&mut self, set: &Expr, scope: Span, entries: &mut Table) {
        match &set.kind {
            ExprKind::Tuple(parts) => {
                for (name, part) in parts {
                    if let Some(name) = name {
                        let own = self.add(name, NameKind::Entry, part.span, scope);
                        entries.entry(name.text.clone()).or_insert(own);
                    }
                    self.entries(part, scope, entries);
                }
            }
            ExprKind::Optional(inner)
            | ExprKind::SetOf(inner)
            | ExprKind::ListOf(inner)
            | ExprKind::Arrays(inner, _) => {
                self.entries(inner, scope, entries);
            }
            _ => {}
        }
    }

    fn resolve(&mut self, file: &File) {
        let mut number = 0;
        for item in &file.items {
            match item {
                Item::Game(game) => {
                    for clause in &game.clauses {
                        self.clause(clause, number);
                    }
                    number += 1;
                }
                Item::Def(def) => self.def(def, Place::Shared),
                Item::Enum(_) => {}
                Item::Start(position) => self.expr(position, Place::Shared),
                Item::Expect(expect) => self.expect(expect),
            }
        }
    }

    fn clause(&mut self, clause: &Clause, game: usize) {
        let place = Place::Game(game);
        match clause {
            Clause::Param(one) | Clause::State(one) => {
                for expr in one.set.iter().chain(&one.default) {
                    self.expr(expr, place);
                }
            }
            Clause::Move(of) => self.of_move(of, place),
            Clause::Verdict(verdict) => {
                match &verdict.result {
                    VerdictResult::Wins(player) | VerdictResult::Loses(player) => {
                        self.used(&player.text, player.span, place);
                    }
                    VerdictResult::Score(Some(points)) => self.expr(points, place),
                    VerdictResult::Score(None) | VerdictResult::Draw => {}
                }
                self.expr(&verdict.when, place);
            }
            Clause::Split(split) => self.split(split, place),
            Clause::Symmetry(maps) => {
                for (_, field) in maps.iter().filter_map(|map| map.field.as_ref()) {
                    self.used(&field.text, field.span, place);
                }
                for (map, (name, to)) in maps.iter().filter_map(|map| map.by.as_ref().map(|by| (map, by))) {
                    let depth = self.locals.len();
                    self.bind(name, NameKind::Bound, name.span, map.span);
                    self.expr(to, place);
                    self.locals.truncate(depth);
                }
            }
            Clause::Measure(expr) | Clause::Invariant(expr) => self.expr(expr, place),
            Clause::Def(def) => self.def(def, place),
            Clause::Claim(claim) => self.claim(claim, place),
            Clause::Misere(_) | Clause::Players(_) | Clause::Enum(_) => {}
        }
    }

    fn of_move(&mut self, of: &Move, place: Place) {
        let depth = self.locals.len();
        self.binders(&of.binders, of.span, place);
        if let Some(guard) = &of.guard {
            self.expr(guard, place);
        }
        self.body(&of.body, of.span, place);
        self.locals.truncate(depth);
    }

    fn split(&mut self, split: &Split, place: Place) {
        self.used(&split.field.text, split.field.span, place);
        match &split.by {
            SplitBy::Steps(steps) => self.expr(steps, place),
            SplitBy::Relation(x, y, holds) => {
                let depth = self.locals.len();
                self.bind(x, NameKind::Bound, x.span, split.span);
                self.bind(y, NameKind::Bound, y.span, split.span);
                self.expr(holds, place);
                self.locals.truncate(depth);
            }
        }
    }

    fn def(&mut self, def: &Def, place: Place) {
        let depth = self.locals.len();
        for (argument, set) in &def.arguments {
            if let Some(set) = set {
                self.expr(set, place);
            }
            let declaration = set.as_ref().map_or(argument.span, |set| set.span);
            self.bind(argument, NameKind::Argument, declaration, def.span);
        }
        self.expr(&def.body, place);
        self.locals.truncate(depth);
    }

    fn claim(&mut self, claim: &Claim, place: Place) {
        if let ClaimSays::Grundy(value) | ClaimSays::Plies(value) | ClaimSays::Rounds(value) = &claim.says {
            self.expr(value, place);
        }
        if let Some(when) = &claim.when {
            self.expr(when, place);
        }
    }

    /// The answer of a line may be a player's name.
    fn expect(&mut self, expect: &Expect) {
        self.expr(&expect.position, Place::Shared);
        let game = self.games.iter().position(|game| names_game(&expect.position, &game.name));
        let end = expect.span.end as usize;
        let start = end.saturating_sub(expect.answer.len());
        if let Some(game) = game.filter(|_| self.text.get(start..end) == Some(expect.answer.as_str())) {
            let known = self.games[game].table.get(&expect.answer).copied();
            if let Some(known) = known.filter(|&known| self.names[known].kind == NameKind::Player) {
                self.names[known].uses.push(Span::new(start, end));
            }
        }
    }

    fn body(&mut self, body: &[Stmt], scope: Span, place: Place) {
        let depth = self.locals.len();
        for statement in body {
            let rest = Span { start: statement.span.start, end: scope.end };
            match &statement.kind {
                StmtKind::Assign(left, _, right) | StmtKind::Swap(left, right) => {
                    self.expr(left, place);
                    self.expr(right, place);
                }
                StmtKind::Let(name, value) => {
                    self.expr(value, place);
                    self.bind(name, NameKind::Bound, statement.span, rest);
                }
                StmtKind::If(condition, yes, no) => {
                    self.expr(condition, place);
                    self.body(yes, statement.span, place);
                    self.body(no, statement.span, place);
                }
                StmtKind::For(name, set, inner) => {
                    self.expr(set, place);
                    let outer = self.locals.len();
                    self.bind(name, NameKind::Bound, set.span, statement.span);
                    self.body(inner, statement.span, place);
                    self.locals.truncate(outer);
                }
                StmtKind::Gain(expr) | StmtKind::Become(expr) => self.expr(expr, place),
                StmtKind::Then(follows, _) => {
                    for follow in follows {
                        self.move_used(&follow.name, place);
                        follow.values.iter().for_each(|value| self.expr(value, place));
                    }
                }
                StmtKind::Again | StmtKind::Pass => {}
            }
        }
        self.locals.truncate(depth);
    }

    fn bind(&mut self, name: &Name, kind: NameKind, declaration: Span, scope: Span) {
        let own = self.add(name, kind, declaration, scope);
        self.locals.push((name.text.clone(), own));
    }

    fn binders(&mut self, binders: &[Binder], scope: Span, place: Place) {
        for binder in binders {
            let (Source::In(source) | Source::Is(source)) = &binder.source;
            self.expr(source, place);
            self.bind(&binder.name, NameKind::Bound, source.span, scope);
        }
    }

    fn expr(&mut self, expr: &Expr, place: Place) {
        match &expr.kind {
            ExprKind::Name(name) => self.used(name, expr.span, place),
            ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Broken => {}
            ExprKind::Neg(inner)
            | ExprKind::Not(inner)
            | ExprKind::Optional(inner)
            | ExprKind::SetOf(inner)
            | ExprKind::ListOf(inner) => self.expr(inner, place),
            ExprKind::Binary(_, left, right) => {
                self.expr(left, place);
                self.expr(right, place);
            }
            ExprKind::Sum(parts) | ExprKind::List(parts) | ExprKind::Set(parts) => self.all(parts, place),
            ExprKind::Chain(first, rest) => {
                self.expr(first, place);
                rest.iter().for_each(|(_, part)| self.expr(part, place));
            }
            ExprKind::Range(low, high) => {
                self.expr(low, place);
                if let Some(high) = high {
                    self.expr(high, place);
                }
            }
            ExprKind::If(condition, yes, no) => {
                self.expr(condition, place);
                self.expr(yes, place);
                self.expr(no, place);
            }
            ExprKind::Index(of, indices) | ExprKind::Arrays(of, indices) => {
                self.expr(of, place);
                self.all(indices, place);
            }
            ExprKind::Dot(of, entry) => {
                self.expr(of, place);
                self.entry_used(entry, place);
            }
            ExprKind::Call(name, arguments) => {
                self.used(&name.text, name.span, place);
                let game = self.games.iter().position(|game| game.name == name.text);
                for argument in arguments {
                    if let (Some(game), Some(filled)) = (game, &argument.name) {
                        let member = self.games[game].table.get(&filled.text).copied();
                        member.into_iter().for_each(|member| self.names[member].uses.push(filled.span));
                    }
                    self.expr(&argument.value, place);
                }
            }
            ExprKind::Tuple(parts) => parts.iter().for_each(|(_, part)| self.expr(part, place)),
            ExprKind::Entries(binder, value) => {
                let depth = self.locals.len();
                self.binders(std::slice::from_ref(&**binder), expr.span, place);
                self.expr(value, place);
                self.locals.truncate(depth);
            }
            ExprKind::Build(binders, filter, body) | ExprKind::Fold(_, binders, filter, body) => {
                let depth = self.locals.len();
                self.binders(binders, expr.span, place);
                for inner in filter.iter().chain(body) {
                    self.expr(inner, place);
                }
                self.locals.truncate(depth);
            }
        }
    }

    fn all(&mut self, parts: &[Expr], place: Place) {
        parts.iter().for_each(|part| self.expr(part, place));
    }

    fn used(&mut self, name: &str, span: Span, place: Place) {
        let local = self.locals.iter().rev().find(|(known, _)| known == name).map(|&(_, own)| own);
        let found: Vec<usize> = match (local, place) {
            (Some(local), _) => vec![local],
            (None, Place::Game(game)) => {
                self.games[game].table.get(name).or_else(|| self.shared.get(name)).copied().into_iter().collect()
            }
            // A definition that all games see is read in each of them.
            (None, Place::Shared) => match self.shared.get(name) {
                Some(&own) => vec![own],
                None => self.games.iter().filter_map(|game| game.table.get(name).copied()).collect(),
            },
        };
        found.into_iter().for_each(|own| self.names[own].uses.push(span));
    }

    fn move_used(&mut self, name: &Name, place: Place) {
        let Place::Game(game) = place else { return };
        for &own in &self.games[game].moves {
            if self.names[own].name == name.text {
                self.names[own].uses.push(name.span);
            }
        }
    }

    fn entry_used(&mut self, entry: &Name, place: Place) {
        let found: Vec<usize> = match place {
            Place::Game(game) => self.games[game].entries.get(&entry.text).copied().into_iter().collect(),
            Place::Shared => self.games.iter().filter_map(|game| game.entries.get(&entry.text).copied()).collect(),
        };
        found.into_iter().for_each(|own| self.names[own].uses.push(entry.span));
    }
}

/// The first byte of the line on which an item begins.
fn start_of(item: &Item, text: &str) -> u32 {
    let start = match item {
        Item::Game(game) => game.span.start,
        Item::Def(def) => def.span.start,
        Item::Enum(of) => of.name.span.start,
        Item::Start(position) => position.span.start,
        Item::Expect(expect) => expect.span.start,
    };
    let before = text.get(..start as usize).unwrap_or_default();
    before.rfind('\n').map_or(0, |newline| newline as u32 + 1)
}

/// A declaration from its name to its end.
fn extent(one: &Declaration) -> Span {
    let parts = one.set.iter().chain(&one.default).map(|expr| expr.span);
    parts.chain(one.show.iter().map(|(_, span)| *span)).fold(one.name.span, Span::to)
}

/// A move up to its body.
fn head_of(of: &Move) -> Span {
    let parts = of.binders.iter().map(|binder| match &binder.source {
        Source::In(expr) | Source::Is(expr) => expr.span,
    });
    let head = parts.chain(of.guard.iter().map(|guard| guard.span)).fold(of.name.span, Span::to);
    Span { start: of.span.start, end: head.end }
}

/// Whether a position speaks of a game.
fn names_game(position: &Expr, game: &str) -> bool {
    match &position.kind {
        ExprKind::Name(name) => name == game,
        ExprKind::Call(name, _) => name.text == game,
        ExprKind::Sum(parts) => parts.iter().any(|part| names_game(part, game)),
        ExprKind::Binary(_, left, right) => names_game(left, game) || names_game(right, game),
        ExprKind::Fold(_, _, _, Some(body)) => names_game(body, game),
        _ => false,
    }
}
