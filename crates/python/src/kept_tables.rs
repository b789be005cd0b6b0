//! Tables of questions that were answered, for the next question about the same games. The latest few are kept; each may be large.

use grundy::{Play, Question, Tables};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// How many tables are kept.
const KEPT: usize = 4;

/// The latest come last.
static KEPT_TABLES: Mutex<Vec<Tables>> = Mutex::new(Vec::new());

/// Takes the tables that serve a question, if there are any.
pub fn take(question: &Question, play: Play) -> Option<Tables> {
    let mut tables_kept = KEPT_TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let at = tables_kept.iter().rposition(|tables| tables.serve(question, play))?;
    Some(tables_kept.remove(at))
}

/// Puts tables back.
pub fn put(tables: Option<Tables>) {
    let Some(tables) = tables else { return };
    let oldest = {
        let mut tables_kept = KEPT_TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        tables_kept.push(tables);
        if tables_kept.len() > KEPT { Some(tables_kept.remove(0)) } else { None }
    };
    drop(oldest);
}

/// Lets all tables go that are kept for later questions.
#[pyfunction]
pub fn forget(py: Python<'_>) {
    py.detach(|| drop(std::mem::take(&mut *KEPT_TABLES.lock().unwrap_or_else(PoisonError::into_inner))));
}
