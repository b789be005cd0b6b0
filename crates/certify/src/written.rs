//! Moves by the explicit game, for the checker in a hurry: faster than interpretation, and crate `explicit` is trusted then.

use crate::masks::Masks;
use grundy_explicit::{Explicit, Held, Players, Reductions};
use grundy_kernel::{Interpreted, Likeness, Maker, Moves};
use grundy_run::{Adjacency, Claimed, Ending, Faulty, Flow, Game, Image, Led, Side, Stuck, Turn};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// A game is written out once so many positions have been asked for: before interpretation prepares its rules, for what is
/// written out is interpreted rarely.
const WORTH_WRITING: u32 = 24;

/// How the moves of games are made, and by which lines of their rules positions are taken for one. The maker knows those lines.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Makes the moves of a game.
    pub make: &'a Maker<'a>,
    /// The lines for a game.
    pub likenesses: &'a (dyn Fn(&Arc<Game>) -> Vec<Likeness> + Sync),
}

impl Means<'_> {
    /// Games written out, and the lines that hold.
    pub const HONEST: Means<'static> = Means { make: &written_out, likenesses: &likenesses };
}

/// The moves of one game.
struct Written {
    interpreted: Interpreted,
    asked: AtomicU32,
    explicit: OnceLock<Option<(Arc<Explicit>, Masks)>>,
}

/// The maker that writes games out where it can and where that pays.
pub fn written_out(game: &Arc<Game>) -> Box<dyn Moves> {
    let interpreted = Interpreted(game.clone());
    Box::new(Written { interpreted, asked: AtomicU32::new(0), explicit: OnceLock::new() })
}

/// The lines of the rules by which a certificate may take positions for one: those that hold of the explicit game and that
/// the checker accepts. A map that tears parts of the split apart is left out: the parts of an image are then not the images
/// of the parts, and the checker, which compares them, would not see that it holds.
pub fn likenesses(game: &Arc<Game>) -> Vec<Likeness> {
    let reductions = Reductions::claimed(game, Players::Different);
    let Ok(held) = Held::of(game) else { return Vec::new() };
    let mut lines = Vec::new();
    if reductions.split.is_some() {
        let held = |&line: &usize| held.splits[line];
        let line = (0..game.rules.splits.len()).find(held).map(Likeness::Split);
        lines.extend(line.filter(|line| Interpreted(game.clone()).knows(*line)));
    }
    let split = reductions.split.as_ref().filter(|_| !lines.is_empty());
    if !reductions.images.is_empty() {
        let claimed = game.claimed_symmetries();
        let maps = |line: &usize| {
            let fits = |image: &Image| !image.swaps && split.is_none_or(|split| keeps(image, split));
            held.symmetries[*line] && matches!(&claimed[*line], Claimed::Map(image) if fits(image))
        };
        lines.extend((0..claimed.len()).filter(maps).map(Likeness::Symmetry));
    }
    lines
}

/// Whether a map carries the relation of a split onto itself.
fn keeps(image: &Image, split: &Adjacency) -> bool {
    let Some(cells) = &image.cells[split.field] else { return true };
    let related = |a: u32, b: u32| split.neighbours[a as usize].contains(&b);
    let all = 0..cells.len() as u32;
    all.clone().all(|a| all.clone().all(|b| related(a, b) == related(cells[a as usize], cells[b as usize])))
}

impl Written {
    fn explicit(&self) -> Option<&(Arc<Explicit>, Masks)> {
        let write = || {
            let explicit = Explicit::shared(&self.interpreted.0).ok()?;
            let masks = Masks::of(&explicit);
            Some((explicit, masks))
        };
        match self.explicit.get() {
            Some(made) => made.as_ref(),
            None if self.asked.fetch_add(1, Relaxed) < WORTH_WRITING => None,
            None => self.explicit.get_or_init(write).as_ref(),
        }
    }
}

impl Moves for Written {
    fn each(&self, packed: &[u64], mover: Side, visit: &mut dyn FnMut(Led<'_>, i64, Turn) -> Flow) -> Faulty<()> {
        let made = match self.explicit() {
            Some((explicit, masks)) => {
                masks.each(explicit, packed, mover, &mut |to, gain, turn| visit(Led::Words(to), gain, turn))
            }
            None => return self.interpreted.each(packed, mover, visit),
        };
        match made {
            Ok(()) => Ok(()),
            // The rules are wrong here: interpretation says how.
            Err(_) => self.interpreted.each(packed, mover, visit),
        }
    }

    fn words_led_to(&self, word: u64, mover: Side, into: &mut Vec<u64>) -> Option<usize> {
        self.explicit().and_then(|(_, masks)| masks.words_led_to(word, mover, into))
    }

    fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Faulty<Option<Ending>> {
        match self.explicit() {
            Some((explicit, _)) => Ok(explicit.ending(packed, mover, stuck)),
            None => self.interpreted.ending(packed, mover, stuck),
        }
    }

    fn forever(&self, packed: &[u64], mover: Side) -> Faulty<Ending> {
        match self.explicit() {
            Some((explicit, _)) => Ok(explicit.forever(packed, mover)),
            None => self.interpreted.forever(packed, mover),
        }
    }

    fn knows(&self, likeness: Likeness) -> bool {
        let Ok(held) = Held::of(&self.interpreted.0) else { return false };
        // The game is written out now.
        self.asked.store(WORTH_WRITING, Relaxed);
        match likeness {
            Likeness::Split(line) => held.splits.get(line) == Some(&true),
            Likeness::Symmetry(line) => held.symmetries.get(line) == Some(&true),
        }
    }
}
