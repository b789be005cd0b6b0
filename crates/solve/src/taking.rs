//! Games of one set from which every move takes: a move needs some elements to be there, takes some away, and asks for
//! nothing else. The moves are written out once, as masks, and everything about a position follows from them.
//!
//! Why it is sound. The rules are seen to read the field only in three ways: a binder or a conjunct of a guard that asks
//! for an element to be there, `all` of such, and a removal of elements that are named without looking at the field. So
//! whether a move is legal at S is whether the elements it needs lie in S, and S loses what the move takes. At the full
//! set every move there will ever be is legal; an element is needed by exactly the moves that vanish without it.
//!
//! From the masks alone: an element that no legal move needs may be dropped, since moves only die; and a position is the
//! sum of the classes into which legal moves join the elements they need or take, since no move looks across.

pub(crate) mod lattice;

use crate::taking::lattice::Lattice;
use grundy_rule::syntax::{AssignOp, FoldOp};
use grundy_rule::{Binder, Def, Expr, Facts, Kind, SetOp, Source, Stmt, StmtKind, Uses};
use grundy_run::{Faulty, Flow, Game, Move, Side};
use std::collections::HashMap;
use std::sync::Arc;

/// A component as its least image, with the number of its legal moves (or, where that is not counted, its size).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The elements.
    pub set: u64,
    /// How much there is to do.
    pub moves: u32,
}

/// The options of a position: each a sum of pieces, sorted, equal ones cancelled in pairs.
#[derive(Default)]
pub struct Options {
    pieces: Vec<Piece>,
    /// Where each option ends.
    ends: Vec<u32>,
}

impl Options {
    /// The options in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Piece]> {
        (0..self.ends.len()).map(|number| self.at(number))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// One of them.
    pub fn at(&self, number: usize) -> &[Piece] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.pieces[start as usize..self.ends[number] as usize]
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
    /// The written-out form of an impartial game, if its rules are seen to have one and no move can be repeated.
    pub fn of(game: &Arc<Game>, facts: &Facts) -> Faulty<Option<Taking>> {
        let Some(universe) = game.universe(0).filter(|universe| (1..=64).contains(&universe.len())) else {
            return Ok(None);
        };
        let one_set = matches!(&game.shapes[..], [grundy_run::Shape::Set(_)]);
        if !one_set || !facts.impartial.is_proved() || !takes_only(game) {
            return Ok(None);
        }
        let size = universe.len();
        let full = if size == 64 { u64::MAX } else { (1 << size) - 1 };
        let mut moves = legal(game, full)?;
        for element in 0..size {
            let left = legal(game, full & !(1 << element))?;
            for (one, grounded) in &mut moves {
                if !left.contains_key(one) {
                    grounded.need |= 1 << element;
                }
            }
        }
        let mut moves: Vec<Grounded> = moves.into_values().collect();
        moves.sort_unstable();
        moves.dedup();
        // Every move takes something that it needs: play ends, and no move is made twice.
        if moves.iter().any(|one| one.need & one.take == 0) {
            return Ok(None);
        }
        let joins = Joins::of(size, &moves);
        let lattice = Lattice::of(universe, &moves);
        Ok(Some(Taking { moves, joins, lattice }))
    }

    /// What a position falls into, as the only option of `Options`.
    pub fn pieces(&self, position: u64) -> Options {
        let mut options = Options::default();
        self.split(position, &mut options);
        options
    }

    /// What each legal move leads to.
    pub fn options(&self, position: u64) -> Options {
        let mut options = Options::default();
        let mut before = position;
        for one in self.moves.iter().filter(|one| one.need & !position == 0) {
            let after = position & !one.take;
            // Moves that need different things and take the same often stand side by side.
            if after != before {
                self.split(after, &mut options);
                before = after;
            }
        }
        options
    }

    fn split(&self, position: u64, options: &mut Options) {
        let mut add = |set: u64, moves: u32| options.pieces.push(Piece { set: self.lattice.least(set), moves });
        match &self.joins {
            Joins::Graph { near, single } => {
                let mut left = position;
                while left != 0 {
                    let (mut class, mut waiting, mut moves) = (0u64, left & left.wrapping_neg(), 0);
                    while waiting != 0 {
                        let element = waiting.trailing_zeros() as usize;
                        class |= 1 << element;
                        let next = near[element] & left;
                        moves += degree(next);
                        waiting = (waiting | next) & !class;
                    }
                    left &= !class;
                    // A single element counts only if some move needs nothing else.
                    if class & (class - 1) != 0 || class & single != 0 {
                        add(class, moves);
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
                    add(class, class.count_ones());
                }
            }
        }
        options.close();
    }
}

/// How many bits are set, more than three counted as three: only an estimate is needed, and this is its inner loop.
fn degree(near: u64) -> u32 {
    let rest = near & near.wrapping_sub(1);
    u32::from(near != 0) + u32::from(rest != 0) + u32::from(rest & rest.wrapping_sub(1) != 0)
}

/// How moves join elements.
enum Joins {
    /// Every move needs one element, or needs two and takes nothing else: elements are joined if they are adjacent.
    Graph {
        /// The elements adjacent to each.
        near: Vec<u64>,
        /// The elements that some move needs alone.
        single: u64,
    },
    /// For each element: what is needed and what is joined by the moves that need or take it.
    General(Vec<Vec<(u64, u64)>>),
}

impl Joins {
    fn of(size: usize, moves: &[Grounded]) -> Joins {
        let pairwise =
            |one: &Grounded| one.need.count_ones() == 1 || one.need.count_ones() == 2 && one.take & !one.need == 0;
        if !moves.iter().all(pairwise) {
            let joins = (0..size).map(|element| {
                let touching = moves.iter().filter(|one| (one.need | one.take) >> element & 1 == 1);
                touching.map(|one| (one.need, one.need | one.take)).collect()
            });
            return Joins::General(joins.collect());
        }
        let mut near = vec![0u64; size];
        let mut single = 0;
        for one in moves {
            if one.need.count_ones() == 1 {
                single |= one.need;
            }
            for (element, near) in near.iter_mut().enumerate() {
                let itself = 1 << element;
                if one.need & itself != 0 {
                    *near |= (one.need | one.take) & !itself;
                } else if one.take & itself != 0 {
                    *near |= one.need;
                }
            }
        }
        Joins::Graph { near, single }
    }
}

/// Equal components of an impartial sum under normal play are worth nothing together (Sprague 1935).
/// Sorted pieces; how many are left, in front.
fn cancel_pairs(pieces: &mut [Piece]) -> usize {
    let mut kept = 0;
    for at in 0..pieces.len() {
        if kept > 0 && pieces[kept - 1].set == pieces[at].set {
            kept -= 1;
        } else {
            pieces[kept] = pieces[at];
            kept += 1;
        }
    }
    kept
}

/// The moves at a set, with what they take; what they need is not known yet.
fn legal(game: &Arc<Game>, set: u64) -> Faulty<HashMap<Move, Grounded>> {
    let mut moves = HashMap::new();
    game.each_move(&[set], Side::Left, &mut |one, to| {
        let take = set & !to.parts[0].packed[0];
        moves.insert(one, Grounded { need: 0, take });
        Flow::On
    })?;
    Ok(moves)
}

/// Whether the rules are seen to do nothing but take.
fn takes_only(game: &Game) -> bool {
    let reader = Reader { defs: &game.rules.defs };
    game.rules.moves.iter().all(|of| {
        of.binders.iter().all(|binder| reader.asks(&binder.source))
            && of.guard.as_ref().is_none_or(|guard| reader.demands(guard))
            && of.body.iter().all(|stmt| reader.removes(stmt))
    })
}

struct Reader<'a> {
    defs: &'a [Def],
}

impl Reader<'_> {
    /// Whether an expression does not read the field.
    fn is_blind(&self, expr: &Expr) -> bool {
        Uses::of(expr, self.defs).is_fixed()
    }

    /// Whether a binder asks at most for an element to be there.
    fn asks(&self, source: &Source) -> bool {
        matches!(source, Source::In(set) if is_field(set)) || self.is_blind(source.expr())
    }

    /// Whether a condition is that certain elements are there, and nothing more of the field.
    fn demands(&self, condition: &Expr) -> bool {
        match &condition.kind {
            Kind::And(a, b) => self.demands(a) && self.demands(b),
            Kind::In(element, set) if is_field(set) => self.is_blind(element),
            Kind::Fold(FoldOp::All, binders, filter, body) => {
                binders.iter().all(|binder| self.is_blind(binder.source.expr()))
                    && filter.as_ref().is_none_or(|filter| self.is_blind(filter))
                    && self.demands(body)
            }
            _ => self.is_blind(condition),
        }
    }

    /// Whether a statement removes elements that are named without looking at the field.
    fn removes(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Assign(place, AssignOp::Sub, value) => place.index.is_none() && self.names(value),
            StmtKind::Let(_, _, value) => self.is_blind(value),
            StmtKind::If(condition, yes, no) => {
                self.is_blind(condition) && yes.iter().chain(no).all(|stmt| self.removes(stmt))
            }
            StmtKind::For(_, _, set, body) => self.is_blind(set) && body.iter().all(|stmt| self.removes(stmt)),
            StmtKind::Pass => true,
            _ => false,
        }
    }

    /// Whether a set, met with the field, is a fixed set met with the field.
    fn names(&self, set: &Expr) -> bool {
        match &set.kind {
            Kind::Field(_) => true,
            Kind::SetOp(SetOp::Union | SetOp::Meet, a, b) => self.names(a) && self.names(b),
            Kind::SetOp(SetOp::Minus, a, b) => self.names(a) && self.is_blind(b),
            Kind::Build(binders, filter, body) if !self.is_blind(set) => {
                let [Binder { local, source: Source::In(from), .. }] = &binders[..] else { return false };
                is_field(from)
                    && filter.as_ref().is_none_or(|filter| self.is_blind(filter))
                    && matches!(body.kind, Kind::Local(slot) if slot == *local)
            }
            _ => self.is_blind(set),
        }
    }
}

fn is_field(expr: &Expr) -> bool {
    matches!(expr.kind, Kind::Field(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_cancel() {
        let mut pieces = [1, 1, 2, 3, 3, 3].map(|set| Piece { set, moves: 1 });
        let kept = cancel_pairs(&mut pieces);
        assert_eq!(pieces[..kept].iter().map(|piece| piece.set).collect::<Vec<_>>(), [2, 3]);
    }
}
