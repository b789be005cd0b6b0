//! Eventually periodic sets and functions of one number.
//!
//! Invariant: below the pre-period the number read so far is kept exactly (it never shrinks), from then on
//! only its residue, so there are at most `preperiod + period` states in base 2 (pairs of them in Zeckendorf's
//! system).

use crate::arith::Arith;
use crate::{Digits, OutOfBudget, Rel, Var};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    Exact { high: u64, low: u64 },
    Residue { high: u64, low: u64 },
}

/// A function of the naturals that is periodic from some point on: values 0 to `preperiod + period - 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// The values of 0, 1, 2, ...; the last `period` of them repeat for ever.
    pub values: Vec<u64>,
    /// At least 1 and at most the number of values.
    pub period: usize,
}

impl Periodic {
    /// The value of `n`.
    pub fn at(&self, n: u128) -> u64 {
        let preperiod = self.values.len() - self.period;
        match usize::try_from(n) {
            Ok(n) if n < self.values.len() => self.values[n],
            _ => self.values[preperiod + ((n - preperiod as u128) % self.period as u128) as usize],
        }
    }
}

impl Arith<'_> {
    /// The numbers whose value is wanted.
    ///
    /// Panics unless the period is between 1 and the number of values.
    pub fn eventually(&self, var: Var, periodic: &Periodic, wanted: impl Fn(u64) -> bool) -> Result<Rel, OutOfBudget> {
        let accept = |&read: &Read| wanted(self.value(periodic, read));
        self.explored(vec![var], START, |&read, column| Some(self.read(periodic, read, column)), accept)
    }

    /// The graph of the function: `value` is the value of `var`.
    ///
    /// Panics unless the period is between 1 and the number of values.
    pub fn eventually_function(&self, var: Var, value: Var, periodic: &Periodic) -> Result<Rel, OutOfBudget> {
        assert_ne!(var, value, "two variables");
        let most = periodic.values.iter().copied().max().unwrap_or(0);
        let (at, value_at) = if var < value { (0, 1) } else { (1, 0) };
        let step = |&(read, high, low): &(Read, u64, u64), column: u32| {
            let digit = u64::from(column >> value_at & 1);
            let (high, low) = match self.digits() {
                Digits::Base2 => (2 * high + digit, 0),
                Digits::Zeckendorf => (high + low + digit, high),
            };
            (high + low <= most).then(|| (self.read(periodic, read, column >> at & 1), high, low))
        };
        let accept = |&(read, high, low): &(Read, u64, u64)| self.value(periodic, read) == high + low;
        self.explored(vec![var.min(value), var.max(value)], (START, 0, 0), step, accept)
    }

    fn read(&self, periodic: &Periodic, read: Read, digit: u32) -> Read {
        let period = periodic.period;
        assert!(period > 0 && period <= periodic.values.len(), "a period within the values");
        let step = |high: u64, low: u64| match self.digits() {
            Digits::Base2 => (2 * high + u64::from(digit), 0),
            Digits::Zeckendorf => (high + low + u64::from(digit), high),
        };
        let residue = |(high, low)| Read::Residue { high: high % period as u64, low: low % period as u64 };
        match read {
            Read::Residue { high, low } => residue(step(high, low)),
            Read::Exact { high, low } => match step(high, low) {
                (high, low) if high + low < (periodic.values.len() - period) as u64 => Read::Exact { high, low },
                large => residue(large),
            },
        }
    }

    fn value(&self, periodic: &Periodic, read: Read) -> u64 {
        let preperiod = periodic.values.len() - periodic.period;
        match read {
            Read::Exact { high, low } => periodic.at(u128::from(high + low)),
            Read::Residue { high, low } => {
                // The least number from the pre-period on with this residue.
                let period = periodic.period;
                let shift = ((high + low) as usize % period + period - preperiod % period) % period;
                periodic.values[preperiod + shift]
            }
        }
    }
}

/// Nothing read: 0, whether or not that lies below the pre-period.
const START: Read = Read::Exact { high: 0, low: 0 };
