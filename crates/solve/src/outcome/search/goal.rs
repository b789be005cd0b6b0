//! What a search computes of a position: a whole number, as the player to move sees it, larger being better. How it
//! passes through a move is all that a goal says; the search does the rest.

use crate::outcome::search::space::SearchSpace;
use grundy_run::{Ending, Side, Turn};

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The player to move loses.
    Loss,
    /// Neither can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Wdl {
    /// As the other player sees it.
    pub fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// An ending as `mover` sees it; points count as their sign.
    pub fn of(ending: Ending, mover: Side) -> Wdl {
        match ending {
            Ending::Won(side) if side == mover => Wdl::Win,
            Ending::Won(_) => Wdl::Loss,
            Ending::Drawn => Wdl::Draw,
            Ending::Scored(points) => Wdl::of_sign(points),
        }
    }

    /// A positive number is a win.
    pub fn of_sign(number: i64) -> Wdl {
        match number.signum() {
            1 => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        }
    }

    /// What an option is worth to the player who takes it.
    pub fn through(self, turn: Turn) -> Wdl {
        match turn {
            Turn::Stays => self,
            Turn::Passes => self.reversed(),
        }
    }
}

/// A goal of the search.
pub trait Goal: Copy + Sync {
    /// Values lie strictly between minus and plus two to this power.
    const BITS: u32;

    /// Whether to win at once is the best that can happen.
    const WINS: bool;

    /// Whether all wins are alike, and all losses.
    const ALIKE: bool = false;

    /// The greatest value of a position that is not over by a verdict of the first trial.
    fn most(self) -> i64;

    /// The greatest value of such a position that has a move.
    fn most_with_moves(self) -> i64 {
        self.most()
    }

    /// The least value of any position.
    fn least(self) -> i64;

    /// The least and the greatest value of a position from which no player wins sooner than this.
    fn between(self, _: Soonest) -> (i64, i64) {
        (self.least(), self.most())
    }

    /// The value where the game is over.
    fn over(self, ending: Ending, mover: Side) -> i64;

    /// What an option is worth to the player who takes it, if its position is worth `child` to the player to move there.
    fn up(self, gain: i64, turn: Turn, child: i64) -> i64;

    /// The window in which `child` has to lie for `up` to lie in this one.
    fn down(self, gain: i64, turn: Turn, window: (i64, i64)) -> (i64, i64);
}

/// How many moves pass, at the least, before the player to move wins, and before the other does; `NEVER` where he cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Soonest {
    /// The player to move.
    pub mover: u32,
    /// The other player.
    pub other: u32,
}

impl Soonest {
    /// He does not win.
    pub const NEVER: u32 = u32::MAX;

    /// Nothing is known.
    pub const AT_ONCE: Soonest = Soonest { mover: 0, other: 0 };
}

/// Who wins, no more: 1, 0 or -1.
#[derive(Clone, Copy)]
pub struct OutcomeGoal;

impl Goal for OutcomeGoal {
    const BITS: u32 = 1;
    const WINS: bool = true;
    const ALIKE: bool = true;

    fn most(self) -> i64 {
        1
    }

    fn least(self) -> i64 {
        -1
    }

    fn over(self, ending: Ending, mover: Side) -> i64 {
        Wdl::of(ending, mover) as i64 - 1
    }

    fn up(self, _: i64, turn: Turn, child: i64) -> i64 {
        turned(turn, child)
    }

    fn down(self, _: i64, turn: Turn, window: (i64, i64)) -> (i64, i64) {
        turned_window(turn, window)
    }
}

/// Who wins and in how many moves, the winner hurrying and the loser delaying: a win after `n` moves is `FAR - n`.
#[derive(Clone, Copy)]
pub struct LengthGoal {
    /// Whether a player who cannot move may win: after no moves at all.
    stuck_wins: bool,
}

impl LengthGoal {
    /// The goal on a space.
    pub fn on(space: &impl SearchSpace) -> LengthGoal {
        LengthGoal { stuck_wins: space.stuck_may_win() }
    }
}

/// No win takes so many moves.
pub const FAR: i64 = 1 << 24;

/// Who wins, and after how many moves, of a value of [`LengthGoal`].
pub fn length(value: i64) -> (Wdl, u32) {
    (Wdl::of_sign(value), if value == 0 { 0 } else { (FAR - value.abs()) as u32 })
}

impl Goal for LengthGoal {
    const BITS: u32 = 25;
    const WINS: bool = true;

    fn most(self) -> i64 {
        if self.stuck_wins { FAR } else { FAR - 1 }
    }

    fn most_with_moves(self) -> i64 {
        FAR - 1
    }

    fn least(self) -> i64 {
        -FAR
    }

    fn between(self, soonest: Soonest) -> (i64, i64) {
        let win = |after: u32| (FAR - i64::from(after)).max(0);
        (-win(soonest.other), win(soonest.mover).min(self.most()))
    }

    fn over(self, ending: Ending, mover: Side) -> i64 {
        (Wdl::of(ending, mover) as i64 - 1) * FAR
    }

    fn up(self, _: i64, turn: Turn, child: i64) -> i64 {
        turned(turn, child - child.signum())
    }

    fn down(self, _: i64, turn: Turn, window: (i64, i64)) -> (i64, i64) {
        let (low, high) = turned_window(turn, window);
        (low + low.signum(), high + high.signum())
    }
}

/// The mover's points less the other's under best play.
#[derive(Clone, Copy)]
pub struct MarginGoal;

/// No margin is so large.
pub const FORTUNE: i64 = 1 << 41;

impl Goal for MarginGoal {
    const BITS: u32 = 41;
    const WINS: bool = false;

    fn most(self) -> i64 {
        FORTUNE - 1
    }

    fn least(self) -> i64 {
        1 - FORTUNE
    }

    fn over(self, ending: Ending, _: Side) -> i64 {
        match ending {
            Ending::Scored(points) => points,
            Ending::Won(_) | Ending::Drawn => 0,
        }
    }

    fn up(self, gain: i64, turn: Turn, child: i64) -> i64 {
        gain.saturating_add(turned(turn, child))
    }

    fn down(self, gain: i64, turn: Turn, (low, high): (i64, i64)) -> (i64, i64) {
        turned_window(turn, (low.saturating_sub(gain), high.saturating_sub(gain)))
    }
}

fn turned(turn: Turn, value: i64) -> i64 {
    match turn {
        Turn::Stays => value,
        Turn::Passes => value.saturating_neg(),
    }
}

fn turned_window(turn: Turn, (low, high): (i64, i64)) -> (i64, i64) {
    match turn {
        Turn::Stays => (low, high),
        Turn::Passes => (high.saturating_neg(), low.saturating_neg()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Goal, MarginGoal};
    use grundy_run::Turn;

    /// What is known of a margin before a move of enormous points stays on its side of what is known after it.
    #[test]
    fn windows_of_enormous_points_stay_in_order() {
        for gain in [i64::MAX, i64::MIN + 1, 1 << 62, 3] {
            for turn in [Turn::Stays, Turn::Passes] {
                for window in [(-5, 5), (i64::MIN, i64::MAX), (-(1 << 41), 1 << 41)] {
                    let (low, high) = MarginGoal.down(gain, turn, window);
                    assert!(low <= high, "{gain} {turn:?} {window:?}: {low} {high}");
                }
            }
            assert!(MarginGoal.up(gain, Turn::Passes, i64::MIN) >= MarginGoal.up(gain, Turn::Passes, i64::MAX));
        }
    }
}
