//! The `claim` lines of a game as code, with what is known of them.

use crate::program::{E, Function, Memory, Program, S, Ty};
use crate::translate::{Gives, Translator, Untranslated};
use grundy_rule::{ClaimSays, Span};
use grundy_run::Game;
use std::sync::Arc;

/// What a formula gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// As the recursion of the rules does.
    Value(Gives),
    /// Moves to the end under best play.
    Plies,
    /// Rounds to the end under best play.
    Rounds,
}

/// The claims of a game as one function of the fields and of these parameters, if together they speak of every position and
/// all of one thing.
pub fn formula(game: &Arc<Game>, text: &str, open: &[usize]) -> Result<(Program, Says), Untranslated> {
    let refuse = |span: Span, reason: &str| Err(Untranslated { span, reason: reason.to_string() });
    let rules = if open.is_empty() { &game.rules } else { game.source() };
    if rules.claims.is_empty() {
        return refuse(rules.span, "there is no claim");
    }
    if grundy_solve::about_parameters(game.source()) {
        return refuse(rules.span, "the claims speak of the start position, not of positions");
    }
    let of = |says: &ClaimSays| match says {
        ClaimSays::FirstWins | ClaimSays::SecondWins => Says::Value(Gives::Outcome),
        ClaimSays::Grundy(_) => Says::Value(Gives::Grundy),
        ClaimSays::Plies(_) => Says::Plies,
        ClaimSays::Rounds(_) => Says::Rounds,
    };
    let says = of(&rules.claims[0].says);
    if let Some(other) = rules.claims.iter().find(|claim| of(&claim.says) != says) {
        return refuse(other.span, "claims of several kinds");
    }
    let last = &rules.claims[rules.claims.len() - 1];
    if last.when.is_some() {
        return refuse(last.span, "the claims do not speak of every position");
    }
    let mut translator = Translator::with_open(game, text, open)?;
    let (name, doc) = match says {
        Says::Value(gives) => (gives.name(), gives.describe()),
        Says::Plies => ("plies", "Moves to the end when the winner hurries and the loser delays."),
        Says::Rounds => ("rounds", "Rounds to the end when the winner hurries and the loser delays."),
    };
    let mut body = Vec::new();
    for claim in &rules.claims {
        let when = match &claim.when {
            Some(when) => translator.condition(&when.expr)?,
            None => E::Bool(true),
        };
        let result = match &claim.says {
            ClaimSays::FirstWins => E::Int(1),
            ClaimSays::SecondWins => E::Int(-1),
            ClaimSays::Grundy(code) | ClaimSays::Plies(code) | ClaimSays::Rounds(code) => {
                translator.number(&code.expr)?
            }
        };
        body.extend(S::when(when, vec![S::Return(result)]));
    }
    let mut doc = vec![doc.to_string()];
    doc.extend(translator.field_words());
    let params = translator.arguments_named();
    let mut program = translator.program;
    let name = name.to_string();
    program.functions.push(Function { name, doc, params, result: Ty::Int, body, memory: Memory::None });
    Ok((program, says))
}
