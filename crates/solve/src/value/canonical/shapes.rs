//! Games in which a move takes some cells off a grid and asks for nothing but that certain cells, at fixed steps from one another, are
//! still there: recognised in the moves of one board, written out.
//!
//! A shape is accepted if it is a move wherever the cells that it needs are on the board, taking what it takes as far as that is on the
//! board, and if every move is such a shape. Then all that the rules see of a position is which cells lie at which steps from
//! one another: boards with the same shapes are one game, wherever the position lies.

use crate::grundy::taking::removal;
use grundy_explicit::Explicit;
use grundy_run::{Game, Packed, Shape as FieldShape, Universe};
use std::collections::{BTreeMap, BTreeSet};

/// A row and a column, or a step from one cell to another.
pub type Cell = (i64, i64);

/// Which cells must be there, and which go, as steps from the first needed one; both in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// Cells that must be there.
    pub needed: Vec<Cell>,
    /// Cells that go, whether they were there or not.
    pub taken: Vec<Cell>,
}

/// The shapes of the moves of Left and of Right.
pub type Shapes = [Vec<Shape>; 2];

/// The shapes of a game on one board, if it is of this kind.
pub fn shapes(game: &Game) -> Option<Shapes> {
    let [FieldShape::Set(universe)] = &game.shapes[..] else { return None };
    let Universe::Grid { rows, columns } = **universe else { return None };
    let explicit = Explicit::shared(game).ok()?;
    let place = &game.layout.places[0];
    let size = (i64::from(rows), i64::from(columns));
    let cells = |mask: &Packed| -> Vec<Cell> {
        let there = |index: &usize| {
            let bit = place.bit(*index, 0);
            mask[bit / 64] >> (bit % 64) & 1 == 1
        };
        (0..place.count).filter(there).map(|index| (index as i64 / size.1, index as i64 % size.1)).collect()
    };
    let [left, right] = explicit.moves.each_ref().map(|moves| {
        let removals = moves.iter().map(|one| removal(one).map(|(needed, taken)| (cells(&needed), cells(&taken))));
        all_shapes(removals.collect::<Option<Vec<_>>>()?, size)
    });
    Some([left?, right?])
}

/// The shapes of some moves, each what it needs and what it takes, on a board of so many rows and columns.
fn all_shapes(moves: Vec<(Vec<Cell>, Vec<Cell>)>, (rows, columns): Cell) -> Option<Vec<Shape>> {
    // By the cells needed: what is taken, by the place of the first of them.
    let mut seen: BTreeMap<Vec<Cell>, BTreeMap<Cell, BTreeSet<Vec<Cell>>>> = BTreeMap::new();
    for (needed, taken) in moves {
        let &first = needed.first()?;
        let steps = |cells: Vec<Cell>| cells.into_iter().map(|(r, c)| (r - first.0, c - first.1)).collect::<Vec<_>>();
        seen.entry(steps(needed)).or_default().entry(first).or_default().insert(steps(taken));
    }
    let on_board =
        |at: Cell, step: &Cell| (0..rows).contains(&(at.0 + step.0)) && (0..columns).contains(&(at.1 + step.1));
    let mut shapes = Vec::new();
    for (needed, places) in seen {
        let everywhere = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let fitting = everywhere.filter(|at| needed.iter().all(|step| on_board(*at, step)));
        if fitting.count() != places.len() {
            return None;
        }
        let clipped = |at: Cell, taken: &Vec<Cell>| -> Vec<Cell> {
            taken.iter().copied().filter(|step| on_board(at, step)).collect()
        };
        // At the edge less is seen of what is taken: on narrow boards all of it only together.
        let mut taken: BTreeSet<Vec<Cell>> = places.values().flatten().cloned().collect();
        let together: BTreeSet<Cell> = taken.iter().flatten().copied().collect();
        taken.insert(together.into_iter().collect());
        taken.retain(|taken| places.iter().all(|(at, seen)| seen.contains(&clipped(*at, taken))));
        let all_seen = places
            .iter()
            .all(|(at, seen)| seen.iter().all(|one| taken.iter().any(|taken| clipped(*at, taken) == *one)));
        if !all_seen {
            return None;
        }
        shapes.extend(taken.into_iter().map(|taken| Shape { needed: needed.clone(), taken }));
    }
    Some(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(board: &str, moves: &str) -> Option<Shapes> {
        let text = format!("game A\n  param R = 3, C = 3\n  state free: set of {board} = all\n  {moves}\n");
        shapes(&grundy_kit::game(&text))
    }

    fn of(moves: &str) -> Option<Shapes> {
        on("grid(R, C)", moves)
    }

    #[test]
    fn shapes_are_seen() {
        let upright = of("left move lay(c in free, t = c + (1, 0)) if t in free: free -= {c, t}").unwrap();
        let cells = vec![(0, 0), (1, 0)];
        assert_eq!(upright, [vec![Shape { needed: cells.clone(), taken: cells }], vec![]]);
        let cram = of("move lay(c in free, d in orth) if c + d in free: free -= {c, c + d}").unwrap();
        assert_eq!(cram.each_ref().map(Vec::len), [2, 2], "two directions, each from either end: {cram:?}");
        assert_eq!(of("move take(c in free): free -= {c}").unwrap()[0].len(), 1);
        let beside = of("move take(c in free): free -= {c} + {d in orth: c + d}").unwrap();
        assert_eq!(beside[0][0].taken, [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)], "at the edge there is less");
        let all = of("move take(c in free): free = {}").unwrap();
        assert_eq!(all[0][0].taken.len(), 25, "all that can be on this board");
        let both = "move take(c in free): free -= {c, c + (0, 1)}\n  move one(c in free): free -= {c}";
        assert_eq!(of(both).unwrap()[0].len(), 2, "at the right edge the two are one");
    }

    /// However it is spelt.
    #[test]
    fn the_same_in_other_words() {
        let plain = of("move lay(c in free, t = c + (0, 1)) if t in free: free -= {c, t}");
        assert!(plain.is_some());
        for other in [
            "move lay(r in 0..R-1, k in 0..C-2) if (r, k) in free and (r, k + 1) in free: free -= {(r, k), (r, k + 1)}",
            "move lay(c in free, t in free) if t.row == c.row and t.col == c.col + 1: free -= {c, t}",
            "move lay(c in free) if not (c + (0, 1) not in free): free = {d in free if d != c and d != c + (0, 1)}",
        ] {
            assert_eq!(of(other), plain, "{other}");
        }
    }

    #[test]
    fn other_rules_are_not() {
        for moves in [
            "move take(c in free) if c.row == 0: free -= {c}",
            "move take(c in free) if c != (0, 0): free -= {c}",
            "move take(c in free) if (0, 0) in free: free -= {c}",
            "move take(c in free) if c + (1, 0) not in free: free -= {c}",
            "move take(c in free) if c + (0, 1) in grid(R, C): free += {c + (0, 1)}",
        ] {
            assert_eq!(of(moves), None, "{moves}");
        }
        assert_eq!(on("{c in grid(R, C) if c != (1, 1)}", "move take(c in free): free -= {c}"), None);
    }
}
