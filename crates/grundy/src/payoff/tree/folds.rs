//! Each fold of a tree, from the last decisions to the first.

use grundy_payoff::tree::drawing::outcomes;
use grundy_payoff::tree::induction::Induction;
use grundy_payoff::tree::{Kind, NodeId};
use serde::Serialize;
use serde::ser::Serializer;
use std::fmt::Write;

/// Moves at one node told in words.
const SHOWN_MOVES: usize = 12;

/// Moves that lead to a node, listed for programs.
const LISTED_MOVES: usize = 1000;

/// The folds of a tree. Their JSON is the list.
pub struct Folds {
    /// The folds, in order.
    pub rows: Vec<FoldRow>,
    /// Whether there are more.
    is_cut: bool,
    /// How many were to be listed.
    most: usize,
}

/// One fold: a node whose children are folded becomes an outcome.
#[derive(Serialize)]
pub struct FoldRow {
    /// The moves that lead to the node.
    pub at: Vec<String>,
    /// Who decides there, or `chance`.
    pub who: String,
    /// What they do.
    pub conclusion: String,
    /// What the node is worth.
    pub worth: String,
    /// The node and what its moves offer, in words.
    #[serde(skip)]
    told: String,
}

impl Folds {
    /// The first `most` folds.
    pub(super) fn of(induction: &Induction, most: usize) -> Folds {
        let inner = deepest_first(induction, most + 1);
        let rows = inner.iter().take(most).map(|&node| FoldRow::of(induction, node)).collect();
        Folds { rows, is_cut: inner.len() > most, most }
    }

    pub(super) fn tell(&self, text: &mut String) {
        text.push_str("\nfolding the tree, last decisions first:\n");
        for (number, FoldRow { told, conclusion, worth, .. }) in self.rows.iter().enumerate() {
            let _ = writeln!(text, "  {}. {told}; {conclusion}; worth {worth}", number + 1);
        }
        if self.is_cut {
            let _ = writeln!(text, "  and more: --lines {} shows them", self.most * 10);
        }
        text.push('\n');
    }
}

impl Serialize for Folds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

impl FoldRow {
    fn of(induction: &Induction, node: NodeId) -> FoldRow {
        let tree = induction.tree;
        let children = &tree.node(node).children;
        let offer = |&child: &NodeId| format!("{} gives {}", tree.node(child).label, outcomes(induction, child));
        let offers: Vec<String> = children.iter().take(SHOWN_MOVES).map(offer).collect();
        let more = children.len().saturating_sub(SHOWN_MOVES);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let (who, conclusion) = match tree.node(node).kind {
            Kind::Decision(player) => {
                let taken = children.iter().filter(|&&child| induction.takes(node, child)).take(SHOWN_MOVES);
                let names: Vec<&str> = taken.map(|&child| tree.node(child).label.as_str()).collect();
                let tie = if names.len() > 1 { " (each is best in some equilibrium)" } else { "" };
                let name = &tree.players()[player];
                (name.as_str(), format!("{name} takes {}{tie}", names.join(" or ")))
            }
            _ => ("chance", "the mean counts".to_string()),
        };
        FoldRow {
            at: tree.path(node, LISTED_MOVES).1.into_iter().map(str::to_string).collect(),
            who: who.to_string(),
            conclusion,
            worth: outcomes(induction, node),
            told: format!("at {}, {who}: {}{more}", tree.place(node), offers.join(", ")),
        }
    }
}

/// The inner nodes, deepest first and left before right, at most `most`.
fn deepest_first(induction: &Induction, most: usize) -> Vec<NodeId> {
    let tree = induction.tree;
    let mut depth = vec![0usize; tree.len()];
    for node in 1..tree.len() {
        depth[node] = depth[tree.node(node).parent.expect("not the root")] + 1;
    }
    let mut inner: Vec<NodeId> = (0..tree.len()).filter(|&node| !tree.node(node).children.is_empty()).collect();
    inner.sort_by_key(|&node| (std::cmp::Reverse(depth[node]), node));
    inner.truncate(most);
    inner
}
