//! Conditions in a canonical form, each numbered once: sorted conjunctions and disjunctions of bits, and weighted sums
//! with positive weights and a bound. Two conditions with one number say the same; conditions that say the same
//! may have two numbers, so a comparison by numbers errs on the side of "different".
//!
//! Numbers: 0 never holds, 1 always does; then two for each bit, not set and set, so that opposite bits differ in the last
//! binary digit; then conjunctions, disjunctions and sums as they are met.

use crate::condition::{Bits, Condition};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of a condition.
pub type Id = u32;

/// What a bit of a position becomes: which bit, and whether it is turned round.
pub type Renamed = (usize, bool);

const NO: Id = 0;
const YES: Id = 1;
const FIRST_BIT: Id = 2;

type Parts = SmallVec<[Id; 16]>;

/// Conjunctions or disjunctions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    All,
    Any,
}

enum Node {
    /// Sorted, at least two, none of them a conjunction, or none a disjunction.
    Join(Join, Rc<[Id]>),
    /// A weighted sum.
    AtLeast(Rc<AtLeast>),
}

/// The weights, all positive, of the conditions that hold add up to this at least; sorted.
type AtLeast = (Vec<(i64, Id)>, i128);

/// What a number stands for.
pub enum ConditionForm<'a> {
    /// A condition that never holds.
    No,
    /// A condition that always holds.
    Yes,
    /// A bit of the position has this value.
    Bit(usize, bool),
    /// All of these hold.
    All(&'a [Id]),
    /// One of these holds.
    Any(&'a [Id]),
    /// The weights of those that hold add up to this at least.
    AtLeast(&'a [(i64, Id)], i128),
}

/// Conditions numbered as they are met.
pub struct Numbers {
    /// How many numbers are those of constants and bits.
    plain: Id,
    nodes: Vec<Node>,
    joins: [FxHashMap<Rc<[Id]>, Id>; 2],
    sums: FxHashMap<Rc<AtLeast>, Id>,
}

impl Numbers {
    /// Of conditions on so many bits.
    pub fn new(bits: usize) -> Numbers {
        let plain = FIRST_BIT + 2 * bits as Id;
        Numbers { plain, nodes: Vec::new(), joins: Default::default(), sums: FxHashMap::default() }
    }

    /// The number of a condition after its bits are renamed.
    pub fn of(&mut self, condition: &Condition, rename: &dyn Fn(usize) -> Renamed) -> Id {
        match condition {
            Condition::No => NO,
            Condition::Yes => YES,
            Condition::Cube(bits) => self.join(Join::All, numbers_of(*bits, true, rename).collect()),
            Condition::Miss(bits) => self.join(Join::Any, numbers_of(*bits, false, rename).collect()),
            Condition::All(parts) => self.joined(Join::All, parts, rename),
            Condition::Any(parts) => self.joined(Join::Any, parts, rename),
            Condition::AtLeast(terms, least) => self.at_least(terms, 1, i128::from(*least), rename),
            Condition::Fewer(terms, least) => self.at_least(terms, -1, 1 - i128::from(*least), rename),
        }
    }

    fn joined(&mut self, join: Join, parts: &[Condition], rename: &dyn Fn(usize) -> Renamed) -> Id {
        let mut all = Parts::new();
        for part in parts {
            match (join, part) {
                (Join::All, Condition::Cube(bits)) => all.extend(numbers_of(*bits, true, rename)),
                (Join::Any, Condition::Miss(bits)) => all.extend(numbers_of(*bits, false, rename)),
                _ => {
                    let id = self.of(part, rename);
                    match id.checked_sub(self.plain).map(|at| &self.nodes[at as usize]) {
                        Some(Node::Join(same, parts)) if *same == join => all.extend_from_slice(parts),
                        _ => all.push(id),
                    }
                }
            }
        }
        self.join(join, all)
    }

    /// A conjunction or disjunction of parts none of which is one itself.
    fn join(&mut self, join: Join, mut all: Parts) -> Id {
        let (neutral, absorbing) = if join == Join::All { (YES, NO) } else { (NO, YES) };
        all.sort_unstable();
        all.dedup();
        let opposite = |pair: &[Id]| pair[0] ^ 1 == pair[1] && (FIRST_BIT..self.plain).contains(&pair[0]);
        if all.contains(&absorbing) || all.windows(2).any(opposite) {
            return absorbing;
        }
        all.retain(|id| *id != neutral);
        match all[..] {
            [] => return neutral,
            [only] => return only,
            _ => {}
        }
        if let Some(id) = self.joins[join as usize].get(&all[..]) {
            return *id;
        }
        let id = self.plain + self.nodes.len() as Id;
        let parts: Rc<[Id]> = Rc::from(&all[..]);
        self.nodes.push(Node::Join(join, parts.clone()));
        self.joins[join as usize].insert(parts, id);
        id
    }

    /// `sign` times the points of the terms that hold are at least so many.
    fn at_least(
        &mut self,
        terms: &[(i64, Condition)],
        sign: i64,
        mut least: i128,
        rename: &dyn Fn(usize) -> Renamed,
    ) -> Id {
        let mut weights: Vec<(i64, Id)> = Vec::new();
        for (points, term) in terms {
            // A negative weight of a condition is that weight for certain, and a positive one of its opposite.
            let points = points * sign;
            let id = if points < 0 { self.of(&term.not(), rename) } else { self.of(term, rename) };
            least += i128::from(points.min(0)).abs();
            weights.push((points.abs(), id));
        }
        weights.sort_unstable();
        let next = self.plain + self.nodes.len() as Id;
        let sum = Rc::new((weights, least));
        let id = *self.sums.entry(sum.clone()).or_insert(next);
        if id == next {
            self.nodes.push(Node::AtLeast(sum));
        }
        id
    }

    /// What a number stands for; the numbers of its parts are smaller.
    pub fn form(&self, id: Id) -> ConditionForm<'_> {
        match id.checked_sub(self.plain).map(|at| &self.nodes[at as usize]) {
            Some(Node::Join(Join::All, parts)) => ConditionForm::All(parts),
            Some(Node::Join(Join::Any, parts)) => ConditionForm::Any(parts),
            Some(Node::AtLeast(sum)) => ConditionForm::AtLeast(&sum.0, sum.1),
            None if id == NO => ConditionForm::No,
            None if id == YES => ConditionForm::Yes,
            None => ConditionForm::Bit(((id - FIRST_BIT) / 2) as usize, (id - FIRST_BIT) % 2 == 1),
        }
    }
}

/// The numbers of some bits as they are, or of their opposites, after they are renamed.
fn numbers_of(bits: Bits, as_they_are: bool, rename: &dyn Fn(usize) -> Renamed) -> impl Iterator<Item = Id> {
    bits.literals().map(move |(bit, value)| {
        let (to, turned) = rename(bit);
        FIRST_BIT + 2 * to as Id + Id::from((value == as_they_are) != turned)
    })
}
