//! Other ways to play several games at once (*ONAG* ch. 14; *Winning Ways* ch. 9): ordinal, conjunctive and selective sums.
//! They depend on the form, not only the value; the canonical forms are used.

use crate::{Game, Halt, Side, Values};
use std::collections::HashMap;

/// How two components are played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// A move is made in both; the play ends when either ends.
    Conjunctive,
    /// A move is made in either or both.
    Selective,
}

/// More pairs of followers than this are refused.
const PAIRS: usize = 1 << 20;

impl Values<'_> {
    /// The ordinal sum `g : h`: a move in `g` ends `h`.
    pub fn ordinal_sum(self, g: Game, h: Game) -> Result<Game, Halt> {
        self.over_followers(h, |follower, sums| {
            let options = |side| {
                let mut options = self.options(g, side)?.to_vec();
                options.extend(self.options(follower, side)?.iter().map(|option| sums[option]));
                Ok::<_, Halt>(options)
            };
            self.game(options(Side::Left)?, options(Side::Right)?)
        })
    }

    /// The conjunctive or selective sum of the canonical forms.
    pub fn compound(self, g: Game, h: Game, how: Together) -> Result<Game, Halt> {
        let (first, second) = (self.in_order_of_birth(g)?, self.in_order_of_birth(h)?);
        if first.len().saturating_mul(second.len()) > PAIRS {
            return Err(Halt::TooLarge("more than 2^20 pairs of followers"));
        }
        let mut sums: HashMap<(Game, Game), Game> = HashMap::new();
        for &a in &first {
            for &b in &second {
                let options = |side| {
                    let (a_options, b_options) = (self.options(a, side)?, self.options(b, side)?);
                    let mut options = Vec::new();
                    for &x in a_options.iter() {
                        options.extend(b_options.iter().map(|&y| sums[&(x, y)]));
                    }
                    if how == Together::Selective {
                        options.extend(a_options.iter().map(|&x| sums[&(x, b)]));
                        options.extend(b_options.iter().map(|&y| sums[&(a, y)]));
                    }
                    Ok::<_, Halt>(options)
                };
                let sum = self.game(options(Side::Left)?, options(Side::Right)?)?;
                sums.insert((a, b), sum);
            }
        }
        Ok(sums[&(g, h)])
    }
}
