//! Positions of the games of a library, and of rules that are added to it, as values.

use crate::engine::Engine;
use crate::library::Library;
use crate::problem::Problem;
use crate::subject::Ruleset;
use crate::text::{MAX_POSITION_BYTES, Text};
use grundy_rule::{check_position, parse_expression};
use grundy_run::{Position, World};
use grundy_solve::{PositionValue, Refusal, Variant, position_value, variant_value};
use grundy_value::{Answer, Fault, Positions, Values};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games whose positions have values; the arguments are rule language.
pub struct LibraryPositions {
    engine: Engine,
    games: Mutex<Games>,
}

struct Games {
    library: Library,
    /// Rules read so far, by the name of the game.
    read: HashMap<String, (Ruleset, Arc<World>)>,
}

/// The variants by name.
const VARIANTS: [(&str, Variant); 3] =
    [("impartial", Variant::Impartial), ("dicotic", Variant::Dicotic), ("allsmall", Variant::Dicotic)];

impl LibraryPositions {
    /// Positions of these games; `engine` says how moves are made.
    pub fn new(library: Library, engine: Engine) -> LibraryPositions {
        LibraryPositions { engine, games: Mutex::new(Games { library, read: HashMap::new() }) }
    }

    /// The same where positions of a world of these rules have values too: they come before others of the same name, and
    /// nothing is checked or compiled again.
    pub fn with_world(self, rules: &Ruleset, world: &Arc<World>) -> LibraryPositions {
        for game in &rules.module.games {
            self.games().read.insert(game.name.clone(), (rules.clone(), world.clone()));
        }
        self
    }

    /// Adds rules, which come before others of the same name; the names of their games.
    pub fn load(&self, text: Text) -> Result<Vec<String>, Problem> {
        let mut games = self.games();
        games.library = games.library.with(text)?;
        games.read.clear();
        let names = games.library.entries().first().map(|entry| entry.games().map(str::to_string).collect());
        Ok(names.unwrap_or_default())
    }

    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules of a game and a world of them; `None` if there is none of that name.
    fn rules(&self, game: &str) -> Result<Option<(Ruleset, Arc<World>)>, Problem> {
        let mut games = self.games();
        if let Some(known) = games.read.get(game) {
            return Ok(Some(known.clone()));
        }
        let Some(entry) = games.library.defining(game) else { return Ok(None) };
        let rules = Ruleset::read(entry.text.clone(), game)?;
        let world = self.engine.world(vec![rules.module.clone()]);
        games.read.insert(game.to_string(), (rules.clone(), world.clone()));
        Ok(Some((rules, world)))
    }

    fn position(&self, game: &str, arguments: &str) -> Result<Option<Position>, Fault> {
        let whole = 0..arguments.len();
        let fault = |code: &'static str, message: String| Fault::new(code, whole.clone(), message);
        let Some((rules, world)) = self.rules(game).map_err(|problem| fault("game", problem.message))? else {
            return Ok(None);
        };
        let text = format!("{game}({arguments})");
        let closed = parse_expression(&text, MAX_POSITION_BYTES)
            .and_then(|expr| check_position(&expr, &[&rules.module]))
            .map_err(|mistakes| {
                let one = &mistakes[0];
                let before = game.len() + 1;
                let place = |at: u32| (at as usize).saturating_sub(before).min(arguments.len());
                let span = place(one.span.start)..place(one.span.end).max(place(one.span.start));
                Fault::new(one.code, span, one.cause.clone()).remedy(one.remedy.clone())
            })?;
        let position = grundy_run::position(&world, 0, &closed);
        position.map(Some).map_err(|one| fault(one.code, one.cause.clone()).remedy(one.remedy.clone()))
    }
}

impl Positions for LibraryPositions {
    fn value(&self, values: Values<'_>, game: &str, arguments: &str) -> Result<Option<Answer>, Fault> {
        let Some(position) = self.position(game, arguments)? else { return Ok(None) };
        match position_value(&position, values, values.watch()) {
            Ok(PositionValue::Short(value)) => Ok(Some(Answer::Game(value))),
            Ok(PositionValue::Loopy(sided)) => Ok(Some(Answer::Loopy(sided))),
            Err(refusal) => Err(refused(refusal, game, arguments)),
        }
    }

    fn variant(&self, values: Values<'_>, variant: &str, game: &str, arguments: &str) -> Result<Option<Answer>, Fault> {
        let Some((_, variant)) = VARIANTS.into_iter().find(|(name, _)| *name == variant) else {
            return Err(Fault::new("name", 0..arguments.len(), format!("no variant is called `{variant}`"))
                .remedy("the variants are impartial and dicotic"));
        };
        let Some(position) = self.position(game, arguments)? else { return Ok(None) };
        match variant_value(&position, variant, values, values.watch()) {
            Ok(value) => Ok(Some(Answer::Game(value))),
            Err(refusal) => Err(refused(refusal, game, arguments)),
        }
    }
}

fn refused(refusal: Refusal, game: &str, arguments: &str) -> Fault {
    let fault = |code: &'static str, message: String| Fault::new(code, 0..arguments.len(), message);
    match refusal {
        Refusal::Wrong(one) => fault(one.code, one.cause.clone()).remedy(one.remedy.clone()),
        Refusal::Unfit(reason) => fault("position", reason),
        Refusal::OutOfReach(reason) => fault("limit", reason),
        Refusal::Stopped(stop, positions) => fault("limit", format!("{stop} after {positions} positions of {game}")),
    }
}
