//! Thermographs, exact (*Winning Ways* ch. 6; Siegel, *CGT* II.5): the left wall at `t` is the best right wall of a Left
//! option less `t`, the right wall the same mirrored, until they meet; above that the mast.

use crate::{Dyadic, Game, Halt, Side, Values, Wall};
use std::collections::HashMap;
use std::rc::Rc;

/// Both walls, the mean and the temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// Left's wall, from temperature 0 up.
    pub left: Wall,
    /// Right's wall, from temperature 0 up.
    pub right: Wall,
    /// Where the mast stands.
    pub mean: Dyadic,
    /// Where the mast begins; below 0 for numbers: `-1/2^k` for a number with denominator `2^k`.
    pub temperature: Dyadic,
}

impl Thermograph {
    fn wall(&self, side: Side) -> &Wall {
        side.order(&self.left, &self.right).0
    }
}

impl Values<'_> {
    /// The thermograph. Time grows with the followers of the canonical form times their corners.
    pub fn thermograph(self, game: Game) -> Result<Thermograph, Halt> {
        let thermograph = self.thermograph_among(game, &mut HashMap::new())?;
        Ok(Rc::unwrap_or_clone(thermograph))
    }

    /// The thermographs of the game and of all its followers that are not number + ups + nimber.
    pub(crate) fn thermographs(self, game: Game) -> Result<HashMap<Game, Rc<Thermograph>>, Halt> {
        let mut known = HashMap::new();
        self.thermograph_among(game, &mut known)?;
        Ok(known)
    }

    /// The mean: what many copies of the game are worth each.
    pub fn mean(self, game: Game) -> Result<Dyadic, Halt> {
        Ok(self.thermograph(game)?.mean)
    }

    /// The temperature: how much the first move is worth; negative for numbers.
    pub fn temperature(self, game: Game) -> Result<Dyadic, Halt> {
        Ok(self.thermograph(game)?.temperature)
    }

    fn thermograph_among(
        self,
        game: Game,
        known: &mut HashMap<Game, Rc<Thermograph>>,
    ) -> Result<Rc<Thermograph>, Halt> {
        if let Some(nus) = self.as_nus(game) {
            let temperature = if nus.is_number() { Dyadic::new(-1, nus.number.exponent()) } else { Dyadic::ZERO };
            let wall = Wall::constant(nus.number.clone());
            return Ok(Rc::new(Thermograph { left: wall.clone(), right: wall, mean: nus.number, temperature }));
        }
        if let Some(thermograph) = known.get(&game) {
            return Ok(thermograph.clone());
        }
        self.tick(game.word().wrapping_mul(0x9E37_79B9_7F4A_7C15))?;
        let mut scaffold = |side: Side| -> Result<Wall, Halt> {
            let mut best: Option<Wall> = None;
            for &option in self.options(game, side)?.iter() {
                let after = self.thermograph_among(option, known)?;
                let wall = after.wall(side.other()).tilted(-side.sign());
                best = Some(best.map_or_else(|| wall.clone(), |best| best.better(&wall, side)));
            }
            Ok(best.expect("a game that is not a number has options on both sides"))
        };
        let (left, right) = (scaffold(Side::Left)?, scaffold(Side::Right)?);
        let temperature = left.meets(&right).expect("the scaffolds lean towards each other");
        let thermograph = Rc::new(Thermograph {
            left: left.masted(&temperature),
            right: right.masted(&temperature),
            mean: left.at(&temperature),
            temperature,
        });
        known.insert(game, thermograph.clone());
        Ok(thermograph)
    }
}
