//! Certificates of periods of heap games: which theorem, from which heap on, and exactly the values it needs.
//!
//! The checker of `proof` is asked before anything is handed out, so a certificate that is written is accepted.

use grundy_answer::{Standing, Watch};
use grundy_heap::{HeapRule, Period, Sequence};
use grundy_proof::{HeapDigits, PeriodCertificate, PeriodOf, Theorem, check_period};

/// The most values of a certificate.
const MOST: u64 = 1 << 24;

/// The most moves the checker looks at while a certificate is made.
const LOOKED: u64 = 2_000_000_000;

/// A state that comes again is looked for at so many turns of the period.
const TURNS: u64 = 16;

/// The certificate of the period of a sequence; else why there is none.
pub fn period_certificate(
    of: PeriodOf,
    digits: &HeapDigits,
    rule: &HeapRule,
    sequence: &Sequence,
    watch: &dyn Watch,
) -> Result<PeriodCertificate, String> {
    let proved = |period: &&Period| matches!(period.standing, Standing::Proved(_));
    let period = sequence.period().filter(proved).ok_or("no period is proved")?;
    let take = rule.largest_take().unwrap_or(0);
    let heaps = rule.most_heaps().max(1) as u64;
    let (theorem, starts): (Theorem, Vec<u64>) = match rule.tail() {
        [] if period.saltus > 0 => (Theorem::Heights, vec![period.preperiod().max(1)]),
        [] => (Theorem::Repeat, vec![period.preperiod().max(1)]),
        _ if heaps == 1 => {
            let first = period.preperiod().max(rule.head().len().max(1) as u64 + 1);
            (Theorem::Shift, (0..TURNS).map(|turn| first + turn * period.period).collect())
        }
        _ => (Theorem::Block, vec![1]),
    };
    let mut refused = String::new();
    for from in starts {
        let needed = match theorem {
            Theorem::Repeat => heaps.saturating_mul(from.saturating_add(period.period)).saturating_add(take),
            Theorem::Heights => 3 * (from.saturating_add(period.period)) + rule.head().len() as u64,
            Theorem::Shift => {
                let residues = rule.tail().len() as u64;
                let all =
                    (1..=residues).map(|turns| turns.saturating_mul(period.period)).find(|all| all % residues == 0);
                let all = all.unwrap_or(MOST);
                from.saturating_add(all).saturating_add(if all > period.period { period.period } else { 0 })
            }
            Theorem::Block => period.period + 1,
        };
        if needed > MOST {
            return Err(format!("the theorem needs {needed} values, more than a certificate holds"));
        }
        let value = |n: u64| sequence.value_at(n).and_then(|(value, _)| u32::try_from(value).ok());
        let values: Option<Vec<u32>> = (0..needed).map(value).collect();
        let number = |number: u64| u32::try_from(number).map_err(|_| "numbers too large".to_string());
        let certificate = PeriodCertificate {
            of: of.clone(),
            theorem,
            period: number(period.period)?,
            saltus: number(period.saltus)?,
            preperiod: number(period.preperiod())?,
            from: number(from)?,
            values: values.ok_or("values too large for a certificate")?,
        };
        match check_period(&certificate, digits, LOOKED, watch) {
            Ok(_) => return Ok(certificate),
            Err(refusal) => refused = refusal.to_string(),
        }
    }
    Err(format!("the checker does not accept it: {refused}"))
}
