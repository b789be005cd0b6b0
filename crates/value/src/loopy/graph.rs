//! A finite game graph with a root. Vertices are numbered from 0; options are distinct and sorted.

use crate::{Game, Halt, Side, Values};
use std::collections::HashMap;

/// Graphs with more vertices than this are refused.
pub(crate) const LIMIT: usize = 4000;

/// Positions and their options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// The options of each vertex, Left's and Right's.
    pub options: Vec<[Vec<usize>; 2]>,
    /// Where play begins.
    pub root: usize,
}

/// How a position of a loopy game ends under best play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Neither can force a win.
    Draw,
}

impl Graph {
    /// The part that can be reached from the root, which becomes vertex 0; options sorted, repeats removed.
    pub fn trimmed(&self) -> Graph {
        let mut number = HashMap::from([(self.root, 0)]);
        let mut order = vec![self.root];
        let mut at = 0;
        while at < order.len() {
            for options in &self.options[order[at]] {
                for &option in options {
                    number.entry(option).or_insert_with(|| {
                        order.push(option);
                        order.len() - 1
                    });
                }
            }
            at += 1;
        }
        let renumber = |options: &Vec<usize>| {
            let mut options: Vec<usize> = options.iter().map(|option| number[option]).collect();
            options.sort_unstable();
            options.dedup();
            options
        };
        let options =
            order.iter().map(|&vertex| [renumber(&self.options[vertex][0]), renumber(&self.options[vertex][1])]);
        Graph { options: options.collect(), root: 0 }
    }

    /// The players exchanged.
    pub fn negative(&self) -> Graph {
        let options = self.options.iter().map(|[left, right]| [right.clone(), left.clone()]);
        Graph { options: options.collect(), root: self.root }
    }

    /// The disjunctive sum, as far as it can be reached.
    pub fn sum(&self, other: &Graph) -> Result<Graph, Halt> {
        let mut number = HashMap::from([((self.root, other.root), 0)]);
        let mut order = vec![(self.root, other.root)];
        let mut options = Vec::new();
        while let Some(&(a, b)) = order.get(options.len()) {
            let mut place = |pair: (usize, usize)| {
                *number.entry(pair).or_insert_with(|| {
                    order.push(pair);
                    order.len() - 1
                })
            };
            let moves = Side::BOTH.map(|side| {
                let first = self.options[a][side.index()].iter().map(|&option| (option, b));
                let second = other.options[b][side.index()].iter().map(|&option| (a, option));
                first.chain(second).map(&mut place).collect::<Vec<usize>>()
            });
            options.push(moves);
            if order.len() > LIMIT {
                return Err(Halt::TooLarge("a loopy game of more than 4000 positions"));
            }
        }
        Ok(Graph { options, root: 0 }.trimmed())
    }

    /// The canonical form of a short game as a graph.
    pub fn from_game(values: Values<'_>, game: Game) -> Result<Graph, Halt> {
        let order = values.in_order_of_birth(game)?;
        if order.len() > LIMIT {
            return Err(Halt::TooLarge("a loopy game of more than 4000 positions"));
        }
        let number: HashMap<Game, usize> = order.iter().enumerate().map(|(at, &game)| (game, at)).collect();
        let mut options = Vec::with_capacity(order.len());
        for &game in &order {
            let side = |side| values.options(game, side).map(|all| all.iter().map(|option| number[option]).collect());
            options.push([side(Side::Left)?, side(Side::Right)?]);
        }
        Ok(Graph { options, root: order.len() - 1 }.trimmed())
    }

    /// The values of the vertices from which no cycle can be reached; `None` for the others.
    pub fn short_values(&self, values: Values<'_>) -> Result<Vec<Option<Game>>, Halt> {
        let mut found: Vec<Option<Game>> = vec![None; self.options.len()];
        loop {
            let mut changed = false;
            for vertex in 0..found.len() {
                let known = |side: Side| -> Option<Vec<Game>> {
                    self.options[vertex][side.index()].iter().map(|&option| found[option]).collect()
                };
                if found[vertex].is_none()
                    && let (Some(left), Some(right)) = (known(Side::Left), known(Side::Right))
                {
                    found[vertex] = Some(values.game(left, right)?);
                    changed = true;
                }
            }
            if !changed {
                return Ok(found);
            }
        }
    }

    /// The same game with every vertex that cannot reach a cycle replaced by its canonical form, each value once.
    pub fn with_canonical_ends(&self, values: Values<'_>) -> Result<Graph, Halt> {
        let short = self.short_values(values)?;
        let mut place: HashMap<Game, usize> = HashMap::new();
        let mut options: Vec<[Vec<usize>; 2]> = vec![[Vec::new(), Vec::new()]; self.options.len()];
        for game in short.iter().flatten() {
            for follower in values.in_order_of_birth(*game)? {
                if place.contains_key(&follower) {
                    continue;
                }
                let side =
                    |side| values.options(follower, side).map(|all| all.iter().map(|option| place[option]).collect());
                let both = [side(Side::Left)?, side(Side::Right)?];
                place.insert(follower, options.len());
                options.push(both);
                if options.len() > 2 * LIMIT {
                    return Err(Halt::TooLarge("a loopy game of more than 4000 positions"));
                }
            }
        }
        let target = |vertex: usize| short[vertex].map_or(vertex, |game| place[&game]);
        for (vertex, both) in self.options.iter().enumerate() {
            options[vertex] = [0, 1].map(|side| both[side].iter().map(|&option| target(option)).collect());
        }
        Ok(Graph { options, root: target(self.root) }.trimmed())
    }

    /// Whether no position allows infinite alternating play.
    pub fn is_stopper(&self) -> bool {
        // Vertices are (position, mover); repeatedly drop those all of whose moves are dropped.
        let count = self.options.len();
        let mut dropped = vec![[false; 2]; count];
        loop {
            let mut changed = false;
            for vertex in 0..count {
                for side in Side::BOTH {
                    let finite = |&option: &usize| dropped[option][side.other().index()];
                    if !dropped[vertex][side.index()] && self.options[vertex][side.index()].iter().all(finite) {
                        dropped[vertex][side.index()] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return dropped.iter().all(|both| both == &[true; 2]);
            }
        }
    }

    /// Whether every cycle is one move from a position to itself.
    pub fn is_plumtree(&self) -> bool {
        // Repeatedly drop the positions that lead to dropped ones or to themselves only.
        let mut dropped = vec![false; self.options.len()];
        loop {
            let mut changed = false;
            for (vertex, both) in self.options.iter().enumerate() {
                if !dropped[vertex] && both.iter().flatten().all(|&option| option == vertex || dropped[option]) {
                    dropped[vertex] = true;
                    changed = true;
                }
            }
            if !changed {
                return dropped.iter().all(|&dropped| dropped);
            }
        }
    }

    /// How every position ends when Left, or Right, is to move: by working back from the positions without moves.
    pub fn endings(&self) -> Vec<[Ending; 2]> {
        let mut endings = vec![[Ending::Draw; 2]; self.options.len()];
        loop {
            let mut changed = false;
            for vertex in 0..endings.len() {
                for side in Side::BOTH {
                    if endings[vertex][side.index()] != Ending::Draw {
                        continue;
                    }
                    let after = |&option: &usize| endings[option][side.other().index()];
                    let options = &self.options[vertex][side.index()];
                    let ending = if options.iter().any(|option| after(option) == Ending::Loss) {
                        Ending::Win
                    } else if options.iter().all(|option| after(option) == Ending::Win) {
                        Ending::Loss
                    } else {
                        continue;
                    };
                    endings[vertex][side.index()] = ending;
                    changed = true;
                }
            }
            if !changed {
                return endings;
            }
        }
    }
}
