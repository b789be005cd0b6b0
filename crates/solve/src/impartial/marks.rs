//! One small mark for each set met: the table of the nimber search.
//!
//! Open addressing with linear probing over two flat arrays: 12 bytes a slot, at most three of four slots taken, doubled
//! when they are. So a stored position costs 16 to 32 bytes. The empty set is never stored: 0 is a free slot.

/// Marks by set.
pub struct Marks {
    keys: Vec<u64>,
    marks: Vec<u32>,
    len: usize,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks { keys: vec![0; 16], marks: vec![0; 16], len: 0 }
    }
}

impl Marks {
    /// The mark of a set; 0 if it has none.
    pub fn at(&self, key: u64) -> u32 {
        self.marks[self.slot(key)]
    }

    /// Writes the mark of a set that is not empty.
    pub fn set(&mut self, key: u64, mark: u32) {
        let slot = self.slot(key);
        if self.keys[slot] == 0 {
            self.keys[slot] = key;
            self.len += 1;
        }
        self.marks[slot] = mark;
        if self.len * 4 > self.keys.len() * 3 {
            self.grow();
        }
    }

    /// How many sets have a mark.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.keys.len() as u64 * 12
    }

    fn slot(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        // Fibonacci hashing (Knuth 6.4) of the folded key; the best bits are the high ones.
        let spread = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (spread >> 20) as usize & mask;
        while self.keys[slot] != 0 && self.keys[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = self.keys.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![0; size]);
        let marks = std::mem::replace(&mut self.marks, vec![0; size]);
        for (key, mark) in keys.into_iter().zip(marks).filter(|(key, _)| *key != 0) {
            let slot = self.slot(key);
            self.keys[slot] = key;
            self.marks[slot] = mark;
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
        let (mut marks, mut plain) = (Marks::default(), HashMap::new());
        let mut key = 1u64;
        for number in 0..50_000u32 {
            key = key.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407) | 1;
            marks.set(key >> (number % 30), number);
            plain.insert(key >> (number % 30), number);
            assert!(marks.len() < 12 || marks.bytes() <= 32 * marks.len() as u64, "{} marks", marks.len());
        }
        assert_eq!(marks.len(), plain.len());
        assert!(plain.into_iter().all(|(key, mark)| marks.at(key) == mark));
        assert_eq!(marks.at(0b1010), 0);
    }
}
