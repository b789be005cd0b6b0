use super::names::{self, Symbol};
use super::{Checker, Place, Shared, Signature, empty_rules};
use crate::diagnostic::Diagnostic;
use crate::rules::*;
use crate::span::Span;
use crate::syntax;
use crate::types::Type;
use crate::uses::Uses;

/// What a game shows to positions that name it; its own mistakes are reported when it is checked.
pub(super) fn signature(game: &syntax::Game, reference: GameRef, shared: &Shared) -> Signature {
    let mut checker = Checker::new(shared, &[]);
    checker.game = Some(reference.game);
    let mut rules = empty_rules(game);
    checker.declarations(game, &mut rules);
    let types = |declared: &[Declared]| declared.iter().map(|one| (one.name.clone(), one.domain.ty())).collect();
    Signature {
        name: rules.name.clone(),
        reference,
        players: rules.players.clone(),
        params: types(&rules.params),
        fields: types(&rules.fields),
    }
}

/// Checks one game.
pub(super) fn check_game(game: &syntax::Game, number: usize, shared: &Shared) -> (Rules, Vec<Diagnostic>) {
    let signatures = shared.signatures.clone();
    let mut checker = Checker::new(shared, &signatures);
    let mut rules = empty_rules(game);
    rules.number = Some(number);
    checker.declarations(game, &mut rules);
    checker.rules(game, &mut rules);
    if rules.fields.is_empty() && !game.clauses.iter().any(|clause| matches!(clause, syntax::Clause::State(_))) {
        let cause = format!("`{}` has no state", rules.name);
        checker.report("E12", game.name.span, cause, "declare what a position is: `state n: nat`");
    }
    if rules.moves.is_empty() && !game.clauses.iter().any(|clause| matches!(clause, syntax::Clause::Move(_))) {
        let cause = format!("`{}` has no moves", rules.name);
        checker.report("E12", game.name.span, cause, "say what a player may do: `move take(k in 1..n): n -= k`");
    }
    let (defs, mut diagnostics) = checker.into_parts();
    rules.defs = defs;
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(super::stray::check(&rules));
    }
    if !diagnostics.iter().any(Diagnostic::is_error) {
        if !crate::extent::check(&rules).is_empty() {
            rules.defs = crate::share::shared(&rules.defs);
        }
        diagnostics.extend(crate::extent::check(&rules));
    }
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let (unsafe_bodies, limits) = crate::safety::check(&rules);
        diagnostics.extend(unsafe_bodies);
        rules.limits = limits;
    }
    (rules, diagnostics)
}

/// Checks an expression in the scope of a game's rules; what is wrong with the game itself is not told again.
pub(super) fn check_lone(expr: &syntax::Expr, game: &syntax::Game, shared: &Shared) -> Result<Closed, Vec<Diagnostic>> {
    let mut checker = Checker::new(shared, &shared.signatures);
    checker.declarations(game, &mut empty_rules(game));
    checker.diagnostics.clear();
    let Code { expr, locals } = checker.code(Place::Rule, |checker| checker.expr(expr));
    let (defs, diagnostics) = checker.into_parts();
    let mut errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    if errors.is_empty() {
        errors = super::stray::check_closed(&expr, false, &defs);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let defs = crate::share::fitting(&expr, defs);
    Ok(Closed { expr, locals, defs })
}

impl Checker<'_> {
    /// Players, parameters, fields and the names of definitions, in that order whatever the order of the clauses.
    fn declarations(&mut self, game: &syntax::Game, rules: &mut Rules) {
        for clause in &game.clauses {
            if let syntax::Clause::Players(players) = clause {
                for (number, player) in players.iter().enumerate() {
                    let who = if number == 0 { Who::Left } else { Who::Right };
                    self.declare(player, Symbol::Player(who));
                    rules.players[number] = player.text.clone();
                }
            }
        }
        for clause in &game.clauses {
            if let syntax::Clause::Def(def) = clause {
                self.declare(&def.name, Symbol::Def(self.game_defs.len()));
                self.game_defs.push(def.clone());
            }
        }
        for clause in &game.clauses {
            if let syntax::Clause::Param(param) = clause {
                let declared = self.declared(param, Place::Fixed);
                self.params.push((declared.name.clone(), declared.domain.ty()));
                self.declare(&param.name, Symbol::Param(rules.params.len()));
                rules.params.push(declared);
            }
        }
        for clause in &game.clauses {
            if let syntax::Clause::State(field) = clause {
                let declared = self.declared(field, Place::Initial);
                if let Some(what) = only_in_parameters(&declared.domain) {
                    let cause = format!("{what} cannot be a field");
                    match (&declared.domain, &field.set) {
                        (Domain::Int, Some(set)) => {
                            let remedy = "did you mean `nat`? numbers below 0 too lie in a range such as `-9..9`";
                            self.report("E13", set.span, cause, remedy);
                        }
                        _ => {
                            let remedy = "only parameters hold such things; give the field a finite set";
                            self.report("E13", field.name.span, cause, remedy);
                        }
                    }
                }
                self.fields.push((declared.name.clone(), declared.domain.ty()));
                self.declare(&field.name, Symbol::Field(rules.fields.len()));
                rules.fields.push(declared);
            }
        }
    }

    fn declared(&mut self, declaration: &syntax::Declaration, place: Place) -> Declared {
        let span = declaration.name.span;
        let domain = match (&declaration.set, &declaration.default) {
            (Some(set), _) if place == Place::Initial => {
                let domain = self.domain(set);
                self.with_products(domain, set.span)
            }
            (Some(set), _) => self.domain(set),
            (None, Some(_)) if place == Place::Fixed => Domain::Nat,
            (None, _) => {
                let remedy = format!("write `{}: nat`, or another set", declaration.name.text);
                self.report("E12", span, format!("`{}` has no set", declaration.name.text), remedy);
                Domain::Of(self.broken(span))
            }
        };
        let default = declaration.default.as_ref().map(|default| {
            let domain = domain.clone();
            self.code(place, |checker| checker.expr_for(default, &domain))
        });
        let show = declaration.show.as_ref().map(|(text, span)| self.shown(text, *span));
        Declared { name: declaration.name.text.clone(), span, domain, default, show }
    }

    fn shown(&mut self, text: &str, span: Span) -> Vec<char> {
        let characters: Vec<char> = text.chars().collect();
        let mut sorted = characters.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != characters.len() {
            self.report("E24", span, "a character stands for two values", "give every value a character of its own");
        }
        if characters.contains(&'|') {
            self.report("E24", span, "`|` parts the rows of a picture", "choose another character");
        }
        characters
    }

    fn rules(&mut self, game: &syntax::Game, rules: &mut Rules) {
        let domains: Vec<Domain> = rules.fields.iter().map(|field| field.domain.clone()).collect();
        let names = game.clauses.iter().filter_map(|clause| match clause {
            syntax::Clause::Move(of) => Some(of.name.text.clone()),
            _ => None,
        });
        self.moves = names.collect();
        let mut names_of_moves: Vec<(String, syntax::Mover)> = Vec::new();
        for clause in &game.clauses {
            match clause {
                syntax::Clause::Move(of) => {
                    let twice =
                        names_of_moves.iter().any(|(name, mover)| *name == of.name.text && mover.meets(of.mover));
                    if twice {
                        self.diagnostics.push(names::twice(&of.name.text, of.name.span));
                    }
                    names_of_moves.push((of.name.text.clone(), of.mover));
                    let checked = self.move_clause(of, &domains);
                    rules.moves.push(checked);
                }
                syntax::Clause::Verdict(verdict) => {
                    if let Some(verdict) = self.verdict(verdict) {
                        rules.verdicts.push(verdict);
                    }
                }
                syntax::Clause::Misere(span) => {
                    let when = Code { expr: Expr { kind: Kind::Stuck, ty: Type::Bool, span: *span }, locals: 0 };
                    rules.verdicts.push(Verdict { result: VerdictResult::Wins(Who::Me), when, span: *span });
                }
                syntax::Clause::Split(split) => {
                    if let Some(split) = self.split(split, &domains) {
                        rules.splits.push(split);
                    }
                }
                syntax::Clause::Symmetry(maps) => {
                    for map in maps {
                        if let Some(symmetry) = self.symmetry(map, &domains) {
                            rules.symmetries.push(symmetry);
                        }
                    }
                }
                syntax::Clause::Measure(measure) => {
                    rules.measure = Some(self.code(Place::Rule, |checker| checker.number(measure)));
                }
                syntax::Clause::Invariant(invariant) => {
                    let code = self.code(Place::Rule, |checker| checker.condition(invariant));
                    rules.invariants.push(code);
                }
                syntax::Clause::Claim(claim) => {
                    let claim = self.claim(claim);
                    rules.claims.push(claim);
                }
                syntax::Clause::Param(_) | syntax::Clause::State(_) | syntax::Clause::Players(_) => {}
                syntax::Clause::Enum(_) => {}
                syntax::Clause::Def(def) => self.unused_def(def),
            }
        }
        self.check_turns(&rules.moves);
    }

    /// A definition is checked where it is called; one without arguments is checked even if nothing calls it.
    fn unused_def(&mut self, def: &syntax::Def) {
        let number = self.game_defs.iter().position(|other| other.name == def.name);
        if let (true, Some(number)) = (def.arguments.is_empty(), number) {
            let outer = std::mem::replace(&mut self.place, Place::Def);
            let claim = std::mem::replace(&mut self.in_claim, true);
            self.in_new_frame(|checker| checker.call(number, Vec::new(), def.name.span));
            (self.place, self.in_claim) = (outer, claim);
        }
    }

    fn move_clause(&mut self, of: &syntax::Move, domains: &[Domain]) -> Move {
        self.place = Place::Rule;
        let ((binders, guard, body), locals) = self.in_new_frame(|checker| {
            let binders = checker.binders(&of.binders);
            let guard = of.guard.as_ref().map(|guard| checker.condition(guard));
            let body = checker.body(&of.body, domains);
            (binders, guard, body)
        });
        let (name, mover, is_step) = (of.name.text.clone(), of.mover, of.is_step);
        Move { name, mover, is_step, binders, guard, body, locals, span: of.span }
    }

    fn who(&mut self, name: &syntax::Name) -> Option<Who> {
        match (name.text.as_str(), self.symbols.get(&name.text)) {
            ("me", _) => Some(Who::Me),
            ("opp", _) => Some(Who::Opp),
            (_, Some(Symbol::Player(who))) => Some(*who),
            _ => {
                let mut known = vec!["me", "opp"];
                known.extend(
                    self.symbols
                        .iter()
                        .filter(|(_, symbol)| matches!(symbol, Symbol::Player(_)))
                        .map(|(name, _)| name.as_str()),
                );
                known.sort_unstable();
                let remedy = match crate::nearest(&name.text, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the players are {}", known.join(", ")),
                };
                self.report("E08", name.span, format!("`{}` is no player", name.text), remedy);
                None
            }
        }
    }

    fn verdict(&mut self, verdict: &syntax::Verdict) -> Option<Verdict> {
        let when = self.code(Place::Verdict, |checker| checker.condition(&verdict.when));
        let result = match &verdict.result {
            syntax::VerdictResult::Wins(player) => VerdictResult::Wins(self.who(player)?),
            syntax::VerdictResult::Loses(player) => VerdictResult::Loses(self.who(player)?),
            syntax::VerdictResult::Draw => VerdictResult::Draw,
            syntax::VerdictResult::Score(points) => VerdictResult::Score(
                points.as_ref().map(|points| self.code(Place::Verdict, |checker| checker.number(points))),
            ),
        };
        let verdict = Verdict { result, when, span: verdict.span };
        self.endless(&verdict);
        Some(verdict)
    }

    /// Play that never ends passes through many positions with either player to move, so what a verdict line says of it
    /// may depend on the parameters alone.
    fn endless(&mut self, verdict: &Verdict) {
        let when = &verdict.when.expr;
        let uses = Uses::of(when, &self.defs);
        if !uses.forever {
            return;
        }
        let (cause, remedy) = match &verdict.result {
            _ if uses.field => (
                "play that never ends has no one position to ask about",
                "write `when forever` alone, and other conditions in verdict lines of their own",
            ),
            _ if uses.mover => (
                "nobody is about to move when play never ends",
                "write `when forever` alone, and other conditions in verdict lines of their own",
            ),
            VerdictResult::Wins(Who::Me | Who::Opp) | VerdictResult::Loses(Who::Me | Who::Opp) => (
                "when play never ends, each player is `me` again and again",
                "name the player who wins, or write `draw when forever`",
            ),
            VerdictResult::Score(_) => (
                "points are given to the player about to move, and nobody is when play never ends",
                "name the player who wins, or write `draw when forever`",
            ),
            _ => return,
        };
        self.report("E28", when.span, cause, remedy);
    }

    fn field_named(&mut self, name: &syntax::Name) -> Option<usize> {
        match self.symbols.get(&name.text) {
            Some(Symbol::Field(number)) => Some(*number),
            _ => {
                let fields: Vec<String> = self.fields.iter().map(|(field, _)| field.clone()).collect();
                let remedy = match crate::nearest(&name.text, fields.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the fields are {}", fields.join(", ")),
                };
                self.report("E08", name.span, format!("`{}` is no field", name.text), remedy);
                None
            }
        }
    }

    fn split(&mut self, split: &syntax::Split, domains: &[Domain]) -> Option<Split> {
        let field = self.field_named(&split.field)?;
        let Some(Type::Set(element)) = domains.get(field).map(Domain::ty) else {
            self.report("E10", split.field.span, "only a field that is a set can be split", "declare it `set of ...`");
            return None;
        };
        let by = match &split.by {
            syntax::SplitBy::Steps(steps) => {
                let code = self.code(Place::Fixed, |checker| checker.expr(steps));
                let fits =
                    code.expr.ty.element().is_some_and(|step| step.join(&element).is_some() && element.is_vector());
                if !fits {
                    self.report(
                        "E10",
                        code.expr.span,
                        "steps between its elements are wanted",
                        "write `orth`, `king`, or a set of steps",
                    );
                    return None;
                }
                SplitBy::Steps(code)
            }
            syntax::SplitBy::Relation(x, y, condition) => SplitBy::Relation(self.code(Place::Fixed, |checker| {
                checker.bind(x, (*element).clone());
                checker.bind(y, (*element).clone());
                checker.condition(condition)
            })),
        };
        Some(Split { field, by, span: split.span })
    }

    fn symmetry(&mut self, map: &syntax::Map, domains: &[Domain]) -> Option<Symmetry> {
        let field = match &map.field {
            None => None,
            Some((kind, name)) => {
                let field = self.field_named(name)?;
                let index = moved(domains.get(field)?);
                let fits = match (kind, &index) {
                    (_, None) => false,
                    (syntax::MapKind::Permute | syntax::MapKind::By, Some(_)) => true,
                    (syntax::MapKind::Mirror | syntax::MapKind::Flip, Some(Type::Int)) => true,
                    (_, Some(ty)) => ty.is_vector() && *ty == Type::cell(),
                };
                if !fits {
                    self.report(
                        "E10",
                        map.span,
                        "this field cannot be moved like that",
                        "only arrays and sets over a board can",
                    );
                    return None;
                }
                Some((*kind, field))
            }
        };
        let by = match (&map.by, field) {
            (Some((name, to)), Some((_, field))) => {
                Some(self.goes(name, moved(&domains[field]).unwrap_or(Type::Any), to))
            }
            _ => None,
        };
        Some(Symmetry { field, by, swaps_players: map.swaps_players, span: map.span })
    }

    /// Where an element of an index set goes.
    fn goes(&mut self, name: &syntax::Name, index: Type, to: &syntax::Expr) -> Code {
        self.code(Place::Fixed, |checker| {
            checker.bind(name, index.clone());
            let to = checker.expr(to);
            if to.ty.join(&index).is_none() {
                let cause = format!("{index} cannot go to {}", to.ty);
                checker.report("E10", to.span, cause, "write an element of the same set");
            }
            to
        })
    }

    fn claim(&mut self, claim: &syntax::Claim) -> Claim {
        let value = |checker: &mut Self, value: &syntax::Expr| checker.code(Place::Claim, |inner| inner.number(value));
        let says = match &claim.says {
            syntax::ClaimSays::FirstWins => ClaimSays::FirstWins,
            syntax::ClaimSays::SecondWins => ClaimSays::SecondWins,
            syntax::ClaimSays::Grundy(expr) => ClaimSays::Grundy(value(self, expr)),
            syntax::ClaimSays::Plies(expr) => ClaimSays::Plies(value(self, expr)),
            syntax::ClaimSays::Rounds(expr) => ClaimSays::Rounds(value(self, expr)),
        };
        let when = claim.when.as_ref().map(|when| self.code(Place::Claim, |checker| checker.condition(when)));
        Claim { says, when, span: claim.span }
    }
}

/// What a symmetry of a field moves: elements of the index set of an array, or of a set.
fn moved(domain: &Domain) -> Option<Type> {
    match domain {
        Domain::Array { index, .. } => index.ty.element().cloned(),
        Domain::SetOf(inner) => Some(inner.ty()),
        _ => None,
    }
}

/// What makes a domain unfit for a field, if anything.
fn only_in_parameters(domain: &Domain) -> Option<&'static str> {
    match domain {
        Domain::Int => Some("`int`"),
        Domain::From(_) => Some("an endless range"),
        Domain::ListOf(_) => Some("a list"),
        Domain::Tuple(_) => Some("a tuple of sets"),
        Domain::Graph(_) => Some("a graph"),
        Domain::Nat | Domain::Of(_) => None,
        Domain::Optional(inner) => only_in_parameters(inner),
        Domain::SetOf(inner) => match &**inner {
            Domain::Of(_) => None,
            Domain::Nat => Some("a set of endlessly many"),
            other => only_in_parameters(other),
        },
        Domain::Array { element, .. } => only_in_parameters(element),
    }
}
