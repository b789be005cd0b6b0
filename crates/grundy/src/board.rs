//! A position as a board to play on: places a person can point at, what stands on them, and for each move the places that name it.
//!
//! Invariant: the form follows from fields and parameters, never from a name; equal positions have equal boards; a move
//! names places of the component it is made in. Coordinates are in cells, downwards and to the right.

mod elements;
mod graph;
mod heaps;
mod places;
mod shown;

use crate::question::Question;
pub use graph::holds_vertices;
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
    /// Whether what stands there first is a token: a field whose value is this place. Pictures round it.
    #[serde(skip)]
    pub token: bool,
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
    PlayBoard { parts: position.parts.iter().map(|part| shown::of(part).board).collect() }
}

/// The places that name a move, in the order in which a person would point at them, numbered within its component.
pub struct MovePlaces {
    boards: Vec<shown::ShownBoard>,
    parts: Vec<Component>,
    mover: Side,
}

impl MovePlaces {
    /// For the moves of a player.
    pub fn new(question: &Question, mover: Side) -> MovePlaces {
        let parts = question.position.parts.clone();
        MovePlaces { boards: parts.iter().map(shown::of).collect(), parts, mover }
    }

    /// The board on which the places lie.
    pub fn board(&self) -> PlayBoard {
        PlayBoard { parts: self.boards.iter().map(|shown_board| shown_board.board.clone()).collect() }
    }

    /// Where a move of a component goes, which becomes `after`.
    pub fn goal(&self, component: usize, one: &Move, after: &[Component]) -> Option<usize> {
        let goal = places::goal(&self.boards[component], &self.parts[component], one, after);
        goal.or_else(|| self.of(component, one, after).first().copied())
    }

    /// The places of a move of a component, which becomes `after`.
    pub fn of(&self, component: usize, one: &Move, after: &[Component]) -> Vec<usize> {
        places::of(&self.boards[component], &self.parts[component], one, after, self.mover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Engine, Library, Text};

    /// The look of a position, and for each of its first moves the names of its places.
    fn shown(game: &str, position: Option<&str>, most: usize) -> (PlayLook, Vec<String>) {
        let subject = Library::standard().subject(game).expect("a game of the library");
        let question = subject.example(position.map(Text::position).as_ref(), Engine::Interpreted).expect("a position");
        let mover = question.mover(None).expect("a mover").side;
        let replayed = question.replay(mover, &[]).expect("no moves");
        let turn = replayed.turn(&Budget::unlimited()).expect("a turn");
        let named = turn.moves.iter().take(most).map(|one| {
            let places = &turn.board.parts[one.component].places;
            let names: Vec<&str> = one.places.iter().map(|&place| places[place].name.as_str()).collect();
            format!("{} at {}", one.text, names.join(" "))
        });
        (turn.board.parts[0].look, named.collect())
    }

    fn check(game: &str, position: Option<&str>, look: PlayLook, moves: &[&str]) {
        let (found, named) = shown(game, position, moves.len());
        assert_eq!((found, named), (look, moves.iter().map(ToString::to_string).collect()), "{game}");
    }

    #[test]
    fn a_move_is_where_a_person_would_point() {
        check("tic-tac-toe", None, PlayLook::Grid, &["mark((0, 0)) at (0, 0)"]);
        check("domineering", Some("R = 2, C = 2"), PlayLook::Grid, &["vertical((0, 0)) at (0, 0) (1, 0)"]);
        check("clobber", Some("XO"), PlayLook::Grid, &["clobber((0, 0), (0, 1)) at (0, 0) (0, 1)"]);
        // The queen, where it goes, where it shoots; back to where it came from as well.
        let amazons = ["shoot((0, 0), (0, 1), 1, (0, -1), 1) at (0, 0) (0, 1)"];
        check("amazons", Some("W."), PlayLook::Grid, &amazons);
        check("hex", None, PlayLook::Hex, &["put((0, 0)) at (0, 0)"]);
        check("dots-and-boxes", Some("R = 1, C = 1"), PlayLook::Lines, &["rule_off((0, 1)) at (0, 1)"]);
        check("hackenbush", Some("edges = [(0, 1, Blue)]"), PlayLook::Graph, &["cut(0) at 0 (0, 1)"]);
        check("silver-dollar", None, PlayLook::Strip, &["slide(2, 0) at 2 0", "slide(2, 1) at 2 1"]);
        check("can-i-win", None, PlayLook::Strip, &["pick(1) at 1"]);
        check("card-ends", None, PlayLook::Cards, &["front at 0", "back at 3"]);
    }

    #[test]
    fn numbers_are_stacks_or_pins() {
        // Taking 1 of 3 leaves counters 0 and 1: the counter above them is pointed at.
        check("Nim(3)", None, PlayLook::Heaps, &["take(1) at n: 2", "take(2) at n: 1", "take(3) at n: 0"]);
        check(
            "Kayles(3)",
            None,
            PlayLook::Pins,
            &["knock(1, 0) at 0", "knock(1, 1) at 1", "knock(1, 2) at 2", "knock(2, 0) at 0 1"],
        );
        check("wythoff", Some("[1, 2]"), PlayLook::Heaps, &["one(0, 1) at p[0]: 0", "one(1, 1) at p[1]: 1"]);
    }

    /// Of every game of the library: a move names places of its component, and equal positions have equal boards.
    #[test]
    fn places_are_places() {
        for entry in Library::standard().entries() {
            let subject = Library::standard().subject(&entry.stem).expect("a game of the library");
            let question = subject.example(None, Engine::Interpreted).expect("a position");
            let mover = question.mover(None).expect("a mover").side;
            let turn = question.replay(mover, &[]).expect("no moves").turn(&Budget::unlimited()).expect("a turn");
            assert_eq!(turn.board, play_board(&question.position), "{}", entry.stem);
            for one in &turn.moves {
                let places = turn.board.parts[one.component].places.len();
                assert!(one.places.iter().all(|&place| place < places), "{}: {}", entry.stem, one.text);
            }
            for part in &turn.board.parts {
                let inside = |[x, y]: [f32; 2]| (0.0..=part.width).contains(&x) && (0.0..=part.height).contains(&y);
                assert!(part.places.iter().all(|place| inside(place.at)), "{}", entry.stem);
            }
        }
    }
}
