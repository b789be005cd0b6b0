//! The order of games (*ONAG* ch. 7): `G <= H` unless a Left option of `G` is `>= H` or a Right option of `H` is `<= G`.
//!
//! Before any options are looked at: `G <= H` implies the same of both stops, and a left stop of `G` below the right
//! stop of `H` implies `G < H`; against a number only the other game's options matter (number avoidance).

use crate::memo::mix;
use crate::{Game, Halt, Side, Values};
use std::cmp::Ordering;
use std::fmt;

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The first is smaller.
    Less,
    /// Equal in value.
    Equal,
    /// The first is larger.
    Greater,
    /// Neither at least nor at most the other.
    Confused,
}

impl Relation {
    /// From the two answers `a <= b` and `b <= a`.
    pub fn from_both(at_most: bool, at_least: bool) -> Relation {
        match (at_most, at_least) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        }
    }

    /// The sign used by the calculator.
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "||",
        }
    }
}

/// Who wins (*ONAG* ch. 7), as the comparison with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left, whoever starts.
    Left,
    /// Right, whoever starts.
    Right,
    /// The next player.
    Next,
    /// The previous player.
    Previous,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Next => "N",
            Outcome::Previous => "P",
        })
    }
}

impl Values<'_> {
    /// `g <= h`. Memoised; worst case exponential in the heights, watched.
    pub fn at_most(self, g: Game, h: Game) -> Result<bool, Halt> {
        if g == h {
            return Ok(true);
        }
        let (g_node, h_node) = (self.node(g), self.node(h));
        if g_node.is_none() && h_node.is_none() {
            return Ok(match (g.index(), h.index()) {
                (None, None) => g.packed_at_most(h),
                _ => {
                    let parts = |game| self.as_nus(game).expect("not a node, so number + ups + nimber");
                    parts(g).at_most(&parts(h))
                }
            });
        }
        let stops = |game| Side::BOTH.map(|side| self.stop(game, side));
        let ([g_left, g_right], [h_left, h_right]) = (stops(g), stops(h));
        if self.compare_numbers(g_left, h_left) == Ordering::Greater
            || self.compare_numbers(g_right, h_right) == Ordering::Greater
        {
            return Ok(false);
        }
        if self.compare_numbers(g_left, h_right) == Ordering::Less {
            return Ok(true);
        }
        let hash = mix(g.word(), h.word());
        if let Some(known) = self.arena.orders.find(hash, g.word(), h.word()) {
            return Ok(known != 0);
        }
        self.tick(hash)?;
        let answer = self.at_most_by_options(g, h)?;
        self.arena.orders.insert(hash, g.word(), h.word(), answer as u64);
        Ok(answer)
    }

    fn at_most_by_options(self, g: Game, h: Game) -> Result<bool, Halt> {
        if !self.is_number(g) {
            for &option in self.options(g, Side::Left)?.iter() {
                if self.at_most(h, option)? {
                    return Ok(false);
                }
            }
        }
        if !self.is_number(h) {
            for &option in self.options(h, Side::Right)?.iter() {
                if self.at_most(option, g)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// `a` is no better than `b` for `side`: `a <= b` for Left, `b <= a` for Right.
    pub(crate) fn no_better(self, side: Side, a: Game, b: Game) -> Result<bool, Halt> {
        let (low, high) = side.order(a, b);
        self.at_most(low, high)
    }

    /// How `g` compares with `h`.
    pub fn compare(self, g: Game, h: Game) -> Result<Relation, Halt> {
        if g == h {
            return Ok(Relation::Equal);
        }
        Ok(Relation::from_both(self.at_most(g, h)?, self.at_most(h, g)?))
    }

    /// Who wins.
    pub fn outcome(self, game: Game) -> Result<Outcome, Halt> {
        Ok(match self.compare(game, Game::ZERO)? {
            Relation::Greater => Outcome::Left,
            Relation::Less => Outcome::Right,
            Relation::Confused => Outcome::Next,
            Relation::Equal => Outcome::Previous,
        })
    }
}
