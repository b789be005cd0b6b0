//! Claims beside what the solver finds at small positions.

use crate::Subject;
use crate::claims::{Counterexample, Decided, DecidedClaims, Verdict};
use grundy_answer::{Message, Watch, message};
use grundy_rule::Diagnostic;
use grundy_solve::{Claimed, check_claims, check_claims_at};

/// On so many positions proved claims are compared with the solver.
const CONFIRMED: usize = 64;

/// What was decided, unless small positions refute it: a rule that is read wrongly as a formula shows itself there. Patterns need
/// no such look, as they are learned from positions.
pub(crate) fn confirmed(outcome: DecidedClaims, subject: &Subject, watch: &dyn Watch) -> DecidedClaims {
    if outcome.decided.iter().all(|one| one.verdict != Verdict::Proved) {
        return outcome;
    }
    let result = check_claims_at(&subject.world, subject.key, &subject.params, CONFIRMED, watch);
    match result {
        Ok(refuted @ Claimed::Refuted { .. }) => compared(subject, Message::default(), Ok(refuted)),
        _ => outcome,
    }
}

/// What the solver finds within its reach.
pub(crate) fn checked(subject: &Subject, reason: Message, most: usize, watch: &dyn Watch) -> DecidedClaims {
    let result = check_claims(&subject.world, subject.key, Some(&subject.params), most, watch);
    compared(subject, reason, result)
}

fn compared(subject: &Subject, reason: Message, result: Result<Claimed, Box<Diagnostic>>) -> DecidedClaims {
    let rules = subject.rules();
    let each = |verdict: Verdict, reason: Message, bound: Option<Message>| {
        let one = |span| Decided { span, verdict, reason: reason.clone(), bound: bound.clone(), counterexample: None };
        rules.claims.iter().map(|claim| one(claim.span)).collect::<Vec<_>>()
    };
    let decided = match result {
        Ok(Claimed::Stands { positions, bound }) => {
            let reason = message!("not proved: {}; compared with the solver on {} positions", reason, positions);
            each(Verdict::Checked, reason, Some(bound))
        }
        Ok(Claimed::Unchecked(why)) => each(Verdict::Open, Message::row("; ", vec![reason, why.into()]), None),
        Err(diagnostic) => each(Verdict::Open, Message::row("; ", vec![reason, diagnostic.cause.clone().into()]), None),
        Ok(Claimed::Refuted { position, claimed, actual, span }) => {
            let untold = message!("decided only together with the claim that is refuted");
            let mut all = each(Verdict::Open, untold, None);
            for one in all.iter_mut().filter(|one| one.span == span) {
                one.verdict = Verdict::Refuted;
                one.reason = message!("at {}: claimed {}, in truth {}", position, claimed, actual);
                one.counterexample = Some(Counterexample {
                    position: position.clone(),
                    claimed: claimed.as_str().into(),
                    actual: actual.as_str().into(),
                    moves: Vec::new(),
                });
            }
            all
        }
    };
    DecidedClaims { decided, certificate: None, found: None }
}
