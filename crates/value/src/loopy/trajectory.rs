//! Piecewise linear functions of the temperature `t >= 0` with rational corners (Siegel, *CGT* VII.4): the walls and scaffolds of
//! positions with kos, whose slopes may be any integer and whose corners need not be dyadic.
//!
//! Invariant: corners in increasing `t`, the first at 0, none where the slope stays the same; after the last corner the function goes on
//! with slope `tail`.

use crate::{Dyadic, Side, Wall};
use dashu_int::{IBig, UBig};
pub use dashu_ratio::RBig as Rational;

/// One wall or scaffold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    corners: Vec<(Rational, Rational)>,
    tail: Rational,
}

fn rational(number: &Dyadic) -> Rational {
    Rational::from_parts(number.numerator(), UBig::ONE << number.exponent() as usize)
}

impl From<&Wall> for Trajectory {
    /// A wall of a thermograph, with its mast.
    fn from(wall: &Wall) -> Trajectory {
        let corners = wall.corners().iter().map(|(t, value)| (rational(t), rational(value)));
        Trajectory { corners: corners.collect(), tail: Rational::ZERO }
    }
}

impl Trajectory {
    /// The corners as (temperature, value), from temperature 0 up.
    pub fn corners(&self) -> &[(Rational, Rational)] {
        &self.corners
    }

    /// The value at temperature `t >= 0`.
    pub fn at(&self, t: &Rational) -> Rational {
        let corner = self.below(t);
        let (from, value) = &self.corners[corner];
        value + self.slope(corner) * (t - from)
    }

    /// The last corner at or below `t`.
    fn below(&self, t: &Rational) -> usize {
        self.corners.partition_point(|corner| corner.0 <= *t).max(1) - 1
    }

    /// The slope just above a corner.
    fn slope(&self, corner: usize) -> Rational {
        match self.corners.get(corner + 1) {
            Some((to, end)) => (end - &self.corners[corner].1) / (to - &self.corners[corner].0),
            None => self.tail.clone(),
        }
    }

    /// Less the tax `t` for Left, plus it for Right: what a move of `side` to a position with this wall is worth.
    pub(super) fn taxed(&self, side: Side) -> Trajectory {
        let slope = Rational::from(IBig::from(-side.sign()));
        let corners = self.corners.iter().map(|(t, value)| (t.clone(), value + &slope * t));
        Trajectory { corners: corners.collect(), tail: &self.tail + &slope }
    }

    /// The larger of two everywhere for Left, the smaller for Right.
    pub(super) fn better(&self, other: &Trajectory, side: Side) -> Trajectory {
        let is_first = |a: &Rational, b: &Rational| if side == Side::Left { a >= b } else { a <= b };
        let cuts = self.cuts(other);
        let pick = |t: &Rational| {
            let (a, b) = (self.at(t), other.at(t));
            if is_first(&a, &b) { a } else { b }
        };
        let corners: Vec<_> = cuts.iter().map(|t| (t.clone(), pick(t))).collect();
        let beyond = &cuts[cuts.len() - 1] + Rational::ONE;
        let tail = if is_first(&self.at(&beyond), &other.at(&beyond)) { &self.tail } else { &other.tail };
        Trajectory { corners, tail: tail.clone() }.straightened()
    }

    /// The walls over the scaffolds, Left's being this one: the scaffolds where Left's is at least Right's; elsewhere both walls are what
    /// they were just below, moved no further than a scaffold that runs into it moves it. At 0 Left's must be at least Right's.
    pub(super) fn walls(&self, right: &Trajectory) -> [Trajectory; 2] {
        let cuts = self.cuts(right);
        let mut corners = [Vec::new(), Vec::new()];
        let mut push = |t: &Rational, left: Rational, right: Rational| {
            corners[0].push((t.clone(), left));
            corners[1].push((t.clone(), right));
        };
        let mut mast = self.at(&cuts[0]);
        let mut tails = [&self.tail, &right.tail].map(Clone::clone);
        for (at, from) in cuts.iter().enumerate() {
            let next = cuts.get(at + 1);
            // Between two cuts and after the last the scaffolds are straight and do not cross.
            let inside = next.map_or_else(|| from + Rational::ONE, |next| (from + next) / Rational::from(2));
            if self.at(&inside) >= right.at(&inside) {
                push(from, self.at(from), right.at(from));
                mast = next.map_or(mast, |next| self.at(next));
                continue;
            }
            let clamped = |mast: &Rational, t: &Rational| mast.clone().min(right.at(t)).max(self.at(t));
            mast = clamped(&mast, from);
            push(from, mast.clone(), mast.clone());
            // Where a scaffold that leans towards the mast reaches it.
            let mut hits: Vec<Rational> = Vec::new();
            for scaffold in [self, right] {
                let slope = scaffold.slope(scaffold.below(from));
                if slope != Rational::ZERO {
                    let t = from + (&mast - scaffold.at(from)) / slope;
                    hits.extend((t > *from && next.is_none_or(|next| t < *next)).then_some(t));
                }
            }
            hits.sort();
            for t in &hits {
                let value = clamped(&mast, t);
                push(t, value.clone(), value);
            }
            match next {
                Some(next) => mast = clamped(&mast, next),
                None => {
                    let last = hits.last().unwrap_or(from);
                    let beyond = last + Rational::ONE;
                    let slope = clamped(&mast, &beyond) - clamped(&mast, last);
                    tails = [slope.clone(), slope];
                }
            }
        }
        let [left, right] = corners;
        let [left_tail, right_tail] = tails;
        [
            Trajectory { corners: left, tail: left_tail }.straightened(),
            Trajectory { corners: right, tail: right_tail }.straightened(),
        ]
    }

    /// Whether it is vertical above its last corner.
    pub(super) fn has_mast(&self) -> bool {
        self.tail == Rational::ZERO
    }

    /// All temperatures where either has a corner or they cross.
    fn cuts(&self, other: &Trajectory) -> Vec<Rational> {
        let mut all: Vec<Rational> = self.corners.iter().chain(&other.corners).map(|corner| corner.0.clone()).collect();
        all.sort();
        all.dedup();
        let crossing = |at: usize| {
            let from = &all[at];
            let closing = other.slope(other.below(from)) - self.slope(self.below(from));
            if closing == Rational::ZERO {
                return None;
            }
            let t = from + (self.at(from) - other.at(from)) / closing;
            (t > *from && all.get(at + 1).is_none_or(|next| t < *next)).then_some(t)
        };
        let crossings: Vec<Rational> = (0..all.len()).filter_map(crossing).collect();
        all.extend(crossings);
        all.sort();
        all
    }

    /// Without corners that are none.
    fn straightened(self) -> Trajectory {
        let keep = |&at: &usize| at == 0 || self.slope(at - 1) != self.slope(at);
        let corners = (0..self.corners.len()).filter(keep).map(|at| self.corners[at].clone()).collect();
        Trajectory { corners, tail: self.tail }
    }
}
