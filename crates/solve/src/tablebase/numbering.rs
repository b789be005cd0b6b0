//! How the positions of a tablebase are numbered: each place of a position is a digit in mixed radix, symmetric positions
//! have the least number of their images, and the player to move is told apart only where the rules tell the players
//! apart. The same numbers as those of dense retrograde analysis, in 64 bits.

use crate::outcome::retrograde::radix::{Radix, Swap, swaps};
use grundy_explicit::Reductions;
use grundy_rule::{Uses, VerdictResult};
use grundy_run::{Game, Image, Packed, Side};
use std::sync::Arc;

/// What the number says of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movers {
    /// Nothing: it does not matter who moves.
    One,
    /// Nothing: where Right is to move, the players have changed places.
    Exchanged,
    /// Where Right is to move, the number is larger by how many positions there are.
    Apart,
}

/// How the values of a field change when the players change places.
pub use crate::outcome::retrograde::radix::Swap as Exchange;

/// One digit: its field, its cell there, how many values it has.
pub type Digits = Vec<(usize, usize, u64)>;

/// Numbers of the positions of a game.
pub struct Numbering {
    /// The game.
    pub game: Arc<Game>,
    /// What is said of the player to move.
    pub movers: Movers,
    /// Symmetries without the identity, the players staying in their places.
    pub images: Vec<Image>,
    /// How each field changes when the players change places.
    pub exchange: Vec<Exchange>,
    pub(super) radix: Radix,
    rankers: [Arc<Ranker>; 2],
}

impl Numbering {
    /// Numbers of at most `most` positions with a player to move; `None` if there are more.
    pub fn of(game: &Arc<Game>, most: u64) -> Option<Numbering> {
        let facts = game.facts();
        let reductions = Reductions::of(game, crate::parts::players(&facts));
        let images: Vec<Image> = reductions.images.into_iter().filter(|image| !image.swaps).collect();
        let radix = Radix::new(game, most.min(i64::MAX as u64))?;
        // What a verdict on endless play says of the players is not looked into: they are told apart.
        let swap = if facts.player_symmetric.is_proved() && !asks_forever(game) { swaps(game) } else { None };
        let movers = match (facts.mover_free.is_proved() && !asks_forever(game), &swap) {
            (true, _) => Movers::One,
            (false, Some(_)) => Movers::Exchanged,
            (false, None) => Movers::Apart,
        };
        let never = vec![Swap::Never; game.shapes.len()];
        let mut own = vec![Image { cells: vec![None; game.shapes.len()], swaps: false }];
        own.extend(images.iter().cloned());
        let left = Arc::new(Ranker::new(&radix, &own, &never));
        let exchange = swap.filter(|_| movers == Movers::Exchanged).unwrap_or(never);
        let right = match movers {
            Movers::Exchanged => {
                own.iter_mut().for_each(|image| image.swaps = true);
                Arc::new(Ranker::new(&radix, &own, &exchange))
            }
            _ => left.clone(),
        };
        let numbering = Numbering { game: game.clone(), movers, images, exchange, radix, rankers: [left, right] };
        (numbering.slots() <= most).then_some(numbering)
    }

    /// The digits, from the one that counts least.
    pub fn digits(&self) -> Digits {
        self.radix.digits.iter().map(|digit| (digit.place.0, digit.place.1, digit.radix)).collect()
    }

    /// How many positions have numbers, the player to move left aside.
    pub fn count(&self) -> u64 {
        self.radix.count
    }

    /// How many numbers there are.
    pub fn slots(&self) -> u64 {
        self.radix.count * if self.movers == Movers::Apart { 2 } else { 1 }
    }

    /// The number of a position with a player to move.
    #[inline]
    pub fn slot(&self, words: &[u64], mover: Side) -> u64 {
        let number = self.rankers[mover as usize].rank(words);
        if self.movers == Movers::Apart && mover == Side::Right { number + self.radix.count } else { number }
    }

    /// A position that has this number, and who is to move there.
    #[inline]
    pub fn position(&self, slot: u64) -> (Packed, Side) {
        match slot < self.radix.count {
            true => (self.radix.unrank(slot), Side::Left),
            false => (self.radix.unrank(slot - self.radix.count), Side::Right),
        }
    }

    /// How many positions have the number of this one, itself included.
    pub fn orbit(&self, words: &[u64]) -> u64 {
        self.rankers[0].distinct(words)
    }
}

/// Whether some verdict speaks of endless play.
pub(super) fn asks_forever(game: &Game) -> bool {
    game.rules.verdicts.iter().any(|verdict| Uses::of(&verdict.when.expr, &game.rules.defs).forever)
}

/// Whether points count.
pub(super) fn counts_points(game: &Game) -> bool {
    game.rules.verdicts.iter().any(|verdict| matches!(verdict.result, VerdictResult::Score(_)))
}

/// Numbers as the least among the images.
struct Ranker {
    /// Per eight images, byte of a position and value of the byte: the share of each image.
    shares: Vec<Vec<[[u64; LANES]; 256]>>,
    bases: Vec<[u64; LANES]>,
    images: usize,
}

const LANES: usize = 8;

impl Ranker {
    fn new(radix: &Radix, images: &[Image], swaps: &[Swap]) -> Ranker {
        let (mut shares, mut bases) = (Vec::new(), Vec::new());
        for lanes in images.chunks(LANES) {
            let weights: Vec<(Vec<u64>, u64)> =
                (0..LANES).map(|lane| radix.weights(lanes.get(lane).unwrap_or(&lanes[0]), swaps)).collect();
            bases.push(std::array::from_fn(|lane| weights[lane].1));
            let share = |byte: usize, value: usize, lane: usize| {
                let bits = (0..8).filter(|bit| value >> bit & 1 == 1);
                bits.fold(0u64, |sum, bit| sum.wrapping_add(weights[lane].0[byte * 8 + bit]))
            };
            shares.push(
                (0..radix.bytes())
                    .map(|byte| std::array::from_fn(|value| std::array::from_fn(|lane| share(byte, value, lane))))
                    .collect(),
            );
        }
        Ranker { shares, bases, images: images.len() }
    }

    #[inline]
    fn sums(&self, lanes: usize, words: &[u64]) -> [u64; LANES] {
        let mut sums = self.bases[lanes];
        for (byte, shares) in self.shares[lanes].iter().enumerate() {
            let share = &shares[(words[byte / 8] >> (byte % 8 * 8) & 255) as usize];
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_add(share[lane]);
            }
        }
        sums
    }

    #[inline]
    fn rank(&self, words: &[u64]) -> u64 {
        if self.images == 1 {
            return self.sums(0, words)[0];
        }
        (0..self.bases.len()).map(|lanes| self.sums(lanes, words).into_iter().min().unwrap_or(0)).min().unwrap_or(0)
    }

    fn distinct(&self, words: &[u64]) -> u64 {
        if self.bases.len() == 1 {
            let sums = self.sums(0, words);
            return (0..LANES).filter(|&lane| !sums[..lane].contains(&sums[lane])).count() as u64;
        }
        let mut all: Vec<u64> = (0..self.bases.len()).flat_map(|lanes| self.sums(lanes, words)).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u64
    }
}
