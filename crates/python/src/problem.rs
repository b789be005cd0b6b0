//! Why there is no answer, as exceptions: the classes stand in `grundy/_errors.py`, which draws them.

use crate::json::to_python;
use grundy::{Problem, ProblemKind, Progress, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::any::Any;

/// Why an answer cannot be given to Python.
pub enum Failed {
    /// The library says why.
    Problem(Box<Problem>),
    /// Python says why.
    Raised(PyErr),
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Failed {
        Failed::Problem(Box::new(problem))
    }
}

impl From<PyErr> for Failed {
    fn from(raised: PyErr) -> Failed {
        Failed::Raised(raised)
    }
}

impl Failed {
    /// The exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Failed::Raised(raised) => raised,
            Failed::Problem(problem) => raise(py, &problem),
        }
    }
}

/// The exception of a problem.
pub fn raise(py: Python<'_>, problem: &Problem) -> PyErr {
    let class = match problem.kind {
        ProblemKind::BadInput => "InputError",
        ProblemKind::Refuted => "Refuted",
        ProblemKind::Limit => "LimitReached",
    };
    made(py, class, |fields| {
        let json = serde_json::to_value(problem).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        fields.set_item("problem", to_python(py, &json)?)?;
        let texts: Vec<(&str, &str)> =
            problem.diagnostics.iter().map(|one| (one.text.name.as_str(), one.text.text.as_str())).collect();
        fields.set_item("texts", texts)
    })
}

/// The exception of Ctrl-C, with what is known.
pub fn interrupted(py: Python<'_>, answer: Option<Py<PyAny>>, last: &Option<Progress>) -> PyErr {
    made(py, "Interrupted", |fields| {
        fields.set_item("answer", answer)?;
        fields.set_item("progress", last.map(|last| (last.what, last.done)))
    })
}

/// The exception of work that was left alone because it did not stop.
pub fn left(py: Python<'_>, stop: Stop, last: &Option<Progress>) -> PyErr {
    made(py, "LimitReached", |fields| {
        fields.set_item("stopped", stop.to_string())?;
        fields.set_item("progress", last.map(|last| (last.what, last.done)))
    })
}

/// The exception of a panic: a mistake of this package.
pub fn panicked(py: Python<'_>, payload: &(dyn Any + Send)) -> PyErr {
    let said = payload.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("something unexpected");
    made(py, "InternalError", |fields| fields.set_item("message", said))
}

/// An exception of `grundy._errors`, made of keywords.
fn made(py: Python<'_>, class: &str, fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>) -> PyErr {
    let exception = || {
        let fields = PyDict::new(py);
        fill(&fields)?;
        py.import("grundy._errors")?.getattr(class)?.call((), Some(&fields))
    };
    match exception() {
        Ok(exception) => PyErr::from_value(exception),
        Err(raised) => raised,
    }
}
