//! Retrograde analysis: all nodes reachable from the start, then backwards from the endings, layer by layer. For games
//! in which play can go on for ever; a node that no layer reaches is decided by the `forever` verdict (default: draw).
//! Ströhlein 1970; Thompson, "Retrograde analysis of certain endgames", 1986.

pub(crate) mod dense;
pub(crate) mod filling;
pub(crate) mod nodes;
pub(crate) mod radix;
pub(crate) mod strata;

use crate::outcome::retrograde::nodes::{Expansion, NodeId, Nodes};
use crate::outcome::search::goal::Wdl;
use crate::work::{Halted, Work};
use grundy_run::{Side, Turn};
use std::collections::VecDeque;

/// The whole graph below some nodes, solved.
pub struct Retrograde {
    /// Nodes that were reached, and so are solved.
    reached: Vec<bool>,
    results: Vec<Option<(Wdl, u32)>>,
    /// Whom infinite play favours; nobody: it is a draw.
    favoured: Option<Side>,
}

impl Retrograde {
    /// Solves everything reachable from `roots`. The number beside a result is the moves to the end, the winner
    /// hurrying and the loser delaying; a node without a result is not decided in any number of moves.
    pub fn solve(nodes: &mut Nodes, roots: &[NodeId], work: &mut Work) -> Result<Retrograde, Halted> {
        let mut edges: Vec<Option<Vec<(NodeId, Turn)>>> = Vec::new();
        let mut results: Vec<Option<(Wdl, u32)>> = Vec::new();
        let mut waiting: Vec<NodeId> = roots.to_vec();
        let mut layer: VecDeque<NodeId> = VecDeque::new();
        let mut held = 0u64;
        while let Some(node) = waiting.pop() {
            let size = nodes.len();
            edges.resize(size.max(edges.len()), None);
            results.resize(size.max(results.len()), None);
            if edges[node as usize].is_some() {
                continue;
            }
            match nodes.expand(node)? {
                Expansion::Over(ending) => {
                    results[node as usize] = Some((Wdl::of(ending, nodes.key(node).1), 0));
                    edges[node as usize] = Some(Vec::new());
                    layer.push_back(node);
                }
                Expansion::Options(options) => {
                    waiting.extend(options.iter().map(|edge| edge.to));
                    held += 16 * options.len() as u64 + 24;
                    edges[node as usize] = Some(options.iter().map(|edge| (edge.to, edge.turn)).collect());
                }
            }
            if work.tick(nodes.len() as u64, nodes.held() + held) {
                return Err(work.halted());
            }
        }
        let size = nodes.len();
        edges.resize(size, None);
        results.resize(size, None);
        let mut before: Vec<Vec<(NodeId, Turn)>> = vec![Vec::new(); size];
        let mut open: Vec<u32> = vec![0; size];
        for (node, options) in edges.iter().enumerate() {
            for &(to, turn) in options.iter().flatten() {
                before[to as usize].push((node as NodeId, turn));
                open[node] += 1;
            }
        }
        let reached = edges.iter().map(Option::is_some).collect();
        drop(edges);
        // Layers come in order of moves to the end, so the first winning option is the quickest and the last losing
        // one the slowest. Nodes that can only reach draws are settled when all their options are.
        let mut drawn_options: Vec<bool> = vec![false; size];
        while let Some(node) = layer.pop_front() {
            let (result, plies) = results[node as usize].expect("layers hold solved nodes");
            for &(from, turn) in &before[node as usize] {
                if results[from as usize].is_some() {
                    continue;
                }
                open[from as usize] -= 1;
                let here = result.through(turn);
                drawn_options[from as usize] |= here == Wdl::Draw;
                let settled = match here {
                    Wdl::Win => Some((Wdl::Win, plies + 1)),
                    _ if open[from as usize] > 0 => None,
                    _ if drawn_options[from as usize] => Some((Wdl::Draw, plies + 1)),
                    _ => Some((Wdl::Loss, plies + 1)),
                };
                if let Some(settled) = settled {
                    results[from as usize] = Some(settled);
                    layer.push_back(from);
                }
            }
        }
        let mut retrograde = Retrograde { reached, results, favoured: None };
        retrograde.settle_endless(nodes, &before, open, &drawn_options)?;
        Ok(retrograde)
    }

    /// Where play goes on for ever and a verdict line gives that to one player, the other prefers a draw he can force.
    /// `open` counts the options of each node that have no result yet, `drawn` says whether one of the others is a draw.
    fn settle_endless(
        &mut self,
        nodes: &Nodes,
        before: &[Vec<(NodeId, Turn)>],
        mut open: Vec<u32>,
        drawn: &[bool],
    ) -> Result<(), Halted> {
        let endless = (0..self.results.len()).find(|&node| self.results[node].is_none() && self.reached[node]);
        let Some(node) = endless else { return Ok(()) };
        let (parts, mover) = nodes.key(node as NodeId);
        let [part] = parts else { return Ok(()) };
        let ending = nodes.parts.game(*part).forever(nodes.parts.words(*part), mover)?;
        let grundy_run::Ending::Won(favoured) = ending else { return Ok(()) };
        self.favoured = Some(favoured);
        // Draws count moves too: every node is farther from the end than the option that its player draws by, and than
        // all options of the favoured player, so that who draws gets on. `near` and `far` are those of its drawn options.
        let (mut near, mut far) = (vec![u32::MAX; self.results.len()], vec![0; self.results.len()]);
        for (known, leading) in self.results.iter().zip(before) {
            let Some((Wdl::Draw, plies)) = *known else { continue };
            for &(from, _) in leading {
                near[from as usize] = near[from as usize].min(plies);
                far[from as usize] = far[from as usize].max(plies);
            }
        }
        // A node without a result has an option without one, so the favoured player need not draw by what is known.
        let mut waiting: VecDeque<NodeId> = (0..self.results.len() as NodeId)
            .filter(|&node| self.results[node as usize].is_none() && drawn[node as usize])
            .filter(|&node| nodes.key(node).1 != favoured)
            .collect();
        waiting.iter().for_each(|&node| self.results[node as usize] = Some((Wdl::Draw, near[node as usize] + 1)));
        while let Some(node) = waiting.pop_front() {
            let (_, plies) = self.results[node as usize].expect("what waits is drawn");
            for &(from, _) in &before[node as usize] {
                if self.results[from as usize].is_some() {
                    continue;
                }
                open[from as usize] -= 1;
                far[from as usize] = far[from as usize].max(plies);
                let free = nodes.key(from).1 != favoured;
                if free || open[from as usize] == 0 {
                    let plies = if free { plies } else { far[from as usize] };
                    self.results[from as usize] = Some((Wdl::Draw, plies + 1));
                    waiting.push_back(from);
                }
            }
        }
        Ok(())
    }

    /// Whether infinite play is worse than a draw for one player, so that he has to force his draws.
    pub fn forces_draws(&self) -> bool {
        self.favoured.is_some()
    }

    /// Whether a node was reached from the roots.
    pub fn covers(&self, node: NodeId) -> bool {
        self.reached.get(node as usize).copied().unwrap_or(false)
    }

    /// The result of a covered node and, unless play there goes on for ever, the moves to the end.
    pub fn result(&self, nodes: &Nodes, node: NodeId) -> (Wdl, Option<u32>) {
        match (self.results[node as usize], self.favoured) {
            (Some((result, plies)), _) => (result, Some(plies)),
            (None, None) => (Wdl::Draw, None),
            (None, Some(side)) if nodes.key(node).1 == side => (Wdl::Win, None),
            (None, Some(_)) => (Wdl::Loss, None),
        }
    }
}
