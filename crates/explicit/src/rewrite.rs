//! Moves that ask for nothing but that certain bits are set, and write fixed bits.

use crate::condition::Condition;
use crate::game::ExplicitMove;
use grundy_run::Packed;
use smallvec::SmallVec;

/// What a move asks for and does, as masks over the words of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rewrite {
    /// The bits that must be set.
    pub ones: Packed,
    /// The bits that must not be set.
    pub zeros: Packed,
    /// The bits that are cleared.
    pub take: Packed,
    /// The bits that are set.
    pub put: Packed,
}

impl ExplicitMove {
    /// The masks of a move whose condition is a conjunction of bits, whose writes depend on nothing, and after which the
    /// other player moves; nothing for any other move.
    pub fn rewrite(&self) -> Option<Rewrite> {
        let plain = self.late.is_empty() && self.stays == Condition::No && self.fault == Condition::No;
        let literals = match &self.when {
            Condition::Yes | Condition::Cube(_) => true,
            Condition::All(parts) => parts.iter().all(|part| matches!(part, Condition::Cube(_))),
            _ => false,
        };
        if !plain || !literals {
            return None;
        }
        let empty: Packed = SmallVec::from_elem(0, self.keep.len());
        let mut masks = Rewrite { ones: empty.clone(), zeros: empty.clone(), take: empty, put: self.put.clone() };
        for bits in self.when.known() {
            masks.ones[bits.word as usize] |= bits.value;
            masks.zeros[bits.word as usize] |= bits.mask & !bits.value;
        }
        for (word, take) in masks.take.iter_mut().enumerate() {
            *take = !self.keep[word] & !self.put[word];
        }
        Some(masks)
    }
}
