//! Moves in sums as text.

use crate::answer::{LineMove, WinningMove};
use crate::parts::{Named, PartId, Parts};
use grundy_run::{Component, Move};

/// A line of play longer than this is cut.
pub const LONGEST_LINE: usize = 60;

/// Longer sums are cut when they are shown.
const SHOWN_PARTS: usize = 12;

/// A winning move in a summand, with the whole position it leads to.
pub fn winning_move(parts: &Parts, root: &[PartId], number: usize, named: &Named) -> WinningMove {
    let (before, after) = (&root[..number], &root[number + 1..]);
    let text = |part: &PartId| parts.component(*part).to_string();
    let all =
        before.iter().map(text).chain(named.exactly.iter().map(Component::to_string)).chain(after.iter().map(text));
    let to = sum_text(all, root.len() - 1 + named.exactly.len());
    WinningMove {
        text: parts.game(root[number]).move_text(&named.one),
        component: number,
        to,
        one: named.one.clone(),
        becomes: named.exactly.clone(),
    }
}

/// A sum of `total` parts as text.
pub fn sum_text(parts: impl Iterator<Item = String>, total: usize) -> String {
    let shown: Vec<String> = parts.take(SHOWN_PARTS).collect();
    match total {
        0 => "nothing".to_string(),
        total if total > shown.len() => format!("{} + {} more", shown.join(" + "), total - shown.len()),
        _ => shown.join(" + "),
    }
}

/// A move in a sum; its text names the component when there are several.
pub fn line_move(parts: &Parts, sum: &[PartId], number: usize, one: &Move) -> LineMove {
    let part = parts.component(sum[number]);
    let text = part.game.move_text(one);
    let text = if sum.len() > 1 { format!("{part}: {text}") } else { text };
    LineMove { text, part, one: one.clone() }
}
