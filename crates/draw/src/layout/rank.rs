//! Which level each node of an acyclic graph stands on.
//!
//! Longest paths from the sources, then tightening: a node with more edges on one side slides towards it as far as
//! its neighbours let it, until nothing moves or the rounds are used up. Gansner et al., *A Technique for Drawing
//! Directed Graphs* (1993), solve the same problem exactly by network simplex; each slide here shortens
//! the total length, so it ends, in a local optimum.
//! Invariant: every edge goes down by at least `stride`; ranks are multiples of `stride` from 0 up.

const ROUNDS: usize = 16;

/// The rank of each node. `edges` must be acyclic.
pub fn ranks(count: usize, edges: &[(usize, usize)], stride: usize) -> Vec<usize> {
    let mut below = vec![Vec::new(); count];
    let mut above = vec![Vec::new(); count];
    for &(from, to) in edges {
        below[from].push(to);
        above[to].push(from);
    }
    let order = topological(&below, &above);
    let mut rank = vec![0; count];
    for &node in &order {
        for &to in &below[node] {
            rank[to] = rank[to].max(rank[node] + stride);
        }
    }
    for _ in 0..ROUNDS {
        let mut moved = false;
        for &node in order.iter().rev() {
            if below[node].len() > above[node].len() {
                let lowest = below[node].iter().map(|&to| rank[to] - stride).min().unwrap_or(rank[node]);
                moved |= lowest > rank[node];
                rank[node] = rank[node].max(lowest);
            }
        }
        for &node in &order {
            if above[node].len() > below[node].len() {
                let highest = above[node].iter().map(|&from| rank[from] + stride).max().unwrap_or(rank[node]);
                moved |= highest < rank[node];
                rank[node] = rank[node].min(highest);
            }
        }
        if !moved {
            break;
        }
    }
    compact(&mut rank, stride);
    rank
}

/// Renumbers the ranks in use from 0 up, without gaps.
fn compact(rank: &mut [usize], stride: usize) {
    let mut used: Vec<usize> = rank.to_vec();
    used.sort_unstable();
    used.dedup();
    for value in rank {
        *value = used.binary_search(value).expect("the rank is in use") * stride;
    }
}

fn topological(below: &[Vec<usize>], above: &[Vec<usize>]) -> Vec<usize> {
    let mut waiting: Vec<usize> = above.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..below.len()).filter(|&node| waiting[node] == 0).collect();
    let mut next = 0;
    while next < order.len() {
        for &to in &below[order[next]] {
            waiting[to] -= 1;
            if waiting[to] == 0 {
                order.push(to);
            }
        }
        next += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::acyclic::back_edges;
    use proptest::prelude::*;

    proptest! {
        /// Edges go down, and in total no further than from longest paths alone.
        #[test]
        fn ranks_are_valid_and_no_worse(edges in prop::collection::vec((0usize..20, 0usize..20), 0..50), stride in 1usize..3) {
            let edges: Vec<(usize, usize)> =
                edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect();
            let rank = ranks(20, &edges, stride);
            let mut longest = vec![0; 20];
            for to in 0..20 {
                let above = edges.iter().filter(|edge| edge.1 == to).map(|edge| longest[edge.0] + stride);
                longest[to] = above.max().unwrap_or(0);
            }
            let total = |rank: &[usize]| edges.iter().map(|&(from, to)| rank[to] - rank[from]).sum::<usize>();
            prop_assert!(edges.iter().all(|&(from, to)| rank[to] >= rank[from] + stride));
            prop_assert!(total(&rank) <= total(&longest));
        }

        /// A graph whose back edges are turned round has an order, so every edge gets its rank.
        #[test]
        fn no_cycle_is_left(edges in prop::collection::vec((0usize..12, 0usize..12), 0..40)) {
            let back = back_edges(12, &edges, &[3]);
            let turned = edges.iter().zip(&back).filter(|(edge, _)| edge.0 != edge.1);
            let turned: Vec<(usize, usize)> =
                turned.map(|(&(from, to), &back)| if back { (to, from) } else { (from, to) }).collect();
            let rank = ranks(12, &turned, 1);
            prop_assert!(turned.iter().all(|&(from, to)| rank[from] < rank[to]));
        }
    }
}
