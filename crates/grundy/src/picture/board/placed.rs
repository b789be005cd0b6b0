//! Boards of places as people play on them: hexagons, lines between dots, edges on the ground, vertices, cards, cells with
//! walls. Which look a position has is decided in `crate::board`, from its fields and parameters.

use super::{Marked, join};
use crate::board::{BoardPart, MovePlaces, Owner as Whose, PlaceForm, PlayLook};
use crate::question::Question;
use grundy_draw::{BoardLook, Grid, Mark, Owner, Placed, Spot, SpotForm};
use grundy_rule::GraphKind;
use grundy_run::{Shape, Side, Value};

/// A position of one component as places with as many moves marked as have one, and how many those are; `None` where another
/// look shows more.
pub fn placed(asked: &Question, mover: Side, moves: &[Marked]) -> Option<(BoardLook, usize)> {
    let [part] = &asked.position.parts[..] else { return None };
    let places = MovePlaces::new(asked, mover);
    let board = places.board().parts.into_iter().next()?;
    let graph =
        part.game.params.iter().find_map(|param| if let Value::Graph(graph) = param { Some(graph.kind) } else { None });
    let digraph = graph == Some(GraphKind::Directed);
    let vertices = board.look == PlayLook::Graph && graph == Some(GraphKind::Undirected);
    let walls = board.look == PlayLook::Grid && board.places.iter().any(|place| place.piece.contains(['_', 'I']));
    let fits = matches!(board.look, PlayLook::Hex | PlayLook::Lines | PlayLook::Cards | PlayLook::Graph) && !digraph;
    let pieces = board.look == PlayLook::Grid && (has_tokens(&board) || part.game.shapes.iter().any(holds_tuples));
    if vertices || pieces && !walls {
        return Some(marked(&board, moves, |one| places.goal(one.step.component, &one.step.one, &one.step.made)));
    }
    // A token's move is marked where it goes, any other where a person points first.
    (fits || walls).then(|| marked(&board, moves, pointed(&places, usize::from(walls))))
}

/// A position of pieces on cells that no picture shows, each move marked where its piece goes.
pub fn tokens(asked: &Question, mover: Side, moves: &[Marked]) -> Option<(BoardLook, usize)> {
    let [_] = &asked.position.parts[..] else { return None };
    let places = MovePlaces::new(asked, mover);
    let board = places.board().parts.into_iter().next()?;
    (board.look == PlayLook::Grid).then(|| marked(&board, moves, pointed(&places, 1)))
}

/// Whether a field's value is one of the places.
fn has_tokens(board: &BoardPart) -> bool {
    board.places.iter().any(|place| place.token)
}

/// Whether a field is an array of tuples: each is a piece with more to tell.
fn holds_tuples(shape: &Shape) -> bool {
    matches!(shape, Shape::Array(_, values) if !values.universe.is_empty()
        && matches!(values.universe.element(0), Value::Tuple(_)))
}

/// The first place of a move or, where it has more, a later one.
fn pointed(places: &MovePlaces, later: usize) -> impl Fn(&Marked) -> Option<usize> {
    move |one| {
        let named = places.of(one.step.component, &one.step.one, &one.step.made);
        named.get(later).or(named.first()).copied()
    }
}

/// The places with the moves marked, each where it is told.
fn marked(board: &BoardPart, moves: &[Marked], place: impl Fn(&Marked) -> Option<usize>) -> (BoardLook, usize) {
    let mut drawn = of(board);
    let mut marked = 0;
    // Won moves first, so that they colour a place that several moves share.
    let mut order: Vec<&Marked> = moves.iter().collect();
    order.sort_by_key(|one| !one.won);
    for one in order {
        let Some(spot) = place(one).and_then(|place| drawn.spots.get_mut(place)) else { continue };
        join(&mut spot.mark, &one.mark);
        marked += 1;
    }
    (BoardLook::Placed(drawn), marked)
}

/// A position of one component as places without marks; `None` where it has another look.
pub fn plain(board: &BoardPart) -> Option<BoardLook> {
    let fits = matches!(board.look, PlayLook::Hex | PlayLook::Lines | PlayLook::Cards | PlayLook::Graph);
    (fits || board.look == PlayLook::Grid && has_tokens(board)).then(|| BoardLook::Placed(of(board)))
}

fn of(board: &BoardPart) -> Placed {
    let point = |[x, y]: [f32; 2]| (f64::from(x), f64::from(y));
    let spots: Vec<Spot> = board
        .places
        .iter()
        .map(|place| Spot {
            name: place.name.clone(),
            form: match place.form {
                PlaceForm::Hexagon => SpotForm::Hexagon,
                PlaceForm::Disc | PlaceForm::Pin | PlaceForm::Counter => SpotForm::Disc,
                PlaceForm::Edge => SpotForm::Edge,
                PlaceForm::Line => SpotForm::Line,
                PlaceForm::Card => SpotForm::Card,
                PlaceForm::Cell | PlaceForm::Base => SpotForm::Cell,
            },
            at: point(place.at),
            to: place.to.map(point),
            piece: place.piece.clone(),
            owner: place.owner.map(|owner| match owner {
                Whose::Left => Owner::Left,
                Whose::Right => Owner::Right,
            }),
            gone: place.gone,
            token: place.token,
            mark: None,
        })
        .collect();
    let dots: Vec<(f64, f64)> = board.dots.iter().copied().map(point).collect();
    // Edges that can be cut stand on the ground, which is their lowest vertex.
    let stands = spots.iter().any(|spot| spot.form == SpotForm::Edge && !spot.piece.is_empty())
        && !spots.iter().any(|spot| spot.form == SpotForm::Disc);
    let ground = stands.then(|| dots.iter().map(|dot| dot.1).fold(0.0, f64::max));
    Placed {
        size: (f64::from(board.width), f64::from(board.height)),
        spots,
        lines: board.lines.iter().map(|&(from, to, arrow)| (point(from), point(to), arrow)).collect(),
        dots,
        ground,
    }
}

/// The two neighbouring cells of a grid that a move fills alike: row and column of each.
pub fn domino(places: &MovePlaces, grid: &Grid, one: &Marked) -> Option<([(usize, usize); 2], Mark)> {
    let board = places.board().parts.into_iter().next()?;
    let named = places.of(one.step.component, &one.step.one, &one.step.made);
    let [a, b] = named[..] else { return None };
    let (first, second) = (board.places.get(a)?, board.places.get(b)?);
    let cell = |place: &crate::board::Place| {
        let (row, column) = place.name.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")?;
        Some((row.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
    };
    let (from, to) = (cell(first)?, cell(second)?);
    let near = from.0.abs_diff(to.0) + from.1.abs_diff(to.1) == 1;
    let empty = |place: &crate::board::Place| place.piece.is_empty() && !place.gone;
    let inside = |(row, column): (usize, usize)| grid.rows.get(row).is_some_and(|cells| column < cells.len());
    let fits = near && empty(first) && empty(second) && inside(from) && inside(to);
    fits.then(|| ([from, to], one.mark.clone()))
}
