//! Functions of ordinals, which are written as texts: `"w^2+3"`; natural numbers and nimbers stand for themselves.

use super::Call;
use super::table::What;
use crate::calculator::answer::Answer;
use crate::calculator::fault::Fault;
use crate::{Halt, Ordinal, alpha};

/// Whether a function is one of ordinals for these arguments: nim operations are where one is a text.
pub(super) fn is_for(what: What, call: &Call<'_>) -> bool {
    let has_text = || call.arguments.iter().any(|argument| matches!(argument, Answer::Text(_)));
    match what {
        What::OrdinalAdd | What::OrdinalMultiply | What::OrdinalPow => true,
        What::NaturalSum | What::NaturalProduct | What::Alpha => true,
        What::NimSum | What::NimProduct | What::NimPower => has_text(),
        _ => false,
    }
}

/// What a function makes of ordinals.
pub(super) fn apply(what: What, call: &Call<'_>) -> Result<Answer, Fault> {
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    let a = ordinal(call, 0)?;
    if what == What::Alpha {
        let prime = a.to_finite().and_then(|p| u64::try_from(p).ok());
        let found = prime.and_then(alpha);
        return found.map(|found| Answer::Text(nimber(&found))).ok_or_else(|| {
            call.fault("arguments", "an odd prime of at most 43 is expected here: no others are in the table")
        });
    }
    if what == What::NimPower {
        let exponent = ordinal(call, 1)?.to_finite();
        let exponent = exponent.ok_or_else(|| call.fault("kind", "the exponent must be a whole number below 2^128"))?;
        return a.nim_power(exponent).map(|found| Answer::Text(nimber(&found))).map_err(halt);
    }
    let b = ordinal(call, 1)?;
    let found = match what {
        What::OrdinalAdd => a.plus(&b),
        What::OrdinalMultiply => a.times(&b),
        What::OrdinalPow => a.power(&b),
        What::NaturalSum => a.natural_sum(&b),
        What::NaturalProduct => a.natural_product(&b),
        What::NimSum => return a.nim_sum(&b).map(|found| Answer::Text(nimber(&found))).map_err(halt),
        _ => return a.nim_product(&b).map(|found| Answer::Text(nimber(&found))).map_err(halt),
    };
    found.map(|found| Answer::Text(found.to_string())).map_err(halt)
}

/// A nimber as text: `*w`, `*(w+1)`, and as the calculator writes finite ones.
fn nimber(ordinal: &Ordinal) -> String {
    match ordinal.to_finite() {
        Some(0) => "0".to_string(),
        Some(1) => "*".to_string(),
        Some(n) => format!("*{n}"),
        None if ordinal.terms().len() == 1 && ordinal.terms()[0].1 == 1 => format!("*{ordinal}"),
        None => format!("*({ordinal})"),
    }
}

fn ordinal(call: &Call<'_>, at: usize) -> Result<Ordinal, Fault> {
    let Answer::Text(text) = &call.arguments[at] else { return call.nimber(at).map(|n| Ordinal::finite(n.0)) };
    let written = text.trim();
    let read = match written.strip_prefix('*') {
        Some("") => Ok(Some(Ordinal::finite(1))),
        Some(rest) => Ordinal::read(rest),
        None => Ordinal::read(written),
    };
    let read = read.map_err(|halt| Fault::halt(call.span.clone(), halt))?;
    read.ok_or_else(|| call.fault("syntax", format!("`{text}` is not an ordinal as in \"w^2+w*3+1\"")))
}
