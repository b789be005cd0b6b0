//! Columns of numbers and texts that stay where the library put them: NumPy reads them in place (`__array_interface__`), others take
//! them through Arrow's interface. Nothing is copied and nothing changes them.

use crate::arrow;
use grundy::{TableAnswer, Values};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

/// What a column holds.
#[derive(Clone)]
pub enum Data {
    /// Numbers of one byte.
    U8(Arc<Vec<u8>>),
    /// Numbers of two bytes.
    U16(Arc<Vec<u16>>),
    /// Numbers of four bytes.
    U32(Arc<Vec<u32>>),
    /// Numbers of one byte with a sign.
    I8(Arc<Vec<i8>>),
    /// Numbers of eight bytes.
    I64(Arc<Vec<i64>>),
    /// Texts: where each ends in their bytes, from 0 on.
    Text(Arc<Vec<i32>>, Arc<Vec<u8>>),
}

impl Data {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        match self {
            Data::U8(numbers) => numbers.len(),
            Data::U16(numbers) => numbers.len(),
            Data::U32(numbers) => numbers.len(),
            Data::I8(numbers) => numbers.len(),
            Data::I64(numbers) => numbers.len(),
            Data::Text(ends, _) => ends.len() - 1,
        }
    }

    /// Numbers where every text is one, else texts.
    fn of_words(words: &[String]) -> Data {
        let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
        if let Some(numbers) = numbers {
            return Data::I64(Arc::new(numbers));
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.bytes()).collect();
        let ends = words.iter().scan(0, |end, word| {
            *end += word.len() as i32;
            Some(*end)
        });
        Data::Text(Arc::new([0].into_iter().chain(ends).collect()), Arc::new(bytes))
    }

    fn at<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self {
            Data::U8(numbers) => numbers[number].into_pyobject(py)?.into_any(),
            Data::U16(numbers) => numbers[number].into_pyobject(py)?.into_any(),
            Data::U32(numbers) => numbers[number].into_pyobject(py)?.into_any(),
            Data::I8(numbers) => numbers[number].into_pyobject(py)?.into_any(),
            Data::I64(numbers) => numbers[number].into_pyobject(py)?.into_any(),
            Data::Text(ends, bytes) => {
                let text = &bytes[ends[number] as usize..ends[number + 1] as usize];
                String::from_utf8_lossy(text).into_pyobject(py)?.into_any()
            }
        })
    }
}

/// One column.
#[pyclass(frozen, sequence, module = "grundy._grundy")]
pub struct Column {
    name: String,
    data: Data,
}

impl Column {
    /// The values of heaps 0, 1, 2, ...
    pub fn of_values(name: &str, values: Values) -> Column {
        let data = match values {
            Values::Narrow(values) => Data::U8(Arc::new(values)),
            Values::Wide(values) => Data::U16(Arc::new(values)),
        };
        Column { name: name.to_string(), data }
    }

    /// Numbers of four bytes.
    pub fn of_numbers(name: &str, numbers: Vec<u32>) -> Column {
        Column { name: name.to_string(), data: Data::U32(Arc::new(numbers)) }
    }
}

#[pymethods]
impl Column {
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __len__(&self) -> usize {
        self.data.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, number: isize) -> PyResult<Bound<'py, PyAny>> {
        let size = self.data.len() as isize;
        let at = if number < 0 { number + size } else { number };
        if !(0..size).contains(&at) {
            return Err(PyIndexError::new_err("beyond the column"));
        }
        self.data.at(py, at as usize)
    }

    /// All entries as a list.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match &self.data {
            Data::U8(numbers) => PyList::new(py, numbers.iter()),
            Data::U16(numbers) => PyList::new(py, numbers.iter()),
            Data::U32(numbers) => PyList::new(py, numbers.iter()),
            Data::I8(numbers) => PyList::new(py, numbers.iter()),
            Data::I64(numbers) => PyList::new(py, numbers.iter()),
            Data::Text(..) => {
                let all: PyResult<Vec<_>> = (0..self.data.len()).map(|number| self.data.at(py, number)).collect();
                PyList::new(py, all?)
            }
        }
    }

    /// Where NumPy finds the numbers, which nobody may change; it keeps this column alive.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let little = if cfg!(target_endian = "little") { '<' } else { '>' };
        let (kind, place) = match &self.data {
            Data::U8(numbers) => ("|u1".to_string(), numbers.as_ptr() as usize),
            Data::U16(numbers) => (format!("{little}u2"), numbers.as_ptr() as usize),
            Data::U32(numbers) => (format!("{little}u4"), numbers.as_ptr() as usize),
            Data::I8(numbers) => ("|i1".to_string(), numbers.as_ptr() as usize),
            Data::I64(numbers) => (format!("{little}i8"), numbers.as_ptr() as usize),
            Data::Text(..) => return Err(PyTypeError::new_err("a column of texts: use to_list()")),
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", kind)?;
        interface.set_item("shape", (self.data.len(),))?;
        interface.set_item("data", (place, true))?;
        Ok(interface)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrow::schema(py, &self.name, &self.data)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let _ = requested_schema;
        Ok((arrow::schema(py, &self.name, &self.data)?, arrow::array(py, &self.data)?))
    }
}

/// Several columns of one length.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Columns {
    columns: Vec<(String, Data)>,
}

impl Columns {
    /// Columns by their names; all are of one length.
    pub fn new(columns: Vec<(String, Data)>) -> Columns {
        Columns { columns }
    }
}

#[pymethods]
impl Columns {
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.columns.first().map_or(0, |(_, data)| data.len())
    }

    fn column(&self, name: &str) -> PyResult<Column> {
        let found = self.columns.iter().find(|(other, _)| other == name);
        let (name, data) = found.ok_or_else(|| PyIndexError::new_err(format!("there is no column `{name}`")))?;
        Ok(Column { name: name.clone(), data: data.clone() })
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrow::struct_schema(py, &self.columns)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let _ = requested_schema;
        Ok((arrow::struct_schema(py, &self.columns)?, arrow::struct_array(py, &self.columns)?))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        arrow::stream(py, &self.columns)
    }
}

/// The cells of a table: a column for each range, and one for what is shown, as far as it was filled.
pub fn table_columns(table: &TableAnswer) -> Columns {
    let filled = table.words.len();
    let mut columns = Vec::new();
    for (number, range) in table.over.iter().enumerate() {
        let numbers = table.cells[..filled].iter().map(|cell| cell[number]).collect();
        columns.push((range.name.clone(), Data::I64(Arc::new(numbers))));
    }
    columns.push((table.show.name().to_string(), Data::of_words(&table.words)));
    Columns::new(columns)
}
