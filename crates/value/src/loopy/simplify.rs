//! The simplest graph found with the same onside (Siegel, *CGT* VI.4): short positions take their canonical forms, equal
//! positions are merged, dominated options removed, reversible ones bypassed.
//!
//! Every step but the first is checked by comparing the onside of the whole graph before and after, and not taken if it differs: merging
//! `{X|X}` out of `X = {A|X}` and `A = {0|A}`, both equal to over, would make a draw of it. A stopper stays one.

use super::graph::Graph;
use super::order::{AtLeast, equal};
use crate::{Halt, Side, Values};
use std::collections::HashSet;

/// A graph with the same onside to which no step applies.
pub(super) fn onside(values: Values<'_>, graph: &Graph) -> Result<Graph, Halt> {
    let mut current = graph.with_canonical_ends(values)?;
    // Graphs met before are not entered again, so the steps end.
    let mut met = HashSet::new();
    loop {
        met.insert(current.clone());
        let order = AtLeast::new(values, &current, &current)?;
        let stopper = current.is_stopper();
        let mut next = None;
        // Many steps at once first: where they keep the value together, most of the work is done by one comparison.
        let many = [all_merged(&current, &order), all_undominated(&current, &order)];
        for changed in many.into_iter().chain(steps(&current, &order)) {
            let changed = changed.trimmed();
            if changed != current && (!stopper || changed.is_stopper()) && equal(values, &current, &changed)? {
                let changed = changed.with_canonical_ends(values)?;
                if !met.contains(&changed) {
                    next = Some(changed);
                    break;
                }
            }
        }
        match next {
            Some(changed) => current = changed,
            None => return Ok(current),
        }
    }
}

/// Every vertex led to the first one that is equal to it.
fn all_merged(graph: &Graph, order: &AtLeast) -> Graph {
    let equal = |u: usize, v: usize| order.holds(u, v) && order.holds(v, u);
    let first: Vec<usize> = (0..graph.options.len()).map(|v| (0..v).find(|&u| equal(u, v)).unwrap_or(v)).collect();
    let rename = |options: &Vec<usize>| options.iter().map(|&option| first[option]).collect();
    let options = graph.options.iter().map(|[left, right]| [rename(left), rename(right)]).collect();
    Graph { options, root: first[graph.root] }
}

/// Without every option that another is better than, or equal to and before it.
fn all_undominated(graph: &Graph, order: &AtLeast) -> Graph {
    let kept = |side: Side, options: &Vec<usize>| {
        let is_beaten = |option: usize| {
            options.iter().any(|&other| {
                other != option
                    && order.no_better(side, option, other)
                    && (other < option || !order.no_better(side, other, option))
            })
        };
        options.iter().copied().filter(|&option| !is_beaten(option)).collect()
    };
    let options = graph.options.iter().map(|[left, right]| [kept(Side::Left, left), kept(Side::Right, right)]);
    Graph { options: options.collect(), root: graph.root }
}

/// Every graph one step away.
fn steps<'a>(graph: &'a Graph, order: &'a AtLeast) -> impl Iterator<Item = Graph> + 'a {
    let vertices = graph.options.len();
    let pairs = (0..vertices).flat_map(move |u| (0..vertices).map(move |v| (u, v)));
    let equal = pairs.filter(move |&(u, v)| u != v && order.holds(u, v) && order.holds(v, u));
    let merged = equal.map(move |(u, v)| redirected(graph, v, u));
    let at_vertices = (0..vertices).flat_map(move |vertex| {
        Side::BOTH.into_iter().flat_map(move |side| {
            let options = &graph.options[vertex][side.index()];
            options.iter().flat_map(move |&option| {
                let dominated = options.iter().any(|&other| other != option && order.no_better(side, option, other));
                let removal = dominated.then(|| replaced(graph, vertex, side, option, &[]));
                let answers = graph.options[option][side.other().index()].iter();
                let reversals = answers
                    .filter(move |&&answer| order.no_better(side, answer, vertex))
                    .map(move |&answer| replaced(graph, vertex, side, option, &graph.options[answer][side.index()]));
                removal.into_iter().chain(reversals)
            })
        })
    });
    merged.chain(at_vertices)
}

/// Every move to `from`, and the root, led to `to` instead.
fn redirected(graph: &Graph, from: usize, to: usize) -> Graph {
    let lead = |vertex: usize| if vertex == from { to } else { vertex };
    let rename = |options: &Vec<usize>| options.iter().map(|&option| lead(option)).collect();
    let options = graph.options.iter().map(|[left, right]| [rename(left), rename(right)]).collect();
    Graph { options, root: lead(graph.root) }
}

/// The graph with one option of a vertex replaced by others.
fn replaced(graph: &Graph, vertex: usize, side: Side, option: usize, instead: &[usize]) -> Graph {
    let mut graph = graph.clone();
    let options = &mut graph.options[vertex][side.index()];
    options.extend_from_slice(instead);
    options.retain(|&other| other != option);
    graph
}
