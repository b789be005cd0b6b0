//! What a certificate says, and its text. The format is specified in `docs/certificates-format.md`.

use grundy_arithmetic::{Convention, Digits, Table};
use std::fmt::Write;

/// What is claimed, with its tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The P-positions; for each repeated step, the positions from which repeating it reaches one.
    Outcome {
        /// Which player wins at the end of play.
        convention: Convention,
        /// The P-positions, over the fields.
        p: Table,
        /// One table for each repeated step, over the fields.
        repeats: Vec<Table>,
    },
    /// The graph of the Grundy function, over the fields and then the value.
    Grundy(Table),
    /// The graph of the number of plies of best play, over the fields and then the number: the winner hurries, the
    /// loser delays, and who cannot move loses.
    Plies(Table),
    /// For each value 0, 1, 2, ... the positions that have it, over the fields. There are no other values.
    Values(Vec<Table>),
}

/// A claim about a game, for all positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Which game of the rule text, with its parameters: one line.
    pub game: String,
    /// The SHA-256 digest of the rule text, in hexadecimal.
    pub rules: String,
    /// How the tables read numbers.
    pub digits: Digits,
    /// One weight for each field: the weighted sum of the fields falls with every move.
    pub weights: Vec<u32>,
    /// What is claimed.
    pub claim: Claim,
}

impl Claim {
    /// The word or words after `claim` in the text.
    pub fn kind(&self) -> &'static str {
        match self {
            Claim::Outcome { convention: Convention::Normal, .. } => "outcome normal",
            Claim::Outcome { convention: Convention::Misere, .. } => "outcome misere",
            Claim::Grundy(_) => "grundy relation",
            Claim::Plies(_) => "plies relation",
            Claim::Values(_) => "grundy values",
        }
    }

    /// The convention of play under which it says something: values and lengths are those of normal play.
    pub fn convention(&self) -> Convention {
        match self {
            Claim::Outcome { convention, .. } => *convention,
            Claim::Grundy(_) | Claim::Plies(_) | Claim::Values(_) => Convention::Normal,
        }
    }

    /// Its tables, in the order of the text.
    pub fn tables(&self) -> Vec<&Table> {
        match self {
            Claim::Outcome { p, repeats, .. } => std::iter::once(p).chain(repeats).collect(),
            Claim::Grundy(table) | Claim::Plies(table) => vec![table],
            Claim::Values(tables) => tables.iter().collect(),
        }
    }
}

impl Certificate {
    /// The text of the certificate, which [`crate::parse`] reads back.
    pub fn text(&self) -> String {
        let tables = self.claim.tables();
        let weights: Vec<String> = self.weights.iter().map(u32::to_string).collect();
        let mut text = String::from("grundy certificate 1\n");
        let _ = writeln!(text, "game {}", self.game);
        let _ = writeln!(text, "rules sha256 {}", self.rules);
        let _ = writeln!(text, "claim {}", self.claim.kind());
        let _ = writeln!(text, "digits {}", self.digits.name());
        let _ = writeln!(text, "weights {}", weights.join(" "));
        let _ = writeln!(text, "tables {}", tables.len());
        for (number, table) in tables.iter().enumerate() {
            let _ = writeln!(text, "table {number} numbers {} states {}", table.arity(), table.states());
            for state in 0..table.states() {
                let _ = write!(text, "{state} {}", if table.accepting(state) { '+' } else { '-' });
                for column in 0..1 << table.arity() {
                    let _ = write!(text, " {}", table.after(state, column));
                }
                text.push('\n');
            }
        }
        text.push_str("end\n");
        text
    }
}
