//! Tables of questions that were answered, for the next question about the same games. The latest few are kept; each may be large.

use grundy::{Play, Question, Tables};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// How many tables are kept.
const KEPT: usize = 4;

/// The latest come last.
static SHELF: Mutex<Vec<Tables>> = Mutex::new(Vec::new());

/// Takes the tables that serve a question, if there are any.
pub fn take(question: &Question, play: Play) -> Option<Tables> {
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    let at = shelf.iter().rposition(|tables| tables.serve(question, play))?;
    Some(shelf.remove(at))
}

/// Puts tables back.
pub fn put(tables: Option<Tables>) {
    let Some(tables) = tables else { return };
    let oldest = {
        let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.push(tables);
        if shelf.len() > KEPT { Some(shelf.remove(0)) } else { None }
    };
    drop(oldest);
}

/// Lets all tables go that are kept for later questions.
#[pyfunction]
pub fn forget(py: Python<'_>) {
    py.detach(|| drop(std::mem::take(&mut *SHELF.lock().unwrap_or_else(PoisonError::into_inner))));
}
