//! Diagrams as scenes: trees tidy, graphs in levels.
//!
//! Invariant: the texts of a node lie within its box; each edge has one group, each node one.

use super::{Surround, Swatch, board, framed};
use crate::diagram::{Diagram, Edge, More, Node, Outcome, Quality, State, Turn};
use crate::lang::Word;
use crate::layout::{self, Boxes, Direction, Layout, PlacedBox, Route};
use crate::scene::{Group, Item, Pen, Point, Role, Scene, Segment, Text, arrow_head};
use crate::style::Style;
use crate::text::{self, Weight};
use crate::theme::{Colour, ColourBy};
use grundy_answer::Watch;

/// Beyond so many edges a graph shows moves only to those who point at an edge.
pub const LABELLED: usize = 320;
const VALUE: f64 = 15.0;
const LABEL: f64 = 12.5;
const MOVE: f64 = 11.5;
const PAD: f64 = 8.0;
/// What the band at the left takes, kept free at the right too.
const BAND: f64 = 4.0;
/// Lines of a node are cut at this width and number; the whole text stays in its title.
const WIDEST: f64 = 260.0;
const LINES: usize = 8;

/// How a diagram is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// As a tree; possible for forests only.
    Tree,
    /// In levels.
    Levels,
}

/// A diagram that has its places.
pub struct Arranged {
    /// How it was arranged.
    pub arrangement: Arrangement,
    /// Where everything is, before the surround is put around it.
    pub layout: Layout,
    /// The picture.
    pub scene: Scene,
}

/// Trees as trees, everything else in levels.
pub fn arranged(diagram: &Diagram, style: &Style, watch: &dyn Watch) -> Arranged {
    let nodes: Vec<Drawn> = diagram.nodes.iter().map(|node| Drawn::of(node, style)).collect();
    let forest = diagram.forest();
    let labelled = forest.is_some() || diagram.edges.len() <= LABELLED;
    let label = |text: &str| {
        let text = label_text(text);
        if text.is_empty() || !labelled {
            (0.0, 0.0)
        } else {
            (text::width(&text, MOVE, Weight::Regular) + 6.0, MOVE + 3.0)
        }
    };
    let boxes = Boxes {
        nodes: nodes.iter().map(|drawn| drawn.size).collect(),
        edges: diagram.edges.iter().map(|edge| (edge.from, edge.to)).collect(),
        labels: diagram.edges.iter().map(|edge| label(&edge.text)).collect(),
        roots: diagram.roots.clone(),
    };
    let boxes = if style.direction == Direction::Right { boxes.turned() } else { boxes };
    let (arrangement, layout) = match &forest {
        Some(parents) => (Arrangement::Tree, layout::tidy(&boxes, parents)),
        None => (Arrangement::Levels, layout::layered(&boxes, watch)),
    };
    let layout = if style.direction == Direction::Right { layout.turned() } else { layout };
    let scene = scene(diagram, style, nodes, &layout, arrangement);
    Arranged { arrangement, layout, scene }
}

fn scene(diagram: &Diagram, style: &Style, nodes: Vec<Drawn>, layout: &Layout, arrangement: Arrangement) -> Scene {
    let theme = style.theme;
    let mut items = Vec::with_capacity(diagram.nodes.len() + 2 * diagram.edges.len());
    // Good moves last, so that they cover the others.
    let mut order: Vec<usize> = (0..diagram.edges.len()).collect();
    order.sort_by_key(|&edge| diagram.edges[edge].quality == Quality::Best);
    for edge in order {
        items.push(edge_item(diagram, edge, &layout.edges[edge], style, arrangement));
    }
    let mut above: Vec<Option<usize>> = vec![None; diagram.nodes.len()];
    for (index, edge) in diagram.edges.iter().enumerate() {
        let Some(label) = layout.edges[index].label else { continue };
        if arrangement == Arrangement::Tree {
            above[edge.to] = Some(index);
        } else {
            let parts = label_items(&edge.text, label, (0.0, 0.0), style);
            let role = Role::Label(index);
            items.push(Group { at: (label.x, label.y), role, title: edge.text.clone(), items: parts }.into());
        }
    }
    for (index, drawn) in nodes.into_iter().enumerate() {
        let place = layout.nodes[index];
        let mut parts = drawn.items;
        if let Some((edge, label)) = above[index].and_then(|edge| Some((edge, layout.edges[edge].label?))) {
            let at = (label.x - place.x, label.y - place.y);
            parts.extend(label_items(&diagram.edges[edge].text, label, at, style));
        }
        let title = title(&diagram.nodes[index], style);
        items.push(Group { at: (place.x, place.y), role: Role::Node(index), title, items: parts }.into());
    }
    let mut notes = Vec::new();
    if diagram.hidden > 0 {
        let shown = diagram.nodes.len() as u64;
        notes.push(style.lang.shown(shown, shown + diagram.hidden));
    }
    let unnamed = |(edge, route): (&Edge, &Route)| !edge.text.is_empty() && route.label.is_none();
    if diagram.edges.iter().zip(&layout.edges).any(unnamed) {
        notes.push(style.lang.unnamed().to_string());
    }
    let surround = Surround {
        title: &diagram.title,
        description: description(diagram, style),
        legend: legend(diagram, style),
        notes,
        standing: diagram.standing.as_ref(),
    };
    let mut scene = framed(items, (layout.width, layout.height), style, surround);
    if scene.title.is_empty() {
        scene.title = style.lang.word(Word::Moves).to_string();
    }
    scene.background = Some(theme.background());
    scene
}

fn edge_item(diagram: &Diagram, index: usize, route: &Route, style: &Style, arrangement: Arrangement) -> Item {
    let edge = &diagram.edges[index];
    let theme = style.theme;
    let (colour, width) = match edge.quality {
        Quality::Plain => (theme.background().mixed(theme.faint(), 0.75), 1.2),
        Quality::Best => (theme.accent(), 2.4),
    };
    let mut segments = route.path.clone();
    let mut items = Vec::new();
    if arrangement == Arrangement::Levels {
        let length = if edge.quality == Quality::Best { 9.0 } else { 7.5 };
        let (back, tip) = arrival(&segments);
        items.push(arrow_head(back, tip, colour, length));
        shorten(&mut segments, back, tip, length * 0.6);
    }
    items.insert(0, Item::Path { segments, pen: Pen::line(colour, width) });
    Group { at: (0.0, 0.0), role: Role::Edge(index), title: edge.text.clone(), items }.into()
}

/// The last point of a route and one it comes from.
fn arrival(path: &[Segment]) -> (Point, Point) {
    let end = |segment: &Segment| match *segment {
        Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => to,
        Segment::Close => (0.0, 0.0),
    };
    let tip = path.last().map_or((0.0, 0.0), end);
    let back = match path {
        [.., Segment::Curve(_, towards, _)] => *towards,
        [.., before, _] => end(before),
        _ => tip,
    };
    (back, tip)
}

/// Ends the line inside its arrow head, so that it does not show at the point.
fn shorten(path: &mut [Segment], back: Point, tip: Point, by: f64) {
    let (dx, dy) = (tip.0 - back.0, tip.1 - back.1);
    let length = dx.hypot(dy);
    if length <= by {
        return;
    }
    let end = (tip.0 - dx / length * by, tip.1 - dy / length * by);
    if let Some(Segment::Line(to) | Segment::Curve(_, _, to)) = path.last_mut() {
        *to = end;
    }
}

fn label_text(text: &str) -> String {
    text::wrapped(text, MOVE, Weight::Regular, WIDEST, 1).concat()
}

fn label_items(text: &str, label: PlacedBox, at: Point, style: &Style) -> Vec<Item> {
    let corner = (at.0 - label.w / 2.0, at.1 - label.h / 2.0);
    let pen = Pen::fill(style.theme.background());
    let text = Text::centred(at, MOVE, style.theme.ink(), label_text(text));
    vec![Item::Rect { at: corner, size: (label.w, label.h), radius: 2.0, pen }, text.into()]
}

/// A node around its own middle.
struct Drawn {
    size: Point,
    items: Vec<Item>,
}

impl Drawn {
    fn of(node: &Node, style: &Style) -> Drawn {
        let theme = style.theme;
        let mut lines: Vec<(String, f64, Weight, Colour)> = Vec::new();
        for text in text::wrapped(&value_text(node), VALUE, Weight::Bold, WIDEST, 2) {
            if !text.is_empty() {
                lines.push((text, VALUE, Weight::Bold, theme.ink()));
            }
        }
        let drawn = node.picture.as_ref().map(|picture| board::items(picture, style, board::Scale::Small));
        for line in node.lines.iter().take(2 * LINES) {
            for text in text::wrapped(line, LABEL, Weight::Regular, WIDEST, LINES) {
                lines.push((text, LABEL, Weight::Regular, theme.ink()));
            }
        }
        if node.lines.len() > 2 * LINES {
            lines.push(("…".to_string(), LABEL, Weight::Regular, theme.ink()));
        }
        if let Some(more) = more_text(node.more, style) {
            lines.push((format!("+ {more}"), LABEL - 1.0, Weight::Regular, theme.ink()));
        }
        let widths = lines.iter().map(|(text, size, weight, _)| text::width(text, *size, *weight));
        let (picture, picture_size) = drawn.unwrap_or((vec![], (0.0, 0.0)));
        let width = widths.fold(picture_size.0, f64::max) + 2.0 * (PAD + BAND);
        let height: f64 = lines.iter().map(|(_, size, _, _)| size * 1.25).sum();
        let gap = if picture_size.1 > 0.0 && !lines.is_empty() { 4.0 } else { 0.0 };
        let size = (width.max(30.0).ceil(), (height + gap + picture_size.1 + 2.0 * PAD - 4.0).max(28.0).ceil());
        let mut items = surround(node, style, size);
        let mut y = -(height + gap + picture_size.1) / 2.0;
        let mut below_value = Some((picture, picture_size)).filter(|(items, _)| !items.is_empty());
        for (text, size, weight, colour) in lines {
            if weight == Weight::Regular {
                y += place_picture(&mut items, &mut below_value, y, gap);
            }
            let text = Text { weight, ..Text::centred((0.0, y + size * 0.625), size, colour, text) };
            items.push(text.into());
            y += size * 1.25;
        }
        place_picture(&mut items, &mut below_value, y + gap, 0.0);
        Drawn { size, items }
    }
}

/// Puts the picture at `y`, once; returns the height it took.
fn place_picture(items: &mut Vec<Item>, picture: &mut Option<(Vec<Item>, Point)>, y: f64, gap: f64) -> f64 {
    let Some((parts, size)) = picture.take() else { return 0.0 };
    items.push(Group { at: (-size.0 / 2.0, y), role: Role::Part, title: String::new(), items: parts }.into());
    size.1 + gap
}

/// The value as the node shows it: E where the game is over.
pub fn value_text(node: &Node) -> String {
    match (node.state, node.value.as_str()) {
        (State::Open, value) => value.to_string(),
        (State::Over, "") => "E".to_string(),
        (State::Over, value) => format!("{value} E"),
    }
}

/// What is not drawn below a node, in words.
pub fn more_text(more: More, style: &Style) -> Option<String> {
    match more {
        More::None => None,
        More::Positions(count) => Some(style.lang.more(count)),
        More::Moves(count) => Some(style.lang.more_moves(count)),
    }
}

/// Fill and border of a node.
pub fn node_colours(turn: Turn, outcome: Outcome, style: &Style) -> (Colour, Colour) {
    let (turn, outcome) = (style.theme.turn(turn), style.theme.outcome(outcome));
    match style.colour_by {
        ColourBy::Turn => (style.theme.tint(turn), turn),
        ColourBy::Outcome => (style.theme.tint(outcome), outcome),
    }
}

fn surround(node: &Node, style: &Style, (w, h): Point) -> Vec<Item> {
    let (fill, border) = node_colours(node.turn, node.outcome, style);
    let corner = (-w / 2.0, -h / 2.0);
    let radius = 6.0;
    let mut items = vec![Item::Rect { at: corner, size: (w, h), radius, pen: Pen::line(border, 1.6).filled(fill) }];
    if node.state == State::Over {
        let (at, size) = ((corner.0 + 2.5, corner.1 + 2.5), (w - 5.0, h - 5.0));
        items.push(Item::Rect { at, size, radius: radius - 2.0, pen: Pen::line(border, 0.8) });
    }
    // The other of the two colours is a band at the left.
    let band = match style.colour_by {
        ColourBy::Turn if node.outcome != Outcome::Unknown => Some(style.theme.outcome(node.outcome)),
        ColourBy::Outcome if node.turn != Turn::Nobody => Some(style.theme.turn(node.turn)),
        _ => None,
    };
    if let Some(colour) = band {
        let at = (corner.0 + 4.0, corner.1 + 5.0);
        items.push(Item::Rect { at, size: (BAND, h - 10.0), radius: 2.0, pen: Pen::fill(colour) });
    }
    items
}

/// Everything about a node, a line each.
pub fn title(node: &Node, style: &Style) -> String {
    let mut lines = node.lines.clone();
    if !node.value.is_empty() {
        lines.push(format!("{}: {}", style.lang.word(Word::Value), node.value));
    }
    if node.state == State::Over {
        lines.push(style.lang.word(Word::Over).to_string());
    }
    if let Some(turn) = style.turn(node.turn) {
        lines.push(format!("{}: {turn}", style.lang.word(Word::Turn)));
    }
    if node.outcome != Outcome::Unknown {
        lines.push(style.outcome(node.outcome).to_string());
    }
    if !node.tooltip.is_empty() {
        lines.push(node.tooltip.clone());
    }
    lines.extend(more_text(node.more, style).map(|more| format!("+ {more}")));
    lines.join("\n")
}

fn description(diagram: &Diagram, style: &Style) -> String {
    let (position, moves) = (style.lang.word(Word::Position), style.lang.word(Word::Moves));
    let mut text = format!("{position}: {}; {moves}: {}", diagram.nodes.len(), diagram.edges.len());
    if let Some(root) = diagram.roots.first().and_then(|&root| diagram.nodes.get(root)) {
        text.push_str("; ");
        text.push_str(&title(root, style).replace('\n', ", "));
    }
    text
}

fn legend(diagram: &Diagram, style: &Style) -> Vec<(Swatch, String)> {
    let theme = style.theme;
    let mut legend = Vec::new();
    for turn in Turn::ALL {
        if let (Some(name), true) = (style.turn(turn), diagram.nodes.iter().any(|node| node.turn == turn)) {
            let colour = theme.turn(turn);
            let fill = if style.colour_by == ColourBy::Turn { theme.tint(colour) } else { colour };
            legend.push((Swatch::Box(fill, colour), name.to_string()));
        }
    }
    for outcome in Outcome::ALL {
        if outcome != Outcome::Unknown && diagram.nodes.iter().any(|node| node.outcome == outcome) {
            let colour = theme.outcome(outcome);
            let fill = if style.colour_by == ColourBy::Outcome { theme.tint(colour) } else { colour };
            legend.push((Swatch::Box(fill, colour), style.outcome(outcome).to_string()));
        }
    }
    if diagram.nodes.iter().any(|node| node.state == State::Over) {
        legend.push((Swatch::Box(theme.background(), theme.faint()), format!("E: {}", style.lang.word(Word::Over))));
    }
    if diagram.edges.iter().any(|edge| edge.quality == Quality::Best) {
        legend.push((Swatch::Line(theme.accent(), 2.4), style.lang.word(Word::Best).to_string()));
    }
    legend
}
