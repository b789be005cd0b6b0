//! The table that all threads of a search share: open addressing in buckets of eight slots, without locks, with
//! replacement of the cheapest entry when a bucket is full.
//!
//! A key of `n` bits is mixed by a bijection of `n`-bit numbers; where the top bits of the result choose the bucket,
//! only the rest has to be stored. If that rest and the entry fit one word, a slot is one word; else it is the words of
//! the key as they are, and one word more. Either way the key is kept whole: an entry that is found belongs to its key.
//!
//! ```text
//!   one word      | rest of the mixed key | entry + 1 |                  0: empty
//!   several       | key | ... | key | entry + 1 (58)  version (5)  lock (1) |    last word 0: empty
//! ```
//!
//! A reader of several words reads the last one, the key, and the last one again (a sequence lock), and takes only what
//! no writer touched in between. Entries are compared as numbers when one has to go, so that what took most work to
//! find belongs into their highest bits. Hyatt and Mann, "A lock-less transposition table", 2002.

use std::sync::atomic::{AtomicU64, Ordering::*, fence};

/// Slots of a bucket: one cache line in the one-word form.
const BUCKET: usize = 8;

/// The most bits of an entry.
pub const MOST_ENTRY: u32 = 57;

/// Buckets of a new table.
const SMALLEST: u64 = 1 << 7;

const LOCK: u64 = 1;
const VERSION: u64 = ((1 << 5) - 1) << 1;
const SHIFT: u32 = 6;

/// A table from keys to entries.
pub struct Table {
    form: Form,
    key: u32,
    entry: u32,
    buckets: u64,
    slots: Vec<AtomicU64>,
    filled: AtomicU64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Rest and entry in one word; the number of buckets is a power of two.
    One,
    /// This many words of key, and one.
    Several(usize),
}

impl Table {
    /// A small table for keys of `key` bits and entries of `entry` bits, at most `MOST_ENTRY`.
    pub fn new(key: usize, entry: u32) -> Table {
        assert!(entry <= MOST_ENTRY, "an entry of {entry} bits");
        let key = key.max(1) as u32;
        let (form, buckets) = form(key, entry, SMALLEST);
        Table::sized(form, key, entry, buckets)
    }

    fn sized(form: Form, key: u32, entry: u32, buckets: u64) -> Table {
        let slots = (0..buckets as usize * BUCKET * form.width()).map(|_| AtomicU64::new(0)).collect();
        Table { form, key, entry, buckets, slots, filled: AtomicU64::new(0) }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8
    }

    /// How many entries it holds.
    pub fn len(&self) -> u64 {
        self.filled.load(Relaxed)
    }

    /// Whether three slots of four are taken: entries are being replaced.
    pub fn is_crowded(&self) -> bool {
        self.len() * 4 > self.buckets * BUCKET as u64 * 3
    }

    /// Form and buckets of a larger table, if it keeps below so many bytes and is of use.
    fn larger(&self, most: u64) -> Option<(Form, u64)> {
        let more = match self.form {
            Form::One => self.buckets * 2,
            Form::Several(_) => self.buckets * 7 / 5,
        };
        let (form, buckets) = form(self.key, self.entry, more);
        let of_use = form != self.form || buckets > self.buckets;
        (of_use && buckets * (BUCKET * form.width() * 8) as u64 <= most).then_some((form, buckets))
    }

    /// Whether there is a larger table of at most so many bytes.
    pub fn can_grow(&self, most: u64) -> bool {
        self.larger(most).is_some()
    }

    /// A larger table with the same entries, if it keeps below so many bytes.
    pub fn grown(&self, most: u64) -> Option<Table> {
        let (form, buckets) = self.larger(most)?;
        let next = Table::sized(form, self.key, self.entry, buckets);
        let width = self.form.width();
        for (place, slot) in self.slots.chunks_exact(width).enumerate() {
            let last = slot[width - 1].load(Relaxed);
            if last == 0 {
                continue;
            }
            match self.form {
                Form::One => {
                    let mixed = (place / BUCKET) as u64 * self.rests() + (last >> (self.entry + 1));
                    next.put_mixed(mixed, (last & ones(self.entry + 1)) - 1);
                }
                Form::Several(words) => {
                    let key: Vec<u64> = slot[..words].iter().map(|word| word.load(Relaxed)).collect();
                    next.put(&key, (last >> SHIFT) - 1);
                }
            }
        }
        Some(next)
    }

    /// The entry of a key.
    #[inline]
    pub fn find(&self, key: &[u64]) -> Option<u64> {
        match self.form {
            Form::One => {
                let (bucket, rest) = self.place(mixed(key[0], self.key));
                let bits = self.entry + 1;
                let slots = &self.slots[bucket * BUCKET..][..BUCKET];
                for slot in slots {
                    let word = slot.load(Relaxed);
                    if word == 0 {
                        return None;
                    }
                    if word >> bits == rest {
                        return Some((word & ones(bits)) - 1);
                    }
                }
                None
            }
            Form::Several(words) => self.bucket(key, words).find_map(|slot| {
                let last = slot[words].load(Acquire);
                if last == 0 || last & LOCK != 0 {
                    return None;
                }
                let same = slot[..words].iter().zip(key).all(|(slot, key)| slot.load(Relaxed) == *key);
                fence(Acquire);
                (same && slot[words].load(Relaxed) == last).then(|| (last >> SHIFT) - 1)
            }),
        }
    }

    /// Writes an entry: over the one its key has, else into an empty slot, else over the least of the bucket.
    #[inline]
    pub fn put(&self, key: &[u64], entry: u64) {
        match self.form {
            Form::One => self.put_mixed(mixed(key[0], self.key), entry),
            Form::Several(words) => self.put_wide(key, words, entry),
        }
    }

    fn put_mixed(&self, mixed: u64, entry: u64) {
        let (bucket, rest) = self.place(mixed);
        let bits = self.entry + 1;
        let slots = &self.slots[bucket * BUCKET..][..BUCKET];
        let mut least = (u64::MAX, 0);
        for (place, slot) in slots.iter().enumerate() {
            let word = slot.load(Relaxed);
            if word == 0 {
                self.filled.fetch_add(1, Relaxed);
            }
            if word == 0 || word >> bits == rest {
                least.1 = place;
                break;
            }
            least = least.min((word & ones(bits), place));
        }
        slots[least.1].store(rest << bits | (entry + 1), Relaxed);
    }

    /// A slot that another thread is writing is left to it: what is lost can be found again.
    fn put_wide(&self, key: &[u64], words: usize, entry: u64) {
        let mut least: (u64, Option<(&[AtomicU64], u64)>) = (u64::MAX, None);
        for slot in self.bucket(key, words) {
            let last = slot[words].load(Acquire);
            if last & LOCK != 0 {
                continue;
            }
            let same = last != 0 && slot[..words].iter().zip(key).all(|(slot, key)| slot.load(Relaxed) == *key);
            if last == 0 || same {
                least.1 = Some((slot, last));
                break;
            }
            if last >> SHIFT < least.0 {
                least = (last >> SHIFT, Some((slot, last)));
            }
        }
        let Some((slot, last)) = least.1 else { return };
        if slot[words].compare_exchange(last, last | LOCK, Acquire, Relaxed).is_err() {
            return;
        }
        if last == 0 {
            self.filled.fetch_add(1, Relaxed);
        }
        fence(Release);
        slot[..words].iter().zip(key).for_each(|(slot, key)| slot.store(*key, Relaxed));
        let version = last.wrapping_add(2) & VERSION;
        slot[words].store((entry + 1) << SHIFT | version, Release);
    }

    fn bucket(&self, key: &[u64], words: usize) -> impl Iterator<Item = &[AtomicU64]> {
        let hash = key[..words].iter().fold(0, |hash, &word| mixed(hash ^ word, 64));
        let bucket = ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize;
        self.slots[bucket * BUCKET * (words + 1)..][..BUCKET * (words + 1)].chunks_exact(words + 1)
    }

    /// How many mixed keys share a bucket of the one-word form.
    fn rests(&self) -> u64 {
        1 << (self.key - self.buckets.trailing_zeros())
    }

    #[inline]
    fn place(&self, mixed: u64) -> (usize, u64) {
        let low = self.key - self.buckets.trailing_zeros();
        ((mixed >> low) as usize, mixed & ones(low))
    }
}

impl Form {
    fn width(self) -> usize {
        match self {
            Form::One => 1,
            Form::Several(words) => words + 1,
        }
    }
}

/// The form of a table of about so many buckets: one word as soon as there are enough of them.
fn form(key: u32, entry: u32, buckets: u64) -> (Form, u64) {
    let whole = buckets.next_power_of_two().trailing_zeros().min(key.min(63) - 1);
    match key <= 64 && key - whole + entry < 64 {
        true => (Form::One, 1 << whole),
        false => (Form::Several(key.div_ceil(64) as usize), buckets),
    }
}

fn ones(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// A bijection of the numbers below two to `bits` in which every bit of the result depends on every bit of the key.
#[inline]
fn mixed(key: u64, bits: u32) -> u64 {
    let (mask, half) = (ones(bits), bits / 2 + 1);
    let turn = |word: u64, by: u64| {
        let word = word.wrapping_mul(by) & mask;
        word ^ (word >> half)
    };
    turn(turn(key, 0x9e37_79b9_7f4a_7c15), 0xd6e8_feb8_6659_fd93).wrapping_mul(0xa076_1d64_78bd_642f) & mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn mixing_is_a_bijection() {
        for bits in 1..=16 {
            let mut seen: Vec<u64> = (0..1u64 << bits).map(|key| mixed(key, bits)).collect();
            seen.sort_unstable();
            assert!(seen.iter().enumerate().all(|(i, &word)| word == i as u64), "{bits} bits");
        }
    }

    /// What is found is what was written last, at most 32 bytes hold a position whose key has 64 bits, and little is lost.
    #[test]
    fn a_growing_table_keeps_what_it_is_given() {
        for (key, entry) in [(1, 3), (9, 8), (33, 16), (62, 16), (64, 16), (64, 57), (85, 16), (200, 30)] {
            let mut table = Table::new(key, entry);
            let words = key.div_ceil(64);
            let mut truth: HashMap<Vec<u64>, u64> = HashMap::new();
            let mut chance = 7u64;
            let mut next = || {
                chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                chance ^ (chance >> 29)
            };
            for _ in 0..60_000 {
                let mut name: Vec<u64> = (0..words).map(|_| next()).collect();
                let last = words - 1;
                name[last] &= ones((key - 64 * last) as u32);
                let value = next() & ones(entry) & !1;
                table.put(&name, value);
                assert_eq!(table.find(&name), Some(value));
                truth.insert(name, value);
                if table.is_crowded() {
                    table = table.grown(u64::MAX).unwrap_or(table);
                }
            }
            let kept = truth.iter().filter(|(name, value)| table.find(name) == Some(**value)).count();
            let wrong = truth.iter().filter(|(name, value)| table.find(name).is_some_and(|found| found != **value));
            assert_eq!(wrong.count(), 0, "{key} bits");
            assert!(kept * 5 >= truth.len() * 4, "{key} bits: {kept} of {}", truth.len());
            if key == 64 {
                assert!(table.bytes() <= 32 * table.len(), "{} bytes for {}", table.bytes(), table.len());
            }
        }
    }

    /// Several threads write and read the same few slots; nobody sees an entry under a wrong key.
    #[test]
    fn threads_never_see_a_mixture() {
        for key in [40, 64, 120] {
            let table = Table::new(key, 30);
            std::thread::scope(|scope| {
                for thread in 0..4u64 {
                    let table = &table;
                    scope.spawn(move || {
                        for step in 0..40_000u64 {
                            let name = [(step * 7 + thread) % 9_000, (step % 9_000) * u64::from(key > 64)];
                            let name = &name[..key.div_ceil(64)];
                            let tag = (name[0] * 31 + name[name.len() - 1] * 17) & ones(20);
                            if let Some(found) = table.find(name) {
                                assert_eq!(found >> 10, tag, "{key} bits");
                            }
                            table.put(name, tag << 10 | (step & ones(10)));
                        }
                    });
                }
            });
        }
    }
}
