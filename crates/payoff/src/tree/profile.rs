//! The subgame-perfect equilibria one after another, each a choice at every decision node.
//!
//! Every node is given a target: the outcome its subgame must have. A target always can be met, so the enumeration,
//! an odometer over the nodes in order of number, has no dead ends: the next equilibrium costs one pass over the tree.

use super::induction::Induction;
use super::{Kind, NodeId};
use crate::number::Rational;

/// A choice at every decision node: the child taken. `None` at leaves and chance nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// By node.
    pub choices: Vec<Option<NodeId>>,
    /// The outcome's number in the [`Induction`].
    pub outcome: u32,
}

/// One way the game can go under a profile: its probability and the nodes passed, the root left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// 1 unless chance has a say.
    pub probability: Rational,
    /// The nodes reached, in order.
    pub nodes: Vec<NodeId>,
}

impl Profile {
    /// How the game goes: one play, or one for each outcome of chance, at most `most`.
    pub fn plays(&self, induction: &Induction, most: usize) -> Vec<Play> {
        let tree = induction.tree;
        let mut open = vec![(0, Play { probability: Rational::ONE, nodes: Vec::new() })];
        let mut plays = Vec::new();
        while let Some((mut node, mut play)) = open.pop() {
            loop {
                match tree.node(node).kind {
                    Kind::Leaf(_) => break,
                    Kind::Decision(_) => node = self.choices[node].expect("a decision has a choice"),
                    Kind::Chance => {
                        let children = &tree.node(node).children;
                        for &child in children.iter().skip(1).take(most).rev() {
                            let mut other = play.clone();
                            other.probability *= tree.node(child).probability.as_ref().expect("checked");
                            other.nodes.push(child);
                            open.push((child, other));
                        }
                        node = children[0];
                        play.probability *= tree.node(node).probability.as_ref().expect("checked");
                    }
                }
                play.nodes.push(node);
            }
            plays.push(play);
            if plays.len() >= most {
                break;
            }
        }
        plays
    }
}

/// The equilibria in a fixed order.
#[derive(Debug)]
pub struct Profiles<'a> {
    induction: &'a Induction<'a>,
    /// For every node the place, in its list of outcomes, of the one it must have.
    targets: Vec<usize>,
    choices: Vec<Option<NodeId>>,
    state: State,
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Done,
}

impl<'a> Profiles<'a> {
    /// All equilibria, starting with those of the first outcome.
    pub fn new(induction: &'a Induction<'a>) -> Profiles<'a> {
        let nodes = induction.tree.len();
        Profiles { induction, targets: vec![0; nodes], choices: vec![None; nodes], state: State::Fresh }
    }

    fn current(&self) -> Profile {
        let outcome = self.induction.outcomes(0)[self.targets[0]];
        Profile { choices: self.choices.clone(), outcome }
    }

    /// Moves to the next equilibrium, if there is one.
    fn advance(&mut self) -> bool {
        for node in (0..self.targets.len()).rev() {
            let moved = match self.induction.tree.node(node).kind {
                Kind::Leaf(_) => false,
                Kind::Decision(player) => self.next_decision(node, player),
                Kind::Chance => self.next_draw(node, Step::Next),
            };
            if moved {
                self.reset_after(node);
                return true;
            }
        }
        self.targets[0] += 1;
        if self.targets[0] < self.induction.outcomes(0).len() {
            self.reset_from_root();
            return true;
        }
        false
    }

    fn reset_from_root(&mut self) {
        self.reset(0);
        self.reset_after(0);
    }

    fn reset_after(&mut self, node: NodeId) {
        (node + 1..self.targets.len()).for_each(|later| self.reset(later));
    }

    /// The first option of a node for its target.
    fn reset(&mut self, node: NodeId) {
        match self.induction.tree.node(node).kind {
            Kind::Leaf(_) => {}
            Kind::Decision(player) => {
                let children = &self.induction.tree.node(node).children;
                let taken =
                    children.iter().position(|&child| self.can_take(node, child)).expect("the target can be met");
                self.take(node, player, taken);
            }
            Kind::Chance => {
                self.next_draw(node, Step::First);
            }
        }
    }

    fn target(&self, node: NodeId) -> u32 {
        self.induction.outcomes(node)[self.targets[node]]
    }

    fn can_take(&self, node: NodeId, child: NodeId) -> bool {
        self.induction.outcomes(child).contains(&self.target(node))
    }

    /// Chooses a child, with the first admissible targets for all children.
    fn take(&mut self, node: NodeId, player: usize, taken: usize) {
        let wanted = self.target(node);
        let children = &self.induction.tree.node(node).children;
        self.choices[node] = Some(children[taken]);
        for (place, &child) in children.iter().enumerate() {
            let outcomes = self.induction.outcomes(child);
            self.targets[child] = if place == taken {
                outcomes.iter().position(|&outcome| outcome == wanted).expect("can be taken")
            } else {
                self.next_admissible(child, player, wanted, 0).expect("the target can be met")
            };
        }
    }

    /// The first outcome of `child`, from a place on, that does not tempt the mover away from `wanted`.
    fn next_admissible(&self, child: NodeId, player: usize, wanted: u32, from: usize) -> Option<usize> {
        let limit = &self.induction.payoffs(wanted)[player];
        let outcomes = self.induction.outcomes(child);
        (from..outcomes.len()).find(|&place| self.induction.payoffs(outcomes[place])[player] <= *limit)
    }

    fn next_decision(&mut self, node: NodeId, player: usize) -> bool {
        let wanted = self.target(node);
        let tree = self.induction.tree;
        let children = &tree.node(node).children;
        let taken = self.choices[node].expect("a decision has a choice");
        for &child in children.iter().rev().filter(|&&child| child != taken) {
            if let Some(place) = self.next_admissible(child, player, wanted, self.targets[child] + 1) {
                self.targets[child] = place;
                return true;
            }
            self.targets[child] = self.next_admissible(child, player, wanted, 0).expect("the target can be met");
        }
        let place = children.iter().position(|&child| child == taken).expect("a child");
        match (place + 1..children.len()).find(|&later| self.can_take(node, children[later])) {
            Some(later) => {
                self.take(node, player, later);
                true
            }
            None => false,
        }
    }

    /// Moves the targets of a chance node's children to the first or next combination with the right mean.
    fn next_draw(&mut self, node: NodeId, step: Step) -> bool {
        let tree = self.induction.tree;
        let children = &tree.node(node).children;
        let flexible: Vec<NodeId> =
            children.iter().copied().filter(|&child| self.induction.outcomes(child).len() > 1).collect();
        if step == Step::First {
            children.iter().for_each(|&child| self.targets[child] = 0);
            if flexible.is_empty() || self.mean_is_right(node) {
                return true;
            }
        }
        'next: loop {
            for &child in flexible.iter().rev() {
                if self.targets[child] + 1 < self.induction.outcomes(child).len() {
                    self.targets[child] += 1;
                    if self.mean_is_right(node) {
                        return true;
                    }
                    continue 'next;
                }
                self.targets[child] = 0;
            }
            return false;
        }
    }

    fn mean_is_right(&self, node: NodeId) -> bool {
        let tree = self.induction.tree;
        let wanted = self.induction.payoffs(self.target(node));
        (0..wanted.len()).all(|player| {
            let children = tree.node(node).children.iter();
            let mean = children.fold(Rational::ZERO, |sum, &child| {
                let weight = tree.node(child).probability.as_ref().expect("checked");
                sum + weight * &self.induction.payoffs(self.target(child))[player]
            });
            mean == wanted[player]
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    First,
    Next,
}

impl Iterator for Profiles<'_> {
    type Item = Profile;

    fn next(&mut self) -> Option<Profile> {
        match self.state {
            State::Fresh => {
                self.reset_from_root();
                self.state = State::Running;
            }
            State::Running => {
                if !self.advance() {
                    self.state = State::Done;
                }
            }
            State::Done => {}
        }
        (self.state == State::Running).then(|| self.current())
    }
}
