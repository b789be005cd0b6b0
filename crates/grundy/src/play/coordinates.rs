//! What people call the places of a board: columns are letters from the left; rows are numbers, from the bottom as in chess,
//! on six-sided cells from the top as in Hex. Places without a row and a column keep the names that the rules give them.

use crate::board::{BoardPart, Place, PlaceForm, PlayLook};

/// Names of the places of one board.
pub struct Coordinates {
    look: PlayLook,
    last_row: i32,
    /// Whether moves name columns by numbers, so that columns are numbered as the moves do.
    pub numbered: bool,
}

impl Coordinates {
    /// Of a board.
    pub fn of(part: &BoardPart, numbered: bool) -> Coordinates {
        let last_row = part.places.iter().filter_map(cell).map(|(row, _)| row).max().unwrap_or(0);
        Coordinates { look: part.look, last_row, numbered }
    }

    /// The name of a column.
    pub fn column(&self, column: i32) -> String {
        if self.numbered { column.to_string() } else { letters(column.max(0) as usize) }
    }

    /// The name of a row.
    pub fn row(&self, row: i32) -> String {
        let from_top = self.look == PlayLook::Hex;
        (if from_top { row + 1 } else { self.last_row - row + 1 }).to_string()
    }

    /// The name of a place, if people can write one.
    pub fn name(&self, place: &Place) -> Option<String> {
        match (place.form, cell(place)) {
            (PlaceForm::Cell | PlaceForm::Hexagon | PlaceForm::Line, Some((row, column))) => {
                Some(format!("{}{}", letters(column as usize), self.row(row)))
            }
            (PlaceForm::Counter | PlaceForm::Base, _) => None,
            (PlaceForm::Edge, _) => place.name.split(' ').next().map(str::to_string),
            _ => Some(place.name.clone()),
        }
    }
}

/// Row and column of a place that is called `(0, 1)` by the rules.
pub fn cell(place: &Place) -> Option<(i32, i32)> {
    if place.form == PlaceForm::Edge {
        return None;
    }
    let (row, column) = place.name.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// `a` to `z`, then `aa`, `ab` and so on.
pub fn letters(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    if number < 26 { last.to_string() } else { letters(number / 26 - 1) + &last.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_after_z() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(letters), ["a", "z", "aa", "ab", "zz", "aaa"]);
    }
}
