//! The plain quadratic method, in two ways: for each value from 0 upwards, is it reached by a move? Or: the values of all
//! moves are marked. The first stops at the first move found, and looks at many at once; the second looks at each move
//! once, which is better where many values below the mex are seldom.

use crate::lane::{Lane, Level, Marks};
use crate::octal::Octal;

/// How splits are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Search,
    Mark,
}

/// The method and its sheet.
pub(crate) struct Plain {
    pub way: Way,
    /// How many splits the searches looked at.
    pub looked: usize,
    marks: Box<Marks>,
    /// All marks lie below.
    bound: usize,
}

impl Plain {
    /// To go on after `values`.
    pub fn new<T: Lane>(way: Way, values: &[T]) -> Plain {
        let top: u32 = values.iter().copied().max().unwrap_or_default().into();
        let marks = vec![false; 1 << 16].try_into().expect("a mark for each value");
        Plain { way, looked: 0, marks, bound: (top as usize + 1).next_power_of_two() }
    }

    /// The value of a heap of `values.len()`; `None` when it does not fit the lane.
    pub fn value<T: Lane>(&mut self, octal: &Octal, level: Level, values: &[T]) -> Option<T> {
        let n = values.len();
        let least = match self.way {
            Way::Search => (0..)
                .map_while(|sought| T::try_from(sought).ok())
                .find(|sought| !octal.reaches(level, values, n, *sought, &mut self.looked))?
                .into(),
            Way::Mark => {
                self.marks[..self.bound].fill(false);
                octal.mark(level, values, n, &mut self.marks);
                self.marks.iter().position(|mark| !mark)? as u32
            }
        };
        self.bound = self.bound.max((least as usize + 1).next_power_of_two());
        T::try_from(least).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{HeapRule, Kinship};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_give_the_same_values(mut head in prop::collection::vec(0u16..8, 2..6), unequal: bool) {
            head[0] &= 4;
            let kinship = if unequal { Kinship::Unequal } else { Kinship::Free };
            let octal = Octal::of(&HeapRule::new(head, vec![], kinship).unwrap()).unwrap();
            let grown = |way: Way, level: Level| {
                let mut values: Vec<u16> = Vec::new();
                let mut plain = Plain::new(way, &values);
                for _ in 0..300 {
                    values.push(plain.value(&octal, level, &values).unwrap());
                }
                values
            };
            let wanted = grown(Way::Search, Level::Baseline);
            for level in [Level::Baseline, Level::detect()] {
                prop_assert_eq!(&grown(Way::Mark, level), &wanted);
            }
        }
    }
}
