//! Which question about a large component to ask next, by proof numbers.
//!
//! That c has nimber v is shown by showing of every option, and of c and every u < v, that it has not; that c has not v by
//! one of them that has (Lemoine and Viennot, Nimbers are inevitable, 2012). The costs of the two are estimated as in
//! depth-first proof-number search (Nagai, Df-pn algorithm, 2002): the first is the sum of the costs below it, the
//! second the least; a question is pursued until its costs pass those of the next best one, and a little further
//! (Pawlewicz and Lew, Improving depth-first PN-search: 1 + epsilon trick, 2007). A component not yet opened
//! costs as much as there is to do in it, and much more to prove a value of than to refute one. Cram 5 x 8 takes a tenth of the
//! components that it takes depth first.
//!
//! Invariant: costs are guesses, and change only the order. What is proved is written in the marks; costs that are zero or
//! infinite stand only for that, or for an excluded value that a mark has no room for. Every pursuit opens a
//! component that was closed or settles a question, since it goes beyond the costs it starts with; so it ends.

use super::{ALL, EXACT, Nimbers, exclude, is_excluded};
use crate::grundy::taking::Options;
use crate::work::{Halted, Work};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Components with less to do than this are searched depth first: Cram 5 x 7 and 5 x 8 take least with it.
pub(super) const LEAST_EFFORT: u32 = 60;

/// How much more it costs to prove that a component has a value than that it has not.
const DEARER: f64 = 10.0;

/// How far beyond the next best question one is pursued.
const FURTHER: f64 = 1.125;

/// The least step beyond the costs a question has already, as a part of them.
const STEP: f64 = 1e-3;

/// Costs are added up to here: what is not settled costs something finite.
const MOST: f64 = 1e300;

/// What it is expected to cost to show that a component has a value, and that it has not.
#[derive(Clone, Copy, PartialEq)]
struct Cost {
    is: f64,
    not: f64,
}

const IS: Cost = Cost { is: 0.0, not: f64::INFINITY };
const NOT: Cost = Cost { is: f64::INFINITY, not: 0.0 };
const UNBOUNDED: Cost = Cost { is: f64::INFINITY, not: f64::INFINITY };

/// Costs of the questions that were opened and are not settled.
#[derive(Default)]
pub(super) struct Costs(FxHashMap<(u64, u32), Cost>);

impl Costs {
    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        self.0.capacity() as u64 * 33
    }
}

/// One of the questions that settle another.
enum Child {
    /// Whether an option has the value.
    Option(usize),
    /// Whether the component itself has a smaller one.
    Below(u32),
}

impl Nimbers {
    /// As `resolve`, for a component with much to do that is not settled.
    pub(super) fn prove(&mut self, piece: u64, most: u32, work: &mut Work) -> Result<Option<u32>, Halted> {
        let least = if most == ALL { 0 } else { most };
        for value in least..=most {
            if !is_excluded(self.marks.at(piece), value) {
                self.pursue(piece, value, UNBOUNDED, work)?;
            }
            if let Some(known) = self.known(piece) {
                return Ok(Some(known));
            }
        }
        Ok(None)
    }

    /// Pursues a question until it is settled or would cost more than `limit`, and says what it costs then. Recursion
    /// ends: options are smaller, and values of the same component are.
    fn pursue(&mut self, piece: u64, value: u32, limit: Cost, work: &mut Work) -> Result<Cost, Halted> {
        if work.tick(self.positions(), self.marks.bytes() + self.costs.bytes()) {
            return Err(work.halted());
        }
        let mut options = self.spare.pop().unwrap_or_default();
        options.clear();
        let stand = self.taking.stand(piece);
        for number in (0..self.taking.moves()).filter(|&number| self.taking.is_legal(&stand, number)) {
            self.taking.option(&stand, number, &mut options);
        }
        let cost = self.weigh(piece, value, limit, &options, work);
        self.spare.push(options);
        cost
    }

    fn weigh(
        &mut self,
        piece: u64,
        value: u32,
        limit: Cost,
        options: &Options,
        work: &mut Work,
    ) -> Result<Cost, Halted> {
        if value as usize > options.len() {
            return Ok(self.settle(piece, value, NOT));
        }
        let mut order: SmallVec<[usize; 128]> = (0..options.len()).collect();
        order.sort_unstable_by(|&a, &b| options.at(a).cmp(options.at(b)));
        order.dedup_by(|a, b| options.at(*a) == options.at(*b));
        let below = (0..value).map(Child::Below);
        let mut children: SmallVec<[(Child, Cost); 128]> = SmallVec::new();
        for child in order.into_iter().map(Child::Option).chain(below) {
            let cost = self.cost_of(&child, piece, value, options);
            children.push((child, cost));
        }
        loop {
            let (mut best, mut next, mut all) = (0, f64::INFINITY, 0.0);
            for (at, (_, cost)) in children.iter().enumerate() {
                all += cost.not;
                if cost.is < children[best].1.is {
                    next = children[best].1.is;
                    best = at;
                } else if at != best {
                    next = next.min(cost.is);
                }
            }
            let (child, cost) = &children[best];
            let cost = *cost;
            if cost.is == 0.0 {
                return Ok(self.settle(piece, value, NOT));
            }
            if all == 0.0 {
                return Ok(self.settle(piece, value, IS));
            }
            // More may be known of it by now, on the way to another.
            let fresh = self.cost_of(child, piece, value, options);
            if fresh != cost {
                children[best].1 = fresh;
                continue;
            }
            let now = Cost { is: all.min(MOST), not: cost.is };
            if now.is >= limit.is || now.not >= limit.not {
                self.costs.0.insert((piece, value), now);
                return Ok(now);
            }
            let slack = (limit.is - now.is).max(now.is * STEP);
            let is = limit.not.min(next * FURTHER).max(cost.is * (1.0 + STEP));
            let within = Cost { is, not: cost.not + slack };
            children[best].1 = match *child {
                Child::Below(lower) => self.pursue(piece, lower, within, work)?,
                Child::Option(number) => self.pursue_sum(options.at(number), value, within, work)?,
            };
        }
    }

    /// The same for a sum. Its components but the largest are valued first, and then weighed anew.
    fn pursue_sum(&mut self, sum: &[u64], value: u32, limit: Cost, work: &mut Work) -> Result<Cost, Halted> {
        let mut rest = value;
        let mut open: SmallVec<[u64; 8]> = SmallVec::new();
        for &piece in sum {
            match self.known(piece) {
                Some(known) => rest ^= known,
                None => open.push(piece),
            }
        }
        open.sort_by_key(|&piece| self.taking.effort(piece));
        match open[..] {
            [] => Ok(if rest == 0 { IS } else { NOT }),
            [piece] if self.taking.effort(piece) >= self.shallow => {
                if is_excluded(self.marks.at(piece), rest) {
                    return Ok(NOT);
                }
                self.pursue(piece, rest, limit, work)
            }
            [piece] => Ok(if self.resolve(piece, rest, work)? == Some(rest) { IS } else { NOT }),
            [ref smaller @ .., _] => {
                for &piece in smaller {
                    self.resolve(piece, ALL, work)?;
                }
                Ok(self.cost_of_sum(sum, value))
            }
        }
    }

    /// Writes down what is proved.
    fn settle(&mut self, piece: u64, value: u32, cost: Cost) -> Cost {
        let mark = self.marks.at(piece);
        if mark & EXACT == 0 {
            self.marks.set(piece, if cost == IS { EXACT | value } else { exclude(mark, value) });
        }
        let mark = self.marks.at(piece);
        if mark & EXACT != 0 || is_excluded(mark, value) {
            self.costs.0.remove(&(piece, value));
        } else {
            self.costs.0.insert((piece, value), NOT);
        }
        cost
    }

    fn cost_of(&self, child: &Child, piece: u64, value: u32, options: &Options) -> Cost {
        match *child {
            Child::Option(number) => self.cost_of_sum(options.at(number), value),
            Child::Below(lower) => self.cost(piece, lower),
        }
    }

    fn cost(&self, piece: u64, value: u32) -> Cost {
        let mark = self.marks.at(piece);
        if mark & EXACT != 0 {
            return if mark & !EXACT == value { IS } else { NOT };
        }
        if is_excluded(mark, value) {
            return NOT;
        }
        self.costs.0.get(&(piece, value)).copied().unwrap_or_else(|| guess(self.hardness(piece, mark)))
    }

    fn cost_of_sum(&self, sum: &[u64], value: u32) -> Cost {
        let (mut rest, mut last, mut open, mut hard) = (value, 0, 0, 0);
        for &piece in sum {
            let mark = self.marks.at(piece);
            if mark & EXACT != 0 {
                rest ^= mark & !EXACT;
            } else {
                (last, open) = (piece, open + 1);
                hard = hard.max(self.hardness(piece, mark));
            }
        }
        match open {
            0 => {
                if rest == 0 {
                    IS
                } else {
                    NOT
                }
            }
            1 => self.cost(last, rest),
            _ => guess(hard),
        }
    }
}

/// What a question costs that was never opened.
fn guess(hard: i32) -> Cost {
    let not = f64::from(hard.max(1));
    Cost { is: DEARER * not, not }
}
