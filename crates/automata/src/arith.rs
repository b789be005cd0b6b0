//! Where relations are built: a digit system, a budget and a watch.
//!
//! Invariant: no operation holds more than `budget` states at once, and each ticks the watch at least every
//! few milliseconds; over the budget or told to stop, it returns [`OutOfBudget`], never a wrong relation.

use crate::{Digits, Rel};
use grundy_answer::{Message, Progress, Stop, Unwatched, Watch, message};
use std::cell::Cell;
use std::fmt;

/// The most variables one operation may meet: rows are dense, so it needs `2^variables` columns.
pub const MAX_VARIABLES: usize = 16;

/// The most transitions one automaton may have, whatever the budget in states: half a gigabyte.
const MAX_TRANSITIONS: usize = 1 << 27;

/// Why there is no result. It never means "false".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfBudget {
    /// More states were needed than this.
    States(usize),
    /// One operation met this many variables, more than [`MAX_VARIABLES`].
    Variables(usize),
    /// A table of more cells than this was asked for.
    Cells(usize),
    /// Numbers of more than 127 bits would be needed.
    Numbers,
    /// The watch said so.
    Stopped(Stop),
}

impl OutOfBudget {
    /// In words.
    pub fn message(self) -> Message {
        match self {
            OutOfBudget::States(most) => message!("more than {} automaton states were needed", most),
            OutOfBudget::Variables(met) => message!("{} variables at once, more than {}", met, MAX_VARIABLES),
            OutOfBudget::Cells(most) => message!("a table of more than {} cells was asked for", most),
            OutOfBudget::Numbers => message!("numbers beyond 127 bits were needed"),
            OutOfBudget::Stopped(stop) => stop.message(),
        }
    }
}

impl fmt::Display for OutOfBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for OutOfBudget {}

/// Builds relations over one digit system within a budget of states.
///
/// Relations of different digit systems must not meet: operations panic if they do.
pub struct Arith<'w> {
    digits: Digits,
    budget: usize,
    watch: &'w dyn Watch,
    work: Cell<u64>,
    ticked: Cell<u64>,
    largest: Cell<usize>,
}

/// Transitions between two ticks of the watch: about a millisecond.
const TICK: u64 = 1 << 17;

impl<'w> Arith<'w> {
    /// At most `budget` states in any automaton on the way.
    pub fn new(digits: Digits, budget: usize) -> Self {
        Arith::watched(digits, budget, &Unwatched)
    }

    /// The same, ticking `watch`.
    pub fn watched(digits: Digits, budget: usize, watch: &'w dyn Watch) -> Self {
        let zero = || Cell::new(0);
        Arith { digits, budget: budget.min(1 << 30), watch, work: zero(), ticked: zero(), largest: Cell::new(0) }
    }

    /// The same watch and digits under another budget.
    pub fn with_budget(&self, budget: usize) -> Self {
        Arith::watched(self.digits, budget, self.watch)
    }

    /// The digit system.
    pub fn digits(&self) -> Digits {
        self.digits
    }

    /// The budget in states.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// The most states any automaton had on the way so far, before minimisation.
    pub fn largest(&self) -> usize {
        self.largest.get()
    }

    /// Whether `states` rows of `2^bits` columns are within the budget.
    pub(crate) fn fits(&self, states: usize, bits: usize) -> Result<(), OutOfBudget> {
        self.largest.set(self.largest.get().max(states));
        let most = self.budget.min(MAX_TRANSITIONS >> bits);
        if states > most { Err(OutOfBudget::States(most)) } else { Ok(()) }
    }

    /// Counts `work` transitions, with `bytes` held.
    #[inline]
    pub(crate) fn tick(&self, work: usize, bytes: usize) -> Result<(), OutOfBudget> {
        self.work.set(self.work.get() + work as u64);
        if self.work.get() - self.ticked.get() < TICK {
            return Ok(());
        }
        self.ticked.set(self.work.get());
        let progress = Progress { what: "transitions", done: self.work.get(), total: None, bytes: bytes as u64 };
        self.watch.tick(progress).map_or(Ok(()), |stop| Err(OutOfBudget::Stopped(stop)))
    }

    pub(crate) fn same_digits(&self, rel: &Rel) {
        assert_eq!(rel.digits, self.digits, "relations of different digit systems do not meet");
    }
}
