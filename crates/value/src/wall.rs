//! Piecewise linear functions of the temperature `t >= 0` with dyadic corners: the walls of thermographs.
//!
//! Invariant: corners in increasing `t`, the first at 0, no three in a line; after the last corner the function goes on with
//! slope `tail`.

use crate::{Dyadic, Side};
use std::cmp::Ordering;

/// One wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    corners: Vec<(Dyadic, Dyadic)>,
    tail: i64,
}

impl Wall {
    /// A vertical wall.
    pub fn constant(value: Dyadic) -> Wall {
        Wall { corners: vec![(Dyadic::ZERO, value)], tail: 0 }
    }

    /// The corners as (temperature, value), from temperature 0 up; above the last one the wall is vertical.
    pub fn corners(&self) -> &[(Dyadic, Dyadic)] {
        &self.corners
    }

    /// The value at temperature `t >= 0`.
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let after = self.corners.partition_point(|corner| corner.0 <= *t).max(1);
        let (from, value) = &self.corners[after - 1];
        let slope = self.slope(after - 1);
        value + &times(&(t - from), slope)
    }

    /// The slope just above a corner: -1, 0 or 1 for walls, -2 to 2 for differences.
    fn slope(&self, corner: usize) -> i64 {
        let Some((to, end)) = self.corners.get(corner + 1) else { return self.tail };
        let (from, start) = &self.corners[corner];
        let (rise, run) = (end - start, to - from);
        (-2..=2).find(|&slope| times(&run, slope) == rise).expect("walls have integer slopes")
    }

    /// The wall plus `slope * t`.
    pub(crate) fn tilted(&self, slope: i64) -> Wall {
        let corners = self.corners.iter().map(|(t, value)| (t.clone(), value + &times(t, slope)));
        Wall { corners: corners.collect(), tail: self.tail + slope }
    }

    /// The larger of two walls everywhere for Left, the smaller for Right.
    pub(crate) fn better(&self, other: &Wall, side: Side) -> Wall {
        let choose = |a: &Dyadic, b: &Dyadic| if side == Side::Left { a.max(b).clone() } else { a.min(b).clone() };
        let mut corners = Vec::new();
        for (t, cross) in self.common_corners(other) {
            corners.push((t.clone(), choose(&self.at(&t), &other.at(&t))));
            if let Some(t) = cross {
                corners.push((t.clone(), self.at(&t)));
            }
        }
        let last = corners.last().map_or(Dyadic::ZERO, |corner| corner.0.clone());
        let beyond = &last + &Dyadic::ONE;
        let tail = match (self.at(&beyond).cmp(&other.at(&beyond)), side) {
            (Ordering::Greater, Side::Left) | (Ordering::Less, Side::Right) => self.tail,
            _ => other.tail,
        };
        Wall { corners, tail }.straightened()
    }

    /// The least `t` from which this wall is at most the other one (they are continuous and at `t = 0` it is at least the other).
    pub(crate) fn meets(&self, other: &Wall) -> Option<Dyadic> {
        for (t, cross) in self.common_corners(other) {
            if self.at(&t) <= other.at(&t) {
                return Some(t);
            }
            if cross.is_some() {
                return cross;
            }
        }
        None
    }

    /// The wall below `t`, and above it a mast.
    pub(crate) fn masted(&self, t: &Dyadic) -> Wall {
        let value = self.at(t);
        let mut corners: Vec<_> = self.corners.iter().take_while(|corner| corner.0 < *t).cloned().collect();
        corners.push((t.clone(), value));
        Wall { corners, tail: 0 }.straightened()
    }

    /// All temperatures where either wall has a corner, each with the crossing strictly between it and the next, if any.
    fn common_corners(&self, other: &Wall) -> Vec<(Dyadic, Option<Dyadic>)> {
        let mut all: Vec<Dyadic> = self.corners.iter().chain(&other.corners).map(|corner| corner.0.clone()).collect();
        all.sort();
        all.dedup();
        let crossing = |at: usize| {
            let from = &all[at];
            let slope = |wall: &Wall| wall.slope(wall.corners.partition_point(|corner| corner.0 <= *from) - 1);
            let (gap, closing) = (&self.at(from) - &other.at(from), slope(other) - slope(self));
            let run = match closing.abs() {
                1 => gap.abs(),
                2 => gap.abs().half(),
                4 => gap.abs().half().half(),
                _ => return None,
            };
            let closes = gap.sign() != Ordering::Equal && (gap.sign() == Ordering::Greater) == (closing > 0);
            let cross = from + &run;
            (closes && all.get(at + 1).is_none_or(|next| cross < *next)).then_some(cross)
        };
        (0..all.len()).map(|at| (all[at].clone(), crossing(at))).collect()
    }

    /// Without corners that are none.
    fn straightened(self) -> Wall {
        let keep: Vec<bool> =
            (0..self.corners.len()).map(|at| at == 0 || self.slope(at - 1) != self.slope(at)).collect();
        let corners = self.corners.iter().zip(keep).filter(|(_, keep)| *keep).map(|(corner, _)| corner.clone());
        Wall { corners: corners.collect(), tail: self.tail }
    }
}

fn times(number: &Dyadic, factor: i64) -> Dyadic {
    number.times(&Dyadic::from(factor)).expect("a factor of at most 2 keeps a number small")
}
