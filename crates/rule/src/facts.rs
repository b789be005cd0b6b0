//! What is proved about rules. Conservative: a fact is `Proved` with its reason, or `Unknown` with what stood in the way.

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
}

impl Facts {
    /// Proves what can be proved.
    pub fn of(rules: &Rules) -> Facts {
        Facts {
            impartial: players::impartial(rules),
            mover_free: players::mover_free(rules),
            player_symmetric: players::symmetric(rules),
        }
    }
}
