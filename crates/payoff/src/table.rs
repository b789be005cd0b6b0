//! A matrix or bimatrix game as people write it: rows on lines or between `;`, cells between blanks or commas, a cell
//! `(a, b)` for two payoffs, optional names of rows and columns, `#` comments.
//!
//! ```text
//! title: Prisoner's dilemma
//!           Silent  Confess
//! Silent   (-1,-1)  (-3, 0)
//! Confess  ( 0,-3)  (-2,-2)
//! ```
//!
//! A row with a comma outside parentheses and quotes is split at commas (CSV), any other at blanks. The first row is
//! a row of names when none of its cells is a number.

use crate::bimatrix::Bimatrix;
use crate::fault::Fault;
use crate::matrix::{Matrix, Side};
use crate::number::{self, Rational};

/// What the text describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// One payoff in every cell.
    ZeroSum(Matrix),
    /// Two payoffs in every cell.
    Bimatrix(Bimatrix),
}

/// A game with the names its text gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// From a line `title: ...`.
    pub title: Option<String>,
    /// The payoffs.
    pub game: Game,
    names: [Option<Vec<String>>; 2],
}

impl Table {
    /// Reads a text; all faults carry line and column.
    pub fn parse(text: &str) -> Result<Table, Fault> {
        let mut title = None;
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut last = 1;
        for (at, line) in text.lines().enumerate() {
            last = at + 1;
            let line = line.split('#').next().unwrap_or("");
            if let Some((word, rest)) = line.split_once(':') {
                if word.trim().eq_ignore_ascii_case("title") {
                    title = Some(rest.trim().to_string()).filter(|title| !title.is_empty());
                    continue;
                }
            }
            rows.extend(split_rows(line, at + 1)?);
        }
        let header = rows.first().filter(|row| row.iter().all(|cell| cell.is_name() || cell.text.is_empty())).is_some();
        let header = header.then(|| rows.remove(0));
        if rows.is_empty() {
            return Err(Fault::new("empty", "there is no row of payoffs", last, 1)
                .remedy("write rows like `0 -1 1; 1 0 -1; -1 1 0`"));
        }
        let row_names = row_names(&mut rows)?;
        let width = rows[0].len();
        check_widths(&rows, width)?;
        let column_names = header.map(|header| column_names(header, width, row_names.is_some())).transpose()?;
        Ok(Table { title, game: game(&rows)?, names: [row_names, column_names] })
    }

    /// A table without names.
    pub fn new(game: Game) -> Table {
        Table { title: None, game, names: [None, None] }
    }

    /// The shape: rows, columns.
    pub fn shape(&self) -> (usize, usize) {
        let matrix = match &self.game {
            Game::ZeroSum(matrix) => matrix,
            Game::Bimatrix(game) => game.payoffs(Side::Row),
        };
        (matrix.rows(), matrix.columns())
    }

    /// The name of a choice: the one in the text, or its number from 1.
    pub fn name(&self, side: Side, choice: usize) -> String {
        match &self.names[side as usize] {
            Some(names) => names[choice].clone(),
            None => (choice + 1).to_string(),
        }
    }

    /// Whether the text names this side's choices.
    pub fn is_named(&self, side: Side) -> bool {
        self.names[side as usize].is_some()
    }
}

/// A mix as people write it: `1/3 1/3 1/3` or `0.5, 0.5`. Must have `length` weights, none negative, with sum 1.
pub fn parse_mix(text: &str, length: usize) -> Result<Vec<Rational>, Fault> {
    use dashu_base::Signed;
    let rows = split_rows(text, 1)?;
    let cells: Vec<Cell> = rows.into_iter().flatten().collect();
    let mut mix = Vec::with_capacity(cells.len());
    for cell in &cells {
        let weight = number::parse(&cell.text).map_err(|message| cell.fault("number", message))?;
        if weight.is_negative() {
            return Err(cell.fault("mix", format!("the probability {weight} is negative")));
        }
        mix.push(weight);
    }
    if mix.len() != length {
        let message = format!("the mix has {} weights, but there are {length} choices", mix.len());
        return Err(Fault::new("mix", message, 1, 1));
    }
    let total = mix.iter().fold(Rational::ZERO, |sum, weight| sum + weight);
    if !total.is_one() {
        return Err(Fault::new("mix", format!("the weights sum to {total}, not to 1"), 1, 1));
    }
    Ok(mix)
}

#[derive(Clone, Debug)]
struct Cell {
    text: String,
    line: usize,
    column: usize,
    quoted: bool,
}

impl Cell {
    fn fault(&self, code: &'static str, message: impl Into<String>) -> Fault {
        Fault::new(code, message, self.line, self.column)
    }

    /// Neither a number, nor a pair, nor something meant as a number.
    fn is_name(&self) -> bool {
        let lower = self.text.trim_start_matches(['+', '-']).to_ascii_lowercase();
        if matches!(lower.as_str(), "nan" | "inf" | "infinity") || self.pair().is_some() {
            return false;
        }
        self.text.starts_with(|first: char| first.is_alphabetic() || first == '_')
            || self.quoted && number::parse(&self.text).is_err()
    }

    /// The two halves of `(a, b)` (or of a quoted `a, b`), each with its column.
    fn pair(&self) -> Option<[(String, usize); 2]> {
        let inner = match self.text.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')')?,
            None if self.quoted => self.text.as_str(),
            None => return None,
        };
        let start = self.column + usize::from(self.text.starts_with('(')) + usize::from(self.quoted);
        let (left, right) = inner.split_once([',', ';']).or_else(|| inner.trim().split_once(char::is_whitespace))?;
        let place = |part: &str, from: usize| {
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            (part.trim().to_string(), from + blanks)
        };
        Some([place(left, start), place(right, start + left.chars().count() + 1)])
    }
}

/// The rows of one line: `;` ends a row. Blank rows are dropped.
fn split_rows(line: &str, number: usize) -> Result<Vec<Vec<Cell>>, Fault> {
    let marks: Vec<char> = line.chars().collect();
    let mut rows = Vec::new();
    let (mut from, mut depth, mut quoted) = (0, 0usize, false);
    let mut comma = false;
    for at in 0..=marks.len() {
        let mark = marks.get(at).copied();
        match mark {
            Some('"') => quoted = !quoted,
            Some('(') if !quoted => depth += 1,
            Some(')') if !quoted => depth = depth.saturating_sub(1),
            Some(',') if !quoted && depth == 0 => comma = true,
            None if quoted || depth > 0 => {
                let what = if quoted { "quotation mark" } else { "parenthesis" };
                return Err(Fault::new("unclosed", format!("a {what} is not closed"), number, marks.len() + 1));
            }
            Some(';') | None if !quoted && depth == 0 => {
                let row = split_cells(&marks[from..at], from, comma, number);
                if row.iter().any(|cell| !cell.text.is_empty()) {
                    rows.push(row);
                }
                (from, comma) = (at + 1, false);
            }
            _ => {}
        }
    }
    Ok(rows)
}

fn split_cells(marks: &[char], offset: usize, comma: bool, line: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    let (mut from, mut depth, mut quoted) = (0, 0usize, false);
    for at in 0..=marks.len() {
        let ends = match marks.get(at) {
            None => true,
            Some('"') => {
                quoted = !quoted;
                false
            }
            Some('(') if !quoted => {
                depth += 1;
                false
            }
            Some(')') if !quoted => {
                depth = depth.saturating_sub(1);
                false
            }
            Some(mark) if depth == 0 && !quoted => {
                if comma {
                    *mark == ','
                } else {
                    mark.is_whitespace()
                }
            }
            Some(_) => false,
        };
        if ends {
            let blanks = marks[from..at].iter().take_while(|mark| mark.is_whitespace()).count();
            let text: String = marks[from..at].iter().collect();
            let text = text.trim();
            if comma || !text.is_empty() {
                let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                cells.push(Cell {
                    text: inner.unwrap_or(text).trim().to_string(),
                    line,
                    column: offset + from + blanks + 1,
                    quoted: inner.is_some(),
                });
            }
            from = at + 1;
        }
    }
    cells
}

/// Takes the names off the fronts of the rows, when the first row has one.
fn row_names(rows: &mut [Vec<Cell>]) -> Result<Option<Vec<String>>, Fault> {
    if !rows[0][0].is_name() {
        return Ok(None);
    }
    let mut names = Vec::with_capacity(rows.len());
    for row in rows {
        if !row[0].is_name() {
            return Err(
                row[0].fault("name", format!("the first row has a name, this one begins with `{}`", row[0].text))
            );
        }
        let name = row.remove(0);
        if row.is_empty() {
            return Err(name.fault("ragged", format!("the row `{}` has no payoffs", name.text)));
        }
        names.push(name.text);
    }
    Ok(Some(names))
}

fn check_widths(rows: &[Vec<Cell>], width: usize) -> Result<(), Fault> {
    for (number, row) in rows.iter().enumerate() {
        if row.len() != width {
            let place = row.get(width).or(row.last()).expect("rows have cells");
            let message = format!("row {} has {} entries, row 1 has {width}", number + 1, row.len());
            return Err(place.fault("ragged", message).remedy("every row needs the same number of entries"));
        }
    }
    Ok(())
}

fn column_names(mut header: Vec<Cell>, width: usize, rows_are_named: bool) -> Result<Vec<String>, Fault> {
    if rows_are_named && header.len() == width + 1 {
        header.remove(0);
    }
    if header.len() != width {
        let message = format!("{} columns are named, but there are {width}", header.len());
        return Err(header[0].fault("ragged", message));
    }
    Ok(header.into_iter().map(|cell| cell.text).collect())
}

fn game(rows: &[Vec<Cell>]) -> Result<Game, Fault> {
    let number = |cell: &Cell, text: &str, column: usize| {
        let fault = |message| Fault::new("number", message, cell.line, column);
        if text.is_empty() { Err(fault("a payoff is missing".into())) } else { number::parse(text).map_err(fault) }
    };
    let paired = rows[0][0].pair().is_some();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for row in rows {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for cell in row {
            match (paired, cell.pair()) {
                (true, Some([a, b])) => {
                    left.push(number(cell, &a.0, a.1)?);
                    right.push(number(cell, &b.0, b.1)?);
                }
                (false, None) => left.push(number(cell, &cell.text, cell.column)?),
                (true, None) => {
                    return Err(cell.fault("pair", format!("the first cell has two payoffs, `{}` has not", cell.text)));
                }
                (false, Some(_)) => {
                    return Err(cell.fault("pair", format!("the first cell has one payoff, `{}` has two", cell.text)));
                }
            }
        }
        first.push(left);
        second.push(right);
    }
    let row = Matrix::new(first).expect("rectangular");
    if !paired {
        return Ok(Game::ZeroSum(row));
    }
    let column = Matrix::new(second).expect("rectangular");
    Ok(Game::Bimatrix(Bimatrix::new(row, column).expect("the same shape")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fault(text: &str, code: &str, line: usize, column: usize) {
        let fault = Table::parse(text).expect_err("a fault");
        assert_eq!((fault.code, fault.line, fault.column), (code, line, column), "{fault}");
    }

    #[test]
    fn the_same_game_written_in_many_ways() {
        let plain = Table::parse("0 -1 1; 1 0 -1; -1 1 0").expect("reads");
        for text in [
            "0 -1 1\n1 0 -1\n-1 1 0\n",
            "0,-1,1\n1,0,-1\r\n-1,1,0",
            "# rock\n0\t-1\t1 # paper\n\n1 0 -1;-1 1 0;",
            " 0.0 , -2/2, 1e0 ; 1,0,-1 ; -1,1,0",
        ] {
            assert_eq!(Table::parse(text).expect("reads").game, plain.game, "{text}");
        }
    }

    #[test]
    fn names_come_from_a_header_and_from_first_cells() {
        for text in
            [",Left,Right\nUp,1,2\nDown,3,4", "Left Right\nUp 1 2\nDown 3 4", "x,Left,Right\n\"Up\",1,2\nDown,3,4"]
        {
            let table = Table::parse(text).expect("reads");
            assert_eq!(table.name(Side::Row, 1), "Down");
            assert_eq!(table.name(Side::Column, 0), "Left");
        }
        let table = Table::parse("title: A game\nLeft Right\n1 2").expect("reads");
        assert_eq!((table.title.as_deref(), table.name(Side::Row, 0)), (Some("A game"), "1".to_string()));
    }

    #[test]
    fn pairs_make_a_bimatrix() {
        let spaced = Table::parse("(3,3) (0, 5); (5 ,0) (1,1)").expect("reads");
        let quoted = Table::parse("\"3,3\",\"0,5\"\n\"5,0\",\"1,1\"").expect("reads");
        assert_eq!(spaced.game, quoted.game);
        assert!(matches!(spaced.game, Game::Bimatrix(_)));
    }

    #[test]
    fn faults_name_line_and_column() {
        fault("", "empty", 1, 1);
        fault("\n# nothing\n", "empty", 2, 1);
        fault("A B\n", "empty", 1, 1);
        fault("1 2\n3 4 5\n", "ragged", 2, 5);
        fault("1 2\n3\n", "ragged", 2, 1);
        fault("1 2; 3 1/0", "number", 1, 8);
        fault("1 NaN", "number", 1, 3);
        fault("NaN", "number", 1, 1);
        fault("1, ,2", "number", 1, 4);
        fault("1 x", "number", 1, 3);
        fault("(1,2) (3,y)", "number", 1, 10);
        fault("(1,2) 3", "pair", 1, 7);
        fault("1 (2,3)", "pair", 1, 3);
        fault("(1,2", "unclosed", 1, 5);
        fault("a 1\n2 3", "name", 2, 1);
        fault("A B C\n1 2", "ragged", 1, 1);
    }

    #[test]
    fn mixes_are_checked() {
        assert!(parse_mix("1/3, 1/3 ,1/3", 3).is_ok());
        for (text, length) in [("1/2 1/2", 3), ("1/2 1/3", 2), ("3/2 -1/2", 2), ("x 1", 2), ("", 1)] {
            assert!(parse_mix(text, length).is_err(), "{text}");
        }
    }
}
