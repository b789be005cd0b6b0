//! Boards as scenes; `placed` paints places that lie anywhere.
//!
//! Invariant: no text is wider than the cell, counter or disc it stands in; cells grow instead.

mod placed;

use crate::board::{Background, Board, BoardLook, Cell, Grid, Heap, Links, Mark, Says};
use crate::lang::Word;
use crate::layout::{self, Boxes};
use crate::scene::{Anchor, Group, Item, Pen, Point, Role, Segment, Text, arrow_head, line};
use crate::style::{Shade, Style};
use crate::text::{self, Weight};
use crate::theme::Colour;
use grundy_answer::Unwatched;

/// How large a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As a picture of its own.
    Full,
    /// Inside a node.
    Small,
}

/// Counters drawn of a heap before the middle is left out.
const COUNTERS: u64 = 24;

/// The parts of a board, and its width and height.
pub fn items(board: &Board, style: &Style, scale: Scale) -> (Vec<Item>, Point) {
    let painter = Painter { style, most: board.most(), scale };
    match &board.form {
        BoardLook::Grid(grid) => painter.grid(grid),
        BoardLook::Heaps(heaps) => painter.heaps(heaps),
        BoardLook::Digraph(links) => painter.digraph(links),
        BoardLook::Polygon(links) => painter.polygon(links),
        BoardLook::Placed(placed) => painter.placed(placed),
    }
}

struct Painter<'a> {
    style: &'a Style,
    most: u64,
    scale: Scale,
}

impl Painter<'_> {
    fn by_scale(&self, full: f64, small: f64) -> f64 {
        if self.scale == Scale::Full { full } else { small }
    }

    fn colours(&self, shade: Shade) -> (Colour, Colour) {
        match shade {
            Shade::Blank => (self.style.theme.background(), self.style.theme.ink()),
            Shade::Outcome(_) => {
                let fill = self.style.theme.background().mixed(self.style.shade(shade, self.most), 0.42);
                (fill, fill.ink())
            }
            _ => {
                let fill = self.style.shade(shade, self.most);
                (fill, fill.ink())
            }
        }
    }

    /// Fill and ink of a cell.
    fn cell_colours(&self, cell: &Cell) -> (Colour, Colour) {
        let theme = self.style.theme;
        match (&cell.mark, cell.background) {
            (Some(Mark { shade, .. }), _) if *shade != Shade::Blank => self.colours(*shade),
            (_, Background::Dark) => (theme.background().mixed(theme.faint(), 0.22), theme.ink()),
            (_, Background::Hole) => (theme.background().mixed(theme.faint(), 0.75), theme.background()),
            (_, Background::Plain) => (theme.background(), theme.ink()),
        }
    }

    fn piece_size(&self) -> f64 {
        self.by_scale(22.0, 11.0)
    }

    fn mark_size(&self) -> f64 {
        self.by_scale(12.0, 7.0)
    }

    /// The least width of a cell that holds its texts.
    fn cell_width(&self, cell: &Cell) -> f64 {
        let mark = cell.mark.as_ref().map_or(0.0, |mark| text::width(&mark.text, self.mark_size(), Weight::Bold));
        text::width(&cell.piece, self.piece_size(), Weight::Regular).max(mark) + self.by_scale(10.0, 4.0)
    }

    /// Piece and mark, centred on `at`, in a cell of height `side`.
    fn cell_texts(&self, cell: &Cell, at: Point, side: f64, ink: Colour) -> Vec<Item> {
        let mut items = Vec::new();
        let mark = cell.mark.as_ref().filter(|mark| !mark.text.is_empty());
        let both = mark.is_some() && !cell.piece.is_empty();
        if !cell.piece.is_empty() {
            let up = if both { -0.14 * side } else { 0.0 };
            items.push(Text::centred((at.0, at.1 + up), self.piece_size(), ink, &cell.piece).into());
        }
        if let Some(mark) = mark {
            let down = if both { 0.30 * side } else { 0.0 };
            items.push(Text::centred((at.0, at.1 + down), self.mark_size(), ink, &mark.text).bold().into());
        }
        items
    }

    fn grid(&self, grid: &Grid) -> (Vec<Item>, Point) {
        let widest = grid.rows.iter().flatten().map(|cell| self.cell_width(cell)).fold(0.0, f64::max);
        let side = widest.max(self.by_scale(46.0, 18.0));
        let name_size = self.by_scale(12.0, 8.0);
        let name = |text: &String| text::width(text, name_size, Weight::Regular);
        let left = grid.row_names.iter().map(name).fold(0.0, f64::max);
        let left = if left > 0.0 { left + 8.0 } else { 0.0 };
        let top = if grid.column_names.is_empty() { 0.0 } else { name_size + 8.0 };
        let side = grid.column_names.iter().map(name).fold(side, |side, width| side.max(width + 4.0));
        let faint = self.style.theme.faint();
        let mut items = Vec::new();
        for (index, name) in grid.column_names.iter().enumerate() {
            let at = (left + (index as f64 + 0.5) * side, name_size * 0.5 + 1.0);
            items.push(Text::centred(at, name_size, faint, name).into());
        }
        for (index, name) in grid.row_names.iter().enumerate() {
            let at = (left - 8.0, top + (index as f64 + 0.5) * side);
            items.push(Text::centred(at, name_size, faint, name).anchored(Anchor::End).into());
        }
        for (row, cells) in grid.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let at = (left + column as f64 * side, top + row as f64 * side);
                let (fill, ink) = self.cell_colours(cell);
                let pen = Pen::line(faint, self.by_scale(1.0, 0.6)).filled(fill);
                let mut parts = vec![Item::Rect { at: (0.0, 0.0), size: (side, side), radius: 0.0, pen }];
                parts.extend(self.cell_texts(cell, (side / 2.0, side / 2.0), side, ink));
                items.push(group(at, cell.mark.as_ref(), parts));
            }
        }
        for (cells, mark) in &grid.dominoes {
            let middle =
                |(row, column): (usize, usize)| (left + (column as f64 + 0.5) * side, top + (row as f64 + 0.5) * side);
            let (a, b) = (middle(cells[0]), middle(cells[1]));
            items.push(self.domino(mark, ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), a.1 == b.1, side));
        }
        let columns = grid.rows.iter().map(Vec::len).max().unwrap_or(0).max(grid.column_names.len());
        let rows = grid.rows.len().max(grid.row_names.len());
        (items, (left + columns as f64 * side + 1.0, top + rows as f64 * side + 1.0))
    }

    /// A domino on the line between two cells of a side, lying or upright, with what its move leads to.
    fn domino(&self, mark: &Mark, at: Point, lies: bool, side: f64) -> Item {
        let wide = text::width(&mark.text, self.mark_size(), Weight::Bold) + 6.0;
        let (long, short) = (0.72 * side, (0.36 * side).max(self.mark_size() + 4.0));
        let size = if lies { (long.max(wide), short) } else { (short.max(wide), long) };
        let (fill, ink) = self.colours(mark.shade);
        let pen = Pen::line(self.style.theme.ink(), self.by_scale(1.2, 0.6)).filled(fill);
        let corner = (-size.0 / 2.0, -size.1 / 2.0);
        let rect = Item::Rect { at: corner, size, radius: 0.12 * side, pen };
        let text = Text::centred((0.0, 0.0), self.mark_size(), ink, &mark.text).bold();
        group(at, Some(mark), vec![rect, text.into()])
    }

    fn heaps(&self, heaps: &[Heap]) -> (Vec<Item>, Point) {
        let (w, h, gap) = (self.by_scale(54.0, 16.0), self.by_scale(18.0, 5.0), self.by_scale(2.0, 1.0));
        let mark_size = self.by_scale(11.0, 0.0);
        let name_size = self.by_scale(13.0, 8.0);
        let caption = |heap: &Heap| if heap.name.is_empty() { heap.size.to_string() } else { heap.name.clone() };
        let width = |heap: &Heap| {
            let mark = |(_, mark): &(u64, Mark)| text::width(&mark.text, mark_size, Weight::Bold);
            let marks = heap.marks.iter().map(mark).fold(0.0, f64::max);
            w.max(marks + 10.0).max(text::width(&caption(heap), name_size, Weight::Regular))
        };
        let rows = heaps.iter().map(|heap| visible(heap.size).len()).max().unwrap_or(0);
        let height = rows as f64 * (h + gap);
        let theme = self.style.theme;
        let mut items = Vec::new();
        let mut x = 0.0;
        for heap in heaps {
            let width = width(heap);
            for (row, counter) in visible(heap.size).into_iter().enumerate() {
                let at = (x, height - (row + 1) as f64 * (h + gap));
                let Some(counter) = counter else {
                    let size = h.min(14.0);
                    items.push(Text::centred((x + width / 2.0, at.1 + h / 2.0), size, theme.faint(), "⋮").into());
                    continue;
                };
                let mark = heap.marks.iter().find(|(left, _)| *left == counter).map(|(_, mark)| mark);
                let plain = (theme.background().mixed(theme.faint(), 0.25), theme.ink());
                let (fill, ink) = mark.map_or(plain, |mark| self.colours(mark.shade));
                let pen = Pen::line(theme.faint(), self.by_scale(1.0, 0.5)).filled(fill);
                let mut parts = vec![Item::Rect { at: (0.0, 0.0), size: (width, h), radius: h * 0.4, pen }];
                if let Some(mark) = mark.filter(|mark| !mark.text.is_empty() && mark_size > 0.0) {
                    parts.push(Text::centred((width / 2.0, h / 2.0), mark_size, ink, &mark.text).bold().into());
                }
                items.push(group(at, mark, parts));
            }
            let at = (x + width / 2.0, height + name_size * 0.5 + 4.0);
            items.push(Text::centred(at, name_size, theme.ink(), caption(heap)).into());
            x += width + self.by_scale(22.0, 6.0);
        }
        (items, ((x - self.by_scale(22.0, 6.0)).max(1.0), height + name_size + 8.0))
    }

    /// A disc of `radius` with a cell's texts.
    fn disc(&self, cell: &Cell, at: Point, radius: f64) -> Item {
        let (fill, ink) = self.cell_colours(cell);
        let pen = Pen::line(self.style.theme.ink(), self.by_scale(1.4, 0.8)).filled(fill);
        let mut parts = vec![Item::Circle { at: (0.0, 0.0), radius, pen }];
        parts.extend(self.cell_texts(cell, (0.0, 0.0), radius * 1.6, ink));
        group(at, cell.mark.as_ref(), parts)
    }

    fn radius(&self, links: &Links) -> f64 {
        let widest = links.cells.iter().map(|cell| self.cell_width(cell)).fold(0.0, f64::max);
        (widest / 2.0 + 3.0).max(self.by_scale(20.0, 8.0))
    }

    fn mark_box(&self, mark: Option<&Mark>) -> Point {
        let width = mark.map_or(0.0, |mark| text::width(&mark.text, self.mark_size(), Weight::Bold));
        if width > 0.0 { (width + 8.0, self.mark_size() + 6.0) } else { (0.0, 0.0) }
    }

    /// A mark in a box of its own, on a line.
    fn tag(&self, mark: &Mark, at: Point) -> Item {
        let (fill, ink) = self.colours(mark.shade);
        let size = self.mark_box(Some(mark));
        let pen = Pen::line(self.style.theme.faint(), 0.6).filled(fill);
        let corner = (-size.0 / 2.0, -size.1 / 2.0);
        let rect = Item::Rect { at: corner, size, radius: 3.0, pen };
        let text = Text::centred((0.0, 0.0), self.mark_size(), ink, &mark.text).bold();
        group(at, Some(mark), vec![rect, text.into()])
    }

    fn link_pen(&self, dash: crate::scene::Dash, mark: Option<&Mark>) -> (Colour, Pen) {
        let theme = self.style.theme;
        let strong = matches!(mark, Some(Mark { shade, .. }) if *shade != Shade::Blank);
        let colour = if strong { theme.ink() } else { theme.faint() };
        (colour, Pen { dash, ..Pen::line(colour, self.by_scale(1.5, 0.8)) })
    }

    fn digraph(&self, links: &Links) -> (Vec<Item>, Point) {
        let radius = self.radius(links);
        let boxes = Boxes {
            nodes: vec![(2.0 * radius, 2.0 * radius); links.cells.len()],
            edges: links.links.iter().map(|link| (link.from, link.to)).collect(),
            labels: links.links.iter().map(|link| self.mark_box(link.mark.as_ref())).collect(),
            roots: vec![],
        };
        let layout = layout::layered(&boxes, &Unwatched);
        let mut items = Vec::new();
        let mut tags = Vec::new();
        for (link, route) in links.links.iter().zip(&layout.edges) {
            let (colour, pen) = self.link_pen(link.dash, link.mark.as_ref());
            let middle = |node: usize| (layout.nodes[node].x, layout.nodes[node].y);
            let (path, back) = between_discs(&route.path, middle(link.from), middle(link.to), radius);
            items.push(Item::Path { segments: path.clone(), pen });
            if let Some(&tip) = path.iter().rev().find_map(end).as_ref() {
                items.push(arrow_head(back, tip, colour, self.by_scale(9.0, 5.0)));
            }
            if let (Some(mark), Some(label)) = (&link.mark, route.label) {
                tags.push(self.tag(mark, (label.x, label.y)));
            }
        }
        items.extend(tags);
        for (cell, place) in links.cells.iter().zip(&layout.nodes) {
            items.push(self.disc(cell, (place.x, place.y), radius));
        }
        (items, (layout.width.max(1.0), layout.height.max(1.0)))
    }

    fn polygon(&self, links: &Links) -> (Vec<Item>, Point) {
        let radius = self.radius(links);
        let count = links.cells.len().max(1) as f64;
        let step = std::f64::consts::TAU / count;
        // Neighbouring discs stand apart by a disc at least.
        let least = if count > 2.0 { 2.0 * radius / (step / 2.0).sin() } else { 0.0 };
        let round = least.max(self.by_scale(120.0, 24.0));
        let middle = round + radius + 2.0;
        let at = |corner: usize| {
            let angle = corner as f64 * step - std::f64::consts::FRAC_PI_2;
            (middle + round * angle.cos(), middle + round * angle.sin())
        };
        let mut items = Vec::new();
        let mut tags = Vec::new();
        for link in &links.links {
            let (a, b) = (at(link.from), at(link.to));
            items.push(line(a, b, self.link_pen(link.dash, link.mark.as_ref()).1));
            if let Some(mark) = link.mark.as_ref().filter(|mark| !mark.text.is_empty()) {
                // Off the middle, where the longest chords would all meet.
                tags.push(self.tag(mark, (a.0 + 0.38 * (b.0 - a.0), a.1 + 0.38 * (b.1 - a.1))));
            }
        }
        items.extend(tags);
        for (corner, cell) in links.cells.iter().enumerate() {
            items.push(self.disc(cell, at(corner), radius));
        }
        (items, (2.0 * middle, 2.0 * middle))
    }
}

fn group(at: Point, mark: Option<&Mark>, items: Vec<Item>) -> Item {
    let title = mark.map_or(String::new(), |mark| {
        if mark.title.is_empty() { mark.text.clone() } else { format!("{}: {}", mark.title, mark.text) }
    });
    Group { at, role: Role::Cell, title, items }.into()
}

/// Which counters of a heap are drawn, from the bottom, by how many lie below; `None` stands for the rest.
fn visible(size: u64) -> Vec<Option<u64>> {
    if size <= COUNTERS {
        return (0..size).map(Some).collect();
    }
    let half = COUNTERS / 2;
    (0..half).map(Some).chain([None]).chain((size - half..size).map(Some)).collect()
}

fn end(segment: &Segment) -> Option<Point> {
    match *segment {
        Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => Some(to),
        Segment::Close => None,
    }
}

/// A route between the boxes around two discs, led on to the discs; and a point the arrow comes from.
/// A steep route without bends is made straight.
fn between_discs(path: &[Segment], from: Point, to: Point, radius: f64) -> (Vec<Segment>, Point) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if path.len() == 2 && dy.abs() > 0.4 * dx.abs() {
        let (ux, uy) = (dx / dx.hypot(dy) * radius, dy / dx.hypot(dy) * radius);
        let (start, tip) = ((from.0 + ux, from.1 + uy), (to.0 - ux, to.1 - uy));
        return (vec![Segment::Move(start), Segment::Line(tip)], start);
    }
    let ends = (path.first().and_then(end), path.iter().rev().find_map(end));
    let (Some(first), Some(last)) = ends else { return (vec![], from) };
    let (start, tip) = (on_circle(first, from, radius), on_circle(last, to, radius));
    let mut out = vec![Segment::Move(start), Segment::Line(first)];
    out.extend_from_slice(&path[1..]);
    if (tip.0 - last.0).hypot(tip.1 - last.1) > 0.5 {
        out.push(Segment::Line(tip));
        return (out, last);
    }
    let back = match path.last() {
        Some(Segment::Curve(_, towards, _)) => *towards,
        _ => path.iter().rev().skip(1).find_map(end).unwrap_or(first),
    };
    (out, back)
}

/// The point of the circle straight below, above or beside `point`, inside its bounding box.
fn on_circle(point: Point, centre: Point, radius: f64) -> Point {
    let (dx, dy) = (point.0 - centre.0, point.1 - centre.1);
    if dx.abs() >= radius * 0.98 {
        let dy = dy.clamp(-radius, radius);
        return (centre.0 + dx.signum() * (radius * radius - dy * dy).max(0.0).sqrt(), centre.1 + dy);
    }
    (point.0, centre.1 + dy.signum() * (radius * radius - dx * dx).max(0.0).sqrt())
}

/// What the texts of a board's marks are, in words; nothing where there are none.
pub fn says(board: &Board, style: &Style) -> Option<String> {
    let word = match board.says {
        Says::Nothing => return None,
        Says::Pairs => return Some(style.lang.word(Word::PairedCells).to_string()),
        Says::Grundy => Word::GrundyMarks,
        Says::Margin => Word::MarginMarks,
        Says::Value => Word::ValueMarks,
        Says::Outcome => Word::OutcomeMarks,
    };
    (!board.marks().is_empty()).then(|| style.lang.word(word).to_string())
}

/// What the colours of a board's marks mean.
pub fn legend(board: &Board, style: &Style) -> Vec<(super::Swatch, String)> {
    let marks = board.marks();
    let shown = |outcome: &crate::diagram::Outcome| marks.iter().any(|mark| mark.shade == Shade::Outcome(*outcome));
    let entry = |outcome| {
        let colour = style.theme.background().mixed(style.theme.outcome(outcome), 0.42);
        (super::Swatch::Box(colour, style.theme.outcome(outcome)), style.outcome(outcome).to_string())
    };
    crate::diagram::Outcome::ALL.into_iter().filter(shown).map(entry).collect()
}
