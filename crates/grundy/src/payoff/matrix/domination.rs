//! Choices that are never better than others.

use super::choice::{Choice, Names, Weighted, mix_text};
use grundy_answer::Stop;
use grundy_payoff::dominance::{Dominated, Elimination, Reach};
use grundy_payoff::matrix::Side;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

/// Dominated choices told in words.
const SHOWN: usize = 30;

/// Up to this many cells, domination by mixes is looked for without being asked.
const SMALL_CELLS: usize = 900;

/// The dominated choices of a game.
pub enum Domination {
    /// All that were looked for.
    Found {
        /// The dominated choices.
        dominated: Vec<DominatedChoice>,
        /// Which dominating choices were tried.
        reach: Reach,
    },
    /// The search was stopped.
    Stopped(Stop),
}

/// A dominated choice and the reason.
#[derive(Serialize)]
pub struct DominatedChoice {
    /// `row` or `column`.
    pub side: &'static str,
    /// Which.
    pub choice: Choice,
    /// `strictly` or `weakly`.
    pub how: &'static str,
    /// By what: one choice, or a mix.
    pub by: Vec<Weighted>,
}

/// Dominated choices removed one after another.
#[derive(Serialize)]
pub struct Eliminations {
    /// What was removed, in order.
    pub steps: Vec<DominatedChoice>,
    /// What is left.
    pub left: Remaining,
}

/// The choices that are left.
#[derive(Serialize)]
pub struct Remaining {
    /// The rows.
    pub rows: Vec<Choice>,
    /// The columns.
    pub columns: Vec<Choice>,
}

/// Which dominating choices to try, by the number of cells of the game.
pub(super) fn reach(cells: usize) -> Reach {
    if cells <= SMALL_CELLS { Reach::Mixed } else { Reach::Pure }
}

impl Domination {
    /// What a search for dominated choices found.
    pub(super) fn of(names: &Names, found: Result<Vec<Dominated>, Stop>, reach: Reach) -> Domination {
        match found {
            Ok(found) => {
                let dominated = found.iter().map(|one| DominatedChoice::of(names, one)).collect();
                Domination::Found { dominated, reach }
            }
            Err(stop) => Domination::Stopped(stop),
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        matches!(self, Domination::Stopped(_))
    }

    pub(super) fn tell(&self, text: &mut String) {
        let (dominated, reach) = match self {
            Domination::Found { dominated, reach } => (dominated, reach),
            Domination::Stopped(stop) => {
                let _ = writeln!(text, "dominated: not found, {stop}");
                return;
            }
        };
        let reach = match reach {
            Reach::Mixed => "",
            Reach::Pure => " by single choices (--dominated tries mixes too)",
        };
        if dominated.is_empty() {
            let _ = writeln!(text, "dominated: none{reach}");
            return;
        }
        let _ = writeln!(text, "dominated{reach}:");
        for one in dominated.iter().take(SHOWN) {
            let _ = writeln!(text, "  {}", one.reason());
        }
        if dominated.len() > SHOWN {
            let _ = writeln!(text, "  and {} more", dominated.len() - SHOWN);
        }
    }
}

/// `{dominated, mixes_tried}`; nothing where the search was stopped.
impl Serialize for Domination {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Domination::Found { dominated, reach } = self {
            map.serialize_entry("dominated", dominated)?;
            map.serialize_entry("mixes_tried", &(*reach == Reach::Mixed))?;
        }
        map.end()
    }
}

impl DominatedChoice {
    fn of(names: &Names, dominated: &Dominated) -> DominatedChoice {
        let side = dominated.side;
        let part = |(number, weight): &(usize, _)| Weighted {
            choice: names.choice(side, *number),
            weight: Clone::clone(weight),
        };
        DominatedChoice {
            side: side.word(),
            choice: names.choice(side, dominated.choice),
            how: dominated.strength.adverb(),
            by: dominated.by.iter().map(part).collect(),
        }
    }

    /// Why it is dominated, in one sentence.
    pub(super) fn reason(&self) -> String {
        let mut used: Vec<Weighted> = self.by.iter().filter(|part| !part.weight.is_zero()).cloned().collect();
        used.sort_by_key(|part| part.choice.number);
        let by = mix_text(&used);
        let by = if self.by.len() > 1 { format!("the mix {by}") } else { by };
        format!("{} is {} dominated by {by}", self.choice.sided(), self.how)
    }
}

impl Eliminations {
    /// What was removed, and what is left.
    pub(super) fn of(names: &Names, elimination: &Elimination) -> Eliminations {
        Eliminations {
            steps: elimination.steps.iter().map(|step| DominatedChoice::of(names, step)).collect(),
            left: Remaining {
                rows: names.choices(Side::Row, &elimination.rows),
                columns: names.choices(Side::Column, &elimination.columns),
            },
        }
    }
}
