//! Simple measures of a canonical form: its birthday, followers, stopping positions, and the parity of its lines of play.

use crate::{Dyadic, Game, Halt, Side, Values};
use dashu_int::IBig;
use std::collections::{HashMap, HashSet};

impl Values<'_> {
    /// The birthday (Siegel, *CGT* II.1): 0 for 0, else one more than the latest birthday among the canonical options.
    pub fn birthday(self, game: Game) -> Result<Dyadic, Halt> {
        self.birthday_among(game, &mut HashMap::new())
    }

    fn birthday_among(self, game: Game, known: &mut HashMap<Game, Dyadic>) -> Result<Dyadic, Halt> {
        if let Some(nus) = self.as_nus(game) {
            return Ok(nus.birthday());
        }
        if let Some(birthday) = known.get(&game) {
            return Ok(birthday.clone());
        }
        let mut latest = Dyadic::ZERO;
        for side in Side::BOTH {
            for &option in self.options(game, side)?.iter() {
                latest = latest.max(self.birthday_among(option, known)?);
            }
        }
        let birthday = &latest + &Dyadic::ONE;
        known.insert(game, birthday.clone());
        Ok(birthday)
    }

    /// Every distinct value reachable from the canonical form, itself included, number + ups + nimber not opened.
    pub fn followers(self, game: Game) -> Result<HashSet<Game>, Halt> {
        let mut seen = HashSet::from([game]);
        let mut waiting = vec![game];
        while let Some(next) = waiting.pop() {
            let Some(node) = self.node(next) else { continue };
            for side in Side::BOTH {
                waiting.extend(node.options(side).iter().filter(|&&option| seen.insert(option)));
            }
        }
        Ok(seen)
    }

    /// How many lines of play from the canonical form end in a number, each followed to the first one.
    pub fn stop_count(self, game: Game) -> Result<IBig, Halt> {
        let mut counts: HashMap<Game, IBig> = HashMap::new();
        for follower in self.born_before(game, |follower| self.is_number(follower))? {
            let mut count = IBig::from(i32::from(self.is_number(follower)));
            if count == IBig::ZERO {
                for side in Side::BOTH {
                    for option in self.options(follower, side)?.iter() {
                        count += &counts[option];
                    }
                }
            }
            counts.insert(follower, count);
        }
        Ok(counts.remove(&game).unwrap_or_default())
    }

    /// Whether all lines of play have even length, or all odd; `None` if neither. Play ends at what `ends` says, else at 0.
    pub fn parity(self, game: Game, ends: Ends) -> Result<Option<Parity>, Halt> {
        let is_end = |follower| match ends {
            Ends::Zero => follower == Game::ZERO,
            Ends::Numbers => self.is_number(follower),
        };
        // An integer n is n moves of one player; big ones are not opened.
        let integer = |follower| self.as_number(follower).filter(|number| number.is_integer());
        let mut parities: HashMap<Game, Option<Parity>> = HashMap::new();
        for follower in self.born_before(game, |follower| is_end(follower) || integer(follower).is_some())? {
            let mut found: Option<Parity> = None;
            if is_end(follower) {
                found = Some(Parity::Even);
            } else if let Some(number) = integer(follower) {
                let is_even = number.numerator() % 2 == 0;
                found = Some(if is_even { Parity::Even } else { Parity::Odd });
            } else {
                let mut after = Vec::new();
                for side in Side::BOTH {
                    after.extend(self.options(follower, side)?.iter().map(|option| parities[option]));
                }
                if after.iter().all(|parity| *parity == after[0]) {
                    found = after[0].map(Parity::other);
                }
            }
            parities.insert(follower, found);
        }
        Ok(parities[&game])
    }
}

/// Where lines of play end when their lengths are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// At 0: even and odd games.
    Zero,
    /// At the first number: even- and odd-tempered games.
    Numbers,
}

/// Of the length of all lines of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// All are even.
    Even,
    /// All are odd.
    Odd,
}

impl Parity {
    fn other(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        }
    }
}
