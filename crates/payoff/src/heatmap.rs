//! A zero-sum game as a picture: cells coloured by payoff (blue below the value, red above), the two mixes as bars at
//! the margins. Plain SVG text; large games lose their numbers, never their cells.

use crate::matrix::{Matrix, Side};
use crate::number::{self, Rational};
use crate::table::{Game, Table};
use crate::zerosum::certificate::Certificate;
use std::fmt::Write;

/// The picture of a solved zero-sum game, or `None` for a bimatrix game.
pub fn svg(table: &Table, solution: &Certificate) -> Option<String> {
    let Game::ZeroSum(matrix) = &table.game else { return None };
    let frame = Frame::new(table, matrix);
    let mut out = String::new();
    let (width, height) =
        (frame.left + frame.width() + frame.bar + 12.0, frame.top + frame.height() + frame.bar + 12.0);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"12\">"
    );
    let title = table.title.as_deref().unwrap_or("Zero-sum game");
    let heading = escape(&format!("{title}: value {}", number::brief(&solution.value, 24)));
    let _ = writeln!(out, "<title>{heading}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    let _ = writeln!(out, "<text x=\"8\" y=\"18\" font-weight=\"bold\">{heading}</text>");
    cells(&mut out, &frame, matrix, &number::approximate(&solution.value));
    names(&mut out, &frame, table);
    bars(&mut out, &frame, Side::Row, &solution.row);
    bars(&mut out, &frame, Side::Column, &solution.column);
    out.push_str("</svg>\n");
    Some(out)
}

struct Frame {
    cell: f64,
    left: f64,
    top: f64,
    bar: f64,
    rows: usize,
    columns: usize,
}

impl Frame {
    fn new(table: &Table, matrix: &Matrix) -> Frame {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let cell = (900.0 / rows.max(columns) as f64).clamp(3.0, 56.0);
        let longest = (0..rows).map(|row| table.name(Side::Row, row).chars().count()).max().unwrap_or(0);
        let left = if cell < 14.0 { 12.0 } else { 20.0 + 7.0 * longest.min(24) as f64 };
        Frame { cell, left, top: 52.0, bar: 96.0, rows, columns }
    }

    fn width(&self) -> f64 {
        self.cell * self.columns as f64
    }

    fn height(&self) -> f64 {
        self.cell * self.rows as f64
    }

    fn is_legible(&self) -> bool {
        self.cell >= 14.0
    }
}

fn cells(out: &mut String, frame: &Frame, matrix: &Matrix, value: &f64) {
    let payoffs: Vec<f64> = matrix.cells().iter().map(number::approximate).collect();
    let reach = payoffs.iter().map(|payoff| (payoff - value).abs()).fold(0.0, f64::max);
    for (place, payoff) in payoffs.iter().enumerate() {
        let (row, column) = (place / frame.columns, place % frame.columns);
        let (x, y) = (frame.left + frame.cell * column as f64, frame.top + frame.cell * row as f64);
        let share = if reach > 0.0 { (payoff - value) / reach } else { 0.0 };
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{0:.1}\" height=\"{0:.1}\" fill=\"{1}\"/>",
            frame.cell,
            colour(share)
        );
        if frame.cell >= 30.0 {
            let ink = if share.abs() > 0.6 { "white" } else { "black" };
            let text = number::brief(matrix.at(row, column), 7);
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{text}</text>",
                x + frame.cell / 2.0,
                y + frame.cell / 2.0 + 4.0
            );
        }
    }
}

fn names(out: &mut String, frame: &Frame, table: &Table) {
    if !frame.is_legible() {
        return;
    }
    for row in 0..frame.rows {
        let y = frame.top + frame.cell * (row as f64 + 0.5) + 4.0;
        let text = shortened(&table.name(Side::Row, row), 24);
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{text}</text>", frame.left - 6.0);
    }
    for column in 0..frame.columns {
        let x = frame.left + frame.cell * (column as f64 + 0.5);
        let text = shortened(&table.name(Side::Column, column), (frame.cell / 7.0) as usize);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>", frame.top - 6.0);
    }
}

/// The bars of one mix: the longest fills the margin, its length is the probability.
fn bars(out: &mut String, frame: &Frame, side: Side, mix: &[Rational]) {
    let longest = mix.iter().map(number::approximate).fold(f64::MIN_POSITIVE, f64::max);
    let text_room = if frame.is_legible() { 40.0 } else { 0.0 };
    for (choice, weight) in mix.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
        let length = number::approximate(weight) / longest * (frame.bar - text_room);
        let along = frame.cell * choice as f64 + frame.cell * 0.1;
        let thick = frame.cell * 0.8;
        let label = number::brief(weight, 6);
        let (x, y, width, height, text_x, text_y, anchor) = match side {
            Side::Row => {
                let (x, y) = (frame.left + frame.width() + 6.0, frame.top + along);
                (x, y, length, thick, x + length + 3.0, y + thick / 2.0 + 4.0, "start")
            }
            Side::Column => {
                let (x, y) = (frame.left + along, frame.top + frame.height() + 6.0);
                (x, y, thick, length, x + thick / 2.0, y + length + 13.0, "middle")
            }
        };
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#444\"/>"
        );
        if frame.is_legible() {
            let _ = writeln!(
                out,
                "<text x=\"{text_x:.1}\" y=\"{text_y:.1}\" text-anchor=\"{anchor}\" font-size=\"10\">{label}</text>"
            );
        }
    }
}

/// From blue (-1) over white (0) to red (1).
fn colour(share: f64) -> String {
    let toward = |from: f64, to: f64| (from + (to - from) * share.abs()) as u8;
    let (red, green, blue) = if share < 0.0 { (33.0, 102.0, 172.0) } else { (178.0, 24.0, 43.0) };
    format!("#{:02x}{:02x}{:02x}", toward(255.0, red), toward(255.0, green), toward(255.0, blue))
}

fn shortened(text: &str, length: usize) -> String {
    let length = length.max(1);
    if text.chars().count() <= length {
        return escape(text);
    }
    escape(&format!("{}\u{2026}", text.chars().take(length.saturating_sub(1)).collect::<String>()))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
