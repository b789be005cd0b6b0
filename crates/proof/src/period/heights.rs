//! The facts of the theorem `heights`: rules with finitely many digits that may leave three heaps. `docs/certificates-format.md`
//! states and proves it; the words *low part*, *height* and *defect* are explained there.

use super::facts::{Law, Looked, false_at};
use crate::{Limit, Refusal};
use std::collections::HashSet;

/// So many sums of low parts and defects are looked at.
const MOST_SUMS: usize = 1 << 26;

/// Low part and defect of a heap, or of several together.
type Part = (u32, i64);

impl Law<'_> {
    /// That the law holds among the values, that no split has the value itself, and that every smaller one is reached.
    pub(super) fn heights(&self) -> Result<Vec<Looked>, Refusal> {
        let (from, period) = (self.certificate.from as usize, self.certificate.period as usize);
        let mut looked = self.holds(from)?;
        let mut sums = Sums { looked: 0 };
        let regular: Vec<usize> = (from..from + period).collect();
        let low = |heaps: &[usize]| -> HashSet<Part> {
            let low = heaps.iter().filter(|heap| self.certificate.values[**heap] < self.certificate.saltus);
            low.map(|heap| self.part(*heap)).collect()
        };
        let all: Vec<usize> = (1..from + period).collect();
        looked.push(self.avoided(&all, &regular, &mut sums)?);
        looked.push(self.reached(&regular, &low(&regular), &low(&all), &mut sums)?);
        Ok(looked)
    }

    fn part(&self, heap: usize) -> Part {
        let (value, saltus) = (self.certificate.values[heap], self.certificate.saltus);
        (value % saltus, i64::from(self.certificate.period) * i64::from(value / saltus) - heap as i64)
    }

    /// The amounts after which exactly so many heaps may be left.
    fn amounts(&self, heaps: usize) -> Vec<i64> {
        let digits = self.digits.head().iter().enumerate();
        digits.filter(|(_, digit)| **digit >> heaps & 1 == 1).map(|(amount, _)| amount as i64).collect()
    }

    fn avoided(&self, all: &[usize], regular: &[usize], sums: &mut Sums) -> Result<Looked, Refusal> {
        let sentence = "no split has the value itself, by low parts and defects".to_string();
        let parts: HashSet<Part> = all.iter().map(|heap| self.part(*heap)).collect();
        let turn = 2 * i64::from(self.certificate.period);
        let mut several = HashSet::from([(0, 0)]);
        for heaps in 1..=self.digits.most_heaps() {
            several = sums.of(&several, &parts)?;
            for amount in self.amounts(heaps) {
                for &heap in regular {
                    let (low, defect) = self.part(heap);
                    let meets = |&(x, sum): &Part| {
                        let number = sum - amount - defect;
                        x == low && number >= 0 && number % turn == 0
                    };
                    sums.count(several.len())?;
                    if several.iter().any(meets) {
                        return Err(false_at(&sentence, heap));
                    }
                }
            }
        }
        Ok((sentence, sums.looked))
    }

    fn reached(
        &self,
        regular: &[usize],
        low_regular: &HashSet<Part>,
        low: &HashSet<Part>,
        sums: &mut Sums,
    ) -> Result<Looked, Refusal> {
        let sentence = "three low heaps or one heap beside low ones reach every smaller value".to_string();
        let period = i64::from(self.certificate.period);
        let after = |parts: &HashSet<Part>, heaps: usize| -> HashSet<Part> {
            let amounts = self.amounts(heaps);
            parts.iter().flat_map(|&(x, sum)| amounts.iter().map(move |amount| (x, sum - amount))).collect()
        };
        let two = sums.of(low_regular, low_regular)?;
        let three = after(&sums.of(&two, low_regular)?, 3);
        let mut beside: HashSet<Part> = regular.iter().map(|heap| self.part(*heap)).collect();
        let mut alone = after(&beside, 1);
        for heaps in 2..=3 {
            beside = sums.of(&beside, low)?;
            alone.extend(after(&beside, heaps));
        }
        for &heap in regular {
            let (own, defect) = self.part(heap);
            for x in 0..self.certificate.saltus {
                sums.count(three.len())?;
                let first = i64::from(x >= own);
                for lowered in [first, first + 1] {
                    // Heights of three heaps: those of the same parity as `lowered`, the highest of which is enough.
                    let heights = three.iter().filter(|part| part.0 == x && (part.1 - defect) % period == 0);
                    let heights = heights.map(|part| (part.1 - defect) / period);
                    let highest = heights.filter(|height| (height - lowered) % 2 == 0).max();
                    let Some(highest) = highest else { return Err(false_at(&sentence, heap)) };
                    let mut lowered = lowered;
                    while lowered < -highest {
                        if !alone.contains(&(x, defect - period * lowered)) {
                            return Err(false_at(&sentence, heap));
                        }
                        lowered += 2;
                    }
                }
            }
        }
        Ok((sentence, sums.looked))
    }
}

/// How many sums were looked at.
struct Sums {
    looked: usize,
}

impl Sums {
    fn count(&mut self, more: usize) -> Result<(), Refusal> {
        self.looked = self.looked.saturating_add(more);
        match self.looked > MOST_SUMS {
            true => {
                let sentence = "the sums of low parts and defects".to_string();
                Err(Refusal::NoVerdict { sentence, limit: Limit::Transitions })
            }
            false => Ok(()),
        }
    }

    /// All sums of one from each.
    fn of(&mut self, ones: &HashSet<Part>, others: &HashSet<Part>) -> Result<HashSet<Part>, Refusal> {
        self.count(ones.len().saturating_mul(others.len()))?;
        Ok(ones.iter().flat_map(|(x, a)| others.iter().map(move |(y, b)| (x ^ y, a + b))).collect())
    }
}
