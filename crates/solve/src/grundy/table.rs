//! Grundy values of impartial components under normal play found so far: by packed word where those are few, by the
//! number of their staircase where they are such, by their words where play stays inside a game, by number else.

use crate::grundy::components::{BLANK, ComponentTable, Direct, FIRST, Hashed, Numbered, State};
use crate::grundy::mex;
use crate::grundy::staircase::Staircase;
use crate::parts::{Column, PartId, Parts};
use crate::work::{Halted, Work};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Grundy values found so far.
pub struct GrundyTable {
    /// Of games that play does not leave, by the number of the game.
    kept: FxHashMap<usize, Kept>,
    staircases: FxHashMap<usize, Option<Box<Staircase>>>,
    numbered: Column<State>,
    /// How many parts have a value.
    pub solved: u64,
}

enum Kept {
    Direct(Direct),
    Hashed(Hashed),
}

impl Default for GrundyTable {
    fn default() -> GrundyTable {
        let (kept, staircases) = (FxHashMap::default(), FxHashMap::default());
        GrundyTable { kept, staircases, numbered: Column::new(BLANK), solved: 0 }
    }
}

impl GrundyTable {
    /// The value of a part, if it has been computed.
    pub fn known(&self, parts: &Parts, part: PartId) -> Option<u32> {
        if let Some(Some(staircase)) = self.staircases.get(&part.game())
            && let Some(value) = staircase.known(parts.words(part))
        {
            return Some(value);
        }
        let state = match self.kept.get(&part.game()) {
            Some(Kept::Direct(direct)) => direct.state(parts.words(part)[0] as u32),
            Some(Kept::Hashed(hashed)) => hashed.state(hashed.place(parts.words(part))?),
            None => self.numbered.at(part),
        };
        (state >= FIRST).then(|| state - FIRST)
    }

    /// The value of a sum, if all its parts have been computed.
    pub fn sum(&self, parts: &Parts, sum: &[PartId]) -> Option<u32> {
        sum.iter().try_fold(0, |total, &part| Some(total ^ self.known(parts, part)?))
    }

    /// Computes the value of a part and of everything below it. Stops with `Halted::Cycle` if play can return to a
    /// position: then there is no Grundy value in this sense.
    pub fn value(&mut self, parts: &mut Parts, root: PartId, work: &mut Work) -> Result<u32, Halted> {
        if let Some(value) = self.staircase(parts, root, work)? {
            return Ok(value);
        }
        let Some((game, reducer)) = parts.inside(root) else {
            let others = self.bytes() + parts.bytes();
            let mut numbered = Numbered { parts, states: &mut self.numbered };
            return mex::value(&mut numbered, root, &mut self.solved, others, work);
        };
        let most = work.watch().table_bytes() / 8;
        let made = || match Direct::new(game, reducer, most) {
            Some(direct) => Kept::Direct(direct),
            None => Kept::Hashed(Hashed::new(game, reducer)),
        };
        let words = parts.words(root);
        let mut kept = self.kept.remove(&root.game()).unwrap_or_else(made);
        let others = self.bytes() + parts.bytes();
        let value = match &mut kept {
            Kept::Direct(direct) => mex::value(direct, words[0] as u32, &mut self.solved, others, work),
            Kept::Hashed(hashed) => {
                let place = hashed.meet(words);
                mex::value(hashed, place, &mut self.solved, others, work)
            }
        };
        self.kept.insert(root.game(), kept);
        value
    }

    /// The value of a part that is a staircase, where these are not too many.
    pub fn staircase(&mut self, parts: &Parts, root: PartId, work: &mut Work) -> Result<Option<u32>, Halted> {
        let Some((game, _)) = parts.inside(root) else { return Ok(None) };
        let others = self.bytes() + parts.bytes();
        if let Entry::Vacant(place) = self.staircases.entry(root.game()) {
            place.insert(Staircase::of(game, parts.facts(root))?.map(Box::new));
        }
        let Some(Some(staircase)) = self.staircases.get_mut(&root.game()) else { return Ok(None) };
        match staircase.value(parts.words(root), &mut self.solved, others, work) {
            // Staircases that cannot be reached may be faulty: then only those that can are looked at.
            Err(Halted::Fault(_)) => {
                self.staircases.insert(root.game(), None);
                Ok(None)
            }
            other => other,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let kept = self.kept.values().map(|kept| match kept {
            Kept::Direct(direct) => direct.bytes(),
            Kept::Hashed(hashed) => hashed.bytes(),
        });
        let staircases = self.staircases.values().flatten().map(|staircase| staircase.bytes());
        self.numbered.bytes() + kept.sum::<u64>() + staircases.sum::<u64>()
    }
}
