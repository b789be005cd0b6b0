//! The answer about one rule: values as far as needed, the period if a theorem covers one, and everything far out.

use crate::far;
use crate::options::Parts;
use crate::period::{self, Period, Search};
use crate::rule::{HeapRule, Kinship};
use crate::table::{Halt, Method, Table};
use grundy_answer::{Standing, Watch, message};

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Until a period is proved, or to a default that takes seconds.
    Default,
    /// Until a period is proved, or to this many values.
    To(usize),
    /// Exactly this many values; periods are looked for only at the end.
    All(usize),
}

/// What is known of the sequence of a rule.
pub struct Sequence {
    table: Table,
    period: Option<Period>,
    halt: Option<Halt>,
}

/// The first look for a period.
const FIRST_LOOK: usize = 64;

impl Sequence {
    /// Computes values and looks for the period at every doubling. When the watch stops it, what there is remains.
    pub fn explore(rule: &HeapRule, reach: Reach, watch: &dyn Watch) -> Sequence {
        Sequence::continued(Table::new(rule), reach, watch)
    }

    /// The same, going on from a table.
    pub fn continued(mut table: Table, reach: Reach, watch: &dyn Watch) -> Sequence {
        let rule = table.rule().clone();
        let (limit, mut look) = match reach {
            Reach::Default => (usual(&rule), FIRST_LOOK.max(table.values().len())),
            Reach::To(count) => (count.max(2), FIRST_LOOK.max(table.values().len()).min(count.max(2))),
            Reach::All(count) => (count, count),
        };
        loop {
            let halt = table.grow(look, watch).err();
            let found = period::search(&rule, table.values());
            if let Search::Proved(period) = found {
                return Sequence { table, period: Some(period), halt: None };
            }
            let len = table.values().len();
            if halt.is_some() || len >= limit || enough(reach, &table) {
                let period = period::observe(table.values()).filter(|_| !looks_covered(&rule));
                return Sequence { table, period, halt };
            }
            look = match found {
                Search::Promising(needed) if needed <= limit => needed.max(len + 1),
                _ => (2 * len).min(limit),
            };
        }
    }

    /// The table alone, to go on from.
    pub fn into_table(self) -> Table {
        self.table
    }

    /// The values computed.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The heaps before the preperiod whose values the period does not give, with their values.
    pub fn exceptions(&self) -> Vec<(u64, u32)> {
        let Some(period) = &self.period else { return Vec::new() };
        let values = self.table.values();
        let expected = |n: u64| {
            let turns = (period.preperiod() - n).div_ceil(period.period);
            values.at((n + turns * period.period) as usize) as i128 - (turns * period.saltus) as i128
        };
        (0..period.preperiod())
            .map(|n| (n, values.at(n as usize)))
            .filter(|(n, value)| *value as i128 != expected(*n))
            .collect()
    }

    /// The period, with its standing: proved, or only seen.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Why the computation ended before it reached its aim.
    pub fn halt(&self) -> Option<Halt> {
        self.halt
    }

    /// How many values were computed.
    pub fn computed(&self) -> usize {
        self.table.values().len()
    }

    /// How the latest values were found.
    pub fn method(&self) -> &Method {
        self.table.method()
    }

    /// How sure the sequence is beyond the values computed.
    pub fn standing(&self) -> Standing {
        match &self.period {
            Some(period) => period.standing.clone(),
            None => Standing::Checked(message!("no period proved to {}", self.computed())),
        }
    }

    /// The value of a heap of `n`, and how sure it is; `None` when neither the values nor a period reach it.
    pub fn value_at(&self, n: u64) -> Option<(u128, Standing)> {
        far::value_at(self.table.values(), self.period.as_ref(), n)
    }

    /// How many of the heaps `1..=n` the player to move loses, and how sure that is.
    pub fn count_losing(&self, n: u64) -> Option<(u64, Standing)> {
        far::count_zeros(self.table.values(), self.period.as_ref(), n)
    }

    /// Up to `most` moves from `n` to a sum of value 0, small takes and small parts first; `None` when some value is out of
    /// reach.
    pub fn winning_moves(&self, n: u64, most: usize) -> Option<Moves> {
        let rule = self.table.rule();
        if n <= EXHAUSTED || (rule.tail().is_empty() && rule.most_heaps() < 2) {
            return self.select(rule.options(n), most, true);
        }
        // A smaller part of at least one period past the preperiod may be made smaller by it, the other larger.
        let law = self.period.as_ref()?;
        let bound = (law.preperiod() + law.period + 1).min(1 << 22);
        let last = rule.largest_take().unwrap_or(rule.head().len() as u64 + rule.tail().len() as u64).min(n);
        let gap = u64::from(rule.kinship() == Kinship::Unequal);
        let high = (0..=last).flat_map(|k| {
            let (rest, digit) = (n - k, rule.digit(k));
            let nothing = (rest == 0 && digit & 1 != 0).then(|| Parts::of(&[]));
            let single = (rest > 0 && digit & 2 != 0).then(|| Parts::of(&[rest]));
            let splits = (1..bound.min(rest.saturating_sub(gap) / 2 + 1)).filter(move |_| digit & 4 != 0);
            // Two equal heaps cancel: of three heaps the smallest alone counts.
            let three = digit & 8 != 0 && rule.kinship() == Kinship::Free;
            let pairs = (1..bound.min(rest)).filter(move |i| three && (rest - i) % 2 == 0);
            let triples = pairs.map(move |i| {
                let mut parts = [i, (rest - i) / 2, (rest - i) / 2];
                parts.sort_unstable();
                Parts::of(&parts)
            });
            nothing.into_iter().chain(single).chain(splits.map(move |i| Parts::of(&[i, rest - i]))).chain(triples)
        });
        // Takes that leave little, where takes are not bounded.
        let low = (0..bound.min(n - last)).filter_map(|m| match (m, rule.digit(n - m)) {
            (0, digit) if digit & 1 != 0 => Some(Parts::of(&[])),
            (1.., digit) if digit & 2 != 0 => Some(Parts::of(&[m])),
            _ => None,
        });
        self.select(high.chain(low), most, false)
    }

    fn select(&self, options: impl Iterator<Item = Parts>, most: usize, all: bool) -> Option<Moves> {
        let mut found = Moves { moves: Vec::new(), complete: all };
        for parts in options {
            let mut sum = 0;
            for part in parts.iter() {
                sum ^= self.value_at(*part)?.0;
            }
            if sum == 0 {
                if found.moves.len() == most {
                    found.complete = false;
                    break;
                }
                found.moves.push(parts);
            }
        }
        Some(found)
    }
}

/// All moves from heaps up to this size are looked at.
const EXHAUSTED: u64 = 2000;

/// Winning moves, as the heaps they leave.
pub struct Moves {
    /// The moves.
    pub moves: Vec<Parts>,
    /// Whether these are all of them.
    pub complete: bool,
}

/// How many values are computed when nothing is said: a few seconds at most.
fn usual(rule: &HeapRule) -> usize {
    match (rule.tail().is_empty(), rule.most_heaps()) {
        (true, 0 | 1) => 1 << 22,
        (true, 2) => 1 << 20,
        (false, 0 | 1) => 1 << 15,
        (false, 2) => 1 << 13,
        _ => 1 << 10,
    }
}

/// The quadratic method does not go as far by default.
fn enough(reach: Reach, table: &Table) -> bool {
    reach == Reach::Default && *table.method() == Method::Quadratic && table.values().len() >= 1 << 18
}

/// Whether a theorem would have proved a period that is there: then nothing less is reported.
fn looks_covered(rule: &HeapRule) -> bool {
    rule.tail().is_empty() && rule.most_heaps() < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use grundy_answer::Unwatched;
    use std::collections::BTreeSet;

    /// Each is a move, leads to value 0, and is named once; also where the heap is smaller than the longest code.
    #[test]
    fn winning_moves_of_large_heaps_are_moves() {
        let far = format!("4.{}3...", "3".repeat(2500));
        for code in ["AllBut{5000}", "AllBut{2004,2005}", "4.3...", "S{1,2001}", "0x0.8", &far] {
            let code: Code = code.parse().unwrap();
            let sequence = Sequence::explore(code.rule(), Reach::To(2100), &Unwatched);
            for n in 2001..2008 {
                let Some(found) = sequence.winning_moves(n, 50) else { continue };
                let named: BTreeSet<Vec<u64>> = found.moves.iter().map(|parts| parts.to_vec()).collect();
                assert_eq!(named.len(), found.moves.len(), "{code} at {n}");
                for parts in named {
                    let taken = n.checked_sub(parts.iter().sum()).expect("no more beans than before");
                    let sizes_fit = parts.is_sorted() && !parts.contains(&0);
                    assert!(sizes_fit && code.rule().digit(taken) >> parts.len() & 1 == 1, "{code} at {n}: {parts:?}");
                    let value = |part: &u64| sequence.value_at(*part).unwrap().0;
                    assert_eq!(parts.iter().map(value).fold(0, |sum, value| sum ^ value), 0, "{code} at {n}");
                }
            }
        }
    }
}
