//! Generalised Grundy values of loopy impartial games (Smith, "Graphs and composite games", 1966; Fraenkel and Yesha,
//! "The generalized Sprague-Grundy function", 1986). A value is a nimber, or infinity with the set of nimbers among
//! the options. A position may take the value m, the mex of the labels of its options, once every option without a
//! label that could spoil it (one whose label might still be m) has an option labelled m: such a move can be reverted.
//! Sums: nimbers add by exclusive or; infinity K plus nimber g is infinity K xor g; infinities add to infinity of nothing.

use crate::answer::{Class, Grundy};
use crate::parts::{PartId, Parts};
use crate::work::{Halted, Work};
use grundy_run::Side;
use rustc_hash::FxHashMap;

/// The whole graph below some components, labelled.
pub struct Loopy {
    /// The components.
    pub parts: Parts,
    /// Options of each part as sums; loopy play inside one component only leads to single components.
    options: Vec<Vec<usize>>,
    numbers: FxHashMap<PartId, usize>,
    labels: Vec<Option<u64>>,
}

impl Loopy {
    /// An empty graph.
    pub fn new(parts: Parts) -> Loopy {
        Loopy { parts, options: Vec::new(), numbers: FxHashMap::default(), labels: Vec::new() }
    }

    /// Adds a component and all that can be reached from it. A loopy component that breaks into several is beyond this
    /// theory's finite labelling here and halts with `Halted::Cycle`.
    pub fn add(&mut self, root: PartId, work: &mut Work) -> Result<(), Halted> {
        let mut waiting = vec![root];
        while let Some(part) = waiting.pop() {
            let number = self.number(part);
            if !self.options[number].is_empty() {
                continue;
            }
            let mut next = Vec::new();
            for option in self.parts.options(part, Side::Left)? {
                let [to] = option.parts[..] else { return Err(Halted::Cycle) };
                let fresh = !self.numbers.contains_key(&to);
                next.push(self.number(to));
                if fresh {
                    waiting.push(to);
                }
            }
            next.sort_unstable();
            next.dedup();
            self.options[number] = next;
            if work.tick(self.options.len() as u64, self.parts.bytes()) {
                return Err(work.halted());
            }
        }
        Ok(())
    }

    fn number(&mut self, part: PartId) -> usize {
        let next = self.options.len();
        let number = *self.numbers.entry(part).or_insert(next);
        if number == next {
            self.options.push(Vec::new());
        }
        number
    }

    /// Labels every position that has a nimber, in increasing order of the nimber (Fraenkel's algorithm).
    pub fn label(&mut self) {
        let size = self.options.len();
        self.labels = vec![None; size];
        for value in 0..=size as u64 {
            let mut changed = true;
            let mut any = false;
            while changed {
                changed = false;
                for position in 0..size {
                    if self.labels[position].is_none() && self.fits(position, value) {
                        self.labels[position] = Some(value);
                        changed = true;
                        any = true;
                    }
                }
            }
            let open = self.labels.iter().any(Option::is_none);
            if !open || !any {
                break;
            }
        }
    }

    /// Whether a position can be labelled `value`: the labels among its options are missing exactly up to `value`, and
    /// each option without a label has an option labelled `value`.
    fn fits(&self, position: usize, value: u64) -> bool {
        let options = &self.options[position];
        let labels: Vec<u64> = options.iter().filter_map(|&option| self.labels[option]).collect();
        if labels.contains(&value) || (0..value).any(|smaller| !labels.contains(&smaller)) {
            return false;
        }
        options
            .iter()
            .filter(|&&option| self.labels[option].is_none())
            .all(|&option| self.options[option].iter().any(|&reply| self.labels[reply] == Some(value)))
    }

    /// Whether the last labelling saw this part.
    pub fn is_labelled(&self, part: PartId) -> bool {
        self.numbers.get(&part).is_some_and(|&number| number < self.labels.len())
    }

    fn value(&self, part: PartId) -> Grundy {
        let number = self.numbers[&part];
        match self.labels[number] {
            Some(label) => Grundy::Finite(label),
            None => {
                let mut set: Vec<u64> = self.options[number].iter().filter_map(|&option| self.labels[option]).collect();
                set.sort_unstable();
                set.dedup();
                Grundy::Infinite(set)
            }
        }
    }

    /// The value of a sum.
    pub fn sum(&self, parts: &[PartId]) -> Grundy {
        parts.iter().map(|&part| self.value(part)).fold(Grundy::Finite(0), |total, value| match (total, value) {
            (Grundy::Finite(a), Grundy::Finite(b)) => Grundy::Finite(a ^ b),
            (Grundy::Infinite(set), Grundy::Finite(b)) | (Grundy::Finite(b), Grundy::Infinite(set)) => {
                let mut moved: Vec<u64> = set.iter().map(|a| a ^ b).collect();
                moved.sort_unstable();
                Grundy::Infinite(moved)
            }
            (Grundy::Infinite(_), Grundy::Infinite(_)) => Grundy::Infinite(Vec::new()),
        })
    }

    /// Who wins: 0 is lost, other nimbers and infinities with a 0 are won, the rest are drawn.
    pub fn outcome(&self, value: &Grundy) -> Class {
        match value {
            Grundy::Finite(0) => Class::P,
            Grundy::Finite(_) => Class::N,
            Grundy::Infinite(set) if set.contains(&0) => Class::N,
            Grundy::Infinite(_) => Class::D,
        }
    }
}
