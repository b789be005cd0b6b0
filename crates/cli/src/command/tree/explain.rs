//! Each fold of the tree, from the last decisions to the first.

use super::Report;
use grundy_payoff::tree::drawing::outcomes;
use grundy_payoff::tree::induction::Induction;
use grundy_payoff::tree::{Kind, NodeId};
use serde_json::{Value, json};

/// Adds the steps to the report, at most `most` of them.
pub fn folds(induction: &Induction, most: usize, report: &mut Report) {
    let tree = induction.tree;
    report.line("\nfolding the tree, last decisions first:");
    let inner: Vec<NodeId> = deepest_first(induction, most + 1);
    let mut steps: Vec<Value> = Vec::new();
    for (number, &node) in inner.iter().take(most).enumerate() {
        let children = &tree.node(node).children;
        let offers: Vec<String> = children
            .iter()
            .take(12)
            .map(|&child| format!("{} gives {}", tree.node(child).label, outcomes(induction, child)))
            .collect();
        let more = if children.len() > 12 { format!(", and {} more", children.len() - 12) } else { String::new() };
        let (who, conclusion) = match tree.node(node).kind {
            Kind::Decision(player) => {
                let taken = children.iter().filter(|&&child| induction.takes(node, child)).take(12);
                let names: Vec<&str> = taken.map(|&child| tree.node(child).label.as_str()).collect();
                let tie = if names.len() > 1 { " (each is best in some equilibrium)" } else { "" };
                let name = &tree.players()[player];
                (name.as_str(), format!("{name} takes {}{tie}", names.join(" or ")))
            }
            _ => ("chance", "the mean counts".to_string()),
        };
        let place = tree.place(node);
        let folded = outcomes(induction, node);
        report.line(format!(
            "  {}. at {place}, {who}: {}{more}; {conclusion}; worth {folded}",
            number + 1,
            offers.join(", ")
        ));
        steps.push(json!({ "at": tree.path(node, 1000).1, "who": who, "conclusion": conclusion, "worth": folded }));
    }
    if inner.len() > most {
        report.line(format!("  and more: --lines {} shows them", most * 10));
    }
    report.line("");
    report.json["folds"] = json!(steps);
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
