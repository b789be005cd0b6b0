//! From what is to be drawn to a scene; one file for each kind of picture.
//!
//! [`framed`] puts title, legend and standing around any of them.

pub mod axis;
pub mod board;
pub mod diagram;
pub mod heat;
pub mod matrix;
pub mod sequence;
pub mod thermograph;

use crate::scene::{Anchor, Group, Item, Pen, Point, Role, Scene, Text};
use crate::style::Style;
use crate::text::{self, Weight};
use crate::theme::Colour;
use grundy_answer::Standing;

const MARGIN: f64 = 16.0;
const TITLE: f64 = 17.0;
const SMALL: f64 = 12.0;
const LINE: f64 = 18.0;

/// What stands around a picture.
#[derive(Default)]
pub struct Surround<'a> {
    /// What the picture is of.
    pub title: &'a str,
    /// What it shows, for those who cannot see it.
    pub description: String,
    /// Colours and what they mean.
    pub legend: Vec<(Swatch, String)>,
    /// Sentences below, such as what is left out.
    pub notes: Vec<String>,
    /// How sure it is.
    pub standing: Option<&'a Standing>,
}

/// The sample a line of the legend begins with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swatch {
    /// A filled box with a border.
    Box(Colour, Colour),
    /// A line.
    Line(Colour, f64),
    /// A dot.
    Dot(Colour),
}

/// The parts, of the given size, with what stands around them.
pub fn framed(items: Vec<Item>, size: Point, style: &Style, surround: Surround) -> Scene {
    let theme = style.theme;
    let mut notes: Vec<String> = surround.notes;
    notes.extend(surround.standing.map(|standing| style.standing(standing)));
    let legend: Vec<f64> =
        surround.legend.iter().map(|(_, name)| text::width(name, SMALL, Weight::Regular) + 42.0).collect();
    let inner = size
        .0
        .max(text::width(surround.title, TITLE, Weight::Bold).min(420.0))
        .max(legend.iter().sum::<f64>().min(420.0))
        .max(120.0);
    let width = inner + 2.0 * MARGIN;
    let mut all = Vec::new();
    let mut y = MARGIN;
    for text in text::wrapped(surround.title, TITLE, Weight::Bold, inner, 4).into_iter().filter(|text| !text.is_empty())
    {
        let at = (MARGIN, y + TITLE * 0.5);
        all.push(Text::centred(at, TITLE, theme.ink(), text).anchored(Anchor::Start).bold().into());
        y += TITLE + 7.0;
    }
    let at = (MARGIN + (inner - size.0) / 2.0, y + 4.0);
    all.push(Group { at, role: Role::Part, title: String::new(), items }.into());
    y += size.1 + 14.0;
    let mut x = MARGIN;
    for (&(swatch, ref name), width) in surround.legend.iter().zip(legend) {
        if x > MARGIN && x + width > MARGIN + inner {
            (x, y) = (MARGIN, y + LINE);
        }
        all.push(sample(swatch, (x, y + LINE / 2.0)));
        for text in text::wrapped(name, SMALL, Weight::Regular, inner - 24.0, 1) {
            all.push(
                Text::centred((x + 24.0, y + LINE / 2.0), SMALL, theme.ink(), text).anchored(Anchor::Start).into(),
            );
        }
        x += width;
    }
    if !surround.legend.is_empty() {
        y += LINE + 2.0;
    }
    for note in notes {
        for text in text::wrapped(&note, SMALL, Weight::Regular, inner, 12) {
            let at = (MARGIN, y + LINE / 2.0);
            all.push(Text::centred(at, SMALL, theme.faint(), text).anchored(Anchor::Start).into());
            y += LINE;
        }
    }
    Scene {
        width: width.ceil(),
        height: (y + MARGIN).ceil(),
        background: Some(theme.background()),
        title: surround.title.to_string(),
        description: surround.description,
        items: all,
    }
}

fn sample(swatch: Swatch, at: Point) -> Item {
    match swatch {
        Swatch::Box(fill, border) => Item::Rect {
            at: (at.0 + 1.0, at.1 - 6.0),
            size: (16.0, 12.0),
            radius: 2.0,
            pen: Pen::line(border, 1.5).filled(fill),
        },
        Swatch::Line(colour, width) => crate::scene::line((at.0, at.1), (at.0 + 18.0, at.1), Pen::line(colour, width)),
        Swatch::Dot(colour) => Item::Circle { at: (at.0 + 9.0, at.1), radius: 4.0, pen: Pen::fill(colour) },
    }
}
