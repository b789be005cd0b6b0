//! All subgame-perfect equilibria in pure strategies, by backward induction that keeps every tie.
//!
//! For every node: the payoff vectors that some equilibrium of its subgame yields, and how many equilibria yield each.
//! A mover who takes child `i` with outcome `p` needs every other child to follow an equilibrium that pays the mover
//! no more than `p` does; so the count is a product over the children, and nothing is enumerated.
//! Source: Zermelo (1913); Selten, *Spieltheoretische Behandlung eines Oligopolmodells* (1965); Kuhn (1953).

use super::{Kind, NodeId, Tree};
use crate::number::Rational;
use dashu_int::UBig;
use grundy_answer::{Progress, Stop, Watch};
use std::collections::HashMap;

/// More different equilibrium outcomes than this at one node are not followed.
pub const MOST_OUTCOMES: usize = 1024;

/// The equilibria of a tree and of all its subgames.
#[derive(Debug)]
pub struct Induction<'a> {
    /// The game.
    pub tree: &'a Tree,
    payoffs: Vec<Vec<Rational>>,
    outcomes: Vec<Vec<u32>>,
    counts: Vec<UBig>,
}

/// Why not all equilibria were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// The watch said so.
    Stopped(Stop),
    /// This node has more than [`MOST_OUTCOMES`] different equilibrium outcomes.
    Crowded(NodeId),
}

/// An outcome of a subgame and the number of equilibria that yield it.
type Counted = (u32, UBig);

impl<'a> Induction<'a> {
    /// Folds the tree from its leaves.
    pub fn new(tree: &'a Tree, watch: &dyn Watch) -> Result<Induction<'a>, Incomplete> {
        let mut payoffs = Payoffs::default();
        let mut outcomes: Vec<Vec<u32>> = vec![Vec::new(); tree.len()];
        let mut counts: Vec<Vec<UBig>> = vec![Vec::new(); tree.len()];
        let (mut work, mut bytes) = (0, 0);
        for node in (0..tree.len()).rev() {
            if work > 4096 || node == 0 {
                work = 0;
                let done = (tree.len() - node) as u64;
                let progress = Progress { what: "nodes", done, total: Some(tree.len() as u64), bytes };
                if let Some(stop) = watch.tick(progress) {
                    return Err(Incomplete::Stopped(stop));
                }
            }
            let children = &tree.node(node).children;
            let folded = match &tree.node(node).kind {
                Kind::Leaf(vector) => vec![(payoffs.number(vector), UBig::ONE)],
                Kind::Decision(player) => {
                    let below: Vec<(&[u32], &[UBig])> =
                        children.iter().map(|&child| (outcomes[child].as_slice(), counts[child].as_slice())).collect();
                    decide(&payoffs, *player, &below)
                }
                Kind::Chance => {
                    let weights: Vec<&Rational> =
                        children.iter().map(|&child| tree.node(child).probability.as_ref().expect("checked")).collect();
                    let below: Vec<(&[u32], &[UBig])> =
                        children.iter().map(|&child| (outcomes[child].as_slice(), counts[child].as_slice())).collect();
                    draw(&mut payoffs, tree.players().len(), &weights, &below).ok_or(Incomplete::Crowded(node))?
                }
            };
            if folded.len() > MOST_OUTCOMES {
                return Err(Incomplete::Crowded(node));
            }
            for &child in children {
                work += outcomes[child].len();
                counts[child] = Vec::new();
            }
            bytes += 200 + 4 * folded.len() as u64;
            (outcomes[node], counts[node]) = folded.into_iter().unzip();
        }
        let counts = std::mem::take(&mut counts[0]);
        Ok(Induction { tree, payoffs: payoffs.vectors, outcomes, counts })
    }

    /// The numbers of the payoff vectors that equilibria of a node's subgame yield.
    pub fn outcomes(&self, node: NodeId) -> &[u32] {
        &self.outcomes[node]
    }

    /// The payoff vector of a number.
    pub fn payoffs(&self, outcome: u32) -> &[Rational] {
        &self.payoffs[outcome as usize]
    }

    /// For every outcome of the whole game, how many equilibria yield it.
    pub fn counts(&self) -> &[UBig] {
        &self.counts
    }

    /// How many subgame-perfect equilibria in pure strategies there are.
    pub fn count(&self) -> UBig {
        self.counts.iter().fold(UBig::ZERO, |sum, count| sum + count)
    }

    /// The least payoff the mover can end with: an outcome taken must pay at least this.
    pub fn threshold(&self, node: NodeId, player: usize) -> &Rational {
        let worst = |child: &NodeId| self.outcomes[*child].iter().map(|&outcome| &self.payoffs(outcome)[player]).min();
        self.tree.node(node).children.iter().filter_map(worst).max().expect("a decision has moves")
    }

    /// Whether some subgame-perfect equilibrium takes the move to this child of a decision node.
    pub fn takes(&self, parent: NodeId, child: NodeId) -> bool {
        let Kind::Decision(player) = self.tree.node(parent).kind else { return true };
        let threshold = self.threshold(parent, player);
        self.outcomes[child].iter().any(|&outcome| self.payoffs(outcome)[player] >= *threshold)
    }
}

/// One subgame-perfect equilibrium, found without keeping ties: for every node the payoffs, and at decisions the first
/// best child. Always linear in the size of the tree.
pub fn first(tree: &Tree) -> (Vec<Rational>, Vec<Option<NodeId>>) {
    let mut values: Vec<Vec<Rational>> = vec![Vec::new(); tree.len()];
    let mut choices = vec![None; tree.len()];
    for node in (0..tree.len()).rev() {
        let children = &tree.node(node).children;
        values[node] = match &tree.node(node).kind {
            Kind::Leaf(vector) => vector.clone(),
            Kind::Decision(player) => {
                let best = children
                    .iter()
                    .copied()
                    .reduce(|best, child| if values[child][*player] > values[best][*player] { child } else { best });
                choices[node] = best;
                values[best.expect("a decision has moves")].clone()
            }
            Kind::Chance => {
                let mut sum = vec![Rational::ZERO; tree.players().len()];
                for &child in children {
                    let weight = tree.node(child).probability.as_ref().expect("checked");
                    sum.iter_mut().zip(&values[child]).for_each(|(sum, value)| *sum += weight * value);
                }
                sum
            }
        };
        for &child in children {
            values[child] = Vec::new();
        }
    }
    (std::mem::take(&mut values[0]), choices)
}

/// Payoff vectors, each stored once.
#[derive(Default)]
struct Payoffs {
    vectors: Vec<Vec<Rational>>,
    numbers: HashMap<Vec<Rational>, u32>,
}

impl Payoffs {
    fn number(&mut self, vector: &[Rational]) -> u32 {
        if let Some(&number) = self.numbers.get(vector) {
            return number;
        }
        let number = self.vectors.len() as u32;
        self.vectors.push(vector.to_vec());
        self.numbers.insert(vector.to_vec(), number);
        number
    }
}

/// The outcomes of a decision, from those of its children. Goes once through all their outcomes by rising gain of the
/// mover, keeping for every child how many of its equilibria pay the mover no more than the gain reached.
fn decide(payoffs: &Payoffs, player: usize, below: &[(&[u32], &[UBig])]) -> Vec<Counted> {
    if let [(outcomes, counts)] = below {
        return outcomes.iter().copied().zip(counts.iter().cloned()).collect();
    }
    let gain = |outcome: u32| &payoffs.vectors[outcome as usize][player];
    let worst = below.iter().filter_map(|(outcomes, _)| outcomes.iter().map(|&outcome| gain(outcome)).min());
    let threshold = worst.max().expect("a decision has moves");
    let mut events: Vec<(u32, usize, &UBig)> = Vec::new();
    let mut ways = vec![UBig::ZERO; below.len()];
    for (child, (outcomes, counts)) in below.iter().enumerate() {
        for (&outcome, count) in outcomes.iter().zip(*counts) {
            if gain(outcome) < threshold {
                ways[child] += count;
            } else {
                events.push((outcome, child, count));
            }
        }
    }
    events.sort_by(|left, right| gain(left.0).cmp(gain(right.0)));
    let mut folded: Vec<Counted> = Vec::new();
    let mut all: Option<UBig> = None;
    for level in events.chunk_by(|left, right| gain(left.0) == gain(right.0)) {
        for &(_, child, count) in level {
            let more = &ways[child] + count;
            all = all.map(|all| if ways[child] == all { more.clone() } else { all / &ways[child] * &more });
            ways[child] = more;
        }
        // From the threshold on no child is without ways.
        let all = all.get_or_insert_with(|| product(ways.clone()));
        // Grouped by outcome and by the number of ways of the child itself, which must be divided out.
        let mut groups: HashMap<(u32, &UBig), UBig> = HashMap::new();
        let mut order: Vec<(u32, &UBig)> = Vec::new();
        for &(outcome, child, count) in level {
            let key = (outcome, &ways[child]);
            *groups.entry(key).or_insert_with(|| {
                order.push(key);
                UBig::ZERO
            }) += count;
        }
        let mut places: HashMap<u32, usize> = HashMap::new();
        for key in order {
            let count = &groups[&key];
            let share = match key.1 {
                own if own.is_one() => &*all * count,
                own if own == all => count.clone(),
                own => &*all / own * count,
            };
            match places.get(&key.0) {
                Some(&place) => folded[place].1 += share,
                None => {
                    places.insert(key.0, folded.len());
                    folded.push((key.0, share));
                }
            }
            if folded.len() > MOST_OUTCOMES {
                return folded;
            }
        }
    }
    folded
}

/// A product by halves, so that large factors meet large ones.
fn product(mut factors: Vec<UBig>) -> UBig {
    factors.retain(|factor| !factor.is_one());
    while factors.len() > 1 {
        factors = factors.chunks(2).map(|pair| pair.iter().fold(UBig::ONE, |all, factor| all * factor)).collect();
    }
    factors.pop().unwrap_or(UBig::ONE)
}

/// The outcomes of a chance node: expected payoffs over all combinations. `None` when there are too many.
fn draw(
    payoffs: &mut Payoffs,
    players: usize,
    weights: &[&Rational],
    below: &[(&[u32], &[UBig])],
) -> Option<Vec<Counted>> {
    let mut sums: Vec<(Vec<Rational>, UBig)> = vec![(vec![Rational::ZERO; players], UBig::ONE)];
    for (weight, (outcomes, counts)) in weights.iter().zip(below) {
        if sums.len() * outcomes.len() > MOST_OUTCOMES {
            return None;
        }
        let mut next: Vec<(Vec<Rational>, UBig)> = Vec::new();
        let mut places: HashMap<Vec<Rational>, usize> = HashMap::new();
        for (sum, ways) in &sums {
            for (&outcome, count) in outcomes.iter().zip(*counts) {
                let vector = &payoffs.vectors[outcome as usize];
                let sum: Vec<Rational> = sum.iter().zip(vector).map(|(sum, value)| sum + *weight * value).collect();
                if outcomes.len() == 1 && sums.len() == 1 {
                    next.push((sum, ways * count));
                    continue;
                }
                match places.get(&sum) {
                    Some(&place) => next[place].1 += ways * count,
                    None => {
                        places.insert(sum.clone(), next.len());
                        next.push((sum, ways * count));
                    }
                }
            }
        }
        sums = next;
    }
    Some(sums.into_iter().map(|(sum, ways)| (payoffs.number(&sum), ways)).collect())
}
