//! Numbers for slices: equal slices get equal numbers, in order of first appearance.
//!
//! Invariant: `ends[i]` is the end of slice `i` in `arena`; `slots` is an open-addressing table of slice
//! numbers with at most half of its slots in use.

const FREE: u32 = u32::MAX;

/// A set of `u32` slices, each with its number.
pub(crate) struct Intern {
    arena: Vec<u32>,
    ends: Vec<usize>,
    slots: Vec<u32>,
}

impl Intern {
    pub fn new() -> Self {
        Intern { arena: Vec::new(), ends: Vec::new(), slots: vec![FREE; 64] }
    }

    /// The number of `slice`, which is `self.len()` before the call exactly if the slice is new.
    pub fn number(&mut self, slice: &[u32]) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = hash(slice) as usize & mask;
        loop {
            match self.slots[slot] {
                FREE => break,
                number if self.slice(number) == slice => return number,
                _ => slot = (slot + 1) & mask,
            }
        }
        let number = self.ends.len() as u32;
        self.slots[slot] = number;
        self.arena.extend_from_slice(slice);
        self.ends.push(self.arena.len());
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    pub fn slice(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.arena[start..self.ends[number]]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn clear(&mut self) {
        self.arena.clear();
        self.ends.clear();
        self.slots.fill(FREE);
    }

    pub fn bytes(&self) -> usize {
        self.arena.len() * 4 + self.ends.len() * 8 + self.slots.len() * 4
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![FREE; mask + 1];
        for number in 0..self.ends.len() as u32 {
            let mut slot = hash(self.slice(number)) as usize & mask;
            while slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number;
        }
        self.slots = slots;
    }
}

/// Multiply and rotate, the high half folded down so that the low bits depend on every word.
fn hash(slice: &[u32]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, &word: &u32| (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(ODD);
    let hash = slice.iter().fold(slice.len() as u64, mix);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::Intern;

    #[test]
    fn equal_slices_have_one_number() {
        let mut intern = Intern::new();
        let slices: Vec<Vec<u32>> = (0..2000u32).map(|i| (0..i % 7).map(|j| i * j).collect()).collect();
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for slice in &slices {
            let expected = seen.iter().position(|other| other == slice).unwrap_or_else(|| {
                seen.push(slice.clone());
                seen.len() - 1
            });
            assert_eq!(intern.number(slice) as usize, expected);
            assert_eq!(intern.slice(expected as u32), &slice[..]);
        }
        assert_eq!(intern.len(), seen.len());
    }
}
