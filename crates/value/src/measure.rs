//! Simple measures of a canonical form: its birthday and its number of followers.

use crate::{Dyadic, Game, Halt, Side, Values};
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
}
