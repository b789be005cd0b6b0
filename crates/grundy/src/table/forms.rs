//! A table in the forms that other programs read: comma-separated values, Markdown, LaTeX, and the b-files of the OEIS.

use super::TableAnswer;
use crate::problem::Problem;
use std::fmt::Write;

impl TableAnswer {
    /// As comma-separated values, one line per cell.
    pub fn csv(&self) -> String {
        let mut text = format!("{},{}\n", self.names().join(","), self.show.name());
        for (cell, word) in self.cells.iter().zip(&self.words) {
            let numbers: Vec<String> = cell.iter().map(i64::to_string).collect();
            let word =
                if word.contains([',', '"']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.clone() };
            let _ = writeln!(text, "{},{word}", numbers.join(","));
        }
        text
    }

    /// As a table of Markdown.
    pub fn markdown(&self) -> String {
        let rows = self.rows(&self.words, |cell| cell.replace('|', "\\|"));
        let mut text = String::new();
        for (at, row) in rows.iter().enumerate() {
            let _ = writeln!(text, "| {} |", row.join(" | "));
            if at == 0 {
                let _ = writeln!(text, "|{}", "---|".repeat(row.len()));
            }
        }
        text
    }

    /// As a `tabular` of LaTeX; needs no packages.
    pub fn latex(&self) -> String {
        let words = if self.latex.is_empty() { &self.words } else { &self.latex };
        let rows = self.rows(words, |cell| format!("${cell}$"));
        let columns = rows.first().map_or(1, Vec::len);
        let mut text = format!("\\begin{{tabular}}{{r|{}}}\n", "c".repeat(columns - 1));
        for (at, row) in rows.iter().enumerate() {
            let _ = writeln!(text, "{} \\\\{}", row.join(" & "), if at == 0 { " \\hline" } else { "" });
        }
        text + "\\end{tabular}\n"
    }

    /// As a b-file: `n a(n)` on every line. Only whole numbers over one range can be written so.
    pub fn bfile(&self) -> Result<String, Problem> {
        let wrong =
            |cause: String| Problem::bad_input("usage", cause).remedy("a b-file lists whole numbers over one range");
        if self.over.len() != 1 {
            return Err(wrong("a b-file has one range".to_string()));
        }
        let mut text = String::new();
        for (cell, word) in self.cells.iter().zip(&self.words) {
            let is_whole = word.strip_prefix('-').unwrap_or(word).bytes().all(|digit| digit.is_ascii_digit());
            if !is_whole || word.is_empty() {
                return Err(wrong(format!("the cell of {} is {word}, no whole number", cell[0])));
            }
            let _ = writeln!(text, "{} {word}", cell[0]);
        }
        Ok(text)
    }

    /// Heads and cells: one range goes down with its numbers before it, the second of two goes across.
    fn rows(&self, words: &[String], shown: impl Fn(&str) -> String) -> Vec<Vec<String>> {
        let word = |at: usize| words.get(at).map_or_else(|| "?".to_string(), |word| shown(word));
        match &self.over[..] {
            [rows, columns, ..] => {
                let across: Vec<String> = columns.numbers().map(|number| number.to_string()).collect();
                let head = [vec![format!("{}, {}", rows.name, columns.name)], across.clone()].concat();
                let each = rows.numbers().enumerate().map(|(row, number)| {
                    let cells = (0..across.len()).map(|column| word(row * across.len() + column));
                    [number.to_string()].into_iter().chain(cells).collect()
                });
                [head].into_iter().chain(each).collect()
            }
            [only] => {
                let head = vec![only.name.clone(), self.show.name().to_string()];
                let each = only.numbers().enumerate().map(|(row, number)| vec![number.to_string(), word(row)]);
                [head].into_iter().chain(each).collect()
            }
            [] => Vec::new(),
        }
    }
}
