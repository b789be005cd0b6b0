//! Diagrams as Graphviz files, for those who want another layout.
//!
//! Invariant: every text is a quoted string in which quotes and backslashes are escaped.

use crate::diagram::{Diagram, Quality, State};
use crate::layout::Direction;
use crate::style::Style;
use crate::text::printable;
use crate::theme::ColourBy;
use crate::view::diagram::{more_text, node_colours, title, value_text};
use std::fmt::Write;

/// The whole file.
pub fn dot(diagram: &Diagram, style: &Style) -> String {
    let theme = style.theme;
    let mut out = String::from("digraph game {\n");
    if style.direction == Direction::Right {
        out.push_str("  rankdir=LR;\n");
    }
    let mut label = diagram.title.clone();
    if let Some(standing) = &diagram.standing {
        let _ = write!(label, "\n{}", style.standing(standing));
    }
    if diagram.hidden > 0 {
        let shown = diagram.nodes.len() as u64;
        let _ = write!(label, "\n{}", style.lang.shown(shown, shown + diagram.hidden));
    }
    let _ = writeln!(
        out,
        "  graph [label={}, labelloc=t, bgcolor=\"{}\", fontname=\"DejaVu Sans\"];",
        quoted(label.trim()),
        theme.background().hex()
    );
    out.push_str(
        "  node [shape=box, style=\"rounded,filled\", fontname=\"DejaVu Sans\", fontsize=12, margin=\"0.12,0.06\"];\n",
    );
    let _ = writeln!(out, "  edge [fontname=\"DejaVu Sans\", fontsize=11, color=\"{}\"];", theme.faint().hex());
    for (index, node) in diagram.nodes.iter().enumerate() {
        let mut lines = vec![value_text(node)];
        lines.extend(node.lines.iter().cloned());
        lines.extend(more_text(node.more, style).map(|more| format!("+ {more}")));
        lines.retain(|line| !line.is_empty());
        let (fill, border) = node_colours(node.turn, node.outcome, style);
        let border = if style.colour_by == ColourBy::Outcome { theme.turn(node.turn) } else { border };
        let _ = write!(
            out,
            "  n{index} [label={}, fillcolor=\"{}\", color=\"{}\"",
            quoted(&lines.join("\n")),
            fill.hex(),
            border.hex()
        );
        let _ = write!(out, ", fontcolor=\"{}\", tooltip={}", theme.ink().hex(), quoted(&title(node, style)));
        out.push_str(if node.state == State::Over { ", peripheries=2];\n" } else { "];\n" });
    }
    for edge in &diagram.edges {
        let _ = write!(out, "  n{} -> n{} [label={}", edge.from, edge.to, quoted(&edge.text));
        if edge.quality == Quality::Best {
            let _ = write!(out, ", color=\"{}\", penwidth=2", theme.accent().hex());
        }
        out.push_str("];\n");
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(printable(c)),
        }
    }
    out.push('"');
    out
}
