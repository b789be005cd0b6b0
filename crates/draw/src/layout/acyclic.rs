//! Which edges to turn round so that no cycle is left: the back edges of a depth-first search from the roots.
//!
//! Invariant: turning round exactly the edges marked leaves no directed cycle among edges that are not loops.

/// For each edge whether it is to be turned round; loops never are. Linear, without recursion.
pub fn back_edges(count: usize, edges: &[(usize, usize)], roots: &[usize]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let mut out = vec![Vec::new(); count];
    for (index, &(from, to)) in edges.iter().enumerate() {
        if from != to {
            out[from].push(index);
        }
    }
    let mut visit = vec![Visit::New; count];
    let mut back = vec![false; edges.len()];
    for start in roots.iter().copied().chain(0..count) {
        if visit[start] != Visit::New {
            continue;
        }
        visit[start] = Visit::Open;
        let mut stack = vec![(start, 0)];
        while let Some((node, next)) = stack.pop() {
            let Some(&edge) = out[node].get(next) else {
                visit[node] = Visit::Done;
                continue;
            };
            stack.push((node, next + 1));
            let to = edges[edge].1;
            match visit[to] {
                Visit::New => {
                    visit[to] = Visit::Open;
                    stack.push((to, 0));
                }
                Visit::Open => back[edge] = true,
                Visit::Done => {}
            }
        }
    }
    back
}
