//! Tablebases: every position of a game solved, kept in a file, looked up. What a file says of itself and how positions
//! are numbered is here; where the bytes lie is the business of the door that has the file (docs/tablebase.md).

mod build;
mod export;
mod game;
mod header;
mod info;
mod lookup;
mod rows;
mod stats;
mod verify;

pub use build::{BuildAnswer, Chosen, TablePlace, TableWant, TakeEntry, build_table};
pub use export::{ExportedTable, export_table};
pub use game::TableGame;
pub use grundy_solve::tablebase::{Piece, Pieces, TableAnswers, TableKind};
pub use header::{HeaderImage, TableHeader, TableRules, TableStratum};
pub use info::{InfoAnswer, table_info};
pub use lookup::{OpenTable, TableFile, moves_by_table, query_table, query_table_cases, solve_by_table};
pub use rows::{LookedUp, TableRows, all_rows, look_up_rows, numbered_position};
pub use stats::{LengthRow, LongestRow, StatsAnswer, table_stats};
pub use verify::{TableChecked, TableMismatch, TableSample, VerifyTableAnswer, compare_tables, verify_table};
