//! Tablebases as Python objects: built, opened, asked one by one and in bulk.

use crate::call::{Told, ask};
use crate::game::{Game, named};
use crate::limits::Limits;
use crate::list_of::ListOf;
use crate::numbers::{Columns, Data};
use crate::position::Position;
use crate::problem::Failed;
use crate::reply::{Answered, plain, with_columns};
use grundy::tablebase::{
    Chosen, LookedUp, OpenTable, TableKind, TableRows, TableSample, TableWant, all_rows, build_table, compare_tables,
    export_table, look_up_rows, moves_by_table, numbered_position, query_table, solve_by_table, table_info,
    table_stats, verify_table,
};
use grundy::{Problem, Ruleset, Text};
use grundy_store::FilePlace;
use pyo3::prelude::*;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An open tablebase.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Clone)]
pub struct Tablebase {
    table: Arc<OpenTable>,
    game: Game,
}

const POSITIONS: [(&str, Chosen); 2] = [("all", Chosen::Numbers), ("reached", Chosen::Reached)];

/// A position that is looked up.
#[derive(FromPyObject)]
pub enum Asked {
    /// A position.
    Position(Py<Position>),
    /// Its text.
    Text(String),
}

impl Told for Result<Tablebase, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        Ok(Py::new(py, self?)?.into_any())
    }
}

impl Told for Result<TableRows, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        let mut rows = self?;
        let numbers = std::mem::take(&mut rows.numbers).into_iter().map(|number| number as i64).collect();
        let mut columns = vec![
            ("number".to_string(), Data::I64(Arc::new(numbers))),
            ("result".to_string(), Data::I8(Arc::new(std::mem::take(&mut rows.results)))),
        ];
        columns.extend(rows.held.take().map(|(name, held)| (name.to_string(), Data::I64(Arc::new(held)))));
        let columns = Py::new(py, Columns::new(columns))?.into_any();
        with_columns(py, rows, None, Some(columns))
    }
}

/// Opens a tablebase.
#[pyfunction]
pub fn open_tablebase(py: Python<'_>, limits: Limits, path: PathBuf) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| {
        let table = OpenTable::open(grundy_store::open(&path)?)?;
        let rules = &table.file.header().rules;
        let game = Ruleset::read(Text::new(&*rules.file, &*rules.text), &table.game.game.rules.name)?;
        Ok::<_, Problem>(Tablebase { game: Game::of(game), table })
    })
}

/// Solves every position and writes the tablebase; goes on with a build that was ended.
#[pyfunction]
pub fn build_tablebase(
    py: Python<'_>,
    limits: Limits,
    position: Py<Position>,
    path: PathBuf,
    holds: Option<String>,
    positions: Option<String>,
) -> PyResult<Py<PyAny>> {
    let kind = holds.map(|name| named(&TableKind::ALL, &name, "what a tablebase holds")).transpose()?;
    let chosen = positions.map(|name| named(&POSITIONS, &name, "a choice of positions")).transpose()?;
    let question = position.get().question.clone();
    ask(py, limits, move |budget| {
        let want = TableWant { kind, chosen: chosen.unwrap_or_default() };
        plain(build_table(&question, &want, &mut FilePlace::new(&path), budget))
    })
}

#[pymethods]
impl Tablebase {
    /// Its game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// What it says of itself.
    fn info(&self, py: Python<'_>, limits: Limits) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        ask(py, limits, move |_| Answered(table_info(&*table.file), None))
    }

    /// The position that play begins with, or the one of a number.
    fn position(&self, py: Python<'_>, limits: Limits, number: Option<u64>) -> PyResult<Py<PyAny>> {
        let Tablebase { table, game } = self.clone();
        ask(py, limits, move |_| match number {
            None => Ok::<_, Problem>(Position::new(table.game.start.clone(), Some(game))),
            Some(number) => {
                let (question, mover) = numbered_position(&table, number)?;
                Ok(Position::new(question, Some(game)).moved_by(mover))
            }
        })
    }

    /// Who wins, all winning moves, a line: compared with what it says of all options.
    fn solve(&self, py: Python<'_>, limits: Limits, asked: Asked, first: Option<String>) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        ask(py, limits, move |budget| {
            plain(match asked {
                Asked::Text(text) => query_table(&table, Some(&Text::position(text)), first.as_deref(), budget),
                Asked::Position(position) => {
                    let position = position.get();
                    let want = position.want(first.as_deref())?;
                    solve_by_table(&table, (*position.question).clone(), &want, budget)
                }
            })
        })
    }

    /// Every legal move, with what it says that it is worth.
    fn moves(&self, py: Python<'_>, limits: Limits, of: Py<Position>, first: Option<String>) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        ask(py, limits, move |budget| {
            let mover = of.get().side(first.as_deref())?;
            plain(moves_by_table(&table, &of.get().question, mover, budget))
        })
    }

    /// What it holds of many positions, in columns.
    fn look_up(&self, py: Python<'_>, limits: Limits, asked: ListOf<Asked>) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        ask(py, limits, move |budget| {
            let one = |one: Asked| match one {
                Asked::Text(text) => LookedUp::Text(Text::position(text)),
                Asked::Position(one) => LookedUp::Position(one.get().question.clone(), one.get().said()),
            };
            let asked: Vec<LookedUp> = asked.0.into_iter().map(one).collect();
            look_up_rows(&table, &asked, budget)
        })
    }

    /// All that it holds, in columns.
    fn rows(&self, py: Python<'_>, limits: Limits) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        ask(py, limits, move |budget| all_rows(&table, budget))
    }

    /// Counts of results and lengths, and the longest wins.
    fn stats(&self, py: Python<'_>, limits: Limits) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        ask(py, limits, move |budget| plain(table_stats(&table, budget)))
    }

    /// Positions compared with their moves, all or some by chance.
    fn verify(&self, py: Python<'_>, limits: Limits, sample: Option<u64>, seed: u64) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        let sample = sample.map_or(TableSample::All, |count| TableSample::Some(count, seed));
        ask(py, limits, move |budget| plain(verify_table(&table, sample, budget)))
    }

    /// Compared with another tablebase of the same game.
    fn compare(&self, py: Python<'_>, limits: Limits, other: Py<Tablebase>) -> PyResult<Py<PyAny>> {
        let (table, other) = (self.table.clone(), other.get().table.clone());
        ask(py, limits, move |budget| plain(compare_tables(&table, &other, budget)))
    }

    /// All positions as comma-separated values: written beside the file and renamed when all of it is there.
    fn export(&self, py: Python<'_>, limits: Limits, path: PathBuf) -> PyResult<Py<PyAny>> {
        let table = self.table.clone();
        ask(py, limits, move |budget| {
            let beside = beside(&path);
            let written = write(&table, &path, &beside, budget);
            if written.is_err() {
                let _ = std::fs::remove_file(&beside);
            }
            plain(written)
        })
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    path.with_file_name(name)
}

fn write(
    table: &OpenTable,
    path: &Path,
    beside: &Path,
    budget: &grundy::Budget,
) -> Result<grundy::tablebase::ExportedTable, Problem> {
    let trouble = |error: std::io::Error| Problem::bad_input("file", format!("{}: {error}", path.display()));
    let mut out = BufWriter::new(File::create(beside).map_err(trouble)?);
    let mut exported = export_table(table, &mut out, budget)?;
    drop(out);
    std::fs::rename(beside, path).map_err(trouble)?;
    exported.file = Some(path.display().to_string());
    Ok(exported)
}
