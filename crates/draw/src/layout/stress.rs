//! Vertices of a graph without directions, as far apart on paper as in the graph: stress majorization (E. Gansner, Y. Koren and
//! S. North 2004) from several starts. The drawing with the fewest crossings is kept, of equal ones that of least stress.
//!
//! Invariant: two vertices are at least `APART` apart; the same graph has the same drawing, its first edge across the top.

use crate::scene::Point;
use std::f64::consts::TAU;

/// The least distance of two vertices, and the least mean length of an edge.
const APART: f64 = 1.1;
const LONG: f64 = 1.5;
/// How often each vertex is moved from each start, how often from the best, and the most starts.
const ROUNDS: usize = 120;
const LAST_ROUNDS: usize = 1_500;
const MOST_STARTS: usize = 24;

/// Where the vertices stand. Edges name vertices below `count`.
pub fn stress(count: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let far = distances(count, edges);
    let circle: Vec<Point> = (0..count).map(|vertex| round(vertex as f64 / count as f64)).collect();
    let starts = (200_000 / (count * count).max(1)).clamp(2, MOST_STARTS);
    let ringed = rings(count, edges);
    let mut kept = (clutter(&circle, edges), f64::INFINITY, circle.clone());
    let mut keep = |at: Vec<Point>| {
        let (crossings, stress) = (clutter(&at, edges), tension(&at, &far));
        if crossings < kept.0 || crossings == kept.0 && stress < kept.1 - 1e-6 {
            kept = (crossings, stress, at);
        }
    };
    keep(ringed.clone());
    let end = far.first().and_then(|far| (0..count).rev().max_by(|&a, &b| far[a].total_cmp(&far[b]))).unwrap_or(0);
    let straight = (0..count).map(|vertex| (far[end][vertex], 0.0)).collect();
    let mut seed = 1_u64;
    // Any other places will do that are the same each time.
    let mut scattered = || {
        let place = |_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (part, radius) = ((seed >> 40) as f64 / 2_f64.powi(24), (seed >> 20 & 0xfff) as f64 / 4096.0);
            let (x, y) = round(part);
            (x * radius, y * radius)
        };
        (0..count).map(place).collect()
    };
    let known = [circle, ringed, straight];
    for mut at in known.into_iter().chain((0..starts).map(|_| scattered())) {
        settle(&mut at, &far, ROUNDS);
        keep(at);
    }
    let mut last = kept.2.clone();
    settle(&mut last, &far, LAST_ROUNDS.min(4_000_000 / (count * count).max(1)));
    turned(if clutter(&last, edges) <= kept.0 { last } else { kept.2 }, edges)
}

/// Circuits of vertices numbered in turn as rings one inside the other, the first outside; all others round the middle.
fn rings(count: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let joined = |a: usize, b: usize| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let (mut ring_of, mut first, mut inner) = (Vec::new(), 0, 0.0);
    while first < count {
        let end = (first + 1..count).find(|&next| !joined(next - 1, next)).unwrap_or(count);
        // The longest closed stretch that begins here.
        let closed = (first + 3..=end).rev().find(|&end| joined(end - 1, first));
        let size = closed.map_or(1, |end| end - first);
        ring_of.extend((0..size).map(|number| (number as f64 / size as f64, closed.map(|_| inner))));
        inner += f64::from(u8::from(closed.is_some()));
        first += size;
    }
    let place = |(number, (part, ring)): (usize, (f64, Option<f64>))| {
        let (part, radius) = ring.map_or((number as f64 / count as f64, 0.3), |ring| (part, inner - ring));
        let (x, y) = round(part);
        (x * radius, y * radius)
    };
    ring_of.into_iter().enumerate().map(place).collect()
}

/// A point of the unit circle, by its part of a turn.
fn round(part: f64) -> Point {
    ((part * TAU).cos(), (part * TAU).sin())
}

fn apart(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// How many edges part each two vertices; those that no walk joins are farther than any others.
fn distances(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<f64>> {
    let mut near = vec![Vec::new(); count];
    for &(from, to) in edges {
        near[from].push(to);
        near[to].push(from);
    }
    let mut far = vec![vec![f64::INFINITY; count]; count];
    for (start, far) in far.iter_mut().enumerate() {
        far[start] = 0.0;
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front() {
            for &other in &near[vertex] {
                if far[other].is_infinite() {
                    far[other] = far[vertex] + 1.0;
                    queue.push_back(other);
                }
            }
        }
    }
    let most = far.iter().flatten().copied().filter(|far| far.is_finite()).fold(0.0, f64::max) + 1.0;
    far.iter_mut().flatten().filter(|far| far.is_infinite()).for_each(|far| *far = most);
    far
}

/// Moves each vertex to where the others want it, the nearer the stronger, again and again.
fn settle(at: &mut [Point], far: &[Vec<f64>], rounds: usize) {
    for _ in 0..rounds {
        for vertex in 0..at.len() {
            let (mut x, mut y, mut weight) = (0.0, 0.0, 0.0);
            for other in (0..at.len()).filter(|&other| other != vertex) {
                let (here, there, want) = (at[vertex], at[other], far[vertex][other]);
                let (share, length) = (1.0 / (want * want), apart(here, there).max(1e-9));
                x += share * (there.0 + want * (here.0 - there.0) / length);
                y += share * (there.1 + want * (here.1 - there.1) / length);
                weight += share;
            }
            if weight > 0.0 {
                at[vertex] = (x / weight, y / weight);
            }
        }
    }
}

/// How far the distances on paper are from those in the graph.
fn tension(at: &[Point], far: &[Vec<f64>]) -> f64 {
    let pairs = (0..at.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.map(|(a, b)| (apart(at[a], at[b]) / far[a][b] - 1.0).powi(2)).sum()
}

/// Edges that cross, vertices that touch an edge of others, and vertices that touch.
fn clutter(at: &[Point], edges: &[(usize, usize)]) -> usize {
    let near = 0.4 * mean_length(at, edges);
    let side = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let mut found = 0;
    for (number, &(a, b)) in edges.iter().enumerate() {
        let (from, to) = (at[a], at[b]);
        let crosses = |&&(c, d): &&(usize, usize)| {
            let others = [a, b].iter().all(|end| ![c, d].contains(end));
            others
                && side(from, to, at[c]) * side(from, to, at[d]) < 0.0
                && side(at[c], at[d], from) * side(at[c], at[d], to) < 0.0
        };
        found += edges[..number].iter().filter(crosses).count();
        let touches = |&vertex: &usize| vertex != a && vertex != b && from_line(at[vertex], from, to) < near;
        found += 2 * (0..at.len()).filter(touches).count();
    }
    let touch = |a: usize| (0..a).filter(|&b| apart(at[a], at[b]) < near).count();
    found + 2 * (0..at.len()).map(touch).sum::<usize>()
}

/// The distance of a point from the line between two others.
fn from_line(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / (dx * dx + dy * dy).max(1e-12);
    let along = along.clamp(0.0, 1.0);
    apart(point, (from.0 + along * dx, from.1 + along * dy))
}

fn mean_length(at: &[Point], edges: &[(usize, usize)]) -> f64 {
    match edges.len() {
        0 => 1.0,
        count => edges.iter().map(|&(from, to)| apart(at[from], at[to])).sum::<f64>() / count as f64,
    }
}

/// Turned so that the first edge leads to the right and most vertices are below it; as large as the vertices need.
fn turned(at: Vec<Point>, edges: &[(usize, usize)]) -> Vec<Point> {
    let first = edges.iter().find(|(from, to)| from != to);
    let (dx, dy) = first.map_or((1.0, 0.0), |&(from, to)| (at[to].0 - at[from].0, at[to].1 - at[from].1));
    let length = dx.hypot(dy).max(1e-9);
    let (cos, sin) = (dx / length, dy / length);
    let turn = |(x, y): Point| (x * cos + y * sin, y * cos - x * sin);
    let at: Vec<Point> = at.into_iter().map(turn).collect();
    let top = first.map_or(0.0, |&(from, _)| at[from].1);
    let below = at.iter().map(|place| place.1 - top).sum::<f64>();
    let nearest = (0..at.len()).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| apart(at[a], at[b]));
    let nearest = nearest.fold(f64::INFINITY, f64::min).max(1e-9);
    let size = (APART / nearest).max(LONG / mean_length(&at, edges).max(1e-9));
    let upright = if below < 0.0 { -size } else { size };
    at.into_iter().map(|(x, y)| (x * size, y * upright)).collect()
}
