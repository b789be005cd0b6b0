//! Disjunctive sums (*ONAG* ch. 7). A number is added to the options of a game that is not one (number translation), and
//! such a sum of canonical forms is canonical; other sums are built from their options and reduced.

use crate::memo::mix;
use crate::{Dyadic, Game, Halt, Nus, Side, Values};

impl Values<'_> {
    /// `g + h`. Memoised; worst case exponential, watched.
    pub fn sum(self, g: Game, h: Game) -> Result<Game, Halt> {
        if g.index().is_none()
            && h.index().is_none()
            && let Some(packed) = g.packed_sum(h)
        {
            return Ok(packed);
        }
        let (g, h) = if self.node(g).is_some() { (g, h) } else { (h, g) };
        let Some(_) = self.node(g) else {
            let parts = |game| self.as_nus(game).expect("not a node, so number + ups + nimber");
            return self.nus(&parts(g).plus(&parts(h))?);
        };
        match self.as_nus(h) {
            Some(nus) if nus.is_number() => self.translate(g, h),
            Some(nus) if nus.number != Dyadic::ZERO => {
                let small = self.nus(&Nus { number: Dyadic::ZERO, ..nus.clone() })?;
                self.sum(self.sum(g, small)?, self.number(&nus.number)?)
            }
            _ => self.sum_of_options(g.min(h), g.max(h)),
        }
    }

    /// `g - h`.
    pub fn difference(self, g: Game, h: Game) -> Result<Game, Halt> {
        self.sum(g, self.negative(h)?)
    }

    /// A game that is not a number, plus a number.
    fn translate(self, g: Game, number: Game) -> Result<Game, Halt> {
        if number == Game::ZERO {
            return Ok(g);
        }
        let Some(node) = self.node(g) else { return self.sum(g, number) };
        self.remembered(g, number, || {
            let moved = |side| {
                let options = node.options(side).iter().map(|&option| self.translate(option, number));
                options.collect::<Result<Vec<Game>, Halt>>().map(|mut options| {
                    options.sort_unstable();
                    options
                })
            };
            self.intern(&moved(Side::Left)?, &moved(Side::Right)?)
        })
    }

    fn sum_of_options(self, g: Game, h: Game) -> Result<Game, Halt> {
        if self.negative(g)? == h {
            return Ok(Game::ZERO);
        }
        self.remembered(g, h, || {
            let moves = |side| {
                let mut sums = Vec::new();
                for (moved, other) in [(g, h), (h, g)] {
                    for &option in self.options(moved, side)?.iter() {
                        sums.push(self.sum(option, other)?);
                    }
                }
                Ok(sums)
            };
            self.game(moves(Side::Left)?, moves(Side::Right)?)
        })
    }

    fn remembered(self, g: Game, h: Game, compute: impl FnOnce() -> Result<Game, Halt>) -> Result<Game, Halt> {
        let hash = mix(g.word(), h.word());
        if let Some(known) = self.arena.sums.find(hash, g.word(), h.word()) {
            return Ok(Game::from_word(known));
        }
        self.tick(hash)?;
        let sum = compute()?;
        self.arena.sums.insert(hash, g.word(), h.word(), sum.word());
        Ok(sum)
    }

    /// `g` added to itself `count` times, `count` any integer: by doubling.
    pub fn multiple(self, g: Game, count: &Dyadic) -> Result<Game, Halt> {
        let Some(mut left) = count.to_i64() else {
            return match self.as_number(g) {
                Some(number) => self.number(&number.times(count)?),
                None => Err(Halt::TooLarge("a multiple by more than 2^63")),
            };
        };
        if let Some(number) = self.as_number(g) {
            return self.number(&number.times(count)?);
        }
        let mut base = if left < 0 { self.negative(g)? } else { g };
        left = left.saturating_abs();
        let mut result = Game::ZERO;
        while left > 0 {
            if left & 1 == 1 {
                result = self.sum(result, base)?;
            }
            left >>= 1;
            if left > 0 {
                base = self.sum(base, base)?;
            }
        }
        Ok(result)
    }
}
