//! What a player gets, on one scale for each kind of answer: more is better, and the other player gets the opposite.

use grundy_run::{Ending, Side};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Who wins.
    Outcome,
    /// Who wins and how soon: the winner hurries, the loser delays.
    Plies,
    /// The points of one player less those of the other.
    Margin,
}

/// What a player gets. Outcome: -1, 0, 1. Plies: a win in p moves is `LONGEST - p`, a draw 0. Margin: the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound(pub i32);

/// More moves, or points, than any certificate speaks of.
const LONGEST: i32 = 1 << 30;

impl Bound {
    /// Neither wins.
    pub const DRAW: Bound = Bound(0);

    /// A win (or with `-1` a loss) of the player, after `plies` moves.
    pub fn decided(measure: Measure, sign: i32, plies: u32) -> Bound {
        match measure {
            Measure::Outcome | Measure::Margin => Bound(sign),
            Measure::Plies => Bound(sign * (LONGEST - plies.min(1 << 29) as i32)),
        }
    }

    /// As the other player sees it.
    pub fn reversed(self) -> Bound {
        Bound(-self.0)
    }

    /// The moves to the end, unless it is a draw; only of [`Measure::Plies`].
    pub fn plies(self) -> u32 {
        (LONGEST - self.0.abs()) as u32
    }
}

impl Measure {
    /// What must hold after a move that gives the player (not the mover) `gain` points, if `bound` is to hold before.
    pub fn after(self, bound: Bound, gain: i64) -> Option<Bound> {
        match self {
            Measure::Outcome => Some(bound),
            Measure::Plies => Some(Bound(bound.0 + bound.0.signum())),
            Measure::Margin => points(i64::from(bound.0).checked_sub(gain)?),
        }
    }

    /// What `player` gets where the game has ended with `mover` about to move; nothing if the points are too many.
    pub fn ended(self, ending: Ending, mover: Side, player: Side) -> Option<Bound> {
        let seen = |side: Side| if side == player { 1i32 } else { -1 };
        match (self, ending) {
            (Measure::Margin, Ending::Scored(more)) => points(more.checked_mul(seen(mover).into())?),
            // Where points decide, other endings add none.
            (Measure::Margin, _) | (_, Ending::Drawn | Ending::Scored(0)) => Some(Bound::DRAW),
            (_, Ending::Won(side)) => Some(Bound::decided(self, seen(side), 0)),
            (_, Ending::Scored(more)) => Some(Bound::decided(self, more.signum() as i32 * seen(mover), 0)),
        }
    }

    /// The word for a bound.
    pub fn text(self, bound: Bound) -> String {
        match (self, bound.0) {
            (Measure::Margin, points) => format!("={points}"),
            (Measure::Outcome, 0) => "draw".to_string(),
            (Measure::Outcome, sign) => if sign > 0 { "win" } else { "loss" }.to_string(),
            (Measure::Plies, 0) => "d".to_string(),
            (Measure::Plies, sign) => format!("{}{}", if sign > 0 { 'w' } else { 'l' }, bound.plies()),
        }
    }

    /// Undoes `text`; numbers have no leading zeros.
    pub fn bound(self, word: &str) -> Option<Bound> {
        let bound = match self {
            Measure::Margin => points(word.strip_prefix('=')?.parse().ok()?)?,
            Measure::Outcome => Bound(["loss", "draw", "win"].iter().position(|known| *known == word)? as i32 - 1),
            Measure::Plies if word == "d" => Bound::DRAW,
            Measure::Plies => {
                let plies = word.get(1..)?.parse().ok()?;
                Bound::decided(self, if word.starts_with('w') { 1 } else { -1 }, plies)
            }
        };
        (self.text(bound) == word).then_some(bound)
    }
}

/// A number of points, if no certificate speaks of more.
pub fn points(number: i64) -> Option<Bound> {
    i32::try_from(number).ok().filter(|number| number.abs() < LONGEST).map(Bound)
}
