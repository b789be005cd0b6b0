//! Whether a position is the sum of its parts, the parts of a set field being its classes under a relation of elements.
//!
//! Accepted if the rules have sums, play ends only by having no move, and for every move: the elements that it needs present are at
//! least one and connected by the relation; each other bit that it reads or writes is an element related to one of those;
//! and no element appears. Then a move finds all that it needs in one part. An element that it reads besides
//! is in that part, or absent from the position; so the move is legal in the part exactly if it is in the whole, does
//! the same in both, and leaves the other parts alone. As nothing appears, parts never grow together.

use crate::condition::Condition;
use crate::game::{Explicit, ExplicitMove, Says};
use grundy_rule::Convention;
use grundy_run::{Adjacency, Ending, Game, Shape, Side};
use std::collections::{BTreeMap, BTreeSet};

/// What a move does with the elements of the field.
struct Touched {
    needed: BTreeSet<usize>,
    /// Read or written, and not needed.
    beside: BTreeSet<usize>,
}

impl Explicit {
    /// Whether every position is the sum of the parts that a relation makes.
    pub fn is_split_by(&self, game: &Game, adjacency: &Adjacency) -> bool {
        let related = |a: usize, b: usize| adjacency.neighbours[a].contains(&(b as u32));
        let connected = |all: &BTreeSet<usize>| {
            let first = all.iter().next().copied();
            let (mut reached, mut waiting): (BTreeSet<usize>, Vec<usize>) =
                (first.into_iter().collect(), first.into_iter().collect());
            while let Some(here) = waiting.pop() {
                for &next in all {
                    if related(here, next) && reached.insert(next) {
                        waiting.push(next);
                    }
                }
            }
            reached.len() == all.len()
        };
        self.each_touched(game, adjacency.field).is_some_and(|moves| {
            moves.iter().all(|touched| {
                connected(&touched.needed)
                    && touched.beside.iter().all(|&other| touched.needed.iter().any(|&needed| related(needed, other)))
            })
        })
    }

    /// The relation of the elements that some move needs together, or needs and touches besides: a position is the sum of
    /// the parts that it makes. Nothing if it makes no parts ever.
    pub fn found_split(&self, game: &Game, field: usize) -> Option<Adjacency> {
        let size = game.universe(field)?.len();
        let mut neighbours = vec![BTreeSet::new(); size];
        for touched in self.each_touched(game, field)? {
            for &needed in &touched.needed {
                for &other in touched.needed.iter().chain(&touched.beside).filter(|other| **other != needed) {
                    neighbours[needed].insert(other as u32);
                    neighbours[other].insert(needed as u32);
                }
            }
        }
        let complete = neighbours.iter().all(|list| list.len() + 1 == size);
        let neighbours = neighbours.into_iter().map(|list| list.into_iter().collect()).collect();
        (!complete).then_some(Adjacency { field, neighbours })
    }

    /// What every move does with a set field; `None` if some move does more than a split allows.
    fn each_touched(&self, game: &Game, field: usize) -> Option<Vec<Touched>> {
        // A sum ends as the rules of its parts say: those with verdicts of their own have no sums, even where at these
        // parameters no such verdict ever holds.
        let adds = matches!(Convention::of(&game.rules), Convention::Normal | Convention::Misere);
        if !adds || !matches!(game.shapes[field], Shape::Set(_)) || !self.ends_when_stuck() {
            return None;
        }
        let place = &game.layout.places[field];
        let elements: BTreeMap<usize, usize> = (0..place.count).map(|index| (place.bit(index, 0), index)).collect();
        self.moves.iter().flatten().map(|one| touched(one, &elements)).collect()
    }

    /// Whether play ends by having no move alone, the same player then winning everywhere.
    fn ends_when_stuck(&self) -> bool {
        let says = |side: Side| match &self.endings[side as usize][1][..] {
            [] => Some(side.other()),
            [(Condition::Yes, Says::Ends(Ending::Won(winner)))] => Some(*winner),
            _ => None,
        };
        let before = |side: Side| self.endings[side as usize][0].is_empty();
        let (left, right) = (says(Side::Left), says(Side::Right));
        [Side::Left, Side::Right].into_iter().all(before)
            && left.zip(right).is_some_and(|(left, right)| left == right.other())
    }
}

fn touched(one: &ExplicitMove, elements: &BTreeMap<usize, usize>) -> Option<Touched> {
    if one.fault != Condition::No {
        return None;
    }
    let mut needed = BTreeSet::new();
    for bits in one.when.known() {
        for (bit, value) in bits.literals() {
            if let (Some(element), true) = (elements.get(&bit), value) {
                needed.insert(*element);
            }
        }
    }
    let mut beside = BTreeSet::new();
    let mut strange = needed.is_empty();
    let mut touch = |bit: usize| match elements.get(&bit) {
        Some(element) => {
            beside.insert(*element);
        }
        None => strange = true,
    };
    one.when.each_bit(&mut touch);
    one.stays.each_bit(&mut touch);
    one.gain.terms.iter().for_each(|(_, term)| term.each_bit(&mut touch));
    let mut appears = false;
    for (bit, set) in one.writes() {
        touch(bit);
        set.each_bit(&mut touch);
        let was_there = elements.get(&bit).is_some_and(|element| needed.contains(element))
            || set.known().iter().any(|bits| bits.literals().any(|literal| literal == (bit, true)));
        appears |= set != Condition::No && !was_there;
    }
    beside.retain(|element| !needed.contains(element));
    (!strange && !appears).then_some(Touched { needed, beside })
}
