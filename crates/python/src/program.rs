//! The program `grundy`, which comes along with the package: `python -m grundy`.

use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

/// Does what the words of a command line say and gives the exit code; once in a process. `path` and `prefix` start the same program
/// again, for work that has a process of its own.
#[pyfunction]
pub fn program(py: Python<'_>, path: PathBuf, prefix: Vec<String>, words: Vec<OsString>) -> u8 {
    py.detach(|| grundy_cli::run(grundy_cli::Program { path, prefix, words }))
}
