//! Boards, tables and heat maps as characters.

use super::clean;
use crate::board::{Background, Board, BoardLook, Cell, Grid, Heap, Link, Links, Mark, Placed, Spot, SpotForm};
use crate::diagram::Outcome;
use crate::heat::HeatMap;
use crate::matrix::MatrixTable;
use crate::style::{Shade, Style};
use crate::text::{columns, padded};

/// The most cells of a row or column that are printed.
const CELLS: usize = 200;
/// Counters printed of a heap.
const COUNTERS: u64 = 40;

/// A position.
pub fn board(board: &Board) -> String {
    match &board.form {
        BoardLook::Grid(grid) => squares(grid),
        BoardLook::Heaps(heaps) => stacks(heaps),
        BoardLook::Digraph(links) => joined(links, "→"),
        BoardLook::Polygon(links) => joined(links, "—"),
        BoardLook::Placed(placed) => in_rows(placed).map_or_else(|| listed(placed), |grid| squares(&grid)),
    }
}

fn cell_text(cell: &Cell) -> String {
    let mark = cell.mark.as_ref().map_or("", |mark| mark.text.as_str());
    match (cell.piece.as_str(), mark) {
        ("", "") if cell.background == Background::Hole => "▒".to_string(),
        (piece, "") => clean(piece),
        ("", mark) => clean(mark),
        (piece, mark) => clean(&format!("{piece}:{mark}")),
    }
}

fn squares(grid: &Grid) -> String {
    let rows: Vec<Vec<String>> =
        grid.rows.iter().take(CELLS).map(|row| row.iter().take(CELLS).map(cell_text).collect()).collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let names = grid.column_names.iter().take(count).map(|name| clean(name)).collect::<Vec<_>>();
    let width = rows.iter().flatten().chain(&names).map(|text| columns(text)).max().unwrap_or(1).max(1);
    let margin = grid.row_names.iter().map(|name| columns(&clean(name)) + 1).max().unwrap_or(0);
    let rule = |left: &str, cross: &str, right: &str| {
        let bars = vec!["─".repeat(width + 2); count];
        format!("{}{left}{}{right}\n", " ".repeat(margin), bars.join(cross))
    };
    let mut out = String::new();
    if !names.is_empty() {
        let cells: Vec<String> = names.iter().map(|name| centred(name, width + 2)).collect();
        out.push_str(&format!("{} {}\n", " ".repeat(margin), cells.join(" ").trim_end()));
    }
    for (index, row) in rows.iter().enumerate() {
        out.push_str(&if index == 0 { rule("┌", "┬", "┐") } else { rule("├", "┼", "┤") });
        let name = grid.row_names.get(index).map_or(String::new(), |name| clean(name));
        out.push_str(&padded(&name, margin));
        for column in 0..count {
            let text = row.get(column).map_or("", String::as_str);
            out.push_str(&format!("│{}", centred(text, width + 2)));
        }
        out.push_str("│\n");
    }
    if !rows.is_empty() {
        out.push_str(&rule("└", "┴", "┘"));
    }
    out.push_str(&left_out(grid.rows.iter().map(Vec::len).sum(), rows.iter().map(Vec::len).sum()));
    for (_, mark) in grid.dominoes.iter().take(CELLS) {
        out.push_str(&format!("{}: {}\n", clean(&mark.title), clean(&mark.text)));
    }
    out
}

/// Squares of one size as a grid, places that are none as holes; `None` for places of other forms or with walls.
fn in_rows(placed: &Placed) -> Option<Grid> {
    let is_square = |spot: &Spot| spot.form == SpotForm::Cell && !spot.piece.contains(['_', 'I']);
    if placed.spots.is_empty() || !placed.spots.iter().all(is_square) {
        return None;
    }
    let hole = Cell { background: Background::Hole, ..Cell::default() };
    let mut rows = vec![vec![hole; placed.size.0.round() as usize]; placed.size.1.round() as usize];
    for spot in &placed.spots {
        let cell = rows.get_mut(spot.at.1 as usize)?.get_mut(spot.at.0 as usize)?;
        let background = if spot.gone { Background::Hole } else { Background::Plain };
        *cell = Cell { piece: spot.piece.clone(), background, mark: spot.mark.clone() };
    }
    Some(Grid { rows, ..Grid::default() })
}

/// Every place with what stands there and what moving there leads to.
fn listed(placed: &Placed) -> String {
    let mut out = String::new();
    for spot in placed.spots.iter().filter(|spot| !spot.gone || spot.form == SpotForm::Line).take(CELLS) {
        let drawn = if spot.gone { " drawn" } else { "" };
        let piece = if spot.piece.is_empty() { String::new() } else { format!(" {}", spot.piece) };
        let mark = spot.mark.as_ref().map_or(String::new(), |mark| format!(": {}", mark_text(mark)));
        out.push_str(&clean(&format!("{}{piece}{drawn}{mark}", spot.name)));
        out.push('\n');
    }
    out
}

fn centred(text: &str, width: usize) -> String {
    let free = width.saturating_sub(columns(text));
    format!("{}{text}{}", " ".repeat(free / 2), " ".repeat(free - free / 2))
}

fn left_out(all: usize, shown: usize) -> String {
    if all > shown { format!("… + {}\n", all - shown) } else { String::new() }
}

fn stacks(heaps: &[Heap]) -> String {
    let name = |index: usize, heap: &Heap| {
        if heap.name.is_empty() { format!("{}", index + 1) } else { clean(&heap.name) }
    };
    let width = heaps.iter().enumerate().map(|(index, heap)| columns(&name(index, heap))).max().unwrap_or(0);
    let mut out = String::new();
    for (index, heap) in heaps.iter().enumerate().take(CELLS) {
        let counters = "●".repeat(heap.size.min(COUNTERS) as usize);
        let rest = if heap.size > COUNTERS { "…" } else { "" };
        out.push_str(&format!("{}  {counters}{rest} {}\n", padded(&name(index, heap), width), heap.size));
        for (left, mark) in heap.marks.iter().take(CELLS) {
            out.push_str(&format!("{}  → {left}: {}\n", " ".repeat(width), mark_text(mark)));
        }
    }
    out.push_str(&left_out(heaps.len(), heaps.len().min(CELLS)));
    out
}

fn mark_text(mark: &Mark) -> String {
    let text = if mark.text.is_empty() { mark.shade.text() } else { mark.text.clone() };
    if mark.title.is_empty() { clean(&text) } else { clean(&format!("{text} ({})", mark.title)) }
}

fn joined(links: &Links, arrow: &str) -> String {
    let name = |index: usize| {
        let text = cell_text(&links.cells[index]);
        if text.is_empty() { format!("{index}") } else { format!("{index}[{text}]") }
    };
    let mut out = String::new();
    for index in 0..links.cells.len().min(CELLS) {
        let line = |link: &Link| {
            let mark = link.mark.as_ref().map_or(String::new(), |mark| format!(" ({})", mark_text(mark)));
            format!("{}{mark}", name(link.to))
        };
        let to: Vec<String> = links.links.iter().filter(|link| link.from == index).map(line).collect();
        let to = if to.is_empty() { String::new() } else { format!(" {arrow} {}", to.join(", ")) };
        out.push_str(&format!("{}{to}\n", name(index)));
    }
    out.push_str(&left_out(links.cells.len(), links.cells.len().min(CELLS)));
    out
}

/// A table with its headings.
pub fn matrix(table: &MatrixTable) -> String {
    let texts = table.cells.iter().flatten().map(|entry| &entry.text).chain(&table.columns);
    let width = texts.map(|text| columns(&clean(text))).max().unwrap_or(1);
    let left = table.rows.iter().chain([&table.corner]).map(|text| columns(&clean(text))).max().unwrap_or(1);
    let right = |text: &str, width: usize| format!("{}{text}", " ".repeat(width.saturating_sub(columns(text))));
    let line = |head: &str, cells: Vec<&String>| {
        let cells: Vec<String> = cells.into_iter().map(|text| right(&clean(text), width)).collect();
        format!("{} │ {}\n", right(&clean(head), left), cells.join(" "))
    };
    let mut out = line(&table.corner, table.columns.iter().collect());
    let rule = ((width + 1) * table.columns.len()).max(1);
    out.push_str(&format!("{}┼{}\n", "─".repeat(left + 1), "─".repeat(rule)));
    for (row, entries) in table.cells.iter().enumerate() {
        let head = table.rows.get(row).map_or("", String::as_str);
        out.push_str(&line(head, entries.iter().map(|entry| &entry.text).collect()));
    }
    out
}

/// A map, one character a cell: outcomes by their letter, numbers as a digit, then letters, then `+`.
pub fn heat(map: &HeatMap, style: &Style) -> String {
    let (width, height) = (map.width.min(CELLS), map.height.min(CELLS));
    let space = if width <= 40 { " " } else { "" };
    let last = i128::from(map.y.start) + height as i128 - 1;
    let margin = map.y.start.to_string().len().max(last.to_string().len()).max(columns(&clean(&map.y.name)));
    let mut out = format!("{}\n", padded(&clean(&map.y.name), margin));
    for row in (0..height).rev() {
        let cells: Vec<String> = (0..width).map(|column| character(map.cells[row * map.width + column])).collect();
        let number = (i128::from(map.y.start) + row as i128).to_string();
        out.push_str(&format!("{number:>margin$} │{space}{}\n", cells.join(space)));
    }
    out.push_str(&format!("{} └{}\n", " ".repeat(margin), "─".repeat(width * (1 + space.len()) + space.len())));
    let end = (i128::from(map.x.start) + width as i128 - 1).to_string();
    let used = (width * (1 + space.len())).saturating_sub(end.len());
    let start = padded(&map.x.start.to_string(), used.max(map.x.start.to_string().len() + 1));
    out.push_str(&format!("{}  {space}{start}{end}  {}\n", " ".repeat(margin), clean(&map.x.name)));
    for outcome in Outcome::ALL {
        if map.cells.contains(&Shade::Outcome(outcome)) {
            out.push_str(&format!("{}: {}\n", outcome.letter(), style.outcome(outcome)));
        }
    }
    out.push_str(&left_out(map.cells.len(), width * height));
    out
}

fn character(shade: Shade) -> String {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    match shade {
        Shade::Blank => "·".to_string(),
        Shade::Number(number) => {
            DIGITS.get(number as usize).map_or("+".to_string(), |&digit| char::from(digit).to_string())
        }
        other => other.text(),
    }
}
