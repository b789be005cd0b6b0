//! A value as one word. Equal values of one arena are equal words, and the other way round.
//!
//! ```text
//!  bit 63   62    50..61      38..49       32..37       0..31
//!   0      0     nimber      ups (+-)     exponent     numerator (+-)      number + ups + nimber, packed
//!   1      index of an entry of the arena (anything that does not fit above)
//! ```
//! Invariant: whatever fits the first layout is never an entry; the exponent and numerator are in lowest terms.

use crate::{Dyadic, Nus};
use std::cmp::Ordering;

/// The canonical value of a short game: a handle into the [`crate::Arena`] that made it, or the value itself when it is a
/// small number + ups + nimber. Equality of handles of one arena is equality of values.
///
/// The order of handles (`Ord`) is only a sorting key; the order of games is [`crate::Values::compare`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game(u64);

const ENTRY: u64 = 1 << 63;
const UPS_AT: u32 = 38;
const STAR_AT: u32 = 50;
const NUMBER: u64 = (1 << UPS_AT) - 1;

impl Game {
    /// The value of the game without options.
    pub const ZERO: Game = Game(0);
    /// `*`, where either player may move to 0.
    pub const STAR: Game = Game(1 << STAR_AT);
    /// `^`, that is `{0|*}`.
    pub const UP: Game = Game(1 << UPS_AT);
    /// One free move for Left.
    pub const ONE: Game = Game(1);

    /// A small integer.
    pub const fn integer(n: i32) -> Game {
        Game(n as u32 as u64)
    }

    /// A nimber below 4096.
    pub const fn nimber(n: u16) -> Game {
        assert!(n < 1 << 12);
        Game((n as u64) << STAR_AT)
    }

    pub(crate) fn entry(index: u32) -> Game {
        Game(ENTRY | index as u64)
    }

    pub(crate) fn index(self) -> Option<u32> {
        (self.0 & ENTRY != 0).then_some(self.0 as u32)
    }

    pub(crate) fn word(self) -> u64 {
        self.0
    }

    pub(crate) fn from_word(word: u64) -> Game {
        Game(word)
    }

    /// `numerator / 2^exponent` (in lowest terms) + ups + nimber, if all parts fit.
    pub(crate) fn pack(numerator: i128, exponent: u32, ups: i64, star: u128) -> Option<Game> {
        let numerator = i32::try_from(numerator).ok()?;
        let fits = exponent < 64 && (-2048..2048).contains(&ups) && star < 4096;
        let word = numerator as u32 as u64
            | (exponent as u64) << 32
            | ((ups as u64) & 0xFFF) << UPS_AT
            | (star as u64) << STAR_AT;
        fits.then_some(Game(word))
    }

    pub(crate) fn numerator(self) -> i32 {
        self.0 as u32 as i32
    }

    pub(crate) fn exponent(self) -> u32 {
        (self.0 >> 32) as u32 & 63
    }

    pub(crate) fn ups(self) -> i32 {
        ((self.0 << (64 - STAR_AT)) as i64 >> (64 - STAR_AT + UPS_AT)) as i32
    }

    pub(crate) fn star(self) -> u32 {
        (self.0 >> STAR_AT) as u32 & 0xFFF
    }

    /// The number part of a packed value.
    pub(crate) fn packed_number(self) -> Game {
        Game(self.0 & NUMBER)
    }

    pub(crate) fn is_packed_number(self) -> bool {
        self.0 & !NUMBER == 0
    }

    /// The parts of a packed value.
    pub(crate) fn unpack(self) -> Nus {
        Nus {
            number: Dyadic::new(self.numerator() as i64, self.exponent()),
            ups: self.ups() as i64,
            star: self.star() as u128,
        }
    }

    /// The sum of two packed values, if it can be packed too.
    pub(crate) fn packed_sum(self, other: Game) -> Option<Game> {
        let common = self.exponent().max(other.exponent());
        let sum = ((self.numerator() as i128) << (common - self.exponent()))
            + ((other.numerator() as i128) << (common - other.exponent()));
        let shift = if sum == 0 { common } else { sum.trailing_zeros().min(common) };
        let ups = self.ups() as i64 + other.ups() as i64;
        Game::pack(sum >> shift, common - shift, ups, (self.star() ^ other.star()) as u128)
    }

    /// The negative of a packed value, if it can be packed too.
    pub(crate) fn packed_negative(self) -> Option<Game> {
        Game::pack(-(self.numerator() as i128), self.exponent(), -(self.ups() as i64), self.star() as u128)
    }

    /// Order of the number parts of two packed values.
    pub(crate) fn compare_packed_numbers(self, other: Game) -> Ordering {
        if self.exponent() == other.exponent() {
            return self.numerator().cmp(&other.numerator());
        }
        let common = self.exponent().max(other.exponent());
        let lift = |game: Game| (game.numerator() as i128) << (common - game.exponent());
        lift(self).cmp(&lift(other))
    }

    /// `self <= other` for packed values.
    pub(crate) fn packed_at_most(self, other: Game) -> bool {
        match self.compare_packed_numbers(other) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => Nus::infinitesimal_at_least_zero(
                other.ups() as i64 - self.ups() as i64,
                (self.star() ^ other.star()) as u128,
            ),
        }
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.index() {
            Some(index) => write!(f, "#{index}"),
            None => write!(f, "{}", self.unpack()),
        }
    }
}
