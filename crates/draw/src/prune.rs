//! Smaller diagrams of a large one.
//!
//! Invariant: what is left out for lack of room is counted. Nodes drawn plus `hidden` is the number of nodes
//! there were, and a node that lost moves says so.

use crate::diagram::{Diagram, More, Quality};
use std::collections::VecDeque;

impl Diagram {
    /// The strategy: one best move at every node that has one, every move elsewhere. What the strategy never
    /// reaches is dropped, and is not counted as hidden: the result is the whole of what was asked for.
    pub fn best(&self) -> Diagram {
        let moves = self.moves();
        let mut kept = vec![false; self.edges.len()];
        let mut order = Search::of(self);
        while let Some(node) = order.next() {
            let best = moves[node].iter().find(|&&edge| self.edges[edge].quality == Quality::Best);
            let chosen = best.map_or(&moves[node][..], std::slice::from_ref);
            for &edge in chosen {
                kept[edge] = true;
                order.reach(self.edges[edge].to);
            }
        }
        self.restricted(&order.reached, &kept, Counting::Dropped)
    }

    /// The nodes within `depth` moves of a root.
    pub fn to_depth(&self, depth: usize) -> Diagram {
        let moves = self.moves();
        let mut distance = vec![0; self.nodes.len()];
        let mut order = Search::of(self);
        while let Some(node) = order.next() {
            if distance[node] == depth {
                continue;
            }
            for &edge in &moves[node] {
                let to = self.edges[edge].to;
                if order.reach(to) {
                    distance[to] = distance[node] + 1;
                }
            }
        }
        self.restricted(&order.reached, &self.between(&order.reached), Counting::Hidden)
    }

    /// The first `limit` nodes, breadth first from the roots.
    pub fn collapsed(&self, limit: usize) -> Diagram {
        let moves = self.moves();
        let mut order = Search::of(self);
        let mut reached = vec![false; self.nodes.len()];
        let mut left = limit;
        while let (Some(node), true) = (order.next(), left > 0) {
            left -= 1;
            reached[node] = true;
            for &edge in &moves[node] {
                order.reach(self.edges[edge].to);
            }
        }
        self.restricted(&reached, &self.between(&reached), Counting::Hidden)
    }

    fn between(&self, reached: &[bool]) -> Vec<bool> {
        self.edges.iter().map(|edge| reached[edge.from] && reached[edge.to]).collect()
    }

    fn restricted(&self, nodes: &[bool], edges: &[bool], counting: Counting) -> Diagram {
        let mut index = vec![usize::MAX; self.nodes.len()];
        let mut kept = Vec::new();
        for (old, node) in self.nodes.iter().enumerate().filter(|&(old, _)| nodes[old]) {
            index[old] = kept.len();
            kept.push(node.clone());
        }
        let mut hidden = self.hidden;
        if counting == Counting::Hidden {
            hidden += (self.nodes.len() - kept.len()) as u64;
            let lost = self.lost(nodes, edges);
            for (old, more) in lost.into_iter().enumerate().filter(|&(old, _)| nodes[old]) {
                let node = &mut kept[index[old]];
                node.more = node.more.and(more);
            }
        }
        let edges = self.edges.iter().zip(edges).filter(|(_, kept)| **kept).map(|(edge, _)| {
            let mut edge = edge.clone();
            (edge.from, edge.to) = (index[edge.from], index[edge.to]);
            edge
        });
        Diagram {
            title: self.title.clone(),
            standing: self.standing.clone(),
            edges: edges.collect(),
            nodes: kept,
            roots: self.roots.iter().filter(|&&root| nodes[root]).map(|&root| index[root]).collect(),
            hidden,
        }
    }

    /// What each node loses: in a forest the hidden positions below it, else its hidden moves.
    fn lost(&self, nodes: &[bool], edges: &[bool]) -> Vec<More> {
        let mut lost = vec![More::None; self.nodes.len()];
        let Some(parents) = self.forest() else {
            for (edge, _) in self.edges.iter().zip(edges).filter(|(_, kept)| !**kept) {
                lost[edge.from] = lost[edge.from].and(More::Moves(1));
            }
            return lost;
        };
        let mut order = Search::from_all(self, (0..self.nodes.len()).filter(|&node| parents[node].is_none()));
        let moves = self.moves();
        let mut sequence = Vec::new();
        while let Some(node) = order.next() {
            sequence.push(node);
            for &edge in &moves[node] {
                order.reach(self.edges[edge].to);
            }
        }
        for &node in sequence.iter().rev() {
            if let (false, Some(edge)) = (nodes[node], parents[node]) {
                let below = lost[node].and(self.nodes[node].more).and(More::Positions(1));
                let parent = self.edges[edge].from;
                lost[parent] = lost[parent].and(below);
            }
        }
        lost
    }
}

impl More {
    /// Both losses together; positions and moves do not add, so moves win.
    fn and(self, other: More) -> More {
        match (self, other) {
            (More::None, more) | (more, More::None) => more,
            (More::Positions(a), More::Positions(b)) => More::Positions(a + b),
            (More::Moves(a), More::Moves(b)) => More::Moves(a + b),
            (More::Moves(a), More::Positions(_)) | (More::Positions(_), More::Moves(a)) => More::Moves(a),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Counting {
    Dropped,
    Hidden,
}

/// Breadth-first search that visits each node once.
struct Search {
    queue: VecDeque<usize>,
    reached: Vec<bool>,
}

impl Search {
    /// From the roots, or from node 0 where none is named.
    fn of(diagram: &Diagram) -> Search {
        let first = (diagram.roots.is_empty() && !diagram.nodes.is_empty()).then_some(0);
        Search::from_all(diagram, diagram.roots.iter().copied().chain(first))
    }

    fn from_all(diagram: &Diagram, starts: impl Iterator<Item = usize>) -> Search {
        let mut search = Search { queue: VecDeque::new(), reached: vec![false; diagram.nodes.len()] };
        for start in starts {
            search.reach(start);
        }
        search
    }

    fn next(&mut self) -> Option<usize> {
        self.queue.pop_front()
    }

    /// Whether `node` had not been reached before.
    fn reach(&mut self, node: usize) -> bool {
        let new = !std::mem::replace(&mut self.reached[node], true);
        if new {
            self.queue.push_back(node);
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Edge, Node};

    /// The complete binary tree with `levels` levels, every left move the best one.
    fn binary(levels: u32) -> Diagram {
        let count = (1 << levels) - 1;
        let edge = |to: usize| Edge {
            from: (to - 1) / 2,
            to,
            text: String::new(),
            quality: if to % 2 == 1 { Quality::Best } else { Quality::Plain },
        };
        Diagram {
            nodes: vec![Node::default(); count],
            edges: (1..count).map(edge).collect(),
            roots: vec![0],
            ..Diagram::default()
        }
    }

    #[test]
    fn depth_counts_what_it_hides() {
        let cut = binary(5).to_depth(2);
        assert_eq!((cut.nodes.len(), cut.edges.len(), cut.hidden), (7, 6, 24));
        // Each of the four leaves of the cut tree had two levels below: 2 + 4 positions.
        assert_eq!(cut.nodes.iter().filter(|node| node.more == More::Positions(6)).count(), 4);
        let twice = cut.to_depth(1);
        assert_eq!((twice.nodes.len(), twice.hidden), (3, 28));
        assert_eq!(twice.nodes[1].more, More::Positions(14));
    }

    #[test]
    fn collapse_keeps_so_many_and_counts_the_rest() {
        for limit in 0..40 {
            let cut = binary(5).collapsed(limit);
            assert_eq!(cut.nodes.len(), limit.min(31));
            let told: u64 = cut.nodes.iter().map(|node| if let More::Positions(n) = node.more { n } else { 0 }).sum();
            assert_eq!(cut.hidden, 31 - cut.nodes.len() as u64);
            assert!(limit == 0 || told == cut.hidden);
            assert!(cut.is_sound());
        }
    }

    #[test]
    fn graphs_count_moves() {
        let mut graph = binary(3);
        graph.edges.push(Edge { from: 5, to: 3, ..Edge::default() });
        let cut = graph.to_depth(1);
        assert_eq!(cut.nodes[1].more, More::Moves(2));
        assert_eq!(cut.hidden, 4);
    }

    #[test]
    fn a_strategy_has_one_best_move() {
        let best = binary(5).best();
        assert_eq!((best.nodes.len(), best.edges.len(), best.hidden), (5, 4, 0));
    }

    #[test]
    fn deep_chains_do_not_overflow() {
        let count = 100_000;
        let chain = Diagram {
            nodes: vec![Node::default(); count],
            edges: (1..count).map(|to| Edge { from: to - 1, to, ..Edge::default() }).collect(),
            roots: vec![0],
            ..Diagram::default()
        };
        assert_eq!(chain.to_depth(10).nodes[10].more, More::Positions(count as u64 - 11));
        assert_eq!(chain.best().nodes.len(), count);
        assert_eq!(chain.collapsed(7).hidden, count as u64 - 7);
    }
}
