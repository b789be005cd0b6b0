//! Tables and plots as text.

use super::answer::{Grid, Plot};
use crate::{Dyadic, Halt, Values};
use std::fmt::Write;

/// Columns and rows of a plot in text.
const PLOT: (usize, usize) = (64, 16);

/// The marks of the series of a plot, over and over.
const MARKS: [char; 6] = ['o', 'x', '+', '*', '#', '@'];

impl Grid {
    /// Heads and cells as texts, the heads first.
    pub fn texts(&self, values: Values<'_>) -> Result<Vec<Vec<String>>, Halt> {
        let mut rows = vec![self.heads.clone()];
        for row in &self.rows {
            rows.push(row.iter().map(|cell| cell.text(values)).collect::<Result<_, Halt>>()?);
        }
        Ok(rows)
    }

    /// Columns as wide as they need.
    pub fn text(&self, values: Values<'_>) -> Result<String, Halt> {
        let rows = self.texts(values)?;
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let lines = rows.iter().map(|row| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
        });
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}

impl Plot {
    /// The points on a grid of characters, the bounds beside it.
    pub fn text(&self) -> String {
        let number = |number: &Dyadic| number.to_string();
        let ends = |of: &dyn Fn(&(usize, Dyadic, Dyadic)) -> Dyadic| {
            let low = self.points.iter().map(of).min().unwrap_or(Dyadic::ZERO);
            let high = self.points.iter().map(of).max().unwrap_or(Dyadic::ZERO);
            (low, high)
        };
        let ((left, right), (low, high)) = (ends(&|point| point.1.clone()), ends(&|point| point.2.clone()));
        // A share of the way, rounded; the picture alone is inexact.
        let place = |at: &Dyadic, (from, to): (&Dyadic, &Dyadic), cells: usize| {
            let (part, whole) = ((at - from).to_f64(), (to - from).to_f64());
            if whole > 0.0 { (part / whole * (cells - 1) as f64).round() as usize } else { 0 }
        };
        let mut cells = vec![vec![' '; PLOT.0]; PLOT.1];
        for (series, x, y) in &self.points {
            let (column, row) = (place(x, (&left, &right), PLOT.0), place(y, (&low, &high), PLOT.1));
            cells[PLOT.1 - 1 - row.min(PLOT.1 - 1)][column.min(PLOT.0 - 1)] = MARKS[series % MARKS.len()];
        }
        let (low, high) = (number(&low), number(&high));
        let margin = low.chars().count().max(high.chars().count());
        let mut text = String::new();
        for (at, row) in cells.iter().enumerate() {
            let bound = match at {
                0 => high.as_str(),
                _ if at + 1 == PLOT.1 => low.as_str(),
                _ => "",
            };
            let row: String = row.iter().collect();
            let _ = writeln!(text, "{}", format!("{bound:>margin$} |{row}").trim_end());
        }
        let _ = writeln!(text, "{:margin$} +{}", "", "-".repeat(PLOT.0));
        let (left, right) = (number(&left), number(&right));
        let between = PLOT.0.saturating_sub(left.chars().count() + right.chars().count()).max(1);
        let _ = writeln!(text, "{:margin$}  {left}{:between$}{right}", "", "");
        let names = self.heads.iter().enumerate().map(|(at, head)| format!("{} {head}", MARKS[at % MARKS.len()]));
        let over = if self.along.is_empty() { String::new() } else { format!(" over {}", self.along) };
        let _ = write!(text, "{:margin$}  {}{over}", "", names.collect::<Vec<_>>().join(", "));
        text
    }
}
