//! All-small games and their atomic weights (*Winning Ways* ch. 8; Siegel, *CGT* II.7): how many ups a game is worth.
//!
//! The weight of `G` is `{w(G^L) - 2 | w(G^R) + 2}`, unless that is an integer: then 0 if `G` is confused with far star, the largest integer
//! that fits if `G` is above it, the smallest if below. Far star is any nimber larger than all that occur in `G`.

use crate::{Dyadic, End, Game, Halt, Nimber, Relation, Side, Values};

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

    /// The atomic weight, `None` for a game that is not all-small.
    pub fn atomic_weight(self, game: Game) -> Result<Option<Game>, Halt> {
        if !self.is_all_small(game)? {
            return Ok(None);
        }
        if let Some(nus) = self.as_nus(game) {
            return self.number(&Dyadic::from(nus.ups)).map(Some);
        }
        let far = self.far_star(game)?;
        let weight = self.over_followers(game, |follower, weights| {
            if let Some(nus) = self.as_nus(follower) {
                return self.number(&Dyadic::from(nus.ups));
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
        });
        weight.map(Some)
    }

    /// A nimber so large that its exact size does not matter to the game: a power of two above its birthday.
    pub fn far_star(self, game: Game) -> Result<Game, Halt> {
        let birthday = self.birthday(game)?.to_i64().map(|days| days as u128 + 1);
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
