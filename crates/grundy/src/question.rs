//! From the texts of GAME and POSITION to what is asked about: checked rules and a valid position.

use crate::engine::Engine;
use crate::problem::Problem;
use crate::subject::{Ruleset, Subject};
use crate::text::{MAX_POSITION_BYTES, Text};
use grundy_prove::Subject as Provable;
use grundy_rule::syntax::{Argument, Expr, ExprKind, Name};
use grundy_rule::{Closed, Diagnostic, Domain, Facts, Kind, Module, Span, check_position};
use grundy_run::{Game, Position, Side, Value, World};
use std::sync::Arc;

mod numbers;
mod turn;

pub use turn::Mover;

/// A position that is asked about, with the texts of its rules.
#[derive(Clone)]
pub struct Question {
    /// The position; its components keep their rules alive.
    pub position: Position,
    /// The texts of the rules: component `c` is ruled by `texts[c.game.key.0]`.
    pub texts: Vec<Text>,
    /// Where the position comes from.
    pub origin: Origin,
}

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was asked for.
    Asked,
    /// It is the `start` of the file.
    Start,
    /// It is what the defaults of the rules give.
    Defaults,
}

impl Question {
    /// The players' names of the first component.
    pub fn players(&self) -> [String; 2] {
        players(&self.position)
    }

    /// Whether it is proved that both players have the same moves here and wherever play leads.
    pub fn is_impartial(&self) -> bool {
        self.position.parts.iter().all(|part| part.game.facts().impartial.is_proved())
    }

    /// The same question about another position of the same rules.
    pub fn at(&self, position: Position) -> Question {
        Question { position, texts: self.texts.clone(), origin: Origin::Asked }
    }

    /// The sum of several positions, each of whatever rules.
    pub fn sum(terms: &[&Question], engine: Engine) -> Result<Question, Problem> {
        let mut texts: Vec<Text> = Vec::new();
        let mut modules: Vec<Arc<Module>> = Vec::new();
        let mut parts = Vec::new();
        for term in terms {
            for part in &term.position.parts {
                let (module, game) = part.game.key;
                let text = &term.texts[module];
                let file = texts.iter().position(|known| known == text).unwrap_or_else(|| {
                    texts.push(text.clone());
                    modules.push(part.game.world().modules()[module].clone());
                    texts.len() - 1
                });
                parts.push((((file, game), part.game.params.clone()), part.game.unpack(&part.packed)));
            }
        }
        match grundy_run::joined(&engine.world(modules), parts) {
            Ok(position) => Ok(Question { position, texts, origin: Origin::Asked }),
            Err(diagnostic) => Err(Problem::of_position(&diagnostic)),
        }
    }
}

/// The players' names of the first component.
pub fn players(position: &Position) -> [String; 2] {
    match position.parts.first() {
        Some(part) => part.game.rules.players.clone(),
        None => ["Left".into(), "Right".into()],
    }
}

/// The player of these names that a name means.
pub fn starter(name: &str, players: &[String; 2]) -> Result<Side, Problem> {
    let matches = |player: &str| player.eq_ignore_ascii_case(name);
    if matches(&players[0]) || name.eq_ignore_ascii_case("left") {
        Ok(Side::Left)
    } else if matches(&players[1]) || name.eq_ignore_ascii_case("right") {
        Ok(Side::Right)
    } else {
        let cause = format!("`{name}` does not play here");
        Err(Problem::bad_input("usage", cause).remedy(format!("the players are {} and {}", players[0], players[1])))
    }
}

impl Subject {
    /// The position that is asked about; without a text the file's `start`, else what the defaults give.
    pub fn question(&self, position: Option<&Text>, engine: Engine) -> Result<Question, Problem> {
        match (self, position) {
            (Subject::Rules(ruleset), position) => ruleset.question(position, engine),
            (Subject::Position { text, .. }, Some(extra)) => {
                let cause = format!("`{}` is a position already; what is `{}`?", clip(&text.text), clip(&extra.text));
                Err(Problem::bad_input("E55", cause).remedy("leave one of them out"))
            }
            (Subject::Position { text, expr, files }, None) => {
                let world = engine.world(files.iter().map(|file| file.module.clone()).collect());
                let library: Vec<&Module> = files.iter().map(|file| &*file.module).collect();
                let closed = check_position(expr, &library).map_err(|mistakes| text.problem(&mistakes))?;
                set_up(&world, &closed, files.iter().map(|file| file.text.clone()).collect())
            }
        }
    }

    /// The values of the parameters at a position that names no field of a game whose fields begin full. Nothing is set
    /// up, so boards may be of any size.
    pub fn parameters(&self, position: Option<&Text>) -> Result<Vec<Value>, Problem> {
        let ruleset = self.ruleset();
        let rules = ruleset.rules();
        let typed = match (self, position) {
            (Subject::Position { text, .. }, None) => text.clone(),
            (Subject::Rules(_), Some(text)) => text.clone(),
            _ => Text::position(format!("{}()", rules.name)),
        };
        let unfit = || Problem::bad_input("E23", "only whole boards are looked at by their rules alone");
        let closed = ruleset.position(&typed)?;
        let Kind::Game(named, _) = &closed.expr.kind else { return Err(unfit()) };
        let full = |field: &grundy_rule::Declared| match (&field.domain, &field.default) {
            (Domain::SetOf(inner), Some(default)) => matches!(&**inner, Domain::Of(set) if *set == default.expr),
            _ => false,
        };
        if named.game != ruleset.game || !rules.fields.iter().all(full) {
            return Err(unfit());
        }
        let world = World::new(vec![ruleset.module.clone()]);
        let named = grundy_run::parameters(&world, 0, &closed).map_err(|fault| Problem::of_position(&fault))?;
        named.map(|(_, params)| params).ok_or_else(unfit)
    }

    /// The game at the parameters of a position or, without one, at the defaults: for questions about all its positions.
    pub fn provable(&self, position: Option<&Text>, engine: Engine) -> Result<Provable, Problem> {
        let ruleset = self.ruleset();
        let key = (0, ruleset.game);
        let world = engine.world(vec![ruleset.module.clone()]);
        if position.is_none() && matches!(self, Subject::Rules(_)) {
            return Provable::by_default(&world, key).map_err(|fault| Problem::of_position(&fault));
        }
        let name = &ruleset.rules().name;
        let question = self.question(position, engine)?;
        match question.position.parts.iter().find(|part| part.game.rules.name == *name) {
            Some(part) => Ok(Provable { world, key, params: part.game.params.clone() }),
            None => Err(Problem::bad_input("E55", format!("no position of {name} is named"))),
        }
    }
}

impl Ruleset {
    /// The position of this game that a text names; without one the file's `start`, else what the defaults give.
    pub fn question(&self, position: Option<&Text>, engine: Engine) -> Result<Question, Problem> {
        self.question_in(&self.world(engine), position)
    }

    /// Whether all games of the file are proved impartial.
    pub fn is_impartial(&self) -> bool {
        self.module.games.iter().all(|rules| Facts::of(rules).impartial.is_proved())
    }

    /// A world of this file alone. Equal games of one world are one, so that questions asked in it share what is found out.
    pub fn world(&self, engine: Engine) -> Arc<World> {
        engine.world(vec![self.module.clone()])
    }

    /// The same question, asked in a world of this file.
    pub fn question_in(&self, world: &Arc<World>, position: Option<&Text>) -> Result<Question, Problem> {
        let (closed, origin) = match position {
            Some(text) => (self.position(text)?, Origin::Asked),
            None => self.start()?,
        };
        let question = set_up(world, &closed, vec![self.text.clone()])?;
        Ok(Question { origin, ..question })
    }

    /// The positions that several texts name. Where they can be one sum they share their game, so that what is known of one
    /// helps the others.
    pub fn positions(&self, texts: &[Text], engine: Engine) -> Result<Vec<Position>, Problem> {
        let world = engine.world(vec![self.module.clone()]);
        let read: Result<Vec<Expr>, Problem> = texts
            .iter()
            .map(|text| read_position(text, &self.module, self.game).map_err(|mistakes| text.problem(&mistakes)))
            .collect();
        let terms = read?;
        let sum = Expr { kind: ExprKind::Sum(terms), span: Span::default() };
        if let Ok(closed) = check_position(&sum, &[&self.module])
            && let Ok(position) = grundy_run::position(&world, 0, &closed)
            && position.parts.len() == texts.len()
        {
            return Ok(position.parts.into_iter().map(|part| Position { parts: vec![part] }).collect());
        }
        texts
            .iter()
            .map(|text| set_up(&world, &self.position(text)?, Vec::new()).map(|question| question.position))
            .collect()
    }

    /// The positions that several texts name, in one world: equal games of them are one.
    pub fn questions(&self, texts: &[Text], engine: Engine) -> Vec<Result<Question, Problem>> {
        let world = engine.world(vec![self.module.clone()]);
        texts.iter().map(|text| set_up(&world, &self.position(text)?, vec![self.text.clone()])).collect()
    }

    /// A game of the file with its parameters fixed: as its `start` says, else by default, else as something is expected.
    pub fn instance(&self, number: usize, engine: Engine) -> Option<Arc<Game>> {
        let world = engine.world(vec![self.module.clone()]);
        let written = self.module.starts.iter().map(Some).chain([None]);
        let written = written.chain(self.module.expects.iter().map(|expectation| Some(&expectation.position)));
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

    /// The position that the file's `start` line names for the game, else what the defaults give.
    fn start(&self) -> Result<(Closed, Origin), Problem> {
        match self.module.starts.iter().find(|start| first_game(start) == Some(self.game)) {
            Some(closed) => Ok((closed.clone(), Origin::Start)),
            None => {
                let by_default = call(&self.rules().name, Vec::new());
                let closed = check_position(&by_default, &[&self.module]);
                Ok((closed.map_err(|mistakes| self.text.problem(&mistakes))?, Origin::Defaults))
            }
        }
    }

    /// The position that a text names.
    fn position(&self, text: &Text) -> Result<Closed, Problem> {
        let expr = read_position(text, &self.module, self.game).map_err(|mistakes| text.problem(&mistakes))?;
        check_position(&expr, &[&self.module]).map_err(|mistakes| text.problem(&mistakes))
    }
}

/// An expression, a bare picture of the first field, numbers, or an argument list.
fn read_position(typed: &Text, module: &Module, number: usize) -> Result<Expr, Vec<Diagnostic>> {
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
    if let Some(expr) = numbers::read(&typed.text, module, rules) {
        return expr;
    }
    if let Ok(expr) = grundy_rule::parse_expression(&typed.text, MAX_POSITION_BYTES)
        && names_game(&expr, module)
    {
        return Ok(expr);
    }
    let arguments = grundy_rule::parse_arguments(&typed.text, MAX_POSITION_BYTES)?;
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

fn first_game(closed: &Closed) -> Option<usize> {
    let mut found = None;
    closed.expr.each(&mut |part| {
        if let (None, Kind::Game(reference, _)) = (found, &part.kind) {
            found = Some(reference.game);
        }
    });
    found
}

fn set_up(world: &Arc<World>, closed: &Closed, texts: Vec<Text>) -> Result<Question, Problem> {
    match grundy_run::position(world, 0, closed) {
        Ok(position) => Ok(Question { position, texts, origin: Origin::Asked }),
        Err(diagnostic) => Err(Problem::of_position(&diagnostic)),
    }
}

fn clip(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_string();
    }
    text.chars().take(40).chain("...".chars()).collect()
}
