//! Heating, cooling, overheating and the Norton product (*Winning Ways* ch. 6-7; Siegel, *CGT* II.5-6).

use crate::{Dyadic, Game, Halt, Side, Values};
use std::cmp::Ordering;
use std::collections::HashMap;

impl<'a> Values<'a> {
    /// `g` cooled by the number `t > -1`: `{g^L cooled - t | g^R cooled + t}`, frozen to the mean once `t` exceeds the temperature.
    /// Numbers are frozen above their own temperature, `-1/2^k` for a denominator of `2^k`.
    pub fn cool(self, g: Game, t: &Dyadic) -> Result<Game, Halt> {
        let tax = self.number(&-t)?;
        let thermographs = self.thermographs(g)?;
        // What the value is frozen to, if it is.
        let frozen = |follower: Game| -> Result<Option<Game>, Halt> {
            if let Some(number) = self.as_number(follower) {
                return Ok((*t > Dyadic::new(-1, number.exponent())).then_some(follower));
            }
            match thermographs.get(&follower) {
                Some(thermograph) if *t > thermograph.temperature => self.number(&thermograph.mean).map(Some),
                // Not among the thermographs: number + ups + nimber, of temperature 0.
                None if *t > Dyadic::ZERO => Ok(Some(self.stop(follower, Side::Left))),
                _ => Ok(None),
            }
        };
        self.over_followers_to(
            g,
            |follower| frozen(follower).is_ok_and(|frozen| frozen.is_some()),
            |follower, cooled| match frozen(follower)? {
                Some(number) => Ok(number),
                None => self.taxed(follower, tax, cooled),
            },
        )
    }

    /// `g` heated by `t`: numbers stay, other games become `{g^L heated + t | g^R heated - t}`.
    pub fn heat(self, g: Game, t: Game) -> Result<Game, Halt> {
        let is_number = |follower| self.is_number(follower);
        self.over_followers_to(g, is_number, |follower, heated| {
            if is_number(follower) { Ok(follower) } else { self.taxed(follower, t, heated) }
        })
    }

    /// `g` overheated from `s` to `t`: an integer `n` becomes `n` copies of `s`, other games are heated by `t`.
    pub fn overheat(self, g: Game, s: Game, t: Game) -> Result<Game, Halt> {
        let integer = |follower| self.as_number(follower).filter(Dyadic::is_integer);
        let is_integer = |follower| integer(follower).is_some();
        self.over_followers_to(g, is_integer, |follower, heated| match integer(follower) {
            Some(number) => self.multiple(s, &number),
            None => self.taxed(follower, t, heated),
        })
    }

    /// The Norton product of `g` by `unit > 0`: an integer `n` becomes `n` copies of the unit, other games
    /// `{g^L.unit + unit + i | g^R.unit - unit - i}` for every incentive `i` of the unit. `None` unless the unit is positive.
    pub fn norton(self, g: Game, unit: Game) -> Result<Option<Game>, Halt> {
        if self.compare(unit, Game::ZERO)? != crate::Relation::Greater {
            return Ok(None);
        }
        let mut gains = Vec::new();
        for side in Side::BOTH {
            for incentive in self.incentives(unit, side)? {
                gains.push(self.sum(unit, incentive)?);
            }
        }
        let integer = |follower| self.as_number(follower).filter(Dyadic::is_integer);
        let is_integer = |follower| integer(follower).is_some();
        let product = self.over_followers_to(g, is_integer, |follower, products| {
            if let Some(number) = integer(follower) {
                return self.multiple(unit, &number);
            }
            let options = |side: Side| {
                let mut options = Vec::new();
                for option in self.options(follower, side)?.iter() {
                    for &gain in &gains {
                        let gain = if side == Side::Left { gain } else { self.negative(gain)? };
                        options.push(self.sum(products[option], gain)?);
                    }
                }
                Ok::<_, Halt>(options)
            };
            self.game(options(Side::Left)?, options(Side::Right)?)
        });
        product.map(Some)
    }

    /// `{f(g^L) + bonus | f(g^R) - bonus}`.
    fn taxed(self, g: Game, bonus: Game, done: &HashMap<Game, Game>) -> Result<Game, Halt> {
        let options = |side: Side| {
            let bonus = if side == Side::Left { bonus } else { self.negative(bonus)? };
            self.options(g, side)?.iter().map(|option| self.sum(done[option], bonus)).collect::<Result<Vec<_>, Halt>>()
        };
        self.game(options(Side::Left)?, options(Side::Right)?)
    }

    /// Applies `step` to `g` after all its followers in the canonical form; `step` finds their results in the map.
    pub(crate) fn over_followers(
        self,
        g: Game,
        step: impl FnMut(Game, &HashMap<Game, Game>) -> Result<Game, Halt>,
    ) -> Result<Game, Halt> {
        self.over_followers_to(g, |_| false, step)
    }

    /// The same, leaving the followers of leaves out.
    pub(crate) fn over_followers_to(
        self,
        g: Game,
        is_leaf: impl Fn(Game) -> bool,
        mut step: impl FnMut(Game, &HashMap<Game, Game>) -> Result<Game, Halt>,
    ) -> Result<Game, Halt> {
        let mut done = HashMap::new();
        for follower in self.born_before(g, is_leaf)? {
            let result = step(follower, &done)?;
            done.insert(follower, result);
        }
        Ok(done[&g])
    }

    /// All followers of the canonical form, number + ups + nimber opened too, options before the games that have them.
    pub(crate) fn in_order_of_birth(self, g: Game) -> Result<Vec<Game>, Halt> {
        self.born_before(g, |_| false)
    }

    /// The same, without what only leaves lead to.
    pub(crate) fn born_before(self, g: Game, is_leaf: impl Fn(Game) -> bool) -> Result<Vec<Game>, Halt> {
        const LIMIT: usize = 1 << 20;
        let (mut order, mut placed) = (Vec::new(), HashMap::new());
        let mut waiting = vec![(g, false)];
        while let Some((game, opened)) = waiting.pop() {
            if opened {
                order.push(game);
                continue;
            }
            if placed.insert(game, ()).is_some() {
                continue;
            }
            if placed.len() > LIMIT {
                return Err(Halt::TooLarge("a game with more than 2^20 followers"));
            }
            waiting.push((game, true));
            if is_leaf(game) {
                continue;
            }
            for side in Side::BOTH {
                waiting.extend(self.options(game, side)?.iter().map(|&option| (option, false)));
            }
        }
        Ok(order)
    }

    /// What one move gains: `g^L - g` for Left, `g - g^R` for Right, dominated ones left out.
    pub fn incentives(self, g: Game, side: Side) -> Result<Vec<Game>, Halt> {
        let mut gains: Vec<Game> = Vec::new();
        'options: for &option in self.options(g, side)?.iter() {
            let (after, before) = side.order(option, g);
            let gain = self.difference(after, before)?;
            for at in (0..gains.len()).rev() {
                if self.at_most(gain, gains[at])? {
                    continue 'options;
                }
                if self.at_most(gains[at], gain)? {
                    gains.remove(at);
                }
            }
            gains.push(gain);
        }
        Ok(gains)
    }

    /// Whether the value differs from 0 by less than every positive number: both stops are 0.
    pub fn is_infinitesimal(self, game: Game) -> bool {
        Side::BOTH.iter().all(|&side| self.stop(game, side) == Game::ZERO)
    }

    /// Whether both stops are the same number.
    pub fn is_numberish(self, game: Game) -> bool {
        self.compare_numbers(self.stop(game, Side::Left), self.stop(game, Side::Right)) == Ordering::Equal
    }
}
