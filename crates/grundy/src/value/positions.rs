//! Positions of the games of a library, as values.

use crate::engine::Engine;
use crate::library::Library;
use crate::subject::Ruleset;
use crate::text::MAX_POSITION_BYTES;
use grundy_rule::{check_position, parse_expression};
use grundy_solve::{Refusal, canonical_value};
use grundy_value::{Answer, Fault, Positions, Values};

/// The games whose positions have values; the arguments are rule language.
#[derive(Clone)]
pub struct LibraryPositions {
    /// The games.
    pub library: Library,
    /// How moves are made.
    pub engine: Engine,
}

impl Positions for LibraryPositions {
    fn value(&self, values: Values<'_>, game: &str, arguments: &str) -> Result<Option<Answer>, Fault> {
        let Some(entry) = self.library.defining(game) else { return Ok(None) };
        let whole = 0..arguments.len();
        let fault = |code: &'static str, message: String| Fault::new(code, whole.clone(), message);
        let rules = Ruleset::read(entry.text.clone(), game).map_err(|problem| fault("game", problem.message))?;
        let world = self.engine.world(vec![rules.module.clone()]);
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
        let position = grundy_run::position(&world, 0, &closed)
            .map_err(|one| fault(one.code, one.cause.clone()).remedy(one.remedy.clone()))?;
        match canonical_value(&position, values, values.watch()) {
            Ok(value) => Ok(Some(Answer::Game(value))),
            Err(Refusal::Wrong(one)) => Err(fault(one.code, one.cause.clone()).remedy(one.remedy.clone())),
            Err(Refusal::Unfit(reason) | Refusal::OutOfReach(reason)) => Err(fault("position", reason)),
            Err(Refusal::Stopped(stop, positions)) => {
                Err(fault("limit", format!("{stop} after {positions} positions of {game}")))
            }
        }
    }
}
