//! `claim` lines as formulas over the fields.

use super::expr::{Called, Eval, Recursion, Scope, Stop};
use super::places::{Places, places};
use super::term::*;
use super::value::{Number, Sym};
use super::{NotDefinable, Slot};
use crate::{Formula, Term, Var};
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
    /// Calls of definitions that call themselves, whose values are variables of their own.
    pub calls: Vec<Called>,
}

/// A definition that calls itself, in arithmetic.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its number.
    pub def: usize,
    /// The variables of its arguments.
    pub args: Vec<Var>,
    /// Its value, 1 for true and 0 for false.
    pub value: Term,
    /// Where that is defined, if the calls in it are.
    pub defined: Formula,
    /// Calls in it.
    pub calls: Vec<Called>,
    /// How it reads the fields, where these are arguments too.
    pub places: Option<Places>,
}

/// The definitions that these claims call, directly or not.
pub(crate) fn definitions(
    scope: &mut Scope,
    slots: &[Slot],
    claims: &[Result<Claimed, NotDefinable>],
) -> Eval<Vec<Definition>> {
    let mut waiting: Vec<usize> =
        claims.iter().flatten().flat_map(|claim| claim.calls.iter().map(|call| call.def)).collect();
    let mut found: Vec<Definition> = Vec::new();
    while let Some(def) = waiting.pop() {
        if found.iter().any(|other| other.def == def) {
            continue;
        }
        let code = scope.rules.defs[def].code.clone();
        let mut args: Vec<Var> = (0..scope.rules.defs[def].arguments).map(|_| scope.fresh()).collect();
        let number = |var: &Var| Some(Sym::Number(Number::of(Term::Var(*var))));
        scope.locals = args.iter().map(number).collect();
        scope.locals.resize(code.locals.max(args.len()), None);
        let (mut body, mut read) = (code.expr.clone(), None);
        let start = scope.state.clone();
        if let Some((scale, without)) = places(scope.rules, def) {
            body = without;
            args.remove(scale);
            args.extend(scope.renewed());
            let slots = slots.iter().filter(|slot| !matches!(slot, Slot::Param { .. })).cloned().collect();
            read = Some(Places { scale, slots });
        }
        let (result, calls) = listing(scope, |scope| scope.eval(&body));
        scope.state = start;
        let (value, defined) = match result? {
            Sym::Number(number) => (number.term, number.defined),
            Sym::Truth(truth) => (choose(truth.holds, Term::Constant(1), Term::Constant(0)), truth.defined),
            _ => return super::expr::refuse(code.expr.span, "a definition that calls itself and gives no number"),
        };
        waiting.extend(calls.iter().map(|call| call.def));
        found.push(Definition { def, args, value, defined, calls, places: read });
    }
    Ok(found)
}

/// Evaluates with calls of definitions that call themselves listed.
fn listing<T>(scope: &mut Scope, evaluate: impl FnOnce(&mut Scope) -> T) -> (T, Vec<Called>) {
    scope.recursion = Recursion::Listed;
    scope.called.clear();
    let result = evaluate(scope);
    scope.recursion = Recursion::Refused;
    (result, std::mem::take(&mut scope.called))
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
    let (result, calls) = listing(scope, |scope| translated(scope, claim));
    match result {
        Ok(claimed) => Ok(Ok(Claimed { calls, ..claimed })),
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
    Ok(Claimed { when, says, span: claim.span, calls: Vec::new() })
}
