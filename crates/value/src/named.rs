//! Values with names: switches, tinies and minies, superstars (*Winning Ways* ch. 5, 8; Siegel, *CGT* II.4).

use crate::{Dyadic, Game, Halt, Nimber, Side, Values};
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

    /// The superstar of some nimbers: `{0,*,...,*m | those nimbers}`, `m` the least that is not among them.
    pub fn superstar(self, stars: &[Nimber]) -> Result<Game, Halt> {
        let least = (0..).map(Nimber).find(|star| !stars.contains(star)).expect("a list is finite");
        let left = (0..=least.0).map(|star| self.nimber(Nimber(star))).collect::<Result<_, Halt>>()?;
        self.game(left, stars.iter().map(|&star| self.nimber(star)).collect::<Result<_, Halt>>()?)
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
}
