//! Pictures as a page of its own: zoom, pan, search, point, collapse, play, all by mouse, touch or keyboard.
//!
//! Invariant: one file, no requests (its content security policy forbids them); texts reach the page escaped, as
//! SVG text or as JSON that the script puts into text nodes only, so no text is ever read as markup.

use crate::diagram::{Diagram, Quality, State};
use crate::format::svg::{self, escaped};
use crate::lang::Word;
use crate::layout::{Direction, PlacedBox, Route};
use crate::scene::{Scene, Segment};
use crate::style::Style;
use crate::view::board::{Scale, items};
use crate::view::diagram::{Arranged, Arrangement, more_text, node_colours, value_text};
use serde_json::{Value, json};
use std::fmt::Write;

const PAGE: &str = include_str!("html/page.html");
const CSS: &str = include_str!("html/page.css");
const JS: &str = include_str!("html/page.js");

/// The page of a diagram.
pub fn diagram(diagram: &Diagram, arranged: &Arranged, style: &Style) -> String {
    let mut boards = String::new();
    let mut nodes = Vec::with_capacity(diagram.nodes.len());
    for (index, node) in diagram.nodes.iter().enumerate() {
        let place = arranged.layout.nodes[index];
        let mut data = json!({
            "value": value_text(node), "lines": node.lines, "outcome": style.outcome(node.outcome),
            "x": round(place.x), "y": round(place.y), "w": round(place.w), "h": round(place.h),
            "colour": node_colours(node.turn, node.outcome, style).1.hex(),
        });
        if let Some(turn) = style.turn(node.turn) {
            data["turn"] = turn.into();
        }
        if node.state == State::Over {
            data["over"] = true.into();
        }
        if !node.tooltip.is_empty() {
            data["tip"] = node.tooltip.as_str().into();
        }
        if let Some(more) = more_text(node.more, style) {
            data["more"] = more.into();
        }
        if let Some(picture) = &node.picture {
            let (parts, (w, h)) = items(picture, style, Scale::Full);
            let _ = writeln!(boards, "<g id=\"board-{index}\">\n{}</g>", svg::fragment(&parts));
            data["board"] = json!([round(w), round(h)]);
        }
        nodes.push(data);
    }
    let edges = diagram.edges.iter().zip(&arranged.layout.edges).map(|(edge, route)| {
        let mut data = json!({ "from": edge.from, "to": edge.to, "move": edge.text });
        if edge.quality == Quality::Best {
            data["best"] = true.into();
        }
        if arranged.arrangement == Arrangement::Tree {
            data["levels"] = json!(levels(route, style.direction));
            let across = |label: PlacedBox| if style.direction == Direction::Right { label.h } else { label.w };
            data["label"] = json!(route.label.map_or(0.0, |label| round(across(label))));
        }
        data
    });
    let data = json!({
        "kind": if arranged.arrangement == Arrangement::Tree { "tree" } else { "graph" },
        "direction": if style.direction == Direction::Right { "right" } else { "down" },
        "roots": diagram.roots, "nodes": nodes, "edges": edges.collect::<Vec<_>>(), "words": words(style),
    });
    page(&arranged.scene, &data, &boards, style)
}

/// The page of any other picture.
pub fn still(scene: &Scene, style: &Style) -> String {
    page(scene, &json!({ "kind": "still", "words": words(style) }), "", style)
}

/// The four levels between which an edge of a tree runs: its start, the end of its level, its label, its end.
fn levels(route: &Route, direction: Direction) -> [f64; 4] {
    let level = |segment: &Segment| match (*segment, direction) {
        (Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to), Direction::Down) => round(to.1),
        (Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to), Direction::Right) => round(to.0),
        (Segment::Close, _) => 0.0,
    };
    let levels: Vec<f64> = route.path.iter().map(level).collect();
    match levels[..] {
        [start, level, lead, end] => [start, level, lead, end],
        [start, lead, end] => [start, start, lead, end],
        _ => [0.0; 4],
    }
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn words(style: &Style) -> Value {
    let word = |word| style.lang.word(word);
    json!({
        "value": word(Word::Value), "moves": word(Word::Moves), "turn": word(Word::Turn), "over": word(Word::Over),
        "nothing": word(Word::Nothing), "more": style.lang.more(0).replace('0', "#"), "position": word(Word::Position),
        "collapse": word(Word::Collapse), "expand": word(Word::Expand), "best": word(Word::Best),
    })
}

fn page(scene: &Scene, data: &Value, boards: &str, style: &Style) -> String {
    let theme = style.theme;
    filled(PAGE, |name| match name {
        "lang" => style.lang.tag().to_string(),
        "title" => escaped(&scene.title),
        "description" => escaped(&scene.description),
        "ground" => theme.background().hex(),
        "ink" => theme.ink().hex(),
        "faint" => theme.faint().hex(),
        "accent" => theme.accent().hex(),
        "css" => CSS.to_string(),
        "js" => JS.to_string(),
        "keys" => style.lang.word(Word::Keys).to_string(),
        "tools" => tools(style, data),
        "width" => svg::Number(scene.width).to_string(),
        "height" => svg::Number(scene.height).to_string(),
        "families" => svg::FAMILIES.to_string(),
        "boards" => boards.to_string(),
        "picture" => svg::fragment(&scene.items),
        "data" => embedded(&data.to_string()),
        other => unreachable!("the page has no part named {other}"),
    })
}

/// The template with each `{{name}}` replaced, in one pass: what is put in is not looked at again.
pub fn filled(template: &str, part: impl Fn(&str) -> String) -> String {
    let mut pieces = template.split("{{");
    let mut out = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").expect("the template closes its braces");
        out.push_str(&part(name));
        out.push_str(rest);
    }
    out
}

/// The buttons, each with its key; a still picture has nothing to play or to search.
fn tools(style: &Style, data: &Value) -> String {
    let word = |word| style.lang.word(word);
    let button = |id: &str, name: &str, sign: &str, key: &str| {
        format!(
            "<button type=\"button\" id=\"{id}\" title=\"{name} ({key})\" aria-label=\"{name}\" \
             aria-keyshortcuts=\"{key}\">{sign}</button>\n"
        )
    };
    let mut tools = button("zoom-in", word(Word::ZoomIn), "+", "+");
    tools.push_str(&button("zoom-out", word(Word::ZoomOut), "−", "-"));
    tools.push_str(&button("fit", word(Word::Fit), word(Word::Fit), "0"));
    if data["kind"] != "still" {
        tools.push_str(&button("back", word(Word::Back), word(Word::Back), "Backspace"));
        tools.push_str(&button("restart", word(Word::Restart), word(Word::Restart), "Home"));
        let search = word(Word::Search);
        let _ = writeln!(
            tools,
            "<input type=\"search\" id=\"search\" placeholder=\"{search} ( / )\" aria-label=\"{search}\" \
             autocomplete=\"off\" spellcheck=\"false\"><output id=\"found\" for=\"search\"></output>"
        );
    }
    tools
}

/// JSON that holds no markup: `<`, `>` and `&` are written as escapes.
pub fn embedded(json: &str) -> String {
    let mut out = String::new();
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
