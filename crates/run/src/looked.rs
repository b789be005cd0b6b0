//! What is proved of rules from their words beside the first positions of a game, by interpretation. A procedure that overlooks
//! a construct shows itself there: a fact that they contradict is not believed. Looking proves nothing, and nothing rests on it.

use crate::eval::Flow;
use crate::game::Game;
use crate::layout::Packed;
use crate::moves::{Ending, Led, Stuck, Turn};
use crate::position::Component;
use crate::symmetry::Image;
use crate::value::Side;
use grundy_rule::{Fact, Facts};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// At most so many positions are looked at.
const MOST_POSITIONS: usize = 24;
/// At most so many moves of one player at one position are looked at.
const MOST_MOVES: usize = 128;
/// At most so many elements are walked, at all positions together.
const MOST_STEPS: usize = 1 << 12;

/// The facts that the first positions from `start` on do not contradict.
pub(crate) fn not_contradicted(game: &Arc<Game>, start: &[u64], facts: Arc<Facts>) -> Arc<Facts> {
    let asked = [&facts.impartial, &facts.mover_free, &facts.player_symmetric, &facts.acyclic];
    if !asked.into_iter().any(Fact::is_proved) {
        return facts;
    }
    let mut look = Look { game, left: MOST_STEPS, seen: HashMap::new() };
    let positions = look.first_positions(start);
    let mut believed = Facts::clone(&facts);
    let doubt = |fact: &mut Fact, is_wrong: &mut dyn FnMut(&Packed) -> bool| {
        if let Some(packed) = positions.iter().find(|packed| fact.is_proved() && is_wrong(packed)) {
            let position = Component { game: game.clone(), packed: packed.clone() };
            *fact = Fact::Unknown(format!("{position} contradicts it"));
        }
    };
    doubt(&mut believed.impartial, &mut |packed| look.players_differ(packed));
    doubt(&mut believed.mover_free, &mut |packed| look.players_differ(packed));
    doubt(&mut believed.player_symmetric, &mut |packed| look.exchange_matters(packed));
    let again = look.met_again(&positions);
    doubt(&mut believed.acyclic, &mut |packed| again.as_ref() == Some(packed));
    Arc::new(believed)
}

/// A move, by what it leads to: the parts, the points it gains, and who moves then.
type To = (Vec<(u64, Packed)>, i64, bool);

/// What can be seen of a position: by player the moves in order, and the endings, before and when there is no move.
struct Seen {
    moves: [Vec<To>; 2],
    endings: [[Option<Ending>; 2]; 2],
}

struct Look<'a> {
    game: &'a Arc<Game>,
    /// So many elements may still be walked.
    left: usize,
    seen: HashMap<Packed, Option<Seen>>,
}

const SIDES: [Side; 2] = [Side::Left, Side::Right];

impl Look<'_> {
    /// Positions that play leads to, those near the start first, as far as the work allows.
    fn first_positions(&mut self, start: &[u64]) -> Vec<Packed> {
        let mut positions: Vec<Packed> = Vec::new();
        let mut waiting = VecDeque::from([Packed::from_slice(start)]);
        let own = self.game.id;
        while let Some(packed) = waiting.pop_front() {
            if positions.len() == MOST_POSITIONS {
                break;
            }
            if positions.contains(&packed) {
                continue;
            }
            let Some(seen) = self.at(&packed) else { break };
            let next = seen.moves.iter().flatten().flat_map(|(parts, ..)| parts);
            waiting.extend(next.filter(|(game, _)| *game == own).map(|(_, packed)| packed.clone()));
            positions.push(packed);
        }
        positions
    }

    /// `None` where looking takes too long, or the rules have a mistake there.
    fn at(&mut self, packed: &Packed) -> Option<&Seen> {
        if !self.seen.contains_key(packed) {
            let seen = self.looked(packed);
            self.seen.insert(packed.clone(), seen);
        }
        self.seen[packed].as_ref()
    }

    fn looked(&mut self, packed: &Packed) -> Option<Seen> {
        let mut seen = Seen { moves: [Vec::new(), Vec::new()], endings: [[None; 2]; 2] };
        let prepared = self.game.prepared_plainly();
        for (side, mover) in SIDES.into_iter().enumerate() {
            let mut machine = self.game.machine_at(prepared, packed);
            (machine.mover, machine.most_steps) = (mover, self.left);
            let moves = &mut seen.moves[side];
            let visited = self.game.each_on(&mut machine, prepared, &mut |_, led, gain, turn| {
                let mut parts = match led {
                    Led::Words(words) => vec![(self.game.id, Packed::from_slice(words))],
                    Led::Components(parts) => parts.into_iter().map(|part| (part.game.id, part.packed)).collect(),
                };
                parts.sort();
                moves.push((parts, gain, turn == Turn::Stays));
                if moves.len() > MOST_MOVES { Flow::Stop } else { Flow::On }
            });
            visited.ok().filter(|()| moves.len() <= MOST_MOVES)?;
            moves.sort();
            for (stuck, trial) in [Stuck::No, Stuck::Yes].into_iter().enumerate() {
                seen.endings[side][stuck] = self.game.ending_on(&mut machine, prepared, trial).ok()?;
            }
            self.left -= machine.steps().min(self.left);
        }
        Some(seen)
    }

    /// Whether moves or endings, seen by the mover, depend on who the mover is.
    fn players_differ(&mut self, packed: &Packed) -> bool {
        self.at(packed).is_some_and(|seen| seen.moves[0] != seen.moves[1] || !is_exchanged(seen, seen))
    }

    /// Whether moves or endings change when the players are exchanged, in the fields too.
    fn exchange_matters(&mut self, packed: &Packed) -> bool {
        let game = self.game.clone();
        let image = Image { cells: vec![None; game.shapes.len()], swaps: true };
        let exchanged = |packed: &Packed| game.pack(&game.image(&image, &game.unpack(packed)));
        let Some(seen) = self.at(packed) else { return false };
        // What the bounds of the fields do not hold says nothing of the rules.
        let Some(other) = exchanged(packed) else { return false };
        let moves = seen.moves.each_ref().map(|moves| {
            let mut moves = moves.clone();
            for (parts, ..) in &mut moves {
                for (_, packed) in parts.iter_mut() {
                    *packed = exchanged(packed)?;
                }
                parts.sort();
            }
            moves.sort();
            Some(moves)
        });
        let endings = seen.endings;
        let Some(other) = self.at(&other) else { return false };
        let [Some(left), Some(right)] = moves else { return false };
        left != other.moves[1]
            || right != other.moves[0]
            || !is_exchanged(&Seen { moves: [left, right], endings }, other)
    }

    /// A position among these that play among them leads back to.
    fn met_again(&mut self, positions: &[Packed]) -> Option<Packed> {
        // From where no move leads to one of those left: they are taken away until none is, or a circle remains.
        let node = |packed: &Packed, side: usize| (packed.clone(), side);
        let mut left: HashMap<(Packed, usize), Vec<(Packed, usize)>> = HashMap::new();
        for packed in positions {
            let Some(seen) = self.seen[packed].as_ref() else { continue };
            for (side, moves) in seen.moves.iter().enumerate() {
                let own = |(parts, _, stays): &To| {
                    let next = if *stays { side } else { 1 - side };
                    let inside = parts.iter().filter(|(game, _)| *game == self.game.id);
                    inside.map(|(_, packed)| node(packed, next)).collect::<Vec<_>>()
                };
                left.insert(node(packed, side), moves.iter().flat_map(own).collect());
            }
        }
        loop {
            let is_left = |next: &(Packed, usize)| left.contains_key(next);
            let ends: Vec<_> =
                left.iter().filter(|(_, next)| !next.iter().any(is_left)).map(|(at, _)| at.clone()).collect();
            if ends.is_empty() {
                break;
            }
            ends.iter().for_each(|at| drop(left.remove(at)));
        }
        positions.iter().find(|packed| (0..2).any(|side| left.contains_key(&node(packed, side)))).cloned()
    }
}

/// Whether the endings of one position are those of another with the players exchanged.
fn is_exchanged(one: &Seen, other: &Seen) -> bool {
    let exchanged = |ending: Option<Ending>| match ending {
        Some(Ending::Won(side)) => Some(Ending::Won(side.other())),
        same => same,
    };
    one.endings[0].map(exchanged) == other.endings[1] && one.endings[1].map(exchanged) == other.endings[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::world::World;

    /// The facts of a game where it starts, all said to be proved, that its first positions do not contradict.
    fn believed(text: &str) -> [bool; 4] {
        let module = grundy_rule::read(text).module;
        assert!(!module.starts.is_empty(), "no mistake in {text}");
        let start = module.starts[0].clone();
        let part = crate::position(&World::new(vec![Arc::new(module)]), 0, &start).expect("a start").parts.remove(0);
        let proved = || Fact::Proved("said so".to_string());
        let [impartial, mover_free, player_symmetric, acyclic, bounds, independent_axes] = [(); 6].map(|()| proved());
        let facts = Facts { impartial, mover_free, player_symmetric, acyclic, bounds, independent_axes };
        let looked = not_contradicted(&part.game, &part.packed, Arc::new(facts));
        assert!(looked.bounds.is_proved() && looked.independent_axes.is_proved());
        [&looked.impartial, &looked.mover_free, &looked.player_symmetric, &looked.acyclic].map(Fact::is_proved)
    }

    #[test]
    fn what_the_first_positions_contradict_is_not_believed() {
        let pile = "game G\n  state n: nat\n";
        let stones = "game G\n  state s: player?[2] = [Left, Right]\n";
        for (head, rest, expected) in [
            (pile, "  move take(k in 1..n): n -= k\nstart G(4)\n", [true, true, true, true]),
            // Left alone moves.
            (pile, "  left move take(k in 1..n): n -= k\nstart G(4)\n", [false, false, false, true]),
            // The players differ three moves on.
            (
                pile,
                "  move one if n > 0: n -= 1\n  right move two if n == 2: n -= 2\nstart G(5)\n",
                [false, false, false, true],
            ),
            // The ending differs, three moves on.
            (pile, "  move one if n > 0: n -= 1\n  Left wins when n == 2\nstart G(5)\n", [false, false, false, true]),
            // Play goes round.
            (pile, "  move step: n = (n + 1) % 3\nstart G(0)\n", [true, true, true, false]),
            // Each takes his own stones.
            (stones, "  move take(i in 0..1) if s[i] == me: s[i] = none\nstart G\n", [false, false, true, true]),
            // Right's stones count for more.
            (
                stones,
                "  move take(i in 0..1) if s[i] == me: s[i] = none\n  me wins when s[1] == none\nstart G\n",
                [false, false, true, true],
            ),
            (
                stones,
                "  move take(i in 0..1) if s[i] == me: s[i] = none\n  Left wins when s[1] == none\nstart G\n",
                [false, false, false, true],
            ),
        ] {
            assert_eq!(believed(&format!("{head}{rest}")), expected, "{rest}");
        }
    }
}
