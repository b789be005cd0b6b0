//! Exact values of a position and of what has to be known below it, in a table by key: for reasons of few keys, where
//! play provably ends. Every position is opened once, depth first on an explicit stack, and left as soon as no option
//! can be better. No bounds, no hashing, nothing forgotten.
//!
//! ```text
//!   0 not met    1 met, not over by a verdict    v + 2^BITS + 2 worth v to the player to move
//! ```

use crate::outcome::search::goal::Goal;
use crate::outcome::search::space::{Moves, SearchSpace};
use crate::work::{Halted, Work};

/// A number of the table.
pub trait Cell: Copy + Default + Into<u64> + TryFrom<u64> {}

impl Cell for u8 {}
impl Cell for u32 {}
impl Cell for u64 {}

/// The most bits of a key.
pub const MOST_BITS: usize = 22;

/// Options listed between two looks at the watch.
const EFFORT: usize = 1 << 12;

const MET: u64 = 1;

/// Values by key.
pub struct ExactTable<S, C> {
    goal: S,
    cells: Vec<C>,
    moves: Moves,
    frames: Vec<Frame>,
    positions: u64,
}

/// A position being decided.
struct Frame {
    key: u64,
    /// Where its options begin that are not decided, and which is next.
    moves: usize,
    next: usize,
    best: i64,
}

impl<S: Goal, C: Cell> ExactTable<S, C> {
    /// An empty table. The table is made when it is first used.
    pub fn new(goal: S) -> ExactTable<S, C> {
        ExactTable { goal, cells: Vec::new(), moves: Moves::default(), frames: Vec::new(), positions: 0 }
    }

    /// How many positions were opened.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let stack = self.moves.keys.capacity() * 8 + self.moves.effects.capacity() * 24 + self.frames.capacity() * 32;
        (self.cells.len() * size_of::<C>() + stack) as u64
    }

    /// The value of a position that is not over by a verdict of the first trial. Play on the space provably ends, and its
    /// keys have at most `MOST_BITS` bits. What was decided stays decided when the watch says stop.
    pub fn value<G: SearchSpace>(&mut self, space: &mut G, key: &[u64], work: &mut Work) -> Result<i64, Halted> {
        if self.cells.is_empty() {
            self.cells = vec![C::default(); 1 << space.bits()];
        }
        self.frames.clear();
        self.moves.keys.clear();
        self.moves.effects.clear();
        let mut last = match self.known(key[0]) {
            Some(known) => return Ok(known),
            None => self.open(space, key[0])?,
        };
        let mut effort = 0;
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(last.expect("the first position comes last")) };
            if let Some(value) = last.take() {
                let effect = self.moves.effects[frame.next];
                frame.best = frame.best.max(self.goal.up(effect.gain, effect.turn, value));
                frame.next += 1;
            }
            if frame.best >= self.goal.most_with_moves() || frame.next == self.moves.effects.len() {
                let Frame { key, moves, best, .. } = *frame;
                self.frames.pop();
                self.forget(moves);
                last = Some(self.learn(key, best)?);
                continue;
            }
            let key = self.moves.keys[frame.next];
            last = self.known(key);
            if last.is_none() {
                let before = self.moves.effects.len();
                last = self.open(space, key)?;
                effort += 4 + self.moves.effects.len().saturating_sub(before);
                if effort > EFFORT {
                    effort = 0;
                    if work.ask(self.positions, self.bytes() + space.bytes()) {
                        return Err(work.halted());
                    }
                }
            }
        }
    }

    fn known(&self, key: u64) -> Option<i64> {
        let cell: u64 = self.cells[key as usize].into();
        (cell > MET).then(|| cell as i64 - (1 << S::BITS) - 2)
    }

    fn learn(&mut self, key: u64, value: i64) -> Result<i64, Halted> {
        if value.unsigned_abs() >> S::BITS != 0 {
            return Err(Halted::OutOfReach(format!("margins of {} and more", 1u64 << S::BITS)));
        }
        let cell = C::try_from((value + (1 << S::BITS) + 2) as u64).ok().expect("cells hold the values of the goal");
        self.cells[key as usize] = cell;
        Ok(value)
    }

    fn forget(&mut self, moves: usize) {
        self.moves.effects.truncate(moves);
        self.moves.keys.truncate(moves);
    }

    /// The value of a position, if its options decide it as far as they are known or over; else a frame is left for it.
    fn open<G: SearchSpace>(&mut self, space: &mut G, key: u64) -> Result<Option<i64>, Halted> {
        let moves = self.moves.effects.len();
        self.positions += 1;
        space.options(&[key], &mut self.moves)?;
        if self.moves.effects.len() == moves {
            let value = self.goal.over(space.stuck(&[key])?, space.mover(&[key]));
            return self.learn(key, value).map(Some);
        }
        let (early, most) = (space.ends_early(), self.goal.most_with_moves());
        let (mut best, mut kept) = (i64::MIN, moves);
        for place in moves..self.moves.effects.len() {
            let (child, effect) = (self.moves.keys[place], self.moves.effects[place]);
            let mut value = self.known(child);
            if value.is_none() && early && self.cells[child as usize].into() < MET {
                match space.ending(&[child])? {
                    Some(ending) => value = Some(self.learn(child, self.goal.over(ending, space.mover(&[child])))?),
                    None => self.cells[child as usize] = C::try_from(MET).ok().expect("a small number"),
                }
            }
            match value {
                Some(value) => {
                    best = best.max(self.goal.up(effect.gain, effect.turn, value));
                    if best >= most {
                        break;
                    }
                }
                None => {
                    (self.moves.keys[kept], self.moves.effects[kept]) = (child, effect);
                    kept += 1;
                }
            }
        }
        if best >= most || kept == moves {
            self.forget(moves);
            return self.learn(key, best).map(Some);
        }
        self.forget(kept);
        self.frames.push(Frame { key, moves, next: moves, best });
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::search::goal::{LengthGoal, MarginGoal, OutcomeGoal};
    use crate::outcome::search::space::Flat;
    use crate::parts::Parts;
    use grundy_answer::Unwatched;
    use grundy_rule::Convention;
    use grundy_run::{Component, Side, Stuck};
    use std::collections::HashMap;

    /// From the definition: what the goal is worth, and the number of positions that play reaches.
    fn plain<S: Goal>(goal: S, here: &Component, mover: Side, memo: &mut HashMap<(Component, Side), i64>) -> i64 {
        if let Some(&known) = memo.get(&(here.clone(), mover)) {
            return known;
        }
        let over = here.game.ending(&here.packed, mover, Stuck::No).unwrap();
        let moves = if over.is_some() { Vec::new() } else { here.game.moves(&here.packed, mover).unwrap() };
        let best = moves.iter().map(|(_, to)| {
            let next = to.turn.next(mover);
            goal.up(to.gain, to.turn, plain(goal, &to.parts[0], next, memo))
        });
        let value = best.max().unwrap_or_else(|| {
            let stuck = || here.game.ending(&here.packed, mover, Stuck::Yes).unwrap().unwrap();
            goal.over(over.unwrap_or_else(stuck), mover)
        });
        memo.insert((here.clone(), mover), value);
        value
    }

    fn agrees<S: Goal, C: Cell>(goal: S, flat: &mut Flat, start: &Component, query: &str) {
        let mut table: ExactTable<S, C> = ExactTable::new(goal);
        let mut truth = HashMap::new();
        for mover in [Side::Left, Side::Right] {
            plain(goal, start, mover, &mut truth);
        }
        let mut work = Work::new(&Unwatched);
        for ((here, mover), value) in &truth {
            if here.game.ending(&here.packed, *mover, Stuck::No).unwrap().is_some() {
                continue;
            }
            let key = flat.place(std::slice::from_ref(here), *mover).unwrap();
            assert_eq!(table.value(flat, &key, &mut work).unwrap(), *value, "{query}: {here}, {mover:?}");
        }
        assert!(table.positions() <= truth.len() as u64, "{query}: no position is opened twice");
    }

    /// Outcomes, lengths and margins of every position that play reaches are those of the definition.
    #[test]
    fn charts_are_the_definition() {
        let cases = [
            ("tic-tac-toe", "TicTacToe(\"X..|.O.|...\")"),
            ("can-i-win", "CanIWin(n = 8, total = 17)"),
            ("even-addicts", "EvenAddicts(5, 6)"),
            ("card-ends", "CardEnds(a = [3, 9, 1, 2, 7, 7, 0, 4])"),
            ("dots-and-boxes", "DotsAndBoxes(R = 1, C = 2)"),
            ("domineering", "Domineering(R = 3, C = 3)"),
        ];
        for (file, query) in cases {
            let world = grundy_kit::library(file);
            let start = grundy_kit::position(&world, query).parts.remove(0);
            let mut parts = Parts::default();
            let root = parts.intern(&start);
            let convention = Convention::of(&start.game.rules);
            let flat = Flat::new(parts.game(root), parts.facts(root), parts.reductions(root), convention);
            let mut flat = flat.unwrap();
            assert!(flat.is_acyclic() && flat.bits() <= MOST_BITS, "{query}");
            match convention {
                Convention::Score => agrees::<MarginGoal, u64>(MarginGoal, &mut flat, &start, query),
                _ => {
                    agrees::<OutcomeGoal, u8>(OutcomeGoal, &mut flat, &start, query);
                    agrees::<LengthGoal, u32>(LengthGoal::on(&flat), &mut flat, &start, query);
                }
            }
        }
    }
}
