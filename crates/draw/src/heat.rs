//! Outcomes or values over two parameters.
//!
//! Invariant: `cells.len()` is `width * height`; the cell of column `c` and row `r` (from the bottom) is
//! `cells[r * width + c]`, for the parameters `x.start + c` and `y.start + r`.

use crate::style::Shade;
use grundy_answer::Standing;

/// A parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// Its first value.
    pub start: i64,
}

/// A map over two parameters; both grow away from the left lower corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// What the picture is of; empty for none.
    pub title: String,
    /// How sure its values are.
    pub standing: Option<Standing>,
    /// The parameter to the right.
    pub x: Axis,
    /// The parameter upwards.
    pub y: Axis,
    /// How many values of `x` there are.
    pub width: usize,
    /// How many values of `y` there are.
    pub height: usize,
    /// The values.
    pub cells: Vec<Shade>,
}

impl HeatMap {
    /// The map whose cells a function gives.
    pub fn of(x: (Axis, usize), y: (Axis, usize), mut value: impl FnMut(i64, i64) -> Shade) -> HeatMap {
        let mut cells = Vec::with_capacity(x.1 * y.1);
        for row in 0..y.1 as i64 {
            for column in 0..x.1 as i64 {
                cells.push(value(x.0.start.saturating_add(column), y.0.start.saturating_add(row)));
            }
        }
        HeatMap { width: x.1, height: y.1, x: x.0, y: y.0, cells, ..HeatMap::default() }
    }

    /// The largest number on it.
    pub fn most(&self) -> u64 {
        self.cells.iter().filter_map(|shade| shade.number()).max().unwrap_or(0)
    }
}
