//! Recognisable sets of sums, as lasso diagrams.
//!
//! A sum of heaps is a vector of counts: how many heaps of kind 1, of kind 2, ... A set of sums is recognisable (some
//! homomorphism to a finite monoid decides membership: Eilenberg and Schützenberger 1969, "Rational sets in commutative
//! monoids") exactly when, sliced by the count of any one kind, it has finitely many different slices, which come in an
//! eventually periodic order and are recognisable themselves. A diagram writes that down: a node of level `d` is a lasso
//! of diagrams of lower level, its `k`-th entry being the slice "exactly `k` heaps of kind `d`".
//!
//! ```text
//! node: level d, entries e_0 .. e_(len-1), loop start s        slice k = e_k for k < len,
//!                                                              e_(s + (k - s) mod (len - s)) beyond
//! ```
//!
//! Invariant: nodes are normal (shortest loop, shortest stem, at least two different entries, entries of lower level)
//! and shared, so two sets are equal if and only if their numbers are equal.

use crate::hash::{FastMap, fold};

/// The number of a set in its [`Diagrams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Set(pub u32);

/// No sum at all.
pub(crate) const NOTHING: Set = Set(0);
/// Every sum.
pub(crate) const EVERYTHING: Set = Set(1);

/// Loops grow as least common multiples; longer lassos are not made.
const MOST_ENTRIES: u32 = 1 << 20;

#[derive(Clone, Copy)]
struct Node {
    level: u32,
    start: u32,
    at: u32,
    len: u32,
}

/// All diagrams made so far, each once.
pub(crate) struct Diagrams {
    nodes: Vec<Node>,
    entries: Vec<Set>,
    /// Open addressing over node numbers; 0 is free (the constants are never looked up).
    table: Vec<u32>,
    unions: FastMap<u64, Set>,
    shifts: FastMap<u64, Set>,
    disjoint: FastMap<u64, bool>,
    /// A lasso of more than [`MOST_ENTRIES`] entries was asked for.
    pub too_long: bool,
}

impl Diagrams {
    /// Only the two constants.
    pub fn new() -> Diagrams {
        let constant = Node { level: 0, start: 0, at: 0, len: 0 };
        Diagrams {
            nodes: vec![constant; 2],
            entries: Vec::new(),
            table: vec![0; 1 << 10],
            unions: FastMap::default(),
            shifts: FastMap::default(),
            disjoint: FastMap::default(),
            too_long: false,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let memo = (self.unions.capacity() + self.shifts.capacity() + self.disjoint.capacity()) * 17 * 8 / 7;
        (self.nodes.capacity() * 16 + self.entries.capacity() * 4 + self.table.len() * 4 + memo) as u64
    }

    /// Every node in the order of its making: level, loop start, entries.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, u32, &[Set])> {
        self.nodes[2..].iter().map(|node| (node.level, node.start, self.entries_of(*node)))
    }

    /// Makes the next node of a saved list; `None` if it is not a new normal node over nodes that are there.
    pub fn restore(&mut self, level: u32, start: u32, entries: Vec<Set>) -> Option<Set> {
        let next = Set(self.nodes.len() as u32);
        let below = |entry: &Set| *entry < next && self.level(*entry) < level;
        let fits = (start as usize) < entries.len() && entries.iter().all(below);
        (fits && self.make(level, entries, start) == next).then_some(next)
    }

    /// The highest kind the set depends on; 0 for the constants.
    pub fn level(&self, set: Set) -> u32 {
        self.nodes[set.0 as usize].level
    }

    /// How many entries and where the loop starts, seen from `level`, which is at least the set's own.
    pub fn lasso(&self, set: Set, level: u32) -> (u32, u32) {
        let node = self.nodes[set.0 as usize];
        if node.level < level || node.level == 0 { (1, 0) } else { (node.len, node.start) }
    }

    /// The slice with exactly `k` heaps of kind `level`, which is at least the set's own level and not 0.
    pub fn slice(&self, set: Set, level: u32, k: u32) -> Set {
        let node = self.nodes[set.0 as usize];
        if node.level < level {
            return set;
        }
        let k = if k < node.len { k } else { node.start + (k - node.start) % (node.len - node.start) };
        self.entries[(node.at + k) as usize]
    }

    /// Whether the empty sum belongs to the set.
    pub fn holds_empty(&self, mut set: Set) -> bool {
        while set.0 > 1 {
            set = self.entries[self.nodes[set.0 as usize].at as usize];
        }
        set == EVERYTHING
    }

    /// The set whose slices by `level` are `entries`, looping back to `start`; entries have lower level.
    pub fn make(&mut self, level: u32, mut entries: Vec<Set>, start: u32) -> Set {
        let start = normalise(&mut entries, start as usize);
        if entries.len() == 1 {
            return entries[0];
        }
        let mut hash = fold(u64::from(level), start as u64);
        for entry in &entries {
            hash = fold(hash, entry.0.into());
        }
        let mut slot = hash as usize & (self.table.len() - 1);
        while self.table[slot] != 0 {
            let node = self.nodes[self.table[slot] as usize];
            let same = node.level == level && node.start as usize == start && self.entries_of(node) == entries;
            if same {
                return Set(self.table[slot]);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        let set = Set(self.nodes.len() as u32);
        self.table[slot] = set.0;
        let at = self.entries.len() as u32;
        self.nodes.push(Node { level, start: start as u32, at, len: entries.len() as u32 });
        self.entries.extend(entries);
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        set
    }

    /// Sums in `a` or in `b`. Of no meaning once [`Diagrams::too_long`] is set.
    pub fn union(&mut self, a: Set, b: Set) -> Set {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b || a == NOTHING {
            return b;
        }
        if a == EVERYTHING {
            return a;
        }
        let key = u64::from(a.0) << 32 | u64::from(b.0);
        if let Some(set) = self.unions.get(&key) {
            return *set;
        }
        let level = self.level(a).max(self.level(b));
        let ((a_len, a_start), (b_len, b_start)) = (self.lasso(a, level), self.lasso(b, level));
        let start = a_start.max(b_start);
        let Some(len) = common_length(start, a_len - a_start, b_len - b_start) else {
            self.too_long = true;
            return EVERYTHING;
        };
        let entries = (0..len)
            .map(|k| {
                let (a, b) = (self.slice(a, level, k), self.slice(b, level, k));
                self.union(a, b)
            })
            .collect();
        let set = self.make(level, entries, start);
        self.unions.insert(key, set);
        set
    }

    /// Sums that come to lie in `set` when one heap of `kind` is added.
    pub fn shift(&mut self, set: Set, kind: u32) -> Set {
        let level = self.level(set);
        if level < kind {
            return set;
        }
        let key = u64::from(set.0) << 32 | u64::from(kind);
        if let Some(shifted) = self.shifts.get(&key) {
            return *shifted;
        }
        let (len, start) = self.lasso(set, level);
        let shifted = if level == kind {
            let last = if start == 0 { len } else { len - 1 };
            let entries = (1..=last).map(|k| self.slice(set, level, k)).collect();
            self.make(level, entries, start.saturating_sub(1))
        } else {
            let entries = (0..len)
                .map(|k| {
                    let slice = self.slice(set, level, k);
                    self.shift(slice, kind)
                })
                .collect();
            self.make(level, entries, start)
        };
        self.shifts.insert(key, shifted);
        shifted
    }

    /// Whether it is certain that no sum lies in both.
    pub fn disjoint(&mut self, a: Set, b: Set) -> bool {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == NOTHING {
            return true;
        }
        if a == b || a == EVERYTHING {
            return false;
        }
        let key = u64::from(a.0) << 32 | u64::from(b.0);
        if let Some(disjoint) = self.disjoint.get(&key) {
            return *disjoint;
        }
        let level = self.level(a).max(self.level(b));
        let ((a_len, a_start), (b_len, b_start)) = (self.lasso(a, level), self.lasso(b, level));
        let Some(len) = common_length(a_start.max(b_start), a_len - a_start, b_len - b_start) else { return false };
        let disjoint = (0..len).all(|k| {
            let (a, b) = (self.slice(a, level, k), self.slice(b, level, k));
            self.disjoint(a, b)
        });
        self.disjoint.insert(key, disjoint);
        disjoint
    }

    fn entries_of(&self, node: Node) -> &[Set] {
        &self.entries[node.at as usize..(node.at + node.len) as usize]
    }

    fn grow(&mut self) {
        let mut table = vec![0u32; self.table.len() * 2];
        let mask = table.len() - 1;
        for (number, node) in self.nodes.iter().enumerate().skip(2) {
            let mut hash = fold(u64::from(node.level), node.start.into());
            for entry in self.entries_of(*node) {
                hash = fold(hash, entry.0.into());
            }
            let mut slot = hash as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = number as u32;
        }
        self.table = table;
    }
}

/// Shortens a lasso to its shortest loop and stem; gives the new loop start.
fn normalise(entries: &mut Vec<Set>, mut start: usize) -> usize {
    let period = entries.len() - start;
    let tail = &entries[start..];
    let repeats = |p: &usize| period % p == 0 && (*p..period).all(|k| tail[k] == tail[k - p]);
    let shortest = (1..period).find(repeats).unwrap_or(period);
    entries.truncate(start + shortest);
    while start > 0 && entries[start - 1] == entries[entries.len() - 1] {
        entries.pop();
        start -= 1;
    }
    start
}

/// A stem and the least common multiple of two loops, unless that is too long.
fn common_length(start: u32, a: u32, b: u32) -> Option<u32> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)?.checked_add(start).filter(|len| *len <= MOST_ENTRIES)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Membership of a vector, by following the slices.
    fn holds(diagrams: &Diagrams, set: Set, counts: &[u32]) -> bool {
        let mut set = set;
        for level in (1..=counts.len() as u32).rev() {
            set = diagrams.slice(set, level, counts[level as usize - 1]);
        }
        set == EVERYTHING
    }

    /// Vectors of two counts with a + b in a residue class, and with a at most 2 or b odd.
    fn samples(diagrams: &mut Diagrams) -> Vec<Set> {
        let ones: Vec<Set> =
            (0..3).map(|k| diagrams.make(1, (0..3).map(|a| Set((a == k) as u32)).collect(), 0)).collect();
        let sum = diagrams.make(2, vec![ones[0], ones[2], ones[1]], 0);
        let few = diagrams.make(1, vec![EVERYTHING, EVERYTHING, EVERYTHING, NOTHING], 3);
        let either = diagrams.make(2, vec![few, EVERYTHING, few, EVERYTHING], 0);
        vec![sum, few, either, NOTHING, EVERYTHING]
    }

    #[test]
    fn sets_mean_what_their_vectors_say() {
        let mut diagrams = Diagrams::new();
        let sets = samples(&mut diagrams);
        let predicates: [fn(u32, u32) -> bool; 5] =
            [|a, b| (a + b) % 3 == 0, |a, _| a <= 2, |a, b| a <= 2 || b % 2 == 1, |_, _| false, |_, _| true];
        let all = || (0..9).flat_map(|a| (0..9).map(move |b| (a, b)));
        for (x, px) in sets.iter().zip(predicates) {
            assert!(all().all(|(a, b)| holds(&diagrams, *x, &[a, b]) == px(a, b)));
            let (first, second) = (diagrams.shift(*x, 1), diagrams.shift(*x, 2));
            assert!(all().all(|(a, b)| holds(&diagrams, first, &[a, b]) == px(a + 1, b)));
            assert!(all().all(|(a, b)| holds(&diagrams, second, &[a, b]) == px(a, b + 1)));
            for (y, py) in sets.iter().zip(predicates) {
                let union = diagrams.union(*x, *y);
                assert!(all().all(|(a, b)| holds(&diagrams, union, &[a, b]) == (px(a, b) || py(a, b))));
                let meet = all().any(|(a, b)| px(a, b) && py(a, b));
                assert_eq!(diagrams.disjoint(*x, *y), !meet);
            }
        }
    }

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut diagrams = Diagrams::new();
        let short = diagrams.make(1, vec![NOTHING, EVERYTHING], 0);
        let long = diagrams.make(1, [NOTHING, EVERYTHING].repeat(3), 2);
        assert_eq!(short, long);
        let thrice = (0..3).fold(short, |set, _| diagrams.shift(set, 1));
        assert_eq!(diagrams.union(short, thrice), EVERYTHING);
        assert_eq!(diagrams.make(1, vec![EVERYTHING; 4], 1), EVERYTHING);
    }

    #[test]
    fn loops_that_share_no_factor_do_not_fill_the_memory() {
        let mut diagrams = Diagrams::new();
        let primes = [1009, 1013, 1019];
        let sets = primes.map(|p| diagrams.make(1, (0..p).map(|k| Set((k == 0) as u32)).collect(), 0));
        let _ = sets.into_iter().reduce(|a, b| diagrams.union(a, b));
        assert!(diagrams.too_long);
    }
}
