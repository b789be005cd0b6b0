//! Tables as scenes.
//!
//! Invariant: every column is as wide as its widest text.

use super::{Surround, framed};
use crate::matrix::MatrixTable;
use crate::scene::{Group, Item, Pen, Role, Scene, Text};
use crate::style::{Shade, Style};
use crate::text::{self, Weight};

const SIZE: f64 = 12.0;

/// The table with its headings.
pub fn scene(table: &MatrixTable, style: &Style) -> Scene {
    let theme = style.theme;
    let most = table.most();
    let width = |text: &str| text::width(text, SIZE, Weight::Bold) + 10.0;
    let entries = table.cells.iter().flatten().map(|entry| entry.text.as_str());
    let side = entries.chain(table.columns.iter().map(String::as_str)).map(width).fold(26.0, f64::max).ceil();
    let left = table.rows.iter().chain([&table.corner]).map(|text| width(text)).fold(26.0, f64::max).ceil();
    let high = 24.0;
    let centre = |column: usize, row: usize| (left + (column as f64 + 0.5) * side, (row as f64 + 1.5) * high);
    let heading = |at, text: &String| Item::from(Text::centred(at, SIZE, theme.ink(), text).bold());
    let mut items = vec![heading((left / 2.0, high / 2.0), &table.corner)];
    for (column, text) in table.columns.iter().enumerate() {
        items.push(heading((centre(column, 0).0, high / 2.0), text));
    }
    for (row, text) in table.rows.iter().enumerate() {
        items.push(heading((left / 2.0, centre(0, row).1), text));
    }
    for (row, entries) in table.cells.iter().enumerate() {
        for (column, entry) in entries.iter().enumerate() {
            let (x, y) = centre(column, row);
            let fill = if entry.shade == Shade::Blank { theme.background() } else { style.shade(entry.shade, most) };
            let ink = if entry.shade == Shade::Blank { theme.ink() } else { fill.ink() };
            let at = (-side / 2.0, -high / 2.0);
            let pen = Pen::line(theme.background(), 1.0).filled(fill);
            let parts = vec![
                Item::Rect { at, size: (side, high), radius: 0.0, pen },
                Text::centred((0.0, 0.0), SIZE, ink, &entry.text).into(),
            ];
            let name = |names: &[String], index: usize| names.get(index).cloned().unwrap_or_default();
            let (a, b) = (name(&table.rows, row), name(&table.columns, column));
            let title = format!("{a} {} {b} = {}", table.corner, entry.text);
            items.push(Group { at: (x, y), role: Role::Cell, title, items: parts }.into());
        }
    }
    let size = (left + table.columns.len() as f64 * side, (table.rows.len() as f64 + 1.0) * high);
    let description = format!("{} × {}", table.rows.len(), table.columns.len());
    let heading = style.lang.titled(&table.title, table.turn.as_deref());
    let surround = Surround { title: &heading, description, standing: table.standing.as_ref(), ..Surround::default() };
    framed(items, size, style, surround)
}
