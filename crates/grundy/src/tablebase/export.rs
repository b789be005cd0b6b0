//! The positions of a tablebase as rows of a table, for other programs.

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::report::{Language, Report};
use crate::tablebase::lookup::OpenTable;
use crate::words::say;
use grundy_answer::{Progress, Watch};
use grundy_solve::Wdl;
use grundy_solve::tablebase::{Solution, TableKind};
use serde::Serialize;
use std::io::Write;

/// What was exported.
#[derive(Serialize)]
pub struct ExportedTable {
    /// Rows.
    pub rows: u64,
    /// Columns.
    pub columns: Vec<String>,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Writes every position as a line of comma-separated values: its number, its fields, who is to move, who wins, and how
/// soon or by how much. Symmetric positions are written once.
pub fn export_table(table: &OpenTable, out: &mut dyn Write, budget: &Budget) -> Result<ExportedTable, Problem> {
    let (game, kind) = (&table.game, table.game.kind);
    let trouble = |error: std::io::Error| Problem::bad_input("file", error.to_string());
    let mut columns = vec!["number".to_string()];
    columns.extend(game.game.rules.fields.iter().map(|field| field.name.clone()));
    columns.extend(["mover".to_string(), "result".to_string()]);
    match kind {
        TableKind::Outcome => {}
        TableKind::Plies => columns.push("plies".to_string()),
        TableKind::Margin => columns.push("margin".to_string()),
        TableKind::Grundy => columns.push("grundy".to_string()),
    }
    writeln!(out, "{}", columns.join(",")).map_err(trouble)?;
    let players = &game.game.rules.players;
    let mut rows = 0;
    for block in 0..table.file.blocks() {
        let progress = Progress { what: "rows", done: rows, total: Some(table.file.header().positions), bytes: 0 };
        if let Some(stop) = budget.tick(progress) {
            return Err(Problem::bad_input("limit", stop.to_string()).of_kind(ProblemKind::Limit));
        }
        for (number, code) in table.file.block(block)? {
            let Some(solution) = Solution::of(kind, code) else { continue };
            let (words, mover) = game.position(number);
            let mut cells = vec![number.to_string()];
            cells.extend(game.game.fields_text(&words).into_iter().map(|(_, text)| quoted(&text)));
            cells.push(quoted(&players[mover as usize]));
            cells.push(match solution.result() {
                Wdl::Win => "win".to_string(),
                Wdl::Draw => "draw".to_string(),
                Wdl::Loss => "loss".to_string(),
            });
            match solution {
                Solution::Outcome(_) => {}
                Solution::Plies(_, plies) => cells.push(plies.map(|plies| plies.to_string()).unwrap_or_default()),
                Solution::Margin(margin) => cells.push(margin.to_string()),
                Solution::Grundy(value) => cells.push(value.to_string()),
            }
            writeln!(out, "{}", cells.join(",")).map_err(trouble)?;
            rows += 1;
        }
    }
    out.flush().map_err(trouble)?;
    Ok(ExportedTable { rows, columns, file: None })
}

/// A text as a field of comma-separated values (RFC 4180).
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

impl Report for ExportedTable {
    fn words(&self, language: Language) -> String {
        match &self.file {
            Some(file) => {
                format!("{}\n", say!(language, "{}: {} rows of {} columns", file, self.rows, self.columns.len()))
            }
            None => String::new(),
        }
    }
}
