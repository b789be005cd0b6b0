//! What a decided sentence says.

use crate::arith::Arith;
use crate::{Order, OutOfBudget, Rel, Var, Word};

/// The answer to a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all tuples.
    Proved,
    /// It fails, for instance at the given position.
    Refuted(Refutation),
    /// Nothing is known.
    Undecided(OutOfBudget),
}

/// Where a sentence fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The position: its variables, and for a Grundy relation also the value's.
    pub at: Word,
    /// What is wrong there.
    pub why: Why,
}

/// What is wrong at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move of this number (moves, then repeats, then splits) does not lower the measure.
    MeasureStays {
        /// The number of the move.
        step: usize,
        /// The variables after the move, among others.
        to: Word,
    },
    /// The move of this number leaves the domain.
    LeavesDomain {
        /// The number of the move.
        step: usize,
        /// The variables after the move, among others.
        to: Word,
    },
    /// It is claimed to be a P-position and has a move to a claimed P-position.
    MovesToClaimed {
        /// The number of the move (moves, then repeats).
        step: usize,
        /// The variables after the move, among others; after one step of a repeated one.
        to: Word,
    },
    /// It is not claimed to be a P-position and has no move to a claimed one.
    NoMoveToClaimed,
    /// In misère play, it is claimed to be a P-position and has no move at all.
    MisereEnd,
    /// The claim about repeating this step (its number among the repeats) is not what one step and the claim give.
    RepeatDiffers(usize),
    /// The value is claimed and an option has it too.
    OptionHasValue,
    /// The value is claimed and a smaller one is missing among the options.
    SmallerMissing,
    /// The value is the least that no option has, and is not claimed.
    ValueMissing,
    /// Best play has another number of plies than claimed.
    OtherPlies,
    /// Best play has this number of plies, and it is not claimed.
    PliesMissing,
    /// No value is claimed.
    NoValue,
}

impl Verdict {
    /// Whether the sentence holds.
    pub fn is_proved(&self) -> bool {
        *self == Verdict::Proved
    }

    pub(crate) fn of(result: Result<Option<Refutation>, OutOfBudget>) -> Verdict {
        match result {
            Ok(None) => Verdict::Proved,
            Ok(Some(refutation)) => Verdict::Refuted(refutation),
            Err(out) => Verdict::Undecided(out),
        }
    }
}

/// The least-total element of the combination `bad`, or, where that is out of budget, `shortest`.
pub(crate) fn smallest(
    arith: &Arith,
    rels: &[&Rel],
    bad: impl Fn(&[bool]) -> bool,
    position: &[Var],
    shortest: Word,
) -> Word {
    let least = arith.combine(rels, bad).and_then(|set| arith.least(&set, Order::Total, position));
    least.ok().flatten().unwrap_or(shortest)
}
