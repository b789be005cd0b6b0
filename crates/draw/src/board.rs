//! A position as a board: grids and strips, heaps as stacks, digraphs, polygons, and places anywhere.
//!
//! Invariant: rows of a grid may differ in length (missing cells are not drawn); arcs and chords name cells of
//! their board; dominoes lie on cells of their grid. A mark is the value a cell or a move leads to.

use crate::lang::Lang;
use crate::scene::{Dash, Point};
use crate::style::Shade;
use grundy_answer::Standing;

/// A position to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// What the picture is of; empty for none.
    pub title: String,
    /// Who is to move, where the title should say it.
    pub turn: Option<String>,
    /// How many moves there are of which the board shows some only.
    pub moves: Option<MovesShown>,
    /// How sure its marks are.
    pub standing: Option<Standing>,
    /// What the texts of its marks are.
    pub says: Says,
    /// What it looks like.
    pub form: BoardLook,
}

/// How many moves a board shows of how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesShown {
    /// Those on the board.
    pub shown: usize,
    /// All.
    pub all: usize,
}

/// What the texts of marks are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Says {
    /// It is not told.
    #[default]
    Nothing,
    /// Grundy values of what moves lead to.
    Grundy,
    /// Points of the mover less the other's.
    Margin,
    /// Canonical values of what moves lead to.
    Value,
    /// `W`, `D` and `L`: whether the mover wins, draws or loses.
    Outcome,
    /// The numbers in the cells are those of the pairs they belong to.
    Pairs,
}

/// What a board looks like.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardLook {
    /// Squares in rows; a strip is a grid of one row.
    Grid(Grid),
    /// Stacks of counters.
    Heaps(Vec<Heap>),
    /// Places joined by arrows.
    Digraph(Links),
    /// Corners of a regular polygon joined by lines.
    Polygon(Links),
    /// Places anywhere.
    Placed(Placed),
}

impl Default for BoardLook {
    fn default() -> BoardLook {
        BoardLook::Grid(Grid::default())
    }
}

/// The value a cell or a move leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// The value as text; empty for none.
    pub text: String,
    /// What it is coloured by. An outcome is that of the player who makes the move: `Win` where the move wins.
    pub shade: Shade,
    /// The move, for readers who point at it; empty for none.
    pub title: String,
}

/// What a cell is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Plain.
    #[default]
    Plain,
    /// Darker, as on a chequered board.
    Dark,
    /// No cell: blocked, eaten or outside.
    Hole,
}

/// A place of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands there, as text; empty for nothing.
    pub piece: String,
    /// What it is made of.
    pub background: Background,
    /// The value of moving there.
    pub mark: Option<Mark>,
}

impl Cell {
    /// A plain cell with a piece on it.
    pub fn of(piece: impl Into<String>) -> Cell {
        Cell { piece: piece.into(), ..Cell::default() }
    }
}

/// Squares in rows, the first row on top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The cells.
    pub rows: Vec<Vec<Cell>>,
    /// Names of the columns, from the left; may be empty.
    pub column_names: Vec<String>,
    /// Names of the rows, from the top; may be empty.
    pub row_names: Vec<String>,
    /// Moves that fill two neighbouring cells: row and column of each, and what the move leads to.
    pub dominoes: Vec<([(usize, usize); 2], Mark)>,
}

impl Grid {
    /// The cells of a picture with one character a cell, rows parted by newlines or `|`; `.` is empty.
    pub fn of_picture(picture: &str) -> Grid {
        let cell = |c: char| if c == '.' || c == ' ' { Cell::default() } else { Cell::of(c) };
        let rows = picture.split(['\n', '|']).map(|row| row.chars().map(cell).collect());
        Grid { rows: rows.collect(), ..Grid::default() }
    }
}

/// A stack of counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// How many counters it has.
    pub size: u64,
    /// Its name; empty for none.
    pub name: String,
    /// For moves that leave so many counters: the value they lead to. Drawn on the lowest counter taken.
    pub marks: Vec<(u64, Mark)>,
}

/// Places and what joins them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// The places.
    pub cells: Vec<Cell>,
    /// What joins them.
    pub links: Vec<Link>,
}

/// A line or arrow between two places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Dashed lines are moves not made yet.
    pub dash: Dash,
    /// The value of moving along it.
    pub mark: Option<Mark>,
}

/// Places where they lie, in cells, downwards and to the right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Width and height.
    pub size: Point,
    /// The places.
    pub spots: Vec<Spot>,
    /// Lines between places that no move names: from, to, and whether it is an arrow.
    pub lines: Vec<(Point, Point, bool)>,
    /// Dots that no move names.
    pub dots: Vec<Point>,
    /// Where the ground is that everything stands on.
    pub ground: Option<f64>,
}

/// A place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// Its name.
    pub name: String,
    /// What it is.
    pub form: SpotForm,
    /// Its middle, or where it begins.
    pub at: Point,
    /// Where it ends, if it is a line.
    pub to: Option<Point>,
    /// What stands there, or what it is called by; empty for nothing.
    pub piece: String,
    /// The first-named player's, or the other's.
    pub owner: Option<Owner>,
    /// Whether it is no longer there.
    pub gone: bool,
    /// Whether what stands there is a token, drawn in a ring where it has no owner.
    pub token: bool,
    /// The value of moving there.
    pub mark: Option<Mark>,
}

/// Whose a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The first-named player's.
    Left,
    /// The other's.
    Right,
}

/// What a place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpotForm {
    /// A square; `_` and `I` among its signs are walls below it and on its right.
    #[default]
    Cell,
    /// A hexagon.
    Hexagon,
    /// A vertex.
    Disc,
    /// An edge that can be taken away.
    Edge,
    /// A line that is drawn once it is gone.
    Line,
    /// A domino on its end, or a card.
    Card,
}

impl Board {
    /// The line above the picture: the title, who is to move, and how many moves are not shown.
    pub fn heading(&self, lang: Lang) -> String {
        let line = lang.titled(&self.title, self.turn.as_deref());
        match self.moves {
            Some(moves) => format!("{line}: {}", lang.moves_shown(moves.shown as u64, moves.all as u64)),
            None => line,
        }
    }

    /// The marks of the board, in order.
    pub fn marks(&self) -> Vec<&Mark> {
        match &self.form {
            BoardLook::Grid(grid) => {
                let cells = grid.rows.iter().flatten().filter_map(|cell| cell.mark.as_ref());
                cells.chain(grid.dominoes.iter().map(|(_, mark)| mark)).collect()
            }
            BoardLook::Placed(placed) => placed.spots.iter().filter_map(|spot| spot.mark.as_ref()).collect(),
            BoardLook::Heaps(heaps) => heaps.iter().flat_map(|heap| heap.marks.iter().map(|(_, mark)| mark)).collect(),
            BoardLook::Digraph(links) | BoardLook::Polygon(links) => {
                let cells = links.cells.iter().filter_map(|cell| cell.mark.as_ref());
                cells.chain(links.links.iter().filter_map(|link| link.mark.as_ref())).collect()
            }
        }
    }

    /// The largest number among the marks.
    pub fn most(&self) -> u64 {
        self.marks().iter().filter_map(|mark| mark.shade.number()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_read_by_rows() {
        let grid = Grid::of_picture("XX.|OO.|...");
        assert_eq!(grid.rows.len(), 3);
        assert_eq!(grid.rows[1][1].piece, "O");
        assert_eq!(grid.rows[2][0], Cell::default());
    }
}
