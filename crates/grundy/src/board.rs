//! A position as a board to play on: places a person can point at, what stands on them, and for each move the places that name it.
//!
//! Invariant: the form follows from fields and parameters, never from a name; equal positions have equal boards; a move
//! names places of the component it is made in. Coordinates are in cells, downwards and to the right.

mod elements;
mod graph;
mod ground;
mod heaps;
mod places;

use crate::question::Question;
use grundy_run::{Component, Move, Position, Side};
use serde::Serialize;

/// A position to play on, a part for each summand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayBoard {
    /// The summands.
    pub parts: Vec<BoardPart>,
}

/// One summand.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BoardPart {
    /// The name of its game.
    pub game: String,
    /// What it looks like.
    pub look: PlayLook,
    /// How wide it is, in cells.
    pub width: f32,
    /// How high it is, in cells.
    pub height: f32,
    /// What can be pointed at.
    pub places: Vec<Place>,
    /// Lines between vertices that no move names: from, to, and whether it is an arrow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<([f32; 2], [f32; 2], bool)>,
    /// Dots that no move names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dots: Vec<[f32; 2]>,
    /// Fields that are not on the board, with their texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<(String, String)>,
    /// Parameters with their texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub params: Vec<(String, String)>,
}

/// What a board looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayLook {
    /// Cells in rows.
    Grid,
    /// Six-sided cells.
    Hex,
    /// Cells in one row.
    Strip,
    /// Dots that moves join by lines.
    Lines,
    /// Vertices and edges.
    Graph,
    /// Numbers as stacks of counters.
    Heaps,
    /// A number as a row of pins.
    Pins,
    /// A list of which a stretch is left.
    Cards,
    /// No board: fields as text.
    #[default]
    Fields,
}

/// Something that can be pointed at.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Place {
    /// Its name: `(0, 1)`, `3`.
    pub name: String,
    /// What it is.
    pub form: PlaceForm,
    /// Its middle, or where it begins.
    pub at: [f32; 2],
    /// Where it ends, if it is a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<[f32; 2]>,
    /// What stands there; empty for nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub piece: String,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
    /// Whether it is no longer there, or never was.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// The stack it belongs to, if it is a counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<usize>,
}

/// What a place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceForm {
    /// A square.
    #[default]
    Cell,
    /// A hexagon.
    Hexagon,
    /// A vertex.
    Disc,
    /// An edge that can be taken away.
    Edge,
    /// A line that can be drawn: drawn once it is gone from the field.
    Line,
    /// A counter of a stack.
    Counter,
    /// What a stack stands on.
    Base,
    /// A pin of a row.
    Pin,
    /// A card.
    Card,
}

/// Whose a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// The first-named player.
    Left,
    /// The second-named player.
    Right,
}

impl From<Side> for Owner {
    fn from(side: Side) -> Owner {
        match side {
            Side::Left => Owner::Left,
            Side::Right => Owner::Right,
        }
    }
}

/// Boards of more places are not drawn; their fields are told.
const MOST_PLACES: usize = 2_500;

/// A position as a board to play on.
pub fn play_board(position: &Position) -> PlayBoard {
    PlayBoard { parts: position.parts.iter().map(|part| ground::of(part).board).collect() }
}

/// The places that name a move, in the order in which a person would point at them, numbered within its component.
pub struct MovePlaces {
    grounds: Vec<ground::Ground>,
    parts: Vec<Component>,
    mover: Side,
}

impl MovePlaces {
    /// For the moves of a player.
    pub fn new(question: &Question, mover: Side) -> MovePlaces {
        let parts = question.position.parts.clone();
        MovePlaces { grounds: parts.iter().map(ground::of).collect(), parts, mover }
    }

    /// The board on which the places lie.
    pub fn board(&self) -> PlayBoard {
        PlayBoard { parts: self.grounds.iter().map(|ground| ground.board.clone()).collect() }
    }

    /// The places of a move of a component, which becomes `after`.
    pub fn of(&self, component: usize, one: &Move, after: &[Component]) -> Vec<usize> {
        places::of(&self.grounds[component], &self.parts[component], one, after, self.mover)
    }
}
