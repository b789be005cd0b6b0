//! Where the values of components are kept, and what each component leads to. A component is known by its place: in a
//! table by packed word where those are few, in a table that holds its words beside its value where they are many, by
//! its number where play leads into other games.
//!
//! ```text
//!   Direct    | state of word 0 | state of word 1 | ...
//!   Hashed    | words, state | words, state | ...      open addressing, 15 slots at most for 8 components
//! ```

use crate::parts::{Column, Opt, PartId, Parts};
use crate::work::Halted;
use grundy_run::{Flow, Found, Game, Options, Packed, Reducer, Side};
use std::sync::Arc;

/// What is known of a component: nothing, that it lies on the current path, or its value and `FIRST`.
pub type State = u32;

/// It was not met, or not looked at.
pub const BLANK: State = 0;
/// It lies on the current path.
pub const OPEN: State = 1;
/// The state of value 0.
pub const FIRST: State = 2;

/// Components with their states.
pub trait ComponentTable {
    /// How a component is known.
    type Slot: Slot;

    /// The state of a component.
    fn state(&self, place: Self::Slot) -> State;

    /// Writes the state of a component.
    fn put(&mut self, place: Self::Slot, state: State);

    /// Replaces `listed` by what a component leads to. If it says where places have moved, all places held are to be
    /// replaced, but those listed.
    fn list(&mut self, place: Self::Slot, listed: &mut Listed<Self::Slot>) -> Result<Option<Moved>, Halted>;

    /// Bytes held.
    fn bytes(&self) -> u64;

    /// How much work one option is, in steps of a native game of one word.
    fn option_steps(&self) -> usize {
        1
    }
}

/// How a component is known; a growing table moves its places.
pub trait Slot: Copy {
    /// Where it is now.
    fn moved(self, moved: &Moved) -> Self;
}

/// New places by old ones; `NOWHERE` where there was no component.
pub struct Moved(Vec<u32>);

const NOWHERE: u32 = u32::MAX;

impl Moved {
    fn then(&self, next: &Moved) -> Moved {
        Moved(self.0.iter().map(|&place| if place == NOWHERE { NOWHERE } else { place.moved(next) }).collect())
    }
}

impl Slot for u32 {
    fn moved(self, moved: &Moved) -> u32 {
        moved.0[self as usize]
    }
}

impl Slot for PartId {
    fn moved(self, _: &Moved) -> PartId {
        self
    }
}

/// What the moves of one component lead to.
pub struct Listed<P> {
    /// Parts of all options, one option after the other.
    pub parts: Vec<P>,
    /// Where the parts of each option end; empty where every option has one.
    pub ends: Vec<u32>,
}

impl<P> Default for Listed<P> {
    fn default() -> Listed<P> {
        Listed { parts: Vec::new(), ends: Vec::new() }
    }
}

/// Positions of one game whose moves stay inside it, and their normal forms.
struct Source {
    game: Arc<Game>,
    reducer: Arc<Reducer>,
    options: Options,
    reduced: Vec<u64>,
}

/// Interpretation is about this many times slower than native code.
const INTERPRETED_STEPS: usize = 32;

impl Source {
    fn option_steps(&self) -> usize {
        let by = if matches!(self.game.found(), Found::Natively(_)) { 1 } else { INTERPRETED_STEPS };
        by * self.game.layout.words().max(1)
    }

    fn new(game: &Arc<Game>, reducer: &Arc<Reducer>) -> Source {
        Source { game: game.clone(), reducer: reducer.clone(), options: Options::default(), reduced: Vec::new() }
    }

    /// The words of all parts of all options, in normal form; `ends` as in [`Listed`].
    fn list(&mut self, words: &[u64], ends: &mut Vec<u32>) -> Result<&[u64], Halted> {
        self.game.options(words, Side::Left, &mut self.options)?;
        ends.clear();
        if self.reducer.is_identity() {
            ends.extend(self.options.ends().iter().map(|&end| end as u32));
            return Ok(self.options.all_parts());
        }
        self.reduced.clear();
        for number in 0..self.options.len() {
            for part in self.options.parts(number) {
                self.reducer.reduce(part, &mut self.reduced);
            }
            ends.push((self.reduced.len() / words.len()) as u32);
        }
        Ok(&self.reduced)
    }
}

/// A state for every packed word of a game.
pub struct Direct {
    source: Source,
    states: Vec<State>,
}

/// The most bits of a packed word.
const MOST_BITS: usize = 22;

impl Direct {
    /// An empty table of at most so many bytes, if the game has few words.
    pub fn new(game: &Arc<Game>, reducer: &Arc<Reducer>, most: u64) -> Option<Direct> {
        let bits = game.layout.bits;
        let fits = bits <= MOST_BITS && (size_of::<State>() as u64) << bits <= most;
        fits.then(|| Direct { source: Source::new(game, reducer), states: vec![BLANK; 1 << bits] })
    }
}

impl ComponentTable for Direct {
    type Slot = u32;

    #[inline]
    fn state(&self, place: u32) -> State {
        self.states[place as usize]
    }

    #[inline]
    fn put(&mut self, place: u32, state: State) {
        self.states[place as usize] = state;
    }

    fn list(&mut self, place: u32, listed: &mut Listed<u32>) -> Result<Option<Moved>, Halted> {
        let words = self.source.list(&[place.into()], &mut listed.ends)?;
        listed.parts.clear();
        listed.parts.extend(words.iter().map(|&word| word as u32));
        Ok(None)
    }

    fn option_steps(&self) -> usize {
        self.source.option_steps()
    }

    fn bytes(&self) -> u64 {
        (self.states.len() * size_of::<State>()) as u64
    }
}

/// Components of one game that were met, with their words.
pub struct Hashed {
    source: Source,
    slots: Slots,
}

impl Hashed {
    /// An empty table.
    pub fn new(game: &Arc<Game>, reducer: &Arc<Reducer>) -> Hashed {
        Hashed { source: Source::new(game, reducer), slots: Slots::new(game.layout.words()) }
    }

    /// The place of a position, if it was met.
    pub fn place(&self, words: &[u64]) -> Option<u32> {
        self.slots.seek(words).ok()
    }

    /// The place of a position, new or old. Other places may move.
    pub fn meet(&mut self, words: &[u64]) -> u32 {
        self.slots.make_room();
        self.slots.intern(words)
    }
}

impl ComponentTable for Hashed {
    type Slot = u32;

    #[inline]
    fn state(&self, place: u32) -> State {
        (self.slots.last(place) - 1) as State
    }

    #[inline]
    fn put(&mut self, place: u32, state: State) {
        self.slots.put_last(place, u64::from(state) + 1);
    }

    fn list(&mut self, place: u32, listed: &mut Listed<u32>) -> Result<Option<Moved>, Halted> {
        let key: Packed = self.slots.words(place).into();
        let words = self.source.list(&key, &mut listed.ends)?;
        let mut all: Option<Moved> = None;
        listed.parts.clear();
        for part in words.chunks_exact(key.len()) {
            if let Some(moved) = self.slots.make_room() {
                listed.parts.iter_mut().for_each(|place| *place = place.moved(&moved));
                all = Some(match all {
                    None => moved,
                    Some(before) => before.then(&moved),
                });
            }
            listed.parts.push(self.slots.intern(part));
        }
        Ok(all)
    }

    fn option_steps(&self) -> usize {
        self.source.option_steps()
    }

    fn bytes(&self) -> u64 {
        self.slots.all.len() as u64 * 8
    }
}

/// Open addressing: each slot has the words of a component and one word more, which is 0 where the slot is empty. Half as
/// much again when four slots of five are taken: between 20 and 30 bytes for components of one word.
struct Slots {
    words: usize,
    all: Vec<u64>,
    count: usize,
    filled: usize,
}

/// Slots of a new table.
const FEWEST: usize = 64;

impl Slots {
    fn new(words: usize) -> Slots {
        Slots { words, all: vec![0; FEWEST * (words + 1)], count: FEWEST, filled: 0 }
    }

    fn words(&self, place: u32) -> &[u64] {
        &self.all[place as usize * (self.words + 1)..][..self.words]
    }

    #[inline]
    fn last(&self, place: u32) -> u64 {
        self.all[place as usize * (self.words + 1) + self.words]
    }

    #[inline]
    fn put_last(&mut self, place: u32, last: u64) {
        self.all[place as usize * (self.words + 1) + self.words] = last;
    }

    /// The slot of a position, or the empty one that it would take.
    #[inline]
    fn seek(&self, words: &[u64]) -> Result<u32, u32> {
        match *words {
            [only] => self.probe(hash(&[only]), |slot| slot[0] == only),
            [low, high] => self.probe(hash(&[low, high]), |slot| slot[0] == low && slot[1] == high),
            _ => self.probe(hash(words), |slot| slot[..words.len()] == *words),
        }
    }

    #[inline]
    fn probe(&self, hash: u64, is_it: impl Fn(&[u64]) -> bool) -> Result<u32, u32> {
        let stride = self.words + 1;
        let mut place = ((u128::from(hash) * self.count as u128) >> 64) as usize;
        loop {
            let slot = &self.all[place * stride..][..stride];
            if slot[stride - 1] == 0 {
                return Err(place as u32);
            }
            if is_it(slot) {
                return Ok(place as u32);
            }
            place = if place + 1 == self.count { 0 } else { place + 1 };
        }
    }

    #[inline]
    fn intern(&mut self, words: &[u64]) -> u32 {
        match self.seek(words) {
            Ok(place) => place,
            Err(place) => {
                self.all[place as usize * (self.words + 1)..][..self.words].copy_from_slice(words);
                self.put_last(place, u64::from(BLANK) + 1);
                self.filled += 1;
                place
            }
        }
    }

    /// Room for one more; says where places have moved, if they have.
    #[inline]
    fn make_room(&mut self) -> Option<Moved> {
        if self.filled * 5 < self.count * 4 { None } else { Some(self.grow()) }
    }

    #[cold]
    fn grow(&mut self) -> Moved {
        let stride = self.words + 1;
        self.count += self.count / 2;
        let before = std::mem::replace(&mut self.all, vec![0; self.count * stride]);
        self.filled = 0;
        let mut moved = Vec::with_capacity(before.len() / stride);
        for slot in before.chunks_exact(stride) {
            let (words, last) = slot.split_at(self.words);
            if last[0] == 0 {
                moved.push(NOWHERE);
                continue;
            }
            let place = self.intern(words);
            self.put_last(place, last[0]);
            moved.push(place);
        }
        Moved(moved)
    }
}

/// Every bit of the words moves the top bits, which choose the slot.
#[inline]
fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, &word| {
        let product = u128::from(hash ^ word) * u128::from(0xa076_1d64_78bd_642f_u64);
        (product >> 64) as u64 ^ product as u64
    })
}

/// Components of any games, by their numbers.
pub struct Numbered<'a> {
    /// The components.
    pub parts: &'a mut Parts,
    /// Their states.
    pub states: &'a mut Column<State>,
}

impl ComponentTable for Numbered<'_> {
    type Slot = PartId;

    fn state(&self, place: PartId) -> State {
        self.states.at(place)
    }

    fn put(&mut self, place: PartId, state: State) {
        self.states.set(place, state);
    }

    fn list(&mut self, place: PartId, listed: &mut Listed<PartId>) -> Result<Option<Moved>, Halted> {
        listed.parts.clear();
        listed.ends.clear();
        self.parts.each_option(place, Side::Left, &mut |option: Opt| {
            listed.parts.extend_from_slice(&option.parts);
            listed.ends.push(listed.parts.len() as u32);
            Flow::On
        })?;
        Ok(None)
    }

    fn bytes(&self) -> u64 {
        self.states.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A table that grows keeps its keys and what is written beside them, says where they went, and takes at most 32 bytes
    /// for a component of 64 bits.
    #[test]
    fn slots_move_and_keep_what_they_hold() {
        for words in 1..4usize {
            let (mut slots, mut truth) = (Slots::new(words), HashMap::new());
            let mut chance = 5u64;
            for number in 0..50_000u64 {
                chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                // Words that differ in few bits, low or high ones.
                let key: Vec<u64> = (0..words).map(|word| (chance >> 40 & 0xfff) << (word * 20)).collect();
                if let Some(moved) = slots.make_room() {
                    truth.values_mut().for_each(|(place, _): &mut (u32, u64)| *place = place.moved(&moved));
                }
                let place = slots.intern(&key);
                slots.put_last(place, number + 1);
                truth.insert(key, (place, number + 1));
                let bytes = slots.all.len() * 8;
                assert!(words > 1 || slots.filled < 1_000 || bytes <= 32 * slots.filled, "{bytes} {}", slots.filled);
            }
            assert_eq!(slots.filled, truth.len());
            for (key, &(place, last)) in &truth {
                assert_eq!(slots.seek(key), Ok(place));
                assert_eq!((slots.words(place), slots.last(place)), (&key[..], last));
            }
        }
    }
}
