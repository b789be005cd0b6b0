use crate::{asked, library, source};
use grundy_rule::{Module, check_position, parse_expression};
use grundy_solve::{Refusal, canonical_value};
use grundy_value::{Answer, Fault, Positions, Values};
use std::sync::Arc;

/// Positions of the games of the library, as values: the arguments are rule language.
pub struct Library;

impl Positions for Library {
    fn value(&self, values: Values<'_>, game: &str, arguments: &str) -> Result<Option<Answer>, Fault> {
        let Some(entry) = library::defining(game) else { return Ok(None) };
        let whole = 0..arguments.len();
        let fault = |code: &'static str, message: String| Fault::new(code, whole.clone(), message);
        let (module, _) = asked::check(&source::of_library(entry)).map_err(|failure| fault("game", failure.message))?;
        let world = crate::native::world(vec![Arc::new(module)]);
        let text = format!("{game}({arguments})");
        let module: &Module = &world.modules()[0];
        let closed = parse_expression(&text, source::MAX_EXPRESSION)
            .and_then(|expr| check_position(&expr, &[module]))
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
