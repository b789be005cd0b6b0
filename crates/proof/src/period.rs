//! Certificates of periods of heap games, and their checker: values, a theorem, and the finite facts that it needs.
//!
//! The checker reads the digits of the game off its code, or off the rule text by the heap form that `rule` proves,
//! computes every value by the mex rule from all moves, and looks at the facts one by one. It uses nothing of the
//! programs that find periods.

mod certificate;
mod digits;
mod facts;
mod heights;

pub use certificate::{PERIOD_FIRST_LINE, PeriodCertificate, PeriodOf, Theorem};
pub use digits::HeapDigits;
pub(crate) use digits::Siblings;

use crate::{Accepted, Limit, Refusal};
use facts::{Law, false_at};
use grundy_answer::{Progress, Watch};

/// Checks a certificate of a period against the digits of its game. `budget` is in moves.
pub fn check_period(
    certificate: &PeriodCertificate,
    digits: &HeapDigits,
    budget: u64,
    watch: &dyn Watch,
) -> Result<Accepted, Refusal> {
    let law = Law { certificate, digits };
    law.fits()?;
    let moves = mex(certificate, digits, budget, watch)?;
    let mut sentences = vec![("each value is the least that no move leads to".to_string(), moves as usize)];
    sentences.extend(law.theorem()?);
    sentences.extend(law.least()?);
    Ok(Accepted { sentences })
}

/// How many moves were looked at while every value was computed from all moves and compared.
fn mex(certificate: &PeriodCertificate, digits: &HeapDigits, budget: u64, watch: &dyn Watch) -> Result<u64, Refusal> {
    let sentence = "each value is the least that no move leads to";
    let stopped = |limit: Limit| Refusal::NoVerdict { sentence: sentence.to_string(), limit };
    let values = &certificate.values;
    let mut moves = 0u64;
    for n in 0..values.len() {
        let mut seen: Vec<bool> = Vec::new();
        for k in 0..=n {
            let digit = digits.at(k);
            for heaps in (0..16).filter(|heaps| digit >> heaps & 1 == 1) {
                let parted = Parted { values, siblings: digits.siblings() };
                parted.each(n - k, heaps, 1, 0, &mut |value| {
                    moves += 1;
                    if seen.len() <= value as usize {
                        seen.resize(value as usize + 1, false);
                    }
                    seen[value as usize] = true;
                    moves <= budget
                });
            }
            if moves > budget {
                return Err(stopped(Limit::Transitions));
            }
        }
        let value = seen.iter().position(|seen| !seen).unwrap_or(seen.len());
        if value != values[n] as usize {
            return Err(false_at(sentence, n));
        }
        let progress = Progress { what: "moves", done: moves, total: None, bytes: 4 * values.len() as u64 };
        if let Some(stop) = watch.tick(progress) {
            return Err(stopped(Limit::Stopped(stop)));
        }
    }
    Ok(moves)
}

/// The ways to lay a rest as heaps.
struct Parted<'a> {
    values: &'a [u32],
    siblings: Siblings,
}

impl Parted<'_> {
    /// The nim-sums of all ways to lay `rest` as `heaps` heaps of at least `least`, ascending, until `see` says no.
    fn each(&self, rest: usize, heaps: usize, least: usize, sum: u32, see: &mut dyn FnMut(u32) -> bool) -> bool {
        match heaps {
            0 => rest > 0 || see(sum),
            1 => rest < least || see(sum ^ self.values[rest]),
            _ => {
                let gap = usize::from(self.siblings == Siblings::Unequal);
                let mut first = least;
                while first * heaps <= rest {
                    if !self.each(rest - first, heaps - 1, first + gap, sum ^ self.values[first], see) {
                        return false;
                    }
                    first += 1;
                }
                true
            }
        }
    }
}
