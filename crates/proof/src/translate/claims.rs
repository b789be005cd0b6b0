//! `claim` lines as formulas over the fields.

use super::NotDefinable;
use super::expr::{Eval, Scope, Stop};
use super::term::*;
use crate::{Formula, Term};
use grundy_rule::{Claim, ClaimSays, Span};

/// A claim in arithmetic.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// Of which positions it speaks, earlier claims aside.
    pub when: Formula,
    /// What it says of them.
    pub says: Says,
    /// Where it stands.
    pub span: Span,
}

/// What a claim says.
#[derive(Clone, Debug)]
pub enum Says {
    /// Who moves next wins.
    First,
    /// Who moves next loses.
    Second,
    /// The Grundy value is this.
    Grundy(Term),
    /// Best play lasts this many plies.
    Plies(Term),
    /// Best play lasts this many rounds of two plies.
    Rounds(Term),
}

/// The claim, or why it is not arithmetic; `Err` wishes for a parameter.
pub(crate) fn claim(scope: &mut Scope, claim: &Claim) -> Result<Result<Claimed, NotDefinable>, usize> {
    match translated(scope, claim) {
        Ok(claimed) => Ok(Ok(claimed)),
        Err(Stop::No(reason)) => Ok(Err(reason)),
        Err(Stop::Need(param)) => Err(param),
    }
}

fn translated(scope: &mut Scope, claim: &Claim) -> Eval<Claimed> {
    let mut when = match &claim.when {
        Some(code) => {
            scope.locals = vec![None; code.locals];
            scope.truth(&code.expr)?.holds
        }
        None => yes(),
    };
    let mut value = |scope: &mut Scope, code: &grundy_rule::Code| {
        scope.locals = vec![None; code.locals];
        let number = scope.number(&code.expr)?;
        when = all([when.clone(), number.defined]);
        Ok(number.term)
    };
    let says = match &claim.says {
        ClaimSays::FirstWins => Says::First,
        ClaimSays::SecondWins => Says::Second,
        ClaimSays::Grundy(code) => Says::Grundy(value(scope, code)?),
        ClaimSays::Plies(code) => Says::Plies(value(scope, code)?),
        ClaimSays::Rounds(code) => Says::Rounds(value(scope, code)?),
    };
    Ok(Claimed { when, says, span: claim.span })
}
