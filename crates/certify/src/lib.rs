//! Writes certificates of solved positions: what a solver says, listed in the order in which the checker can follow it. What is
//! wrong in a certificate the checker refuses, so nothing here is trusted. [`written_out`] makes moves for a checker in a
//! hurry.
#![forbid(unsafe_code)]

mod collect;
mod collected;
mod labels;
mod masks;
mod text;
mod walk;
mod worth;
mod writer;
mod written;

pub use text::{number_order, write_step};
pub use walk::{Known, NotWritten, Oracle};
pub use writer::{canonical, loopy, write, write_by};
pub use written::{Means, written_out};
