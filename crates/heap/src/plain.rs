//! The plain quadratic method: from 0 upwards, is the value reached by a move?

use crate::lane::{Lane, Level};
use crate::octal::Octal;

/// The value of a heap of `values.len()`; `None` when it does not fit the lane.
pub(crate) fn value<T: Lane>(octal: &Octal, level: Level, values: &[T]) -> Option<T> {
    let n = values.len();
    let mut sought = 0;
    loop {
        let value = T::try_from(sought).ok()?;
        if !octal.reaches(level, values, n, value) {
            return Some(value);
        }
        sought += 1;
    }
}
