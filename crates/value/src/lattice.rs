//! The games born by a day form a distributive lattice (Calistrate, Paulhus and Wolfe 2002; Siegel, *CGT* III.1-2), here listed, with the
//! one automorphism it has besides the identity; and the order of a value in the group of games.

use crate::{Game, Halt, Relation, Values};
use std::collections::{HashMap, HashSet};

/// The last day whose games can be listed: day 3 has 1474, day 4 more than 10^170.
pub const LAST_DAY: u32 = 3;

/// What is known of the least `n > 0` with `n . g = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It is this.
    Finite(u64),
    /// There is none.
    Infinite,
    /// None was found below this.
    Above(u64),
}

impl Values<'_> {
    /// All values born by a day, at most [`LAST_DAY`], in no particular order.
    pub fn born_by(self, day: u32) -> Result<Vec<Game>, Halt> {
        if day > LAST_DAY {
            return Err(Halt::TooLarge("more than 10^170 games are born by day 4"));
        }
        let mut games = vec![Game::ZERO];
        for _ in 0..day {
            // Dominated options change nothing, so sets without comparable members are enough.
            let sets = self.antichains(&games)?;
            let mut found = HashSet::new();
            for left in &sets {
                self.tick_now()?;
                for right in &sets {
                    found.insert(self.game(left.clone(), right.clone())?);
                }
            }
            games = found.into_iter().collect();
            games.sort_unstable();
        }
        Ok(games)
    }

    /// All sets of these games none of which is at most another.
    fn antichains(self, games: &[Game]) -> Result<Vec<Vec<Game>>, Halt> {
        let mut sets: Vec<Vec<Game>> = vec![Vec::new()];
        for &game in games {
            for at in 0..sets.len() {
                let mut is_apart = true;
                for &other in &sets[at] {
                    is_apart = is_apart && self.compare(game, other)? == Relation::Confused;
                }
                if is_apart {
                    sets.push([&sets[at][..], &[game]].concat());
                }
            }
        }
        Ok(sets)
    }

    /// The companion: the image under the lattices' automorphism. `*` for 0; otherwise the companions of the options, with 0 among Left's if
    /// the game is positive and among Right's if it is negative.
    pub fn companion(self, game: Game) -> Result<Game, Halt> {
        let is_number = |follower| follower != Game::ZERO && self.is_number(follower);
        self.over_followers_to(game, is_number, |follower, companions: &HashMap<Game, Game>| {
            if follower == Game::ZERO {
                return Ok(Game::STAR);
            }
            if is_number(follower) {
                return Ok(follower);
            }
            let mut options = Vec::new();
            for side in crate::Side::BOTH {
                options.push(self.options(follower, side)?.iter().map(|option| companions[option]).collect::<Vec<_>>());
            }
            match self.compare(follower, Game::ZERO)? {
                Relation::Greater => options[0].push(Game::ZERO),
                Relation::Less => options[1].push(Game::ZERO),
                _ => {}
            }
            let right = options.pop().unwrap_or_default();
            self.game(options.pop().unwrap_or_default(), right)
        })
    }

    /// The order of a value in the group of games. None is odd (Norton; *ONAG* ch. 15), so a finite one is a power of
    /// two, and no multiple of a value with
    /// finite order is positive or negative.
    pub fn order(self, game: Game) -> Result<Order, Halt> {
        const MOST: u32 = 3;
        let mut multiple = game;
        for power in 0..MOST {
            match self.compare(multiple, Game::ZERO)? {
                Relation::Equal => return Ok(Order::Finite(1 << power)),
                Relation::Greater | Relation::Less => return Ok(Order::Infinite),
                Relation::Confused => {}
            }
            if self.mean(game)? != crate::Dyadic::ZERO {
                return Ok(Order::Infinite);
            }
            multiple = self.sum(multiple, multiple)?;
        }
        Ok(Order::Above(1 << MOST))
    }
}
