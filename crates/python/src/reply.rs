//! An answer of the library, for Python: its JSON as a dictionary, its words, how it ended, and what comes with it.

use crate::call::Told;
use crate::json::to_python;
use crate::problem::Failed;
use grundy::{Ended, Language, Problem, Report};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A report whose type is forgotten.
trait Said: Send + Sync {
    fn json(&self) -> Result<serde_json::Value, serde_json::Error>;
    fn words(&self, language: Language) -> String;
}

impl<R: Report + Send + Sync> Said for R {
    fn json(&self) -> Result<serde_json::Value, serde_json::Error> {
        serde_json::to_value(self)
    }

    fn words(&self, language: Language) -> String {
        Report::words(self, language)
    }
}

/// An answer.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Reply {
    report: Box<dyn Said>,
    ended: Ended,
    /// What the question was to write: a certificate, a picture, a page.
    file: Option<Vec<u8>>,
    /// Columns of numbers that come with the answer.
    columns: Option<Py<PyAny>>,
}

#[pymethods]
impl Reply {
    /// The answer as docs/json.md says.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.report.json().map_err(|error| PyValueError::new_err(error.to_string()))?;
        to_python(py, &json)
    }

    /// The answer in words of a language: `en`, `ko` or `zh`.
    fn words(&self, language: &str) -> PyResult<String> {
        Ok(self.report.words(language_of(language)?))
    }

    /// `fine`, `refuted`, `bad input` or `limit`.
    #[getter]
    fn ended(&self) -> &'static str {
        match self.ended {
            Ended::Fine => "fine",
            Ended::Refuted => "refuted",
            Ended::BadInput => "bad input",
            Ended::Limit => "limit",
        }
    }

    /// What was to be written, as bytes.
    #[getter]
    fn file<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.file.as_ref().map(|bytes| PyBytes::new(py, bytes))
    }

    /// Columns of numbers that come with the answer.
    #[getter]
    fn columns(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.columns.as_ref().map(|columns| columns.clone_ref(py))
    }
}

/// The language that a tag names.
pub fn language_of(tag: &str) -> PyResult<Language> {
    Language::of_tag(tag).ok_or_else(|| PyValueError::new_err("the languages are en, ko and zh"))
}

/// A report on its way to Python, with what it writes.
pub struct Answered<R>(pub R, pub Option<Vec<u8>>);

impl<R: Report + Send + Sync + 'static> Told for Answered<R> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        let Answered(report, file) = self;
        with_columns(py, report, file, None)
    }
}

impl<R: Report + Send + Sync + 'static> Told for Result<Answered<R>, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        self?.told(py)
    }
}

/// A report as a Python object, with columns.
pub fn with_columns<R: Report + Send + Sync + 'static>(
    py: Python<'_>,
    report: R,
    file: Option<Vec<u8>>,
    columns: Option<Py<PyAny>>,
) -> Result<Py<PyAny>, Failed> {
    let ended = report.ended();
    Ok(Py::new(py, Reply { report: Box::new(report), ended, file, columns })?.into_any())
}

/// A report alone.
pub fn plain<R>(report: Result<R, Problem>) -> Result<Answered<R>, Problem> {
    report.map(|report| Answered(report, None))
}
