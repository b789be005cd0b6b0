//! Functions of games with kos, which depend on how the game is written: their argument is a text.

use super::Call;
use super::table::What;
use crate::calculator::answer::Answer;
use crate::calculator::evaluate::{Calculator, NoPositions};
use crate::calculator::fault::Fault;
use crate::{KoFight, KoRefusal};

/// Thermographs under a komaster, and what it matters who it is.
pub(super) fn apply(what: What, call: &Call<'_>) -> Result<Answer, Fault> {
    let Answer::Text(text) = &call.arguments[0] else {
        let kind = call.arguments[0].kind();
        return Err(call
            .fault("kind", format!("a game as it is written is expected here, in quotes; this is {kind}"))
            .remedy("LeftKomaster(\"a{1|b{a|0}}\"): the value alone does not tell the moves of a ko"));
    };
    let graph = Calculator::new(&NoPositions).graph(call.values, text);
    let graph = graph.map_err(|fault| Fault { span: call.span.clone(), ..fault })?;
    let fight = KoFight::of_graph(call.values, &graph).map_err(|refusal| match refusal {
        KoRefusal::Halt(halt) => Fault::halt(call.span.clone(), halt),
        other => call.fault("loopy", other.to_string()),
    })?;
    Ok(match what {
        What::Komaster(side) => Answer::KoThermograph(Box::new(fight.under(side).clone())),
        _ => Answer::Text(fight.kind().to_string()),
    })
}
