//! Any picture in any format.

use crate::board::{Board, BoardLook};
use crate::diagram::Diagram;
use crate::format::png::{Fonts, PngError};
use crate::format::{dot, html, pdf, png, svg, tikz, txt};
use crate::heat::HeatMap;
use crate::matrix::MatrixTable;
use crate::scene::Scene;
use crate::sequence::SequencePlot;
use crate::style::Style;
use crate::thermograph::Thermograph;
use crate::view;
use grundy_answer::Watch;
use std::fmt;

/// What is to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// Positions and moves.
    Diagram(Diagram),
    /// One position.
    Board(Board),
    /// Values over two parameters.
    Heat(HeatMap),
    /// Values over one parameter.
    Sequence(SequencePlot),
    /// A thermograph.
    Thermograph(Thermograph),
    /// A table.
    Matrix(MatrixTable),
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable graphics.
    Svg,
    /// A page of its own.
    Html,
    /// Graphviz; diagrams only.
    Dot,
    /// LaTeX.
    Tikz,
    /// Pixels.
    Png,
    /// A page for printing.
    Pdf,
    /// For the terminal.
    Txt,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 7] =
        [Format::Svg, Format::Html, Format::Dot, Format::Tikz, Format::Png, Format::Pdf, Format::Txt];

    /// The format of a file name's extension, without the dot.
    pub fn of_extension(extension: &str) -> Option<Format> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "svg" => Format::Svg,
            "html" | "htm" => Format::Html,
            "dot" | "gv" => Format::Dot,
            "tikz" | "tex" => Format::Tikz,
            "png" => Format::Png,
            "pdf" => Format::Pdf,
            "txt" => Format::Txt,
            _ => return None,
        })
    }
}

/// Why a picture was not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Graphviz draws diagrams only.
    NotADiagram,
    /// An edge, arc or row names something that is not there, or a table has rows of different lengths.
    Unsound(&'static str),
    /// There is more than a picture of this kind may hold.
    TooMany {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// How many there may be.
        limit: u64,
    },
    /// The PNG could not be made.
    Png(PngError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotADiagram => f.write_str("only trees and graphs can be written as DOT"),
            Refusal::Unsound(what) => write!(f, "the picture contradicts itself: {what}"),
            Refusal::TooMany { what, count, limit } => {
                write!(f, "{count} {what} are too many for one picture; it holds {limit}")
            }
            Refusal::Png(PngError::TooLarge { pixels }) => {
                write!(f, "a PNG of {pixels} pixels is too large (at most {}); SVG has no such limit", png::LARGEST)
            }
            Refusal::Png(PngError::LeftOut) => {
                f.write_str("this build draws no PNG: it was made without the feature `png`; SVG and PDF are there")
            }
            Refusal::Png(PngError::Encoding(error)) => write!(f, "the PNG could not be made: {error}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The most cells of a heat map or table, and of a grid.
const CELLS: u64 = 1_000_000;
/// The most nodes, and the most edges, of a diagram.
const NODES: u64 = 200_000;
/// The most values of a sequence.
const VALUES: u64 = 100_000_000;

/// Pixels of a PNG to the unit.
const PNG_SCALE: f32 = 2.0;

/// The file as bytes: text is UTF-8. `fonts` matter to PNG only.
pub fn draw(
    picture: &Picture,
    format: Format,
    style: &Style,
    fonts: &Fonts,
    watch: &dyn Watch,
) -> Result<Vec<u8>, Refusal> {
    sound(picture)?;
    let text = match (format, picture) {
        (Format::Dot, Picture::Diagram(diagram)) => dot::dot(diagram, style),
        (Format::Dot, _) => return Err(Refusal::NotADiagram),
        (Format::Txt, picture) => txt::txt(picture, style),
        (Format::Html, Picture::Diagram(diagram)) => {
            html::diagram(diagram, &view::diagram::arranged(diagram, style, watch), style)
        }
        (Format::Html, picture) => html::still(&scene(picture, style, watch)?, style),
        (Format::Svg, picture) => svg::svg(&scene(picture, style, watch)?, style.lang),
        (Format::Tikz, picture) => tikz::tikz(&scene(picture, style, watch)?),
        (Format::Pdf, picture) => return Ok(pdf::pdf(&[scene(picture, style, watch)?])),
        (Format::Png, picture) => {
            let scene = scene(picture, style, watch)?;
            let pixels = (scene.width * scene.height * f64::from(PNG_SCALE * PNG_SCALE)) as u64;
            if pixels > png::LARGEST {
                return Err(Refusal::Png(PngError::TooLarge { pixels }));
            }
            return png::png(&scene, fonts, PNG_SCALE).map_err(Refusal::Png);
        }
    };
    Ok(text.into_bytes())
}

/// The picture without a format.
pub fn scene(picture: &Picture, style: &Style, watch: &dyn Watch) -> Result<Scene, Refusal> {
    sound(picture)?;
    Ok(match picture {
        Picture::Diagram(diagram) => view::diagram::arranged(diagram, style, watch).scene,
        Picture::Board(board) => {
            let (items, size) = view::board::items(board, style, view::board::Scale::Full);
            let marks = board.marks().iter().map(|mark| format!("{} {}", mark.title, mark.text)).collect::<Vec<_>>();
            let heading = board.heading(style.lang);
            let surround = view::Surround {
                title: &heading,
                description: marks.join("; "),
                legend: view::board::legend(board, style),
                notes: view::board::says(board, style).into_iter().collect(),
                standing: board.standing.as_ref(),
            };
            view::framed(items, size, style, surround)
        }
        Picture::Heat(map) => view::heat::scene(map, style),
        Picture::Sequence(plot) => view::sequence::scene(plot, style),
        Picture::Thermograph(graph) => view::thermograph::scene(graph, style),
        Picture::Matrix(table) => view::matrix::scene(table, style),
    })
}

fn sound(picture: &Picture) -> Result<(), Refusal> {
    let within = |what, count: usize, limit| {
        if count as u64 > limit { Err(Refusal::TooMany { what, count: count as u64, limit }) } else { Ok(()) }
    };
    let check = |holds: bool, what| if holds { Ok(()) } else { Err(Refusal::Unsound(what)) };
    match picture {
        Picture::Diagram(diagram) => {
            within("positions", diagram.nodes.len(), NODES)?;
            within("moves", diagram.edges.len(), NODES)?;
            let boards = diagram.nodes.iter().filter_map(|node| node.picture.as_ref());
            boards.map(board_sound).collect::<Result<Vec<()>, Refusal>>()?;
            check(diagram.is_sound(), "a move names a position that is not there")
        }
        Picture::Board(board) => board_sound(board),
        Picture::Heat(map) => {
            within("cells", map.cells.len(), CELLS)?;
            check(map.width.checked_mul(map.height) == Some(map.cells.len()), "the cells do not fill the map")
        }
        Picture::Sequence(plot) => within("values", plot.values.len(), VALUES),
        Picture::Thermograph(graph) => {
            let numbers = graph.left.iter().chain(&graph.right).flat_map(|c| [c.value.at, c.temperature.at]);
            check(numbers.into_iter().all(f64::is_finite), "a corner is nowhere")
        }
        Picture::Matrix(table) => {
            within("entries", table.rows.len().saturating_mul(table.columns.len()), CELLS / 4)?;
            let full = table.cells.iter().all(|row| row.len() == table.columns.len());
            check(full && table.cells.len() == table.rows.len(), "the entries do not fill the table")
        }
    }
}

fn board_sound(board: &Board) -> Result<(), Refusal> {
    let (count, links) = match &board.form {
        BoardLook::Grid(grid) => (grid.rows.iter().map(Vec::len).sum(), None),
        BoardLook::Heaps(heaps) => (heaps.len(), None),
        BoardLook::Digraph(links) | BoardLook::Polygon(links) => (links.cells.len() + links.links.len(), Some(links)),
        BoardLook::Placed(placed) => (placed.spots.len(), None),
    };
    if count as u64 > CELLS / 10 {
        return Err(Refusal::TooMany { what: "cells", count: count as u64, limit: CELLS / 10 });
    }
    let named = |end: usize, count: usize| end < count;
    match links {
        Some(links)
            if !links.links.iter().all(|l| named(l.from, links.cells.len()) && named(l.to, links.cells.len())) =>
        {
            Err(Refusal::Unsound("a line names a place that is not there"))
        }
        _ => Ok(()),
    }
}
