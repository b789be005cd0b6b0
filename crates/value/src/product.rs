//! Products of games (*ONAG* ch. 1 and 7; Siegel, *CGT* II.4 and VIII). They depend on the form, not only the value, unless both are
//! numbers or both nimbers; the canonical forms are used.

use crate::{Game, Halt, Side, Values};
use std::collections::HashMap;

/// More pairs of followers than this are refused.
const PAIRS: usize = 1 << 16;

impl Values<'_> {
    /// Conway's product: options `g^L h + g h^L - g^L h^L` and the like, both from the same side for Left, from different sides for Right.
    pub fn conway_product(self, g: Game, h: Game) -> Result<Game, Halt> {
        self.over_pairs(g, h, |a, b, products| {
            let mut options = [Vec::new(), Vec::new()];
            for of_a in Side::BOTH {
                for of_b in Side::BOTH {
                    let side = if of_a == of_b { Side::Left } else { Side::Right };
                    for &x in self.options(a, of_a)?.iter() {
                        for &y in self.options(b, of_b)?.iter() {
                            let sum = self.sum(products[&(x, b)], products[&(a, y)])?;
                            options[side.index()].push(self.difference(sum, products[&(x, y)])?);
                        }
                    }
                }
            }
            let [left, right] = options;
            self.game(left, right)
        })
    }

    /// The ordinal product: `g o h^L : g^L` and `g o h^R : -g^R` for Left, `g o h^L : g^R` and `g o h^R : -g^L` for Right.
    pub fn ordinal_product(self, g: Game, h: Game) -> Result<Game, Halt> {
        self.over_followers(h, |follower, products| {
            let options = |side: Side| {
                let mut options = Vec::new();
                for of_h in Side::BOTH {
                    for option in self.options(follower, of_h)?.iter() {
                        let of_g = if of_h == Side::Left { side } else { side.other() };
                        for &x in self.options(g, of_g)?.iter() {
                            let x = if of_h == Side::Left { x } else { self.negative(x)? };
                            options.push(self.ordinal_sum(products[option], x)?);
                        }
                    }
                }
                Ok::<_, Halt>(options)
            };
            self.game(options(Side::Left)?, options(Side::Right)?)
        })
    }

    fn over_pairs(
        self,
        g: Game,
        h: Game,
        step: impl Fn(Game, Game, &HashMap<(Game, Game), Game>) -> Result<Game, Halt>,
    ) -> Result<Game, Halt> {
        let (first, second) = (self.in_order_of_birth(g)?, self.in_order_of_birth(h)?);
        if first.len().saturating_mul(second.len()) > PAIRS {
            return Err(Halt::TooLarge("more than 2^16 pairs of followers"));
        }
        let mut done = HashMap::new();
        for &a in &first {
            for &b in &second {
                self.tick_now()?;
                let result = step(a, b, &done)?;
                done.insert((a, b), result);
            }
        }
        Ok(done[&(g, h)])
    }
}
