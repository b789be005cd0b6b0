//! What every picture becomes before it has a format: shapes and text at fixed places.
//!
//! Invariant: everything lies within `width` by `height`, `y` growing downwards, in pixels. Later items cover
//! earlier ones. Formats (`svg`, `tikz`) translate a scene and decide nothing about it.

use crate::text::{self, Weight};
use crate::theme::Colour;

/// A point: `x` to the right, `y` down.
pub type Point = (f64, f64);

/// A picture without a format.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Its background; `None` is transparent.
    pub background: Option<Colour>,
    /// A short name, for screen readers.
    pub title: String,
    /// What it shows in a sentence or a few, for screen readers.
    pub description: String,
    /// Its parts.
    pub items: Vec<Item>,
}

/// A part of a picture.
#[derive(Clone, Debug)]
pub enum Item {
    /// Parts that belong together.
    Group(Group),
    /// A rectangle, its corners rounded by `radius`.
    Rect {
        /// The left upper corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// The radius of its corners.
        radius: f64,
        /// Its colours.
        pen: Pen,
    },
    /// A circle.
    Circle {
        /// The centre.
        at: Point,
        /// The radius.
        radius: f64,
        /// Its colours.
        pen: Pen,
    },
    /// Lines and curves.
    Path {
        /// Its pieces.
        segments: Vec<Segment>,
        /// Its colours.
        pen: Pen,
    },
    /// One line of text.
    Text(Text),
}

/// What a group stands for, so that a page can find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A node of a diagram, by index.
    Node(usize),
    /// An edge of a diagram, by index.
    Edge(usize),
    /// The text of an edge, by index, where it is drawn apart.
    Label(usize),
    /// A cell of a board, table or map.
    Cell,
    /// Nothing in particular.
    Part,
}

/// Parts that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    /// Where its own origin lies.
    pub at: Point,
    /// What it stands for.
    pub role: Role,
    /// A text shown to those who point at it; empty for none.
    pub title: String,
    /// Its parts.
    pub items: Vec<Item>,
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Begins at a point.
    Move(Point),
    /// A straight line to a point.
    Line(Point),
    /// A cubic curve to the third point, drawn towards the other two.
    Curve(Point, Point, Point),
    /// Back to where it began.
    Close,
}

/// How a line is broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    /// It is not.
    #[default]
    Solid,
    /// Dashes.
    Dashed,
}

/// Colours of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pen {
    /// What fills it.
    pub fill: Option<Colour>,
    /// What outlines it.
    pub stroke: Option<Colour>,
    /// How thick the outline is.
    pub width: f64,
    /// How the outline is broken.
    pub dash: Dash,
}

impl Pen {
    /// Filled, without an outline.
    pub fn fill(colour: Colour) -> Pen {
        Pen { fill: Some(colour), ..Pen::default() }
    }

    /// Outlined only.
    pub fn line(colour: Colour, width: f64) -> Pen {
        Pen { stroke: Some(colour), width, ..Pen::default() }
    }

    /// The same with another fill.
    pub fn filled(self, colour: Colour) -> Pen {
        Pen { fill: Some(colour), ..self }
    }

    /// The same with dashes.
    pub fn dashed(self) -> Pen {
        Pen { dash: Dash::Dashed, ..self }
    }

    /// How long the dashes of the outline and what lies between them are; `None` where it is not broken.
    pub fn dashes(&self) -> Option<(f64, f64)> {
        let unit = self.width.max(1.0);
        (self.dash == Dash::Dashed).then_some((4.0 * unit, 3.0 * unit))
    }
}

/// Which point of a text lies where it is put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    #[default]
    Middle,
    /// Its end.
    End,
}

/// One line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where it is put: on the base line.
    pub at: Point,
    /// Which of its points that is.
    pub anchor: Anchor,
    /// The size of the font.
    pub size: f64,
    /// The weight of the font.
    pub weight: Weight,
    /// Its colour.
    pub colour: Colour,
    /// What it says.
    pub text: String,
}

/// How far the base line lies below the middle of a line of text, as a share of the font's size.
pub const MIDDLE: f64 = 0.36;

impl Text {
    /// Centred on `at` both ways.
    pub fn centred(at: Point, size: f64, colour: Colour, text: impl Into<String>) -> Text {
        let at = (at.0, at.1 + MIDDLE * size);
        Text { at, anchor: Anchor::Middle, size, weight: Weight::Regular, colour, text: text.into() }
    }

    /// The same at another anchor.
    pub fn anchored(self, anchor: Anchor) -> Text {
        Text { anchor, ..self }
    }

    /// The same in bold.
    pub fn bold(self) -> Text {
        Text { weight: Weight::Bold, ..self }
    }

    /// Its width, never less than what is drawn.
    pub fn width(&self) -> f64 {
        text::width(&self.text, self.size, self.weight)
    }

    /// Where its first character begins.
    pub fn start(&self) -> f64 {
        match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - self.width() / 2.0,
            Anchor::End => self.at.0 - self.width(),
        }
    }
}

impl From<Text> for Item {
    fn from(text: Text) -> Item {
        Item::Text(text)
    }
}

impl From<Group> for Item {
    fn from(group: Group) -> Item {
        Item::Group(group)
    }
}

/// A filled triangle whose point is at `tip`, coming from the direction of `from`.
pub fn arrow_head(from: Point, tip: Point, colour: Colour, length: f64) -> Item {
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let norm = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / norm * length, dy / norm * length);
    let corner = |side: f64| (tip.0 - ux - uy * 0.42 * side, tip.1 - uy + ux * 0.42 * side);
    let segments = vec![Segment::Move(tip), Segment::Line(corner(1.0)), Segment::Line(corner(-1.0)), Segment::Close];
    Item::Path { segments, pen: Pen::fill(colour) }
}

/// A straight line.
pub fn line(from: Point, to: Point, pen: Pen) -> Item {
    Item::Path { segments: vec![Segment::Move(from), Segment::Line(to)], pen }
}

/// A rectangle whose corners are quarters of circles, each by one curve.
pub fn rounded((x, y): Point, (width, height): Point, radius: f64) -> Vec<Segment> {
    let r = radius.min(width / 2.0).min(height / 2.0).max(0.0);
    let (right, bottom) = (x + width, y + height);
    if r == 0.0 {
        return vec![
            Segment::Move((x, y)),
            Segment::Line((right, y)),
            Segment::Line((right, bottom)),
            Segment::Line((x, bottom)),
            Segment::Close,
        ];
    }
    // How far the handles of a quarter circle stand from its ends, of the radius.
    let k = r * 0.552_284_75;
    vec![
        Segment::Move((x + r, y)),
        Segment::Line((right - r, y)),
        Segment::Curve((right - r + k, y), (right, y + r - k), (right, y + r)),
        Segment::Line((right, bottom - r)),
        Segment::Curve((right, bottom - r + k), (right - r + k, bottom), (right - r, bottom)),
        Segment::Line((x + r, bottom)),
        Segment::Curve((x + r - k, bottom), (x, bottom - r + k), (x, bottom - r)),
        Segment::Line((x, y + r)),
        Segment::Curve((x, y + r - k), (x + r - k, y), (x + r, y)),
        Segment::Close,
    ]
}

/// A circle, as a path.
pub fn circle((x, y): Point, radius: f64) -> Vec<Segment> {
    rounded((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius)
}

/// The same items, larger or smaller about the origin.
pub fn scaled(items: &[Item], by: f64) -> Vec<Item> {
    let point = |(x, y): Point| (x * by, y * by);
    let pen = |pen: &Pen| Pen { width: pen.width * by, ..*pen };
    let one = |item: &Item| match item {
        Item::Group(group) => {
            Group { at: point(group.at), role: group.role, title: group.title.clone(), items: scaled(&group.items, by) }
                .into()
        }
        Item::Rect { at, size, radius, pen: of } => {
            Item::Rect { at: point(*at), size: point(*size), radius: radius * by, pen: pen(of) }
        }
        Item::Circle { at, radius, pen: of } => Item::Circle { at: point(*at), radius: radius * by, pen: pen(of) },
        Item::Path { segments, pen: of } => {
            let segment = |segment: &Segment| match *segment {
                Segment::Move(to) => Segment::Move(point(to)),
                Segment::Line(to) => Segment::Line(point(to)),
                Segment::Curve(a, b, to) => Segment::Curve(point(a), point(b), point(to)),
                Segment::Close => Segment::Close,
            };
            Item::Path { segments: segments.iter().map(segment).collect(), pen: pen(of) }
        }
        Item::Text(text) => Text { at: point(text.at), size: text.size * by, ..text.clone() }.into(),
    };
    items.iter().map(one).collect()
}
