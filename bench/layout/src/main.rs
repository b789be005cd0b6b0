//! Layouts of graphs like those of games, and of trees, timed on one processor. The bars: 1,000 nodes in 0.2 s, 5,000 in 2 s.

use grundy_answer::Unwatched;
use grundy_draw::layout::{Boxes, Layout, layered, tidy};
use std::process::ExitCode;

/// Seconds this thread has spent on a processor, so that other work on the machine does not count.
fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux keeps this file");
    text.split(' ').next().and_then(|first| first.parse::<f64>().ok()).expect("nanoseconds come first") / 1e9
}

/// `count` positions, each with a few moves to later ones at most `reach` further on.
fn game_graph(count: usize, moves: usize, reach: usize) -> Boxes {
    let mut state = 7u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut edges: Vec<(usize, usize)> = (1..count).map(|to| (to - 1 - random(to.min(reach)), to)).collect();
    for from in 0..count - 1 {
        for _ in 1..moves {
            edges.push((from, from + 1 + random((count - 1 - from).min(reach))));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    Boxes { nodes: vec![(60.0, 40.0); count], labels: vec![(0.0, 0.0); edges.len()], edges, roots: vec![0] }
}

fn tree(count: usize) -> (Boxes, Vec<Option<usize>>) {
    let boxes = Boxes {
        nodes: vec![(60.0, 40.0); count],
        edges: (1..count).map(|to| ((to - 1) / 3, to)).collect(),
        labels: vec![(20.0, 14.0); count - 1],
        roots: vec![0],
    };
    (boxes, (0..count).map(|node| node.checked_sub(1)).collect())
}

/// The least of three runs against the bar.
fn timed(what: &str, bar: f64, layout: impl Fn() -> Layout) -> bool {
    let once = || {
        let started = seconds();
        let layout = layout();
        assert!(layout.width > 0.0);
        seconds() - started
    };
    let best = (0..3).map(|_| once()).fold(f64::INFINITY, f64::min);
    println!("{what}: {best:.4} s, {:.1}% of the bar of {bar} s", 100.0 * best / bar);
    best <= bar
}

fn main() -> ExitCode {
    let mut reached = true;
    for (count, moves, reach, bar) in
        [(1_000, 3, 40, 0.2), (1_000, 3, 200, 0.2), (5_000, 3, 40, 2.0), (5_000, 3, 400, 2.0), (5_000, 5, 5_000, 2.0)]
    {
        let plain = game_graph(count, moves, reach);
        let labelled = Boxes { labels: vec![(20.0, 14.0); plain.edges.len()], ..plain.clone() };
        for (kind, boxes) in [("plain", plain), ("labelled", labelled)] {
            let what = format!("graph, {kind}: {count} nodes, {} edges reaching {reach}", boxes.edges.len());
            reached &= timed(&what, bar, || layered(&boxes, &Unwatched));
        }
    }
    for (count, bar) in [(1_000, 0.2), (5_000, 2.0), (100_000, 40.0)] {
        let (boxes, parents) = tree(count);
        reached &= timed(&format!("tree: {count} nodes"), bar, || tidy(&boxes, &parents));
    }
    if reached { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
