//! Tidy trees in linear time.
//!
//! Buchheim, Jünger and Leipert, *Improving Walker's Algorithm to Run in Linear Time* (GD 2002), after Reingold
//! and Tilford (1981) and Walker (1990); nodes have their own widths, levels the height of their highest node.
//! Invariant: boxes of one level stand apart by at least the gap, in the order of their edges; a parent stands
//! in the middle above its first and last child; equal subtrees look equal.

use super::{Boxes, Layout, PlacedBox, Route, swing};
use crate::scene::Segment;

const GAP: f64 = 12.0;
/// Between two levels at least; wide families get more, so that their edges are not flat.
const LEVEL_GAP: f64 = 34.0;
const WIDEST_GAP: f64 = 110.0;
/// Between a label and the node below it.
const LABEL_GAP: f64 = 4.0;
const NONE: usize = usize::MAX;

/// The layout of a forest given by the parent edge of each node. The label of an edge stands right above its
/// target.
pub fn tidy(boxes: &Boxes, parents: &[Option<usize>]) -> Layout {
    let forest = Forest::of(boxes, parents);
    let x = Walker::of(&forest).run();
    let levels = levels(boxes, &forest, &x);
    let nodes: Vec<PlacedBox> = (0..boxes.nodes.len())
        .map(|node| {
            let (w, h) = boxes.nodes[node];
            PlacedBox { x: x[node], y: levels[forest.depth[node]].node + h / 2.0, w, h }
        })
        .collect();
    let edges = boxes.edges.iter().enumerate().map(|(edge, &(from, to))| {
        let (from, to) = (nodes[from], nodes[to]);
        let (w, h) = boxes.labels[edge];
        let label = (w > 0.0).then(|| PlacedBox { x: to.x, y: to.top() - LABEL_GAP - h / 2.0, w, h });
        let lead = levels[forest.depth[boxes.edges[edge].1]].lead;
        let mut path = vec![Segment::Move((from.x, from.bottom()))];
        let level_bottom = levels[forest.depth[boxes.edges[edge].0]].bottom;
        if from.bottom() < level_bottom {
            path.push(Segment::Line((from.x, level_bottom)));
        }
        path.push(swing((from.x, level_bottom), (to.x, lead)));
        path.push(Segment::Line((to.x, to.top())));
        Route { path, label }
    });
    Layout { edges: edges.collect(), nodes, ..Layout::default() }.normalised()
}

/// The heights of one level: where its labels begin, its nodes begin, and everything ends.
struct Level {
    lead: f64,
    node: f64,
    bottom: f64,
}

fn levels(boxes: &Boxes, forest: &Forest, x: &[f64]) -> Vec<Level> {
    let count = forest.order.iter().map(|&node| forest.depth[node] + 1).max().unwrap_or(0);
    let mut heights = vec![(0.0f64, 0.0f64); count];
    let mut gaps = vec![LEVEL_GAP; count];
    for &node in &forest.order {
        let height = &mut heights[forest.depth[node]];
        height.0 = height.0.max(boxes.nodes[node].1);
        if let Some(edge) = forest.parent_edge[node] {
            height.1 = height.1.max(boxes.labels[edge].1);
            let reach = (x[node] - x[boxes.edges[edge].0]).abs();
            let gap = &mut gaps[forest.depth[node]];
            *gap = gap.max(0.12 * reach).min(WIDEST_GAP);
        }
    }
    let mut y = -LEVEL_GAP;
    let mut levels = Vec::with_capacity(count);
    for ((node, label), gap) in heights.into_iter().zip(gaps) {
        let lead = y + gap;
        let top = if label > 0.0 { lead + label + LABEL_GAP } else { lead };
        y = top + node;
        levels.push(Level { lead, node: top, bottom: y });
    }
    levels
}

/// A forest with the children in the order of their edges.
struct Forest {
    children: Vec<Vec<usize>>,
    parent: Vec<usize>,
    parent_edge: Vec<Option<usize>>,
    depth: Vec<usize>,
    /// Parents before children.
    order: Vec<usize>,
    /// Each node's share of its level: itself, or the label above it where that is wider.
    width: Vec<f64>,
}

impl Forest {
    /// The nodes of `boxes`, and one more of no size above all the roots.
    fn of(boxes: &Boxes, parents: &[Option<usize>]) -> Forest {
        let count = boxes.nodes.len();
        let top = count;
        let mut children = vec![Vec::new(); count + 1];
        let mut parent = vec![top; count + 1];
        parent[top] = NONE;
        for (node, edge) in parents.iter().enumerate() {
            if let Some(edge) = *edge {
                parent[node] = boxes.edges[edge].0;
            }
        }
        let rooted = |node: &usize| parents[*node].is_none();
        let first = boxes.roots.iter().copied().filter(rooted);
        let mut seen = vec![false; count];
        for root in first.chain((0..count).filter(rooted)) {
            if !std::mem::replace(&mut seen[root], true) {
                children[top].push(root);
            }
        }
        for &(from, to) in &boxes.edges {
            children[from].push(to);
        }
        let mut depth = vec![0; count + 1];
        let mut order = children[top].clone();
        let mut next = 0;
        while next < order.len() {
            let node = order[next];
            for &child in &children[node] {
                depth[child] = depth[node] + 1;
            }
            order.extend_from_slice(&children[node]);
            next += 1;
        }
        let above = |node: usize| parents[node].map_or(0.0, |edge| boxes.labels[edge].0);
        let mut width: Vec<f64> = (0..count).map(|node| boxes.nodes[node].0.max(above(node))).collect();
        width.push(0.0);
        Forest { children, parent, parent_edge: parents.to_vec(), depth, order, width }
    }

    /// Children before parents, left before right.
    fn postorder(&self) -> Vec<usize> {
        let top = self.children.len() - 1;
        let mut out = Vec::with_capacity(top + 1);
        let mut stack = vec![(top, 0)];
        while let Some((node, next)) = stack.pop() {
            if let Some(&child) = self.children[node].get(next) {
                stack.push((node, next + 1));
                stack.push((child, 0));
            } else {
                out.push(node);
            }
        }
        out
    }
}

/// The walks of the paper; names as there.
struct Walker<'a> {
    forest: &'a Forest,
    prelim: Vec<f64>,
    modifier: Vec<f64>,
    shift: Vec<f64>,
    change: Vec<f64>,
    thread: Vec<usize>,
    ancestor: Vec<usize>,
    number: Vec<usize>,
}

impl<'a> Walker<'a> {
    fn of(forest: &'a Forest) -> Walker<'a> {
        let count = forest.children.len();
        let mut number = vec![0; count];
        for children in &forest.children {
            for (index, &child) in children.iter().enumerate() {
                number[child] = index;
            }
        }
        Walker {
            forest,
            prelim: vec![0.0; count],
            modifier: vec![0.0; count],
            shift: vec![0.0; count],
            change: vec![0.0; count],
            thread: vec![NONE; count],
            ancestor: (0..count).collect(),
            number,
        }
    }

    fn run(mut self) -> Vec<f64> {
        let top = self.forest.children.len() - 1;
        let mut default_ancestor: Vec<usize> =
            self.forest.children.iter().map(|children| children.first().copied().unwrap_or(NONE)).collect();
        for node in self.forest.postorder() {
            self.settle(node);
            let parent = self.forest.parent[node];
            if parent != NONE {
                default_ancestor[parent] = self.apportion(node, default_ancestor[parent]);
            }
        }
        let mut sum = vec![0.0; self.prelim.len()];
        sum[top] = self.modifier[top];
        let mut x = vec![0.0; top];
        for &node in &self.forest.order {
            let above = sum[self.forest.parent[node]];
            x[node] = self.prelim[node] + above;
            sum[node] = above + self.modifier[node];
        }
        x
    }

    /// The preliminary place of `node`, its children being settled.
    fn settle(&mut self, node: usize) {
        let left = self.left_sibling(node);
        let beside = left.map(|left| self.prelim[left] + self.distance(left, node));
        let children = &self.forest.children[node];
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            self.execute_shifts(node);
            let middle = (self.prelim[first] + self.prelim[last]) / 2.0;
            self.prelim[node] = beside.unwrap_or(middle);
            self.modifier[node] = self.prelim[node] - middle;
        } else {
            self.prelim[node] = beside.unwrap_or(0.0);
        }
    }

    fn apportion(&mut self, node: usize, default_ancestor: usize) -> usize {
        let Some(left) = self.left_sibling(node) else { return default_ancestor };
        let mut default_ancestor = default_ancestor;
        let (mut inner_right, mut outer_right, mut inner_left) = (node, node, left);
        let mut outer_left = self.forest.children[self.forest.parent[node]][0];
        let mut sums = [inner_right, outer_right, inner_left, outer_left].map(|node| self.modifier[node]);
        while let (Some(next_left), Some(next_right)) = (self.next_right(inner_left), self.next_left(inner_right)) {
            (inner_left, inner_right) = (next_left, next_right);
            outer_left = self.next_left(outer_left).expect("the outer contour is as deep as the inner one");
            outer_right = self.next_right(outer_right).expect("the outer contour is as deep as the inner one");
            self.ancestor[outer_right] = node;
            let shift = self.prelim[inner_left] + sums[2] - (self.prelim[inner_right] + sums[0])
                + self.distance(inner_left, inner_right);
            if shift > 0.0 {
                let ancestor = self.ancestor[inner_left];
                let beside = self.forest.parent[ancestor] == self.forest.parent[node];
                self.move_subtree(if beside { ancestor } else { default_ancestor }, node, shift);
                sums[0] += shift;
                sums[1] += shift;
            }
            for (sum, node) in sums.iter_mut().zip([inner_right, outer_right, inner_left, outer_left]) {
                *sum += self.modifier[node];
            }
        }
        if let (Some(thread), None) = (self.next_right(inner_left), self.next_right(outer_right)) {
            self.thread[outer_right] = thread;
            self.modifier[outer_right] += sums[2] - sums[1];
        }
        if let (Some(thread), None) = (self.next_left(inner_right), self.next_left(outer_left)) {
            self.thread[outer_left] = thread;
            self.modifier[outer_left] += sums[0] - sums[3];
            default_ancestor = node;
        }
        default_ancestor
    }

    fn move_subtree(&mut self, left: usize, right: usize, shift: f64) {
        let between = (self.number[right] - self.number[left]) as f64;
        self.change[right] -= shift / between;
        self.shift[right] += shift;
        self.change[left] += shift / between;
        self.prelim[right] += shift;
        self.modifier[right] += shift;
    }

    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for &child in self.forest.children[node].iter().rev() {
            self.prelim[child] += shift;
            self.modifier[child] += shift;
            change += self.change[child];
            shift += self.shift[child] + change;
        }
    }

    fn left_sibling(&self, node: usize) -> Option<usize> {
        let parent = self.forest.parent[node];
        let index = self.number[node].checked_sub(1)?;
        (parent != NONE).then(|| self.forest.children[parent][index])
    }

    fn next_left(&self, node: usize) -> Option<usize> {
        self.forest.children[node].first().copied().or_else(|| self.thread_of(node))
    }

    fn next_right(&self, node: usize) -> Option<usize> {
        self.forest.children[node].last().copied().or_else(|| self.thread_of(node))
    }

    fn thread_of(&self, node: usize) -> Option<usize> {
        (self.thread[node] != NONE).then_some(self.thread[node])
    }

    fn distance(&self, left: usize, right: usize) -> f64 {
        (self.forest.width[left] + self.forest.width[right]) / 2.0 + GAP
    }
}
