//! Pictures of games: trees and graphs of positions, boards, heat maps, sequences, thermographs, tables.
//!
//! What is to be drawn is a [`Picture`]: plain data, computed elsewhere. [`draw`] gives the bytes of a file in any
//! [`Format`]. On the way a picture becomes a `scene::Scene` (shapes at fixed places), which SVG, PNG, TikZ and
//! the page translate; the terminal and Graphviz are written from the picture itself.
//!
//! This crate computes no values, opens no files and reads no clock; the same picture gives the same bytes.
#![forbid(unsafe_code)]

mod board;
mod diagram;
mod format;
mod heat;
mod lang;
pub mod layout;
mod matrix;
mod picture;
mod prune;
pub mod scene;
mod sequence;
mod sheet;
mod style;
pub mod text;
mod theme;
mod thermograph;
mod unfold;
mod view;

pub use board::{
    Background, Board, BoardLook, Cell, Grid, Heap, Link, Links, Mark, MovesShown, Owner, Placed, Says, Spot, SpotForm,
};
pub use diagram::{Diagram, Edge, More, Node, Outcome, Quality, State, Turn};
pub use format::html::{embedded, filled};
pub use format::png::{Fonts, PngError};
pub use format::svg::escaped;
pub use heat::{Axis, HeatMap};
pub use lang::{Lang, WORDS, Word};
pub use matrix::{Entry, MatrixTable, nim_table};
pub use picture::{Format, Picture, Refusal, draw, scene};
pub use sequence::{Bins, Period, SequencePlot};
pub use sheet::{Drawn, Exercise, Figure, Known, Phrase, Sheet, ValueTable, Version, Worked};
pub use style::{Shade, Style};
pub use theme::{Colour, ColourBy, Theme};
pub use thermograph::{Corner, Exact, Thermograph};
pub use unfold::{Equal, Step, Unfolded};
