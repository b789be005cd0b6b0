//! The finite facts that the theorems need, each looked at one by one. The theorems are proved in `docs/certificates-format.md`.

use super::digits::Siblings;
use super::{HeapDigits, PeriodCertificate, Theorem};
use crate::{Refusal, Var};
use std::collections::BTreeSet;

/// More residues of amounts are not spoken of.
const MOST_RESIDUES: usize = 64;

/// The law that a certificate claims of its digits.
pub(super) struct Law<'a> {
    pub certificate: &'a PeriodCertificate,
    pub digits: &'a HeapDigits,
}

/// A sentence that fails at a heap.
pub(super) fn false_at(sentence: &str, heap: usize) -> Refusal {
    Refusal::False { sentence: sentence.to_string(), at: vec![(Var(0), heap as u128)] }
}

/// What was looked at, and how many heaps.
pub(super) type Looked = (String, usize);

impl Law<'_> {
    /// Whether the theorem speaks of such digits, and the certificate has exactly the values it needs.
    pub fn fits(&self) -> Result<(), Refusal> {
        let unfit = |reason: &str| Err(Refusal::Unfit(reason.to_string()));
        let (digits, one) = (self.digits, self.certificate);
        let heaps = digits.most_heaps().max(1);
        let free = digits.siblings() == Siblings::Any || heaps < 2;
        let splits_ahead = digits.head().iter().skip(1).all(|digit| digit & 3 == 3);
        let right = match one.theorem {
            Theorem::Repeat => digits.tail().is_empty() && free && one.saltus == 0,
            Theorem::Shift => (1..=MOST_RESIDUES).contains(&digits.tail().len()) && heaps == 1,
            Theorem::Heights => {
                let power = one.saltus.is_power_of_two();
                digits.tail().is_empty() && free && (3..=6).contains(&heaps) && power
            }
            Theorem::Block => {
                let power = one.period.is_power_of_two() && one.saltus == one.period;
                digits.tail() == [3] && splits_ahead && heaps <= 2 && free && power
            }
        };
        if !right {
            return unfit("the theorem does not speak of such a game");
        }
        let (from, period) = (one.from as usize, one.period as usize);
        let (starts, needed) = match one.theorem {
            Theorem::Repeat => {
                let take = digits.head().len().saturating_sub(1);
                (from == one.preperiod.max(1) as usize, heaps * (from + period) + take)
            }
            Theorem::Heights => (from == one.preperiod.max(1) as usize, 3 * (from + period) + digits.head().len()),
            Theorem::Shift => {
                let all = self.all_residues();
                let further = if all > period { period } else { 0 };
                (from > digits.head().len().max(1) && from >= one.preperiod as usize, from + all + further)
            }
            Theorem::Block => (from == 1 && one.preperiod <= 1, period + 1),
        };
        if !starts {
            return unfit("the theorem cannot speak from that heap on");
        }
        if one.values.len() != needed {
            return Err(Refusal::Unfit(format!("the theorem needs exactly {needed} values")));
        }
        Ok(())
    }

    /// The facts of the theorem.
    pub fn theorem(&self) -> Result<Vec<Looked>, Refusal> {
        match self.certificate.theorem {
            Theorem::Repeat => self.holds(self.certificate.from as usize),
            Theorem::Heights => self.heights(),
            Theorem::Shift => self.shift(),
            Theorem::Block => self.block(),
        }
    }

    /// That the law holds from `start` on as far as there are values.
    pub(super) fn holds(&self, start: usize) -> Result<Vec<Looked>, Refusal> {
        let PeriodCertificate { period, saltus, values, .. } = self.certificate;
        let sentence = format!("g(n + {period}) = g(n) + {saltus}");
        let count = values.len() - *period as usize;
        match (start..count).find(|&n| values[n + *period as usize] != values[n] + saltus) {
            Some(heap) => Err(false_at(&sentence, heap)),
            None => Ok(vec![(format!("{sentence} for {start} <= n < {count}"), count.saturating_sub(start))]),
        }
    }

    /// The least number of heaps that is a multiple of the period and of the number of residues.
    fn all_residues(&self) -> usize {
        let (period, residues) = (self.certificate.period as usize, self.digits.tail().len());
        (1..=residues).map(|turns| turns * period).find(|all| all % residues == 0).expect("all turns do")
    }

    /// That the states before `from` and some periods later are equal, the least open value higher by so often the saltus;
    /// and that the law holds that far.
    fn shift(&self) -> Result<Vec<Looked>, Refusal> {
        let one = self.certificate;
        let (from, period, all) = (one.from as usize, one.period as usize, self.all_residues());
        let higher = u64::from(one.saltus) * (all / period) as u64;
        let sentence = format!("the state before heap {from} comes again {all} heaps later, {higher} higher");
        let ((low, before), (high, after)) = (self.state(from), self.state(from + all));
        if before != after || u64::from(high) != u64::from(low) + higher {
            return Err(false_at(&sentence, from));
        }
        let mut looked = vec![(sentence, before.len())];
        looked.extend(if all > period { self.holds(from)? } else { Vec::new() });
        Ok(looked)
    }

    /// The state before a heap, and the value it is counted from.
    fn state(&self, n: usize) -> (u32, Vec<i64>) {
        let (head, residues) = (self.digits.head().len().max(1), self.digits.tail().len());
        let (values, old) = (&self.certificate.values, n - head);
        // What a heap of residue `c` gets by taking at least `head`, from old heaps and by taking all.
        let given: Vec<BTreeSet<u32>> = (0..residues)
            .map(|c| {
                let amount =
                    |m: usize| (head..head + residues).find(|k| (k + m) % residues == c).expect("all residues");
                let whole = (self.digits.at(amount(0)) & 1 != 0).then_some(values[0]);
                let left = (1..=old).filter(|&m| self.digits.at(amount(m)) & 2 != 0).map(|m| values[m]);
                left.chain(whole).collect()
            })
            .collect();
        let open = |given: &BTreeSet<u32>| (0..).find(|value| !given.contains(value)).expect("finitely many values");
        let least = given.iter().map(open).min().expect("a residue");
        let from = |value: u32| i64::from(value) - i64::from(least);
        let mut state = vec![(n % residues) as i64];
        state.extend(values[old + 1..n].iter().map(|&value| from(value).max(-1)));
        for given in &given {
            state.extend([-2, from(open(given))]);
            state.extend(given.range(open(given)..).map(|&value| from(value)));
        }
        (least, state)
    }

    /// That a block of a power of two values repeats: the three facts of the theorem.
    fn block(&self) -> Result<Vec<Looked>, Refusal> {
        let p = self.certificate.period as usize;
        let g = |n: usize| self.certificate.values[n] as usize;
        let splits: Vec<usize> = (0..self.digits.head().len()).filter(|&k| self.digits.at(k) & 4 != 0).collect();
        let order = format!("g(1), ..., g({p}) are 1, ..., {p} in some order");
        let mut heap_of = vec![0; p];
        for r in 1..=p {
            if !(1..=p).contains(&g(r)) || std::mem::replace(&mut heap_of[g(r) % p], r) != 0 {
                return Err(false_at(&order, r));
            }
        }
        let reached = format!("smaller values are reached in the block, splits beside a value below {p}");
        for r in 1..=p {
            let mut seen: BTreeSet<usize> = (0..r).map(g).collect();
            for k in splits.iter().filter(|k| **k < r) {
                let parts = (1..r - k).filter(|&b| g(b) < p);
                seen.extend(parts.map(|b| g(r - k - b) ^ g(b)));
            }
            if (0..g(r)).any(|value| !seen.contains(&value)) {
                return Err(false_at(&reached, r));
            }
        }
        let avoided = format!("no split of residues mod {p} has the value itself");
        let (low, high) = (|r: usize| g(r) % p, |r: usize| (g(r) / p) as i64);
        for a in 1..=p {
            for b in 1..=p {
                let r = heap_of[low(a) ^ low(b)];
                for k in &splits {
                    let rest = r as i64 - (a + b + k) as i64 + p as i64 * (high(a) + high(b) - high(r));
                    if rest >= 0 && rest % (2 * p as i64) == 0 {
                        return Err(false_at(&avoided, a));
                    }
                }
            }
        }
        Ok(vec![(order, p), (reached, p), (avoided, p * p)])
    }

    /// A value, by the law where the certificate has none.
    fn value(&self, n: usize) -> u64 {
        let PeriodCertificate { period, saltus, values, .. } = self.certificate;
        let beyond = (n + 1).saturating_sub(values.len()).div_ceil(*period as usize);
        u64::from(values[n - beyond * *period as usize]) + beyond as u64 * u64::from(*saltus)
    }

    /// That the law holds from the preperiod on, and neither that nor the period can be smaller.
    pub fn least(&self) -> Result<Vec<Looked>, Refusal> {
        let one = self.certificate;
        let (period, saltus, start) = (one.period as usize, u64::from(one.saltus), one.preperiod as usize);
        let lawful = |n: usize, period: usize, saltus: u64| self.value(n + period) == self.value(n) + saltus;
        let from = format!("the law holds from heap {start} on, and not before");
        if let Some(heap) = (start..one.from as usize).find(|&n| !lawful(n, period, saltus)) {
            return Err(false_at(&from, heap));
        }
        if start > 0 && lawful(start - 1, period, saltus) {
            return Err(false_at(&from, start - 1));
        }
        // The least period divides every other.
        let shorter = format!("{period} is the least period");
        for divisor in (1..period).filter(|divisor| period % divisor == 0) {
            let turns = (period / divisor) as u64;
            let all = saltus % turns == 0 && (start..start + period).all(|n| lawful(n, divisor, saltus / turns));
            if all {
                return Err(false_at(&shorter, divisor));
            }
        }
        Ok(vec![(from, one.from as usize + 1 - start.min(one.from as usize)), (shorter, period)])
    }
}
