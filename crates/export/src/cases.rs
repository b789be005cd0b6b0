//! Positions with their answers, for the tests that go with a program: the solver's, not the program's.

use crate::formula::Says;
use crate::translate::Gives;
use grundy_answer::Watch;
use grundy_run::{Component, Game, Position, Side, State};
use grundy_solve::{Grundy, Question, Winner, solve};
use std::sync::Arc;

/// A position, who is to move, and the answer.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position.
    pub state: State,
    /// Who is to move.
    pub mover: Side,
    /// What a program must give.
    pub answer: i64,
}

/// Up to `many` positions of a game spread over all it has, the smallest first, with the solver's answers; what the
/// solver does not answer is left out.
pub fn cases(game: &Arc<Game>, says: Says, many: usize, watch: &dyn Watch) -> Vec<Case> {
    let Some(count) = grundy_run::count(&game.shapes).filter(|&count| count > 0) else { return Vec::new() };
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    let few = (many as u128).div_ceil(3);
    for number in 0..(many as u128 * 4) {
        if found.len() >= many {
            break;
        }
        // The first third are the first ranks; the others are spread by the golden ratio.
        let rank = if number < few { number } else { number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) };
        let rank = if number < few { rank } else { spread(rank, count) };
        if rank >= count || !seen.insert(rank) {
            continue;
        }
        let state = grundy_run::unrank(&game.shapes, rank);
        let mover = if number % 2 == 0 { Side::Left } else { Side::Right };
        if let Some(answer) = answer(game, &state, mover, says, watch) {
            found.push(Case { state, mover, answer });
        }
    }
    found
}

/// A number below `count`, by the high bits of a mixed one.
fn spread(mixed: u128, count: u128) -> u128 {
    (mixed >> 64).wrapping_mul(count.min(1 << 63)) >> 64
}

/// The solver's answer, in the terms of a program.
pub fn answer(game: &Arc<Game>, state: &State, mover: Side, says: Says, watch: &dyn Watch) -> Option<i64> {
    let packed = game.pack(state)?;
    let position = Position { parts: vec![Component { game: game.clone(), packed }] };
    let plies = matches!(says, Says::Plies | Says::Rounds);
    let question = Question { first: Some(mover), plies, ..Question::default() };
    let answer = solve(&position, question, watch).ok()?;
    match says {
        Says::Value(Gives::Grundy) => match answer.grundy? {
            Grundy::Finite(value) => i64::try_from(value).ok(),
            Grundy::Infinite(_) => None,
        },
        Says::Value(Gives::Outcome) => Some(match answer.winner? {
            Winner::First => 1,
            Winner::Second => -1,
            Winner::Draw => 0,
            Winner::Player(side) => {
                if side == mover {
                    1
                } else {
                    -1
                }
            }
        }),
        Says::Value(Gives::Margin) => answer.margin,
        Says::Plies => answer.plies.map(i64::from),
        Says::Rounds => answer.plies.map(|plies| i64::from(plies.div_ceil(2))),
    }
}
