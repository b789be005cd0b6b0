//! The native half of the Python package `grundy`: one class for a game, one for a position, a function for every other
//! question. It contains no theory and words no answer; what a person calls stands in `python/grundy`.
#![deny(unsafe_code)]

mod arrow;
mod call;
mod drawing;
mod functions;
mod game;
mod json;
mod kept_tables;
mod limits;
mod list_of;
mod numbers;
mod position;
mod problem;
mod program;
mod questions;
mod reply;
mod tablebase;
mod worker;

use pyo3::prelude::*;

#[pymodule]
mod _grundy {
    #[pymodule_export]
    use crate::functions::Graph;
    #[pymodule_export]
    use crate::game::{Game, entries, find, read};
    #[pymodule_export]
    use crate::kept_tables::forget;
    #[pymodule_export]
    use crate::numbers::{Column, Columns};
    #[pymodule_export]
    use crate::position::{Position, expression};
    #[pymodule_export]
    use crate::program::program;
    #[pymodule_export]
    use crate::questions::{
        check, explain, format_rules, matrix, misere, mistake, nimbers, sequence, sequence_picture, survey,
        thermograph, tree, value, verify,
    };
    #[pymodule_export]
    use crate::reply::Reply;
    #[pymodule_export]
    use crate::tablebase::{Tablebase, build_tablebase, open_tablebase};
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
