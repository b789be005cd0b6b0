//! Arrow's C data interface: structures that other libraries take over, with the columns they point into.
//!
//! Each structure owns what it points to through `private_data`, which its `release` lets go, once; who takes a structure over clears
//! `release` in the place it took it from. See the specification, "The Arrow C data interface" and "The Arrow C stream interface".
#![allow(unsafe_code)]

use crate::numbers::Data;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

// SAFETY: what the pointers lead to is owned by the structure alone and is not bound to a thread.
unsafe impl Send for Schema {}
// SAFETY: as above.
unsafe impl Send for Array {}
// SAFETY: as above.
unsafe impl Send for Stream {}

/// What a schema owns.
struct SchemaOwned {
    _name: CString,
    children: Vec<*mut Schema>,
}

/// What an array owns: the columns, and the lists of pointers into them.
struct ArrayOwned {
    _data: Option<Data>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: called once, by who holds the structure, which `Schema::new` made; children are boxes that nobody else owns.
    unsafe {
        let owned = Box::from_raw((*schema).private_data.cast::<SchemaOwned>());
        for &child in &owned.children {
            drop(Box::from_raw(child));
        }
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: as for `release_schema`, with `Array::new`.
    unsafe {
        let owned = Box::from_raw((*array).private_data.cast::<ArrayOwned>());
        for &child in &owned.children {
            drop(Box::from_raw(child));
        }
        (*array).release = None;
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it is held here and was not released.
            unsafe { release(self) }
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it is held here and was not released.
            unsafe { release(self) }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it is held here and was not released.
            unsafe { release(self) }
        }
    }
}

impl Schema {
    fn new(format: &'static CStr, name: &str, children: Vec<Schema>) -> Schema {
        // A name of ours holds no NUL.
        let name = CString::new(name).unwrap_or_default();
        let children: Vec<*mut Schema> = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let text = name.as_ptr();
        let owned = Box::into_raw(Box::new(SchemaOwned { _name: name, children }));
        // SAFETY: `owned` was just made.
        let children = unsafe { &mut (*owned).children };
        Schema {
            format: format.as_ptr(),
            name: text,
            metadata: null(),
            flags: 0,
            n_children: children.len() as i64,
            children: children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_schema),
            private_data: owned.cast(),
        }
    }

    fn of(name: &str, data: &Data) -> Schema {
        let format = match data {
            Data::U8(_) => c"C",
            Data::U16(_) => c"S",
            Data::U32(_) => c"I",
            Data::I8(_) => c"c",
            Data::I64(_) => c"l",
            Data::Text(..) => c"u",
        };
        Schema::new(format, name, Vec::new())
    }

    fn of_struct(columns: &[(String, Data)]) -> Schema {
        Schema::new(c"+s", "", columns.iter().map(|(name, data)| Schema::of(name, data)).collect())
    }
}

impl Array {
    fn new(length: usize, data: Option<Data>, buffers: Vec<*const c_void>, children: Vec<Array>) -> Array {
        let children: Vec<*mut Array> = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let owned = Box::into_raw(Box::new(ArrayOwned { _data: data, buffers, children }));
        // SAFETY: `owned` was just made.
        let ArrayOwned { buffers, children, .. } = unsafe { &mut *owned };
        Array {
            length: length as i64,
            null_count: 0,
            offset: 0,
            n_buffers: buffers.len() as i64,
            n_children: children.len() as i64,
            buffers: buffers.as_mut_ptr(),
            children: children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_array),
            private_data: owned.cast(),
        }
    }

    /// The first buffer says which entries are missing: none is.
    fn of(data: &Data) -> Array {
        let buffers = match data {
            Data::U8(numbers) => vec![null(), numbers.as_ptr().cast()],
            Data::U16(numbers) => vec![null(), numbers.as_ptr().cast()],
            Data::U32(numbers) => vec![null(), numbers.as_ptr().cast()],
            Data::I8(numbers) => vec![null(), numbers.as_ptr().cast()],
            Data::I64(numbers) => vec![null(), numbers.as_ptr().cast()],
            Data::Text(ends, bytes) => vec![null(), ends.as_ptr().cast(), bytes.as_ptr().cast()],
        };
        Array::new(data.len(), Some(data.clone()), buffers, Vec::new())
    }

    fn of_struct(columns: &[(String, Data)]) -> Array {
        let length = columns.first().map_or(0, |(_, data)| data.len());
        Array::new(length, None, vec![null()], columns.iter().map(|(_, data)| Array::of(data)).collect())
    }
}

/// What a stream owns: its columns, and whether they were handed out.
struct StreamOwned {
    columns: Vec<(String, Data)>,
    is_done: bool,
}

unsafe extern "C" fn stream_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the stream was made by `stream` and not released; `out` is room for a structure, with nothing in it.
    unsafe {
        let owned = &*(*stream).private_data.cast::<StreamOwned>();
        out.write(Schema::of_struct(&owned.columns));
    }
    0
}

unsafe extern "C" fn stream_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as above. An array without `release` says that there are no more.
    unsafe {
        let owned = &mut *(*stream).private_data.cast::<StreamOwned>();
        let mut next =
            if owned.is_done { Array::new(0, None, Vec::new(), Vec::new()) } else { Array::of_struct(&owned.columns) };
        if owned.is_done {
            release_array(&mut next);
        }
        owned.is_done = true;
        out.write(next);
    }
    0
}

unsafe extern "C" fn stream_error(_: *mut Stream) -> *const c_char {
    null()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: called once, by who holds the structure.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamOwned>()));
        (*stream).release = None;
    }
}

fn capsule<'py, T: Send + 'static>(py: Python<'py>, value: T, name: &'static CStr) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyCapsule::new_with_value(py, value, name)?.into_any())
}

/// The schema of a column, in a capsule.
pub fn schema<'py>(py: Python<'py>, name: &str, data: &Data) -> PyResult<Bound<'py, PyAny>> {
    capsule(py, Schema::of(name, data), c"arrow_schema")
}

/// A column, in a capsule.
pub fn array<'py>(py: Python<'py>, data: &Data) -> PyResult<Bound<'py, PyAny>> {
    capsule(py, Array::of(data), c"arrow_array")
}

/// The schema of several columns, in a capsule.
pub fn struct_schema<'py>(py: Python<'py>, columns: &[(String, Data)]) -> PyResult<Bound<'py, PyAny>> {
    capsule(py, Schema::of_struct(columns), c"arrow_schema")
}

/// Several columns, in a capsule.
pub fn struct_array<'py>(py: Python<'py>, columns: &[(String, Data)]) -> PyResult<Bound<'py, PyAny>> {
    capsule(py, Array::of_struct(columns), c"arrow_array")
}

/// Several columns as a stream of one batch, in a capsule.
pub fn stream<'py>(py: Python<'py>, columns: &[(String, Data)]) -> PyResult<Bound<'py, PyAny>> {
    let owned = Box::new(StreamOwned { columns: columns.to_vec(), is_done: false });
    let stream = Stream {
        get_schema: Some(stream_schema),
        get_next: Some(stream_next),
        get_last_error: Some(stream_error),
        release: Some(release_stream),
        private_data: Box::into_raw(owned).cast(),
    };
    capsule(py, stream, c"arrow_array_stream")
}
