//! Finite extensive games of perfect information, with any number of players and moves of chance.
//!
//! Invariant: a node's number is greater than its parent's, so one pass over the numbers downwards meets children
//! before parents; nothing here recurses, whatever the depth.
//! Source: Kuhn, *Extensive games and the problem of information* (1953); Osborne and Rubinstein (1994), ch. 6.

pub mod drawing;
pub mod efg;
pub mod force;
pub mod induction;
pub mod profile;
pub mod text;

use crate::number::Rational;
use dashu_base::Signed;
use std::fmt;

/// A node's number; the root is 0.
pub type NodeId = usize;

/// What happens at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The player of this number (from 0) moves.
    Decision(usize),
    /// A move is drawn by the probabilities of the children.
    Chance,
    /// The game is over; one payoff for every player.
    Leaf(Vec<Rational>),
}

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What happens here.
    pub kind: Kind,
    /// The node before; `None` at the root.
    pub parent: Option<NodeId>,
    /// The move that leads here.
    pub label: String,
    /// Its probability, below a chance node.
    pub probability: Option<Rational>,
    /// The nodes after, in the order of the moves.
    pub children: Vec<NodeId>,
}

/// A checked game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    title: Option<String>,
    players: Vec<String>,
    nodes: Vec<Node>,
}

/// Builds a game node by node; the way for programs.
///
/// ```
/// use grundy_payoff::tree::{Builder, Kind};
/// let mut game = Builder::new(["Entrant", "Incumbent"]);
/// let root = game.root(Kind::Decision(0));
/// game.child(root, "stay out", Kind::Leaf(vec![0.into(), 2.into()]));
/// let entered = game.child(root, "enter", Kind::Decision(1));
/// game.child(entered, "fight", Kind::Leaf(vec![(-1).into(), (-1).into()]));
/// game.child(entered, "share", Kind::Leaf(vec![1.into(), 1.into()]));
/// assert_eq!(game.finish().unwrap().len(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    tree: Tree,
}

/// What is wrong with a built game, and at which node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where; `None` when there is no node at all.
    pub node: Option<NodeId>,
    /// What.
    pub kind: FlawKind,
}

/// The ways a built game can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// There is no node, or no player.
    Empty,
    /// A second node without a parent.
    Orphan,
    /// The player's number (from 0) is not below the number of players.
    Player(usize),
    /// The leaf has this many payoffs instead of one for every player.
    Payoffs(usize),
    /// A decision or chance node without moves, or a leaf with some.
    Moves,
    /// The probabilities at a chance node do not sum to 1; their sum.
    Total(Rational),
    /// A probability is missing, negative, or stands below a node that is not chance.
    Probability,
}

impl fmt::Display for FlawKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FlawKind::Empty => write!(f, "the game is empty"),
            FlawKind::Orphan => write!(f, "a node other than the root has no parent"),
            FlawKind::Player(player) => write!(f, "there is no player {}", player + 1),
            FlawKind::Payoffs(count) => write!(f, "{count} payoffs are not one for every player"),
            FlawKind::Moves => write!(f, "a node that is not final has no move"),
            FlawKind::Total(total) => write!(f, "the probabilities sum to {total}, not to 1"),
            FlawKind::Probability => write!(f, "a move of chance needs a probability that is not negative"),
        }
    }
}

impl Builder {
    /// A game without nodes.
    pub fn new<S: Into<String>>(players: impl IntoIterator<Item = S>) -> Builder {
        let players = players.into_iter().map(Into::into).collect();
        Builder { tree: Tree { title: None, players, nodes: Vec::new() } }
    }

    /// Gives the game a title.
    pub fn title(&mut self, title: impl Into<String>) {
        self.tree.title = Some(title.into());
    }

    /// Makes the first node. Calling it again adds a node nothing leads to, which [`Builder::finish`] refuses.
    pub fn root(&mut self, kind: Kind) -> NodeId {
        self.push(None, String::new(), None, kind)
    }

    /// Adds a move and the node it leads to.
    pub fn child(&mut self, parent: NodeId, label: impl Into<String>, kind: Kind) -> NodeId {
        self.push(Some(parent), label.into(), None, kind)
    }

    /// Adds a move of chance and the node it leads to.
    pub fn outcome(&mut self, parent: NodeId, label: impl Into<String>, probability: Rational, kind: Kind) -> NodeId {
        self.push(Some(parent), label.into(), Some(probability), kind)
    }

    /// How many nodes there are so far.
    pub fn len(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Whether there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.tree.nodes.is_empty()
    }

    fn push(&mut self, parent: Option<NodeId>, label: String, probability: Option<Rational>, kind: Kind) -> NodeId {
        let node = self.tree.nodes.len();
        self.tree.nodes.push(Node { kind, parent, label, probability, children: Vec::new() });
        if let Some(parent) = parent {
            self.tree.nodes[parent].children.push(node);
        }
        node
    }

    /// Checks the game.
    pub fn finish(self) -> Result<Tree, Flaw> {
        let tree = self.tree;
        if tree.nodes.is_empty() || tree.players.is_empty() {
            return Err(Flaw { node: None, kind: FlawKind::Empty });
        }
        for (at, node) in tree.nodes.iter().enumerate() {
            if let Some(kind) = tree.flaw(at, node) {
                return Err(Flaw { node: Some(at), kind });
            }
        }
        Ok(tree)
    }
}

impl Tree {
    /// The title, where the text gives one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The players' names.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// All nodes, parents before children.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// One node.
    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node]
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a checked game has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether any move is drawn by chance.
    pub fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| node.kind == Kind::Chance)
    }

    /// The moves from the root to a node; of a long path only the last `most` and how many were left out.
    pub fn path(&self, mut node: NodeId, most: usize) -> (usize, Vec<&str>) {
        let (mut moves, mut left_out) = (Vec::new(), 0);
        while let Some(parent) = self.nodes[node].parent {
            if moves.len() < most {
                moves.push(self.nodes[node].label.as_str());
            } else {
                left_out += 1;
            }
            node = parent;
        }
        moves.reverse();
        (left_out, moves)
    }

    /// Where a node is, for people: `the root`, or its moves between slashes.
    pub fn place(&self, node: NodeId) -> String {
        match self.path(node, 8) {
            (_, moves) if moves.is_empty() => "the root".to_string(),
            (0, moves) => moves.join("/"),
            (left_out, moves) => format!("... {left_out} moves .../{}", moves.join("/")),
        }
    }

    fn flaw(&self, at: NodeId, node: &Node) -> Option<FlawKind> {
        let below_chance = node.parent.is_some_and(|parent| self.nodes[parent].kind == Kind::Chance);
        if at > 0 && node.parent.is_none() {
            return Some(FlawKind::Orphan);
        }
        if node.probability.is_some() != below_chance {
            return Some(FlawKind::Probability);
        }
        if node.probability.as_ref().is_some_and(Signed::is_negative) {
            return Some(FlawKind::Probability);
        }
        match &node.kind {
            Kind::Leaf(_) if !node.children.is_empty() => Some(FlawKind::Moves),
            Kind::Decision(_) | Kind::Chance if node.children.is_empty() => Some(FlawKind::Moves),
            Kind::Leaf(payoffs) if payoffs.len() != self.players.len() => Some(FlawKind::Payoffs(payoffs.len())),
            Kind::Decision(player) if *player >= self.players.len() => Some(FlawKind::Player(*player)),
            Kind::Chance => {
                let weights = node.children.iter().map(|&child| self.nodes[child].probability.clone());
                let total = weights.fold(Rational::ZERO, |sum, weight| sum + weight.unwrap_or(Rational::ZERO));
                (!total.is_one()).then_some(FlawKind::Total(total))
            }
            _ => None,
        }
    }
}
