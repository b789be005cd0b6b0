//! Moves on staircases that need one cell each, at most one for each cell: how much lower the number of an option is
//! follows from the lengths of the rows alone.
//!
//! Why that is all. In a game that only takes (`taking`) a move is legal where the cells it needs are there, and takes
//! the same cells from any set. Nothing is legal at the empty set, and at a single cell at most one move, which empties
//! it: that move needs the cell and takes it. At the full set there are as many moves as at all single cells, so there
//! is no other. What the move of e takes is seen at the pairs {e, f}: it leaves f or not, and the move of f never does.
//!
//! ```text
//!   number  = sum over cells of their weights, so an option is lower by the weight of what is taken
//!   taken by (i, j)  = taken by (i + 1, j), and row i from j on        chomp: one look-up for each move
//! ```

use grundy_run::{Faulty, Game, Options, Packed, Side};
use std::sync::Arc;

/// The moves of a game on staircases, most of them after one that takes less.
pub struct Bites {
    steps: Vec<Step>,
    /// By the length of a row: what a step takes there weighs so much.
    weights: Vec<u32>,
    /// What is taken up to each step weighs so much; first of all, nothing.
    taken: Vec<u32>,
}

/// Takes the end of a row, beside what an earlier step takes.
struct Step {
    /// One more than the number of the earlier step.
    after: usize,
    row: usize,
    /// Where its weights begin.
    weights: usize,
    /// The cell of the move that takes this, or a row too long for any.
    needs: (usize, usize),
}

/// A move by its cell, and the lengths of the rows that it leaves of the full board.
struct Bite {
    cell: usize,
    left: Vec<usize>,
}

impl Bites {
    /// The moves of a game that only takes and leaves staircases, if they are such. `weight` is that of a cell.
    pub fn of(game: &Arc<Game>, rows: usize, columns: usize, weight: impl Fn(usize) -> u32) -> Faulty<Option<Bites>> {
        let Some(mut bites) = bites(game, rows, columns)? else { return Ok(None) };
        // From the last cell back: what a move takes is mostly what one before it takes and the end of a row, and the moves
        // of a row are legal up to its length, which the processor foresees.
        bites.reverse();
        let mut all = Bites { steps: Vec::new(), weights: Vec::new(), taken: Vec::new() };
        // The number of its last step, for each move made so far.
        let mut last: Vec<usize> = Vec::new();
        for (number, bite) in bites.iter().enumerate() {
            let mut chosen: (usize, Vec<usize>) = (0, vec![columns; rows]);
            let differ = |left: &[usize]| left.iter().zip(&bite.left).filter(|(a, b)| a != b).count();
            for (earlier, &last) in bites[..number].iter().zip(&last) {
                if earlier.left.iter().zip(&bite.left).all(|(a, b)| a >= b) && differ(&earlier.left) < differ(&chosen.1)
                {
                    chosen = (last + 1, earlier.left.clone());
                }
            }
            let (mut after, before) = chosen;
            let changed: Vec<usize> = (0..rows).filter(|&row| before[row] != bite.left[row]).collect();
            for row in if changed.is_empty() { vec![0] } else { changed } {
                let up_to = |length: usize| (0..length).map(|at| weight(row * columns + at)).fold(0, u32::wrapping_add);
                let weights = all.weights.len();
                let gone =
                    |length: usize| up_to(length.min(before[row])).wrapping_sub(up_to(length.min(bite.left[row])));
                all.weights.extend((0..=columns).map(gone));
                all.steps.push(Step { after, row, weights, needs: (0, usize::MAX) });
                after = all.steps.len();
            }
            let step = all.steps.last_mut().expect("at least one row");
            step.needs = (bite.cell / columns, bite.cell % columns);
            last.push(all.steps.len() - 1);
        }
        all.taken = vec![0; all.steps.len() + 1];
        Ok(Some(all))
    }

    /// Calls `visit` for every move of a staircase: how much lower the number of what it leads to is.
    #[inline]
    pub fn each(&mut self, lengths: &[usize], mut visit: impl FnMut(u32)) {
        for (number, step) in self.steps.iter().enumerate() {
            let taken = self.taken[step.after].wrapping_add(self.weights[step.weights + lengths[step.row]]);
            self.taken[number + 1] = taken;
            if lengths[step.needs.0] > step.needs.1 {
                visit(taken);
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.steps.len() * size_of::<Step>() + (self.weights.len() + self.taken.len()) * 4
    }
}

/// The moves, if each needs one cell and no cell is needed by two.
fn bites(game: &Arc<Game>, rows: usize, columns: usize) -> Faulty<Option<Vec<Bite>>> {
    let cells = rows * columns;
    let mut options = Options::default();
    let set = |cells: &[usize]| -> Packed {
        let mut words: Packed = smallvec::smallvec![0; game.layout.words()];
        cells.iter().for_each(|cell| words[cell / 64] |= 1 << (cell % 64));
        words
    };
    let mut needed = Vec::new();
    for cell in 0..cells {
        game.options(&set(&[cell]), Side::Left, &mut options)?;
        if options.len() > 1 || options.keys().any(|left| left != &set(&[])[..]) {
            return Ok(None);
        }
        needed.extend((options.len() == 1).then_some(cell));
    }
    game.options(&set(&[]), Side::Left, &mut options)?;
    let none = options.is_empty();
    game.options(&set(&(0..cells).collect::<Vec<_>>()), Side::Left, &mut options)?;
    if !none || options.len() != needed.len() {
        return Ok(None);
    }
    let mut bites = Vec::new();
    for &cell in &needed {
        let mut left = vec![0; rows];
        for other in (0..cells).filter(|&other| other != cell) {
            game.options(&set(&[cell, other]), Side::Left, &mut options)?;
            left[other / columns] += usize::from(options.keys().any(|left| left == &set(&[other])[..]));
        }
        bites.push(Bite { cell, left });
    }
    Ok(Some(bites))
}
