//! Who can force what: the payoff each player can be sure of whatever the others do, by minimax on the tree.
//!
//! For two players whose interests are opposed and no chance this is Zermelo's theorem: the two guarantees meet.
//! Source: Zermelo, *Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels* (1913).

use super::{Kind, NodeId, Tree};
use crate::number::Rational;
use std::cmp::Ordering;

/// What one player can force.
#[derive(Clone, Debug)]
pub struct Guarantee {
    /// The payoff (with chance: on average) the player can be sure of.
    pub payoff: Rational,
    /// A way to be sure of it: at each of the player's nodes the child to take.
    pub strategy: Vec<Option<NodeId>>,
}

/// Zermelo's verdict on a game of two players that ends in a win of one, a loss of the other, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player can force a win.
    Win(usize),
    /// Each can force at least a draw.
    Draw,
}

/// What `player` can force.
pub fn guarantee(tree: &Tree, player: usize) -> Guarantee {
    let mut values: Vec<Rational> = vec![Rational::ZERO; tree.len()];
    let mut strategy = vec![None; tree.len()];
    for node in (0..tree.len()).rev() {
        let children = &tree.node(node).children;
        values[node] = match &tree.node(node).kind {
            Kind::Leaf(payoffs) => payoffs[player].clone(),
            Kind::Chance => children.iter().fold(Rational::ZERO, |sum, &child| {
                sum + tree.node(child).probability.as_ref().expect("checked") * &values[child]
            }),
            Kind::Decision(mover) => {
                let wanted = if *mover == player { Ordering::Greater } else { Ordering::Less };
                let best = children
                    .iter()
                    .copied()
                    .reduce(|best, child| if values[child].cmp(&values[best]) == wanted { child } else { best });
                let best = best.expect("a decision has moves");
                strategy[node] = (*mover == player).then_some(best);
                values[best].clone()
            }
        };
    }
    Guarantee { payoff: std::mem::take(&mut values[0]), strategy }
}

/// The verdict, for two players without chance whose leaves are all 1 and -1, -1 and 1, or 0 and 0.
pub fn verdict(tree: &Tree) -> Option<Verdict> {
    let leaf = |payoffs: &[Rational]| {
        payoffs[0] == -&payoffs[1] && (payoffs[0].is_zero() || payoffs[0].is_one() || payoffs[1].is_one())
    };
    let plain = tree.players().len() == 2
        && tree.nodes().iter().all(|node| match &node.kind {
            Kind::Leaf(payoffs) => leaf(payoffs),
            Kind::Chance => false,
            Kind::Decision(_) => true,
        });
    plain.then(|| match guarantee(tree, 0).payoff.cmp(&Rational::ZERO) {
        Ordering::Greater => Verdict::Win(0),
        Ordering::Equal => Verdict::Draw,
        Ordering::Less => Verdict::Win(1),
    })
}
