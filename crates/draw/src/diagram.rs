//! Positions and the moves between them, as they are to be drawn.
//!
//! Invariant: every edge names two nodes of the diagram; `roots` names nodes. A diagram may be a tree, an
//! acyclic graph or a graph with cycles, and may hold parallel edges (two moves with one result) and loops.

use crate::board::Board;
use grundy_answer::Standing;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// Nobody's, or it does not matter.
    #[default]
    Nobody,
    /// The player who moved first from the root.
    First,
    /// The other player.
    Second,
    /// Left, where the players differ.
    Left,
    /// Right, where the players differ.
    Right,
}

impl Turn {
    /// Every turn.
    pub const ALL: [Turn; 5] = [Turn::Nobody, Turn::First, Turn::Second, Turn::Left, Turn::Right];
}

/// Who wins from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It was not computed.
    #[default]
    Unknown,
    /// The player to move wins (N).
    Win,
    /// The player to move loses (P).
    Loss,
    /// Nobody wins (D).
    Draw,
    /// Left wins, whoever moves.
    Left,
    /// Right wins, whoever moves.
    Right,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 6] =
        [Outcome::Unknown, Outcome::Win, Outcome::Loss, Outcome::Draw, Outcome::Left, Outcome::Right];

    /// The letter of the theory: N, P, D, L, R, or `?`.
    pub fn letter(self) -> char {
        match self {
            Outcome::Unknown => '?',
            Outcome::Win => 'N',
            Outcome::Loss => 'P',
            Outcome::Draw => 'D',
            Outcome::Left => 'L',
            Outcome::Right => 'R',
        }
    }
}

/// Whether the game goes on at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// There are moves to make.
    #[default]
    Open,
    /// The game is over here; the node shows E.
    Over,
}

/// What of a node's surroundings is not drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum More {
    /// Nothing is left out.
    #[default]
    None,
    /// So many positions below the node.
    Positions(u64),
    /// So many moves of the node, where the positions below have other ways to be reached.
    Moves(u64),
}

/// One position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The value, shown first and bold; empty for none.
    pub value: String,
    /// The position and whatever else was asked for, a line each.
    pub lines: Vec<String>,
    /// Whose turn it is.
    pub turn: Turn,
    /// Who wins.
    pub outcome: Outcome,
    /// Whether the game is over.
    pub state: State,
    /// Further text for readers who point at the node; empty for none.
    pub tooltip: String,
    /// The position drawn.
    pub picture: Option<Board>,
    /// What is left out below.
    pub more: More,
}

/// Whether a move is a good one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Not known to be good.
    #[default]
    Plain,
    /// It keeps the best result the mover can have; drawn stronger, and kept by [`Diagram::best`].
    Best,
}

/// One move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edge {
    /// The node it is made at.
    pub from: usize,
    /// The node it leads to.
    pub to: usize,
    /// The move as text; empty for none.
    pub text: String,
    /// Whether it is a good one.
    pub quality: Quality,
}

/// A tree or graph of positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagram {
    /// What the picture is of; empty for none.
    pub title: String,
    /// How sure its values are.
    pub standing: Option<Standing>,
    /// The positions.
    pub nodes: Vec<Node>,
    /// The moves.
    pub edges: Vec<Edge>,
    /// The positions the game may start from, drawn first.
    pub roots: Vec<usize>,
    /// How many positions the whole has that this diagram leaves out.
    pub hidden: u64,
}

impl Diagram {
    /// For each node its edges, as indices, in the order they are listed.
    pub fn moves(&self) -> Vec<Vec<usize>> {
        let mut moves = vec![Vec::new(); self.nodes.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            moves[edge.from].push(index);
        }
        moves
    }

    /// The parent edge of every node if the diagram is a forest, else `None`. Linear.
    pub fn forest(&self) -> Option<Vec<Option<usize>>> {
        let mut parent = vec![None; self.nodes.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            if parent[edge.to].replace(index).is_some() {
                return None;
            }
        }
        let moves = self.moves();
        let mut reached: Vec<usize> = (0..self.nodes.len()).filter(|&node| parent[node].is_none()).collect();
        let mut next = 0;
        while next < reached.len() {
            reached.extend(moves[reached[next]].iter().map(|&edge| self.edges[edge].to));
            next += 1;
        }
        (reached.len() == self.nodes.len()).then_some(parent)
    }

    /// Whether the invariant holds: every index names a node.
    pub fn is_sound(&self) -> bool {
        let count = self.nodes.len();
        self.edges.iter().all(|edge| edge.from < count && edge.to < count)
            && self.roots.iter().all(|&root| root < count)
    }
}
