//! Properties of layouts on generated trees and graphs: nothing overlaps, every edge runs once from border to border.

use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_draw::layout::{Boxes, Layout, PlacedBox, layered, stress, tidy};
use grundy_draw::scene::{Point, Segment};
use proptest::prelude::*;

fn apart(layout: &Layout) -> Result<(), TestCaseError> {
    let mut all: Vec<PlacedBox> = layout.nodes.clone();
    all.extend(layout.edges.iter().filter_map(|route| route.label));
    all.sort_by(|a, b| a.top().total_cmp(&b.top()));
    for (index, place) in all.iter().enumerate() {
        prop_assert!(place.left() >= -1e-6 && place.top() >= -1e-6);
        prop_assert!(place.right() <= layout.width + 1e-6 && place.bottom() <= layout.height + 1e-6);
        for other in all[index + 1..].iter().take_while(|other| other.top() < place.bottom()) {
            prop_assert!(!place.overlaps(other), "{place:?} {other:?}");
        }
    }
    Ok(())
}

fn samples(path: &[Segment]) -> Vec<Point> {
    let mut at = (0.0, 0.0);
    let mut out = Vec::new();
    for segment in path {
        match *segment {
            Segment::Move(to) => at = to,
            Segment::Line(to) => {
                out.extend(
                    (0..=20).map(|i| f64::from(i) / 20.0).map(|t| (at.0 + (to.0 - at.0) * t, at.1 + (to.1 - at.1) * t)),
                );
                at = to;
            }
            Segment::Curve(a, b, to) => {
                for i in 0..=20 {
                    let t = f64::from(i) / 20.0;
                    let u = 1.0 - t;
                    let mix = |p: f64, q: f64, r: f64, s: f64| {
                        u * u * u * p + 3.0 * u * u * t * q + 3.0 * u * t * t * r + t * t * t * s
                    };
                    out.push((mix(at.0, a.0, b.0, to.0), mix(at.1, a.1, b.1, to.1)));
                }
                at = to;
            }
            Segment::Close => {}
        }
    }
    out
}

fn on_border(point: Point, place: &PlacedBox) -> bool {
    let inside = (point.0 - place.x).abs() <= place.w / 2.0 + 0.1 && (point.1 - place.y).abs() <= place.h / 2.0 + 0.1;
    let beside = (point.0 - place.x).abs() >= place.w / 2.0 - 0.1;
    let above = (point.1 - place.y).abs() >= place.h / 2.0 - 0.1;
    inside && (beside || above)
}

/// Every edge begins on its source, ends on its target and crosses no node on its way.
fn routed(boxes: &Boxes, layout: &Layout) -> Result<(), TestCaseError> {
    prop_assert_eq!(layout.edges.len(), boxes.edges.len());
    for (&(from, to), route) in boxes.edges.iter().zip(&layout.edges) {
        let points = samples(&route.path);
        prop_assert!(!points.is_empty());
        prop_assert!(on_border(points[0], &layout.nodes[from]));
        prop_assert!(on_border(points[points.len() - 1], &layout.nodes[to]));
        for (x, y) in points {
            for node in &layout.nodes {
                let inside = (x - node.x).abs() < node.w / 2.0 - 0.1 && (y - node.y).abs() < node.h / 2.0 - 0.1;
                prop_assert!(!inside, "an edge crosses a node");
            }
        }
    }
    Ok(())
}

fn sizes(count: usize) -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec((20.0..160.0f64, 20.0..90.0f64), count)
}

fn trees() -> impl Strategy<Value = (Boxes, Vec<Option<usize>>)> {
    (1usize..80)
        .prop_flat_map(|count| {
            let parents = prop::collection::vec(any::<prop::sample::Index>(), count);
            let labels = prop::collection::vec(prop_oneof![Just(0.0), 5.0..120.0f64], count);
            (sizes(count), parents, labels, 0.0..1.0f64)
        })
        .prop_map(|(nodes, parents, widths, spread)| {
            let mut edges = Vec::new();
            let mut parent_edges = vec![None];
            for (node, parent) in parents.iter().enumerate().skip(1) {
                // A small spread makes deep trees, a large one bushy ones.
                let low = ((node - 1) as f64 * spread) as usize;
                edges.push((low + parent.index(node - low), node));
                parent_edges.push(Some(edges.len() - 1));
            }
            let labels = widths[1..].iter().map(|&w| (w, if w > 0.0 { 14.0 } else { 0.0 })).collect();
            (Boxes { nodes, edges, labels, roots: vec![0] }, parent_edges)
        })
}

fn graphs() -> impl Strategy<Value = Boxes> {
    (1usize..40)
        .prop_flat_map(|count| {
            let edges = prop::collection::vec((0..count, 0..count, prop_oneof![Just(0.0), 5.0..90.0f64]), 0..80);
            (sizes(count), edges)
        })
        .prop_map(|(nodes, edges)| Boxes {
            nodes,
            labels: edges.iter().map(|&(_, _, w)| (w, if w > 0.0 { 14.0 } else { 0.0 })).collect(),
            edges: edges.iter().map(|&(from, to, _)| (from, to)).collect(),
            roots: vec![0],
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn trees_are_tidy((boxes, parents) in trees()) {
        let layout = tidy(&boxes, &parents);
        apart(&layout)?;
        routed(&boxes, &layout)?;
        let mut children = vec![Vec::new(); boxes.nodes.len()];
        for &(from, to) in &boxes.edges {
            children[from].push(layout.nodes[to].x);
        }
        for (node, children) in children.iter().enumerate().filter(|(_, children)| !children.is_empty()) {
            prop_assert!(children.is_sorted(), "children keep their order");
            let middle = (children[0] + children[children.len() - 1]) / 2.0;
            prop_assert!((layout.nodes[node].x - middle).abs() < 1e-6, "a parent stands over its children");
        }
    }

    #[test]
    fn graphs_do_not_overlap(boxes in graphs()) {
        let layout = layered(&boxes, &Unwatched);
        apart(&layout)?;
        routed(&boxes, &layout)?;
    }

    #[test]
    fn turned_layouts_grow_right((boxes, parents) in trees(), graph in graphs()) {
        for (boxes, layout) in [
            (&boxes, tidy(&boxes.turned(), &parents).turned()),
            (&graph, layered(&graph.turned(), &Unwatched).turned()),
        ] {
            apart(&layout)?;
            routed(boxes, &layout)?;
            prop_assert!(layout.nodes.iter().zip(&boxes.nodes).all(|(place, size)| (place.w, place.h) == *size));
        }
        let layout = tidy(&boxes.turned(), &parents).turned();
        for &(from, to) in &boxes.edges {
            prop_assert!(layout.nodes[from].right() < layout.nodes[to].left());
        }
    }

    #[test]
    fn acyclic_graphs_go_down(mut boxes in graphs()) {
        for edge in &mut boxes.edges {
            *edge = (edge.0.min(edge.1), edge.0.max(edge.1));
        }
        let layout = layered(&boxes, &Unwatched);
        for &(from, to) in boxes.edges.iter().filter(|(from, to)| from != to) {
            prop_assert!(layout.nodes[from].y < layout.nodes[to].y);
        }
    }
}

struct Impatient;

impl Watch for Impatient {
    fn tick(&self, _: Progress) -> Option<Stop> {
        Some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

/// A graph like those of games: `count` positions, each with a few moves to later ones nearby.
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
    let labels = vec![(0.0, 0.0); edges.len()];
    Boxes { nodes: vec![(60.0, 40.0); count], edges, labels, roots: vec![0] }
}

#[test]
fn stopped_layouts_are_whole() {
    let boxes = game_graph(300, 3, 40);
    let layout = layered(&boxes, &Impatient);
    apart(&layout).expect("apart");
    assert!(layout.edges.iter().all(|route| route.path.len() >= 2));
}

#[test]
fn deep_and_broad_ones_do_not_overflow() {
    let count = 100_000;
    let chain = |count: usize| Boxes {
        nodes: vec![(40.0, 30.0); count],
        edges: (1..count).map(|to| (to - 1, to)).collect(),
        labels: vec![(0.0, 0.0); count - 1],
        roots: vec![0],
    };
    let parents = (0..count).map(|node: usize| node.checked_sub(1)).collect::<Vec<_>>();
    assert_eq!(tidy(&chain(count), &parents).width, 40.0);
    assert_eq!(layered(&chain(count), &Unwatched).width, 40.0);
    let mut star = chain(count);
    star.edges.iter_mut().for_each(|edge| edge.0 = 0);
    assert!(tidy(&star, &parents).width > 40.0 * (count - 1) as f64);
    let levels = layered(&star, &Unwatched);
    let mut row: Vec<f64> = levels.nodes[1..].iter().map(|place| place.x).collect();
    row.sort_by(f64::total_cmp);
    assert!(row.windows(2).all(|pair| pair[1] - pair[0] >= 40.0));
    let mut ring = chain(1000);
    ring.edges.push((999, 0));
    ring.labels.push((0.0, 0.0));
    apart(&layered(&ring, &Unwatched)).expect("apart");
}

/// A long edge beside a chain runs straight between its ends, as Brandes and Köpf promise for inner segments.
#[test]
fn long_edges_are_straight() {
    let count = 12;
    let mut edges: Vec<(usize, usize)> = (1..count).map(|to| (to - 1, to)).collect();
    edges.extend([(0, count - 1), (2, 9), (1, 7)]);
    let labels = vec![(0.0, 0.0); edges.len()];
    let boxes = Boxes { nodes: vec![(50.0, 30.0); count], edges, labels, roots: vec![0] };
    let layout = layered(&boxes, &Unwatched);
    for route in &layout.edges[count - 1..] {
        let ends: Vec<f64> = route
            .path
            .iter()
            .filter_map(|segment| match segment {
                Segment::Line(to) | Segment::Curve(_, _, to) => Some(to.0),
                _ => None,
            })
            .collect();
        let inner = &ends[..ends.len() - 1];
        assert!(inner.iter().all(|x| (x - inner[0]).abs() < 0.01), "{inner:?}");
    }
}

/// Drawings without crossings of graphs that have one: a circuit, a wheel, two rings joined by spokes, a path, a grid. The
/// crossings are counted here, from the definition.
#[test]
fn planar_graphs_of_boards_are_drawn_without_crossings() {
    let ring = |first: usize, size: usize| (0..size).map(move |k| (first + k, first + (k + 1) % size));
    let wheel: Vec<(usize, usize)> = ring(0, 8).chain((0..8).map(|k| (8, k))).collect();
    let morris: Vec<(usize, usize)> = ring(0, 8).chain(ring(8, 8)).chain([1, 3, 5, 7].map(|k| (k, k + 8))).collect();
    let path: Vec<(usize, usize)> = (0..6).map(|k| (k, k + 1)).collect();
    let across = (0..9).filter(|k| k % 3 < 2).map(|k| (k, k + 1));
    let grid: Vec<(usize, usize)> = across.chain((0..6).map(|k| (k, k + 3))).collect();
    for (count, edges) in [(5, ring(0, 5).collect()), (9, wheel), (16, morris), (7, path), (9, grid)] {
        let at = stress(count, &edges);
        let turn = |a: usize, b: usize, c: usize| {
            (at[b].0 - at[a].0) * (at[c].1 - at[a].1) - (at[b].1 - at[a].1) * (at[c].0 - at[a].0)
        };
        for &(a, b) in &edges {
            for &(c, d) in edges.iter().filter(|(c, d)| ![a, b].contains(c) && ![a, b].contains(d)) {
                let crosses = turn(a, b, c) * turn(a, b, d) < -1e-6 && turn(c, d, a) * turn(c, d, b) < -1e-6;
                assert!(!crosses, "{count} vertices: {a}-{b} crosses {c}-{d}: {at:?}");
            }
        }
        for a in 0..count {
            for b in 0..a {
                assert!((at[a].0 - at[b].0).hypot(at[a].1 - at[b].1) > 1.0, "{a} and {b} of {count} touch");
            }
        }
    }
    // Of one vertex, of none, without edges.
    assert_eq!((stress(0, &[]).len(), stress(1, &[]).len(), stress(3, &[]).len()), (0, 1, 3));
}
