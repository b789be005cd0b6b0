//! Graphs in levels: Sugiyama, Tagawa and Toda (1981), with the steps in the files beside this one.
//!
//! A long edge bends on every level it passes, so that it keeps clear of nodes; its text is one of the bends.
//! Invariant: between two levels edges run freely, within a level only upright, so no edge crosses a node. The one
//! exception: where bends would number more than [`BENDS`], the longest edges are drawn straight through, without text.

use super::{Boxes, Layout, PlacedBox, Route, acyclic, order, place, rank, swing};
use crate::scene::{Point, Segment};
use grundy_answer::Watch;
use std::collections::HashSet;

/// How many bends a layout may have before long edges are drawn straight through.
pub const BENDS: usize = 60_000;
const NODE_GAP: f64 = 20.0;
const BEND_GAP: f64 = 10.0;
/// Between bends where they outnumber the nodes by far.
const DENSE_GAP: f64 = 4.0;
/// How far a loop reaches out of its node.
const LOOP: f64 = 26.0;
/// The share of a node's width that edges may leave from, to either side of its middle.
const PORT: f64 = 0.36;

/// The layout of any graph. When the watch says stop, crossings are reduced no further; the layout is whole.
pub fn layered(boxes: &Boxes, watch: &dyn Watch) -> Layout {
    let count = boxes.nodes.len();
    if count == 0 {
        return Layout::default();
    }
    let back = acyclic::back_edges(count, &boxes.edges, &boxes.roots);
    let down: Vec<(usize, usize)> =
        boxes.edges.iter().zip(&back).map(|(&(from, to), &back)| if back { (to, from) } else { (from, to) }).collect();
    let proper: Vec<usize> = (0..down.len()).filter(|&edge| down[edge].0 != down[edge].1).collect();
    let stride = if crowded(boxes, &down, &proper) { 2 } else { 1 };
    let steps: Vec<(usize, usize)> = proper.iter().map(|&edge| down[edge]).collect();
    let ranks = rank::ranks(count, &steps, stride);

    let mut levels = Levels::new(ranks.iter().max().map_or(0, |&rank| rank + 1));
    for (node, (room, tall)) in loops(boxes).into_iter().enumerate() {
        let (w, h) = boxes.nodes[node];
        levels.push(ranks[node], (w + 2.0 * room, h.max(tall)));
    }
    levels.bend.fill(false);
    let chains = chains(boxes, &down, &proper, &ranks, &mut levels);
    if levels.items() > 8 * count {
        levels.bend_gap = DENSE_GAP;
    }
    levels.search_order(&boxes.roots);
    order::reduce_crossings(&mut levels, watch);
    let x = place::coordinates(&levels);
    let rows = heights(&levels, &x, stride);

    let nodes: Vec<PlacedBox> = (0..count)
        .map(|node| {
            let (w, h) = boxes.nodes[node];
            let row = &rows[ranks[node]];
            PlacedBox { x: x[node], y: (row.top + row.bottom) / 2.0, w, h }
        })
        .collect();
    let mut edges = vec![Route::default(); boxes.edges.len()];
    for (&edge, chain) in proper.iter().zip(&chains) {
        let (from, to) = down[edge];
        let mut route = route(&nodes[from], &nodes[to], chain, &levels, &x, &rows);
        if let Some(bend) = chain.label {
            let row = &rows[levels.row[bend as usize]];
            let (w, h) = boxes.labels[edge];
            route.label = (w > 0.0).then(|| PlacedBox { x: x[bend as usize], y: (row.top + row.bottom) / 2.0, w, h });
        }
        if back[edge] {
            route.path = reversed(&route.path);
        }
        edges[edge] = route;
    }
    let mut reach = vec![0.0; count];
    for (edge, &(from, to)) in down.iter().enumerate().filter(|(_, (from, to))| from == to) {
        edges[edge] = looped(&nodes[from], reach[from], boxes.labels[edge]);
        reach[to] += LOOP + boxes.labels[edge].0 + 6.0;
    }
    Layout { nodes, edges, ..Layout::default() }.normalised()
}

/// Whether edges need a bend between any two levels: for their text, or to tell parallel ones apart.
fn crowded(boxes: &Boxes, down: &[(usize, usize)], proper: &[usize]) -> bool {
    let mut seen = HashSet::new();
    proper.iter().any(|&edge| boxes.labels[edge].0 > 0.0 || !seen.insert(down[edge]))
}

/// The room that loops take on each side of every node, and the height of their labels.
fn loops(boxes: &Boxes) -> Vec<Point> {
    let mut room = vec![(0.0, 0.0); boxes.nodes.len()];
    for (&(from, to), label) in boxes.edges.iter().zip(&boxes.labels) {
        if from == to {
            let (width, height): &mut Point = &mut room[from];
            *width += LOOP + label.0 + 6.0;
            *height = height.max(label.1);
        }
    }
    room
}

/// Items in rows: the nodes, by their own index, then the bends.
#[derive(Clone, Debug)]
pub struct Levels {
    /// The items of each level, left to right.
    pub rows: Vec<Vec<u32>>,
    /// The level of each item.
    pub row: Vec<usize>,
    /// The place of each item within its level.
    pub position: Vec<u32>,
    /// The neighbours of each item on the level above.
    pub above: Vec<Vec<u32>>,
    /// The neighbours of each item on the level below.
    pub below: Vec<Vec<u32>>,
    /// Width and height of each item.
    pub size: Vec<Point>,
    /// Whether each item is a bend.
    pub bend: Vec<bool>,
    /// How far apart two bends stand.
    bend_gap: f64,
}

impl Levels {
    /// `count` empty levels.
    pub fn new(count: usize) -> Levels {
        Levels {
            rows: vec![Vec::new(); count],
            row: Vec::new(),
            position: Vec::new(),
            above: Vec::new(),
            below: Vec::new(),
            size: Vec::new(),
            bend: Vec::new(),
            bend_gap: BEND_GAP,
        }
    }

    /// A new item, a bend, at the right end of `row`.
    pub fn push(&mut self, row: usize, size: Point) -> u32 {
        let item = self.size.len() as u32;
        self.row.push(row);
        self.position.push(self.rows[row].len() as u32);
        self.rows[row].push(item);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        self.size.push(size);
        self.bend.push(true);
        item
    }

    /// Joins an item with one on the next level.
    pub fn join(&mut self, upper: u32, lower: u32) {
        self.below[upper as usize].push(lower);
        self.above[lower as usize].push(upper);
    }

    /// How many items there are.
    pub fn items(&self) -> usize {
        self.size.len()
    }

    /// Sets `position` from `rows`.
    pub fn renumber(&mut self) {
        for row in &self.rows {
            for (at, &item) in row.iter().enumerate() {
                self.position[item as usize] = at as u32;
            }
        }
    }

    /// The bend above a bend, if that is what it has.
    pub fn inner_above(&self, item: u32) -> Option<u32> {
        let above = *self.above[item as usize].first()?;
        (self.bend[item as usize] && self.bend[above as usize]).then_some(above)
    }

    /// How far apart the middles of two items standing side by side must be.
    pub fn distance(&self, left: u32, right: u32) -> f64 {
        let both_nodes = !self.bend[left as usize] && !self.bend[right as usize];
        let both_bends = self.bend[left as usize] && self.bend[right as usize];
        let gap = match (both_nodes, both_bends) {
            (true, _) => NODE_GAP,
            (_, true) => self.bend_gap,
            _ => BEND_GAP,
        };
        (self.size[left as usize].0 + self.size[right as usize].0) / 2.0 + gap
    }

    /// Orders each level as a depth-first search from the roots first meets its items.
    fn search_order(&mut self, roots: &[usize]) {
        let mut seen = vec![false; self.items()];
        let mut rows = vec![Vec::new(); self.rows.len()];
        let starts: Vec<u32> = roots.iter().map(|&root| root as u32).chain(self.rows.concat()).collect();
        for start in starts {
            let mut stack = vec![start];
            while let Some(item) = stack.pop() {
                if !std::mem::replace(&mut seen[item as usize], true) {
                    rows[self.row[item as usize]].push(item);
                    stack.extend(self.below[item as usize].iter().rev());
                }
            }
        }
        self.rows = rows;
        self.renumber();
    }
}

/// The bends of one edge, top to bottom.
#[derive(Default)]
struct Chain {
    bends: Vec<u32>,
    label: Option<u32>,
    straight: bool,
}

fn chains(
    boxes: &Boxes,
    down: &[(usize, usize)],
    proper: &[usize],
    ranks: &[usize],
    levels: &mut Levels,
) -> Vec<Chain> {
    let span = |edge: usize| ranks[down[edge].1] - ranks[down[edge].0];
    let mut shortest: Vec<usize> = (0..proper.len()).collect();
    shortest.sort_by_key(|&index| span(proper[index]));
    let mut bends = 0;
    let mut straight = vec![false; proper.len()];
    for &index in &shortest {
        bends += span(proper[index]) - 1;
        straight[index] = bends > BENDS;
    }
    let mut chains = Vec::with_capacity(proper.len());
    for (index, &edge) in proper.iter().enumerate() {
        let mut chain = Chain { straight: straight[index], ..Chain::default() };
        if !chain.straight {
            let (from, to) = (ranks[down[edge].0], ranks[down[edge].1]);
            let middle = (from + to) / 2;
            let mut last = down[edge].0 as u32;
            for rank in from + 1..to {
                let labelled = rank == middle && boxes.labels[edge].0 > 0.0;
                let bend = levels.push(rank, if labelled { boxes.labels[edge] } else { (2.0, 0.0) });
                if labelled {
                    chain.label = Some(bend);
                }
                levels.join(last, bend);
                chain.bends.push(bend);
                last = bend;
            }
            levels.join(last, down[edge].1 as u32);
        }
        chains.push(chain);
    }
    chains
}

/// The vertical extent of a level.
struct Row {
    top: f64,
    bottom: f64,
}

fn heights(levels: &Levels, x: &[f64], stride: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(levels.rows.len());
    for (index, row) in levels.rows.iter().enumerate() {
        let height = row.iter().map(|&item| levels.size[item as usize].1).fold(0.0, f64::max);
        let reach = row.iter().flat_map(|&item| {
            levels.above[item as usize].iter().map(move |&above| (x[item as usize] - x[above as usize]).abs())
        });
        let reach = reach.fold(0.0, f64::max);
        let gap = if stride == 1 { (0.12 * reach).clamp(36.0, 240.0) } else { (0.10 * reach).clamp(18.0, 90.0) };
        let top = if index == 0 { 0.0 } else { rows[index - 1].bottom + gap };
        rows.push(Row { top, bottom: top + height });
    }
    rows
}

fn route(from: &PlacedBox, to: &PlacedBox, chain: &Chain, levels: &Levels, x: &[f64], rows: &[Row]) -> Route {
    if chain.straight {
        let (start, end) = ((from.x, from.bottom()), (to.x, to.top()));
        return Route { path: vec![Segment::Move(start), swing(start, end)], label: None };
    }
    let ends = |place: &PlacedBox| (place.x - PORT * place.w, place.x + PORT * place.w);
    let point = |bend: u32| (x[bend as usize], x[bend as usize]);
    let first = chain.bends.first().map_or(ends(to), |&bend| point(bend));
    let last = chain.bends.last().map_or(ends(from), |&bend| point(bend));
    let (start, _) = nearest(ends(from), first);
    let (_, end) = nearest(last, ends(to));
    let mut path = vec![Segment::Move((start, from.bottom()))];
    let top = chain.bends.first().map(|&bend| levels.row[bend as usize] - 1);
    let top = top.unwrap_or_else(|| rows.partition_point(|row| row.bottom < from.y));
    upright(&mut path, (start, from.bottom()), rows[top].bottom);
    let mut at = (start, rows[top].bottom.max(from.bottom()));
    for &bend in &chain.bends {
        let row = &rows[levels.row[bend as usize]];
        path.push(swing(at, (x[bend as usize], row.top)));
        upright(&mut path, (x[bend as usize], row.top), row.bottom);
        at = (x[bend as usize], row.bottom);
    }
    let row = &rows[top + chain.bends.len() + 1];
    path.push(swing(at, (end, row.top)));
    upright(&mut path, (end, row.top), to.top());
    Route { path, label: None }
}

fn upright(path: &mut Vec<Segment>, from: Point, to: f64) {
    if to > from.1 + 0.05 {
        path.push(Segment::Line((from.0, to)));
    }
}

/// The points of two intervals that are nearest to each other; where they meet, the middle of what they share.
fn nearest(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let (low, high) = (a.0.max(b.0), a.1.min(b.1));
    if low <= high {
        ((low + high) / 2.0, (low + high) / 2.0)
    } else if a.1 < b.0 {
        (a.1, b.0)
    } else {
        (a.0, b.1)
    }
}

fn reversed(path: &[Segment]) -> Vec<Segment> {
    let mut at = (0.0, 0.0);
    let mut out = Vec::with_capacity(path.len());
    for segment in path {
        at = match *segment {
            Segment::Move(to) => to,
            Segment::Line(to) => {
                out.push(Segment::Line(at));
                to
            }
            Segment::Curve(a, b, to) => {
                out.push(Segment::Curve(b, a, at));
                to
            }
            Segment::Close => at,
        };
    }
    out.push(Segment::Move(at));
    out.reverse();
    out
}

fn looped(node: &PlacedBox, beyond: f64, (w, h): Point) -> Route {
    let (rise, reach) = (node.h * 0.28, beyond + LOOP);
    let (start, end) = ((node.right(), node.y + rise), (node.right(), node.y - rise));
    let out = |(x, y): Point| (x + reach * 1.1, y);
    let path = vec![Segment::Move(start), Segment::Curve(out(start), out(end), end)];
    let label = (w > 0.0).then(|| PlacedBox { x: node.right() + reach + 2.0 + w / 2.0, y: node.y, w, h });
    Route { path, label }
}
