//! All-small games and their atomic weights (*Winning Ways* ch. 8; Siegel, *CGT* II.7): how many ups a game is worth.
//!
//! The weight of `G` is `{w(G^L) - 2 | w(G^R) + 2}`, unless that is an integer: then 0 if `G` is confused with far star, the largest integer
//! that fits if `G` is above it, the smallest if below. Far star is any nimber larger than all that occur in `G`.
//!
//! Other infinitesimals may have a weight too. Then the same rule, with numbers as overwhelming threats, gives a candidate `W`, and it is
//! the weight exactly if `G - W.^` lies between down and up with far star added: that is what it means to have weight 0.

use crate::{Dyadic, End, Game, Halt, Nimber, Relation, Side, Values};
use std::cmp::Ordering;

/// More ups than a game that fits in memory is worth.
const THREAT: i64 = 1 << 40;

impl Values<'_> {
    /// Whether in every follower either both players can move or neither.
    pub fn is_all_small(self, game: Game) -> Result<bool, Halt> {
        for follower in self.followers(game)? {
            if let Some(nus) = self.as_nus(follower)
                && nus.number != Dyadic::ZERO
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The atomic weight; `None` for a game of which none is known.
    pub fn atomic_weight(self, game: Game) -> Result<Option<Game>, Halt> {
        if !self.is_infinitesimal(game) {
            return Ok(None);
        }
        if let Some(nus) = self.as_nus(game) {
            return self.number(&Dyadic::from(nus.ups)).map(Some);
        }
        let weight = self.weight_by_rule(game)?;
        let has = self.is_all_small(game)? || !self.holds_threats(weight)? && self.has_weight(game, weight)?;
        Ok(has.then_some(weight))
    }

    /// Whether a threat is left in a weight: so many ups are not multiplied out.
    fn holds_threats(self, weight: Game) -> Result<bool, Halt> {
        let large = |number: Dyadic| number.to_i64().is_none_or(|number| number.unsigned_abs() >= THREAT as u64 / 2);
        let is_threat =
            |follower| self.as_nus(follower).is_some_and(|nus| nus.number.is_integer() && large(nus.number));
        Ok(self.followers(weight)?.into_iter().any(is_threat))
    }

    fn weight_by_rule(self, game: Game) -> Result<Game, Halt> {
        let far = self.far_star(game)?;
        let is_leaf = |follower| self.as_nus(follower).is_some();
        self.over_followers_to(game, is_leaf, |follower, weights| {
            if let Some(nus) = self.as_nus(follower) {
                let threat = match nus.number.sign() {
                    Ordering::Greater => THREAT,
                    Ordering::Less => -THREAT,
                    Ordering::Equal => nus.ups,
                };
                return self.number(&Dyadic::from(threat));
            }
            let moved = |side: Side| -> Result<Vec<Game>, Halt> {
                let step = Game::integer(-2 * side.sign() as i32);
                self.options(follower, side)?.iter().map(|option| self.sum(weights[option], step)).collect()
            };
            let (left, right) = (moved(Side::Left)?, moved(Side::Right)?);
            let weight = self.game(left.clone(), right.clone())?;
            if !self.as_number(weight).is_some_and(|number| number.is_integer()) {
                return Ok(weight);
            }
            match self.compare(follower, far)? {
                Relation::Greater => self.extreme_integer(&right, Side::Left),
                Relation::Less => self.extreme_integer(&left, Side::Right),
                _ => Ok(Game::ZERO),
            }
        })
    }

    /// Whether `game - weight . ^` has weight 0: it lies between down and up, far star added to both.
    fn has_weight(self, game: Game, weight: Game) -> Result<bool, Halt> {
        let Some(ups) = self.norton(weight, Game::UP)? else { return Ok(false) };
        let rest = self.difference(game, ups)?;
        // Far from up as well, which is born on day 2.
        let bound = self.sum(Game::UP, self.far_star_after(rest, 3)?)?;
        Ok(self.at_most(rest, bound)? && self.at_most(self.negative(bound)?, rest)?)
    }

    /// A nimber so large that its exact size does not matter to the game: a power of two above its birthday.
    pub fn far_star(self, game: Game) -> Result<Game, Halt> {
        self.far_star_after(game, 1)
    }

    /// The same, at least so many days after its birthday.
    fn far_star_after(self, game: Game, days: u128) -> Result<Game, Halt> {
        let birthday = self.birthday(game)?.to_i64().map(|birthday| birthday as u128 + days);
        let size = birthday.and_then(u128::checked_next_power_of_two);
        self.nimber(Nimber(size.ok_or(Halt::TooLarge("a nimber of more than 128 bits"))?))
    }

    /// For Left the largest integer `n` such that no bound is `<= n`; for Right the smallest such that none is `>= n`.
    fn extreme_integer(self, bounds: &[Game], side: Side) -> Result<Game, Halt> {
        let bound = self.stop_of_form(bounds, side.other());
        let number = self.as_number(bound).expect("a stop is a number");
        let nearest = match side {
            Side::Left => number.floor(),
            Side::Right => number.ceiling(),
        };
        let mut integer = self.number(&nearest)?;
        for &bound in bounds {
            if self.no_better(side, bound, integer)? {
                integer = self.sum(integer, Game::integer(-(side.sign() as i32)))?;
                break;
            }
        }
        Ok(integer)
    }

    /// The simplest number strictly between two numbers.
    pub fn simplest_between(self, low: &Dyadic, high: &Dyadic) -> Result<Option<Game>, Halt> {
        let found = Dyadic::simplest(&End::Open(low.clone()), &End::Open(high.clone()));
        found.map(|number| self.number(&number)).transpose()
    }
}
