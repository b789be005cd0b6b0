//! Play beside an environment (Berlekamp 1996; Siegel, *CGT* VII.1-2): orthodox options, sentestrat, and the score a game promises in an
//! ideal environment.
//!
//! At temperature `t` a Left option is orthodox if its right wall less `t` is Left's scaffold: no other promises more. Sentestrat answers in
//! the component where the opponent has just moved if that is hotter than the environment was, and else moves in the hottest one.

use crate::{Choice, Dyadic, Game, Halt, Side, Values};

impl Values<'_> {
    /// The options of `side` that promise the most at temperature `t >= 0`.
    pub fn orthodox_options(self, game: Game, side: Side, t: &Dyadic) -> Result<Vec<Game>, Halt> {
        let mut best: Option<Dyadic> = None;
        let mut found = Vec::new();
        for &option in self.options(game, side)?.iter() {
            let promised = self.promised(&[option], side, t)?;
            if best.as_ref().is_none_or(|best| promised > *best) {
                found.clear();
                best = Some(promised.clone());
            }
            if best.as_ref() == Some(&promised) {
                found.push(option);
            }
        }
        Ok(found)
    }

    /// The move of sentestrat: in component `last`, where the opponent has just moved, if it is hotter than `ambient`, the temperature
    /// before that move; else in the hottest component; by an option orthodox at the temperature of that component, or at `ambient` if
    /// that is less. `None` if all components are numbers.
    pub fn sentestrat(
        self,
        components: &[Game],
        side: Side,
        last: Option<usize>,
        ambient: &Dyadic,
    ) -> Result<Option<Choice>, Halt> {
        let mut hottest: Option<(Dyadic, usize)> = None;
        for (at, &component) in components.iter().enumerate() {
            if self.is_number(component) {
                continue;
            }
            let temperature = self.temperature(component)?;
            if last == Some(at) && temperature > *ambient {
                hottest = Some((ambient.clone(), at));
                break;
            }
            if hottest.as_ref().is_none_or(|(most, _)| temperature > *most) {
                hottest = Some((temperature, at));
            }
        }
        let Some((t, at)) = hottest else { return Ok(None) };
        let option = self.orthodox_options(components[at], side, &t.max(Dyadic::ZERO))?;
        Ok(option.first().map(|&option| (at, option)))
    }

    /// What Left is ahead under best play of the game beside an ideal environment of temperature `t >= 0`, when Left starts and when
    /// Right does: a wall and half the temperature.
    pub fn enriched(self, game: Game, t: &Dyadic) -> Result<[Dyadic; 2], Halt> {
        let thermograph = self.thermograph(game)?;
        Ok([&thermograph.left.at(t) + &t.half(), &thermograph.right.at(t) - &t.half()])
    }
}
