//! Pictures for the terminal.
//!
//! Invariant: columns are aligned by what a terminal prints (wide characters take two); control characters are
//! replaced, so no text can drive the terminal; whatever is left out is counted.

mod grid;
mod plot;

use crate::diagram::{Diagram, Outcome, Quality};
use crate::picture::Picture;
use crate::style::Style;
use crate::text;
use crate::view;
use crate::view::diagram::{more_text, value_text};

/// The most lines of a tree.
const LINES: usize = 2_000;
/// The greatest depth of a tree.
const DEPTH: usize = 60;

/// The picture with its title above and its standing below.
pub fn txt(picture: &Picture, style: &Style) -> String {
    let heading;
    let (title, standing, body) = match picture {
        Picture::Diagram(diagram) => (&diagram.title, &diagram.standing, tree(diagram, style)),
        Picture::Board(board) => {
            heading = board.heading(style.lang);
            let says = view::board::says(board, style).map_or(String::new(), |says| format!("\n{says}\n"));
            (&heading, &board.standing, grid::board(board) + &says)
        }
        Picture::Heat(map) => (&map.title, &map.standing, grid::heat(map, style)),
        Picture::Matrix(table) => {
            heading = style.lang.titled(&table.title, table.turn.as_deref());
            (&heading, &table.standing, grid::matrix(table))
        }
        Picture::Sequence(plot) => (&plot.title, &plot.standing, plot::sequence(plot, style)),
        Picture::Thermograph(graph) => (&graph.title, &graph.standing, plot::thermograph(graph, style)),
    };
    let mut out = String::new();
    if !title.is_empty() {
        out.push_str(&format!("{}\n\n", clean(title)));
    }
    out.push_str(&body);
    out.push_str(&standing.as_ref().map_or(String::new(), |s| format!("\n{}\n", clean(&style.standing(s)))));
    out
}

/// `text` on one line, safe to print.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { ' ' } else { text::printable(c) }).collect()
}

/// A tree; in a graph a position that was printed before is named by its number only.
fn tree(diagram: &Diagram, style: &Style) -> String {
    let moves = diagram.moves();
    let mut arrivals = vec![0u32; diagram.nodes.len()];
    for edge in &diagram.edges {
        arrivals[edge.to] += 1;
    }
    let mut seen = vec![false; diagram.nodes.len()];
    let mut out = String::new();
    let mut lines = 0;
    let starts = diagram.roots.iter().copied().chain((0..diagram.nodes.len()).filter(|&node| arrivals[node] == 0));
    let starts: Vec<usize> = starts.chain(0..diagram.nodes.len()).collect();
    for start in starts {
        if seen[start] || lines >= LINES {
            continue;
        }
        // Each entry: the node, the edge to it, what stands before it and before what is below it.
        let mut stack = vec![(start, None, String::new(), String::new(), 0)];
        while let Some((node, edge, before, indent, depth)) = stack.pop() {
            if lines >= LINES {
                break;
            }
            lines += 1;
            let again = std::mem::replace(&mut seen[node], true);
            out.push_str(&before);
            if let Some(edge) = edge {
                out.push_str(&move_text(diagram, edge));
            }
            let number = if arrivals[node] > 1 { format!("#{node} ") } else { String::new() };
            if again {
                out.push_str(&format!("#{node} ↑\n"));
                continue;
            }
            out.push_str(&format!("{number}{}\n", node_text(diagram, node, style)));
            if depth == DEPTH && !moves[node].is_empty() {
                let count = below(diagram, &moves, node, &mut seen);
                out.push_str(&format!("{indent}└─ … {}\n", style.lang.more(count)));
                lines += 1;
                continue;
            }
            for (index, &edge) in moves[node].iter().enumerate().rev() {
                let last = index + 1 == moves[node].len();
                let before = format!("{indent}{}", if last { "└─ " } else { "├─ " });
                let below = format!("{indent}{}", if last { "   " } else { "│  " });
                stack.push((diagram.edges[edge].to, Some(edge), before, below, depth + 1));
            }
        }
    }
    let left = seen.iter().filter(|seen| !**seen).count() as u64;
    if left > 0 {
        out.push_str(&format!("… {}\n", style.lang.more(left)));
    }
    if diagram.hidden > 0 {
        let shown = diagram.nodes.len() as u64;
        out.push_str(&format!("\n{}\n", style.lang.shown(shown, shown + diagram.hidden)));
    }
    out
}

/// How many positions not printed yet lie below `node`; they count as seen from now on.
fn below(diagram: &Diagram, moves: &[Vec<usize>], node: usize, seen: &mut [bool]) -> u64 {
    let mut count = 0;
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        for &edge in &moves[node] {
            let to = diagram.edges[edge].to;
            if !std::mem::replace(&mut seen[to], true) {
                count += 1;
                stack.push(to);
            }
        }
    }
    count
}

fn move_text(diagram: &Diagram, edge: usize) -> String {
    let edge = &diagram.edges[edge];
    let best = if edge.quality == Quality::Best { "!" } else { "" };
    if edge.text.is_empty() && best.is_empty() { String::new() } else { format!("{}{best} → ", clean(&edge.text)) }
}

fn node_text(diagram: &Diagram, node: usize, style: &Style) -> String {
    let node = &diagram.nodes[node];
    let mut parts: Vec<String> = Vec::new();
    let value = value_text(node);
    if !value.is_empty() {
        parts.push(format!("[{}]", clean(&value)));
    }
    parts.extend(node.lines.iter().map(|line| clean(line)));
    if node.outcome != Outcome::Unknown {
        parts.push(format!("({})", node.outcome.letter()));
    }
    parts.extend(more_text(node.more, style).map(|more| format!("+ {more}")));
    if parts.is_empty() { "·".to_string() } else { parts.join(" ") }
}
