//! A sheet of characters, each with its tone: what boards are drawn on for a terminal.
//!
//! Invariant: columns grow to the right, rows downwards; every character is one column wide. Lines that meet are joined.

use crate::report::{Styled, Tone};

/// Where a line leaves a character.
const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// The character of a joint, by where lines leave it.
const JOINTS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

#[derive(Clone, Copy, Default)]
struct Spot {
    sign: Option<char>,
    tone: Option<Tone>,
    joint: u8,
}

/// A sheet of characters that grows as it is written on.
#[derive(Clone, Default)]
pub struct Canvas {
    rows: Vec<Vec<Spot>>,
}

impl Canvas {
    /// How many columns are written on.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many rows are written on.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    fn spot(&mut self, column: usize, row: usize) -> &mut Spot {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        if line.len() <= column {
            line.resize(column + 1, Spot::default());
        }
        &mut line[column]
    }

    /// Writes a text from a place to the right.
    pub fn write(&mut self, column: usize, row: usize, text: &str, tone: Option<Tone>) {
        for (number, sign) in text.chars().enumerate() {
            let spot = self.spot(column + number, row);
            (spot.sign, spot.tone) = (Some(sign), tone);
        }
    }

    /// Writes a text with its middle at a column, as far as there is room to the left.
    pub fn centre(&mut self, column: usize, row: usize, text: &str, tone: Option<Tone>) {
        self.write(column.saturating_sub(text.chars().count().saturating_sub(1) / 2), row, text, tone);
    }

    /// A thin frame around a rectangle; frames that touch share their lines.
    pub fn frame(&mut self, (left, top): (usize, usize), (right, bottom): (usize, usize)) {
        for column in left..right {
            for row in [top, bottom] {
                self.spot(column, row).joint |= RIGHT;
                self.spot(column + 1, row).joint |= LEFT;
            }
        }
        for row in top..bottom {
            for column in [left, right] {
                self.spot(column, row).joint |= DOWN;
                self.spot(column, row + 1).joint |= UP;
            }
        }
    }

    /// A straight line between two places; its ends are left alone.
    pub fn line(&mut self, from: (usize, usize), to: (usize, usize), tone: Option<Tone>) {
        let (dx, dy) = (to.0 as f32 - from.0 as f32, to.1 as f32 - from.1 as f32);
        let steps = dx.abs().max(dy.abs()) as usize;
        let sign = if dy.abs() * 3.0 < dx.abs() {
            '─'
        } else if dx.abs() < dy.abs() * 0.7 {
            '│'
        } else if (dx > 0.0) == (dy > 0.0) {
            '╲'
        } else {
            '╱'
        };
        for step in 1..steps {
            let share = step as f32 / steps as f32;
            let at = ((from.0 as f32 + dx * share).round() as usize, (from.1 as f32 + dy * share).round() as usize);
            let spot = self.spot(at.0, at.1);
            if spot.sign.is_none() {
                (spot.sign, spot.tone) = (Some(sign), tone);
            }
        }
    }

    /// Another sheet laid on this one.
    pub fn lay(&mut self, other: &Canvas, column: usize, row: usize) {
        for (down, line) in other.rows.iter().enumerate() {
            for (across, spot) in line.iter().enumerate() {
                *self.spot(column + across, row + down) = *spot;
            }
        }
    }

    /// The same without the empty rows above.
    pub fn cropped(mut self) -> Canvas {
        let is_empty = |row: &Vec<Spot>| row.iter().all(|spot| spot.sign.is_none() && spot.joint == 0);
        let first = self.rows.iter().position(|row| !is_empty(row)).unwrap_or(0);
        self.rows.drain(..first);
        self
    }

    /// The rows as text, each after `margin` spaces, without spaces at their ends.
    pub fn text(&self, margin: usize) -> Styled {
        let mut text = Styled::default();
        for line in &self.rows {
            let shown = |spot: &Spot| spot.sign.unwrap_or(JOINTS[usize::from(spot.joint)]);
            let end = line.iter().rposition(|spot| shown(spot) != ' ').map_or(0, |last| last + 1);
            if end > 0 {
                text.push_str(&" ".repeat(margin));
            }
            for run in line[..end].chunk_by(|one, next| tone(one) == tone(next)) {
                let signs: String = run.iter().map(shown).collect();
                match tone(&run[0]) {
                    Some(tone) => text.push(tone, &signs),
                    None => text.push_str(&signs),
                }
            }
            text.push_str("\n");
        }
        text
    }
}

/// The tone of a character: lines of a frame are faint.
fn tone(spot: &Spot) -> Option<Tone> {
    if spot.sign.is_none() && spot.joint != 0 { Some(Tone::Faint) } else { spot.tone }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_touch_share_their_lines() {
        let mut canvas = Canvas::default();
        canvas.frame((0, 0), (4, 2));
        canvas.frame((4, 0), (8, 2));
        canvas.write(2, 1, "X", None);
        assert_eq!(canvas.text(1).text(), " ┌───┬───┐\n │ X │   │\n └───┴───┘\n");
    }

    #[test]
    fn a_line_leaves_its_ends() {
        let mut canvas = Canvas::default();
        canvas.line((0, 0), (4, 0), None);
        canvas.write(0, 0, "o", None);
        canvas.write(4, 0, "o", None);
        assert_eq!(canvas.text(0).text(), "o───o\n");
    }
}
