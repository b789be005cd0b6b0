//! The moves of an explicit game as tests on words, one after the other in memory: most moves ask that some bits are so, and
//! that some others are not all so.

use grundy_explicit::{Bits, Condition, Explicit, ExplicitMove, Wrong};
use grundy_run::{Flow, Side, Turn};

/// The tests of the moves of both players.
pub struct Masks {
    tests: Vec<Test>,
    moves: [Vec<Way>; 2],
}

/// Some bits of a word have, or have not, these values.
struct Test {
    bits: Bits,
    so: bool,
}

struct Way {
    /// Where its tests end; they begin where those of the move before end.
    end: u32,
    /// Whether they are all that it asks for.
    whole: bool,
    /// In a game of one word, the bits that stay and those that are set, if that is all that it does.
    change: Option<(u64, u64)>,
}

impl Masks {
    /// The tests of a game.
    pub fn of(explicit: &Explicit) -> Masks {
        let mut tests = Vec::new();
        let moves = [0, 1].map(|side| explicit.moves[side].iter().map(|one| way(one, &mut tests)).collect());
        Masks { tests, moves }
    }

    /// Calls `visit` as `Explicit::each` of the same game does.
    pub fn each(
        &self,
        explicit: &Explicit,
        packed: &[u64],
        mover: Side,
        visit: &mut impl FnMut(&[u64], i64, Turn) -> Flow,
    ) -> Result<(), Wrong> {
        let start = if mover == Side::Left { 0 } else { self.moves[0].last().map_or(0, |last| last.end as usize) };
        let mut from = start;
        for (way, one) in self.moves[mover as usize].iter().zip(&explicit.moves[mover as usize]) {
            let tests = &self.tests[from..way.end as usize];
            from = way.end as usize;
            let holds = tests
                .iter()
                .all(|test| (packed[test.bits.word as usize] & test.bits.mask == test.bits.value) == test.so);
            if !holds || !way.whole && !one.when.holds(packed) {
                continue;
            }
            let flow = match way.change {
                Some((keep, put)) => visit(&[packed[0] & keep | put], one.gain.base, Turn::Passes),
                None => explicit.make(one, packed, visit)?,
            };
            if flow == Flow::Stop {
                break;
            }
        }
        Ok(())
    }
}

fn way(one: &ExplicitMove, tests: &mut Vec<Test>) -> Way {
    let mut test = |condition: &Condition| match condition {
        Condition::Yes => true,
        Condition::Cube(bits) | Condition::Miss(bits) => {
            tests.push(Test { bits: *bits, so: matches!(condition, Condition::Cube(_)) });
            true
        }
        _ => false,
    };
    let whole = match &one.when {
        Condition::All(parts) => parts.iter().all(&mut test),
        condition => test(condition),
    };
    let plain = one.late.is_empty() && one.gain.terms.is_empty();
    let change = match (&one.keep[..], &one.put[..], &one.stays, &one.fault) {
        ([keep], [put], Condition::No, Condition::No) if plain => Some((*keep, *put)),
        _ => None,
    };
    Way { end: tests.len() as u32, whole, change }
}
