//! The tree as text. Moves that some subgame-perfect equilibrium takes are marked `>`; in the reduced drawing all
//! others are folded to the payoffs their subgames come to.

use super::induction::Induction;
use super::{Kind, NodeId};
use crate::number::{self, Rational};

/// How much is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Moves no equilibrium takes become one line.
    Reduced,
    /// Everything.
    Full,
}

/// The drawing, at most `most` lines, then a line that says how much is missing.
pub fn text(induction: &Induction, detail: Detail, most: usize) -> String {
    let tree = induction.tree;
    let mut out = String::new();
    let mut open: Vec<(NodeId, String, Place)> = vec![(0, String::new(), Place::Root)];
    let mut lines = 0;
    while let Some((node, prefix, place)) = open.pop() {
        if lines == most {
            out.push_str(&format!("... and more: the tree has {} nodes\n", tree.len()));
            break;
        }
        lines += 1;
        let here = tree.node(node);
        let taken = here.parent.is_none_or(|parent| induction.takes(parent, node));
        let by_player = here.parent.is_some_and(|parent| matches!(tree.node(parent).kind, Kind::Decision(_)));
        out.push_str(&prefix);
        out.push_str(match place {
            Place::Root => "",
            Place::Middle => "├─",
            Place::Last => "└─",
        });
        if place != Place::Root {
            out.push_str(if by_player && taken { "> " } else { " " });
            out.push_str(&here.label);
            if let Some(probability) = &here.probability {
                out.push_str(&format!(" [{probability}]"));
            }
            out.push_str(": ");
        }
        let folded = detail == Detail::Reduced && !taken && !here.children.is_empty();
        match &here.kind {
            Kind::Leaf(_) => {}
            _ if folded => out.push_str("folded "),
            Kind::Decision(player) => out.push_str(&format!("{} ", tree.players()[*player])),
            Kind::Chance => out.push_str("chance "),
        }
        out.push_str(&outcomes(induction, node));
        out.push('\n');
        if !folded {
            let deeper = match place {
                Place::Root => prefix,
                Place::Middle => prefix + "│  ",
                Place::Last => prefix + "   ",
            };
            // Only as many as can still be drawn.
            let shown = here.children.len().min(most - lines + 1);
            for (at, &child) in here.children[..shown].iter().enumerate().rev() {
                let place = if at + 1 == here.children.len() { Place::Last } else { Place::Middle };
                open.push((child, deeper.clone(), place));
            }
        }
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Middle,
    Last,
}

/// The payoffs equilibria of a node's subgame yield: `(2, 1)`, or several with `or`.
pub fn outcomes(induction: &Induction, node: NodeId) -> String {
    let all = induction.outcomes(node);
    let shown: Vec<String> = all.iter().take(3).map(|&outcome| vector(induction.payoffs(outcome))).collect();
    let rest = if all.len() > 3 { format!(" or {} more", all.len() - 3) } else { String::new() };
    format!("{}{rest}", shown.join(" or "))
}

/// `(1, -1/2)`.
pub fn vector(payoffs: &[Rational]) -> String {
    let parts: Vec<String> = payoffs.iter().map(|payoff| number::brief(payoff, 24)).collect();
    format!("({})", parts.join(", "))
}
