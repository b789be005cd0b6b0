//! The graph of a game whose moves take an element with elements beside it: two elements are adjacent if some move joins
//! them. Pairs that are shifts of one another are kept together, so that a set grows into its neighbours by a few shifts.

use crate::grundy::taking::Grounded;
use std::collections::BTreeMap;

/// Which elements are adjacent.
pub struct Graph {
    /// The elements adjacent to each.
    near: Vec<u64>,
    /// The elements that some move needs alone.
    single: u64,
    /// Every adjacent pair is an element of a mask and the element so far above it; none if there are too many shifts.
    steps: Vec<(u32, u64)>,
    /// For each move: the elements adjacent to what it takes, and those adjacent to them as well.
    around: Vec<(u64, u64)>,
}

/// More shifts are not worth trying all.
const MOST_STEPS: usize = 8;

impl Graph {
    /// The graph of moves that need one element, or need two and take nothing else.
    pub fn of(size: usize, moves: &[Grounded]) -> Graph {
        let mut near = vec![0u64; size];
        let mut single = 0;
        for one in moves {
            if one.need.count_ones() == 1 {
                single |= one.need;
            }
            for (element, near) in near.iter_mut().enumerate() {
                let itself = 1 << element;
                if one.need & itself != 0 {
                    *near |= (one.need | one.take) & !itself;
                } else if one.take & itself != 0 {
                    *near |= one.need;
                }
            }
        }
        let mut steps: BTreeMap<u32, u64> = BTreeMap::new();
        for (low, near) in near.iter().enumerate() {
            for high in (low + 1..size).filter(|high| near >> high & 1 == 1) {
                *steps.entry((high - low) as u32).or_default() |= 1 << low;
            }
        }
        let beside = |set: u64| (0..size).filter(|at| set >> at & 1 == 1).fold(0, |all, at| all | near[at]);
        let around = moves.iter().map(|one| {
            let first = beside(one.take);
            (first, first | beside(first))
        });
        let (around, few) = (around.collect(), steps.len() <= MOST_STEPS);
        Graph { steps: if few { steps.into_iter().collect() } else { Vec::new() }, near, single, around }
    }

    /// Whether a component has a move: a single element counts only if some move needs nothing else.
    #[inline]
    pub fn matters(&self, class: u64) -> bool {
        class & class.wrapping_sub(1) != 0 || class & self.single != 0
    }

    /// The elements of `within` that are connected with some of `from` inside it.
    #[inline]
    pub fn reach(&self, from: u64, within: u64) -> u64 {
        if self.steps.is_empty() {
            let (mut class, mut waiting) = (0u64, from);
            while waiting != 0 {
                let element = waiting.trailing_zeros() as usize;
                class |= 1 << element;
                waiting = (waiting | self.near[element] & within) & !class;
            }
            return class;
        }
        let mut class = from;
        loop {
            let mut grown = class;
            for &(step, low) in &self.steps {
                grown |= (class & low) << step | class >> step & low;
            }
            grown &= within;
            if grown == class {
                return class;
            }
            class = grown;
        }
    }

    /// Whether a connected set is seen to be connected still, and not empty, after move `number`: all that was adjacent to
    /// what is gone hangs together by a short way.
    #[inline]
    pub fn stays_joined(&self, number: usize, after: u64) -> bool {
        let (beside, about) = self.around[number];
        let beside = beside & after;
        beside != 0 && beside & !self.reach(beside & beside.wrapping_neg(), about & after) == 0
    }

    /// The sum of the degrees in a set, more than three counted as three: this orders best (Cram 5 x 7: 0.42 million
    /// components are met, with whole degrees 0.54 million).
    pub fn effort(&self, set: u64) -> u32 {
        if self.steps.is_empty() {
            let bits = (0..self.near.len()).filter(|at| set >> at & 1 == 1);
            return bits.map(|at| (self.near[at] & set).count_ones().min(3)).sum();
        }
        let (mut one, mut two, mut three) = (0, 0, 0);
        for &(step, low) in &self.steps {
            for beside in [(set & low) << step & set, set >> step & low & set] {
                three |= two & beside;
                two |= one & beside;
                one |= beside;
            }
        }
        one.count_ones() + two.count_ones() + three.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path, a ring and a star: shifts and lists of neighbours say the same.
    #[test]
    fn shifts_reach_what_neighbours_reach() {
        let pair = |a: u32, b: u32| Grounded { need: 1 << a | 1 << b, take: 1 << a | 1 << b };
        let path: Vec<Grounded> = (0..9).map(|at| pair(at, at + 1)).collect();
        let ring: Vec<Grounded> = (0..10).map(|at| pair(at, (at + 1) % 10)).collect();
        let star: Vec<Grounded> = (1..8).map(|at| pair(0, at)).collect();
        for moves in [path, ring, star] {
            let graph = Graph::of(10, &moves);
            let plain = Graph { steps: Vec::new(), ..Graph::of(10, &moves) };
            for set in 1u64..1 << 10 {
                let from = set & set.wrapping_neg();
                let class = graph.reach(from, set);
                assert_eq!(class, plain.reach(from, set), "{set:b}");
                assert_eq!(graph.effort(set), plain.effort(set), "{set:b}");
                for (number, one) in moves.iter().enumerate().filter(|(_, one)| one.need & !class == 0) {
                    let after = class & !one.take;
                    if graph.stays_joined(number, after) {
                        assert_eq!(plain.reach(after & after.wrapping_neg(), after), after, "{class:b} {one:?}");
                    }
                }
            }
        }
    }
}
