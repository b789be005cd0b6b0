//! The moves of an explicit game as tests on words, one after the other in memory: most moves ask that some bits are so, and
//! that some others are not all so.

use grundy_explicit::{Bits, Condition, Explicit, ExplicitMove, Wrong};
use grundy_run::{Flow, Side, Turn};
use std::ops::Range;

/// The tests of the moves of both players.
pub struct Masks {
    tests: Vec<Test>,
    moves: [Vec<Way>; 2],
    /// The moves of a player in a game of one word, where each asks for bits of it, changes bits and does nothing else.
    plain: [Option<Vec<PlainMove>>; 2],
}

/// A move on one word: the bits that it asks for with their values, those that stay, and those that it sets.
struct PlainMove {
    mask: u64,
    value: u64,
    keep: u64,
    put: u64,
}

/// Some bits of a word have, or have not, these values.
struct Test {
    bits: Bits,
    so: bool,
}

struct Way {
    /// The bits of the first word that it asks for, and their values.
    first: (u64, u64),
    /// Its other tests.
    tests: Range<u32>,
    /// Whether it asks for nothing but the bits of the first word.
    is_brief: bool,
    /// Whether bits and tests are all that it asks for.
    whole: bool,
    /// In a game of one word, the bits that stay and those that are set, if that is all that it does.
    change: Option<(u64, u64)>,
}

impl Masks {
    /// The tests of a game.
    pub fn of(explicit: &Explicit) -> Masks {
        let mut tests = Vec::new();
        let moves: [Vec<Way>; 2] =
            [0, 1].map(|side| explicit.moves[side].iter().map(|one| way(one, &mut tests)).collect());
        let plain = [0, 1].map(|side| {
            let gains = |one: &ExplicitMove| one.gain.base != 0;
            let all = moves[side].iter().zip(&explicit.moves[side]);
            all.map(|(way, one)| way.plain().filter(|_| !gains(one))).collect()
        });
        Masks { tests, moves, plain }
    }

    /// Writes the words that the moves of `mover` lead to, where every move leads to one word and does nothing else, and says
    /// how many they are; what was written before and is longer stays behind them.
    pub fn words_led_to(&self, word: u64, mover: Side, into: &mut Vec<u64>) -> Option<usize> {
        let moves = self.plain[mover as usize].as_ref()?;
        if into.len() < moves.len() {
            into.resize(moves.len(), 0);
        }
        let mut places = into.iter_mut();
        for one in moves.iter().filter(|one| word & one.mask == one.value) {
            *places.next()? = word & one.keep | one.put;
        }
        let left = places.len();
        Some(into.len() - left)
    }

    /// Calls `visit` as `Explicit::each` of the same game does.
    pub fn each(
        &self,
        explicit: &Explicit,
        packed: &[u64],
        mover: Side,
        visit: &mut impl FnMut(&[u64], i64, Turn) -> Flow,
    ) -> Result<(), Wrong> {
        let here = packed.first().copied().unwrap_or(0);
        for (way, one) in self.moves[mover as usize].iter().zip(&explicit.moves[mover as usize]) {
            let (mask, value) = way.first;
            if here & mask != value || !way.is_brief && !self.allows(way, one, packed) {
                continue;
            }
            let flow = match way.change {
                Some((keep, put)) => visit(&[here & keep | put], one.gain.base, Turn::Passes),
                None => explicit.make(one, packed, visit)?,
            };
            if flow == Flow::Stop {
                break;
            }
        }
        Ok(())
    }

    /// Whether a move has all that it asks for beyond the bits of the first word.
    fn allows(&self, way: &Way, one: &ExplicitMove, packed: &[u64]) -> bool {
        let is_so = |test: &Test| (packed[test.bits.word as usize] & test.bits.mask == test.bits.value) == test.so;
        let tests = &self.tests[way.tests.start as usize..way.tests.end as usize];
        tests.iter().all(is_so) && (way.whole || one.when.holds(packed))
    }
}

impl Way {
    /// The same as a move on one word, if it is one.
    fn plain(&self) -> Option<PlainMove> {
        let ((mask, value), (keep, put)) = (self.first, self.change.filter(|_| self.is_brief)?);
        Some(PlainMove { mask, value, keep, put })
    }
}

fn way(one: &ExplicitMove, tests: &mut Vec<Test>) -> Way {
    let (mut first, start) = ((0, 0), tests.len() as u32);
    let mut test = |condition: &Condition| match condition {
        Condition::Yes => true,
        // Bits that are asked for twice with different values are left to the tests.
        Condition::Cube(Bits { word: 0, mask, value }) if (first.1 ^ value) & first.0 & mask == 0 => {
            first = (first.0 | mask, first.1 | value);
            true
        }
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
    let tests = start..tests.len() as u32;
    Way { first, is_brief: whole && tests.is_empty(), tests, whole, change }
}
