//! Games that take cells off a grid wherever certain others are there (`shapes`), on bit masks.
//!
//! ```text
//!   bit 8 * row + column of a word
//!   #.#      row 0: 00000101
//!   ###      row 1: 00000111     word 0x0705, whatever the size of the board it lies on
//! ```
//!
//! All that such rules see of a position is which cells lie at which steps from one another. So a position may be shifted into the
//! corner, parts with no shape across them are summands, and any turn of the board that carries the shapes of Left onto shapes
//! of Left, or onto those of Right, is an equality, or a negation.

use super::shapes::{Cell, Shape, Shapes};
use grundy_run::{Component, Shape as FieldShape, Side, Stored, Universe};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The side of the largest board.
const SIDE: i64 = 8;

/// Moves of all positions on boards of up to 8 x 8.
pub struct Masks {
    /// For each player, each place of each shape: what must be there, and what goes.
    places: [Vec<(u64, u64)>; 2],
    /// For each cell, the cells of its part if they are there.
    near: [u64; 64],
    /// Turns that change nothing, and turns that exchange the players.
    turns: Vec<(Turn, Sign)>,
}

/// Whether a value is looked up as it is or negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Same,
    Negated,
}

/// A turn of the square: transposed first, then flipped upside down, then mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    transposes: bool,
    flips: bool,
    mirrors: bool,
}

impl Masks {
    /// The masks of these shapes; `None` if one does not fit the board.
    pub fn new(shapes: &Shapes) -> Option<Masks> {
        let mut places = [Vec::new(), Vec::new()];
        let mut near = [0u64; 64];
        for (shapes, places) in shapes.iter().zip(&mut places) {
            for shape in shapes {
                let fits = |cells: &[Cell]| cells.iter().all(|(r, c)| r.abs() < SIDE && c.abs() < SIDE);
                if !fits(&shape.needed) || !fits(&shape.taken) {
                    return None;
                }
                for row in 0..SIDE {
                    for column in 0..SIDE {
                        let Some(needed) = mask(&shape.needed, row, column) else { continue };
                        let on_board = shape.taken.iter().filter_map(|cell| mask(&[*cell], row, column));
                        let taken = on_board.fold(0, |taken, cell| taken | cell);
                        places.push((needed, taken));
                        for cell in bits(needed) {
                            near[cell] |= needed | taken;
                        }
                        for cell in bits(taken) {
                            near[cell] |= needed;
                        }
                    }
                }
            }
        }
        Some(Masks { places, near, turns: turns(shapes) })
    }

    /// Whether a player exchange is among the turns.
    pub fn negates(&self) -> bool {
        self.turns.iter().any(|(_, sign)| *sign == Sign::Negated)
    }

    /// The cells of a position, if its board is small enough.
    pub fn cells(component: &Component) -> Option<u64> {
        let [FieldShape::Set(universe)] = &component.game.shapes[..] else { return None };
        let Universe::Grid { rows, columns } = **universe else { return None };
        if i64::from(rows) > SIDE || i64::from(columns) > SIDE {
            return None;
        }
        let state = component.game.unpack(&component.packed);
        let [Stored::Set(cells)] = &state.fields[..] else { return None };
        let row = |row: i32| (cells[0] >> (row * columns)) & ((1u64 << columns) - 1);
        Some((0..rows).fold(0, |cells, at| cells | row(at) << (8 * at)))
    }

    /// The parts of a position, each as its least image.
    pub fn normal(&self, mut cells: u64, visit: &mut dyn FnMut(u64, Sign)) {
        while cells != 0 {
            let mut part = cells & cells.wrapping_neg();
            let mut fresh = part;
            while fresh != 0 {
                let reached = bits(fresh).fold(0, |all, cell| all | self.near[cell]) & cells;
                fresh = reached & !part;
                part |= reached;
            }
            cells &= !part;
            let images = self.turns.iter().map(|(turn, sign)| (corner(turn.apply(part)), *sign));
            let (least, sign) =
                images.min_by_key(|&(image, sign)| (image, sign == Sign::Negated)).expect("one turn stays");
            visit(least, sign);
        }
    }

    /// The cells left after each move of one player.
    pub fn moves(&self, cells: u64, side: Side) -> SmallVec<[u64; 32]> {
        let places = self.places[side as usize].iter();
        places.filter(|(needed, _)| cells & needed == *needed).map(|(_, taken)| cells & !taken).collect()
    }
}

/// The mask of cells around an anchor, if all are on the board.
fn mask(cells: &[Cell], row: i64, column: i64) -> Option<u64> {
    cells.iter().try_fold(0u64, |mask, (r, c)| {
        let (r, c) = (row + r, column + c);
        let inside = (0..SIDE).contains(&r) && (0..SIDE).contains(&c);
        inside.then(|| mask | 1 << (SIDE * r + c))
    })
}

fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// All turns that carry the shapes onto themselves, the players staying or changing places.
fn turns(shapes: &Shapes) -> Vec<(Turn, Sign)> {
    let all = shapes.each_ref().map(|shapes| shapes.iter().map(settled).collect::<BTreeSet<Shape>>());
    let mut turns = Vec::new();
    for code in 0..8 {
        let turn = Turn { transposes: code & 4 != 0, flips: code & 2 != 0, mirrors: code & 1 != 0 };
        let turned = |cells: &[Cell]| cells.iter().map(|&cell| turn.cell(cell)).collect();
        let image = |shape: &Shape| settled(&Shape { needed: turned(&shape.needed), taken: turned(&shape.taken) });
        let images = shapes.each_ref().map(|shapes| shapes.iter().map(image).collect::<BTreeSet<Shape>>());
        // A game equal to its negative needs no second look.
        if images == all {
            turns.push((turn, Sign::Same));
        } else if images[0] == all[1] && images[1] == all[0] {
            turns.push((turn, Sign::Negated));
        }
    }
    turns
}

/// The same shape with cells in order, counted from the first needed one.
fn settled(shape: &Shape) -> Shape {
    let first = shape.needed.iter().min().copied().unwrap_or((0, 0));
    let settle = |cells: &[Cell]| {
        let mut cells: Vec<Cell> = cells.iter().map(|(r, c)| (r - first.0, c - first.1)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    Shape { needed: settle(&shape.needed), taken: settle(&shape.taken) }
}

impl Turn {
    fn cell(self, (row, column): Cell) -> Cell {
        let (row, column) = if self.transposes { (column, row) } else { (row, column) };
        (if self.flips { -row } else { row }, if self.mirrors { -column } else { column })
    }

    fn apply(self, mut cells: u64) -> u64 {
        if self.transposes {
            cells = transposed(cells);
        }
        if self.flips {
            cells = cells.swap_bytes();
        }
        if self.mirrors {
            cells = cells.reverse_bits().swap_bytes();
        }
        cells
    }
}

/// The cells shifted up and left as far as they go.
fn corner(cells: u64) -> u64 {
    let rows = cells.trailing_zeros() & !7;
    let folded = (0..8).fold(0, |all, row| all | cells >> (8 * row)) & 0xFF;
    cells >> rows >> folded.trailing_zeros()
}

/// Rows and columns exchanged, by three rounds of block swaps (Warren, Hacker's Delight ch. 7).
fn transposed(mut cells: u64) -> u64 {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let moved = (cells ^ (cells >> shift)) & mask;
        cells ^= moved ^ (moved << shift);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domino(cells: [Cell; 2]) -> Shape {
        Shape { needed: cells.to_vec(), taken: cells.to_vec() }
    }

    #[test]
    fn turns_of_words_are_turns_of_cells() {
        let cells = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 4)];
        let word = mask(&cells, 0, 0).unwrap();
        for code in 0..8 {
            let turn = Turn { transposes: code & 4 != 0, flips: code & 2 != 0, mirrors: code & 1 != 0 };
            let turned: Vec<Cell> = cells.iter().map(|&cell| turn.cell(cell)).collect();
            let (row, column) = (turned.iter().map(|c| c.0).min().unwrap(), turned.iter().map(|c| c.1).min().unwrap());
            assert_eq!(corner(turn.apply(word)), mask(&turned, -row, -column).unwrap(), "{turn:?}");
        }
    }

    #[test]
    fn upright_and_flat_dominoes_change_places_by_transposition() {
        let both = [vec![domino([(0, 0), (1, 0)])], vec![domino([(0, 0), (0, 1)])]];
        let signs: Vec<(bool, Sign)> = turns(&both).into_iter().map(|(turn, sign)| (turn.transposes, sign)).collect();
        let four = |transposes, sign| [(transposes, sign); 4];
        assert_eq!(signs, [four(false, Sign::Same), four(true, Sign::Negated)].concat());
        assert_eq!(turns(&[both[0].clone(), vec![]]).len(), 4, "upright dominoes alone have no transposition");
    }

    #[test]
    fn parts_are_what_no_move_joins() {
        let flat = vec![domino([(0, 0), (0, 1)])];
        let masks = Masks::new(&[flat.clone(), flat]).unwrap();
        let mut parts = Vec::new();
        masks.normal(0x0707_0000, &mut |part, _| parts.push(part));
        assert_eq!(parts, [0x07, 0x07], "rows do not touch when only flat dominoes are laid");
    }
}
