//! What a tablebase says of a position, as one number: 0 is "not in the tablebase", whatever the kind.
//!
//! ```text
//!   outcome   1 lost    2 drawn    3 won                            by the player to move
//!   plies     1 won, never over    2 drawn    3 lost, never over    4 + 2 n lost, 5 + 2 n won, after n moves
//!   margin    1 + 2 m for m >= 0, -2 m for m < 0                    points of the player to move less the other's
//!   grundy    1 + g
//! ```

use crate::outcome::search::goal::Wdl;

/// What a tablebase holds of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Who wins.
    Outcome,
    /// Who wins, and after how many moves, the winner hurrying and the loser delaying.
    Plies,
    /// By how many points.
    Margin,
    /// The Grundy value.
    Grundy,
}

impl TableKind {
    /// All of them by name.
    pub const ALL: [(&'static str, TableKind); 4] = [
        ("outcome", TableKind::Outcome),
        ("plies", TableKind::Plies),
        ("margin", TableKind::Margin),
        ("grundy", TableKind::Grundy),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        TableKind::ALL.iter().find(|(_, kind)| *kind == self).expect("every kind has a name").0
    }
}

/// What is known of a position, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solution {
    /// Who wins.
    Outcome(Wdl),
    /// Who wins, and after how many moves; `None` where it is drawn or play never ends.
    Plies(Wdl, Option<u32>),
    /// The mover's points less the other's.
    Margin(i64),
    /// The Grundy value.
    Grundy(u64),
}

/// Lost or won without an end: play goes on for ever, and the rules give that to one player.
pub(super) const ENDLESS_WIN: u32 = 1;
pub(super) const DRAWN: u32 = 2;
pub(super) const ENDLESS_LOSS: u32 = 3;

impl Solution {
    /// As a number; `None` where it does not fit 32 bits.
    pub fn code(self) -> Option<u32> {
        match self {
            Solution::Outcome(result) => Some(1 + result as u32),
            Solution::Plies(Wdl::Draw, _) => Some(DRAWN),
            Solution::Plies(Wdl::Win, None) => Some(ENDLESS_WIN),
            Solution::Plies(Wdl::Loss, None) => Some(ENDLESS_LOSS),
            Solution::Plies(result, Some(plies)) => {
                plies.checked_mul(2)?.checked_add(4 + u32::from(result == Wdl::Win))
            }
            Solution::Margin(margin) => {
                let twice = margin.unsigned_abs().checked_mul(2)?;
                u32::try_from(twice + u64::from(margin >= 0)).ok()
            }
            Solution::Grundy(value) => u32::try_from(value).ok()?.checked_add(1),
        }
    }

    /// The meaning of a number in a tablebase of this kind; `None` for 0 and for what no position has.
    pub fn of(kind: TableKind, code: u32) -> Option<Solution> {
        match (kind, code) {
            (_, 0) => None,
            (TableKind::Outcome, 1) => Some(Solution::Outcome(Wdl::Loss)),
            (TableKind::Outcome, 2) => Some(Solution::Outcome(Wdl::Draw)),
            (TableKind::Outcome, 3) => Some(Solution::Outcome(Wdl::Win)),
            (TableKind::Outcome, _) => None,
            (TableKind::Plies, ENDLESS_WIN) => Some(Solution::Plies(Wdl::Win, None)),
            (TableKind::Plies, DRAWN) => Some(Solution::Plies(Wdl::Draw, None)),
            (TableKind::Plies, ENDLESS_LOSS) => Some(Solution::Plies(Wdl::Loss, None)),
            (TableKind::Plies, code) => {
                let result = if code & 1 == 1 { Wdl::Win } else { Wdl::Loss };
                Some(Solution::Plies(result, Some((code - 4) / 2)))
            }
            (TableKind::Margin, code) if code % 2 == 1 => Some(Solution::Margin(i64::from(code / 2))),
            (TableKind::Margin, code) => Some(Solution::Margin(-i64::from(code / 2))),
            (TableKind::Grundy, code) => Some(Solution::Grundy(u64::from(code - 1))),
        }
    }

    /// Who wins.
    pub fn result(self) -> Wdl {
        match self {
            Solution::Outcome(result) | Solution::Plies(result, _) => result,
            Solution::Margin(margin) => Wdl::of_sign(margin),
            Solution::Grundy(0) => Wdl::Loss,
            Solution::Grundy(_) => Wdl::Win,
        }
    }

    /// Moves to the end, where they are counted.
    pub fn plies(self) -> Option<u32> {
        match self {
            Solution::Plies(_, plies) => plies,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        let mut all = Vec::new();
        for result in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            all.push((TableKind::Outcome, Solution::Outcome(result)));
            all.push((TableKind::Plies, Solution::Plies(result, None)));
        }
        for number in [0, 1, 2, 17, 300, 70_000] {
            all.push((TableKind::Plies, Solution::Plies(Wdl::Win, Some(number))));
            all.push((TableKind::Plies, Solution::Plies(Wdl::Loss, Some(number))));
            all.push((TableKind::Margin, Solution::Margin(number.into())));
            all.push((TableKind::Margin, Solution::Margin(-i64::from(number))));
            all.push((TableKind::Grundy, Solution::Grundy(number.into())));
        }
        for (kind, solution) in all {
            let code = solution.code().expect("small numbers have codes");
            assert_ne!(code, 0, "{solution:?}");
            assert_eq!(Solution::of(kind, code), Some(solution), "{code}");
        }
    }
}
