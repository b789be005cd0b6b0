//! The explicit game as a graph with colours: the cells of all fields, the conditions in canonical form, the moves and the
//! endings, each joined to what it speaks of by an edge that says how. A reordering of the cells inside their fields is a
//! symmetry exactly if it extends to an automorphism of this graph.
//!
//! Vertices are numbered upwards: cells first, then conditions, each after its parts, then moves and endings. Colours are
//! 64-bit hashes. Two that are equal by chance only make a worse guess: whatever is found here is decided elsewhere.

use crate::canonical::{ConditionForm, Id, Numbers};
use crate::symmetry::{CountKey, EndingKey, Keys};
use grundy_run::{Ending, Game, Side};
use rustc_hash::{FxHashMap, FxHashSet};

/// The graph of one game.
pub struct Graph {
    /// The colour of each cell before anything is compared: that of its field.
    pub cells: Vec<u64>,
    /// The colours of the other vertices.
    others: Vec<u64>,
    /// Where the edges of each of the others begin; one more at the end.
    starts: Vec<usize>,
    /// To which smaller vertex, and how.
    edges: Vec<(u32, u64)>,
}

/// How a vertex speaks of another.
#[derive(Clone, Copy)]
enum Role {
    Part = 1,
    Guard,
    Again,
    Fault,
    Term,
    Clears,
    Sets,
    Writes,
    WrittenWhen,
    Write,
}

/// What a vertex is.
#[derive(Clone, Copy)]
enum Sort {
    Cell = 1,
    No,
    Yes,
    All,
    Any,
    AtLeast,
    Write,
    Move,
    Ending,
}

/// Numbers stirred into one.
pub fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(32)).wrapping_add(b).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 29
}

/// Room for one sweep.
#[derive(Default)]
pub struct Scratch {
    colours: Vec<u64>,
    contexts: Vec<u64>,
}

impl Graph {
    /// Of a game whose moves and endings have these keys.
    pub fn of(game: &Game, numbers: &Numbers, keys: &Keys) -> Graph {
        let mut builder = Builder::new(game, numbers);
        builder.conditions(keys);
        for (side, moves) in keys.moves.iter().enumerate() {
            for (key, &times) in moves {
                builder.writes(&key.writes);
                let written = std::mem::take(&mut builder.written);
                builder.begin(Sort::Move, &[side as u64, times as u64, key.gain.0 as u64]);
                builder.join(key.when, Role::Guard, 0);
                builder.join(key.stays, Role::Again, 0);
                builder.join(key.fault, Role::Fault, 0);
                builder.terms(&key.gain);
                for (bit, id) in &key.writes {
                    let (cell, at) = builder.bits[*bit];
                    match numbers.form(*id) {
                        ConditionForm::No => builder.edge(cell, Role::Clears, at),
                        ConditionForm::Yes => builder.edge(cell, Role::Sets, at),
                        _ => {}
                    }
                }
                written.into_iter().for_each(|vertex| builder.edge(vertex, Role::Write, 0));
            }
        }
        for (side, kinds) in keys.endings.iter().enumerate() {
            for (kind, endings) in kinds.iter().enumerate() {
                for (place, (when, says)) in endings.iter().enumerate() {
                    let (code, points) = match says {
                        EndingKey::Ends(Ending::Won(Side::Left)) => (1, None),
                        EndingKey::Ends(Ending::Won(Side::Right)) => (2, None),
                        EndingKey::Ends(Ending::Drawn) => (3, None),
                        EndingKey::Ends(Ending::Scored(points)) => (mix(4, *points as u64), None),
                        EndingKey::Scores(count) => (mix(5, count.0 as u64), Some(count)),
                    };
                    builder.begin(Sort::Ending, &[side as u64, kind as u64, place as u64, code]);
                    builder.join(*when, Role::Guard, 0);
                    points.into_iter().for_each(|count| builder.terms(count));
                }
            }
        }
        builder.graph.starts.push(builder.graph.edges.len());
        builder.graph
    }

    /// What one sweep costs.
    pub fn work(&self) -> usize {
        2 * self.edges.len() + self.others.len() + self.cells.len()
    }

    /// Tells cells apart by the moves and endings that speak of them, and by what else those speak of: once up from the
    /// cells to the moves, and once down.
    pub fn sweep(&self, cells: &mut [u64], scratch: &mut Scratch) {
        let first = self.cells.len();
        let Scratch { colours, contexts } = scratch;
        colours.clear();
        colours.extend_from_slice(cells);
        for (at, colour) in self.others.iter().enumerate() {
            let edges = &self.edges[self.starts[at]..self.starts[at + 1]];
            let sum = edges.iter().fold(0u64, |sum, &(to, how)| sum.wrapping_add(mix(how, colours[to as usize])));
            colours.push(mix(*colour, sum));
        }
        contexts.clear();
        contexts.resize(colours.len(), 0);
        for at in (0..self.others.len()).rev() {
            let here = mix(colours[first + at], contexts[first + at]);
            for &(to, how) in &self.edges[self.starts[at]..self.starts[at + 1]] {
                let context = &mut contexts[to as usize];
                *context = context.wrapping_add(mix(here, how));
            }
        }
        for (cell, context) in cells.iter_mut().zip(&contexts[..]) {
            *cell = mix(*cell, *context);
        }
    }
}

struct Builder<'a> {
    numbers: &'a Numbers,
    graph: Graph,
    /// For each bit of a position its cell, and which bit of it.
    bits: Vec<(u32, u64)>,
    vertices: FxHashMap<Id, u32>,
    /// Writes under conditions that the next move makes.
    written: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(game: &Game, numbers: &'a Numbers) -> Builder<'a> {
        let mut bits = vec![(u32::MAX, 0); game.layout.words() * 64];
        let mut cells = Vec::new();
        for (field, place) in game.layout.places.iter().enumerate() {
            for index in 0..place.count {
                for bit in 0..place.width as usize {
                    bits[place.bit(index, bit)] = (cells.len() as u32, bit as u64);
                }
                cells.push(mix(Sort::Cell as u64, field as u64));
            }
        }
        let graph = Graph { cells, others: Vec::new(), starts: Vec::new(), edges: Vec::new() };
        let mut builder = Builder { numbers, graph, bits, vertices: FxHashMap::default(), written: Vec::new() };
        builder.begin(Sort::No, &[]);
        builder.begin(Sort::Yes, &[]);
        builder
    }

    /// A vertex of each condition that the keys speak of, single bits aside.
    fn conditions(&mut self, keys: &Keys) {
        let mut waiting: Vec<Id> = Vec::new();
        for key in keys.moves.iter().flat_map(|moves| moves.keys()) {
            waiting.extend([key.when, key.stays, key.fault]);
            waiting.extend(key.gain.1.iter().map(|(_, id)| *id));
            waiting.extend(key.writes.iter().map(|(_, id)| *id));
        }
        for (when, says) in keys.endings.iter().flatten().flatten() {
            waiting.push(*when);
            if let EndingKey::Scores(count) = says {
                waiting.extend(count.1.iter().map(|(_, id)| *id));
            }
        }
        let mut seen: FxHashSet<Id> = FxHashSet::default();
        while let Some(id) = waiting.pop() {
            match self.numbers.form(id) {
                ConditionForm::No | ConditionForm::Yes | ConditionForm::Bit(..) => {}
                ConditionForm::All(parts) | ConditionForm::Any(parts) => {
                    if seen.insert(id) {
                        waiting.extend_from_slice(parts);
                    }
                }
                ConditionForm::AtLeast(terms, _) => {
                    if seen.insert(id) {
                        waiting.extend(terms.iter().map(|(_, id)| *id));
                    }
                }
            }
        }
        let mut all: Vec<Id> = seen.into_iter().collect();
        all.sort_unstable();
        let numbers = self.numbers;
        for id in all {
            match numbers.form(id) {
                ConditionForm::All(parts) => {
                    self.begin(Sort::All, &[]);
                    parts.iter().for_each(|part| self.join(*part, Role::Part, 0));
                }
                ConditionForm::Any(parts) => {
                    self.begin(Sort::Any, &[]);
                    parts.iter().for_each(|part| self.join(*part, Role::Part, 0));
                }
                ConditionForm::AtLeast(terms, least) => {
                    self.begin(Sort::AtLeast, &[least as u64]);
                    terms.iter().for_each(|(weight, term)| self.join(*term, Role::Term, *weight as u64));
                }
                ConditionForm::No | ConditionForm::Yes | ConditionForm::Bit(..) => unreachable!("they have no vertex"),
            }
            let vertex = self.last();
            self.vertices.insert(id, vertex);
        }
    }

    /// A vertex of each write whose outcome depends on the position.
    fn writes(&mut self, writes: &[(usize, Id)]) {
        for (bit, id) in writes {
            if !matches!(self.numbers.form(*id), ConditionForm::No | ConditionForm::Yes) {
                let (cell, at) = self.bits[*bit];
                self.begin(Sort::Write, &[]);
                self.edge(cell, Role::Writes, at);
                self.join(*id, Role::WrittenWhen, 0);
                let vertex = self.last();
                self.written.push(vertex);
            }
        }
    }

    fn terms(&mut self, count: &CountKey) {
        count.1.iter().for_each(|(points, term)| self.join(*term, Role::Term, *points as u64));
    }

    fn last(&self) -> u32 {
        (self.graph.cells.len() + self.graph.others.len() - 1) as u32
    }

    /// Begins a vertex: edges that follow are its own.
    fn begin(&mut self, sort: Sort, what: &[u64]) {
        self.graph.starts.push(self.graph.edges.len());
        self.graph.others.push(what.iter().fold(mix(sort as u64, 0), |colour, part| mix(colour, *part)));
    }

    fn edge(&mut self, to: u32, role: Role, how: u64) {
        self.graph.edges.push((to, mix(role as u64, how)));
    }

    /// An edge to a condition: to the cell of a bit, or to its vertex.
    fn join(&mut self, id: Id, role: Role, how: u64) {
        let cells = self.graph.cells.len() as u32;
        match self.numbers.form(id) {
            ConditionForm::No => self.edge(cells, role, how),
            ConditionForm::Yes => self.edge(cells + 1, role, how),
            ConditionForm::Bit(bit, value) => {
                let (cell, at) = self.bits[bit];
                self.edge(cell, role, mix(how, 2 + 2 * at + u64::from(value)));
            }
            ConditionForm::All(_) | ConditionForm::Any(_) | ConditionForm::AtLeast(..) => {
                let vertex = self.vertices[&id];
                self.edge(vertex, role, how);
            }
        }
    }
}
