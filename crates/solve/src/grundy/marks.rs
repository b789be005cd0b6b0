//! One small mark for each set met: the table of the nimber search.
//!
//! Open addressing with linear probing, at most three of four slots taken, doubled when they are. The empty set is never
//! stored: 0 is a free slot. A set of at most 48 elements lies in one word with its mark:
//!
//! ```text
//!   63                    n             0
//!   | exact | nimber, or excluded | set |      10 to 22 bytes a stored set
//! ```
//!
//! Larger ones have their marks beside them: 16 to 32 bytes. Where a mark has no room, an excluded value is forgotten.

use crate::grundy::nimbers::EXACT;

/// Marks by set.
pub struct Marks {
    /// Bits of a set in its slot.
    elements: u32,
    slots: Vec<u64>,
    /// The marks, where a slot has no room for them.
    beside: Vec<u32>,
    len: usize,
}

/// Larger sets leave too little room.
const MOST_ELEMENTS: u32 = 48;

impl Marks {
    /// No marks, of sets of at most so many elements. A set of at most 48 has nimbers below 2^15.
    pub fn new(elements: u32) -> Marks {
        let elements = if elements > MOST_ELEMENTS { 64 } else { elements.max(32) };
        let beside = if elements == 64 { vec![0; 16] } else { Vec::new() };
        Marks { elements, slots: vec![0; 16], beside, len: 0 }
    }

    /// The mark of a set; 0 if it has none.
    #[inline]
    pub fn at(&self, key: u64) -> u32 {
        let slot = self.slot(key);
        if self.elements == 64 {
            return self.beside[slot];
        }
        let mark = (self.slots[slot] >> self.elements) as u32;
        let exact = 1 << (63 - self.elements);
        if mark & exact != 0 { mark & !exact | EXACT } else { mark }
    }

    /// Writes the mark of a set that is not empty.
    pub fn set(&mut self, key: u64, mark: u32) {
        let slot = self.slot(key);
        self.len += usize::from(self.slots[slot] == 0);
        if self.elements == 64 {
            self.slots[slot] = key;
            self.beside[slot] = mark;
        } else {
            let exact = 1 << (63 - self.elements);
            let mark = mark & (exact - 1) | if mark & EXACT != 0 { exact } else { 0 };
            self.slots[slot] = key | u64::from(mark) << self.elements;
        }
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
    }

    /// How many sets have a mark.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8 + self.beside.len() as u64 * 4
    }

    #[inline]
    fn key(&self, slot: usize) -> u64 {
        self.slots[slot] & (u64::MAX >> (64 - self.elements))
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing (Knuth 6.4) of the folded key; the best bits are the high ones.
        let spread = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (spread >> 20) as usize & mask;
        while self.slots[slot] != 0 && self.key(slot) != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let slots = std::mem::replace(&mut self.slots, vec![0; size]);
        let beside = std::mem::replace(&mut self.beside, vec![0; if self.elements == 64 { size } else { 0 }]);
        for (old, word) in slots.into_iter().enumerate().filter(|(_, word)| *word != 0) {
            let slot = self.slot(word & (u64::MAX >> (64 - self.elements)));
            self.slots[slot] = word;
            if self.elements == 64 {
                self.beside[slot] = beside[old];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Issue: at most 32 bytes for each stored position with keys of 64 bits.
    #[test]
    fn marks_are_kept_in_32_bytes() {
        for elements in [1, 40, 48, 49, 64] {
            let (mut marks, mut plain) = (Marks::new(elements), HashMap::new());
            let mut key = 1u64;
            for number in 0..50_000u32 {
                key = key.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407) | 1;
                let set = (key >> (number % 30)) & (u64::MAX >> (64 - elements.max(32)));
                let mark = if number % 3 == 0 { EXACT | (number % 1000) } else { number % 30_000 };
                if set != 0 {
                    marks.set(set, mark);
                    plain.insert(set, mark);
                }
                assert!(marks.len() < 12 || marks.bytes() <= 32 * marks.len() as u64, "{} marks", marks.len());
            }
            assert_eq!(marks.len(), plain.len());
            assert!(plain.into_iter().all(|(key, mark)| marks.at(key) == mark));
            assert_eq!(marks.at(0b1010), 0);
        }
    }

    /// What has no room is forgotten, and nothing else changes.
    #[test]
    fn large_excluded_values_are_forgotten() {
        let mut marks = Marks::new(48);
        marks.set(5, 1 << 20 | 1 << 3);
        marks.set(6, EXACT | 32_767);
        assert_eq!((marks.at(5), marks.at(6)), (1 << 3, EXACT | 32_767));
    }
}
