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

/// Pairs of elements.
struct Pairs {
    near: Vec<BTreeSet<usize>>,
}

impl Pairs {
    fn add(&mut self, a: usize, b: usize) {
        self.near[a].insert(b);
        self.near[b].insert(a);
    }

    /// Adds allowed pairs, the nearest first, until some elements are connected or no pair is left.
    fn connect(&mut self, all: &BTreeSet<usize>, allowed: &dyn Fn(usize, usize) -> bool) {
        let mut reached = connected(all, &|a, b| self.near[a].contains(&b));
        while reached.len() < all.len() {
            let ways = reached.iter().flat_map(|a| all.difference(&reached).map(move |b| (*a, *b)));
            let Some((a, b)) = ways.filter(|(a, b)| allowed(*a, *b)).min_by_key(|(a, b)| a.abs_diff(*b)) else {
                return;
            };
            self.add(a, b);
            reached = connected(all, &|a, b| self.near[a].contains(&b));
        }
    }
}

/// Those of some elements that pairs among them connect with the first.
fn connected(all: &BTreeSet<usize>, related: &dyn Fn(usize, usize) -> bool) -> BTreeSet<usize> {
    let mut reached: BTreeSet<usize> = all.first().copied().into_iter().collect();
    let mut waiting: Vec<usize> = reached.iter().copied().collect();
    while let Some(here) = waiting.pop() {
        for &next in all {
            if related(here, next) && reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}

/// Whether a relation connects all that each move needs, and relates all else that it touches to some of that.
fn is_sound(moves: &[Touched], adjacency: &Adjacency) -> bool {
    let related = |a: usize, b: usize| adjacency.neighbours[a].contains(&(b as u32));
    moves.iter().all(|touched| {
        connected(&touched.needed, &related).len() == touched.needed.len()
            && touched.beside.iter().all(|&other| touched.needed.iter().any(|&needed| related(needed, other)))
    })
}

impl Explicit {
    /// Whether every position is the sum of the parts that a relation makes.
    pub fn is_split_by(&self, game: &Game, adjacency: &Adjacency) -> bool {
        self.each_touched(game, adjacency.field).is_some_and(|moves| is_sound(&moves, adjacency))
    }

    /// A relation of the elements of a set field such that every position is the sum of the parts that it makes, with as few
    /// pairs as is seen at once; all of them pairs of `among` where that is such a relation. Nothing if every pair is needed: then no
    /// position has parts.
    ///
    /// Two elements that a move needs alone must be a pair, and so must the only one that it needs with any other that it touches.
    /// Where a move needs more, pairs are added until they are connected, those there are already first.
    pub fn found_split(&self, game: &Game, field: usize, among: Option<&Adjacency>) -> Option<Adjacency> {
        let size = game.universe(field)?.len();
        let mut moves = self.each_touched(game, field)?;
        moves.sort_by_key(|touched| touched.needed.len());
        let among = among.filter(|among| is_sound(&moves, among));
        let mut pairs = Pairs { near: vec![BTreeSet::new(); size] };
        let allowed = |a: usize, b: usize| among.is_none_or(|among| among.neighbours[a].contains(&(b as u32)));
        for touched in &moves {
            pairs.connect(&touched.needed, &allowed);
            for &other in &touched.beside {
                if touched.needed.iter().any(|needed| pairs.near[*needed].contains(&other)) {
                    continue;
                }
                let choices = touched.needed.iter().copied().filter(|needed| allowed(*needed, other));
                pairs.add(choices.min_by_key(|needed| needed.abs_diff(other))?, other);
            }
        }
        let complete = pairs.near.iter().all(|near| near.len() + 1 >= size);
        let neighbours = pairs.near.iter().map(|near| near.iter().map(|other| *other as u32).collect()).collect();
        let found = Adjacency { field, neighbours };
        (!complete && is_sound(&moves, &found)).then_some(found)
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
