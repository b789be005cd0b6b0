//! Certificates of periods: of codes, and of rules that have heap form.

use crate::text::Text;
use grundy_answer::Watch;
use grundy_heap::{HeapRule, Reach, Sequence};
use grundy_proof::{HeapDigits, PeriodCertificate, PeriodOf};
use grundy_prove::Subject as Provable;
use grundy_run::Game;
use std::sync::Arc;

/// The certificate of the period of a code.
pub fn of_code(rule: &HeapRule, sequence: &Sequence, watch: &dyn Watch) -> Result<PeriodCertificate, String> {
    let code = rule.to_string();
    let digits = HeapDigits::of_code(&code)?;
    grundy_prove::period_certificate(PeriodOf::Code(code), &digits, rule, sequence, watch)
}

/// The certificate of the period of rules that have heap form, at their parameters.
pub fn of_rules(
    text: &Text,
    subject: &Provable,
    rule: &HeapRule,
    sequence: &Sequence,
    watch: &dyn Watch,
) -> Result<PeriodCertificate, String> {
    let game = game(subject).ok_or("the game cannot be set up")?;
    let rules = grundy_proof::sha256(text.text.as_bytes());
    let of = PeriodOf::Rules { game: subject.text(), rules };
    grundy_prove::period_certificate(of, &HeapDigits::of_game(&game)?, rule, sequence, watch)
}

/// The same, looked for as far as `reach`.
pub fn of_heaps(
    text: &Text,
    subject: &Provable,
    rule: &HeapRule,
    reach: Reach,
    watch: &dyn Watch,
) -> Result<PeriodCertificate, String> {
    let sequence = Sequence::explore(rule, reach, watch);
    of_rules(text, subject, rule, &sequence, watch)
}

/// The game at its parameters, for heaps of at least 1.
pub fn game(subject: &Provable) -> Option<Arc<Game>> {
    let bounds = vec![1; subject.rules().fields.len()];
    subject.world.game(subject.key, subject.params.clone(), bounds).ok()
}
