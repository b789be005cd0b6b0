//! Games of one set from which every move takes: a move needs some elements to be there, takes some away, and asks for
//! nothing else. The moves are written out once, as masks, and everything about a position follows from them.
//!
//! Why it is sound. The explicit game shows it: a move is legal exactly if certain bits are set, clears certain bits, and
//! depends on no other. So whether a move is legal at S is whether the elements it needs lie in S, and S loses what the
//! move takes.
//!
//! From the masks alone: an element that no legal move needs may be dropped, since moves only die; and a position is the
//! sum of the classes into which legal moves join the elements they need or take, since no move looks across.

mod graph;
pub(crate) mod lattice;

use crate::grundy::taking::graph::Graph;
use crate::grundy::taking::lattice::{Lattice, LeastImage, Turned};
use grundy_explicit::{Explicit, ExplicitMove, Rewrite};
use grundy_rule::Facts;
use grundy_run::{Game, Packed, Side};
use std::sync::Arc;

/// Options of a position: each a sum of components in their least images, sorted, equal ones cancelled in pairs.
#[derive(Default)]
pub struct Options {
    pieces: Vec<u64>,
    /// Where each option ends.
    ends: Vec<u32>,
}

impl Options {
    /// The options in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.ends.len()).map(|number| self.at(number))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// One of them.
    pub fn at(&self, number: usize) -> &[u64] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.pieces[start as usize..self.ends[number] as usize]
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        self.pieces.clear();
        self.ends.clear();
    }

    /// Sorts and cancels what was added since the last option.
    fn close(&mut self) {
        let start = self.ends.last().map_or(0, |end| *end as usize);
        if self.pieces.len() > start + 1 {
            self.pieces[start..].sort_unstable();
            let kept = cancel_pairs(&mut self.pieces[start..]);
            self.pieces.truncate(start + kept);
        }
        self.ends.push(self.pieces.len() as u32);
    }
}

/// The written-out moves of a game of at most 64 elements.
pub struct Taking {
    /// For each move: what it needs and what it takes, each pair once.
    moves: Vec<Grounded>,
    joins: Joins,
    /// Maps that carry moves to moves.
    lattice: Lattice,
    /// What each move takes, in all images.
    images: Vec<Turned>,
}

/// A component from which something is to be taken.
pub struct Stand {
    set: u64,
    frame: LeastImage,
}

/// One move, written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grounded {
    /// The elements that must be there.
    pub need: u64,
    /// The elements that are gone afterwards.
    pub take: u64,
}

impl Taking {
    /// The masks of an impartial game, if it is of this kind and no move can be repeated.
    pub fn of(game: &Arc<Game>, facts: &Facts) -> Option<Taking> {
        let moves = Taking::grounded(game, facts)?;
        let universe = game.universe(0)?;
        let size = universe.len();
        let joins = Joins::of(size, &moves);
        let lattice = Lattice::of(universe, &moves);
        let images = moves.iter().map(|one| lattice.turned(one.take)).collect();
        Some(Taking { moves, joins, lattice, images })
    }

    /// Whether a game is of this kind.
    pub fn fits(game: &Arc<Game>, facts: &Facts) -> bool {
        Taking::grounded(game, facts).is_some()
    }

    /// The moves of such a game.
    fn grounded(game: &Arc<Game>, facts: &Facts) -> Option<Vec<Grounded>> {
        let one_set = matches!(&game.shapes[..], [grundy_run::Shape::Set(_)]);
        if !one_set || !facts.impartial.is_proved() || !(1..=64).contains(&game.universe(0)?.len()) {
            return None;
        }
        let grounded = |(need, take): (Packed, Packed)| Grounded { need: need[0], take: take[0] };
        let mut moves: Vec<Grounded> = removals(game)?.into_iter().map(grounded).collect();
        moves.sort_unstable();
        moves.dedup();
        // Every move takes something that it needs: play ends, and no move is made twice.
        moves.iter().all(|one| one.need & one.take != 0).then_some(moves)
    }

    /// How many elements there are at most.
    pub fn elements(&self) -> u32 {
        self.moves.iter().fold(0, |all, one| all | one.need | one.take).checked_ilog2().map_or(0, |last| last + 1)
    }

    /// How many moves were written out.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// What a position falls into, as the only option of `Options`.
    pub fn pieces(&self, position: u64) -> Options {
        let mut options = Options::default();
        self.split(position, &mut options);
        options
    }

    /// A component in its least image, to be taken from.
    pub fn stand(&self, set: u64) -> Stand {
        Stand { set, frame: self.lattice.frame(set) }
    }

    /// Whether move `number` is legal there.
    #[inline]
    pub fn is_legal(&self, stand: &Stand, number: usize) -> bool {
        self.moves[number].need & !stand.set == 0
    }

    /// Appends what a legal move leads to.
    pub fn option(&self, stand: &Stand, number: usize, options: &mut Options) {
        let after = stand.set & !self.moves[number].take;
        if let Joins::Graph(graph) = &self.joins
            && graph.stays_joined(number, after)
        {
            if graph.matters(after) {
                let least = self.lattice.least_without(&stand.frame, after, &self.images[number]);
                options.pieces.push(least);
            }
            options.ends.push(options.pieces.len() as u32);
            return;
        }
        self.split(after, options);
    }

    /// How much there is to do in a component, about: two for a move.
    pub fn effort(&self, set: u64) -> u32 {
        match &self.joins {
            Joins::Graph(graph) => graph.effort(set),
            Joins::General(_) => 2 * set.count_ones(),
        }
    }

    /// Appends what a position falls into, as one option.
    pub fn split(&self, position: u64, options: &mut Options) {
        match &self.joins {
            Joins::Graph(graph) => {
                let mut left = position;
                while left != 0 {
                    let class = graph.reach(left & left.wrapping_neg(), left);
                    left &= !class;
                    if graph.matters(class) {
                        options.pieces.push(self.lattice.least(class));
                    }
                }
            }
            Joins::General(joins) => {
                let legal = self.moves.iter().filter(|one| one.need & !position == 0);
                let live = legal.fold(0, |live, one| live | one.need);
                let mut left = live;
                while left != 0 {
                    let (mut class, mut waiting) = (0u64, left & left.wrapping_neg());
                    while waiting != 0 {
                        let element = waiting.trailing_zeros() as usize;
                        class |= 1 << element;
                        for &(need, joined) in &joins[element] {
                            if need & !live == 0 {
                                waiting |= joined & live;
                            }
                        }
                        waiting &= !class;
                    }
                    left &= !class;
                    options.pieces.push(self.lattice.least(class));
                }
            }
        }
        options.close();
    }
}

/// How moves join elements.
enum Joins {
    /// Every move needs one element, or needs two and takes nothing else: elements are joined if they are adjacent.
    Graph(Graph),
    /// For each element: what is needed and what is joined by the moves that need or take it.
    General(Vec<Vec<(u64, u64)>>),
}

impl Joins {
    fn of(size: usize, moves: &[Grounded]) -> Joins {
        let pairwise =
            |one: &Grounded| one.need.count_ones() == 1 || one.need.count_ones() == 2 && one.take & !one.need == 0;
        if moves.iter().all(pairwise) {
            return Joins::Graph(Graph::of(size, moves));
        }
        let joins = (0..size).map(|element| {
            let touching = moves.iter().filter(|one| (one.need | one.take) >> element & 1 == 1);
            touching.map(|one| (one.need, one.need | one.take)).collect()
        });
        Joins::General(joins.collect())
    }
}

/// Equal components of an impartial sum under normal play are worth nothing together (Sprague 1935).
/// Sorted pieces; how many are left, in front.
fn cancel_pairs(pieces: &mut [u64]) -> usize {
    let mut kept = 0;
    for at in 0..pieces.len() {
        if kept > 0 && pieces[kept - 1] == pieces[at] {
            kept -= 1;
        } else {
            pieces[kept] = pieces[at];
            kept += 1;
        }
    }
    kept
}

/// What each move of a game needs and takes, if its moves do nothing but take.
pub(crate) fn removals(game: &Game) -> Option<Vec<(Packed, Packed)>> {
    let explicit = Explicit::shared(game).ok()?;
    explicit.moves[Side::Left as usize].iter().map(removal).collect()
}

/// What a move needs and takes, if it does nothing but take: it asks that certain bits are set, and clears certain bits.
pub(crate) fn removal(one: &ExplicitMove) -> Option<(Packed, Packed)> {
    let Rewrite { ones, zeros, take, put } = one.rewrite()?;
    zeros.iter().chain(&put).all(|word| *word == 0).then_some((ones, take))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_cancel() {
        let mut pieces = [1, 1, 2, 3, 3, 3];
        let kept = cancel_pairs(&mut pieces);
        assert_eq!(pieces[..kept], [2, 3]);
    }

    /// What a move leads to is the same whether its images follow from those of the component or are found anew: on every
    /// component of small boards, with dominoes, with single stones and their neighbours, with dominoes that lie one way.
    #[test]
    fn options_are_what_is_left_taken_apart() {
        let dominoes = "move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}";
        let stones = "move set(c in free): free -= {c} + {d in orth: c + d}";
        let flat = "move lay(c in free, t = c + (0, 1)) if t in free: free -= {c, t}";
        for (rule, rows, columns) in [
            (dominoes, 3, 3),
            (dominoes, 3, 4),
            (dominoes, 4, 3),
            (dominoes, 2, 5),
            (stones, 3, 3),
            (stones, 2, 5),
            (flat, 3, 4),
        ] {
            let text = format!("game Board\n  param R = 3, C = 3\n  state free: set of grid(R, C) = all\n  {rule}\n");
            let world = grundy_kit::world(&text);
            let query = format!("Board(R={rows}, C={columns})");
            let game = grundy_kit::position(&world, &query).parts[0].game.clone();
            let taking = Taking::of(&game, &Facts::of(game.source())).unwrap();
            for set in 1u64..1 << (rows * columns) {
                for &piece in taking.pieces(set).at(0) {
                    assert_eq!(taking.lattice.least(piece), piece);
                    let stand = taking.stand(piece);
                    for number in (0..taking.moves()).filter(|&number| taking.is_legal(&stand, number)) {
                        let mut options = Options::default();
                        taking.option(&stand, number, &mut options);
                        taking.split(piece & !taking.moves[number].take, &mut options);
                        assert_eq!(options.at(0), options.at(1), "{query}: {rule} at {piece:b}, move {number}");
                    }
                }
            }
        }
    }
}
