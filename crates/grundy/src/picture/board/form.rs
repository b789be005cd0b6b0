//! What a position looks like, without its moves: the form of its board follows from its fields.

use crate::board::holds_vertices;
use grundy_draw::scene::Dash;
use grundy_draw::{Background, BoardLook, Cell, Grid, Heap, Link, Links, Mark, Shade};
use grundy_rule::{Domain, Expr, GraphKind, Kind, Whole};
use grundy_run::{Component, Game, Position, Shape, Side, Stored, Universe, Value, Values, is_one};
use std::sync::Arc;

/// What a position looks like.
pub fn form(position: &Position) -> Option<BoardLook> {
    if let [part] = &position.parts[..] {
        let state = part.game.unpack(&part.packed);
        let found = pictured(&part.game, &state.fields)
            .map(|(_, rows)| BoardLook::Grid(grid(&part.game, &state.fields, rows)))
            .or_else(|| walk(&part.game, &state.fields).map(BoardLook::Grid))
            .or_else(|| digraph(&part.game, &state.fields))
            .or_else(|| polygon(&part.game, &state.fields))
            .or_else(|| strip(&part.game, &state.fields).map(BoardLook::Grid));
        if found.is_some() {
            return found;
        }
    }
    heaps(position).map(BoardLook::Heaps)
}

/// The first field with a picture, and its rows.
pub fn pictured(game: &Game, fields: &[Stored]) -> Option<(usize, Vec<String>)> {
    fields.iter().enumerate().find_map(|(number, stored)| {
        let show = game.rules.fields[number].show.as_deref();
        grundy_run::picture(stored, &game.shapes[number], show).map(|rows| (number, rows))
    })
}

/// The grid of a pictured field, from its rows.
pub fn grid(game: &Game, fields: &[Stored], rows: Vec<String>) -> Grid {
    let (number, _) = pictured(game, fields).expect("rows come from a picture");
    let show = game.rules.fields[number].show.as_deref().unwrap_or_default();
    // A set drawn as `.#` is the matter itself: what is absent is a hole. Elsewhere `#` is no cell.
    let matter = matches!(game.shapes[number], Shape::Set(_)) && show.get(1) == Some(&'#');
    let cell = |character: char| match character {
        '#' if matter => Cell::default(),
        '.' if matter => Cell { background: Background::Hole, ..Cell::default() },
        '#' => Cell { background: Background::Hole, ..Cell::default() },
        '.' | ' ' => Cell::default(),
        other => Cell::of(other),
    };
    Grid { rows: rows.iter().map(|row| row.chars().map(cell).collect()).collect(), ..Grid::default() }
}

/// The field that holds one cell of a grid: where a token stands.
pub fn token(game: &Game) -> Option<(usize, i32, i32)> {
    game.shapes.iter().enumerate().find_map(|(number, shape)| match shape {
        Shape::One(Values { universe: Universe::Grid { rows, columns }, .. }) => Some((number, *rows, *columns)),
        _ => None,
    })
}

/// A token on a grid; cells of a parameter shown as `#` are holes.
fn walk(game: &Game, fields: &[Stored]) -> Option<Grid> {
    let (number, rows, columns) = token(game)?;
    let blocked = |cell: &Value| {
        game.params.iter().zip(&game.rules.params).any(|(value, param)| {
            param.show.as_deref().is_some_and(|show| show.get(1) == Some(&'#'))
                && value.elements().is_some_and(|cells| cells.contains(cell))
        })
    };
    let cell = |row, column| {
        let here = Value::Cell(row, column);
        let piece = if fields[number] == Stored::One(here.clone()) { "●" } else { "" };
        let background = if blocked(&here) { Background::Hole } else { Background::Plain };
        Cell { piece: piece.into(), background, mark: None }
    };
    let rows = (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect());
    Some(Grid { rows: rows.collect(), ..Grid::default() })
}

/// The first set of numbers: all it may hold in a row, what is gone as holes.
pub fn numbered(game: &Game, fields: &[Stored]) -> Option<usize> {
    fields.iter().enumerate().position(|(number, stored)| {
        let few = |universe: &Arc<Universe>| !universe.is_empty() && universe.len() <= 100;
        matches!(stored, Stored::Set(_))
            && game.universe(number).is_some_and(|of| few(of) && matches!(of.element(0), Value::Int(_)))
    })
}

fn strip(game: &Game, fields: &[Stored]) -> Option<Grid> {
    let number = numbered(game, fields)?;
    let (Stored::Set(bits), Some(universe)) = (&fields[number], game.universe(number)) else { return None };
    let cell = |rank: usize| match is_one(bits, rank) {
        true => Cell::of(grundy_run::value_text(&universe.element(rank), None)),
        false => Cell { background: Background::Hole, ..Cell::default() },
    };
    Some(Grid { rows: vec![(0..universe.len()).map(cell).collect()], ..Grid::default() })
}

/// The vertices of a digraph parameter with the tokens that stand on them.
fn digraph(game: &Game, fields: &[Stored]) -> Option<BoardLook> {
    let graph = game.params.iter().find_map(|param| match param {
        Value::Graph(graph) if graph.kind == GraphKind::Directed => Some(graph),
        _ => None,
    })?;
    let mut cells: Vec<Cell> = (0..graph.next.len()).map(|vertex| Cell::of(vertex.to_string())).collect();
    for (number, stored) in fields.iter().enumerate() {
        match stored {
            Stored::One(Value::Int(at)) if holds_vertices(game, number) => {
                if let Some(cell) = usize::try_from(*at).ok().and_then(|at| cells.get_mut(at)) {
                    cell.piece = format!("{at}●");
                }
            }
            Stored::Set(bits) if game.universe(number).is_some_and(|set| set.len() == cells.len()) => {
                for (vertex, cell) in cells.iter_mut().enumerate().filter(|(vertex, _)| is_one(bits, *vertex)) {
                    cell.background = if cell.piece == vertex.to_string() { Background::Dark } else { cell.background };
                }
            }
            _ => {}
        }
    }
    let arcs = graph.next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |&to| (from, to)));
    let links = arcs.filter_map(|(from, to)| {
        let to = usize::try_from(to).ok().filter(|&to| to < graph.next.len())?;
        Some(Link { from, to, ..Link::default() })
    });
    Some(BoardLook::Digraph(Links { links: links.collect(), cells }))
}

/// The pairs of an array field as chords, or a set of vertices with a list of edges beside it.
fn polygon(game: &Game, fields: &[Stored]) -> Option<BoardLook> {
    for (number, stored) in fields.iter().enumerate() {
        let universe = game.universe(number)?;
        match stored {
            Stored::Array(owners) => {
                let pairs: Vec<(usize, usize)> =
                    universe.elements().map(|element| pair(&element)).collect::<Option<_>>()?;
                if matches!(**universe, Universe::Grid { .. }) {
                    return None;
                }
                let corners = pairs.iter().map(|&(a, b)| a.max(b) + 1).max()?;
                let links = pairs.iter().zip(owners).map(|(&(from, to), owner)| match owner {
                    Value::None => Link { from, to, dash: Dash::Dashed, mark: None },
                    owner => Link { from, to, dash: Dash::Solid, mark: Some(owned(game, owner)) },
                });
                let links = links.collect();
                let cells = (0..corners).map(|corner| Cell::of(corner.to_string())).collect();
                return Some(BoardLook::Polygon(Links { cells, links }));
            }
            Stored::Set(bits) => {
                if let Some(edges) = named_edges(game, universe) {
                    let corners = edges.iter().map(|edge| edge.from.max(edge.to) + 1).max()?;
                    let cells = (0..corners).map(|corner| Cell::of(corner.to_string())).collect();
                    let standing = edges.into_iter().enumerate().filter(|(rank, _)| is_one(bits, *rank));
                    return Some(BoardLook::Polygon(Links { links: standing.map(|(_, link)| link).collect(), cells }));
                }
                let edges = game.params.iter().find_map(edges)?;
                let cells = (0..universe.len()).map(|rank| Cell {
                    piece: grundy_run::value_text(&universe.element(rank), None),
                    background: if is_one(bits, rank) { Background::Plain } else { Background::Hole },
                    mark: None,
                });
                let cells: Vec<Cell> = cells.collect();
                let place = |vertex: usize| universe.rank(&Value::Int(vertex as i64));
                let links = edges.into_iter().filter_map(|(from, to)| {
                    let (from, to) = (place(from)?, place(to)?);
                    let stands = is_one(bits, from) && is_one(bits, to);
                    stands.then_some(Link { from, to, ..Link::default() })
                });
                return Some(BoardLook::Polygon(Links { links: links.collect(), cells }));
            }
            Stored::One(_) => {}
        }
    }
    None
}

/// The edges of a list that a set of its places is about, each two numbers with more to tell, such as a hue: as lines with that
/// written on them. `None` where no parameter is such a list.
pub fn named_edges(game: &Game, places: &Universe) -> Option<Vec<Link>> {
    let from_zero = matches!(places, Universe::Range { low: 0, .. });
    game.params.iter().zip(&game.rules.params).find_map(|(value, param)| {
        let Value::List(edges) = value else { return None };
        let kind = match &param.domain {
            Domain::ListOf(inner) => match &**inner {
                Domain::Tuple(entries) => match entries.get(2).map(|entry| &entry.1) {
                    Some(Domain::Of(Expr { kind: Kind::Whole(Whole::Enum(number)), .. })) => Some(*number),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let link = |edge: &Value| {
            let Value::Tuple(entries) = edge else { return None };
            let [Value::Int(from), Value::Int(to), more, ..] = &entries[..] else { return None };
            let title = game.value_text(more, kind);
            let text = title.chars().take(1).collect();
            let mark = Some(Mark { text, shade: Shade::Blank, title });
            Some(Link { from: usize::try_from(*from).ok()?, to: usize::try_from(*to).ok()?, dash: Dash::Solid, mark })
        };
        (from_zero && !edges.is_empty() && edges.len() == places.len()).then(|| edges.iter().map(link).collect())?
    })
}

fn owned(game: &Game, owner: &Value) -> Mark {
    let outcome = match owner {
        Value::Player(Side::Left) => grundy_draw::Outcome::Left,
        Value::Player(Side::Right) => grundy_draw::Outcome::Right,
        _ => grundy_draw::Outcome::Unknown,
    };
    let name = game.value_text(owner, None);
    Mark { text: name.chars().take(1).collect(), shade: Shade::Outcome(outcome), title: name }
}

/// A parameter that is a list of pairs of numbers.
fn edges(param: &Value) -> Option<Vec<(usize, usize)>> {
    match param {
        Value::List(elements) | Value::Set(elements) if !elements.is_empty() => elements.iter().map(pair).collect(),
        _ => None,
    }
}

pub fn pair(value: &Value) -> Option<(usize, usize)> {
    match value.numbers()?[..] {
        [a, b] => Some((usize::try_from(a).ok()?, usize::try_from(b).ok()?)),
        _ => None,
    }
}

/// Every number of every component as a heap; `None` if something is not a number.
fn heaps(position: &Position) -> Option<Vec<Heap>> {
    let several = position.parts.len() > 1;
    let mut heaps = Vec::new();
    for part in &position.parts {
        for (name, size) in numbers(part)? {
            let name = if several && part.game.rules.fields.len() == 1 { part.game.rules.name.clone() } else { name };
            heaps.push(Heap { size, name, marks: Vec::new() });
        }
    }
    (!heaps.is_empty() && heaps.len() <= 64 && heaps.iter().all(|heap| heap.size <= 200)).then_some(heaps)
}

/// The numbers of a component with their names, if it has nothing else.
pub fn numbers(part: &Component) -> Option<Vec<(String, u64)>> {
    let mut numbers = Vec::new();
    let number = |value: &Value| match value {
        Value::Int(number) => u64::try_from(*number).ok(),
        _ => None,
    };
    for (field, stored) in part.game.rules.fields.iter().zip(part.game.unpack(&part.packed).fields) {
        match stored {
            Stored::One(value) => numbers.push((field.name.clone(), number(&value)?)),
            Stored::Array(cells) => {
                for (place, value) in cells.iter().enumerate() {
                    numbers.push((format!("{}[{place}]", field.name), number(value)?));
                }
            }
            Stored::Set(_) => return None,
        }
    }
    Some(numbers)
}
