//! A game as LaTeX: an `array` of the payoffs, with the mixes at its margins.

use crate::matrix::Side;
use crate::number::Rational;
use crate::table::{Game, Table};
use dashu_base::{Signed, UnsignedAbs};
use std::fmt::Write;

/// The array; `mixes` (row, column) are put at the right and at the bottom, `value` into the corner.
pub fn array(table: &Table, mixes: Option<(&[Rational], &[Rational])>, value: Option<&Rational>) -> String {
    let (m, n) = table.shape();
    let margin = if mixes.is_some() { "|c" } else { "" };
    let mut text = format!("\\begin{{array}}{{r|{}{margin}}}\n", "c".repeat(n));
    for column in 0..n {
        let _ = write!(text, " & {}", name(table, Side::Column, column));
    }
    text.push_str(if mixes.is_some() { " & \\\\ \\hline\n" } else { " \\\\ \\hline\n" });
    for row in 0..m {
        text.push_str(&name(table, Side::Row, row));
        for column in 0..n {
            let cell = match &table.game {
                Game::ZeroSum(matrix) => number(matrix.at(row, column)),
                Game::Bimatrix(game) => {
                    let of = |side| number(game.payoffs(side).at(row, column));
                    format!("{},\\,{}", of(Side::Row), of(Side::Column))
                }
            };
            let _ = write!(text, " & {cell}");
        }
        if let Some((weights, _)) = mixes {
            let _ = write!(text, " & {}", number(&weights[row]));
        }
        text.push_str(if row + 1 == m && mixes.is_some() { " \\\\ \\hline\n" } else { " \\\\\n" });
    }
    if let Some((_, weights)) = mixes {
        weights.iter().for_each(|weight| {
            let _ = write!(text, " & {}", number(weight));
        });
        let corner = value.map(|value| format!("v = {}", number(value))).unwrap_or_default();
        let _ = writeln!(text, " & {corner} \\\\");
    }
    text.push_str("\\end{array}\n");
    text
}

/// A number in mathematics mode.
pub fn number(value: &Rational) -> String {
    if value.is_int() {
        return value.to_string();
    }
    let sign = if value.is_negative() { "-" } else { "" };
    format!("{sign}\\tfrac{{{}}}{{{}}}", value.numerator().unsigned_abs(), value.denominator())
}

fn name(table: &Table, side: Side, choice: usize) -> String {
    let name = table.name(side, choice);
    if !table.is_named(side) {
        return name;
    }
    let mut escaped = String::new();
    for mark in name.chars() {
        match mark {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', mark]),
            _ => escaped.push(mark),
        }
    }
    format!("\\text{{{escaped}}}")
}
