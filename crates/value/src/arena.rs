//! Canonical short games, each stored once (Siegel, *CGT* II.2: the canonical form is unique, so equal values share
//! one entry and equality is equality of handles).
//!
//! Invariants of an entry with options: no option is dominated or reversible; options are canonical, sorted by handle
//! and distinct; the value is not number + ups + nimber (those are packed, or entries of their own when too large).

use crate::memo::{Memo, mix};
use crate::slab::Slab;
use crate::{Dyadic, Game, Halt, Nimber, Nus, Side};
use grundy_answer::{Progress, Watch};
use hashbrown::HashTable;
use std::cmp::Ordering;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// How many levels of options that are not number + ups + nimber a value may nest. Recursions over values are at most
/// a small multiple of this deep.
pub const HEIGHT_LIMIT: u32 = 1000;

const SHARDS: usize = 64;
const ORDERS: usize = 1 << 23;
const SUMS: usize = 1 << 23;

/// Storage of values, shared by any number of threads. All operations are methods of [`Values`].
pub struct Arena {
    entries: Slab<Entry>,
    index: Box<[Mutex<HashTable<u32>>]>,
    pub(crate) orders: Memo,
    pub(crate) sums: Memo,
    words: AtomicU64,
}

/// An arena and the watch that may stop its computations: a small handle, copied freely, one per thread.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    pub(crate) arena: &'a Arena,
    watch: &'a dyn Watch,
}

/// What an entry holds.
pub(crate) enum Entry {
    Nus(Box<Nus>),
    Node(Node),
}

/// A canonical game that is not number + ups + nimber.
pub(crate) struct Node {
    options: Box<[Game]>,
    lefts: u32,
    pub(crate) height: u32,
    pub(crate) stops: [Game; 2],
    negative: AtomicU64,
}

/// The options of one side of a value.
pub enum Options<'a> {
    /// In the arena.
    Stored(&'a [Game]),
    /// Made for the occasion.
    Made(Vec<Game>),
}

impl Deref for Options<'_> {
    type Target = [Game];
    fn deref(&self) -> &[Game] {
        match self {
            Options::Stored(options) => options,
            Options::Made(options) => options,
        }
    }
}

impl Node {
    pub(crate) fn options(&self, side: Side) -> &[Game] {
        let (left, right) = self.options.split_at(self.lefts as usize);
        side.order(left, right).0
    }
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// An empty arena.
    pub fn new() -> Arena {
        Arena {
            entries: Slab::new(),
            index: (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(),
            orders: Memo::new(ORDERS),
            sums: Memo::new(SUMS),
            words: AtomicU64::new(0),
        }
    }

    /// The operations, stopped by `watch`.
    pub fn values<'a>(&'a self, watch: &'a dyn Watch) -> Values<'a> {
        Values { arena: self, watch }
    }

    /// How many values that are not packed the arena holds.
    pub fn len(&self) -> usize {
        self.entries.len() as usize
    }

    /// Whether nothing but packed values was made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        self.bytes_of_values() + self.orders.bytes() + self.sums.bytes()
    }

    /// Bytes held by the values that are not packed, about: without what is remembered of their orders and sums.
    pub fn bytes_of_values(&self) -> u64 {
        self.len() as u64 * 76 + self.words.load(Relaxed) * 8
    }

    fn entry(&self, index: u32) -> &Entry {
        self.entries.at(index)
    }

    /// The index of the entry that `same` recognises, made by `entry` if there is none.
    fn intern(&self, hash: u64, same: impl Fn(&Entry) -> bool, entry: impl FnOnce() -> Entry) -> Result<Game, Halt> {
        let mut shard = self.index[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&index) = shard.find(hash, |&index| same(self.entry(index))) {
            return Ok(Game::entry(index));
        }
        let index = self.entries.push(entry()).ok_or(Halt::TooLarge("more than 2^32 values"))?;
        shard.insert_unique(hash, index, |&index| self.entry(index).hash());
        Ok(Game::entry(index))
    }
}

impl Entry {
    fn hash(&self) -> u64 {
        match self {
            Entry::Nus(nus) => hash_nus(nus),
            Entry::Node(node) => hash_options(node.options(Side::Left), node.options(Side::Right)),
        }
    }
}

fn hash_nus(nus: &Nus) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    nus.hash(&mut hasher);
    hasher.finish()
}

fn hash_options(left: &[Game], right: &[Game]) -> u64 {
    let start = left.len() as u64;
    left.iter().chain(right).fold(start, |hash, option| mix(hash, option.word()))
}

impl<'a> Values<'a> {
    /// The arena behind these operations.
    pub fn arena(self) -> &'a Arena {
        self.arena
    }

    /// The watch that may stop these operations.
    pub fn watch(self) -> &'a dyn Watch {
        self.watch
    }

    /// Reports to the watch once in about a thousand calls, chosen by the hash of the work at hand.
    pub(crate) fn tick(self, hash: u64) -> Result<(), Halt> {
        if (hash >> 20) & 0x3FF == 0 { self.tick_now() } else { Ok(()) }
    }

    /// Reports to the watch.
    pub(crate) fn tick_now(self) -> Result<(), Halt> {
        let done = self.arena.len() as u64;
        let progress = Progress { what: "values", done, total: None, bytes: self.arena.bytes() };
        self.watch.tick(progress).map_or(Ok(()), |stop| Err(Halt::Stopped(stop)))
    }

    /// The value with these parts.
    pub fn nus(self, nus: &Nus) -> Result<Game, Halt> {
        if let Some(packed) = nus.pack() {
            return Ok(packed);
        }
        let same = |entry: &Entry| matches!(entry, Entry::Nus(other) if **other == *nus);
        self.arena.intern(hash_nus(nus), same, || Entry::Nus(Box::new(nus.clone())))
    }

    /// The value that is this number.
    pub fn number(self, number: &Dyadic) -> Result<Game, Halt> {
        self.nus(&Nus::number(number.clone()))
    }

    /// The value that is this nimber.
    pub fn nimber(self, nimber: Nimber) -> Result<Game, Halt> {
        self.nus(&Nus::nimber(nimber))
    }

    pub(crate) fn node(self, game: Game) -> Option<&'a Node> {
        match self.arena.entry(game.index()?) {
            Entry::Node(node) => Some(node),
            Entry::Nus(_) => None,
        }
    }

    /// The parts of a number + ups + nimber.
    pub fn as_nus(self, game: Game) -> Option<Nus> {
        match game.index() {
            None => Some(game.unpack()),
            Some(index) => match self.arena.entry(index) {
                Entry::Nus(nus) => Some((**nus).clone()),
                Entry::Node(_) => None,
            },
        }
    }

    /// The number this value is.
    pub fn as_number(self, game: Game) -> Option<Dyadic> {
        if game.index().is_none() && !game.is_packed_number() {
            return None;
        }
        self.as_nus(game).filter(Nus::is_number).map(|nus| nus.number)
    }

    /// The nimber this value is.
    pub fn as_nimber(self, game: Game) -> Option<Nimber> {
        let nus = self.as_nus(game)?;
        (nus.ups == 0 && nus.number == Dyadic::ZERO).then_some(Nimber(nus.star))
    }

    /// Whether the value is a number.
    pub fn is_number(self, game: Game) -> bool {
        match game.index() {
            None => game.is_packed_number(),
            Some(index) => matches!(self.arena.entry(index), Entry::Nus(nus) if nus.is_number()),
        }
    }

    /// The canonical options of one side.
    pub fn options(self, game: Game, side: Side) -> Result<Options<'a>, Halt> {
        match self.node(game) {
            Some(node) => Ok(Options::Stored(node.options(side))),
            None => {
                let parts = self.as_nus(game).expect("a value is a node or number + ups + nimber");
                let options = parts.options(side)?;
                let made: Result<Vec<Game>, Halt> = options.iter().map(|option| self.nus(option)).collect();
                made.map(Options::Made)
            }
        }
    }

    /// How many levels of options that are not number + ups + nimber the canonical form nests.
    pub fn height(self, game: Game) -> u32 {
        self.node(game).map_or(0, |node| node.height)
    }

    /// The stop of the player who moves first (Siegel, *CGT* II.3): the number reached by best play, as a value.
    pub fn stop(self, game: Game, side: Side) -> Game {
        match game.index() {
            None => game.packed_number(),
            Some(index) => match self.arena.entry(index) {
                Entry::Node(node) => node.stops[side.index()],
                Entry::Nus(nus) => self.number(&nus.number).expect("a part of a stored value is storable"),
            },
        }
    }

    /// Order of two numbers given as values.
    pub(crate) fn compare_numbers(self, a: Game, b: Game) -> Ordering {
        if a.index().is_none() && b.index().is_none() {
            return a.compare_packed_numbers(b);
        }
        let parts = |game| self.as_number(game).expect("a stop is a number");
        parts(a).cmp(&parts(b))
    }

    /// The entry with these canonical options of a value that is not a number, number + ups + nimber recognised.
    pub(crate) fn intern(self, left: &[Game], right: &[Game]) -> Result<Game, Halt> {
        let unpack = |options: &[Game]| options.iter().map(|&option| self.as_nus(option)).collect::<Option<Vec<Nus>>>();
        let may_be_nus = right.len() == left.len() || left.len() + right.len() == 3;
        if may_be_nus
            && let (Some(left), Some(right)) = (unpack(left), unpack(right))
            && let Some(nus) = Nus::recognise(&left, &right)
        {
            return self.nus(&nus);
        }
        let options = left.iter().chain(right);
        let height = 1 + options.map(|&option| self.height(option)).max().unwrap_or(0);
        if height > HEIGHT_LIMIT {
            return Err(Halt::TooDeep);
        }
        let same = |entry: &Entry| matches!(entry, Entry::Node(node) if node.options(Side::Left) == left && node.options(Side::Right) == right);
        let stops = Side::BOTH.map(|side| self.stop_of_form(side.order(left, right).0, side));
        let make = || {
            self.arena.words.fetch_add((left.len() + right.len()) as u64, Relaxed);
            Entry::Node(Node {
                options: [left, right].concat().into(),
                lefts: left.len() as u32,
                height,
                stops,
                negative: AtomicU64::new(0),
            })
        };
        self.arena.intern(hash_options(left, right), same, make)
    }

    /// The stop of a game that is not a number: the best of the opponent's stops of the options.
    pub(crate) fn stop_of_form(self, options: &[Game], side: Side) -> Game {
        let stops = options.iter().map(|&option| self.stop(option, side.other()));
        let better = match side {
            Side::Left => Ordering::Greater,
            Side::Right => Ordering::Less,
        };
        stops
            .reduce(|best, stop| if self.compare_numbers(stop, best) == better { stop } else { best })
            .expect("a game that is not a number has options on both sides")
    }

    /// The negative: the same game with the players exchanged.
    pub fn negative(self, game: Game) -> Result<Game, Halt> {
        if game.index().is_none()
            && let Some(packed) = game.packed_negative()
        {
            return Ok(packed);
        }
        let Some(node) = self.node(game) else {
            let parts = self.as_nus(game).expect("a value is a node or number + ups + nimber");
            return self.nus(&parts.negative());
        };
        let known = node.negative.load(Relaxed);
        if known != 0 {
            return Ok(Game::from_word(known));
        }
        let negated = |side| {
            let options: Result<Vec<Game>, Halt> =
                node.options(side).iter().map(|&option| self.negative(option)).collect();
            options.map(|mut options| {
                options.sort_unstable();
                options
            })
        };
        let negative = self.intern(&negated(Side::Right)?, &negated(Side::Left)?)?;
        node.negative.store(negative.word(), Relaxed);
        if let Some(other) = self.node(negative) {
            other.negative.store(game.word(), Relaxed);
        }
        Ok(negative)
    }
}
