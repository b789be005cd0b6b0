//! Tables of an operation or a relation, such as nim addition and the nim product.
//!
//! Invariant: `cells` has a row for each of `rows`, with an entry for each of `columns`.

use crate::style::Shade;
use grundy_answer::Standing;

/// An entry of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What it says.
    pub text: String,
    /// What it is coloured by.
    pub shade: Shade,
}

/// A table with headings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixTable {
    /// What the picture is of; empty for none.
    pub title: String,
    /// Who is to move, where the title should say it.
    pub turn: Option<String>,
    /// How sure its entries are.
    pub standing: Option<Standing>,
    /// What stands in the corner: the sign of the operation.
    pub corner: String,
    /// The headings above.
    pub columns: Vec<String>,
    /// The headings at the left.
    pub rows: Vec<String>,
    /// The entries.
    pub cells: Vec<Vec<Entry>>,
}

impl MatrixTable {
    /// The table of an operation on the numbers below `size`: rows are the first argument.
    pub fn of_operation(corner: &str, size: u64, mut operation: impl FnMut(u64, u64) -> u64) -> MatrixTable {
        let mut entry = |a, b| {
            let value = operation(a, b);
            Entry { text: value.to_string(), shade: Shade::Number(value) }
        };
        let headings: Vec<String> = (0..size).map(|number| number.to_string()).collect();
        MatrixTable {
            corner: corner.to_string(),
            columns: headings.clone(),
            rows: headings,
            cells: (0..size).map(|a| (0..size).map(|b| entry(a, b)).collect()).collect(),
            ..MatrixTable::default()
        }
    }

    /// The largest number in it.
    pub fn most(&self) -> u64 {
        self.cells.iter().flatten().filter_map(|entry| entry.shade.number()).max().unwrap_or(0)
    }
}

/// The table of nim addition.
pub fn nim_table(size: u64) -> MatrixTable {
    MatrixTable::of_operation("⊕", size, |a, b| a ^ b)
}
