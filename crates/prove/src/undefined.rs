//! A position of which a claim speaks without saying anything, because its value is undefined there. What is proved of
//! the claim is proved where it has a value; the reason names the smallest position where it has none.

use crate::Subject;
use crate::claims::{DecidedClaims, Verdict};
use grundy_answer::message;
use grundy_proof::Translated;
use grundy_run::Component;
use grundy_solve::{Spoken, spoken};

/// About how many positions are looked at: all whose numbers are small.
const POSITIONS: u64 = 64;

/// The largest number in them, however few numbers there are.
const LARGEST_NUMBER: u64 = 99;

/// Says of each claim that was not refuted where it has no value, if that is among the small positions.
pub fn noted(mut outcome: DecidedClaims, subject: &Subject, translated: &Translated) -> DecidedClaims {
    let Some((span, position)) = smallest(subject, translated) else { return outcome };
    for one in &mut outcome.decided {
        if one.span == span && matches!(one.verdict, Verdict::Proved | Verdict::Checked) {
            one.reason = message!("{}; it has no value at {}, and says nothing there", one.reason, position);
        }
    }
    outcome
}

/// The first claim that has no value where its condition holds, and the smallest position where that is so.
fn smallest(subject: &Subject, translated: &Translated) -> Option<(grundy_rule::Span, String)> {
    let slots = &translated.slots;
    let power = |base: u64| base.checked_pow(slots.len().max(1) as u32).is_some_and(|many| many <= POSITIONS);
    let largest = (1..LARGEST_NUMBER).take_while(|&largest| power(largest + 2)).count() as u64 + 1;
    let game = subject.game(slots, &vec![largest; slots.len()], largest as i64)?;
    let total = grundy_run::count(&game.shapes)?.min(POSITIONS.into());
    (0..total).find_map(|rank| {
        let state = grundy_run::unrank(&game.shapes, rank);
        let Ok(Spoken::Undefined(claim)) = spoken(&game, &state) else { return None };
        let packed = game.pack(&state)?;
        Some((claim.span, Component { game: game.clone(), packed }.to_string()))
    })
}
