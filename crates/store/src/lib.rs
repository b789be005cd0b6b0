//! Tablebases on disk: one file with a header, compressed blocks with a checksum each, and an index (docs/tablebase.md);
//! and the folder in which a build keeps its pieces until the file is whole.
//!
//! Blocks are read where they lie (`read_at`), not mapped: that needs no `unsafe`, a damaged disk is an error and not a
//! signal, and the blocks at hand are kept unpacked, which a map would not do.
#![forbid(unsafe_code)]

mod bits;
mod file;
mod folder;
mod format;
mod place;
mod writer;

pub use file::{open, open_as};
pub use folder::Folder;
pub use place::FilePlace;
