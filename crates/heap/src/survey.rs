//! All octal codes of a few digits, classified.

use crate::period::Period;
use crate::rule::{HeapRule, Kinship};
use crate::sequence::{Reach, Sequence};
use crate::values::Values;
use grundy_answer::Watch;

/// What is known of one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// A period is proved.
    Periodic {
        /// The period.
        period: u64,
        /// The first heap from which it holds.
        preperiod: u64,
    },
    /// No period is proved within so many values.
    Unknown {
        /// How many values were computed.
        to: u64,
    },
}

/// Two codes with the same values, up to a shift of the heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kin {
    /// The place of the other code in the list of codes.
    pub other: usize,
    /// `g(n) = other(n + shift)` for all `n >= 1` with `n + shift >= 1`.
    pub shift: i64,
    /// Compared for all heaps, by their periods, or only as far as the values at hand.
    pub proved: bool,
}

/// How many values of each code are compared with the others.
pub const COMPARED: usize = 2048;

/// The codes `0.d1 ... dk` with at most `digits` digits, in the order of their digits, without the game that has no move.
pub fn octal_codes(digits: u32) -> Vec<HeapRule> {
    let digit = |code: u64, place: u32| (code >> (3 * place) & 7) as u16;
    (1..1u64 << (3 * digits))
        .map(|code| {
            let head = std::iter::once(0).chain((0..digits).rev().map(|place| digit(code, place))).collect();
            HeapRule::new(head, Vec::new(), Kinship::Free).expect("no pass")
        })
        .collect()
}

/// Classifies one code with at most `limit` values.
pub fn classify(rule: &HeapRule, limit: usize, watch: &dyn Watch) -> (Class, Option<Period>) {
    let sequence = Sequence::explore(rule, Reach::To(limit), watch);
    match sequence.period().filter(|period| period.standing.kind() == "proved") {
        Some(period) => {
            (Class::Periodic { period: period.period, preperiod: period.preperiod() }, Some(period.clone()))
        }
        None => (Class::Unknown { to: sequence.computed() as u64 }, None),
    }
}

/// For each code, an earlier one with the same values up to a shift by at most two heaps: `classes` and the first
/// [`COMPARED`] `values` are given in the order of the codes.
pub fn kin(classes: &[Class], values: &[Values]) -> Vec<Option<Kin>> {
    (0..classes.len())
        .map(|one| {
            (0..one).flat_map(|other| [0, 1, -1, 2, -2].map(|shift| (other, shift))).find_map(|(other, shift)| {
                if !same(&values[one], &values[other], shift) {
                    return None;
                }
                let proved = match (&classes[one], &classes[other]) {
                    (
                        Class::Periodic { period, preperiod },
                        Class::Periodic { period: same_period, preperiod: other_preperiod },
                    ) => {
                        let enough = preperiod.max(other_preperiod) + period + 4;
                        period == same_period && enough < COMPARED as u64
                    }
                    _ => false,
                };
                Some(Kin { other, shift, proved })
            })
        })
        .collect()
}

fn same(one: &Values, other: &Values, shift: i64) -> bool {
    let start = 1.max(1 - shift) as usize;
    let end = one.len().min(other.len()).min(COMPARED) - 2;
    let there = |n: usize| (n as i64 + shift) as usize;
    (start..end).all(|n| one.at(n) == other.at(there(n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Table};
    use grundy_answer::Unwatched;

    #[test]
    fn codes_are_all_different() {
        let codes = octal_codes(2);
        assert_eq!(codes.len(), 63);
        let distinct: std::collections::HashSet<_> = codes.iter().collect();
        assert_eq!(distinct.len(), 63);
    }

    #[test]
    fn first_cousins() {
        // Dawson's chess and Dawson's Kayles are one game, a pin apart (Winning Ways ch. 4).
        let rules = ["0.07", "0.137"].map(|code| code.parse::<Code>().unwrap().rule().clone());
        let classes: Vec<Class> = rules.iter().map(|rule| classify(rule, 2000, &Unwatched).0).collect();
        let values: Vec<Values> = rules
            .iter()
            .map(|rule| {
                let mut table = Table::new(rule);
                table.grow(COMPARED, &Unwatched).unwrap();
                table.values().clone()
            })
            .collect();
        assert_eq!(kin(&classes, &values)[1], Some(Kin { other: 0, shift: 1, proved: true }));
    }
}
