//! The diagram of everything that can be reached from a position, breadth first.
//!
//! Invariant: every node either has all its moves as edges, or says how many it lacks ([`More::Moves`]).

use crate::diagram::{Diagram, Edge, More, Node, Quality};
use grundy_answer::{Progress, Stop, Watch};
use std::collections::HashMap;
use std::hash::Hash;

/// What becomes of positions that are reached in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equal {
    /// Each way has its own node: the game tree.
    Apart,
    /// One node for all: the state graph.
    Merged,
}

/// A diagram and why it is not whole, if it is not.
#[derive(Clone, Debug)]
pub struct Unfolded {
    /// What was reached.
    pub diagram: Diagram,
    /// Why it was stopped; `None` also where only the limit on nodes ended it.
    pub stop: Option<Stop>,
}

/// A move as [`Diagram::unfold`] is told it.
#[derive(Clone, Debug)]
pub struct Step<P> {
    /// The move as text.
    pub text: String,
    /// Whether it is a good one.
    pub quality: Quality,
    /// The position it leads to.
    pub to: P,
}

impl Diagram {
    /// Unfolds `start` by `moves` into at most `limit` nodes, at least one; `describe` is given each position
    /// and its distance from the start. Calls `moves` once for each node.
    pub fn unfold<P: Clone + Eq + Hash>(
        start: P,
        equal: Equal,
        limit: usize,
        watch: &dyn Watch,
        mut describe: impl FnMut(&P, usize) -> Node,
        mut moves: impl FnMut(&P) -> Vec<Step<P>>,
    ) -> Unfolded {
        let mut diagram = Diagram { roots: vec![0], ..Diagram::default() };
        let mut positions = vec![(start.clone(), 0)];
        let mut index = HashMap::from([(start, 0)]);
        let mut stop = None;
        let mut next = 0;
        while next < positions.len() {
            let (position, depth) = positions[next].clone();
            let mut node = describe(&position, depth);
            if next % 64 == 0 && stop.is_none() {
                let bytes = positions.len() as u64 * (std::mem::size_of::<(P, Node)>() as u64);
                stop = watch.tick(Progress { what: "positions", done: next as u64, total: None, bytes });
            }
            let mut lost = 0;
            for Step { text, quality, to } in moves(&position) {
                let known = if equal == Equal::Merged { index.get(&to).copied() } else { None };
                let free = stop.is_none() && positions.len() < limit.max(1);
                let to = match known {
                    Some(to) => to,
                    None if free => {
                        if equal == Equal::Merged {
                            index.insert(to.clone(), positions.len());
                        }
                        positions.push((to, depth + 1));
                        positions.len() - 1
                    }
                    None => {
                        lost += 1;
                        continue;
                    }
                };
                diagram.edges.push(Edge { from: next, to, text, quality });
            }
            if lost > 0 {
                node.more = More::Moves(lost);
            }
            diagram.nodes.push(node);
            next += 1;
        }
        Unfolded { diagram, stop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;

    /// Nim on one heap: the tree of heap n has 2^n nodes, the graph n + 1 nodes and n(n+1)/2 edges.
    fn heap(size: u32, equal: Equal, limit: usize) -> Diagram {
        let step = |left: u32| Step { text: left.to_string(), quality: Quality::Plain, to: left };
        let moves = |size: &u32| (0..*size).map(step).collect();
        Diagram::unfold(size, equal, limit, &Unwatched, |_, _| Node::default(), moves).diagram
    }

    #[test]
    fn trees_and_graphs_of_a_heap() {
        let tree = heap(6, Equal::Apart, 1000);
        assert_eq!((tree.nodes.len(), tree.edges.len()), (64, 63));
        assert!(tree.forest().is_some());
        let graph = heap(6, Equal::Merged, 1000);
        assert_eq!((graph.nodes.len(), graph.edges.len()), (7, 21));
        assert!(graph.is_sound());
    }

    #[test]
    fn a_limit_is_kept_and_told() {
        for limit in 1..70 {
            let tree = heap(6, Equal::Apart, limit);
            assert_eq!(tree.nodes.len(), limit.min(64));
            let lost: u64 = tree.nodes.iter().map(|node| if let More::Moves(n) = node.more { n } else { 0 }).sum();
            // The children of every node drawn are either drawn or counted.
            assert!(lost > 0 || tree.nodes.len() == 64);
            assert_eq!(tree.edges.len(), tree.nodes.len() - 1);
        }
    }

    struct Impatient;

    impl Watch for Impatient {
        fn tick(&self, _: Progress) -> Option<Stop> {
            Some(Stop::Cancelled)
        }

        fn outer(&self) -> Option<&dyn Watch> {
            None
        }
    }

    #[test]
    fn a_stopped_one_says_so() {
        let moves = |n: &u64| vec![Step { text: String::new(), quality: Quality::Plain, to: n + 1 }];
        let endless = Diagram::unfold(0, Equal::Merged, usize::MAX, &Impatient, |_, _| Node::default(), moves);
        assert_eq!(endless.stop, Some(Stop::Cancelled));
        assert_eq!(endless.diagram.nodes[0].more, More::Moves(1));
    }
}
