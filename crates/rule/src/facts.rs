//! What is proved about rules. Conservative: a fact is `Proved` with its reason, or `Unknown` with what stood in the way.

mod acyclic;
mod axes;
mod players;

use crate::rules::Rules;

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
    /// The answer is the same whoever starts.
    pub player_symmetric: Fact,
    /// Play cannot return to a position; the reason names the measure.
    pub acyclic: Fact,
    /// Each `nat` field is bounded by the start position.
    pub bounds: Fact,
    /// Array fields whose cells never interact: a position is the sum of its cells.
    pub independent_axes: Fact,
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
