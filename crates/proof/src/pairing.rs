//! Pairing strategies: a board is paired with its image under a reflection, and every move is answered by its image.
//!
//! Why it is sound. Moves take from one set: a move at base cell c is legal if certain cells c + r are there, and takes
//! the cells c + e away (`footprint`). Let s be a reflection that maps the position onto itself and every kind of move onto
//! a kind that the other player has. If no move takes a cell that its own image needs, then in a symmetric position the
//! image of any move is legal after it, and after both the position is symmetric again. So who answers never runs out
//! of moves, and who cannot move loses. (*Winning Ways*, ch. 1: Tweedledum and Tweedledee.) What collides, s(c + r) = c + e,
//! is one equation for every pair (r, e), so the size of the board does not matter: only its parity does.
//! A first move that is its own image may take the cells of the moves that collide away.

mod footprint;
mod sizes;
mod text;

pub use footprint::{Extent, Footprints, Shape, footprints};
pub use sizes::Sizes;
pub use text::{PAIRING_FIRST_LINE, PairingCertificate};

use grundy_answer::{Message, message};
use grundy_rule::{Convention, Rules};
use grundy_run::Value;
use std::collections::BTreeSet;
use std::fmt;

/// A cell or a step: row and column; rows are 0 on a strip.
pub type Cell = [i64; 2];

/// A reflection of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reflection {
    /// Half a turn about the middle; on a strip, its reversal.
    Turn,
    /// Left and right change places.
    Mirror,
    /// Top and bottom change places.
    Flip,
}

impl Reflection {
    /// All of them, the one that pairs most first.
    pub const ALL: [Reflection; 3] = [Reflection::Turn, Reflection::Mirror, Reflection::Flip];

    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            Reflection::Turn => "turn",
            Reflection::Mirror => "mirror",
            Reflection::Flip => "flip",
        }
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Reflection::Turn => message!("half a turn about the middle"),
            Reflection::Mirror => message!("the mirror that exchanges left and right"),
            Reflection::Flip => message!("the mirror that exchanges top and bottom"),
        }
    }

    fn reflects(self) -> [bool; 2] {
        match self {
            Reflection::Turn => [true, true],
            Reflection::Mirror => [false, true],
            Reflection::Flip => [true, false],
        }
    }

    /// A step as its image.
    fn step(self, step: Cell) -> Cell {
        let [rows, columns] = self.reflects();
        [if rows { -step[0] } else { step[0] }, if columns { -step[1] } else { step[1] }]
    }

    /// A cell as its image.
    pub fn image(self, cell: Cell, extent: &Extent) -> Cell {
        let [rows, columns] = self.reflects();
        let last = [extent.rows - 1, extent.columns - 1];
        [if rows { last[0] - cell[0] } else { cell[0] }, if columns { last[1] - cell[1] } else { cell[1] }]
    }
}

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

/// Which cells are there at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// All.
    Full,
    /// These.
    Cells(BTreeSet<Cell>),
}

/// A move: a shape of the rules, by number, at a base cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which shape.
    pub shape: usize,
    /// Where.
    pub base: Cell,
}

/// What is claimed: who answers wins by taking images; with a first move, who makes it answers from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// By which reflection.
    pub by: Reflection,
    /// The first move, which is its own image.
    pub first: Option<Placed>,
}

/// A board of a game of one set, ready to be looked at.
pub struct Board {
    /// Its size.
    pub extent: Extent,
    /// What moves need and take.
    pub shapes: Vec<Shape>,
    /// What is there.
    pub start: Start,
    /// From this length on the sides of whole boards matter by their parity alone (`sizes`); nothing where moves may depend on
    /// the size, or reach far.
    pub edge: Option<i64>,
}

impl Board {
    /// The board of rules whose parameters have these values; else why pairing does not apply.
    pub fn new(rules: &Rules, params: &[Value], start: Start) -> Result<Board, String> {
        if Convention::of(rules) != Convention::Normal {
            return Err("pairing is for games that who cannot move loses".to_string());
        }
        let Footprints { extent, shapes } = footprints(rules, params)?;
        let edge = sizes::edge_at(rules, &shapes);
        Ok(Board { extent, shapes, start, edge })
    }

    /// The whole board of this size, with the same moves.
    pub fn whole(&self, rows: i64, columns: i64) -> Board {
        let extent = Extent { rows, columns, ..self.extent };
        Board { extent, shapes: self.shapes.clone(), start: Start::Full, edge: self.edge }
    }

    fn holds(&self, cell: Cell, without: &BTreeSet<Cell>) -> bool {
        let there = match &self.start {
            Start::Full => self.extent.has(cell),
            Start::Cells(cells) => cells.contains(&cell),
        };
        there && !without.contains(&cell)
    }

    /// Whether a move can be made where these cells are gone.
    pub fn is_legal(&self, placed: Placed, without: &BTreeSet<Cell>) -> bool {
        self.shapes[placed.shape].needs.iter().all(|step| self.holds(plus(placed.base, *step), without))
    }

    /// The cells of the board that a move takes.
    pub fn taken(&self, placed: Placed) -> BTreeSet<Cell> {
        let cells = self.shapes[placed.shape].takes.iter().map(|step| plus(placed.base, *step));
        cells.filter(|cell| self.extent.has(*cell)).collect()
    }
}

/// Whether a pairing wins; else the first thing that is wrong with it.
pub fn check_pairing(board: &Board, pairing: &Pairing) -> Result<(), String> {
    let by = pairing.by;
    if let Start::Cells(cells) = &board.start
        && let Some(odd) = cells.iter().find(|cell| !cells.contains(&by.image(**cell, &board.extent)))
    {
        return Err(format!("the position is not symmetric at {}", board.extent.text(*odd)));
    }
    for shape in &board.shapes {
        if shape.needs.is_disjoint(&shape.takes) {
            return Err(format!("a move {} need not take anything", shape.name));
        }
        if !board.shapes.iter().any(|other| shape.answers(other) && is_image(shape, other, by)) {
            return Err(format!("the image of a move {} is no move of the other player", shape.name));
        }
    }
    let mut gone = BTreeSet::new();
    if let Some(first) = pairing.first {
        if first.shape >= board.shapes.len() || !board.is_legal(first, &gone) {
            return Err("the first move is not legal".to_string());
        }
        gone = board.taken(first);
        if let Some(odd) = gone.iter().find(|cell| !gone.contains(&by.image(**cell, &board.extent))) {
            return Err(format!("the first move is not its own image at {}", board.extent.text(*odd)));
        }
    }
    for (number, shape) in board.shapes.iter().enumerate() {
        for need in &shape.needs {
            for take in &shape.takes {
                match collision(*need, *take, by, &board.extent) {
                    Collision::None => {}
                    Collision::At(base) => {
                        let placed = Placed { shape: number, base };
                        if board.is_legal(placed, &gone) {
                            let at = board.extent.text(base);
                            return Err(format!("a move {} at {at} takes what its image needs", shape.name));
                        }
                    }
                    Collision::Line(axis, value) => line(board, number, axis, value, &gone)?,
                }
            }
        }
    }
    Ok(())
}

/// Where a move takes a cell that its own image needs.
enum Collision {
    None,
    At(Cell),
    /// Wherever the row (0) or the column (1) is this.
    Line(usize, i64),
}

/// Solves s(c + need) = c + take for c.
fn collision(need: Cell, take: Cell, by: Reflection, extent: &Extent) -> Collision {
    let last = [extent.rows - 1, extent.columns - 1];
    let mut base = [None; 2];
    for axis in 0..2 {
        if by.reflects()[axis] {
            let twice = last[axis] - need[axis] - take[axis];
            if twice % 2 != 0 {
                return Collision::None;
            }
            base[axis] = Some(twice / 2);
        } else if need[axis] != take[axis] {
            return Collision::None;
        }
    }
    match base {
        [Some(row), Some(column)] => Collision::At([row, column]),
        [Some(row), None] => Collision::Line(0, row),
        [_, Some(column)] => Collision::Line(1, column),
        [None, None] => Collision::Line(0, 0),
    }
}

/// Looks at every base cell of a row or column.
fn line(board: &Board, shape: usize, axis: usize, value: i64, gone: &BTreeSet<Cell>) -> Result<(), String> {
    let length = if axis == 0 { board.extent.columns } else { board.extent.rows };
    for along in 0..length {
        let base = if axis == 0 { [value, along] } else { [along, value] };
        if board.is_legal(Placed { shape, base }, gone) {
            let name = &board.shapes[shape].name;
            return Err(format!("a move {name} at {} takes what its image needs", board.extent.text(base)));
        }
    }
    Ok(())
}

/// Whether one shape is another's image: the same needs and takes, reflected and moved.
fn is_image(shape: &Shape, other: &Shape, by: Reflection) -> bool {
    let reflect = |steps: &BTreeSet<Cell>| -> BTreeSet<Cell> { steps.iter().map(|step| by.step(*step)).collect() };
    let (needs, takes) = (reflect(&shape.needs), reflect(&shape.takes));
    let (Some(a), Some(b)) = (needs.first(), other.needs.first()) else { return false };
    let shift = [b[0] - a[0], b[1] - a[1]];
    let moved = |steps: &BTreeSet<Cell>| -> BTreeSet<Cell> { steps.iter().map(|step| plus(*step, shift)).collect() };
    moved(&needs) == other.needs && moved(&takes) == other.takes
}

fn plus(cell: Cell, step: Cell) -> Cell {
    [cell[0].saturating_add(step[0]), cell[1].saturating_add(step[1])]
}
