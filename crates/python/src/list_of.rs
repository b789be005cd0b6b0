//! Lists as parameters. Only a list is taken: other sequences may say that they have 10^18 entries before one of them is looked at.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The entries of a list.
pub struct ListOf<T>(pub Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for ListOf<T> {
    type Error = PyErr;

    fn extract(list: Borrowed<'_, 'py, PyAny>) -> PyResult<ListOf<T>> {
        let entries = list.cast::<PyList>()?.iter();
        entries.map(|one| one.extract::<T>().map_err(Into::into)).collect::<PyResult<_>>().map(ListOf)
    }
}
