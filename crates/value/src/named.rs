//! Values with names: switches, tinies and minies, and the powers of up (*Winning Ways* ch. 5, 8; Siegel, *CGT* II.4).

use crate::{Dyadic, Game, Halt, Side, Values};
use std::cmp::Ordering;

impl Values<'_> {
    /// `{g | -g}`, written `+-g`.
    pub fn switch(self, g: Game) -> Result<Game, Halt> {
        self.switch_of(&[g])
    }

    /// `{g, h, ... | -g, -h, ...}`, written `+-(g,h,...)`.
    pub fn switch_of(self, options: &[Game]) -> Result<Game, Halt> {
        let negatives: Result<Vec<Game>, Halt> = options.iter().map(|&option| self.negative(option)).collect();
        self.game(options.to_vec(), negatives?)
    }

    /// Tiny-g for Left, `{0 || 0 | -g}`; its negative, miny-g, for Right.
    pub fn tiny(self, side: Side, g: Game) -> Result<Game, Halt> {
        let tiny = self.game(vec![Game::ZERO], vec![self.game(vec![Game::ZERO], vec![self.negative(g)?])?])?;
        match side {
            Side::Left => Ok(tiny),
            Side::Right => self.negative(tiny),
        }
    }

    /// The `g > 0` such that the value is tiny-g (Left) or miny-g (Right), where `g` is a number.
    pub fn tiny_threat(self, game: Game, side: Side) -> Result<Option<Dyadic>, Halt> {
        let single = |game: Game, side: Side| -> Result<Option<Game>, Halt> {
            let options = self.options(game, side)?;
            Ok((options.len() == 1).then(|| options[0]))
        };
        if self.node(game).is_none() || single(game, side)? != Some(Game::ZERO) {
            return Ok(None);
        }
        let Some(answer) = single(game, side.other())? else { return Ok(None) };
        if self.node(answer).is_none() || single(answer, side)? != Some(Game::ZERO) {
            return Ok(None);
        }
        let Some(threat) = single(answer, side.other())?.and_then(|threat| self.as_number(threat)) else {
            return Ok(None);
        };
        let size = if side == Side::Left { -&threat } else { threat };
        Ok((size.sign() == Ordering::Greater).then_some(size))
    }

    /// Up-nth: up, up-second = `{0 | v*}`, ... (*Winning Ways* ch. 8); 0 for `n = 0`.
    pub fn up_power(self, n: u32) -> Result<Game, Halt> {
        let Some(before) = n.checked_sub(1) else { return Ok(Game::ZERO) };
        self.difference(self.up_power_to(n)?, self.up_power_to(before)?)
    }

    /// The sum of the first `n` powers of up: `{s | *}` where `s` is the sum of the first `n - 1`.
    pub fn up_power_to(self, n: u32) -> Result<Game, Halt> {
        (0..n).try_fold(Game::ZERO, |sum, _| self.game(vec![sum], vec![Game::STAR]))
    }

    /// The uptimal with these digits: `digits[0]` ups, `digits[1]` up-seconds, and so on.
    pub fn uptimal(self, digits: &[Dyadic]) -> Result<Game, Halt> {
        let mut total = Game::ZERO;
        for (at, digit) in digits.iter().enumerate() {
            total = self.sum(total, self.multiple(self.up_power(at as u32 + 1)?, digit)?)?;
        }
        Ok(total)
    }
}
