//! Games of one board on which every move sets a stone of the mover on an empty cell, and lines of one's own stones win:
//! everything about a position follows from masks of moves and lines, which are recognised in the explicit game.
//!
//! Why it is sound. Every move asks that its cell is empty, and perhaps that certain others are not; an ending before
//! nobody can move asks for all of certain stones of one player. So a move that is legal stays so until its cell is taken, whoever
//! is to move; stones never leave; and where nobody has a line, a move ends the game exactly if its cell is all that one
//! of the mover's lines lacks.

use grundy_explicit::{Condition, Explicit, ExplicitMove, Says};
use grundy_run::{Ending, FieldBits, Game, Shape, Side, Stuck, Value};
use std::collections::BTreeSet;

/// What such rules come to. Cells have the numbers they have on the board, at most 64 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// How many cells.
    pub cells: usize,
    /// The cells on which a stone can ever be set.
    pub open: u64,
    /// Per cell, the cells that must not be empty before a stone is set on it.
    pub needs: Vec<u64>,
    /// Per player, the lines that win.
    pub lines: [Vec<u64>; 2],
    /// How the game ends if there is no move, by the player to move.
    pub stuck: [Ending; 2],
}

impl Placing {
    /// The masks of a game, if its rules are of this kind.
    pub fn of(game: &Game) -> Option<Placing> {
        let [Shape::Array(universe, values)] = &game.shapes[..] else { return None };
        let players = [Value::None, Value::Player(Side::Left), Value::Player(Side::Right)];
        let cells = universe.len();
        let is_board = (1..=64).contains(&cells)
            && values.len() == 3
            && (0..3).all(|rank| values.value(rank) == players[rank as usize])
            && game.layout.places[0].is_planes();
        if !is_board {
            return None;
        }
        let explicit = Explicit::shared(game).ok()?;
        let planes = Planes { place: &game.layout.places[0], cells, words: game.layout.words() };
        let [left, right] = [Side::Left, Side::Right].map(|side| planes.moves(&explicit.moves[side as usize], side));
        let (open, needs) = left.filter(|left| right.as_ref() == Some(left))?;
        let [left, right] = [Side::Left, Side::Right].map(|mover| planes.endings(&explicit, mover));
        let (left, right) = (left?, right?);
        // A line is to be seen as soon as it is there: on the turn of the other player.
        let lines = [right.lines[0].clone(), left.lines[1].clone()];
        let later = left.lines[0].is_subset(&lines[0]) && right.lines[1].is_subset(&lines[1]);
        let lines = lines.map(|lines| lines.into_iter().collect());
        later.then_some(Placing { cells, open, needs, lines, stuck: [left.stuck, right.stuck] })
    }
}

/// Which bits are the stones of which player.
struct Planes<'a> {
    place: &'a FieldBits,
    cells: usize,
    words: usize,
}

/// The lines of each player that end the game before a certain player moves, and what being stuck means to that player.
struct Endings {
    lines: [BTreeSet<u64>; 2],
    stuck: Ending,
}

impl Planes<'_> {
    fn bit(&self, cell: usize, side: Side) -> usize {
        self.place.bit(cell, side as usize)
    }

    /// The cell and the player of a bit.
    fn stone(&self, bit: usize) -> Option<(usize, Side)> {
        let each = (0..self.cells).flat_map(|cell| [(cell, Side::Left), (cell, Side::Right)]);
        each.into_iter().find(|&(cell, side)| self.bit(cell, side) == bit)
    }

    /// The cells on which a player may set a stone, and per cell those that must not be empty before.
    fn moves(&self, moves: &[ExplicitMove], side: Side) -> Option<(u64, Vec<u64>)> {
        let (mut open, mut needs) = (0u64, vec![0; self.cells]);
        for one in moves {
            let (cell, filled) = self.stone_set(one, side)?;
            if open >> cell & 1 == 1 || filled >> cell & 1 == 1 {
                return None;
            }
            open |= 1 << cell;
            needs[cell] = filled;
        }
        Some((open, needs))
    }

    /// The cell of a move that sets a stone on an empty cell, and the cells that it asks to be filled.
    fn stone_set(&self, one: &ExplicitMove, side: Side) -> Option<(usize, u64)> {
        if one.stays != Condition::No || one.fault != Condition::No {
            return None;
        }
        let put: Vec<usize> = one.writes().filter(|(_, set)| *set == Condition::Yes).map(|(bit, _)| bit).collect();
        let [stone] = put[..] else { return None };
        let (cell, owner) = self.stone(stone)?;
        let both = [self.bit(cell, Side::Left), self.bit(cell, Side::Right)];
        let plain = one.writes().all(|(bit, set)| bit == stone || both.contains(&bit) && set == Condition::No);
        if owner != side || !plain {
            return None;
        }
        let (mut empty, mut filled) = (BTreeSet::new(), 0);
        for part in one.when.conjuncts() {
            if let Condition::Cube(bits) = part {
                for (bit, value) in bits.literals() {
                    if value || !both.contains(&bit) {
                        return None;
                    }
                    empty.insert(bit);
                }
            } else {
                filled |= 1 << self.asks_filled(part)?;
            }
        }
        (empty.len() == 2).then_some((cell, filled))
    }

    /// The one cell that a condition looks at, if it asks that some stone lies there.
    fn asks_filled(&self, condition: &Condition) -> Option<usize> {
        let mut cells = BTreeSet::new();
        condition.each_bit(&mut |bit| {
            cells.insert(self.stone(bit).map(|(cell, _)| cell));
        });
        let cell = if cells.len() == 1 { cells.pop_first()?? } else { return None };
        let with = |side: Option<Side>| {
            let mut words = vec![0u64; self.words];
            if let Some(bit) = side.map(|side| self.bit(cell, side)) {
                words[bit / 64] |= 1 << (bit % 64);
            }
            condition.holds(&words)
        };
        (!with(None) && with(Some(Side::Left)) && with(Some(Side::Right))).then_some(cell)
    }

    /// What ends the game before `mover` moves.
    fn endings(&self, explicit: &Explicit, mover: Side) -> Option<Endings> {
        let before = explicit.endings(mover, Stuck::No);
        let mut lines = [BTreeSet::new(), BTreeSet::new()];
        for (when, says) in before {
            let Says::Ends(Ending::Won(winner)) = says else { return None };
            for line in when.disjuncts() {
                lines[*winner as usize].insert(self.line(line, *winner)?);
            }
        }
        let stuck = match explicit.endings(mover, Stuck::Yes) {
            all if all == before => Ending::Won(mover.other()),
            [first @ .., (Condition::Yes, Says::Ends(ending))] if first == before => *ending,
            _ => return None,
        };
        Some(Endings { lines, stuck })
    }

    /// The cells that must all hold stones of a player, if that is what a condition asks.
    fn line(&self, condition: &Condition, owner: Side) -> Option<u64> {
        let (mut ours, mut free) = (0u64, 0u64);
        for part in condition.conjuncts() {
            let Condition::Cube(bits) = part else { return None };
            for (bit, value) in bits.literals() {
                match (self.stone(bit)?, value) {
                    ((cell, side), true) if side == owner => ours |= 1 << cell,
                    ((cell, side), false) if side != owner => free |= 1 << cell,
                    _ => return None,
                }
            }
        }
        (ours != 0 && free & !ours == 0).then_some(ours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placing(file: &str) -> Option<Placing> {
        Placing::of(&grundy_kit::game(&grundy_kit::library_text(file)))
    }

    /// Seven columns of six, 69 lines of four for each player.
    #[test]
    fn stones_that_fall() {
        let placing = placing("connect4").unwrap();
        assert_eq!((placing.cells, placing.open), (42, (1 << 42) - 1));
        let needs = |cell: usize| if cell < 35 { 1 << (cell + 7) } else { 0 };
        assert!(placing.needs.iter().enumerate().all(|(cell, mask)| *mask == needs(cell)));
        assert_eq!(placing.lines.each_ref().map(Vec::len), [69, 69]);
        assert!(placing.lines.iter().flatten().all(|line| line.count_ones() == 4));
        assert_eq!(placing.stuck, [Ending::Drawn; 2]);
    }

    #[test]
    fn only_one_player_has_lines() {
        let placing = placing("maker-breaker").unwrap();
        assert_eq!(placing.lines.each_ref().map(Vec::len), [8, 0]);
        assert_eq!(placing.stuck, [Ending::Won(Side::Right); 2]);
        assert!(placing.needs.iter().all(|mask| *mask == 0));
    }

    #[test]
    fn other_games_are_left_alone() {
        for file in ["tic-tac-toe", "mnk"] {
            assert!(placing(file).is_some(), "{file}");
        }
        for file in ["misere-tic-tac-toe", "quixo", "wild-tic-tac-toe", "notakto", "order-and-chaos", "achi", "reversi"]
        {
            assert!(placing(file).is_none(), "{file}");
        }
    }
}
