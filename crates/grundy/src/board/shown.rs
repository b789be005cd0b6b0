//! Which form the board of a component has. The first that fits: cells of a grid, a digraph, edges or vertices of a list of edges,
//! a stretch of a list, a row of pins, stacks of counters, a strip; else its fields are told.

use super::{BoardPart, MOST_PLACES, PlayLook};
use super::{elements, graph, heaps};
use grundy_run::{Component, Game, Value};
use std::collections::HashMap;

/// The board of a component, and how values and numbers lie on it.
pub struct ShownBoard {
    /// The board.
    pub board: BoardPart,
    /// What the places stand for.
    pub kind: PlaceKind,
}

/// What the places of a board stand for.
pub enum PlaceKind {
    /// Elements of a set, on which fields lie.
    Elements(HashMap<Value, usize>),
    /// Counters of numbers.
    Stacks(Vec<heaps::Stack>),
    /// Pins of one number.
    Pins(u64),
    /// Entries of a list between two numbers.
    Stretch,
    /// Nothing.
    Nothing,
}

/// The board of a component.
pub fn of(part: &Component) -> ShownBoard {
    let (game, state) = (&*part.game, part.game.unpack(&part.packed));
    let found = elements::cells(game, &state)
        .or_else(|| graph::digraph(game, &state))
        .or_else(|| graph::edges(game, &state))
        .or_else(|| graph::vertices(game, &state))
        .or_else(|| heaps::stretch(game, &state))
        .or_else(|| heaps::pins(part))
        .or_else(|| heaps::stacks(part))
        .or_else(|| elements::strip(game, &state))
        .filter(|(shown_board, _)| shown_board.board.places.len() <= MOST_PLACES);
    let (mut shown_board, shown) = found.unwrap_or_else(|| {
        (ShownBoard { board: BoardPart::default(), kind: PlaceKind::Nothing }, vec![false; game.shapes.len()])
    });
    if shown_board.board.places.is_empty() && matches!(shown_board.kind, PlaceKind::Elements(_) | PlaceKind::Nothing) {
        shown_board.board.look = PlayLook::Fields;
    }
    shown_board.board.game = game.rules.name.clone();
    let fields = game.fields_text(&part.packed).into_iter().zip(shown);
    shown_board.board.fields = fields.filter(|(_, shown)| !shown).map(|(field, _)| field).collect();
    shown_board.board.params = params(game, shown_board.board.look);
    shown_board
}

/// Parameters that are not on the board.
fn params(game: &Game, look: PlayLook) -> Vec<(String, String)> {
    const LONGEST: usize = 120;
    let drawn = |value: &Value| {
        matches!(value, Value::Graph(_)) || matches!((value, look), (Value::List(_), PlayLook::Graph | PlayLook::Cards))
    };
    let told =
        game.params.iter().zip(&game.rules.params).filter(|(value, param)| !drawn(value) && param.show.is_none());
    let texts = told.map(|(value, param)| (param.name.clone(), game.value_text(value, None)));
    texts.filter(|(_, text)| text.len() <= LONGEST).collect()
}

/// A form that fits: the board, and which fields it shows.
pub type Fits = Option<(ShownBoard, Vec<bool>)>;
