//! Where the boxes and lines of a diagram go.
//!
//! Invariant: no two boxes of a layout overlap, labels included; everything has coordinates from zero up; every
//! edge has exactly one route, from the border of its source to the border of its target. Nothing recurses on
//! depth.

mod acyclic;
mod layered;
mod order;
mod place;
mod rank;
mod stress;
mod tree;

pub use layered::layered;
pub use stress::stress;
pub use tree::tidy;

use crate::scene::{Point, Segment};

/// Which way a diagram grows from its roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Downwards.
    #[default]
    Down,
    /// To the right.
    Right,
}

/// Boxes to be placed and the edges between them.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    /// Width and height of each node.
    pub nodes: Vec<Point>,
    /// Source and target of each edge.
    pub edges: Vec<(usize, usize)>,
    /// Width and height of the text of each edge; zero for none.
    pub labels: Vec<Point>,
    /// The nodes to be placed first.
    pub roots: Vec<usize>,
}

impl Boxes {
    /// The same with width and height exchanged: laid out and turned back, the diagram grows to the right.
    pub fn turned(&self) -> Boxes {
        let turned = |sizes: &[Point]| sizes.iter().map(|&(w, h)| (h, w)).collect();
        Boxes { nodes: turned(&self.nodes), labels: turned(&self.labels), ..self.clone() }
    }
}

/// A box that has a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlacedBox {
    /// The middle.
    pub x: f64,
    /// The middle.
    pub y: f64,
    /// The width.
    pub w: f64,
    /// The height.
    pub h: f64,
}

impl PlacedBox {
    /// The top edge.
    pub fn top(&self) -> f64 {
        self.y - self.h / 2.0
    }

    /// The bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.h / 2.0
    }

    /// The left edge.
    pub fn left(&self) -> f64 {
        self.x - self.w / 2.0
    }

    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.w / 2.0
    }

    /// Whether the two share more than a border.
    pub fn overlaps(&self, other: &PlacedBox) -> bool {
        const SLACK: f64 = 1e-6;
        (self.x - other.x).abs() + SLACK < (self.w + other.w) / 2.0
            && (self.y - other.y).abs() + SLACK < (self.h + other.h) / 2.0
    }
}

/// How an edge runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// From its source to its target.
    pub path: Vec<Segment>,
    /// Where its text goes.
    pub label: Option<PlacedBox>,
}

/// A diagram with places.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Of every node.
    pub nodes: Vec<PlacedBox>,
    /// Of every edge.
    pub edges: Vec<Route>,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Layout {
    /// Rows and columns exchanged.
    pub fn turned(mut self) -> Layout {
        let turn = |(x, y): Point| (y, x);
        let labels = self.edges.iter_mut().filter_map(|route| route.label.as_mut());
        for place in self.nodes.iter_mut().chain(labels) {
            *place = PlacedBox { x: place.y, y: place.x, w: place.h, h: place.w };
        }
        self.each_point(turn);
        Layout { width: self.height, height: self.width, ..self }
    }

    fn each_point(&mut self, to: impl Fn(Point) -> Point) {
        for segment in self.edges.iter_mut().flat_map(|route| route.path.iter_mut()) {
            *segment = match *segment {
                Segment::Move(end) => Segment::Move(to(end)),
                Segment::Line(end) => Segment::Line(to(end)),
                Segment::Curve(a, b, end) => Segment::Curve(to(a), to(b), to(end)),
                Segment::Close => Segment::Close,
            };
        }
    }

    /// Moves everything so that the smallest coordinates are zero, and measures the whole.
    fn normalised(mut self) -> Layout {
        let mut low = (f64::INFINITY, f64::INFINITY);
        let mut high = (0.0f64, 0.0f64);
        let labels = self.edges.iter().filter_map(|route| route.label);
        let corners = self
            .nodes
            .iter()
            .copied()
            .chain(labels)
            .flat_map(|place| [(place.left(), place.top()), (place.right(), place.bottom())]);
        let bends = self.edges.iter().flat_map(|route| route.path.iter().flat_map(|segment| points(*segment)));
        let all: Vec<Point> = corners.chain(bends).collect();
        for &(x, y) in &all {
            low = (low.0.min(x), low.1.min(y));
        }
        if all.is_empty() {
            return self;
        }
        for &(x, y) in &all {
            high = (high.0.max(x - low.0), high.1.max(y - low.1));
        }
        let shift = |(x, y): Point| (x - low.0, y - low.1);
        let labels = self.edges.iter_mut().filter_map(|route| route.label.as_mut());
        for place in self.nodes.iter_mut().chain(labels) {
            (place.x, place.y) = shift((place.x, place.y));
        }
        self.each_point(shift);
        (self.width, self.height) = high;
        self
    }
}

/// The points a segment is given by; a curve lies within their hull.
fn points(segment: Segment) -> Vec<Point> {
    match segment {
        Segment::Move(to) | Segment::Line(to) => vec![to],
        Segment::Curve(a, b, to) => vec![a, b, to],
        Segment::Close => vec![],
    }
}

/// A curve from `from` to `to` that leaves and arrives vertically.
fn swing(from: Point, to: Point) -> Segment {
    let middle = (from.1 + to.1) / 2.0;
    if (from.0 - to.0).abs() < 0.05 { Segment::Line(to) } else { Segment::Curve((from.0, middle), (to.0, middle), to) }
}
