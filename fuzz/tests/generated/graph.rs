//! All that can be reached, by plain interpretation, and what the definitions say of it.

use grundy_rule::Convention;
use grundy_run::{Component, Ending, Game, Position, Side, Stuck, Turn};
use std::collections::HashMap;
use std::sync::Arc;

/// Graphs with more nodes than this are left out.
pub const MOST_NODES: usize = 3_000;

/// A sum, its parts sorted, and who is to move.
pub type Node = (Vec<Component>, Side);

/// What can be reached when one of some begins.
#[derive(Clone)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub numbers: HashMap<Node, usize>,
    /// How it has ended, where it has.
    pub over: Vec<Option<Ending>>,
    /// Whether it has ended before anybody looks for a move.
    pub early: Vec<bool>,
    pub edges: Vec<Vec<Edge>>,
    /// What infinite play through each node is worth.
    pub forever: Vec<Ending>,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Edge {
    pub to: usize,
    pub turn: Turn,
    pub gain: i64,
    /// Which part of the sum as it was given, and the move's text; of the first nodes only.
    pub name: (usize, String),
}

impl Graph {
    /// From these nodes on; `None` if there are too many, or a position in which the rules are wrong.
    pub fn of(starts: Vec<Node>) -> Option<Graph> {
        let mut graph = Graph {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            over: Vec::new(),
            early: Vec::new(),
            edges: Vec::new(),
            forever: Vec::new(),
        };
        let given = starts.len();
        let mut order = Vec::new();
        for (sum, mover) in starts {
            order.push(sum.clone());
            graph.number(sum, mover);
        }
        while graph.edges.len() < graph.nodes.len() {
            let here = graph.edges.len();
            if graph.nodes.len() > MOST_NODES {
                return None;
            }
            let mover = graph.nodes[here].1;
            // The first nodes keep the order in which they were given, for the names of their moves.
            let sum = if here < given { order[here].clone() } else { graph.nodes[here].0.clone() };
            let mut edges = Vec::new();
            let mut over = match &sum[..] {
                [only] => only.game.ending(&only.packed, mover, Stuck::No).ok()?,
                _ => None,
            };
            graph.early.push(over.is_some());
            if over.is_none() {
                for (place, part) in sum.iter().enumerate() {
                    for (one, to) in part.game.moves(&part.packed, mover).ok()? {
                        let mut next = sum.clone();
                        next.splice(place..=place, to.parts);
                        let after = if to.turn == Turn::Stays { mover } else { mover.other() };
                        let name = if here < given { (place, part.game.move_text(&one)) } else { (0, String::new()) };
                        edges.push(Edge { to: graph.number(next, after), turn: to.turn, gain: to.gain, name });
                    }
                }
                if edges.is_empty() {
                    over = Some(stuck(&sum, mover)?);
                }
            }
            let forever = match &sum[..] {
                [only] => only.game.forever(&only.packed, mover).ok()?,
                _ => Ending::Drawn,
            };
            graph.over.push(over);
            graph.edges.push(edges);
            graph.forever.push(forever);
        }
        Some(graph)
    }

    fn number(&mut self, mut sum: Vec<Component>, mover: Side) -> usize {
        sum.sort();
        let next = self.nodes.len();
        *self.numbers.entry((sum, mover)).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            next
        })
    }

    /// Nodes in an order in which each comes after all it leads to; `None` where play can return.
    pub fn order(&self) -> Option<Vec<usize>> {
        let mut left: Vec<usize> = self.edges.iter().map(Vec::len).collect();
        let before = self.before();
        let mut order: Vec<usize> = (0..self.nodes.len()).filter(|&node| left[node] == 0).collect();
        let mut next = 0;
        while next < order.len() {
            for &node in &before[order[next]] {
                left[node] -= 1;
                if left[node] == 0 {
                    order.push(node);
                }
            }
            next += 1;
        }
        (order.len() == self.nodes.len()).then_some(order)
    }

    /// What each node is worth to Left: 1, 0 or -1. `None` where infinite play is worth different things.
    pub fn results(&self) -> Option<Vec<i8>> {
        let sign = |ending: Ending| match ending {
            Ending::Won(Side::Left) => 1,
            Ending::Won(Side::Right) => -1,
            _ => 0i8,
        };
        let endless = match self.order() {
            Some(_) => 0,
            None => {
                // Play for ever goes through nodes where it is not over.
                let mut going = (0..self.nodes.len()).filter(|&node| self.over[node].is_none());
                let first = going.next().map_or(0, |node| sign(self.forever[node]));
                if going.any(|node| sign(self.forever[node]) != first) {
                    return None;
                }
                first
            }
        };
        let mut worth = vec![-1; self.nodes.len()];
        for level in [0, 1] {
            // Left gets at least this much: the least such set where infinite play is worth less, else the greatest.
            let mut gets = vec![endless >= level; self.nodes.len()];
            loop {
                let mut changed = false;
                for node in 0..self.nodes.len() {
                    let now = match self.over[node] {
                        Some(ending) => sign(ending) >= level,
                        None if self.nodes[node].1 == Side::Left => self.edges[node].iter().any(|edge| gets[edge.to]),
                        None => self.edges[node].iter().all(|edge| gets[edge.to]),
                    };
                    changed |= now != gets[node];
                    gets[node] = now;
                }
                if !changed {
                    break;
                }
            }
            (0..self.nodes.len()).filter(|&node| gets[node]).for_each(|node| worth[node] = level);
        }
        Some(worth)
    }

    /// The same moves, and who cannot move wins.
    pub fn misere(&self) -> Graph {
        let mut graph = self.clone();
        for (node, over) in graph.over.iter_mut().enumerate() {
            if over.is_some() && !self.early[node] {
                *over = Some(Ending::Won(self.nodes[node].1));
            }
        }
        graph
    }

    /// Whether every part in which nobody can move has points.
    pub fn all_have_points(&self) -> bool {
        let scored = |part: &Component, mover: Side| {
            matches!(part.game.ending(&part.packed, mover, Stuck::Yes), Ok(Some(Ending::Scored(_))))
        };
        let stuck = (0..self.nodes.len()).filter(|&node| self.over[node].is_some() && !self.early[node]);
        stuck.map(|node| &self.nodes[node]).all(|(sum, mover)| sum.iter().all(|part| scored(part, *mover)))
    }

    /// Whether play ends only by who cannot move losing, and infinite play is a draw.
    pub fn all_end_normally(&self) -> bool {
        let normally = |node: usize| match self.over[node] {
            Some(ending) => !self.early[node] && ending == Ending::Won(self.nodes[node].1.other()),
            None => self.forever[node] == Ending::Drawn,
        };
        (0..self.nodes.len()).all(normally)
    }

    /// The games of all parts, each once.
    pub fn games(&self) -> Vec<Arc<Game>> {
        let mut games: Vec<Arc<Game>> = Vec::new();
        for part in self.nodes.iter().flat_map(|(sum, _)| sum) {
            if !games.iter().any(|game| game.key == part.game.key) {
                games.push(part.game.clone());
            }
        }
        games
    }

    /// Which nodes lead to which.
    fn before(&self) -> Vec<Vec<usize>> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (node, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|edge| before[edge.to].push(node));
        }
        before
    }

    /// Moves to the end of each node that somebody wins by an ending, the winner hurrying and the loser delaying: a node
    /// is so many moves from the end as the step in which its winner is seen to force it.
    pub fn plies(&self) -> Vec<Option<u32>> {
        let mut plies = vec![None; self.nodes.len()];
        let before = self.before();
        for winner in [Side::Left, Side::Right] {
            let mut left: Vec<usize> = self.edges.iter().map(Vec::len).collect();
            let ended = |node: &usize| self.over[*node] == Some(Ending::Won(winner));
            let mut reached: Vec<usize> = (0..self.nodes.len()).filter(ended).collect();
            let mut known = vec![false; self.nodes.len()];
            reached.iter().for_each(|&node| (known[node], plies[node]) = (true, Some(0)));
            let mut next = 0;
            while next < reached.len() {
                let here = reached[next];
                for &node in &before[here] {
                    left[node] -= 1;
                    if !known[node] && (self.nodes[node].1 == winner || left[node] == 0) {
                        (known[node], plies[node]) = (true, plies[here].map(|plies| plies + 1));
                        reached.push(node);
                    }
                }
                next += 1;
            }
        }
        plies
    }

    /// The label of the first node by Smith and by Fraenkel and Perl: a number, or infinity with the numbers among the
    /// options. Both players have the same moves.
    pub fn label(&self) -> Result<u64, Vec<u64>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Label {
            Open,
            Number(u64),
            Infinite,
        }
        let count = self.nodes.len();
        let mut labels = vec![Label::Open; count];
        let leads =
            |labels: &[Label], node: usize, to: Label| self.edges[node].iter().any(|edge| labels[edge.to] == to);
        for number in 0.. {
            let wanted = Label::Number(number);
            loop {
                let fits = |node: &usize| {
                    labels[*node] == Label::Open
                        && !leads(&labels, *node, wanted)
                        && self.edges[*node].iter().all(|edge| match labels[edge.to] {
                            Label::Number(smaller) => smaller < number,
                            _ => leads(&labels, edge.to, wanted),
                        })
                };
                let Some(node) = (0..count).find(fits) else { break };
                labels[node] = wanted;
            }
            for node in 0..count {
                if labels[node] == Label::Open && !leads(&labels, node, wanted) {
                    labels[node] = Label::Infinite;
                }
            }
            if !labels.contains(&Label::Open) {
                break;
            }
        }
        match labels[0] {
            Label::Number(number) => Ok(number),
            _ => {
                let number = |edge: &Edge| match labels[edge.to] {
                    Label::Number(number) => Some(number),
                    _ => None,
                };
                let mut numbers: Vec<u64> = self.edges[0].iter().filter_map(number).collect();
                numbers.sort_unstable();
                numbers.dedup();
                Err(numbers)
            }
        }
    }

    /// Points of the mover less the other's, under best play that ends. In rules with a `score` line other endings add no
    /// points; nothing where play can return, or where the rules have no such line and somebody wins.
    pub fn margins(&self, scoring: bool) -> Option<Vec<i64>> {
        let mut worth = vec![0; self.nodes.len()];
        for node in self.order()? {
            worth[node] = match self.over[node] {
                Some(Ending::Scored(points)) => points,
                Some(_) if scoring => 0,
                Some(_) => return None,
                None => {
                    let options = self.edges[node].iter().map(|edge| match edge.turn {
                        Turn::Stays => edge.gain + worth[edge.to],
                        Turn::Passes => edge.gain - worth[edge.to],
                    });
                    options.max()?
                }
            };
        }
        Some(worth)
    }
}

/// How a position without moves ends; `None` where its parts cannot be added.
fn stuck(sum: &[Component], mover: Side) -> Option<Ending> {
    if let [only] = sum {
        return only.game.ending(&only.packed, mover, Stuck::Yes).ok()?;
    }
    let mut conventions = sum.iter().map(|part| Convention::of(&part.game.rules));
    let first = conventions.next().unwrap_or(Convention::Normal);
    if conventions.any(|other| other != first) {
        return None;
    }
    match first {
        Convention::Normal => Some(Ending::Won(mover.other())),
        Convention::Misere => Some(Ending::Won(mover)),
        Convention::Score => {
            let mut total = 0;
            for part in sum {
                // Points that are undefined are not added.
                if let Some(Ending::Scored(points)) = part.game.ending(&part.packed, mover, Stuck::Yes).ok()? {
                    total += points;
                }
            }
            Some(Ending::Scored(total))
        }
        Convention::Own => None,
    }
}

/// A position with both starters.
pub fn both(position: &Position) -> Vec<Node> {
    [Side::Left, Side::Right].map(|mover| (position.parts.clone(), mover)).into()
}

/// The Grundy value of a component by the `mex` rule; play must end.
pub fn grundy(part: &Component, memo: &mut HashMap<Component, u64>) -> u64 {
    if let Some(&known) = memo.get(part) {
        return known;
    }
    let moves = part.game.moves(&part.packed, Side::Left).expect("no fault");
    let options: Vec<u64> =
        moves.iter().map(|(_, to)| to.parts.iter().fold(0, |sum, part| sum ^ grundy(part, memo))).collect();
    let least = (0..).find(|value| !options.contains(value)).expect("there is one");
    memo.insert(part.clone(), least);
    least
}
