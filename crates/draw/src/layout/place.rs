//! The horizontal places of items whose order on each level is known.
//!
//! Brandes and Köpf, *Fast and Simple Horizontal Coordinate Assignment* (GD 2001): align each item with a median
//! neighbour in four ways, compact each, take the mean of the two middle ones. The published compaction by
//! classes has two mistakes, after which blocks may stand too close together (Brandes, Walter and Zink, *Erratum*,
//! arXiv 2008.01252, 2020); here blocks are compacted by longest paths in the graph of blocks, without classes.
//! Invariant: items of a level keep their order and stand apart by at least their gap. Each of the four
//! assignments has this, and so have the order statistics of the four.

use super::layered::Levels;
use std::collections::HashSet;

/// The middle of each item.
pub fn coordinates(levels: &Levels) -> Vec<f64> {
    let conflicts = conflicts(levels);
    let mut four: Vec<Vec<f64>> = Vec::with_capacity(4);
    for vertical in [Side::First, Side::Last] {
        for horizontal in [Side::First, Side::Last] {
            let view = View::of(levels, vertical, horizontal);
            let blocks = view.align(&conflicts);
            let mut x = view.compact(&blocks);
            if horizontal == Side::Last {
                x.iter_mut().for_each(|x| *x = -*x);
            }
            four.push(x);
        }
    }
    let extent = |x: &[f64]| {
        let half = |item: usize| levels.size[item].0 / 2.0;
        let low = (0..x.len()).map(|item| x[item] - half(item)).fold(f64::INFINITY, f64::min);
        let high = (0..x.len()).map(|item| x[item] + half(item)).fold(f64::NEG_INFINITY, f64::max);
        (low, high)
    };
    let extents: Vec<(f64, f64)> = four.iter().map(|x| extent(x)).collect();
    let narrowest = extents.iter().copied().min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0))).unwrap_or((0.0, 0.0));
    for (index, x) in four.iter_mut().enumerate() {
        let shift = if index % 2 == 0 { narrowest.0 - extents[index].0 } else { narrowest.1 - extents[index].1 };
        x.iter_mut().for_each(|x| *x += shift);
    }
    (0..levels.items())
        .map(|item| {
            let mut places = [four[0][item], four[1][item], four[2][item], four[3][item]];
            places.sort_by(f64::total_cmp);
            (places[1] + places[2]) / 2.0
        })
        .collect()
}

/// The segments that give way: those that cross a segment between two bends of long edges (type 1).
fn conflicts(levels: &Levels) -> HashSet<(u32, u32)> {
    let mut marked = HashSet::new();
    for pair in levels.rows.windows(2) {
        let (upper, lower) = (&pair[0], &pair[1]);
        let mut from = 0u32;
        let mut scanned = 0;
        for (index, &item) in lower.iter().enumerate() {
            let inner = levels.inner_above(item);
            if inner.is_none() && index + 1 < lower.len() {
                continue;
            }
            let to = inner.map_or(upper.len() as u32, |above| levels.position[above as usize]);
            for &other in &lower[scanned..=index] {
                for &above in &levels.above[other as usize] {
                    let at = levels.position[above as usize];
                    let is_inner = levels.bend[other as usize] && levels.bend[above as usize];
                    if (at < from || at > to) && !is_inner {
                        marked.insert((above, other));
                    }
                }
            }
            scanned = index + 1;
            from = to;
        }
    }
    marked
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Last,
}

/// The levels as they look from one of the four corners.
struct View<'a> {
    levels: &'a Levels,
    rows: Vec<Vec<u32>>,
    position: Vec<u32>,
    vertical: Side,
}

/// The block of each item, by the item that leads it.
struct Blocks {
    root: Vec<u32>,
}

impl<'a> View<'a> {
    fn of(levels: &'a Levels, vertical: Side, horizontal: Side) -> View<'a> {
        let mut rows = levels.rows.clone();
        if vertical == Side::Last {
            rows.reverse();
        }
        if horizontal == Side::Last {
            rows.iter_mut().for_each(|row| row.reverse());
        }
        let mut position = vec![0; levels.items()];
        for row in &rows {
            for (at, &item) in row.iter().enumerate() {
                position[item as usize] = at as u32;
            }
        }
        View { levels, rows, position, vertical }
    }

    fn align(&self, conflicts: &HashSet<(u32, u32)>) -> Blocks {
        let count = self.levels.items();
        let mut root: Vec<u32> = (0..count as u32).collect();
        let mut aligned = vec![false; count];
        let neighbours = if self.vertical == Side::First { &self.levels.above } else { &self.levels.below };
        let mut sorted = Vec::new();
        for row in &self.rows[1..] {
            // The position just right of the last aligned neighbour: alignments of one row never cross.
            let mut free = 0;
            for &item in row {
                sorted.clear();
                sorted.extend_from_slice(&neighbours[item as usize]);
                sorted.sort_unstable_by_key(|&end| self.position[end as usize]);
                if sorted.is_empty() {
                    continue;
                }
                let last = sorted.len() - 1;
                for median in [last / 2, last.div_ceil(2)] {
                    let end = sorted[median];
                    let at = self.position[end as usize];
                    let segment = if self.vertical == Side::First { (end, item) } else { (item, end) };
                    if !aligned[item as usize] && at >= free && !conflicts.contains(&segment) {
                        aligned[item as usize] = true;
                        root[item as usize] = root[end as usize];
                        free = at + 1;
                    }
                }
            }
        }
        Blocks { root }
    }

    /// As far left as the blocks before allow, then as far right as those after allow.
    fn compact(&self, blocks: &Blocks) -> Vec<f64> {
        let count = self.levels.items();
        let mut after: Vec<Vec<(u32, f64)>> = vec![Vec::new(); count];
        let mut waiting = vec![0u32; count];
        for row in &self.rows {
            for pair in row.windows(2) {
                let (left, right) = (blocks.root[pair[0] as usize], blocks.root[pair[1] as usize]);
                after[left as usize].push((right, self.levels.distance(pair[0], pair[1])));
                waiting[right as usize] += 1;
            }
        }
        let mut order: Vec<u32> = (0..count as u32)
            .filter(|&item| blocks.root[item as usize] == item && waiting[item as usize] == 0)
            .collect();
        let mut x = vec![0.0f64; count];
        let mut next = 0;
        while next < order.len() {
            let block = order[next] as usize;
            for &(right, distance) in &after[block] {
                x[right as usize] = x[right as usize].max(x[block] + distance);
                waiting[right as usize] -= 1;
                if waiting[right as usize] == 0 {
                    order.push(right);
                }
            }
            next += 1;
        }
        for &block in order.iter().rev() {
            let room = after[block as usize].iter().map(|&(right, distance)| x[right as usize] - distance);
            let room = room.fold(f64::INFINITY, f64::min);
            if room.is_finite() {
                x[block as usize] = x[block as usize].max(room);
            }
        }
        (0..count).map(|item| x[blocks.root[item] as usize]).collect()
    }
}
