//! Positions as keys of machine words, each once, numbered in the order in which they came: the one hash table by words.
//! A key of one word takes 8 to 12 bytes, and 8 to 12 for the table of numbers once there are a thousand keys.

/// A set of keys.
#[derive(Clone)]
pub struct Keys {
    words: Vec<u64>,
    /// Where each key ends; empty if all have `width` words.
    ends: Vec<usize>,
    width: Option<usize>,
    count: usize,
    /// Numbers of keys, each at the place of its hash or soon after it ([`place`]), and [`EMPTY`] places: half
    /// (Knuth, The Art of Computer Programming 3, 6.4, linear probing). One is always there.
    numbers: Vec<u32>,
}

/// No number of a key.
const EMPTY: u32 = u32::MAX;
/// Places of a table when its first key comes.
const FIRST_PLACES: usize = 16;
/// A table of fewer places doubles: its memory is little.
const FEW_PLACES: usize = 1 << 11;

/// Keys of one word each.
#[derive(Clone, Copy)]
pub struct ByWord<'k> {
    words: &'k [u64],
    numbers: &'k [u32],
}

impl ByWord<'_> {
    /// The number of a key.
    #[inline]
    pub fn find(self, word: u64) -> Option<usize> {
        seek(self.numbers, hash_word(0, word), |number| Some(*self.words.get(number as usize)? == word)).ok()
    }
}

impl Keys {
    /// Keys of `width` words each, or of any number.
    pub fn new(width: Option<usize>) -> Keys {
        Keys { words: Vec::new(), ends: Vec::new(), width, count: 0, numbers: vec![EMPTY] }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The key of a number.
    pub fn at(&self, number: usize) -> &[u64] {
        key_at(&self.words, &self.ends, self.width, number)
    }

    /// The number of a key.
    #[inline]
    pub fn find(&self, key: &[u64]) -> Option<usize> {
        self.seek(hash(key), key).ok()
    }

    /// A view of keys that all have one word.
    pub fn by_word(&self) -> ByWord<'_> {
        debug_assert_eq!(self.width, Some(1));
        ByWord { words: &self.words, numbers: &self.numbers }
    }

    /// The number of a key whose [`hash`] is known, or the empty place where it belongs.
    #[inline]
    fn seek(&self, hash: u64, key: &[u64]) -> Result<usize, usize> {
        match (self.width, key) {
            (Some(1), &[word]) => seek(&self.numbers, hash, |number| Some(*self.words.get(number as usize)? == word)),
            _ => seek(&self.numbers, hash, |number| (number != EMPTY).then(|| self.at(number as usize) == key)),
        }
    }

    /// The number of a key, which is added unless it is there; nothing if there are 2^32 - 1.
    pub fn number(&mut self, key: &[u64]) -> Option<usize> {
        self.number_hashed(hash(key), key)
    }

    /// The same for a key whose [`hash`] is known.
    pub fn number_hashed(&mut self, hash: u64, key: &[u64]) -> Option<usize> {
        let mut place = match self.seek(hash, key) {
            Ok(number) => return Some(number),
            Err(place) => place,
        };
        let next = u32::try_from(self.count).ok().filter(|&next| next != EMPTY)?;
        if (self.count + 1) * 2 > self.numbers.len() {
            self.grow();
            place = empty_place(&self.numbers, hash);
        }
        self.numbers[place] = next;
        self.count += 1;
        make_room(&mut self.words, key.len());
        self.words.extend_from_slice(key);
        if self.width.is_none() {
            self.ends.push(self.words.len());
        }
        Some(next as usize)
    }

    /// Twice as many places while they are few, then half as many again.
    #[cold]
    fn grow(&mut self) {
        let places = self.numbers.len();
        let places = (places + if places < FEW_PLACES { places } else { places / 2 }).max(FIRST_PLACES);
        // The old places go before the new ones come.
        self.numbers = Vec::new();
        self.numbers = vec![EMPTY; places];
        for number in 0..self.count {
            let place = empty_place(&self.numbers, hash(self.at(number)));
            self.numbers[place] = number as u32;
        }
    }

    /// Adds a key; its number, or nothing if it is there already (or there are 2^32 - 1).
    pub fn insert(&mut self, key: &[u64]) -> Option<usize> {
        let next = self.count();
        self.number(key).filter(|&number| number == next)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        ((self.words.capacity() + self.ends.capacity()) * 8 + self.numbers.capacity() * 4) as u64
    }
}

/// The place of a hash among so many: the product of both, of which the high half is taken (Lemire, "Fast random integer
/// generation in an interval", 2019).
#[inline]
fn place(hash: u64, places: usize) -> usize {
    ((u128::from(hash) * places as u128) >> 64) as usize
}

/// The number that is the one sought, at the place of its hash or after it; else the first empty place there. `is_sought`
/// says nothing of [`EMPTY`].
#[inline]
fn seek(numbers: &[u32], hash: u64, is_sought: impl Fn(u32) -> Option<bool>) -> Result<usize, usize> {
    let mut place = place(hash, numbers.len());
    loop {
        let Some(&number) = numbers.get(place) else {
            // After the last place comes the first.
            place = 0;
            continue;
        };
        match is_sought(number) {
            None => return Err(place),
            Some(true) => return Ok(number as usize),
            Some(false) => place += 1,
        }
    }
}

/// The first empty place at that of a hash or after it.
fn empty_place(numbers: &[u32], hash: u64) -> usize {
    seek(numbers, hash, |number| (number != EMPTY).then_some(false)).unwrap_or_else(|place| place)
}

fn key_at<'a>(words: &'a [u64], ends: &[usize], width: Option<usize>, number: usize) -> &'a [u64] {
    match width {
        Some(width) => &words[number * width..][..width],
        None => &words[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]],
    }
}

/// The hash of a key. Both halves of each product are kept (wyhash): the table looks at the high bits.
#[inline]
pub fn hash(key: &[u64]) -> u64 {
    key.iter().fold(0, |hash, &word| hash_word(hash, word))
}

/// The hash of what came before and one word.
#[inline]
fn hash_word(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product as u64) ^ (product >> 64) as u64
}

/// Room for so many more entries: half as much again when there is none, so that at most a third stays empty.
pub fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 2));
    }
}
