//! Scenes and diagrams as files; one file for each format.

pub mod dot;
pub mod html;
pub mod pdf;
pub mod png;
pub mod svg;
pub mod tikz;
pub mod txt;
