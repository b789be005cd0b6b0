//! What a tablebase file says of itself: enough to read it without anything else. The keys are those of
//! docs/tablebase.md and stay from version to version.

use grundy_solve::tablebase::TableKind;
use serde::{Deserialize, Serialize};

/// The header of a tablebase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHeader {
    /// The rules.
    pub rules: TableRules,
    /// The game of the rules that it is about.
    pub game: String,
    /// The position that play begins with, as text; it fixes the parameters.
    pub position: String,
    /// Every parameter as text.
    pub parameters: Vec<(String, String)>,
    /// `outcome`, `plies`, `margin` or `grundy`.
    pub kind: String,
    /// `numbers`: a code for every number from 0; `list`: increasing numbers, each with its code.
    pub holds: String,
    /// `one`, `exchanged` or `apart`: what numbers say of the player to move.
    pub movers: String,
    /// Field, cell and how many values: the digits of a number, from the one that counts least.
    pub digits: Vec<(usize, usize, u64)>,
    /// `never`, `always` or `optional`: how the values of each field change when the players change places.
    pub exchange: Vec<String>,
    /// For each symmetry and field: the cell that each cell of the image comes from, or nothing where cells stay.
    pub images: Vec<HeaderImage>,
    /// How many numbers there are, the player to move left aside.
    pub count: u64,
    /// How many numbers there are.
    pub slots: u64,
    /// Bits of a code: 2, 8, 16 or 32.
    pub width: u32,
    /// Entries of a block; the last has fewer.
    pub block: u64,
    /// Entries: all numbers, or those of the list.
    pub entries: u64,
    /// Entries whose code is not 0: positions, symmetric ones once.
    pub positions: u64,
    /// How many of them are lost, drawn and won by the player to move.
    pub by_result: [u64; 3],
    /// The greatest code.
    pub greatest: u32,
    /// The strata of a list, from the highest; empty where all numbers are held.
    pub strata: Vec<TableStratum>,
}

/// One symmetry, field by field.
pub type HeaderImage = Vec<Option<Vec<u32>>>;

/// The rules of a tablebase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRules {
    /// What their file was called.
    pub file: String,
    /// The SHA-256 of the text.
    pub sha256: String,
    /// The text.
    pub text: String,
}

/// Positions between which play goes only one way: to lower levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableStratum {
    /// The level.
    pub level: i64,
    /// Positions, symmetric ones once.
    pub positions: u64,
    /// The same with all images.
    pub images: u64,
    /// How many of the positions are lost, drawn and won by the player to move.
    pub by_result: [u64; 3],
}

impl TableHeader {
    /// Its kind, if it is a known one.
    pub fn kind(&self) -> Option<TableKind> {
        TableKind::ALL.iter().find(|(name, _)| *name == self.kind).map(|(_, kind)| *kind)
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.holds == "list"
    }

    /// The same header without what only a finished build knows: two builds of the same are the same.
    pub fn plan(&self) -> TableHeader {
        TableHeader {
            width: 0,
            block: 0,
            entries: 0,
            positions: 0,
            by_result: [0; 3],
            greatest: 0,
            strata: Vec::new(),
            ..self.clone()
        }
    }
}
