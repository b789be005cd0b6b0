//! What is proved about rules. Conservative: a fact is `Proved` with its reason, or `Unknown` with what stood in the way.

mod acyclic;
mod axes;
mod heap;
mod players;

use crate::rules::{Expr, Rules};
use std::collections::BTreeMap;

pub use acyclic::{Direction, Walk};
pub use heap::{Choice, HeapForm, HeapMove, Settled, Takes};

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// True for all parameters and positions, because of this.
    Proved(String),
    /// Not proved, because of this.
    Unknown(String),
}

impl Fact {
    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self, Fact::Proved(_))
    }

    /// Why, or why not.
    pub fn reason(&self) -> &str {
        match self {
            Fact::Proved(reason) | Fact::Unknown(reason) => reason,
        }
    }
}

/// Everything that is proved about one game.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Both players have the same moves, and only `stuck` verdicts name a player.
    pub impartial: Fact,
    /// Moves and endings, seen by the mover, do not depend on who the mover is.
    pub mover_free: Fact,
    /// Exchanging the players, in the fields too, changes nothing: a position without pieces of theirs is worth the same
    /// whoever starts.
    pub player_symmetric: Fact,
    /// Play cannot return to a position; the reason names the measure.
    pub acyclic: Fact,
    /// Each `nat` field is bounded by the start position.
    pub bounds: Fact,
    /// Array fields whose cells never interact: a position is the sum of its cells.
    pub independent_axes: Fact,
}

/// The heap form that the rules of a game seem to have, whatever its parameters are; else why none is seen. Whether they
/// have it is for others to decide.
pub fn heap_form(rules: &Rules) -> Result<HeapForm, String> {
    heap::heap_form(&crate::inline::inlined(rules)).or_else(|why| heap::form_at(rules, &|_| None).map_err(|_| why))
}

/// The same at the parameters of a game; `known` says what an expression that depends on them alone is worth.
pub fn heap_form_at(rules: &Rules, known: &dyn Fn(&Expr) -> Option<Settled>) -> Option<HeapForm> {
    heap_form(rules).or_else(|_| heap::form_at(rules, known)).ok()
}

/// An order of the fields in which all positions can be walked so that every move leads to one that came before, where all
/// fields are numbers and one is found.
pub fn walk_order(rules: &Rules) -> Option<Vec<Walk>> {
    acyclic::walk_order(&crate::inline::inlined(rules))
}

impl Facts {
    /// Proves what can be proved.
    pub fn of(rules: &Rules) -> Facts {
        let flat = crate::inline::inlined(rules);
        Facts {
            acyclic: acyclic::acyclic(&flat),
            bounds: bounds(rules),
            independent_axes: axes::independent(&flat),
            impartial: players::impartial(rules),
            mover_free: players::mover_free(rules),
            player_symmetric: players::symmetric(rules),
        }
    }
}

fn bounds(rules: &Rules) -> Fact {
    let all = crate::bounds::bounds(rules);
    let mut reasons = Vec::new();
    for (bound, field) in all.iter().zip(&rules.fields) {
        let Some(bound) = bound else { continue };
        let names: Vec<&str> = bound.fields.iter().map(|&source| rules.fields[source].name.as_str()).collect();
        reasons.push(match (names.as_slice(), bound.total.is_empty(), bound.fixed.is_empty()) {
            ([only], true, true) if *only == field.name => format!("no move raises {only}"),
            (_, false, _) => format!("{} is at most the total, which no move raises", field.name),
            (_, true, true) => format!("{} is at most the greatest of {}", field.name, names.join(", ")),
            (_, true, false) => format!("{} is bounded by {} and the parameters", field.name, names.join(", ")),
        });
    }
    match reasons.as_slice() {
        [] => Fact::Proved("every field has a finite set".to_string()),
        _ => Fact::Proved(reasons.join("; ")),
    }
}

/// A heap form in words.
pub fn describe_heap(form: &HeapForm, rules: &Rules) -> String {
    let rules = &crate::inline::inlined(rules);
    let printer = crate::print::Printer::new(rules, &[]);
    let mut exact: BTreeMap<i64, u8> = BTreeMap::new();
    let mut moves: Vec<(String, u8)> = Vec::new();
    for of in &form.moves {
        let takes = match &of.takes {
            Takes::Exactly(amount) => {
                *exact.entry(*amount).or_default() |= of.leaves;
                continue;
            }
            Takes::Among { set, filters, .. } if filters.is_empty() => format!("take any of {}", printer.expr(set)),
            Takes::Among { set, .. } => format!("take some of {}", printer.expr(set)),
            Takes::From { low, period: 1, .. } => format!("take any number from {low} on"),
            Takes::From { low, period, .. } => format!("take certain residues modulo {period} from {low} on"),
        };
        moves.push((takes, of.leaves));
    }
    // Neighbouring amounts that leave the same are one run.
    let exact: Vec<(i64, u8)> = exact.into_iter().collect();
    for run in exact.chunk_by(|a, b| a.0 + 1 == b.0 && a.1 == b.1) {
        let (low, high) = (run[0].0, run[run.len() - 1].0);
        let takes = if low == high { format!("take {low}") } else { format!("take any of {low}..{high}") };
        moves.push((takes, run[0].1));
    }
    let moves: Vec<String> = moves
        .iter()
        .map(|(takes, leaves)| {
            let heaps: Vec<String> =
                (0..3).filter(|heaps| leaves >> heaps & 1 == 1).map(|heaps| heaps.to_string()).collect();
            format!("{takes}, leaving {} heaps", heaps.join(" or "))
        })
        .collect();
    let unequal = if form.unequal { "; heaps left by one move differ" } else { "" };
    format!("{}{unequal}", moves.join("; "))
}
