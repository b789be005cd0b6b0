//! What heaps may become: any finite closed set of positions, given by option lists.
//!
//! Heaps are numbered from 1 so that every option of a heap is a sum of heaps with smaller numbers; the empty sum is
//! the option that leaves nothing. Nothing else about a game is needed for its misère quotient.

use grundy_heap::{HeapRule, Kinship};
use std::fmt;

/// A family of heaps closed under moves.
pub trait Ruleset {
    /// The options of `heap` (at least 1): each the heaps it leaves, with numbers from 1 to `heap - 1`.
    fn options(&self, heap: u32) -> Vec<Vec<u32>>;

    /// The number of the last heap; `None` when there is no last.
    fn last(&self) -> Option<u32>;

    /// Where a move is exactly "remove `removed` beans, leave the rest as some number of heaps of any sizes": all such
    /// moves, which is what the periodicity theorem asks for. `None` when the moves are not of this form.
    fn free_takes(&self) -> Option<Vec<Take>>;
}

/// One way to move in a heap game whose moves do not look at the sizes left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// Beans removed.
    pub removed: u32,
    /// The most heaps the rest may be left as.
    pub parts: u32,
}

impl Ruleset for HeapRule {
    fn options(&self, heap: u32) -> Vec<Vec<u32>> {
        let sizes = HeapRule::options(self, heap.into());
        sizes.map(|parts| parts.iter().map(|size| *size as u32).collect()).collect()
    }

    fn last(&self) -> Option<u32> {
        None
    }

    fn free_takes(&self) -> Option<Vec<Take>> {
        if self.largest_take().is_none() || self.kinship() == Kinship::Unequal {
            return None;
        }
        let digits = (0..).zip(self.head()).filter(|(_, digit)| **digit != 0);
        Some(digits.map(|(removed, digit)| Take { removed, parts: digit.ilog2() }).collect())
    }
}

/// A finite closed set of positions, written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    options: Vec<Vec<Vec<u32>>>,
}

/// An option that is not a sum of earlier positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotClosed {
    /// The position whose option it is, from 1.
    pub position: u32,
    /// What the option names.
    pub names: u32,
}

impl fmt::Display for NotClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an option of position {} names {}, which does not come before it", self.position, self.names)
    }
}

impl std::error::Error for NotClosed {}

impl Positions {
    /// The positions 1, 2, ... with these options; an option is a sum of positions that come earlier in the list.
    pub fn new(options: Vec<Vec<Vec<u32>>>) -> Result<Positions, NotClosed> {
        for (position, list) in (1..).zip(&options) {
            if let Some(names) = list.iter().flatten().find(|part| !(1..position).contains(*part)) {
                return Err(NotClosed { position, names: *names });
            }
        }
        Ok(Positions { options })
    }
}

impl Ruleset for Positions {
    fn options(&self, heap: u32) -> Vec<Vec<u32>> {
        self.options[heap as usize - 1].clone()
    }

    fn last(&self) -> Option<u32> {
        Some(self.options.len() as u32)
    }

    fn free_takes(&self) -> Option<Vec<Take>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_earlier() {
        assert!(Positions::new(vec![vec![vec![]], vec![vec![1, 1], vec![]]]).is_ok());
        let error = Positions::new(vec![vec![], vec![vec![2]]]).unwrap_err();
        assert_eq!(error.to_string(), "an option of position 2 names 2, which does not come before it");
        assert!(Positions::new(vec![vec![vec![0]]]).is_err());
    }
}
