//! A quotient together with its pretending function: what each heap may be taken for.

use crate::period::Period;
use crate::quotient::{Element, IDENTITY, MisereOutcome, Quotient};
use crate::ruleset::Ruleset;

/// The outcome of every sum of heaps up to a size, or of all heaps when the pretending function is periodic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The monoid.
    pub quotient: Quotient,
    /// At `h`: the element of heap `h`; the identity at 0, the empty heap.
    pub pretending: Vec<Element>,
    /// At `a`: the smallest heap whose element is the letter `a`.
    pub letters: Vec<u32>,
    /// Present when the quotient is proved to be complete.
    pub period: Option<Period>,
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which summand, counted from 0.
    pub component: usize,
    /// The heaps it becomes.
    pub leaves: Vec<u32>,
}

impl Solution {
    /// The largest heap whose value was computed.
    pub fn reach(&self) -> u32 {
        self.pretending.len() as u32 - 1
    }

    /// The element of a heap; `None` beyond the reach of a partial quotient.
    pub fn value(&self, heap: u64) -> Option<Element> {
        let heap = self.period.map_or(heap, |period| period.reduce(heap));
        self.pretending.get(usize::try_from(heap).ok()?).copied()
    }

    /// The element of a sum.
    pub fn sum(&self, heaps: &[u32]) -> Option<Element> {
        heaps.iter().try_fold(IDENTITY, |x, heap| Some(self.quotient.product(x, self.value((*heap).into())?)))
    }

    /// Who wins a sum.
    pub fn outcome(&self, heaps: &[u32]) -> Option<MisereOutcome> {
        self.sum(heaps).map(|x| self.quotient.outcome(x))
    }

    /// All winning moves of a sum, equal summands each with their own.
    pub fn winning_moves(&self, rules: &dyn Ruleset, heaps: &[u32]) -> Option<Vec<Move>> {
        let values = heaps.iter().map(|heap| self.value((*heap).into())).collect::<Option<Vec<_>>>()?;
        let mut after = vec![IDENTITY; heaps.len() + 1];
        for (at, value) in values.iter().enumerate().rev() {
            after[at] = self.quotient.product(after[at + 1], *value);
        }
        let (mut before, mut moves) = (IDENTITY, Vec::new());
        for (component, heap) in heaps.iter().enumerate() {
            let rest = self.quotient.product(before, after[component + 1]);
            let options = if *heap == 0 { Vec::new() } else { rules.options(*heap) };
            for leaves in options {
                let to = self.quotient.product(rest, self.sum(&leaves)?);
                if self.quotient.outcome(to) == MisereOutcome::P {
                    moves.push(Move { component, leaves });
                }
            }
            before = self.quotient.product(before, values[component]);
        }
        Some(moves)
    }
}
