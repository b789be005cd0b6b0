//! Braces under construction, which may refer to themselves: `a{0|a}`, `{0|pass}`.
//!
//! A brace whose options are all short and which nothing refers to becomes a short game at once. Others become vertices of one graph,
//! which is closed, and its value found, when the outermost brace that is referred to ends.

use super::answer::Answer;
use super::fault::Fault;
use crate::{Game, Graph, Halt, Side, Sided, Values};
use std::collections::HashMap;
use std::ops::Range;

/// What stands on the evaluator's stack.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Answer(Answer),
    /// A vertex of the graph under construction.
    Open(usize),
    /// The game whose option this is.
    Pass,
}

impl Item {
    pub(super) fn answer(self, span: &Range<usize>) -> Result<Answer, Fault> {
        match self {
            Item::Answer(answer) => Ok(answer),
            Item::Open(_) | Item::Pass => {
                Err(Fault::new("loopy", span.clone(), "a game still being defined can only be an option"))
            }
        }
    }
}

#[derive(Default)]
struct Scope {
    label: Option<String>,
    vertex: Option<usize>,
}

/// The open braces and the graph they share.
#[derive(Default)]
pub(super) struct Draft {
    scopes: Vec<Scope>,
    vertices: Vec<[Vec<Item>; 2]>,
    /// How many open braces have been referred to.
    referred: usize,
    /// Whether braces that are not short stay as they are written, instead of becoming values.
    literal: bool,
}

impl Draft {
    /// Braces whose graph is taken as it is written.
    pub(super) fn literal() -> Draft {
        Draft { literal: true, ..Draft::default() }
    }

    /// The graph of what is written: of an open vertex, or of a value.
    pub(super) fn written(&self, values: Values<'_>, item: Item, span: &Range<usize>) -> Result<Graph, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        match item {
            Item::Open(root) => self.graph(values, root, Side::Left).map_err(halt),
            other => {
                let answer = other.answer(span)?;
                let message = || format!("a game is expected here, this is {}", answer.kind());
                let sided = answer.sided(values).map_err(halt)?;
                let sided = sided.ok_or_else(|| Fault::new("kind", span.clone(), message()))?;
                Ok(sided.side(Side::Left).clone())
            }
        }
    }

    /// A brace opens.
    pub(super) fn enter(&mut self, label: Option<String>) {
        self.scopes.push(Scope { label, vertex: None });
    }

    /// The open brace of that name, or `pass`.
    pub(super) fn named(&mut self, name: &str) -> Option<Item> {
        if name == "pass" && !self.scopes.is_empty() {
            return Some(Item::Pass);
        }
        let scope = self.scopes.iter_mut().rev().find(|scope| scope.label.as_deref() == Some(name))?;
        let vertex = *scope.vertex.get_or_insert_with(|| {
            self.vertices.push([Vec::new(), Vec::new()]);
            self.referred += 1;
            self.vertices.len() - 1
        });
        Some(Item::Open(vertex))
    }

    /// Replaces the last two segments by the game with those options. The last two of a brace are the brace itself.
    pub(super) fn join(
        &mut self,
        values: Values<'_>,
        segments: &mut Vec<Vec<Item>>,
        span: &Range<usize>,
    ) -> Result<(), Fault> {
        let (right, left) = (segments.pop().unwrap_or_default(), segments.pop().unwrap_or_default());
        let own = self.scopes.last().and_then(|scope| scope.vertex).filter(|_| segments.is_empty());
        let short = |items: &[Item]| -> Option<Vec<Game>> {
            items
                .iter()
                .map(|item| if let Item::Answer(Answer::Game(game)) = item { Some(*game) } else { None })
                .collect()
        };
        if own.is_none()
            && let (Some(left), Some(right)) = (short(&left), short(&right))
        {
            let game = values.game(left, right).map_err(|halt| Fault::halt(span.clone(), halt))?;
            segments.push(vec![Item::Answer(Answer::Game(game))]);
            return Ok(());
        }
        for item in left.iter().chain(&right) {
            if let Item::Answer(answer) = item
                && !matches!(answer, Answer::Game(_) | Answer::Loopy(_))
            {
                let message = format!("a game is expected here, this is {}", answer.kind());
                return Err(Fault::new("kind", span.clone(), message));
            }
        }
        let vertex = own.unwrap_or_else(|| {
            self.vertices.push([Vec::new(), Vec::new()]);
            self.vertices.len() - 1
        });
        let resolve = |item: Item| if let Item::Pass = item { Item::Open(vertex) } else { item };
        self.vertices[vertex] = [left, right].map(|items| items.into_iter().map(resolve).collect());
        segments.push(vec![Item::Open(vertex)]);
        Ok(())
    }

    /// A brace closes; its one segment is its value, closed if nothing around it is referred to.
    pub(super) fn leave(
        &mut self,
        values: Values<'_>,
        mut segments: Vec<Vec<Item>>,
        span: &Range<usize>,
    ) -> Result<Item, Fault> {
        if let Some(scope) = self.scopes.pop()
            && scope.vertex.is_some()
        {
            self.referred -= 1;
        }
        let item = segments.pop().and_then(|mut only| only.pop());
        let item = item.ok_or_else(|| Fault::new("syntax", span.clone(), "an empty game"))?;
        match item {
            Item::Open(vertex) if self.referred == 0 && !self.literal => {
                let answer = self.close(values, vertex).map_err(|halt| Fault::halt(span.clone(), halt))?;
                Ok(Item::Answer(answer))
            }
            other => Ok(other),
        }
    }

    fn close(&self, values: Values<'_>, root: usize) -> Result<Answer, Halt> {
        let on = self.graph(values, root, Side::Left)?;
        let off = self.graph(values, root, Side::Right)?;
        Answer::loopy(values, Sided::of_sides(values, &on, &off)?)
    }

    /// The graph from a vertex, with the onsides (or offsides) of closed options grafted on.
    fn graph(&self, values: Values<'_>, root: usize, side: Side) -> Result<Graph, Halt> {
        let mut options: Vec<[Vec<usize>; 2]> = vec![[Vec::new(), Vec::new()]; self.vertices.len()];
        let mut grafted: HashMap<Game, usize> = HashMap::new();
        for (vertex, both) in self.vertices.iter().enumerate() {
            for mover in Side::BOTH {
                for item in &both[mover.index()] {
                    let target = match item {
                        Item::Open(target) => *target,
                        Item::Pass => vertex,
                        Item::Answer(Answer::Game(game)) if grafted.contains_key(game) => grafted[game],
                        Item::Answer(answer) => {
                            let sided = answer.sided(values)?.expect("options are values, as join saw to");
                            let graph = sided.side(side);
                            let base = options.len();
                            let shift = |all: &Vec<usize>| all.iter().map(|option| option + base).collect();
                            options.extend(graph.options.iter().map(|[left, right]| [shift(left), shift(right)]));
                            if let Answer::Game(game) = answer {
                                grafted.insert(*game, base + graph.root);
                            }
                            base + graph.root
                        }
                    };
                    options[vertex][mover.index()].push(target);
                }
            }
        }
        let graph = Graph { options, root }.trimmed();
        if graph.options.len() > crate::loopy::LIMIT {
            return Err(Halt::TooLarge("a loopy game of more than 4000 positions"));
        }
        Ok(graph)
    }
}
