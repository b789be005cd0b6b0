//! How long play can last: the positions that exactly so many moves lead to, level by level, until there are none.

use crate::question::Question;
use grundy_answer::{Progress, Watch};
use grundy_run::{Flow, Side};
use std::collections::HashSet;

/// Positions that are looked at before the count is given up.
const MOST_POSITIONS: usize = 10_000;

/// The most moves that play from a position can last; `None` where it may not end, or too many positions are met to say.
pub fn longest_play(question: &Question, mover: Side, watch: &dyn Watch) -> Option<u64> {
    let mut level = HashSet::from([(question.position.clone(), mover)]);
    let mut looked = 0;
    for moves in 0.. {
        let mut next = HashSet::new();
        for (position, mover) in &level {
            looked += 1;
            let progress = Progress { what: "positions", done: looked as u64, total: None, bytes: 0 };
            if looked + next.len() > MOST_POSITIONS || watch.tick(progress).is_some() {
                return None;
            }
            let mut step = |component: usize, _, to: grundy_run::Successor| {
                next.insert((position.after(component, &to.parts), to.turn.next(*mover)));
                if next.len() > MOST_POSITIONS { Flow::Stop } else { Flow::On }
            };
            position.each_step(*mover, &mut step).ok()?;
        }
        if next.is_empty() {
            return Some(moves);
        }
        level = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::Engine;
    use crate::library::Library;
    use crate::text::Text;

    fn longest(game: &str, position: &str) -> Option<u64> {
        let subject = Library::standard().subject(game).expect("a game of the library");
        let text = (!position.is_empty()).then(|| Text::position(position));
        let question = subject.example(text.as_ref(), Engine::Interpreted).expect("a position");
        longest_play(&question, Side::Left, &Budget::unlimited())
    }

    /// A move takes one pin, counter or cell at least, and that can be kept up to the end: in Chomp to the poisoned cell.
    #[test]
    fn play_lasts_as_long_as_something_is_left() {
        assert_eq!(longest("kayles", "7"), Some(7));
        assert_eq!(longest("nim", "3 5 7"), Some(15));
        assert_eq!(longest("tic-tac-toe", "XO.|...|..."), Some(7));
        assert_eq!(longest("chomp", "R = 3, C = 4"), Some(11));
        assert_eq!(longest("kayles", "0"), Some(0));
    }

    #[test]
    fn what_may_not_end_or_is_large_is_not_said() {
        assert_eq!(longest("pong-hau-ki", ""), None);
        assert_eq!(longest("connect4", ""), None);
    }
}
