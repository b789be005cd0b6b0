//! Depth-first memo search on an explicit stack, cutting as soon as the answer is known. One engine; what is computed
//! is a small [`Strategy`].

use crate::nodes::{Edge, Expansion, NodeId, Nodes};
use crate::work::{Halted, Work};
use grundy_run::{Ending, Side, Turn};

/// What a search computes of a node, always as the player to move sees it.
pub trait Strategy {
    /// The result.
    type Value: Copy;

    /// The result where the game is over.
    fn over(&self, ending: Ending, mover: Side) -> Self::Value;

    /// The better of what is known so far and an option whose node has `child`.
    fn choose(&self, best: Option<Self::Value>, edge: Edge, child: Self::Value) -> Self::Value;

    /// Whether no further option can be better.
    fn is_enough(&self, best: Self::Value) -> bool;
}

/// Results found so far.
pub struct Memo<V> {
    values: Vec<State<V>>,
}

#[derive(Clone, Copy)]
enum State<V> {
    Unknown,
    Open,
    Known(V),
}

struct Frame<V> {
    node: NodeId,
    edges: Vec<Edge>,
    next: usize,
    best: Option<V>,
}

impl<V: Copy> Default for Memo<V> {
    fn default() -> Memo<V> {
        Memo { values: Vec::new() }
    }
}

impl<V: Copy> Memo<V> {
    /// The result of a node, if it has been computed.
    pub fn known(&self, node: NodeId) -> Option<V> {
        match self.values.get(node as usize) {
            Some(State::Known(value)) => Some(*value),
            _ => None,
        }
    }

    fn set(&mut self, node: NodeId, state: State<V>) {
        if node as usize >= self.values.len() {
            self.values.resize(node as usize + 1, State::Unknown);
        }
        self.values[node as usize] = state;
    }

    /// Computes the result of `root`. Stops with `Halted::Cycle` if play can return to a position on the way.
    pub fn search<S: Strategy<Value = V>>(
        &mut self,
        nodes: &mut Nodes,
        root: NodeId,
        strategy: &S,
        work: &mut Work,
    ) -> Result<V, Halted> {
        let mut stack = Vec::new();
        let result = self.run(nodes, root, strategy, work, &mut stack);
        for frame in stack {
            self.set(frame.node, State::Unknown);
        }
        result
    }

    fn run<S: Strategy<Value = V>>(
        &mut self,
        nodes: &mut Nodes,
        root: NodeId,
        strategy: &S,
        work: &mut Work,
        stack: &mut Vec<Frame<V>>,
    ) -> Result<V, Halted> {
        let mut arrived = match self.known(root) {
            Some(value) => Some(value),
            None => self.open(nodes, root, strategy, stack)?,
        };
        loop {
            if work.tick(nodes.len() as u64, nodes.bytes() + (self.values.len() * size_of::<State<V>>()) as u64) {
                return Err(work.halted());
            }
            let Some(frame) = stack.last_mut() else { return Ok(arrived.expect("the root is finished last")) };
            if let Some(child) = arrived.take() {
                let best = strategy.choose(frame.best, frame.edges[frame.next], child);
                frame.best = Some(best);
                frame.next = if strategy.is_enough(best) { frame.edges.len() } else { frame.next + 1 };
            }
            match frame.edges.get(frame.next) {
                None => {
                    let (node, best) = (frame.node, frame.best.expect("a frame has options"));
                    stack.pop();
                    self.set(node, State::Known(best));
                    arrived = Some(best);
                }
                Some(edge) => {
                    let to = edge.to;
                    arrived = match self.known(to) {
                        Some(value) => Some(value),
                        None => self.open(nodes, to, strategy, stack)?,
                    };
                }
            }
        }
    }

    /// Opens a node: a result at once where the game is over, else a new frame.
    fn open<S: Strategy<Value = V>>(
        &mut self,
        nodes: &mut Nodes,
        node: NodeId,
        strategy: &S,
        stack: &mut Vec<Frame<V>>,
    ) -> Result<Option<V>, Halted> {
        if matches!(self.values.get(node as usize), Some(State::Open)) {
            return Err(Halted::Cycle);
        }
        match nodes.expand(node)? {
            Expansion::Over(ending) => {
                let value = strategy.over(ending, nodes.key(node).1);
                self.set(node, State::Known(value));
                Ok(Some(value))
            }
            Expansion::Options(edges) => {
                self.set(node, State::Open);
                stack.push(Frame { node, edges, next: 0, best: None });
                Ok(None)
            }
        }
    }
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Result3 {
    /// The player to move loses.
    Loss,
    /// Neither can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Result3 {
    /// As the other player sees it.
    pub fn reversed(self) -> Result3 {
        match self {
            Result3::Loss => Result3::Win,
            Result3::Draw => Result3::Draw,
            Result3::Win => Result3::Loss,
        }
    }

    /// An ending as `mover` sees it; points count as their sign.
    pub fn of(ending: Ending, mover: Side) -> Result3 {
        match ending {
            Ending::Won(side) if side == mover => Result3::Win,
            Ending::Won(_) => Result3::Loss,
            Ending::Drawn => Result3::Draw,
            Ending::Scored(points) => match points.signum() {
                1 => Result3::Win,
                0 => Result3::Draw,
                _ => Result3::Loss,
            },
        }
    }

    /// What an option is worth to the player who takes it.
    pub fn through(self, turn: Turn) -> Result3 {
        match turn {
            Turn::Stays => self,
            Turn::Passes => self.reversed(),
        }
    }
}

/// Who wins, no more: the first winning option is enough.
pub struct Outcome;

impl Strategy for Outcome {
    type Value = Result3;

    fn over(&self, ending: Ending, mover: Side) -> Result3 {
        Result3::of(ending, mover)
    }

    fn choose(&self, best: Option<Result3>, edge: Edge, child: Result3) -> Result3 {
        let here = child.through(edge.turn);
        best.map_or(here, |best| best.max(here))
    }

    fn is_enough(&self, best: Result3) -> bool {
        best == Result3::Win
    }
}

/// Who wins and in how many moves: the winner hurries, the loser delays.
pub struct Plies;

impl Strategy for Plies {
    type Value = (Result3, u32);

    fn over(&self, ending: Ending, mover: Side) -> (Result3, u32) {
        (Result3::of(ending, mover), 0)
    }

    fn choose(&self, best: Option<(Result3, u32)>, edge: Edge, (child, plies): (Result3, u32)) -> (Result3, u32) {
        let here = (child.through(edge.turn), plies + 1);
        match best {
            Some(best) if !is_better(here, best) => best,
            _ => here,
        }
    }

    fn is_enough(&self, best: (Result3, u32)) -> bool {
        best == (Result3::Win, 1)
    }
}

/// Whether a player prefers `a`: a better result, a quicker win, a slower loss. Draws are all alike.
pub fn is_better(a: (Result3, u32), b: (Result3, u32)) -> bool {
    if a.0 != b.0 {
        return a.0 > b.0;
    }
    match a.0 {
        Result3::Win => a.1 < b.1,
        Result3::Loss => a.1 > b.1,
        Result3::Draw => false,
    }
}

/// The mover's points less the other's under best play.
pub struct Margin;

impl Strategy for Margin {
    type Value = i64;

    fn over(&self, ending: Ending, _: Side) -> i64 {
        match ending {
            Ending::Scored(points) => points,
            Ending::Won(_) | Ending::Drawn => 0,
        }
    }

    fn choose(&self, best: Option<i64>, edge: Edge, child: i64) -> i64 {
        let rest = match edge.turn {
            Turn::Stays => child,
            Turn::Passes => child.saturating_neg(),
        };
        let here = edge.gain.saturating_add(rest);
        best.map_or(here, |best| best.max(here))
    }

    fn is_enough(&self, _: i64) -> bool {
        false
    }
}
