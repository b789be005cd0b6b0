//! Positions as keys of machine words, each once, numbered in the order in which they came: the one hash table by words.
//! A key of one word takes 8 to 12 bytes, and 6 to 12 for the table of numbers.

use hashbrown::HashTable;

/// A set of keys.
#[derive(Clone)]
pub struct Keys {
    words: Vec<u64>,
    /// Where each key ends; empty if all have `width` words.
    ends: Vec<usize>,
    width: Option<usize>,
    table: HashTable<u32>,
}

impl Keys {
    /// Keys of `width` words each, or of any number.
    pub fn new(width: Option<usize>) -> Keys {
        Keys { words: Vec::new(), ends: Vec::new(), width, table: HashTable::new() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.table.len()
    }

    /// The key of a number.
    pub fn at(&self, number: usize) -> &[u64] {
        key_at(&self.words, &self.ends, self.width, number)
    }

    /// The number of a key.
    #[inline]
    pub fn find(&self, key: &[u64]) -> Option<usize> {
        self.find_hashed(hash(key), key)
    }

    /// The number of a key whose [`hash`] is known.
    #[inline]
    fn find_hashed(&self, hash: u64, key: &[u64]) -> Option<usize> {
        let found = match (self.width, key) {
            (Some(1), [word]) => self.table.find(hash, |&number| self.words[number as usize] == *word),
            _ => self.table.find(hash, |&number| self.at(number as usize) == key),
        };
        found.map(|&number| number as usize)
    }

    /// The number of a key, which is added unless it is there; nothing if there are 2^32.
    pub fn number(&mut self, key: &[u64]) -> Option<usize> {
        self.number_hashed(hash(key), key)
    }

    /// The same for a key whose [`hash`] is known.
    pub fn number_hashed(&mut self, hash: u64, key: &[u64]) -> Option<usize> {
        if let Some(number) = self.find_hashed(hash, key) {
            return Some(number);
        }
        let next = u32::try_from(self.count()).ok()?;
        let (words, ends, width) = (&self.words, &self.ends, self.width);
        self.table.insert_unique(hash, next, |&number| self::hash(key_at(words, ends, width, number as usize)));
        make_room(&mut self.words, key.len());
        self.words.extend_from_slice(key);
        if self.width.is_none() {
            self.ends.push(self.words.len());
        }
        Some(next as usize)
    }

    /// Adds a key; its number, or nothing if it is there already (or there are 2^32).
    pub fn insert(&mut self, key: &[u64]) -> Option<usize> {
        let next = self.count();
        self.number(key).filter(|&number| number == next)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        ((self.words.capacity() + self.ends.capacity()) * 8 + self.table.capacity() * 6) as u64
    }
}

fn key_at<'a>(words: &'a [u64], ends: &[usize], width: Option<usize>, number: usize) -> &'a [u64] {
    match width {
        Some(width) => &words[number * width..][..width],
        None => &words[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]],
    }
}

/// The hash of a key. The table looks at its high bits and its low ones, so both halves of each product are kept (wyhash).
#[inline]
pub fn hash(key: &[u64]) -> u64 {
    key.iter().fold(0, |hash, word| {
        let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        (product as u64) ^ (product >> 64) as u64
    })
}

/// Room for so many more entries: half as much again when there is none, so that at most a third stays empty.
pub fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 2));
    }
}
