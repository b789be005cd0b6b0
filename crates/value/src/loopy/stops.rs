//! Stops of stoppers (Siegel, *CGT* VI.4): where alternating play ends when it ends at the first pseudonumber.
//!
//! A pseudonumber is a stopper all of whose options are pseudonumbers, every Left one less than every Right one: the numbers, on, off, and
//! numbers plus over or under. They are totally ordered. Alternating play in a stopper is finite, so the stops are well defined.

use super::graph::Graph;
use super::order::AtLeast;
use super::sided::Sided;
use crate::{Halt, Side, Values};
use std::collections::HashMap;

impl Sided {
    /// The stop when `side` moves first; `None` unless the value is a stopper, or if play ends before a pseudonumber is met.
    pub fn stop(&self, values: Values<'_>, side: Side) -> Result<Option<Sided>, Halt> {
        if !self.is_stopper() {
            return Ok(None);
        }
        let graph = self.side(Side::Left);
        let order = AtLeast::new(values, graph, graph)?;
        let ends = pseudonumbers(graph, &order);
        let stop = stop_at(graph, &order, &ends, (graph.root, side), &mut HashMap::new());
        stop.map(|root| Sided::of_graph(values, &Graph { root, ..graph.clone() })).transpose()
    }

    /// Whether it is a number, on, off, or a number plus over or under.
    pub fn is_pseudonumber(&self, values: Values<'_>) -> Result<bool, Halt> {
        let graph = self.side(Side::Left);
        Ok(self.is_stopper() && pseudonumbers(graph, &AtLeast::new(values, graph, graph)?)[graph.root])
    }
}

/// The largest set of vertices whose options are in it and stand in order.
fn pseudonumbers(graph: &Graph, order: &AtLeast) -> Vec<bool> {
    let mut is_one = vec![true; graph.options.len()];
    loop {
        let mut changed = false;
        for (vertex, [left, right]) in graph.options.iter().enumerate() {
            let less = |&a: &usize| right.iter().all(|&b| order.holds(b, a) && !order.holds(a, b));
            let holds = left.iter().chain(right).all(|&option| is_one[option]) && left.iter().all(less);
            if is_one[vertex] && !holds {
                is_one[vertex] = false;
                changed = true;
            }
        }
        if !changed {
            return is_one;
        }
    }
}

/// The vertex at which play from a vertex stops. As deep as the longest alternating line, at most twice the vertices.
fn stop_at(
    graph: &Graph,
    order: &AtLeast,
    ends: &[bool],
    (vertex, side): (usize, Side),
    known: &mut HashMap<(usize, Side), Option<usize>>,
) -> Option<usize> {
    if ends[vertex] {
        return Some(vertex);
    }
    if let Some(&found) = known.get(&(vertex, side)) {
        return found;
    }
    let mut best: Option<usize> = None;
    for &option in &graph.options[vertex][side.index()] {
        let stop = stop_at(graph, order, ends, (option, side.other()), known);
        if let Some(stop) = stop
            && best.is_none_or(|best| order.no_better(side, best, stop))
        {
            best = Some(stop);
        }
    }
    known.insert((vertex, side), best);
    best
}
