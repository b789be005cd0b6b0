//! Other ways to play several games at once (*ONAG* ch. 14; *Winning Ways* ch. 9): ordinal, conjunctive and selective sums, and those that
//! go on longer or end sooner. They depend on the form, not only the value; the canonical forms are used. A component has ended for a
//! player who has no move in it.

use crate::{Game, Halt, Side, Values};
use std::collections::HashMap;

/// How two components are played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// A move is made in both; the play ends when either ends (the rapid join).
    Conjunctive,
    /// A move is made in every component that has not ended (the slow join).
    ContinuedConjunctive,
    /// A move is made in one; the play ends when either ends.
    DiminishedDisjunctive,
    /// A move is made in either or both.
    Selective,
    /// A move is made in either or both; the play ends when either ends.
    ShortenedSelective,
}

impl Together {
    /// Whether the play ends when one component has ended for the player to move.
    fn is_short(self) -> bool {
        matches!(self, Together::Conjunctive | Together::DiminishedDisjunctive | Together::ShortenedSelective)
    }

    /// Whether a component may be left as it is; `ended` says whether it has ended.
    fn may_leave(self, ended: bool) -> bool {
        match self {
            Together::Conjunctive => false,
            Together::ContinuedConjunctive => ended,
            Together::DiminishedDisjunctive | Together::Selective | Together::ShortenedSelective => true,
        }
    }
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

    /// The canonical forms played together.
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
                    let (a_ended, b_ended) = (a_options.is_empty(), b_options.is_empty());
                    if how.is_short() && (a_ended || b_ended) {
                        return Ok(options);
                    }
                    if how != Together::DiminishedDisjunctive {
                        for &x in a_options.iter() {
                            options.extend(b_options.iter().map(|&y| sums[&(x, y)]));
                        }
                    }
                    if how.may_leave(b_ended) {
                        options.extend(a_options.iter().map(|&x| sums[&(x, b)]));
                    }
                    if how.may_leave(a_ended) {
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
