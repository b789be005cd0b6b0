//! Boards of vertices and edges: a graph or digraph that is a parameter, a list of edges on which a field lies, a set of vertices with a
//! list of edges beside it, and pairs of numbers as chords.

use super::elements::{framed, lay};
use super::shown::{Fits, PlaceKind, ShownBoard};
use super::{Place, PlaceForm, PlayLook};
use crate::picture::named_edges;
use grundy_answer::Unwatched;
use grundy_draw::layout::{Boxes, layered, stress};
use grundy_rule::{Builtin, Domain, Expr, Graph, GraphKind, Kind};
use grundy_run::{Game, Shape, State, Universe, Value};
use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_2, TAU};

/// The most vertices and edges of a graph that is drawn.
const MOST_VERTICES: usize = 200;
const MOST_EDGES: usize = 600;

/// The vertices of a graph or digraph, on which tokens stand.
pub fn digraph(game: &Game, state: &State) -> Fits {
    let graph = game.params.iter().find_map(|param| match param {
        Value::Graph(graph) => Some(graph),
        _ => None,
    })?;
    if graph.kind == GraphKind::Undirected {
        return undirected(game, state, graph);
    }
    let count = graph.next.len();
    let arcs: Vec<(usize, usize)> = graph
        .next
        .iter()
        .enumerate()
        .flat_map(|(from, next)| next.iter().filter_map(move |&to| Some((from, usize::try_from(to).ok()?))))
        .filter(|(_, to)| *to < count)
        .collect();
    if count > MOST_VERTICES || arcs.len() > MOST_EDGES {
        return None;
    }
    const SIDE: f64 = 40.0;
    let boxes = Boxes {
        nodes: vec![(SIDE, SIDE); count],
        edges: arcs.clone(),
        labels: vec![(0.0, 0.0); arcs.len()],
        roots: vec![],
    };
    let is_cyclic = arcs.iter().any(|(from, to)| arcs.contains(&(*to, *from)));
    let at: Vec<[f32; 2]> = if is_cyclic {
        circle(count)
    } else {
        let placed = layered(&boxes, &Unwatched);
        placed.nodes.iter().map(|node| [(node.x / SIDE) as f32, (node.y / SIDE) as f32]).collect()
    };
    on_vertices(game, state, at, arcs, true)
}

/// The vertices of a graph without directions, each edge one line; the edges are places where a field lies on them.
fn undirected(game: &Game, state: &State, graph: &Graph) -> Fits {
    let count = graph.next.len();
    let number = |vertex: i64| usize::try_from(vertex).ok().filter(|&vertex| vertex < count);
    let edges: Vec<(usize, usize)> =
        graph.edges().into_iter().filter_map(|(from, to)| Some((number(from)?, number(to)?))).collect();
    if count == 0 || count > MOST_VERTICES || edges.len() > MOST_EDGES {
        return None;
    }
    let about_edges = |shape: &Shape| shape.universe().is_some_and(|of| of.elements().any(|one| pair(&one).is_some()));
    if !game.shapes.iter().any(about_edges) {
        return on_vertices(game, state, round(count, &edges, 1.0), edges, false);
    }
    // Marks of moves need room on the edges.
    let at = round(count, &edges, 1.5);
    let edge = |&(from, to): &(usize, usize)| Place {
        name: format!("({from}, {to})"),
        form: PlaceForm::Edge,
        at: at[from],
        to: Some(at[to]),
        ..Place::default()
    };
    let places = at.iter().enumerate().map(disc).chain(edges.iter().map(edge)).collect();
    let pairs = edges.iter().map(|&(from, to)| Value::Cell(from as i32, to as i32));
    let elements = (0..count).map(|vertex| Value::Int(vertex as i64)).chain(pairs);
    let meaning = elements.enumerate().map(|(place, one)| (one, place)).collect();
    let board = framed(PlayLook::Graph, places, 0.6);
    lay(game, state, ShownBoard { board, kind: PlaceKind::Elements(meaning) })
}

/// Where the vertices of a graph without directions stand, so many times as far apart as discs need.
fn round(count: usize, edges: &[(usize, usize)], times: f64) -> Vec<[f32; 2]> {
    stress(count, edges).into_iter().map(|(x, y)| [(times * x) as f32, (times * y) as f32]).collect()
}

/// Whether the values of a field are vertices: where the game has a graph, its declared set is `nodes` of one.
pub fn holds_vertices(game: &Game, field: usize) -> bool {
    if !game.params.iter().any(|param| matches!(param, Value::Graph(_))) {
        return true;
    }
    let Some(declared) = game.source().fields.get(field) else { return false };
    let mut domain = &declared.domain;
    while let Domain::Optional(inner) | Domain::Array { element: inner, .. } = domain {
        domain = inner;
    }
    matches!(domain, Domain::Of(Expr { kind: Kind::Builtin(Builtin::Nodes, _), .. }))
}

/// Vertices that a set is about or on which tokens stand, with a list of edges beside it.
pub fn vertices(game: &Game, state: &State) -> Fits {
    let universe: &Universe = game.shapes.iter().find_map(|shape| match shape {
        Shape::One(values) => Some(&values.universe),
        shape => shape.universe().map(|universe| &**universe),
    })?;
    let Universe::Range { low: 0, .. } = *universe else { return None };
    let count = universe.len();
    let edges = game.params.iter().find_map(|param| match param {
        Value::List(edges) | Value::Set(edges) if !edges.is_empty() => edges
            .iter()
            .map(pair)
            .collect::<Option<Vec<_>>>()
            .filter(|edges| edges.iter().all(|&(a, b)| a.max(b) < count)),
        _ => None,
    })?;
    if count > MOST_VERTICES || edges.len() > MOST_EDGES {
        return None;
    }
    on_vertices(game, state, round(count, &edges, 1.0), edges, false)
}

/// A vertex as a place.
fn disc((vertex, at): (usize, &[f32; 2])) -> Place {
    Place { name: vertex.to_string(), form: PlaceForm::Disc, at: *at, ..Place::default() }
}

fn on_vertices(game: &Game, state: &State, at: Vec<[f32; 2]>, links: Vec<(usize, usize)>, arrows: bool) -> Fits {
    let mut board = framed(PlayLook::Graph, at.iter().enumerate().map(disc).collect(), 0.6);
    board.lines = links.iter().map(|&(from, to)| (board.places[from].at, board.places[to].at, arrows)).collect();
    let meaning = (0..at.len()).map(|vertex| (Value::Int(vertex as i64), vertex)).collect();
    lay(game, state, ShownBoard { board, kind: PlaceKind::Elements(meaning) })
}

/// Edges on which a field lies: those of a list, by their numbers; or pairs of numbers.
pub fn edges(game: &Game, state: &State) -> Fits {
    let universe = game.shapes.iter().find_map(|shape| shape.universe())?;
    if universe.is_empty() || universe.len() > MOST_EDGES {
        return None;
    }
    let chords =
        || universe.elements().map(|one| pair(&one).filter(|(from, to)| from < to)).collect::<Option<Vec<_>>>();
    let listed = || {
        let named = named_edges(game, universe)?;
        Some(
            named
                .into_iter()
                .map(|link| ((link.from, link.to), link.mark.map(|mark| mark.title).unwrap_or_default()))
                .collect::<Vec<_>>(),
        )
    };
    let plain = || {
        let Universe::Range { low: 0, .. } = **universe else { return None };
        game.params.iter().find_map(|param| match param {
            Value::List(list) if list.len() == universe.len() => list.iter().map(pair).collect::<Option<Vec<_>>>(),
            _ => None,
        })
    };
    let bare = |edges: Vec<(usize, usize)>| edges.into_iter().map(|edge| (edge, String::new())).collect();
    let edges: Vec<((usize, usize), String)> = listed().or_else(|| plain().map(bare)).or_else(|| chords().map(bare))?;
    let count = edges.iter().map(|((from, to), _)| from.max(to) + 1).max()?;
    if count > MOST_VERTICES {
        return None;
    }
    let links: Vec<(usize, usize)> = edges.iter().map(|(edge, _)| *edge).collect();
    let at = drawn(count, &links);
    let mut parallel: HashMap<(usize, usize), u32> = HashMap::new();
    let place = |(rank, ((from, to), hue)): (usize, &((usize, usize), String))| {
        let times = parallel.entry((*from.min(to), *from.max(to))).or_default();
        let aside = 0.16 * (*times).div_ceil(2) as f32 * if *times % 2 == 0 { 1.0 } else { -1.0 };
        *times += 1;
        let move_aside = |[x, y]: [f32; 2]| [x + aside, y + aside * 0.4];
        let name = format!("{} ({from}, {to})", game.value_text(&universe.element(rank), None));
        Place {
            name,
            form: PlaceForm::Edge,
            at: move_aside(at[*from]),
            to: Some(move_aside(at[*to])),
            piece: hue.clone(),
            ..Place::default()
        }
    };
    let mut places: Vec<Place> = edges.iter().enumerate().map(place).collect();
    let (least_x, least_y) = at.iter().fold((f32::INFINITY, f32::INFINITY), |(x, y), at| (x.min(at[0]), y.min(at[1])));
    const MARGIN: f32 = 0.5;
    let moved = |[x, y]: [f32; 2]| [x - least_x + MARGIN, y - least_y + MARGIN];
    for place in &mut places {
        (place.at, place.to) = (moved(place.at), place.to.map(moved));
    }
    let dots: Vec<[f32; 2]> = at.into_iter().map(moved).collect();
    let extent = |axis: usize| dots.iter().map(|dot| dot[axis]).fold(0.0, f32::max) + MARGIN;
    let (width, height) = (extent(0), extent(1));
    let board = super::BoardPart { look: PlayLook::Graph, width, height, places, dots, ..Default::default() };
    let meaning = universe.elements().enumerate().map(|(rank, one)| (one, rank)).collect();
    lay(game, state, ShownBoard { board, kind: PlaceKind::Elements(meaning) })
}

fn pair(value: &Value) -> Option<(usize, usize)> {
    match value.numbers()?[..] {
        [from, to] => Some((usize::try_from(from).ok()?, usize::try_from(to).ok()?)),
        _ => None,
    }
}

/// Where vertices stand: a graph with few circuits in layers above vertex 0, others on a circle.
fn drawn(count: usize, edges: &[(usize, usize)]) -> Vec<[f32; 2]> {
    if edges.len() > count + count / 3 || edges.is_empty() { circle(count) } else { layers(count, edges) }
}

fn circle(count: usize) -> Vec<[f32; 2]> {
    let radius = (count as f32 / 4.0).max(1.2);
    let at = |vertex: usize| {
        let angle = vertex as f32 * TAU / count.max(1) as f32 - FRAC_PI_2;
        [radius * angle.cos(), radius * angle.sin()]
    };
    (0..count).map(at).collect()
}

/// Each vertex as high above vertex 0 as its distance; what is not joined to it begins again at the bottom.
fn layers(count: usize, edges: &[(usize, usize)]) -> Vec<[f32; 2]> {
    let mut near = vec![Vec::new(); count];
    for &(from, to) in edges {
        near[from].push(to);
        near[to].push(from);
    }
    let mut level = vec![usize::MAX; count];
    let mut at = vec![[0.0, 0.0]; count];
    let mut columns: Vec<f32> = Vec::new();
    for start in 0..count {
        if level[start] != usize::MAX {
            continue;
        }
        level[start] = 0;
        let mut queue = vec![start];
        let mut next = 0;
        while next < queue.len() {
            let vertex = queue[next];
            next += 1;
            for &other in &near[vertex] {
                if level[other] == usize::MAX {
                    level[other] = level[vertex] + 1;
                    queue.push(other);
                }
            }
        }
        for vertex in queue {
            let height = level[vertex];
            if columns.len() <= height {
                columns.resize(height + 1, 0.0);
            }
            at[vertex] = [columns[height], -(height as f32) * 1.1];
            columns[height] += 1.2;
        }
    }
    let widest = columns.iter().copied().fold(0.0, f32::max);
    for (vertex, place) in at.iter_mut().enumerate() {
        place[0] += (widest - columns[level[vertex]]) / 2.0;
    }
    at
}
