//! Conditions in a canonical form, each numbered once: sorted conjunctions and disjunctions of bits, and weighted sums
//! with positive weights and a bound. Two conditions with one number say the same; conditions that say the same
//! may have two numbers, so a comparison by numbers errs on the side of "different".

use crate::condition::Condition;
use rustc_hash::FxHashMap;

/// The number of a condition.
pub type Id = u32;

/// What a bit of a position becomes: which bit, and whether it is turned round.
pub type Renamed = (usize, bool);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    No,
    Yes,
    /// This bit is so.
    Bit(usize, bool),
    /// Sorted, at least two, none of them a conjunction.
    All(Box<[Id]>),
    /// Sorted, at least two, none of them a disjunction.
    Any(Box<[Id]>),
    /// The weights, all positive, of the conditions that hold add up to this at least; sorted.
    AtLeast(Box<[(i64, Id)]>, i128),
}

/// Conditions numbered as they are met.
#[derive(Default)]
pub struct Numbers {
    nodes: Vec<Node>,
    known: FxHashMap<Node, Id>,
}

impl Numbers {
    /// The number of a condition after its bits are renamed.
    pub fn of(&mut self, condition: &Condition, rename: &dyn Fn(usize) -> Renamed) -> Id {
        match condition {
            Condition::No => self.number(Node::No),
            Condition::Yes => self.number(Node::Yes),
            Condition::Cube(bits) => {
                let parts = bits.literals().map(|(bit, value)| self.bit(bit, value, rename)).collect();
                self.all(parts)
            }
            Condition::Miss(bits) => {
                let parts = bits.literals().map(|(bit, value)| self.bit(bit, !value, rename)).collect();
                self.any(parts)
            }
            Condition::All(parts) => {
                let parts = parts.iter().map(|part| self.of(part, rename)).collect();
                self.all(parts)
            }
            Condition::Any(parts) => {
                let parts = parts.iter().map(|part| self.of(part, rename)).collect();
                self.any(parts)
            }
            Condition::AtLeast(terms, least) => self.at_least(terms, 1, i128::from(*least), rename),
            Condition::Fewer(terms, least) => self.at_least(terms, -1, 1 - i128::from(*least), rename),
        }
    }

    fn bit(&mut self, bit: usize, value: bool, rename: &dyn Fn(usize) -> Renamed) -> Id {
        let (to, turned) = rename(bit);
        self.number(Node::Bit(to, value != turned))
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
        self.number(Node::AtLeast(weights.into(), least))
    }

    fn all(&mut self, parts: Vec<Id>) -> Id {
        let inside = |node: &Node| if let Node::All(parts) = node { Some(parts.clone()) } else { None };
        match self.flat(parts, inside, Node::Yes, Node::No) {
            Ok(parts) => self.number(Node::All(parts)),
            Err(id) => id,
        }
    }

    fn any(&mut self, parts: Vec<Id>) -> Id {
        let inside = |node: &Node| if let Node::Any(parts) = node { Some(parts.clone()) } else { None };
        match self.flat(parts, inside, Node::No, Node::Yes) {
            Ok(parts) => self.number(Node::Any(parts)),
            Err(id) => id,
        }
    }

    /// The parts of a conjunction or disjunction, sorted, each once; or what it comes to.
    fn flat(
        &mut self,
        parts: Vec<Id>,
        inside: impl Fn(&Node) -> Option<Box<[Id]>>,
        neutral: Node,
        absorbing: Node,
    ) -> Result<Box<[Id]>, Id> {
        let mut all: Vec<Id> = Vec::new();
        for part in parts {
            match inside(&self.nodes[part as usize]) {
                Some(parts) => all.extend(parts.iter()),
                None => all.push(part),
            }
        }
        all.sort_unstable();
        all.dedup();
        let opposite = |id: &Id| match self.nodes[*id as usize] {
            Node::Bit(bit, value) => self.known.get(&Node::Bit(bit, !value)).is_some_and(|other| all.contains(other)),
            _ => false,
        };
        if all.iter().any(|id| self.nodes[*id as usize] == absorbing || opposite(id)) {
            return Err(self.number(absorbing));
        }
        all.retain(|id| self.nodes[*id as usize] != neutral);
        match all[..] {
            [] => Err(self.number(neutral)),
            [only] => Err(only),
            _ => Ok(all.into()),
        }
    }

    fn number(&mut self, node: Node) -> Id {
        let next = self.nodes.len() as Id;
        let id = *self.known.entry(node.clone()).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }
}
